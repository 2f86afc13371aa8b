"""One line of speech: words, cards, people and emphasis, before any paint.

A template is a plain text with named fields, `"{player} plays {cards}."`. What fills a field decides what it becomes:
a person a name, a card a card, a number its digits; `{count:card|cards}` is a number with the right word behind it
(`=a card` for the whole of it). Text that people typed has its control characters taken out here, so that none
reaches a channel through the bot.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from unobot.chat.people import Person
from unobot.engine.cards import Card

LONGEST_NAME, LONGEST_FIELD = 40, 2000
_UNWELCOME = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # control, format, surrogate, private, unassigned, separators


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line: `card` is painted, `person` escaped, `strong` stands out; the text always says it all."""

    text: str
    card: Card | None = None
    person: str | None = None
    strong: bool = False


Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Strong:
    """Fills a field with a word that stands out."""

    text: str


_FIELD = re.compile(r"\{(\w+)(?::([^}]*))?\}")


def clean(text: str, longest: int = LONGEST_NAME) -> str:
    """Text from people without what could act up: control and formatting characters, surrogates, endless length."""
    if not text.isprintable():  # which nearly all text is: then it holds none of these
        text = "".join(char for char in text if unicodedata.category(char) not in _UNWELCOME)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def fill(template: str, /, **fields: object) -> Line:
    """The template with its fields; each must be given."""
    spans: list[Span] = []
    for piece in _pieces(template):
        if isinstance(piece, Span):
            spans.append(piece)
        else:
            name, forms = piece
            spans += [span for span in _spans(fields[name], forms) if span.text]
    return tuple(spans)


@lru_cache(maxsize=1000)  # about as many as there are templates: they are cut once
def _pieces(template: str) -> tuple[Span | tuple[str, str | None], ...]:
    """A template's words, and its fields as name and forms."""
    pieces: list[Span | tuple[str, str | None]] = []
    end = 0
    for match in _FIELD.finditer(template):
        pieces += [Span(template[end : match.start()]), (match[1], match[2])]
        end = match.end()
    pieces.append(Span(template[end:]))
    return tuple(piece for piece in pieces if not isinstance(piece, Span) or piece.text)


def _spans(value: object, forms: str | None) -> list[Span]:
    if forms is not None and isinstance(value, int):
        one, _, many = forms.partition("|")
        if value == 1 and one.startswith("="):
            return [Span(one[1:])]
        return [Span(f"{value} {one if value == 1 else many}")]
    if isinstance(value, Person):
        return [Span(clean(value.name) or "?", person=value.id)]
    if isinstance(value, Span):
        return [value]
    if isinstance(value, Card):
        return [Span(value.code, card=value)]
    if isinstance(value, Strong):
        return [Span(value.text, strong=True)]
    if isinstance(value, str):
        return [Span(clean(value, LONGEST_FIELD))]
    if isinstance(value, (int, float)):
        return [Span(str(value))]
    if isinstance(value, (tuple, Iterable)):  # nearly always a tuple, which is the quicker question
        return _list_spans(list(value), forms or ", ")
    raise TypeError(f"{value!r} does not fill a field")


def _list_spans(values: list[object], between: str) -> list[Span]:
    if values and all(isinstance(value, Span) for value in values):
        return [value for value in values if isinstance(value, Span)]
    spans: list[Span] = []
    for number, value in enumerate(values):
        if number:
            spans.append(Span(between))
        spans += _spans(value, None)
    return spans


def join(lines: Iterable[Line]) -> Line:
    """Whole sentences on one line."""
    joined: list[Span] = []
    for line in lines:
        if joined and line:
            joined.append(Span(" "))
        joined += line
    return tuple(joined)


def plain(line: Line) -> str:
    """The words alone."""
    return "".join(span.text for span in line)
