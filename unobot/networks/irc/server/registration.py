"""Coming in: CAP, PASS, NICK, USER, and the welcome with everything that clients ask about the server."""

from __future__ import annotations

from datetime import UTC, datetime
from hmac import compare_digest

from unobot import __version__
from unobot.networks.irc.server.message import (
    CHANNEL_LENGTH,
    KEY_LENGTH,
    NICK_LENGTH,
    REALNAME_LENGTH,
    REASON_LENGTH,
    TOPIC_LENGTH,
    USER_LENGTH,
    compose,
    cut,
    fold,
    is_nick,
    shown,
    user_name,
)
from unobot.networks.irc.server.state import MOST_CHANNELS, SERVER, Client

VERSION = f"unobot-{__version__}"
NETWORK = "UNO"
# Only what is done in full. There are no accounts here, so extended-join always says *.
CAPS = (
    "away-notify",
    "cap-notify",
    "echo-message",
    "extended-join",
    "multi-prefix",
    "server-time",
    "userhost-in-names",
)
MOST_TARGETS, MOST_MODES = 4, 4
SUPPORTED = (
    "BOT=B",
    "CASEMAPPING=ascii",
    "CHANMODES=b,k,,imnt",
    f"CHANLIMIT=#:{MOST_CHANNELS}",
    f"CHANNELLEN={CHANNEL_LENGTH}",
    "CHANTYPES=#",
    f"KEYLEN={KEY_LENGTH}",
    f"KICKLEN={REASON_LENGTH}",
    f"AWAYLEN={REASON_LENGTH}",
    f"MODES={MOST_MODES}",
    f"NETWORK={NETWORK}",
    f"NICKLEN={NICK_LENGTH}",
    "PREFIX=(ov)@+",
    f"TARGMAX=JOIN:{MOST_CHANNELS},KICK:{MOST_TARGETS},NOTICE:{MOST_TARGETS},PRIVMSG:{MOST_TARGETS}",
    f"TOPICLEN={TOPIC_LENGTH}",
    f"USERLEN={USER_LENGTH}",
    "UTF8ONLY",
)


# CAP


def cap(client: Client, params: tuple[str, ...]) -> None:
    word = params[0].upper()
    if word == "LS":
        client.negotiating = not client.registered
        if len(params) > 1 and params[1].isdecimal() and params[1].isascii() and int(params[1][:9]) >= 302:
            client.caps.add("cap-notify")  # as the specification has it: whoever speaks 302 wants it
        _cap(client, "LS", " ".join(CAPS))
    elif word == "LIST":
        _cap(client, "LIST", " ".join(sorted(client.caps)))
    elif word == "REQ":
        client.negotiating = client.negotiating or not client.registered
        _request(client, params[1] if len(params) > 1 else "")
    elif word == "END":
        client.negotiating = False
        welcome_if_ready(client)
    else:
        client.reply(410, shown(word), text="Invalid CAP subcommand")


def _request(client: Client, text: str) -> None:
    """All of it or nothing."""
    words = text.split()
    if any(word.removeprefix("-") not in CAPS for word in words):
        _cap(client, "NAK", text)
        return
    _cap(client, "ACK", text)  # still in the old way: the client learns only by this line that it holds
    for word in words:
        if word.startswith("-"):
            client.caps.discard(word[1:])
        else:
            client.caps.add(word)


def _cap(client: Client, word: str, text: str) -> None:
    client.send(compose(SERVER, "CAP", (client.nick, word), text))


# PASS, NICK, USER


def password(client: Client, params: tuple[str, ...]) -> None:
    """Nobody needs one here; the bot of this process shows by it that it is the one."""
    if client.registered:
        client.reply(462, text="You may not reregister")
    else:
        ours = client.house.password
        client.trusted = bool(ours) and compare_digest(params[0].encode(), ours.encode())


def nick(client: Client, params: tuple[str, ...]) -> None:
    house = client.house
    if not params or not params[0]:
        client.reply(431, text="No nickname given")
        return
    new = params[0]
    if not is_nick(new):
        client.reply(432, shown(new), text="Erroneous nickname")
        return
    holder = house.clients.get(fold(new))
    if (holder and holder is not client) or (fold(new) in house.reserved and not client.trusted):
        client.reply(433, new, text="Nickname is already in use")
        return
    if new == client.nick:
        return
    if house.clients.get(fold(client.nick)) is client:
        del house.clients[fold(client.nick)]
    house.clients[fold(new)] = client
    if client.registered:
        client.announce("NICK", text=new)
    client.nick = new
    welcome_if_ready(client)


def user(client: Client, params: tuple[str, ...]) -> None:
    if client.registered:
        client.reply(462, text="You may not reregister")
        return
    client.user = user_name(params[0])
    client.realname = cut(params[3], REALNAME_LENGTH) or client.user
    welcome_if_ready(client)


# The welcome


def welcome_if_ready(client: Client) -> None:
    if client.registered or client.negotiating or client.nick == "*" or not client.user:
        return
    client.registered = True
    client.signed_on = client.spoke = client.house.clock()
    started = datetime.fromtimestamp(client.house.started, UTC)
    client.reply(1, text=f"Welcome to the {NETWORK} IRC network, {client.mask}")
    client.reply(2, text=f"Your host is {SERVER}, running version {VERSION}")
    client.reply(3, text=f"This server was created {started:%Y-%m-%d %H:%M:%S} UTC")
    client.reply(4, SERVER, VERSION, "Bi", "bikmnotv")
    supported(client)
    lusers(client, ())
    motd(client, ())


def supported(client: Client) -> None:
    for start in range(0, len(SUPPORTED), 12):  # 15 parameters at most, the nick and the text among them
        client.reply(5, *SUPPORTED[start : start + 12], text="are supported by this server")


def lusers(client: Client, params: tuple[str, ...]) -> None:
    people, channels = len(client.house.people()), len(client.house.channels)
    client.reply(251, text=f"There are {people} users and 0 invisible on 1 server")
    client.reply(254, str(channels), text="channels formed")
    client.reply(255, text=f"I have {people} clients and 0 servers")
    client.reply(265, str(people), str(people), text=f"Current local users {people}, max {people}")
    client.reply(266, str(people), str(people), text=f"Current global users {people}, max {people}")


def motd(client: Client, params: tuple[str, ...]) -> None:
    if not client.house.motd:
        client.reply(422, text="There is no message of the day")
        return
    client.reply(375, text=f"- {SERVER} Message of the day -")
    for line in client.house.motd:
        client.reply(372, text=f"- {line}")
    client.reply(376, text="End of MOTD command")


def version(client: Client, params: tuple[str, ...]) -> None:
    client.reply(351, VERSION, SERVER, text="")
    supported(client)
