"""The cards: which there are, what they are worth, how they sort, what lies on what; each value exists once."""

import copy
import pickle
from collections import Counter

import pytest

from unobot.engine.cards import CARDS, DECK, FACES, WD4, WILD, Color, Figure, fitting, in_order, points
from unobot.engine.notation import parse_hand

FIGURES = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "s", "r", "+2"]
IN_ORDER = [color + figure for color in "rgby" for figure in FIGURES] + ["w", "wd4"]
LAID_WILDS = [wild + color for wild in ("w", "wd4") for color in "rgby"]


def codes(cards):
    return [card.code for card in cards]


class TestTheDeck:
    def test_108_cards(self):
        assert len(DECK) == 108

    @pytest.mark.parametrize("code", IN_ORDER)
    def test_how_many_of_each(self, code):
        copies = 4 if code in ("w", "wd4") else 1 if code[1:] == "0" else 2
        assert codes(DECK).count(code) == copies

    def test_25_of_each_colour_and_eight_wilds(self):
        assert Counter(card.color for card in DECK) == dict.fromkeys(Color, 25) | {None: 8}

    def test_in_the_order_that_is_promised(self):
        """Sorted as a hand is: whoever checks a shuffle starts from here."""
        assert list(DECK) == in_order(list(DECK))
        assert codes(DECK[:5]) == ["r0", "r1", "r1", "r2", "r2"]
        assert codes(DECK[23:27]) == ["r+2", "r+2", "g0", "g1"]
        assert codes(DECK[-9:]) == ["y+2", "w", "w", "w", "w", "wd4", "wd4", "wd4", "wd4"]

    def test_its_value(self):
        assert points(list(DECK)) == 4 * (2 * 45 + 6 * 20) + 8 * 50 == 1240


class TestValues:
    @pytest.mark.parametrize("code", IN_ORDER)
    def test_points(self, code):
        figure = code[1:]
        worth = 50 if code in ("w", "wd4") else 20 if figure in ("s", "r", "+2") else int(figure)
        assert CARDS[code].points == worth

    @pytest.mark.parametrize("code", LAID_WILDS)
    def test_a_wild_that_was_laid_is_worth_the_same(self, code):
        assert CARDS[code].points == 50

    @pytest.mark.parametrize(
        "hand, worth", [("", 0), ("r0", 0), ("r9 g9", 18), ("rs gr b+2", 60), ("w wd4", 100), ("r5 ys w", 75)]
    )
    def test_a_hand(self, hand, worth):
        assert points(parse_hand(hand)) == worth


class TestCodes:
    def test_every_card_and_every_laid_wild(self):
        assert list(CARDS) == IN_ORDER + LAID_WILDS
        assert codes(FACES) == IN_ORDER

    @pytest.mark.parametrize("code", IN_ORDER + LAID_WILDS)
    def test_the_code_is_what_it_says(self, code):
        card = CARDS[code]
        assert (card.code, repr(card)) == (code, code)
        if code.startswith("w"):
            figure, color = ("wd4", code[3:]) if code.startswith("wd4") else ("w", code[1:])
        else:
            figure, color = code[1:], code[0]
        assert (card.figure, card.color or "", card.wild) == (figure, color, code.startswith("w"))

    def test_colours_and_figures_are_their_notation(self):
        assert list(Color) == ["r", "g", "b", "y"]
        assert list(Figure) == [*FIGURES, "w", "wd4"]

    def test_the_two_wilds(self):
        assert (CARDS["w"], CARDS["wd4"]) == (WILD, WD4)


class TestOrder:
    def test_by_colour_then_figure_then_wilds(self):
        shuffled = [CARDS[code] for code in sorted(IN_ORDER, key=lambda code: code[::-1])]
        assert codes(in_order(shuffled)) == IN_ORDER

    def test_copies_stay_together_and_the_hand_is_left_alone(self):
        hand = parse_hand("w y1 r+2 r9 wd4 y1 rs r+2")
        before = list(hand)
        assert codes(in_order(hand)) == ["r9", "rs", "r+2", "r+2", "y1", "y1", "w", "wd4"]
        assert hand == before


class TestLaying:
    @pytest.mark.parametrize("color", Color)
    def test_a_wild_gets_its_colour(self, color):
        assert WILD.laid(color) is CARDS[f"w{color}"]
        assert WD4.laid(color) is CARDS[f"wd4{color}"]

    @pytest.mark.parametrize("code", LAID_WILDS)
    def test_and_loses_it(self, code):
        assert CARDS[code].face is (WD4 if code.startswith("wd4") else WILD)

    @pytest.mark.parametrize("code", LAID_WILDS)
    def test_or_gets_another(self, code):
        assert CARDS[code].laid(Color.BLUE) is CARDS[code[:-1] + "b"]

    @pytest.mark.parametrize("code", IN_ORDER)
    def test_without_a_colour_nothing_changes(self, code):
        assert CARDS[code].laid(None) is CARDS[code]
        assert CARDS[code].face is CARDS[code]

    @pytest.mark.parametrize("code", IN_ORDER[:-2])
    def test_a_coloured_card_keeps_its_own(self, code):
        assert CARDS[code].laid(Color.BLUE) is CARDS[code]


class TestOneOfEach:
    @pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
    def test_pickling_keeps_identity(self, protocol):
        for card in CARDS.values():
            assert pickle.loads(pickle.dumps(card, protocol)) is card

    @pytest.mark.parametrize("code", CARDS)
    def test_copying_keeps_identity(self, code):
        card = CARDS[code]
        assert copy.copy(card) is card
        assert copy.deepcopy(card) is card
        assert copy.deepcopy([card, card])[1] is card

    def test_the_same_card_twice_in_the_deck_is_one_value(self):
        assert len(set(DECK)) == len(FACES) == 54


def matches(card, top):
    """The basics of section 1: the same colour, the same figure, or a wild."""
    if card in ("w", "wd4"):
        return True
    wild = top.startswith("w")
    color = top.removeprefix("wd4").removeprefix("w") if wild else top[0]
    return card[0] == color or (not wild and card[1:] == top[1:])


class TestWhatFits:
    @pytest.mark.parametrize("top", CARDS)
    def test_on_every_card(self, top):
        assert {card.code for card in CARDS[top].takes} == {card for card in IN_ORDER if matches(card, top)}

    @pytest.mark.parametrize(
        "top, fitting_cards",
        [
            pytest.param("r5", 13 + 3 + 2, id="red, other fives, wilds"),
            pytest.param("yr", 13 + 3 + 2, id="yellow, other Reverses, wilds"),
            pytest.param("wg", 13 + 2, id="green and wilds"),
            pytest.param("wd4b", 13 + 2, id="blue and wilds"),
            pytest.param("w", 2, id="wilds only while the colour is owed"),
        ],
    )
    def test_how_many(self, top, fitting_cards):
        assert len(CARDS[top].takes) == fitting_cards

    def test_of_some_figures_only(self):
        among = frozenset({Figure.DRAW_TWO, Figure.REVERSE, Figure.WD4})
        fits = {card.code for card in fitting(Color.RED, Figure.DRAW_TWO, among)}
        assert fits == {"r+2", "g+2", "b+2", "y+2", "rr", "wd4"}

    def test_a_colour_in_force_that_is_not_the_cards(self):
        """As after a No U: the colour that was named, and the figure that lies there."""
        fits = {card.code for card in fitting(Color.BLUE, Figure.SKIP)}
        assert fits == {"b" + figure for figure in FIGURES} | {"rs", "gs", "ys", "w", "wd4"}
