"""`unobot run` as a process: how it starts, what it says, how it ends, and that nothing is lost when it is killed."""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
import socket
import time
from pathlib import Path

import pytest

from tests.chat.stage import Stage, settings_of
from tests.networks.processes import BotProcess, answer, arrived, configured, running_bot, running_ngircd, wait_for
from tests.networks.wire import Wire, unpainted
from unobot import config
from unobot.networks.irc.server import Server
from unobot.serve import READY, _bot, _welcome
from unobot.store import Store

SOON = 5.0  # seconds that Ctrl-C and TERM may take


def told(wire: Wire, pattern: str) -> str:
    """The next line from the bot in which the pattern is found, as it reads."""
    while True:
        line = unpainted(wire.line())
        if line.startswith(":unobot!") and re.search(pattern, line):
            return line.partition(" :")[2]


def hand(wire: Wire) -> list[str]:
    """The cards, asked for."""
    wire.send("PRIVMSG unobot :ca")
    shown = told(wire, r"Your (turn|hand): ")
    return sorted(re.findall(r"[rgby](?:\d|s|r|\+2)|wd4|w", shown.partition(": ")[2].partition(" (")[0]))


def status(wire: Wire) -> str:
    """The machine-readable line: whose turn, what lies on top, who holds how many."""
    wire.send("PRIVMSG #uno :us")
    return told(wire, "UNO_STATUS_V1")


def ends_well(bot: BotProcess, number: signal.Signals) -> None:
    begun = time.monotonic()
    assert bot.stop(number) == 0, bot.err.read_text()
    assert time.monotonic() - begun < SOON
    assert "Traceback" not in bot.err.read_text()


# The embedded server


def test_it_says_how_to_connect_and_a_table_is_ready(tmp_path):
    with running_bot(tmp_path) as bot:
        port = bot.port()
        said = bot.out.read_text()
        assert f"irssi -c 127.0.0.1 -p {port}" in said and "/join #uno" in said
        with Wire(port) as ann:
            ann.register("ann")
            ann.send("JOIN #uno")
            lines = ann.until(" 366 ")
            assert any("Type jo to sit down" in line for line in lines if " 332 " in line)
            assert any("@unobot @ann" in line for line in lines if " 353 " in line)
            ann.send("PRIVMSG #uno :jo")
            assert told(ann, "sits down") == "ann sits down: Ada, ann."
            assert re.fullmatch(r"ann is the host and starts with deal\. Deck sealed: \w+\.", told(ann, "host"))
            ann.send("PRIVMSG #uno :deal")
            told(ann, "on top")
            told(ann, r"Your (turn|hand): ")
        ends_well(bot, signal.SIGTERM)
    assert (tmp_path / "unobot.db").exists()


def test_there_is_always_a_table(tmp_path):
    """Somebody who wants other rules opens a table instead; when it is over, another one stands ready."""
    with running_bot(tmp_path) as bot, Wire(bot.port()) as ann:
        ann.register("ann", "#uno")
        ann.send("PRIVMSG #uno :!uno classic")
        assert told(ann, "opens a table").startswith("ann opens a table, classic rules.")
        ann.send("PRIVMSG #uno :!uno stop")
        told(ann, "ann ends the table")
        assert told(ann, "Ada").startswith("Ada (medium) sits down: Ada.")
        ann.send("PRIVMSG #uno :jo")
        told(ann, "ann is the host")
        ann.send("PRIVMSG #uno :!uno leave")
        told(ann, "the table is closed")
        told(ann, r"Ada \(medium\) sits down")
        ann.send("PRIVMSG #uno :!uno set jump_in on")  # the first person in the channel looks after it
        told(ann, "jump_in is on here")


def test_the_next_port_when_the_first_is_taken(tmp_path):
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with contextlib.suppress(OSError):  # where somebody else has it already, that is just as well
            other.bind(("127.0.0.1", 6667))
            other.listen()
        with running_bot(tmp_path) as bot:
            assert 6667 < bot.port() < 6767


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_end_that_was_asked_for(tmp_path, number):
    with running_bot(tmp_path) as bot, Wire(bot.port()) as ann:
        ann.register("ann", "#uno")
        ends_well(bot, number)
        lines = ann.closed()
    assert any(re.match(r":unobot!\S+ QUIT :", line) for line in lines)
    assert lines[-1].startswith("ERROR :")


