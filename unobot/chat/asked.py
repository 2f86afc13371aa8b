"""What every handler is given: who asked what, where and when, and where its effects go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from unobot.chat.limits import Kind
from unobot.chat.people import Person
from unobot.chat.ports import Effects, Heard, Tell
from unobot.chat.speech import english as say
from unobot.chat.speech.line import Line
from unobot.chat.table import Seat, Table
from unobot.engine.rules import OPTIONS, RulesError

if TYPE_CHECKING:
    from unobot.chat.hall import Hall


class Refuse(Exception):
    """A command that cannot be carried out; nothing has changed, and the sentence goes to whoever typed it."""

    def __init__(self, line: Line) -> None:
        super().__init__()
        self.line = line


@dataclass(slots=True)
class Asked:
    """One command. `seated()`, `host()` and their like give what they promise or refuse in words."""

    hall: Hall
    heard: Heard
    now: float
    effects: Effects
    words: tuple[str, ...] = ()
    table: Table | None = None
    came_back: bool = False  # a computer player minded their seat until now

    @property
    def person(self) -> Person:
        return self.heard.person

    def line(self, template: str, /, **fields: object) -> Line:
        venue = self.heard.venue.id if self.heard.venue else self.table.venue.id if self.table else ""
        return self.hall.line(venue, template, **fields)

    def refuse(self, template: str, /, **fields: object) -> Refuse:
        return Refuse(self.line(template, **fields))

    def bad_rules(self, error: RulesError) -> Refuse:
        """What is wrong with a rule or preset, as a sentence."""
        why = str(error)
        if why.split()[0] not in OPTIONS:
            why = why[:1].upper() + why[1:]
        return self.refuse(say.SENTENCE, why=why if why.endswith((".", "?", "!")) else why + ".")

    def answer(self, template: str, /, **fields: object) -> None:
        """A private line to whoever asked."""
        self.answer_line(self.line(template, **fields))

    def answer_line(self, line: Line, raw: bool = False) -> None:
        prefs = self.hall.prefs(self.person.id)
        self.effects.outs.append(Tell(self.person, line, prefs, raw=raw))

    def announce(self, template: str, /, **fields: object) -> None:
        """A line for the channel of the table."""
        self.say(self.line(template, **fields))

    def count(self, kind: Kind) -> None:
        """One more command of this kind; past the limit it is refused: the first time in words, and a click always."""
        limits, person = self.hall.limits, self.person.id
        if not limits.allow(person, kind, self.now):
            in_words = limits.tell_once(person, kind) or self.heard.meant
            raise Refuse(self._limit_line(kind, limits.wait(person, kind, self.now)) if in_words else ())

    def _limit_line(self, kind: Kind, wait: float) -> Line:
        if kind == "game":
            return self.line(say.LIMIT_GAME, seconds=max(1, round(wait)))
        template = say.LIMIT_OTHER if kind == "other" else say.LIMIT_TABLES
        return self.line(template, minutes=max(1, round(wait / 60)))

    def at_table(self) -> Table:
        if self.table is None:
            several = not self.heard.venue and self.hall.tables_of(self.person.id)
            raise self.refuse(say.NO_TABLE if self.heard.venue else say.WHICH_TABLE if several else say.NOT_AT_TABLE)
        return self.table

    def seated(self) -> tuple[Table, Seat]:
        table = self.at_table()
        seat = table.seat_of(self.person.id)
        if seat is None:
            raise self.refuse(say.NOT_SEATED)
        return table, seat

    def is_host(self) -> bool:
        return self.at_table().host == self.person.id

    def host(self) -> Table:
        table = self.at_table()
        if not self.is_host():
            raise self.refuse(say.NOT_HOST, host=self._host_name(table))
        return table

    def host_or_admin(self) -> Table:
        table = self.at_table()
        if not self.is_host() and not self.heard.admin:
            raise self.refuse(say.NOT_HOST_OR_ADMIN, host=self._host_name(table))
        return table

    def _host_name(self, table: Table) -> Person | str:
        seat = table.seat_of(table.host) if table.host else None
        return seat.person if seat else "?"

    def somebody(self, name: str) -> Seat:
        """Whoever sits at the table under this name."""
        found = self.at_table().called(name)
        if not found:
            raise self.refuse(say.NO_SUCH_PLAYER, name=name)
        if len(found) > 1:
            raise self.refuse(say.TWO_PLAYERS, name=name, first=found[0].number, second=found[1].number)
        return found[0]

    def say(self, line: Line) -> None:
        self.hall.announce(self.at_table(), line, self.effects)
