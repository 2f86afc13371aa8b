"""UNO: whose call is due, whom to catch, and which way of making a play calls in the same breath.

Only what applies: a false call or catch may be among a seat's actions, where the rules charge for it.
"""

from __future__ import annotations

from unobot.engine.actions import CALL_UNO, Action, Catch, Play
from unobot.engine.view import View


def due_call(view: View) -> Action | None:
    """The call that we have missed and can still make."""
    return CALL_UNO if view.catchable == view.seat and CALL_UNO in view.actions else None


def possible_catch(view: View) -> Action | None:
    """A catch that will be right."""
    if view.catchable is None or view.catchable == view.seat or not view.rules.uno_penalty:
        return None
    catch = Catch(view.catchable)
    return catch if catch in view.actions else None


def leaves_one(view: View, play: Play) -> bool:
    return len(view.hand) - len(play.cards) == 1


def quiet_plays(view: View) -> list[Play]:
    """The plays without those that call; a wild names its colour at once, unless it is the last card."""
    return [
        action
        for action in view.actions
        if isinstance(action, Play)
        and not action.uno
        and not (action.cards[0].wild and action.color is None and len(view.hand) > len(action.cards))
    ]


def with_call(view: View, play: Play) -> Play:
    """The same play calling UNO, where that applies and is needed."""
    if view.rules.uno_call == "auto" or not leaves_one(view, play):
        return play
    return Play(play.cards, play.color, play.partner, uno=True)
