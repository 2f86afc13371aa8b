"""Calling UNO: who may, how long a call lasts, false calls, and what a missed call costs at once."""

import pytest

from tests.engine.position import after

DRAWN = "g1 g2 g3 g4 g5 g6 g7 g8 g9 gs"


def table(*moves, rules=(), **given):
    position = {
        "top": "r9",
        "draw": DRAWN,
        "ann": "y1 y2 y3 y4",
        "bob": "r1 r2",
        "cid": "b1 b2 b3 b4",
    }
    return after(*moves, rules={"uno_call": "call"} | dict(rules), **position | given)


def duel(*moves, rules=(), **given):
    position = {"top": "r9", "draw": "g1 g2 g3 g4", "ann": "y1 y2 y3 y4", "bob": "r1 r2"}
    return after(*moves, rules={"uno_call": "call"} | dict(rules), **position | given)


@pytest.mark.parametrize(
    ("bob", "moves"),
    [
        pytest.param("r1 r2", ["bob: un"], id="on turn with two"),
        pytest.param("r1 r1 r2", ["bob: un"], id="on turn with three and a double"),
        pytest.param("w w r1", ["bob: un"], id="two wilds are a double"),
        pytest.param("r1 r2", ["bob: un", "bob: r1"], id="before the card"),
        pytest.param("r1 r2", ["bob: r1 uno"], id="behind the card"),
        pytest.param("r1 r2", ["bob: r1", "bob: un"], id="after the card"),
        pytest.param("r1 r1 r2", ["bob: un", "bob: r1r1"], id="before the double"),
        pytest.param("r1 r1 r2", ["bob: r1r1 uno"], id="behind the double"),
        pytest.param("r1 r1 r2", ["bob: r1r1", "bob: un"], id="after the double"),
        pytest.param("w r2", ["bob: wg uno"], id="behind a wild"),
        pytest.param("w r2", ["bob: w", "bob: un"], id="while owing the colour"),
        pytest.param("w r2", ["bob: w", "bob: co g", "bob: un"], id="after naming the colour"),
        pytest.param("rs r2", ["bob: rs", "bob: un"], id="after a skip"),
        pytest.param("r+2 r2", ["bob: r+2", "bob: un"], id="after a +2 that waits"),
        pytest.param("r1 r2", ["bob: r1", "cid: b9", "bob: un"], id="after another's refused move"),
        pytest.param("r1 r2", ["bob: un", "bob: y5"], id="outlives one's own refused move"),
    ],
)
def test_own_call_stands(bob, moves):
    outcome = table(*moves, bob=bob)
    assert outcome.called_uno == ["bob"]
    assert "false_uno" not in outcome.reasons


def test_call_before_playing_the_picked_card():
    outcome = table("bob: pe", "bob: un", "bob: r5", bob="r1", draw="r5")
    assert (outcome.reasons, outcome.called_uno, outcome.hand("bob")) == ([], ["bob"], "r1")


def test_call_facing_a_pile():
    outcome = table("bob: un", top="r+2", pile=2)
    assert (outcome.reasons, outcome.called_uno, outcome.pile) == ([], ["bob"], 2)


def test_call_with_one_card_on_turn_again_while_still_catchable():
    outcome = duel("bob: rs", "bob: un", bob="rs r2")
    assert (outcome.reasons, outcome.called_uno, outcome.on_turn) == ([], ["bob"], "bob")


def test_call_stands_round_the_table():
    outcome = table("bob: r1 uno", "cid: r5", "ann: r6", ann="r6 y2 y3", cid="r5 b2 b3")
    assert (outcome.on_turn, outcome.called_uno) == ("bob", ["bob"])


def test_two_calls_stand():
    outcome = table("bob: r1 uno", "cid: r5 uno", cid="r5 b2")
    assert sorted(outcome.called_uno) == ["bob", "cid"]


NOBODY_CALLED = [
    pytest.param("bob", [], {"bob": "r1 r2 r3"}, id="on turn with three different"),
    pytest.param("bob", [], {"bob": "wd4 wd4 r1"}, id="two WD4 are no double"),
    pytest.param("bob", [], {"bob": "r1 r1 r2 r3"}, id="on turn with four and a double"),
    pytest.param("bob", [], {"bob": "r1"}, id="on turn with one"),
    pytest.param("cid", [], {"cid": "b1 b2"}, id="two but not on turn"),
    pytest.param("cid", [], {"cid": "b1 b1 b2"}, id="a double but not on turn"),
    pytest.param("cid", [], {"cid": "b1"}, id="one since the deal"),
    pytest.param("ann", [], {}, id="many, not on turn"),
    pytest.param("bob", ["bob: r1", "cid: pe"], {}, id="window closed by a pick"),
    pytest.param("bob", ["bob: r1", "cid: r5"], {"cid": "r5 b1 b2"}, id="window closed by a card"),
    pytest.param("bob", ["bob: r1", "cid: timeout"], {}, id="window closed by the clock"),
    pytest.param("bob", ["bob: r1", "cid: ct bob"], {}, id="caught already"),
    pytest.param("cid", ["bob: r1 uno"], {}, id="nobody left to catch"),
]


