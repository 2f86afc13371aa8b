"""Scripted people on a real IRC server, and the bot among them: what the tests of the IRC network are told with.

A `Client` speaks the protocol itself, byte by byte where it has to, so that nothing of ours stands between the test
and the server. It waits for lines (`until`), never for time. `Player` plays its own hand as the bot shows it.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import ssl
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from unobot.bot import Bot
from unobot.chat.hall import Hall, Settings
from unobot.config import Network
from unobot.networks.irc import IrcNetwork, Timing
from unobot.networks.irc.guard import Message, parse, unformatted
from unobot.store import Store

PATIENCE = 15.0
FAST = Timing(rejoin=0.2, retry=0.5, again=0.1, again_most=0.5, identify=1.0, ready=10.0)
PLENTY = {"burst": 1000, "per_second": 1000.0}
Want = Callable[[Message], bool]


_open: list[Client] = []  # so that a story that fails leaves nobody behind


class Gone(Exception):
    """The server has closed the connection."""


class Client:
    """Somebody at a keyboard. `log` is every line that the server sent, but for pings."""

    def __init__(self, nick: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.nick, self.reader, self.writer = nick, reader, writer
        self.log: list[Message] = []
        self.seen = 0  # lines of the log that `until` has passed
        self.news = asyncio.Event()
        self.gone = False
        self.reading = asyncio.create_task(self._read())
        _open.append(self)

    @classmethod
    async def connect(
        cls,
        port: int,
        nick: str,
        tls: ssl.SSLContext | None = None,
        account: tuple[str, str] | None = None,
        caps: str = "",
        password: str = "",
    ) -> Any:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=tls, limit=1 << 20)
        client = cls(nick, reader, writer)
        if account or caps:
            client.send("CAP LS 302")
        if password:
            client.send(f"PASS {password}")
        client.send(f"NICK {nick}")
        client.send(f"USER {nick.strip('[]{}|') or 'x'} 0 * :{nick}")
        if account or caps:
            await client.until(lambda m: m.command == "CAP" and m.param(1) == "LS")
            client.send(f"CAP REQ :{caps} {'sasl' if account else ''}".rstrip())
            await client.until(lambda m: m.command == "CAP" and m.param(1) == "ACK")
            if account:
                client.send("AUTHENTICATE PLAIN")
                await client.until(lambda m: m.command == "AUTHENTICATE")
                secret = b64encode("\0{}\0{}".format(*account).encode()).decode()
                client.send(f"AUTHENTICATE {secret}")
                await client.until(lambda m: m.command == "903")
            client.send("CAP END")
        await client.until(lambda m: m.command == "001")
        return client

    async def _read(self) -> None:
        try:
            while line := await self.reader.readline():
                try:
                    text = line.decode()
                except UnicodeDecodeError:
                    text = line.decode("latin-1")
                message = parse(text.rstrip("\r\n"))
                if message and message.command == "PING":
                    self.send(f"PONG :{message.param(0)}")
                elif message:
                    self.log.append(message)
                    self.came(message)
                    self.news.set()
        except (OSError, ValueError):
            pass
        self.gone = True
        self.news.set()

    def came(self, message: Message) -> None:
        """For those who act by themselves."""

    def send(self, line: str | bytes) -> None:
        if not self.writer.is_closing():
            self.writer.write((line if isinstance(line, bytes) else line.encode()) + b"\r\n")

    def say(self, target: str, text: str) -> None:
        self.send(f"PRIVMSG {target} :{text}")

    async def until(self, want: Want | str, patience: float = PATIENCE) -> Message:
        """The next line that fits, after those already waited for: a test of it, or a pattern of its text."""
        check = want if callable(want) else lambda m: bool(re.search(want, text_of(m)))
        try:
            async with asyncio.timeout(patience):
                while True:
                    while self.seen < len(self.log):
                        self.seen += 1
                        if check(self.log[self.seen - 1]):
                            return self.log[self.seen - 1]
                    if self.gone:
                        raise Gone(f"{self.nick}: the connection is closed")
                    self.news.clear()
                    await self.news.wait()
        except TimeoutError:
            last = "\n".join(f"  {m.source} {m.command} {m.params}" for m in self.log[-25:])
            raise AssertionError(f"{self.nick} waits in vain for {want}; the last lines:\n{last}") from None

    async def join(self, *channels: str) -> None:
        for channel in channels:
            self.send(f"JOIN {channel}")
            await self.until(lambda m, channel=channel: m.command == "366" and m.param(1).lower() == channel.lower())

    async def sync(self) -> None:
        """Everything sent so far has reached the server."""
        token = f"sync{len(self.log)}x{id(self)}"
        self.send(f"PING :{token}")
        await self.until(lambda m: m.command == "PONG" and token in m.params[-1])

    def texts(self, source: str = "unobot") -> list[str]:
        """What somebody said to or before this client, unpainted."""
        return [text_of(m) for m in self.log if m.nick == source and m.command in ("PRIVMSG", "NOTICE")]

    async def close(self) -> None:
        self.reading.cancel()
        self.writer.transport.abort()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()
        await asyncio.gather(self.reading, return_exceptions=True)


def text_of(message: Message) -> str:
    return unformatted(message.params[-1]) if message.params else ""


def is_said(message: Message) -> bool:
    """By the bot, to anybody."""
    return message.nick == "unobot" and message.command in ("NOTICE", "PRIVMSG")


def is_private(message: Message) -> bool:
    return message.command in ("NOTICE", "PRIVMSG") and not message.param(0).startswith("#")


TURN = re.compile(r"(?:Your turn|Name a colour with co): (.*)")


class Player(Client):
    """Plays whatever its hand allows, as soon as it is its turn. `moves` is what it typed."""

    channel = "#uno"
    playing = True
    doubles = True
    random = Random(7)
    moves: list[str]

    def came(self, message: Message) -> None:
        if self.playing and message.nick.startswith("unobot") and is_private(message):
            move = move_for(text_of(message), self.random, self.doubles)
            if move:
                self.moves.append(move)
                self.say(self.channel, move)

    async def hand(self) -> str:
        """The hand that the bot shows next."""
        return text_of(await self.until(lambda m: is_private(m) and bool(HAND.match(text_of(m)))))


HAND = re.compile(r"(?:Your turn|Your hand|Name a colour with co): ")


def move_for(text: str, random: Random, doubles: bool = True) -> str | None:
    """The move to answer a hand with; None where it is no hand on turn."""
    turn = TURN.match(text)
    if not turn:
        return None
    if text.startswith("Name a colour"):
        return "co " + random.choice("rgby")
    playable = re.findall(r"\[([^\]]+)\]", turn[1])
    if playable:
        card = random.choice(playable)
        if card.startswith("w"):
            return card + random.choice("rgby")
        return card + card if doubles and playable.count(card) > 1 and random.random() < 0.7 else card
    if "ch challenges" in text and random.random() < 0.5:
        return "ch"
    return "pe" if "pe picks" in text else "pa"


def network(port: int, **changes: Any) -> Network:
    """The settings of a network on this port."""
    settings: dict[str, Any] = {
        "name": "test",
        "servers": [f"127.0.0.1:{port}"],
        "tls": False,
        "nick": "unobot",
        "channels": ["#uno"],
        "pace": PLENTY,
    }
    return Network.model_validate(settings | changes)


def hall_settings(**changes: Any) -> Settings:
    plenty = {"game_commands_per_minute": 10**6, "tables_per_hour": 10**6, "other_commands_per_15_minutes": 10**6}
    return Settings(**{**plenty, "delay": lambda random: 0.0, **changes})


@contextlib.asynccontextmanager
async def running_bot(
    database: Path, *networks: Network, timing: Timing = FAST, settings: Settings | None = None, secret: bytes = b""
) -> AsyncIterator[Bot]:
    """The whole bot: a store on a file, the hall, the loop and its IRC networks."""
    with Store.open(database) as store:
        secrets = _secrets(secret)
        hall = Hall(settings or hall_settings(), store, lambda: next(secrets))
        bot = Bot(hall, store, {f"irc:{one.name}": IrcNetwork(one, timing) for one in networks})
        bot.start()
        task = asyncio.create_task(bot.run())
        try:
            yield bot
        finally:
            task.cancel()
            await asyncio.wait([task])


def _secrets(start: bytes) -> Iterator[bytes]:
    number = 0
    while True:
        yield (start + number.to_bytes(4, "big")).rjust(32, b"\0")
        number += 1


async def services_are_there(port: int, nick: str = "waiter") -> None:
    """SASL appears when the services have linked."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    client = Client(nick, reader, writer)
    client.send("CAP LS 302")
    await client.until(lambda m: m.command == "CAP" and (m.param(1) == "NEW" or "sasl=" in m.params[-1]))
    if "sasl" not in client.log[-1].params[-1]:
        await client.until(lambda m: m.command == "CAP" and "sasl" in m.params[-1])
    await client.close()