def test_killed_on_the_embedded_server(tmp_path):
    """Its server dies with it; whoever connects again under the same nick has the same cards."""
    with running_bot(tmp_path) as bot, Wire(bot.port()) as ann:
        ann.register("ann", "#uno")
        for typed in ("jo", "deal"):
            ann.send(f"PRIVMSG #uno :{typed}")
        told(ann, "on top")
        told(ann, r"Your turn: ")  # the computer player waits for us now
        cards, state = hand(ann), status(ann)
        bot.stop(signal.SIGKILL)
    with running_bot(tmp_path) as bot, Wire(bot.port()) as ann:
        ann.register("ann", "#uno")
        assert (hand(ann), status(ann)) == (cards, state)
        ends_well(bot, signal.SIGINT)


def test_nothing_happens_when_nobody_plays(tmp_path):
    with running_bot(tmp_path) as bot, Wire(bot.port()) as ann:
        ann.register("ann", "#uno")
        ann.ask()
        before = _cpu_seconds(bot.process.pid)
        with pytest.raises(TimeoutError):
            ann.line(timeout=2.0)  # two seconds in which nothing comes
        assert _cpu_seconds(bot.process.pid) - before < 0.1


def _cpu_seconds(process: int) -> float:
    path = Path(f"/proc/{process}/stat")
    if not path.exists():
        pytest.skip("no /proc here")
    fields = path.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


# A configured network


def test_the_end_on_a_real_server(tmp_path):
    with running_ngircd() as port, Wire(port) as ann:
        configured(tmp_path, port)
        ann.register("ann", "#uno")
        with running_bot(tmp_path) as bot:
            arrived(ann)
            ends_well(bot, signal.SIGTERM)
            assert ann.find(r":unobot!\S+ QUIT :")


def test_killed_in_mid_game_nobody_has_to_join_again(tmp_path):
    with running_ngircd() as port, Wire(port) as ann, Wire(port) as bob:
        configured(tmp_path, port)
        people = {"ann": ann.register("ann", "#uno"), "bob": bob.register("bob", "#uno")}
        with running_bot(tmp_path) as bot:
            arrived(ann)
            ann.send("PRIVMSG #uno :!uno")
            told(bob, "opens a table")
            bob.send("PRIVMSG #uno :jo")
            told(ann, "bob sits down")
            ann.send("PRIVMSG #uno :deal")
            told(bob, "on top")
            for _ in range(3):
                _one_move(people)
            before = hand(ann), hand(bob), status(ann)
            bot.stop(signal.SIGKILL)
            ann.find(r":unobot!\S+ QUIT :")
        with running_bot(tmp_path) as bot:
            assert told(ann, "Back again").startswith("Back again. ")
            assert (hand(ann), hand(bob), status(ann)) == before
            for _ in range(3):  # and on it goes
                _one_move(people)
            ends_well(bot, signal.SIGTERM)


def _one_move(people: dict[str, Wire]) -> None:
    """Whoever is on turn does something that counts."""
    moving = re.search(r"current=(\w+)", status(people["ann"]))
    assert moving
    player = people[moving[1]]
    player.ask()
    player.send("PRIVMSG unobot :ca")
    typed = answer(told(player, "Your turn: |Name a colour"))
    assert typed
    before = status(people["ann"])
    player.send(f"PRIVMSG #uno :{typed}")
    wait_for("the move", lambda: status(people["ann"]) != before)


def test_channels_have_their_own_prefix_and_preset(tmp_path):
    network = 'channels = ["#uno", { name = "#Cards", prefix = ".", preset = "friday" }]'
    with running_ngircd() as port, Wire(port) as ann:
        configured(tmp_path, port, 'preset = "classic"\n[presets.friday]\nbase = "irc"\njump_in = true', network)
        ann.register("ann", "#uno", "#cards")
        with running_bot(tmp_path):
            arrived(ann, "#uno")
            arrived(ann, "#cards")
            ann.send("PRIVMSG #cards :!uno", "PRIVMSG #cards :.uno", "PRIVMSG #uno :.uno", "PRIVMSG #uno :!uno")
            assert "friday rules" in told(ann, "opens a table")
            assert "classic rules" in told(ann, "opens a table")


