"""seven_zero: a 7 swaps two hands, a 0 passes all hands on."""

import pytest

from tests.engine.position import after

SEATS = {"ann": "y1 y2", "bob": "r2 r3 r4", "cid": "b1 b2 b3 b4", "dan": "g1"}


def play(*moves, players=4, rules=(), **given):
    seats = dict(list(SEATS.items())[:players])
    return after(*moves, rules={"seven_zero": True} | dict(rules), **{"top": "r9"} | seats | given)


def hands(outcome):
    return [outcome.hand(name) for name in SEATS if name in outcome.hands]


@pytest.mark.parametrize(
    ("move", "players", "expected"),
    [
        pytest.param("r7 ann", 4, ["r2 r3", "y1 y2", "b1 b2 b3 b4", "g1"], id="with the seat before"),
        pytest.param("r7 cid", 4, ["y1 y2", "b1 b2 b3 b4", "r2 r3", "g1"], id="with the next seat"),
        pytest.param("r7 dan", 4, ["y1 y2", "g1", "b1 b2 b3 b4", "r2 r3"], id="with the seat opposite"),
        pytest.param("r7 ann", 3, ["r2 r3", "y1 y2", "b1 b2 b3 b4"], id="three players"),
        pytest.param("r7", 2, ["r2 r3", "y1 y2"], id="two players, implied"),
        pytest.param("r7 ann", 2, ["r2 r3", "y1 y2"], id="two players, named"),
    ],
)
@pytest.mark.parametrize("direction", [1, -1])
def test_seven_swaps(move, players, expected, direction):
    outcome = play(f"bob: {move}", players=players, bob="r2 r3 r7", direction=direction)
    assert (outcome.reasons, hands(outcome), outcome.top) == ([], expected, "r7")
    assert outcome.on_turn == list(SEATS)[(1 + direction) % players]


@pytest.mark.parametrize(
    ("players", "direction", "expected"),
    [
        pytest.param(4, 1, ["g1", "y1 y2", "r2 r3", "b1 b2 b3 b4"], id="four, clockwise"),
        pytest.param(4, -1, ["r2 r3", "b1 b2 b3 b4", "g1", "y1 y2"], id="four, the other way"),
        pytest.param(3, 1, ["b1 b2 b3 b4", "y1 y2", "r2 r3"], id="three, clockwise"),
        pytest.param(3, -1, ["r2 r3", "b1 b2 b3 b4", "y1 y2"], id="three, the other way"),
        pytest.param(2, 1, ["r2 r3", "y1 y2"], id="two"),
        pytest.param(2, -1, ["r2 r3", "y1 y2"], id="two, the other way"),
    ],
)
def test_zero_passes_hands_on(players, direction, expected):
    outcome = play("bob: r0", players=players, bob="r0 r2 r3", direction=direction)
    assert (outcome.reasons, hands(outcome), outcome.top) == ([], expected, "r0")
    assert outcome.on_turn == list(SEATS)[(1 + direction) % players]
    assert outcome.direction == direction


def test_zero_after_a_reverse_goes_the_new_way():
    outcome = play("bob: rr", "ann: r0", players=3, ann="r0 y1 y2", bob="rr r2 r3")
    assert hands(outcome) == ["r2 r3", "b1 b2 b3 b4", "y1 y2"]


@pytest.mark.parametrize("move", ["r7", "r0"])
def test_off_means_ordinary_numbers(move):
    outcome = play(f"bob: {move}", bob=f"{move} r2 r3", rules={"seven_zero": False})
    assert (outcome.reasons, hands(outcome)) == ([], ["y1 y2", "r2 r3", "b1 b2 b3 b4", "g1"])


@pytest.mark.parametrize(
    ("bob", "move", "players", "reason", "rules"),
    [
        pytest.param("r7 r2 r3", "r7", 3, "needs_partner", {}, id="no partner, three"),
        pytest.param("r7 r2 r3", "r7", 4, "needs_partner", {}, id="no partner, four"),
        pytest.param("r7 r7 r2", "r7r7", 3, "needs_partner", {}, id="double without partner"),
        pytest.param("r7 r2 r3", "r7 bob", 3, "not_yourself", {}, id="oneself"),
        pytest.param("r7 r2 r3", "r7 bob", 2, "not_yourself", {}, id="oneself, two players"),
        pytest.param("r7 r2 r3", "r7 eve", 3, "unknown_player", {}, id="nobody here"),
        pytest.param("r5 r2 r3", "r5 cid", 3, "no_partner", {}, id="partner for a 5"),
        pytest.param("r7 r2 r3", "r7 cid", 3, "no_partner", {"seven_zero": False}, id="option off"),
    ],
)
def test_refused(bob, move, players, reason, rules):
    outcome = play(f"bob: {move}", players=players, bob=bob, rules=rules)
    assert outcome.reasons == [reason]
    assert (outcome.hands["bob"], outcome.top, outcome.on_turn) == (sorted(bob.split()), "r9", "bob")


