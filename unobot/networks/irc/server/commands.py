"""The one table of commands: who may give them, how many parameters they need, and what does them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from unobot.networks.irc.server import channels, modes, registration, talk
from unobot.networks.irc.server.message import BadLine, Message, parse
from unobot.networks.irc.server.state import Client

log = logging.getLogger("unobot.server")

# A web page can make a browser send a request to a port of this machine; what is in it must not count as commands.
HTTP = ("CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE")


@dataclass(frozen=True, slots=True)
class Command:
    do: Callable[[Client, tuple[str, ...]], None]
    needs: int = 0  # parameters
    early: bool = False  # also before somebody is registered


COMMANDS = {
    "AWAY": Command(talk.away),
    "CAP": Command(registration.cap, 1, early=True),
    "INVITE": Command(channels.invite, 2),
    "ISON": Command(talk.ison, 1),
    "JOIN": Command(channels.join, 1),
    "KICK": Command(channels.kick, 2),
    "LIST": Command(channels.list_channels),
    "LUSERS": Command(registration.lusers),
    "MODE": Command(modes.mode, 1),
    "MOTD": Command(registration.motd),
    "NAMES": Command(channels.names),
    "NICK": Command(registration.nick, early=True),
    "NOTICE": Command(talk.notice),
    "OPER": Command(talk.oper),
    "PART": Command(channels.part, 1),
    "PASS": Command(registration.password, 1, early=True),
    "PING": Command(talk.ping, 1, early=True),
    "PONG": Command(talk.pong, early=True),
    "PRIVMSG": Command(talk.privmsg),
    "QUIT": Command(talk.quit_, early=True),
    "TIME": Command(talk.time),
    "TOPIC": Command(channels.topic, 1),
    "USER": Command(registration.user, 4, early=True),
    "USERHOST": Command(talk.userhost, 1),
    "VERSION": Command(registration.version),
    "WHO": Command(talk.who),
    "WHOIS": Command(talk.whois),
    "WHOWAS": Command(talk.whowas, 1),
}


def handle(client: Client, raw: bytes) -> None:
    """One line of a client, without its end."""
    try:
        message = parse(raw)
    except BadLine as error:
        client.reply(400, "*", text=str(error))
        return
    if message is not None:
        _carry_out(client, message)


def _carry_out(client: Client, message: Message) -> None:
    name = message.command
    command = COMMANDS.get(name)
    if command is None and name in HTTP and not client.registered:
        client.close("This is an IRC server")
    elif not client.registered and not (command and command.early):
        client.reply(451, text="You have not registered")
    elif command is None:
        client.reply(421, name[:20], text="Unknown command")
    elif len(message.params) < command.needs or not all(message.params[: command.needs]):
        client.reply(461, name, text="Not enough parameters")
    else:
        try:
            command.do(client, message.params)
        except Exception:  # one client's line must never be the end of the bot
            log.exception("%s failed", name)
            client.reply(400, name, text="That went wrong here")
