"""No U: Skip and Reverse answer a +2, a WD4 and a Wild."""

import pytest

from tests.engine.position import after

NO_U = {"no_u": True, "stacking": "same"}
TABLE = {
    "top": "r5",
    "ann": "rs gr y1 y2 y3 wd4",
    "bob": "r+2 br bs y4 y5 w wd4",
    "cid": "r7 rs rr gs g+2 y6 y7 w",
    "dan": "r+2 rr gr g+2 bs y8 y9 w wd4",
    "draw": "g1 g2 g3 g4 g5 g6 g7 g8 g9",
}


def play(*moves, rules=None, **more):
    return after(*moves, rules=NO_U | (rules or {}), **TABLE | more)


@pytest.mark.parametrize(
    "moves, on_turn, pile, direction",
    [
        pytest.param(["bob: r+2", "cid: rr"], "bob", 2, -1, id="Reverse: back to the attacker"),
        pytest.param(["bob: r+2", "cid: rs"], "dan", 2, 1, id="Skip: one seat on"),
        pytest.param(["bob: r+2", "cid: rr", "bob: br"], "cid", 2, 1, id="No U on No U, by figure"),
        pytest.param(["bob: r+2", "cid: rs", "dan: bs"], "ann", 2, 1, id="Skip on Skip"),
        pytest.param(["bob: r+2", "cid: rs", "dan: bs", "ann: rs"], "bob", 2, 1, id="round to the attacker"),
        pytest.param(["bob: r+2", "cid: rs", "dan: rr"], "cid", 2, -1, id="Reverse on Skip: whoever sits there"),
        pytest.param(["bob: r+2", "cid: g+2", "dan: gr"], "cid", 4, -1, id="a stacked +2"),
        pytest.param(["bob: r+2", "cid: rs", "dan: r+2"], "ann", 4, 1, id="stacking on a No U by colour"),
        pytest.param(["bob: wd4r", "cid: rr", "cid: co b"], "bob", 4, -1, id="WD4: Reverse"),
        pytest.param(["bob: wd4r", "cid: rs", "cid: co b"], "dan", 4, 1, id="WD4: Skip"),
        pytest.param(["bob: wd4r", "cid: rs", "cid: co b", "dan: wd4g"], "ann", 8, 1, id="WD4 on the passed-on WD4"),
        pytest.param(
            ["bob: wd4r", "cid: rr", "cid: co y", "bob: br", "bob: co g"],
            "cid",
            4,
            1,
            id="WD4: No U by figure",
        ),
        pytest.param(
            ["bob: wd4r", "cid: rs", "cid: co g", "dan: gr", "dan: co r"],
            "cid",
            4,
            -1,
            id="WD4: No U by the new colour",
        ),
    ],
)
def test_passing_a_draw_on(moves, on_turn, pile, direction):
    out = play(*moves)
    assert out.reasons == []
    assert (out.on_turn, out.pile, out.direction) == (on_turn, pile, direction)


@pytest.mark.parametrize(
    "moves, rules",
    [
        pytest.param(["bob: r+2", "cid: gs"], {}, id="a Skip of another colour"),
        pytest.param(["bob: wd4b", "cid: rr"], {}, id="a Reverse of another colour on a WD4"),
        pytest.param(["bob: r+2", "cid: rs", "dan: gr"], {}, id="neither colour nor figure of the No U"),
        pytest.param(["bob: wd4r", "cid: rs", "cid: co b", "dan: rr"], {}, id="the old colour is gone"),
        pytest.param(["bob: r+2", "cid: rs", "dan: g+2"], {}, id="a +2 has to match the No U"),
        pytest.param(["bob: r+2", "cid: rs", "dan: wd4g"], {}, id="the draw stays a +2"),
        pytest.param(["bob: wd4r", "cid: rs", "cid: co r", "dan: r+2"], {}, id="the draw stays a WD4"),
        pytest.param(["bob: wd4r", "cid: rs", "cid: co b", "dan: r+2"], {"stacking": "any"}, id="any: has to match"),
        pytest.param(["bob: r+2", "cid: g+2"], {"stacking": "none"}, id="without stacking no +2"),
        pytest.param(["bob: wd4r", "cid: r7"], {}, id="a number"),
        pytest.param(["bob: r+2", "cid: wr"], {}, id="a Wild"),
    ],
)
def test_no_answer_to_a_draw(moves, rules):
    before, out = play(*moves[:-1], rules=rules), play(*moves, rules=rules)
    assert before.reasons == [] and len(out.reasons) == 1
    assert (out.on_turn, out.pile, out.hands) == (before.on_turn, before.pile, before.hands)


