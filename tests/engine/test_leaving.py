"""Leaving a round: the hand, the turn, the pile, an owed colour, challenges, and the win by forfeit."""

import pytest

from tests.engine.position import after

SEATS = {"ann": "y1 y2 y3", "bob": "r1 r2 r3", "cid": "b1 b2 b3 b4", "dan": "g1 g2 g3"}
HONEST = {"stacking": "none", "wd4_when": "no_color"}


def table(*moves, players=4, **given):
    seats = dict(list(SEATS.items())[:players])
    return after(*moves, **{"top": "r9", "draw": "g5 g6 g7 g8 y5 y6"} | seats | given)


@pytest.mark.parametrize(
    ("moves", "given", "on_turn"),
    [
        pytest.param(["bob: leave"], {}, "cid", id="on turn"),
        pytest.param(["bob: leave"], {"direction": -1}, "ann", id="on turn, the other way"),
        pytest.param(["bob: leave", "cid: leave"], {}, "dan", id="two on turn"),
        pytest.param(["dan: leave"], {"on_turn": "dan"}, "ann", id="last seat on turn"),
        pytest.param(["ann: leave"], {"on_turn": "ann", "direction": -1}, "dan", id="first seat on turn"),
        pytest.param(["cid: leave"], {}, "bob", id="not on turn"),
        pytest.param(["ann: leave"], {}, "bob", id="the dealer, not on turn"),
        pytest.param(["cid: leave", "bob: r1"], {}, "dan", id="the seat is gone"),
        pytest.param(["ann: leave", "bob: r1"], {"direction": -1}, "dan", id="the seat is gone, other way"),
        pytest.param(["cid: leave", "bob: rs"], {"bob": "rs r1 r2"}, "ann", id="a skip counts who is left"),
        pytest.param(["bob: pe", "bob: leave"], {}, "cid", id="after a pick"),
        pytest.param(["bob: r1", "bob: leave"], {}, "cid", id="after one's own turn"),
    ],
)
def test_whose_turn_it_is(moves, given, on_turn):
    outcome = table(*moves, **given)
    assert (outcome.reasons, outcome.over, outcome.on_turn) == ([], False, on_turn)


def test_the_hand_goes_under_the_draw_pile():
    before, then = table(), table("cid: leave", "bob: pe")
    assert (then.hands["cid"], then.hand("bob")) == ([], "r1 r2 r3 g5")
    assert then.draw_left == before.draw_left + 4 - 1
    assert (then.top, then.color, then.direction) == ("r9", "r", 1)


def test_the_next_one_has_not_picked():
    outcome = table("bob: pe", "bob: leave", "cid: pa")
    assert (outcome.reasons, outcome.on_turn) == (["pick_first"], "cid")


def test_two_are_left_and_reverse_two_counts():
    outcome = table("cid: leave", "bob: rr", players=3, bob="rr r1 r2", rules={"reverse_two": "skip"})
    assert (outcome.on_turn, outcome.direction) == ("bob", -1)


@pytest.mark.parametrize(
    ("given", "moves", "on_turn", "pile"),
    [
        pytest.param({"top": "r+2", "pile": 2}, ["bob: leave"], "cid", 2, id="+2 war"),
        pytest.param({"top": "r+2", "pile": 6, "direction": -1}, ["bob: leave"], "ann", 6, id="other way"),
        pytest.param({"top": "wd4g", "pile": 8}, ["bob: leave"], "cid", 8, id="WD4 war"),
        pytest.param({"top": "r+2", "pile": 4}, ["bob: leave", "cid: leave"], "dan", 4, id="twice"),
        pytest.param({"top": "r+2", "pile": 4}, ["dan: leave"], "bob", 4, id="another leaves"),
        pytest.param({"bob": "r+2 r1 r2"}, ["bob: r+2", "bob: leave"], "cid", 2, id="the attacker leaves"),
        pytest.param({"bob": "r+2 r1 r2"}, ["bob: r+2", "cid: leave"], "dan", 2, id="the attacked leaves"),
    ],
)
def test_a_pile_passes_on(given, moves, on_turn, pile):
    outcome = table(*moves, **given)
    assert (outcome.reasons, outcome.on_turn, outcome.pile) == ([], on_turn, pile)
    taken = table(*moves, f"{on_turn}: pa", **given)
    assert len(taken.hands[on_turn]) == len(outcome.hands[on_turn]) + pile
    assert taken.pile == 0


