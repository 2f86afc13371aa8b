"""A line as Discord's Markdown, with the faces of cards where there are any. Sans-io.

A card always shows its letters. Whatever stands in a line, ours or somebody's name, is taken literally: nothing that a
person is called or has typed becomes bold, a link, a mention or a heading, or turns the writing round.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from itertools import groupby

from unobot.chat.speech.line import Line, Span
from unobot.engine.cards import Card

LONGEST = 2000  # characters of a message
Face = Callable[[Card], str]  # a card's picture as it stands in a text, with a blank behind it; or nothing

_MARKUP = re.compile(r"[*_~`|\\<\[\]]|(?<=:)//|^[>#-]", re.MULTILINE)
_NUMBERED = re.compile(r"^(\d+)\.")
_ISOLATE, _END = "\u2068", "\u2069"


def no_face(card: Card) -> str:
    return ""


def escaped(text: str) -> str:
    """Text that means nothing but itself. Mentions are stopped twice: here, and by allowing none when sending."""
    return _MARKUP.sub(lambda found: "\\" + found[0], text).replace("@", "@\u200b")


def _name(text: str) -> str:
    """Writing from right to left stays inside a name and does not carry the rest of the line along."""
    turned = any(unicodedata.bidirectional(char) in ("R", "AL") for char in text)
    return f"{_ISOLATE}{escaped(text)}{_END}" if turned else escaped(text)


def paint(line: Line, face: Face = no_face) -> str:
    painted = []
    for is_card, spans in groupby(line, lambda span: span.card is not None):
        if is_card:
            painted.append(_cards([span.card for span in spans if span.card], face))
        else:
            painted += map(_words, spans)
    return _NUMBERED.sub(r"\1\\.", "".join(painted))  # or it would be a list, with numbers of its own


def _cards(cards: list[Card], face: Face) -> str:
    """One card, or two that were played together; bold is opened once, because `****` would be stars."""
    return "".join(map(face, cards)) + f"**{''.join(card.code for card in cards)}**"


def _words(span: Span) -> str:
    if span.person is not None:
        return _name(span.text)
    return f"**{escaped(span.text)}**" if span.strong else escaped(span.text)


def pages(texts: Iterable[str], longest: int = LONGEST) -> list[str]:
    """These texts, each on lines of its own, in as few messages as they fit; a longer one is split at a blank."""
    found: list[str] = []
    for text in texts:
        for piece in _pieces(text, longest):
            if found and len(found[-1]) + 1 + len(piece) <= longest:
                found[-1] += "\n" + piece
            else:
                found.append(piece)
    return found


def _pieces(text: str, longest: int) -> Iterable[str]:
    while len(text) > longest:
        cut = text.rfind(" ", 1, longest)
        cut = cut if cut > 0 else longest
        yield text[:cut]
        text = text[cut:].lstrip(" ")
    if text:
        yield text
