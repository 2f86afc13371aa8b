"""What one seat may know. A computer player, and whoever writes one, sees this and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from unobot.engine.actions import Action
from unobot.engine.cards import Card, Color, Figure, in_order
from unobot.engine.game import Game
from unobot.engine.phase import Phase
from unobot.engine.rules import Rules


@dataclass(frozen=True, slots=True)
class View:
    """The table as it looks from one chair."""

    seat: int
    rules: Rules
    hand: tuple[Card, ...]  # in order
    actions: tuple[Action, ...]  # what this seat can do now
    order: tuple[int, ...]  # clockwise
    counts: dict[int, int]  # how many cards everyone holds
    turn: int
    phase: Phase
    direction: int
    discard: tuple[Card, ...]  # the top card is the last one
    color: Color | None
    pile: int
    kind: Figure
    can_challenge: bool
    picked: Card | None  # only one's own
    draw_left: int
    catchable: int | None
    called: frozenset[int]
    drew_on: dict[int, Color | None]  # the colour on which a seat last picked
    winner: int | None


def view(game: Game, seat: int) -> View:
    return View(
        seat=seat,
        rules=game.rules,
        hand=tuple(in_order(game.hands[seat])),
        actions=tuple(game.legal_actions(seat)),
        order=game.order,
        counts={other: len(game.hands[other]) for other in game.order},
        turn=game.turn,
        phase=game.phase,
        direction=game.direction,
        discard=tuple(game.discard),
        color=game.color,
        pile=game.pile,
        kind=game.kind,
        can_challenge=game.bluff is not None,
        picked=game.picked if seat == game.turn else None,
        draw_left=len(game.draw),
        catchable=game.catchable,
        called=called_uno(game),
        drew_on=dict(game.drew_on),
        winner=game.winner,
    )


def called_uno(game: Game) -> frozenset[int]:
    """Whose call stands; where the bot announces UNO, everyone with one card."""
    if game.rules.uno_call == "call":
        return game.called
    return frozenset(seat for seat in game.order if len(game.hands[seat]) == 1)
