"""A table of computer players: whole rounds, for the tests and the benchmark."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from unobot.engine.deal import deal
from unobot.engine.game import Game
from unobot.engine.rules import Rules
from unobot.engine.view import view
from unobot.players import Player


class Endless(Exception):
    """So many actions are no game any more."""


def play_round(rules: Rules, players: Sequence[Player], seed: bytes, random: Random, longest: int = 20_000) -> Game:
    """Seats are numbered from 1 and the first one deals; the game at its end."""
    seated = dict(enumerate(players, 1))
    game, _ = deal(rules, tuple(seated), seed, 1)
    for _ in range(longest):
        act(game, seated, random)
        if game.over:
            return game
    raise Endless


def act(game: Game, seated: dict[int, Player], random: Random) -> None:
    """The seat on turn acts, and then whoever wants to, one after the other: those who can catch before the caught."""
    turn = game.turn
    game.advance(turn, seated[turn].choose(view(game, turn), random))
    if not reacting_matters(game):
        return
    for seat in sorted(game.order, key=lambda seat: seat == game.catchable):
        if not game.over and (seat != game.turn or seat == game.catchable):
            action = seated[seat].react(view(game, seat), random)
            if action is not None:
                game.advance(seat, action)


def reacting_matters(game: Game) -> bool:
    rules = game.rules
    return not game.over and (game.catchable is not None or rules.jump_in or rules.no_u)
