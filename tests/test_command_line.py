"""The command line as scripts use it: what goes to which stream, with which status; never a traceback."""

import json
import os
import re
import subprocess
import sys

import pytest

from unobot import __version__
from unobot.__main__ import main
from unobot.engine.rules import OPTIONS, PRESETS, allowed, meaning, to_text

REPLAY_KEYS = [
    *("over", "winner", "points", "on_turn", "direction", "top", "color", "pile", "draw_left", "hands", "called_uno"),
    *("refused", "scores", "standings", "eliminated", "match_over", "match_winner"),
]
SIMULATE_KEYS = ["games", "actions", "seconds", "games_per_second", "actions_per_second", "wins"]

WON = """
players = ["ann", "bob"]
hands = { ann = "g9 w", bob = "r1" }
top = "r5"
moves = ["ann: pe", "bob: r1"]
"""
GOING_ON = """
players = ["ann", "bob"]
hands = { ann = "r2 r3", bob = "r+2 g1 g2" }
top = "r5"
draw = "y1 y2"
moves = ["bob: r+2"]
"""


class Run:
    """One run of the program inside this process."""

    def __init__(self, capsys, *arguments):
        self.status = 0
        try:
            main([str(argument) for argument in arguments])
        except SystemExit as end:
            self.status = end.code or 0
        self.out, self.err = capsys.readouterr()
        assert "Traceback" not in self.out + self.err


@pytest.fixture
def unobot(capsys, monkeypatch):
    for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return lambda *arguments: Run(capsys, *arguments)


@pytest.fixture
def write(tmp_path):
    def file(name, text):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return file


