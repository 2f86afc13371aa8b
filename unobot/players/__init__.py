"""Computer players: a View in, an action out. By type they cannot see a card that is hidden from them.

`choose` is for the seat that must act, on turn or owing a colour: it returns one of `view.actions`. That may be a call
or a catch, which does not end the turn: ask again. `react` is for all others, after every action: a catch, a late
call, a jump-in, an answer to a Wild, or None. Whatever is left to chance comes from the Random that is given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from unobot.engine.actions import Action
from unobot.engine.view import View
from unobot.players import easy, keen, medium

Choose = Callable[[View, Random], Action]
React = Callable[[View, Random], Action | None]


@dataclass(frozen=True)
class Player:
    level: str
    choose: Choose
    react: React


EASY = Player("easy", easy.choose, easy.react)
MEDIUM = Player("medium", medium.choose, medium.react)
KEEN = Player("keen", keen.choose, keen.react)

PLAYERS = {player.level: player for player in (EASY, MEDIUM)}  # KEEN is a measure, not an opponent for people
