"""Catching a missed UNO: who can be caught, by whom, how long, and what a false catch costs."""

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
    position = {"top": "r9", "draw": "g1 g2 g3 g4", "ann": "y1 y2 y3 y4", "bob": "rs r2"}
    return after(*moves, rules={"uno_call": "call"} | dict(rules), **position | given)


HONEST = {"stacking": "none", "wd4_when": "no_color"}


@pytest.mark.parametrize("catch", ["cid: ct bob", "ann: ct bob", "cid: un", "ann: un"])
@pytest.mark.parametrize(
    ("bob", "moves"),
    [
        pytest.param("r1 r2", ["bob: r1"], id="a card"),
        pytest.param("r1 r1 r2", ["bob: r1r1"], id="a double"),
        pytest.param("rs r2", ["bob: rs"], id="a skip"),
        pytest.param("rr r2", ["bob: rr"], id="a reverse"),
        pytest.param("r+2 r2", ["bob: r+2"], id="a +2 that waits"),
        pytest.param("w r2", ["bob: wg"], id="a wild"),
        pytest.param("w r2", ["bob: w"], id="a wild, colour owed"),
        pytest.param("w r2", ["bob: w", "bob: co g"], id="a wild, colour named"),
    ],
)
def test_caught(bob, moves, catch):
    before, then = table(*moves, bob=bob), table(*moves, catch, bob=bob)
    assert then.reasons == []
    assert then.hand("bob") == "r2 g1 g2"
    unchanged = ("on_turn", "top", "color", "pile", "direction")
    assert [then.json[key] for key in unchanged] == [before.json[key] for key in unchanged]
    assert then.called_uno == []
    assert [then.hand(name) for name in ("ann", "cid")] == [before.hand(name) for name in ("ann", "cid")]


@pytest.mark.parametrize("penalty", [0, 1, 4, 10])
def test_uno_penalty_is_the_number_drawn(penalty):
    outcome = table("bob: r1", "cid: ct bob", rules={"uno_penalty": penalty})
    assert outcome.reasons == []
    assert outcome.hands["bob"] == ["r2", *DRAWN.split()[:penalty]]


@pytest.mark.parametrize("preset", ["official", "standard", "duel", "classic"])
def test_two_cards_in_every_preset_with_calls(preset):
    outcome = after("bob: r1", "ann: ct bob", preset=preset, top="r9", ann="y1 y2 y3", bob="r1 r2")
    assert (outcome.reasons, len(outcome.hands["bob"])) == ([], 3)


def test_caught_after_the_picked_card():
    outcome = table("bob: pe", "bob: r5", "cid: ct bob", bob="r1", draw="r5 g1 g2")
    assert (outcome.reasons, outcome.hand("bob")) == ([], "r1 g1 g2")


def test_caught_after_a_jump_in():
    moves = ["bob: r1", "ann: r1", "cid: ct ann"]
    outcome = table(*moves, ann="r1 y1", bob="r1 r2 r3", rules={"jump_in": True})
    assert (outcome.reasons, outcome.hand("ann")) == ([], "g1 g2 y1")


@pytest.mark.parametrize("catch", ["ct bob", "un"])
def test_two_players(catch):
    outcome = duel("bob: rs", f"ann: {catch}")
    assert (outcome.reasons, outcome.hand("bob"), outcome.on_turn) == ([], "r2 g1 g2", "bob")


@pytest.mark.parametrize(
    ("cid", "called"),
    [pytest.param("b1 b2", ["cid"], id="two"), pytest.param("b1 b1 b2", ["cid"], id="three with a double")],
)
def test_un_on_turn_catches_and_calls_at_once(cid, called):
    outcome = table("bob: r1", "cid: un", cid=cid)
    assert (outcome.reasons, outcome.hand("bob"), outcome.called_uno) == ([], "r2 g1 g2", called)


def test_un_out_of_turn_with_two_cards_only_catches():
    outcome = table("bob: r1", "ann: un", ann="y1 y2")
    assert (outcome.reasons, outcome.hand("bob"), outcome.called_uno) == ([], "r2 g1 g2", [])


