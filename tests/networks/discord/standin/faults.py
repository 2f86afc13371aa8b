"""Trouble on demand: what should go wrong with the next requests, and rate limits that count."""

from __future__ import annotations

import math
import re
import time
from dataclasses import dataclass, field

from tests.networks.discord.standin.limits import Json


@dataclass
class Fault:
    """For the next `times` requests of this method ("*": any) whose path fits this pattern.

    `stall` waits so many seconds first. With a `status` the request is answered with it and nothing is done. `lost`
    does what was asked and breaks the connection instead of answering; `refused` breaks it at once.
    """

    method: str
    pattern: str
    times: int = 1
    status: int | None = None
    code: int = 0
    message: str = "as the test wants it"
    retry_after: float = 0.1
    everywhere: bool = False  # a 429 for every path
    stall: float = 0.0
    lost: bool = False
    refused: bool = False
    hits: int = 0

    def fits(self, method: str, path: str) -> bool:
        left = self.hits < self.times
        return left and self.method in ("*", method) and re.search(self.pattern, path) is not None

    def answer(self) -> tuple[int, Json, dict[str, str]]:
        assert self.status
        if self.status == 429:
            return limited(self.retry_after, self.everywhere)
        return self.status, {"message": self.message, "code": self.code}, {}


def limited(seconds: float, everywhere: bool) -> tuple[int, Json, dict[str, str]]:
    body = {"message": "You are being rate limited.", "retry_after": seconds, "global": everywhere}
    # Without "Via" discord.py takes it for a ban by Cloudflare, which has no end.
    headers = {"Via": "1.1 google", "Retry-After": str(math.ceil(seconds))}
    headers |= {"X-RateLimit-Global": "true"} if everywhere else {}
    return 429, body, headers | {"X-RateLimit-Scope": "global" if everywhere else "user"}


@dataclass
class Bucket:
    """So many requests in so many seconds for each of what the pattern's group matches."""

    method: str
    pattern: str
    limit: int
    per: float
    used: dict[str, list[float]] = field(default_factory=dict)

    def take(self, method: str, path: str) -> tuple[bool, dict[str, str]] | None:
        """Whether there was room, and the headers that say so; None: not for this bucket."""
        match = re.search(self.pattern, path)
        if method != self.method or not match:
            return None
        key, now = "/".join(match.groups()), time.monotonic()
        used = self.used.setdefault(key, [])
        if used and now - used[0] >= self.per:  # the window is over
            used.clear()
        room = len(used) < self.limit
        if room:
            used.append(now)
        rest = max(0.0, self.per - (now - used[0]))
        headers = {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.limit - len(used)),
            "X-RateLimit-Reset": f"{time.time() + rest:.3f}",
            "X-RateLimit-Reset-After": f"{rest:.3f}",
            "X-RateLimit-Bucket": f"{abs(hash((self.method, self.pattern))):x}",
        }
        return room, headers


class Faults:
    def __init__(self) -> None:
        self.planned: list[Fault] = []
        self.buckets: list[Bucket] = []

    def take(self, method: str, path: str) -> Fault | None:
        for fault in self.planned:
            if fault.fits(method, path):
                fault.hits += 1
                return fault
        return None

    def count(self, method: str, path: str) -> tuple[bool, dict[str, str]]:
        found = (bucket.take(method, path) for bucket in self.buckets)
        return next((one for one in found if one), (True, {}))
