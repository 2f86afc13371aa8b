"""Guilds, their members and roles. Who comes, goes or changes is told to the bot, as far as it may know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import discord

from tests.networks.discord.standin.channels import (
    ALL,
    EVERYBODY,
    GUILDS,
    TEXT_CHANNEL,
    THREAD,
    Channel,
    Permissions,
    number,
)
from tests.networks.discord.standin.limits import Json

if TYPE_CHECKING:
    from tests.networks.discord.standin.people import User
    from tests.networks.discord.standin.world import World

MEMBERS, PRESENCES = 1 << 1, 1 << 8  # intents


@dataclass(eq=False)
class Role:
    id: int
    name: str
    permissions: int
    managed_by: User | None = None

    def payload(self) -> Json:
        data: Json = {
            "id": str(self.id),
            "name": self.name,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "position": 0 if self.name == "@everyone" else 1,
            "permissions": str(self.permissions),
            "managed": self.managed_by is not None,
            "mentionable": False,
            "flags": 0,
        }
        return data | ({"tags": {"bot_id": str(self.managed_by.id)}} if self.managed_by else {})


@dataclass(eq=False)
class Member:
    user: User
    joined: str
    nick: str | None = None
    roles: list[Role] = field(default_factory=list)

    def payload(self, user: bool = True) -> Json:
        data: Json = {
            "roles": [str(role.id) for role in self.roles],
            "joined_at": self.joined,
            "nick": self.nick,
            "avatar": None,
            "banner": None,
            "premium_since": None,
            "communication_disabled_until": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
        }
        return data | ({"user": self.user.payload()} if user else {})


class Guild:
    """A server. The bot is in it unless it is told otherwise; `add` and `remove` work for the bot, too."""

    def __init__(self, world: World, name: str, owner: User) -> None:
        self.world, self.name, self.owner = world, name, owner
        self.id = world.clock.guild_id()
        self.created = world.clock.stamp()
        self.roles: dict[int, Role] = {self.id: Role(self.id, "@everyone", EVERYBODY)}
        self.members: dict[int, Member] = {}
        world.guilds[self.id] = self

    def __repr__(self) -> str:
        return f"<guild {self.name}>"

    @property
    def channels(self) -> list[Channel]:
        return [one for one in self.world.channels.values() if one.guild is self]

    def text_channel(self, name: str) -> Channel:
        """A new one, or the one of this name."""
        return self._channel(name, TEXT_CHANNEL, None)

    def thread(self, parent: Channel, name: str) -> Channel:
        return self._channel(name, THREAD, parent)

    def _channel(self, name: str, kind: int, parent: Channel | None) -> Channel:
        for one in self.channels:
            if (one.name, one.type, one.parent) == (name, kind, parent):
                return one
        channel = Channel(self.world, name, kind, guild=self, parent=parent)
        event = ("THREAD_CREATE", {"newly_created": True}) if parent else ("CHANNEL_CREATE", {})
        self.world.emit(event[0], channel.payload() | event[1], self, GUILDS)
        return channel

    def role(self, name: str, permissions: Permissions = 0) -> Role:
        for one in self.roles.values():
            if one.name == name:
                return one
        role = Role(self.world.clock.id(), name, number(permissions))
        self.roles[role.id] = role
        self.world.emit("GUILD_ROLE_CREATE", {"guild_id": str(self.id), "role": role.payload()}, self, GUILDS)
        return role

    def add(
        self, user: User, permissions: Permissions = 0, roles: Iterable[Role | str] = (), nick: str | None = None
    ) -> Member:
        """Somebody joins, or gets other roles."""
        known = user.id in self.members
        held = [one if isinstance(one, Role) else self.role(one) for one in roles]
        if permissions:
            held.append(self.role(f"{user.name}: {number(permissions)}", permissions))
        if user is self.world.bot:
            held.append(self._own_role(user))
        joined = self.members[user.id].joined if known else self.world.clock.stamp()
        member = self.members[user.id] = Member(user, joined, nick, held)
        if user is self.world.bot and not known:
            self.world.emit("GUILD_CREATE", self.payload, self, GUILDS)
        else:
            event = "GUILD_MEMBER_UPDATE" if known else "GUILD_MEMBER_ADD"
            intents = 0 if user is self.world.bot else MEMBERS
            self.world.emit(event, member.payload() | {"guild_id": str(self.id)}, self, intents)
        return member

    def _own_role(self, user: User) -> Role:
        role = self.role(user.name, 0)
        role.managed_by = user
        return role

    def remove(self, user: User) -> None:
        """Somebody leaves; the bot is thrown out."""
        del self.members[user.id]
        if user is self.world.bot:
            self.world.emit("GUILD_DELETE", {"id": str(self.id)}, self, GUILDS, gone=True)
        else:
            data = {"guild_id": str(self.id), "user": user.payload()}
            self.world.emit("GUILD_MEMBER_REMOVE", data, self, MEMBERS)

    def permissions(self, user: User) -> int:
        member = self.members.get(user.id)
        held = self.roles[self.id].permissions
        for role in member.roles if member else ():
            held |= role.permissions
        return ALL if user is self.owner or held & discord.Permissions(administrator=True).value else held

    def payload(self, intents: int = 0) -> Json:
        """As GUILD_CREATE has it: other members only for those who may know them."""
        everybody = intents & MEMBERS and intents & PRESENCES
        members = [one for one in self.members.values() if everybody or one.user is self.world.bot]
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner.id),
            "member_count": len(self.members),
            "joined_at": self.created,
            "large": False,
            "preferred_locale": "en-US",
            "premium_tier": 0,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "system_channel_flags": 0,
            "afk_timeout": 300,
            "icon": None,
            "features": [],
            "emojis": [],
            "stickers": [],
            "roles": [role.payload() for role in self.roles.values()],
            "channels": [one.payload() for one in self.channels if one.type != THREAD],
            "threads": [one.payload() for one in self.channels if one.type == THREAD and not one.archived],
            "members": [one.payload() for one in members],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }
