"""One IRC network: connected for as long as the bot runs, over whichever of its servers answers.

Each attempt is a `Session` of its own. A lost connection is tried again after a second, doubling up to a minute, with
jitter, on the next of the network's addresses. While there is none the tables wait (`LinkDown`), and what they would
say is dropped: after `LinkUp` they repeat how things stand.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from random import Random

from unobot.chat.ports import In, LinkDown, Out
from unobot.config import Network
from unobot.networks.backoff import backoff
from unobot.networks.irc.login import LoginFailed
from unobot.networks.irc.people import People
from unobot.networks.irc.session import Lost, Session, Timing

log = logging.getLogger("unobot.irc")


class IrcNetwork:
    def __init__(self, settings: Network, timing: Timing | None = None, random: Random | None = None) -> None:
        self.settings = settings
        self.timing = timing or Timing()
        self.random = random or Random()
        self.name = f"irc:{settings.name}"
        self.people = People(settings.name)  # remembers across connections who was here
        self.session: Session | None = None

    async def run(self, inbox: Callable[[In], None]) -> None:
        """Until cancelled; then it says goodbye, within a bounded time."""
        inbox(LinkDown(self.name))  # the tables wait until somebody can hear them
        failures = 0
        while True:
            for server in self.settings.servers:
                self.session = Session(self.settings, server, self.people, inbox, self.timing)
                failures = 0 if await self._attempt(self.session, inbox) else failures + 1
                await asyncio.sleep(backoff(failures, self.random, self.timing.again, self.timing.again_most))

    async def _attempt(self, session: Session, inbox: Callable[[In], None]) -> bool:
        """One connection from beginning to end. Was it a good one?"""
        loop = asyncio.get_running_loop()
        login_failed = False
        try:
            await session.run()
        except LoginFailed as error:
            login_failed = True
            log.error("%s: %s", self.settings.name, error)
        except (Lost, OSError, ValueError) as error:
            log.warning("%s: %s: %s", self.settings.name, session.server.host, error)
        finally:
            self.session = None
        if session.ready_at is not None:
            inbox(LinkDown(self.name))
        if login_failed:
            await asyncio.sleep(self.timing.again_most)  # many tries with a wrong password lock an account
        began = session.registered_at
        return began is not None and loop.time() - began >= self.timing.lasting

    def send(self, out: Out) -> None:
        """Never blocks, never raises; nothing is said where nobody hears it."""
        session = self.session
        if session is None or session.ready_at is None:
            return
        try:
            session.speaking.speak(out)
        except Exception:
            log.exception("%s could not be said", type(out).__name__)
