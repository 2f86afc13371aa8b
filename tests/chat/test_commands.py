"""The table of commands: every example is what it says, every command has a handler, the nearest is suggested."""

import pytest

from unobot.chat.commands import AROUND, COMPACT, MOVES, Typed, Unknown, parse_around, parse_compact
from unobot.chat.hall import HANDLERS, TYPED_MOVES
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
