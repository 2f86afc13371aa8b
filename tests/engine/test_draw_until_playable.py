"""draw_until_playable: picking goes on until a playable card comes or nothing is left to draw."""

from collections import Counter

import pytest

from tests.engine.position import after
from tests.engine.test_deck import rest

UNTIL = {"draw_until_playable": True}
KEEP = {"after_draw": "keep", "must_play_drawn": False}
PRESETS = ["irc", "official", "standard", "classic", "stacking", "no-u"]


def picking(*moves, draw, bob="g9 b9", top="r5", rules=None, **given):
    moves = [f"bob: {move}" for move in moves] or ["bob: pe"]
    rules = UNTIL | (rules or {})
    return after(*moves, top=top, ann="g1 g2 g3", bob=bob, cid="y1 y2 y3", draw=draw, rules=rules, **given)


def left_to_draw(*moves, draw="", bob="g9 b9", **given):
    """As `picking`, but ann holds every card that is not named."""
    ann = rest("r5", draw, bob, "y1 y2")
    return after(*moves, top="r5", ann=ann, bob=bob, cid="y1 y2", draw=draw, rules=UNTIL, **given)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    "top, draw, drawn",
    [
        pytest.param("r5", "r8 r7 y8", "r8", id="the first one is playable"),
        pytest.param("r5", "y8 r8 r7", "y8 r8", id="the second one is"),
        pytest.param("r5", "y8 b8 g8 y7 b7 r8 r7", "y8 b8 g8 y7 b7 r8", id="the sixth one is"),
        pytest.param("r5", "y8 b5 r7", "y8 b5", id="by its figure"),
        pytest.param("rs", "y8 ys r7", "y8 ys", id="by its action"),
        pytest.param("wb", "y8 r8 g8 b8", "y8 r8 g8 b8", id="by the named colour"),
        pytest.param("r5", "y8 w r7", "y8 w", id="a Wild"),
        pytest.param("r5", "y8 wd4 r7", "y8 wd4", id="a WD4"),
    ],
)
def test_until_a_playable_card_comes(preset, top, draw, drawn):
    out = picking(draw=draw, top=top, preset=preset, bob="g9 g0")
    assert Counter(out.hands["bob"]) == Counter(["g9", "g0", *drawn.split()])
    assert (out.on_turn, out.top, out.reasons) == ("bob", top, [])


@pytest.mark.parametrize("preset", PRESETS)
def test_off_it_is_one_card(preset):
    out = picking(draw="y8 r8", preset=preset, rules={"draw_until_playable": False})
    assert out.hand("bob") == "g9 b9 y8"


@pytest.mark.parametrize(
    "wd4_when, bob, drawn",
    [
        pytest.param("always", "r1 g9", "y8 wd4", id="always: it is playable"),
        pytest.param("no_color", "g5 g9", "y8 wd4", id="no_color: honest"),
        pytest.param("no_color", "r1 g9", "y8 wd4 b8 r8", id="no_color: a red card is held"),
        pytest.param("no_other", "g9 b9", "y8 wd4", id="no_other: honest"),
        pytest.param("no_other", "g9 wd4", "y8 wd4", id="no_other: a second WD4 does not count"),
        pytest.param("no_other", "g5 g9", "y8 wd4 b8 r8", id="no_other: the figure is held"),
        pytest.param("no_other", "w g9", "y8 wd4 b8 r8", id="no_other: a Wild is held"),
    ],
)
@pytest.mark.parametrize("wd4_check", ["challenge", "enforce"])
def test_a_dishonest_wd4_is_not_playable(wd4_when, wd4_check, bob, drawn):
    rules = {"wd4_when": wd4_when, "wd4_check": wd4_check}
    out = picking(draw="y8 wd4 b8 r8 r7", bob=bob, rules=rules)
    assert Counter(out.hands["bob"]) == Counter([*bob.split(), *drawn.split()])


