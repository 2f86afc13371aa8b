"""Discord: the same tables, typed, clicked or as slash commands. Only this folder knows discord.py."""

from unobot.networks.discord.network import DiscordNetwork

__all__ = ["DiscordNetwork"]
