"""What a View tells about the others: who follows whom, which cards nobody has shown yet, and what that makes likely.

Worked out once for each decision. Only counts and shares: whether a chance is good or bad is judged elsewhere.
"""

from __future__ import annotations

from unobot.engine.cards import DECK, Card, Color, Figure, fitting
from unobot.engine.view import View

# Whoever picked while a colour was in force had none of it, but has got cards since, and may have kept one back: so
# much of the usual share of that colour is left in their hand.
LEFT_OF_A_COLOR_DRAWN_ON = 0.15

Figures = frozenset[Figure]


class Table:
    """One seat's knowledge of the others."""

    __slots__ = ("_shares", "hidden", "rules", "seat", "unseen", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self.rules = view.rules
        self.seat = view.seat
        self.unseen = dict(_WHOLE_DECK)
        for card in view.hand:
            self.unseen[card] -= 1
        for card in view.discard:
            self.unseen[card.face] -= 1
        self.hidden = max(1, len(DECK) - len(view.hand) - len(view.discard))
        self._shares: dict[tuple[Color | None, Figure, Figures | None, bool], float] = {}

    def following(self, seat: int, direction: int, steps: int = 1) -> int:
        order = self.view.order
        return order[(order.index(seat) + direction * steps) % len(order)]

    def share(self, color: Color | None, figure: Figure, among: Figures | None = None, drew: bool = False) -> float:
        """How much of what nobody has shown would fit; `drew`: in a hand that had to pick on this colour."""
        key = color, figure, among, drew
        share = self._shares.get(key)
        if share is None:
            fits = fitting(color, figure, among)
            count = float(sum([self.unseen[card] for card in fits]))
            if drew:
                of_color = sum([self.unseen[card] for card in fits if card.color is color])
                count -= (1 - LEFT_OF_A_COLOR_DRAWN_ON) * of_color
            share = self._shares[key] = min(1.0, count / self.hidden)
        return share

    def stuck(
        self, seat: int, cards: float, color: Color | None, figure: Figure, among: Figures | None = None
    ) -> float:
        """The chance that a seat with so many cards has none that fits."""
        drew = color is not None and self.view.drew_on.get(seat) is color
        return float((1 - self.share(color, figure, among, drew)) ** cards)

    def without_color(self, cards: float, color: Color | None) -> float:
        """The chance that so many cards are none of this colour."""
        of_color = sum([count for card, count in self.unseen.items() if card.color is color])
        return float((1 - min(1.0, of_color / self.hidden)) ** cards)


_WHOLE_DECK: dict[Card, int] = {}
for _card in DECK:
    _WHOLE_DECK[_card] = _WHOLE_DECK.get(_card, 0) + 1
