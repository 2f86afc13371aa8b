"""What waits to be sent on one connection: how fast, in which order, and what is spared. Sans-io.

Everything goes through one token bucket, because servers count lines per connection. Each channel and each person has
a queue of its own, in which order is kept; the queues take turns, so that a busy table cannot starve a quiet one. A
person's own answer goes before the rest, but never twice in a row while others wait. While something waits it may be
replaced (a newer hand for an older one, by key) or combined with its neighbour (`combine`, which may also let the
newer one stand for both), so that a backlog shrinks instead of growing stale. Knows nothing of IRC, cards or
sentences: `T` is whatever a network sends at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")
LONGEST_QUEUE = 40  # things that may wait for one channel or person; older ones are dropped


@dataclass(slots=True)
class _Bundle(Generic[T]):
    """Things that belong together, such as the two halves of a long hand."""

    items: deque[T]
    key: Hashable | None
    answer: bool
    begun: bool = False  # a half is out: the other half must follow


@dataclass(slots=True)
class _Queue(Generic[T]):
    bundles: deque[_Bundle[T]] = field(default_factory=deque)
    answers: int = 0


class Outbox(Generic[T]):
    def __init__(
        self,
        burst: float,
        per_second: float,
        combine: Callable[[T, T], T | None] = lambda first, second: None,
    ) -> None:
        self.burst = burst
        self.per_second = per_second
        self.combine = combine
        self.tokens = burst
        self.at: float | None = None
        self.queues: dict[str, _Queue[T]] = {}  # in the order of their turns
        self.held: set[str] = set()
        self.answered_last = False

    # In

    def put(self, queue: str, items: Sequence[T], key: Hashable | None = None, answer: bool = False) -> None:
        """Let these wait, in this order, for their turn. A key replaces what still waits in the queue under it."""
        if not items:
            return
        waiting = self.queues.setdefault(queue, _Queue())
        if key is not None:
            for old in [one for one in waiting.bundles if one.key == key and not one.begun]:
                waiting.bundles.remove(old)
                waiting.answers -= old.answer
                answer = answer or old.answer  # whoever asked first has waited long enough
        waiting.bundles.append(_Bundle(deque(items), key, answer))
        waiting.answers += answer
        while len(waiting.bundles) > LONGEST_QUEUE:
            waiting.answers -= waiting.bundles.popleft().answer

    def hold(self, queue: str) -> None:
        """Keep what waits here, as for a channel that the bot was thrown out of."""
        self.held.add(queue)

    def release(self, queue: str) -> None:
        self.held.discard(queue)

    def rename(self, old: str, new: str) -> None:
        """What waits for somebody goes along with them."""
        waiting = self.queues.pop(old, None) if old != new else None
        if waiting:
            there = self.queues.setdefault(new, _Queue())
            there.bundles.extendleft(reversed(waiting.bundles))
            there.answers += waiting.answers

    def clear(self) -> None:
        self.queues.clear()
        self.held.clear()

    # Out

    def spend(self, now: float, lines: int = 1) -> None:
        """Something was sent past the queues, such as an answer to a PING: it counts all the same."""
        self._fill(now)
        self.tokens -= lines

    def take(self, now: float) -> tuple[str, T] | None:
        """The next thing to send and its queue, if anything may be sent now."""
        name = self._next()
        if name is None:
            return None
        self._fill(now)
        if self.tokens < 1:
            return None
        self.tokens -= 1
        queue = self.queues.pop(name)
        item = self._pop(queue)
        if queue.bundles:
            self.queues[name] = queue  # to the end of the line
        return name, item

    def wait(self, now: float) -> float | None:
        """Seconds until `take` gives something; None when nothing waits."""
        if self._next() is None:
            return None
        self._fill(now)
        return max(0.0, (1 - self.tokens) / self.per_second)

    def __len__(self) -> int:
        return sum(len(bundle.items) for queue in self.queues.values() for bundle in queue.bundles)

    def _fill(self, now: float) -> None:
        if self.at is not None:
            self.tokens = min(self.burst, self.tokens + max(0.0, now - self.at) * self.per_second)
        self.at = now

    def _next(self) -> str | None:
        """Whose turn it is: an answer's, but not twice in a row while others wait."""
        first: str | None = None
        for name, queue in self.queues.items():
            if name not in self.held:
                if bool(queue.answers) != self.answered_last:
                    return name
                first = name if first is None else first
        return first

    def _pop(self, queue: _Queue[T]) -> T:
        bundle = queue.bundles[0]
        self.answered_last = queue.answers > 0
        item = bundle.items.popleft()
        bundle.begun = True
        if bundle.items:
            return item
        self._drop_first(queue)
        while queue.bundles and len(queue.bundles[0].items) == 1:
            both = self.combine(item, queue.bundles[0].items[0])
            if both is None:
                break
            item = both
            self._drop_first(queue)
        return item

    def _drop_first(self, queue: _Queue[T]) -> None:
        queue.answers -= queue.bundles.popleft().answer
