"""Two Reverses at once: `double_reverse` again and passes, in and out of a war."""

import pytest

from tests.engine.position import after

HANDS = {"ann": "g1 g2 g3", "bob": "rr rr br b+2 y1 y2", "cid": "g4 g6 g7", "dan": "b3 b4 b6"}
SEATS = [
    pytest.param("ann bob", 1, "ann", id="two"),
    pytest.param("ann bob", -1, "ann", id="two, anticlockwise"),
    pytest.param("ann bob cid", 1, "cid", id="three"),
    pytest.param("ann bob cid", -1, "ann", id="three, anticlockwise"),
    pytest.param("ann bob cid dan", 1, "cid", id="four"),
    pytest.param("ann bob cid dan", -1, "ann", id="four, anticlockwise"),
]


@pytest.mark.parametrize("pile", [0, 4])
@pytest.mark.parametrize("reverse_two", ["skip", "reverse"])
@pytest.mark.parametrize("double_reverse", ["again", "passes"])
@pytest.mark.parametrize("players, direction, next_seat", SEATS)
def test_who_is_on_turn(players, direction, next_seat, double_reverse, reverse_two, pile):
    hands = {name: HANDS[name] for name in players.split()}
    rules = {"double_reverse": double_reverse, "reverse_two": reverse_two}
    out = after("bob: rrrr", top="r+2", pile=pile, on_turn="bob", direction=direction, rules=rules, **hands)
    assert out.reasons == []
    assert (out.direction, out.pile, out.top) == (direction, pile, "rr")
    assert out.on_turn == ("bob" if double_reverse == "again" else next_seat)


@pytest.mark.parametrize(
    "moves, on_turn, pile, direction",
    [
        pytest.param(["bob: rrrr", "bob: br"], "ann", 4, -1, id="a Reverse"),
        pytest.param(["bob: rrrr", "bob: pa"], "cid", 0, 1, id="taking it"),
    ],
)
def test_again_in_a_war_faces_the_pile(moves, on_turn, pile, direction):
    table = {name: HANDS[name] for name in ("ann", "bob", "cid")}
    out = after(*moves, top="r+2", pile=4, **table)
    assert (out.reasons, out.on_turn, out.pile, out.direction) == ([], on_turn, pile, direction)


def test_again_in_a_war_does_not_free_the_player():
    table = {"ann": "g1 g2", "bob": "rr rr r1 r+2 b+2 y1", "cid": "g4 g6"}
    assert after("bob: rrrr", "bob: r1", top="r+2", pile=4, **table).reasons == ["draw_waits"]
    out = after("bob: rrrr", "bob: r+2", top="r+2", pile=4, **table)
    assert (out.reasons, out.on_turn, out.pile) == ([], "cid", 6)


def test_again_in_the_normal_state_is_an_ordinary_turn():
    table = {"ann": "g1 g2", "bob": "rr rr r1 y1 y2", "cid": "g4 g6", "draw": "b9"}
    assert after("bob: rrrr", "bob: r1", top="r5", **table).on_turn == "cid"
    assert after("bob: rrrr", "bob: pa", top="r5", **table).reasons == ["pick_first"]
    assert after("bob: rrrr", "bob: pe", "bob: pa", top="r5", **table).on_turn == "cid"


@pytest.mark.parametrize(
    "top, pile, accepted",
    [
        pytest.param("r5", 0, True, id="by colour"),
        pytest.param("gr", 0, True, id="by figure"),
        pytest.param("g5", 0, False, id="matches nothing"),
        pytest.param("gr", 2, True, id="war, on a Reverse"),
        pytest.param("g+2", 2, False, id="war, another colour"),
        pytest.param("wd4r", 4, False, id="WD4 war"),
    ],
)
def test_it_must_match(top, pile, accepted):
    table = {name: HANDS[name] for name in ("ann", "bob", "cid")}
    out = after("bob: rrrr", top=top, pile=pile, **table)
    assert (len(out.reasons), len(out.hands["bob"])) == ((0, 4) if accepted else (1, 6))
