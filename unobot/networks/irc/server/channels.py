"""Channels: JOIN, PART, NAMES, TOPIC, KICK, INVITE, LIST."""

from __future__ import annotations

from unobot.networks.irc.server.message import REASON_LENGTH, TOPIC_LENGTH, compose, cut, fold, is_channel, shown
from unobot.networks.irc.server.registration import MOST_TARGETS
from unobot.networks.irc.server.state import MOST_CHANNELS, SERVER, Channel, Client

NAMES_LENGTH = 400  # bytes of names on a line, so that it stays whole


def known(client: Client, name: str, inside: bool = True) -> Channel | None:
    """The channel of that name, in which the client must be; otherwise it is told why not."""
    channel = client.house.channel(name)
    if channel is None:
        client.reply(403, shown(name), text="No such channel")
        return None
    if inside and client not in channel.members:
        client.reply(442, channel.name, text="You're not on that channel")
        return None
    return channel


def operator(client: Client, channel: Channel) -> bool:
    if channel.is_operator(client):
        return True
    client.reply(482, channel.name, text="You're not channel operator")
    return False


# Coming and going


def join(client: Client, params: tuple[str, ...]) -> None:
    if params[0] == "0":
        for channel in list(client.channels.values()):
            _part(client, channel, "")
        return
    keys = params[1].split(",") if len(params) > 1 else []
    names = params[0].split(",")[:MOST_CHANNELS]
    for number, name in enumerate(names):
        _join(client, name, keys[number] if number < len(keys) else "")


def _join(client: Client, name: str, key: str) -> None:
    if not is_channel(name):
        client.reply(403, shown(name), text="No such channel")
        return
    channel = client.house.channel(name)
    if channel and client in channel.members:
        return
    if len(client.channels) >= MOST_CHANNELS:
        client.reply(405, name, text="You have joined too many channels")
        return
    if channel and not _may_enter(client, channel, key):
        return
    channel = channel or client.house.open(name)
    channel.add(client)
    short = compose(client.mask, "JOIN", (channel.name,))
    extended = compose(client.mask, "JOIN", (channel.name, "*"), client.realname)
    for member in list(channel.members):
        member.send(extended if "extended-join" in member.caps else short)
    if channel.is_operator(client):  # itself sees it in the names; others would never know
        channel.send(compose(SERVER, "MODE", (channel.name, "+o", client.nick)), but=client)
    if client.away is not None:
        _tell_away(client, channel)
    if channel.topic:
        _show_topic(client, channel)
    list_names(client, channel)


def _may_enter(client: Client, channel: Channel, key: str) -> bool:
    if client.trusted:
        return True
    if "i" in channel.flags and client not in channel.invited:
        client.reply(473, channel.name, text="Cannot join channel (+i)")
        return False
    if channel.key is not None and key != channel.key:
        client.reply(475, channel.name, text="Cannot join channel (+k)")
        return False
    return True


def _tell_away(client: Client, channel: Channel) -> None:
    for member in channel.members:
        if member is not client and "away-notify" in member.caps:
            member.send(compose(client.mask, "AWAY", (), client.away))


def part(client: Client, params: tuple[str, ...]) -> None:
    reason = cut(params[1], REASON_LENGTH) if len(params) > 1 else ""
    for name in params[0].split(",")[:MOST_CHANNELS]:
        channel = known(client, name)
        if channel:
            _part(client, channel, reason)


def _part(client: Client, channel: Channel, reason: str) -> None:
    channel.send(compose(client.mask, "PART", (channel.name,), reason or None))
    channel.remove(client)


def kick(client: Client, params: tuple[str, ...]) -> None:
    reason = cut(params[2], REASON_LENGTH) if len(params) > 2 and params[2] else client.nick
    channel = known(client, params[0])
    if channel is None or not operator(client, channel):
        return
    for name in params[1].split(",")[:MOST_TARGETS]:
        victim = client.house.person(name)
        if victim is None or victim not in channel.members:
            client.reply(441, shown(name), channel.name, text="They aren't on that channel")
            continue
        channel.send(compose(client.mask, "KICK", (channel.name, victim.nick), reason))
        channel.remove(victim)


def invite(client: Client, params: tuple[str, ...]) -> None:
    guest = client.house.person(params[0])
    if guest is None:
        client.reply(401, shown(params[0]), text="No such nick")
        return
    channel = known(client, params[1])
    if channel is None or ("i" in channel.flags and not operator(client, channel)):
        return
    if guest in channel.members:
        client.reply(443, guest.nick, channel.name, text="is already on channel")
        return
    channel.invited.add(guest)
    client.reply(341, guest.nick, channel.name)
    guest.send(compose(client.mask, "INVITE", (guest.nick, channel.name)))


# Looking


def names(client: Client, params: tuple[str, ...]) -> None:
    for name in (params[0] if params else "*").split(",")[:MOST_TARGETS]:
        channel = client.house.channel(name)
        if channel:
            list_names(client, channel)
        else:
            client.reply(366, shown(name), text="End of NAMES list")


def list_names(client: Client, channel: Channel) -> None:
    row = ""
    for member in channel.members:
        name = member.mask if "userhost-in-names" in client.caps else member.nick
        entry = channel.prefix(member, "multi-prefix" in client.caps) + name
        if row and len(row) + len(entry) >= NAMES_LENGTH:
            client.reply(353, "=", channel.name, text=row)
            row = ""
        row = f"{row} {entry}" if row else entry
    if row:
        client.reply(353, "=", channel.name, text=row)
    client.reply(366, channel.name, text="End of NAMES list")


def topic(client: Client, params: tuple[str, ...]) -> None:
    if len(params) == 1:
        channel = known(client, params[0], inside=False)
        if channel and channel.topic:
            _show_topic(client, channel)
        elif channel:
            client.reply(331, channel.name, text="No topic is set")
        return
    channel = known(client, params[0])
    if channel is None or ("t" in channel.flags and not operator(client, channel)):
        return
    channel.topic, channel.topic_by, channel.topic_at = cut(params[1], TOPIC_LENGTH), client.mask, client.house.clock()
    channel.send(compose(client.mask, "TOPIC", (channel.name,), channel.topic))


def _show_topic(client: Client, channel: Channel) -> None:
    client.reply(332, channel.name, text=channel.topic)
    client.reply(333, channel.name, channel.topic_by, str(int(channel.topic_at)))


def list_channels(client: Client, params: tuple[str, ...]) -> None:
    wanted = {fold(name) for name in params[0].split(",")} if params and params[0] else None
    client.reply(321, "Channel", text="Users  Name")
    for folded, channel in client.house.channels.items():
        if wanted is None or folded in wanted:
            client.reply(322, channel.name, str(len(channel.members)), text=channel.topic)
    client.reply(323, text="End of LIST")
