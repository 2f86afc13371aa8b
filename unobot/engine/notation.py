"""Text to cards and actions, and back: every spelling that people use, one canonical form for each value.

Cards are read by one pattern with the blanks taken out, so `r5r5`, `r5 r5` and `red 5 red 5` are the same. Other
players appear as `#2` (their seat number) or by name, for which the caller hands in a look-up. Whatever is fed in,
`Unreadable` is the only thing that is raised.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import assert_never

from unobot.engine.actions import (
    CALL_UNO,
    CHALLENGE,
    DRAW,
    PASS,
    Action,
    CallUno,
    Catch,
    Challenge,
    Draw,
    Expire,
    Foul,
    Join,
    Leave,
    Name,
    Pass,
    Play,
)
from unobot.engine.cards import CARDS, Card, Color, Figure, in_order
from unobot.engine.reasons import Reason

LONGEST = 200  # no move is longer; whatever is, is talk

Lookup = Callable[[str], int | None]  # a name -> the seat, None for a stranger


class Unreadable(ValueError):
    """Not a move; `reason` says whether it was the text or the player named in it."""

    def __init__(self, text: str, reason: Reason = Reason.UNREADABLE) -> None:
        super().__init__(text)
        self.reason = reason


_COLORS = {color.name.lower(): color for color in Color} | {color.value: color for color in Color}
_FIGURES = {figure.value: figure for figure in Figure if figure not in (Figure.WILD, Figure.WD4)} | {
    "skip": Figure.SKIP,
    "rev": Figure.REVERSE,
    "reverse": Figure.REVERSE,
    "d": Figure.DRAW_TWO,
    "d2": Figure.DRAW_TWO,
    "drawtwo": Figure.DRAW_TWO,
    "draw2": Figure.DRAW_TWO,
}
_WILDS = {
    "w": Figure.WILD,
    "wild": Figure.WILD,
    "wd4": Figure.WD4,
    "wd": Figure.WD4,
    "w+4": Figure.WD4,
    "w4": Figure.WD4,
    "+4": Figure.WD4,
    "wilddrawfour": Figure.WD4,
    "wilddraw4": Figure.WD4,
}


def _any_of(words: Iterable[str]) -> str:
    """A pattern for these words that prefers the longest."""
    return "(?:" + "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) + ")"


def _card_pattern(number: int) -> str:
    colors = _any_of(_COLORS)
    return (
        f"(?:(?P<wild{number}>{_any_of(_WILDS)})(?P<named{number}>{colors})?"
        f"|(?P<color{number}>{colors})(?P<figure{number}>{_any_of(_FIGURES)}))"
    )


_CARDS = re.compile(f"{_card_pattern(1)}(?:{_card_pattern(2)})?")
_SEAT = re.compile("#([0-9]{1,4})")


def parse_cards(text: str) -> Play:
    """One card or two, a wild with or without its colour; whether two are identical is a matter of the rules."""
    match = _CARDS.fullmatch("".join(text.lower().split())) if len(text) <= LONGEST else None
    if match is None:
        raise Unreadable(text)
    cards, colors = [], []
    for number in (1, 2):
        wild, named = match[f"wild{number}"], match[f"named{number}"]
        if wild:
            cards.append(CARDS[_WILDS[wild]])
            colors.append(_COLORS[named] if named else None)
        elif match[f"color{number}"]:
            cards.append(CARDS[_COLORS[match[f"color{number}"]] + _FIGURES[match[f"figure{number}"]]])
            colors.append(None)
    if colors[0] not in (None, colors[-1]):
        raise Unreadable(text)  # two colours for one play, or a colour before the second wild only
    return Play(tuple(cards), colors[-1])


def parse_card(text: str) -> Card:
    """A card in a hand or as it lies: `r5`, `w`, `wr`."""
    play = parse_cards(text)
    if len(play.cards) != 1:
        raise Unreadable(text)
    return play.cards[0].laid(play.color)


def _nobody(name: str) -> int | None:
    return None


def parse_action(text: str, seat_of: Lookup = _nobody) -> Action:
    """What somebody typed, or what a journal holds."""
    words = text.split() if len(text) <= LONGEST else []
    if not words:
        raise Unreadable(text)
    first, rest = words[0].lower(), words[1:]
    if first == "ct" and rest:
        return Catch(_player(" ".join(rest), seat_of))
    if first == "jo" and len(rest) <= 1:
        return Join()  # the word is for the shuffle, not for the rules
    if first == "foul" and len(rest) == 1 and rest[0] in set(Reason):
        return Foul(Reason(rest[0]))
    if first == "co" and len(rest) == 1 and rest[0].lower() in _COLORS:
        return Name(_COLORS[rest[0].lower()])
    if not rest and first in _WORDS:
        return _WORDS[first]
    return _parse_play(rest if first == "pl" and rest else words, seat_of)


_WORDS: dict[str, Action] = {
    "pe": DRAW,
    "dr": DRAW,
    "pa": PASS,
    "ch": CHALLENGE,
    "un": CALL_UNO,
    "uno": CALL_UNO,
    "timeout": Expire(),
    "leave": Leave(),
    **{color.name.lower(): Name(color) for color in Color},
    # What people type most, and journals hold, spares the pattern: one card in its canonical form.
    **{card.code: Play((card.face,), card.color if card.wild else None) for card in CARDS.values()},
}


def _parse_play(words: list[str], seat_of: Lookup) -> Play:
    """Cards, then perhaps a partner, then perhaps `uno`."""
    uno = len(words) > 1 and words[-1].lower() == "uno"
    if uno:
        words = words[:-1]
    for cards in range(len(words), 0, -1):
        try:
            play = parse_cards(" ".join(words[:cards]))
        except Unreadable:
            continue
        partner = _player(" ".join(words[cards:]), seat_of) if words[cards:] else None
        return Play(play.cards, play.color, partner, uno)
    raise Unreadable(" ".join(words))


def _player(name: str, seat_of: Lookup) -> int:
    number = _SEAT.fullmatch(name)
    seat = int(number[1]) if number else seat_of(name)
    if seat is None:
        raise Unreadable(name, Reason.UNKNOWN_PLAYER)
    return seat


def card_text(cards: tuple[Card, ...], color: Color | None) -> str:
    """One or two cards as they are played: `r5`, `r5r5`, `wr`, `wwr`."""
    return "".join(card.code for card in cards) + (color or "")


def action_text(action: Action) -> str:
    """The canonical form, which parse_action reads back."""
    match action:
        case Play(cards, color, partner, uno):
            swap = "" if partner is None else f" #{partner}"
            return card_text(cards, color) + swap + (" uno" if uno else "")
        case Draw():
            return "pe"
        case Pass():
            return "pa"
        case Name(color):
            return f"co {color}"
        case Challenge():
            return "ch"
        case CallUno():
            return "un"
        case Catch(target):
            return f"ct #{target}"
        case Expire():
            return "timeout"
        case Leave():
            return "leave"
        case Join():
            return "jo"
        case Foul(reason):
            return f"foul {reason}"
        case _:
            assert_never(action)


def parse_hand(text: str) -> list[Card]:
    """Card codes with blanks between them; wilds without colours."""
    cards = [parse_card(word) for word in text.split()]
    for card in cards:
        if card.face is not card:
            raise Unreadable(card.code)
    return cards


def hand_text(cards: list[Card]) -> str:
    return " ".join(card.code for card in in_order(cards))
