"""How good a position is for us: the considerations of the medium player and their weights.

Every consideration adds to a score that is read as the logarithm of our odds of winning; it was tuned to choose well,
not to predict. The weights come from play, mostly against the keen player at two-player `irc`, and were then rounded.
Leaving one out costs most for the colours, the wilds kept and NEXT_IS_STUCK; for LAST_CARD, RIVAL_CARD and ON_TURN it
costs nothing that could be measured. The weights of points are chosen, not tuned. Nothing here knows what an action
does: that is prospects.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from unobot.engine.cards import Card, Color, Figure
from unobot.engine.rules import Rules
from unobot.players.table import Table

EVEN = 0.7  # where the score starts: matters only where chances are mixed, and little

# Our cards: each one is a burden, and to be nearly out is worth more than the cards that are gone.
CARD = -0.35
LAST_CARD = 0.35
LAST_TWO_CARDS = 0.4

# Wilds always fit: they are kept until nothing else does, or until they end the game.
WILD_KEPT = 0.55
WD4_KEPT = 1.5

# A hand of few colours is played out sooner; a figure in two colours is a way from one to the other.
COLOR_HELD = -0.35  # for each colour
BRIDGE = 0.1  # for each further colour of a figure
NONE_OF_COLOR_IN_FORCE = -0.35

# The others: what they hold is counted by what nobody has shown yet, and by what they had to pick on.
RIVAL_CARD = 0.02  # for each card of their average hand
RIVAL_ON_LAST_CARD = -0.8
NEXT_IS_STUCK = 0.6  # times the chance that whoever is next has nothing that fits
ON_TURN = 0.4  # nobody is before us

# For each point in our hand while somebody is about to go out; with `own_hand` they are what the round is about.
POINT_AT_RISK = {"winner_takes": -0.003, "own_hand": -0.01}
ABOUT_TO_GO_OUT = {1: 1.0, 2: 0.4, 3: 0.15}  # by the cards of whoever has the fewest


@dataclass(slots=True)
class Position:
    """A table as we imagine it after an action. Changed only by whoever made it, before handing it on."""

    hand: list[Card]  # what we know of our hand
    unknown: float  # how many cards more we hold: drawn or swapped, so only guessed
    color: Color | None
    figure: Figure
    counts: dict[int, float]  # the others' cards
    direction: int
    mover: int  # who is on turn, or faces the pile
    pile: int = 0
    kind: Figure = Figure.DRAW_TWO


def chance(table: Table, position: Position) -> float:
    """How likely we are to win from here, between 0 and 1."""
    cards = len(position.hand) + position.unknown
    if cards <= 0:
        return 1.0
    considered = (
        EVEN
        + _few_cards(cards)
        + _wilds(position.hand)
        + _colors(position.hand, position.color)
        + _rivals(position.counts)
        + _points(table.rules, position)
        + _next_turn(table, position)
    )
    return 1 / (1 + exp(-considered))


def _few_cards(cards: float) -> float:
    if cards <= 1:
        return CARD * cards + LAST_CARD
    return CARD * cards + (LAST_TWO_CARDS if cards <= 2 else 0.0)


def _wilds(hand: list[Card]) -> float:
    worth = 0.0
    for card in hand:
        if card.wild:
            worth += WD4_KEPT if card.figure is Figure.WD4 else WILD_KEPT
    return worth


def _colors(hand: list[Card], in_force: Color | None) -> float:
    colored = {card for card in hand if not card.wild}
    colors = {card.color for card in colored}
    bridges = len(colored) - len({card.figure for card in colored})
    worth = COLOR_HELD * len(colors) + BRIDGE * bridges
    return worth if in_force in colors or not hand else worth + NONE_OF_COLOR_IN_FORCE


def _rivals(counts: dict[int, float]) -> float:
    held = counts.values()
    worth = RIVAL_CARD * sum(held) / len(held)
    return worth + RIVAL_ON_LAST_CARD if min(held) <= 1 else worth


def _points(rules: Rules, position: Position) -> float:
    risk = ABOUT_TO_GO_OUT.get(int(min(position.counts.values())), 0.0)
    return risk and risk * POINT_AT_RISK[rules.scoring] * sum([card.points for card in position.hand])


def _next_turn(table: Table, position: Position) -> float:
    mover = position.mover
    if mover == table.seat:
        return ON_TURN
    return NEXT_IS_STUCK * table.stuck(mover, position.counts[mover], position.color, position.figure)
