"""Stacking none, progressive, same and any; and when a draw waits instead of being drawn at once."""

import pytest

from tests.engine.position import after

BLUFF = {"wd4_when": "no_color"}
ENFORCE = BLUFF | {"wd4_check": "enforce"}


def stack(kind, **more):
    return {"stacking": kind} | more


@pytest.mark.parametrize(
    "rules, move, waits",
    [
        pytest.param(stack("none"), "r+2", False, id="none, +2"),
        pytest.param(stack("none", **BLUFF), "r+2", False, id="none, +2, the challenge is no answer to it"),
        pytest.param(stack("none"), "wd4r", False, id="none, WD4 never dishonest"),
        pytest.param(stack("none", **BLUFF), "wd4r", True, id="none, WD4 open to challenge"),
        pytest.param(stack("none", wd4_when="no_other"), "wd4r", True, id="none, WD4 no_other"),
        pytest.param(stack("none", **ENFORCE), "wd4r", False, id="none, WD4 enforced"),
        pytest.param(stack("none", wd4_check="enforce"), "wd4r", False, id="none, WD4 always, enforced"),
        pytest.param(stack("progressive"), "r+2", True, id="progressive, +2"),
        pytest.param(stack("progressive"), "wd4r", False, id="progressive, WD4"),
        pytest.param(stack("progressive", **BLUFF), "wd4r", True, id="progressive, WD4 open to challenge"),
        pytest.param(stack("progressive", **ENFORCE), "wd4r", False, id="progressive, WD4 enforced"),
        pytest.param(stack("same"), "r+2", True, id="same, +2"),
        pytest.param(stack("same"), "wd4r", True, id="same, WD4"),
        pytest.param(stack("same", **ENFORCE), "wd4r", True, id="same, WD4 enforced"),
        pytest.param(stack("any"), "r+2", True, id="any, +2"),
        pytest.param(stack("any"), "wd4r", True, id="any, WD4"),
        pytest.param(stack("none", no_u=True), "r+2", True, id="no_u, +2"),
        pytest.param(stack("none", no_u=True), "wd4r", True, id="no_u, WD4"),
        pytest.param(stack("progressive", no_u=True), "wd4r", True, id="progressive with no_u, WD4"),
        pytest.param(stack("war"), "r+2", True, id="war, +2"),
        pytest.param(stack("war"), "wd4r", True, id="war, WD4"),
    ],
)
def test_a_draw_waits_when_anything_could_answer_it(rules, move, waits):
    """Blue is in force and bob holds none, so his WD4 is honest; cid holds nothing that could answer."""
    table = {"ann": "y1 y2 y3", "bob": "r+2 g1 y1 wd4", "cid": "g7 y4 y5", "draw": "g3 g4 g5 g6"}
    out = after(f"bob: {move}", top="b+2", rules=rules, **table)
    size = 2 if move == "r+2" else 4
    assert out.reasons == []
    if waits:
        assert (out.on_turn, out.pile, len(out.hands["cid"])) == ("cid", size, 3)
    else:
        assert (out.on_turn, out.pile, len(out.hands["cid"])) == ("ann", 0, 3 + size)


@pytest.mark.parametrize(
    "preset, move, waits",
    [
        pytest.param("irc", "r+2", True, id="irc +2"),
        pytest.param("official", "r+2", False, id="official +2"),
        pytest.param("official", "wd4r", True, id="official WD4"),
        pytest.param("standard", "r+2", False, id="standard +2"),
        pytest.param("classic", "wd4r", True, id="classic WD4"),
        pytest.param("progressive", "r+2", True, id="progressive +2"),
        pytest.param("stacking", "r+2", True, id="stacking +2"),
        pytest.param("stacking", "wd4r", True, id="stacking WD4"),
        pytest.param("no-u", "r+2", True, id="no-u +2"),
    ],
)
def test_the_presets(preset, move, waits):
    out = after(f"bob: {move}", preset=preset, top="b+2", ann="y1 y2 y3", bob="r+2 g1 y1 wd4", cid="g7 y4 y5")
    assert (out.reasons, out.on_turn) == ([], "cid" if waits else "ann")


