"""All tables and all people: who may do what, which table a word is meant for, settings, and coming back after a stop.

`handle` and `tick` are the two ways in; both return what to keep and what to say, and perform neither. Everything
here is one thread of plain calls: no clock, no chance, no input or output of its own.
"""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import assert_never

from unobot.chat import clocks, lobby, past, playing, questions, ruling
from unobot.chat.asked import Asked, Refuse
from unobot.chat.commands import Typed, Unknown, parse_around, parse_compact
from unobot.chat.limits import Kind, Limits
from unobot.chat.people import Person, Venue, network_of
from unobot.chat.ports import (
    Archive,
    Done,
    Effects,
    Gone,
    Heard,
    In,
    LinkDown,
    LinkUp,
    Mode,
    Out,
    Posted,
    PostSaved,
    Prefs,
    Renamed,
    RoundSeat,
    Saved,
    SavedTable,
    Say,
    Seated,
    SettingSaved,
    ShowBoard,
    ShowHand,
    TableClosed,
    Tell,
)
from unobot.chat.speech import english as say
from unobot.chat.speech.line import Line
from unobot.chat.speech.narrator import Narrator, voice
from unobot.chat.table import NotRestored, Seat, Table, restored
from unobot.engine.actions import CallUno, Catch, Challenge, Draw, Name, Pass, Play
from unobot.engine.cards import Figure
from unobot.engine.game import Game
from unobot.engine.notation import Unreadable, parse_action
from unobot.engine.reasons import Reason
from unobot.engine.rules import PRESETS, Preset, Rules, find_preset

TYPED_MOVES = (Play, Draw, Pass, Name, Challenge, CallUno, Catch)  # the rest are the table's own actions
ANYTIME = ("jo", "ca")  # what these do does not depend on whose turn it is
RECENT = 5  # lines about the latest moves that a board shows


def natural_delay(random: Random) -> float:
    """How long a computer player takes, in seconds."""
    return 1.0 + random.random() * 1.5


@dataclass(frozen=True, slots=True)
class Settings:
    """What the configuration says about tables."""

    preset: str = "irc"
    presets: Mapping[str, Preset] = field(default_factory=lambda: PRESETS)
    venue_presets: Mapping[str, str] = field(default_factory=dict)  # venue id -> preset, as configured
    prefix: str = "!"
    prefixes: Mapping[str, str] = field(default_factory=dict)  # venue id -> prefix
    lobby_seconds: int = 600
    between_rounds: int = 10  # seconds until the next round of a match is dealt
    join_running: bool = True
    game_commands_per_minute: int = 60
    tables_per_hour: int = 5
    other_commands_per_15_minutes: int = 100
    delay: Callable[[Random], float] = natural_delay


