"""Going out: the end of the round, a last wild, and whether a last +2 or WD4 is still drawn."""

import pytest

from tests.engine.position import after

LAST = {"last_draw_counts": True}


def go_out(*moves, bob, **more):
    return after(*moves, top="r5", ann="g5", bob=bob, cid="b9", draw="y1 y2 y3 y4", **more)


@pytest.mark.parametrize(
    "hand, move",
    [
        pytest.param("r1", "r1", id="number"),
        pytest.param("b5", "b5", id="number by figure"),
        pytest.param("rs", "rs", id="Skip"),
        pytest.param("rr", "rr", id="Reverse"),
        pytest.param("r+2", "r+2", id="+2"),
        pytest.param("w", "w", id="Wild without a colour"),
        pytest.param("w", "wg", id="Wild with a colour"),
        pytest.param("wd4", "wd4", id="WD4 without a colour"),
        pytest.param("wd4", "wd4g", id="WD4 with a colour"),
        pytest.param("w w", "ww", id="two Wilds without a colour"),
        pytest.param("r1 r1", "r1r1", id="a double"),
    ],
)
def test_the_round_ends_at_once(hand, move):
    out = go_out(f"bob: {move}", bob=hand)
    assert (out.reasons, out.over, out.winner, out.on_turn, out.pile) == ([], True, "bob", None, 0)
    assert (out.hand("ann"), out.hand("bob"), out.hand("cid"), out.points) == ("g5", "", "b9", 30)


@pytest.mark.parametrize("hand, move", [("w", "w"), ("wd4", "wd4"), ("w w", "ww")])
def test_no_colour_is_owed(hand, move):
    out = go_out(f"bob: {move}", "bob: co r", bob=hand)
    assert (out.reasons, out.color, out.on_turn) == (["round_over"], None, None)


@pytest.mark.parametrize("hand, move", [("r+2", "r+2"), ("wd4", "wd4r"), ("rs", "rs"), ("w", "wr")])
@pytest.mark.parametrize("answer", ["r+2", "wd4g", "rr", "ch", "pe", "pa"])
def test_nobody_may_answer_a_last_card(hand, move, answer):
    cards = {"top": "r5", "ann": "g5", "bob": hand, "cid": "r+2 wd4 rr y9"}
    out = after(f"bob: {move}", f"cid: {answer}", **cards)
    assert (out.reasons, out.winner, out.hand("cid")) == (["round_over"], "bob", "rr r+2 y9 wd4")


def test_a_last_card_must_match():
    out = go_out("bob: b1", bob="b1")
    assert (out.reasons, out.over, out.hand("bob")) == (["no_match"], False, "b1")


@pytest.mark.parametrize(
    "preset, counts",
    [("irc", False), ("official", True), ("standard", True), ("classic", False), ("progressive", False)],
)
def test_the_presets(preset, counts):
    out = go_out("bob: r+2", preset=preset, bob="r+2")
    assert (out.over, out.winner, out.pile) == (True, "bob", 0)
    assert out.hand("cid") == ("b9 y1 y2" if counts else "b9")


def test_duel():
    out = after("bob: r+2", preset="duel", top="r5", ann="g5", bob="r+2")
    assert (out.winner, out.hand("ann"), out.points) == ("bob", "g5", 5)


@pytest.mark.parametrize(
    "stacking, hand, move, drawn",
    [
        pytest.param("none", "r+2", "r+2", "y1 y2", id="+2"),
        pytest.param("none", "wd4", "wd4", "y1 y2 y3 y4", id="WD4 without a colour"),
        pytest.param("none", "r+2 r+2", "r+2r+2", "y1 y2 y3 y4", id="double +2"),
        pytest.param("war", "r+2", "r+2", "y1 y2", id="war: +2 does not wait"),
        pytest.param("war", "wd4", "wd4b", "y1 y2 y3 y4", id="war: WD4 does not wait"),
        pytest.param("same", "r+2", "r+2", "y1 y2", id="same: does not wait"),
        pytest.param("none", "rs", "rs", "", id="Skip"),
        pytest.param("none", "w", "w", "", id="Wild"),
        pytest.param("none", "rr", "rr", "", id="Reverse"),
    ],
)
def test_counting_the_last_draw(stacking, hand, move, drawn):
    rules = LAST | {"stacking": stacking, "min_points": 0}
    out = go_out(f"bob: {move}", rules=rules, bob=hand)
    assert (out.reasons, out.winner, out.pile) == ([], "bob", 0)
    assert (out.hand("ann"), out.hand("cid")) == ("g5", f"b9 {drawn}".strip())
    assert out.points == 14 + sum(int(card[1]) for card in drawn.split())