def test_un_of_the_catchable_is_their_own_call():
    outcome = table("bob: r1", "bob: un", "cid: ct bob")
    assert (outcome.reasons, outcome.hand("bob"), outcome.called_uno) == (["false_catch"], "r2", ["bob"])


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        pytest.param("cid: ct bob", "ann: ct bob", "false_catch", id="ct ct"),
        pytest.param("cid: un", "ann: ct bob", "false_catch", id="un ct"),
        pytest.param("cid: ct bob", "ann: un", "false_uno", id="ct un"),
        pytest.param("cid: un", "ann: un", "false_uno", id="un un"),
        pytest.param("cid: ct bob", "bob: un", "false_uno", id="too late a call"),
    ],
)
def test_first_catcher_counts(first, second, reason):
    outcome = table("bob: r1", first, second)
    assert (outcome.reasons, outcome.hand("bob"), outcome.called_uno) == ([reason], "r2 g1 g2", [])


SWAPS = {"seven_zero": True}
UNCATCHABLE = [
    pytest.param("bob", ["bob: r1 uno"], {}, id="called behind the card"),
    pytest.param("bob", ["bob: un", "bob: r1"], {}, id="called before the card"),
    pytest.param("bob", ["bob: r1", "bob: un"], {}, id="called after the card"),
    pytest.param("bob", ["bob: r1r1 uno"], {"bob": "r1 r1 r2"}, id="called behind a double"),
    pytest.param("bob", ["bob: un", "bob: r1r1"], {"bob": "r1 r1 r2"}, id="called before a double"),
    pytest.param("bob", [], {}, id="two cards, on turn"),
    pytest.param("bob", [], {"bob": "r1"}, id="one since the deal, on turn"),
    pytest.param("ann", [], {"ann": "y1"}, id="one since the deal, not on turn"),
    pytest.param("bob", ["bob: r1"], {"bob": "r1 r2 r3"}, id="left with two"),
    pytest.param("ann", ["bob: r1"], {}, id="somebody else than the one who missed"),
    pytest.param("bob", ["bob: r1", "cid: r5"], {"cid": "r5 b2 b3"}, id="closed by a card"),
    pytest.param("bob", ["bob: r1", "cid: pe"], {}, id="closed by a pick"),
    pytest.param("bob", ["bob: r1", "cid: timeout"], {}, id="closed by the clock"),
    pytest.param("bob", ["bob: w", "bob: timeout"], {"bob": "w r2"}, id="closed by the clock on a colour"),
    pytest.param("bob", ["bob: r+2", "cid: pa"], {"bob": "r+2 r2"}, id="closed by pa in a war"),
    pytest.param("bob", ["bob: r+2", "cid: pe"], {"bob": "r+2 r2"}, id="closed by pe in a war"),
    pytest.param("bob", ["bob: wd4g", "cid: ch"], {"bob": "wd4 y2", "rules": HONEST}, id="closed by a challenge"),
    pytest.param(
        "bob",
        ["bob: r1", "ann: r1"],
        {"ann": "r1 y1 y2", "rules": {"jump_in": True}},
        id="closed by a jump-in",
    ),
    pytest.param("bob", ["bob: r1", "bob: r2"], {"rules": {"out_of_turn_penalty": 1}}, id="holds a foul's card"),
    pytest.param(
        "ann",
        ["bob: r7 ann"],
        {"ann": "y1 y2 y3", "bob": "r7 r2", "rules": SWAPS},
        id="partner given a single card",
    ),
    pytest.param("bob", ["bob: r7 ann"], {"bob": "r7 r2", "rules": SWAPS}, id="single card swapped away"),
    pytest.param("bob", ["bob: r7 ann"], {"ann": "y1", "bob": "r7 r2 r3", "rules": SWAPS}, id="single card received"),
    pytest.param("bob", ["bob: r7 ann"], {"ann": "y1", "bob": "r7 r2", "rules": SWAPS}, id="one for one"),
    pytest.param("cid", ["bob: r0"], {"bob": "r0 r2", "rules": SWAPS}, id="single card passed on"),
    pytest.param("bob", ["bob: r0"], {"ann": "y1", "bob": "r0 r2", "rules": SWAPS}, id="single card received by a 0"),
    pytest.param("dan", ["dan: jo"], {"ann": "y1", "bob": "r1", "cid": "b1"}, id="joined with a single card"),
]