class Hall:
    def __init__(self, settings: Settings, archive: Archive, new_secret: Callable[[], bytes]) -> None:
        self.settings = settings
        self.archive = archive
        self.new_secret = new_secret
        self.tables: dict[str, Table] = {}
        self.deadlines: dict[str, float] = {}  # of every table, as it was saved: asked for at every step
        self.kept: dict[tuple[str, str], str] = {}  # (owner, key) -> value: channels' rules, people's preferences
        self.next_round = 1
        self.down: set[str] = set()  # networks
        self.boardless: set[str] = set()  # networks that show no boards, for which none is made
        self.said: defaultdict[str, deque[Line]] = defaultdict(lambda: deque(maxlen=RECENT))
        self.limits = Limits(
            {
                "game": settings.game_commands_per_minute,
                "tables": settings.tables_per_hour,
                "other": settings.other_commands_per_15_minutes,
            }
        )

    # The ways in

    def handle(self, came: In, now: float) -> Effects:
        effects = Effects()
        match came:
            case Heard():
                self._heard(came, effects, now)
            case Renamed():
                self._renamed(came, effects)
            case LinkDown(network):
                self._link_down(network, effects, now)
            case LinkUp(network, boards):
                self._link_up(network, boards, effects, now)
            case Posted(key, handle):
                effects.records.append(PostSaved(key, handle))
            case Gone(venue):
                self._gone(venue, effects)
            case _:
                assert_never(came)
        self.save(effects)
        return effects

    def due(self, now: float) -> str | None:
        """The venue where something is due, if there is one: the table that has waited longest."""
        venue = min(self.deadlines, key=self.deadlines.__getitem__, default=None)
        return venue if venue is not None and self.deadlines[venue] <= now else None

    def tick(self, now: float) -> Effects:
        """Do one thing that is due, so that each is kept and told before the next."""
        effects = Effects()
        venue = self.due(now)
        if venue is not None:
            effects.touched.add(venue)
            clocks.tick(self, self.tables[venue], effects, now)
        self.save(effects)
        return effects

    @property
    def deadline(self) -> float | None:
        """When `tick` is wanted next."""
        return min(self.deadlines.values(), default=None)

    def pulse(self, now: float) -> Effects:
        """What is worth keeping now and then, though nobody is told of it."""
        effects = Effects()
        self.limits.forget_old(now)
        self.keep("hall", "limits", json.dumps(self.limits.state()), effects)
        return effects

    def restore(self, saved: Saved, now: float) -> Effects:
        """Begin with what was kept. A table whose journal does not fit is closed, and its people are told."""
        effects = Effects()
        down = max(0.0, now - saved.alive_at) if saved.alive_at is not None else 0.0
        self.next_round = max(self.next_round, saved.next_round)
        for setting in saved.settings:
            if setting.value is not None:
                self.kept[setting.owner, setting.key] = setting.value
        self.limits.restore(json.loads(self.kept.get(("hall", "limits"), "[]")), down)
        for table in saved.tables:
            self.restore_table(table, down, effects, now)
        return effects

    def restore_table(self, saved: SavedTable, down: float, effects: Effects, now: float) -> None:
        try:
            table = restored(saved, down)
        except NotRestored:
            line = self.line(saved.venue.id, say.NOT_RESTORED, venue=saved.venue.name)
            effects.records.append(TableClosed(saved.venue))
            effects.outs.append(Say(saved.venue, line, self.colors(saved.venue.id)))
            return
        self.tables[saved.venue.id] = table
        if network_of(saved.venue.id) in self.down:
            table.hold("link", now)
        clocks.wake_computers(self, table, now)
        self.deadlines[saved.venue.id] = clocks.deadline(table)
        effects.records.append(table.saved())  # its clock has been put right

    def repeat(self, table: Table, effects: Effects) -> None:
        """Tell a table how things stand, and everyone their hand."""
        game = table.game
        if table.phase == "playing" and game:
            state = Narrator(game, table.name).state()
            self.announce(table, self.line(table.venue.id, say.BACK_ONLINE, state=state), effects, game)
            for seat in playing.turn_order(game)[::-1]:
                playing.show_hand(self, table, seat, effects)

    # Somebody says something

    def _heard(self, heard: Heard, effects: Effects, now: float) -> None:
        asked = Asked(self, heard, now, effects)
        try:
            self._understand(asked)
        except Refuse as refused:
            if refused.line:
                asked.answer_line(refused.line)
        if heard.at is not None:
            self._show_after_click(asked)
        if heard.ref is not None:
            effects.outs = answered(effects.outs, heard.person, heard.ref)

    def _understand(self, asked: Asked) -> None:
        heard = asked.heard
        prefix = self.prefix(heard.venue.id) if heard.venue else self.settings.prefix
        around = parse_around(heard.text, prefix, self.settings.presets)
        meant = heard.meant or heard.venue is None or network_of(heard.person.id) == "local"
        if meant and around is None and parse_compact(heard.text) is None:
            bare = parse_around(f"{prefix}uno {heard.text}", prefix, ()) if heard.text.split() else None
            around = bare if isinstance(bare, Typed) and bare.command.name != "open" else None
        asked.table = self._table_for(asked, strict=around is None)
        order = around or self._compact(asked)
        if order is None and meant and heard.text.split():
            if _looks_like_a_command(heard.text):
                raise asked.refuse(_not_here(asked))
            order = Unknown(heard.text, None)
        if order is None or not self._within_limits(asked, "other" if around else "game"):
            return
        self._notice(asked)
        if isinstance(order, Unknown):
            template = say.UNKNOWN_NEAR if order.nearest else say.UNKNOWN
            raise asked.refuse(template, word=order.word, near=order.nearest or "")
        if self._stale(asked, order):
            return
        if isinstance(order, Typed):
            asked.words = order.arguments
            HANDLERS[order.command.name, order.command.compact](asked)
        else:
            playing.move(asked, order)

    def _table_for(self, asked: Asked, strict: bool) -> Table | None:
        """The table that is meant: of the channel, of the button, or in private the only one where the person sits."""
        heard = asked.heard
        if heard.at is not None and heard.at[0]:  # a lobby has no game yet
            found = next((table for table in self.tables.values() if table.round == heard.at[0]), None)
            if found:
                return found
        if heard.venue:
            return self.tables.get(heard.venue.id)
        tables = self.tables_of(heard.person.id)
        if len(tables) > 1 and strict and _looks_like_a_command(heard.text):
            raise asked.refuse(say.WHICH_TABLE)
        return tables[0] if len(tables) == 1 else None

    def _compact(self, asked: Asked) -> Typed | Play | Draw | Pass | Name | Challenge | CallUno | Catch | None:
        """A compact command or a move; None if it is talk."""
        heard, table = asked.heard, asked.table
        typed = parse_compact(heard.text)
        if typed and typed.command.name in ("jo", "us"):
            return typed
        seat = table.seat_of(heard.person.id) if table else None
        if table is None or seat is None:
            return None
        if typed:
            return typed if not (typed.command.name == "ct" and typed.arguments) else None
        try:
            action = parse_action(heard.text, lambda name: self._seat_number(asked, name))
        except Unreadable as error:
            if error.reason is Reason.UNKNOWN_PLAYER and _names_somebody(heard.text, table):
                raise asked.refuse(say.REFUSED[Reason.UNKNOWN_PLAYER]) from None
            return None
        return action if isinstance(action, TYPED_MOVES) else None

    def _seat_number(self, asked: Asked, name: str) -> int | None:
        found = asked.at_table().called(name)
        if len(found) > 1:
            raise asked.refuse(say.TWO_PLAYERS, name=name, first=found[0].number, second=found[1].number)
        return found[0].number if found else None

    def _within_limits(self, asked: Asked, kind: Kind) -> bool:
        """False past a limit; the first time a line says so."""
        person, now = asked.person.id, asked.now
        if self.limits.allow(person, kind, now):
            return True
        wait = self.limits.tell_once(person, kind, now)
        if wait is not None:
            asked.answer_line(self._limit_line(asked, kind, wait))
        return False

    def _limit_line(self, asked: Asked, kind: Kind, wait: float) -> Line:
        if kind == "game":
            return asked.line(say.LIMIT_GAME, seconds=max(1, round(wait)))
        template = say.LIMIT_OTHER if kind == "other" else say.LIMIT_TABLES
        return asked.line(template, minutes=max(1, round(wait / 60)))

    def count_table(self, asked: Asked) -> None:
        if not self.limits.allow(asked.person.id, "tables", asked.now):
            wait = self.limits.tell_once(asked.person.id, "tables", asked.now)
            raise Refuse(() if wait is None else self._limit_line(asked, "tables", wait))

    def _notice(self, asked: Asked) -> None:
        """Whoever gives a command is there, and shown under the name they have now."""
        table, person = asked.table, asked.person
        seat = table.seat_of(person.id) if table else None
        if table and seat:
            asked.effects.touched.add(table.venue.id)
            if seat.person.name != person.name:
                seat.person = table.names[seat.number] = person
            clocks.come_back(self, table, seat, asked.effects, asked.now)

    def _stale(self, asked: Asked, order: object) -> bool:
        """A click made for another turn: it gets the present hand instead."""
        at, table = asked.heard.at, asked.table
        anytime = isinstance(order, Typed) and order.command.name in ANYTIME
        if at is None or anytime or (table and at == (table.round, table.turned)):
            return False
        self._show_after_click(asked)
        if not _told(asked):
            asked.answer(say.GAME_OVER_CLICK)
        return True

    def _show_after_click(self, asked: Asked) -> None:
        """Whoever clicks sees their hand as it is now, unless they are told something else."""
        table = asked.table
        seat = table.seat_of(asked.person.id) if table else None
        if not _told(asked) and table and seat and table.game and seat.number in table.game.order:
            playing.show_hand(self, table, seat.number, asked.effects, asked=True)

    # People and networks

    def _renamed(self, renamed: Renamed, effects: Effects) -> None:
        """Seats, host's rights and votes go along; scores, preferences and other rights do not."""
        old, new = renamed.old, renamed.new
        self.limits.rename(old.id, new.id)
        for table in self.tables.values():
            seat = table.seat_of(old.id)
            if seat is None or (old.id != new.id and table.seat_of(new.id)):
                continue
            effects.touched.add(table.venue.id)
            seat.person = table.names[seat.number] = new
            if table.host == old.id:
                table.host = new.id
            if old.id in table.votes:
                table.votes = table.votes - {old.id} | {new.id}
            if table.phase == "playing":
                effects.records.append(Seated(table.round, RoundSeat(seat.number, new, seat.level)))

    def _gone(self, venue: str, effects: Effects) -> None:
        table = self.tables.get(venue)
        if table is None:
            return
        for seat in table.people():
            line = self.line(venue, say.VENUE_GONE, venue=table.venue.name)
            effects.outs.append(Tell(seat.person, line, self.prefs(seat.person.id)))
        self.close(table, None, effects)

    def _of_network(self, network: str) -> list[Table]:
        return [table for table in self.tables.values() if network_of(table.venue.id) == network]

    def _link_down(self, network: str, effects: Effects, now: float) -> None:
        self.down.add(network)
        for table in self._of_network(network):
            effects.touched.add(table.venue.id)
            table.hold("link", now)
            clocks.wake_computers(self, table, now)

    def _link_up(self, network: str, boards: bool, effects: Effects, now: float) -> None:
        self.down.discard(network)
        self.boardless.discard(network) if boards else self.boardless.add(network)
        for table in self._of_network(network):
            effects.touched.add(table.venue.id)
            table.release("link", now)
            clocks.wake_computers(self, table, now)
            self.repeat(table, effects)

    # What handlers need

    def tables_of(self, person: str) -> list[Table]:
        return [table for table in self.tables.values() if table.seat_of(person)]

    def chance(self, table: Table, purpose: str) -> Random:
        return clocks.chance(table, purpose)

    def take_round_number(self) -> int:
        self.next_round += 1
        return self.next_round - 1

    def new_table(self, venue: Venue, mode: str, preset: str, rules: Rules, now: float) -> Table:
        if mode == "sandbox":
            rules = replace(rules, turn_seconds=0, leave="any_time")
        modes: dict[str, Mode] = {"ranked": "ranked", "casual": "casual", "sandbox": "sandbox"}
        table = Table(venue, modes[mode], preset, rules, None, self.new_secret(), now, now)
        table.closes = table.time(now) + self.settings.lobby_seconds
        if network_of(venue.id) in self.down:
            table.hold("link", now)
        return table

    def close(self, table: Table, template: str | None, effects: Effects) -> None:
        if template:
            self.announce(table, self.line(table.venue.id, template), effects)
        effects.records.append(TableClosed(table.venue))
        self._show_board(table, effects, closed=True)
        effects.touched.add(table.venue.id)
        del self.tables[table.venue.id]
        self.said.pop(table.venue.id, None)

    def find_host(self, table: Table, effects: Effects) -> None:
        """When the host has gone, the longest-seated person is it."""
        seat = table.seat_of(table.host) if table.host else None
        staying = [seat for seat in table.people() if not seat.leaving]
        if (seat is None or seat.leaving) and staying:
            table.host = staying[0].person.id
            self.announce(table, self.line(table.venue.id, say.HOST_NOW, player=staying[0].person), effects)

    def settle(self, table: Table, effects: Effects, now: float) -> None:
        """After somebody got up: a table without people closes, one without a host finds one."""
        if table.venue.id not in self.tables:
            return
        if not table.people() and not table.computers_only:
            self.close(table, say.CLOSED_EMPTY, effects)
            return
        self.find_host(table, effects)
        clocks.wake_computers(self, table, now)

    def leave_match(self, table: Table, seat: Seat, effects: Effects, now: float) -> None:
        """Between rounds; with one player left the match is over."""
        match = table.match
        if match and not match.over and seat.number in match.members:
            match.leave(seat.number)
            if match.over:
                playing.end_match(self, table, effects, now)

    def clear_chairs(self, table: Table, effects: Effects, now: float) -> None:
        """When a round is over, whoever was only waiting for that gets up."""
        for seat in [seat for seat in table.seats if seat.leaving]:
            table.seats.remove(seat)
            self.leave_match(table, seat, effects, now)
        self.settle(table, effects, now)

    # Words and settings

    def line(self, venue: str, template: str, /, **fields: object) -> Line:
        return voice(self.prefix(venue))(template, **fields)

    def announce(
        self, table: Table, line: Line, effects: Effects, game: Game | None = None, news: bool = False
    ) -> None:
        """A line for the channel; after a move of this game, only whoever is on turn is highlighted."""
        if not line:
            return
        ping = None
        if game and not game.over:
            seat = table.seat(game.turn)
            ping = seat.person if seat.level is None and self.prefs(seat.person.id).highlight else None
        self.said[table.venue.id].append(line)
        passing = game is not None and not news
        effects.outs.append(Say(table.venue, line, self.colors(table.venue.id), ping, news, passing))
        effects.touched.add(table.venue.id)

    def recent(self, venue: str) -> Iterable[Line]:
        return self.said.get(venue, ())

    def prefix(self, venue: str) -> str:
        return self.settings.prefixes.get(venue, self.settings.prefix)

    def colors(self, venue: str) -> bool:
        return self.kept.get((venue, "colors")) != "off"

    def prefs(self, person: str) -> Prefs:
        kept = self.kept.get
        hands = kept((person, "pref hands"))
        return Prefs(
            hands="notice" if hands == "notice" else "privmsg" if hands == "privmsg" else None,
            colors=kept((person, "pref colors")) != "off",
            sort="figure" if kept((person, "pref sort")) == "figure" else "color",
            highlight=kept((person, "pref highlight")) != "off",
        )

    def notified(self, venue: str) -> list[Person]:
        """Who wants to know of new tables here."""
        prefix = f"notify {venue}"
        return [Person(owner, name) for (owner, key), name in self.kept.items() if key == prefix]

    def rules_for(self, venue: str, preset: str | None = None) -> tuple[str, Rules]:
        """The rules of a new table: a named preset as it is, or the channel's with its changes."""
        if preset:
            found = find_preset(preset, self.settings.presets)
            return found.name, found.rules
        found = self.preset_of(venue)
        return found.name, found.with_changes(self.changes(venue))

    def preset_of(self, venue: str) -> Preset:
        default = self.settings.venue_presets.get(venue, self.settings.preset)
        return find_preset(self.kept.get((venue, "preset"), default), self.settings.presets)

    def changes(self, venue: str) -> dict[str, str]:
        return {
            key.removeprefix("rule "): value
            for (owner, key), value in self.kept.items()
            if owner == venue and key.startswith("rule ")
        }

    def keep(self, owner: str, key: str, value: str | None, effects: Effects) -> None:
        if self.kept.get((owner, key)) == value:
            return
        if value is None:
            self.kept.pop((owner, key), None)
        else:
            self.kept[owner, key] = value
        effects.records.append(SettingSaved(owner, key, value))

    # Keeping

    def save(self, effects: Effects) -> None:
        """Save every table that took part, and show it."""
        for venue in sorted(effects.touched):
            table = self.tables.get(venue)
            if table is None:
                self.deadlines.pop(venue, None)
            else:
                self.deadlines[venue] = clocks.deadline(table)
                effects.records.append(table.saved())
                self._show_board(table, effects)

    def _show_board(self, table: Table, effects: Effects, closed: bool = False) -> None:
        if network_of(table.venue.id) not in self.boardless:
            effects.outs.append(ShowBoard(table.venue, playing.board_of(self, table, closed)))

    def forget(self, venues: Iterable[str]) -> None:
        """Drop tables whose batch was not kept; restore_table brings them back as the journal has them."""
        for venue in venues:
            self.tables.pop(venue, None)
            self.deadlines.pop(venue, None)


