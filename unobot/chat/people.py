"""Who and where: a person and a venue are an id and a name. Ids own things; names are only shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """`irc:<network>:account:<account>`, `irc:<network>:nick:<nick>`, `discord:<id>`, `local:<name>`, `bot:<name>`."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Venue:
    """A place with at most one table: `irc:<network>:<channel>`, `discord:<server id>:<channel id>`, `local:<name>`."""

    id: str
    name: str


def network_of(owner: str) -> str:
    """The connection that an id belongs to: `irc:<network>`, `discord` or `local`."""
    kind, _, rest = owner.partition(":")
    return f"irc:{rest.partition(':')[0]}" if kind == "irc" else kind


def neighbourhood(venue: str) -> str:
    """Where people may know of each other's tables: an IRC network, or a server on Discord."""
    return venue.rpartition(":")[0] if network_of(venue) == "discord" else network_of(venue)
