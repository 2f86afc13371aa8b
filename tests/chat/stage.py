"""A stage for dialogues: the real hall and the real store on a file, with a clock that the script moves.

A transcript is a text that reads like a chat log:

    # a comment
    @ secret war 7                 what the match's secret is made of; also preset, lobby, prefix, limit, join, delay
    <ann> !uno                     somebody says something in #uno ('<@ann>' is an admin there)
    <ann #den> jo                  … in another channel
    <ann *> r5                     … to the bot in private
    ... 45 s                       time passes, and what is due happens
    ann is now known as Ann2       a nick change (people here are their nicks)
    the network goes down          and: the network comes back
    the bot is killed              … and started again
    #uno: ann opens a table …      what a channel hears
    -bob- Your turn: [r5] …        what bob is told in private

`play` runs the lines that say something and returns the whole text as it should be.
"""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

from unobot.bot import Bot
from unobot.chat.hall import Hall, Settings
from unobot.chat.people import Person, Venue
from unobot.chat.ports import Heard, In, LinkDown, LinkUp, Out, Renamed, Say, ShowHand, Tell
from unobot.chat.speech.hands import counts_line, hand_line
from unobot.chat.speech.line import plain
from unobot.store import Store

SAYS = re.compile(r"<(?P<admin>@?)(?P<name>[^ >]+)(?: (?P<where>[^>]+))?> ?(?P<text>.*)")
PASSES = re.compile(r"\.\.\. (?P<count>[\d.]+) (?P<unit>s|min|h)")
RENAMED = re.compile(r"(?P<old>\S+) is now known as (?P<new>\S+)")
UNITS = {"s": 1, "min": 60, "h": 3600}
START = 1_000_000.0


def person(name: str) -> Person:
    return Person(f"irc:test:nick:{name.casefold()}", name)


def venue(name: str) -> Venue:
    return Venue(f"irc:test:{name}", name)


class Stage:
    """One bot on one database file; `outs` is everything it sent, in order."""

    def __init__(self, path: Path, settings: Settings, secret: str, boards: bool = False) -> None:
        self.boards = boards  # as Discord has them, and IRC has not
        self.path, self.settings, self.secret = path, settings, secret
        self.now = START
        self.outs: list[Out] = []
        self.secrets = 0
        self.store: Store | None = None
        self.link = True
        self.start()

    # The bot

    def start(self) -> None:
        self.store = Store.open(self.path)
        self.hall = Hall(self.settings, self.store, self._new_secret)
        self.bot = Bot(self.hall, self.store, {"irc:test": self}, clock=lambda: self.now)
        self.bot.start()
        if self.link:
            self.happens(LinkUp("irc:test", self.boards))

    def _new_secret(self) -> bytes:
        assert self.store is not None
        self.secrets += 1
        return sha256(f"{self.secret} {self.hall.next_round}".encode()).digest()

    def kill(self) -> None:
        """As if the process died: nothing is saved on the way out but what a heartbeat had noted just before."""
        assert self.store is not None
        self.beat()
        self.store.close()
        self.store = None

    def beat(self) -> None:
        assert self.store is not None
        self.store.write(self.hall.pulse(self.now).records, self.now)

    async def run(self, inbox: object) -> None:
        raise AssertionError("the stage is driven by hand")

    def send(self, out: Out) -> None:
        self.outs.append(out)

    # What happens

    def happens(self, came: In) -> None:
        self.bot.receive(came)
        self.bot.work()
        self._settle()

    def pass_time(self, seconds: float) -> None:
        end = self.now + seconds
        while self.hall.deadline is not None and self.hall.deadline <= end:
            self.now = max(self.now, self.hall.deadline)
            self.bot.work()
        self.now = end
        self._settle()

    def _settle(self) -> None:
        """What is due at once, such as a computer player without a delay."""
        for _ in range(2000):
            if self.hall.due(self.now) is None:
                return
            self.bot.work()
        raise AssertionError("the bot never comes to rest")

    def line(self, text: str) -> None:
        """One line of a transcript that makes something happen."""
        says, passes, renamed = SAYS.fullmatch(text), PASSES.fullmatch(text), RENAMED.fullmatch(text)
        if says:
            where = says["where"] or "#uno"
            place = None if where == "*" else venue(where)
            self.happens(Heard(person(says["name"]), says["text"], place, admin=bool(says["admin"])))
        elif passes:
            self.pass_time(float(passes["count"]) * UNITS[passes["unit"]])
        elif renamed:
            self.happens(Renamed(person(renamed["old"]), person(renamed["new"])))
        elif text == "the network goes down":
            self.link = False
            self.happens(LinkDown("irc:test"))
        elif text == "the network comes back":
            self.link = True
            self.happens(LinkUp("irc:test", self.boards))
        elif text == "the bot is killed":
            self.kill()
            self.start()
        else:
            raise ValueError(f"not a line of a transcript: {text!r}")

    def heard(self) -> list[str]:
        """What was sent since the last call, as lines of a transcript."""
        lines = [line for out in self.outs for line in shown(out)]
        self.outs.clear()
        return lines


def shown(out: Out) -> list[str]:
    match out:
        case Say(venue=place, line=line):
            return [f"{place.name}: {plain(line)}"]
        case Tell(person=who, line=line):
            return [f"-{who.name}- {plain(line)}"]
        case ShowHand(person=who, hand=hand):
            lines = [hand_line(hand)] + ([counts_line(hand)] if hand.others else [])
            return [f"-{who.name}- {plain(line)}" for line in lines]
        case _:
            return []


def settings_of(directives: dict[str, str]) -> Settings:
    limit = int(directives.get("limit", 1000))
    delay = float(directives.get("delay", 1))
    return Settings(
        preset=directives.get("preset", "irc"),
        prefix=directives.get("prefix", "!"),
        lobby_seconds=int(directives.get("lobby", 600)),
        join_running=directives.get("join", "on") == "on",
        game_commands_per_minute=limit,
        other_commands_per_15_minutes=limit,
        tables_per_hour=int(directives.get("tables", 1000)),
        delay=lambda random: delay,
    )


def is_input(text: str) -> bool:
    return bool(SAYS.fullmatch(text) or PASSES.fullmatch(text) or RENAMED.fullmatch(text)) or text in (
        "the network goes down",
        "the network comes back",
        "the bot is killed",
    )


def directives_of(text: str) -> dict[str, str]:
    pairs = [line[2:].split(maxsplit=1) for line in text.splitlines() if line.startswith("@ ")]
    return dict(pairs)


def play(text: str, path: Path, kill_after: int | None = None) -> str:
    """The transcript with what the bot says now; killed and started again after that input line, if one is given."""
    directives = directives_of(text)
    stage = Stage(path, settings_of(directives), directives.get("secret", "unobot"))
    result: list[str] = []
    number = 0
    try:
        for line in text.splitlines():
            if (line.startswith(("#", "@")) and not re.match(r"#\S+: ", line)) or not line.strip():
                result.append(line)
            elif is_input(line):
                stage.line(line)
                result += [line, *stage.heard()]
                if number == kill_after:
                    stage.kill()
                    stage.start()
                    stage.outs.clear()
                number += 1
    finally:
        if stage.store:
            stage.store.close()
    return "\n".join(result) + "\n"


def inputs(text: str) -> int:
    return sum(is_input(line) for line in text.splitlines())
