"""A match as the tables use it: whose deal it is, who is dealt in, points that stay, and when it is over."""

import pytest

from tests.engine.position import record
from unobot.engine.actions import DRAW, PASS, Join, Leave, Name
from unobot.engine.cards import Color
from unobot.engine.deal import choose_dealer
from unobot.engine.match import Match
from unobot.engine.phase import Phase
from unobot.engine.replay import Replay
from unobot.engine.rules import PRESETS, Rules, RulesError

TO_500 = Rules(target=500, min_points=0)
OWN_HAND = Rules(target=500, min_points=0, scoring="own_hand")
EVERLASTING = Rules(target=10000)


def seed(number):
    return bytes([number] * 32)


def play_out(game):
    """To the end of the round: whoever is on turn makes the first play there is."""
    while not game.over:
        plays = game.legal_plays(game.turn)
        if plays:
            action = plays[0]
        elif game.phase is Phase.COLOR:
            action = Name(Color.RED)
        else:
            action = PASS if game.phase is Phase.PICKED else DRAW
        game.act(game.turn, action)
    return game


def won(rules, **hands):
    """A round that the second seat has won, the others left with these hands; seats are 1, 2 and so on."""
    first, *others = hands.items()
    hands = dict([first, ("winner", "r5"), *others])
    replay = Replay(record("winner: r5", top="r9", rules=rules.differences(Rules()), **hands))
    assert [step.reason for step in replay.play_all()] == [None]
    return replay.game


def round_of(match, number, *between):
    """Deal the next round, do what happens in it, play it out and add it up."""
    game, _, _ = match.deal(seed(number))
    for seat, action in between:
        game.act(seat, action)
    match.finish(play_out(game))
    return game


class TestWhoDeals:
    @pytest.mark.parametrize("dealer", ["random", "highest_card"])
    @pytest.mark.parametrize("number", range(10))
    def test_the_first_round(self, dealer, number):
        rules = Rules(dealer=dealer, target=500)
        match = Match(rules, [3, 1, 2])
        game, events, draws = match.deal(seed(number))
        assert (game.dealer, draws) == choose_dealer(rules, [3, 1, 2], seed(number))
        assert bool(draws) is (dealer == "highest_card")
        assert match.dealer == events[0].dealer == game.dealer

    def test_then_clockwise(self):
        match = Match(EVERLASTING, [3, 1, 2, 4], dealer=1)
        assert [round_of(match, number).dealer for number in range(6)] == [2, 4, 3, 1, 2, 4]
        assert match.rounds == 6

    def test_no_cards_are_drawn_for_it_later(self):
        match = Match(Rules(dealer="highest_card", target=10000), [1, 2], dealer=1)
        _, _, draws = match.deal(seed(0))
        assert draws == []

    def test_those_away_are_passed_over(self):
        match = Match(EVERLASTING, [1, 2, 3, 4], dealer=1)
        match.leave(2)
        assert [round_of(match, number).dealer for number in range(4)] == [3, 4, 1, 3]

    def test_those_eliminated_are_passed_over(self):
        match = Match(OWN_HAND, [1, 2, 3, 4], dealer=1, eliminated={2, 3})
        game, _, _ = match.deal(seed(0))
        assert (game.dealer, game.order) == (4, (1, 4))

    def test_after_a_dealer_who_left(self):
        match = Match(EVERLASTING, [1, 2, 3, 4], dealer=2)
        match.leave(2)
        assert round_of(match, 0).dealer == 3

    def test_after_a_dealer_who_left_with_the_next_seat(self):
        match = Match(EVERLASTING, [1, 2, 3, 4], dealer=4)
        match.leave(4)
        match.leave(1)
        assert round_of(match, 0).dealer == 2

    def test_a_newcomer_behind_the_dealer_is_next(self):
        match = Match(EVERLASTING, [1, 2], dealer=2)
        match.join(3)
        assert round_of(match, 0).dealer == 3

    def test_the_seat_after_the_dealer_starts_in_every_round(self):
        match = Match(EVERLASTING, [5, 6, 7], dealer=5)
        for number in (1, 2, 3):
            game, events, _ = match.deal(seed(number))
            hands = dict(events[0].hands)
            assert list(hands) == [5, 6, 7]
            assert {len(hand) for hand in hands.values()} == {7}
            match.finish(play_out(game))


