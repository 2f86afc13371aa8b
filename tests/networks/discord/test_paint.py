"""Lines as Markdown: what people are called or have typed means nothing but itself, and cards keep their letters."""

from __future__ import annotations

import re

import pytest

from unobot.chat.people import Person
from unobot.chat.speech.line import Span, fill
from unobot.engine.cards import CARDS, Card
from unobot.networks.discord.paint import LONGEST, escaped, pages, paint


def face(card: Card) -> str:
    return f"<:{card.face.code}:1> "


def test_a_card_is_its_letters_with_its_face_before_them():
    line = fill("{player} plays {card}.", player=Person("discord:1", "ann"), card=CARDS["r5"])
    assert paint(line) == "ann plays **r5**."
    assert paint(line, face) == "ann plays <:r5:1> **r5**."


def test_two_cards_together_are_bold_together():
    """`**r5****r5**` would show stars."""
    two = tuple(Span(card.code, card=card) for card in (CARDS["w"], CARDS["wr"]))
    assert paint(two, face) == "<:w:1> <:w:1> **wwr**"


@pytest.mark.parametrize(
    "name",
    [
        "**x**",
        "_x_",
        "~~x~~",
        "`x`",
        "||x||",
        "[a](http://b)",
        "<@123>",
        "<:e:1>",
        "<t:1:R>",
        "# x",
        "> x",
        "- x",
        "\\",
    ],
)
def test_markdown_in_a_name_does_nothing(name):
    text = paint(fill("{player}", player=Person("discord:1", name)))
    assert re.sub(r"\\(?=[^0-9A-Za-z\s])|\u200b", "", text) == name.replace("\\", "") or name == "\\"
    assert not re.search(r"(?<!\\)[*_~`|<\[]", text)
    assert not re.match(r"[#>-]", text)


@pytest.mark.parametrize("text", ["@everyone", "@here", "<@&5>", "<@!5>"])
def test_no_text_mentions_anybody(text):
    assert not re.search(r"@(everyone|here)|<@[!&]?\d", escaped(text))


def test_writing_from_right_to_left_stays_inside_its_name():
    hebrew, override = "\u05d0\u05d1", "\u202e"
    line = fill("{player}: {count:card|cards}", player=Person("discord:1", hebrew + override), count=7)
    assert paint(line) == f"\u2068{hebrew}\u2069: 7 cards"


def test_a_link_that_somebody_typed_is_no_link():
    assert "https://" not in paint(fill("{name}", name="https://example.invalid"))


def test_a_number_is_a_number_and_no_list():
    assert paint(fill("{n}. {name}: {rating}", n=13, name="ann", rating="1000.0")) == "13\\. ann: 1000.0"


def test_pages_are_as_few_as_fit_and_lose_nothing():
    texts = [" ".join(["word"] * 300), "short", " ".join(["more"] * 700), "x" * 4500]
    found = pages(texts)
    assert all(0 < len(page) <= LONGEST for page in found)
    assert "".join("".join(found).split()) == "".join("".join(texts).split())
    assert pages(["a", "b"]) == ["a\nb"] and pages([]) == []