ANSWERS = ["r+2", "g+2", "wd4g", "rr", "rs", "r5", "wg"]


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize(
    "rules, opening, accepted",
    [
        pytest.param(stack("progressive"), "r+2", {"r+2": 4, "g+2": 4}, id="progressive on +2"),
        pytest.param(stack("same"), "r+2", {"r+2": 4, "g+2": 4}, id="same on +2"),
        pytest.param(stack("any"), "r+2", {"r+2": 4, "g+2": 4, "wd4g": 6}, id="any on +2"),
        pytest.param(stack("none", **BLUFF), "wd4r", {}, id="none on WD4"),
        pytest.param(stack("progressive", **BLUFF), "wd4r", {}, id="progressive on WD4"),
        pytest.param(stack("same"), "wd4r", {"wd4g": 8}, id="same on WD4"),
        pytest.param(stack("any"), "wd4r", {"r+2": 6, "wd4g": 8}, id="any on WD4"),
    ],
)
def test_what_answers(rules, opening, accepted, answer):
    table = {"ann": "y1 y2 y3", "bob": "r+2 y4 y5 wd4", "cid": "r5 rs rr r+2 g+2 w wd4"}
    out = after(f"bob: {opening}", f"cid: {answer}", top="b+2", rules=rules, **table)
    if answer in accepted:
        assert (out.reasons, out.on_turn, out.pile) == ([], "ann", accepted[answer])
        return
    assert (out.on_turn, out.pile, len(out.hands["cid"])) == ("cid", 2 if opening == "r+2" else 4, 7)
    if rules["stacking"] == "any" and answer == "g+2":
        assert len(out.reasons) == 1, "it needs the named colour"
    else:
        assert out.reasons == ["draw_waits"]


FOUR = {
    "top": "b5",
    "ann": "g+2 y+2 y1 wd4",
    "bob": "b+2 r+2 y2 y3 wd4",
    "cid": "b+2 r+2 y4 y5 wd4",
    "dan": "y+2 g+2 y6 y7 wd4",
    "draw": "g1 g2 g3 g4 g6 g7 g8 g9 r1 r2 r3 r4",
}


@pytest.mark.parametrize(
    "kind, moves, on_turn, pile",
    [
        pytest.param("progressive", ["bob: b+2", "cid: r+2", "dan: y+2", "ann: g+2"], "bob", 8, id="2 4 6 8"),
        pytest.param("same", ["bob: wd4r", "cid: wd4g", "dan: wd4b", "ann: wd4y"], "bob", 16, id="4 8 12 16"),
        pytest.param("any", ["bob: b+2", "cid: wd4y", "dan: y+2", "ann: wd4r"], "bob", 12, id="2 6 8 12"),
        pytest.param("any", ["bob: wd4b", "cid: b+2", "dan: g+2"], "ann", 8, id="+2 on the +2 on a WD4 by figure"),
    ],
)
def test_the_pile_grows(kind, moves, on_turn, pile):
    out = after(*moves, rules=stack(kind), **FOUR)
    assert (out.reasons, out.on_turn, out.pile) == ([], on_turn, pile)


def test_after_same_stacking_the_kind_is_kept():
    assert after("bob: b+2", "cid: r+2", "dan: wd4g", rules=stack("same"), **FOUR).reasons == ["draw_waits"]
    assert after("bob: wd4g", "cid: wd4y", "dan: y+2", rules=stack("same"), **FOUR).reasons == ["draw_waits"]


@pytest.mark.parametrize("take", ["pe", "pa"])
@pytest.mark.parametrize(
    "rules, moves, taker, drawn, then",
    [
        pytest.param(stack("progressive"), ["bob: b+2"], "cid", 2, "dan", id="progressive"),
        pytest.param(stack("same"), ["bob: wd4r", "cid: wd4g"], "dan", 8, "ann", id="same"),
        pytest.param(stack("any"), ["bob: b+2", "cid: wd4y"], "dan", 6, "ann", id="any"),
        pytest.param(stack("none", **BLUFF), ["bob: wd4r"], "cid", 4, "dan", id="challenge"),
        pytest.param(stack("none", no_u=True), ["bob: b+2"], "cid", 2, "dan", id="no_u"),
        pytest.param(stack("same", force_play=True), ["bob: b+2"], "cid", 2, "dan", id="force_play"),
        pytest.param(stack("same", must_play_drawn=True), ["bob: wd4r"], "cid", 4, "dan", id="must_play_drawn"),
        pytest.param(stack("same", draw_until_playable=True), ["bob: b+2"], "cid", 2, "dan", id="draw_until"),
    ],
)
def test_taking_is_always_allowed(rules, moves, take, taker, drawn, then):
    before = after(*moves, rules=rules, **FOUR)
    out = after(*moves, f"{taker}: {take}", rules=rules, **FOUR)
    assert out.reasons == []
    assert (out.on_turn, out.pile, out.top) == (then, 0, before.top)
    assert sorted(out.hands[taker]) == sorted(before.hands[taker] + FOUR["draw"].split()[:drawn])


