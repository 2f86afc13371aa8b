"""A channel with a table: the table's message, news, and one ping that replaces the one before."""

from __future__ import annotations

import discord

from unobot.chat.people import Person, Venue
from unobot.chat.ports import Board, Gone
from unobot.chat.speech import english as say
from unobot.chat.speech.line import fill
from unobot.networks.discord.layouts import board_layout
from unobot.networks.discord.paint import paint
from unobot.networks.discord.posting import Desk, Drawn, Post, Worker, new_nonce

UNKNOWN_CHANNEL = 10003


class Room:
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
        self.worker.put(self._show, "board")

    def say(self, text: str) -> None:
        nonce = new_nonce()
        self.worker.put(lambda: self._say(text, nonce))

    def ping(self, person: Person) -> None:
        self.worker.put(lambda: self._ping(person), "ping")

    def end_turn(self) -> None:
        """Nobody is on turn any more."""
        self.worker.put(self.pinged.delete, "ping")

    def tell_once(self, person: Person, text: str) -> None:
        if person.id not in self.told:
            self.told.add(person.id)
            self.say(text)

    def heard(self) -> None:
        """Somebody wrote something here."""
        self.board.below += 1

    @property
    def _channel(self) -> discord.PartialMessageable:
        return self.desk.client.get_partial_messageable(self.id)

    def _refused(self) -> None:
        """We may not write here: whoever keeps the table should know."""
        board = self.latest
        host = next((seat.person for seat in board.seats if seat.person.id == board.host), None) if board else None
        if host:
            self.desk.tell(host, paint(fill(say.NO_ENTRY, venue=self.venue.name)))

    async def _show(self) -> None:
        board = self.latest
        if board is None or (board == self.shown and self.board.seen):
            return
        if board.phase == "closed" and not self.board.message:
            return  # nobody has seen it

        async def draw() -> Drawn:
            return board_layout(board, self.desk.look.emojis), []

        try:
            await self.board.put(draw, self._channel, self.id)
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
            self.pinged.forget()
            self.board.forget()
            self.desk.inbox(Gone(self.venue.id))
            return
        finally:
            if board.phase == "closed":
                self.board.forget()  # also where it could not be shown: the next table has a message of its own
        self.shown = board

    async def _say(self, text: str, nonce: str) -> None:
        await self._channel.send(text, nonce=nonce)
        self.heard()

    async def _ping(self, person: Person) -> None:
        """The only mention that there ever is."""
        user = discord.Object(int(person.id.rpartition(":")[2]))
        mention = discord.AllowedMentions(everyone=False, roles=False, users=[user])
        text = say.PING.format(mention=f"<@{user.id}>")
        sent = await self._channel.send(text, allowed_mentions=mention, nonce=self.pinged.nonce)
        await self.pinged.replace(sent)
