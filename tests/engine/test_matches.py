"""Matches: targets, standings after a round, elimination, and who has won it all."""

import pytest

from tests.engine.position import after


def won_by_bob(rules, standings=None, **seats):
    """bob goes out; ann and cid are left with what they hold."""
    position = {"ann": "y5", "cid": "g9"} | seats
    order = {"ann": position.pop("ann"), "bob": "r5"} | {name: hand for name, hand in position.items() if hand}
    given = {} if standings is None else {"standings": standings}
    return after("bob: r5", top="r9", rules={"min_points": 0} | rules, **order, **given)


@pytest.mark.parametrize(
    ("target", "before", "over"),
    [
        pytest.param(500, 485, False, id="one point short"),
        pytest.param(500, 486, True, id="exactly"),
        pytest.param(500, 490, True, id="past it"),
        pytest.param(14, 0, True, id="in one round"),
        pytest.param(15, 0, False, id="not in one round"),
        pytest.param(10000, 0, False, id="far away"),
    ],
)
def test_winner_takes_until_the_target(target, before, over):
    outcome = won_by_bob({"target": target}, {"bob": before})
    assert (outcome.over, outcome.match_over, outcome.match_winner) == (True, over, "bob" if over else None)
    assert outcome.standings == {"ann": 0, "bob": before + 14, "cid": 0}
    assert outcome.eliminated == []


def test_the_others_keep_their_points():
    outcome = won_by_bob({"target": 500}, {"ann": 499, "bob": 10, "cid": 480})
    assert outcome.standings == {"ann": 499, "bob": 24, "cid": 480}
    assert (outcome.match_over, outcome.match_winner) == (False, None)


def test_min_points_count_for_the_match():
    outcome = won_by_bob({"target": 500, "min_points": 30}, {"bob": 470})
    assert (outcome.standings["bob"], outcome.match_over, outcome.match_winner) == (500, True, "bob")


def test_standings_default_to_zero():
    assert won_by_bob({"target": 500}).standings == {"ann": 0, "bob": 14, "cid": 0}


@pytest.mark.parametrize("scoring", ["winner_takes", "own_hand"])
@pytest.mark.parametrize(
    ("given", "shown"),
    [
        pytest.param({"ann": 490, "bob": 475, "cid": 3}, {"ann": 490, "bob": 475, "cid": 3}, id="as given"),
        pytest.param({"bob": 475}, {"ann": 0, "bob": 475, "cid": 0}, id="default 0"),
    ],
)
def test_before_the_round_ends(scoring, given, shown):
    rules = {"target": 500, "scoring": scoring}
    seats = {"ann": "y5 y6", "bob": "r5 r6", "cid": "g9 g8"}
    outcome = after("bob: r5", top="r9", rules=rules, standings=given, **seats)
    assert (outcome.standings, outcome.eliminated) == (shown, [])
    assert (outcome.match_over, outcome.match_winner) == (False, None)


@pytest.mark.parametrize("scoring", ["winner_takes", "own_hand"])
def test_target_0_is_a_single_round(scoring):
    rules = {"target": 0, "scoring": scoring}
    going = after(top="r9", rules=rules, ann="y5", bob="r5", cid="g9")
    assert (going.match_over, going.match_winner) == (False, None)
    outcome = won_by_bob(rules)
    assert (outcome.match_over, outcome.match_winner, outcome.eliminated) == (True, "bob", [])