def test_the_end_while_nobody_answers(tmp_path):
    """A server that takes the connection and says nothing, and one that is not there."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        configured(tmp_path, silent.getsockname()[1])
        with running_bot(tmp_path) as bot:
            silent.settimeout(15)
            connection, _ = silent.accept()
            with connection:
                ends_well(bot, signal.SIGTERM)
    with running_bot(tmp_path) as bot:  # now there is nobody to connect to
        wait_for("a failed attempt", lambda: bot.err.read_text().count("127.0.0.1"))
        ends_well(bot, signal.SIGINT)


def test_secrets_are_not_in_the_log(tmp_path):
    network = 'password = "s3cret-server"\nnickserv = { account = "unobot", password = "s3cret-nickserv" }'
    with running_ngircd("s3cret-server") as port, Wire(port) as ann:
        configured(tmp_path, port, network=network)
        ann.send("PASS s3cret-server")
        ann.register("ann", "#uno")
        bot = BotProcess(tmp_path, environ={"UNOBOT_LOG": "debug"})
        try:
            arrived(ann)
            ends_well(bot, signal.SIGTERM)
        finally:
            bot.stop(signal.SIGKILL)
    assert "s3cret" not in bot.err.read_text() + bot.out.read_text()


STUBBORN = """
import asyncio
from unobot import serve
class Stubborn:
    def __init__(self, settings): pass
    async def run(self, inbox):
        while True:
            try:
                print("ready", flush=True)
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                pass
    def send(self, out): pass
serve.IrcNetwork, serve.GOODBYE_SECONDS = Stubborn, 0.5
serve.serve(None)
"""


def test_the_end_comes_whatever_hangs(tmp_path):
    with running_bot(tmp_path, program=["-c", STUBBORN]) as bot:
        wait_for("the start", lambda: "ready" in bot.out.read_text())
        ends_well(bot, signal.SIGTERM)


def test_tables_of_a_network_that_is_not_served_wait(tmp_path):
    """Nobody could see what computer players do there, and nobody loses time."""
    stage = Stage(tmp_path / "unobot.db", settings_of({}), "war 7")
    for text in ("!uno", "!uno bot", "deal"):
        stage.line(f"<ann> {text}")
    stage.kill()
    with Store.open(stage.path) as store:
        bot = _bot(config.default(), store, {})
        [table] = bot.hall.tables.values()
        assert table.phase == "playing" and table.holds == {"link"} and table.moves_at is None


class Full(Store):
    """A disk that is full."""

    def write(self, records, now):
        raise OSError("no space left")


@pytest.mark.parametrize("kind, preset", [(Full, "irc"), (Store, "gone")])
def test_where_no_table_can_be_made_ready_the_loop_goes_on(tmp_path, kind, preset, capsys):
    with kind.open(tmp_path / "unobot.db") as store:
        bot = _bot(config.default(), store, {})
        bot.hall.kept[READY.id, "preset"] = preset

        async def welcome() -> None:
            await asyncio.wait_for(_welcome(bot, Server({}), config.default()), 0.1)

        with pytest.raises(TimeoutError):
            asyncio.run(welcome())
        assert READY.id not in bot.hall.tables


# Mistakes


def refused(tmp_path: Path, *arguments: str, environ: dict[str, str] | None = None) -> str:
    bot = BotProcess(tmp_path, *arguments, environ=environ)
    try:
        assert bot.process.wait(15) == 2
    finally:
        bot.stop(signal.SIGKILL)
    said = bot.err.read_text()
    assert "Traceback" not in said
    return said


def test_mistakes_of_the_configuration(tmp_path):
    (tmp_path / "mine.toml").write_text("prefixx = 1\nlobby_seconds = -1\n")
    said = refused(tmp_path, "--config", "mine.toml")
    assert "prefixx" in said and "lobby_seconds" in said
    assert "none.toml" in refused(tmp_path, "--config", "none.toml")
    assert "UNOBOT_LOG" in refused(tmp_path, environ={"UNOBOT_LOG": "loud"})


def test_a_database_that_cannot_be_used(tmp_path):
    (tmp_path / "unobot.db").write_text("not a database" * 100)
    assert "unobot.db" in refused(tmp_path)


def test_one_bot_for_one_database(tmp_path):
    with running_bot(tmp_path) as bot:
        bot.port()
        second = tmp_path / "second"
        second.mkdir()
        (second / "config.toml").write_text('database = "../unobot.db"')
        assert "unobot.db" in refused(second)
        assert bot.process.poll() is None