async def register(port: int, account: str, password: str = "secretpw") -> tuple[str, str]:
    """An account with the services; as often as it is asked for."""
    client = await Client.connect(port, account)
    client.say("NickServ", f"REGISTER {password} {account}@test.invalid")
    await client.until("now registered|already registered")
    client.send("QUIT :registered")
    with contextlib.suppress(Gone):
        await client.until(lambda m: m.command == "ERROR")
    await client.close()
    return account, password


async def bot_is_in(client: Client, channel: str, nick: str = "unobot") -> None:
    """Wait until the bot has joined a channel this client is in."""
    client.send(f"NAMES {channel}")
    names = await client.until(lambda m: m.command == "353" and m.param(2).lower() == channel.lower())
    if nick not in re.split(r"[ @+%&~]+", names.params[-1]):
        await client.until(lambda m: m.command == "JOIN" and m.nick == nick and m.param(0).lower() == channel.lower())


def play(script: Callable[[], Awaitable[None]], seconds: float = 60.0) -> None:
    """Run one story."""

    async def bounded() -> None:
        try:
            async with asyncio.timeout(seconds):
                await script()
        finally:
            await close(*_open)
            _open.clear()

    asyncio.run(bounded())


async def sit_down(people: list[Any], channel: str = "#uno", mode: str = "") -> None:
    """A table of these people, dealt by the first; they share the channel and the bot is in it."""
    first = people[0]
    first.say(channel, f"!uno {mode}".strip())
    await first.until("opens a")
    for one in people[1:]:
        one.say(channel, "jo")
        await first.until(f"{one.nick} sits down")


async def players(port: int, *nicks: str, channel: str = "#uno", playing: bool = True, **how: Any) -> list[Player]:
    return list(await asyncio.gather(*(player(port, nick, channel, playing, **how) for nick in nicks)))


async def player(port: int, nick: str, channel: str = "#uno", playing: bool = True, **how: Any) -> Player:
    one: Player = await Player.connect(port, nick, **how)
    one.moves, one.channel, one.playing = [], channel, playing
    await one.join(channel)
    return one


async def close(*clients: Client) -> None:
    for client in clients:
        await client.close()
