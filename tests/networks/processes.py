"""Programs that tests start and stop: the bot as a process, ngircd, and the clients ii and irssi.

Everything is waited for by looking at what the programs write, with a deadline; every program is ended by its own
process id.
"""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from tests.networks import servers
from tests.networks.servers import need
from tests.networks.wire import Wire, unpainted

Found = TypeVar("Found")
TIMEOUT = 15.0
# `unobot run`, but computer players do not take their time.
HASTY = (
    "-c",
    """
import functools, sys
from unobot import serve
from unobot.__main__ import main
serve.Settings = functools.partial(serve.Settings, delay=lambda random: 0.0)
main(["run", *sys.argv[1:]])
""",
)


def wait_for(what: str, look: Callable[[], Found | None], timeout: float = TIMEOUT) -> Found:
    """What `look` finds, asked again and again."""
    deadline = time.monotonic() + timeout
    pause = threading.Event()
    while True:
        found = look()
        if found:
            return found
        assert time.monotonic() < deadline, f"{what} did not come"
        pause.wait(0.01)


def end(process: subprocess.Popen[bytes], number: signal.Signals = signal.SIGKILL) -> int:
    if process.poll() is None:
        process.send_signal(number)
    return process.wait(TIMEOUT)


# The bot


class BotProcess:
    """`unobot run` in a folder; what it says goes to files there."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        program: Sequence[str] = ("-m", "unobot", "run"),
        environ: dict[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self.out, self.err = folder / "stdout.txt", folder / "stderr.txt"
        with self.out.open("wb") as out, self.err.open("ab") as err:
            self.process = subprocess.Popen(
                [sys.executable, *program, *arguments],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])} | (environ or {}),
            )

    def port(self) -> int:
        """Where its own server listens, once it is there itself."""
        return int(self._says(self.out, r"127\.0\.0\.1 port (\d+)")[1])

    def _says(self, path: Path, pattern: str) -> re.Match[str]:
        def look() -> re.Match[str] | None:
            assert self.process.poll() is None, f"it has ended: {self.err.read_text()}"
            return re.search(pattern, path.read_text())

        return wait_for(pattern, look)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        return end(self.process, number)


@contextlib.contextmanager
def running_bot(folder: Path, program: Sequence[str] = ("-m", "unobot", "run")) -> Iterator[BotProcess]:
    bot = BotProcess(folder, program=program)
    try:
        yield bot
    finally:
        bot.stop(signal.SIGKILL)


def configured(folder: Path, port: int, extra: str = "", network: str = "") -> Path:
    """A configuration for a server on this machine, as fast as it can be."""
    path = folder / "config.toml"
    path.write_text(
        f"""
{extra}
[limits]
game_commands_per_minute = 100000
other_commands_per_15_minutes = 100000
[[irc]]
name = "test"
servers = ["127.0.0.1:{port}"]
tls = false
pace = {{ burst = 1000, per_second = 1000.0 }}
{network}
"""
    )
    return path


def arrived(wire: Wire, channel: str = "#uno", nick: str = "unobot") -> None:
    """Wait until the bot is in the channel, where the wire must be."""

    def look() -> bool:
        return any(nick in line.partition(" :")[2].replace("@", " ").split() for line in wire.ask(f"NAMES {channel}"))

    wait_for(f"{nick} in {channel}", look)


@contextlib.contextmanager
def running_ngircd(password: str = "") -> Iterator[int]:
    """Gives its port."""
    with servers.folder() as path:
        server = servers.Ngircd(path, password=password)
        with servers.running(server):
            yield server.port


# Clients


class Ii:
    """ii: files are its interface."""

    def __init__(self, folder: Path, port: int, nick: str) -> None:
        need("ii")
        self.folder = folder / "127.0.0.1"
        self.seen: dict[str, int] = {}
        self.process = subprocess.Popen(
            ["ii", "-s", "127.0.0.1", "-p", str(port), "-n", nick, "-i", str(folder)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def join(self) -> None:
        wait_for("ii's files", (self.folder / "in").exists)
        wait_for("the welcome", lambda: "Welcome" in self._text("out"))
        self._write("in", "/j #uno")
        wait_for("#uno", (self.folder / "#uno" / "in").exists)

    def _text(self, name: str) -> str:
        path = self.folder / name
        return path.read_text(errors="replace") if path.exists() else ""

    def _write(self, name: str, text: str) -> None:
        pipe = os.open(self.folder / name, os.O_WRONLY | os.O_NONBLOCK)  # an error, not a wait, where ii is gone
        try:
            os.write(pipe, text.encode() + b"\n")
        finally:
            os.close(pipe)

    def say(self, text: str) -> None:
        self._write("#uno/in", text)

    def _new(self, name: str) -> list[str]:
        """Whole lines that were not read yet, without the time."""
        lines = self._text(name).split("\n")[:-1]
        start = self.seen.get(name, 0)
        self.seen[name] = len(lines)
        return [unpainted(line.partition(" ")[2]) for line in lines[start:]]

    def private(self) -> list[str]:
        return self._new("unobot/out")

    def public(self) -> list[str]:
        return [line for line in self._new("#uno/out") if line.startswith("<unobot>")]

    def close(self) -> None:
        end(self.process)


class Irssi:
    """irssi on a terminal: what is typed goes there, what it shows is read from its own logs."""

    def __init__(self, folder: Path, port: int, nick: str) -> None:
        need("irssi")
        self.folder = folder
        self.seen: dict[str, int] = {}
        (folder / "config").write_text(_IRSSI % {"port": port, "nick": nick, "logs": folder / "logs"})
        self.screen, terminal = pty.openpty()
        self.process = subprocess.Popen(
            ["irssi", f"--home={folder}"],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
            env=os.environ | {"TERM": "xterm", "LINES": "24", "COLUMNS": "200", "LANG": "C.UTF-8"},
        )
        os.close(terminal)
        self.drain = threading.Thread(target=self._drain, daemon=True)
        self.drain.start()

    def join(self) -> None:
        wait_for("#uno", lambda: "has joined #uno" in self._text("#uno"))
        self.say("/window goto #uno")

    def _drain(self) -> None:
        """A terminal that nobody reads would stop irssi."""
        with contextlib.suppress(OSError):
            while select.select([self.screen], [], [], TIMEOUT) and os.read(self.screen, 65536):
                pass

    def _text(self, name: str) -> str:
        path = self.folder / "logs" / f"{name}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def say(self, text: str) -> None:
        os.write(self.screen, text.encode() + b"\r")

    def _new(self, name: str) -> list[str]:
        lines = self._text(name).split("\n")[:-1]
        start = self.seen.get(name, 0)
        self.seen[name] = len(lines)
        return [unpainted(line) for line in lines[start:]]

    def private(self) -> list[str]:
        return self._new("unobot")

    def public(self) -> list[str]:
        return [line for line in self._new("#uno") if re.search(r"<.?unobot>", line)]

    def close(self) -> None:
        end(self.process)
        self.drain.join(TIMEOUT)
        os.close(self.screen)


# It paces itself, for servers that punish a flood: about a line in two seconds, which a script need not wait for.
_IRSSI = """
servers = ( { address = "127.0.0.1"; chatnet = "test"; port = "%(port)s"; autoconnect = "yes"; } );
chatnets = { test = { type = "IRC"; nick = "%(nick)s"; }; };
channels = ( { name = "#uno"; chatnet = "test"; autojoin = "yes"; } );
settings = {
  core = { real_name = "%(nick)s"; user_name = "%(nick)s"; nick = "%(nick)s"; };
  "fe-common/core" = { autolog = "yes"; autolog_path = "%(logs)s/$0.log"; };
  "irc/core" = { cmd_queue_speed = "0"; cmds_max_at_once = "1000"; };
  "fe-text" = { paste_verify_line_count = "0"; };
};
"""


Player = Ii | Irssi


@contextlib.contextmanager
def playing(client: type[Player], folder: Path, port: int, nick: str) -> Iterator[Player]:
    """Somebody in #uno with this client."""
    folder.mkdir()
    player = client(folder, port, nick)
    try:
        player.join()
        yield player
    finally:
        player.close()


