"""Ratings: a win raises, a loss lowers, leaving costs most, and it does not matter in which order people are named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unobot.ratings import LEAVER, LOSER, WINNER, Rating, rate

NEW = Rating()
ratings = st.builds(Rating, mu=st.floats(-20, 70), sigma=st.floats(0.5, 9))


@st.composite
def rounds(draw):
    """Two to ten people, one of whom won."""
    before = draw(st.lists(ratings, min_size=2, max_size=10))
    ranks = [draw(st.sampled_from([LOSER, LEAVER])) for _ in before]
    ranks[draw(st.integers(0, len(before) - 1))] = WINNER
    return before, ranks


def shown(before, ranks):
    return [rating.shown for rating in rate(before, ranks)]


def test_newcomers_begin_at_a_thousand():
    assert NEW.shown == pytest.approx(1000)


@pytest.mark.parametrize("players", range(2, 11))
def test_among_equals_the_winner_rises_and_the_others_fall_alike(players):
    winner, *others = shown([NEW] * players, [WINNER] + [LOSER] * (players - 1))
    assert winner > 1000 > others[0]
    assert others == pytest.approx([others[0]] * (players - 1))


@pytest.mark.parametrize("players", range(3, 11))
def test_leaving_costs_more_than_losing(players):
    winner, *stayed, left = shown([NEW] * players, [WINNER] + [LOSER] * (players - 2) + [LEAVER])
    assert all(winner > 1000 >= one > left for one in stayed)


def test_beating_somebody_strong_is_worth_more():
    weak, middle, strong = Rating(20, 3), Rating(25, 3), Rating(30, 3)
    assert rate([middle, strong], [WINNER, LOSER])[0].mu > rate([middle, weak], [WINNER, LOSER])[0].mu


def test_who_wins_more_often_ends_up_higher():
    often, seldom = NEW, NEW
    for number in range(40):
        ranks = (WINNER, LOSER) if number % 4 else (LOSER, WINNER)
        often, seldom = rate([often, seldom], ranks)
    assert often.shown > seldom.shown
    assert often.sigma < NEW.sigma


@pytest.mark.parametrize("ranks", [[], [WINNER], [LOSER, LOSER], [LEAVER, LEAVER, LEAVER]])
def test_a_round_that_set_nobody_apart_changes_nothing(ranks):
    before = [Rating(20 + at, 5) for at in range(len(ranks))]
    assert rate(before, ranks) == before


def test_without_a_winner_among_them_leavers_still_fall():
    stayed, left = shown([NEW, NEW], [LOSER, LEAVER])
    assert stayed == pytest.approx(1000) and left < 1000


@given(rounds())
def test_a_win_is_never_shown_as_a_fall_nor_a_loss_as_a_rise(played):
    before, ranks = played
    for old, new, rank in zip(before, rate(before, ranks), ranks, strict=True):
        if rank == WINNER:
            assert new.shown >= old.shown - 1e-6
        else:
            assert new.shown <= old.shown + 1e-6


@given(rounds(), st.randoms(use_true_random=False))
def test_the_order_in_which_people_are_named_does_not_matter(played, random):
    before, ranks = played
    order = list(range(len(before)))
    random.shuffle(order)
    straight = shown(before, ranks)
    shuffled = shown([before[at] for at in order], [ranks[at] for at in order])
    assert shuffled == pytest.approx([straight[at] for at in order], abs=1e-6)
