"""The values that cross the border of the chat room: what comes in, what goes out, what must be kept.

Plain frozen values, no library objects. Networks turn their own messages into an `In` and an `Out` into messages; the
bot carries them; the store keeps every `Record` and gives it back as a `Saved…` value at the next start. A person is
an id and a name: ids own seats, scores and preferences, names are only shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from unobot.chat.people import Person, Venue
from unobot.chat.speech.line import Line
from unobot.engine.cards import Card, Color

Mode = Literal["ranked", "casual", "sandbox"]
Sort = Literal["points", "wins", "average", "rating"]


# What comes in


@dataclass(frozen=True, slots=True)
class Heard:
    """Somebody said something, in a channel or privately (no venue). `at` is the game and turn a click was made for;
    `meant`: it is no talk, but a click, a slash command or a mention of the bot."""

    person: Person
    text: str
    venue: Venue | None = None
    admin: bool = False
    at: tuple[int, int] | None = None
    ref: str | None = None
    meant: bool = False


@dataclass(frozen=True, slots=True)
class Renamed:
    old: Person
    new: Person


@dataclass(frozen=True, slots=True)
class LinkDown:
    network: str


@dataclass(frozen=True, slots=True)
class LinkUp:
    """A network can be heard and spoken to; `boards`: it shows tables and hands in messages that it edits, and wants
    each of them after every move."""

    network: str
    boards: bool = True


@dataclass(frozen=True, slots=True)
class Posted:
    """A network has posted something that it will want to edit, also after a restart; no handle: it is no more."""

    key: str
    handle: str


@dataclass(frozen=True, slots=True)
class Gone:
    """A venue is no more, or the bot was thrown out of it for good: nothing can be played there."""

    venue: str


In = Heard | Renamed | LinkDown | LinkUp | Posted | Gone


# What goes out


@dataclass(frozen=True, slots=True)
class Prefs:
    """How somebody likes to be told things; None leaves it to the network."""

    hands: Literal["notice", "privmsg"] | None = None
    colors: bool = True
    sort: Literal["color", "figure"] = "color"
    highlight: bool = True


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's cards as data: a line on IRC, a picture and buttons elsewhere."""

    game: int
    turn: int  # the number of the move with which the present turn began
    venue: Venue
    top: Card
    color: Color | None  # in force
    cards: tuple[Card, ...]  # in the order to show
    playable: frozenset[Card]
    on_turn: bool
    name_table: bool  # the person sits at more than one
    moves: tuple[str, ...]  # what could be typed now, in canonical form
    others: tuple[tuple[str, int], ...] = ()  # for whoever asked: how many cards everyone holds
    must_name: bool = False  # owes a colour
    picked: bool = False  # has picked in this turn
    pile: int = 0  # cards that wait for this player
    can_challenge: bool = False  # … and are a WD4 that may be doubted
    partners: tuple[tuple[int, str], ...] = ()  # seat and name of everybody whom a move in `moves` may be about


@dataclass(frozen=True, slots=True)
class BoardSeat:
    number: int
    person: Person
    cards: int
    computer: bool
    minded: bool
    on_turn: bool
    called_uno: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A table as everybody may see it."""

    game: int
    turn: int
    venue: Venue
    phase: Literal["lobby", "playing", "between", "ended", "closed"]
    preset: str
    mode: Mode
    host: str | None
    seats: tuple[BoardSeat, ...]  # in playing order, clockwise
    top: Card | None = None
    color: Color | None = None
    pile: int = 0
    direction: int = 1
    draw_left: int = 0
    deadline: float | None = None
    moves: tuple[str, ...] = ()  # what somebody could type now, as far as everybody may know
    lines: tuple[Line, ...] = ()  # what was said about the latest moves


@dataclass(frozen=True, slots=True)
class Say:
    """One line for everybody at a venue; `colors` is what the channel's admins chose."""

    venue: Venue
    line: Line
    colors: bool = True
    ping: Person | None = None  # whoever is on turn now
    news: bool = False  # the deal, UNO, the end of a round: worth a message where moves only change the board
    passing: bool = False  # a move, or how the game stands: whoever hears the next one of the table can do without


@dataclass(frozen=True, slots=True)
class Tell:
    person: Person
    line: Line
    prefs: Prefs = Prefs()
    ref: str | None = None
    raw: bool = False  # for programs: no paint, never split or merged


@dataclass(frozen=True, slots=True)
class ShowHand:
    person: Person
    hand: Hand
    prefs: Prefs = Prefs()
    ref: str | None = None


@dataclass(frozen=True, slots=True)
class ShowBoard:
    venue: Venue
    board: Board


