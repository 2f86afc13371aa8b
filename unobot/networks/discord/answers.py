"""Every interaction gets exactly one answer, within three seconds, whatever happens to it elsewhere.

An interaction is watched from the moment it comes in. What the tables say to it arrives with its ref; should nothing
arrive in time, or should saying it fail, whoever clicked is told so, and the log as well. Private lines to the same
person that come along with an answer are sent with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import discord

from unobot.chat.people import Person
from unobot.chat.ports import Hand
from unobot.chat.speech import english as say
from unobot.engine.cards import Card
from unobot.networks.discord.hearing import Interaction
from unobot.networks.discord.look import PATIENCE, Look
from unobot.networks.discord.paint import pages

log = logging.getLogger("unobot.discord")

GRACE = 2.0  # seconds, of the three that there are
TRIES = 2  # to say at least that it did not work
OUTSIDE = (discord.HTTPException, aiohttp.ClientError, OSError)  # not our fault
LATE = say.LATE.format(button=say.BUTTONS["ca"])
EDITABLE = timedelta(minutes=14)  # how long a private message can surely be edited


@dataclass(slots=True)
class Answer:
    """What goes back to one interaction: a hand, lines, both, or only that it is done."""

    interaction: Interaction
    choose: Card | None = None  # the click wants to know how to play this card
    hand: tuple[Person, Hand] | None = None
    texts: list[str] = field(default_factory=list)
    said: str = ""  # what the table heard of it, for whoever typed a slash command
    begun: bool = False
    since: float = 0.0  # by the loop's clock
    on_end: Callable[[bool], None] = lambda done: None  # told whether it could be given


class Answers:
    def __init__(self, look: Look) -> None:
        self.look = look
        self.waiting: dict[str, Answer] = {}  # by ref
        self.shown: dict[tuple[str, str], Interaction] = {}  # by person and venue: the latest private hand there
        self.tasks: set[asyncio.Task[None]] = set()

    # In

    def watch(self, interaction: Interaction) -> Answer:
        """From now on the interaction will be answered."""
        ref = str(interaction.id)
        answer = self.waiting.get(ref)
        if answer is None:
            loop = asyncio.get_running_loop()
            answer = self.waiting[ref] = Answer(interaction, since=loop.time())
            loop.call_later(GRACE, self._time_is_up, ref)
        return answer

    def find(self, ref: str) -> Answer | None:
        """The interaction that is to be answered; None if that has happened."""
        answer = self.waiting.get(ref)
        return None if answer is None or answer.begun else answer

    def _time_is_up(self, ref: str) -> None:
        answer = self.find(ref)
        self.waiting.pop(ref, None)
        if answer:
            log.error("discord: a %s was not answered in time", answer.interaction.type.name)
            self.say(answer, LATE)

    # Out

    def say(self, answer: Answer, text: str) -> None:
        """Answer with a sentence of the network's own."""
        answer.texts = [text]
        self.give(answer)

    def give(self, answer: Answer) -> None:
        answer.begun = True
        self.run(self._give(answer))

    async def finish(self) -> None:
        """The bot stops: nobody who has clicked is left without an answer."""
        for answer in list(self.waiting.values()):
            if not answer.begun:
                self.say(answer, LATE)
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=1.0)
        for task in self.tasks:
            task.cancel()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Beside everything else; kept until it is over."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _give(self, answer: Answer) -> None:
        interaction = answer.interaction
        done = False
        try:
            await self._respond(answer)
            done = True
        except Exception as error:
            outside = isinstance(error, OUTSIDE)
            log.error("discord: an answer could not be given: %s", error, exc_info=None if outside else error)
            for _ in range(TRIES):
                if not interaction.response.is_done():
                    with contextlib.suppress(*OUTSIDE):  # the log has said why
                        await interaction.response.send_message(LATE, ephemeral=True)
        finally:
            self.waiting.pop(str(interaction.id), None)
            answer.on_end(done)

    async def _respond(self, answer: Answer) -> None:
        interaction = answer.interaction
        if answer.hand:
            await self._show(answer, *answer.hand)
        elif not answer.texts and interaction.type is discord.InteractionType.component:
            await interaction.response.defer()  # the table shows it
        elif not answer.texts:
            answer.texts = [answer.said or say.DONE]
        for page in pages(answer.texts):
            if interaction.response.is_done():
                await interaction.followup.send(page, ephemeral=True)
            else:
                await interaction.response.send_message(page, ephemeral=True)

    async def _show(self, answer: Answer, person: Person, hand: Hand) -> None:
        """The hand, in place of the one that was clicked; or, from elsewhere, in place of the one shown before."""
        interaction = answer.interaction
        spent = asyncio.get_running_loop().time() - answer.since
        may_attach = interaction.guild_id is None or interaction.app_permissions.attach_files
        patience = max(0.0, min(PATIENCE, GRACE - spent)) if may_attach else 0.0
        view, files = await self.look.hand(hand, answer.choose, patience)
        if shows_hand(interaction):
            await interaction.response.edit_message(view=view, attachments=files)
            return
        await interaction.response.send_message(view=view, files=files, ephemeral=True)
        self.shown = {key: one for key, one in self.shown.items() if _is_young(one.created_at)}
        key = (person.id, hand.venue.id)
        before, self.shown[key] = self.shown.get(key), interaction
        if before:
            self.run(_delete(before))


async def _delete(interaction: Interaction) -> None:
    with contextlib.suppress(discord.HTTPException):  # it was dismissed, or is too old
        await interaction.delete_original_response()


def _is_young(made: datetime) -> bool:
    return made + EDITABLE > discord.utils.utcnow()


def shows_hand(interaction: Interaction) -> bool:
    """Was it clicked under a hand that can be changed? Hands are in direct messages, or private for a while."""
    message = interaction.message
    if message is None or interaction.type is not discord.InteractionType.component:
        return False
    if message.flags.ephemeral:
        return _is_young(message.created_at)
    return interaction.guild_id is None
