"""When a WD4 may be played: `wd4_when`, refused outright with `wd4_check enforce`."""

import pytest

from tests.engine.position import after

ENFORCE = {"wd4_check": "enforce", "stacking": "none"}
ANN, CID = "y1 y2 y3", "y4 y5 y6"


@pytest.mark.parametrize(
    "top, held, allowed",
    [
        # held with the WD4; the settings under which it may be played
        pytest.param("r5", "r1 g1", "always", id="the colour"),
        pytest.param("r5", "rs g1", "always", id="a Skip of the colour"),
        pytest.param("r5", "r+2 g1", "always", id="a +2 of the colour"),
        pytest.param("r5", "g5 b1", "always no_color", id="the figure only"),
        pytest.param("rs", "gs b1", "always no_color", id="the figure, a Skip"),
        pytest.param("r+2", "g+2 b1", "always no_color", id="the figure, a +2"),
        pytest.param("r5", "w g1", "always no_color", id="a Wild"),
        pytest.param("r5", "wd4 g1", "always no_color no_other", id="a second WD4"),
        pytest.param("r5", "g1 b1", "always no_color no_other", id="nothing playable"),
        pytest.param("r5", "b7 b8", "always no_color no_other", id="of the colour it names"),
        pytest.param("wr", "r1 g1", "always", id="the colour named by a Wild"),
        pytest.param("wr", "g1 b1", "always no_color no_other", id="not the colour named by a Wild"),
        pytest.param("wd4r", "r1 g1", "always", id="the colour named by a WD4"),
        pytest.param("wd4r", "g1 b1", "always no_color no_other", id="not the colour named by a WD4"),
    ],
)
@pytest.mark.parametrize("wd4_when", ["always", "no_color", "no_other"])
def test_enforced(wd4_when, top, held, allowed):
    out = after("bob: wd4b", rules=ENFORCE | {"wd4_when": wd4_when}, top=top, ann=ANN, bob=f"wd4 {held}", cid=CID)
    if wd4_when in allowed.split():
        assert (out.reasons, out.on_turn, out.top, len(out.hands["cid"])) == ([], "ann", "wd4b", 7)
    else:
        assert (out.reasons, out.on_turn, out.top, len(out.hands["cid"])) == (
            ["wd4_not_allowed"],
            "bob",
            top,
            3,
        )
        assert len(out.hands["bob"]) == 3


@pytest.mark.parametrize("wd4_when", ["no_color", "no_other"])
def test_a_bluff_is_not_refused(wd4_when):
    out = after("bob: wd4b", rules={"wd4_when": wd4_when}, top="r5", ann=ANN, bob="wd4 r1 g1", cid=CID)
    assert (out.reasons, out.on_turn, out.pile) == ([], "cid", 4)


@pytest.mark.parametrize("check", ["challenge", "enforce"])
def test_always_is_always(check):
    rules = {"wd4_when": "always", "wd4_check": check}
    out = after("bob: wd4b", rules=rules, top="r5", ann=ANN, bob="wd4 r1 w", cid=CID)
    assert (out.reasons, out.on_turn, out.pile) == ([], "cid", 4)


def test_enforced_without_a_colour_nothing_is_owed():
    rules = ENFORCE | {"wd4_when": "no_color"}
    out = after("bob: wd4", "bob: r1", rules=rules, top="r5", ann=ANN, bob="wd4 r1 g1", cid=CID)
    assert (out.reasons, out.top, out.on_turn) == (["wd4_not_allowed"], "r1", "cid")


def test_enforcing_is_no_foul():
    rules = ENFORCE | {"wd4_when": "no_color", "illegal_play_penalty": 2}
    out = after("bob: wd4b", rules=rules, top="r5", ann=ANN, bob="wd4 r1 g1", cid=CID)
    assert (out.reasons, out.hand("bob")) == (["wd4_not_allowed"], "r1 g1 wd4")


def test_a_last_wd4_is_always_allowed():
    out = after("bob: wd4", rules=ENFORCE | {"wd4_when": "no_other"}, top="r5", ann=ANN, bob="wd4", cid=CID)
    assert (out.reasons, out.winner) == ([], "bob")


