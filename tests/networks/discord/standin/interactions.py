"""What a person did that the bot has to answer: a command, a press, a form; and what came back.

`await interaction.response` is the bot's answer, with a deadline; `followups` are the messages after it.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.networks.discord.standin.channels import EVERYBODY, Channel
from tests.networks.discord.standin.limits import LABEL, ROW, SELECTS, TEXT_INPUT, Json, walk
from tests.networks.discord.standin.messages import Message

if TYPE_CHECKING:
    from tests.networks.discord.standin.people import User
    from tests.networks.discord.standin.world import World

SLASH, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5  # what somebody did
SAY, DEFER_SAY, DEFER_UPDATE, UPDATE, CHOICES, ASK = 4, 5, 6, 7, 8, 9  # what the bot answers
CALLBACK_SECONDS, TOKEN_SECONDS = 3.0, 15 * 60.0


class Choice(NamedTuple):
    """A suggestion."""

    name: str
    value: str | int | float


@dataclass(frozen=True)
class Modal:
    """A form that the bot has put up; `user.submit` fills it in."""

    interaction: Interaction
    custom_id: str
    title: str
    components: list[Json]

    @property
    def fields(self) -> dict[str, Json]:
        """What can be filled in, by its custom id."""
        return {one["custom_id"]: one for one in walk(self.components) if one.get("custom_id")}

    def filled(self, values: dict[str, Any]) -> list[Json]:
        """As it is sent. A field is named by its custom id or its label."""
        left = dict(values)
        components = [self._filled(one, None, left) for one in self.components]
        assert not left, f"there is no field {sorted(left)}: {sorted(self.fields)}"
        return components

    def _filled(self, one: Json, label: str | None, left: dict[str, Any]) -> Json:
        data = {"type": one["type"], "id": one.get("id", 0)}
        if one["type"] == ROW:
            return data | {"components": [self._filled(child, None, left) for child in one["components"]]}
        if one["type"] == LABEL:
            return data | {"component": self._filled(one["component"], one["label"], left)}
        if "custom_id" not in one:
            return data
        names = [name for name in (one["custom_id"], label, one.get("label")) if name in left]
        value = left.pop(names[0]) if names else one.get("value") or ([] if one["type"] in SELECTS else "")
        if one["type"] == TEXT_INPUT:
            needed = one.get("min_length") or (1 if one.get("required", True) else 0)
            assert needed <= len(value) <= one.get("max_length", 4000), f"{value!r} does not fit {one}"
        values = {"values": value} if isinstance(value, list) else {"value": value}
        return data | {"custom_id": one["custom_id"]} | values


@dataclass(frozen=True)
class Response:
    """The bot's answer."""

    type: int
    message: Message | None = None
    modal: Modal | None = None
    choices: list[Choice] = field(default_factory=list)

    @property
    def ephemeral(self) -> bool:
        return self.message is not None and self.message.ephemeral

    @property
    def text(self) -> str:
        return self.message.text if self.message else ""


class Interaction:
    def __init__(
        self,
        world: World,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        message: Message | None = None,
        cause: Interaction | None = None,
    ) -> None:
        self.world, self.kind, self.user, self.channel, self.data = world, kind, user, channel, data
        self.message, self.cause = message, cause
        self.id, self.token = world.clock.id(), secrets.token_urlsafe(32)
        self.at = world.clock.now()
        self.started = time.monotonic()
        self.answered_in: float | None = None  # seconds
        self.answer: Response | None = None
        self.original: Message | None = None  # what "@original" is
        self.followups: list[Message] = []
        world.interactions.append(self)

    def __repr__(self) -> str:
        return f"<{self.user.name} in {self.channel.name}: {self.data.get('name') or self.data.get('custom_id')}>"

    @property
    def response(self) -> Awaited:
        """`await` it."""
        return Awaited(self)

    async def until(self, want: Callable[[], Any], patience: float | None = None) -> Any:
        return await self.world.until(want, patience, f"what {self} should cause")

    async def answered(self, patience: float | None = None) -> Response:
        await self.world.until(lambda: self.answer, patience, f"the answer to {self}")
        assert self.answer
        return self.answer

    async def settled(self, patience: float | None = None) -> Message:
        """The message that answers it, when the bot "is thinking" no more. (For a press that is answered in place this
        is the message that was pressed, as it is now.)"""

        def look() -> Message | None:
            found = self.original or next(iter(self.followups), None)
            return found if self.answer and found and not found.loading else None

        found: Message = await self.world.until(look, patience, f"the answer to {self}")
        return found

    def answered_with(self, answer: Response) -> None:
        self.answer = answer
        self.answered_in = time.monotonic() - self.started
        self.world.changed()

    @property
    def metadata(self) -> Json:
        """What the messages that answer it say of it."""
        data: Json = {
            "id": str(self.id),
            "type": self.kind,
            "user": self.user.payload(),
            "authorizing_integration_owners": self._owners(),
        }
        if self.kind == COMPONENT and self.message:
            data["interacted_message_id"] = str(self.message.id)
        if self.kind == MODAL and self.cause:
            data["triggering_interaction_metadata"] = self.cause.metadata
        return data

    def _owners(self) -> Json:
        guild = self.channel.guild
        owners = {"0": str(guild.id) if guild else "0"} if not guild or self.world.bot.id in guild.members else {}
        return owners | ({"1": str(self.user.id)} if self.user.installed else {})

    def payload(self) -> Json:
        guild, channel, bot = self.channel.guild, self.channel, self.world.bot
        rights = str(channel.permissions(self.user))
        data: Json = {
            "id": str(self.id),
            "application_id": str(bot.id),
            "type": self.kind,
            "token": self.token,
            "version": 1,
            "data": self.data,
            "channel_id": str(channel.id),
            "channel": channel.payload() | {"permissions": rights},
            "app_permissions": str(channel.permissions(bot) if guild else EVERYBODY),
            "locale": "en-US",
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": self._owners(),
            "context": 0 if guild else 1,
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if guild:
            member = guild.members[self.user.id]
            data |= {
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
                "guild_locale": "en-US",
                "member": member.payload() | {"permissions": rights},
            }
        else:
            data["user"] = self.user.payload()
        if self.message:
            data["message"] = self.message.with_control(self.data["custom_id"])
        return data


@dataclass(frozen=True)
class Awaited:
    interaction: Interaction

    def __await__(self) -> Generator[Any, None, Response]:
        return self.interaction.answered().__await__()
