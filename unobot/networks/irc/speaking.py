"""What the bot says on one connection: painted, split to fit, paced, and sent when its turn has come.

To whom a private line goes is decided at the last moment, because people change nicks while a line waits, and because
a hand must not go to whoever has taken a nick in the meantime.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import assert_never

from unobot.chat.ports import Done, Out, Say, ShowBoard, ShowHand, Tell
from unobot.chat.speech.hands import counts_line, hand_line
from unobot.chat.speech.line import Line, plain
from unobot.config import Network
from unobot.networks.irc.guard import CONTROL, Connection
from unobot.networks.irc.joining import Joining
from unobot.networks.irc.paint import paint
from unobot.networks.irc.people import People
from unobot.networks.outbox import Outbox

LONGEST_NICK = 30  # room kept for a nick that may grow while a line waits
LONGEST_USER, LONGEST_HOST = 11, 64
OURS = ""  # the queue of our own commands


@dataclass(frozen=True, slots=True)
class Parcel:
    """One line that waits: to a channel, to a person (whose nick is looked up when it goes), or as it is."""

    text: str
    command: str = ""  # PRIVMSG, NOTICE; nothing: `text` is the whole line
    channel: str = ""
    out: Say | None = None  # what it was made of, where it can be made again without paint
    passing: bool = False  # of moves only: a newer line about the same game may stand for it


class Speaking:
    def __init__(self, settings: Network, people: People, joining: Joining, connection: Connection) -> None:
        self.settings, self.people, self.joining, self.connection = settings, people, joining, connection
        self.loop = asyncio.get_running_loop()
        self.outbox: Outbox[Parcel] = Outbox(settings.pace.burst, settings.pace.per_second, self._combined)
        self.timer: asyncio.TimerHandle | None = None
        self._measured: tuple[str, str, str, int] | None = None
        self._before = 0
        connection.on_writable = self.pump

    def stop(self) -> None:
        self.outbox.clear()
        if self.timer:
            self.timer.cancel()

    # Commands of our own

    def now(self, line: str) -> None:
        """Past the queues; it counts all the same."""
        self.count(1)
        self.connection.send_raw(line)

    def count(self, lines: int) -> None:
        self.outbox.spend(self.loop.time(), lines)

    def order(self, line: str) -> None:
        """In its turn, and once where it waits already."""
        self.outbox.put(OURS, [Parcel(line)], key=line, answer=True)
        self.pump()

    # What the tables say

    def speak(self, out: Out) -> None:
        match out:
            case Say():
                self._say(out)
            case Tell(raw=True):
                parcel = Parcel(CONTROL.sub("", plain(out.line)), self._command(out))
                self.outbox.put(out.person.id, [parcel], answer=out.ref is not None)
            case Tell():
                self._tell(out, out.line)
            case ShowHand():
                key = (out.person.id, out.hand.venue.id)
                self._tell(out, hand_line(out.hand), key)
                if out.hand.others:
                    self._tell(out, counts_line(out.hand), (*key, "counts"))
            case ShowBoard() | Done():
                return
            case _:
                assert_never(out)
        self.pump()

    def again_without_colors(self, channel: str) -> None:
        """The channel did not take a line: if it may have been for its colours, once more without."""
        refused = self.joining.refused_line(channel)
        if refused and refused.colors:
            self._say(refused)
            self.pump()

    def _say(self, say: Say) -> None:
        channel = say.venue.name
        if not self.joining.is_in(channel):
            self.outbox.hold(say.venue.id)  # until we are
        colors = say.colors and self.joining.takes_colors(channel)
        texts = paint(say.line, colors, self._room(channel), say.ping.id if say.ping else None)
        again = say if len(texts) == 1 else None
        self.outbox.put(say.venue.id, [Parcel(text, "PRIVMSG", channel, again, say.passing) for text in texts])

    def _tell(self, out: Tell | ShowHand, line: Line, key: tuple[str, ...] | None = None) -> None:
        texts = paint(line, out.prefs.colors, self._room("x" * LONGEST_NICK))
        parcels = [Parcel(text, self._command(out)) for text in texts]
        self.outbox.put(out.person.id, parcels, key, answer=out.ref is not None)

    def _command(self, out: Tell | ShowHand) -> str:
        return "NOTICE" if (out.prefs.hands or self.settings.hands) == "notice" else "PRIVMSG"

    # Sending

    def pump(self) -> None:
        """Send what may be sent now, and come back when there may be more."""
        now = self.loop.time()
        while self.connection.writable:
            taken = self.outbox.take(now)
            if taken is None:
                break
            line = self._addressed(*taken, now)
            if line is None:
                self.outbox.spend(now, -1)  # nobody to send it to
            else:
                self.connection.send_raw(line)
        wait = self.outbox.wait(now) if self.connection.writable else None
        if wait is not None:
            if self.timer:
                self.timer.cancel()
            self.timer = self.loop.call_later(max(wait, 0.001), self.pump)

    def _addressed(self, queue: str, parcel: Parcel, now: float) -> str | None:
        if not parcel.command:
            return parcel.text
        if parcel.channel:
            self.joining.said(parcel.channel, parcel.out)
            return f"{parcel.command} {parcel.channel} :{parcel.text}"
        nick = self.people.nick_of(queue, now)
        return f"{parcel.command} {nick} :{parcel.text}" if nick else None

    def _combined(self, first: Parcel, second: Parcel) -> Parcel | None:
        """Two lines of one channel that both had to wait go as one, where they fit; else old moves give way to new."""
        if not first.channel or not second.channel or first.command != second.command:
            return None
        text = f"{first.text} {second.text}"
        if len(text.encode("utf-8", "replace")) > self._room(first.channel):
            return second if first.passing and second.passing else None
        return Parcel(text, first.command, first.channel, passing=first.passing and second.passing)

    def _room(self, target: str) -> int:
        """Bytes for the text of a message, once the server has put our name before it."""
        me = self.people.users.get(self.people.fold(self.people.me))
        state = (self.people.me, me.user if me else "", me.host if me else "", len(self.people.isupport.tokens))
        if state != self._measured:
            self._measured, self._before = state, self._name_length(*state[:3])
        return self.people.isupport.line_length - self._before - len(target.encode("utf-8", "replace"))

    def _name_length(self, nick: str, user: str, host: str) -> int:
        """Of what stands around target and text, at its longest: the host may change without our being told."""
        isupport = self.people.isupport
        longest_nick = max(len(nick.encode()), len(self.settings.nick.encode()) + 4)
        longest_user = max(isupport.number("USERLEN", LONGEST_USER) + 1, len(user.encode()))
        longest_host = max(isupport.number("HOSTLEN", LONGEST_HOST), len(host.encode()))
        return len(": !@ PRIVMSG  :\r\n") + longest_nick + longest_user + longest_host
