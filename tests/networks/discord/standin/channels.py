"""Channels of every kind: text channel, thread, private channel with the bot.

Each can be asked what it holds and what somebody may do there; what is changed here is told to the bot.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import discord

from tests.networks.discord.standin.limits import Json
from tests.networks.discord.standin.messages import Message

if TYPE_CHECKING:
    from tests.networks.discord.standin.guilds import Guild, Role
    from tests.networks.discord.standin.people import User
    from tests.networks.discord.standin.world import World

Permissions = discord.Permissions | int
TEXT_CHANNEL, PRIVATE, THREAD = 0, 1, 11
ALL = discord.Permissions.all().value
EVERYBODY = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    read_message_history=True,
    embed_links=True,
    attach_files=True,
    add_reactions=True,
    use_external_emojis=True,
    use_application_commands=True,
).value
GUILDS = 1 << 0  # an intent


def number(permissions: Permissions) -> int:
    return permissions if isinstance(permissions, int) else permissions.value


class Channel:
    """A text channel or a thread of a guild, or somebody's private channel with the bot."""

    def __init__(
        self,
        world: World,
        name: str,
        type: int,  # noqa: A002
        guild: Guild | None = None,
        parent: Channel | None = None,
        recipient: User | None = None,
    ) -> None:
        self.world, self.name, self.type = world, name, type
        self.guild, self.parent, self.recipient = guild, parent, recipient
        self.id = world.clock.id()
        self.created = world.clock.stamp()
        self.all: list[Message] = []  # with those that only one person sees
        self.overwrites: dict[int, tuple[int, int]] = {}
        self.archived = self.locked = self.deleted = False
        world.channels[self.id] = self

    def __repr__(self) -> str:
        return f"<channel {self.name}>"

    @property
    def messages(self) -> list[Message]:
        """What everybody sees there, in order."""
        return [one for one in self.all if not one.ephemeral]

    def seen_by(self, user: User) -> list[Message]:
        """With what only this person sees."""
        return [one for one in self.all if one.only_for in (None, user)]

    async def until(
        self, want: str | Callable[[], Any], after: Message | None = None, patience: float | None = None
    ) -> Any:
        """Until it is true (what it gives is given), or there is a message of this pattern after that one."""
        return await self.world.until_said(want, lambda: self.messages, after, patience, f"in {self.name}")

    def permissions(self, user: User) -> int:
        if self.guild is None:
            return EVERYBODY
        if self.parent:
            return self.parent.permissions(user)
        held = self.guild.permissions(user)
        if held == ALL:
            return ALL
        member = self.guild.members.get(user.id)
        roles = member.roles if member else []
        for allow, deny in [self.overwrites.get(self.guild.id, (0, 0))]:
            held = held & ~deny | allow
        pairs = [self.overwrites.get(role.id, (0, 0)) for role in roles]
        for _, deny in pairs:
            held &= ~deny
        for allow, _ in pairs:
            held |= allow
        allow, deny = self.overwrites.get(user.id, (0, 0))
        return held & ~deny | allow

    def may(self, user: User, name: str) -> bool:
        """By the name that discord.py gives the permission."""
        return bool(getattr(discord.Permissions(self.permissions(user)), name))

    def overwrite(self, who: User | Role | None = None, allow: Permissions = 0, deny: Permissions = 0) -> None:
        """Allow or deny something here: to a person, a role, or everybody (None)."""
        assert self.guild
        self.overwrites[who.id if who else self.guild.id] = (number(allow), number(deny))
        self.world.emit("CHANNEL_UPDATE", self.payload(), self.guild, GUILDS)

    def archive(self, locked: bool = False) -> None:
        assert self.type == THREAD
        self.archived, self.locked = True, locked
        self.world.emit("THREAD_UPDATE", self.payload(), self.guild, GUILDS)

    def delete(self) -> None:
        assert self.guild
        for thread in [one for one in self.world.channels.values() if one.parent is self]:
            thread.deleted = True
            del self.world.channels[thread.id]
        self.deleted = True
        del self.world.channels[self.id]
        self.world.emit(f"{'THREAD' if self.parent else 'CHANNEL'}_DELETE", self.payload(), self.guild, GUILDS)

    def payload(self) -> Json:
        last = self.messages[-1].id if self.all and self.messages else None
        data: Json = {"id": str(self.id), "type": self.type, "flags": 0, "last_message_id": last and str(last)}
        if self.recipient:
            return data | {"recipients": [self.recipient.payload()]}
        assert self.guild
        targets = {role.id for role in self.guild.roles.values()}
        data |= {
            "guild_id": str(self.guild.id),
            "name": self.name,
            "parent_id": str(self.parent.id) if self.parent else None,
            "rate_limit_per_user": 0,
            "nsfw": False,
            "topic": None,
            "position": 0,
            "permission_overwrites": [
                {"id": str(one), "type": 0 if one in targets else 1, "allow": str(allow), "deny": str(deny)}
                for one, (allow, deny) in self.overwrites.items()
            ],
        }
        if self.type == THREAD:
            data |= {
                "owner_id": str(self.guild.owner.id),
                "message_count": len(self.messages),
                "member_count": 1,
                "total_message_sent": len(self.messages),
                "thread_metadata": {
                    "archived": self.archived,
                    "locked": self.locked,
                    "auto_archive_duration": 1440,
                    "archive_timestamp": self.created,
                    "create_timestamp": self.created,
                },
            }
        return data
