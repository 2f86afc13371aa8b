"""The rules as one frozen value: every option with what it may be and what it means, and the presets.

A rule set is data given to one machine (game.py), never a class of its own. Everything that a person reads about an
option (its values, its meaning, the sentence that refuses a bad value) comes from the field below, so a new option is
added here and where the engine looks at it. `RulesError` is the only thing raised for a value that a person chose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, asdict, dataclass, field, fields
from difflib import get_close_matches
from functools import cache, cached_property
from typing import Any, Literal, get_args, get_type_hints

from unobot.engine.cards import CARDS, WD4, Card, Figure

Value = bool | int | str
ON, OFF = ("on", "yes", "true"), ("off", "no", "false")


class RulesError(ValueError):
    """A sentence for the person who chose the value."""


def option(default: Value, meaning: str, low: int = 0, high: int = 0) -> Any:
    return field(default=default, metadata={"meaning": meaning, "low": low, "high": high})


@dataclass(frozen=True)
class Rules:
    """All options; the defaults are the preset `irc`."""

    players_max: int = option(10, "seats at the table", 2, 10)
    hand_size: int = option(7, "cards dealt to everyone", 1, 15)
    dealer: Literal["random", "highest_card"] = option(
        "random", "who deals first: anyone, or who draws the highest card"
    )
    first_wild: Literal["redraw", "next_chooses", "dealer_chooses"] = option(
        "redraw", "a Wild turned up first: put back, or the first player or the dealer names its colour"
    )
    first_wd4: Literal["redraw", "dealer_plays"] = option(
        "redraw", "a WD4 turned up first: put back, or the dealer names its colour and the first player faces it"
    )
    first_reverse: Literal["dealer_starts", "as_played"] = option(
        "as_played", "a Reverse turned up first: the dealer starts, or the seat on the dealer's other side"
    )
    stacking: Literal["none", "progressive", "same", "any", "war"] = option(
        "war", "what answers a draw card: nothing, +2 on +2, also WD4 on WD4, either on either, or the IRC wars"
    )
    double_play: bool = option(True, "two identical cards may be played at once")
    double_reverse: Literal["again", "passes"] = option(
        "again", "two Reverses at once: the same player is on turn again, or the turn passes"
    )
    wd4_when: Literal["always", "no_color", "no_other"] = option(
        "always", "an honest WD4: always, without a card of the colour in force, or without any other playable card"
    )
    wd4_check: Literal["challenge", "enforce"] = option(
        "challenge", "a dishonest WD4 can be played and challenged, or is refused"
    )
    challenge_penalty: int = option(2, "cards added to the draw when a challenge fails", 0, 10)
    uno_call: Literal["auto", "call"] = option("auto", "UNO is announced by the bot, or must be called")
    uno_enforcement: Literal["catch", "automatic"] = option(
        "catch", "a missed UNO costs when somebody catches it, or at once"
    )
    uno_penalty: int = option(2, "cards for a missed UNO", 0, 10)
    false_catch_penalty: int = option(0, "cards for catching somebody who cannot be caught", 0, 10)
    false_uno_penalty: int = option(0, "cards for calling UNO when the call cannot apply", 0, 10)
    after_draw: Literal["drawn_card", "any_card", "keep"] = option(
        "drawn_card", "what may be played after a pick: the picked card, any card, nothing"
    )
    must_play_drawn: bool = option(True, "a playable picked card must be played")
    drawn_wd4: bool = option(True, "after a pick, a WD4 held before may be played instead of the picked card")
    draw_until_playable: bool = option(False, "picking goes on until a playable card comes")
    force_play: bool = option(False, "no picking while a card in hand is playable")
    reverse_two: Literal["skip", "reverse"] = option(
        "reverse", "a Reverse with two players: the same player is on turn again, or the other one"
    )
    seven_zero: bool = option(False, "a 7 swaps hands with a player of choice, a 0 passes all hands on")
    jump_in: bool = option(False, "an identical card may be played out of turn")
    no_u: bool = option(False, "Skip and Reverse answer +2, WD4 and Wild")
    out_of_turn_penalty: int = option(0, "cards for playing or picking out of turn", 0, 10)
    illegal_play_penalty: int = option(0, "cards for playing a card that does not match", 0, 10)
    turn_seconds: int = option(180, "seconds for a turn, 0 for no limit", 0, 86400)
    afk_turns: int = option(2, "expired turns in a row until a computer player minds the seat, 0 for never", 0, 20)
    scoring: Literal["winner_takes", "own_hand"] = option(
        "winner_takes", "the winner scores all other hands, or everyone their own and is out at the target"
    )
    min_points: int = option(30, "the least a won round is worth (winner_takes)", 0, 500)
    target: int = option(0, "points to which a match goes, 0 for a single round", 0, 10000)
    last_draw_counts: bool = option(False, "a draw card played last still makes the next player draw before scoring")
    leave: Literal["any_time", "between_rounds"] = option("any_time", "when a seated player may leave")
    one_table: bool = option(False, "a player may sit at one table at a time")

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            _check(name, value)
        if self.no_u and self.stacking == "war":
            raise RulesError("no_u on does not go with stacking war: choose another stacking or set no_u off")
        if self.must_play_drawn and self.after_draw == "keep":
            raise RulesError(
                "must_play_drawn on does not go with after_draw keep: "
                "set must_play_drawn off or choose another after_draw"
            )

    def differences(self, other: Rules) -> dict[str, Value]:
        """The options that are not as in the other rules, with their values here."""
        theirs = asdict(other)
        return {name: value for name, value in asdict(self).items() if value != theirs[name]}

    # What follows from the options, worked out once: the engine and the tables ask these at every move.

    @cached_property
    def values(self) -> dict[str, Value]:
        """Every option with its value, to be looked at only."""
        return asdict(self)

    @cached_property
    def challengeable(self) -> bool:
        """Can a WD4 be a bluff at all?"""
        return self.wd4_check == "challenge" and self.wd4_when != "always"

    @cached_property
    def stack_answers(self) -> dict[Figure, frozenset[Figure]]:
        """By the kind of a waiting draw: the figures that stacking lets answer it (they must match besides)."""
        two, four, reverse = Figure.DRAW_TWO, Figure.WD4, Figure.REVERSE
        on_two, on_four = {
            "none": ((), ()),
            "progressive": ((two,), ()),
            "same": ((two,), (four,)),
            "any": ((two, four), (two, four)),
            "war": ((two, reverse, four), (four,)),
        }[self.stacking]
        return {two: frozenset(on_two), four: frozenset(on_four)}

    @cached_property
    def answers(self) -> dict[Figure, frozenset[Figure]]:
        """The same with the Skips and Reverses of `no_u`."""
        extra = {Figure.SKIP, Figure.REVERSE} if self.no_u else set()
        return {kind: figures | extra for kind, figures in self.stack_answers.items()}

    @cached_property
    def careful(self) -> frozenset[Card]:
        """The cards of which it is not enough that they are held and fit: refused WD4s, and sevens that swap."""
        cards = {WD4} if self.wd4_check == "enforce" and self.wd4_when != "always" else set()
        if self.seven_zero:
            cards |= {card for card in CARDS.values() if card.figure is Figure.SEVEN}
        return frozenset(cards)


@cache
def _option_fields() -> dict[str, tuple[Field[Any], Any]]:
    hints = get_type_hints(Rules)
    return {f.name: (f, hints[f.name]) for f in fields(Rules)}


OPTIONS = tuple(_option_fields())


def _option(name: str) -> tuple[Field[Any], Any]:
    try:
        return _option_fields()[name]
    except KeyError:
        near = get_close_matches(name, OPTIONS, 1)
        hint = f"; did you mean {near[0]}?" if near else f". The options are {', '.join(OPTIONS)}"
        raise RulesError(f"there is no option {name!r}{hint}") from None


def meaning(name: str) -> str:
    """One line for people about an option."""
    return str(_option(name)[0].metadata["meaning"])


def allowed(name: str) -> str:
    """What an option may be, in words."""
    described, kind = _option(name)
    if kind is bool:
        return "on or off"
    if kind is int:
        return f"a whole number from {described.metadata['low']} to {described.metadata['high']}"
    *others, last = get_args(kind)
    return f"{', '.join(others)} or {last}"


def _check(name: str, value: object) -> None:
    described, kind = _option(name)
    if kind is bool:
        fine = type(value) is bool
    elif kind is int:
        fine = type(value) is int and described.metadata["low"] <= value <= described.metadata["high"]
    else:
        fine = value in get_args(kind)
    if not fine:
        raise RulesError(f"{name} cannot be {to_text(value)}: it must be {allowed(name)}")


def choices(name: str) -> tuple[str, ...]:
    """The values of an option that has few of them; empty for a number."""
    kind = _option(name)[1]
    return ("on", "off") if kind is bool else get_args(kind)


def to_text(value: object) -> str:
    """A value as an admin types it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int) and abs(value) >= 10**20:
        return "a huge number"  # which Python would not even write down
    return str(value)