@pytest.mark.parametrize(("caller", "moves", "given"), NOBODY_CALLED)
def test_false_call_is_refused_where_it_costs_nothing(caller, moves, given):
    before, then = table(*moves, **given), table(*moves, f"{caller}: un", **given)
    assert then.reasons == ["false_uno"]
    assert (then.hands, then.on_turn, then.called_uno) == (before.hands, before.on_turn, before.called_uno)


@pytest.mark.parametrize(("caller", "moves", "given"), NOBODY_CALLED)
def test_false_call_is_accepted_where_it_costs(caller, moves, given):
    rules = {"false_uno_penalty": 3}
    before = table(*moves, rules=rules, **given)
    then = table(*moves, f"{caller}: un", rules=rules, **given)
    assert then.reasons == []
    assert len(then.hands[caller]) == len(before.hands[caller]) + 3
    assert then.draw_left == before.draw_left - 3
    assert (then.on_turn, then.top, then.direction) == (before.on_turn, before.top, before.direction)
    assert caller not in then.called_uno


@pytest.mark.parametrize("penalty", [1, 2, 10])
def test_false_uno_penalty_is_the_number_drawn(penalty):
    outcome = table("ann: un", rules={"false_uno_penalty": penalty})
    assert outcome.hands["ann"] == [*DRAWN.split()[:penalty], "y1", "y2", "y3", "y4"]


@pytest.mark.parametrize(("preset", "cards"), [("standard", 2), ("official", 0), ("duel", 0), ("classic", 0)])
def test_false_call_in_the_presets(preset, cards):
    outcome = after("ann: un", preset=preset, top="r9", ann="y1 y2 y3", bob="r1 r2 r3")
    assert len(outcome.hands["ann"]) == 3 + cards
    assert outcome.reasons == ([] if cards else ["false_uno"])


@pytest.mark.parametrize(
    ("bob", "move", "left"),
    [
        pytest.param("r1 r2 r3", "r1 uno", "r2 r3", id="leaves two"),
        pytest.param("r1 r1 r2", "r1 uno", "r1 r2", id="one of a double"),
        pytest.param("r1 r1 r2 r3", "r1r1 uno", "r2 r3", id="double leaves two"),
    ],
)
@pytest.mark.parametrize("penalty", [0, 2])
def test_false_call_behind_a_card_and_the_card_counts(bob, move, left, penalty):
    outcome = table(f"bob: {move}", bob=bob, rules={"false_uno_penalty": penalty})
    drawn = ["g1", "g2"][:penalty]
    assert outcome.reasons == []
    assert outcome.hands["bob"] == left.split() + drawn
    assert (outcome.top, outcome.on_turn, outcome.called_uno) == ("r1", "cid", [])


@pytest.mark.parametrize("penalty", [0, 2])
@pytest.mark.parametrize(
    ("bob", "move"),
    [pytest.param("r1", "r1 uno", id="last card"), pytest.param("r1 r1", "r1r1 uno", id="last double")],
)
def test_false_call_behind_the_last_card_still_wins(bob, move, penalty):
    outcome = table(f"bob: {move}", bob=bob, rules={"false_uno_penalty": penalty})
    assert (outcome.over, outcome.winner, outcome.reasons) == (True, "bob", [])


@pytest.mark.parametrize("penalty", [0, 2])
def test_no_call_behind_a_refused_card(penalty):
    outcome = table("bob: y5 uno", bob="r1 y5", rules={"false_uno_penalty": penalty})
    assert (outcome.reasons, outcome.called_uno, outcome.hand("bob")) == (["no_match"], [], "r1 y5")


