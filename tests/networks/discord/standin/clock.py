"""The stand-in's time and its ids.

An id is a snowflake, as Discord's are: the milliseconds since 2015, then a number. They only ever grow, so that the
order of the ids is the order in which things came to be. The clock can be shifted, for what expires.
"""

from __future__ import annotations

import datetime
import time

EPOCH = 1_420_070_400_000  # the first millisecond of 2015
FIRST_GUILD = 10_080_000_000  # divisible by every small number: the first guild is on shard 0, the next on shard 1 …


class Clock:
    def __init__(self) -> None:
        self.shifted = 0.0
        self._last = 0
        self._guilds = 0

    def now(self) -> float:
        return time.time() + self.shifted

    def shift(self, seconds: float) -> None:
        """Let so much time pass at once."""
        self.shifted += seconds

    def stamp(self) -> str:
        return datetime.datetime.fromtimestamp(self.now(), datetime.UTC).isoformat()

    def id(self) -> int:
        self._last = max(self._last + 1, (int(self.now() * 1000) - EPOCH) << 22)
        return self._last

    def guild_id(self) -> int:
        """Guilds are dealt to the shards in turn, whatever the time is."""
        self._guilds += 1
        return (FIRST_GUILD + self._guilds - 1) << 22
