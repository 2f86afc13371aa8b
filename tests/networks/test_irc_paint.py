"""Paint and splitting: letters are always there, every piece fits, nothing people typed acts up."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from unobot.chat.people import Person, Venue
from unobot.chat.ports import Hand
from unobot.chat.speech.hands import hand_line
from unobot.chat.speech.line import Span, Strong, fill, plain
from unobot.engine.cards import CARDS, DECK
from unobot.networks.irc.guard import unformatted
from unobot.networks.irc.paint import LEAST, paint

ANN = Person("irc:test:nick:ann", "ann")
SPANS = st.one_of(
    st.builds(Span, st.text(max_size=60)),
    st.sampled_from(list(CARDS.values())).map(lambda card: Span(card.code, card=card)),
    st.text(min_size=1, max_size=12).map(lambda text: Span(text, strong=True)),
)


def test_a_card_shows_its_letters_on_a_background_of_its_own() -> None:
    line = fill("{player} plays {cards}.", player=ANN, cards=[CARDS["r5"], CARDS["wb"]])
    assert paint(line, True, 400) == ["ann plays \x0300,04\x02r5\x0f, \x0300,02\x02wb\x0f."]
    assert paint(line, False, 400) == ["ann plays r5, wb."]


def test_whoever_is_on_turn_stands_out() -> None:
    line = fill("{player}'s turn, {word}", player=ANN, word=Strong("now"))
    assert paint(line, True, 400, ANN.id) == ["\x02ann\x0f's turn, \x02now\x0f"]
    assert paint(line, True, 400) == ["ann's turn, \x02now\x0f"]


def test_every_colour_sets_text_and_background() -> None:
    for card in CARDS.values():
        [text] = paint((Span(card.code, card=card),), True, 400)
        assert re.fullmatch(r"\x03\d\d,\d\d\x02" + re.escape(card.code) + "\x0f", text)


def test_a_long_hand_is_split_between_cards() -> None:
    cards = tuple(sorted(DECK, key=lambda card: card.rank))
    top, place = CARDS["r5"], Venue("irc:test:#uno", "#uno")
    hand = Hand(1, 1, place, top, top.color, cards, frozenset(cards[::2]), True, False, ())
    line = hand_line(hand)
    for colors in (True, False):
        texts = paint(line, colors, 400)
        assert len(texts) > 1
        assert all(len(text.encode()) <= 400 for text in texts)
        assert " ".join(map(unformatted, texts)) == plain(line)
        assert all(word.strip("[]") in CARDS for text in texts[1:-1] for word in unformatted(text).split())


def test_a_word_without_end_is_split_between_characters() -> None:
    texts = paint((Span("ü" * 1000),), True, 101)
    assert all(len(text.encode()) <= 101 for text in texts)
    assert "".join(texts) == "ü" * 1000


@given(spans=st.lists(SPANS, max_size=30), colors=st.booleans(), longest=st.integers(0, 450))
def test_pieces_fit_and_lose_nothing(spans: list[Span], colors: bool, longest: int) -> None:
    line = tuple(spans)
    texts = paint(line, colors, longest)
    assert all(0 < len(text.encode("utf-8", "replace")) <= max(longest, LEAST) for text in texts)
    assert not any(char in text for text in texts for char in "\r\n\0\x01\x10")
    unpainted = "".join(map(unformatted, texts)).replace(" ", "").encode("utf-8", "replace")
    assert unpainted == unformatted(plain(line)).replace(" ", "").encode("utf-8", "replace")
    if not colors:
        assert all(text.isprintable() or not re.search(r"[\x00-\x1f]", text) for text in texts)
