"""The table of commands: every example is what it says, every command has a handler, the nearest is suggested."""

from collections import Counter

import pytest

from unobot.chat.commands import AROUND, COMPACT, MOVES, Typed, Unknown, parse_around, parse_compact
from unobot.chat.routing import HANDLERS, TYPED_MOVES
from unobot.engine.notation import parse_action
from unobot.engine.rules import PRESETS


@pytest.mark.parametrize("command", AROUND, ids=lambda command: command.name)
def test_the_examples_around_a_game(command):
    typed = parse_around(command.example, "!", PRESETS)
    assert isinstance(typed, Typed) and typed.command is command


@pytest.mark.parametrize("command", COMPACT, ids=lambda command: command.name)
def test_the_compact_examples(command):
    typed = parse_compact(command.example)
    assert typed is not None and typed.command is command


@pytest.mark.parametrize("command", MOVES, ids=lambda command: command.name)
def test_the_examples_of_moves(command):
    assert isinstance(parse_action(command.example, lambda name: 2), TYPED_MOVES)


def test_every_command_has_a_handler_and_every_handler_a_command():
    assert set(HANDLERS) == {(command.name, command.compact) for command in (*AROUND, *COMPACT)}


@pytest.mark.parametrize("command", AROUND, ids=lambda command: command.name)
def test_every_other_spelling_is_the_same_command(command):
    for word in command.words[1:]:
        typed = parse_around(f"!UNO  {word.upper()} x", "!", PRESETS)
        assert isinstance(typed, Typed) and typed.command is command and typed.arguments == ("x",)


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("!uno hepl", "help"),
        ("!uno dael", "deal"),
        ("!uno clasic", "classic"),
        ("!uno xyzzy", None),
        ("!uno open", None),
    ],
)
def test_the_nearest_command_is_suggested(typed, nearest):
    found = parse_around(typed, "!", PRESETS)
    assert isinstance(found, Unknown) and found.nearest == nearest


@pytest.mark.parametrize("text", ["", "uno", "!unobot", "hello !uno", ".uno", "!uno " + "x" * 500])
def test_what_is_no_order_to_the_bot(text):
    assert parse_around(text, "!", PRESETS) is None


@pytest.mark.parametrize("text", ["ca please", "jo a b", "deal me in", "tu tu", "x" * 500, ""])
def test_what_is_no_compact_command(text):
    assert parse_compact(text) is None


# Slash commands

EXAMPLES = {
    "card": "r5",
    "color": "r",
    "player": "bob",
    "computer": "Ada",
    "member": "cid",
    "word": "lucky",
    "name": "Ada",
    "number": "5",
    "id": "12",
    "preset": "classic",
    "level": "easy",
    "mode": "casual",
    "sort": "wins",
    "switch": "on",
    "topic": "cards",
    "option": "jump_in",
    "pref": "colors",
    "value": "off",
}
SLASHES = [(command, slash) for command in (*MOVES, *COMPACT, *AROUND) for slash in command.slash]


def meant(text):
    """The name of the command that a text is, with its arguments."""
    around = parse_around(text, "?", PRESETS)
    typed = around or parse_compact(text)
    if isinstance(typed, Typed) and not (typed.command.name == "ct" and typed.arguments):
        return typed.command.name, typed.arguments
    return type(parse_action(text, lambda name: 2)).__name__, ()


@pytest.mark.parametrize("command, slash", SLASHES, ids=lambda value: getattr(value, "path", None))
@pytest.mark.parametrize("full", [True, False])
def test_a_slash_command_is_what_one_would_type(command, slash, full):
    given = {p.name: EXAMPLES[p.kind] for p in slash.takes if full or p.required}
    name, arguments = meant(slash.typed("?", given))
    moves = {"play": "Play", "pe": "Draw", "pa": "Pass", "co": "Name", "ch": "Challenge", "un": "CallUno"}
    assert name == {**moves, "catch": "Catch"}.get(command.name, command.name)
    if command not in MOVES:
        assert arguments == ((("off",) if "off" in slash.types else ()) + tuple(given.values()))


def test_everything_that_can_be_typed_has_a_slash_command():
    covered_by_play = ("double", "swap")
    assert [c.name for c in (*MOVES, *COMPACT) if not c.slash] == [*covered_by_play]
    assert [c.name for c in AROUND if not c.slash] == ["deal"]  # the compact one
    paths = [slash.path for _, slash in SLASHES]
    assert len(set(paths)) == len(paths)


def test_no_group_of_slash_commands_has_more_than_25_entries():
    paths = [slash.path.split() for _, slash in SLASHES]
    assert all(len(path) <= 2 for path in paths)
    assert len({path[0] for path in paths}) <= 25
    assert max(Counter(path[0] for path in paths).values()) <= 25
    assert not {path[0] for path in paths if len(path) == 1} & {path[0] for path in paths if len(path) == 2}
