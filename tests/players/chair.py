"""The language of these tests: a position and some moves, as in tests/engine/position.py, and what a player does then.

    chosen("ann: pe", "ann: pa", top="b9", ann="r1 r2", bob="w b3 g4") == "wb"

Seats sit in the order of their names, so Bob is on turn unless it says otherwise. `chosen` asks whoever is on turn
after the moves, `reaction` the seat that is named.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.engine.position import record
from unobot.engine.notation import action_text
from unobot.engine.replay import Replay
from unobot.engine.view import View, view
from unobot.players import MEDIUM


def seen(name: str | None, *moves: str, **given: Any) -> View:
    """What that seat sees after the moves; without a name, the seat on turn. Every move must be accepted."""
    replay = Replay(record(*moves, **dict(sorted(given.items()))))
    assert [step.reason for step in replay.play_all()] == [None] * len(moves)
    seat = replay.game.turn if name is None else replay.find(name)
    assert seat is not None
    return view(replay.game, seat)


def chosen(*moves: str, **given: Any) -> str:
    """What the medium player does on turn."""
    return action_text(MEDIUM.choose(seen(None, *moves, **given), Random(1)))


def reaction(name: str, *moves: str, **given: Any) -> str | None:
    """What the medium player does in that chair, out of turn."""
    action = MEDIUM.react(seen(name, *moves, **given), Random(1))
    return action_text(action) if action else None
