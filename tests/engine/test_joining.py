"""Joining a running round: the hand dealt, the seat taken, who is refused, and the points to start with."""

from itertools import pairwise

import pytest

from tests.engine.position import after


def table(*moves, **given):
    position = {
        "top": "r9",
        "draw": "r6 g1 g2 g3 g4 g5 g6 g7",
        "ann": "r3 y1 y2",
        "bob": "r1 r5 y3",
        "cid": "r2 y4 y5",
    }
    return after(*moves, **position | given)


@pytest.mark.parametrize(
    ("hands", "dealt"),
    [
        pytest.param(("y1", "r1"), "r6", id="1 1"),
        pytest.param(("y1", "r1 r2"), "r6 g1", id="1 2, rounded up"),
        pytest.param(("y1 y2 y3", "r1 r2 r3"), "r6 g1 g2", id="3 3"),
        pytest.param(("y1 y2 y3", "r1 r2 r3", "b1 b2 b3 b4"), "r6 g1 g2 g3", id="3 3 4, rounded up"),
        pytest.param(("y1", "r1", "b1 b2"), "r6 g1", id="1 1 2, rounded up"),
        pytest.param(("y1 y2 y3 y4 y5 y6", "r1", "b1 b2"), "r6 g1 g2", id="6 1 2, exact"),
        pytest.param(("y1 y2", "r1 r2", "b1 b2", "y7 y8 y9"), "r6 g1 g2", id="2 2 2 3, rounded up"),
    ],
)
def test_as_many_cards_as_the_average_hand(hands, dealt):
    seats = dict(zip(("ann", "bob", "cid", "eve"), hands, strict=False))
    position = {"top": "r9", "draw": "r6 g1 g2 g3 g4"} | seats
    before, then = after(**position), after("dan: jo", **position)
    assert (then.reasons, then.hand("dan")) == ([], dealt)
    assert then.draw_left == before.draw_left - len(dealt.split())
    assert {name: then.hands[name] for name in seats} == before.hands
    assert (then.on_turn, then.top, then.pile, then.over) == ("bob", "r9", 0, False)


def test_the_average_counts_only_who_is_there():
    outcome = table("ann: leave", "dan: jo", ann="y1 y2 y6 y7 y8 y9 w", cid="r2 y4")
    assert (outcome.reasons, outcome.hand("dan")) == ([], "r6 g1 g2")


def test_the_average_is_of_the_moment():
    outcome = table("bob: r1", "cid: r2", "ann: r3", "dan: jo")
    assert (outcome.reasons, outcome.hand("dan")) == ([], "r6 g1")


@pytest.mark.parametrize(
    ("direction", "order"),
    [
        pytest.param(1, ["bob", "cid", "ann", "dan", "bob"], id="clockwise"),
        pytest.param(-1, ["bob", "ann", "cid", "dan", "bob"], id="the other way"),
    ],
)
def test_the_seat_before_the_one_on_turn(direction, order):
    cards = {"ann": "r3", "bob": "r1", "cid": "r2", "dan": "r6"}
    moves = ["dan: jo"]
    for name, following in pairwise(order):
        moves.append(f"{name}: {cards[name]}")
        outcome = table(*moves, direction=direction)
        assert (outcome.reasons, outcome.on_turn) == ([], following)


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize(
    ("moves", "on_turn"),
    [
        pytest.param(["dan: jo", "bob: rr"], "dan", id="one newcomer"),
        pytest.param(["dan: jo", "eve: jo", "bob: rr"], "eve", id="the second newcomer sits nearer"),
        pytest.param(["dan: jo", "eve: jo", "bob: rr", "eve: r6"], "dan", id="then the first"),
    ],
)
def test_a_reverse_goes_to_the_newcomer(moves, on_turn, direction):
    outcome = table(*moves, bob="rr r5 y3", draw="g1 g2 g3 r6 g4 g5", direction=direction)
    assert (outcome.reasons, outcome.on_turn) == ([], on_turn)


@pytest.mark.parametrize(
    ("seat", "first", "last"),
    [("ann", "bob", "cid"), ("bob", "cid", "ann"), ("cid", "ann", "bob")],
)
def test_wherever_the_turn_is(seat, first, last):
    cards = {"ann": "r3", "bob": "r1", "cid": "r2"}
    moves = ["dan: jo", f"{seat}: {cards[seat]}", f"{first}: {cards[first]}", f"{last}: {cards[last]}"]
    outcome = table(*moves, on_turn=seat)
    assert (outcome.reasons, outcome.on_turn) == ([], "dan")


def test_two_players_become_three():
    seats = {"ann": "y1 y2 y3", "bob": "rr r1 r2"}
    position = {"top": "r9", "rules": {"reverse_two": "skip"}} | seats
    assert after("bob: rr", **position).on_turn == "bob"
    assert after("dan: jo", "bob: rr", **position).on_turn == "dan"


