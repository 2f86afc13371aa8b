"""What a round is worth: winner_takes, min_points, own_hand."""

import pytest

from tests.engine.position import after

BARE = {"min_points": 0}


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("y0", 0),
        *((f"g{figure}", figure) for figure in range(1, 10)),
        ("bs", 20),
        ("yr", 20),
        ("g+2", 20),
        ("w", 50),
        ("wd4", 50),
        ("r1 g2 b3 y4", 10),
        ("r9 r9 g9", 27),
        ("y0 rs rr r+2 w wd4", 160),
        ("w w w w wd4 wd4 wd4 wd4", 400),
    ],
)
def test_values(hand, value):
    seats = {"ann": hand, "bob": "b5"}
    won = after("bob: b5", top="b1", rules=BARE, **seats)
    assert (won.winner, won.points, won.scores) == ("bob", value, {"ann": 0, "bob": value})
    own = after("bob: b5", top="b1", rules={"scoring": "own_hand"}, **seats)
    assert (own.winner, own.points, own.scores) == ("bob", 0, {"ann": value, "bob": 0})


@pytest.mark.parametrize(
    ("seats", "points"),
    [
        pytest.param({"ann": "y1", "bob": "r5"}, 1, id="two players"),
        pytest.param({"ann": "y1 w", "bob": "r5", "cid": "b2 bs"}, 73, id="three players"),
        pytest.param({"ann": "y1 w", "bob": "r5", "cid": "b2 bs", "dan": "wd4 g9"}, 132, id="four players"),
        pytest.param({"ann": "y0", "bob": "r5", "cid": "b0"}, 0, id="nothing but zeros"),
    ],
)
def test_winner_takes_all_other_hands(seats, points):
    outcome = after("bob: r5", top="r9", rules=BARE, **seats)
    assert (outcome.winner, outcome.points) == ("bob", points)
    assert outcome.scores == dict.fromkeys(seats, 0) | {"bob": points}


@pytest.mark.parametrize(
    ("last", "move"),
    [
        pytest.param("r5", "r5", id="number"),
        pytest.param("r5 r5", "r5r5", id="double"),
        pytest.param("rs", "rs", id="skip"),
        pytest.param("rr", "rr", id="reverse"),
        pytest.param("r+2", "r+2", id="+2: the pile vanishes"),
        pytest.param("w", "w", id="wild without a colour"),
        pytest.param("wd4", "wd4", id="WD4 without a colour"),
    ],
)
def test_whatever_the_last_card(last, move):
    outcome = after(f"bob: {move}", top="r9", rules=BARE, ann="y1 y2", bob=last, cid="b4")
    assert (outcome.winner, outcome.points, outcome.scores) == ("bob", 7, {"ann": 0, "bob": 7, "cid": 0})


def test_the_last_draw_counts_before_scoring():
    position = {"top": "r9", "ann": "y1 y2", "bob": "r+2", "cid": "b4", "draw": "g9 w"}
    took = after("bob: r+2", rules=BARE | {"last_draw_counts": True}, **position)
    assert (took.points, took.hand("cid")) == (3 + 4 + 59, "g9 b4 w")
    own = after("bob: r+2", rules={"last_draw_counts": True, "scoring": "own_hand"}, **position)
    assert own.scores == {"ann": 3, "bob": 0, "cid": 63}


@pytest.mark.parametrize(
    ("hand", "least", "points"),
    [
        pytest.param("y5", 30, 30, id="raised"),
        pytest.param("y9 ys", 30, 30, id="raised by one"),
        pytest.param("y5 y5 ys", 30, 30, id="just enough"),
        pytest.param("y5 y6 ys", 30, 31, id="more"),
        pytest.param("y0", 30, 30, id="a hand worth nothing"),
        pytest.param("y5", 0, 5, id="no least"),
        pytest.param("w w", 500, 500, id="a high least"),
    ],
)
def test_min_points(hand, least, points):
    outcome = after("bob: r5", top="r9", rules={"min_points": least}, ann=hand, bob="r5")
    assert (outcome.points, outcome.scores) == (points, {"ann": 0, "bob": points})


def test_min_points_is_for_the_sum():
    outcome = after("bob: r5", top="r9", rules={"min_points": 30}, ann="ys", bob="r5", cid="gs")
    assert outcome.points == 40


def test_min_points_not_with_own_hand():
    rules = {"scoring": "own_hand", "min_points": 30}
    outcome = after("bob: r5", top="r9", rules=rules, ann="y5", bob="r5", cid="g2")
    assert (outcome.points, outcome.scores) == (0, {"ann": 5, "bob": 0, "cid": 2})


def test_own_hand_everyone_scores():
    seats = {"ann": "y1 w", "bob": "r5", "cid": "b2 bs", "dan": "wd4 g9"}
    outcome = after("bob: r5", top="r9", rules={"scoring": "own_hand"}, **seats)
    assert outcome.scores == {"ann": 51, "bob": 0, "cid": 22, "dan": 59}


@pytest.mark.parametrize(
    ("preset", "points", "scores"),
    [
        ("irc", 30, {"ann": 0, "bob": 30}),
        ("official", 5, {"ann": 0, "bob": 5}),
        ("standard", 0, {"ann": 5, "bob": 0}),
        ("duel", 5, {"ann": 0, "bob": 5}),
        ("classic", 5, {"ann": 0, "bob": 5}),
    ],
)
def test_presets(preset, points, scores):
    outcome = after("bob: r5", preset=preset, top="r9", ann="y5", bob="r5")
    assert (outcome.points, outcome.scores) == (points, scores)


@pytest.mark.parametrize("scoring", ["winner_takes", "own_hand"])
def test_nothing_is_scored_before_the_end(scoring):
    outcome = after("bob: r5", top="r9", rules={"scoring": scoring}, ann="y5", bob="r5 r6")
    assert (outcome.over, outcome.winner, outcome.points, outcome.scores) == (False, None, None, {})


@pytest.mark.parametrize("winner", ["ann", "bob", "cid"])
def test_any_seat_may_win(winner):
    seats = {"ann": "y1 y2", "bob": "y3 y4", "cid": "y5 y6"} | {winner: "r5"}
    outcome = after(f"{winner}: r5", top="r9", on_turn=winner, rules=BARE, **seats)
    assert (outcome.winner, outcome.points) == (winner, 21 - {"ann": 3, "bob": 7, "cid": 11}[winner])


def test_cards_taken_during_the_round_count():
    moves = ["bob: r+2", "cid: pa", "ann: r1", "bob: r5"]
    seats = {"ann": "r1 y2", "bob": "r+2 r5", "cid": "b4"}
    outcome = after(*moves, top="r9", rules=BARE, draw="wd4 g8", **seats)
    assert (outcome.winner, outcome.points) == ("bob", 2 + 4 + 58)
