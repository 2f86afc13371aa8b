"""The loop when something goes wrong: what was not kept is undone, people are told, and the bot goes on."""

import logging

import pytest

from tests.chat.stage import Stage, person, settings_of, venue
from unobot.chat import clocks, playing
from unobot.chat.ports import Done, Heard, Say, Tell
from unobot.chat.speech import english as say
from unobot.chat.speech.line import fill, plain
from unobot.store import StoreError


@pytest.fixture
def stage(quick_path):
    stage = Stage(quick_path / "unobot.db", settings_of({}), "bot")
    for line in ("<ann> !uno", "<bob> jo", "<ann> deal"):
        stage.line(line)
    stage.outs.clear()
    yield stage
    stage.store.close()


@pytest.fixture
def table(stage):
    return lambda: stage.hall.tables[venue("#uno").id]


def on_turn(table):
    return table.seat(table.game.turn).person


def test_a_failed_commit_changes_nothing_and_is_told(stage, table, monkeypatch, caplog):
    before = table().game.copy()
    who = on_turn(table())
    with monkeypatch.context() as broken, caplog.at_level(logging.CRITICAL, "unobot"):
        broken.setattr(stage.store, "write", _fail)
        stage.happens(Heard(who, "pe", venue("#uno"), ref="click"))
    assert [(plain(out.line), out.ref) for out in stage.outs] == [(say.TRY_AGAIN, "click")]
    assert table().game == before
    stage.outs.clear()
    stage.happens(Heard(who, "pe", venue("#uno")))
    assert any(isinstance(out, Say) for out in stage.outs)
    assert table().moves == 1


def _fail(records, now):
    raise StoreError("the disk is full")


def test_a_handler_that_raises_costs_nothing_but_its_own_command(stage, table, monkeypatch, caplog):
    before = table().game.copy()
    carry_out = playing.carry_out

    def half_done(*arguments, **more):
        carry_out(*arguments, **more)
        raise RuntimeError("a bug")

    who = on_turn(table())
    with monkeypatch.context() as broken, caplog.at_level(logging.CRITICAL, "unobot"):
        broken.setattr(playing, "carry_out", half_done)
        stage.happens(Heard(who, "pe", venue("#uno"), ref="click"))
    assert [out.ref for out in stage.outs if isinstance(out, Tell)] == ["click"]
    assert table().game == before
    stage.happens(Heard(who, "pe", venue("#uno")))
    assert table().moves == 1


def test_other_messages_of_the_same_batch_are_kept(stage, table, monkeypatch, caplog):
    def only_bob_fails(asked, meant):
        raise RuntimeError("a bug")

    with monkeypatch.context() as broken, caplog.at_level(logging.CRITICAL, "unobot"):
        broken.setattr(playing, "move", only_bob_fails)
        stage.bot.receive(Heard(person("cid"), "!uno", venue("#den")))
        stage.bot.receive(Heard(on_turn(table()), "pe", venue("#uno")))
        stage.bot.work()
    stage.kill()
    stage.start()
    assert set(stage.hall.tables) == {venue("#uno").id, venue("#den").id}


def test_a_table_whose_clock_always_fails_is_closed_in_the_end(stage, monkeypatch, caplog):
    def broken_clock(hall, table, effects, now):
        raise RuntimeError("a bug")

    monkeypatch.setattr(clocks, "tick", broken_clock)
    with caplog.at_level(logging.CRITICAL, "unobot"):
        stage.now += 180
        for _ in range(5):
            stage.bot.work()
    assert stage.hall.tables == {}
    said = [plain(out.line) for out in stage.outs if isinstance(out, Say)]
    assert said == [plain(fill(say.NOT_RESTORED, venue="#uno"))]


def test_a_journal_that_does_not_replay_closes_its_table_and_no_other(stage, table):
    stage.line("<cid #den> !uno")
    stage.happens(Heard(on_turn(table()), "pe", venue("#uno")))
    stage.outs.clear()
    stage.store._connection.execute("UPDATE moves SET checksum = 'wrong'")
    stage.store._connection.commit()
    stage.kill()
    stage.start()
    assert set(stage.hall.tables) == {venue("#den").id}
    assert any("cannot be continued" in plain(out.line) for out in stage.outs if isinstance(out, Say))


@pytest.mark.parametrize("text", ["r5", "hello", "!uno top", "us", "", "\x00" * 50])
def test_every_click_gets_exactly_one_answer(stage, text):
    for who in ("ann", "bob", "stranger"):
        stage.outs.clear()
        stage.happens(Heard(person(who), text, venue("#uno"), ref="7"))
        answers = [out for out in stage.outs if getattr(out, "ref", None) == "7"]
        assert len(answers) == 1
        assert isinstance(answers[0], Done) or answers[0].person == person(who)
