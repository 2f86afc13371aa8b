"""All tables and all people, who comes and goes, and coming back after a stop.

`handle` and `tick` are the two ways in; both return what to keep and what to say, and perform neither. What people say
is understood in routing.py, what they and the admins have chosen is in choices.py. Everything here is one thread of
plain calls: no clock, no chance, no input or output of its own.
"""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import assert_never

from unobot.chat import clocks, playing, routing
from unobot.chat.choices import Choices, Settings, natural_delay
from unobot.chat.limits import Limits
from unobot.chat.people import Venue, network_of
from unobot.chat.ports import (
    Archive,
    Board,
    Effects,
    Gone,
    Heard,
    In,
    LinkDown,
    LinkUp,
    Mode,
    Posted,
    PostSaved,
    Renamed,
    RoundSeat,
    Saved,
    SavedTable,
    Say,
    Seated,
    ShowBoard,
    TableClosed,
    Tell,
)
from unobot.chat.routing import answered
from unobot.chat.speech import english as say
from unobot.chat.speech.line import Line
from unobot.chat.speech.narrator import Narrator
from unobot.chat.table import NotRestored, Seat, Table, restored
from unobot.engine.game import Game
from unobot.engine.rules import Rules

__all__ = ["Hall", "Settings", "answered", "natural_delay"]

RECENT = 5  # lines about the latest moves that a board shows


class Hall(Choices):
    def __init__(self, settings: Settings, archive: Archive, new_secret: Callable[[], bytes]) -> None:
        super().__init__(settings)
        self.archive = archive
        self.new_secret = new_secret
        self.tables: dict[str, Table] = {}
        self.deadlines: dict[str, float] = {}  # of every table, as it was saved: asked for at every step
        self.next_round = 1
        self.down: set[str] = set()  # networks
        self.boardless: set[str] = set()  # networks that show no boards, for which none is made
        self.unsaid: list[Say | ShowBoard] = []  # last words of tables whose network is down
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
                routing.hear(self, came, effects, now)
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
        self.choose_again(saved.settings)
        self.limits.restore(json.loads(self.kept.get(("hall", "limits"), "[]")), down)
        for table in saved.tables:
            self.restore_table(table, down, effects, now)
        return effects

    def restore_table(self, saved: SavedTable, down: float, effects: Effects, now: float) -> None:
        try:
            table = restored(saved, down)
        except NotRestored:
            self.give_up(saved, effects)
            return
        self.tables[saved.venue.id] = table
        if network_of(saved.venue.id) in self.down:
            table.hold("link", now)
        clocks.wake_computers(self, table, now)
        self.deadlines[saved.venue.id] = clocks.deadline(table)
        effects.records.append(table.saved())  # its clock has been put right

    def give_up(self, saved: SavedTable, effects: Effects) -> None:
        """Close a table that cannot go on; its people hear of it as soon as their network is there."""
        venue = saved.venue
        line = self.line(venue.id, say.NOT_RESTORED, venue=venue.name)
        board = Board(0, 0, venue, "closed", str(saved.state.get("preset", "")), "ranked", None, (), lines=(line,))
        effects.records.append(TableClosed(venue))
        outs = self.unsaid if network_of(venue.id) in self.down else effects.outs
        outs += [Say(venue, line, self.colors(venue.id), news=True), ShowBoard(venue, board)]

    def repeat(self, table: Table, effects: Effects) -> None:
        """Tell a table how things stand, and everyone their hand."""
        game = table.game
        if table.phase == "playing" and game:
            state = Narrator(game, table.name).state()
            self.announce(table, self.line(table.venue.id, say.BACK_ONLINE, state=state), effects, game)
            for seat in playing.turn_order(game)[::-1]:
                playing.show_hand(self, table, seat, effects)

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
        self.boardless = self.boardless - {network} if boards else self.boardless | {network}
        effects.outs += [said for said in self.unsaid if network_of(said.venue.id) == network]
        self.unsaid = [said for said in self.unsaid if network_of(said.venue.id) != network]
        for table in self._of_network(network):
            effects.touched.add(table.venue.id)
            table.release("link", now)
            clocks.wake_computers(self, table, now)
            self.repeat(table, effects)

    # What handlers need

    def tables_of(self, person: str) -> list[Table]:
        return [table for table in self.tables.values() if table.seat_of(person)]

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

    # Words

    def announce(
        self, table: Table, line: Line, effects: Effects, game: Game | None = None, news: bool = False
    ) -> None:
        """A line for the channel; after a move of this game, only whoever is on turn is highlighted."""
        if not line:
            return
        ping = None
        if game and not game.over:
            seat = table.seat(game.turn)
            away = seat.level is not None or seat.minded
            ping = None if away or not self.prefs(seat.person.id).highlight else seat.person
        self.said[table.venue.id].append(line)
        passing = game is not None and not news
        effects.outs.append(Say(table.venue, line, self.colors(table.venue.id), ping, news, passing))
        effects.touched.add(table.venue.id)

    def recent(self, venue: str) -> Iterable[Line]:
        return self.said.get(venue, ())

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

    def shows_boards(self, table: Table) -> bool:
        return network_of(table.venue.id) not in self.boardless

    def _show_board(self, table: Table, effects: Effects, closed: bool = False) -> None:
        if self.shows_boards(table):
            effects.outs.append(ShowBoard(table.venue, playing.board_of(self, table, closed)))

    def forget(self, venues: Iterable[str]) -> None:
        """Drop tables whose batch was not kept; restore_table brings them back as the journal has them."""
        for venue in venues:
            self.tables.pop(venue, None)
            self.deadlines.pop(venue, None)