def from_text(name: str, text: str) -> Value:
    """The value that an admin typed; refused with a sentence where the option cannot be that."""
    kind = _option(name)[1]
    word = text.strip().lower()
    value: Value = text.strip()
    if kind is bool and word in ON + OFF:
        value = word in ON
    elif kind is int and word.isascii() and word.isdigit() and len(word) <= 9:
        value = int(word)
    elif word.replace("-", "_") in choices(name):
        value = word.replace("-", "_")
    _check(name, value)
    return value


def _given(name: str, value: object) -> Value:
    """A value from a file: as TOML has it, or as an admin would type it."""
    if isinstance(value, str):
        return from_text(name, value)
    _check(name, value)
    assert isinstance(value, bool | int)
    return value


@dataclass(frozen=True)
class Preset:
    """A rule set with a name. In a game mode the options that make it up are locked."""

    name: str
    rules: Rules
    locked: frozenset[str] = frozenset()

    def with_changes(self, changes: Mapping[str, object]) -> Rules:
        """The preset's rules with some options changed; RulesError where that is not possible."""
        values = asdict(self.rules)
        for name, value in changes.items():
            new = _given(name, value)
            if name in self.locked and new != values[name]:
                raise RulesError(
                    f"{name} is part of the game mode {self.name} and stays {to_text(values[name])}: "
                    "choose another preset first"
                )
            values[name] = new
        return Rules(**values)

    def based(self, name: str, changes: Mapping[str, object], mode: bool = False) -> Preset:
        """A further preset: this one with changes (they become locked in a game mode)."""
        return Preset(name, self.with_changes(changes), self.locked | (frozenset(changes) if mode else frozenset()))


