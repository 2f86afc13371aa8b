"""Where Discord is. The library keeps its addresses in these three places and offers no other way to change them, so a
process talks to one Discord only: the real one, or the compatible server of `api` and `gateway`.
"""

from __future__ import annotations

import discord
import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from unobot.config import Discord


def use(settings: Discord) -> None:
    if settings.api:
        api = settings.api.rstrip("/")
        Route.BASE = api
        Asset.BASE = str(yarl.URL(api).origin())
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)


def shards(settings: Discord) -> dict[str, object]:
    """The part of the shards that this process serves, as the library wants to know it."""
    if settings.shards is None:
        return {}
    return {"shard_count": settings.shards.count, "shard_ids": list(settings.shards.ids)}


def intents(content: bool) -> discord.Intents:
    """The fewest that work: without the content of messages people mention the bot, click, or use /uno."""
    wanted = discord.Intents.none()
    wanted.guilds = wanted.guild_messages = wanted.dm_messages = True
    wanted.message_content = content
    return wanted
