"""How a round begins: who gets which card, how many can be dealt, what is put back, and what is announced."""

from collections import Counter

import pytest

from tests.engine.position import record
from tests.engine.test_deck import rest
from unobot.engine.cards import CARDS, DECK, Color
from unobot.engine.deal import check_deal, deal
from unobot.engine.events import (
    Dealt,
    DealtAgain,
    DrawWaits,
    Drew,
    Named,
    PutBack,
    Skipped,
    Turned,
    TurnedUp,
    Why,
)
from unobot.engine.notation import parse_action, parse_hand
from unobot.engine.phase import Phase
from unobot.engine.replay import Replay
from unobot.engine.rules import PRESETS, Rules, RulesError
from unobot.engine.shuffle import seed_of, shuffled

SEED = bytes(range(32))
HANDS = {"ann": "g2 g3 b2", "bob": "r1 g1 b1", "cid": "y1 y2 y3"}


def every_card(game):
    held = [card for hand in game.hands.values() for card in hand]
    return Counter([*held, *game.draw, *(card.face for card in game.discard)])


def opening(**given):
    """The game and the events of a position that was just dealt, after the hands were."""
    begun = Replay(record(**given | HANDS))
    assert begun.opening[0] == Dealt(1, tuple((n, tuple(parse_hand(hand))) for n, hand in enumerate(HANDS.values(), 1)))
    return begun.game, begun.opening[1:]


class TestHands:
    @pytest.mark.parametrize(
        "seats, dealer, first_to_last",
        [
            pytest.param((1, 2, 3), 1, [2, 3, 1], id="the first deals"),
            pytest.param((1, 2, 3), 3, [1, 2, 3], id="the last deals"),
            pytest.param((4, 9, 2, 7), 9, [2, 7, 4, 9], id="seats are names, not places"),
            pytest.param((5, 3), 3, [5, 3], id="two players"),
        ],
    )
    def test_one_card_at_a_time_from_the_seat_after_the_dealer(self, seats, dealer, first_to_last):
        game, events = deal(Rules(), seats, SEED, dealer)
        deck = shuffled(DECK, SEED, "shuffle 0")
        hands = {seat: deck[place : 7 * len(seats) : len(seats)] for place, seat in enumerate(first_to_last)}
        assert game.hands == hands
        assert events[0] == Dealt(dealer, tuple((seat, tuple(hands[seat])) for seat in seats))
        assert (game.order, game.dealer) == (seats, dealer)

    def test_the_next_card_is_turned_up_and_the_rest_is_drawn_in_order(self):
        game, events = deal(Rules(), (1, 2, 3), SEED, 1)
        deck = shuffled(DECK, SEED, "shuffle 0")
        assert events[1:] == [TurnedUp(deck[21])]
        assert game.discard == [deck[21]]
        assert game.draw[::-1] == deck[22:]
        assert game.act(2, parse_action("pe")) == [Drew(2, 1, Why.PICK, (deck[22],))]

    @pytest.mark.parametrize("hand_size", range(1, 16))
    def test_hand_size(self, hand_size):
        game, _ = deal(Rules(hand_size=hand_size, stacking="war"), (1, 2, 3), SEED, 1)
        assert {len(hand) for hand in game.hands.values()} == {hand_size}

    @pytest.mark.parametrize("preset", PRESETS)
    @pytest.mark.parametrize("number", range(30))
    def test_every_card_is_somewhere(self, preset, number):
        rules = PRESETS[preset].rules
        game, _ = deal(rules, range(1, min(rules.players_max, 2 + number % 9) + 1), bytes([number] * 32), 1)
        assert every_card(game) == Counter(DECK)


