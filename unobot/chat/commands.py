"""Everything that people can type, in one table: parser, help, slash commands and documentation are made from it.

A command that is not a move of the game is one entry below; who may use it and what it does is checked and done where
its name is handled (routing.py, lobby.py, playing.py …). Moves are read by the engine's notation. Text only: nothing
here knows a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

Who = Literal["anyone", "seated", "host", "admin", "host or admin", "host, admin or a majority"]
Topic = Literal["game", "table", "people", "records", "admin"]

# What a slash command can be given; networks know which words there are of each kind.
Kind = Literal[
    "card", "color", "player", "computer", "member", "word", "name", "number", "id", "preset", "level", "mode", "sort",
    "switch", "topic", "option", "pref", "value",
]  # fmt: skip

LONGEST = 400  # nobody types more at once; whatever is longer is talk


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    kind: Kind
    required: bool


@dataclass(frozen=True, slots=True)
class Slash:
    """A command as it stands under `/uno`: its path, what is typed for it before the parameters, and these."""

    path: str
    types: str
    takes: tuple[Parameter, ...]
    about: str = ""  # where the command does more than this one of its forms

    def typed(self, prefix: str, given: Mapping[str, str]) -> str:
        """What somebody would have typed instead."""
        words = [given[parameter.name] for parameter in self.takes if given.get(parameter.name)]
        return " ".join([self.types.replace("!", prefix, 1), *words])


def slash(path: str, types: str, about: str = "", **takes: Kind) -> tuple[Slash]:
    """`name_` is a parameter that may be left out."""
    parameters = [Parameter(name.rstrip("_"), kind, not name.endswith("_")) for name, kind in takes.items()]
    return (Slash(path, types, tuple(parameters), about),)


@dataclass(frozen=True, slots=True)
class Command:
    """One thing to type. `words` are its spellings, the first is its name; compact ones need no `!uno` before them."""

    words: tuple[str, ...]
    usage: str
    summary: str
    who: Who
    topic: Topic
    example: str
    compact: bool = False
    slash: tuple[Slash, ...] = ()  # none: another one covers it

    @property
    def name(self) -> str:
        return self.words[0]


# Moves have no entry of their own: these lines only describe them, and `name` is what help shows.
MOVES = (
    Command(
        ("play",),
        "CARD",
        "play a card: r5, bs, yr, g+2, wr, wd4b",
        "seated",
        "game",
        "r5",
        True,
        slash("play", "pl", card="card"),
    ),
    Command(("double",), "CARD CARD", "play two identical cards", "seated", "game", "r5r5", True),
    Command(
        ("pe", "dr"), "", "pick a card, or take the cards that wait", "seated", "game", "pe", True, slash("pick", "pe")
    ),
    Command(
        ("pa",), "", "pass after a pick, or take the cards that wait", "seated", "game", "pa", True, slash("pass", "pa")
    ),
    Command(
        ("co",),
        "COLOR",
        "name the colour of a wild",
        "seated",
        "game",
        "co r",
        True,
        slash("color", "co", color="color"),
    ),
    Command(("ch",), "", "challenge a WD4", "seated", "game", "ch", True, slash("challenge", "ch")),
    Command(("un",), "", "call UNO; or put uno behind a card", "seated", "game", "r5 uno", True, slash("call", "un")),
    Command(
        ("catch",),
        "NICK",
        "catch somebody who has not called UNO",
        "seated",
        "game",
        "ct bob",
        True,
        slash("catch", "ct", player="player"),
    ),
    Command(("swap",), "NICK", "where sevens swap: the hand to swap with", "seated", "game", "r7 bob", True),
)

COMPACT = (
    Command(
        ("jo",),
        "[WORD]",
        "take a seat; the word is mixed into the shuffle",
        "anyone",
        "game",
        "jo lucky",
        True,
        slash("join", "jo", word_="word"),
    ),
    Command(("deal",), "", "start the round", "host", "game", "deal", True, slash("deal", "deal")),
    Command(("ca",), "", "my cards, and how many everyone holds", "seated", "game", "ca", True, slash("hand", "ca")),
    Command(
        ("cd",),
        "",
        "the card on top, its colour, the cards that wait",
        "seated",
        "game",
        "cd",
        True,
        slash("show top", "cd"),
    ),
    Command(("ct",), "", "how many cards everyone holds", "seated", "game", "ct", True, slash("show counts", "ct")),
    Command(("tu",), "", "whose turn it is", "seated", "game", "tu", True, slash("show turn", "tu")),
    Command(("od",), "", "the order of play", "seated", "game", "od", True, slash("show order", "od")),
    Command(("ti",), "", "how long the game has run", "seated", "game", "ti", True, slash("show time", "ti")),
    Command(("st",), "", "how many cards are left to draw", "seated", "game", "st", True, slash("show stock", "st")),
    Command(("us",), "", "the table in one line, for programs", "anyone", "game", "us", True, slash("status", "us")),
)

AROUND = (
    Command(
        ("open",),
        "[casual|sandbox] [PRESET]",
        "open a table here and sit down",
        "anyone",
        "table",
        "!uno casual classic",
        slash=slash("open", "!uno", mode_="mode", preset_="preset"),
    ),
    Command(("deal", "start"), "", "start the round, or a rematch", "host", "table", "!uno deal"),
    Command(
        ("bot",),
        "[LEVEL] [NAME] | off NAME",
        "seat or unseat a computer player",
        "host",
        "table",
        "!uno bot medium Ada",
        slash=slash("table bot", "!uno bot", level_="level", name_="name")
        + slash("table unbot", "!uno bot off", "unseat a computer player", name="computer"),
    ),
    Command(
        ("leave", "drop"),
        "[NICK]",
        "leave the table; with a name, remove somebody",
        "seated",
        "table",
        "!uno leave",
        slash=slash("leave", "!uno leave", "leave the table")
        + slash("table drop", "!uno drop", "remove somebody from the table", player="player"),
    ),
    Command(
        ("replace",),
        "OLD NEW",
        "offer a seat to somebody else",
        "host or admin",
        "table",
        "!uno replace bob cid",
        slash=slash("table replace", "!uno replace", old="player", new="member"),
    ),
    Command(
        ("transfer",),
        "NICK",
        "hand the table over",
        "host or admin",
        "table",
        "!uno transfer bob",
        slash=slash("table transfer", "!uno transfer", player="player"),
    ),
    Command(
        ("pause",),
        "",
        "stop the clock",
        "host or admin",
        "table",
        "!uno pause",
        slash=slash("table pause", "!uno pause"),
    ),
    Command(
        ("resume",),
        "",
        "start the clock again",
        "host or admin",
        "table",
        "!uno resume",
        slash=slash("table resume", "!uno resume"),
    ),
    Command(
        ("stop", "quit"),
        "",
        "end the table without a result",
        "host, admin or a majority",
        "table",
        "!uno stop",
        slash=slash("table stop", "!uno stop"),
    ),
    Command(
        ("rules",),
        "[PRESET]",
        "the rules here, or a preset",
        "anyone",
        "records",
        "!uno rules classic",
        slash=slash("show rules", "!uno rules", preset_="preset"),
    ),
    Command(
        ("set",),
        "OPTION VALUE",
        "change a rule for this channel",
        "admin",
        "admin",
        "!uno set jump_in on",
        slash=slash("admin set", "!uno set", option="option", value="value"),
    ),
    Command(
        ("unset",),
        "OPTION",
        "take a change back",
        "admin",
        "admin",
        "!uno unset jump_in",
        slash=slash("admin unset", "!uno unset", option="option"),
    ),
    Command(
        ("top",),
        "[N] [points|wins|average|rating]",
        "the leaderboard here",
        "anyone",
        "records",
        "!uno top 5 wins",
        slash=slash("records top", "!uno top", number_="number", sort_="sort"),
    ),
    Command(
        ("stats", "score"),
        "[NICK]",
        "somebody's results here",
        "anyone",
        "records",
        "!uno stats bob",
        slash=slash("records stats", "!uno stats", player_="member"),
    ),
    Command(
        ("channel",),
        "",
        "the records of this channel",
        "anyone",
        "records",
        "!uno channel",
        slash=slash("records channel", "!uno channel"),
    ),
    Command(
        ("history",),
        "",
        "the latest games here",
        "anyone",
        "records",
        "!uno history",
        slash=slash("records history", "!uno history"),
    ),
    Command(
        ("tables",),
        "",
        "the tables that are open",
        "anyone",
        "records",
        "!uno tables",
        slash=slash("show tables", "!uno tables"),
    ),
    Command(
        ("notify",),
        "on|off",
        "be told when a table opens here",
        "anyone",
        "people",
        "!uno notify on",
        slash=slash("my notify", "!uno notify", switch="switch"),
    ),
    Command(
        ("why",),
        "CARD",
        "why a card can or cannot be played now",
        "seated",
        "people",
        "!uno why r5",
        slash=slash("why", "!uno why", card="card"),
    ),
    Command(
        ("hint",),
        "",
        "what a good player would do (not at ranked tables)",
        "seated",
        "people",
        "!uno hint",
        slash=slash("hint", "!uno hint"),
    ),
    Command(
        ("replay",),
        "ID",
        "a finished game, move by move",
        "anyone",
        "records",
        "!uno replay 12",
        slash=slash("records replay", "!uno replay", game="id"),
    ),
    Command(
        ("verify",),
        "ID",
        "the proof that a deck was not touched",
        "anyone",
        "records",
        "!uno verify 12",
        slash=slash("records verify", "!uno verify", game="id"),
    ),
    Command(
        ("prefs",),
        "[KEY VALUE]",
        "how you are told things",
        "anyone",
        "people",
        "!uno prefs colors off",
        slash=slash("my prefs", "!uno prefs", key_="pref", value_="value"),
    ),
    Command(
        ("help",),
        "[TOPIC]",
        "this; topics: commands, cards, rules, scoring, admin",
        "anyone",
        "people",
        "!uno help cards",
        slash=slash("help", "!uno help", topic_="topic"),
    ),
)

_COMPACT = {word: command for command in COMPACT for word in command.words}
_AROUND = {word: command for command in AROUND for word in command.words}


@dataclass(frozen=True, slots=True)
class Typed:
    """A command with the words behind it."""

    command: Command
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """An order to the bot that it does not know, and the nearest that it does."""

    word: str
    nearest: str | None


def parse_around(text: str, prefix: str, presets: Iterable[str]) -> Typed | Unknown | None:
    """What stands behind `!uno`; None if the text is no order to the bot."""
    words = text.split() if len(text) <= LONGEST else []
    if not words or words[0].lower() != f"{prefix.lower()}uno":
        return None
    arguments = tuple(words[1:])
    first = arguments[0].lower() if arguments else ""
    if first in _AROUND and first != "open":
        return Typed(_AROUND[first], arguments[1:])
    opening = ("casual", "sandbox", *presets)
    if not first or first.replace("_", "-") in opening:
        return Typed(_AROUND["open"], arguments)
    orders = [word for word in _AROUND if word != "open"]
    near = get_close_matches(first, orders, 1) or get_close_matches(first, opening, 1)
    return Unknown(arguments[0], near[0] if near else None)


def parse_compact(text: str) -> Typed | None:
    """One of the compact commands that are not moves; None if it may be a move, or talk."""
    words = text.split() if len(text) <= LONGEST else []
    command = _COMPACT.get(words[0].lower()) if words else None
    if command is None or len(words) > (2 if command.usage else 1):
        return None
    return Typed(command, tuple(words[1:]))
