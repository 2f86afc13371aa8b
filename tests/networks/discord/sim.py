"""The bot on simcord, Discord simulated in this process: real client, real hall, real store, and people who act.

    async def script(sim: Sim) -> None:
        await sim.says("ann", "!uno")
        await sim.click("bob", sim.board(), "jo")

    tell(script)

Time is the simulation's and passes only when a script says so (`sim.passes`); everything that is due then happens, in
order. A story fails, besides by its own assertions, when anything is logged as an error (unless `sim.expected` names
it: discord.py only logs an exception in a button), when the library caught an exception, and when an interaction was
left without an answer. simcord has no rate limits, so the bot's own pacing is switched off here.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import discord
import simcord
from simcord.actors import MemberActor, _dispatch_actor_interaction
from simcord.backend import serializers
from simcord.backend.models import EPHEMERAL_FLAG
from simcord.builders import ChannelHandle, GuildHandle
from simcord.components import walk_components
from simcord.enums import ComponentType, InteractionType
from simcord.env import Env
from simcord.http import client as transport
from simcord.results import InteractionResult, to_discord_message

from tests.engine.position import record as position_record
from tests.networks.scripted import hall_settings
from unobot.bot import Bot
from unobot.chat.hall import Hall, Settings
from unobot.chat.ports import In, LinkUp, Out
from unobot.chat.speech import english as say
from unobot.chat.table import Table
from unobot.config import Discord
from unobot.engine.replay import replay
from unobot.engine.rules import PRESETS
from unobot.networks.discord import posting
from unobot.networks.discord.client import Client
from unobot.store import Store

MEMORY = Path("/dev/shm")  # a disk would only make it slow: what is kept is proven elsewhere
LOGGERS = ("discord", "unobot", "asyncio", "simcord")
GUILD, UNO, ANN, BOB, CID = (1456074443980800000 + n for n in (3, 6, 7, 8, 9))  # simcord counts (without pictures)


# What people see


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    id: str
    emoji: bool

    @property
    def text(self) -> str:
        """What a click on it types."""
        return self.id.split(":", 3)[3]


@dataclass(frozen=True)
class Shown:
    """A message as its readers see it."""

    id: int
    channel: int
    author: int
    text: str  # of all its parts, one under the other
    buttons: tuple[Button, ...]
    accent: int | None
    ephemeral: bool
    pings: tuple[int, ...]  # whom it reached
    everyone: bool
    files: tuple[tuple[str, str | None], ...]  # name and description
    pictures: tuple[str | None, ...]  # the description of each picture in it

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @property
    def held(self) -> str:
        """The line that shows a hand."""
        return next(line for line in self.lines if line.startswith((say.YOUR_TURN, say.YOUR_HAND, say.YOUR_COLOR)))

    @property
    def labels(self) -> list[str]:
        return [button.label for button in self.buttons]

    @property
    def texts(self) -> list[str]:
        return [button.text for button in self.buttons]

    def button(self, text: str) -> Button:
        found = [button for button in self.buttons if button.text == text]
        assert len(found) == 1, f"{text!r} among {self.texts}"
        return found[0]


def shown(message: Any) -> Shown:
    """Of one of simcord's own messages."""
    parts = list(walk_components(message.components))
    texts = [part["content"] for part in parts if part["type"] == ComponentType.TEXT_DISPLAY]
    accents = [part.get("accent_color") for part in parts if part["type"] == ComponentType.CONTAINER]
    media = [item for part in parts if part["type"] == ComponentType.MEDIA_GALLERY for item in part["items"]]
    return Shown(
        id=message.id,
        channel=message.channel_id,
        author=message.author_id,
        text="\n".join(filter(None, [message.content, *texts])),
        buttons=tuple(
            Button(part.get("label", ""), part["custom_id"], bool(part.get("emoji")))
            for part in parts
            if part["type"] == ComponentType.BUTTON
        ),
        accent=accents[0] if accents else None,
        ephemeral=bool(message.flags & EPHEMERAL_FLAG),
        pings=tuple(message.ping_user_ids),
        everyone=bool(message.mention_everyone),
        files=tuple((one["filename"], one.get("description")) for one in message.attachments),
        pictures=tuple(item.get("description") for item in media),
    )


