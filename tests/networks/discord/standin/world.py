"""All that exists: people, guilds, channels, messages, commands, emojis. The bot may come and go; this stays.

Every change passes through here: it is told to the bot (`emit`), and to those who wait for it (`until`).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tests.networks.discord.standin.channels import PRIVATE, Channel
from tests.networks.discord.standin.clock import Clock
from tests.networks.discord.standin.compose import compose
from tests.networks.discord.standin.guilds import Guild
from tests.networks.discord.standin.limits import EPHEMERAL, Json
from tests.networks.discord.standin.messages import Attachment, Message, Upload
from tests.networks.discord.standin.people import User

if TYPE_CHECKING:
    from tests.networks.discord.standin.interactions import Interaction

GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 9, 1 << 12, 1 << 15  # intents
PATIENCE = 10.0
Data = Json | Callable[[int], Json]


class World:
    def __init__(self, bot_name: str) -> None:
        self.clock = Clock()
        self.news = asyncio.Event()
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.attachments: dict[int, Attachment] = {}
        self.commands: dict[int | None, list[Json]] = {None: []}  # by guild; None: everywhere
        self.emojis: dict[int, Json] = {}
        self.images: dict[int, bytes] = {}  # of the emojis
        self.interactions: list[Interaction] = []
        self.base = ""  # where the stand-in is, once it listens
        self.content_granted = True
        self.dispatch: Callable[[str, Data, Guild | None, int], None] = lambda name, data, guild, intents: None
        self.bot = User(self, bot_name, bot=True)

    # News

    def changed(self) -> None:
        self.news.set()

    def emit(self, name: str, data: Data, guild: Guild | None, intents: int, gone: bool = False) -> None:
        """An event for the bot, where it is in that guild (or was until now) and asked for one of these intents."""
        if gone or guild is None or self.bot.id in guild.members:
            self.dispatch(name, data, guild, intents)
        self.changed()

    async def until(self, want: Callable[[], Any], patience: float | None = None, what: str = "it") -> Any:
        """Wait until it is true, and give what it gave. Nothing there yet (`messages[-1]`) is not true yet."""
        try:
            async with asyncio.timeout(PATIENCE if patience is None else patience):
                while True:
                    try:
                        if found := want():
                            return found
                    except IndexError:
                        pass
                    self.news.clear()
                    await self.news.wait()
        except TimeoutError:
            raise AssertionError(f"{what} did not come") from None

    async def until_said(
        self,
        want: str | Callable[[], Any],
        messages: Callable[[], Sequence[Message]],
        after: Message | None,
        patience: float | None,
        where: str,
    ) -> Any:
        def look() -> Any:
            if callable(want):
                return want()
            late = (one for one in messages() if after is None or one.id > after.id)
            return next((one for one in late if re.search(want, one.text)), None)

        try:
            return await self.until(look, patience)
        except AssertionError:
            last = "\n".join(map(repr, messages()[-15:])) or "nothing"
            wanted = f"{want!r}" if isinstance(want, str) else "it"
            raise AssertionError(f"{wanted} did not come {where}; the last there:\n{last}") from None

    # Messages

    def attachment(self, channel: Channel, file: Upload, description: str | None = None) -> Attachment:
        number = self.clock.id()
        url = f"{self.base}/attachments/{channel.id}/{number}/{file.filename}"
        self.attachments[number] = Attachment(number, file.filename, file.content, url, description)
        return self.attachments[number]

    def message(self, channel: Channel, number: int) -> Message | None:
        return next((one for one in reversed(channel.all) if one.id == number), None)

    def post(self, channel: Channel, author: User, payload: Json, files: dict[str, Upload], **more: Any) -> Message:
        """`more`: other fields of the message. `Refused` where Discord would not have it."""
        state = compose(self, channel, payload, files)
        if not state["flags"] & EPHEMERAL:
            more["only_for"] = None
        return self.place(Message(self, self.clock.id(), channel, author, self.clock.stamp(), **state, **more))

    def place(self, message: Message) -> Message:
        message.channel.all.append(message)
        if message.channel.archived:
            message.channel.archived = False  # whoever writes into an archived thread opens it
        self._tell("MESSAGE_CREATE", message)
        return message

    def edit(self, message: Message, payload: Json, files: dict[str, Upload]) -> Message:
        state = compose(self, message.channel, payload, files, message)
        message.past.append(message.payload())
        for key, value in state.items():
            setattr(message, key, value)
        message.edited = self.clock.stamp()
        self._tell("MESSAGE_UPDATE", message)
        return message

    def remove(self, message: Message) -> None:
        message.channel.all.remove(message)
        message.deleted = True
        guild = None if message.ephemeral else message.channel.guild
        data = {"id": str(message.id), "channel_id": str(message.channel.id)}
        data |= {"guild_id": str(guild.id)} if guild else {}
        if self._audible(message):
            self.emit("MESSAGE_DELETE", data, guild, GUILD_MESSAGES if guild else DIRECT_MESSAGES)
        self.changed()

    def _tell(self, name: str, message: Message) -> None:
        # Discord tells of an ephemeral message without its guild, as if it were a private one.
        guild = None if message.ephemeral else message.channel.guild
        if self._audible(message):
            intents = GUILD_MESSAGES if guild else DIRECT_MESSAGES
            self.emit(name, lambda held: self.shown(message, bool(held & MESSAGE_CONTENT)), guild, intents)
        self.changed()

    def _audible(self, message: Message) -> bool:
        return message.channel.may(self.bot, "view_channel")

    def shown(self, message: Message, content: bool) -> Json:
        """As the bot sees it; without the right to contents, only what concerns itself."""
        own = message.author is self.bot or self.bot in message.mentions or message.channel.guild is None
        return message.payload(content or own)

    def private(self, user: User) -> Channel:
        """The channel between somebody and the bot."""
        for one in self.channels.values():
            if one.recipient is user:
                return one
        return Channel(self, f"private with {user.name}", PRIVATE, recipient=user)
