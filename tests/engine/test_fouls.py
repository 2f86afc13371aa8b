"""Fouls: cards for acting out of turn and for a card that does not match, and all that is never charged."""

import pytest

from tests.engine.position import after

DRAWN = "y5 y6 y7 y8 y9 g6 g7 g8 g9 gs"


def table(*moves, rules=(), **given):
    position = {
        "top": "r9",
        "draw": DRAWN,
        "ann": "g1 g2 g3",
        "bob": "r1 r2 b6 g5 w",
        "cid": "r3 b1 b1 b2 w",
    }
    prices = {"out_of_turn_penalty": 2, "illegal_play_penalty": 3}
    return after(*moves, rules=prices | dict(rules), **position | given)


UNCHANGED = ("over", "on_turn", "direction", "top", "color", "pile", "called_uno")


def same_but_for(then, before, who=None):
    others = [name for name in before.hands if name != who]
    return all(then.json[key] == before.json[key] for key in UNCHANGED) and all(
        then.hand(name) == before.hand(name) for name in others
    )


@pytest.mark.parametrize("penalty", [0, 1, 2, 10])
@pytest.mark.parametrize(
    ("who", "move"),
    [
        pytest.param("cid", "r3", id="a card that would match"),
        pytest.param("cid", "b2", id="a card that would not"),
        pytest.param("cid", "wr", id="a wild"),
        pytest.param("cid", "b1b1", id="a double"),
        pytest.param("cid", "pe", id="a pick"),
        pytest.param("cid", "dr", id="a pick, other word"),
        pytest.param("ann", "g1", id="the seat before"),
        pytest.param("ann", "pe", id="the seat before, picking"),
    ],
)
def test_out_of_turn(who, move, penalty):
    rules = {"out_of_turn_penalty": penalty}
    before, then = table(rules=rules), table(f"{who}: {move}", rules=rules)
    assert then.reasons == ["not_your_turn"]
    assert sorted(then.hands[who]) == sorted(before.hands[who] + DRAWN.split()[:penalty])
    assert then.draw_left == before.draw_left - penalty
    assert same_but_for(then, before, who)


def test_every_foul_costs_again():
    outcome = table("cid: r3", "cid: pe", "ann: pe")
    assert outcome.reasons == ["not_your_turn"] * 3
    assert (len(outcome.hands["cid"]), len(outcome.hands["ann"])) == (9, 5)


@pytest.mark.parametrize(
    "move", ["cid: pa", "cid: ch", "cid: co r", "cid: un", "cid: ct ann", "eve: r3", "eve: pe", "cid: hello"]
)
@pytest.mark.parametrize("uno_call", ["auto", "call"])
def test_out_of_turn_without_cost(move, uno_call):
    rules = {"uno_call": uno_call, "out_of_turn_penalty": 5}
    before, then = table(rules=rules), table(move, rules=rules)
    assert len(then.refused) == 1
    assert same_but_for(then, before)
    assert then.draw_left == before.draw_left


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        pytest.param("cid: pa", "not_your_turn", id="pass"),
        pytest.param("eve: r3", "not_seated", id="from outside"),
        pytest.param("cid: hello", "unreadable", id="talk"),
    ],
)
def test_out_of_turn_without_cost_says_why(move, reason):
    assert table(move).reasons == [reason]


def test_nothing_is_charged_after_the_end():
    outcome = table("bob: r1", "cid: r3", bob="r1")
    assert (outcome.reasons, outcome.hand("cid")) == (["round_over"], "r3 b1 b1 b2 w")


def test_the_one_on_turn_may_pick_free_of_charge():
    outcome = table("bob: pe")
    assert (outcome.reasons, outcome.hand("bob")) == ([], "r1 r2 g5 b6 y5 w")


def test_out_of_turn_while_a_draw_waits():
    outcome = table("cid: pe", top="r+2", pile=2)
    assert (outcome.reasons, outcome.hand("cid")) == (["not_your_turn"], "r3 b1 b1 b2 y5 y6 w")
    assert (outcome.pile, outcome.on_turn, outcome.hand("bob")) == (2, "bob", "r1 r2 g5 b6 w")


def test_out_of_turn_while_a_colour_is_owed():
    outcome = table("bob: w", "cid: r3")
    assert (outcome.reasons, len(outcome.hands["cid"])) == (["not_your_turn"], 7)
    assert (outcome.on_turn, outcome.color) == ("bob", None)


