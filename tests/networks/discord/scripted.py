"""The bot on the stand-in, in this process: real client, real hall, real store."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from typing import Any

from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.networks.discord.standin import Standin
from tests.networks.scripted import hall_settings
from unobot.bot import Bot
from unobot.chat.hall import Hall, Settings
from unobot.config import Discord
from unobot.engine.rules import PRESETS
from unobot.networks.discord import DiscordNetwork
from unobot.store import Store


def settings_for(standin: Standin, **changes: Any) -> Discord:
    given = {"token": standin.token, "api": standin.api, "gateway": standin.gateway_url, "pictures": False}
    return Discord.model_validate(given | changes)


@contextlib.contextmanager
def addresses_kept() -> Iterator[None]:
    """The library's addresses are the process's: put back what a test has changed."""
    before = Route.BASE, Asset.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    try:
        yield
    finally:
        Route.BASE, Asset.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@contextlib.asynccontextmanager
async def running_bot(
    standin: Standin, database: Path, settings: Settings | None = None, **changes: Any
) -> AsyncIterator[Bot]:
    """The bot, connected; stopped at the end as `unobot run` stops it."""
    with addresses_kept(), Store.open(database) as store:
        hall = Hall(settings or hall_settings(), store, lambda: secrets.token_bytes(32))
        network = DiscordNetwork(settings_for(standin, **changes), "!", PRESETS, store.posts(), Random(1))
        bot = Bot(hall, store, {"discord": network})
        bot.start()
        task = asyncio.create_task(bot.run())
        try:
            async with asyncio.timeout(15):
                await bot.until(lambda bot: "discord" not in bot.hall.down)
            yield bot
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