@dataclass(frozen=True, slots=True)
class Done:
    """The answer to a click about which there is nothing to say."""

    ref: str


Out = Say | Tell | ShowHand | ShowBoard | Done


# What must be kept


@dataclass(frozen=True, slots=True)
class RoundSeat:
    seat: int
    person: Person
    level: str | None = None  # of a computer player


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """Everything from which a round follows, but for its moves."""

    round: int
    venue: Venue
    mode: Mode  # what it counts for: with a computer player at the table, sandbox
    preset: str
    rules: dict[str, Any]
    seed: str
    match: str  # the fingerprint of the match's secret
    number: int  # of the round in its match, from 1
    words: tuple[str, ...]
    dealer: int
    seats: tuple[RoundSeat, ...]  # clockwise
    standings: dict[int, int]
    engine: str  # the version that dealt it
    at: float


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody has taken a seat of a running round."""

    round: int
    seat: RoundSeat


@dataclass(frozen=True, slots=True)
class Moved:
    round: int
    n: int  # from 1
    seat: int
    text: str
    check: str


@dataclass(frozen=True, slots=True)
class Result:
    """One player's part in a round that is over. Who left counts as having lost."""

    seat: int
    person: Person
    computer: bool
    points: int
    won: bool
    left: bool


@dataclass(frozen=True, slots=True)
class RoundEnded:
    round: int
    at: float
    results: tuple[Result, ...]
    forfeit: bool


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The secret can be told now."""

    match: str
    secret: str


@dataclass(frozen=True, slots=True)
class TableSaved:
    """What is not the game, as JSON values; replaces what was kept before. `clock` is the part that every move changes,
    so that the rest need not be put into words each time: nobody may change it after it was handed over."""

    venue: Venue
    state: dict[str, Any]
    clock: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableClosed:
    """A round that was on is over without a result."""

    venue: Venue


@dataclass(frozen=True, slots=True)
class SettingSaved:
    """`owner` is the id of a venue or a person; None forgets the setting."""

    owner: str
    key: str
    value: str | None


@dataclass(frozen=True, slots=True)
class PostSaved:
    """An empty handle forgets it."""

    key: str
    handle: str


Record = RoundBegun | Seated | Moved | RoundEnded | MatchEnded | TableSaved | TableClosed | SettingSaved | PostSaved


@dataclass(slots=True)
class Effects:
    """What handling something led to. Nobody is told (`outs`) before it is kept (`records`)."""

    records: list[Record] = field(default_factory=list)
    outs: list[Out] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)  # the venues whose tables took part


# What was kept


@dataclass(frozen=True, slots=True)
class SavedRound:
    begun: RoundBegun
    moves: tuple[Moved, ...]


@dataclass(frozen=True, slots=True)
class SavedTable:
    venue: Venue
    state: dict[str, Any]
    round: SavedRound | None  # the one that is on


@dataclass(frozen=True, slots=True)
class Saved:
    """All that the hall begins with."""

    tables: tuple[SavedTable, ...] = ()
    settings: tuple[SettingSaved, ...] = ()
    next_round: int = 1
    alive_at: float | None = None  # when the bot that kept this was last known to run


# What can be asked of the past


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of a leaderboard."""

    person: Person
    points: int
    wins: int
    games: int
    rating: float

    @property
    def average(self) -> float:
        return self.points / self.games if self.games else 0.0


@dataclass(frozen=True, slots=True)
class Best:
    """A record of a channel: who, how much, in which round."""

    person: Person
    value: int
    round: int


@dataclass(frozen=True, slots=True)
class ChannelRecords:
    games: int
    players: int
    fastest: Best | None  # moves of the winner's round
    highest: Best | None  # points
    streak: Best | None  # rounds won in a row; the round is the last of them


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round as the archive knows it; the secret only when its match is over."""

    begun: RoundBegun
    moves: tuple[Moved, ...]
    seats: tuple[RoundSeat, ...]  # with those who joined later
    ended: RoundEnded | None
    secret: str | None


class Archive(Protocol):
    """The store's reading side. A board is a venue's ranked games or its sandbox ones."""

    def top(self, venue: str, sandbox: bool, sort: Sort, limit: int) -> Sequence[Standing]: ...

    def standing(self, venue: str, sandbox: bool, person: str) -> Standing | None: ...

    def find_person(self, venue: str, name: str) -> Person | None: ...

    def channel(self, venue: str, sandbox: bool) -> ChannelRecords: ...

    def history(self, venue: str, limit: int) -> Sequence[PastRound]: ...

    def round(self, number: int) -> PastRound | None: ...