def _told(asked: Asked) -> bool:
    """Has whoever asked been told something in private?"""
    return any(isinstance(out, Tell | ShowHand) and out.person.id == asked.person.id for out in asked.effects.outs)


def answered(outs: list[Out], person: Person, ref: str) -> list[Out]:
    """Exactly one of these answers what was clicked: the first that goes to that person, or a plain Done."""
    for number, out in enumerate(outs):
        if isinstance(out, Tell | ShowHand) and out.person.id == person.id:
            return [*outs[:number], replace(out, ref=ref), *outs[number + 1 :]]
    return [*outs, Done(ref)]


def _not_here(asked: Asked) -> str:
    """Why somebody's command for a game came to nothing: they do not sit there, or nothing is played."""
    if asked.table:
        return say.NOT_SEATED
    if asked.heard.at is not None:
        return say.GAME_OVER_CLICK
    return say.NO_TABLE if asked.heard.venue else say.NOT_AT_TABLE


def _looks_like_a_command(text: str) -> bool:
    if parse_compact(text):
        return True
    try:
        return isinstance(parse_action(text, lambda name: 0), TYPED_MOVES)
    except Unreadable:
        return False


def _names_somebody(text: str, table: Table) -> bool:
    """Was a player surely meant, though none of that name is here? `r5 lol` is talk, `ct lol` is not."""
    words = text.split()
    return words[0].lower() == "ct" or (table.rules.seven_zero and Figure.SEVEN.value in words[0])


