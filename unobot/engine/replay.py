"""A record played again: the round, the match around it, and what the rules refused on the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from unobot.engine import phase
from unobot.engine.actions import Action, Join
from unobot.engine.cards import Card, Figure, in_order
from unobot.engine.deal import deal, turn_up
from unobot.engine.effects import begin_turn, fresh_order
from unobot.engine.events import Event
from unobot.engine.game import Game
from unobot.engine.legality import attempt
from unobot.engine.match import Match
from unobot.engine.notation import Unreadable, parse_action
from unobot.engine.reasons import Reason
from unobot.engine.record import Position, Record, RecordError, rest_of_deck
from unobot.engine.rules import RulesError
from unobot.engine.shuffle import seed_of
from unobot.engine.view import called_uno

# What a position does not name is shuffled from this seed: it has no other.
POSITION_SEED = seed_of("position")


class Step(NamedTuple):
    """One move of a record: what was typed, what happened, why it was refused if it was (a foul is both)."""

    number: int
    text: str
    events: list[Event]
    reason: Reason | None


class Replay:
    """Seats are numbered from 1 in seating order; whoever joins later gets the next number."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.seats = {name: number for number, name in enumerate(record.players, 1)}
        dealt_in = tuple(self.seats.values())
        for name in record.standings:
            self._seat(name)
        self.game, self.opening = _begin(record, dealt_in)
        standings = {self._seat(name): points for name, points in record.standings.items()}
        self.match = Match(record.rules, list(self.seats.values()), standings, dealer=dealt_in[0])
        for seat in self.seats.values():
            if seat not in dealt_in:
                self.match.sit_out(seat)
        self.steps: list[Step] = []

    def find(self, name: str) -> int | None:
        """The seat of that name, if there is one."""
        if name in self.seats:
            return self.seats[name]
        folded = {known.casefold(): seat for known, seat in self.seats.items()}
        return folded.get(name.casefold())

    def name(self, seat: int) -> str:
        return next(name for name, number in self.seats.items() if number == seat)

    def play_all(self) -> Iterator[Step]:
        """Play the moves one after the other."""
        for number, text in enumerate(self.record.moves):
            step = Step(number, text, *self._play(text))
            self.steps.append(step)
            yield step
        if self.game.over:
            self.match.finish(self.game)

    def _play(self, text: str) -> tuple[list[Event], Reason | None]:
        name, _, typed = text.partition(":")
        name = name.strip()
        try:
            action = parse_action(typed, self.find)
        except Unreadable as error:
            return [], error.reason
        seat = self.find(name)
        if seat is None:
            return self._join_stranger(name) if isinstance(action, Join) else ([], Reason.NOT_SEATED)
        if isinstance(action, Join) and seat in self.match.eliminated and not self.game.over:
            return [], Reason.ELIMINATED
        return self._attempt(seat, action)

    def _attempt(self, seat: int, meant: Action) -> tuple[list[Event], Reason | None]:
        action, reason = attempt(self.game, seat, meant)
        return self.game.act(seat, action) if action else [], reason

    def _join_stranger(self, name: str) -> tuple[list[Event], Reason | None]:
        if not name:
            return [], Reason.UNREADABLE
        start = self.match.newcomer_starts_at()
        seat = self._seat(name)
        events, reason = self._attempt(seat, Join())
        if reason:
            del self.seats[name]
        else:
            self.match.standings[seat] = start
        return events, reason

    def _seat(self, name: str) -> int:
        """The seat of that name; for a stranger the next number."""
        known = self.find(name)
        return self.seats.setdefault(name, len(self.seats) + 1) if known is None else known

    def summary(self) -> dict[str, Any]:
        """What `unobot replay --json` prints."""
        game, match = self.game, self.match
        called = called_uno(game)
        return {
            "over": game.over,
            "winner": self.name(game.winner) if game.winner is not None else None,
            "points": game.points if game.over else None,
            "on_turn": None if game.over else self.name(game.turn),
            "direction": game.direction,
            "top": game.top.code,
            "color": game.color,
            "pile": game.pile,
            "draw_left": len(game.draw),
            "hands": {
                name: [card.code for card in in_order(game.hands[seat])]
                for name, seat in self.seats.items()
                if seat in game.hands
            },
            "called_uno": [name for name, seat in self.seats.items() if seat in called],
            "refused": [
                {"move": step.number, "text": step.text, "reason": step.reason} for step in self.steps if step.reason
            ],
            "scores": {self.name(seat): points for seat, points in game.scores().items()},
            "standings": {name: match.standings[seat] for name, seat in self.seats.items()},
            "eliminated": [name for name, seat in self.seats.items() if seat in match.eliminated],
            "match_over": match.over,
            "match_winner": self.name(match.winner) if match.winner is not None else None,
        }


def replay(record: Record) -> Replay:
    """Play a record to its end."""
    played = Replay(record)
    for _ in played.play_all():
        pass
    return played


def _begin(record: Record, seats: tuple[int, ...]) -> tuple[Game, list[Event]]:
    if record.position is not None:
        return _begin_position(record, record.position, seats)
    assert record.seed is not None
    try:
        return deal(record.rules, seats, seed_of(record.seed), seats[0])
    except RulesError as error:
        raise RecordError(str(error)) from None


def _begin_position(record: Record, position: Position, seats: tuple[int, ...]) -> tuple[Game, list[Event]]:
    hands: dict[int, list[Card]] = {
        seat: list(position.hands[name]) for seat, name in zip(seats, record.players, strict=True)
    }
    game = Game(record.rules, POSITION_SEED, seats[0], seats, hands, [], [], seats[0], shuffles=0)
    game.draw = fresh_order(game, rest_of_deck(position)) + position.draw[::-1]
    if position.turned_up:
        game.draw.append(position.turned_up)
        return game, turn_up(game)
    assert position.top is not None
    game.discard = [position.top]
    game.color = position.top.color
    game.direction = position.direction
    game.seat_in_circle()
    game.pile = position.pile
    game.kind = Figure.WD4 if position.top.figure is Figure.WD4 else Figure.DRAW_TWO
    begin_turn(game, seats[record.players.index(position.on_turn)] if position.on_turn else seats[1])
    if game.pile:
        game.phase = phase.DRAW
    return game, []
