"""Whole games through real clients, from joining to winning, on the embedded server and on ngircd."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.networks.processes import (
    HASTY,
    Ii,
    Irssi,
    Player,
    arrived,
    configured,
    play_to_the_end,
    playing,
    running_bot,
    running_ngircd,
    running_weechat,
    wait_for,
)
from tests.networks.wire import Wire

CLIENTS = {"ii": Ii, "irssi": Irssi}
PLENTY = "[limits]\ngame_commands_per_minute = 100000\n"


@contextmanager
def embedded(folder: Path) -> Iterator[int]:
    (folder / "config.toml").write_text(PLENTY)
    with running_bot(folder, HASTY) as bot:
        yield bot.port()


@contextmanager
def ngircd(folder: Path) -> Iterator[int]:
    with running_ngircd() as port:
        configured(folder, port)
        with Wire(port) as scout, running_bot(folder, HASTY):
            scout.register("scout", "#uno")
            arrived(scout)
            yield port


def hears(player: Player, text: str) -> None:
    wait_for(text, lambda: any(text in line for line in player.public()))


@pytest.mark.parametrize("client", CLIENTS)
def test_a_game_on_the_embedded_server(client, tmp_path):
    """The table stands ready with a computer player: jo and deal are enough."""
    with embedded(tmp_path) as port, playing(CLIENTS[client], tmp_path / "client", port, "ann") as ann:
        ann.say("jo")
        hears(ann, "ann sits down: Ada, ann.")
        ann.say("deal")
        heard = play_to_the_end([ann])
    assert any("on top" in line for line in heard)


@pytest.mark.parametrize("client", CLIENTS)
def test_a_game_on_ngircd(client, tmp_path):
    with ngircd(tmp_path) as port, playing(CLIENTS[client], tmp_path / "client", port, "ann") as ann:
        ann.say("!uno")
        hears(ann, "ann opens a table")
        ann.say("!uno bot")
        hears(ann, "Ada (medium) sits down")
        ann.say("deal")
        play_to_the_end([ann])


def test_ii_against_irssi_on_the_embedded_server(tmp_path):
    """Two people: the first one who sat down is the host, and may send the computer player away."""
    with (
        embedded(tmp_path) as port,
        playing(Ii, tmp_path / "ann", port, "ann") as ann,
        playing(Irssi, tmp_path / "bob", port, "bob") as bob,
    ):
        ann.say("jo")
        hears(ann, "ann sits down")
        bob.say("jo")
        hears(ann, "bob sits down")
        ann.say("!uno bot off Ada")
        hears(ann, "Ada gets up")
        ann.say("deal")
        play_to_the_end([ann, bob])


def test_weechat_feels_at_home_on_the_embedded_server(tmp_path):
    folder = tmp_path / "weechat"
    folder.mkdir()
    with embedded(tmp_path) as port, running_weechat(folder, port, "wee") as log, Wire(port) as ann:
        wait_for("the names", lambda: "Channel #uno: 2 nicks (2 ops," in log("irc.test.#uno"))
        assert "UNO! Type jo" in log("irc.test.#uno")
        ann.register("ann", "#uno").send("PRIVMSG #uno :hello", "NOTICE wee :psst", "QUIT :bye")
        wait_for("what ann does", lambda: "ann (~ann@localhost) has quit (Quit: bye)" in log("irc.test.#uno"))
        assert re.search(r"\tann\thello", log("irc.test.#uno"))
        assert "psst" in log("irc.server.test")
        assert "Unknown command" not in log("irc.server.test")