@pytest.mark.parametrize(
    ("moves", "given", "reason"),
    [
        pytest.param(["ann: jo"], {}, "already_seated", id="seated"),
        pytest.param(["bob: jo"], {}, "already_seated", id="seated and on turn"),
        pytest.param(["dan: jo", "dan: jo"], {}, "already_seated", id="joined already"),
        pytest.param(["ann: leave", "ann: jo"], {}, "left_this_round", id="left this round"),
        pytest.param(["dan: jo"], {"rules": {"players_max": 3}}, "table_full", id="table full"),
        pytest.param(["dan: jo", "eve: jo"], {"rules": {"players_max": 4}}, "table_full", id="full by a newcomer"),
        pytest.param(["bob: r1", "dan: jo"], {"bob": "r1"}, "round_over", id="round over"),
    ],
)
def test_refused(moves, given, reason):
    before, then = table(*moves[:-1], **given), table(*moves, **given)
    assert then.reasons == [reason]
    assert (then.hands, then.draw_left, then.on_turn) == (before.hands, before.draw_left, before.on_turn)


def test_the_duel_has_two_seats():
    outcome = after("cid: jo", preset="duel", top="r9", ann="y1 y2", bob="r1 r2")
    assert outcome.reasons == ["table_full"]


def test_a_leaver_makes_room():
    outcome = table("ann: leave", "dan: jo", rules={"players_max": 3})
    assert (outcome.reasons, len(outcome.hands["dan"])) == ([], 3)


def full_hands(ann, bob):
    figures = ["0", *"123456789", *"123456789", *["s", "r", "+2"] * 2]
    cards = [color + figure for color in "rgby" for figure in figures] + ["w", "wd4"] * 4
    cards.remove("r0")
    return {"top": "r0", "bob": cards[:bob], "ann": cards[bob : bob + ann]}


@pytest.mark.parametrize(
    ("ann", "bob", "moves", "dealt"),
    [
        pytest.param(36, 35, [], 36, id="just enough"),
        pytest.param(36, 36, [], None, id="one too few"),
        pytest.param(53, 53, [], None, id="hardly any"),
        pytest.param(36, 36, ["bob: r1"], 36, id="enough with the discard pile"),
    ],
)
def test_the_full_hand_must_be_there(ann, bob, moves, dealt):
    cards = full_hands(ann, bob)
    position = {"top": cards["top"], "ann": " ".join(cards["ann"]), "bob": " ".join(cards["bob"])}
    before, then = after(*moves, **position), after(*moves, "dan: jo", **position)
    if dealt is None:
        assert then.reasons == ["too_few_cards"]
        assert (then.hands, then.draw_left) == (before.hands, before.draw_left)
    else:
        assert (then.reasons, len(then.hands["dan"]), then.draw_left) == ([], dealt, 0)


def test_a_pile_stays_with_the_one_on_turn():
    outcome = table("dan: jo", "bob: pa", top="r+2", pile=4)
    assert (outcome.reasons, outcome.on_turn) == ([], "cid")
    assert (outcome.hand("dan"), outcome.hand("bob")) == ("r6 g1 g2", "r1 r5 g3 g4 g5 g6 y3")


def test_a_pick_is_not_forgotten():
    outcome = table("bob: pe", "dan: jo", "bob: pa", draw="g1 g2 g3 g4 g5")
    assert (outcome.reasons, outcome.hand("bob"), outcome.hand("dan")) == ([], "r1 r5 g1 y3", "g2 g3 g4 g5")


def test_joining_while_a_colour_is_owed():
    outcome = table("bob: w", "dan: jo", bob="w r1 r5")
    assert (outcome.reasons, outcome.on_turn, outcome.color) == ([], "bob", None)
    assert len(outcome.hands["dan"]) == 3
    named = table("bob: w", "dan: jo", "bob: co g", bob="w r1 r5")
    assert (named.reasons, named.on_turn, named.color) == ([], "cid", "g")


def test_a_newcomer_takes_part():
    rules = {"uno_call": "call"}
    outcome = table("bob: r1", "dan: jo", "dan: ct bob", bob="r1 y3", rules=rules)
    assert (outcome.reasons, len(outcome.hands["bob"])) == ([], 3)


def test_a_newcomer_s_hand_is_scored():
    outcome = table("dan: jo", "bob: r1", bob="r1", rules={"min_points": 0})
    assert (outcome.winner, outcome.points) == ("bob", 6 + 11 + 9)
    assert outcome.scores == {"ann": 0, "bob": 26, "cid": 0, "dan": 0}


@pytest.mark.parametrize(
    ("rules", "standings", "expected"),
    [
        pytest.param(
            {"target": 500},
            {"ann": 120, "bob": 300, "cid": 40},
            {"ann": 120, "bob": 326, "cid": 40, "dan": 0},
            id="winner_takes: at 0",
        ),
        pytest.param(
            {"target": 500, "scoring": "own_hand"},
            {"ann": 120, "bob": 300, "cid": 40},
            {"ann": 126, "bob": 300, "cid": 51, "dan": 309},
            id="own_hand: at the highest total",
        ),
        pytest.param(
            {"target": 500, "scoring": "own_hand"},
            {},
            {"ann": 6, "bob": 0, "cid": 11, "dan": 9},
            id="own_hand: at the highest total, the first round",
        ),
    ],
)
def test_points_to_start_with(rules, standings, expected):
    rules = {"min_points": 0} | rules
    outcome = table("dan: jo", "bob: r1", bob="r1", rules=rules, standings=standings)
    assert (outcome.reasons, outcome.winner, outcome.standings) == ([], "bob", expected)