def test_each_scores_the_own_hand_after_the_draw():
    out = go_out("bob: r+2", preset="standard", bob="r+2")
    assert out.scores == {"ann": 5, "bob": 0, "cid": 12}


@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize(
    "top, pile, hand, move, rules, drawer, size",
    [
        pytest.param("g+2", 4, "r+2", "r+2", {}, "cid", 6, id="+2 on a war of 4"),
        pytest.param("g+2", 4, "wd4", "wd4", {}, "cid", 8, id="WD4 on a war of 4"),
        pytest.param("wd4g", 4, "wd4", "wd4", {}, "cid", 8, id="WD4 on WD4"),
        pytest.param("g+2", 4, "r+2 r+2", "r+2r+2", {}, "cid", 8, id="double +2"),
        pytest.param("r+2", 4, "rr", "rr", {}, "ann", 4, id="Reverse: in the new direction"),
        pytest.param("r+2", 4, "rr rr", "rrrr", {}, None, 0, id="two Reverses, again: points at the winner"),
        pytest.param("r+2", 4, "rr rr", "rrrr", {"double_reverse": "passes"}, "cid", 4, id="two Reverses, passes"),
        pytest.param("g+2", 4, "r+2", "r+2", {"stacking": "same"}, "cid", 6, id="same"),
        pytest.param("g+2", 4, "wd4", "wd4", {"stacking": "any"}, "cid", 8, id="any"),
        pytest.param("r+2", 4, "rr", "rr", {"stacking": "same", "no_u": True}, "ann", 4, id="no_u Reverse"),
        pytest.param("r+2", 4, "rs", "rs", {"stacking": "same", "no_u": True}, "cid", 4, id="no_u Skip"),
        pytest.param(
            "wd4r",
            4,
            "rs",
            "rs",
            {"stacking": "same", "no_u": True},
            "cid",
            4,
            id="no_u on a WD4: no colour owed",
        ),
    ],
)
def test_the_pile_under_the_last_card(top, pile, hand, move, rules, drawer, size, counts):
    out = after(
        f"bob: {move}",
        top=top,
        pile=pile,
        ann="g5",
        bob=hand,
        cid="b9",
        rules=rules | {"last_draw_counts": counts},
    )
    assert (out.reasons, out.over, out.winner, out.pile, out.on_turn) == ([], True, "bob", 0, None)
    sizes = {name: len(cards) for name, cards in out.hands.items()}
    assert sizes == {"ann": 1, "bob": 0, "cid": 1} | ({drawer: 1 + size} if counts and drawer else {})


@pytest.mark.parametrize(
    "players, direction, drawer",
    [
        pytest.param("ann bob", 1, "ann", id="two"),
        pytest.param("ann bob cid", -1, "ann", id="three, anticlockwise"),
        pytest.param("ann bob cid dan", 1, "cid", id="four"),
        pytest.param("ann bob cid dan", -1, "ann", id="four, anticlockwise"),
    ],
)
def test_who_draws_last(players, direction, drawer):
    hands = {"ann": "g5", "bob": "r+2", "cid": "b9", "dan": "b8"}
    hands = {name: hands[name] for name in players.split()}
    out = after("bob: r+2", top="r5", on_turn="bob", direction=direction, rules=LAST, **hands)
    assert {name: len(cards) for name, cards in out.hands.items()} == {
        name: 0 if name == "bob" else 3 if name == drawer else 1 for name in hands
    }


def test_a_last_reverse_in_a_war_of_two():
    out = after("ann: rr", top="r+2", pile=2, on_turn="ann", ann="rr", bob="g1", rules=LAST)
    assert (out.winner, len(out.hands["bob"])) == ("ann", 3)


def test_a_last_answer_to_a_wild():
    table = {"top": "r5", "ann": "gs", "bob": "w g1 g2", "cid": "b1 b2"}
    out = after("bob: wr", "ann: gs", rules={"no_u": True, "stacking": "same"}, **table)
    assert (out.reasons, out.over, out.winner, out.on_turn) == ([], True, "ann", None)
