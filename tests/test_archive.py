"""The commands that read a database, on one with real games in it."""

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.chat.stage import play
from unobot.__main__ import main
from unobot.engine.record import Record
from unobot.engine.replay import replay

TRANSCRIPTS = Path(__file__).parent / "chat" / "transcripts"


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("archive") / "unobot.db"
    play((TRANSCRIPTS / "match.txt").read_text(encoding="utf-8"), path)
    return path


@pytest.fixture
def run(capsys):
    def run(*arguments):
        """Status, what was printed, what was complained about."""
        try:
            main([str(argument) for argument in arguments])
            status = 0
        except SystemExit as end:
            status = end.code
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


def test_top_lists_the_winners_first(run, database):
    status, out, _ = run("top", "--db", database)
    rows = [line.split() for line in out.splitlines()]
    assert status == 0
    assert rows[0] == ["#uno", "(irc:test:#uno)"]
    assert [row[1] for row in rows[2:]] == ["bob", "ann"]
    assert rows[2][2:5] == ["91", "2", "2"]


@pytest.mark.parametrize("sort", ["points", "wins", "average", "rating"])
def test_top_by_anything(run, database, sort):
    assert run("top", "--db", database, "--sort", sort, "--limit", "1", "--venue", "#uno")[0] == 0


def test_the_sandbox_has_its_own_board(run, database):
    assert run("top", "--db", database, "--sandbox") == (0, "No results yet.\n", "")


def test_stats_of_somebody(run, database):
    status, out, _ = run("stats", "BOB", "--db", database)
    assert status == 0 and "ranked" in out and "91" in out


def test_history_is_newest_first(run, database):
    _, out, _ = run("history", "--db", database)
    assert [line.split()[0] for line in out.splitlines()] == ["game", "2", "1"]


def test_a_deck_is_verified(run, database):
    status, out, _ = run("verify", "2", "--db", database)
    assert status == 0 and out.endswith("The deck was not touched.\n")


def test_a_touched_deck_is_noticed(run, database, tmp_path):
    copy = tmp_path / "copy.db"
    assert run("backup", copy, "--db", database)[0] == 0
    with sqlite3.connect(copy) as connection:
        connection.execute("UPDATE rounds SET seed = ? WHERE id = 2", ("00" * 32,))
    connection.close()
    status, _, err = run("verify", "2", "--db", copy)
    assert status == 2 and "does not give the deck" in err


def test_a_finished_game_is_replayed(run, database):
    status, out, _ = run("replay", "2", "--db", database, "--json")
    summary = json.loads(out)
    assert status == 0
    assert (summary["winner"], summary["points"], summary["refused"]) == ("bob", 71, [])
    assert summary["standings"] == {"bob": 91, "ann": 0}


def test_a_replayed_game_in_words(run, database):
    status, out, _ = run("replay", "1", "--db", database)
    assert status == 0 and "bob is out of cards, 20 points" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["verify", "99"], "there is no finished game 99"),
        (["verify", "3"], "there is no finished game 3"),
        (["replay", "99"], "there is no finished game 99"),
        (["stats", "nobody"], "nobody has no results"),
        (["top", "--venue", "#nowhere"], "there is no channel '#nowhere'"),
        (["status"], "does not seem to be running"),
    ],
)
def test_a_mistake_is_explained(run, database, arguments, sentence):
    status, _, err = run(*arguments, "--db", database)
    assert status == 2 and sentence in err


@pytest.mark.parametrize(
    "command", [["top"], ["history"], ["stats", "x"], ["verify", "1"], ["status"], ["replay", "1"]]
)
def test_without_a_database(run, tmp_path, command):
    status, _, err = run(*command, "--db", tmp_path / "missing.db")
    assert status == 2 and "missing.db" in err
    assert not (tmp_path / "missing.db").exists()


def test_a_backup_never_overwrites(run, database, tmp_path):
    taken = tmp_path / "taken"
    taken.write_text("mine")
    status, _, err = run("backup", taken, "--db", database)
    assert status == 2 and str(taken) in err
    assert taken.read_text() == "mine"


def test_the_database_of_a_configuration(run, database, tmp_path):
    config = tmp_path / "config.toml"
    config.write_text(f"database = {json.dumps(str(database))}\n")
    assert run("history", "--config", config)[0] == 0
    assert run("config", "check", config) == (0, f"{config} is right.\n", "")


def test_a_wrong_configuration_names_its_keys(run, tmp_path):
    config = tmp_path / "config.toml"
    config.write_text('prefx = "!"\nlobby_seconds = -1\n')
    status, _, err = run("config", "check", config)
    assert status == 2 and "prefx" in err and "lobby_seconds" in err and "prefix" in err


def test_help_of_everything():
    from unobot.__main__ import cli

    for name in cli.commands:
        assert CliRunner().invoke(cli, [name, "--help"]).exit_code == 0


def test_a_game_becomes_a_record_that_replays_to_the_same_end(database):
    from unobot.archive import to_record
    from unobot.store import Store

    with Store.open(database, reader=True) as store:
        record = to_record(store, 2)
    again = replay(Record.from_toml(record.to_toml())).summary()
    assert again == replay(record).summary()
    assert again["winner"] == "bob"
