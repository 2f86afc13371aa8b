"""A server that says what a test wants it to say: for what no real one does."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from unobot.networks.irc.guard import Message, parse

TOKENS = "CASEMAPPING=rfc1459 CHANTYPES=# PREFIX=(ov)@+"


class Fake:
    """Lets the bot in, joins it to what it asks for, and keeps every line that it sends, as bytes."""

    def __init__(self, tokens: str = TOKENS) -> None:
        self.tokens = tokens
        self.raw: list[bytes] = []
        self.connections = 0
        self.mute = False
        self.answer: Callable[[Message], list[str] | None] = lambda message: None  # None: as usual
        self.writer: asyncio.StreamWriter | None = None
        self.news = asyncio.Event()
        self.nick = "unobot"
        self.joined: set[str] = set()
        self.port = 0

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[Fake]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            self.drop()

    def drop(self) -> None:
        if self.writer:
            self.writer.transport.abort()

    def send(self, *lines: str | bytes) -> None:
        assert self.writer
        for line in lines:
            self.writer.write((line if isinstance(line, bytes) else line.encode("utf-8", "replace")) + b"\r\n")

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.writer, self.joined = writer, set()
        with contextlib.suppress(OSError):
            while line := await reader.readline():
                self.raw.append(line)
                message = parse(line.decode().rstrip("\r\n"))
                if message and not self.mute:
                    custom = self.answer(message)
                    self.send(*(self._usual(message) if custom is None else custom))
                self.news.set()
        self.news.set()
        writer.close()

    def _usual(self, message: Message) -> list[str]:
        me, first = self.nick, message.param(0)
        match message.command:
            case "NICK":
                self.nick = first
                return []
            case "CAP" if first == "LS":
                return [":s CAP * LS :"]
            case "CAP" if first == "END":
                return [f":s 001 {me} :hi", f":s 005 {me} {self.tokens} :are supported", f":s 422 {me} :no MOTD"]
            case "PING":
                return [f":s PONG s :{first}"]
            case "JOIN":
                lines = []
                for channel in first.split(","):
                    self.joined.add(channel)
                    names = f":s 353 {me} = {channel} :{me} @op ann bob"
                    lines += [f":{me}!u@h JOIN {channel}", names, f":s 366 {me} {channel} :end"]
                return lines
            case "WHO":
                return [f":s 315 {me} {first} :end"]
            case "QUIT":
                if self.writer:
                    self.writer.close()
        return []

    def sent(self) -> list[str]:
        return [line.decode().rstrip("\r\n") for line in self.raw]

    async def until(self, want: Callable[[], bool], patience: float = 10.0) -> None:
        try:
            async with asyncio.timeout(patience):
                while not want():
                    self.news.clear()
                    await self.news.wait()
        except TimeoutError:
            last = "\n".join(self.sent()[-20:])
            raise AssertionError(f"the bot does not do it; its last lines:\n{last}") from None
