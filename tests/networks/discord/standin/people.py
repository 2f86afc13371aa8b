"""People: each does what somebody does with Discord's own client, and sees what they would see.

What that client would not let them do fails here, before the bot hears of it; `force=True` does it all the same, as
one does with an old screen or a program of one's own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tests.networks.discord.standin.interactions import (
    AUTOCOMPLETE,
    COMPONENT,
    MODAL,
    SLASH,
    Choice,
    Interaction,
    Modal,
)
from tests.networks.discord.standin.limits import BUTTON, LINK, Json
from tests.networks.discord.standin.messages import REPLY, Message, Upload
from tests.networks.discord.standin.slash import NotOffered, invocation

if TYPE_CHECKING:
    from tests.networks.discord.standin.channels import Channel
    from tests.networks.discord.standin.world import World


class User:
    """Somebody; the bot is one too."""

    def __init__(self, world: World, name: str, bot: bool = False) -> None:
        self.world, self.name, self.bot = world, name, bot
        self.id = world.clock.id()
        self.global_name: str | None = None if bot else name.capitalize()
        self.dms_closed = False  # takes no private messages from the bot
        self.installed = False  # has added the bot to their own account
        world.users[self.id] = self

    def __repr__(self) -> str:
        return f"<user {self.name}>"

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def payload(self) -> Json:
        return {
            "id": str(self.id),
            "username": self.name,
            "discriminator": "0001" if self.bot else "0",
            "global_name": self.global_name,
            "avatar": None,
            "bot": self.bot,
            "system": False,
            "public_flags": 0,
            "flags": 0,
        }

    # Reading

    @property
    def private(self) -> Channel:
        """The channel with the bot."""
        return self.world.private(self)

    @property
    def dms(self) -> list[Message]:
        """What the bot wrote to them in private."""
        return [one for one in self.private.all if one.author is self.world.bot]

    async def until_dm(
        self, want: str | Callable[[], Any], after: Message | None = None, patience: float | None = None
    ) -> Any:
        """Until it is true, or the bot has written something of this pattern after that message."""
        return await self.world.until_said(want, lambda: self.dms, after, patience, f"to {self.name}")

    # Writing

    async def say(
        self, channel: Channel, text: str, files: Sequence[Upload] = (), reply_to: Message | None = None
    ) -> Message:
        right = "send_messages_in_threads" if channel.parent else "send_messages"
        if channel.deleted or not (channel.may(self, "view_channel") and channel.may(self, right)):
            raise NotOffered(f"{self.name} cannot write in {channel.name}")
        if channel.guild and self.id not in channel.guild.members:
            raise NotOffered(f"{self.name} is not in {channel.guild.name}")
        named = {str(number): one for number, one in enumerate(files)}
        kind = REPLY if reply_to else 0
        message = self.world.post(channel, self, {"content": text}, named, reply_to=reply_to, kind=kind)
        await asyncio.sleep(0)
        return message

    async def dm(self, text: str, files: Sequence[Upload] = ()) -> Message:
        """To the bot, in private."""
        return await self.say(self.private, text, files)

    async def edit(self, message: Message, text: str) -> None:
        assert message.author is self
        self.world.edit(message, {"content": text}, {})

    async def delete(self, message: Message) -> None:
        assert message.author is self
        self.world.remove(message)

    # Doing

    async def click(self, message: Message, wanted: str, force: bool = False) -> Interaction:
        """Press a button, named by its custom id, label or emoji."""
        control = self._control(message, wanted, force)
        return await self._press(message, {"custom_id": control["custom_id"], "component_type": control["type"]})

    async def choose(self, message: Message, wanted: str, *values: str, force: bool = False) -> Interaction:
        """Choose from a select."""
        control = self._control(message, wanted, force)
        offered = [one["value"] for one in control.get("options") or ()]
        if not force and offered and not set(values) <= set(offered):
            raise NotOffered(f"{values} are not offered: {offered}")
        data = {"custom_id": control["custom_id"], "component_type": control["type"], "values": list(values)}
        return await self._press(message, data)

    def _control(self, message: Message, wanted: str, force: bool) -> Json:
        control = message.control(wanted)
        if force:
            return control or {"custom_id": wanted, "type": BUTTON}
        hidden = message not in message.channel.seen_by(self) or not message.channel.may(self, "view_channel")
        if message.deleted or hidden:
            raise NotOffered(f"{self.name} does not see {message}")
        if control is None:
            raise NotOffered(f"there is no {wanted!r} in {message.buttons}")
        if control.get("disabled") or control.get("style") == LINK:
            raise NotOffered(f"{wanted!r} cannot be pressed")
        return control

    async def _press(self, message: Message, data: Json) -> Interaction:
        return await self._do(COMPONENT, message.channel, data, message)

    async def slash(self, channel: Channel | None, words: str, /, **options: Any) -> Interaction:
        """A command, as `slash(channel, "uno play", card="r5")`; without a channel it is in private. Users, channels,
        roles and `Upload`s are given as they are."""
        where = channel or self.private
        data = invocation(self.world, self, where, words, options)
        return await self._do(SLASH, where, data)

    async def autocomplete(
        self, channel: Channel | None, words: str, option: str, typed: str, /, **others: Any
    ) -> list[Choice]:
        """What the bot suggests for what was typed so far."""
        where = channel or self.private
        data = invocation(self.world, self, where, words, others | {option: typed}, focused=option)
        interaction = await self._do(AUTOCOMPLETE, where, data)
        return (await interaction.response).choices

    async def submit(self, modal: Modal, values: dict[str, Any]) -> Interaction:
        """Fill in a form; fields are named by custom id or label."""
        asked = modal.interaction
        if asked.user is not self:
            raise NotOffered(f"{self.name} does not see this form")
        data: Json = {"custom_id": modal.custom_id, "components": modal.filled(values)}
        return await self._do(MODAL, asked.channel, data, asked.message, asked)

    async def _do(
        self, kind: int, channel: Channel, data: Json, message: Message | None = None, cause: Interaction | None = None
    ) -> Interaction:
        for one in (self, self.world.bot):
            if channel.guild and one.id not in channel.guild.members:
                raise NotOffered(f"{one.name} is not in {channel.guild.name}")
        interaction = Interaction(self.world, kind, self, channel, data, message, cause)
        self.world.emit("INTERACTION_CREATE", interaction.payload(), channel.guild, 0)
        await asyncio.sleep(0)
        return interaction
