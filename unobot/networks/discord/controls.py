"""Buttons: which there are at a moment, what each of them types, and how a click is read.

A `Press` is what a button means; a `Control` is the button. Its id is `uno:<game>:<turn>:<what one would type>`, so a
click needs nothing but itself: it works after a restart and in messages that the bot no longer remembers. Where there
is something to choose about a card (single or double, colour, partner, with the UNO call or without) the first button
types `choose CARD`, which changes nothing, and those of the second step carry the whole move.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from unobot.chat.ports import Board, Hand
from unobot.chat.speech import english as say
from unobot.chat.speech.line import fill, plain
from unobot.engine.actions import Play
from unobot.engine.cards import Card, Color
from unobot.engine.notation import card_text, parse_action

ID = re.compile(r"uno:(?P<game>[0-9]{1,15}):(?P<turn>[0-9]{1,9}):(?P<text>.{1,70})")
CHOOSE = "choose "
MOST_CARDS = 21
IN_A_ROW = 5

RED, GREEN = discord.ButtonStyle.danger, discord.ButtonStyle.success
BLUE, GREY = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
STYLES = {Color.RED: RED, Color.GREEN: GREEN, Color.BLUE: BLUE, Color.YELLOW: GREY, None: GREY}
COLORS = [(color, f"co {color}") for color in Color]
BOARD_STYLES = {"jo": GREEN, "deal": BLUE, "un": RED, "ch": RED}


@dataclass(frozen=True, slots=True)
class Press:
    """One thing to click: what it types, and what stands on it."""

    text: str
    label: str
    style: discord.ButtonStyle = GREY
    card: Card | None = None


def _label(template: str, **fields: object) -> str:
    """Labels are plain text: nothing in them is markup, and nothing needs to be escaped."""
    return plain(fill(template, **fields))[:80]


# Under the table


def board_presses(board: Board) -> list[Press]:
    """What everybody may see that can be done; never a card."""
    presses = []
    for move in board.moves:
        word, _, seat = move.partition(" #")
        player = next((one.person for one in board.seats if str(one.number) == seat), "?")
        label = _label(say.BUTTONS[word], player=player)
        if move == "pa" and board.pile:
            label = _label(say.BUTTONS["take"], count=board.pile)
        presses.append(Press(move, label, BOARD_STYLES.get(word, GREY)))
    if board.phase == "playing":
        presses.insert(0, Press("ca", say.BUTTONS["ca"], BLUE))
    return presses


# Under the hand


def hand_presses(hand: Hand) -> list[Press]:
    """One for every playable card that there is room for, then what can be done without a card."""
    presses = []
    for card in playable_cards(hand)[:MOST_CARDS]:
        ways = _ways(hand, card)
        if len(ways) == 1:
            presses.append(_way_press(hand, ways[0]))
        else:
            presses.append(_card_press(CHOOSE + card.code, _label(say.CHOOSE, card=card), card))
    presses += [Press(move, say.COLORS[color], STYLES[color]) for color, move in COLORS if move in hand.moves]
    if hand.pile:
        presses.append(Press("pa", _label(say.BUTTONS["take"], count=hand.pile)))
    elif hand.on_turn:
        presses += [Press(move, say.BUTTONS[move]) for move in ("pe", "pa") if move in hand.moves]
    if hand.can_challenge:
        presses.append(Press("ch", say.BUTTONS["ch"], RED))
    if "un" in hand.moves and len(hand.cards) <= 2:
        presses.append(Press("un", say.BUTTONS["un"], RED))
    if not hand.on_turn:
        presses.append(Press("ca", say.BUTTONS["ca"], BLUE))
    return presses


def choice_presses(hand: Hand, card: Card) -> list[Press]:
    """The second step: every way to play this card; none if it cannot be played (any more)."""
    presses = [_way_press(hand, play) for play in _ways(hand, card)]
    return [*presses, Press("ca", say.BUTTONS["back"])] if presses else []


def playable_cards(hand: Hand) -> list[Card]:
    return [card for card in dict.fromkeys(hand.cards) if card in hand.playable]


def _ways(hand: Hand, card: Card) -> list[Play]:
    """How the card can be played: a wild only with its colour, UNO only where one card is left."""
    plays = [action for action in map(parse_action, hand.moves) if isinstance(action, Play)]
    last = {len(play.cards) for play in plays if len(play.cards) == len(hand.cards)}  # a last wild needs no colour
    return [
        play
        for play in plays
        if play.cards[0] is card
        and (not card.wild or (play.color is None) is (len(play.cards) in last))
        and (not play.uno or len(hand.cards) - len(play.cards) == 1)
    ]


def _way_press(hand: Hand, play: Play) -> Press:
    card = play.cards[0]
    color = say.COLORS[play.color] if play.color else ""
    if len(play.cards) == 2:
        label = _label(say.TWICE_IN if color else say.TWICE, card=card, color=color)
    else:
        label = _label(say.IN_COLOR, card=card, color=color) if color else card.code
    text = card_text(play.cards, play.color)
    if play.partner is not None:
        player = dict(hand.partners).get(play.partner, f"#{play.partner}")
        label, text = _label(say.SWAP_WITH, move=label, player=player), f"{text} #{play.partner}"
    if play.uno:
        label, text = _label(say.WITH_UNO, move=label), f"{text} uno"
    return _card_press(text, label, card, play.color)


def _card_press(text: str, label: str, card: Card, color: Color | None = None) -> Press:
    return Press(text, label, STYLES[color or card.color], card)


# Buttons


class Control(discord.ui.DynamicItem[discord.ui.Button[Any]], template=ID):
    """A button. Its clicks are heard and answered in `on_interaction` (client.py), in one place for all of them: the
    library drops some without a word, and only logs what goes wrong in others."""

    @classmethod
    def make(cls, at: tuple[int, int], press: Press, emoji: discord.Emoji | None) -> Control:
        custom_id = f"uno:{at[0]}:{at[1]}:{press.text}"
        return cls(discord.ui.Button(style=press.style, label=press.label, custom_id=custom_id, emoji=emoji))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Control:
        assert isinstance(item, discord.ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Nothing: see above."""


def rows(controls: Sequence[Control]) -> list[discord.ui.ActionRow[Any]]:
    """As many to a row as there may be."""
    return [discord.ui.ActionRow(*controls[start : start + IN_A_ROW]) for start in range(0, len(controls), IN_A_ROW)]


@dataclass(frozen=True, slots=True)
class Click:
    at: tuple[int, int]
    text: str


def clicked(custom_id: str) -> Click | None:
    """What a click means; None if it is no button of ours."""
    match = ID.fullmatch(custom_id)
    return Click((int(match["game"]), int(match["turn"])), match["text"]) if match else None
