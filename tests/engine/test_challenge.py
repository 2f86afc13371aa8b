"""Challenging a WD4: who may, when, who is guilty, and what it costs."""

import pytest

from tests.engine.position import after

DRAW = "y1 y2 y3 y4 y5 y6 y7 y8 y9 g7 g8 g9 b7 b8 b9"
GUILTY, HONEST = "wd4 r1 g1", "wd4 g1 b1"
ANN, CID, DAN = "g2 g3 b2", "b3 b4 g4", "g6 b5 b6"


def challenge(*moves, bob, **more):
    table = {"preset": "classic", "top": "r5", "ann": ANN, "bob": bob, "cid": CID, "draw": DRAW} | more
    return after(*moves, **table)


@pytest.mark.parametrize(
    "top, held, guilty",
    [
        # held with the WD4; the settings under which playing it is dishonest
        pytest.param("r5", "r1 g1", "no_color no_other", id="the colour"),
        pytest.param("r5", "rs g1", "no_color no_other", id="a Skip of the colour"),
        pytest.param("r5", "g5 b1", "no_other", id="the figure only"),
        pytest.param("rs", "gs b1", "no_other", id="the figure, a Skip"),
        pytest.param("r5", "w g1", "no_other", id="a Wild"),
        pytest.param("r5", "wd4 g1", "", id="a second WD4"),
        pytest.param("r5", "g1 b1", "", id="the colour it names"),
        pytest.param("wr", "r1 g1", "no_color no_other", id="the colour named by a Wild"),
        pytest.param("wr", "g1 b1", "", id="not the colour named by a Wild"),
    ],
)
@pytest.mark.parametrize("wd4_when", ["no_color", "no_other"])
def test_guilt(wd4_when, top, held, guilty):
    out = challenge("bob: wd4b", "cid: ch", bob=f"wd4 {held}", top=top, rules={"wd4_when": wd4_when})
    assert (out.reasons, out.pile, out.color, out.top) == ([], 0, "b", "wd4b")
    drawn = {name: len(out.hands[name]) for name in ("ann", "bob", "cid")}
    if wd4_when in guilty.split():
        assert (out.on_turn, drawn) == ("cid", {"ann": 3, "bob": 6, "cid": 3})
    else:
        assert (out.on_turn, drawn) == ("ann", {"ann": 3, "bob": 2, "cid": 9})


def test_the_cards_drawn():
    assert challenge("bob: wd4b", "cid: ch", bob=GUILTY).hand("bob") == "r1 g1 y1 y2 y3 y4"
    assert challenge("bob: wd4b", "cid: ch", bob=HONEST).hand("cid") == "g4 b3 b4 y1 y2 y3 y4 y5 y6"


@pytest.mark.parametrize("penalty", [0, 1, 2, 10])
def test_challenge_penalty(penalty):
    rules = {"challenge_penalty": penalty}
    innocent = challenge("bob: wd4b", "cid: ch", bob=HONEST, rules=rules)
    guilty = challenge("bob: wd4b", "cid: ch", bob=GUILTY, rules=rules)
    assert (len(innocent.hands["cid"]), len(innocent.hands["bob"])) == (3 + 4 + penalty, 2)
    assert (len(guilty.hands["cid"]), len(guilty.hands["bob"])) == (3, 2 + 4)


@pytest.mark.parametrize(
    "players, direction, challenger, after_failure",
    [
        pytest.param("ann bob", 1, "ann", "bob", id="two"),
        pytest.param("ann bob cid", 1, "cid", "ann", id="three"),
        pytest.param("ann bob cid", -1, "ann", "cid", id="three, anticlockwise"),
        pytest.param("ann bob cid dan", 1, "cid", "dan", id="four"),
        pytest.param("ann bob cid dan", -1, "ann", "dan", id="four, anticlockwise"),
    ],
)
@pytest.mark.parametrize("guilty", [True, False])
def test_the_turn(players, direction, challenger, after_failure, guilty):
    hands = {"ann": ANN, "bob": GUILTY if guilty else HONEST, "cid": CID, "dan": DAN}
    hands = {name: hands[name] for name in players.split()}
    out = after(
        "bob: wd4b",
        f"{challenger}: ch",
        preset="classic",
        top="r5",
        on_turn="bob",
        direction=direction,
        **hands,
    )
    assert (out.reasons, out.on_turn) == ([], challenger if guilty else after_failure)
    assert len(out.hands[challenger]) == (3 if guilty else 9)


