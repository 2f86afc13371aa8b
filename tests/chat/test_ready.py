"""A table that stands ready: it waits for its first person, who is then its host."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chat.stage import Stage, settings_of, venue
from unobot.chat.ready import ready_table


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    stage = Stage(tmp_path / "unobot.db", settings_of({}), "ready")
    stage.bot.do(ready_table(stage.hall, venue("#uno"), stage.now))
    yield stage
    if stage.store:
        stage.store.close()


def said(stage: Stage, text: str) -> list[str]:
    stage.heard()
    stage.line(text)
    return stage.heard()


def test_it_waits_as_long_as_it_takes(stage):
    assert stage.heard()[0].startswith("#uno: Ada (medium) sits down: Ada. Deck sealed: ")
    assert said(stage, "... 20 h") == []
    assert said(stage, "the bot is killed") == []
    sits, host = said(stage, "<ann> jo")
    assert sits == "#uno: ann sits down: Ada, ann."
    assert host.startswith("#uno: ann is the host and starts with deal. Deck sealed: ")
    assert any("on top" in line for line in said(stage, "<ann> deal"))


def test_from_the_first_person_on_it_is_a_lobby_like_any_other(stage):
    said(stage, "<ann> jo")
    assert said(stage, "<bob> jo") == ["#uno: bob sits down: Ada, ann, bob."]
    assert said(stage, "<bob> deal") == ["-bob- Only ann can do that here: the host of the table."]
    assert any("on top" in line for line in said(stage, "... 10 min"))


def test_when_its_people_are_gone_it_closes(stage):
    said(stage, "<ann> jo")
    assert said(stage, "<ann> !uno leave")[-1] == "#uno: Nobody is left: the table is closed."


def test_whoever_wants_another_table_opens_it_in_its_place(stage):
    assert said(stage, "<ann> !uno casual classic")[0].startswith("#uno: ann opens a casual table, classic rules.")
    assert said(stage, "<bob> jo") == ["#uno: bob sits down: ann, bob."]


def test_whoever_takes_over_the_computer_players_seat_is_the_host_too(stage):
    said(stage, "<@op> !uno replace Ada ann")
    takes, host = said(stage, "<ann> jo")
    assert takes == "#uno: ann takes over Ada's seat."
    assert host.startswith("#uno: ann is the host")


def test_it_answers_questions(stage):
    assert said(stage, "<ann> us") == ["-ann- UNO_STATUS_V1 error=not_player"]
    assert said(stage, "<ann> !uno tables") == ["-ann- Open tables: #uno (waiting, irc: Ada)."]