class TestLimits:
    @pytest.mark.parametrize("players", range(2, 8))
    def test_up_to_seven_any_hand_size_works(self, players):
        check_deal(Rules(hand_size=15), players)

    @pytest.mark.parametrize("players, largest", [(8, 13), (9, 11), (10, 10)])
    def test_the_largest_hand_size_that_works(self, players, largest):
        game, _ = deal(Rules(hand_size=largest), range(players), SEED, 0)
        assert players * largest + len(game.draw) + len(game.discard) == 108
        assert players * (largest + 1) + 1 > 107

    @pytest.mark.parametrize("players, largest", [(8, 13), (9, 11), (10, 10)])
    def test_one_more_is_refused_and_the_largest_is_named(self, players, largest):
        for hand_size in (largest + 1, 15):
            with pytest.raises(RulesError) as refused:
                deal(Rules(hand_size=hand_size), range(players), SEED, 0)
            assert str(refused.value) == (
                f"hand_size {hand_size} is too large for {players} players: it can be at most {largest}"
            )

    @pytest.mark.parametrize(
        "preset, players, said",
        [
            ("irc", 0, "a round is for 2 to 10 players, not 0"),
            ("irc", 1, "a round is for 2 to 10 players, not 1"),
            ("irc", 11, "a round is for 2 to 10 players, not 11"),
            ("duel", 3, "a round is for 2 players, not 3"),
        ],
    )
    def test_how_many_can_play(self, preset, players, said):
        with pytest.raises(RulesError) as refused:
            deal(PRESETS[preset].rules, range(players), SEED, 0)
        assert str(refused.value) == said


class TestPutBack:
    @pytest.mark.parametrize("card", ["w", "wd4"])
    def test_under_the_draw_pile(self, card):
        game, events = opening(turned_up=card, draw="r5 r6")
        assert events == [PutBack(CARDS[card]), TurnedUp(CARDS["r5"])]
        assert game.draw[0] is CARDS[card]
        assert game.draw[-1] is CARDS["r6"]
        assert every_card(game) == Counter(DECK)

    def test_one_after_the_other(self):
        game, events = opening(turned_up="wd4", draw="w wd4 g7 r6")
        assert events == [PutBack(CARDS["wd4"]), PutBack(CARDS["w"]), PutBack(CARDS["wd4"]), TurnedUp(CARDS["g7"])]
        assert [card.code for card in game.draw[:3]] == ["wd4", "w", "wd4"]
        assert (game.turn, game.color) == (2, "g")

    @pytest.mark.parametrize(
        "first_wild, first_wd4, put_back",
        [
            ("redraw", "redraw", ["w", "wd4"]),
            ("next_chooses", "redraw", ["wd4"]),
            ("dealer_chooses", "redraw", ["wd4"]),
            ("redraw", "dealer_plays", ["w"]),
            ("dealer_chooses", "dealer_plays", []),
        ],
    )
    @pytest.mark.parametrize("card", ["w", "wd4"])
    def test_only_where_the_rules_say_so(self, card, first_wild, first_wd4, put_back):
        rules = {"first_wild": first_wild, "first_wd4": first_wd4}
        game, events = opening(turned_up=card, draw="r5", rules=rules)
        expected = [PutBack(CARDS[card]), TurnedUp(CARDS["r5"])] if card in put_back else [TurnedUp(CARDS[card])]
        assert events[: len(expected)] == expected
        assert game.top.code == ("r5" if card in put_back else card)

    def test_from_a_seed(self):
        game, events = deal(Rules(), (1, 2, 3), seed_of("seed 12"), 1)
        assert events[1:] == [PutBack(CARDS["w"]), PutBack(CARDS["w"]), TurnedUp(CARDS["r9"])]
        assert game.draw[:2] == [CARDS["w"], CARDS["w"]]