@contextlib.contextmanager
def running_weechat(folder: Path, port: int, nick: str) -> Iterator[Callable[[str], str]]:
    """weechat without a screen, in #uno; gives what reads its logs. (Without its pipe, which Debian keeps in another
    package, nothing can be typed.)"""
    need("weechat-headless")
    commands = [
        "/set logger.file.flush_delay 0",
        f"/server add test 127.0.0.1/{port} -notls -nicks={nick} -autojoin=#uno",
        "/connect test",
    ]
    process = subprocess.Popen(
        ["weechat-headless", "-d", str(folder), *(word for each in commands for word in ("-r", each))],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"HOME": str(folder), "LANG": "C.UTF-8"},
    )

    def log(name: str) -> str:
        path = folder / "logs" / f"{name}.weechatlog"
        return path.read_text(errors="replace") if path.exists() else ""

    try:
        yield log
    finally:
        end(process)


# Playing


def answer(hand: str) -> str | None:
    """What somebody types who was shown this hand and plays whatever can be played."""
    if "Name a colour" in hand:
        return "co r"
    if "Your turn" not in hand:
        return None
    playable = re.search(r"\[(\S+?)\]", hand)
    if playable:
        card = playable[1]
        return card + "r" if card in ("w", "wd4") else card
    told = re.search(r"\(nothing .*?: (p[ea])", hand)
    return told[1] if told else None


def play_to_the_end(players: Sequence[Player], timeout: float = 60.0) -> list[str]:
    """Every player answers their hands until the round is won; gives what the channel heard."""
    heard: list[str] = []

    def look() -> bool:
        for player in players:
            for line in player.private():
                typed = answer(line)
                if typed:
                    player.say(typed)
        heard.extend(players[0].public())
        return any("wins the round" in line for line in heard)

    wait_for("the end of the round", look, timeout)
    return heard
