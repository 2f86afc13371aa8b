"""One table: who sits there, what is being played, and its clock.

State and questions only: what people do to it is in lobby.py and playing.py, what time does to it in clocks.py.

Clocks run in the table's own time, which stands still while the table is held (paused, everybody away, the network
down) and while the bot itself is down; so what is kept needs no correction, and nobody loses time to a restart. A table
is kept as its `saved()` beside the journal of the running round, and `restored` makes it again from both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from unobot.chat.people import Person, Venue
from unobot.chat.ports import Mode, SavedTable, TableSaved
from unobot.engine.deal import deal
from unobot.engine.game import Game, checksum
from unobot.engine.match import Match
from unobot.engine.notation import parse_action
from unobot.engine.rules import Rules

Phase = Literal["lobby", "playing", "between", "ended"]
Hold = Literal["pause", "away", "link"]


class NotRestored(Exception):
    """A table whose journal does not give the game that was kept."""


@dataclass(slots=True)
class Seat:
    """A chair of the match: its number stays with it, also when somebody else takes it over."""

    number: int
    person: Person
    level: str | None = None  # of a computer player
    minded: bool = False  # away: a computer player moves for the person
    expiries: int = 0  # turns in a row that ran out
    leaving: bool = False  # gets up when the round is over
    offered: str | None = None  # the name of somebody who may take it over

    def state(self) -> list[Any]:
        """As JSON values, in the order of the fields."""
        person = [self.person.id, self.person.name]
        return [self.number, person, self.level, self.minded, self.expiries, self.leaving, self.offered]


@dataclass(slots=True)
class Table:
    venue: Venue
    mode: Mode
    preset: str
    rules: Rules
    host: str | None  # a person's id
    secret: bytes
    opened: float
    acted: float  # when a person last did something, by the clock on the wall
    phase: Phase = "lobby"
    words: list[str] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)  # who sits here now, the longest seated first
    names: dict[int, Person] = field(default_factory=dict)  # everybody who ever sat on a chair of this match
    votes: set[str] = field(default_factory=set)  # ids of those who want to stop
    computers_only: bool = False  # began without a person, and may go on so

    match: Match | None = None
    game: Game | None = None
    round: int = 0  # its number in the journal
    moves: int = 0  # so far in this round
    turned: int = 0  # the one with which the present turn began
    began: float = 0.0  # when the round began, by the clock on the wall

    # The clock, in the table's own time
    lost: float = 0.0  # how far it is behind the clock on the wall
    held_at: float | None = None  # since when it stands still, by the clock on the wall
    holds: set[Hold] = field(default_factory=set)
    closes: float | None = None  # the lobby's end, or the next deal
    reminds: float | None = None
    expires: float | None = None

    # Not kept: when a computer player moves or reacts, by the clock on the wall
    moves_at: float | None = None
    reacts_at: float | None = None

    # People

    def seat(self, number: int) -> Seat:
        return next(seat for seat in self.seats if seat.number == number)

    def seat_of(self, person: str) -> Seat | None:
        return next((seat for seat in self.seats if seat.person.id == person), None)

    def name(self, number: int) -> Person:
        return self.names[number]

    def called(self, name: str) -> list[Seat]:
        """Who sits here under that name, or on that chair (`#2`)."""
        folded = name.casefold()
        return [seat for seat in self.seats if folded in (seat.person.name.casefold(), f"#{seat.number}")]

    def people(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.level is None]

    def order(self) -> list[Seat]:
        """Who sits here, in the order of play, clockwise."""
        if self.match is None:
            return self.seats
        order = self.match.order
        return sorted(self.seats, key=lambda seat: order.index(seat.number) if seat.number in order else len(order))

    def counted(self) -> Mode:
        """What a round counts for."""
        return "sandbox" if any(seat.level for seat in self.seats) else self.mode

    def free_number(self) -> int:
        return max(self.names, default=0) + 1

    def take_seat(self, person: Person, level: str | None = None) -> Seat:
        seat = Seat(self.free_number(), person, level)
        self.seats.append(seat)
        self.names[seat.number] = person
        return seat

    # The clock

    def time(self, now: float) -> float:
        return (now if self.held_at is None else self.held_at) - self.lost

    def hold(self, why: Hold, now: float) -> None:
        if not self.holds:
            self.held_at = now
        self.holds.add(why)

    def release(self, why: Hold, now: float) -> None:
        if self.holds == {why} and self.held_at is not None:
            self.lost += now - self.held_at
            self.held_at = None
        self.holds.discard(why)

    def computers_wait(self) -> bool:
        """Computer players play on while the clock is paused, but not while nobody could see it."""
        return bool(self.holds & {"away", "link"})

    # Keeping

    def state(self) -> dict[str, Any]:
        """What is not the game and not the clock, as JSON values; a copy of everything that changes."""
        return {
            "mode": self.mode,
            "preset": self.preset,
            "rules": self.rules.values,
            "host": self.host,
            "secret": self.secret.hex(),
            "opened": self.opened,
            "phase": self.phase,
            "words": self.words[:],
            "seats": [seat.state() for seat in self.seats],
            "names": [[number, person.id, person.name] for number, person in self.names.items()],
            "votes": sorted(self.votes),
            "computers_only": self.computers_only,
            "match": _match_state(self.match),
            "round": self.round,
            "began": self.began,
            "lost": self.lost,
            "held_at": self.held_at,
            "holds": sorted(self.holds),
            "closes": self.closes,
        }

    def clock(self) -> dict[str, Any]:
        """What every move changes."""
        return {"acted": self.acted, "turned": self.turned, "reminds": self.reminds, "expires": self.expires}

    def saved(self) -> TableSaved:
        return TableSaved(self.venue, self.state(), self.clock())


def _match_state(match: Match | None) -> dict[str, Any] | None:
    if match is None:
        return None
    return {
        "order": match.order[:],
        "standings": list(match.standings.items()),
        "away": sorted(match.away),
        "eliminated": sorted(match.eliminated),
        "dealer": match.dealer,
        "rounds": match.rounds,
        "over": match.over,
        "winner": match.winner,
    }


def restored(saved: SavedTable, down: float) -> Table:
    """The table as it was kept; `down` is how long the bot did not run. NotRestored where the journal does not fit."""
    state = dict(saved.state)
    rules = Rules(**state.pop("rules"))
    match = state.pop("match")
    seats = [Seat(number, Person(*person), *rest) for number, person, *rest in state.pop("seats")]
    names = {number: Person(identity, name) for number, identity, name in state.pop("names")}
    table = Table(venue=saved.venue, rules=rules, seats=seats, names=names, **_plain(state))
    table.acted += down
    if table.held_at is None:
        table.lost += down
    if match:
        table.match = Match(
            rules,
            match["order"],
            dict(match["standings"]),
            set(match["away"]),
            set(match["eliminated"]),
            match["dealer"],
            match["rounds"],
            match["over"],
            match["winner"],
        )
    if saved.round:
        table.game = _replayed(saved)
        table.moves = len(saved.round.moves)
    return table


def _plain(state: dict[str, Any]) -> dict[str, Any]:
    return state | {
        "secret": bytes.fromhex(state["secret"]),
        "votes": set(state["votes"]),
        "holds": set(state["holds"]),
    }


def _replayed(saved: SavedTable) -> Game:
    assert saved.round is not None
    begun = saved.round.begun
    try:
        order = [seat.seat for seat in begun.seats]
        game, _ = deal(Rules(**begun.rules), order, bytes.fromhex(begun.seed), begun.dealer)
        for move in saved.round.moves:
            game.advance(move.seat, parse_action(move.text))
            if checksum(game) != move.check:
                raise NotRestored(f"move {move.n} of round {begun.round} leads to another position")
    except NotRestored:
        raise
    except Exception as error:  # whatever another version of the engine makes of the journal
        raise NotRestored(f"round {begun.round}: {error}") from error
    return game
