"""Clicks: what a control carries is what one would type, for one turn of one game; and what a board may show."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chat.stage import Stage, person, settings_of, venue
from unobot.chat.people import Person, Venue, neighbourhood
from unobot.chat.ports import Board, Done, Gone, Hand, Heard, LinkUp, Out, Say, ShowBoard, ShowHand, Tell
from unobot.chat.speech.line import plain
from unobot.chat.speech.narrator import any_of
from unobot.engine.cards import Figure


def seat(path: Path, **directives: str) -> Stage:
    """ann and bob at a table, the first round dealt."""
    stage = Stage(path / "unobot.db", settings_of(directives), directives.get("secret", "clicks"), boards=True)
    for line in ("<ann> !uno", "<bob> jo", "<ann> deal"):
        stage.line(line)
    return stage


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    stage = seat(tmp_path)
    yield stage
    if stage.store:
        stage.store.close()


def click(stage: Stage, name: str, text: str, at: tuple[int, int], where: str | None = "#uno") -> list[Out]:
    stage.outs.clear()
    stage.happens(Heard(person(name), text, venue(where) if where else None, at=at, ref="click", meant=True))
    return list(stage.outs)


def answer(outs: list[Out]) -> Tell | ShowHand | Done:
    """The one out that answers the click."""
    answers = [out for out in outs if isinstance(out, Tell | ShowHand | Done) and out.ref == "click"]
    assert len(answers) == 1
    return answers[0]


def board(stage: Stage) -> Board:
    return [out.board for out in stage.outs if isinstance(out, ShowBoard)][-1]


def hand(stage: Stage) -> tuple[str, Hand]:
    """The latest hand of whoever is on turn."""
    shown = [out for out in stage.outs if isinstance(out, ShowHand) and out.hand.on_turn][-1]
    return shown.person.name, shown.hand


def test_a_click_for_this_turn_is_carried_out_and_answered_with_the_hand_that_is_left(stage):
    name, shown = hand(stage)
    move = next(move for move in shown.moves if len(move) == 2 and move != "pe")
    outs = click(stage, name, move, (shown.game, shown.turn))
    assert any(f"{name} plays {move}" in plain(out.line) for out in outs if isinstance(out, Say))
    left = answer(outs)
    assert isinstance(left, ShowHand) and len(left.hand.cards) == len(shown.cards) - 1


@pytest.mark.parametrize("where", ["#uno", None])
def test_a_click_for_another_turn_gets_the_present_hand_and_changes_nothing(stage, where):
    name, shown = hand(stage)
    click(stage, name, "pe", (shown.game, shown.turn))
    if stage.hall.tables[venue("#uno").id].game.turn == shown.turn:
        click(stage, name, "pa", (shown.game, shown.turn))
    moves = stage.hall.tables[venue("#uno").id].moves
    outs = click(stage, name, "pe", (shown.game, shown.turn - 1), where)
    assert isinstance(answer(outs), ShowHand)
    assert stage.hall.tables[venue("#uno").id].moves == moves


def test_a_click_for_a_game_that_is_over_says_so(stage):
    _, shown = hand(stage)
    stage.line("<ann> !uno stop")
    told = answer(click(stage, "ann", "pe", (shown.game, shown.turn)))
    assert isinstance(told, Tell) and plain(told.line) == "That game is over."


def test_a_command_that_was_surely_meant_is_never_ignored(stage):
    def told(text: str, where: str | None) -> str:
        stage.outs.clear()
        place = venue(where) if where else None
        stage.happens(Heard(person("eve"), text, place, ref="click", meant=True))
        out = answer(stage.outs)
        assert isinstance(out, Tell)
        return plain(out.line)

    assert told("pe", "#uno") == "You do not sit at this table. jo sits down."
    assert told("pe", "#else") == "There is no table here. !uno opens one."
    assert told("pe", None) == "You do not sit at a table."
    assert told("hello there", "#uno") == "I do not know hello there. !uno help lists what I do."
    assert told("help cards", "#uno").startswith("Colours r g b y")


def test_joining_and_looking_at_ones_hand_is_possible_from_any_old_message(stage):
    joined = answer(click(stage, "cid", "jo", (0, 0)))
    assert isinstance(joined, ShowHand) and joined.person.name == "cid"
    assert isinstance(answer(click(stage, "ann", "ca", (99, 7))), ShowHand)


def test_a_lobbys_click_means_the_table_of_its_channel(tmp_path):
    stage = Stage(tmp_path / "unobot.db", settings_of({}), "two lobbies", boards=True)
    stage.line("<ann #one> !uno")
    stage.line("<bob #two> !uno")
    click(stage, "cid", "jo", (0, 0), "#two")
    assert [seat.person.name for seat in stage.hall.tables[venue("#two").id].seats] == ["bob", "cid"]
    assert isinstance(answer(click(stage, "cid", "deal", (0, 0), "#two")), Tell)  # refused: not the host
    assert isinstance(answer(click(stage, "bob", "deal", (0, 0), "#two")), ShowHand)
    assert stage.hall.tables[venue("#one").id].phase == "lobby"
    stage.kill()


def test_somebody_elses_call_or_seat_does_not_make_a_hand_old(tmp_path):
    """People click what they were shown; what changed neither the turn nor the cards must not get in the way."""
    stage = seat(tmp_path, preset="classic")
    name, shown = hand(stage)
    click(stage, "cid", "jo", (0, 0))
    table = stage.hall.tables[venue("#uno").id]
    assert table.moves > shown.turn
    outs = click(stage, name, "pe" if "pe" in shown.moves else shown.moves[0], (shown.game, shown.turn))
    assert any(isinstance(out, Say) and plain(out.line).startswith(name) for out in outs)
    stage.kill()


def test_the_turn_of_a_hand_survives_a_restart(stage):
    name, shown = hand(stage)
    click(stage, name, "pe", (shown.game, shown.turn))
    name, shown = hand(stage)
    stage.line("the bot is killed")
    assert (name, shown.turn) == (hand(stage)[0], hand(stage)[1].turn)
    outs = click(stage, name, "pa" if "pa" in shown.moves else shown.moves[0], (shown.game, shown.turn))
    assert any(isinstance(out, Say) for out in outs)


# Boards


def test_no_board_is_made_for_a_network_that_shows_none(stage):
    stage.happens(LinkUp("irc:test", boards=False))
    stage.outs.clear()
    stage.line("<ann> !uno pause")
    assert not any(isinstance(out, ShowBoard) for out in stage.outs)
    stage.happens(LinkUp("irc:test"))
    assert board(stage).venue == venue("#uno")


def test_a_board_offers_what_the_moment_allows(stage):
    assert board(stage).moves == ("pe", "jo")
    name, shown = hand(stage)
    click(stage, name, "pe", (shown.game, shown.turn))
    assert board(stage).moves == ("pa", "jo")
    stage.line("<ann> !uno stop")
    assert (board(stage).phase, board(stage).moves) == ("closed", ())


def test_a_board_does_not_tell_whether_somebody_could_play(tmp_path):
    """Under force_play a pick is refused to whoever holds a card that fits; the board offers it all the same."""
    for secret in ("a", "b", "c", "d"):
        (tmp_path / secret).mkdir()
        stage = seat(tmp_path / secret, preset="classic", secret=secret)
        if stage.hall.tables[venue("#uno").id].game.phase.value == "turn":
            assert "pe" in board(stage).moves
        stage.kill()


def test_a_full_table_offers_no_seat(tmp_path):
    stage = seat(tmp_path, preset="duel")
    assert "jo" not in board(stage).moves
    stage.kill()


def test_the_deal_is_news_and_a_move_is_not(stage):
    said = [out for out in stage.outs if isinstance(out, Say)]
    assert [out.news for out in said if "on top" in plain(out.line)] == [True]
    assert not any(out.news for out in said if "sits down" in plain(out.line))
    name, shown = hand(stage)
    outs = click(stage, name, "pe", (shown.game, shown.turn))
    assert not any(out.news for out in outs if isinstance(out, Say))


# Venues


def test_a_table_whose_channel_is_gone_closes_and_its_people_are_told(stage):
    stage.outs.clear()
    stage.happens(Gone(venue("#uno").id))
    told = {out.person.name: plain(out.line) for out in stage.outs if isinstance(out, Tell)}
    assert told == dict.fromkeys(("ann", "bob"), "#uno is gone: the table there is closed without a result.")
    assert not stage.hall.tables and not stage.store.load().tables
    stage.happens(Gone(venue("#uno").id))  # said twice, it is still gone


def test_a_servers_tables_are_not_shown_on_another(stage):
    ann = Person("discord:1", "ann")
    here, there = Venue("discord:7:70", "#here"), Venue("discord:8:80", "#there")
    assert neighbourhood(here.id) == "discord:7" != neighbourhood(there.id)
    stage.hall.down.discard("discord")
    effects = stage.hall.handle(Heard(ann, "!uno", here), stage.now)
    assert not any(isinstance(out, Tell) for out in effects.outs)
    asked = stage.hall.handle(Heard(Person("discord:2", "bob"), "!uno tables", there), stage.now)
    assert [plain(out.line) for out in asked.outs if isinstance(out, Tell)] == ["No table is open."]
    private = stage.hall.handle(Heard(ann, "!uno tables"), stage.now)
    assert "#here" in plain(next(out.line for out in private.outs if isinstance(out, Tell)))


# What else a person must be told


def test_past_a_limit_a_click_is_always_told_so_and_talk_once(tmp_path):
    stage = seat(tmp_path, limit="4")
    stage.line("<ann> cd")
    texts = []
    for _ in range(5):
        out = answer(click(stage, "ann", "ca", (1, 0)))
        texts.append(plain(out.line) if isinstance(out, Tell) else "")
    assert [text.startswith("That was a lot") for text in texts][-2:] == [True, True]
    stage.outs.clear()
    stage.line("<ann> cd")
    stage.line("<ann> cd")
    assert stage.heard() == []
    stage.kill()


def test_whoever_comes_back_on_their_turn_is_shown_their_hand(tmp_path):
    stage = seat(tmp_path, preset="irc")
    name, _ = hand(stage)
    table = stage.hall.tables[venue("#uno").id]
    seat_now = table.seat_of(person(name).id)
    seat_now.minded = True
    stage.outs.clear()
    stage.happens(Heard(person(name), "cd", venue("#uno")))
    shown = [out for out in stage.outs if isinstance(out, ShowHand)]
    assert [out.person.name for out in shown] == [name] and shown[0].hand.on_turn
    stage.kill()


@pytest.mark.parametrize("boards", [True, False])
def test_whoever_plays_is_shown_what_is_left_only_where_that_is_edited_in_place(boards, tmp_path):
    stage = Stage(tmp_path / "unobot.db", settings_of({}), "clicks", boards=boards)
    for line in ("<ann> !uno", "<bob> jo", "<ann> deal"):
        stage.line(line)
    name, shown = hand(stage)
    move = next(move for move in shown.moves if len(move) == 2 and move not in ("pe", "pa"))
    stage.outs.clear()
    stage.line(f"<{name}> {move}")
    hands = [
        out for out in stage.outs if isinstance(out, ShowHand) and out.person.name == name and not out.hand.on_turn
    ]
    assert bool(hands) is boards
    assert any(isinstance(out, ShowBoard) for out in stage.outs) is boards
    stage.kill()


def test_what_a_table_says_last_waits_for_its_network(tmp_path):
    """A journal that this version plays differently closes its table, and its people hear of it when they can."""
    stage = seat(tmp_path)
    name, shown = hand(stage)
    click(stage, name, "pe", (shown.game, shown.turn))
    stage.store._connection.execute("UPDATE moves SET checksum = 'another'")
    stage.outs.clear()
    stage.line("the bot is killed")
    said = [plain(out.line) for out in stage.outs if isinstance(out, Say)]
    assert said == [
        "The game at #uno cannot be continued by this version of the bot: the table is closed without a result."
    ]
    assert not stage.hall.tables and not stage.hall.unsaid
    stage.kill()


def test_a_button_never_reaches_the_table_of_another_place(tmp_path):
    """Numbers of games begin anew with a new database: an old button may bear that of a table somewhere else."""
    stage = seat(tmp_path)
    _, shown = hand(stage)
    for where in ("#far", None):
        told = answer(click(stage, "eve", "jo", (shown.game, shown.turn), where))
        assert isinstance(told, Tell), plain(told.line)
    assert [seat.person.name for seat in stage.hall.tables[venue("#uno").id].seats] == ["ann", "bob"]
    stage.kill()


def test_whoever_is_away_is_not_called(tmp_path):
    stage = seat(tmp_path)
    table = stage.hall.tables[venue("#uno").id]
    name, shown = hand(stage)
    other = next(seat for seat in table.seats if seat.person.name != name)
    other.minded = True
    click(stage, name, "pe", (shown.game, shown.turn))
    if table.game.turn != other.number:
        stage.outs.clear()
        stage.line(f"<{name}> pa")
    pings = [out.ping for out in stage.outs if isinstance(out, Say) and out.ping]
    assert other.person not in pings
    stage.kill()


def test_a_name_that_nobody_has_is_what_is_wrong(stage):
    told = []
    for text in ("pl r5 zed", "r5 zed"):
        stage.outs.clear()
        stage.happens(Heard(person("ann"), text, venue("#uno"), ref="click", meant=True))
        told.append(plain(answer(stage.outs).line))
    assert told == ["Nobody of that name sits here."] * 2


def test_with_a_computer_player_a_board_says_what_the_game_counts_for(tmp_path):
    stage = Stage(tmp_path / "unobot.db", settings_of({}), "clicks", boards=True)
    stage.line("<ann> !uno")
    assert board(stage).mode == "ranked"
    stage.line("<ann> !uno bot")
    assert board(stage).mode == "sandbox"
    stage.line("<ann> deal")
    assert not any("opens a table" in plain(line) for line in board(stage).lines)  # that was before this round
    stage.kill()


def test_eight_begins_with_a_vowel():
    assert [any_of(figure) for figure in (Figure.SEVEN, Figure.EIGHT, Figure.SKIP)] == ["a 7", "an 8", "a Skip"]
