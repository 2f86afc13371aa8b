"""reverse_two: with two players a Reverse always turns the direction; the option says who is next."""

import pytest

from tests.engine.position import after

CLASSIC = ["classic", "short", "one-round", "stacking", "progressive", "seven-zero"]
SKIP = ["official", "standard", "duel", "no-u", *CLASSIC]
HANDS = {"ann": "gr g2 g3 b2", "bob": "rr rr y1 y2"}
THREE = HANDS | {"cid": "b4 b5 b6"}


@pytest.mark.parametrize("preset, on_turn", [("irc", "ann"), *((preset, "bob") for preset in SKIP)])
@pytest.mark.parametrize("direction", [1, -1])
def test_in_the_presets(preset, on_turn, direction):
    out = after("bob: rr", top="r5", preset=preset, direction=direction, **HANDS)
    assert (out.on_turn, out.direction, out.reasons) == (on_turn, -direction, [])


@pytest.mark.parametrize("preset", ["irc", "official", "classic"])
@pytest.mark.parametrize("reverse_two, on_turn", [("skip", "bob"), ("reverse", "ann")])
@pytest.mark.parametrize("direction", [1, -1])
def test_as_an_option(preset, reverse_two, on_turn, direction):
    rules = {"reverse_two": reverse_two}
    out = after("bob: rr", top="r5", preset=preset, rules=rules, direction=direction, **HANDS)
    assert (out.on_turn, out.direction) == (on_turn, -direction)


@pytest.mark.parametrize(
    "reverse_two, moves, on_turn, direction",
    [
        pytest.param("skip", ["bob: rr", "bob: rr"], "bob", 1, id="skip: twice by the same player"),
        pytest.param("skip", ["bob: rr", "bob: pe", "bob: pa"], "ann", -1, id="skip: then the other"),
        pytest.param("skip", ["bob: rr", "bob: pe", "bob: pa", "ann: gr"], "ann", 1, id="skip: then by her"),
        pytest.param("reverse", ["bob: rr", "ann: gr"], "bob", 1, id="reverse: by one and the other"),
        pytest.param("reverse", ["bob: rr", "ann: gr", "bob: rr"], "ann", -1, id="reverse: three in a row"),
    ],
)
def test_one_after_the_other(reverse_two, moves, on_turn, direction):
    out = after(*moves, top="r5", draw="b9", rules={"reverse_two": reverse_two}, **HANDS)
    assert (out.on_turn, out.direction, out.reasons) == (on_turn, direction, [])


def test_the_other_may_not_act_after_a_skip():
    out = after("bob: rr", "ann: gr", top="r5", preset="classic", **HANDS)
    assert (out.on_turn, out.reasons) == ("bob", ["not_your_turn"])


def test_the_turn_after_a_skip_is_a_new_one():
    given = {"top": "r5", "draw": "rr b9", "ann": "g1 g2 g3", "bob": "y1 y2", "preset": "classic"}
    out = after("bob: pe", "bob: rr", "bob: pe", **given)
    assert (out.on_turn, out.hand("bob"), out.reasons) == ("bob", "b9 y1 y2", [])


@pytest.mark.parametrize("reverse_two", ["skip", "reverse"])
@pytest.mark.parametrize("direction, on_turn", [(1, "ann"), (-1, "cid")])
def test_it_says_nothing_to_three(reverse_two, direction, on_turn):
    out = after("bob: rr", top="r5", rules={"reverse_two": reverse_two}, direction=direction, **THREE)
    assert (out.on_turn, out.direction) == (on_turn, -direction)


@pytest.mark.parametrize("reverse_two, on_turn", [("skip", "bob"), ("reverse", "ann")])
def test_two_are_left_of_three(reverse_two, on_turn):
    out = after("cid: leave", "bob: rr", top="r5", rules={"reverse_two": reverse_two}, **THREE)
    assert (out.on_turn, out.direction, out.reasons) == (on_turn, -1, [])


@pytest.mark.parametrize("reverse_two", ["skip", "reverse"])
def test_two_have_become_three(reverse_two):
    out = after("cid: jo", "bob: rr", top="r5", rules={"reverse_two": reverse_two}, **HANDS)
    assert (out.on_turn, out.direction, out.reasons) == ("cid", -1, [])


@pytest.mark.parametrize("reverse_two", ["skip", "reverse"])
@pytest.mark.parametrize("double_reverse, on_turn", [("again", "bob"), ("passes", "ann")])
@pytest.mark.parametrize("direction", [1, -1])
def test_two_reverses_at_once_follow_double_reverse(reverse_two, double_reverse, on_turn, direction):
    rules = {"reverse_two": reverse_two, "double_reverse": double_reverse}
    out = after("bob: rrrr", top="r5", rules=rules, direction=direction, **HANDS)
    assert (out.on_turn, out.direction, out.reasons) == (on_turn, direction, [])


def test_in_a_war_it_goes_to_the_opponent():
    out = after("bob: rr", top="r+2", pile=2, **HANDS)
    assert (out.on_turn, out.direction, out.pile) == ("ann", -1, 2)


def test_and_back_again():
    out = after("bob: rr", "ann: gr", top="r+2", pile=4, **HANDS)
    assert (out.on_turn, out.direction, out.pile, out.reasons) == ("bob", 1, 4, [])


@pytest.mark.parametrize("reverse_two", ["skip", "reverse"])
def test_as_the_last_card_it_wins(reverse_two):
    out = after("bob: rr", top="r5", rules={"reverse_two": reverse_two}, ann="g1 g2", bob="rr")
    assert (out.over, out.winner, out.on_turn) == (True, "bob", None)