@pytest.mark.parametrize(
    ("moves", "given"),
    [
        pytest.param(["bob: un", "bob: pe"], {}, id="picking"),
        pytest.param(["bob: un", "bob: timeout"], {}, id="the clock's card"),
        pytest.param(["bob: un", "bob: pa"], {"top": "r+2", "pile": 2}, id="taking a pile"),
        pytest.param(
            ["bob: r1 uno", "cid: r5", "ann: r6", "bob: pe"],
            {"ann": "r6 y2 y3", "cid": "r5 b2 b3"},
            id="picking a round later",
        ),
        pytest.param(
            ["bob: r1 uno", "cid: r5", "ann: r+2", "bob: pa"],
            {"ann": "r+2 y2 y3", "cid": "r5 b2 b3"},
            id="taking a pile a round later",
        ),
        pytest.param(
            ["bob: r1 uno", "cid: r7 bob"],
            {"cid": "r7 b1 b2 b3", "rules": {"seven_zero": True}},
            id="being swapped",
        ),
        pytest.param(
            ["bob: r1 uno", "cid: r7 bob"],
            {"cid": "r7 b1", "rules": {"seven_zero": True}},
            id="being swapped for another single card",
        ),
        pytest.param(
            ["bob: r1 uno", "cid: r0"],
            {"cid": "r0 b1 b2 b3", "rules": {"seven_zero": True}},
            id="hands passed on",
        ),
        pytest.param(["bob: r1 uno", "bob: r2"], {"rules": {"out_of_turn_penalty": 2}}, id="a foul's cards"),
        pytest.param(["bob: r1 uno", "bob: ct cid"], {"rules": {"false_catch_penalty": 2}}, id="a false catch's cards"),
        pytest.param(["bob: un", "bob: r2"], {"bob": "r1 r1 r2"}, id="its turn is over and two cards are left"),
    ],
)
def test_call_lapses(moves, given):
    assert table(*moves[:1], **given).called_uno == ["bob"]
    assert table(*moves, **given).called_uno == []


def test_cancelled_call_must_be_made_again():
    moves = ["bob: r1 uno", "cid: r5", "ann: r6", "bob: pe", "bob: r3"]
    seats = {"ann": "r6 y2 y3", "cid": "r5 b2 b3", "draw": "r3 g1 g2"}
    assert table(*moves, "cid: ct bob", **seats).hand("bob") == "r2 g1 g2"
    assert table(*moves, "bob: un", **seats).called_uno == ["bob"]


def test_lapsed_call_with_a_double_must_be_made_again():
    moves = ["bob: un", "bob: r2", "cid: r5", "ann: r6", "bob: r1", "cid: ct bob"]
    outcome = table(*moves, ann="r6 y2 y3", bob="r1 r1 r2", cid="r5 b2 b3")
    assert (outcome.reasons, outcome.hand("bob")) == ([], "r1 g1 g2")


@pytest.mark.parametrize("penalty", [0, 2])
def test_call_behind_a_seven_is_judged_before_the_swap(penalty):
    rules = {"seven_zero": True, "false_uno_penalty": penalty}
    outcome = duel("bob: r7 uno", bob="r7 r2", rules=rules)
    assert outcome.reasons == []
    assert (outcome.hand("bob"), outcome.hand("ann")) == ("y1 y2 y3 y4", "r2")
    assert outcome.called_uno == []


@pytest.mark.parametrize("penalty", [0, 2])
def test_call_behind_a_zero_is_judged_before_the_hands_pass(penalty):
    rules = {"seven_zero": True, "false_uno_penalty": penalty}
    outcome = table("bob: r0 uno", bob="r0 r2", rules=rules)
    assert (outcome.reasons, outcome.called_uno) == ([], [])
    assert (outcome.hand("bob"), outcome.hand("cid")) == ("y1 y2 y3 y4", "r2")


def test_false_call_behind_a_seven_although_the_swap_leaves_one():
    outcome = duel("bob: r7 uno", ann="y1", bob="r7 r2 r3", rules={"seven_zero": True})
    assert (outcome.reasons, outcome.called_uno) == ([], [])
    assert (outcome.hand("bob"), outcome.hand("ann")) == ("y1", "r2 r3")


@pytest.mark.parametrize(
    ("moves", "given", "called"),
    [
        pytest.param(["bob: r1"], {}, ["bob"], id="announced for the player"),
        pytest.param(["bob: r1"], {"ann": "y1"}, ["ann", "bob"], id="everyone holding one"),
        pytest.param([], {"cid": "b1"}, ["cid"], id="since the deal"),
        pytest.param(["bob: pe"], {"bob": "r1"}, [], id="no longer one"),
        pytest.param(["bob: r7 ann"], {"bob": "r7 r2", "rules": {"seven_zero": True}}, ["ann"], id="one by a swap"),
    ],
)
def test_auto_announces(moves, given, called):
    rules = {"uno_call": "auto"} | given.get("rules", {})
    assert sorted(table(*moves, **given | {"rules": rules}).called_uno) == called