def test_another_s_foul_does_not_touch_the_pick():
    outcome = table("bob: pe", "cid: pe", "bob: pa")
    assert (outcome.reasons, outcome.on_turn) == (["not_your_turn"], "cid")
    assert (outcome.hand("bob"), len(outcome.hands["cid"])) == ("r1 r2 g5 b6 y5 w", 7)


def test_the_player_who_has_just_played_is_out_of_turn():
    outcome = table("bob: r1", "bob: r2")
    assert (outcome.reasons, outcome.on_turn, len(outcome.hands["bob"])) == (["not_your_turn"], "cid", 6)


@pytest.mark.parametrize(
    ("moves", "ann", "charged"),
    [
        pytest.param(["bob: r1", "ann: r1"], "r1 g1 g2", False, id="in time"),
        pytest.param(["bob: r1", "cid: pe", "ann: r1"], "r1 g1 g2", True, id="after a pick"),
        pytest.param(["bob: r1", "ann: g1"], "g1 g2 g3", True, id="same figure only"),
        pytest.param(["bob: wr", "ann: wwg"], "w w g1 g2", True, id="a double"),
    ],
)
def test_jump_ins(moves, ann, charged):
    position = {"ann": ann, "rules": {"jump_in": True}}
    before, then = table(*moves[:-1], **position), table(*moves, **position)
    assert len(then.hands["ann"]) - len(before.hands["ann"]) == (2 if charged else -1)
    assert then.reasons == before.reasons + (["not_your_turn"] if charged else [])


def test_the_twin_of_the_turned_up_card_is_out_of_turn():
    seats = {"ann": "g1 g2 g3", "bob": "r1 r2 b6", "cid": "r5 b1 b2"}
    rules = {"jump_in": True, "out_of_turn_penalty": 2}
    outcome = after("cid: r5", turned_up="r5", draw="y5 y6", rules=rules, **seats)
    assert (outcome.reasons, outcome.hand("cid")) == (["not_your_turn"], "r5 b1 b2 y5 y6")


@pytest.mark.parametrize("penalty", [0, 1, 2, 10])
@pytest.mark.parametrize(
    ("move", "top"),
    [
        pytest.param("g5", "r9", id="other colour and figure"),
        pytest.param("b6", "r9", id="another"),
        pytest.param("r1", "b9", id="on blue"),
        pytest.param("r1", "wg", id="on a wild's colour"),
        pytest.param("r1", "wd4g", id="on a WD4's colour"),
        pytest.param("g5", "rs", id="number on an action card"),
    ],
)
def test_illegal_play(move, top, penalty):
    rules = {"illegal_play_penalty": penalty}
    before, then = table(top=top, rules=rules), table(f"bob: {move}", top=top, rules=rules)
    assert then.reasons == ["no_match"]
    assert sorted(then.hands["bob"]) == sorted(before.hands["bob"] + DRAWN.split()[:penalty])
    assert then.draw_left == before.draw_left - penalty
    assert same_but_for(then, before, "bob")


def test_illegal_action_card():
    outcome = table("bob: gs", bob="r1 r2 gs")
    assert (outcome.reasons, outcome.hand("bob"), outcome.on_turn) == (["no_match"], "r1 r2 gs y5 y6 y7", "bob")


@pytest.mark.parametrize(
    ("then", "bob", "on_turn"),
    [
        pytest.param(["bob: g5"], "r1 r1 g5 y4 y5 y6 y7 y8 r5", "bob", id="costs again"),
        pytest.param(["bob: r1"], "r1 g5 y4 y5 r5", "cid", id="a card of the hand"),
        pytest.param(["bob: r5"], "r1 r1 g5 y4 y5", "cid", id="a card just drawn"),
        pytest.param(["bob: r1r1"], "g5 y4 y5 r5", "cid", id="a double: a foul is no pick"),
        pytest.param(["bob: pe"], "r1 r1 g5 y4 y5 y6 r5", "bob", id="a pick"),
        pytest.param(["bob: pe", "bob: pa"], "r1 r1 g5 y4 y5 y6 r5", "cid", id="a pick and a pass"),
    ],
)
def test_the_turn_goes_on_after_an_illegal_play(then, bob, on_turn):
    outcome = table("bob: g5", *then, bob="r1 r1 g5", draw="r5 y4 y5 y6 y7 y8")
    assert sorted(outcome.hands["bob"]) == sorted(bob.split())
    assert outcome.on_turn == on_turn


def test_a_foul_is_no_pick_so_passing_is_refused():
    outcome = table("bob: g5", "bob: pa")
    assert (outcome.reasons, outcome.on_turn) == (["no_match", "pick_first"], "bob")


