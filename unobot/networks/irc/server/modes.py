"""MODE: of channels (o, v, k, i, m, n, t; no bans are kept) and of people (i, B)."""

from __future__ import annotations

from collections.abc import Iterator

from unobot.networks.irc.server.channels import known, operator
from unobot.networks.irc.server.message import compose, fold, is_key, shown
from unobot.networks.irc.server.registration import MOST_MODES
from unobot.networks.irc.server.state import Channel, Client

FLAGS, RANKS, PERSONAL = "imnt", "ov", "iB"

Change = tuple[str, str, str | None]  # "+" or "-", the letter, its parameter


def mode(client: Client, params: tuple[str, ...]) -> None:
    if params[0].startswith("#"):
        _channel_mode(client, params)
    elif fold(params[0]) == fold(client.nick):
        _own_mode(client, params[1] if len(params) > 1 else "")
    elif client.house.person(params[0]):
        client.reply(502, text="Can't change mode for other users")
    else:
        client.reply(401, shown(params[0]), text="No such nick")


# Of people


def _own_mode(client: Client, text: str) -> None:
    if not text:
        client.reply(221, "+" + "".join(sorted(client.modes)))
        return
    done: list[Change] = []
    unknown = False
    for sign, letter in _letters(text):
        if letter not in PERSONAL:
            unknown = True
        elif (letter in client.modes) != (sign == "+"):
            client.modes ^= {letter}
            done.append((sign, letter, None))
    if unknown:
        client.reply(501, text="Unknown MODE flag")
    if done:
        client.send(compose(client.nick, "MODE", (client.nick,), _written(done)[0]))


def _letters(text: str) -> Iterator[tuple[str, str]]:
    sign = "+"
    for char in text:
        if char in "+-":
            sign = char
        else:
            yield sign, char


def _written(changes: list[Change]) -> list[str]:
    """`+ov-k`, and then the parameters."""
    text, before = "", ""
    for sign, letter, _ in changes:
        text += letter if sign == before else sign + letter
        before = sign
    return [text, *(parameter for _, _, parameter in changes if parameter is not None)]


# Of channels


def _channel_mode(client: Client, params: tuple[str, ...]) -> None:
    channel = known(client, params[0], inside=False)
    if channel is None:
        return
    if len(params) == 1:
        _show(client, channel)
        return
    changes = list(_read(client, channel, params[1], list(params[2:])))
    if not changes or not operator(client, channel):
        return
    done = [made for made in (_change(client, channel, *change) for change in changes) if made]
    if done:
        channel.send(compose(client.mask, "MODE", (channel.name, *_written(done))))


def _show(client: Client, channel: Channel) -> None:
    flags = "".join(sorted(channel.flags)) + ("k" if channel.key is not None else "")
    shown = (channel.key,) if channel.key is not None and client in channel.members else ()
    client.reply(324, channel.name, f"+{flags}", *shown)
    client.reply(329, channel.name, str(int(channel.created)))


def _read(client: Client, channel: Channel, text: str, rest: list[str]) -> Iterator[Change]:
    """The changes that are asked for, each with its parameter; questions and what there is not are answered here."""
    taken = 0
    for sign, letter in _letters(text[:50]):
        if letter == "b":
            _bans(client, channel, asks=not rest)
            rest = rest[1:]
        elif letter in RANKS or letter == "k":
            if not rest:
                if (sign, letter) != ("-", "k"):
                    client.reply(696, channel.name, letter, "*", text="You must give a parameter for this mode")
                    continue
                yield sign, letter, "*"
            elif taken < MOST_MODES:
                taken += 1
                yield sign, letter, rest.pop(0)
        elif letter in FLAGS:
            yield sign, letter, None
        else:
            client.reply(472, letter if letter.isascii() else "*", text="is unknown mode char to me")


def _bans(client: Client, channel: Channel, asks: bool) -> None:
    """Clients ask for the list when they join, so it has to be there, if always empty."""
    if asks:
        client.reply(368, channel.name, text="End of channel ban list")
    elif operator(client, channel):
        client.reply(478, channel.name, "b", text="This server keeps no bans")


def _change(client: Client, channel: Channel, sign: str, letter: str, parameter: str | None) -> Change | None:
    """Carry out one change; None where nothing has changed."""
    on = sign == "+"
    if parameter is None:
        if (letter in channel.flags) == on:
            return None
        channel.flags ^= {letter}
        return sign, letter, None
    if letter == "k":
        return _change_key(client, channel, parameter if on else None)
    person = client.house.person(parameter)
    if person is None or person not in channel.members:
        client.reply(441, shown(parameter), channel.name, text="They aren't on that channel")
        return None
    modes = channel.members[person]
    if (letter in modes) == on:
        return None
    modes ^= {letter}
    return sign, letter, person.nick


def _change_key(client: Client, channel: Channel, key: str | None) -> Change | None:
    if key is None:
        if channel.key is None:
            return None
        channel.key = None
        return "-", "k", "*"
    if not is_key(key):
        client.reply(525, channel.name, text="Key is not well-formed")
        return None
    channel.key = key
    return "+", "k", key
