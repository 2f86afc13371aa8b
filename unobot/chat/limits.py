"""How much one person may ask for: so many commands in so much time, each kind by itself.

Past a limit one line says so and the rest is ignored, and not counted. One person's limit never touches another's.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["game", "other", "tables"]
SECONDS: dict[Kind, int] = {"game": 60, "other": 15 * 60, "tables": 3600}


@dataclass(slots=True)
class Limits:
    most: dict[Kind, int]
    times: dict[tuple[str, Kind], deque[float]] = field(default_factory=dict)
    told: set[tuple[str, Kind]] = field(default_factory=set)

    def allow(self, person: str, kind: Kind, now: float) -> bool:
        """Count one command, unless the limit is reached."""
        times = self.times.setdefault((person, kind), deque())
        while times and times[0] <= now - SECONDS[kind]:
            times.popleft()
        if len(times) >= self.most[kind]:
            return False
        times.append(now)
        self.told.discard((person, kind))
        return True

    def tell_once(self, person: str, kind: Kind) -> bool:
        """Is it the first time that this is asked after a limit was reached?"""
        told = (person, kind) in self.told
        self.told.add((person, kind))
        return not told

    def wait(self, person: str, kind: Kind, now: float) -> float:
        """How long somebody must wait who has reached a limit."""
        return self.times[person, kind][0] + SECONDS[kind] - now

    def rename(self, old: str, new: str) -> None:
        """A limit goes along with whoever changes their nick."""
        for kind in SECONDS:
            times = self.times.pop((old, kind), None)
            if times:
                merged = sorted([*times, *self.times.get((new, kind), ())])
                self.times[new, kind] = deque(merged)
            if (old, kind) in self.told:
                self.told = self.told - {(old, kind)} | {(new, kind)}

    def forget_old(self, now: float) -> None:
        """Nobody is remembered for longer than it matters."""
        for (person, kind), times in list(self.times.items()):
            if not times or times[-1] <= now - SECONDS[kind]:
                del self.times[person, kind]
                self.told.discard((person, kind))

    def state(self) -> list[list[object]]:
        """What to keep, as JSON values."""
        return [[*key, list(times), key in self.told] for key, times in self.times.items()]

    def restore(self, state: list[tuple[str, Kind, list[float], bool]], down: float) -> None:
        for person, kind, times, told in state:
            self.times[person, kind] = deque(time + down for time in times)
            if told:
                self.told.add((person, kind))