@pytest.mark.parametrize(
    "moves, rules, pile",
    [
        pytest.param(["bob: wd4r", "cid: rs", "cid: co r", "dan: r+2"], {"stacking": "any"}, 6, id="any: +2 on WD4"),
        pytest.param(["bob: r+2", "cid: rs", "dan: wd4g"], {"stacking": "any"}, 6, id="any: WD4 on +2"),
        pytest.param(["bob: r+2", "cid: rs", "dan: r+2"], {"stacking": "progressive"}, 4, id="progressive"),
    ],
)
def test_stacking_asks_the_kind_of_the_draw(moves, rules, pile):
    out = play(*moves, rules=rules)
    assert (out.reasons, out.on_turn, out.pile) == ([], "ann", pile)


@pytest.mark.parametrize("hand, move", [("rs rs y6 y7", "rsrs"), ("rr rr y6 y7", "rrrr")])
def test_always_a_single_card(hand, move):
    out = after(f"bob: {move}", rules=NO_U, top="r+2", pile=2, ann="g1 g2", bob=hand, cid="g3 g4")
    assert (len(out.reasons), out.on_turn, out.pile, len(out.hands["bob"])) == (1, "bob", 2, 4)


@pytest.mark.parametrize("take", ["pe", "pa"])
@pytest.mark.parametrize(
    "moves, taker, drawn, then",
    [
        pytest.param(["bob: r+2", "cid: rr"], "bob", 2, "ann", id="sent back"),
        pytest.param(["bob: r+2", "cid: rs"], "dan", 2, "ann", id="sent on"),
        pytest.param(["bob: r+2", "cid: rs", "dan: rr"], "cid", 2, "bob", id="sent on and back"),
        pytest.param(["bob: wd4r", "cid: rr", "cid: co g"], "bob", 4, "ann", id="WD4 sent back"),
    ],
)
def test_whoever_takes_it_loses_the_turn(moves, take, taker, drawn, then):
    before, out = play(*moves), play(*moves, f"{taker}: {take}")
    assert (out.reasons, out.on_turn, out.pile) == ([], then, 0)
    assert len(out.hands[taker]) == len(before.hands[taker]) + drawn


def test_then_a_reverse_is_a_reverse_again():
    out = play("bob: r+2", "cid: rr", "bob: pa", "ann: gr")
    assert (out.reasons, out.on_turn, out.pile, out.direction) == ([], "bob", 0, 1)


@pytest.mark.parametrize("reverse_two", ["skip", "reverse"])
@pytest.mark.parametrize(
    "moves, on_turn, pile, direction",
    [
        pytest.param(["bob: r+2", "ann: rr"], "bob", 2, -1, id="Reverse"),
        pytest.param(["bob: r+2", "ann: rs"], "bob", 2, 1, id="Skip"),
        pytest.param(["bob: r+2", "ann: rr", "bob: pa"], "ann", 0, -1, id="Reverse, taken"),
        pytest.param(["bob: r+2", "ann: rs", "bob: pe"], "ann", 0, 1, id="Skip, taken"),
        pytest.param(["bob: r+2", "ann: rs", "bob: rr"], "ann", 2, -1, id="and back"),
        pytest.param(["bob: wd4r", "ann: rs", "ann: co g"], "bob", 4, 1, id="WD4"),
    ],
)
def test_two_players(moves, on_turn, pile, direction, reverse_two):
    table = {"top": "r5", "ann": "rr rs y1 y2", "bob": "r+2 rr wd4 y3 y4"}
    out = after(*moves, rules=NO_U | {"reverse_two": reverse_two}, **table)
    assert (out.reasons, out.on_turn, out.pile, out.direction) == ([], on_turn, pile, direction)