@pytest.mark.parametrize(
    ("standings", "after_it", "eliminated", "match_winner"),
    [
        pytest.param({}, {"ann": 5, "bob": 0, "cid": 9}, [], None, id="nobody out"),
        pytest.param({"ann": 94, "cid": 90}, {"ann": 99, "bob": 0, "cid": 99}, [], None, id="just below"),
        pytest.param({"ann": 95}, {"ann": 100, "bob": 0, "cid": 9}, ["ann"], None, id="ann reaches it"),
        pytest.param({"cid": 99}, {"ann": 5, "bob": 0, "cid": 108}, ["cid"], None, id="cid passes it"),
        pytest.param(
            {"ann": 95, "bob": 99, "cid": 91},
            {"ann": 100, "bob": 99, "cid": 100},
            ["ann", "cid"],
            "bob",
            id="the last one left wins",
        ),
    ],
)
def test_own_hand_until_one_is_left(standings, after_it, eliminated, match_winner):
    outcome = won_by_bob({"target": 100, "scoring": "own_hand"}, standings)
    assert (outcome.standings, sorted(outcome.eliminated)) == (after_it, eliminated)
    assert (outcome.match_over, outcome.match_winner) == (match_winner is not None, match_winner)


@pytest.mark.parametrize(
    ("ann", "match_winner"), [pytest.param(94, None, id="below"), pytest.param(95, "bob", id="reached")]
)
def test_own_hand_with_two_players(ann, match_winner):
    outcome = won_by_bob({"target": 100, "scoring": "own_hand"}, {"ann": ann, "bob": 80}, cid=None)
    assert outcome.standings == {"ann": ann + 5, "bob": 80}
    assert (outcome.match_over, outcome.match_winner) == (match_winner is not None, match_winner)


def test_own_hand_with_four_players():
    rules = {"target": 100, "scoring": "own_hand"}
    outcome = won_by_bob(rules, {"ann": 99, "cid": 99, "dan": 49}, dan="w")
    assert outcome.standings == {"ann": 104, "bob": 0, "cid": 108, "dan": 99}
    assert (sorted(outcome.eliminated), outcome.match_over) == (["ann", "cid"], False)


def test_own_hand_the_round_winner_need_not_lead():
    outcome = won_by_bob({"target": 100, "scoring": "own_hand"}, {"ann": 10, "bob": 99, "cid": 20})
    assert (outcome.winner, outcome.match_over, outcome.match_winner) == ("bob", False, None)


@pytest.mark.parametrize(
    ("preset", "target"), [("official", 1000), ("classic", 500), ("short", 200), ("stacking", 500)]
)
@pytest.mark.parametrize("short_of", [0, 1])
def test_presets_played_by_winner_takes(preset, target, short_of):
    standings = {"bob": target - 9 - short_of}
    outcome = after("bob: r5", preset=preset, top="r9", ann="y9", bob="r5", standings=standings)
    assert (outcome.standings["bob"], outcome.match_over) == (target - short_of, short_of == 0)


@pytest.mark.parametrize("preset", ["irc", "duel", "one-round"])
def test_presets_of_a_single_round(preset):
    outcome = after("bob: r5", preset=preset, top="r9", ann="y9", bob="r5")
    assert (outcome.match_over, outcome.match_winner) == (True, "bob")


@pytest.mark.parametrize("preset", ["standard", "no-u"])
@pytest.mark.parametrize(("before", "over"), [(490, False), (491, True)])
def test_presets_played_by_own_hand(preset, before, over):
    outcome = after("bob: r5", preset=preset, top="r9", ann="y9", bob="r5", standings={"ann": before})
    assert (outcome.standings, outcome.match_over) == ({"ann": before + 9, "bob": 0}, over)
    assert outcome.eliminated == (["ann"] if over else [])


@pytest.mark.parametrize(("target", "over"), [(103, True), (104, False)])
def test_a_newcomer_may_win_the_match(target, over):
    moves = ["dan: jo", "bob: timeout", "ann: timeout", "dan: r5"]
    rules = {"target": target, "min_points": 0}
    outcome = after(*moves, top="r9", draw="r5 y1 y2", rules=rules, ann="w", bob="wd4")
    assert (outcome.winner, outcome.standings) == ("dan", {"ann": 0, "bob": 0, "dan": 103})
    assert (outcome.match_over, outcome.match_winner) == (over, "dan" if over else None)
