"""The easy player's mistakes, and that it makes them only now and then."""

from collections import Counter
from random import Random

from tests.players.chair import seen
from unobot.engine.notation import action_text
from unobot.players import EASY

MANY = "y1 y2 y3 y4 y6 y7"
TIMES = 400


def habits(*moves, name=None, **given):
    """How often it does what in this position, in percent: on turn, or in the named chair out of turn."""
    random, view = Random(1), seen(name, *moves, **given)
    ask = EASY.react if name else EASY.choose
    actions = [ask(view, random) for _ in range(TIMES)]
    counts = Counter(action and action_text(action) for action in actions)
    return {action: 100 * count / TIMES for action, count in counts.items()}


def test_it_likes_to_be_rid_of_high_cards():
    does = habits(top="r1", ann=MANY, bob="r2 r9 g3 g4")
    assert does["r9"] > 70 > does["r2"] > 5


def test_it_overlooks_a_card_now_and_then_and_picks():
    assert 5 < habits(top="r1", ann=MANY, bob="r9 g3 g4")["pe"] < 25


def test_it_overlooks_nothing_where_it_must_play():
    assert habits(preset="classic", top="r1", ann=MANY, bob="r9 g3 g4") == {"r9": 100}


def test_it_plays_a_wild_only_when_it_sees_nothing_else():
    does = habits(top="r1", ann=MANY, bob="r9 g3 g4 w")
    assert does["r9"] > 70


def test_it_names_mostly_a_colour_that_it_holds():
    does = habits(top="r1", ann=MANY, bob="w b3 b4 b8", preset="classic")
    assert does["wb"] > 60 and does["wr"] > 2


def test_it_forgets_to_call_uno():
    does = habits(top="r1", ann=MANY, bob="r9 g3", preset="classic")
    assert does["r9 uno"] > 40 and does["r9"] > 20


def test_it_takes_draws_that_it_could_answer():
    does = habits("ann: r+2", top="r1", on_turn="ann", ann=f"r+2 {MANY}", bob="g+2 b1 b3")
    assert does["g+2"] > 40 and does["pe"] > 20


def test_it_misses_others_who_forget():
    table = {"preset": "classic", "top": "r1", "on_turn": "ann", "ann": "r5 y1", "bob": "r9 g3 g4", "cid": "b1 b2"}
    does = habits("ann: r5", name="cid", **table)
    assert does["ct #1"] > 15 and does[None] > 50


def test_it_challenges_now_and_then():
    table = {"preset": "classic", "top": "r1", "on_turn": "ann", "bob": "b1 b3 b4"}
    does = habits("ann: wd4b", ann=f"wd4 {MANY}", **table)
    assert 10 < does["ch"] < 30
