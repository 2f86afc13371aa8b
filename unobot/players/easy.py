"""The easy player: legal and plausible, with the mistakes that people make.

It sees what can be played and likes to be rid of high cards, but it does not look further than the card: it plays its
wilds as soon as nothing else fits, forgets to call UNO, overlooks a card now and then, and takes a draw that it could
have answered. How often, the numbers below say.
"""

from __future__ import annotations

from random import Random

from unobot.engine.actions import CHALLENGE, DRAW, PASS, Action, Name, Play
from unobot.engine.cards import Card, Color
from unobot.engine.phase import Phase
from unobot.engine.view import View
from unobot.players.calls import due_call, possible_catch, quiet_plays, with_call

OVERLOOKS_A_CARD = 0.15  # for each card that fits
TAKES_THE_DRAW = 0.3  # instead of answering it
CALLS_UNO = 0.6
CALLS_LATE = 0.3  # having forgotten, before somebody else notices
CATCHES = 0.3
CHALLENGES = 0.2
JUMPS_IN = 0.4  # or answers a Wild
NAMES_ITS_OWN_COLOR = 0.7  # otherwise any


def choose(view: View, random: Random) -> Action:
    call = _call(view, random)
    if call:
        return call
    if view.phase is Phase.COLOR:
        return Name(_color(view.hand, random))
    if CHALLENGE in view.actions and random.random() < CHALLENGES:
        return CHALLENGE
    plays = quiet_plays(view)
    can_wait = DRAW in view.actions or PASS in view.actions
    if view.phase is Phase.DRAW and random.random() < TAKES_THE_DRAW:
        plays = []
    seen = [play for play in plays if random.random() >= OVERLOOKS_A_CARD]
    if seen or not can_wait:
        return _perhaps_calling(view, _liked(view, seen or plays, random), random)
    return DRAW if DRAW in view.actions else PASS


def react(view: View, random: Random) -> Action | None:
    call = _call(view, random)
    plays = quiet_plays(view)
    if call or view.seat == view.turn or not plays or random.random() >= JUMPS_IN:
        return call
    return _perhaps_calling(view, _liked(view, plays, random), random)


def _call(view: View, random: Random) -> Action | None:
    """The call or catch that is due, if it comes to mind."""
    call, catch = due_call(view), possible_catch(view)
    if call and random.random() < CALLS_LATE:
        return call
    return catch if catch and random.random() < CATCHES else None


def _perhaps_calling(view: View, play: Play, random: Random) -> Play:
    return with_call(view, play) if random.random() < CALLS_UNO else play


def _liked(view: View, plays: list[Play], random: Random) -> Play:
    """Wilds only if nothing else is there; then what is worth most, with the colour that comes to mind."""
    coloured = [play for play in plays if not play.cards[0].wild]
    if coloured:
        most = max(play.cards[0].points for play in coloured)
        return random.choice([play for play in coloured if play.cards[0].points == most])
    color = _color(view.hand, random)
    named = [play for play in plays if play.color is color]
    return random.choice(named or plays)


def _color(hand: tuple[Card, ...], random: Random) -> Color:
    held = [card.color for card in hand if card.color]
    if held and random.random() < NAMES_ITS_OWN_COLOR:
        return random.choice(held)
    return random.choice(list(Color))
