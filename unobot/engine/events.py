"""What happened, in the past tense: one value per fact, in the order in which it happened.

Some events know cards that only one player may see; `public` is the one way in which an event reaches a channel, and
it leaves those out. Sentences are made elsewhere.

Events are made at every move, and a frozen dataclass costs four times a slotted one. `event` makes a slotted class
that the type checker holds to be frozen; nothing else keeps one from being changed, and nothing changes one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar, assert_never, dataclass_transform

from unobot.engine.cards import Card, Color
from unobot.engine.reasons import Reason

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def event(cls: type[T]) -> type[T]:
    return dataclass(slots=True)(cls)


class Why(StrEnum):
    """Why cards were drawn."""

    PICK = "pick"
    PILE = "pile"
    CHALLENGE = "challenge"
    MISSED_UNO = "missed_uno"
    FALSE_UNO = "false_uno"
    FALSE_CATCH = "false_catch"
    FOUL = "foul"
    JOIN = "join"
    EXPIRY = "expiry"


@event
class Dealt:
    """Everyone has their cards; public without them."""

    dealer: int
    hands: tuple[tuple[int, tuple[Card, ...]], ...]


@event
class PutBack:
    """This card was turned up first and went under the draw pile."""

    card: Card


@event
class DealtAgain:
    """Only cards that cannot lie there were left to turn up."""


@event
class TurnedUp:
    """The first card of the discard pile."""

    card: Card


@event
class Played:
    seat: int
    cards: tuple[Card, ...]
    color: Color | None


@event
class JumpedIn:
    """The play that follows is out of turn."""

    seat: int


@event
class AnsweredWild:
    """The play before was an answer to a Wild and has no other effect."""

    seat: int


@event
class Named:
    seat: int
    color: Color


@event
class Turned:
    """The direction of play has changed."""

    direction: int


@event
class Skipped:
    seat: int


@event
class DrawWaits:
    """So many cards wait for this seat, who may answer."""

    seat: int
    count: int


@event
class Drew:
    """So many cards were really drawn; public without naming them."""

    seat: int
    count: int
    why: Why
    cards: tuple[Card, ...]


@event
class Passed:
    seat: int


@event
class Reshuffled:
    """The discards are the new draw pile."""

    count: int


@event
class Challenged:
    """The challenger has seen the hand; the channel hears only the verdict."""

    seat: int
    offender: int
    guilty: bool
    hand: tuple[Card, ...]


@event
class CalledUno:
    """By the player, or by the bot for them."""

    seat: int


@event
class MissedUno:
    """Without anyone catching it."""

    seat: int


@event
class Caught:
    seat: int
    target: int


@event
class FalselyCalled:
    seat: int


@event
class FalselyCaught:
    seat: int
    target: int


@event
class Swapped:
    seat: int
    partner: int


@event
class HandsPassed:
    """Every hand went on to the next seat in this direction."""

    direction: int


@event
class Fouled:
    seat: int
    reason: Reason


@event
class Expired:
    seat: int


@event
class Left:
    seat: int


@event
class Joined:
    seat: int


@event
class RoundWon:
    seat: int
    points: int
    forfeit: bool


Event = (
    Dealt
    | PutBack
    | DealtAgain
    | TurnedUp
    | Played
    | JumpedIn
    | AnsweredWild
    | Named
    | Turned
    | Skipped
    | DrawWaits
    | Drew
    | Passed
    | Reshuffled
    | Challenged
    | CalledUno
    | MissedUno
    | Caught
    | FalselyCalled
    | FalselyCaught
    | Swapped
    | HandsPassed
    | Fouled
    | Expired
    | Left
    | Joined
    | RoundWon
)


def public(happened: Event) -> Event:
    """The event as a channel may know it."""
    match happened:
        case Dealt(dealer=dealer):
            return Dealt(dealer, ())
        case Drew(seat=seat, count=count, why=why):
            return Drew(seat, count, why, ())
        case Challenged(seat=seat, offender=offender, guilty=guilty):
            return Challenged(seat, offender, guilty, ())
        case (
            PutBack()
            | DealtAgain()
            | TurnedUp()
            | Played()
            | JumpedIn()
            | AnsweredWild()
            | Named()
            | Turned()
            | Skipped()
            | DrawWaits()
            | Passed()
            | Reshuffled()
            | CalledUno()
            | MissedUno()
            | Caught()
            | FalselyCalled()
            | FalselyCaught()
            | Swapped()
            | HandsPassed()
            | Fouled()
            | Expired()
            | Left()
            | Joined()
            | RoundWon()
        ):
            return happened
        case _:
            assert_never(happened)
