"""`unobot play` as a process: on a pipe, killed in the middle, watched, and on a real terminal."""

import os
import pty
import re
import select
import signal
import subprocess
import sys

import pytest

UNOBOT = [sys.executable, "-m", "unobot"]
PROMPT = r"\x1b\[\?2004h"  # what a terminal is told when a line can be typed
KILLS = 5
HAND = re.compile(r"^(?:Your turn|Name a colour with co): (.*)$")


class Game:
    """The program on two pipes, played line by line."""

    def __init__(self, *options):
        self.process = subprocess.Popen(
            [*UNOBOT, "play", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.seen = []

    def read(self):
        """The next line; None when the program has ended."""
        line = self.process.stdout.readline()
        if line:
            self.seen.append(line.rstrip("\n"))
        return self.seen[-1] if line else None

    def until_asked(self):
        """Read up to the line that shows our hand when it is our turn; None if the game ended instead."""
        while (line := self.read()) is not None:
            if HAND.match(line):
                return line
        return None

    def type(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def answer(self, hand):
        """Any legal move, from what the hand line says."""
        playable = re.findall(r"\[([^\]]+)\]", hand)
        if hand.startswith("Name"):
            self.type("co r")
        elif playable:
            self.type(playable[0])
        else:
            self.type("pa" if "pa " in hand else "pe")

    def end(self):
        status = self.process.wait(timeout=30)
        self.process.stdin.close()
        self.process.stdout.close()
        errors = self.process.stderr.read()
        self.process.stderr.close()
        return status, errors


@pytest.mark.parametrize("preset", ["irc", "classic", "no-u", "seven-zero"])
def test_a_script_can_play_to_the_end(preset):
    game = Game("--preset", preset, "--set", "target=0", "--set", "uno_call=auto", "--seed", "pipe", "--players", "2")
    while (hand := game.until_asked()) is not None:
        game.answer(hand)
    status, errors = game.end()
    assert (status, errors) == (0, "")
    assert any(" win the round" in line or " wins the round" in line for line in game.seen)


def test_the_end_of_input_is_no_error():
    done = subprocess.run([*UNOBOT, "play", "--seed", "x"], input="", capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stderr) == (0, "")


def test_talk_and_mistakes_do_not_end_it():
    typed = "hello\n\nr99\n!uno why r5\n" + "x" * 5000 + "\n\x00\x1b[31m\npe please\n"
    done = subprocess.run([*UNOBOT, "play", "--seed", "x"], input=typed, capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout


def test_the_same_seed_gives_the_same_game():
    runs = [
        subprocess.run([*UNOBOT, "play", "--watch", "--seed", "again"], capture_output=True, text=True, timeout=60)
        for _ in range(2)
    ]
    assert runs[0].returncode == 0
    assert runs[0].stdout.splitlines()[:-1] == runs[1].stdout.splitlines()[:-1]


def test_watching_plays_a_whole_match():
    done = subprocess.run(
        [*UNOBOT, "play", "--watch", "--preset", "short", "--players", "3"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0
    assert "wins the match" in done.stdout


def test_a_game_killed_between_two_moves_goes_on(tmp_path):
    """Killed and started again after each of our first moves: same hand, same turn, and on to the end."""
    options = ["--db", str(tmp_path / "game.db"), "--seed", "kill", "--players", "2"]
    game = Game(*options)
    hand = game.until_asked()
    moves = 0
    while hand is not None:
        game.answer(hand)
        after = game.until_asked()
        moves += 1
        if after is None:
            break
        if moves > KILLS:
            hand = after
            continue
        os.kill(game.process.pid, signal.SIGKILL)
        assert game.end()[0] == -signal.SIGKILL
        game = Game(*options, "--preset", "duel")  # what else is asked for does not matter
        hand = game.until_asked()
        assert hand == after
    assert moves > KILLS
    assert game.end() == (0, "")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--preset", "clasic"], "did you mean classic?"),
        (["--set", "stacking=sideways"], "stacking cannot be sideways"),
        (["--set", "stacking"], "--set takes OPTION=VALUE"),
        (["--preset", "duel", "--players", "3"], "for 2 players"),
        (["--set", "hand_size=15", "--players", "10"], "at most 10"),
        (["--db", "/dev/null/x.db"], "/dev/null/x.db"),
    ],
)
def test_a_mistake_is_explained(options, sentence):
    done = subprocess.run([*UNOBOT, "play", *options], input="", capture_output=True, text=True, timeout=30)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


class Terminal:
    """The program on a pseudo-terminal."""

    def __init__(self, *options, **environment):
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            env = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100"} | environment
            os.execve(sys.executable, [*UNOBOT, "play", *options], env)
        self.text = ""

    def wait_for(self, pattern, seconds=30):
        while not re.search(pattern, self.text):
            ready, _, _ = select.select([self.file], [], [], seconds)
            assert ready, f"{pattern!r} did not come: {self.text[-500:]!r}"
            self.text += os.read(self.file, 65536).decode(errors="replace")
        found = self.text
        self.text = ""
        return found

    def type(self, keys):
        os.write(self.file, keys.encode())

    def end(self):
        _, status = os.waitpid(self.pid, 0)
        os.close(self.file)
        return os.waitstatus_to_exitcode(status)


def test_on_a_terminal_cards_are_coloured_and_ctrl_d_ends_it():
    terminal = Terminal("--seed", "x")
    shown = terminal.wait_for(r"Your (turn|hand)")
    assert "\x1b[" in shown
    terminal.wait_for(PROMPT)
    terminal.type("ca\r")
    # While it writes, the terminal reads whole lines and would keep Ctrl-D for itself: the prompt must be back.
    terminal.wait_for(r"Your (turn|hand)[\s\S]*" + PROMPT)
    terminal.type("\x04")
    assert terminal.end() == 0


def test_ctrl_c_is_no_error_either():
    terminal = Terminal("--seed", "x")
    terminal.wait_for(PROMPT)
    terminal.type("\x03")
    assert terminal.end() == 0
