"""Small values inside a Game that legality.py and effects.py need as well."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from unobot.engine.cards import Card


class Phase(StrEnum):
    """What the seat on turn has to do."""

    TURN = "turn"  # play or pick
    PICKED = "picked"  # has picked: play or pass
    DRAW = "draw"  # a draw waits: answer, challenge or take it
    COLOR = "color"  # owes a colour
    OVER = "over"  # nothing, the round is over


# In Python 3.11 a member looked up on its class costs as much as a call, and these are asked for at every move.
TURN, PICKED, DRAW, COLOR, OVER = Phase


class Bluff(NamedTuple):
    """The newest WD4, for whoever may challenge it: who played it, from which hand, and whether that was dishonest."""

    seat: int
    hand: tuple[Card, ...]
    guilty: bool
