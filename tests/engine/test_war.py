"""The wars of the IRC rules: what answers a +2 or a WD4, how the pile grows, turns and is taken."""

import pytest

from tests.engine.position import after

THREE = {
    "top": "r5",
    "ann": "r1 r+2 gr g+2 y1 y2 wd4",
    "bob": "r+2 rr br b+2 y3 y3 wd4",
    "cid": "r7 rs rr gr g+2 b+2 y1 w wd4",
    "draw": "y4 y5 y6 y7 y8 y9 g3 g4 g6 g7 g8 g9",
}
FOUR = THREE | {"dan": "r2 r3 br bs yr y+2 w wd4"}
TWO = {"top": "r5", "ann": "r1 rr gr g+2 y1 wd4", "bob": "r+2 rr gr y2 y3 wd4", "draw": "y4 y5 y6 y7"}


@pytest.mark.parametrize(
    "table, moves, on_turn, pile, direction",
    [
        pytest.param(THREE, ["bob: r+2"], "cid", 2, 1, id="+2 opens a war of 2"),
        pytest.param(THREE, ["bob: r+2", "cid: g+2"], "ann", 4, 1, id="+2 on +2 by figure"),
        pytest.param(THREE, ["bob: r+2", "cid: b+2", "ann: r+2"], "bob", 6, 1, id="2, 4, 6"),
        pytest.param(THREE, ["bob: r+2", "cid: rr"], "bob", 2, -1, id="reverse of the colour sends it back"),
        pytest.param(THREE, ["bob: r+2", "cid: g+2", "ann: gr"], "cid", 4, -1, id="reverse, grown pile"),
        pytest.param(THREE, ["bob: r+2", "cid: rr", "bob: br"], "cid", 2, 1, id="reverse on reverse by figure"),
        pytest.param(THREE, ["bob: r+2", "cid: rr", "bob: br", "cid: b+2"], "ann", 4, 1, id="+2 on reverse by colour"),
        pytest.param(THREE, ["bob: r+2", "cid: wd4g"], "ann", 6, 1, id="WD4 in a +2 war"),
        pytest.param(THREE, ["bob: r+2", "cid: wd4g", "ann: wd4b"], "bob", 10, 1, id="then a WD4 war"),
        pytest.param(THREE, ["bob: r+2", "cid: rr", "bob: wd4b"], "ann", 6, -1, id="WD4 on a reverse in the war"),
        pytest.param(THREE, ["bob: wd4g"], "cid", 4, 1, id="WD4 opens a war of 4"),
        pytest.param(THREE, ["bob: wd4g", "cid: wd4b", "ann: wd4r"], "bob", 12, 1, id="4, 8, 12"),
        pytest.param(THREE, ["bob: wd4", "bob: co g", "cid: wd4b"], "ann", 8, 1, id="WD4 in two steps"),
        pytest.param(THREE, ["bob: rr"], "ann", 0, -1, id="a reverse opens no war"),
        pytest.param(FOUR, ["bob: r+2", "cid: g+2", "dan: y+2"], "ann", 6, 1, id="four: round the table"),
        pytest.param(FOUR, ["bob: r+2", "cid: rr", "bob: br"], "cid", 2, 1, id="four: to and fro"),
        pytest.param(FOUR, ["bob: r+2", "cid: b+2", "dan: br"], "cid", 4, -1, id="four: back to the last +2"),
        pytest.param(FOUR, ["bob: r+2", "cid: b+2", "dan: br", "cid: gr", "dan: yr"], "cid", 4, -1, id="four: three"),
        pytest.param(TWO, ["bob: r+2", "ann: rr"], "bob", 2, -1, id="two: to the opponent"),
        pytest.param(TWO, ["bob: r+2", "ann: rr", "bob: gr"], "ann", 2, 1, id="two: and back"),
        pytest.param(TWO, ["bob: r+2", "ann: g+2", "bob: wd4y", "ann: wd4b"], "bob", 12, 1, id="two: all kinds"),
        pytest.param(THREE | {"on_turn": "bob", "direction": -1}, ["bob: r+2"], "ann", 2, -1, id="anticlockwise +2"),
        pytest.param(
            THREE | {"on_turn": "cid", "direction": -1, "top": "b5"},
            ["cid: b+2", "bob: br"],
            "cid",
            2,
            1,
            id="anticlockwise reverse",
        ),
    ],
)
def test_answers(table, moves, on_turn, pile, direction):
    out = after(*moves, **table)
    assert out.reasons == []
    assert (out.on_turn, out.pile, out.direction) == (on_turn, pile, direction)


