"""What the tables say, on its way to Discord: sorted by where it goes, and merged where one message does for several.

Everything that was said in one step of the bot is looked at together. Private lines that come along with the answer to
a click go with it; of several hands for one person, and of several states of one table, the last one counts. A line
about a move stands in the table's message; news, and what is said where no table is shown, are messages of their own.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import assert_never

import discord

from unobot.chat.people import Person, Venue
from unobot.chat.ports import Board, Done, Hand, In, Out, Say, ShowBoard, ShowHand, Tell
from unobot.chat.speech import english as say
from unobot.chat.speech.line import Line, fill, plain
from unobot.networks.discord.answers import Answer, Answers, shows_hand
from unobot.networks.discord.letters import Letters
from unobot.networks.discord.look import Look
from unobot.networks.discord.paint import pages, paint
from unobot.networks.discord.rooms import Room

log = logging.getLogger("unobot.discord")

MOST_PLACES = 10_000


@dataclass(slots=True)
class _Private:
    """What one person is told in one step."""

    answer: Answer | None = None
    texts: list[str] = field(default_factory=list)
    hands: dict[str, Hand] = field(default_factory=dict)  # by venue


class Speaking:
    def __init__(
        self, client: discord.Client, look: Look, direct: bool, posts: dict[str, str], inbox: Callable[[In], None]
    ) -> None:
        self.client, self.look, self.direct, self.posts, self.inbox = client, look, direct, posts, inbox
        self.answers = Answers(look)
        self.rooms: dict[str, Room] = {}
        self.letters: dict[str, Letters] = {}
        self.hands: dict[str, dict[str, Hand]] = {}  # person -> venue -> the latest hand
        self.boards: dict[str, Board] = {}
        self.places: dict[str, Venue] = {}  # person -> where they wrote last
        self.waiting: list[Out] = []

    async def stop(self) -> None:
        for worker in [*(room.worker for room in self.rooms.values()), *(one.worker for one in self.letters.values())]:
            worker.stop()
        await self.answers.finish()

    def room(self, venue: Venue) -> Room:
        if venue.id not in self.rooms:
            self.rooms[venue.id] = Room(self, venue)
        return self.rooms[venue.id]

    # One step of the bot

    def send(self, out: Out) -> None:
        """Wait for the rest of this step."""
        if not self.waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        self.waiting.append(out)

    def _flush(self) -> None:
        outs, self.waiting = self.waiting, []
        try:
            self._speak(outs)
        except Exception:
            log.exception("discord: something could not be said")

    def _speak(self, outs: list[Out]) -> None:
        people: dict[str, tuple[Person, _Private]] = {}
        boards: dict[str, Board] = {}
        says: list[Say] = []
        answered: list[Answer] = []
        for out in outs:
            match out:
                case Tell(person=person) | ShowHand(person=person):
                    _, private = people.setdefault(person.id, (person, _Private()))
                    answer = self.answers.find(out.ref) if out.ref is not None else None
                    if answer:
                        answered.append(answer)
                        private.answer = answer
                    self._private(out, private)
                case Done(ref=ref):
                    answer = self.answers.find(ref)
                    if answer:
                        answered.append(answer)
                case Say():
                    says.append(out)
                case ShowBoard(venue=venue, board=board):
                    boards[venue.id] = board
                case _:
                    assert_never(out)
        for person, private in people.values():
            self._deliver(person, private)
        for answer in answered:
            self._said(answer, says)
            self.answers.give(answer)
        for said in says:
            if said.news or said.venue.id not in boards:
                self._news(said)
        for board in boards.values():
            self._show(board, [said for said in says if said.venue.id == board.venue.id])

    # In private

    def _private(self, out: Tell | ShowHand, private: _Private) -> None:
        answer = private.answer
        match out:
            case Tell(line=line, raw=raw):
                text = plain(line) if raw else self._painted(line)
                (answer.texts if answer else private.texts).append(text)
            case ShowHand(person=person, hand=hand):
                self.hands.setdefault(person.id, {})[hand.venue.id] = hand
                private.hands[hand.venue.id] = hand
                if answer and (answer.hand is None or answer.hand[1].venue == hand.venue):
                    answer.hand = (person, hand)

    def _painted(self, line: Line) -> str:
        return paint(line, self.look.emojis.text)

    def _deliver(self, person: Person, private: _Private) -> None:
        """By direct message: what did not go with an answer, and the hand beside it."""
        for page in pages(private.texts):
            self._letters(person).tell(page)
        answer = private.answer
        clicked = _clicked_in_direct(answer)
        for hand in private.hands.values():
            if answer and clicked and answer.hand == (person, hand):
                letters = self._letters(person)
                letters.expect(hand)
                answer.on_end = partial(letters.adopt, hand, clicked)
            elif answer and self.direct:
                self._letters(person).show(replace(hand, others=()))  # whoever asked has been answered elsewhere
            elif self.direct or (hand.others and not answer):  # whoever asks in words gets it in any case
                self._letters(person).show(hand, anew=bool(hand.others))

    def _letters(self, person: Person) -> Letters:
        if person.id not in self.letters:
            self.letters[person.id] = Letters(self, person, self._closed)
        return self.letters[person.id]

    def tell(self, person: Person, text: str) -> None:
        """A sentence of the network's own, by direct message."""
        self._letters(person).tell(text)

    def _closed(self, person: Person, venue: Venue | None) -> None:
        """Direct messages do not reach somebody: where they play, or wrote last, it is said once what to do."""
        venue = venue or self.places.get(person.id)
        if venue:
            line = fill(say.NO_DIRECT, player=person, button=say.BUTTONS["ca"])
            self.room(venue).tell_once(person, paint(line))

    def _said(self, answer: Answer, says: list[Say]) -> None:
        """What the channel heard, for an answer that has nothing of its own."""
        channel = str(answer.interaction.channel_id)
        lines = [self._painted(said.line) for said in says if said.venue.id.rpartition(":")[2] == channel]
        answer.said = "\n".join(lines)

    # In a channel

    def _news(self, said: Say) -> None:
        for page in pages([self._painted(said.line)]):
            self.room(said.venue).say(page)

    def _show(self, board: Board, says: list[Say]) -> None:
        venue = board.venue.id
        room = self.room(board.venue)
        room.show(board)
        ping = next((said.ping for said in reversed(says) if said.ping), None)
        now, before = _on_turn(board), _on_turn(self.boards.get(venue))
        if ping and now == (board.game, ping.id) != before:
            room.ping(ping)
        elif before and now != before:
            room.end_turn()
        if board.top is None:
            self._round_over(board)
        if board.phase == "closed":
            self.boards.pop(venue, None)
        else:
            self.boards[venue] = board

    def _round_over(self, board: Board) -> None:
        """Nobody holds cards there any more."""
        for person in list(self.hands):
            self.hands[person].pop(board.venue.id, None)
            if not self.hands[person]:
                del self.hands[person]
        for letters in self.letters.values():
            if board.venue.id in letters.hands:
                letters.end(board.venue, board.phase == "closed")

    # What was written

    def heard(self, person: Person, venue: Venue | None) -> None:
        """Somebody has written something."""
        if venue is None:
            if person.id in self.letters:
                self.letters[person.id].heard()
        else:
            self._remember(person, venue)
            if venue.id in self.rooms:
                self.rooms[venue.id].heard()

    def _remember(self, person: Person, venue: Venue) -> None:
        """Where somebody wrote last; whoever has been quiet for longest is forgotten first."""
        self.places.pop(person.id, None)
        self.places[person.id] = venue
        if len(self.places) > MOST_PLACES:
            del self.places[next(iter(self.places))]


def _on_turn(board: Board | None) -> tuple[int, str] | None:
    """Who must act in which game."""
    seat = next((seat for seat in board.seats if seat.on_turn), None) if board else None
    return (board.game, seat.person.id) if board and seat else None


def _clicked_in_direct(answer: Answer | None) -> discord.Message | None:
    """The hand among the direct messages that the answer itself changes."""
    if answer is None or answer.interaction.guild_id is not None or not shows_hand(answer.interaction):
        return None
    message = answer.interaction.message
    return None if message is None or message.flags.ephemeral else message
