"""What a table and a hand look like: text, picture and buttons, put together in Discord's layouts.

Each function makes a fresh view of dynamic items only, of which the library keeps nothing. A view that "times out"
after 0 seconds is one that it does not watch; otherwise every private hand would leave a timer for 15 minutes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import ui

from unobot.chat.people import Venue
from unobot.chat.ports import Board, Hand
from unobot.chat.speech import boards
from unobot.chat.speech import english as say
from unobot.chat.speech.hands import counts_line, hand_line
from unobot.chat.speech.line import fill, plain
from unobot.engine.cards import CARDS, Card, Color
from unobot.networks.discord.controls import (
    MOST_CARDS,
    Control,
    Press,
    board_presses,
    choice_presses,
    hand_presses,
    playable_cards,
    rows,
)
from unobot.networks.discord.emojis import Emojis
from unobot.networks.discord.paint import Face, escaped, no_face, paint

LONGEST = 3900  # characters of all texts of a layout; Discord takes 4,000
LONGEST_LINE = 700  # of one line about a move
MANY = 50  # cards; with more of them their emojis would not fit
PICTURE = "hand.png"
ACCENTS = {Color.RED: 0xD64545, Color.GREEN: 0x3C9D5B, Color.BLUE: 0x3E78C9, Color.YELLOW: 0xE0B93B, None: 0x6B6F76}


def _layout(*items: ui.Item[Any], accent: int) -> ui.LayoutView:
    view = ui.LayoutView(timeout=0)
    view.add_item(ui.Container(*items, accent_colour=accent))
    return view


def _rows(presses: Iterable[Press], at: tuple[int, int], emojis: Emojis) -> list[ui.ActionRow[Any]]:
    return rows([Control.make(at, press, emojis.get(press.card) if press.card else None) for press in presses])


def _text(lines: Iterable[str]) -> str:
    return "\n".join(line for line in lines if line)


# The table


def board_layout(board: Board, emojis: Emojis) -> ui.LayoutView:
    """The table as everybody may see it, with what anybody could click."""
    face = emojis.text
    head = _text([f"### {paint(boards.title(board))}", *(paint(line, face) for line in boards.state(board))])
    if board.deadline is not None:
        when = f"<t:{int(board.deadline)}:R>"
        head += "\n" + say.BOARD_TIME.format(when=when)
    sitting = _text(
        f"**{paint(line)}**" if seat.on_turn else paint(line)
        for seat, line in zip(board.seats, boards.seats(board), strict=True)
    )
    items: list[ui.Item[Any]] = [ui.TextDisplay(head), ui.Separator(), ui.TextDisplay(sitting or "…")]
    latest = _latest(board, face, LONGEST - len(head) - len(sitting))
    if latest:
        items += [ui.Separator(), ui.TextDisplay(latest)]
    return _layout(*items, *_rows(board_presses(board), (board.game, board.turn), emojis), accent=ACCENTS[board.color])


def _latest(board: Board, face: Face, room: int) -> str:
    """What was said last, as far as there is room; each line small, the newest at the end."""
    kept: list[str] = []
    for line in reversed(board.lines):
        text = paint(line, face)
        text = f"-# {text if len(text) <= LONGEST_LINE else escaped(plain(line)[:LONGEST_LINE])}"
        room -= len(text) + 1
        if room < 0:
            break
        kept.insert(0, text)
    return "\n".join(kept)


# The hand


def hand_layout(hand: Hand, emojis: Emojis, picture: bool, choose: Card | None = None) -> ui.LayoutView:
    """One player's cards and what they can do with them; with `choose`, the ways to play that card."""
    choices = choice_presses(hand, choose) if choose else []
    presses = choices or hand_presses(hand)
    face = emojis.text if len(hand.cards) <= MANY else no_face
    lines = [
        _heading(hand.venue),
        paint(boards.hand_top(hand), face) if hand.on_turn or hand.others else "",  # else it would soon be an old one
        paint(hand_line(hand), face),
    ]
    if hand.others:
        lines.append(paint(counts_line(hand)))
    items: list[ui.Item[Any]] = [ui.TextDisplay(_text(lines))]
    if picture:
        item = discord.MediaGalleryItem(f"attachment://{PICTURE}", description=alt_text(hand))
        items.append(ui.MediaGallery(item))
    if choices and choose:
        items.append(ui.TextDisplay(paint(fill(say.CHOOSE_HOW, card=choose), face)))
    more = len(playable_cards(hand)) - MOST_CARDS
    if more > 0 and not choices:
        items.append(ui.TextDisplay(paint(fill(say.MORE_CARDS, count=more))))
    accent = ACCENTS[hand.color] if hand.on_turn else ACCENTS[None]
    return _layout(*items, *_rows(presses, (hand.game, hand.turn), emojis), accent=accent)


def hand_over_layout(venue: Venue) -> ui.LayoutView:
    """What is left of a hand when the round is over: nothing to click."""
    return _layout(ui.TextDisplay(f"{_heading(venue)}\n{say.HAND_OVER}"), accent=ACCENTS[None])


def _heading(venue: Venue) -> str:
    return f"### {paint(fill(say.HAND_OF, venue=venue.name))}"


def alt_text(hand: Hand) -> str:
    """The picture in words, for whoever does not see it; at most what Discord takes."""
    cards = _codes(hand.cards)
    playable = _codes(playable_cards(hand)) or say.NO_CARD
    return plain(fill(say.HAND_ALT, count=len(hand.cards), cards=cards, playable=playable))[:1024]


def _codes(cards: Sequence[Card]) -> str:
    return " ".join(card.code for card in cards)


def chosen(text: str) -> Card | None:
    """The card that somebody wants to choose about."""
    card = CARDS.get(text)
    return card if card and card.face is card else None