@pytest.mark.parametrize(
    "moves, try_",
    [
        pytest.param(["bob: r+2"], "cid: r7", id="number of the colour"),
        pytest.param(["bob: r+2"], "cid: rs", id="skip of the colour"),
        pytest.param(["bob: r+2"], "cid: wr", id="wild"),
        pytest.param(["bob: r+2"], "cid: w", id="wild without colour"),
        pytest.param(["bob: r+2", "cid: rr", "bob: br", "cid: gr", "bob: pa", "ann: g+2"], "cid: r7", id="later war"),
        pytest.param(["bob: wd4r"], "cid: rr", id="reverse of the colour in a WD4 war"),
        pytest.param(["bob: wd4g"], "cid: g+2", id="+2 of the colour in a WD4 war"),
        pytest.param(["bob: wd4r"], "cid: r7", id="number in a WD4 war"),
        pytest.param(["bob: wd4r"], "cid: wr", id="wild in a WD4 war"),
        pytest.param(["bob: r+2", "cid: wd4g"], "ann: g+2", id="+2 after a WD4 on a +2"),
        pytest.param(["bob: r+2", "cid: wd4g"], "ann: gr", id="reverse after a WD4 on a +2"),
    ],
)
def test_a_card_of_the_wrong_kind_is_refused(moves, try_):
    before, out = after(*moves, **THREE), after(*moves, try_, **THREE)
    assert before.reasons == []
    assert out.reasons == ["draw_waits"]
    assert {k: v for k, v in out.json.items() if k != "refused"} == {
        k: v for k, v in before.json.items() if k != "refused"
    }


@pytest.mark.parametrize(
    "moves, try_",
    [
        pytest.param(["bob: r+2"], "cid: gr", id="reverse of another colour"),
        pytest.param(["bob: r+2", "cid: rr"], "bob: b+2", id="+2 of another colour on a reverse"),
    ],
)
def test_war_narrows_the_normal_rule(moves, try_):
    before, out = after(*moves, **THREE), after(*moves, try_, **THREE)
    assert before.reasons == [] and len(out.reasons) == 1
    assert (out.on_turn, out.pile, out.hands) == (before.on_turn, before.pile, before.hands)


@pytest.mark.parametrize("take", ["pa", "pe", "dr"])
@pytest.mark.parametrize(
    "moves, taker, drawn, then, top",
    [
        pytest.param(["bob: r+2"], "cid", 2, "ann", "r+2", id="war of 2, answers in hand"),
        pytest.param(["bob: r+2", "cid: g+2"], "ann", 4, "bob", "g+2", id="war of 4"),
        pytest.param(["bob: r+2", "cid: rr"], "bob", 2, "ann", "rr", id="after a reverse"),
        pytest.param(["bob: wd4g"], "cid", 4, "ann", "wd4g", id="WD4"),
        pytest.param(["bob: r+2", "cid: wd4g"], "ann", 6, "bob", "wd4g", id="WD4 on +2"),
    ],
)
def test_taking_the_pile(moves, take, taker, drawn, then, top):
    before, out = after(*moves, **THREE), after(*moves, f"{taker}: {take}", **THREE)
    assert out.reasons == []
    assert (out.on_turn, out.pile, out.top) == (then, 0, top)
    fresh = THREE["draw"].split()[:drawn]
    assert sorted(out.hands[taker]) == sorted(before.hands[taker] + fresh)
    assert out.draw_left == before.draw_left - drawn


