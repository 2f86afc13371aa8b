"""How fast the engine is, next to the core of RLCard's UNO: `python -m tests.benchmarks.engine`.

Everything runs in one process and takes turns, and only CPU time counts, so that a busy machine slows all alike. Keen
random players choose uniformly among the legal plays and pick or pass only without one; legality is checked at every
action. Needs the extra `bench`. The bars are printed beside the figures: at least 2 times RLCard with events, 3 times
without.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from hashlib import sha256
from statistics import median
from time import process_time
from timeit import repeat
from typing import NamedTuple

from unobot.engine.deal import deal
from unobot.engine.game import Game
from unobot.engine.rules import PRESETS
from unobot.simulate import keen

ROUNDS, GAMES = 9, 150


class Speed(NamedTuple):
    actions: float
    games: float


def measure(play: Callable[[int], int]) -> Speed:
    """Play some games; what `play` returns is the number of actions."""
    start = process_time()
    actions = sum(play(number) for number in range(GAMES))
    seconds = process_time() - start
    return Speed(actions / seconds, GAMES / seconds)


def ours(preset: str, players: int, events: bool) -> Callable[[int], int]:
    rules, choose = PRESETS[preset].rules, random.Random(1)

    def play(number: int) -> int:
        game, _ = deal(rules, range(players), sha256(b"%d" % number).digest(), 0)
        act = game.act if events else game.advance
        actions = 0
        while game.winner is None:
            act(game.turn, keen(game, choose))
            actions += 1
        return actions

    return play


def rlcard(players: int, dictionary: bool) -> Callable[[int], int]:
    from rlcard.games.uno import Game as RlcardGame

    game = RlcardGame(num_players=players)
    if not dictionary:
        game.get_state = lambda player: None

    def play(number: int) -> int:
        game.init_game()
        actions = 0
        while not game.is_over():
            game.step(random.choice(game.get_legal_actions()))
            actions += 1
        return actions

    return play


def size_of(thing: object, seen: set[int]) -> int:
    """Bytes that belong to a game alone: rules and cards are shared by all."""
    if id(thing) in seen or type(thing).__module__ in ("unobot.engine.cards", "unobot.engine.rules"):
        return 0
    seen.add(id(thing))
    parts: list[object] = []
    if isinstance(thing, Game):
        parts = [getattr(thing, name) for name in Game.__slots__]
    elif isinstance(thing, dict):
        parts = [*thing.keys(), *thing.values()]
    elif isinstance(thing, list | tuple | frozenset):
        parts = list(thing)
    return sys.getsizeof(thing) + sum(size_of(part, seen) for part in parts)


def in_play(players: int) -> Game:
    game, _ = deal(PRESETS["irc"].rules, range(players), sha256(b"in play").digest(), 0)
    choose = random.Random(1)
    for _ in range(20):
        game.act(game.turn, keen(game, choose))
    return game


def main() -> None:
    for players in (2, 4):
        contenders = {
            "RLCard as it is": rlcard(players, dictionary=True),
            "RLCard without its dictionary": rlcard(players, dictionary=False),
            "irc with events": ours("irc", players, events=True),
            "irc without events": ours("irc", players, events=False),
            "classic with events": ours("classic", players, events=True),
            "classic without events": ours("classic", players, events=False),
        }
        speeds: dict[str, list[Speed]] = {name: [] for name in contenders}
        for _ in range(ROUNDS):
            for name, play in contenders.items():
                speeds[name].append(measure(play))
        actions = {name: median(speed.actions for speed in found) for name, found in speeds.items()}
        games = {name: median(speed.games for speed in found) for name, found in speeds.items()}
        print(f"{players} players                     actions/s   games/s   x RLCard")
        for name in contenders:
            ratio = actions[name] / actions["RLCard as it is"]
            bar = "  (at least 3)" if "without events" in name else "  (at least 2)" if "with events" in name else ""
            print(f"  {name:30}{actions[name]:10,.0f}{games[name]:10,.0f}{ratio:10.2f}{bar}")
    for players in (2, 4, 10):
        game = in_play(players)
        microseconds = min(repeat(game.copy, number=10_000, repeat=7)) / 10_000 * 1e6
        size = size_of(game, set())
        print(
            f"{players} players: copy() {microseconds:.2f} µs (at most 5), a game in play {size:,} bytes (under 8,000)"
        )


if __name__ == "__main__":
    main()