def test_the_preset():
    table = {"preset": "no-u", "top": "r5", "ann": "y1 y2 y3", "bob": "r+2 y4 y5", "cid": "rr y6 y8"}
    out = after("bob: r+2", "cid: rr", **table)
    assert (out.reasons, out.on_turn, out.pile, out.direction) == ([], "bob", 2, -1)


def test_whoever_answers_a_wd4_owes_the_colour():
    out = play("bob: wd4r", "cid: rr")
    assert (out.reasons, out.on_turn, out.color, out.top) == ([], "cid", None, "rr")
    assert play("bob: wd4r", "cid: rr", "cid: r7").reasons == ["color_owed"]
    named = play("bob: wd4r", "cid: rr", "cid: co b")
    assert (named.reasons, named.color, named.top) == ([], "b", "rr")


def test_whoever_answers_a_plus_two_names_no_colour():
    out = play("bob: r+2", "cid: rr")
    assert (out.reasons, out.on_turn, out.color) == ([], "bob", "r")


def test_a_turned_up_plus_two_points_at_the_next_seat():
    table = {"ann": "y1 y2", "bob": "rr rs y3", "cid": "y4 y5"}
    back = after("bob: rr", turned_up="r+2", rules=NO_U, **table)
    on = after("bob: rs", turned_up="r+2", rules=NO_U, **table)
    assert (back.on_turn, back.pile, back.direction) == ("ann", 2, -1)
    assert (on.on_turn, on.pile, on.direction) == ("cid", 2, 1)


@pytest.mark.parametrize(
    "moves, reasons, drawer, drawn",
    [
        # bob holds r+2 with red in force: guilty
        pytest.param(["cid: ch"], [], "bob", 4, id="challenged"),
        pytest.param(["cid: rr", "cid: co b", "bob: ch"], ["nothing_to_challenge"], None, 0, id="sent back"),
        pytest.param(["cid: rs", "cid: co b", "dan: ch"], ["nothing_to_challenge"], None, 0, id="sent on"),
        pytest.param(["cid: rs", "cid: co b", "dan: wd4g", "ann: ch"], [], "dan", 8, id="a WD4 stacked on it"),
    ],
)
def test_answering_gives_up_the_challenge(moves, reasons, drawer, drawn):
    rules = {"wd4_when": "no_color"}
    before, out = play("bob: wd4r", *moves[:-1], rules=rules), play("bob: wd4r", *moves, rules=rules)
    assert (before.reasons, out.reasons) == ([], reasons)
    grown = {name: len(out.hands[name]) - len(before.hands[name]) for name in out.hands}
    assert {name: number for name, number in grown.items() if number} == ({drawer: drawn} if drawer else {})


