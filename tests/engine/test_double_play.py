"""Double play: two identical cards in one go."""

import pytest

from tests.engine.position import after

THREE = {
    "top": "r5",
    "ann": "g1 g2 g3 g4",
    "bob": "r5 r1 r1 g5 g5 b1 b1 rs rs r+2 r+2 w w wd4 wd4",
    "cid": "b2 b3 b4 b6",
    "draw": "y1 y2 y3 y4 y5 y6",
}


@pytest.mark.parametrize(
    "move, top",
    [
        pytest.param("r1r1", "r1", id="by colour"),
        pytest.param("g5g5", "g5", id="by figure"),
        pytest.param("pl r1 r1", "r1", id="spelled out"),
        pytest.param("R1R1", "r1", id="capitals"),
        pytest.param("wwg", "wg", id="two Wilds, one colour"),
        pytest.param("wgwg", "wg", id="two Wilds, the colour twice"),
    ],
)
def test_two_cards_at_once(move, top):
    out = after(f"bob: {move}", **THREE)
    assert (out.reasons, out.top, out.on_turn, len(out.hands["bob"])) == ([], top, "cid", 13)


def test_two_wilds_in_two_steps():
    owed, named = after("bob: ww", **THREE), after("bob: ww", "bob: co y", **THREE)
    assert (owed.reasons, owed.on_turn, owed.color) == ([], "bob", None)
    assert (named.reasons, named.on_turn, named.color, len(named.hands["bob"])) == ([], "cid", "y", 13)


@pytest.mark.parametrize(
    "move, reason, rules",
    [
        pytest.param("r5r5", "only_one", {}, id="one copy: never played as a single"),
        pytest.param("r7r7", "not_held", {}, id="no copy"),
        pytest.param("r1g5", "not_identical", {}, id="two different cards"),
        pytest.param("g5r5", "not_identical", {}, id="same figure only"),
        pytest.param("b1b1", "no_match", {}, id="matches nothing"),
        pytest.param("wd4wd4b", "no_double_wd4", {}, id="WD4"),
        pytest.param("wd4bwd4b", "no_double_wd4", {}, id="WD4, the colour twice"),
        pytest.param("r1r1", "no_doubles", {"double_play": False}, id="option off"),
        pytest.param("wwg", "no_doubles", {"double_play": False}, id="option off, Wilds"),
        pytest.param("r5r5", "only_one", {"illegal_play_penalty": 2}, id="a failed double is no foul"),
    ],
)
def test_refused_and_nothing_changes(move, reason, rules):
    before, out = after(rules=rules, **THREE), after(f"bob: {move}", rules=rules, **THREE)
    assert out.reasons == [reason]
    assert (out.hands, out.top, out.on_turn) == (before.hands, "r5", "bob")


@pytest.mark.parametrize("preset", ["official", "standard", "classic"])
def test_off_in_the_other_presets(preset):
    assert after("bob: r1r1", preset=preset, **THREE).reasons == ["no_doubles"]


@pytest.mark.parametrize(
    "rules, picked, move",
    [
        pytest.param({}, "r7", "r7r7", id="the twin was picked"),
        pytest.param({"after_draw": "any_card"}, "y9", "r1r1", id="any_card"),
        pytest.param({"after_draw": "any_card"}, "r7", "r7r7", id="any_card, the twin"),
    ],
)
def test_never_after_a_pick(rules, picked, move):
    table = {"top": "r5", "ann": "g1 g2", "bob": "r1 r1 r7 b1", "cid": "b2 b3"}
    out = after("bob: pe", f"bob: {move}", rules=rules, draw=picked, **table)
    assert out.reasons == ["no_double_after_pick"]
    assert (out.on_turn, len(out.hands["bob"])) == ("bob", 5)


def test_never_after_a_pick_though_both_were_held():
    out = after("bob: pe", "bob: r1r1", top="r5", ann="g1 g2", bob="r1 r1 b1", cid="b2 b3", draw="y9")
    assert (len(out.reasons), out.on_turn, out.hand("bob")) == (1, "bob", "r1 r1 b1 y9")


def test_the_picked_card_still_plays_alone():
    out = after("bob: pe", "bob: r7r7", "bob: r7", top="r5", ann="g1 g2", bob="r7 b1", cid="b2 b3", draw="r7")
    assert (out.reasons, out.on_turn, out.hand("bob")) == (["no_double_after_pick"], "cid", "r7 b1")


