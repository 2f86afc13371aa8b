"""Ten tables on one connection at the servers' default limits: never cut off, whatever people do.

What it allows: a move costs two lines, one for the channel and the next player's hand, so that with the default pace of
one line a second (after a burst of five) a connection carries one move in two seconds, for all its tables together,
where everybody waits for their hand; measured over 150 s with ten tables: 0.5 moves a second, 0.3 with four people
who ask for their cards all the time. Who does not wait may play faster: lines of one channel that wait go as one, and
a hand that waits is replaced by a newer one. `pace` may be raised where the server allows it.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.networks.scripted import Player, bot_is_in, network, play, player, running_bot
from tests.networks.servers import Inspircd, Ngircd, folder, running
from unobot.config import Pace

TABLES = 10
PACE = Pace().model_dump()


async def flood(port: int, database: Path, seconds: float, pestering: bool) -> tuple[int, float]:
    """Ten tables of two, everybody playing as fast as hands come; some ask for more than can be said."""
    channels = [f"#t{number}" for number in range(TABLES)]
    loop = asyncio.get_running_loop()
    async with running_bot(database, network(port, channels=channels, pace=PACE)) as bot:
        people: list[Player] = await asyncio.gather(
            *(player(port, f"{name}{number}", channel) for number, channel in enumerate(channels) for name in "ab")
        )
        for number, channel in enumerate(channels):
            await bot_is_in(people[2 * number], channel)
        irc: Any = bot.networks["irc:test"]
        session = irc.session
        for one in people[::2]:
            one.say(one.channel, "!uno")
        await bot.until(lambda bot: len(bot.hall.tables) == TABLES)
        for one in people[1::2]:
            one.say(one.channel, "jo")
        await bot.until(lambda bot: all(len(table.seats) == 2 for table in bot.hall.tables.values()))
        for one in people[::2]:
            one.say(one.channel, "deal")
        began = loop.time()
        while loop.time() < began + seconds:
            for one in people[:4] if pestering else ():
                one.say(one.channel, "ca")
                one.say("unobot", "!uno help")
            await asyncio.sleep(2)  # more, and the server would cut them off
        moves = sum(table.moves for table in bot.hall.tables.values())
        elapsed = loop.time() - began
        assert irc.session is session, "cut off"
        assert not any(one.gone for one in people)
        lines = sum(m.nick == "unobot" and m.command in ("PRIVMSG", "NOTICE") for one in people for m in one.log)
        assert lines > 0
        return moves, elapsed


@pytest.mark.parametrize(
    "server, seconds, pestering",
    [
        ("inspircd", 5.0, True),
        *(pytest.param(server, 150.0, pestering, marks=pytest.mark.soak)
          for server in ("inspircd", "ngircd") for pestering in (True, False)),
    ],
)  # fmt: skip
def test_ten_tables(database: Path, server: str, seconds: float, pestering: bool) -> None:
    async def story() -> None:
        with folder() as path:
            one = Inspircd(path, limits=True) if server == "inspircd" else Ngircd(path, penalty=True)
            with running(one):
                moves, elapsed = await flood(one.port, database, seconds, pestering)
                print(f"{server}: {moves} moves in {elapsed:.0f} s, {moves / elapsed:.2f} a second")

    play(story, seconds + 90)
