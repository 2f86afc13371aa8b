"""Which of the server's lines are somebody speaking to the table, and what they said. Sans-io.

Only a PRIVMSG is speech: NOTICEs are never answered, nor are other bots, ourselves, operators' whispers (`@#channel`)
and what a bouncer or a channel's history repeats from the past. CTCP VERSION and PING are answered, seldom.
"""

from __future__ import annotations

from datetime import UTC, datetime

from unobot import __version__
from unobot.networks.irc.guard import Message, unformatted
from unobot.networks.irc.people import People

OLD_SECONDS = 30.0  # a message so much older than the newest one, right after we joined, is a repetition
REPEATING_SECONDS = 10.0  # later on it is only a server whose clock is wrong
CTCP_EVERY = 10.0  # seconds for one more answer
CTCP_BURST = 3.0


class Hearing:
    def __init__(self, people: People) -> None:
        self.people = people
        self.newest = float("-inf")  # by the server's own clock
        self.joined: dict[str, float] = {}  # channel -> when, by our own clock
        self.repeating: set[str] = set()  # batches of old messages
        self.answers = CTCP_BURST
        self.answered_at = 0.0

    def feed(self, message: Message, now: float) -> None:
        """Notes the server's time, our joins and batches; every message comes by."""
        at = _time(message.tags.get("time", ""))
        if at is not None and at > self.newest:
            self.newest = at
        if message.command == "JOIN" and self.people.is_me(message.nick):
            self.joined[self.people.fold(message.param(0))] = now
        elif message.command == "BATCH":
            name, kind = message.param(0), message.param(1).lower()
            if name.startswith("+") and ("history" in kind or "playback" in kind):
                self.repeating.add(name[1:])
            elif name.startswith("-"):
                self.repeating.discard(name[1:])

    def is_speech(self, message: Message, now: float) -> bool:
        """To a channel we are in or to us, now, by somebody else."""
        if message.command != "PRIVMSG" or len(message.params) < 2 or "!" not in message.source:
            return False
        target = message.param(0)
        channel = self.people.channels.get(self.people.fold(target))
        if self.people.is_me(message.nick) or not (self.people.is_me(target) or (channel and channel.joined)):
            return False
        return message.tags.get("batch") not in self.repeating and not self._is_old(message, now)

    def _is_old(self, message: Message, now: float) -> bool:
        if now > self.joined.get(self.people.fold(message.param(0)), float("-inf")) + REPEATING_SECONDS:
            return False
        at = _time(message.tags.get("time", ""))
        return at is not None and at < self.newest - OLD_SECONDS

    def text(self, message: Message) -> str | None:
        """What was said; None for a CTCP, an action included."""
        text = message.param(1)
        return None if text.startswith("\x01") else unformatted(text).strip()

    def ctcp_answer(self, message: Message, now: float) -> str | None:
        """The NOTICE that answers a CTCP, if it is one that we answer and not too many came."""
        kind, _, rest = message.param(1).strip("\x01").partition(" ")
        if not self.people.is_me(message.param(0)) or kind.upper() not in ("VERSION", "PING"):
            return None
        self.answers = min(CTCP_BURST, self.answers + (now - self.answered_at) / CTCP_EVERY)
        self.answered_at = now
        if self.answers < 1:
            return None
        self.answers -= 1
        said = f"unobot {__version__}" if kind.upper() == "VERSION" else unformatted(rest)[:100]
        return f"NOTICE {message.nick} :\x01{kind.upper()} {said}\x01"


def _time(text: str) -> float | None:
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(UTC).timestamp() if text else None
    except (ValueError, OverflowError, OSError):
        return None
