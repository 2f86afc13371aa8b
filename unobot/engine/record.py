"""A whole game as a TOML text: a dealt game (a seed) or a position, and what people typed.

Everything that can be wrong with a record ends in a RecordError, a sentence for its author. replay.py plays it.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from unobot.engine.cards import DECK, Card, in_order
from unobot.engine.notation import Unreadable, parse_card, parse_hand
from unobot.engine.rules import PRESETS, Preset, Rules, RulesError, find_preset, to_text

MOST_POINTS = 10**9


class RecordError(ValueError):
    """What is wrong with a record."""


@dataclass(frozen=True)
class Position:
    """A round in the middle (`top`) or just dealt (`turned_up`), instead of a seed."""

    hands: dict[str, list[Card]]
    draw: list[Card]
    top: Card | None = None
    turned_up: Card | None = None
    on_turn: str | None = None
    direction: int = 1
    pile: int = 0


@dataclass(frozen=True)
class Record:
    """One round: who sits where (the first one deals), how it began, and what was typed."""

    players: tuple[str, ...]
    rules: Rules
    preset: Preset
    seed: str | None = None
    position: Position | None = None
    standings: dict[str, int] = field(default_factory=dict)
    moves: tuple[str, ...] = ()

    @classmethod
    def from_toml(cls, text: str, presets: Mapping[str, Preset] = PRESETS) -> Record:
        try:
            data = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # ValueError: also for a number too long to be one
            raise RecordError(f"this is not a TOML text: {error}") from None
        return cls.from_dict(data, presets)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], presets: Mapping[str, Preset] = PRESETS) -> Record:
        reader = _Reader(data)
        players = reader.names("players")
        try:
            preset = find_preset(reader.text("preset", "irc"), presets)
            rules = preset.with_changes(reader.table("rules"))
            if not 2 <= len(players) <= rules.players_max:
                raise RulesError(f"players: a round is for 2 to {rules.players_max}, not {len(players)}")
        except RulesError as error:
            raise RecordError(str(error)) from None
        record = cls(
            players=players,
            rules=rules,
            preset=preset,
            seed=reader.text("seed", None),
            position=reader.position(players, dealt="seed" in data),
            standings=reader.standings(),
            moves=tuple(reader.texts("moves")),
        )
        reader.finish()
        return record

    def to_toml(self) -> str:
        """The canonical text of a dealt game; from_toml reads it back."""
        changes = self.rules.differences(self.preset.rules)
        lines = [f"preset = {_quoted(self.preset.name)}"]
        if changes:
            pairs = ", ".join(f"{name} = {_plain(value)}" for name, value in changes.items())
            lines.append(f"rules = {{ {pairs} }}")
        lines.append(f"players = [{', '.join(map(_quoted, self.players))}]")
        if self.seed is not None:
            lines.append(f"seed = {_quoted(self.seed)}")
        if self.position is not None:
            lines += _position_lines(self.position)
        if self.standings:
            pairs = ", ".join(f"{_quoted(name)} = {points}" for name, points in self.standings.items())
            lines.append(f"standings = {{ {pairs} }}")
        moves = "".join(f"    {_quoted(move)},\n" for move in self.moves)
        lines.append(f"moves = [\n{moves}]" if moves else "moves = []")
        return "\n".join(lines) + "\n"


def _shown(value: object) -> str:
    """A value in a complaint, not longer than it helps."""
    text = to_text(value) if type(value) is int else repr(value)
    return text if len(text) <= 80 else text[:79] + "…"


def _quoted(text: str) -> str:
    """A TOML basic string."""
    return '"' + "".join(_ESCAPES.get(char, char) for char in text) + '"'


_ESCAPES = {chr(code): f"\\u{code:04x}" for code in (*range(32), 127)} | {'"': '\\"', "\\": "\\\\"}


def _plain(value: bool | int | str) -> str:
    return _quoted(value) if isinstance(value, str) else str(value).lower()


def _codes(cards: list[Card]) -> str:
    return _quoted(" ".join(card.code for card in cards))


def _position_lines(position: Position) -> list[str]:
    hands = ", ".join(f"{_quoted(name)} = {_codes(in_order(hand))}" for name, hand in position.hands.items())
    lines = [f"hands = {{ {hands} }}"]
    if position.turned_up:
        lines.append(f"turned_up = {_quoted(position.turned_up.code)}")
    if position.draw:
        lines.append(f"draw = {_codes(position.draw)}")
    if position.top:
        lines += [f"top = {_quoted(position.top.code)}", f"direction = {position.direction}", f"pile = {position.pile}"]
    if position.on_turn is not None:
        lines.append(f"on_turn = {_quoted(position.on_turn)}")
    return lines


class _Reader:
    """Takes a record's keys one by one, checks each, and complains about what is left."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = dict(data)

    def take(self, key: str, kind: type, called: str, default: Any) -> Any:
        value = self.data.pop(key, default)
        if value is not default and type(value) is not kind:
            raise RecordError(f"{key} must be {called}, not {_shown(value)}")
        return value

    def text(self, key: str, default: Any) -> Any:
        return self.take(key, str, "a text", default)

    def table(self, key: str) -> dict[str, Any]:
        return dict(self.take(key, dict, "a table", {}))

    def number(self, key: str, default: int) -> int:
        return int(self.take(key, int, "a whole number", default))

    def texts(self, key: str) -> list[str]:
        values: list[Any] = self.take(key, list, "a list of texts", [])
        for value in values:
            if not isinstance(value, str):
                raise RecordError(f"{key} must be a list of texts, and {_shown(value)} is none")
        return values

    def names(self, key: str) -> tuple[str, ...]:
        names = self.texts(key)
        if not all(name.strip() == name != "" and ":" not in name for name in names):
            raise RecordError(f"{key}: a name has no colon and no blanks around it, and is not empty")
        if len({name.casefold() for name in names}) < len(names):
            raise RecordError(f"{key}: every name can be there only once")
        return tuple(names)

    def standings(self) -> dict[str, int]:
        standings = self.table("standings")
        for name, points in standings.items():
            if type(points) is not int or not 0 <= points <= MOST_POINTS:
                raise RecordError(f"standings: {name} must have 0 to {MOST_POINTS} points, not {_shown(points)}")
        return standings

    def cards(self, key: str, text: Any) -> list[Card]:
        if not isinstance(text, str):
            raise RecordError(f"{key} must be cards in a text, not {_shown(text)}")
        try:
            return parse_hand(text)
        except Unreadable as error:
            raise RecordError(f"{key}: {str(error)!r} is not a card (a wild has no colour there)") from None

    def card(self, key: str) -> Card | None:
        text = self.text(key, None)
        if text is None:
            return None
        try:
            return parse_card(text)
        except Unreadable:
            raise RecordError(f"{key}: {text!r} is not a card") from None

    def position(self, players: tuple[str, ...], dealt: bool) -> Position | None:
        if dealt:
            for key in ("hands", "top", "turned_up", "draw", "on_turn", "direction", "pile"):
                if key in self.data:
                    raise RecordError(f"{key} does not go with seed: a record is a dealt game or a position")
            return None
        if "hands" not in self.data:
            raise RecordError("a record needs a seed, or hands and a top card")
        hands = {name: self.cards(f"hands.{name}", cards) for name, cards in self.table("hands").items()}
        for name in players:
            if not hands.get(name):
                raise RecordError(f"hands: {name} has no cards")
        for name in hands:
            if name not in players:
                raise RecordError(f"hands: {name} is not one of the players")
        if ("top" in self.data) is ("turned_up" in self.data):
            raise RecordError("a position needs either top or turned_up")
        if "turned_up" in self.data:
            for key in ("on_turn", "direction", "pile"):
                if key in self.data:
                    raise RecordError(f"{key} goes only with top")
        top, turned_up = self.card("top"), self.card("turned_up")
        if top and top.wild and top.color is None:
            raise RecordError(f"top: a wild that lies there has a colour, such as {top.code}r")
        if turned_up and turned_up.wild and turned_up.color:
            raise RecordError("turned_up: a wild that was just turned up has no colour yet")
        on_turn = self.text("on_turn", None)
        if on_turn is not None and on_turn not in players:
            raise RecordError(f"on_turn: {on_turn} is not one of the players")
        direction, pile = self.number("direction", 1), self.number("pile", 0)
        if direction not in (1, -1):
            raise RecordError(f"direction must be 1 or -1, not {_shown(direction)}")
        if not 0 <= pile <= len(DECK):
            raise RecordError(f"pile must be from 0 to {len(DECK)}, not {_shown(pile)}")
        draw = self.cards("draw", self.data.pop("draw", ""))
        position = Position({name: hands[name] for name in players}, draw, top, turned_up, on_turn, direction, pile)
        rest_of_deck(position)
        return position

    def finish(self) -> None:
        for key in self.data:
            raise RecordError(f"there is no {key} in a record")


def rest_of_deck(position: Position) -> list[Card]:
    """What the position does not name; RecordError where it names a card more often than a deck holds it."""
    named = [card for hand in position.hands.values() for card in hand] + position.draw
    named += [card.face for card in (position.top, position.turned_up) if card]
    rest = Counter(DECK)
    rest.subtract(named)
    for card, count in rest.items():
        if count < 0:
            raise RecordError(f"{card.code} is there more often than a deck holds it")
    return list(rest.elements())