class TestMembers:
    def test_everyone_to_begin_with(self):
        match = Match(TO_500, [2, 1])
        assert (match.members, match.standings) == ([2, 1], {2: 0, 1: 0})

    def test_points_given_are_kept(self):
        assert Match(TO_500, [1, 2], {2: 40}).standings == {2: 40, 1: 0}

    def test_too_few_cannot_be_dealt_in_and_nothing_has_changed(self):
        match = Match(TO_500, [1, 2], dealer=1, away={2})
        with pytest.raises(RulesError, match="2 to 10 players, not 1"):
            match.deal(seed(0))
        assert (match.dealer, match.rounds) == (1, 0)

    def test_a_hand_size_that_does_not_work(self):
        match = Match(Rules(hand_size=15, target=500), list(range(8)), dealer=0)
        with pytest.raises(RulesError, match="at most 13"):
            match.deal(seed(0))
        assert (match.dealer, match.rounds) == (0, 0)


class TestJoiningBetweenRounds:
    def test_a_newcomer_sits_last_and_starts_at_0(self):
        match = Match(TO_500, [1, 2], {1: 100, 2: 200}, dealer=1)
        match.join(3)
        assert (match.members, match.standings[3]) == ([1, 2, 3], 0)
        assert match.deal(seed(0))[0].order == (1, 2, 3)

    @pytest.mark.parametrize(
        "standings, eliminated, start",
        [
            pytest.param({1: 100, 2: 200}, set(), 200, id="the highest total"),
            pytest.param({1: 100, 2: 200, 3: 510}, {3}, 200, id="of those still in the match"),
            pytest.param({}, set(), 0, id="before the first round"),
        ],
    )
    def test_with_own_hand_at_the_highest_total(self, standings, eliminated, start):
        match = Match(OWN_HAND, [1, 2, 3], standings, eliminated=eliminated)
        match.join(9)
        assert match.standings[9] == start

    def test_at_an_empty_table(self):
        match = Match(OWN_HAND, [])
        match.join(1)
        assert (match.members, match.standings) == ([1], {1: 0})

    def test_returning_keeps_points_and_place(self):
        match = Match(TO_500, [1, 2, 3], {1: 10, 2: 20, 3: 30})
        match.leave(2)
        assert match.members == [1, 3]
        match.join(2)
        assert (match.members, match.standings[2]) == ([1, 2, 3], 20)

    def test_own_hand_cannot_return(self):
        match = Match(OWN_HAND, [1, 2, 3], {1: 10, 2: 20, 3: 30})
        match.leave(2)
        match.join(2)
        assert (match.members, match.eliminated) == ([1, 3], {2})
        assert match.standings[2] == 20

    def test_joining_twice_is_joining_once(self):
        match = Match(TO_500, [1, 2])
        match.join(3)
        match.join(3)
        assert match.members == [1, 2, 3]


