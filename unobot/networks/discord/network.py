"""Discord for as long as the bot runs. The library reconnects and resumes by itself; whatever it gives up on (a token
that is not accepted, an outage at the start) is tried again here, with a fresh client each time, because one that was
closed cannot be used again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Mapping
from random import Random

import aiohttp
import discord

from unobot import Mistake
from unobot.chat.ports import In, LinkDown, Out
from unobot.config import Discord
from unobot.networks.backoff import backoff
from unobot.networks.discord import address
from unobot.networks.discord.client import NAME, Client

log = logging.getLogger("unobot.discord")

CLOSING = 2.0  # seconds for a goodbye
LASTING = 60.0  # seconds, after which a connection was a good one
MOST = 300.0  # seconds between attempts: Discord takes a token back that logs in a thousand times a day
REFUSED = 60.0  # seconds until a token is tried again: many tries with a wrong one get an address blocked
TOKEN_REFUSED = "discord: the token is not accepted; look at discord.token (or token_env, token_file)"
INTENT_MISSING = (
    "discord: the message content intent is not granted, so text typed in channels is not heard. People can play with "
    "/uno, with buttons, by mentioning the bot, and in direct messages. To change that, switch on Message Content "
    "Intent for the bot in Discord's developer portal and start again; text_commands = false silences this."
)


class DiscordNetwork:
    def __init__(
        self,
        settings: Discord,
        prefix: str = "!",
        presets: Iterable[str] = (),
        posts: Mapping[str, str] | None = None,
        random: Random | None = None,
        alone: bool = False,
    ) -> None:
        """`alone`: there is no other network, so that without Discord there is nothing to do."""
        self.alone = alone
        self.settings, self.prefix, self.presets = settings, prefix, tuple(presets)
        self.posts = dict(posts or {})
        self.random = random or Random()
        self.content = settings.text_commands  # until Discord says no
        self.client: Client | None = None
        address.use(settings)

    async def run(self, inbox: Callable[[In], None]) -> None:
        """Until cancelled."""
        inbox(LinkDown(NAME))  # the tables wait until somebody can hear them
        failures = 0
        while True:
            client = self.client = Client(
                self.settings, self.prefix, self.presets, self.posts, inbox, content=self.content
            )
            try:
                failures = 0 if await self._attempt(client) else failures + 1
            finally:
                await self._close(client)
            if client.up:
                inbox(LinkDown(NAME))
            await asyncio.sleep(backoff(failures, self.random, most=MOST) if failures else 0.0)

    async def _attempt(self, client: Client) -> bool:
        """Serve until it ends. Was it a good connection, after which the next may come at once?"""
        began = asyncio.get_running_loop().time()
        try:
            await client.start(self.settings.token.get_secret_value())
        except discord.PrivilegedIntentsRequired:
            log.warning(INTENT_MISSING)
            self.content = False
            return True
        except discord.LoginFailure:
            if self.alone:
                raise Mistake(TOKEN_REFUSED) from None
            log.error(TOKEN_REFUSED)
            await asyncio.sleep(REFUSED)
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
            log.warning("discord: %s; trying again", error)
        except Exception:  # whatever the library makes of something odd: the other networks must not notice
            log.exception("discord: the client has failed")
        return asyncio.get_running_loop().time() - began >= LASTING

    async def _close(self, client: Client) -> None:
        self.client = None
        with contextlib.suppress(Exception):
            async with asyncio.timeout(CLOSING):
                await client.close()

    def send(self, out: Out) -> None:
        """Never blocks, never raises; nothing is said before the bot is there."""
        client = self.client
        if client is None or client.user is None:
            return
        try:
            client.send(out)
        except Exception:
            log.exception("%s could not be said", type(out).__name__)
