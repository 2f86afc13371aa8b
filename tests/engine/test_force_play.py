"""force_play: picking is refused while a card in hand is playable."""

import pytest

from tests.engine.position import after

FORCED = ["classic", "short", "one-round", "stacking", "progressive", "seven-zero"]
FREE = ["irc", "official", "standard", "no-u"]


def hold(bob, *moves, top="r5", draw="y8", rules=None, **given):
    moves = [f"bob: {move}" for move in moves] or ["bob: pe"]
    rules = {"force_play": True} | (rules or {})
    return after(*moves, top=top, ann="g1 g2 g3", bob=bob, cid="y1 y2 y3", draw=draw, rules=rules, **given)


PLAYABLE = [
    pytest.param("r5", "r1 g9", id="the colour"),
    pytest.param("r5", "g5 b9", id="the figure"),
    pytest.param("rs", "gs b9", id="a Skip on a Skip"),
    pytest.param("rr", "gr b9", id="a Reverse on a Reverse"),
    pytest.param("r+2", "g+2 b9", id="a +2 on a +2 that has been drawn"),
    pytest.param("r5", "r+2 b9", id="a +2 of the colour"),
    pytest.param("r5", "w b9", id="a Wild"),
    pytest.param("r5", "wd4 b9", id="an honest WD4"),
    pytest.param("wb", "b1 g9", id="the named colour"),
    pytest.param("wd4b", "b1 g9", id="the colour of a WD4"),
    pytest.param("r5", "r1", id="the last card"),
]
UNPLAYABLE = [
    pytest.param("r5", "g9 b9", id="neither colour nor figure"),
    pytest.param("r5", "gs b+2 yr", id="other actions"),
    pytest.param("wb", "r1 g9", id="not the named colour"),
    pytest.param("wd4b", "r1 g9", id="not the colour of a WD4"),
]


@pytest.mark.parametrize("top, bob", PLAYABLE)
@pytest.mark.parametrize("preset", ["irc", "classic", "standard"])
def test_no_pick_with_a_playable_card(top, bob, preset):
    out = hold(bob, top=top, preset=preset)
    assert (out.reasons, out.on_turn) == (["must_play"], "bob")
    assert sorted(out.hands["bob"]) == sorted(bob.split())


@pytest.mark.parametrize("top, bob", UNPLAYABLE)
@pytest.mark.parametrize("preset", ["irc", "classic", "standard"])
def test_a_pick_without_one(top, bob, preset):
    out = hold(bob, top=top, preset=preset)
    assert (out.reasons, out.on_turn) == ([], "bob")
    assert sorted(out.hands["bob"]) == sorted([*bob.split(), "y8"])


@pytest.mark.parametrize("top, bob", PLAYABLE)
def test_off_a_pick_is_always_allowed(top, bob):
    assert hold(bob, top=top, rules={"force_play": False}).reasons == []


@pytest.mark.parametrize("preset", [*FORCED, *FREE])
def test_in_the_presets(preset):
    out = after("bob: pe", top="r5", ann="g1 g2", bob="r1 g9", cid="y1 y2", preset=preset)
    assert out.reasons == (["must_play"] if preset in FORCED else [])


def test_in_a_duel():
    assert after("bob: pe", top="r5", ann="g1 g2", bob="r1 g9", preset="duel").reasons == []


@pytest.mark.parametrize(
    "wd4_when, bob",
    [("always", "wd4 g9"), ("no_color", "wd4 g9"), ("no_other", "wd4 g9"), ("no_other", "wd4 wd4 g9")],
)
@pytest.mark.parametrize("wd4_check", ["challenge", "enforce"])
def test_an_honest_wd4_must_be_played(wd4_when, wd4_check, bob):
    assert hold(bob, rules={"wd4_when": wd4_when, "wd4_check": wd4_check}).reasons == ["must_play"]


def test_a_pass_is_no_way_round_it():
    assert hold("r1 g9", "pa").reasons == ["pick_first"]


def test_dr_is_no_way_round_it():
    assert hold("r1 g9", "dr").reasons == ["must_play"]


def test_any_playable_card_may_be_played():
    out = hold("r1 g5 w", "pe", "g5")
    assert (out.reasons, out.on_turn) == (["must_play"], "cid")


@pytest.mark.parametrize("card", ["r8", "g5", "w"])
def test_it_looks_at_the_hand_before_the_pick(card):
    rules = {"must_play_drawn": False}
    assert hold("g9 b9", "pe", "pa", draw=card, rules=rules).reasons == []
    assert hold("g9 b9", "pe", "pa", draw=card, preset="classic").on_turn == "cid"


def test_after_the_pick_must_play_drawn_decides():
    rules = {"must_play_drawn": True}
    assert hold("g9 b9", "pe", "pa", draw="r8", preset="classic", rules=rules).reasons == ["must_play_picked"]


@pytest.mark.parametrize("move", ["pe", "pa"])
@pytest.mark.parametrize(
    "preset, top, pile, bob",
    [
        ("irc", "r+2", 2, "g+2 b9"),
        ("irc", "r+2", 2, "rr b9"),
        ("irc", "r+2", 4, "wd4 b9"),
        ("irc", "wd4r", 4, "wd4 b9"),
        ("stacking", "r+2", 2, "g+2 b9"),
        ("stacking", "wd4r", 4, "wd4 b9"),
        ("no-u", "r+2", 2, "rs b9"),
    ],
)
def test_it_does_not_concern_a_pending_draw(move, preset, top, pile, bob):
    out = hold(bob, move, top=top, pile=pile, preset=preset, draw="y8 y9 y7 y6")
    assert (out.reasons, out.on_turn, out.pile) == ([], "cid", 0)
    assert len(out.hands["bob"]) == 2 + pile


def test_it_does_not_concern_a_wd4_that_may_be_challenged():
    given = {"top": "r5", "ann": "g1 g2", "bob": "wd4 g9 b9", "cid": "g3 y1", "draw": "y8 y9 y7 y6"}
    out = after("bob: wd4g", "cid: pe", preset="classic", **given)
    assert (out.reasons, out.on_turn, out.hand("cid")) == ([], "ann", "g3 y1 y6 y7 y8 y9")


def test_it_does_not_bind_the_clock():
    out = hold("r1 g9", "timeout")
    assert (out.reasons, out.on_turn, out.hand("bob")) == ([], "cid", "r1 g9 y8")


def test_it_asks_only_the_player_on_turn():
    given = {"top": "r5", "ann": "r1 r2", "bob": "g9 b9", "cid": "r3 w", "draw": "y8", "preset": "classic"}
    assert after("bob: pe", **given).reasons == []


def test_after_a_challenge_that_held():
    moves = ["bob: wd4g", "cid: ch", "cid: pe"]
    given = {"top": "r5", "draw": "y8 y9 y7 y6 b1", "preset": "classic", "ann": "y1 y2", "bob": "r1 wd4 b9"}
    assert after(*moves, **given, cid="g1 y3").reasons == ["must_play"]
    assert after(*moves, **given, cid="b2 y3").hand("cid") == "b1 b2 y3"


def test_in_the_turn_after_naming_the_first_colour():
    given = {"turned_up": "w", "ann": "y1 y2", "bob": "r1 b9", "cid": "y3 y4", "preset": "standard"}
    rules = {"force_play": True}
    assert after("bob: co r", "bob: pe", rules=rules, **given).reasons == ["must_play"]
    assert after("bob: co g", "bob: pe", rules=rules, **given).reasons == []
