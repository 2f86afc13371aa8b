"""What the `irc` package gives, made safe: its asyncio reactor, connection, line buffer, parser and TLS factory.

The one file that knows the package, and why each guard is there (irc 20.5, on asyncio):
- it decodes strictly and an unterminated line costs quadratic time: `Lines` takes any bytes, joins chunks once and
  throws away a line that never ends;
- its parser raises on lines without the parameters it expects (QUIT, PRIVMSG, PING, NICK, 001, a line of spaces), and
  in 005 on values it does not expect; middle parameters are split at every kind of Unicode space; CTCP dequoting makes
  CR and LF of `\\x10r` and `\\x10n`: `parse` takes only its regular expression, tags and prefix, and dequotes nothing;
- an exception in a handler kills the connection and loses the rest of what was read: it is logged, and reading goes on;
- of what is sent only LF is filtered, lines over 512 bytes raise (tags are counted as well), sending without a
  connection raises or vanishes, and everything, passwords too, goes into the debug log: `send_raw` does it anew;
- it knows no back-pressure: the protocol reports when the transport is full, and a connection nobody reads is dropped;
- it answers a PING with several words wrongly, and knows the transport only after the first lines may have come;
- `connect` has no time limit (whoever calls it sets one) and logs on at once: `on_connect` comes before that;
- a late `connection_lost` disconnects whatever the object is connected to by then, and `reconnect` and keep-alive
  raise: every attempt gets a fresh `Connection`.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import ssl
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import irc.client  # type: ignore[import-untyped]
import irc.client_aio  # type: ignore[import-untyped]
import irc.connection  # type: ignore[import-untyped]
import irc.message  # type: ignore[import-untyped]
from jaraco.stream.buffer import LenientDecodingLineBuffer  # type: ignore[import-untyped]

log = logging.getLogger("unobot.irc")

LONGEST_LINE = 16 * 1024  # bytes that a server may send without an end of line: tags 8191, the rest 512 or LINELEN
MOST_UNSENT = 1 << 20  # bytes that may wait for a server that does not read
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_LINE_BREAKING = re.compile(r"[\x00\r\n]")
# mIRC colours (with their digits), hex colours, and every other control character.
_FORMATTING = re.compile(
    r"\x03(?:\d{1,2}(?:,\d{1,2})?)?|\x04(?:[0-9a-fA-F]{6}(?:,[0-9a-fA-F]{6})?)?|[\x00-\x1f\x7f-\x9f]"
)
_PARSER = irc.client._rfc_1459_command_regexp


def unformatted(text: str) -> str:
    """What somebody typed, without colours and control characters; a tab is a space."""
    return _FORMATTING.sub("", text.replace("\t", " "))


# What comes in


@dataclass(frozen=True, slots=True)
class Message:
    """One line from the server. `command` is in capitals or a number; parameters hold no CR, LF or NUL."""

    command: str
    params: tuple[str, ...] = ()
    source: str = ""
    tags: dict[str, str] = field(default_factory=dict)

    @property
    def nick(self) -> str:
        return self.source.partition("!")[0]

    @property
    def user(self) -> str:
        return self.source.partition("!")[2].partition("@")[0]

    @property
    def host(self) -> str:
        return self.source.partition("!")[2].partition("@")[2]

    def param(self, number: int) -> str:
        """That parameter, or nothing where the server left it out."""
        return self.params[number] if number < len(self.params) else ""


def parse(line: str) -> Message | None:
    """A line as the package's expression cuts it; None for one without a command."""
    found = _PARSER.match(_LINE_BREAKING.sub("", line))
    if not found:
        return None
    middle, colon, trailing = (found["argument"] or "").partition(" :")
    params = [word for word in middle.split(" ") if word] + ([trailing] if colon else [])
    tags = irc.message.Tag.from_group(found["tags"]) if found["tags"] else ()
    return Message(
        found["command"].upper(),
        tuple(params),
        found["prefix"] or "",
        {tag["key"]: _LINE_BREAKING.sub("", tag["value"] or "") for tag in tags},
    )