def process(*arguments, **environment):
    """One run as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "unobot", *arguments],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env=os.environ | environment,
        timeout=60,
    )


class TestReplay:
    def test_json_has_exactly_these_keys(self, unobot, write):
        run = unobot("replay", "--json", write("a.toml", WON))
        assert (run.status, run.err) == (0, "")
        assert list(json.loads(run.out)) == REPLAY_KEYS

    def test_json_of_a_round_that_is_over(self, unobot, write):
        run = unobot("replay", write("a.toml", WON), "--json")
        assert json.loads(run.out) == {
            "over": True,
            "winner": "bob",
            "points": 59,
            "on_turn": None,
            "direction": 1,
            "top": "r1",
            "color": "r",
            "pile": 0,
            "draw_left": 104,
            "hands": {"ann": ["g9", "w"], "bob": []},
            "called_uno": [],
            "refused": [{"move": 0, "text": "ann: pe", "reason": "not_your_turn"}],
            "scores": {"ann": 0, "bob": 59},
            "standings": {"ann": 0, "bob": 59},
            "eliminated": [],
            "match_over": True,
            "match_winner": "bob",
        }

    def test_json_of_one_that_is_not(self, unobot, write):
        shown = json.loads(unobot("replay", write("a.toml", GOING_ON), "--json").out)
        assert (shown["over"], shown["winner"], shown["points"], shown["scores"]) == (False, None, None, {})
        assert (shown["on_turn"], shown["pile"], shown["match_over"], shown["match_winner"]) == ("ann", 2, False, None)

    def test_several_files_in_the_order_given(self, unobot, write):
        won, going_on = write("won.toml", WON), write("going on.toml", GOING_ON)
        run = unobot("replay", "--json", going_on, won, going_on)
        lines = run.out.splitlines()
        assert [json.loads(line)["over"] for line in lines] == [False, True, False]
        assert (run.status, run.err) == (0, "")

    def test_in_words(self, unobot, write):
        path = write("a.toml", WON)
        assert unobot("replay", path).out.splitlines() == [
            f"{path}: ann, bob; r5 on top",
            "   1  ann: pe               refused: not_your_turn",
            "   2  bob: r1               bob is out of cards, 59 points",
            "bob wins.",
        ]

    def test_in_words_while_it_goes_on(self, unobot, write):
        path = write("a.toml", GOING_ON)
        assert unobot("replay", path).out.splitlines() == [
            f"{path}: ann, bob; r5 on top",
            "   1  bob: r+2              r+2 on top, 2 to draw, ann's turn",
            "Not over: ann is on turn.",
        ]

    def test_in_words_of_a_round_that_does_not_end_the_match(self, unobot, write):
        run = unobot("replay", write("a.toml", WON + "rules = { target = 500 }"))
        assert run.out.splitlines()[-1] == "   2  bob: r1               bob is out of cards, 59 points"

    def test_nothing_in_a_record_is_markup(self, unobot, write):
        run = unobot("replay", write("a.toml", 'players = ["[bold]", "[/]"]\nseed = "x"\nmoves = ["[/]: [red]"]'))
        assert "[bold], [/]; " in run.out
        assert "[/]: [red]" in run.out
        assert run.status == 0

    def test_names_of_all_kinds(self, unobot, write):
        path = write("käse ☺.toml", 'players = ["änn", "💥"]\nseed = "x"')
        assert f"{path}: änn, 💥; " in unobot("replay", path).out
        assert list(json.loads(unobot("replay", "--json", path).out)["hands"]) == ["änn", "💥"]

    @pytest.mark.parametrize(
        "text, said",
        [
            pytest.param('players = ["ann"', "this is not a TOML text: ", id="not TOML"),
            pytest.param("", "players: a round is for 2 to 10, not 0", id="empty"),
            pytest.param('players = ["a", "b"]', "a record needs a seed, or hands and a top card", id="incomplete"),
            pytest.param(b"\xff\xfe", "is not a text in UTF-8", id="not a text"),
            pytest.param(
                "players = [" + ", ".join(f'"p{n}"' for n in range(8)) + "]\nseed = 'x'\nrules = { hand_size = 14 }",
                "hand_size 14 is too large for 8 players: it can be at most 13",
                id="cannot be dealt",
            ),
            pytest.param(WON.replace("g9", "r1 r1"), "r1 is there more often than a deck holds it", id="not one deck"),
        ],
    )
    @pytest.mark.parametrize("options", [[], ["--json"]])
    def test_a_bad_file(self, unobot, write, text, said, options):
        path = write("bad.toml", text)
        run = unobot("replay", path, *options)
        assert (run.status, run.out) == (2, "")
        assert run.err.startswith(f"{path}: {said}")
        assert run.err.count("\n") == 1

    def test_no_file(self, unobot, tmp_path):
        run = unobot("replay", tmp_path / "none.toml")
        assert (run.status, run.out) == (2, "")
        assert run.err == f"{tmp_path / 'none.toml'}: cannot be read: No such file or directory\n"

    def test_a_directory(self, unobot, tmp_path):
        run = unobot("replay", tmp_path)
        assert (run.status, run.out, run.err) == (2, "", f"{tmp_path}: cannot be read: Is a directory\n")

    def test_the_others_are_printed_all_the_same(self, unobot, write, tmp_path):
        won, bad, going_on = write("won.toml", WON), write("bad.toml", "?"), write("on.toml", GOING_ON)
        run = unobot("replay", "--json", won, bad, tmp_path / "none.toml", going_on)
        assert [json.loads(line)["over"] for line in run.out.splitlines()] == [True, False]
        assert [line.split(": ")[0] for line in run.err.splitlines()] == [str(bad), str(tmp_path / "none.toml")]
        assert run.status == 2

    def test_a_number_without_end(self, unobot, write):
        assert unobot("replay", write("a.toml", GOING_ON + "pile = " + "1" * 5000)).status == 2

    def test_an_output_that_is_not_unicode(self, write):
        path = write("a.toml", 'players = ["änn", "bob"]\nseed = "x"')
        done = process("replay", str(path), PYTHONIOENCODING="ascii")
        assert done.returncode == 0
        assert b"Traceback" not in done.stderr

    def test_control_characters_do_not_reach_the_terminal(self, unobot, write):
        path = write("a.toml", 'players = ["ann", "bob"]\nseed = "x"\nmoves = ["bob: \\u001b]0;title\\u0007"]')
        assert "\x1b" not in unobot("replay", path).out


class TestSimulate:
    def test_json_has_exactly_these_keys(self, unobot):
        run = unobot("simulate", "--games", 20, "--players", 3, "--seed", "a", "--json")
        shown = json.loads(run.out)
        assert list(shown) == SIMULATE_KEYS
        assert (run.status, run.err, run.out.count("\n")) == (0, "", 1)
        assert (shown["games"], len(shown["wins"]), sum(shown["wins"])) == (20, 3, 20)
        assert shown["actions"] > 20
        assert shown["games_per_second"] > 0
        assert shown["actions_per_second"] > shown["games_per_second"]

    def test_the_same_seed_gives_the_same_games(self, unobot):
        def result(seed):
            shown = json.loads(unobot("simulate", "--games", 50, "--seed", seed, "--json").out)
            return shown["wins"], shown["actions"]

        assert result("friday") == result("friday")
        assert result("friday") != result("monday")

    def test_a_seed_of_64_digits_is_the_seed(self, unobot):
        """The SHA-256 of `friday`: the same games as the word."""
        digits = "1a79668eac4051a9128b81c116007d1b41ce17828d7722afc9746699f4e817b8"
        by_word, by_digits = (
            json.loads(unobot("simulate", "--games", 20, "--seed", seed, "--json").out) for seed in ("friday", digits)
        )
        assert (by_word["wins"], by_word["actions"]) == (by_digits["wins"], by_digits["actions"])

    def test_without_a_seed_they_differ(self, unobot):
        actions = {json.loads(unobot("simulate", "--games", 30, "--json").out)["actions"] for _ in range(5)}
        assert len(actions) > 1

    @pytest.mark.parametrize("preset", PRESETS)
    def test_records_replay_to_the_same_winners(self, unobot, tmp_path, preset):
        players = 2 if preset == "duel" else 3
        run = unobot(
            *("simulate", "--games", 12, "--players", players, "--preset", preset, "--seed", "s", "--json"),
            *("--record", tmp_path / "new" / "games"),
        )
        files = sorted((tmp_path / "new" / "games").iterdir())
        assert [file.name for file in files] == [f"game-{number:06}.toml" for number in range(1, 13)]
        replayed = [json.loads(line) for line in unobot("replay", "--json", *files).out.splitlines()]
        assert [shown["refused"] for shown in replayed] == [[]] * 12
        winners = [shown["winner"] for shown in replayed]
        assert [winners.count(f"p{seat}") for seat in range(1, players + 1)] == json.loads(run.out)["wins"]

    def test_in_words(self, unobot):
        run = unobot("simulate", "--games", 5, "--players", 2, "--seed", "a")
        first, second = run.out.splitlines()
        assert re.fullmatch(
            r"5 games, \d+ actions in \d+\.\d\d s of CPU: [\d,]+ games and [\d,]+ actions a second\.", first
        )
        assert re.fullmatch(r"Wins: seat 1: \d, seat 2: \d\.", second)
        assert (run.status, run.err) == (0, "")

    @pytest.mark.parametrize("preset", ["IRC", "one_round"])
    def test_a_preset_written_otherwise(self, unobot, preset):
        assert unobot("simulate", "--games", 1, "--preset", preset).status == 0

    @pytest.mark.parametrize(
        "arguments, said",
        [
            (["--preset", "clasic"], "unobot: there is no preset 'clasic'; did you mean classic?\n"),
            (["--preset", "duel", "--players", "3"], "unobot: a round is for 2 players, not 3\n"),
            (["--games", "0"], "0 is not in the range x>=1"),
            (["--games", "many"], "'many' is not a valid integer"),
            (["--players", "1"], "1 is not in the range 2<=x<=10"),
            (["--players", "11"], "11 is not in the range 2<=x<=10"),
            (["--nonsense"], "No such option"),
            (["more"], "unexpected extra argument"),
        ],
    )
    def test_bad_options(self, unobot, arguments, said):
        run = unobot("simulate", *arguments)
        assert (run.status, run.out) == (2, "")
        assert said in run.err

    def test_a_directory_that_cannot_be(self, unobot, write):
        run = unobot("simulate", "--games", 1, "--record", write("file", "") / "games")
        assert (run.status, run.out) == (2, "")
        assert run.err.endswith("Not a directory\n")

    def test_a_directory_that_is_a_file(self, unobot, write):
        run = unobot("simulate", "--games", 1, "--record", write("file", ""))
        assert (run.status, run.out) == (2, "")
        assert "is a file" in run.err


class TestRules:
    def test_side_by_side(self, unobot):
        run = unobot("rules")
        header, *rows = (line.split() for line in run.out.splitlines())
        assert header == ["option", *PRESETS]
        assert rows == [
            [name, *(to_text(getattr(preset.rules, name)) for preset in PRESETS.values())] for name in OPTIONS
        ]
        assert (run.status, run.err) == (0, "")

    @pytest.mark.parametrize("preset", PRESETS)
    def test_of_a_preset(self, unobot, preset):
        lines = unobot("rules", preset).out.splitlines()
        assert lines[0].split() == ["option", preset, "may", "be", "meaning"]
        assert len(lines) == 1 + len(OPTIONS)
        for line, name in zip(lines[1:], OPTIONS, strict=True):
            value = to_text(getattr(PRESETS[preset].rules, name))
            fixed = " (fixed)" if name in PRESETS[preset].locked else ""
            columns = [column for column in re.split(r" {2,}", line.strip()) if column]
            assert columns == [name, value + fixed, allowed(name), meaning(name)]

    def test_the_fixed_ones_of_a_game_mode(self, unobot):
        fixed = [line.split()[0] for line in unobot("rules", "no-u").out.splitlines() if "(fixed)" in line]
        assert fixed == ["stacking", "seven_zero", "no_u"]

    def test_json_of_all(self, unobot):
        shown = json.loads(unobot("rules", "--json").out)
        assert list(shown) == list(PRESETS)
        assert all(list(values) == list(OPTIONS) for values in shown.values())
        assert (shown["irc"]["stacking"], shown["duel"]["players_max"], shown["classic"]["force_play"]) == (
            "war",
            2,
            True,
        )

    def test_json_of_one(self, unobot):
        shown = json.loads(unobot("rules", "No_U", "--json").out)
        assert list(shown) == ["preset", "options"]
        assert shown["preset"] == "no-u"
        assert [option["name"] for option in shown["options"]] == list(OPTIONS)
        by_name = {option.pop("name"): option for option in shown["options"]}
        assert by_name["stacking"] == {
            "value": "same",
            "allowed": "none, progressive, same, any or war",
            "meaning": meaning("stacking"),
            "locked": True,
        }
        assert by_name["hand_size"]["value"] == 7
        assert by_name["hand_size"]["locked"] is False

    def test_an_unknown_preset(self, unobot):
        run = unobot("rules", "clasic")
        assert (run.status, run.out) == (2, "")
        assert run.err == "unobot: there is no preset 'clasic'; did you mean classic?\n"


class TestTheProgram:
    @pytest.mark.parametrize("command", [[], ["replay"], ["simulate"], ["rules"]])
    @pytest.mark.parametrize("option", ["--help", "-h"])
    def test_every_command_has_help(self, unobot, command, option):
        run = unobot(*command, option)
        assert (run.status, run.err) == (0, "")
        assert run.out.startswith(" ".join(["Usage: unobot", *command]))
        assert "--help" in run.out

    def test_the_help_names_every_command(self, unobot):
        listed = unobot("--help").out.partition("Commands:\n")[2].splitlines()
        assert {line.split()[0] for line in listed} >= {"replay", "simulate", "rules"}

    def test_without_anything_it_shows_its_help(self, unobot):
        run = unobot()
        assert run.status == 0
        assert "Usage: unobot" in run.out + run.err

    def test_version(self, unobot):
        assert unobot("--version").out == f"unobot, version {__version__}\n"

    @pytest.mark.parametrize(
        "arguments, said",
        [
            (["replya"], "No such command 'replya'"),
            (["--nonsense"], "No such option"),
            (["replay"], "Missing argument 'FILE... | ID'"),
            (["replay", "--nonsense", "x"], "No such option"),
            (["rules", "irc", "duel"], "unexpected extra argument"),
        ],
    )
    def test_what_it_does_not_know(self, unobot, arguments, said):
        run = unobot(*arguments)
        assert (run.status, run.out) == (2, "")
        assert said in run.err

    def test_as_a_process(self, write):
        won, bad = write("won.toml", WON), write("bad.toml", "?")
        done = process("replay", "--json", str(won), str(bad))
        assert (done.returncode, json.loads(done.stdout)["winner"]) == (2, "bob")
        assert done.stderr.startswith(f"{bad}: this is not a TOML text: ".encode())

    def test_no_progress_bar_without_a_terminal(self):
        done = process("simulate", "--games", "50", "--json", "--seed", "a")
        assert (done.returncode, done.stderr) == (0, b"")

    def test_a_full_disk(self):
        if not os.path.exists("/dev/full"):
            pytest.skip("there is no /dev/full here")
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "unobot", "rules", "--json"], stdout=full, stderr=subprocess.PIPE, timeout=60
            )
        assert (done.returncode, done.stderr) == (2, b"unobot: output: No space left on device\n")


class TestColours:
    """Terminals are played by FORCE_COLOR; the codes of colours are 30 to 49 and 90 to 107."""

    COLOUR = re.compile(r"\x1b\[[\d;]*?\b(?:3\d|4\d|9\d|10[0-7])\b[\d;]*m")

    @pytest.mark.parametrize("arguments", [["rules"], ["rules", "no-u"], ["simulate", "--games", "2"]])
    def test_no_color_is_honoured(self, unobot, monkeypatch, arguments):
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm-256color")
        monkeypatch.setenv("NO_COLOR", "1")
        assert not self.COLOUR.search(unobot(*arguments).out)

    def test_on_a_terminal_there_is_paint(self, unobot, monkeypatch):
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm-256color")
        assert "\x1b[" in unobot("rules").out

    def test_there_is_none_elsewhere(self, unobot):
        assert "\x1b" not in unobot("rules").out + unobot("simulate", "--games", "2").out
