"""How well the computer players play: `python -m tests.benchmarks.players`.

Two players, mirrored deals: every deal is played twice, with the seats swapped, so that the luck of the cards weighs
little; the interval is over deals. The keen random player (any legal play, and a pick only without one) is the measure.
`--games` says how many games each pairing plays; the bar is printed beside the figure that has one. At the end: how
long the medium player thinks.
"""

from __future__ import annotations

from argparse import ArgumentParser
from hashlib import sha256
from math import sqrt
from multiprocessing import Pool
from random import Random
from statistics import mean, median, pstdev
from time import process_time
from typing import NamedTuple

from tests.players.arena import play_round
from unobot.engine.deal import deal
from unobot.engine.rules import PRESETS
from unobot.engine.view import view
from unobot.players import EASY, KEEN, MEDIUM, Player

LEVELS = {player.level: player for player in (EASY, MEDIUM, KEEN)}
PAIRINGS = (("medium", "keen"), ("medium", "easy"), ("easy", "keen"))
BARS = {("irc", "medium", "keen"): 0.63}
DEALS_AT_A_TIME = 50


class Deals(NamedTuple):
    preset: str
    player: str
    other: str
    first: int
    last: int


def play(deals: Deals) -> list[float]:
    """For each deal: how much of its two games the player has won."""
    player, other = LEVELS[deals.player], LEVELS[deals.other]
    return [
        (wins(deals.preset, number, (player, other), 1) + wins(deals.preset, number, (other, player), 2)) / 2
        for number in range(deals.first, deals.last)
    ]


def wins(preset: str, number: int, players: tuple[Player, Player], seat: int) -> bool:
    seed = sha256(b"players %d" % number).digest()
    return play_round(PRESETS[preset].rules, players, seed, Random(2 * number + seat)).winner == seat


def thinking(preset: str, games: int) -> list[float]:
    """The milliseconds of CPU time that the medium player takes for each of its choices, against itself."""
    random, taken = Random(1), []
    for number in range(games):
        game, _ = deal(PRESETS[preset].rules, (1, 2), sha256(b"thinking %d" % number).digest(), 1)
        while not game.over:
            seen = view(game, game.turn)
            start = process_time()
            action = MEDIUM.choose(seen, random)
            taken.append((process_time() - start) * 1000)
            game.advance(game.turn, action)
    return sorted(taken)


def main() -> None:
    parser = ArgumentParser(description="How well the computer players play.")
    parser.add_argument("--games", type=int, default=10_000)
    deals = parser.parse_args().games // 2
    print(f"{2 * deals:,} games each, on {deals:,} mirrored deals")
    with Pool() as pool:
        for preset in ("irc", "classic"):
            for player, other in PAIRINGS:
                parts = [
                    Deals(preset, player, other, first, min(first + DEALS_AT_A_TIME, deals))
                    for first in range(0, deals, DEALS_AT_A_TIME)
                ]
                won = [share for part in pool.imap(play, parts) for share in part]
                margin = 1.96 * pstdev(won) / sqrt(len(won))
                bar = BARS.get((preset, player, other))
                print(
                    f"  {preset:8} {player:>7} beats {other:5} {mean(won):7.2%} ± {margin:.2%}",
                    f" (at least {bar:.0%})" if bar else "",
                    flush=True,
                )
    for preset in ("irc", "classic"):
        taken = thinking(preset, 200)
        slow = taken[int(len(taken) * 0.99)]
        print(
            f"  {preset:8} medium thinks {mean(taken):.3f} ms (mean), {median(taken):.3f} ms (median), "
            f"{slow:.2f} ms (99 %), {taken[-1]:.2f} ms (longest); {len(taken):,} choices"
        )


if __name__ == "__main__":
    main()
