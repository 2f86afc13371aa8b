"""What time does to a table: turns run out, lobbies close, rounds follow, computer players move.

Every table knows its next deadline; `tick` does what is due then, one thing at a time, so that each is kept and told
before the next. No timer exists anywhere else, so none can be forgotten.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from unobot.chat import playing
from unobot.chat.ports import Effects, Tell
from unobot.chat.speech import english as say
from unobot.chat.table import Seat, Table
from unobot.engine.actions import Expire
from unobot.engine.game import Game
from unobot.engine.rules import RulesError
from unobot.engine.view import view
from unobot.players import PLAYERS

if TYPE_CHECKING:
    from unobot.chat.hall import Hall

IDLE = 24 * 3600  # a table where nobody did anything for so long closes
MINDER = "medium"  # the computer player that minds the seat of somebody who is away


def start_turn(table: Table, now: float) -> None:
    """A fresh clock for whoever must act now."""
    stop_turn(table)
    game = table.game
    if game is None or game.over or not table.rules.turn_seconds:
        return
    seat = table.seat(game.turn)
    if seat.level is None and not seat.minded:
        start = table.time(now)
        table.reminds = start + table.rules.turn_seconds * 3 / 4
        table.expires = start + table.rules.turn_seconds


def stop_turn(table: Table) -> None:
    table.reminds = table.expires = None
    table.moves_at = table.reacts_at = None


def wake_computers(hall: Hall, table: Table, now: float) -> None:
    """Decide when a computer player moves next, and when one might react out of turn."""
    table.moves_at = table.reacts_at = None
    game = table.game
    if game is None or game.over or table.phase != "playing" or table.computers_wait():
        return
    if moving(table, game):
        table.moves_at = now + hall.settings.delay(chance(table, "delay"))
    open_window = game.played_by is not None and (game.rules.jump_in or game.rules.no_u)
    others = any(seat.level and seat.number != game.turn for seat in table.seats)
    if others and (open_window or game.catchable is not None):
        table.reacts_at = now + hall.settings.delay(chance(table, "react"))


def moving(table: Table, game: Game) -> Seat | None:
    """The computer player who must move now, or the seat that one minds."""
    seat = table.seat(game.turn)
    return seat if seat.level or seat.minded else None


def chance(table: Table, purpose: str) -> Random:
    """Computer players' luck: the same when the same position comes back after a restart."""
    return Random(f"{table.secret.hex()} {table.round} {table.moves} {purpose}")


def deadline(table: Table) -> float:
    """When something is due at this table next, by the clock on the wall."""
    times = [] if table.computers_only else [table.acted + IDLE]
    if not table.holds:
        times += [time + table.lost for time in (table.closes, table.reminds, table.expires) if time is not None]
    times += [time for time in (table.moves_at, table.reacts_at) if time is not None]
    return min(times, default=float("inf"))


def tick(hall: Hall, table: Table, effects: Effects, now: float) -> None:
    """Do the first thing that is due, if any is."""
    time = table.time(now)
    game = table.game
    if now >= table.acted + IDLE and not table.computers_only:
        hall.close(table, say.CLOSED_IDLE, effects)
    elif table.moves_at is not None and now >= table.moves_at:
        _computer_moves(hall, table, effects, now)
    elif table.reacts_at is not None and now >= table.reacts_at:
        _computers_react(hall, table, effects, now)
    elif table.holds:
        return
    elif table.closes is not None and time >= table.closes:
        _time_is_up(hall, table, effects, now)
    elif table.expires is not None and time >= table.expires:
        _expire(hall, table, effects, now)
    elif table.reminds is not None and time >= table.reminds:
        table.reminds = None
        assert game is not None and table.expires is not None
        seat = table.seat(game.turn)
        left = max(1, round(table.expires - time))
        line = hall.line(table.venue.id, say.REMINDER, left=left, venue=table.venue.name)
        effects.outs.append(Tell(seat.person, line, hall.prefs(seat.person.id)))


def _time_is_up(hall: Hall, table: Table, effects: Effects, now: float) -> None:
    table.closes = None
    if table.phase == "ended" or (table.phase == "lobby" and len(table.seats) < 2):
        hall.close(table, say.LOBBY_CLOSED, effects)
        return
    try:
        playing.deal_round(hall, table, effects, now)
    except RulesError as error:
        hall.announce(table, hall.line(table.venue.id, say.CANNOT_DEAL, why=str(error)), effects)
        hall.close(table, None, effects)


def _computer_moves(hall: Hall, table: Table, effects: Effects, now: float) -> None:
    table.moves_at = None
    game = table.game
    assert game is not None
    seat = moving(table, game)
    if seat:
        player = PLAYERS[seat.level or MINDER]
        action = player.choose(view(game, seat.number), chance(table, "move"))
        playing.carry_out(hall, table, seat.number, action, effects, now)


def _computers_react(hall: Hall, table: Table, effects: Effects, now: float) -> None:
    table.reacts_at = None
    game = table.game
    assert game is not None
    for seat in table.seats:
        if seat.level and seat.number != game.turn and seat.number in game.order:
            action = PLAYERS[seat.level].react(view(game, seat.number), chance(table, f"react {seat.number}"))
            if action and game.refusal(seat.number, action) is None:
                playing.carry_out(hall, table, seat.number, action, effects, now)
                return


def _expire(hall: Hall, table: Table, effects: Effects, now: float) -> None:
    game = table.game
    assert game is not None
    seat = table.seat(game.turn)
    seat.expiries += 1
    away = table.rules.afk_turns and seat.expiries >= table.rules.afk_turns
    if away:
        seat.minded = True
    playing.carry_out(hall, table, seat.number, Expire(), effects, now)
    if not away:
        return
    hall.announce(table, hall.line(table.venue.id, say.MINDED, player=seat.person), effects)
    line = hall.line(table.venue.id, say.MINDED_YOU, venue=table.venue.name)
    effects.outs.append(Tell(seat.person, line, hall.prefs(seat.person.id)))
    if all(other.minded for other in table.people() if other.number in game.order):
        table.hold("away", now)
        wake_computers(hall, table, now)
        hall.announce(table, hall.line(table.venue.id, say.ALL_AWAY), effects)


def come_back(hall: Hall, table: Table, seat: Seat, effects: Effects, now: float) -> bool:
    """A person has given a command: they act for themselves. Did a computer player until now?"""
    if seat.leaving:
        return False
    table.acted = now
    seat.expiries = 0
    if not seat.minded:
        return False
    seat.minded = False
    table.release("away", now)
    hall.announce(table, hall.line(table.venue.id, say.BACK, player=seat.person), effects)
    game = table.game
    if game and not game.over and game.turn == seat.number:
        start_turn(table, now)
    wake_computers(hall, table, now)
    return True