def test_after_taking_the_next_plays_normally():
    out = after("bob: b+2", "cid: pa", "dan: y+2", rules=stack("progressive"), **FOUR)
    assert (out.reasons, out.on_turn, out.pile) == ([], "ann", 2)


@pytest.mark.parametrize(
    "players, direction, on_turn, drawer",
    [
        pytest.param("ann bob", 1, "bob", "ann", id="two"),
        pytest.param("ann bob cid", 1, "ann", "cid", id="three"),
        pytest.param("ann bob cid", -1, "cid", "ann", id="three, anticlockwise"),
        pytest.param("ann bob cid dan", 1, "dan", "cid", id="four"),
        pytest.param("ann bob cid dan", -1, "dan", "ann", id="four, anticlockwise"),
    ],
)
@pytest.mark.parametrize("move, size", [("b+2", 2), ("b+2b+2", 4), ("wd4r", 4)])
def test_drawn_at_once_and_skipped(players, direction, on_turn, drawer, move, size):
    hands = {"ann": "y1 y2 y3", "bob": "b+2 b+2 wd4 y4 y5", "cid": "y6 y7 y8", "dan": "g1 g2 g3"}
    hands = {name: hands[name] for name in players.split()}
    out = after(
        f"bob: {move}",
        top="b5",
        rules=stack("none"),
        on_turn="bob",
        direction=direction,
        draw="r1 r2 r3 r4",
        **hands,
    )
    assert (out.reasons, out.on_turn, out.pile, out.direction) == ([], on_turn, 0, direction)
    assert out.hand(drawer) == f"{'r1 r2 r3 r4'[: size * 3 - 1]} {hands[drawer]}"


@pytest.mark.parametrize(
    "rules, waits",
    [
        pytest.param(stack("none"), False, id="none"),
        pytest.param(stack("none", **BLUFF), False, id="none with challenge"),
        pytest.param(stack("progressive"), True, id="progressive"),
        pytest.param(stack("same"), True, id="same"),
        pytest.param(stack("any"), True, id="any"),
        pytest.param(stack("none", no_u=True), True, id="no_u"),
    ],
)
def test_a_turned_up_plus_two_waits_when_a_played_one_would(rules, waits):
    out = after(turned_up="b+2", rules=rules, ann="y1 y2", bob="g1 g2", cid="y3 y4", draw="r1 r2")
    if waits:
        assert (out.on_turn, out.pile, out.hand("bob")) == ("bob", 2, "g1 g2")
    else:
        assert (out.on_turn, out.pile, out.hand("bob")) == ("cid", 0, "r1 r2 g1 g2")


def test_a_turned_up_plus_two_with_two_players():
    out = after(turned_up="b+2", rules=stack("none"), ann="y1 y2", bob="g1 g2", draw="r1 r2")
    assert (out.on_turn, out.hand("bob")) == ("ann", "r1 r2 g1 g2")


def test_a_turned_up_plus_two_is_answered():
    out = after("bob: y+2", turned_up="b+2", rules=stack("progressive"), ann="y1 y2", bob="g1 y+2", cid="y3 y4")
    assert (out.reasons, out.on_turn, out.pile) == ([], "cid", 4)


@pytest.mark.parametrize(
    "kind, on_turn, pile, drawn", [("none", "cid", 0, 4), ("progressive", "cid", 0, 4), ("same", "bob", 4, 0)]
)
def test_a_turned_up_wd4_cannot_be_challenged_so_only_stacking_makes_it_wait(kind, on_turn, pile, drawn):
    out = after(
        "ann: co r",
        turned_up="wd4",
        preset="classic",
        rules=stack(kind),
        ann="y1 y2",
        bob="g1 g2",
        cid="y3 y4",
    )
    assert (out.reasons, out.on_turn, out.pile, len(out.hands["bob"])) == ([], on_turn, pile, 2 + drawn)