@pytest.mark.parametrize(
    "moves, on_turn, top, color",
    [
        pytest.param(["bob: wr", "dan: bs", "dan: co y"], "ann", "bs", "y", id="Skip out of turn"),
        pytest.param(["bob: wr", "dan: gr", "dan: co y"], "ann", "gr", "y", id="Reverse out of turn"),
        pytest.param(["bob: wr", "ann: gr", "ann: co b"], "bob", "gr", "b", id="the seat before"),
        pytest.param(["bob: wb", "cid: gs", "cid: co y"], "dan", "gs", "y", id="Skip on turn"),
        pytest.param(["bob: wb", "cid: rr", "cid: co g"], "dan", "rr", "g", id="Reverse on turn"),
        pytest.param(["bob: wr", "dan: wy"], "ann", "wy", "y", id="Wild out of turn"),
        pytest.param(["bob: wr", "dan: w", "dan: co g"], "ann", "wg", "g", id="Wild in two steps"),
        pytest.param(["bob: wr", "dan: bs", "dan: co y", "cid: gs", "cid: co b"], "dan", "gs", "b", id="again"),
        pytest.param(["bob: wr", "dan: bs", "dan: co y", "bob: br", "bob: co g"], "cid", "br", "g", id="by the first"),
        pytest.param(["bob: wr", "dan: wy", "cid: rr", "cid: co g"], "dan", "rr", "g", id="a Wild is answered"),
        pytest.param(["bob: wr", "cid: wb", "ann: gr", "ann: co r"], "bob", "gr", "r", id="a Wild on the Wild"),
    ],
)
def test_answering_a_wild(moves, on_turn, top, color):
    out = play(*moves)
    assert out.reasons == []
    assert (out.on_turn, out.top, out.color, out.direction, out.pile) == (on_turn, top, color, 1, 0)


def test_whoever_answers_a_wild_owes_the_colour():
    out = play("bob: wr", "dan: bs")
    assert (out.reasons, out.on_turn, out.color) == ([], "dan", None)


@pytest.mark.parametrize(
    "moves, move",
    [
        pytest.param(["bob: wr", "cid: r7"], "ann: gr", id="after a play"),
        pytest.param(["bob: wr", "cid: pe"], "dan: bs", id="after a pick"),
        pytest.param(["bob: wr", "cid: timeout"], "ann: gr", id="after an expiry"),
        pytest.param(["bob: wr"], "dan: y8", id="not with a number"),
        pytest.param(["bob: wr"], "dan: r+2", id="not with a +2"),
        pytest.param(["bob: wr"], "dan: wd4g", id="not with a WD4"),
        pytest.param(["bob: wd4r"], "dan: rr", id="a WD4 only by the one it points at"),
        pytest.param(["bob: r+2"], "dan: rr", id="a +2 only by the one it points at"),
    ],
)
@pytest.mark.parametrize("penalty", [0, 2])
def test_too_late_or_no_answer(moves, move, penalty):
    rules = {"out_of_turn_penalty": penalty}
    before, out = play(*moves, rules=rules), play(*moves, move, rules=rules)
    who = move[:3]
    assert (before.reasons, out.reasons) == ([], ["not_your_turn"])
    assert (out.on_turn, out.top, len(out.hands[who])) == (
        before.on_turn,
        before.top,
        len(before.hands[who]) + penalty,
    )


def test_a_refused_move_does_not_close_the_window():
    out = play("bob: wr", "cid: y6", "dan: bs", "dan: co y")
    assert (out.reasons, out.on_turn) == (["no_match"], "ann")


def test_an_answer_in_time_costs_nothing():
    out = play("bob: wr", "dan: bs", "dan: co y", rules={"out_of_turn_penalty": 2})
    assert (out.reasons, len(out.hands["dan"])) == ([], 8)


def test_only_once_the_colour_is_named():
    out = play("bob: w", "dan: bs", "bob: co r")
    assert (len(out.reasons), out.on_turn, out.color, len(out.hands["dan"])) == (1, "cid", "r", 9)


def test_a_turned_up_wild_cannot_be_answered():
    table = {key: value for key, value in TABLE.items() if key != "top"}
    rules = NO_U | {"first_wild": "next_chooses"}
    out = after("bob: co r", "dan: bs", "bob: bs", turned_up="w", rules=rules, **table)
    assert (out.reasons, out.on_turn, out.color) == (["not_your_turn", "no_match"], "bob", "r")


def test_off_nothing_of_it():
    assert play("bob: wr", "dan: bs", rules={"no_u": False}).reasons == ["not_your_turn"]
    assert play("bob: r+2", "cid: rr", rules={"no_u": False}).reasons == ["draw_waits"]


def test_not_with_stacking_war():
    with pytest.raises(Exception, match="no_u"):
        after(rules={"no_u": True, "stacking": "war"}, top="r5", ann="g1", bob="g2")