# The stage


class Shim:
    """What DiscordNetwork is to the bot, with the client that simcord has logged in."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def run(self, inbox: Callable[[In], None]) -> None:
        raise AssertionError("simcord runs the client")

    def send(self, out: Out) -> None:
        self.client.send(out)


class Served(Bot):
    """A bot that says when it is only waiting, so that simcord knows when everything has been done."""

    env: Env
    serving: asyncio.Task[None] | None = None

    async def _wait(self) -> None:
        await self.env.external_wait(super()._wait(), reason="something to happen")

    def receive(self, came: In) -> None:
        super().receive(came)
        if self.serving is None:  # from the client's first word on, among what simcord watches
            self.serving = asyncio.get_running_loop().create_task(self._serve())


class Logged(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def lines(self, level: int) -> list[str]:
        return [f"{one.name}: {one.getMessage()}" for one in self.records if one.levelno == level]


@dataclass(repr=False)
class Sim:
    """Ann, Bob and Cid in #uno of a server; ann owns nothing and may nothing special."""

    path: Path
    options: dict[str, Any]  # of the hall
    given: dict[str, Any]  # the configuration's [discord]
    content: bool
    secret: str
    log: Logged
    env: Env = field(init=False)
    client: Client = field(init=False)
    bot: Served = field(init=False)
    store: Store = field(init=False)
    guild: GuildHandle = field(init=False)
    uno: ChannelHandle = field(init=False)
    people: dict[str, MemberActor] = field(default_factory=dict)
    asked: list[Any] = field(default_factory=list)  # every interaction
    expected: list[str] = field(default_factory=list)  # parts of what may be logged as an error

    # The bot

    def make_client(self) -> Client:
        self.store = Store.open(self.path)
        settings = Discord.model_validate({"token": "simulated", "pictures": False} | self.given)
        posts, bots = self.store.posts(), []
        client = Client(settings, "!", tuple(PRESETS), posts, lambda came: bots[0].receive(came), self.content)
        hall = Hall(self.hall_settings(), self.store, lambda: self._new_secret(hall))
        self.client, self.bot = client, Served(hall, self.store, {"discord": Shim(client)}, self.now)
        bots.append(self.bot)
        return client

    def hall_settings(self) -> Settings:
        return hall_settings(**self.options)

    def _new_secret(self, hall: Hall) -> bytes:
        return sha256(f"{self.secret} {hall.next_round}".encode()).digest()

    def now(self) -> float:
        return self.env.now().timestamp()

    def start(self) -> None:
        self.bot.env = self.env
        self.bot.start()

    async def restart(self) -> None:
        """The process is killed, and another one begins with what was kept."""
        await self.env.settle()
        self.store.close()
        old = self.client
        client = self.make_client()
        self.start()
        assert client is not old
        await self.env.restart_bot(client)
        await old.speaking.stop()

    @property
    def hall(self) -> Hall:
        return self.bot.hall

    def table(self, channel: ChannelHandle | None = None) -> Table | None:
        return self.hall.tables.get(self.venue(channel))

    def venue(self, channel: ChannelHandle | None = None) -> str:
        channel = channel or self.uno
        assert channel.guild is not None
        return f"discord:{channel.guild.id}:{channel.id}"

    # The world

    def person(self, name: str, **options: Any) -> MemberActor:
        user = self.env.create_user(name, bot=options.pop("bot", False))
        self.people[name] = self.guild.add_member(user, **options)
        return self.people[name]

    def thread(self, name: str, parent: ChannelHandle | None = None) -> ChannelHandle:
        owner = next(iter(self.people.values()))
        thread = self.env.backend.create_thread((parent or self.uno).id, name, owner.id)
        return ChannelHandle(self.env, self.guild, thread)

    async def happens(self, doing: Callable[[], Any]) -> None:
        """Something that simcord's world can do and its people cannot, such as removing a channel."""
        doing()
        await self.env.settle()

    async def passes(self, seconds: float) -> None:
        await self.env.advance_time(seconds)

    async def arrange(self, channel: ChannelHandle | None = None, /, *moves: str, **given: Any) -> None:
        """The round at the table goes on from this position (see tests/engine/position.py). Not kept: no restarts."""
        table = self.table(channel)
        assert table is not None and table.game is not None
        changed = {
            key: value for key, value in table.rules.values.items() if PRESETS[table.preset].rules.values[key] != value
        }
        table.game = replay(position_record(*moves, preset=table.preset, rules=changed, **given)).game
        table.moves += 1
        table.turned = table.moves
        await self.hears(LinkUp("discord"))  # which repeats how things stand

    async def hears(self, came: In) -> None:
        with self.env._bot_scope():
            self.bot.receive(came)
        await self.env.settle()

    # What people do

    async def says(self, who: str, *texts: str, channel: ChannelHandle | None = None) -> None:
        for text in texts:
            await self.people[who].send(channel or self.uno, text)

    async def writes(self, who: str, text: str) -> None:
        """To the bot, in private."""
        await self.people[who].send_dm(text)

    async def slash(self, who: str, path: str, channel: ChannelHandle | None = None, **given: Any) -> Shown | None:
        """The answer; None if nothing was said, as with a form."""
        return self.answer(await self.people[who].slash(channel or self.uno, f"uno {path}", **given))

    async def click(self, who: str, message: Shown, text: str) -> Shown | None:
        """The answer: a message of its own, or the one that was clicked, as it is now; None if it was only noted."""
        return self.answer(await self.clicked(who, message, text), message)

    async def clicked(self, who: str, message: Shown, text: str) -> InteractionResult:
        stored = self.env.backend.get_message(message.channel, message.id)
        result = await self.actor(who, message).click(
            to_discord_message(self.env, stored), custom_id=message.button(text).id
        )
        assert isinstance(result, InteractionResult)
        return result

    def actor(self, who: str, message: Shown) -> Any:
        person = self.people[who]
        return person if self.env.backend.get_channel(message.channel).guild_id is not None else person.user

    async def forged(self, who: str, message: Shown, custom_id: str) -> Shown | None:
        """A click on a button that the message does not have, or not any more."""
        stored = self.env.backend.get_message(message.channel, message.id)
        actor = self.actor(who, message)
        channel = ChannelHandle(self.env, getattr(actor, "guild", None), self.env.backend.get_channel(message.channel))
        result = await _dispatch_actor_interaction(
            actor,
            InteractionType.MESSAGE_COMPONENT,
            channel,
            {"custom_id": custom_id, "component_type": ComponentType.BUTTON},
            extra={"message": dict(serializers.message_payload(self.env.backend, stored))},
            source_message_id=stored.id,
        )
        return self.answer(result, message)

    def answer(self, result: InteractionResult, clicked: Shown | None = None) -> Shown | None:
        assert result.acknowledged, "the interaction is not answered"
        if result.response is not None:
            return shown(self.env.backend.get_message(result.response.channel_id, result.response.id))
        if result.followups:
            return shown(self.env.backend.get_message(result.followups[0].channel_id, result.followups[0].id))
        kind = getattr(result._interaction.response_kind, "name", "")
        if clicked and "UPDATE" in kind and "DEFER" not in kind:
            return shown(self.env.backend.get_message(clicked.channel, clicked.id))
        return None

    # What people see

    def messages(self, channel: ChannelHandle | None = None, ephemeral: bool = False) -> list[Shown]:
        """What the bot has posted in a channel and everybody sees."""
        stored = self.env.backend.messages.get((channel or self.uno).id, {}).values()
        mine = [shown(one) for one in stored if one.author_id == self.env.backend.bot_user.id]
        return [one for one in mine if one.ephemeral == ephemeral]

    def said(self, channel: ChannelHandle | None = None) -> list[str]:
        """The plain messages among these."""
        return [one.text for one in self.messages(channel) if one.accent is None]

    def board(self, channel: ChannelHandle | None = None) -> Shown:
        boards = [one for one in self.messages(channel) if one.accent is not None]
        assert len(boards) == 1, f"{len(boards)} tables are shown"
        return boards[0]

    def letters(self, who: str) -> list[Shown]:
        """What somebody has got by direct message."""
        return self.messages(self.people[who].user.dm_channel)

    def told(self, who: str) -> list[str]:
        """The plain direct messages."""
        return [one.text for one in self.letters(who) if one.accent is None]

    def hand(self, who: str) -> Shown:
        hands = [one for one in self.letters(who) if one.accent is not None]
        assert len(hands) == 1, f"{len(hands)} hands are shown to {who}"
        return hands[0]

    def cards(self, who: str) -> list[str]:
        """What somebody really holds."""
        table = self.table()
        assert table is not None and table.game is not None
        seat = table.seat_of(f"discord:{self.people[who].id}")
        assert seat is not None
        return [card.code for card in table.game.hands[seat.number]]

    @property
    def on_turn(self) -> str:
        table = self.table()
        assert table is not None and table.game is not None
        return table.name(table.game.turn).name

    @property
    def other(self) -> str:
        """The one of ann and bob who is not."""
        return "bob" if self.on_turn == "ann" else "ann"

    # Beginnings

    async def deal(self, opening: str = "!uno", *others: str) -> None:
        await self.says("ann", opening)
        for name in others or ("bob",):
            await self.people[name].slash(self.uno, "uno join")
        await self.people["ann"].slash(self.uno, "uno deal")

    # The end

    def check(self) -> None:
        logged = self.log.lines(logging.ERROR) + self.log.lines(logging.CRITICAL)
        logged += [line for line in self.log.lines(logging.WARNING) if "answer could not be given" in line]
        assert [line for line in logged if not any(part in line for part in self.expected)] == []
        unanswered = [(one.type, one.channel_id) for one in self.asked if not one.responded]
        assert unanswered == []