def catcher_of(target):
    return "cid" if target == "ann" else "ann"


@pytest.mark.parametrize(("target", "moves", "given"), UNCATCHABLE)
def test_false_catch_is_refused_where_it_costs_nothing(target, moves, given):
    before = table(*moves, **given)
    then = table(*moves, f"{catcher_of(target)}: ct {target}", **given)
    assert then.reasons == [*before.reasons, "false_catch"]
    assert then.hands == before.hands


@pytest.mark.parametrize(("target", "moves", "given"), UNCATCHABLE)
def test_false_catch_is_accepted_where_it_costs(target, moves, given):
    catcher = catcher_of(target)
    given = given | {"rules": {"false_catch_penalty": 3} | dict(given.get("rules", {}))}
    before, then = table(*moves, **given), table(*moves, f"{catcher}: ct {target}", **given)
    assert then.reasons == before.reasons
    assert len(then.hands[catcher]) == len(before.hands[catcher]) + 3
    assert then.hands[target] == before.hands[target]
    assert (then.on_turn, then.top, then.pile) == (before.on_turn, before.top, before.pile)


@pytest.mark.parametrize("penalty", [1, 2, 10])
def test_false_catch_penalty_is_the_number_drawn(penalty):
    outcome = table("cid: ct ann", rules={"false_catch_penalty": penalty})
    assert outcome.hands["cid"] == [*DRAWN.split()[:penalty], "b1", "b2", "b3", "b4"]


@pytest.mark.parametrize(("preset", "cards"), [("official", 2), ("standard", 0), ("duel", 0), ("classic", 0)])
def test_false_catch_in_the_presets(preset, cards):
    outcome = after("ann: ct bob", preset=preset, top="r9", ann="y1 y2 y3", bob="r1 r2 r3")
    assert len(outcome.hands["ann"]) == 3 + cards
    assert outcome.reasons == ([] if cards else ["false_catch"])


@pytest.mark.parametrize(
    ("between", "given"),
    [
        pytest.param([], {}, id="nothing"),
        pytest.param(["cid: b9"], {}, id="a refused card"),
        pytest.param(["ann: pe"], {}, id="a refused pick"),
        pytest.param(["ann: pe"], {"rules": {"out_of_turn_penalty": 1}}, id="an out-of-turn foul"),
        pytest.param(["cid: b2"], {"rules": {"illegal_play_penalty": 1}}, id="an illegal-play foul"),
        pytest.param(["cid: ct ann"], {}, id="a refused catch"),
        pytest.param(["cid: ct ann"], {"rules": {"false_catch_penalty": 1}}, id="another's false catch"),
        pytest.param(["dan: jo"], {}, id="joining"),
        pytest.param(["cid: leave"], {}, id="leaving"),
    ],
)
def test_nothing_else_closes_the_window(between, given):
    before = table("bob: r1", *between, **given)
    then = table("bob: r1", *between, "ann: ct bob", **given)
    assert then.reasons == before.reasons
    assert len(then.hands["bob"]) == 3


@pytest.mark.parametrize(
    ("bob", "moves", "rules"),
    [
        pytest.param("rs r2", ["bob: rs"], {}, id="being skipped"),
        pytest.param("r+2 r2", ["bob: r+2"], {"stacking": "none"}, id="a forced draw of two"),
        pytest.param("wd4 r2", ["bob: wd4g"], {"stacking": "none"}, id="a forced draw of four"),
    ],
)
def test_being_skipped_or_drawing_by_force_does_not_close_the_window(bob, moves, rules):
    outcome = table(*moves, "cid: ct bob", bob=bob, rules=rules)
    assert (outcome.reasons, outcome.on_turn, len(outcome.hands["bob"])) == ([], "ann", 3)