@pytest.mark.parametrize(
    "moves, on_turn, pile",
    [
        pytest.param(["bob: r+2", "cid: pa", "ann: r1"], "bob", 0, id="a number of the colour"),
        pytest.param(["bob: r+2", "cid: pa", "ann: g+2"], "bob", 2, id="a new war begins at 2"),
        pytest.param(["bob: r+2", "cid: pa", "ann: wd4y"], "bob", 4, id="a new WD4 war begins at 4"),
        pytest.param(["bob: wd4g", "cid: pa", "ann: gr"], "cid", 0, id="a reverse on the named colour is a reverse"),
        pytest.param(["bob: wd4g", "cid: pa", "ann: g+2"], "bob", 2, id="a +2 on the named colour"),
        pytest.param(["bob: r+2", "cid: pa", "ann: pe"], "ann", 0, id="a pick is a pick again"),
    ],
)
def test_after_taking_the_state_is_normal(moves, on_turn, pile):
    out = after(*moves, **THREE)
    assert out.reasons == []
    assert (out.on_turn, out.pile) == (on_turn, pile)


def test_whoever_took_the_pile_has_lost_the_turn():
    assert after("bob: r+2", "cid: pa", "cid: r7", **THREE).reasons == ["not_your_turn"]


def test_time_running_out_takes_the_pile():
    out = after("bob: r+2", "cid: timeout", **THREE)
    assert (out.on_turn, out.pile, len(out.hands["cid"])) == ("ann", 0, 11)


def test_a_picked_plus_two_opens_a_war():
    out = after("bob: pe", "bob: r+2", top="r5", ann="g1 g2", bob="g3 g4", cid="g5 g6", draw="r+2")
    assert (out.reasons, out.on_turn, out.pile) == ([], "cid", 2)


@pytest.mark.parametrize(
    "moves, on_turn, pile, direction",
    [
        pytest.param([], "bob", 2, 1, id="a war of 2 against the first player"),
        pytest.param(["bob: b+2"], "cid", 4, 1, id="answered with +2"),
        pytest.param(["bob: rr"], "ann", 2, -1, id="answered with a reverse"),
        pytest.param(["bob: wd4g"], "cid", 6, 1, id="answered with WD4"),
        pytest.param(["bob: pa"], "cid", 0, 1, id="taken"),
    ],
)
def test_a_turned_up_plus_two(moves, on_turn, pile, direction):
    table = {key: value for key, value in THREE.items() if key != "top"} | {"ann": "r1 gr y1 y2 wd4"}
    out = after(*moves, turned_up="r+2", **table)
    assert out.reasons == []
    assert (out.on_turn, out.pile, out.direction) == (on_turn, pile, direction)


@pytest.mark.parametrize(
    "top, pile, move, result",
    [
        pytest.param("rr", 4, "bob: r+2", 6, id="a pile under a reverse is a +2 war"),
        pytest.param("rr", 4, "bob: br", 4, id="reverse on reverse"),
        pytest.param("wd4b", 8, "bob: wd4r", 12, id="a pile under a WD4 is a WD4 war"),
        pytest.param("rr", 4, "bob: b+2", None, id="+2 of another colour"),
        pytest.param("wd4b", 8, "bob: b+2", None, id="no +2 in a WD4 war"),
        pytest.param("wd4b", 8, "bob: br", None, id="no reverse in a WD4 war"),
    ],
)
def test_a_war_that_is_on(top, pile, move, result):
    out = after(move, top=top, pile=pile, ann="y1 y2", bob="r+2 b+2 br wd4 y3 y4", cid="y5 y6")
    if result is None:
        assert len(out.reasons) == 1 and (out.on_turn, out.pile) == ("bob", pile)
    else:
        assert out.reasons == [] and out.pile == result
