"""Who is here and which channels there are: the state of the embedded server, and the ways to tell people of it.

No sockets and no clock of its own: a client is given a function that takes its bytes and one that closes it. What
people's commands do to the state is in the files beside this one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from unobot.networks.irc.server.message import compose, encode, fold

SERVER = "uno.localhost"
HOST = "localhost"  # everybody's: the server listens on loopback only
MOST_CHANNELS = 20  # for one person


@dataclass(eq=False)
class Client:
    """One connection, with or without a person."""

    house: House
    write: Callable[[bytes], None]
    close: Callable[[str], None]
    nick: str = "*"
    user: str = ""
    realname: str = ""
    registered: bool = False
    negotiating: bool = False  # between CAP LS or REQ and CAP END
    trusted: bool = False  # gave the server's own password: the bot of this very process
    caps: set[str] = field(default_factory=set)
    modes: set[str] = field(default_factory=set)
    away: str | None = None
    channels: dict[str, Channel] = field(default_factory=dict)
    signed_on: float = 0.0
    spoke: float = 0.0

    @property
    def mask(self) -> str:
        return f"{self.nick}!{self.user}@{HOST}"

    def send(self, line: str) -> None:
        """A line; for those who want it with the time."""
        raw = encode(line)
        if "server-time" in self.caps:
            now = datetime.fromtimestamp(self.house.clock(), UTC)
            raw = f"@time={now:%Y-%m-%dT%H:%M:%S}.{now.microsecond // 1000:03}Z ".encode() + raw
        self.write(raw)

    def reply(self, number: int, *middle: str, text: str | None = None) -> None:
        self.send(compose(SERVER, f"{number:03}", (self.nick, *middle), text))

    def neighbours(self) -> set[Client]:
        """Everybody who shares a channel with this client, itself left out."""
        return {member for channel in self.channels.values() for member in channel.members} - {self}

    def announce(self, command: str, *middle: str, text: str | None = None) -> None:
        """Tell this client and whoever sees it what it has done."""
        line = compose(self.mask, command, middle, text)
        for client in (self, *self.neighbours()):
            client.send(line)

    def leave_all(self) -> None:
        for channel in list(self.channels.values()):
            channel.remove(self)


@dataclass(eq=False)
class Channel:
    house: House
    name: str
    created: float
    stays: bool = False  # also when nobody is in it
    members: dict[Client, set[str]] = field(default_factory=dict)  # with "o" and "v"
    flags: set[str] = field(default_factory=lambda: {"n", "t"})
    key: str | None = None
    invited: set[Client] = field(default_factory=set)
    topic: str = ""
    topic_by: str = SERVER
    topic_at: float = 0.0

    def add(self, client: Client) -> None:
        """Whoever comes first looks after the channel; the bot does not count, or nobody could on this server."""
        people_with_o = [member for member, modes in self.members.items() if "o" in modes and not member.trusted]
        self.members[client] = {"o"} if client.trusted or not people_with_o else set()
        self.invited.discard(client)
        client.channels[fold(self.name)] = self

    def remove(self, client: Client) -> None:
        self.members.pop(client, None)
        client.channels.pop(fold(self.name), None)
        if not self.members and not self.stays:
            self.house.channels.pop(fold(self.name), None)

    def send(self, line: str, but: Client | None = None) -> None:
        for member in list(self.members):
            if member is not but:
                member.send(line)

    def is_operator(self, client: Client) -> bool:
        return "o" in self.members.get(client, ())

    def may_speak(self, client: Client) -> bool:
        modes = self.members.get(client)
        if modes is None and "n" in self.flags:
            return False
        return "m" not in self.flags or bool(modes)

    def prefix(self, member: Client, many: bool) -> str:
        """`@` and `+`; all of them for those who understand several."""
        marks = "".join(mark for mode, mark in (("o", "@"), ("v", "+")) if mode in self.members[member])
        return marks if many else marks[:1]


class House:
    """The whole server."""

    def __init__(
        self,
        topics: Mapping[str, str],
        motd: Iterable[str],
        password: str,
        reserved: Iterable[str],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.clock = clock
        self.started = clock()
        self.motd = tuple(motd)
        self.password = password  # of clients that are trusted; everybody else needs none
        self.reserved = frozenset(map(fold, reserved))  # nicks that only trusted clients may have
        self.clients: dict[str, Client] = {}  # by folded nick, from NICK on
        self.channels: dict[str, Channel] = {}
        for name, topic in topics.items():
            channel = self.open(name)
            channel.stays, channel.topic, channel.topic_at = True, topic, self.started

    def open(self, name: str) -> Channel:
        """The channel; a new one if there is none."""
        found = self.channels.get(fold(name))
        if found is None:
            found = self.channels[fold(name)] = Channel(self, name, self.clock())
        return found

    def channel(self, name: str) -> Channel | None:
        return self.channels.get(fold(name))

    def person(self, nick: str) -> Client | None:
        """Somebody who is here; a nick alone is not somebody yet."""
        found = self.clients.get(fold(nick))
        return found if found and found.registered else None

    def people(self) -> list[Client]:
        return [client for client in self.clients.values() if client.registered]

    def gone(self, client: Client, reason: str) -> None:
        """The connection is over: everybody who saw the person sees it go."""
        line = compose(client.mask, "QUIT", (), reason)
        neighbours = client.neighbours()
        client.leave_all()
        for channel in self.channels.values():
            channel.invited.discard(client)
        if self.clients.get(fold(client.nick)) is client:
            del self.clients[fold(client.nick)]
        if client.registered:
            client.registered = False
            for other in neighbours:
                other.send(line)