@pytest.mark.parametrize(
    "moves, rules, reasons",
    [
        pytest.param(["r8"], {}, [], id="the last one may be played"),
        pytest.param(["pa"], {}, ["must_play_picked"], id="and must, with must_play_drawn"),
        pytest.param(["pa"], {"must_play_drawn": False}, [], id="and need not without it"),
        pytest.param(["y8"], {}, ["only_picked_card"], id="one drawn on the way is not the picked card"),
        pytest.param(["r1"], {}, ["only_picked_card"], id="nor is one held before"),
        pytest.param(["r1"], {"after_draw": "any_card"}, [], id="any_card"),
        pytest.param(["r8"], KEEP, ["nothing_after_pick"], id="keep"),
        pytest.param(["pa"], KEEP, [], id="keep and pass"),
        pytest.param(["pe"], {}, ["already_picked"], id="there is no second pick"),
    ],
)
def test_then_it_is_a_pick_like_any_other(moves, rules, reasons):
    out = picking("pe", *moves, draw="y8 b8 r8 r7", bob="r1 g9 b9", rules=rules)
    assert out.reasons == reasons


def test_picking_with_a_playable_card_in_hand_goes_on_too():
    assert picking(draw="y8 b8 r8", bob="r1 w").hand("bob") == "r1 r8 b8 y8 w"


@pytest.mark.parametrize("move", ["pe", "pa"])
@pytest.mark.parametrize("top, pile, drawn", [("r+2", 2, "y8 b8"), ("wd4r", 4, "y8 b8 y7 b7")])
def test_a_pending_draw_is_its_number(move, top, pile, drawn):
    out = picking(move, draw="y8 b8 y7 b7 r8", top=top, pile=pile)
    assert Counter(out.hands["bob"]) == Counter(["g9", "b9", *drawn.split()])
    assert (out.on_turn, out.reasons) == ("cid", [])


@pytest.mark.parametrize("preset", ["official", "classic"])
def test_a_draw_taken_at_once_is_its_number(preset):
    out = picking("r+2", draw="y8 b8 g8 r8", bob="r+2 g9 b9", preset=preset)
    assert (out.hand("cid"), out.on_turn) == ("b8 y1 y2 y3 y8", "ann")


def test_a_foul_costs_its_number():
    out = picking("g9", draw="y8 b8 g8 r8", preset="official")
    assert out.hand("bob") == "g9 b8 b9 y8"


def test_until_nothing_is_left():
    out = left_to_draw("bob: pe", draw="y8 b8 g8")
    assert (out.hand("bob"), out.draw_left, out.reasons) == ("g8 g9 b8 b9 y8", 0, [])


def test_then_one_passes():
    out = left_to_draw("bob: pe", "bob: pa", draw="y8 b8 g8")
    assert (out.on_turn, out.hand("bob"), out.reasons) == ("cid", "g8 g9 b8 b9 y8", [])


def test_the_discards_are_left_too():
    moves = ["bob: r1", "cid: y1", "ann: g1", "bob: wb", "cid: pe"]
    out = left_to_draw(*moves, bob="r1 w g9 b9", draw="g8")
    assert (out.hand("cid"), out.draw_left) == ("r1 r5 g1 g8 y1 y2", 0)
    assert (out.on_turn, out.reasons) == ("cid", [])


def test_the_discards_are_drawn_until_one_is_playable():
    moves = ["bob: r1", "cid: y1", "ann: b1", "bob: b9", "cid: pe"]
    out = left_to_draw(*moves, bob="r1 g9 b9", draw="y8")
    assert {"y8", "b1"} < set(out.hands["cid"])
    assert (out.on_turn, out.reasons, out.draw_left) == ("cid", [], 6 - len(out.hands["cid"]))


def test_with_nothing_at_all_the_turn_passes():
    out = left_to_draw("bob: pe")
    assert (out.on_turn, out.hand("bob"), out.reasons) == ("cid", "g9 b9", [])


def test_every_turn_anew():
    given = {"draw": "y8 r8 y7 y6 r6", "rules": UNTIL, "top": "r5"}
    out = after("bob: pe", "bob: r8", "cid: pe", ann="g1 g2", bob="g9 b9", cid="y1 y2", **given)
    assert (out.hand("cid"), out.on_turn) == ("r6 y1 y2 y6 y7", "cid")


def test_force_play_comes_first():
    assert picking(draw="y8 r8", bob="r1 g9", rules={"force_play": True}).reasons == ["must_play"]
    assert picking(draw="y8 r8", bob="b9 g9", rules={"force_play": True}).hand("bob") == "r8 g9 b9 y8"
