"""A client of plain sockets, for tests that look at every line: nothing is hidden, nothing is answered by itself."""

from __future__ import annotations

import re
import socket
import time
from itertools import count

TIMEOUT = 10.0
FORMATTING = re.compile(r"\x03(?:\d{1,2}(?:,\d{1,2})?)?|[\x02\x0f\x11\x16\x1d\x1e\x1f]")


def unpainted(text: str) -> str:
    """Without colours and the like."""
    return FORMATTING.sub("", text)


class Wire:
    """One connection; `lines` is everything that came and was not yet looked at."""

    def __init__(self, port: int, receive_buffer: int | None = None) -> None:
        self.socket = socket.socket()
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(TIMEOUT)
        try:
            self.socket.connect(("127.0.0.1", port))
        except OSError:
            self.socket.close()
            raise
        self.rest = b""
        self.tokens = count(1)

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, *lines: str) -> None:
        self.raw(b"".join(line.encode() + b"\r\n" for line in lines))

    def raw(self, data: bytes) -> None:
        self.socket.sendall(data)

    def line(self, timeout: float = TIMEOUT) -> str:
        """The next line; EOFError when there is none."""
        deadline = time.monotonic() + timeout
        while b"\r\n" not in self.rest:
            self.socket.settimeout(max(0.001, deadline - time.monotonic()))
            data = self.socket.recv(65536)
            if not data:
                raise EOFError
            self.rest += data
        raw, self.rest = self.rest.split(b"\r\n", 1)
        return raw.decode()

    def until(self, pattern: str, timeout: float = TIMEOUT) -> list[str]:
        """The lines up to the one in which the pattern is found."""
        seen: list[str] = []
        deadline = time.monotonic() + timeout
        while True:
            try:
                seen.append(self.line(max(0.001, deadline - time.monotonic())))
            except (TimeoutError, EOFError) as error:
                raise AssertionError(f"{pattern!r} did not come, but {seen}") from error
            if re.search(pattern, seen[-1]):
                return seen

    def find(self, pattern: str) -> str:
        return self.until(pattern)[-1]

    def ask(self, *lines: str) -> list[str]:
        """Everything that comes because of these lines, or came before: a PING marks the end."""
        token = f"mark{next(self.tokens)}"
        self.send(*lines, f"PING :{token}")
        return self.until(f" PONG .*{token}")[:-1]

    def register(self, nick: str, *channels: str) -> Wire:
        self.send(f"NICK {nick}", f"USER {nick} 0 * :{nick.title()}")
        self.until(r" (376|422) ")
        for channel in channels:
            self.send(f"JOIN {channel}")
            self.until(" 366 ")
        return self

    def closed(self) -> list[str]:
        """The lines up to the end, which must come."""
        seen: list[str] = []
        try:
            while True:
                seen.append(self.line())
        except (EOFError, ConnectionResetError):
            return seen