@pytest.mark.parametrize(
    "moves, reasons, on_turn",
    [
        pytest.param(["cid: b3"], [], "ann", id="plays on the named colour"),
        pytest.param(["cid: g4"], ["no_match"], "cid", id="the old top is gone"),
        pytest.param(["cid: ch"], ["nothing_to_challenge"], "cid", id="only once"),
        pytest.param(["cid: pa"], ["pick_first"], "cid", id="passing needs a pick"),
        pytest.param(["cid: pe", "cid: pa"], [], "ann", id="may pick and pass"),
    ],
)
def test_a_won_challenge_is_followed_by_a_normal_turn(moves, reasons, on_turn):
    out = challenge("bob: wd4b", "cid: ch", *moves, bob=GUILTY, rules={"force_play": False})
    assert (out.reasons, out.on_turn) == (reasons, on_turn)


@pytest.mark.parametrize(
    "moves, reasons",
    [
        pytest.param(["bob: g1", "cid: ch"], ["nothing_to_challenge"], id="no WD4"),
        pytest.param(["bob: wg", "cid: ch"], ["nothing_to_challenge"], id="a Wild"),
        pytest.param(["bob: wd4b", "cid: pa", "ann: ch"], ["nothing_to_challenge"], id="the draw was taken"),
        pytest.param(["bob: wd4b", "cid: pe", "ann: ch"], ["nothing_to_challenge"], id="taken with pe"),
        pytest.param(["bob: wd4b", "cid: timeout", "ann: ch"], ["nothing_to_challenge"], id="taken by the clock"),
    ],
)
def test_nothing_to_challenge(moves, reasons):
    assert challenge(*moves, bob="wd4 w r1 g1 g5", top="g5").reasons == reasons


@pytest.mark.parametrize("who", ["ann", "bob", "dan"])
def test_only_the_player_it_points_at(who):
    out = challenge("bob: wd4b", f"{who}: ch", bob=GUILTY, dan=DAN)
    assert len(out.reasons) == 1
    assert (out.on_turn, out.pile, len(out.hands["bob"]), len(out.hands[who])) == (
        "cid",
        4,
        2,
        2 if who == "bob" else 3,
    )


def test_not_before_the_colour_is_named():
    out = challenge("bob: wd4", "cid: ch", "bob: co b", "cid: ch", bob=GUILTY)
    assert len(out.reasons) == 1
    assert (out.on_turn, len(out.hands["bob"])) == ("cid", 6)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param({"wd4_when": "always", "stacking": "same"}, id="always"),
        pytest.param({"wd4_check": "enforce", "stacking": "same"}, id="enforce"),
        pytest.param({"wd4_when": "always", "no_u": True}, id="always, no_u"),
    ],
)
def test_a_wd4_that_cannot_be_dishonest(rules):
    out = challenge("bob: wd4b", "cid: ch", bob=HONEST, rules=rules)
    assert (out.reasons, out.on_turn, out.pile) == (["nothing_to_challenge"], "cid", 4)


def test_a_turned_up_wd4_is_honest():
    out = after(
        "ann: co r",
        "bob: ch",
        preset="stacking",
        turned_up="wd4",
        ann="r1 r2 r3",
        bob="g1 g2 g3",
        cid="b1 b2 b3",
    )
    assert (out.reasons, out.on_turn, out.pile) == (["nothing_to_challenge"], "bob", 4)


def test_a_wd4_given_as_top_cannot_be_challenged():
    out = challenge("bob: ch", bob="g1 g2 g3", preset="stacking", top="wd4r", pile=4)
    assert (out.reasons, out.on_turn, out.pile) == (["nothing_to_challenge"], "bob", 4)


def test_a_last_wd4_cannot_be_challenged():
    out = challenge("bob: wd4", "cid: ch", bob="wd4")
    assert (out.reasons, out.winner) == (["round_over"], "bob")


