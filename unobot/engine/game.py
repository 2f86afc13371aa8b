"""One round: its state, and the way to change it.

A Game is the whole position and nothing else. What may be done is decided in legality.py, what an accepted action
does stands in effects.py, how a round begins in deal.py; here are the fields, and the four things one does with a
round: ask, list, act and copy. It holds no names, clocks or words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from operator import attrgetter

from unobot.engine import legality
from unobot.engine.actions import Action
from unobot.engine.cards import NO_CARDS, Card, Color, Figure
from unobot.engine.effects import carry_out
from unobot.engine.events import Event
from unobot.engine.legality import refusal
from unobot.engine.phase import Bluff, Phase
from unobot.engine.reasons import Illegal
from unobot.engine.rules import Rules


@dataclass(slots=True)
class Game:
    """Seats are numbers that stay with their player; `order` is who sits where, clockwise. == compares positions."""

    rules: Rules
    seed: bytes
    dealer: int
    order: tuple[int, ...]
    hands: dict[int, list[Card]]
    draw: list[Card]  # the next card to be drawn is the last one
    discard: list[Card]  # as the cards were laid; the top card is the last one
    turn: int  # whoever must act, also who owes a colour
    after: dict[int, int] = field(init=False)  # who follows whom in the direction of play, and the other way round
    before: dict[int, int] = field(init=False)
    color: Color | None = None  # in force; None while owed and after a last wild
    direction: int = 1  # 1 is clockwise
    phase: Phase = Phase.TURN
    fits: frozenset[Card] = NO_CARDS  # the faces that the seat on turn may lay, were they held
    picked: Card | None = None  # the card picked this turn
    pile: int = 0  # the draw that waits, or will wait when its colour is named
    kind: Figure = Figure.DRAW_TWO  # what the pile is made of, as far as answering it goes
    bluff: Bluff | None = None  # the WD4 that the seat on turn may challenge
    stays: bool = False  # who owes the colour takes an ordinary turn afterwards (a turned-up Wild)
    played_by: int | None = None  # the latest play, while its windows are open
    wild_open: bool = False  # with `no_u`: that play was a Wild or answered one
    catchable: int | None = None
    called: frozenset[int] = frozenset()  # whose call stands
    barred: frozenset[int] = frozenset()  # who caught falsely in this turn
    left: tuple[tuple[int, int], ...] = ()  # who left, and what their hand was worth
    drew_on: dict[int, Color | None] = field(default_factory=dict)  # the colour on which a seat last had to pick
    shuffles: int = 1  # so far in this round: each has a number of its own
    winner: int | None = None
    points: int = 0
    log: list[Event] | None = field(default=None, compare=False)  # only while act() runs

    def __post_init__(self) -> None:
        self.seat_in_circle()

    def seat_in_circle(self) -> None:
        """Work out who follows whom: due whenever the order has changed."""
        circle = self.order[:: self.direction]
        self.after = dict(zip(circle, circle[1:] + circle[:1], strict=True))
        self.before = {follower: seat for seat, follower in self.after.items()}

    @property
    def top(self) -> Card:
        return self.discard[-1]

    @property
    def over(self) -> bool:
        return self.winner is not None

    # Questions, which change nothing: legality.py answers them.
    refusal = legality.refusal
    legal_actions = legality.legal_actions
    legal_plays = legality.legal_plays

    def act(self, seat: int, action: Action) -> list[Event]:
        """Do it and say what happened. Raises Illegal if it is refused, and then nothing has changed."""
        reason = refusal(self, seat, action)
        if reason is not None:
            raise Illegal(reason)
        log: list[Event] = []
        self.log = log
        carry_out(self, seat, action)
        self.log = None
        return log

    def advance(self, seat: int, action: Action) -> None:
        """The same, checked as well, for those who look ahead and do not want to hear what happened."""
        reason = refusal(self, seat, action)
        if reason is not None:
            raise Illegal(reason)
        carry_out(self, seat, action)

    def copy(self) -> Game:
        """An independent game in the same position."""
        twin = Game.__new__(Game)
        twin.rules = self.rules
        twin.seed = self.seed
        twin.dealer = self.dealer
        twin.order = self.order
        twin.hands = {seat: hand[:] for seat, hand in self.hands.items()}
        twin.draw = self.draw[:]
        twin.discard = self.discard[:]
        twin.turn = self.turn
        twin.after = self.after
        twin.before = self.before
        twin.color = self.color
        twin.direction = self.direction
        twin.phase = self.phase
        twin.fits = self.fits
        twin.picked = self.picked
        twin.pile = self.pile
        twin.kind = self.kind
        twin.bluff = self.bluff
        twin.stays = self.stays
        twin.played_by = self.played_by
        twin.wild_open = self.wild_open
        twin.catchable = self.catchable
        twin.called = self.called
        twin.barred = self.barred
        twin.left = self.left
        twin.drew_on = self.drew_on.copy()
        twin.shuffles = self.shuffles
        twin.winner = self.winner
        twin.points = self.points
        twin.log = None
        return twin

    def scores(self) -> dict[int, int]:
        """The points of this round, for everyone who was dealt in or joined; empty until it is over."""
        if self.winner is None:
            return {}
        scores = dict.fromkeys(self.hands, 0)
        if self.rules.scoring == "winner_takes":
            scores[self.winner] = self.points
        elif len(self.order) > 1:  # a forfeit scores nothing
            for seat in self.order:
                scores[seat] = sum(card.points for card in self.hands[seat])
        return scores


def checksum(game: Game) -> str:
    """Eight digits that differ when the cards or the turn do: a journal notes them behind every move."""
    hands = [f"{seat}:{_codes(hand)}" for seat, hand in game.hands.items()]
    turn = (game.turn, str(game.color), game.direction, str(game.phase), game.picked, game.pile, str(game.kind))
    windows = (game.stays, game.played_by, game.wild_open, game.catchable, sorted(game.called), sorted(game.barred))
    rest = (game.order, game.left, game.shuffles, game.winner, game.points, game.bluff)
    position = f"{hands} {_codes(game.draw)} {_codes(game.discard)} {turn} {windows} {rest}"
    digest = _EMPTY.copy()
    digest.update(position.encode())
    return digest.hexdigest()[:8]


_EMPTY = sha256()  # to copy: OpenSSL takes longer to find the algorithm than to apply it
_code = attrgetter("code")


def _codes(cards: list[Card]) -> str:
    return " ".join(map(_code, cards))