@pytest.mark.parametrize("move", ["bob: un", "cid: un", "cid: ct bob", "bob: ct cid", "ann: ct bob"])
@pytest.mark.parametrize("before", [[], ["bob: r1"]], ids=["two cards", "one card"])
def test_auto_refuses_calls_and_catches_without_cost(before, move):
    rules = {"uno_call": "auto", "uno_penalty": 2, "false_uno_penalty": 3, "false_catch_penalty": 3}
    outcome = table(*before, move, rules=rules)
    assert outcome.reasons == ["uno_is_automatic"]
    assert outcome.hands == table(*before, rules=rules).hands


AUTOMATIC = {"uno_enforcement": "automatic"}


@pytest.mark.parametrize(
    ("bob", "moves", "hand"),
    [
        pytest.param("r1 r2", ["bob: r1"], "r2 g1 g2", id="missed"),
        pytest.param("r1 r1 r2", ["bob: r1r1"], "r2 g1 g2", id="missed after a double"),
        pytest.param("rs r2", ["bob: rs"], "r2 g1 g2", id="missed after a skip"),
        pytest.param("wd4 r2", ["bob: wd4b"], "r2 g1 g2", id="missed after a WD4 that waits"),
        pytest.param("w r2", ["bob: w"], "r2 g1 g2", id="at once, the colour still owed"),
        pytest.param("r1 r2", ["bob: un", "bob: r1"], "r2", id="called before"),
        pytest.param("r1 r2", ["bob: r1 uno"], "r2", id="called behind"),
        pytest.param("r1 r1 r2", ["bob: r1r1 uno"], "r2", id="called behind a double"),
        pytest.param("r1 r2 r3", ["bob: r1"], "r2 r3", id="two left"),
        pytest.param("r1 r1 r2", ["bob: un", "bob: r2"], "r1 r1", id="two left, called"),
    ],
)
def test_automatic_costs_at_once(bob, moves, hand):
    outcome = table(*moves, bob=bob, rules=AUTOMATIC)
    assert (outcome.reasons, outcome.hand("bob")) == ([], hand)


def test_automatic_leaves_turn_and_top_alone():
    outcome = table("bob: r1", rules=AUTOMATIC)
    assert (outcome.top, outcome.on_turn, outcome.pile, outcome.called_uno) == ("r1", "cid", 0, [])


def test_automatic_never_for_the_last_card():
    outcome = table("bob: r1", bob="r1", rules=AUTOMATIC)
    assert (outcome.winner, outcome.hand("bob")) == ("bob", "")


@pytest.mark.parametrize("penalty", [0, 1, 5])
def test_automatic_draws_the_penalty(penalty):
    outcome = table("bob: r1", rules=AUTOMATIC | {"uno_penalty": penalty})
    assert outcome.hands["bob"] == ["r2", *DRAWN.split()[:penalty]]


@pytest.mark.parametrize(
    ("ann", "bob", "move", "hands"),
    [
        pytest.param("y1 y2 y3", "r7 r2", "r7", ("r2", "y1 y2 y3"), id="swapped away"),
        pytest.param("y1", "r7 r2 r3", "r7", ("r2 r3", "y1"), id="one received"),
        pytest.param("y1", "r7 r2", "r7", ("r2", "y1"), id="one for one"),
        pytest.param("y1", "r0 r2 r3", "r0", ("r2 r3", "y1"), id="one received by a zero"),
    ],
)
def test_automatic_looks_after_the_swap(ann, bob, move, hands):
    outcome = duel(f"bob: {move}", ann=ann, bob=bob, rules=AUTOMATIC | {"seven_zero": True})
    assert (outcome.hand("ann"), outcome.hand("bob")) == hands


def test_automatic_leaves_nobody_to_catch():
    outcome = table("bob: r1", "cid: ct bob", "bob: un", rules=AUTOMATIC)
    assert (outcome.reasons, outcome.hand("bob")) == (["false_catch", "false_uno"], "r2 g1 g2")


def test_automatic_with_auto_costs_nothing():
    outcome = table("bob: r1", rules=AUTOMATIC | {"uno_call": "auto"})
    assert (outcome.hand("bob"), outcome.called_uno) == ("r2", ["bob"])


def test_catch_costs_nothing_until_caught():
    outcome = table("bob: r1", "cid: pe", rules={"uno_enforcement": "catch"})
    assert (outcome.hand("bob"), outcome.called_uno) == ("r2", [])
