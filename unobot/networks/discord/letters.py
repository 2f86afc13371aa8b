"""Somebody's direct messages: a hand for every table, edited in place, and whatever they are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import discord

from unobot.chat.people import Person, Venue
from unobot.chat.ports import Hand
from unobot.networks.discord.layouts import hand_over_layout
from unobot.networks.discord.posting import Desk, Post, Worker, new_nonce


class Letters:
    def __init__(self, desk: Desk, person: Person, closed: Callable[[Person, Venue | None], None]) -> None:
        self.desk, self.person, self.closed = desk, person, closed
        self.worker = Worker("a direct message")
        self.hands: dict[str, Post] = {}  # by venue, as the next two
        self.latest: dict[str, Hand] = {}
        self.shown: dict[str, Hand] = {}
        self.closed_in: int | None = None  # the game in which they turned out to be closed

    def show(self, hand: Hand, anew: bool = False) -> None:
        """In place of the hand before; or, for whoever asked for it, as a new message."""
        self.latest[hand.venue.id] = hand
        if anew:
            self._post(hand.venue).bury()
        if hand.game != self.closed_in:
            self.worker.put(lambda: self._show(hand.venue), hand.venue.id)

    def expect(self, hand: Hand) -> None:
        """The answer to a click is about to show this hand."""
        self.latest[hand.venue.id] = replace(hand, others=())

    def adopt(self, hand: Hand, message: discord.Message, done: bool) -> None:
        """The answer has shown the hand in this message; if not, or if there is a newer one by now, it is shown."""
        hand, venue = replace(hand, others=()), hand.venue
        post = self._post(venue)
        taken = any(other.is_at(message.channel.id, message.id) for other in self.hands.values() if other is not post)
        if done and not taken:
            self.shown[venue.id] = hand
            if not post.is_at(message.channel.id, message.id):
                post.note(message.channel.id, message.id)
        if self.latest[venue.id] != self.shown.get(venue.id):
            self.show(self.latest[venue.id])

    def end(self, venue: Venue, closed: bool) -> None:
        """The round is over: nothing can be done any more with the hand that is shown."""
        self.worker.put(lambda: self._end(venue, closed), venue.id)

    def tell(self, text: str) -> None:
        nonce = new_nonce()
        self.worker.put(lambda: self._tell(text, nonce))

    def heard(self) -> None:
        """Something was written in these direct messages."""
        for post in self.hands.values():
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
            await post.put(lambda: self.desk.look.hand(hand), channel, channel.id)
            self.shown[venue.id] = hand
            if self.latest[venue.id] != hand:  # a click was answered meanwhile, and this may have come after it
                self.show(self.latest[venue.id])
        except discord.Forbidden:
            self.closed_in = hand.game
            self.closed(self.person, venue)

    async def _end(self, venue: Venue, closed: bool) -> None:
        self.shown.pop(venue.id, None)
        post = self._post(venue)
        await post.change(hand_over_layout(venue))
        if closed:
            post.forget()
            del self.hands[venue.id]

    async def _tell(self, text: str, nonce: str) -> None:
        try:
            await (await self._channel()).send(text, nonce=nonce)
            self.heard()
        except discord.Forbidden:
            self.closed(self.person, None)