_IRC = Preset("irc", Rules())
_STANDARD = _IRC.based(
    "standard",
    {
        "first_wild": "next_chooses",
        "first_reverse": "dealer_starts",
        "stacking": "none",
        "double_play": False,
        "double_reverse": "passes",
        "wd4_when": "no_color",
        "uno_call": "call",
        "false_uno_penalty": 2,
        "must_play_drawn": False,
        "drawn_wd4": False,
        "reverse_two": "skip",
        "turn_seconds": 60,
        "scoring": "own_hand",
        "min_points": 0,
        "target": 500,
        "last_draw_counts": True,
    },
)
_OFFICIAL = _STANDARD.based(
    "official",
    {
        "dealer": "highest_card",
        "first_wild": "redraw",
        "false_catch_penalty": 2,
        "false_uno_penalty": 0,
        "out_of_turn_penalty": 2,
        "illegal_play_penalty": 2,
        "turn_seconds": 15,
        "scoring": "winner_takes",
        "target": 1000,
        "leave": "between_rounds",
        "one_table": True,
    },
)
_DUEL = _STANDARD.based(
    "duel",
    {
        "players_max": 2,
        "wd4_when": "no_other",
        "false_uno_penalty": 0,
        "scoring": "winner_takes",
        "target": 0,
        "last_draw_counts": False,
    },
)
_CLASSIC = _STANDARD.based(
    "classic",
    {
        "dealer": "highest_card",
        "first_wild": "dealer_chooses",
        "first_wd4": "dealer_plays",
        "first_reverse": "as_played",
        "false_uno_penalty": 0,
        "force_play": True,
        "scoring": "winner_takes",
        "last_draw_counts": False,
    },
)
PRESETS = {
    preset.name: preset
    for preset in (
        _IRC,
        _OFFICIAL,
        _STANDARD,
        _DUEL,
        _CLASSIC,
        _CLASSIC.based("short", {"target": 200}),
        _CLASSIC.based("one-round", {"target": 0}),
        _CLASSIC.based("stacking", {"stacking": "same"}),
        _CLASSIC.based("progressive", {"stacking": "progressive"}),
        _CLASSIC.based("seven-zero", {"seven_zero": True}),
        _STANDARD.based("no-u", {"no_u": True, "stacking": "same", "seven_zero": True}, mode=True),
    )
}


def find_preset(name: str, presets: Mapping[str, Preset] = PRESETS) -> Preset:
    """The preset of that name, however it is capitalised and hyphenated."""
    key = name.strip().lower().replace("_", "-")
    if key in presets:
        return presets[key]
    near = get_close_matches(key, presets, 1)
    hint = f"; did you mean {near[0]}?" if near else f". The presets are {', '.join(presets)}"
    raise RulesError(f"there is no preset {name!r}{hint}")