@pytest.mark.parametrize(
    ("moves", "reason", "given"),
    [
        pytest.param(["bob: y9"], "not_held", {}, id="card not held"),
        pytest.param(["bob: w", "bob: g5"], "color_owed", {}, id="owed colour"),
        pytest.param(["bob: g5"], "draw_waits", {"top": "r+2", "pile": 2}, id="+2 war"),
        pytest.param(["bob: r1"], "draw_waits", {"top": "r+2", "pile": 2}, id="+2 war, matching"),
        pytest.param(["bob: g5"], "draw_waits", {"top": "wd4b", "pile": 4}, id="WD4 war"),
        pytest.param(
            ["ann: wd4b", "bob: g5"],
            "draw_waits",
            {
                "ann": "wd4 y1 y2",
                "on_turn": "ann",
                "rules": {"stacking": "none", "wd4_when": "no_color"},
            },
            id="WD4 that may be challenged",
        ),
        pytest.param(["bob: pe", "bob: r1"], "only_picked_card", {}, id="another card than the picked one"),
        pytest.param(
            ["bob: pe", "bob: r5"],
            "nothing_after_pick",
            {"draw": "r5", "rules": {"after_draw": "keep", "must_play_drawn": False}},
            id="nothing after a pick",
        ),
        pytest.param(
            ["bob: wd4g"],
            "wd4_not_allowed",
            {"bob": "r1 r2 wd4", "rules": {"wd4_when": "no_color", "wd4_check": "enforce"}},
            id="enforced WD4",
        ),
        pytest.param(["bob: r1r1"], "only_one", {}, id="double with one copy"),
        pytest.param(["bob: r1r2"], "not_identical", {}, id="two different cards"),
        pytest.param(
            ["bob: r1r1"],
            "no_doubles",
            {"bob": "r1 r1 r2", "rules": {"double_play": False}},
            id="doubles are off",
        ),
        pytest.param(["bob: wd4wd4g"], "no_double_wd4", {"bob": "wd4 wd4 r1"}, id="double WD4"),
        pytest.param(["bob: pe", "bob: r1r1"], "no_double_after_pick", {"draw": "r1"}, id="double after a pick"),
        pytest.param(
            ["bob: r7"],
            "needs_partner",
            {"bob": "r1 r2 r7", "rules": {"seven_zero": True}},
            id="seven without a partner",
        ),
        pytest.param(["bob: hello"], "unreadable", {}, id="talk"),
    ],
)
def test_never_charged_as_an_illegal_play(moves, reason, given):
    before, then = table(*moves[:-1], **given), table(*moves, **given)
    assert then.reasons == [reason]
    assert same_but_for(then, before)
    assert then.draw_left == before.draw_left


@pytest.mark.parametrize(
    ("moves", "bob", "cid"),
    [
        pytest.param(["bob: g5"], 8, 5, id="on turn: illegal play"),
        pytest.param(["cid: b2"], 5, 7, id="not on turn: out of turn only"),
        pytest.param(["cid: b2", "bob: g5"], 8, 7, id="both"),
    ],
)
def test_each_foul_has_its_own_price(moves, bob, cid):
    outcome = table(*moves)
    assert (len(outcome.hands["bob"]), len(outcome.hands["cid"])) == (bob, cid)


@pytest.mark.parametrize(
    ("preset", "cards"), [("official", 2), ("irc", 0), ("standard", 0), ("duel", 0), ("classic", 0)]
)
def test_fouls_in_the_presets(preset, cards):
    outcome = after("bob: g5", "ann: pe", preset=preset, top="r9", ann="y1 y2 y3", bob="r1 g5 b6")
    assert outcome.reasons == ["no_match", "not_your_turn"]
    assert (len(outcome.hands["bob"]), len(outcome.hands["ann"])) == (3 + cards, 3 + cards)


def whole_deck_without(top):
    figures = ["0", *"123456789", *"123456789", *["s", "r", "+2"] * 2]
    cards = [color + figure for color in "rgby" for figure in figures] + ["w", "wd4"] * 4
    cards.remove(top)
    return cards


def test_a_foul_draws_what_there_is():
    cards = whole_deck_without("r0")
    ann, bob = cards[:53], cards[53:106]
    outcome = after(
        "ann: pe",
        top="r0",
        ann=" ".join(ann),
        bob=" ".join(bob),
        draw=cards[106],
        rules={"out_of_turn_penalty": 5},
    )
    assert outcome.reasons == ["not_your_turn"]
    assert (len(outcome.hands["ann"]), outcome.draw_left, outcome.on_turn) == (54, 0, "bob")
