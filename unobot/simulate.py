"""Whole rounds among random players: for the command line, the long runs and the benchmarks."""

from __future__ import annotations

from random import Random

from unobot.engine.actions import DRAW, NAMES, PASS, Action
from unobot.engine.deal import deal
from unobot.engine.game import Game
from unobot.engine.phase import Phase
from unobot.engine.rules import Rules


def keen(game: Game, random: Random) -> Action:
    """What the keen random player does on turn: any legal play, and only without one pick, take or pass."""
    plays = game.legal_plays(game.turn)
    if plays:
        return plays[int(random.random() * len(plays))]
    if game.phase is Phase.COLOR:
        return NAMES[int(random.random() * 4)]
    return PASS if game.phase is Phase.PICKED else DRAW


def play_round(rules: Rules, players: int, seed: bytes) -> tuple[Game, list[tuple[int, Action]]]:
    """One round among keen players, who choose as the seed says; the game at its end and everything that was done."""
    random = Random(seed)
    game, _ = deal(rules, range(1, players + 1), seed, 1)
    actions: list[tuple[int, Action]] = []
    while game.winner is None:
        action = keen(game, random)
        actions.append((game.turn, action))
        game.advance(game.turn, action)
    return game, actions