HANDLERS: dict[tuple[str, bool], Callable[[Asked], None]] = {
    ("jo", True): lobby.sit_down,
    ("deal", True): lobby.deal,
    ("ca", True): questions.cards,
    ("cd", True): questions.top,
    ("ct", True): questions.counts,
    ("tu", True): questions.turn,
    ("od", True): questions.order,
    ("ti", True): questions.time,
    ("st", True): questions.stock,
    ("us", True): questions.status,
    ("open", False): lobby.open_table,
    ("deal", False): lobby.deal,
    ("bot", False): lobby.bot,
    ("leave", False): lobby.leave,
    ("replace", False): lobby.replace,
    ("transfer", False): lobby.transfer,
    ("pause", False): lobby.pause,
    ("resume", False): lobby.resume,
    ("stop", False): lobby.stop,
    ("rules", False): ruling.rules,
    ("set", False): ruling.set_option,
    ("unset", False): ruling.unset_option,
    ("notify", False): ruling.notify,
    ("prefs", False): ruling.prefs,
    ("top", False): past.top,
    ("stats", False): past.stats,
    ("channel", False): past.channel,
    ("history", False): past.history,
    ("replay", False): past.replay,
    ("verify", False): past.verify,
    ("tables", False): questions.tables,
    ("why", False): questions.why,
    ("hint", False): questions.hint,
    ("help", False): questions.give_help,
}