def test_a_pile_passed_on_is_answered():
    outcome = table("bob: leave", "cid: g+2", top="r+2", pile=2, cid="g+2 b1 b2")
    assert (outcome.reasons, outcome.pile, outcome.on_turn) == ([], 4, "dan")


@pytest.mark.parametrize(
    ("bob", "drawn_by_bob", "drawn_by_dan", "on_turn"),
    [
        pytest.param("r1 r2 wd4", 4, 0, "dan", id="guilty"),
        pytest.param("y4 y5 wd4", 0, 6, "ann", id="innocent"),
    ],
)
def test_the_right_to_challenge_passes_on(bob, drawn_by_bob, drawn_by_dan, on_turn):
    outcome = table("bob: wd4b", "cid: leave", "dan: ch", bob=bob, rules=HONEST)
    assert outcome.reasons == []
    assert (len(outcome.hands["bob"]), len(outcome.hands["dan"])) == (2 + drawn_by_bob, 3 + drawn_by_dan)
    assert (outcome.on_turn, outcome.pile, outcome.color) == (on_turn, 0, "b")


def test_a_challenge_against_a_leaver_is_void():
    outcome = table("bob: wd4b", "bob: leave", "cid: ch", bob="r1 r2 wd4", rules=HONEST)
    assert outcome.reasons == ["nothing_to_challenge"]
    assert (outcome.on_turn, outcome.pile, len(outcome.hands["cid"])) == ("cid", 4, 4)


def test_a_void_challenge_passes_on_as_such():
    moves = ["bob: wd4b", "bob: leave", "cid: leave", "dan: ch", "dan: pa"]
    outcome = table(*moves, bob="r1 r2 wd4", rules=HONEST)
    assert (outcome.reasons, outcome.on_turn) == (["nothing_to_challenge"], "ann")
    assert len(outcome.hands["dan"]) == 7


@pytest.mark.parametrize(
    ("bob", "color"),
    [
        pytest.param("w g4 g5 r3", "g", id="held most"),
        pytest.param("w y4 y5 b5 r3", "y", id="held most, yellow"),
        pytest.param("w y4 b5", "b", id="tie in the order r g b y"),
        pytest.param("w w wd4", "r", id="no colour held"),
    ],
)
def test_an_owed_colour_is_picked_by_the_bot(bob, color):
    outcome = table("bob: w", "bob: leave", bob=bob)
    assert (outcome.reasons, outcome.color, outcome.top) == ([], color, f"w{color}")
    assert (outcome.on_turn, outcome.hand("bob")) == ("cid", "")


def test_an_owed_wd4_still_strikes_the_next_seat():
    outcome = table("bob: wd4", "bob: leave", bob="wd4 g4 g5 r3")
    assert (outcome.color, outcome.on_turn, outcome.pile) == ("g", "cid", 4)


@pytest.mark.parametrize(
    ("rules", "leaver", "color", "on_turn"),
    [
        pytest.param({"first_wild": "next_chooses"}, "bob", "r", "cid", id="next_chooses"),
        pytest.param({"first_wild": "dealer_chooses"}, "ann", "y", "bob", id="dealer_chooses"),
    ],
)
def test_an_owed_first_colour_is_picked_by_the_bot(rules, leaver, color, on_turn):
    outcome = after(f"{leaver}: leave", turned_up="w", rules=rules, **SEATS)
    assert (outcome.reasons, outcome.color, outcome.on_turn) == ([], color, on_turn)


