"""Which channels the bot is in, which it is on its way to, and what it may say there. Sans-io.

A channel is there for the tables when it is joined and the server has told who is in it (the end of WHO). One that
refuses us counts as settled too, so that it does not keep the others waiting; it is tried again later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from unobot.chat.ports import Say
from unobot.config import Channel
from unobot.networks.irc.guard import Message
from unobot.networks.irc.people import WHOX, People

# Full, by invitation only, banned, wrong key, for registered people only, no such channel, too many, …
REFUSALS = {"403", "405", "407", "437", "448", "470", "471", "473", "474", "475", "476", "477", "479", "480", "489"}
COLOR_MODES = {"c", "S"}  # forbid, strip
LONGEST_LIST = 300  # bytes of channel names in one JOIN

Event = Literal["joined", "out", "came", "refused", "listed"]


class Joining:
    def __init__(self, channels: Sequence[Channel], people: People) -> None:
        self.channels = channels
        self.people = people
        self.refused: set[str] = set()
        self.asking: set[str] = set()  # channels whose WHO is not answered yet
        self.listed: set[str] = set()
        self.colorless: set[str] = set()  # refused a line; their modes do not say why
        self.last: dict[str, Say | None] = {}

    def is_in(self, channel: str) -> bool:
        there = self.people.channels.get(self.people.fold(channel))
        return bool(there and there.joined)

    @property
    def settled(self) -> bool:
        return all(self.people.fold(channel.name) in self.listed | self.refused for channel in self.channels)

    @property
    def tells_accounts(self) -> bool:
        """Does the end of WHO tell who has an account?"""
        return "WHOX" in self.people.isupport.tokens

    def lines(self, only: Iterable[str] | None = None) -> list[str]:
        """JOIN lines for what is missing, several at once; those with a key come first, as the protocol wants it."""
        names = {self.people.fold(name) for name in only} if only is not None else None
        missing = [channel for channel in self.channels if not self.is_in(channel.name)]
        if names is not None:
            missing = [channel for channel in missing if self.people.fold(channel.name) in names]
        missing.sort(key=lambda channel: not channel.key.get_secret_value())
        groups: list[list[Channel]] = []
        most = self.people.isupport.targets("JOIN")
        for channel in missing:
            size = sum(len(one.name.encode()) + len(one.key.get_secret_value()) + 2 for one in (groups or [[]])[-1])
            if not groups or len(groups[-1]) >= most or size + len(channel.name.encode()) > LONGEST_LIST:
                groups.append([])
            groups[-1].append(channel)
        return [_join_line(group) for group in groups]

    def who(self, channel: str) -> str:
        self.asking.add(self.people.fold(channel))
        return f"WHO {channel} {WHOX}" if self.tells_accounts else f"WHO {channel}"

    def feed(self, message: Message) -> Event | None:
        """After people.py has seen it."""
        fold, me = self.people.fold, self.people.is_me
        first, second = fold(message.param(0)), fold(message.param(1))
        match message.command:
            case "JOIN" if me(message.nick):
                self.refused.discard(first)
                self.colorless.discard(first)
                return "joined"
            case "JOIN" if len(message.params) < 3 and self.tells_accounts:
                return "came"  # without extended-join the server has to be asked for the account
            case "PART" if me(message.nick):
                return self._out(first)
            case "KICK" if me(message.param(1)):
                return self._out(first)
            case "MODE" | "324":
                self.colorless.discard(first if message.command == "MODE" else second)
            case "315":
                self.asking.discard(second)
                self.listed.add(second)
                return "listed"
            case number if number in REFUSALS and second in {fold(channel.name) for channel in self.channels}:
                self.refused.add(second)
                return "refused"
        return None

    def _out(self, channel: str) -> Event:
        self.listed.discard(channel)
        self.asking.discard(channel)
        return "out"

    # Colours

    def takes_colors(self, channel: str) -> bool:
        folded = self.people.fold(channel)
        there = self.people.channels.get(folded)
        return folded not in self.colorless and not (there and there.modes & COLOR_MODES)

    def said(self, channel: str, out: Say | None) -> None:
        self.last[self.people.fold(channel)] = out

    def refused_line(self, channel: str) -> Say | None:
        """The line that the channel has just refused, to be said once more without colours; once only."""
        folded = self.people.fold(channel)
        if folded in self.colorless:
            return None
        self.colorless.add(folded)
        return self.last.pop(folded, None)


def _join_line(group: list[Channel]) -> str:
    keys = [key for key in (channel.key.get_secret_value() for channel in group) if key]
    names = ",".join(channel.name for channel in group)
    return f"JOIN {names} {','.join(keys)}" if keys else f"JOIN {names}"
