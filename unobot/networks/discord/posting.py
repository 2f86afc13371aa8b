"""What is posted where, and edited there: a channel with its table, its news and its ping; a person with their hands.

Each channel has one worker and an outbox, because Discord counts messages per channel: what waits may be replaced by
something newer, so that a quick game costs no more than Discord allows. What was posted is reported (`Posted`), so
that it is edited, and not posted once more, after a restart. A message that chat has buried is posted anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

import discord

from unobot.chat.people import Person, Venue
from unobot.chat.ports import Board, Gone, Hand, In, Posted
from unobot.chat.speech import english as say
from unobot.chat.speech.line import fill
from unobot.networks.discord.layouts import board_layout
from unobot.networks.discord.look import Look
from unobot.networks.discord.paint import paint
from unobot.networks.outbox import Outbox

log = logging.getLogger("unobot.discord")

BURST, PER_SECOND = 5, 1.0  # the five in five seconds that a channel takes
BURIED = 8  # messages below it, after which a message is posted anew
TRIES, PAUSE = 4, 2.0  # for what fails on Discord's side; seconds, doubling
UNKNOWN_CHANNEL = 10003
Job = Callable[[], Awaitable[None]]


class Desk(Protocol):
    """What a channel needs of the network."""

    client: discord.Client
    look: Look
    posts: dict[str, str]

    def inbox(self, came: In) -> None: ...

    def tell(self, person: Person, text: str) -> None: ...


class Worker:
    """Does what there is to do in one channel, one thing after the other, at Discord's pace."""

    def __init__(self, name: str, on_refused: Callable[[], None] = lambda: None) -> None:
        self.name, self.on_refused = name, on_refused
        self.refused = False  # was the last thing forbidden? Then it has been said
        self.outbox: Outbox[Job] = Outbox(BURST, PER_SECOND)
        self.task: asyncio.Task[None] | None = None

    def put(self, job: Job, key: str | None = None) -> None:
        """In its turn; with a key, instead of what still waits under it. Each kind has its own turns, so that none
        keeps the others waiting."""
        self.outbox.put(key or "", [job], key)
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
                self.refused = False
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
            except OSError as error:
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

    def is_at(self, channel: int, message: int) -> bool:
        return (self.channel, self.message) == (channel, message)

    @property
    def partial(self) -> discord.PartialMessage | None:
        if not self.message:
            return None
        return self.desk.client.get_partial_messageable(self.channel).get_partial_message(self.message)

    @property
    def current(self) -> discord.PartialMessage | None:
        """The message, if it can still be seen."""
        return self.partial if self.below < BURIED else None

    def note(self, channel: int, message: int) -> None:
        self.channel, self.message, self.below = channel, message, 0
        self.desk.posts[self.key] = handle = f"{channel}/{message}" if message else ""
        self.desk.inbox(Posted(self.key, handle))

    async def delete(self) -> None:
        old = self.partial
        if old:
            self.note(0, 0)
            await _delete(old)


async def _delete(message: discord.PartialMessage) -> None:
    with contextlib.suppress(discord.NotFound, discord.Forbidden):  # gone, which is the point, or out of reach
        await message.delete()


# A channel


