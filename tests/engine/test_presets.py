"""Whole games, one or more of each preset, move by move to their end: games/NAME.toml gives games/NAME.json.

The comment on top of a record says what it shows. After a change of the rules, UNOBOT_REWRITE_GAMES=1 writes the JSON
anew; read the difference against the rules before keeping it.
"""

import json
import os
from functools import cache
from pathlib import Path

import pytest

from unobot.engine.record import Record
from unobot.engine.replay import replay
from unobot.engine.rules import PRESETS

GAMES = sorted((Path(__file__).parent / "games").glob("*.toml"))
KEYS = [
    *("over", "winner", "points", "on_turn", "direction", "top", "color", "pile", "draw_left", "hands", "called_uno"),
    *("refused", "scores", "standings", "eliminated", "match_over", "match_winner"),
]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)


@cache
def played(game):
    summary = replay(Record.from_toml(game.read_text(encoding="utf-8"))).summary()
    if os.environ.get("UNOBOT_REWRITE_GAMES"):
        lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in summary.items()]
        game.with_suffix(".json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return json.loads(json.dumps(summary))


def expected(game):
    return json.loads(game.with_suffix(".json").read_text(encoding="utf-8"))


@each_game
@pytest.mark.parametrize("key", KEYS)
def test_the_result(game, key):
    assert played(game)[key] == expected(game)[key]


@each_game
def test_there_is_nothing_else_in_it(game):
    assert list(played(game)) == list(expected(game)) == KEYS


@each_game
def test_it_was_played_to_its_end_by_the_preset_alone(game):
    record = Record.from_toml(game.read_text(encoding="utf-8"))
    assert record.rules == record.preset.rules
    assert record.seed is not None
    assert expected(game)["over"]


@each_game
def test_it_says_what_it_shows(game):
    first = game.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# ")
    assert first.endswith(".")


def test_every_preset_has_a_game():
    assert {Record.from_toml(game.read_text(encoding="utf-8")).preset.name for game in GAMES} == set(PRESETS)


def test_every_result_has_its_game():
    assert {path.stem for path in (Path(__file__).parent / "games").glob("*.json")} == {game.stem for game in GAMES}


@each_game
def test_the_same_in_canonical_text(game):
    """Written out again, with what was refused left out where it cost nothing, the game ends the same."""
    record = Record.from_toml(game.read_text(encoding="utf-8"))
    summary = replay(record).summary()
    assert replay(Record.from_toml(record.to_toml())).summary() == summary
    free = {refused["move"] for refused in summary["refused"] if not charged(record, refused["reason"])}
    kept = [move for number, move in enumerate(record.moves) if number not in free]
    data = {"preset": record.preset.name, "players": list(record.players), "seed": record.seed}
    again = replay(Record.from_dict(data | {"standings": record.standings, "moves": kept})).summary()
    assert {key: again[key] for key in KEYS if key != "refused"} == {
        key: summary[key] for key in KEYS if key != "refused"
    }


def charged(record, reason):
    return (reason == "not_your_turn" and record.rules.out_of_turn_penalty) or (
        reason == "no_match" and record.rules.illegal_play_penalty
    )
