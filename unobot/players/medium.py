"""The medium player: does whatever leaves it the best chance to win, as far as it can see.

What an action leads to stands in prospects.py, what makes a position good in judgement.py. It calls UNO in the same
breath and catches whoever forgets. Nothing is left to chance: in the same view it does the same.
"""

from __future__ import annotations

from random import Random
from typing import assert_never

from unobot.engine.actions import (
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
from unobot.engine.cards import Figure
from unobot.engine.phase import Phase
from unobot.engine.view import View
from unobot.players.calls import due_call, possible_catch, quiet_plays, with_call
from unobot.players.judgement import Position, chance
from unobot.players.prospects import (
    after_answering_wild,
    after_challenge,
    after_naming,
    after_pass,
    after_pick,
    after_play,
    after_taking,
    now,
)
from unobot.players.table import Table

CHAIN = 3  # how many turns in a row are thought through
LONG_HAND = 8  # with more cards than this only the first is: the end is far, and the ways are many


def choose(view: View, random: Random) -> Action:
    call = due_call(view) or possible_catch(view)
    if call:
        return call
    table, position = Table(view), now(view)
    depth = CHAIN if len(view.hand) <= LONG_HAND else 1
    best = max(worth_weighing(view), key=lambda action: prospect(table, position, action, depth))
    return with_call(view, best) if isinstance(best, Play) else best


def react(view: View, random: Random) -> Action | None:
    call = due_call(view) or possible_catch(view)
    if call or view.turn == view.seat:
        return call
    plays = quiet_plays(view)
    if not plays:
        return None
    table, position = Table(view), now(view)
    best = max(plays, key=lambda play: prospect(table, position, play, 1))
    return with_call(view, best) if prospect(table, position, best, 1) > chance(table, position) else None


def worth_weighing(view: View) -> list[Action]:
    """Everything but calls and catches, and a pick that would pick nothing: a table of wild-keepers would never end."""
    plays = quiet_plays(view)
    exhausted = view.draw_left == 0 and len(view.discard) == 1 and not view.pile
    kinds = Challenge | Name | Pass if plays and exhausted else Challenge | Name | Pass | Draw
    return [*plays, *(action for action in view.actions if isinstance(action, kinds))]


def prospect(table: Table, position: Position, action: Action, depth: int) -> float:
    """The chance to win after this action."""
    match action:
        case Play():
            card = action.cards[0]
            if answers_wild(table.view, action):
                return after_answering_wild(table, position, card, action.color)
            return after_play(table, position, card, len(action.cards), action.color, action.partner, depth)
        case Draw() | Pass() if position.pile:
            return after_taking(table, position)
        case Draw():
            return after_pick(table, position)
        case Pass():
            return after_pass(table, position)
        case Challenge():
            return after_challenge(table, position, depth)
        case Name():
            return after_naming(table, position, action.color, depth)
        case CallUno() | Catch() | Expire() | Leave() | Join() | Foul():
            raise ValueError(f"{action} is not for weighing")
        case _:
            assert_never(action)


def answers_wild(view: View, play: Play) -> bool:
    """With `no_u`: does this answer the Wild that lies there? (Whether the window is still open, a View cannot tell:
    it is open if the play is possible at all for a card that does not fit.)"""
    if not view.rules.no_u or view.phase is not Phase.TURN or len(play.cards) != 1:
        return False
    top, figure = view.discard[-1], play.cards[0].figure
    named = top.figure is Figure.WILD or top.color is not view.color
    return named and (figure in (Figure.SKIP, Figure.REVERSE) or (figure is Figure.WILD and view.seat != view.turn))
