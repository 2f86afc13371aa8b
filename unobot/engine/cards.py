"""The cards: what they are called, what they are worth, and what lies on what.

Every card is one of 62 values that exist once: 52 coloured faces, the two wilds, and the two wilds with each colour
that can be named for them. So cards compare by identity, nothing is ever mutated, and "which cards may lie on this
one" is a set made once. Knows nothing of rules, hands or turns.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache


class Color(StrEnum):
    """The value is the letter people type; the order is the one in which hands are sorted and ties are broken."""

    RED = "r"
    GREEN = "g"
    BLUE = "b"
    YELLOW = "y"


class Figure(StrEnum):
    """What stands on a card; the value is its notation, the order the one in which hands are sorted."""

    ZERO = "0"
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    SKIP = "s"
    REVERSE = "r"
    DRAW_TWO = "+2"
    WILD = "w"
    WD4 = "wd4"


WILDS = (Figure.WILD, Figure.WD4)
ACTIONS = (Figure.SKIP, Figure.REVERSE, Figure.DRAW_TWO)


def _points(figure: Figure) -> int:
    if figure in WILDS:
        return 50
    return 20 if figure in ACTIONS else int(figure)


class Card:
    """One card, in the hand (`r5`, `w`) or as it was laid (`r5`, `wr`). Made here only: look one up in CARDS."""

    __slots__ = ("alone", "code", "color", "face", "figure", "or_wd4", "points", "rank", "takes", "wild")

    code: str
    color: Color | None
    figure: Figure
    points: int
    wild: bool
    rank: int  # the place of the card in a sorted hand
    face: Card  # the card as it is in a hand: a wild without its colour
    takes: frozenset[Card]  # what may lie on this card when it lies on top (a wild whose colour is owed: wilds)
    alone: frozenset[Card]  # just this card, and this or a WD4: what may be played after picking it
    or_wd4: frozenset[Card]

    def __init__(self, figure: Figure, color: Color | None, rank: int, face: Card | None) -> None:
        self.figure = figure
        self.color = color
        self.wild = figure in WILDS
        self.code = f"{figure}{color or ''}" if self.wild else f"{color}{figure}"
        self.points = _points(figure)
        self.rank = rank
        self.face = face or self

    def laid(self, color: Color | None) -> Card:
        """This card on the discard pile, with the colour named for a wild (None: still owed)."""
        return CARDS[self.figure + color] if self.wild and color else self

    def __repr__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, ...]:
        return card, (self.code,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


def _make_cards() -> dict[str, Card]:
    cards: dict[str, Card] = {}

    def add(figure: Figure, color: Color | None, face: Card | None = None) -> Card:
        card = Card(figure, color, len(cards), face)
        cards[card.code] = card
        return card

    for color in Color:
        for figure in Figure:
            if figure not in WILDS:
                add(figure, color)
    faces = [add(figure, None) for figure in WILDS]
    for face in faces:
        for color in Color:
            add(face.figure, color, face)
    return cards


CARDS = _make_cards()  # by code


def card(code: str) -> Card:
    """The card with this canonical code."""
    return CARDS[code]


FACES = tuple(card for card in CARDS.values() if card.face is card)
WILD, WD4 = CARDS["w"], CARDS["wd4"]
# The order from which every shuffle starts; the README promises it to people who check a deck.
DECK = tuple(face for face in FACES for _ in range(4 if face.wild else 1 if face.figure is Figure.ZERO else 2))
NO_CARDS: frozenset[Card] = frozenset()


@cache
def fitting(color: Color | None, figure: Figure, among: frozenset[Figure] | None = None) -> frozenset[Card]:
    """The faces that may lie on this figure while that colour is in force, of the figures `among` if given."""
    return frozenset(
        face
        for face in FACES
        if (face.wild or face.color is color or face.figure is figure) and (among is None or face.figure in among)
    )


for _card in CARDS.values():
    _card.takes = fitting(_card.color, _card.figure)
    _card.alone = frozenset({_card})
    _card.or_wd4 = frozenset({_card, WD4})


def points(cards: list[Card]) -> int:
    """What a hand is worth."""
    return sum(card.points for card in cards)


def in_order(cards: list[Card]) -> list[Card]:
    """A hand as people see it: by colour, then figure, wilds last."""
    return sorted(cards, key=_rank)


def _rank(card: Card) -> int:
    return card.rank
