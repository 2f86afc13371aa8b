"""Who said what where, in the chat room's terms: from the library's objects to people, venues and rights."""

from __future__ import annotations

import re
from typing import Any

import discord

from unobot.chat.people import Person, Venue
from unobot.config import Discord

Interaction = discord.Interaction[Any]


def person_of(user: discord.User | discord.Member | discord.abc.User) -> Person:
    """Known by the user name, which is unique and can be typed; not by what they call themselves here or there."""
    return Person(f"discord:{user.id}", user.name)


def venue_of(guild: int | None, channel: int | None, name: str | None) -> Venue | None:
    """None for a direct message."""
    return None if guild is None else Venue(f"discord:{guild}:{channel}", f"#{name or channel}")


def venue_of_message(message: discord.Message) -> Venue | None:
    guild = message.guild.id if message.guild else None
    return venue_of(guild, message.channel.id, getattr(message.channel, "name", None))


def venue_of_interaction(interaction: Interaction) -> Venue | None:
    return venue_of(interaction.guild_id, interaction.channel_id, getattr(interaction.channel, "name", None))


def is_served(settings: Discord, guild: int | None, channel: Any) -> bool:
    """Does the configuration let the bot play there? A thread goes with its channel."""
    if guild is None:
        return True
    if settings.servers and guild not in settings.servers:
        return False
    ids = {getattr(channel, "id", 0), getattr(channel, "parent_id", None)}
    return not settings.channels or bool(ids & set(settings.channels))


def is_admin(settings: Discord, user: Any, permissions: discord.Permissions | None) -> bool:
    """Those whom the configuration names, by their own id or a role's, and whoever may manage the channel."""
    roles = {role.id for role in getattr(user, "roles", ())}
    return bool(({user.id} | roles) & set(settings.admins)) or bool(permissions and permissions.manage_channels)


def admin_of_message(settings: Discord, message: discord.Message) -> bool:
    author, channel = message.author, message.channel
    permissions = None
    if isinstance(author, discord.Member) and not isinstance(channel, discord.DMChannel | discord.GroupChannel):
        try:
            permissions = channel.permissions_for(author)
        except (AttributeError, discord.ClientException):
            permissions = None  # a thread whose channel the bot cannot see, say
    return is_admin(settings, author, permissions)


def admin_of_interaction(settings: Discord, interaction: Interaction) -> bool:
    permissions = interaction.permissions if interaction.guild_id is not None else None
    return is_admin(settings, interaction.user, permissions)


def without_mention(text: str, me: int) -> str | None:
    """What stands behind a mention of the bot at the beginning; None if it does not begin with one."""
    match = re.match(rf"\s*<@!?{me}>[\s,:]*", text)
    return text[match.end() :] if match else None
