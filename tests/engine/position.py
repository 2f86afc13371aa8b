"""The language of the rule tests: a position, some moves, and what came of them.

    after("ann: r5r5", "bob: pe", top="r1", ann="r5 r5 g1", bob="b1 b2", draw="y9")

Seats are the keyword arguments that are not settings of the record, in the order given; the first one deals, so with
`top` the second one is on turn unless `on_turn` says otherwise. Options of the rules are given in `rules`.
"""

from __future__ import annotations

from typing import Any

from unobot.engine.record import Record
from unobot.engine.replay import replay

SETTINGS = ("preset", "rules", "top", "turned_up", "draw", "on_turn", "direction", "pile", "standings", "seed")


class Outcome:
    """The object that `unobot replay --json` prints, with its keys as attributes and hands as text."""

    def __init__(self, json: dict[str, Any]) -> None:
        self.json = json

    def __getattr__(self, key: str) -> Any:
        return self.json[key]

    def hand(self, name: str) -> str:
        return " ".join(self.json["hands"][name])

    @property
    def reasons(self) -> list[str]:
        """Why moves were refused, in order; empty when every move was accepted."""
        return [refused["reason"] for refused in self.json["refused"]]


def record(*moves: str, **given: Any) -> Record:
    """The record that `after` plays."""
    settings = {key: given.pop(key) for key in SETTINGS if key in given}
    if "seed" not in settings:
        settings["hands"] = given
    return Record.from_dict({"preset": "irc", "players": list(given), "moves": list(moves)} | settings)


def after(*moves: str, **given: Any) -> Outcome:
    """Play the moves from the position; see the top of this file."""
    return Outcome(replay(record(*moves, **given)).summary())
