"""A hand as a line: all cards, the playable ones in brackets, and no other card code beside them."""

from __future__ import annotations

from unobot.chat.ports import Hand
from unobot.chat.speech import english as say
from unobot.chat.speech.line import Line, Span, fill


def hand_line(hand: Hand) -> Line:
    spans: list[Span] = [*fill(_heading(hand))]
    if hand.name_table:
        spans += fill(say.AT_TABLE, venue=hand.venue.name)
    for number, card in enumerate(hand.cards):
        if number:
            spans.append(Span(" "))
        if card in hand.playable:
            spans += (Span("["), Span(card.code, card=card), Span("]"))
        else:
            spans.append(Span(card.code, card=card))
    return (*spans, *fill(advice(hand)))


def _heading(hand: Hand) -> str:
    if hand.must_name:
        return say.YOUR_COLOR
    return say.YOUR_TURN if hand.on_turn else say.YOUR_HAND


def advice(hand: Hand) -> str:
    """What the brackets mean, or what to do without any."""
    if hand.playable:
        return say.BRACKETS if sum(card in hand.playable for card in hand.cards) > 1 else say.BRACKETS_ONE
    if not hand.on_turn or hand.must_name:
        return ""
    if hand.pile:
        return say.NOTHING_ANSWERS_CHALLENGE if hand.can_challenge else say.NOTHING_ANSWERS
    return say.NOTHING_FITS_PICKED if hand.picked else say.NOTHING_FITS


def counts_line(hand: Hand) -> Line:
    """How many cards everyone holds, for whoever asked."""
    return fill(say.COUNTS, counts=", ".join(f"{name} {count}" for name, count in hand.others))