def test_who_left_is_no_partner():
    outcome = play("cid: leave", "bob: r7 cid", bob="r7 r2 r3")
    assert (outcome.reasons, outcome.on_turn) == (["unknown_player"], "bob")


def test_partner_implied_once_two_are_left():
    outcome = play("cid: leave", "bob: r7", players=3, bob="r7 r2 r3")
    assert (outcome.reasons, outcome.hand("ann"), outcome.hand("bob")) == ([], "r2 r3", "y1 y2")


def test_hands_pass_over_who_left():
    outcome = play("cid: leave", "bob: r0", bob="r0 r2 r3")
    assert hands(outcome) == ["g1", "y1 y2", "", "r2 r3"]


@pytest.mark.parametrize(
    ("move", "players", "expected"),
    [
        pytest.param("r7r7", 2, ["r2 r3", "y1 y2"], id="two players"),
        pytest.param("r7r7 cid", 3, ["y1 y2", "b1 b2 b3 b4", "r2 r3"], id="three players"),
    ],
)
def test_double_seven_acts_once(move, players, expected):
    outcome = play(f"bob: {move}", players=players, bob="r7 r7 r2 r3")
    assert (outcome.reasons, hands(outcome)) == ([], expected)


@pytest.mark.parametrize(
    ("bob", "move", "players"),
    [
        pytest.param("r7", "r7", 2, id="7"),
        pytest.param("r7 r7", "r7r7", 2, id="double 7"),
        pytest.param("r0", "r0", 2, id="0"),
        pytest.param("r0", "r0", 4, id="0, four players"),
    ],
)
def test_going_out_wins_and_nothing_is_swapped(bob, move, players):
    before, outcome = play(players=players, bob=bob), play(f"bob: {move}", players=players, bob=bob)
    assert (outcome.reasons, outcome.over, outcome.winner) == ([], True, "bob")
    assert outcome.hands == before.hands | {"bob": []}


@pytest.mark.parametrize("card", ["r7", "r0"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_turned_up_first_does_nothing(card, players):
    seats = dict(list(SEATS.items())[:players])
    outcome = after(rules={"seven_zero": True}, turned_up=card, **seats)
    assert (outcome.on_turn, outcome.top, hands(outcome)) == ("bob", card, list(seats.values()))


def test_swapped_hand_is_played_and_scored():
    moves = ["bob: r7 dan", "cid: r5", "dan: r2", "ann: r1", "bob: r8"]
    seats = {"ann": "r1 y1 w", "bob": "r7 r2 r3", "cid": "r5 b1 b2", "dan": "r8"}
    outcome = play(*moves, **seats, rules={"min_points": 0})
    assert (outcome.reasons, outcome.winner, outcome.points) == ([], "bob", 51 + 3 + 3)


def test_a_picked_seven_swaps_the_whole_hand():
    outcome = play("bob: pe", "bob: r7 dan", draw="r7")
    assert (outcome.hand("bob"), outcome.hand("dan")) == ("g1", "r2 r3 r4")


@pytest.mark.parametrize("move", ["r7 cid", "r0"])
def test_neither_answers_a_waiting_draw(move):
    outcome = play(f"bob: {move}", players=3, top="r+2", pile=2, bob="r0 r2 r7")
    assert (outcome.reasons, outcome.hand("bob"), outcome.pile) == (["draw_waits"], "r0 r2 r7", 2)


@pytest.mark.parametrize(("top", "legal"), [("b7", True), ("b0", False), ("b9", False), ("wr", True), ("r1", True)])
def test_a_seven_matches_as_usual(top, legal):
    outcome = play("bob: r7 cid", top=top, bob="r2 r3 r7")
    assert outcome.reasons == ([] if legal else ["no_match"])
    assert outcome.hand("cid") == ("r2 r3" if legal else "b1 b2 b3 b4")


@pytest.mark.parametrize("preset", ["seven-zero", "no-u"])
def test_presets_with_the_option(preset):
    outcome = after("bob: r0", preset=preset, top="r9", ann="y1 y2", bob="r0 r2 r3")
    assert (outcome.hand("ann"), outcome.hand("bob")) == ("r2 r3", "y1 y2")
