"""What the medium player thinks of, one consideration at a time. Bob is on turn unless it says otherwise."""

from dataclasses import replace
from random import Random

import pytest

from tests.players.chair import chosen, reaction, seen
from unobot.engine.actions import Play
from unobot.engine.notation import action_text
from unobot.players import MEDIUM

MANY = "y1 y2 y3 y4 y6 y7"


@pytest.mark.parametrize(
    "table, move",
    [
        pytest.param({"top": "r1", "bob": "r5"}, "r5", id="the last card"),
        pytest.param({"top": "r1", "bob": "r5 r5"}, "r5r5", id="two at once"),
        pytest.param({"top": "r1", "bob": "w w"}, "ww", id="two Wilds, without naming a colour"),
        pytest.param({"top": "r1", "bob": "rs r5"}, "rs", id="a Skip between two, then the rest"),
        pytest.param({"top": "r1", "bob": "r5 rs gs g9"}, "rs", id="two Skips that lead to the last card's colour"),
        pytest.param({"top": "r1", "bob": "rr rr r5"}, "rrrr", id="two Reverses, then the rest"),
        pytest.param({"top": "r1", "bob": "wd4 g5", "ann": "y1"}, "wd4g", id="a WD4 that cannot well be answered"),
    ],
)
def test_it_goes_out_when_it_can(table, move):
    assert chosen(**{"ann": MANY} | table) == move


@pytest.mark.parametrize("top, bob, move", [("r1", "r5 g3 b9 w", "r5"), ("r1", "r5 g3 b9 wd4", "r5")])
def test_it_keeps_its_wilds(top, bob, move):
    assert chosen(top=top, bob=bob, ann=MANY) == move


def test_it_sheds_two_cards_rather_than_one():
    assert chosen(top="r1", bob="r5 r5 r9 g3 b7", ann=MANY) == "r5r5"


class TestColours:
    def test_it_names_what_it_holds(self):
        assert chosen(top="r1", bob="w b3 b4 b8", ann=MANY) == "wb"

    def test_it_names_what_it_holds_when_a_colour_is_owed(self):
        assert chosen("bob: w", top="r1", bob="w b3 b4 b8", ann=MANY) == "co b"

    @pytest.mark.parametrize("color, move", [("b", "b5"), ("g", "g5")])
    def test_it_turns_to_the_colour_on_which_the_next_one_had_to_pick(self, color, move):
        moves = ("ann: pe", "ann: pa", f"bob: {color}1", "ann: r1", "bob: pe", "bob: pa", "ann: r5")
        table = {"top": f"{color}9", "on_turn": "ann", "ann": "r1 r5 r8", "draw": "y3 y4"}
        assert chosen(*moves, bob="b1 g1 b5 b8 g5 g8", **table) == move


class TestWars:
    @pytest.mark.parametrize(
        "bob, move",
        [
            pytest.param("g+2 b1 b3", "g+2", id="with a +2"),
            pytest.param("rr b1 b3", "rr", id="with a Reverse"),
        ],
    )
    def test_it_answers(self, bob, move):
        assert chosen("ann: r+2", top="r1", on_turn="ann", ann=f"r+2 {MANY}", bob=bob) == move

    def test_it_hits_somebody_who_is_about_to_go_out(self):
        assert chosen(top="r1", ann="y1", bob="r5 r+2 g3 g4 b7") == "r+2"

    def test_it_keeps_the_turn_from_somebody_who_is_about_to_go_out(self):
        assert chosen(top="r1", ann="y1", bob="r5 rs g3 g4 b7") == "rs"


class TestChallenges:
    def test_it_doubts_a_full_hand(self):
        table = {"preset": "classic", "top": "r1", "on_turn": "ann", "bob": "b1 b3 b4"}
        assert chosen("ann: wd4b", ann=f"wd4 {MANY}", **table) == "ch"

    def test_it_believes_somebody_who_picked_on_that_colour(self):
        table = {"preset": "classic", "top": "r9", "on_turn": "ann", "bob": "b1 b3 b4", "draw": "wd4"}
        assert chosen("ann: pe", "ann: wd4b", ann="y1 y2 y3", **table) == "pe"

    def test_it_does_not_bluff_where_it_can_play(self):
        assert chosen(preset="classic", top="r1", ann=MANY, bob="r5 g3 b9 wd4") == "r5"


OFFICIAL = {"preset": "official", "top": "r1"}


