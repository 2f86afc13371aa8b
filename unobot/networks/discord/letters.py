"""Somebody's direct messages: a hand for every table, edited in place, and whatever they are told."""

from __future__ import annotations

from collections.abc import Callable

import discord

from unobot.chat.people import Person, Venue
from unobot.chat.ports import Hand
from unobot.networks.discord.posting import Desk, Post, Worker


class Letters:
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
        """Somebody, or we ourselves, wrote something in a direct message."""
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
        if self.shown.get(venue.id) == hand and post.seen:
            return
        try:
            channel = await self._channel()
            await post.put(lambda: self.desk.look.hand(hand, self.person), channel, channel.id)
            self.shown[venue.id] = hand
        except discord.Forbidden:
            self.closed_in = hand.game
            self.closed(self.person, venue)

    async def _tell(self, text: str) -> None:
        try:
            await (await self._channel()).send(text)
        except discord.Forbidden:
            self.closed(self.person, None)
