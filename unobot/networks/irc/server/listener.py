"""The embedded server's sockets: lines in and out, limits on both, and time-outs. Loopback only, and no polling.

What comes too fast is read more slowly instead of being punished; what nobody reads is cut off; a line that never
ends is dropped as it comes. So no client can make the process it shares with the bot slow or large.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
from collections.abc import Iterable, Mapping

from unobot.networks.irc.server.commands import handle
from unobot.networks.irc.server.message import LONGEST_LINE, compose, encode
from unobot.networks.irc.server.state import SERVER, Client, House

ADDRESS = "127.0.0.1"
FIRST_PORT, PORTS = 6667, 100
MOST_CLIENTS = 200
BURST, PER_SECOND = 50, 20.0  # lines of one client
MOST_UNREAD = 1 << 20  # bytes that wait for a client
REGISTRATION_SECONDS, PING_SECONDS = 30.0, 120.0
FAREWELL_SECONDS = 1.0


class NoPort(OSError):
    """Every port that was tried is taken."""


class Link(asyncio.Protocol):
    """One connection."""

    transport: asyncio.Transport

    def __init__(self, server: Server) -> None:
        self.server = server
        self.client = Client(server.house, self._write, self.close)
        self.loop = asyncio.get_running_loop()
        self.buffer = bytearray()
        self.overlong = False  # within a line that is too long
        self.closing = ""
        self.tokens, self.filled = float(BURST), self.loop.time()
        self.heard = self.loop.time()
        self.pinged = False
        self.waiting: asyncio.TimerHandle | None = None  # until the next line may be read
        self.watch: asyncio.TimerHandle | None = None

    # The connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.server.links.add(self)
        if len(self.server.links) > MOST_CLIENTS:
            self.close("Too many connections")
        else:
            self.watch = self.loop.call_later(REGISTRATION_SECONDS, self._look)

    def connection_lost(self, error: Exception | None) -> None:
        for timer in (self.waiting, self.watch):
            if timer:
                timer.cancel()
        self.server.gone(self, self.closing or "Connection closed")

    def close(self, reason: str) -> None:
        """Say why, and close when that is written; the person is gone at once."""
        if self.closing:
            return
        self._write(encode(compose(None, "ERROR", (), f"Closing link: {reason}")))
        self.closing = reason
        self.buffer.clear()
        self.transport.close()
        self.client.house.gone(self.client, reason)

    def _write(self, raw: bytes) -> None:
        if self.closing or self.transport.is_closing():
            return
        self.transport.write(raw)
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            # Not from within somebody else's message: its recipients are being walked through right now.
            self.closing = "Too much unread"
            self.loop.call_soon(self.transport.abort)

    # Lines

    def data_received(self, data: bytes) -> None:
        if not self.closing:
            self.buffer += data
            self._read()

    def _read(self) -> None:
        while not self.closing:
            end = self.buffer.find(b"\n")
            if end < 0:
                self.overlong = self.overlong or len(self.buffer) > LONGEST_LINE + 1
                if self.overlong:
                    self.buffer.clear()
                return
            if not self._may_read():
                return
            raw = bytes(self.buffer[:end]).removesuffix(b"\r")
            del self.buffer[: end + 1]
            self.heard, self.pinged = self.loop.time(), False
            if self.overlong or len(raw) > LONGEST_LINE:
                self.overlong = False
                self.client.reply(417, text="Input line was too long")
            else:
                handle(self.client, raw)

    def _may_read(self) -> bool:
        """Whether another line is within the limit; if not, nothing is read until it is."""
        if self.client.trusted:
            return True
        now = self.loop.time()
        self.tokens = min(BURST, self.tokens + (now - self.filled) * PER_SECOND)
        self.filled = now
        if self.tokens < 1:
            self.transport.pause_reading()
            self.waiting = self.loop.call_later((1 - self.tokens) / PER_SECOND, self._read_on)
            return False
        self.tokens -= 1
        return True

    def _read_on(self) -> None:
        self.waiting = None
        self._read()
        if self.waiting is None and not self.transport.is_closing():
            self.transport.resume_reading()

    # Time-outs

    def _look(self) -> None:
        """After a while: is anybody there? Asked seldom, and put off by every line."""
        if not self.client.registered:
            self.close("Registration timed out")
            return
        quiet = self.loop.time() - self.heard
        if quiet >= PING_SECONDS and self.pinged:
            self.close("Ping timeout")
            return
        if quiet >= PING_SECONDS:
            self.pinged = True
            self.client.send(compose(None, "PING", (), SERVER))
        self.watch = self.loop.call_later(PING_SECONDS - (0 if self.pinged else quiet), self._look)


class Server:
    """Listens on loopback from `start` to `stop`."""

    def __init__(
        self,
        topics: Mapping[str, str],
        motd: Iterable[str] = (),
        password: str = "",
        reserved: Iterable[str] = (),
    ) -> None:
        self.house = House(topics, motd, password, reserved)
        self.links: set[Link] = set()
        self.listening: asyncio.Server | None = None
        self.port = 0
        self.empty = asyncio.Event()

    async def start(self, first_port: int = FIRST_PORT, ports: int = PORTS) -> int:
        """Listen on the first port that is free, and say which; 0 means any."""
        loop = asyncio.get_running_loop()
        for port in range(first_port, min(first_port + ports, 65536)):
            try:
                self.listening = await loop.create_server(lambda: Link(self), ADDRESS, port)
            except OSError as error:
                if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                    raise
                continue
            self.port = self.listening.sockets[0].getsockname()[1]
            return self.port
        raise NoPort(errno.EADDRINUSE, f"no port from {first_port} on is free", ADDRESS)

    def gone(self, link: Link, reason: str) -> None:
        self.house.gone(link.client, reason)
        self.links.discard(link)
        if not self.links:
            self.empty.set()

    async def stop(self) -> None:
        """Say goodbye to everybody; whoever does not take it in time is cut off."""
        if self.listening:
            self.listening.close()
        self.empty.clear()
        for link in list(self.links):
            link.close("The server shuts down")
        if self.links:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.empty.wait(), FAREWELL_SECONDS)
        for link in list(self.links):
            link.transport.abort()
