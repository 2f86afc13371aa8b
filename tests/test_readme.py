"""The README names every option, reason, preset and command, and its test vectors are true."""

import re
from pathlib import Path

import discord
import pytest

from unobot.__main__ import cli
from unobot.chat.commands import AROUND, COMPACT, MOVES
from unobot.chat.speech.english import BUTTONS
from unobot.config import Discord
from unobot.engine.cards import DECK
from unobot.engine.reasons import Reason
from unobot.engine.record import Record
from unobot.engine.replay import replay
from unobot.engine.rules import OPTIONS, PRESETS, allowed, meaning
from unobot.engine.shuffle import below, round_seed, seed_of, shuffled
from unobot.networks.discord.address import intents

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
    assert f"`unobot {command}" in README or command == "config"
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


def block(language, containing):
    """The fenced block of the README in which this stands."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return next(text for kind, text in found if kind == language and containing in text)


def test_the_check_by_hand_gives_the_deck_that_the_engine_deals(capsys):
    exec(block("python", "announced"), {})
    seed = round_seed(bytes(32), ["lucky"], 1)
    assert capsys.readouterr().out.split() == [card.code for card in shuffled(DECK, seed, "shuffle 0")]


def test_the_check_by_hand_notices_another_secret():
    lines = block("python", "announced").replace('"00" * 32', '"01" * 32')
    with pytest.raises(AssertionError):
        exec(lines, {})


def test_the_table_in_a_channel_is_a_real_one():
    shown = block("", "opens a table").strip()
    transcript = Path(__file__).parent / "chat" / "transcripts" / "irc_wars.txt"
    assert shown in transcript.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [*COMPACT, *AROUND, *MOVES], ids=lambda command: command.example)
def test_every_command_is_listed(command):
    if command in AROUND:
        usage = command.usage.replace("|", "\\|")
        names = [word for word in command.words if word != "open"] or [""]
        assert all(f"`{f'!uno {name} {usage}'.replace('  ', ' ').strip()}`" in README for name in names)
    else:
        assert f"| `{command.example}` | {command.summary} | {command.who} |" in README


@pytest.mark.parametrize(
    "path", [slash.path for command in (*MOVES, *COMPACT, *AROUND) for slash in command.slash], ids=str
)
def test_every_slash_command_is_listed(path):
    assert f"`/uno {path}`" in README


def test_the_invitation_asks_for_what_the_bot_needs():
    wanted = discord.Permissions(
        view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
    )
    assert f"permissions={wanted.value}`" in README
    named = re.findall(r"(?:Guilds|Guild Messages|Direct Messages|Message Content) \((\d+)\)", README)
    assert sum(map(int, named)) == intents(content=True).value


@pytest.mark.parametrize("setting", [name for name in Discord.model_fields if name not in ("token", "api", "gateway")])
def test_every_setting_of_discord_is_explained(setting):
    assert f"`{setting}" in README


@pytest.mark.parametrize(
    "label", [words.partition(" {")[0] for key, words in BUTTONS.items() if key not in ("take", "back", "refresh")]
)
def test_every_button_of_the_table_is_named(label):
    assert f"*{label}*" in README


def test_the_picture_is_there():
    for name in re.findall(r"!\[[^]]*\]\(([^)]+)\)", README):
        assert (Path(__file__).parent.parent / name).stat().st_size > 1000


def test_the_example_record_is_a_record():
    played = replay(Record.from_toml(block("toml", "moves")))
    assert not [step for step in played.steps if step.reason]