def test_leaving_while_another_owes_a_colour():
    outcome = table("bob: w", "cid: leave", bob="w r1 r2")
    assert (outcome.reasons, outcome.on_turn, outcome.color) == ([], "bob", None)
    assert table("bob: w", "cid: leave", "bob: co g", bob="w r1 r2").on_turn == "dan"


@pytest.mark.parametrize(
    ("moves", "reasons"),
    [
        pytest.param(["bob: leave", "bob: r1"], ["not_seated"], id="a card"),
        pytest.param(["bob: leave", "bob: pe"], ["not_seated"], id="a pick"),
        pytest.param(["bob: leave", "bob: leave"], ["not_seated"], id="leaving twice"),
        pytest.param(["bob: leave", "bob: jo"], ["left_this_round"], id="coming back"),
        pytest.param(["eve: leave"], ["not_seated"], id="never there"),
        pytest.param(["eve: jo", "eve: leave", "eve: jo"], ["left_this_round"], id="a newcomer coming back"),
    ],
)
def test_who_left_is_gone(moves, reasons):
    outcome = table(*moves, rules={"out_of_turn_penalty": 2})
    assert outcome.reasons == reasons
    assert outcome.hands.get(moves[-1][:3], []) == []


@pytest.mark.parametrize(
    ("preset", "rules"),
    [
        pytest.param("irc", {"leave": "between_rounds"}, id="option"),
        pytest.param("official", {}, id="official"),
    ],
)
@pytest.mark.parametrize("leaver", ["ann", "bob", "cid"])
def test_between_rounds_refuses(preset, rules, leaver):
    before = table(players=3, preset=preset, rules=rules)
    then = table(f"{leaver}: leave", players=3, preset=preset, rules=rules)
    assert then.reasons == ["leave_between_rounds"]
    assert (then.hands, then.on_turn, then.draw_left) == (before.hands, before.on_turn, before.draw_left)


@pytest.mark.parametrize("preset", ["irc", "standard", "classic", "duel"])
def test_any_time_in_the_presets(preset):
    outcome = table("ann: leave", players=2, preset=preset)
    assert (outcome.reasons, outcome.over, outcome.winner) == ([], True, "bob")


@pytest.mark.parametrize(
    ("players", "given", "moves", "winner", "points"),
    [
        pytest.param(2, {"ann": "y1 y2 w"}, ["ann: leave"], "bob", 53, id="two players"),
        pytest.param(2, {"bob": "r1 r+2 wd4"}, ["bob: leave"], "ann", 71, id="two, on turn"),
        pytest.param(3, {}, ["ann: leave", "bob: leave"], "cid", 6 + 6, id="all hands that left"),
        pytest.param(3, {}, ["cid: leave", "ann: leave"], "bob", 10 + 6, id="in another order"),
        pytest.param(3, {}, ["bob: r3", "bob: leave", "ann: leave"], "cid", 3 + 6, id="valued on leaving"),
        pytest.param(3, {}, ["bob: pe", "bob: leave", "ann: leave"], "cid", 11 + 6, id="with the pick"),
        pytest.param(4, {}, ["ann: leave", "dan: leave", "bob: leave"], "cid", 18, id="four players"),
        pytest.param(2, {}, ["eve: jo", "eve: leave", "ann: leave"], "bob", 18 + 6, id="a newcomer's hand too"),
        pytest.param(2, {"top": "r+2", "pile": 8}, ["bob: leave"], "ann", 6, id="a pile is not added to the hand"),
        pytest.param(2, {"bob": "w r1 r2"}, ["bob: w", "bob: leave"], "ann", 3, id="owing a colour"),
    ],
)
def test_forfeit(players, given, moves, winner, points):
    outcome = table(*moves, players=players, rules={"min_points": 0}, **given)
    assert (outcome.reasons, outcome.over, outcome.winner, outcome.points) == ([], True, winner, points)
    assert outcome.scores[winner] == points
    assert sum(outcome.scores.values()) == points
    assert outcome.on_turn is None


