"""What a move at a table costs, and what a thousand tables take to come back: `python -m tests.benchmarks.table`.

A legal move goes through hall, journal and commit, as the bot does it, next to one bare durable commit of one row
with the same settings of SQLite: in one process, alternating, by the clock on the wall, since waiting for the disk is
the point. The bars are printed beside the figures.
"""

from __future__ import annotations

import sqlite3
import tempfile
import tracemalloc
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

from unobot.bot import Bot
from unobot.chat.hall import Hall, Settings
from unobot.chat.people import Person, Venue
from unobot.chat.ports import Heard, Out
from unobot.engine.notation import action_text
from unobot.simulate import keen
from unobot.store import Store

MOVES, TABLES = 2000, 1000
PLENTY = 10**9


class Nowhere:
    """A network that throws away what it is given."""

    async def run(self, inbox: object) -> None:
        raise AssertionError

    def send(self, out: Out) -> None:
        pass


def settings() -> Settings:
    return Settings(game_commands_per_minute=PLENTY, tables_per_hour=PLENTY, other_commands_per_15_minutes=PLENTY)


def person(number: int) -> Person:
    return Person(f"irc:bench:nick:p{number}", f"p{number}")


def venue(number: int) -> Venue:
    return Venue(f"irc:bench:#uno{number}", f"#uno{number}")


class Tables:
    """A bot with some tables of four, all of which are playing."""

    def __init__(self, path: Path, count: int) -> None:
        self.now = 1e6
        self.random = Random(1)
        self.store = Store.open(path)
        hall = Hall(settings(), self.store, lambda: self.random.randbytes(32))
        self.bot = Bot(hall, self.store, {"irc:bench": Nowhere()}, clock=lambda: self.now)
        self.bot.start()
        for number in range(count):
            self.say(number, 0, "!uno")
            for seat in (1, 2, 3):
                self.say(number, seat, "jo")
            self.say(number, 0, "deal")

    def say(self, table: int, seat: int, text: str) -> None:
        self.bot.receive(Heard(person(table * 4 + seat), text, venue(table)))
        self.bot.work()

    def next_move(self, table: int) -> tuple[int, str]:
        state = self.bot.hall.tables[venue(table).id]
        if state.phase != "playing":
            self.say(table, 0, "deal")
        assert state.game is not None
        return state.game.turn - 1, action_text(keen(state.game, self.random))


class Bare:
    """One row, one durable commit."""

    def __init__(self, path: Path) -> None:
        self.db = sqlite3.connect(path, isolation_level=None)
        for pragma in ("journal_mode=wal", "synchronous=full"):
            self.db.execute(f"PRAGMA {pragma}")
        self.db.execute("CREATE TABLE moves (n INTEGER, text TEXT)")

    def commit(self, n: int, text: str) -> None:
        self.db.execute("BEGIN IMMEDIATE")
        self.db.execute("INSERT INTO moves VALUES (?, ?)", (n, text))
        self.db.execute("COMMIT")


def moves(folder: Path) -> None:
    tables, bare = Tables(folder / "bot.db", 1), Bare(folder / "bare.db")
    ours: list[float] = []
    floor: list[float] = []
    for number in range(MOVES):
        seat, text = tables.next_move(0)
        start = perf_counter()
        tables.say(0, seat, text)
        ours.append(perf_counter() - start)
        start = perf_counter()
        bare.commit(number, text)
        floor.append(perf_counter() - start)
    ratio = median(ours) / median(floor)
    ours_ms, floor_ms = median(ours) * 1e3, median(floor) * 1e3
    print(f"a move, kept: {ours_ms:.3f} ms; a bare commit: {floor_ms:.3f} ms; {ratio:.2f} times (at most 1.6)")
    print(f"99th percentiles: {quantiles(ours, n=100)[98] * 1e3:.3f} and {quantiles(floor, n=100)[98] * 1e3:.3f} ms")


def coming_back(folder: Path) -> None:
    tables = Tables(folder / "many.db", TABLES)
    for number in range(TABLES):
        for _ in range(20):
            seat, text = tables.next_move(number)
            tables.say(number, seat, text)
    tables.store.close()
    del tables
    store = Store.open(folder / "many.db")
    start = perf_counter()
    Hall(settings(), store, lambda: bytes(32)).restore(store.load(), 1e6)
    seconds = perf_counter() - start
    tracemalloc.start()
    hall = Hall(settings(), store, lambda: bytes(32))
    hall.restore(store.load(), 1e6)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    each = size / len(hall.tables) / 1000
    print(f"{len(hall.tables)} tables with 20 moves each: back in {seconds:.2f} s, {each:.1f} kB a table (under 50)")
    store.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        moves(Path(folder))
        coming_back(Path(folder))


if __name__ == "__main__":
    main()
