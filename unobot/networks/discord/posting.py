"""Messages that stay: posted once, edited in place, and the one worker of each channel that does it at Discord's pace.

What waits may be replaced by something newer, so that a quick game costs no more than Discord allows. What was posted
is reported (`Posted`), so that it is edited, and not posted once more, after a restart. A message that chat has buried
is posted anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Protocol

import aiohttp
import discord
from discord import ui

from unobot.chat.people import Person
from unobot.chat.ports import In, Posted
from unobot.networks.discord.look import Look
from unobot.networks.outbox import Outbox

log = logging.getLogger("unobot.discord")

BURST, PER_SECOND = 5, 1.0  # the five in five seconds that a channel takes
BURIED = 8  # messages below it, after which a message is posted anew
EDITABLE = timedelta(minutes=55)  # after an hour Discord allows only a few edits
NOT_FOUND, ARCHIVED = 404, 50083  # a message in an archived thread cannot be edited; a new one opens the thread again
TRIES, PAUSE = 4, 2.0  # for what fails on Discord's side; seconds, doubling
Job = Callable[[], Awaitable[None]]
Drawn = tuple[ui.LayoutView, list[discord.File]]


def new_nonce() -> str:
    """What makes a message the same one when it is sent again, because the answer to it was lost."""
    return secrets.token_hex(12)


class Desk(Protocol):
    """What rooms and letters need of the network."""

    client: discord.Client
    look: Look
    posts: dict[str, str]

    def inbox(self, came: In) -> None: ...

    def tell(self, person: Person, text: str) -> None: ...


class Worker:
    """Does what there is to do in one channel, one thing after the other, at Discord's pace."""

    def __init__(self, name: str, on_refused: Callable[[], None] = lambda: None) -> None:
        self.name, self.on_refused = name, on_refused
        self.refused = False  # was anything ever forbidden here? Then it has been said, and once is enough
        self.outbox: Outbox[Job] = Outbox(BURST, PER_SECOND)
        self.task: asyncio.Task[None] | None = None

    def put(self, job: Job, key: str | None = None) -> None:
        """In its turn; with a key, instead of what still waits under it. Each kind has its own turns, so that none
        keeps the others waiting."""
        self.outbox.put(key or "news", [job], key)
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._work())

    def stop(self) -> None:
        self.outbox.clear()
        if self.task:
            self.task.cancel()

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while (wait := self.outbox.wait(loop.time())) is not None:
            taken = self.outbox.take(loop.time())
            if taken is None:
                await asyncio.sleep(wait)
            else:
                await self._do(taken[1])

    async def _do(self, job: Job) -> None:
        """Never raises; tries again where Discord, and not the message, is to blame."""
        for attempt in range(TRIES):
            try:
                await job()
                return
            except discord.Forbidden as error:
                if not self.refused:
                    self.refused = True
                    log.warning("discord: not allowed in %s: %s", self.name, error)
                    self.on_refused()
                return
            except discord.DiscordServerError as error:
                log.warning("discord: %s: %s", self.name, error)
            except discord.HTTPException as error:
                log.error("discord: refused in %s: %s", self.name, error)
                return
            except (OSError, aiohttp.ClientError) as error:
                log.warning("discord: %s: %s", self.name, error)
            except Exception:
                log.exception("discord: something cannot be shown in %s", self.name)
                return
            await asyncio.sleep(PAUSE * 2**attempt)


class Post:
    """One message that is edited in place, as long as it is not buried."""

    def __init__(self, desk: Desk, key: str) -> None:
        self.desk, self.key = desk, key
        channel, _, message = desk.posts.get(key, "").partition("/")
        self.channel = int(channel) if channel.isdigit() else 0
        self.message = int(message) if message.isdigit() else 0
        self.below = 0  # messages since it was posted; what came while the bot was down nobody counts
        self.nonce, self.tried = new_nonce(), False  # of the next one, and whether it may be there already

    def is_at(self, channel: int, message: int) -> bool:
        return (self.channel, self.message) == (channel, message)

    @property
    def seen(self) -> bool:
        """Can people still see it, and can it be edited without limit?"""
        if not self.message or self.below >= BURIED:
            return False
        return discord.utils.snowflake_time(self.message) + EDITABLE > discord.utils.utcnow()

    def bury(self) -> None:
        """Let it be posted anew next time."""
        self.below = BURIED

    @property
    def _partial(self) -> discord.PartialMessage | None:
        if not self.message:
            return None
        return self.desk.client.get_partial_messageable(self.channel).get_partial_message(self.message)

    def note(self, channel: int, message: int) -> None:
        self.channel, self.message, self.below = channel, message, 0
        self.nonce, self.tried = new_nonce(), False
        self.desk.posts[self.key] = handle = f"{channel}/{message}" if message else ""
        self.desk.inbox(Posted(self.key, handle))

    def forget(self) -> None:
        if self.message:
            self.note(0, 0)

    async def put(self, draw: Callable[[], Awaitable[Drawn]], where: discord.abc.Messageable, channel: int) -> None:
        """Edit it; or post it anew, where it is buried or somebody has deleted it."""
        old = self._partial
        if old and self.seen:
            view, files = await draw()
            try:
                await old.edit(view=view, attachments=files)
                return
            except discord.HTTPException as error:
                if error.status != NOT_FOUND and error.code != ARCHIVED:
                    raise
        view, files = await draw()  # once more, because a file can be sent only once
        again, self.tried = self.tried, True
        sent = await where.send(view=view, files=files, nonce=self.nonce)
        self.note(channel, sent.id)
        if again:  # then this may be the one that was sent before, with what there was to show then
            view, files = await draw()
            await sent.edit(view=view, attachments=files)
        if old:
            await _delete(old)

    async def change(self, view: ui.LayoutView) -> None:
        """Edit it where it is, if it is anywhere."""
        old = self._partial
        if old:
            with contextlib.suppress(discord.NotFound, discord.Forbidden):
                await old.edit(view=view, attachments=[])

    async def replace(self, message: discord.Message) -> None:
        """This message takes the place of the old one."""
        old = self._partial
        self.note(message.channel.id, message.id)
        if old:
            await _delete(old)

    async def delete(self) -> None:
        old = self._partial
        if old:
            self.forget()
            await _delete(old)


async def _delete(message: discord.PartialMessage) -> None:
    with contextlib.suppress(discord.NotFound, discord.Forbidden):  # gone, which is the point, or out of reach
        await message.delete()
