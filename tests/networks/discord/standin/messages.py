"""One message: what it holds, what a person reads and can press, and how it looks on the wire."""

from __future__ import annotations

import copy
import mimetypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.networks.discord.standin.limits import BUTTON, EPHEMERAL, LOADING, SELECTS, TEXT, Json, walk

if TYPE_CHECKING:
    from tests.networks.discord.standin.channels import Channel
    from tests.networks.discord.standin.people import User
    from tests.networks.discord.standin.world import World

REPLY, COMMAND = 19, 20


@dataclass(frozen=True)
class Attachment:
    id: int
    filename: str
    content: bytes
    url: str
    description: str | None = None

    def payload(self) -> Json:
        kind = mimetypes.guess_type(self.filename)[0] or "application/octet-stream"
        data: Json = {
            "id": str(self.id),
            "filename": self.filename,
            "size": len(self.content),
            "url": self.url,
            "proxy_url": self.url,
            "content_type": kind,
        }
        if self.description:
            data["description"] = self.description
        if self.content.startswith(b"\x89PNG"):  # its first chunk begins with the size
            data["width"], data["height"] = (int.from_bytes(self.content[at : at + 4], "big") for at in (16, 20))
        return data


@dataclass(frozen=True)
class Upload:
    """A file on its way."""

    filename: str
    content: bytes


@dataclass(frozen=True)
class Button:
    """What can be pressed; a select counts too."""

    custom_id: str | None
    label: str
    disabled: bool
    emoji: str | None
    style: int
    type: int = BUTTON


@dataclass(eq=False)
class Message:
    world: World
    id: int
    channel: Channel
    author: User
    created: str
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    mentions: list[User] = field(default_factory=list)
    everyone: bool = False
    kind: int = 0
    reply_to: Message | None = None
    caused: Json | None = None  # the interaction that it answers
    only_for: User | None = None  # an ephemeral one
    nonce: str | None = None
    edited: str | None = None
    past: list[Json] = field(default_factory=list)  # what it was before each edit
    deleted: bool = False
    reactions: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<{self.author.name} in {self.channel.name}: {self.text!r} {[one.label for one in self.buttons]}>"

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """The bot "is thinking"."""
        return bool(self.flags & LOADING)

    @property
    def text(self) -> str:
        """All that can be read, from top to bottom."""
        return "\n".join(filter(None, texts_of(self.content, self.embeds, self.components)))

    @property
    def controls(self) -> list[Json]:
        """Buttons and selects, as they are on the wire."""
        return [one for one in walk(self.components) if one["type"] in (BUTTON, *SELECTS)]

    @property
    def buttons(self) -> list[Button]:
        return [_button(one) for one in self.controls]

    def control(self, wanted: str) -> Json | None:
        """By its custom id, else its label, else its emoji."""
        for key in ("custom_id", "label", "emoji"):
            for one in self.controls:
                named = one.get(key)
                if wanted == (named["name"] if isinstance(named, dict) else named):
                    return one
        return None

    @property
    def edits(self) -> int:
        return len(self.past)

    def with_control(self, custom_id: str) -> Json:
        """Its payload, as it was when it last had this control: somebody pressed what was on their screen."""
        for one in (self.payload(), *reversed(self.past)):
            if any(control.get("custom_id") == custom_id for control in walk(one["components"])):
                return one
        return self.payload()

    def payload(self, content: bool = True) -> Json:
        """`content=False`: as an application sees it that may not read it."""
        guild = self.channel.guild
        data: Json = {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": self.author.payload(),
            "content": self.content if content else "",
            "timestamp": self.created,
            "edited_timestamp": self.edited,
            "tts": False,
            "mention_everyone": self.everyone,
            "mentions": [self._mention(one) for one in self.mentions],
            "mention_roles": [],
            "attachments": [one.payload() for one in self.attachments] if content else [],
            "embeds": self.embeds if content else [],
            "components": self.components if content else [],
            "pinned": False,
            "type": self.kind,
            "flags": self.flags,
        }
        if guild and not self.ephemeral:
            data["guild_id"] = str(guild.id)
            member = guild.members.get(self.author.id)
            if member:
                data["member"] = member.payload(user=False)
        if self.caused:
            data["interaction_metadata"] = self.caused
            data["application_id"] = data["webhook_id"] = str(self.world.bot.id)
        if self.reply_to:
            data["message_reference"] = {
                "type": 0,
                "message_id": str(self.reply_to.id),
                "channel_id": str(self.reply_to.channel.id),
            }
        if self.nonce is not None:
            data["nonce"] = self.nonce
        return copy.deepcopy(data)

    def _mention(self, user: User) -> Json:
        guild = self.channel.guild
        member = guild.members.get(user.id) if guild else None
        return user.payload() | ({"member": member.payload(user=False)} if member else {})

    def delete(self) -> None:
        """As a moderator would."""
        self.world.remove(self)


def texts_of(content: str, embeds: Sequence[Json], components: Sequence[Json]) -> Iterator[str]:
    yield content
    for embed in embeds:
        yield embed.get("title") or ""
        yield embed.get("description") or ""
        for one in embed.get("fields") or ():
            yield f"{one['name']}\n{one['value']}"
        yield (embed.get("footer") or {}).get("text") or ""
    yield from (one["content"] for one in walk(components) if one["type"] == TEXT)


def _button(one: Json) -> Button:
    return Button(
        custom_id=one.get("custom_id"),
        label=one.get("label") or one.get("placeholder") or "",
        disabled=bool(one.get("disabled")),
        emoji=(one.get("emoji") or {}).get("name"),
        style=one.get("style", 0),
        type=one["type"],
    )
