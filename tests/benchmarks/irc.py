"""What a move costs on IRC, on a real ngircd: `python -m tests.benchmarks.irc`.

First the time from a command to the reply, for a legal move, next to a bare echo bot on the same package that makes
one durable SQLite commit before it answers: both processes on one server, alternating, in one run. Then a hundred
tables of four scripted players at full speed: moves a second, the 99th percentile, the bot's memory, nothing lost.
The bars are printed beside the figures. It needs a machine with nothing else to do: where other programs keep every
core busy, a commit waits for the scheduler's next tick (4 ms), which hits one bot or the other by chance.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from tests.networks.scripted import PLENTY, Client, Player, bot_is_in, close, is_private, move_for, text_of
from tests.networks.servers import Ngircd, folder, running
from unobot.networks.irc.guard import Message

MOVES, TABLES, SEATS = 1500, 100, 4
DONE = re.compile(r"(\S+) (?:plays|picks|takes|passes|names|answers|finds)")


def echo(port: str, channel: str, database: str) -> None:
    """The floor: what anybody could write with the package, and one commit."""
    import irc.client_aio

    db = sqlite3.connect(database, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE said (text TEXT)")
    loop = asyncio.new_event_loop()
    reactor = irc.client_aio.AioReactor(loop=loop)
    connection = reactor.server()

    def heard(connection: Any, event: Any) -> None:
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO said VALUES (?)", (event.arguments[0],))
        db.execute("COMMIT")
        connection.privmsg(event.target, event.arguments[0])

    reactor.add_global_handler("welcome", lambda connection, event: connection.join(channel))
    reactor.add_global_handler("pubmsg", heard)
    loop.run_until_complete(connection.connect("127.0.0.1", int(port), "echobot"))
    loop.run_forever()


async def start(*command: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(sys.executable, "-m", *command, stdout=asyncio.subprocess.PIPE)


async def start_bot(port: int, database: Path, channels: list[str]) -> asyncio.subprocess.Process:
    settings = {"name": "test", "servers": [f"127.0.0.1:{port}"], "tls": False, "channels": channels, "pace": PLENTY}
    process = await start("tests.networks.program", str(database), json.dumps(settings))
    assert process.stdout and await process.stdout.readline() == b"up\n"
    return process


class Timed(Player):
    """Plays, and times each of its moves."""

    sent: float | None = None

    def setup(self, channel: str, seed: int, times: list[float]) -> None:
        self.channel, self.random, self.times = channel, Random(seed), times
        self.playing, self.moves, self.rounds = True, [], 0
        self.waiting: asyncio.Event | None = None

    def came(self, message: Message) -> None:
        if message.nick != "unobot" or message.command not in ("PRIVMSG", "NOTICE"):
            return
        text = text_of(message)
        done = DONE.match(text)
        if self.sent is not None and done and done[1] == self.nick:
            self.times.append(perf_counter() - self.sent)
            self.sent = None
        if "wins the round" in text or "is the last one" in text:
            self.rounds += 1
        if is_private(message):
            move = move_for(text, self.random)
            if move:
                if self.waiting:
                    self.waiting.set()
                    self.next_move = move
                else:
                    self.go(move)
            elif not text.startswith("Your hand") and self.sent is not None:
                raise AssertionError(f"{self.nick} typed {self.moves[-1]} and was told: {text}")

    def go(self, move: str) -> None:
        self.moves.append(move)
        self.sent = perf_counter()
        self.say(self.channel, move)


async def latency(port: int, folder: Path) -> None:
    """One table of two; as many commands go to the echo bot, in turns."""
    bot = await start_bot(port, folder / "bot.db", ["#uno"])
    floor = await start("tests.benchmarks.irc", "echo", str(port), "#echo", str(folder / "echo.db"))
    times: list[float] = []
    people: list[Timed] = []
    for number, nick in enumerate(("ann", "bob")):
        one: Timed = await Timed.connect(port, nick)
        one.setup("#uno", number, times)
        one.waiting = asyncio.Event()
        await one.join("#uno")
        people.append(one)
    talker: Client = await Client.connect(port, "cid")
    await talker.join("#echo")
    await bot_is_in(talker, "#echo", "echobot")
    floors: list[float] = []
    people[0].say("#uno", "!uno")
    await people[0].until("opens a table")
    people[1].say("#uno", "jo")
    await people[0].until("bob sits down")
    people[0].say("#uno", "deal")
    rounds = 0
    while len(times) < MOVES:
        waits = [asyncio.create_task(one.waiting.wait()) for one in people if one.waiting]
        over = asyncio.create_task(_round_over(people[0], rounds))
        await asyncio.wait([*waits, over], return_when=asyncio.FIRST_COMPLETED)
        for task in (*waits, over):
            task.cancel()
        who = next((one for one in people if one.waiting and one.waiting.is_set()), None)
        if who is None:
            rounds += 1
            people[0].say("#uno", "deal")
            continue
        before = perf_counter()
        talker.say("#echo", who.next_move)
        await talker.until(lambda m: m.nick == "echobot" and m.command == "PRIVMSG")
        floors.append(perf_counter() - before)
        assert who.waiting
        who.waiting.clear()
        count = len(times)
        who.go(who.next_move)
        while len(times) == count:
            who.news.clear()
            await who.news.wait()
    await close(talker, *people)
    for process in (bot, floor):
        process.kill()
        await process.wait()
    ours, theirs = (median(times), quantiles(times, n=100)[98]), (median(floors), quantiles(floors, n=100)[98])
    print(
        f"command to reply, {len(times)} moves: median {ours[0] * 1000:.2f} ms, 99th percentile {ours[1] * 1000:.2f} ms"
    )
    print(f"bare echo with a commit:     median {theirs[0] * 1000:.2f} ms, 99th percentile {theirs[1] * 1000:.2f} ms")
    print(
        f"  median {ours[0] / theirs[0]:.2f} times (bar 1.5), 99th percentile {ours[1] / theirs[1]:.2f} times (bar 2)"
    )


async def _round_over(one: Timed, rounds: int) -> None:
    while one.rounds == rounds:
        one.news.clear()
        await one.news.wait()


async def load(port: int, folder: Path) -> None:
    """A hundred tables at once, until everybody has won or lost a round."""
    channels = [f"#t{number}" for number in range(TABLES)]
    bot = await start_bot(port, folder / "load.db", channels)
    times: list[float] = []
    tables: list[list[Timed]] = []
    for number, channel in enumerate(channels):
        table = []
        for seat in range(SEATS):
            one: Timed = await Timed.connect(port, f"p{number}x{seat}")
            one.setup(channel, number * 10 + seat, times)
            await one.join(channel)
            table.append(one)
        tables.append(table)

    async def sit(table: list[Timed]) -> None:
        table[0].say(table[0].channel, "!uno")
        await table[0].until("opens a table", 60)
        for one in table[1:]:
            one.say(one.channel, "jo")
        for one in table[1:]:
            await one.until(f"{one.nick} sits down", 60)

    await asyncio.gather(*map(sit, tables))
    began = perf_counter()
    for table in tables:
        table[0].say(table[0].channel, "deal")
    await asyncio.gather(*(table[0].until("wins the round|is the last one", 240) for table in tables))
    seconds = perf_counter() - began
    memory = int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{bot.pid}/status").read_text())[1]) / 1024  # type: ignore[index]
    lost = sum(one.sent is not None for table in tables for one in table)
    percentile = quantiles(times, n=100)[98] * 1000
    print(f"{TABLES} tables of {SEATS}: {len(times)} moves in {seconds:.1f} s, {len(times) / seconds:.0f} a second,")
    print(f"  99th percentile {percentile:.0f} ms, {lost} lost, memory of the bot {memory:.0f} MB (bar 150)")
    bot.kill()
    await bot.wait()
    await close(*(one for table in tables for one in table))


async def main() -> None:
    with folder() as path, tempfile.TemporaryDirectory() as databases:
        server = Ngircd(path)
        with running(server):
            await latency(server.port, Path(databases))
            await load(server.port, Path(databases))


if __name__ == "__main__":
    if sys.argv[1:2] == ["echo"]:
        echo(*sys.argv[2:])
    else:
        asyncio.run(main())
