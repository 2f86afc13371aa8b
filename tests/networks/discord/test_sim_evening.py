"""Everything at once: people who type, click and slash whatever comes to mind, and what must be so at any moment."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.networks.discord.sim import Button, Shown, Sim, codes, tell
from unobot.engine.rules import PRESETS

PUBLIC = re.compile(r"jo|deal|ca|pe|pa|ch|un|ct #\d+")


class Evening:
    """Also buttons of long ago; messages are deleted, time passes, and the bot is killed."""

    def __init__(self, sim: Sim, seed: str) -> None:
        self.sim, self.random = sim, Random(seed)
        self.seen: list[tuple[str, Shown, Button]] = []
        self.slept = 0  # the latest turn that began while its player was away: see test_sim_life.py

    async def goes_on(self, steps: int) -> None:
        await self.sim.says("ann", f"!uno {self.random.choice(list(PRESETS))}")
        if self.random.random() < 0.3:
            await self.sim.slash("ann", "table bot")
        await self.sim.slash("bob", "join")
        await self.sim.slash("ann", "deal")
        for _ in range(steps):
            doing = self.random.choices(
                [
                    self.types,
                    self.clicks,
                    self.slashes,
                    self.clicks_an_old_one,
                    self.deletes,
                    self.is_killed,
                    self.waits,
                ],
                [4, 8, 3, 3, 1, 1, 1],
            )[0]
            await doing()
            self.look()

    def who(self) -> str:
        table = self.sim.table()
        if table is not None and table.game is not None and self.sim.on_turn in self.sim.people:
            return self.random.choice([self.sim.on_turn] * 8 + ["ann", "bob", "cid"])
        return self.random.choice(["ann", "bob", "cid"])

    def words(self, who: str) -> list[str]:
        held = self.sim.client.speaking.hands.get(f"discord:{self.sim.people[who].id}", {}).get(self.sim.venue())
        return [*(held.moves if held else ()), "pe", "pa", "ca", "un", "ct", "jo", "deal", "ch", "us", "!uno", "r5"]

    async def types(self) -> None:
        who = self.who()
        text = self.random.choice(self.words(who))
        await (self.sim.says if self.random.random() < 0.7 else self.sim.writes)(who, text)

    async def slashes(self) -> None:
        who = self.who()
        path, given = self.random.choice(
            [("pick", {}), ("pass", {}), ("hand", {}), ("play", {"card": self.random.choice(self.words(who))}),
             ("table pause", {}), ("table resume", {}), ("leave", {}), ("join", {}), ("open", {})]
        )  # fmt: skip
        assert await self.sim.slash(who, path, **given)

    async def clicks(self) -> None:
        who = self.who()
        messages = [one for one in (*self.sim.messages(), *self.sim.letters(who)) if one.buttons]
        if messages:
            message = self.random.choice(messages)
            button = self.random.choice(message.buttons)
            self.seen.append((who, message, button))
            await self.sim.click(who, message, button.text)

    async def clicks_an_old_one(self) -> None:
        if self.seen:
            who, message, button = self.random.choice(self.seen)
            stored = self.sim.env.backend.messages.get(message.channel, {})
            if message.id in stored:
                await self.sim.forged(who, message, button.id)

    async def deletes(self) -> None:
        board = self.random.choice(self.sim.messages() or [None])
        if board:
            await self.sim.happens(lambda: self.sim.env.backend.delete_message(board.channel, board.id))

    async def is_killed(self) -> None:
        await self.sim.restart()

    async def waits(self) -> None:
        await self.sim.passes(self.random.choice([1, 50, 200]))

    def look(self) -> None:
        """What must be so at any moment."""
        sim, table = self.sim, self.sim.table()
        for message in sim.messages():
            assert all(PUBLIC.fullmatch(text) for text in message.texts)
            assert len({button.id for button in message.buttons}) == len(message.buttons)
        calls = [person for message in sim.messages() for person in message.pings]
        assert len(calls) <= 1
        if table is None or table.game is None:
            return
        seat = table.seat(table.game.turn)
        self.slept = table.turned if seat.minded else self.slept
        if seat.level is None and table.turned != self.slept:
            hand = next(one for one in reversed(sim.letters(seat.person.name)) if one.accent is not None)
            assert sorted(codes(hand.held)) == sorted(sim.cards(seat.person.name))
            assert {button.id.split(":")[2] for button in hand.buttons} <= {str(table.turned)}


@pytest.mark.parametrize("seed", range(4))
def test_an_evening(seed):
    async def script(sim: Sim) -> None:
        await Evening(sim, f"evening {seed}").goes_on(60)

    tell(script, options={"delay": lambda random: 1.0})