class TestDealtAgain:
    """Only cards that are put back are left: everything is shuffled and dealt again."""

    def dealt_again(self, **given):
        """ann and bob hold everything but the wilds that are named."""
        hands = {"ann": rest(given["turned_up"], given["draw"], "r0 g0"), "bob": "r0 g0"}
        return Replay(record(**given | hands))

    def test_as_the_rules_say_whatever_the_position_was(self):
        begun = self.dealt_again(turned_up="w", draw="wd4 w")
        game, events = begun.game, begun.opening
        assert [type(event) for event in events[:5]] == [Dealt, PutBack, DealtAgain, Dealt, TurnedUp]
        assert {seat: len(hand) for seat, hand in events[3].hands} == {1: 7, 2: 7}
        assert events[0].hands != events[3].hands
        assert every_card(game) == Counter(DECK)

    @pytest.mark.parametrize("first_wild, again", [("redraw", True), ("next_chooses", False)])
    def test_only_if_the_cards_cannot_lie_there(self, first_wild, again):
        begun = self.dealt_again(turned_up="wd4", draw="w", rules={"first_wild": first_wild})
        assert (DealtAgain() in begun.opening) is again
        if not again:
            assert begun.opening[1:] == [PutBack(CARDS["wd4"]), TurnedUp(CARDS["w"])]

    def test_a_position_of_more_hands_than_can_be_dealt(self):
        """Ten hands of fifteen are not there, so it is ten of ten."""
        names = ["ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal", "ida", "jan"]
        cards = rest("w wd4").split()
        hands = {name: " ".join(cards[place::10]) for place, name in enumerate(names)}
        game = Replay(record(turned_up="w", draw="wd4", rules={"hand_size": 15}, **hands)).game
        assert {len(hand) for hand in game.hands.values()} == {10}
        assert every_card(game) == Counter(DECK)

    def test_from_a_seed(self):
        """Seven hands of fifteen leave three cards, and here all three are wilds."""
        game, events = deal(Rules(hand_size=15), range(1, 8), seed_of("again 2992"), 1)
        kinds = [type(event).__name__ for event in events]
        assert kinds == ["Dealt", "PutBack", "DealtAgain", "Dealt", "TurnedUp"]
        second = shuffled(DECK, seed_of("again 2992"), "shuffle 1")
        assert game.hands[2] == second[0:105:7]
        assert events[-1] == TurnedUp(game.top)
        assert every_card(game) == Counter(DECK)


class TestTheFirstCardActs:
    @pytest.mark.parametrize(
        "preset, card, events, turn, phase",
        [
            ("irc", "r5", [], 2, Phase.TURN),
            ("seven-zero", "r7", [], 2, Phase.TURN),
            ("seven-zero", "r0", [], 2, Phase.TURN),
            ("irc", "rs", [Skipped(2)], 3, Phase.TURN),
            ("irc", "rr", [Turned(-1)], 3, Phase.TURN),
            ("official", "rr", [Turned(-1)], 1, Phase.TURN),
            ("irc", "r+2", [DrawWaits(2, 2)], 2, Phase.DRAW),
            ("progressive", "r+2", [DrawWaits(2, 2)], 2, Phase.DRAW),
            ("official", "r+2", [Drew(2, 2, Why.PILE, (CARDS["y8"], CARDS["y9"])), Skipped(2)], 3, Phase.TURN),
            ("standard", "w", [], 2, Phase.COLOR),
            ("classic", "w", [], 1, Phase.COLOR),
            ("classic", "wd4", [], 1, Phase.COLOR),
        ],
    )
    def test_and_is_announced(self, preset, card, events, turn, phase):
        game, happened = opening(preset=preset, turned_up=card, draw="y8 y9")
        assert happened == [TurnedUp(CARDS[card]), *events]
        assert (game.turn, game.phase) == (turn, phase)
        assert game.log is None

    @pytest.mark.parametrize(
        "preset, card, move, events, turn",
        [
            ("standard", "w", "co g", [Named(2, Color.GREEN)], 2),
            ("classic", "w", "co g", [Named(1, Color.GREEN)], 2),
            (
                "classic",
                "wd4",
                "co g",
                [Named(1, Color.GREEN), Drew(2, 4, Why.PILE, tuple(parse_hand("y8 y9 b8 b9"))), Skipped(2)],
                3,
            ),
            ("stacking", "wd4", "co g", [Named(1, Color.GREEN), DrawWaits(2, 4)], 2),
        ],
    )
    def test_a_wild_when_its_colour_is_named(self, preset, card, move, events, turn):
        game, _ = opening(preset=preset, turned_up=card, draw="y8 y9 b8 b9")
        assert game.act(game.turn, parse_action(move)) == events
        assert (game.turn, game.top.code, game.color) == (turn, f"{card}g", "g")