@contextlib.contextmanager
def _logged() -> Iterator[Logged]:
    handler = Logged()
    for name in LOGGERS:
        logging.getLogger(name).addHandler(handler)
    try:
        yield handler
    finally:
        for name in LOGGERS:
            logging.getLogger(name).removeHandler(handler)


def _raise_for(error: Any, usual: Callable[[Any], None] = transport._raise_for) -> None:
    """simcord does not tell Discord's own failures from refusals; the library does."""
    if error.status >= 500:
        raise discord.DiscordServerError(transport._FakeResponse(error.status), error.to_json())  # type: ignore[arg-type]
    usual(error)


@contextlib.asynccontextmanager
async def simulated(
    people: str = "ann bob cid",
    content: bool = True,
    granted: bool = True,
    secret: str = "simulated",
    options: dict[str, Any] | None = None,
    **given: Any,
) -> AsyncIterator[Sim]:
    """`options` are the hall's, `given` is the configuration of Discord, `granted` the message content intent."""
    approved = discord.Intents.all()
    approved.message_content = granted
    with (
        TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder,
        _logged() as log,
        mock.patch.object(posting, "BURST", 10**6),
        mock.patch.object(transport, "_raise_for", _raise_for),
    ):
        sim = Sim(Path(folder) / "unobot.db", options or {}, given, content, secret, log)
        runner = simcord.run(sim.make_client(), shard_count=1, approved_intents=approved)
        sim.env = env = runner._env
        env._schedule_timer = lambda *timer: None  # type: ignore[method-assign]  # no timer runs by the real clock
        settle = env._settle_internal
        env._settle_internal = lambda **how: settle(**{"idle": 0.001} | how)  # type: ignore[method-assign]  # at once
        env._register_dispatch_observer(sim.asked.append)
        sim.start()
        try:
            async with runner:
                sim.guild = env.create_guild("den")
                sim.uno = sim.guild.create_text_channel("uno")
                for name in people.split():
                    sim.person(name)
                await env.settle()
                yield sim
                await env.settle()
        finally:
            await sim.client.speaking.stop()
            sim.store.close()
        sim.check()


def tell(script: Callable[[Sim], Awaitable[None]], **options: Any) -> None:
    async def told() -> None:
        async with simulated(**options) as sim:
            await script(sim)

    asyncio.run(told())


# Cards in texts

CODE = re.compile(r"(?<![A-Za-z0-9+])(?:[rgby](?:[0-9]|s|r|\+2)|w(?:d4)?[rgby]?)(?![A-Za-z0-9+])")


def codes(text: str) -> list[str]:
    """The card codes in a text, as a program would read them."""
    return CODE.findall(re.sub(r"<a?:\w+:\d+>", "", text).replace("*", ""))