class TestUno:
    def test_it_calls_in_the_same_breath(self):
        assert chosen(ann=MANY, bob="r5 g3", **OFFICIAL) == "r5 uno"

    def test_it_calls_behind_a_double(self):
        assert chosen(ann=MANY, bob="r5 r5 g3", rules={"double_play": True}, **OFFICIAL) == "r5r5 uno"

    def test_it_does_not_call_too_early(self):
        assert chosen(ann=MANY, bob="r5 g3 g4", **OFFICIAL | {"preset": "standard"}) == "r5"

    def test_it_does_not_call_where_the_bot_does(self):
        assert chosen(ann=MANY, bob="r5 g3", top="r1") == "r5"

    def test_it_catches_before_it_plays(self):
        assert chosen("ann: r5", on_turn="ann", ann="r5 y1", bob="r9 g3 g4", **OFFICIAL) == "ct #1"

    def test_it_catches_out_of_turn(self):
        table = {"on_turn": "ann", "ann": "r5 y1", "bob": "r9 g3 g4", "cid": "b1 b2"} | OFFICIAL
        assert reaction("cid", "ann: r5", **table) == "ct #1"

    def test_it_leaves_those_alone_who_have_called(self):
        table = {"on_turn": "ann", "ann": "r5 y1", "bob": "r9 g3 g4", "cid": "b1 b2"} | OFFICIAL
        assert reaction("cid", "ann: r5 uno", **table) is None

    def test_it_makes_up_for_a_missed_call(self):
        table = {"on_turn": "ann", "ann": "r5 y1", "bob": "r9 g3 g4"} | OFFICIAL
        assert reaction("ann", "ann: r5", **table) == "un"


SEVEN_ZERO = {"rules": {"seven_zero": True}, "top": "r1"}


class TestHandsThatMove:
    def test_it_swaps_with_whoever_has_the_fewest_cards(self):
        table = {"ann": MANY, "bob": "r7 g3 g4 b9", "cid": "y8 y9", "dan": "b1 b2 b3"}
        assert chosen(**table, **SEVEN_ZERO) == "r7 #3"

    def test_it_does_not_give_a_short_hand_away(self):
        assert chosen(ann=MANY, bob="r7 r5 g3", cid=MANY.replace("y", "b"), **SEVEN_ZERO) == "r5"

    def test_it_takes_a_short_hand_from_the_seat_before(self):
        assert chosen(ann="y1", bob="r0 r5 g3 g4 b9 b8", cid=MANY, **SEVEN_ZERO) == "r0"

    def test_it_goes_out_with_a_seven(self):
        assert chosen(ann="y1", bob="r7", **SEVEN_ZERO) == "r7"


class TestOutOfTurn:
    def test_it_jumps_in(self):
        table = {"rules": {"jump_in": True}, "top": "r1", "on_turn": "ann"}
        assert reaction("cid", "ann: r5", ann="r5 y1 y2", bob="b1 b2 b3", cid="r5 g1 g2", **table) == "r5"

    def test_it_goes_out_by_jumping_in(self):
        table = {"rules": {"jump_in": True}, "top": "r1", "on_turn": "ann"}
        assert reaction("cid", "ann: r5", ann="r5 y1 y2", bob="b1 b2 b3", cid="r5", **table) == "r5"

    def test_it_sends_a_draw_on_with_no_u(self):
        assert chosen("ann: r+2", preset="no-u", top="r1", on_turn="ann", ann=f"r+2 {MANY}", bob="rs b1 b3") == "rs"

    def test_it_answers_a_wild_to_be_rid_of_the_last_card(self):
        table = {"preset": "no-u", "top": "r1", "on_turn": "ann"}
        assert reaction("cid", "ann: wr", ann="w y1 y2", bob="b1 b2", cid="gs", **table) == "gs"


class TestPoints:
    @pytest.mark.parametrize("preset", ["standard", "irc"])
    def test_it_sheds_the_dear_card_when_somebody_is_close_to_out(self, preset):
        assert chosen(preset=preset, top="r1", ann="y1", bob="r2 r9 g3 g4 b7", cid=MANY) == "r9"


class TestPicking:
    def test_it_picks_to_keep_a_wd4_but_not_from_an_empty_pile(self):
        view = seen(None, top="r5", ann=MANY, bob="g3 g4 g8 b2 wd4")
        assert action_text(MEDIUM.choose(view, Random(1))) == "pe"
        assert isinstance(MEDIUM.choose(replace(view, draw_left=0), Random(1)), Play)

    def test_it_plays_rather_than_picks(self):
        assert chosen(top="r1", bob="r5 g3 b9 y8", ann=MANY, rules={"draw_until_playable": True}) == "r5"

    def test_it_plays_what_it_has_picked(self):
        assert chosen("bob: pe", preset="standard", top="r1", bob="g5 g3 b9", ann=MANY, draw="r8") == "r8"

    def test_it_passes_without_a_card_to_play(self):
        assert chosen("bob: pe", preset="standard", top="r1", bob="g5 g3 b9", ann=MANY, draw="b8") == "pa"
