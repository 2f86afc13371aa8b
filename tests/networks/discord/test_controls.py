"""Which buttons there are, and what they type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from unobot.chat.people import Person, Venue
from unobot.chat.ports import Board, BoardSeat, Hand
from unobot.chat.speech.line import fill
from unobot.engine.cards import CARDS, DECK, Color, in_order
from unobot.networks.discord.controls import (
    ID,
    MOST_CARDS,
    Press,
    board_presses,
    choice_presses,
    clicked,
    hand_presses,
)
from unobot.networks.discord.emojis import Emojis
from unobot.networks.discord.layouts import alt_text, board_layout, hand_layout

PLACE = Venue("discord:1:2", "#uno")
ANN = Person("discord:10", "ann")


def hand(cards: str, moves: str, pile: int = 0, on_turn: bool = True, **more: object) -> Hand:
    """Moves with a semicolon between them."""
    texts = tuple(text.strip() for text in moves.split(";"))
    held = tuple(CARDS[code] for code in cards.split())
    playable = frozenset(card for card in held if any(text.startswith(card.code) for text in texts))
    top = CARDS["r9"]
    return Hand(7, 3, PLACE, top, top.color, held, playable, on_turn, False, texts, pile=pile, **more)  # type: ignore[arg-type]


def texts(presses: Sequence[Press]) -> list[str]:
    return [press.text for press in presses]


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (hand("r1 g4", "r1; pe"), ["r1", "pe"]),
        (hand("r1 r1 g4", "r1; r1r1; pe"), ["choose r1", "pe"]),
        (hand("w g4 g5", "w; wr; wg; wb; wy; pe"), ["choose w", "pe"]),
        (hand("w", "w; wr; wg; wb; wy; pe"), ["w", "pe"]),  # a last wild needs no colour
        (hand("r1 g4", "r1; r1 uno; pe; un"), ["choose r1", "pe", "un"]),
        (hand("r1 g4 g5", "r1; r1 uno; pe; un"), ["r1", "pe"]),  # the call would be false, and may cost
        (hand("r7 g4", "r7 #2; r7 #3; pe"), ["choose r7", "pe"]),
        (hand("g4", "pa; pe", pile=4), ["pa"]),
        (hand("g4", "pa; pe; ch", pile=4, can_challenge=True), ["pa", "ch"]),
        (hand("g4", "co r; co g; co b; co y", must_name=True), ["co r", "co g", "co b", "co y"]),
        (hand("r9 g4", "r9", on_turn=False), ["r9", "ca"]),  # a jump
    ],
)
def test_under_a_hand(shown, expected):
    assert texts(hand_presses(shown)) == expected


@pytest.mark.parametrize(
    ("shown", "card", "expected"),
    [
        (hand("r1 r1 g4", "r1; r1r1; pe"), "r1", ["r1", "r1r1"]),
        (hand("w g4 g5", "w; wr; wg; wb; wy"), "w", ["wr", "wg", "wb", "wy"]),
        (hand("w g4", "w; wr; wr uno; wg; wg uno"), "w", ["wr", "wr uno", "wg", "wg uno"]),
        (hand("w w g4", "wr; wg; wwr; wwr uno; wr uno"), "w", ["wr", "wg", "wwr", "wwr uno"]),
        (hand("r7 g4 g5", "r7 #2; r7 #3", partners=((2, "bob"), (3, "cid"))), "r7", ["r7 #2", "r7 #3"]),
    ],
)
def test_the_second_step_has_whole_moves_and_a_way_back(shown, card, expected):
    assert texts(choice_presses(shown, CARDS[card])) == [*expected, "ca"]


def test_the_second_step_names_people_and_colours():
    shown = hand("r7 g4", "r7 #2; r7 #2 uno", partners=((2, "bob"),))
    assert [press.label for press in choice_presses(shown, CARDS["r7"])] == [
        "r7 with bob",
        "r7 with bob + UNO!",
        "Back",
    ]
    wild = hand("wd4 g4 g5", "wd4r; wd4g")
    assert [press.label for press in choice_presses(wild, CARDS["wd4"])] == ["wd4 red", "wd4 green", "Back"]


def test_a_card_that_cannot_be_played_any_more_has_no_second_step():
    assert choice_presses(hand("r1 g4", "r1"), CARDS["g4"]) == []


def test_ids_are_short_and_read_back():
    longest = "uno:999999999999999:999999999:wd4r #9999 uno"
    assert len(longest) <= 100 and ID.fullmatch(longest)
    click = clicked("uno:41:7:r7 #2 uno")
    assert click and (click.at, click.text) == ((41, 7), "r7 #2 uno")
    for other in ("", "uno", "uno:1:2:", "uno:x:1:pe", "other:1:2:pe", "uno:1:2:" + "x" * 90):
        assert clicked(other) is None


# Whole layouts


@pytest.mark.parametrize("count", [1, 7, 25, 60, 100])
def test_any_hand_fits_into_a_message(count):
    held = in_order(list(DECK)[:: max(1, 108 // count)][:count])
    faces = [*dict.fromkeys(held)]
    moves = "; ".join(f"{card.code}{'r' if card.wild else ''}" for card in faces)
    shown = hand(" ".join(card.code for card in held), moves + "; pe", others=(("ann", count), ("bob", 3)))
    presses = hand_presses(shown)
    assert sum(press.card is not None for press in presses) == min(MOST_CARDS, len(faces))
    view = hand_layout(shown, ANN, Emojis(), picture=True)
    assert view.total_children_count <= 40 and view.content_length() <= 4000
    assert len(alt_text(shown)) <= 1024


def test_a_table_of_ten_fits_into_a_message():
    seats = tuple(
        BoardSeat(number, Person(f"discord:{number}", "x" * 40), 20, False, True, number == 1, True)
        for number in range(1, 11)
    )
    line = fill("{player} plays {card} and so on. " * 30, player=Person("discord:1", "x" * 40), card=CARDS["wd4"])
    top = CARDS["wd4r"]
    board = Board(1, 1, PLACE, "playing", "classic", "ranked", ANN.id, seats, top, Color.RED, 8, 1, 40, 1.0)
    view = board_layout(replace(board, lines=(line,) * 5, moves=("jo", "pa", "ch", "un", "ct #3")), Emojis())
    assert view.total_children_count <= 40 and view.content_length() <= 4000


def test_a_board_never_shows_a_card_to_press():
    top, moves = CARDS["r5"], ("jo", "pe", "un", "ct #3")
    board = Board(1, 4, PLACE, "playing", "classic", "ranked", ANN.id, (), top, Color.RED, moves=moves)
    assert texts(board_presses(board)) == ["ca", "jo", "pe", "un", "ct #3"]
    assert all(press.card is None for press in board_presses(board))
