"""How long to wait before the next attempt: a second, doubling up to a minute, with jitter."""

from __future__ import annotations

from random import Random


def backoff(failures: int, random: Random, first: float = 1.0, most: float = 60.0) -> float:
    """Seconds, after so many attempts in a row that failed."""
    return min(most, first * 2.0 ** min(max(failures - 1, 0), 20)) * random.uniform(0.8, 1.0)
