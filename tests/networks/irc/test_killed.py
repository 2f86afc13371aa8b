"""kill -9 of the bot in mid-game: started again it knows every hand and whose turn it is; nobody joins again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from tests.networks.scripted import PLENTY, move_for, play, players, sit_down, text_of
from tests.networks.servers import Ngircd


@contextlib.asynccontextmanager
async def bot_process(database: Path, port: int, channel: str) -> AsyncIterator[asyncio.subprocess.Process]:
    settings = {
        "name": "test", "servers": [f"127.0.0.1:{port}"], "tls": False, "channels": [channel], "pace": PLENTY,
    }  # fmt: skip
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.networks.program", str(database), json.dumps(settings),
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        assert process.stdout
        assert await asyncio.wait_for(process.stdout.readline(), 15) == b"up\n"
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def test_kill_9(ngircd: Ngircd, database: Path, channel: str) -> None:
    async def story() -> None:
        people = await players(ngircd.port, "ann", "bob", "cid", channel=channel, playing=False)

        async def hands() -> dict[str, str]:
            found = {}
            for one in people:
                await one.sync()
                one.say(channel, "ca")
                found[one.nick] = await one.hand()
            return found

        async with bot_process(database, ngircd.port, channel) as process:
            await sit_down(people, channel)
            people[0].say(channel, "deal")
            for one in people:
                await one.hand()
            for _ in range(5):
                shown = await hands()
                who = next(one for one in people if move_for(shown[one.nick], one.random))
                who.say(channel, move_for(shown[who.nick], who.random) or "")
                await who.until(rf"{who.nick} (?:plays|picks|takes|passes|names)")
            before = await hands()
            process.kill()
            await process.wait()
            for one in people:
                await one.until(lambda m: m.command == "QUIT" and m.nick == "unobot")
        async with bot_process(database, ngircd.port, channel):
            for one in people:
                await one.until("Back again")
                assert await one.hand() == before[one.nick], "it repeats everybody's hand"
            assert await hands() == before
            for one in people:
                one.playing = True
            who = next(one for one in people if move_for(before[one.nick], one.random))
            who.say(channel, "ca")
            assert "wins" in text_of(await people[0].until("wins the round", 30))

    play(story)
