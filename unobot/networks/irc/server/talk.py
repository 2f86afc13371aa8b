"""Talking and looking around: PRIVMSG, NOTICE, AWAY, WHO, WHOIS, WHOWAS, ISON, USERHOST, PING, TIME."""

from __future__ import annotations

from datetime import UTC, datetime

from unobot.networks.irc.server.message import REASON_LENGTH, compose, cut, matches, shown
from unobot.networks.irc.server.registration import MOST_TARGETS
from unobot.networks.irc.server.state import HOST, SERVER, Channel, Client

SERVER_INFO = "UNO for chat"


def privmsg(client: Client, params: tuple[str, ...]) -> None:
    if not params:
        client.reply(411, text="No recipient given (PRIVMSG)")
    elif len(params) < 2 or not params[1]:
        client.reply(412, text="No text to send")
    else:
        client.spoke = client.house.clock()
        _deliver(client, "PRIVMSG", params)


def notice(client: Client, params: tuple[str, ...]) -> None:
    """As PRIVMSG, but nothing is ever answered."""
    if len(params) >= 2 and params[1]:
        _deliver(client, "NOTICE", params)


def _deliver(client: Client, command: str, params: tuple[str, ...]) -> None:
    names = dict.fromkeys(params[0].split(","))  # each once
    answers = command == "PRIVMSG"
    for number, name in enumerate(names):
        if number >= MOST_TARGETS:
            if answers:
                client.reply(407, shown(name), text="Too many targets")
            return
        channel, person = client.house.channel(name), client.house.person(name)
        if channel and not channel.may_speak(client):
            if answers:
                client.reply(404, channel.name, text="Cannot send to channel")
        elif channel:
            line = compose(client.mask, command, (channel.name,), params[1])
            channel.send(line, but=client)
            _echo(client, line)
        elif person:
            line = compose(client.mask, command, (person.nick,), params[1])
            person.send(line)
            _echo(client, line)
            if answers and person.away is not None:
                client.reply(301, person.nick, text=person.away)
        elif answers:
            client.reply(401, shown(name), text="No such nick or channel")


def _echo(client: Client, line: str) -> None:
    if "echo-message" in client.caps:
        client.send(line)


def away(client: Client, params: tuple[str, ...]) -> None:
    client.away = cut(params[0], REASON_LENGTH) if params and params[0] else None
    if client.away is None:
        client.reply(305, text="You are no longer marked as being away")
    else:
        client.reply(306, text="You have been marked as being away")
    line = compose(client.mask, "AWAY", (), client.away)
    for other in client.neighbours():
        if "away-notify" in other.caps:
            other.send(line)


# Who is who


def who(client: Client, params: tuple[str, ...]) -> None:
    mask = params[0] if params else "*"
    channel = client.house.channel(mask)
    if channel:
        for member in channel.members:
            _who_row(client, member, channel)
    else:
        for person in client.house.people():
            if matches(mask, person.nick):
                _who_row(client, person, None)
    client.reply(315, shown(mask), text="End of WHO list")


def _who_row(client: Client, person: Client, channel: Channel | None) -> None:
    flags = ("H" if person.away is None else "G") + ("B" if "B" in person.modes else "")
    if channel:
        flags += channel.prefix(person, "multi-prefix" in client.caps)
    where = channel.name if channel else "*"
    client.reply(352, where, person.user, HOST, SERVER, person.nick, flags, text=f"0 {person.realname}")


def whois(client: Client, params: tuple[str, ...]) -> None:
    if not params or not params[-1]:
        client.reply(431, text="No nickname given")
        return
    nick = params[min(1, len(params) - 1)]  # WHOIS server nick
    person = client.house.person(nick)
    if person is None:
        client.reply(401, shown(nick), text="No such nick")
    else:
        _describe(client, person)
    client.reply(318, shown(nick), text="End of WHOIS list")


def _describe(client: Client, person: Client) -> None:
    client.reply(311, person.nick, person.user, HOST, "*", text=person.realname)
    rooms = [channel.prefix(person, "multi-prefix" in client.caps) + channel.name for channel in _rooms(person)]
    for start in range(0, len(rooms), 5):
        client.reply(319, person.nick, text=" ".join(rooms[start : start + 5]))
    client.reply(312, person.nick, SERVER, text=SERVER_INFO)
    if person.away is not None:
        client.reply(301, person.nick, text=person.away)
    if "B" in person.modes:
        client.reply(335, person.nick, text="is a bot")
    idle = int(client.house.clock() - person.spoke)
    client.reply(317, person.nick, str(idle), str(int(person.signed_on)), text="seconds idle, signon time")


def _rooms(person: Client) -> list[Channel]:
    return list(person.channels.values())


def whowas(client: Client, params: tuple[str, ...]) -> None:
    client.reply(406, shown(params[0]), text="There was no such nickname")
    client.reply(369, shown(params[0]), text="End of WHOWAS")


def ison(client: Client, params: tuple[str, ...]) -> None:
    asked = [nick for param in params for nick in param.split()]
    here = dict.fromkeys(person.nick for nick in asked if (person := client.house.person(nick)))
    client.reply(303, text=" ".join(here))


def userhost(client: Client, params: tuple[str, ...]) -> None:
    rows = []
    for nick in params[:5]:
        person = client.house.person(nick)
        if person:
            rows.append(f"{person.nick}={'+' if person.away is None else '-'}{person.user}@{HOST}")
    client.reply(302, text=" ".join(rows))


# The server itself


def ping(client: Client, params: tuple[str, ...]) -> None:
    client.send(compose(SERVER, "PONG", (SERVER,), params[0]))


def pong(client: Client, params: tuple[str, ...]) -> None:
    """That it came is all there is to it: the listener has noted it."""


def time(client: Client, params: tuple[str, ...]) -> None:
    now = datetime.fromtimestamp(client.house.clock(), UTC)
    client.reply(391, SERVER, text=f"{now:%Y-%m-%d %H:%M:%S} UTC")


def oper(client: Client, params: tuple[str, ...]) -> None:
    client.reply(491, text="There are no operators of this server")


def quit_(client: Client, params: tuple[str, ...]) -> None:
    reason = cut(params[0], REASON_LENGTH) if params else ""
    client.close(f"Quit: {reason}" if reason else f"Quit: {client.nick}")