@pytest.mark.parametrize(
    "stacking, moves, challenger, drawn",
    [
        # who draws how many cards
        pytest.param("same", ["bob: wd4g", "cid: wd4b"], "ann", {"cid": 8}, id="the newest is guilty: the whole pile"),
        pytest.param("same", ["bob: wd4y", "cid: wd4b"], "ann", {"ann": 10}, id="only the newest is judged"),
        pytest.param("same", ["bob: wd4r", "cid: wd4b"], "ann", {"ann": 10}, id="by the colour in force then"),
        pytest.param("same", ["bob: wd4y", "cid: wd4b", "ann: wd4r"], "bob", {"ann": 12}, id="third, guilty"),
        pytest.param("same", ["bob: wd4y", "cid: wd4r", "ann: wd4g"], "bob", {"bob": 14}, id="third, honest"),
        pytest.param("any", ["bob: r+2", "cid: wd4b"], "ann", {"ann": 8}, id="on a +2, honest"),
        pytest.param("any", ["bob: wd4g", "cid: g+2", "ann: wd4y"], "bob", {"ann": 10}, id="on a +2 on a WD4, guilty"),
        pytest.param("war", ["bob: wd4g", "cid: wd4b"], "ann", {"cid": 8}, id="in a war"),
        pytest.param("war", ["bob: r+2", "cid: wd4b"], "ann", {"ann": 8}, id="in a war on a +2, honest"),
    ],
)
def test_stacked(stacking, moves, challenger, drawn):
    table = {"ann": "wd4 g3 b1 y2", "bob": "wd4 r1 r+2 y3", "cid": "wd4 g4 g+2 b5"}
    before = challenge(*moves, rules={"stacking": stacking}, **table)
    out = challenge(*moves, f"{challenger}: ch", rules={"stacking": stacking}, **table)
    assert (before.reasons, out.reasons, out.pile) == ([], [], 0)
    grown = {name: len(out.hands[name]) - len(before.hands[name]) for name in out.hands}
    assert {name: number for name, number in grown.items() if number} == drawn


@pytest.mark.parametrize("stacking", ["any", "war"])
def test_a_bluff_on_a_plus_two(stacking):
    table = {"ann": ANN, "bob": "r+2 g1 g7 y3", "cid": "wd4 r2 y4 b1"}
    out = challenge("bob: r+2", "cid: wd4b", "ann: ch", rules={"stacking": stacking}, **table)
    assert (out.reasons, out.on_turn, out.pile) == ([], "ann", 0)
    assert (len(out.hands["cid"]), len(out.hands["bob"]), len(out.hands["ann"])) == (9, 3, 3)


def test_a_wd4_under_a_plus_two_was_answered():
    table = {"bob": "wd4 r1 g1", "cid": "b+2 y3 b1"}
    out = challenge("bob: wd4b", "cid: b+2", "ann: ch", rules={"stacking": "any"}, **table)
    assert (out.reasons, out.on_turn, out.pile) == (["nothing_to_challenge"], "ann", 6)


def test_a_plus_two_cannot_be_challenged():
    out = challenge("bob: r+2", "cid: ch", bob="r+2 r1 g1", preset="stacking")
    assert (out.reasons, out.on_turn, out.pile) == (["nothing_to_challenge"], "cid", 2)


@pytest.mark.parametrize(
    "picked, guilty",
    [
        pytest.param("r9", True, id="the picked card has the colour"),
        pytest.param("y9", False, id="the picked card has not"),
    ],
)
def test_guilt_counts_the_picked_card(picked, guilty):
    rules = {"after_draw": "any_card", "force_play": False}
    out = challenge("bob: pe", "bob: wd4b", "cid: ch", bob=HONEST, rules=rules, draw=picked)
    assert (out.reasons, out.on_turn, len(out.hands["bob"])) == ([], *(("cid", 7) if guilty else ("ann", 3)))


@pytest.mark.parametrize(
    "preset, on_turn",
    [
        pytest.param("official", "bob", id="official: the figure does not matter"),
        pytest.param("standard", "bob", id="standard"),
        pytest.param("classic", "bob", id="classic"),
        pytest.param("duel", "ann", id="duel: the figure is guilt"),
    ],
)
def test_the_presets(preset, on_turn):
    out = after("bob: wd4b", "ann: ch", preset=preset, top="r5", ann=ANN, bob="wd4 g5 y1")
    assert (out.reasons, out.on_turn) == ([], on_turn)


def test_irc_knows_no_challenge():
    out = after("bob: wd4b", "ann: ch", top="r5", ann=ANN, bob=GUILTY)
    assert (out.reasons, out.on_turn, out.pile) == (["nothing_to_challenge"], "ann", 4)