@pytest.mark.parametrize(
    "wd4_when, stacking, top, pile, held, result",
    [
        pytest.param("no_color", "same", "wd4g", 4, "g1 y7", None, id="on a WD4, the named colour"),
        pytest.param("no_color", "same", "wd4g", 4, "r1 y7", 8, id="on a WD4, not the named colour"),
        pytest.param("no_color", "any", "r+2", 2, "r1 y7", None, id="on a +2, its colour"),
        pytest.param("no_color", "any", "r+2", 2, "g+2 y7", 6, id="on a +2, another +2"),
        pytest.param("no_other", "any", "r+2", 2, "g+2 y7", None, id="on a +2, a +2 would do"),
        pytest.param("no_other", "any", "wd4g", 4, "g+2 y7", None, id="on a WD4, a +2 would do"),
        pytest.param("no_other", "any", "wd4g", 4, "r+2 wd4", 8, id="on a WD4, nothing else would do"),
    ],
)
def test_enforced_when_stacked(wd4_when, stacking, top, pile, held, result):
    rules = {"wd4_check": "enforce", "wd4_when": wd4_when, "stacking": stacking}
    out = after("bob: wd4b", rules=rules, top=top, pile=pile, ann=ANN, bob=f"wd4 {held} y8", cid=CID)
    if result:
        assert (out.reasons, out.on_turn, out.pile) == ([], "cid", result)
    else:
        assert (out.reasons, out.on_turn, out.pile) == (["wd4_not_allowed"], "bob", pile)


@pytest.mark.parametrize(
    "check, held, picked, move, reasons",
    [
        pytest.param("enforce", "r1 g1", "wd4", "wd4b", ["wd4_not_allowed"], id="enforce: dishonest"),
        pytest.param("enforce", "r1 g1", "wd4", "pa", [], id="enforce: need not be played"),
        pytest.param("enforce", "b1 g1", "wd4", "wd4b", [], id="enforce: honest"),
        pytest.param("enforce", "b1 g1", "wd4", "pa", ["must_play_picked"], id="enforce: honest, must be played"),
        pytest.param("challenge", "r1 g1", "wd4", "wd4b", [], id="challenge: bluffed"),
        pytest.param("challenge", "r1 g1", "wd4", "pa", [], id="challenge: a bluff is nobody's duty"),
        pytest.param("challenge", "b1 g1", "wd4", "pa", ["must_play_picked"], id="challenge: honest"),
        pytest.param("enforce", "r1 wd4", "y9", "wd4b", ["wd4_not_allowed"], id="held before: dishonest"),
        pytest.param("enforce", "b1 wd4", "y9", "wd4b", [], id="held before: honest"),
        pytest.param("enforce", "b1 wd4", "r9", "wd4b", ["wd4_not_allowed"], id="held before: the pick has the colour"),
    ],
)
def test_after_a_pick(check, held, picked, move, reasons):
    rules = {"wd4_when": "no_color", "wd4_check": check}
    out = after("bob: pe", f"bob: {move}", rules=rules, top="r5", ann=ANN, bob=f"{held} b8", cid=CID, draw=picked)
    assert (out.reasons, out.on_turn) == (reasons, "bob" if reasons else "cid")


@pytest.mark.parametrize(
    "wd4_when, held, drawn",
    [
        pytest.param("no_color", "r1 g1", 4, id="dishonest: picking goes on"),
        pytest.param("no_color", "b1 g1", 2, id="honest: picking stops"),
        pytest.param("always", "r1 g1", 2, id="always: picking stops"),
    ],
)
@pytest.mark.parametrize("check", ["challenge", "enforce"])
def test_draw_until_playable(wd4_when, check, held, drawn):
    rules = {"wd4_when": wd4_when, "wd4_check": check, "draw_until_playable": True}
    out = after("bob: pe", rules=rules, top="r5", ann=ANN, bob=held, cid=CID, draw="g2 wd4 g3 r7 g4")
    assert (out.reasons, len(out.hands["bob"])) == ([], 2 + drawn)