class Room:
    """A venue: the table's message, news, and one ping that replaces the one before."""

    def __init__(self, desk: Desk, venue: Venue) -> None:
        self.desk, self.venue = desk, venue
        self.id = int(venue.id.rpartition(":")[2])
        self.worker = Worker(venue.name, self._refused)
        self.board = Post(desk, f"board {venue.id}")
        self.pinged = Post(desk, f"ping {venue.id}")
        self.latest: Board | None = None
        self.shown: Board | None = None
        self.told: set[str] = set()  # who was told that direct messages do not reach them

    def show(self, board: Board) -> None:
        self.latest = board
        self.worker.put(lambda: self._show(board), "board")

    def say(self, text: str) -> None:
        self.worker.put(lambda: self._say(text))

    def ping(self, person: Person) -> None:
        self.worker.put(lambda: self._ping(person), "ping")

    def _refused(self) -> None:
        """We may not write here: whoever keeps the table should know."""
        for seat in self.latest.seats if self.latest else ():
            if self.latest and seat.person.id == self.latest.host:
                self.desk.tell(seat.person, paint(fill(say.NO_ENTRY, venue=self.venue.name)))

    def tell_once(self, person: Person, text: str) -> None:
        if person.id not in self.told:
            self.told.add(person.id)
            self.say(text)

    def heard(self, message: int) -> None:
        """Somebody, or we ourselves, wrote something here."""
        if not self.board.is_at(self.id, message) and not self.pinged.is_at(self.id, message):
            self.board.below += 1

    @property
    def _channel(self) -> discord.PartialMessageable:
        return self.desk.client.get_partial_messageable(self.id)

    async def _show(self, board: Board) -> None:
        old = self.board.partial
        if board == self.shown and self.board.current:
            return
        view = board_layout(board, self.desk.look.emojis)
        try:
            edited = await self._edit(view)
            if not edited and (board.phase != "closed" or old):
                message = await self._channel.send(view=view)
                self.board.note(self.id, message.id)
                if old:
                    await _delete(old)
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
            self.desk.inbox(Gone(self.venue.id))
            return
        self.shown = board
        if board.phase == "closed":
            self.board.note(0, 0)
            await self.pinged.delete()

    async def _edit(self, view: discord.ui.LayoutView) -> bool:
        message = self.board.current
        if message is None:
            return False
        try:
            await message.edit(view=view)
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                raise
            return False  # somebody has deleted it
        return True

    async def _say(self, text: str) -> None:
        await self._channel.send(text)

    async def _ping(self, person: Person) -> None:
        """The only mention that there ever is."""
        user = discord.Object(int(person.id.rpartition(":")[2]))
        mention = discord.AllowedMentions(everyone=False, roles=False, users=[user])
        old = self.pinged.partial
        message = await self._channel.send(say.PING.format(mention=f"<@{user.id}>"), allowed_mentions=mention)
        self.pinged.note(self.id, message.id)
        if old:
            await _delete(old)


# A person


class Letters:
    """Somebody's direct messages: a hand for every table, edited in place, and whatever they are told."""

    def __init__(self, desk: Desk, person: Person, closed: Callable[[Person, Venue | None], None]) -> None:
        self.desk, self.person, self.closed = desk, person, closed
        self.worker = Worker("a direct message")
        self.hands: dict[str, Post] = {}  # by venue, as the next two
        self.latest: dict[str, Hand] = {}
        self.shown: dict[str, Hand] = {}
        self.closed_in: int | None = None  # the game in which they turned out to be closed

    def show(self, hand: Hand) -> None:
        self.latest[hand.venue.id] = hand
        if hand.game != self.closed_in:
            self.worker.put(lambda: self._show(hand.venue), hand.venue.id)

    def adopt(self, hand: Hand, message: discord.Message) -> None:
        """This message shows the hand already; what still waits to be shown is older."""
        self.latest[hand.venue.id] = self.shown[hand.venue.id] = hand
        post = self._post(hand.venue)
        if not post.is_at(message.channel.id, message.id):
            post.note(message.channel.id, message.id)

    def tell(self, text: str) -> None:
        self.worker.put(lambda: self._tell(text))

    def heard(self, channel: int, message: int) -> None:
        for post in self.hands.values():
            if post.channel == channel and not post.is_at(channel, message):
                post.below += 1

    def _post(self, venue: Venue) -> Post:
        if venue.id not in self.hands:
            self.hands[venue.id] = Post(self.desk, f"hand {self.person.id} {venue.id}")
        return self.hands[venue.id]

    async def _channel(self) -> discord.DMChannel:
        return await self.desk.client.create_dm(discord.Object(int(self.person.id.rpartition(":")[2])))

    async def _show(self, venue: Venue) -> None:
        hand, post = self.latest[venue.id], self._post(venue)
        old = post.partial
        if self.shown.get(venue.id) == hand and post.current:
            return
        view, files = await self.desk.look.hand(hand, self.person)
        try:
            message = post.current
            if message:
                try:
                    await message.edit(view=view, attachments=files)
                    self.shown[venue.id] = hand
                    return
                except discord.NotFound:
                    view, files = await self.desk.look.hand(hand, self.person)  # a file is sent only once
            channel = await self._channel()
            sent = await channel.send(view=view, files=files)
            post.note(channel.id, sent.id)
            self.shown[venue.id] = hand
            if old:
                await _delete(old)
        except discord.Forbidden:
            self.closed_in = hand.game
            self.closed(self.person, hand.venue)

    async def _tell(self, text: str) -> None:
        try:
            await (await self._channel()).send(text)
        except discord.Forbidden:
            self.closed(self.person, None)