class TestJoiningDuringARound:
    @pytest.mark.parametrize(
        "turn, order",
        [
            pytest.param(2, [1, 9, 2, 3], id="before the second"),
            pytest.param(3, [1, 2, 9, 3], id="before the third"),
            pytest.param(1, [1, 2, 3, 9], id="before the first is behind the last"),
        ],
    )
    def test_keeps_the_seating_of_the_round(self, turn, order):
        match = Match(TO_500, [1, 2, 3], dealer={2: 3, 3: 1, 1: 2}[turn])
        game, _, _ = match.deal(seed(0))
        while game.turn != turn:
            game.act(game.turn, DRAW if game.phase is Phase.TURN else PASS)
        game.act(9, Join())
        match.finish(play_out(game))
        assert match.members == order
        assert match.deal(seed(1))[0].order == tuple(order)

    def test_two_newcomers_side_by_side(self):
        match = Match(TO_500, [1, 2, 3], dealer=1)
        game, _, _ = match.deal(seed(2))
        on_turn = game.turn
        game.act(8, Join())
        game.act(9, Join())
        seated = list(game.order)
        match.finish(play_out(game))
        at = seated.index(on_turn)
        assert [seated[at - 2], seated[at - 1]] == [8, 9]
        start = match.order.index(seated[0])
        assert match.order[start:] + match.order[:start] == seated

    def test_those_away_keep_their_place_between_the_others(self):
        match = Match(TO_500, [1, 2, 3, 4], dealer=4)
        match.leave(2)
        game, _, _ = match.deal(seed(1))
        game.act(9, Join())
        seated = game.order
        match.finish(play_out(game))
        assert sorted(match.order) == [1, 2, 3, 4, 9]
        start = match.members.index(seated[0])
        assert tuple(match.members[start:] + match.members[:start]) == seated
        assert [seat for seat in match.order if seat != 9] == [1, 2, 3, 4]

    def test_a_newcomer_starts_at_0_and_can_win(self):
        match = Match(TO_500, [1, 2], {1: 50, 2: 60}, dealer=1)
        game, _, _ = match.deal(seed(0))
        game.act(9, Join())
        match.finish(play_out(game))
        scores = game.scores()
        assert match.standings == {1: 50 + scores[1], 2: 60 + scores[2], 9: scores[9]}

    def test_with_own_hand_at_the_highest_total(self):
        match = Match(OWN_HAND, [1, 2], {1: 50, 2: 60}, dealer=1)
        game, _, _ = match.deal(seed(0))
        game.act(9, Join())
        match.finish(play_out(game))
        scores = game.scores()
        assert match.standings == {1: 50 + scores[1], 2: 60 + scores[2], 9: 60 + scores[9]}

    def test_who_was_away_comes_back_with_their_points(self):
        match = Match(EVERLASTING, [1, 2, 3], {3: 30}, dealer=1)
        match.leave(3)
        game, _, _ = match.deal(seed(0))
        game.act(3, Join())
        match.finish(play_out(game))
        assert match.standings[3] == 30 + game.scores()[3]
        assert match.members == [1, 2, 3]

    def test_joined_and_left_again(self):
        match = Match(EVERLASTING, [1, 2], dealer=1)
        game, _, _ = match.deal(seed(0))
        game.act(9, Join())
        game.act(9, Leave())
        match.finish(play_out(game))
        assert (match.order, match.members, match.away) == ([1, 2, 9], [1, 2], {9})
        assert match.standings[9] == 0

    def test_only_a_newcomer_is_left(self):
        match = Match(EVERLASTING, [1, 2], dealer=1)
        game, _, _ = match.deal(seed(0))
        game.act(9, Join())
        game.act(1, Leave())
        game.act(2, Leave())
        match.finish(game)
        assert (match.over, match.winner, match.members) == (True, 9, [9])
        assert sorted(match.order) == [1, 2, 9]


