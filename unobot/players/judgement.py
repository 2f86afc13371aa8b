"""How good a position is for us: the considerations of the medium player and their weights.

Every consideration adds to the logarithm of our odds of winning, so a weight of 0.1 is worth two or three games in a
hundred where the game is even. The weights were tuned by play; what matters for reading them is how they compare.
Nothing here knows what an action does: that is prospects.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from unobot.engine.cards import FACES, Card, Color, Figure
from unobot.engine.rules import Rules
from unobot.players.table import Table

EVEN = 0.7

# Our cards: fewer is better, and the last steps count more.
CARD = -0.388
LAST_CARD = 0.2
LAST_TWO_CARDS = 0.539

# What a card is worth while it is held, besides the burden of being a card. Wilds always fit: keep them for the end.
KEPT = {
    Figure.WILD: 0.573,
    Figure.WD4: 1.4,
    Figure.DRAW_TWO: -0.1,
    Figure.SKIP: -0.1,
    Figure.REVERSE: 0.301,
}
WILD_AS_LAST_CARD = 1.258
WILD_OF_LAST_TWO = 0.644
PAIR = 0.3  # goes in one turn
PAIR_OF_REVERSES = 0.4  # and gives another turn, where the rules say so

# Colours: a hand of few colours is played out by whoever controls the colour.
COLOR_HELD = -0.5  # for each colour in the hand
CARD_OF_COLOR_IN_FORCE = -0.088
NONE_OF_COLOR_IN_FORCE = -0.381
BRIDGE = 0.0  # for each further colour in which we hold a figure

# The others.
RIVAL_CARD = 0.0  # for each card of their average hand
RIVAL_ON_LAST_CARD = -1.1
RIVAL_ON_LAST_TWO = -0.072
NEXT_IS_STUCK = 0.778  # times the chance that whoever is next has nothing that fits
NEXT_GOES_OUT = 0.0  # times the chance that whoever is next can play the last card
ON_TURN = 0.288  # we are next ourselves

# Points left in the hand when somebody else goes out: for each point, times how near they are to it.
POINT_AT_RISK = {"winner_takes": -0.003, "own_hand": -0.01}
NEAR_THE_END = {1: 1.0, 2: 0.4, 3: 0.15}

_KEPT = {face: KEPT.get(face.figure, 0.0) for face in FACES}


@dataclass(slots=True)
class Position:
    """What we think of when an action has been done. Changed only by whoever made it, before handing it on."""

    hand: list[Card]  # what we know of our hand, in order
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
    total = (
        EVEN
        + _few_cards(position.hand, cards)
        + _good_cards(table.rules, position.hand)
        + _colors(position)
        + _rivals(table.rules, position)
        + _next_turn(table, position)
    )
    return 1 / (1 + exp(-total))


def _few_cards(hand: list[Card], cards: float) -> float:
    if cards > 2:
        return CARD * cards
    wilds = 0
    for card in hand:
        wilds += card.wild
    if cards <= 1:
        return CARD * cards + LAST_CARD + WILD_AS_LAST_CARD * wilds
    return CARD * cards + LAST_TWO_CARDS + WILD_OF_LAST_TWO * wilds


def _good_cards(rules: Rules, hand: list[Card]) -> float:
    total = 0.0
    before = None
    for card in hand:
        total += _KEPT[card]
        if card is before and rules.double_play and card.figure is not Figure.WD4:
            total += PAIR
            if card.figure is Figure.REVERSE and rules.double_reverse == "again":
                total += PAIR_OF_REVERSES
        before = card
    return total


def _colors(position: Position) -> float:
    hand, color = position.hand, position.color
    if not hand:
        return 0.0
    colored = {card for card in hand if not card.wild}
    colors = [card.color for card in hand if not card.wild]
    of_color = colors.count(color)
    bridges = len(colored) - len({card.figure for card in colored})
    total = COLOR_HELD * len(set(colors)) + CARD_OF_COLOR_IN_FORCE * of_color + BRIDGE * bridges
    return total if of_color else total + NONE_OF_COLOR_IN_FORCE


def _rivals(rules: Rules, position: Position) -> float:
    counts = position.counts.values()
    fewest = min(counts)
    total = RIVAL_CARD * sum(counts) / len(counts)
    if fewest <= 1:
        total += RIVAL_ON_LAST_CARD
    elif fewest <= 2:
        total += RIVAL_ON_LAST_TWO
    near = NEAR_THE_END.get(int(fewest), 0.0)
    if near:
        total += near * POINT_AT_RISK[rules.scoring] * sum([card.points for card in position.hand])
    return total


def _next_turn(table: Table, position: Position) -> float:
    mover = position.mover
    if mover == table.seat:
        return ON_TURN
    cards = position.counts[mover]
    stuck = table.stuck(mover, cards, position.color, position.figure)
    return NEXT_IS_STUCK * stuck + (NEXT_GOES_OUT * (1 - stuck) if cards <= 1 else 0.0)
