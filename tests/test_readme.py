"""The README names every option, reason, preset and command, and its test vectors are true."""

import re
from pathlib import Path

import pytest

from unobot.__main__ import cli
from unobot.engine.cards import DECK
from unobot.engine.reasons import Reason
from unobot.engine.rules import OPTIONS, PRESETS, allowed, meaning
from unobot.engine.shuffle import below, seed_of, shuffled

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_is_described(option):
    assert f"| `{option}` | {allowed(option)} | {meaning(option)} |" in README


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_is_explained(reason):
    assert f"| `{reason}` |" in README


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_named(preset):
    assert f"`{preset}`" in README


@pytest.mark.parametrize("command", cli.commands)
def test_every_command_and_its_options_are_named(command):
    assert f"`unobot {command}" in README
    for parameter in cli.commands[command].params:
        for name in parameter.opts:
            if name.startswith("--"):
                assert f"`{name}" in README


SEEDS = {"32 zero bytes": bytes(32), "the text `unobot`": seed_of("unobot")}
VECTORS = re.findall(r"\| (32 zero bytes|the text `unobot`) \| `(shuffle \d)` \| (.+) … \|", README)


@pytest.mark.parametrize(("seed", "purpose", "cards"), VECTORS)
def test_the_shuffles_are_as_described(seed, purpose, cards):
    expected = cards.split()
    order = shuffled(DECK, SEEDS[seed], purpose)
    assert [card.code for card in order[: len(expected)]] == expected


def test_there_are_vectors_and_the_dealer_is_one():
    assert len(VECTORS) == 3
    assert "| the text `unobot` | `dealer`, below 4 | 2 |" in README
    assert below(4, SEEDS["the text `unobot`"], "dealer") == 2