class TestLeaving:
    def test_between_rounds(self):
        match = Match(TO_500, [1, 2, 3])
        match.leave(2)
        assert (match.members, match.away, match.over) == ([1, 3], {2}, False)

    @pytest.mark.parametrize("rules", [TO_500, OWN_HAND, Rules()], ids=["to 500", "own hand", "one round"])
    def test_with_one_left_the_match_is_theirs(self, rules):
        match = Match(rules, [1, 2, 3])
        match.leave(2)
        match.leave(1)
        assert (match.over, match.winner) == (True, 3)

    def test_during_a_round(self):
        match = Match(EVERLASTING, [1, 2, 3], {2: 20}, dealer=1)
        round_of(match, 0, (2, Leave()))
        assert (match.members, match.away, match.over) == ([1, 3], {2}, False)
        assert match.standings[2] == 20

    def test_during_a_round_for_good(self):
        match = Match(OWN_HAND, [1, 2, 3], {2: 20}, dealer=1)
        round_of(match, 0, (2, Leave()))
        assert (match.members, match.eliminated, match.standings[2]) == ([1, 3], {2}, 20)

    @pytest.mark.parametrize("rules", [TO_500, OWN_HAND], ids=["to 500", "own hand"])
    def test_during_a_round_with_one_left(self, rules):
        match = Match(rules, [1, 2, 3], dealer=1)
        game, _, _ = match.deal(seed(0))
        game.act(2, Leave())
        game.act(1, Leave())
        match.finish(game)
        assert (match.over, match.winner, match.members) == (True, 3, [3])

    def test_the_others_go_on(self):
        match = Match(EVERLASTING, [1, 2, 3], dealer=1)
        round_of(match, 0, (2, Leave()))
        game, _, _ = match.deal(seed(1))
        assert (game.order, game.dealer) == ((1, 3), 3)


class TestTarget:
    @pytest.mark.parametrize("before, over", [(479, False), (480, True), (499, True)])
    def test_winner_takes(self, before, over):
        match = Match(TO_500, [1, 2, 3], {2: before}, dealer=1)
        match.finish(won(TO_500, ann="rs", cid="y0"))
        assert match.standings == {1: 0, 2: before + 20, 3: 0}
        assert (match.over, match.winner) == (over, 2 if over else None)
        assert match.eliminated == set()

    def test_0_is_one_round(self):
        rules = Rules(min_points=0)
        match = Match(rules, [1, 2, 3], dealer=1)
        match.finish(won(rules, ann="r1", cid="y1"))
        assert (match.over, match.winner, match.standings) == (True, 2, {1: 0, 2: 2, 3: 0})

    def test_own_hand_and_0_is_won_by_the_winner_of_the_round(self):
        rules = Rules(min_points=0, scoring="own_hand")
        match = Match(rules, [1, 2, 3], dealer=1)
        match.finish(won(rules, ann="w w w w", cid="y1"))
        assert (match.over, match.winner, match.eliminated) == (True, 2, set())

    def test_own_hand_eliminates(self):
        match = Match(OWN_HAND, [1, 2, 3], {1: 450, 2: 499, 3: 400}, dealer=1)
        match.finish(won(OWN_HAND, ann="w", cid="wd4"))
        assert match.standings == {1: 500, 2: 499, 3: 450}
        assert (match.eliminated, match.members, match.over) == ({1}, [2, 3], False)
        game, _, _ = match.deal(seed(0))
        assert (game.order, game.dealer) == ((2, 3), 2)

    def test_own_hand_until_one_is_left(self):
        match = Match(OWN_HAND, [1, 2, 3], {1: 450, 2: 499, 3: 450}, dealer=1)
        match.finish(won(OWN_HAND, ann="w", cid="wd4"))
        assert (match.eliminated, match.members) == ({1, 3}, [2])
        assert (match.over, match.winner) == (True, 2)

    def test_whole_matches_end(self):
        """Real rounds until somebody reaches the target, for a preset of each scoring."""
        for name in ("classic", "standard"):
            match = Match(PRESETS[name].rules, [1, 2, 3])
            while not match.over:
                round_of(match, match.rounds % 256)
            best = max(match.standings, key=match.standings.__getitem__)
            if name == "classic":
                assert (match.winner, match.eliminated) == (best, set())
                assert [seat for seat, points in match.standings.items() if points >= 500] == [best]
            else:
                assert match.members == [match.winner]
                assert {seat for seat, points in match.standings.items() if points >= 500} == match.eliminated
            assert match.rounds > 1