def test_wd4_awaiting_a_challenge_does_not_close_the_window():
    outcome = table("bob: wd4g", "ann: ct bob", bob="wd4 y5", rules=HONEST)
    assert (outcome.reasons, outcome.hand("bob"), outcome.pile) == ([], "g1 g2 y5", 4)


@pytest.mark.parametrize(
    ("bob", "moves"),
    [
        pytest.param("rs r2", ["bob: rs", "bob: pe"], id="a pick"),
        pytest.param("rs r2", ["bob: rs", "bob: timeout"], id="the clock"),
    ],
)
def test_the_same_player_closes_the_window_too(bob, moves):
    before, then = duel(*moves, bob=bob), duel(*moves, "ann: ct bob", bob=bob)
    assert (then.reasons, then.hands) == (["false_catch"], before.hands)


def test_one_closed_window_and_the_next_open_one():
    moves = ["bob: r1", "cid: r5", "ann: ct bob", "ann: ct cid"]
    outcome = table(*moves, cid="r5 b1")
    assert outcome.reasons == ["false_catch"]
    assert (outcome.hand("bob"), outcome.hand("cid")) == ("r2", "g1 g2 b1")


def test_no_catch_after_the_end():
    outcome = table("bob: r1", "ann: ct bob", bob="r1", rules={"false_catch_penalty": 2})
    assert (outcome.reasons, outcome.hand("ann")) == (["round_over"], "y1 y2 y3 y4")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        pytest.param("bob: ct bob", "not_yourself", id="oneself, catchable"),
        pytest.param("cid: ct cid", "not_yourself", id="oneself"),
        pytest.param("cid: ct eve", "unknown_player", id="nobody here"),
        pytest.param("eve: ct bob", "not_seated", id="from outside"),
        pytest.param("eve: un", "not_seated", id="un from outside"),
    ],
)
def test_refused_catches(move, reason):
    outcome = table("bob: r1", move)
    assert outcome.reasons == [reason]
    assert outcome.hands == table("bob: r1").hands


def test_who_left_cannot_be_caught():
    outcome = table("bob: r1", "bob: leave", "ann: ct bob")
    assert outcome.reasons == ["unknown_player"]


COSTS = {"false_catch_penalty": 2}


def test_no_second_catch_in_that_turn():
    outcome = table("bob: r1", "cid: ct ann", "cid: ct bob", rules=COSTS)
    assert outcome.reasons == ["no_second_catch"]
    assert (outcome.hand("bob"), outcome.hand("cid")) == ("r2", "g1 g2 b1 b2 b3 b4")


def test_no_second_catch_of_the_same_player():
    outcome = table("bob: r1 uno", "cid: ct bob", "cid: ct bob", rules=COSTS)
    assert (outcome.reasons, outcome.hand("cid")) == (["no_second_catch"], "g1 g2 b1 b2 b3 b4")


def test_others_may_still_catch():
    outcome = table("bob: r1", "cid: ct ann", "ann: ct bob", rules=COSTS)
    assert (outcome.reasons, outcome.hand("bob")) == ([], "r2 g3 g4")


def test_second_catch_in_a_later_turn():
    moves = ["bob: r1", "cid: ct ann", "cid: r5", "ann: r6", "cid: ct ann"]
    outcome = table(*moves, ann="r6 y1", cid="r5 b1 b2", rules=COSTS)
    assert (outcome.reasons, outcome.hand("ann")) == ([], "g3 g4 y1")


def test_refused_false_catch_does_not_bar_the_next():
    outcome = table("bob: r1", "cid: ct ann", "cid: ct bob")
    assert (outcome.reasons, outcome.hand("bob")) == (["false_catch"], "r2 g1 g2")


def test_a_right_catch_does_not_bar_the_next():
    moves = ["bob: rs", "ann: ct bob", "ann: ct bob"]
    outcome = duel(*moves, rules=COSTS)
    assert (outcome.reasons, outcome.hand("ann")) == ([], "g3 g4 y1 y2 y3 y4")
