"""Whole rounds among random players: for the command line, the long runs and the benchmarks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from random import Random
from time import process_time

from unobot.engine import phase
from unobot.engine.actions import DRAW, NAMES, PASS, Action
from unobot.engine.deal import check_deal, deal
from unobot.engine.game import Game
from unobot.engine.notation import action_text
from unobot.engine.record import Record
from unobot.engine.rules import Preset, Rules


def keen(game: Game, random: Random) -> Action:
    """What the keen random player does on turn: any legal play (with its UNO), and only without one pick or pass."""
    plays = game.legal_plays(game.turn)
    if plays:
        play = plays[int(random.random() * len(plays))]
        left = len(game.hands[game.turn]) - len(play.cards)
        return replace(play, uno=True) if left == 1 and game.rules.uno_call == "call" else play
    if game.phase is phase.COLOR:
        return NAMES[int(random.random() * 4)]
    return PASS if game.phase is phase.PICKED else DRAW


def play_round(rules: Rules, players: int, seed: bytes) -> tuple[Game, list[tuple[int, Action]]]:
    """One round among keen players, who choose as the seed says: the game at its end, and all that was done."""
    random = Random(seed)
    game, _ = deal(rules, range(1, players + 1), seed, 1)
    actions: list[tuple[int, Action]] = []
    while game.winner is None:
        action = keen(game, random)
        actions.append((game.turn, action))
        game.advance(game.turn, action)
    return game, actions


@dataclass(frozen=True)
class Result:
    """What `simulate --json` prints."""

    games: int
    actions: int
    seconds: float
    games_per_second: float
    actions_per_second: float
    wins: list[int]


def run(
    preset: Preset,
    players: int,
    games: int,
    seed: bytes,
    record: Path | None,
    progress: Callable[[int], object],
) -> Result:
    """Many rounds; the first seat deals. RulesError if so many cannot be dealt in."""
    check_deal(preset.rules, players)
    if record:
        record.mkdir(parents=True, exist_ok=True)
    wins = [0] * players
    total, seconds = 0, 0.0
    for number in range(1, games + 1):
        round_seed = sha256(seed + number.to_bytes(8, "big")).digest()
        start = process_time()
        game, actions = play_round(preset.rules, players, round_seed)
        seconds += process_time() - start
        assert game.winner is not None
        wins[game.winner - 1] += 1
        total += len(actions)
        if record:
            text = to_record(preset, players, round_seed, actions).to_toml()
            (record / f"game-{number:06}.toml").write_text(text, encoding="utf-8")
        progress(1)
    return Result(games, total, seconds, games / max(seconds, 1e-9), total / max(seconds, 1e-9), wins)


def to_record(preset: Preset, players: int, seed: bytes, actions: list[tuple[int, Action]]) -> Record:
    """The round as a record, its players called p1, p2 and so on."""
    names = tuple(f"p{seat}" for seat in range(1, players + 1))
    moves = tuple(f"p{seat}: {action_text(action)}" for seat, action in actions)
    return Record(names, preset.rules, preset, seed.hex(), moves=moves)