@pytest.mark.parametrize(
    "stacking, on_turn, pile, drawn",
    [
        pytest.param("war", "cid", 4, 0, id="war"),
        pytest.param("progressive", "cid", 4, 0, id="progressive"),
        pytest.param("same", "cid", 4, 0, id="same"),
        pytest.param("any", "cid", 4, 0, id="any"),
        pytest.param("none", "ann", 0, 4, id="none: drawn at once"),
    ],
)
def test_two_plus_twos_add_four(stacking, on_turn, pile, drawn):
    out = after("bob: r+2r+2", rules={"stacking": stacking}, **THREE)
    assert (out.reasons, out.on_turn, out.pile, len(out.hands["cid"])) == ([], on_turn, pile, 4 + drawn)


@pytest.mark.parametrize("stacking", ["war", "progressive", "same", "any"])
def test_two_plus_twos_answer_a_plus_two(stacking):
    out = after("bob: r+2r+2", rules={"stacking": stacking}, **THREE | {"top": "g+2", "pile": 2})
    assert (out.reasons, out.on_turn, out.pile) == ([], "cid", 6)


@pytest.mark.parametrize(
    "top, cards, move",
    [
        pytest.param("r+2", "rs rs", "rsrs", id="two Skips in a war"),
        pytest.param("r+2", "r1 r1", "r1r1", id="two numbers in a war"),
        pytest.param("r+2", "w w", "wwr", id="two Wilds in a war"),
        pytest.param("gr", "r+2 r+2", "r+2r+2", id="two +2 on a Reverse of another colour"),
        pytest.param("wd4r", "r+2 r+2", "r+2r+2", id="two +2 in a WD4 war"),
    ],
)
def test_the_war_narrows_doubles_too(top, cards, move):
    out = after(f"bob: {move}", **THREE | {"top": top, "pile": 4, "bob": f"{cards} b1"})
    assert (len(out.reasons), out.on_turn, out.pile, len(out.hands["bob"])) == (1, "bob", 4, 3)


@pytest.mark.parametrize(
    "players, direction, on_turn",
    [
        pytest.param("ann bob", 1, "ann", id="two: the opponent"),
        pytest.param("ann bob", -1, "ann", id="two, anticlockwise"),
        pytest.param("ann bob cid", 1, "bob", id="three: the same player"),
        pytest.param("ann bob cid", -1, "bob", id="three, anticlockwise"),
        pytest.param("ann bob cid dan", 1, "ann", id="four"),
        pytest.param("ann bob cid dan", -1, "cid", id="four, anticlockwise"),
        pytest.param("ann bob cid dan eve", 1, "eve", id="five"),
        pytest.param("ann bob cid dan eve", -1, "dan", id="five, anticlockwise"),
    ],
)
def test_two_skips_bypass_two_seats(players, direction, on_turn):
    hands = {"ann": "g1 g2", "bob": "rs rs b1 b2", "cid": "g3 g4", "dan": "y1 y2", "eve": "y3 y4"}
    hands = {name: hands[name] for name in players.split()}
    out = after("bob: rsrs", top="r5", on_turn="bob", direction=direction, **hands)
    assert (out.reasons, out.on_turn, out.direction) == ([], on_turn, direction)


@pytest.mark.parametrize("hand, move", [("r1 r1", "r1r1"), ("rs rs", "rsrs"), ("w w", "wwb"), ("r+2 r+2", "r+2r+2")])
def test_going_out_with_a_double(hand, move):
    out = after(f"bob: {move}", top="r5", ann="w wd4", bob=hand, cid="b9 b9")
    assert (out.reasons, out.over, out.winner, out.points) == ([], True, "bob", 118)


def test_a_double_is_a_normal_turn_after_a_won_challenge():
    out = after(
        "bob: wd4b",
        "cid: ch",
        "cid: b6b6",
        rules={"wd4_when": "no_color"},
        top="r5",
        ann="g1 g2",
        bob="r1 g3 wd4",
        cid="b6 b6 y1 y2",
    )
    assert (out.reasons, out.on_turn, out.hand("cid")) == ([], "ann", "y1 y2")
