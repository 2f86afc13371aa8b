"""The one loop: inbox -> hall -> store -> networks.

Whatever waits in the inbox is handled in the order in which it came and shares one durable commit; nobody is told
before it is kept. When a commit fails or a handler raises, the tables that took part are dropped and restored from
the journal, by the code that also runs at a start, and their people are told to try again: there is one way to
recover.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from unobot.chat.hall import Hall
from unobot.chat.people import Person, network_of
from unobot.chat.ports import (
    Done,
    Effects,
    Heard,
    In,
    Out,
    Record,
    Saved,
    SavedTable,
    Say,
    ShowBoard,
    ShowHand,
    Tell,
)
from unobot.chat.routing import answered
from unobot.chat.speech import english as say
from unobot.chat.speech.line import fill

log = logging.getLogger("unobot")

HEARTBEAT = 10.0  # seconds between notes that the bot is alive, so that a crash costs nobody more of their time
MOST_AT_ONCE = 200  # messages that share a commit
MOST_FAILURES = 3  # in a row, after which a table is closed


class Network(Protocol):
    async def run(self, inbox: Callable[[In], None]) -> None: ...

    def send(self, out: Out) -> None: ...


class Keeper(Protocol):
    """What the bot needs of the store."""

    def write(self, records: Sequence[Record], now: float) -> None: ...

    def load(self) -> Saved: ...

    def load_table(self, venue: str) -> SavedTable | None: ...


def steady_clock() -> Callable[[], float]:
    """The clock on the wall at the start, and from then on one that never jumps."""
    start, zero = time.time(), time.monotonic()
    return lambda: start + time.monotonic() - zero


class Bot:
    def __init__(
        self,
        hall: Hall,
        store: Keeper,
        networks: Mapping[str, Network],
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.hall = hall
        self.store = store
        self.networks = networks
        self.clock = clock or steady_clock()
        self.inbox: deque[In] = deque()
        self.waiting: asyncio.Future[None] | None = None
        self.stepped = asyncio.Event()
        self.failures: Counter[str] = Counter()
        self.beaten = 0.0
        self.owed: list[Record] = []  # of facts whose commit failed

    # Running

    async def run(self) -> None:
        """Serve until a network has nothing more to say, or the task is cancelled. `start` comes first."""
        tasks = [asyncio.create_task(network.run(self.receive)) for network in self.networks.values()]
        try:
            serving = asyncio.create_task(self._serve())
            await asyncio.wait([*tasks, serving], return_when=asyncio.FIRST_COMPLETED)
            for task in (*tasks, serving):
                if task.done():
                    task.result()
        finally:
            for task in (*tasks, serving):
                task.cancel()
            await asyncio.gather(*tasks, serving, return_exceptions=True)

    def start(self) -> None:
        """Bring back every table, before anybody is heard."""
        self.beaten = now = self.clock()
        self.hall.down |= self.networks.keys() - {"local"}  # each says when it is up
        effects = self.hall.restore(self.store.load(), now)
        self._keep_and_send([(None, effects)], now)

    def do(self, effects: Effects) -> None:
        """Keep and tell what was done to the hall directly."""
        self._keep_and_send([(None, effects)], self.clock())

    def repeat(self, venue: str) -> None:
        """Tell a table how things stand."""
        effects = Effects()
        self.hall.repeat(self.hall.tables[venue], effects)
        self.do(effects)

    def receive(self, came: In) -> None:
        self.inbox.append(came)
        self._wake()

    async def _serve(self) -> None:
        while True:
            self.work()
            self.stepped.set()
            await self._wait()

    async def _wait(self) -> None:
        if self.inbox:
            await asyncio.sleep(0)
            return
        loop = asyncio.get_running_loop()
        until = min(self.beaten + HEARTBEAT, self.hall.deadline or float("inf"))
        # A bare future, because whoever has typed a move waits for all that an Event and a timeout do besides.
        self.waiting = loop.create_future()
        timer = loop.call_later(max(0.0, until - self.clock()), self._wake)
        try:
            await self.waiting
        finally:
            timer.cancel()

    def _wake(self) -> None:
        if self.waiting and not self.waiting.done():
            self.waiting.set_result(None)

    async def until(self, finished: Callable[[Bot], bool]) -> None:
        """Wait until something is so; asked after every step."""
        while not finished(self):
            self.stepped.clear()
            await self.stepped.wait()

    # One step

    def work(self) -> None:
        """Handle what has come and what is due, in one batch."""
        now = self.clock()
        batch: list[tuple[In | None, Effects]] = []
        broken: set[str] = set()
        while self.inbox and len(batch) < MOST_AT_ONCE:
            came = self.inbox.popleft()
            try:
                batch.append((came, self.hall.handle(came, now)))
            except Exception:
                log.exception("handling %s failed", type(came).__name__)
                broken |= self._venues_of(came)
                batch.append((came, self._try_again(came)))
        due = self.hall.due(now)
        if due is not None:
            try:
                batch.append((None, self.hall.tick(now)))
            except Exception:
                log.exception("a deadline failed")
                broken.add(due)
        if now >= self.beaten + HEARTBEAT:
            self.beaten = now
            batch.append((None, self.hall.pulse(now)))
            self._keep_and_send(batch, now, alive=True)
        elif batch:
            self._keep_and_send(batch, now)
        for venue in broken:
            self._recover(venue, now)
        for venue in {venue for _, effects in batch for venue in effects.touched} - broken:
            self.failures.pop(venue, None)

    def _keep_and_send(self, batch: list[tuple[In | None, Effects]], now: float, alive: bool = False) -> None:
        records = [*self.owed, *(record for _, effects in batch for record in effects.records)]
        if records or alive:
            try:
                self.store.write(records, now)
                self.owed.clear()
            except Exception:
                log.exception("nothing of the last batch could be kept")
                self._undo(batch, now)
                return
        for came, effects in batch:
            for out in effects.outs:
                self._send(out, came)

    def _undo(self, batch: list[tuple[In | None, Effects]], now: float) -> None:
        """Back to what the journal says, for everything that this batch touched."""
        self.hall.choose_again(self.store.load().settings)
        for venue in {venue for _, effects in batch for venue in effects.touched}:
            self._recover(venue, now)
        for came, _ in batch:
            effects = self._try_again(came)
            if came is not None and not isinstance(came, Heard):
                effects = self.hall.handle(came, now)  # a fact, which nobody can be asked to repeat
                self.owed += effects.records
            for out in effects.outs:
                self._send(out, came)

    def _recover(self, venue: str, now: float) -> None:
        self.hall.forget([venue])
        saved = self.store.load_table(venue)
        if saved is None:
            return
        effects = Effects()
        self.failures[venue] += 1
        if self.failures[venue] >= MOST_FAILURES:
            self.hall.give_up(saved, effects)
        else:
            self.hall.restore_table(saved, 0.0, effects, now)
        self._keep_and_send([(None, effects)], now)

    def _try_again(self, came: In | None) -> Effects:
        if not isinstance(came, Heard):
            return Effects()
        outs: list[Out] = [Tell(came.person, fill(say.TRY_AGAIN))]
        return Effects(outs=answered(outs, came.person, came.ref) if came.ref is not None else outs)

    def _venues_of(self, came: In) -> set[str]:
        if not isinstance(came, Heard):
            return set(self.hall.tables)
        tables = self.hall.tables_of(came.person.id)
        return {table.venue.id for table in tables} | ({came.venue.id} if came.venue else set())

    def _send(self, out: Out, came: In | None) -> None:
        network = self.networks.get(_network_for(out, came))
        if network:
            network.send(out)


def _network_for(out: Out, came: In | None) -> str:
    match out:
        case Say(venue=venue) | ShowBoard(venue=venue):
            return network_of(venue.id)
        case Tell(person=person) | ShowHand(person=person):
            return network_of(person.id)
        case Done():
            asker: Person | None = came.person if isinstance(came, Heard) else None
            return network_of(asker.id) if asker else ""
