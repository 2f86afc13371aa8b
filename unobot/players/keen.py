"""The keen random player: any play there is, all alike, and a pick only without one. The measure for the others.

Plays as `keen` in unobot/simulate.py does, from a View, and calls UNO besides: where it must be called, a player who
never does is caught every time and measures nothing. It never catches, challenges or acts out of turn.
"""

from __future__ import annotations

from random import Random

from unobot.engine.actions import DRAW, NAMES, PASS, Action, Play
from unobot.engine.phase import Phase
from unobot.engine.view import View
from unobot.players.calls import with_call


def choose(view: View, random: Random) -> Action:
    plays = [action for action in view.actions if isinstance(action, Play) and not action.uno]
    if plays:
        return with_call(view, random.choice(plays))
    if view.phase is Phase.COLOR:
        return random.choice(NAMES)
    return PASS if view.phase is Phase.PICKED else DRAW


def react(view: View, random: Random) -> Action | None:
    return None