class Lines(LenientDecodingLineBuffer):  # type: ignore[misc]
    """UTF-8, or Latin-1 where it is none; in linear time; no line without an end."""

    buffer: bytes

    def __init__(self) -> None:
        super().__init__()
        self._rest: list[bytes] = []
        self._size = 0

    def feed(self, data: bytes) -> None:
        head, newline, tail = data.rpartition(b"\n")
        if newline:
            if self._size > LONGEST_LINE:
                head = head.partition(b"\n")[2]  # the end of the line that was thrown away
            self.buffer = b"".join((self.buffer, *self._rest, head, newline))
            self._rest, self._size = [], 0
        self._size += len(tail)
        if self._size > LONGEST_LINE:
            self._rest = []
        else:
            self._rest.append(tail)

    def __iter__(self) -> Iterator[str]:
        yield from self.lines()


# The connection


class _Protocol(irc.client_aio.IrcProtocol):  # type: ignore[misc]
    connection: Connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.connection.transport = transport

    def pause_writing(self) -> None:
        self.connection.writable = False

    def resume_writing(self) -> None:
        self.connection.writable = True
        self.connection.on_writable()


class Connection(irc.client_aio.AioConnection):  # type: ignore[misc]
    """For one attempt. Whoever made it is told of messages and of the end through the reactor's events."""

    protocol_class = _Protocol
    buffer_class = Lines
    transport: Any = None

    def __init__(self, reactor: Any) -> None:
        super().__init__(reactor)
        self.writable = True
        self.line_length = 512
        self.on_writable: Callable[[], None] = lambda: None

    def _process_line(self, line: str) -> None:
        message = parse(line)
        if message is None or not self.connected:
            return
        event = irc.client.Event(message.command.lower(), message.source, message.param(0), [message])
        try:
            self._handle_event(event)
        except Exception:
            log.exception("%s could not be handled", message.command)

    def send_raw(self, string: str) -> None:
        if self.transport is None or self.transport.is_closing():
            return
        line = _LINE_BREAKING.sub(" ", string).encode("utf-8", "replace")
        self.transport.write(cut(line, self.line_length - 2) + b"\r\n")
        if self.transport.get_write_buffer_size() > MOST_UNSENT:
            log.warning("the server does not read; the connection is dropped")
            self.transport.abort()

    def pong(self, target: str, target2: str = "") -> None:
        self.send_raw(f"PONG :{target}")

    def pass_(self, password: str) -> None:
        self.send_raw(f"PASS :{password}")

    def disconnect(self, message: str = "") -> None:
        try:
            super().disconnect(message)
        except Exception:
            log.exception("the end of the connection could not be handled")

    def drop(self) -> None:
        """At once, without a word."""
        if self.transport is not None:
            self.transport.abort()


def cut(data: bytes, longest: int) -> bytes:
    """At most so many bytes, and no half of a character."""
    if len(data) <= longest:
        return data
    while longest > 0 and data[longest] & 0xC0 == 0x80:
        longest -= 1
    return data[:longest]


def new_connection(
    on_connect: Callable[[asyncio.BaseTransport], None],
    on_message: Callable[[Message], None],
    on_end: Callable[[], None],
) -> Connection:
    """A fresh one, on a reactor of its own, so that nothing of an earlier attempt is left."""

    def dispatch(connection: Connection, event: Any) -> None:
        if event.type == "disconnect":
            on_end()
        elif event.arguments and isinstance(event.arguments[0], Message):
            on_message(event.arguments[0])

    reactor = irc.client_aio.AioReactor(
        on_connect=lambda protocol, transport: on_connect(transport), loop=asyncio.get_running_loop()
    )
    reactor.connection_class = Connection
    reactor.add_global_handler("all_events", dispatch)
    connection: Connection = reactor.server()
    return connection


async def connect(
    connection: Connection, host: str, port: int, nick: str, user: str, password: str, tls: ssl.SSLContext | None
) -> None:
    """Raises OSError where it does not come about."""
    # A name may have an IPv6 address that leads nowhere: the others are tried before it has timed out.
    patience = None if _is_address(host) else 0.25
    factory = irc.connection.AioFactory(ssl=tls, happy_eyeballs_delay=patience)
    await connection.connect(host, port, nick, password or None, user, nick, factory)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
