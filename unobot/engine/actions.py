"""What can be done at a table: one small frozen value per kind of action.

A seat acts; which seat is not part of the action. Other players are named by seat number. Expire, Leave, Join and
Foul come from the table rather than from a player's choice, but they are actions like any other: checked, carried
out, kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import final

from unobot.engine.cards import Card, Color, Figure
from unobot.engine.reasons import Reason


@final
@dataclass(frozen=True, slots=True)
class Play:
    """Lay one card or two identical ones: `color` is for wilds, `partner` for a seven that swaps, `uno` calls too."""

    cards: tuple[Card, ...]
    color: Color | None = None
    partner: int | None = None
    uno: bool = False
    # Worked out once, for plays are made once and tried often: the card, where it and its colour are all there is to
    # the play, and what lies on top afterwards.
    single: Card | None = field(init=False, repr=False, compare=False)
    laid: Card = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        card = self.cards[0]
        plain = len(self.cards) == 1 and self.partner is None and not self.uno and (card.wild or self.color is None)
        object.__setattr__(self, "single", card if plain else None)
        object.__setattr__(self, "laid", card.laid(self.color))


@dataclass(frozen=True, slots=True)
class Draw:
    """Pick a card, or take the draw that waits."""


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn after a pick, or take the draw that waits."""


@dataclass(frozen=True, slots=True)
class Name:
    """Name the colour that is owed."""

    color: Color


@dataclass(frozen=True, slots=True)
class Challenge:
    """Doubt the WD4 that waits."""


@dataclass(frozen=True, slots=True)
class CallUno:
    """Call UNO; where somebody else has missed the call it catches them."""


@dataclass(frozen=True, slots=True)
class Catch:
    """Catch a player who has not called."""

    target: int


@dataclass(frozen=True, slots=True)
class Expire:
    """The time for the turn is up."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table."""


@dataclass(frozen=True, slots=True)
class Join:
    """Take a seat in the running round; the acting seat is the new one."""


@dataclass(frozen=True, slots=True)
class Foul:
    """Pay for an action that was refused for this reason."""

    reason: Reason


Action = Play | Draw | Pass | Name | Challenge | CallUno | Catch | Expire | Leave | Join | Foul

DRAW, PASS, CHALLENGE, CALL_UNO = Draw(), Pass(), Challenge(), CallUno()

# Made once: legal_actions hands these out, and making a frozen value is slow next to looking one up.
NAMES = tuple(Name(color) for color in Color)


def _plays(cards: tuple[Card, ...]) -> tuple[Play, ...]:
    """The plain ways to lay these cards: wilds with each colour, or with the colour still owed."""
    colors = (None, *Color) if cards[0].wild else (None,)
    return tuple(Play(cards, color) for color in colors)


def plays_of(faces: tuple[Card, ...], copies: int) -> dict[Card, tuple[Play, ...]]:
    return {face: _plays((face,) * copies) for face in faces if copies == 1 or face.figure is not Figure.WD4}
