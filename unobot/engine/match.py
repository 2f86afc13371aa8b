"""Rounds to a target: the standings, who is out, whose deal it is, who has won.

Members are seat numbers that last for the whole match; their place in `order` stays when they leave, so that the deal
goes on round the same table. A match with target 0 is one round.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from unobot.engine.cards import Card
from unobot.engine.deal import choose_dealer, deal
from unobot.engine.events import Event
from unobot.engine.game import Game
from unobot.engine.rules import Rules


@dataclass
class Match:
    """Between two calls of `deal` and `finish` a round is on; the rest is for the time between rounds."""

    rules: Rules
    order: list[int]  # everybody who ever sat here, clockwise
    standings: dict[int, int] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)  # left; may return
    eliminated: set[int] = field(default_factory=set)  # out for good
    dealer: int | None = None  # of the latest round
    rounds: int = 0
    over: bool = False
    winner: int | None = None

    def __post_init__(self) -> None:
        for seat in self.order:
            self.standings.setdefault(seat, 0)

    @property
    def members(self) -> list[int]:
        """Who is dealt in, clockwise."""
        return [seat for seat in self.order if seat not in self.away and seat not in self.eliminated]

    def deal(self, seed: bytes) -> tuple[Game, list[Event], list[list[tuple[int, Card]]]]:
        """The next round, what happened, and the cards drawn for the deal. RulesError if it cannot be dealt."""
        members = self.members
        draws: list[list[tuple[int, Card]]] = []
        if self.dealer is None:
            dealer, draws = choose_dealer(self.rules, members, seed)
        else:
            at = self.order.index(self.dealer)
            clockwise = self.order[at + 1 :] + self.order[: at + 1]
            dealer = next(seat for seat in clockwise if seat in members)
        game, events = deal(self.rules, members, seed, dealer)
        self.dealer = dealer
        self.rounds += 1
        return game, events, draws

    def finish(self, game: Game) -> None:
        """Add up a round that is over."""
        self._seat_newcomers(game)
        for seat, points in game.scores().items():
            self.standings[seat] += points
        for seat, _ in game.left:
            self.sit_out(seat)
        if self.rules.scoring == "own_hand" and self.rules.target:
            self.eliminated |= {seat for seat in self.members if self.standings[seat] >= self.rules.target}
        assert game.winner is not None
        if self.rules.target == 0:
            self._won_by(game.winner)
        elif len(self.members) == 1:
            self._won_by(self.members[0])
        elif self.rules.scoring == "winner_takes" and self.standings[game.winner] >= self.rules.target:
            self._won_by(game.winner)

    def join(self, seat: int) -> None:
        """Between rounds: a newcomer, or somebody who comes back."""
        self.away.discard(seat)
        if seat not in self.standings:
            self.standings[seat] = self.newcomer_starts_at()
            self.order.append(seat)

    def leave(self, seat: int) -> None:
        """Between rounds; with one player left the match is theirs."""
        self.sit_out(seat)
        if len(self.members) == 1:
            self._won_by(self.members[0])

    def sit_out(self, seat: int) -> None:
        """Not dealt in any more: for good, or until they come back, as the scoring says."""
        if self.rules.scoring == "own_hand":
            self.eliminated.add(seat)
        else:
            self.away.add(seat)

    def _won_by(self, seat: int) -> None:
        self.over, self.winner = True, seat

    def newcomer_starts_at(self) -> int:
        if self.rules.scoring == "winner_takes":
            return 0
        return max((self.standings[seat] for seat in self.members), default=0)

    def _seat_newcomers(self, game: Game) -> None:
        """Who joined during the round sits where the round put them, and starts with what a newcomer has."""
        start = self.newcomer_starts_at()
        for seat in game.hands:
            self.away.discard(seat)
            self.standings.setdefault(seat, start)
        known = [at for at, seat in enumerate(game.order) if seat in self.order]
        first = known[0] if known else 0
        place = len(self.order)
        for seat in game.order[first:] + game.order[:first]:
            if seat in self.order:
                place = self.order.index(seat) + 1
            else:
                self.order.insert(place, seat)
                place += 1
        self.order += [seat for seat in game.hands if seat not in self.order]  # joined and left again
