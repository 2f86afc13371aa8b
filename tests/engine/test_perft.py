"""Perft: the number of action sequences from fixed deals, so that an accidental change of a rule shows, and where.

The deals and the numbers are in perft.txt; `python -m tests.engine.test_perft --rewrite` counts again.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from unobot.engine.deal import deal
from unobot.engine.game import Game
from unobot.engine.rules import PRESETS, find_preset
from unobot.engine.shuffle import seed_of

FILE = Path(__file__).with_name("perft.txt")


class Line(NamedTuple):
    """One deal of the file; the numbers are texts, as a new line has none yet."""

    table: str
    players: int
    seed: str
    numbers: list[str]

    @classmethod
    def read(cls, text: str) -> Line:
        position, _, numbers = text.partition(":")
        table, players, seed = (part.strip() for part in position.split("|"))
        return cls(table, int(players), seed, numbers.split())

    @property
    def preset(self) -> str:
        return self.table.split()[0]

    def deal(self) -> Game:
        preset, *changes = self.table.split()
        rules = find_preset(preset).with_changes(dict(change.split("=") for change in changes))
        return deal(rules, range(1, self.players + 1), seed_of(self.seed), 1)[0]

    def count(self) -> list[str]:
        return [str(number) for number in perft(self.deal(), len(self.numbers))]

    def __str__(self) -> str:
        return f"{self.table} | {self.players} | {self.seed} : {' '.join(self.numbers)}"


def perft(game: Game, depth: int) -> list[int]:
    """The number of sequences of 1, 2 … `depth` actions: all seats in the order in which they sit."""
    legal = [(seat, action) for seat in game.order for action in game.legal_actions(seat)]
    totals = [len(legal)] + [0] * (depth - 1)
    if depth > 1:
        for seat, action in legal:
            after = game.copy()
            after.advance(seat, action)
            for level, number in enumerate(perft(after, depth - 1), 1):
                totals[level] += number
    return totals


def is_deal(text: str) -> bool:
    return bool(text) and not text.startswith("#")


def rewrite(text: str) -> str:
    """The text of the file with its numbers counted again; everything else stays."""
    lines = []
    for line in text.splitlines():
        if is_deal(line):
            read = Line.read(line)
            lines.append(str(read._replace(numbers=read.count())))
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


LINES = [Line.read(text) for text in FILE.read_text(encoding="utf-8").splitlines() if is_deal(text)]


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.table}, {line.players}, {line.seed}")
def test_as_many_sequences_as_ever(line):
    assert line.count() == line.numbers


def test_every_preset_is_counted():
    assert {line.preset for line in LINES} == set(PRESETS)


def test_rewriting_changes_nothing_but_the_numbers():
    line = LINES[0]
    spoilt, right = line._replace(numbers=["?", "0"]), line._replace(numbers=line.numbers[:2])
    assert rewrite(f"# why\n\n{spoilt}\n") == f"# why\n\n{right}\n"


if __name__ == "__main__":
    if sys.argv[1:] != ["--rewrite"]:
        sys.exit("usage: python -m tests.engine.test_perft --rewrite")
    FILE.write_text(rewrite(FILE.read_text(encoding="utf-8")), encoding="utf-8")