@pytest.mark.parametrize(("least", "points"), [(0, 6), (6, 6), (30, 30), (500, 500)])
def test_forfeit_is_worth_min_points(least, points):
    outcome = table("ann: leave", players=2, rules={"min_points": least})
    assert (outcome.points, outcome.scores) == (points, {"ann": 0, "bob": points})


def test_two_left_at_the_table_play_on():
    outcome = table("ann: leave", players=3)
    assert (outcome.over, outcome.winner, outcome.points, outcome.scores) == (False, None, None, {})


def test_leavers_do_not_count_in_an_ordinary_win():
    outcome = table("ann: leave", "bob: r1", bob="r1", ann="w w wd4", players=3, rules={"min_points": 0})
    assert (outcome.winner, outcome.points) == ("bob", 10)
    assert outcome.scores == {"ann": 0, "bob": 10, "cid": 0}


def test_leavers_score_nothing_of_their_own_hand():
    rules = {"scoring": "own_hand"}
    outcome = table("ann: leave", "bob: r1", bob="r1", ann="w w wd4", players=3, rules=rules)
    assert outcome.scores == {"ann": 0, "bob": 0, "cid": 10}


@pytest.mark.parametrize("target", [0, 500])
def test_forfeit_with_own_hand_scores_nothing(target):
    rules = {"scoring": "own_hand", "target": target, "min_points": 30}
    outcome = table("ann: leave", ann="w w wd4", players=2, rules=rules)
    assert (outcome.over, outcome.winner, outcome.points) == (True, "bob", 0)
    assert outcome.scores == {"ann": 0, "bob": 0}
    assert (outcome.match_over, outcome.match_winner) == (True, "bob")


@pytest.mark.parametrize("scoring", ["winner_takes", "own_hand"])
def test_a_match_with_one_player_left_is_over(scoring):
    rules = {"scoring": scoring, "target": 500, "min_points": 0}
    standings = {"ann": 300, "bob": 20, "cid": 100}
    outcome = table("ann: leave", "cid: leave", players=3, rules=rules, standings=standings)
    assert (outcome.match_over, outcome.match_winner) == (True, "bob")
    assert outcome.standings["bob"] == (36 if scoring == "winner_takes" else 20)
    assert (outcome.standings["ann"], outcome.standings["cid"]) == (300, 100)


@pytest.mark.parametrize("scoring", ["winner_takes", "own_hand"])
def test_a_match_with_two_players_left_goes_on(scoring):
    rules = {"scoring": scoring, "target": 500}
    outcome = table("ann: leave", "bob: r1", bob="r1", players=3, rules=rules)
    assert (outcome.over, outcome.match_over, outcome.match_winner) == (True, False, None)


def test_own_hand_leavers_are_out_of_the_match():
    rules = {"scoring": "own_hand", "target": 100}
    outcome = table("ann: leave", "bob: r1", bob="r1", players=3, rules=rules, standings={"cid": 90})
    assert outcome.standings["cid"] == 100
    assert (outcome.match_over, outcome.match_winner) == (True, "bob")


def test_a_leaver_keeps_their_points():
    rules = {"target": 500, "min_points": 0}
    outcome = table("ann: leave", "bob: r1", bob="r1", players=3, rules=rules, standings={"ann": 480})
    assert (outcome.standings, outcome.match_over) == ({"ann": 480, "bob": 10, "cid": 0}, False)


def test_nobody_leaves_a_round_that_is_over():
    outcome = table("bob: r1", "ann: leave", bob="r1", players=2)
    assert (len(outcome.refused), outcome.winner, outcome.hand("ann")) == (1, "bob", "y1 y2 y3")


def test_a_leaver_s_call_goes_with_the_hand():
    outcome = table("bob: r1 uno", "bob: leave", bob="r1 r2", rules={"uno_call": "call"})
    assert outcome.called_uno == []
