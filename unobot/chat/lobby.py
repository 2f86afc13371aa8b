"""Sitting down and getting up: tables, hosts, computer players, seats that change hands, and ending it all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from unobot.chat import clocks, playing
from unobot.chat.asked import Asked
from unobot.chat.people import Person, Venue
from unobot.chat.ports import Effects, RoundSeat, Seated, Tell
from unobot.chat.speech import english as say
from unobot.chat.speech.line import Line, clean, fill, join
from unobot.chat.table import Seat, Table
from unobot.engine.actions import Join, Leave
from unobot.engine.legality import attempt
from unobot.engine.notation import Unreadable, parse_cards
from unobot.engine.reasons import Reason
from unobot.engine.rules import Rules, RulesError
from unobot.engine.shuffle import fingerprint
from unobot.players import PLAYERS

if TYPE_CHECKING:
    from unobot.chat.hall import Hall

BOT_NAMES = ("Ada", "Bix", "Cleo", "Dot", "Eno", "Fay", "Gus", "Hal", "Ivy", "Joy")
LONGEST_NAME, LONGEST_WORD = 16, 40
OTHER_LEVELS = ("hard", "strong", "expert", "normal", "beginner")  # surely not meant as names


def everyone(table: Table) -> list[Person]:
    return [seat.person for seat in table.order()]


# Opening and sitting down


def open_table(asked: Asked) -> None:
    """`!uno [casual|sandbox] [PRESET]`"""
    venue = asked.heard.venue
    if venue is None:
        raise asked.refuse(say.ONLY_CHANNEL)
    words = [word.lower() for word in asked.words]
    mode = words.pop(0) if words and words[0] in ("casual", "sandbox") else "ranked"
    if len(words) > 1:
        raise asked.refuse(say.UNKNOWN, word=words[1])
    if asked.table and (asked.table.phase == "ended" or asked.table.host is None):  # over, or nobody has sat down yet
        asked.hall.close(asked.table, None, asked.effects)
    elif asked.table and asked.table.seat_of(asked.person.id):
        raise asked.refuse(say.ALREADY_SEATED)
    elif asked.table:
        raise asked.refuse(say.TABLE_ALREADY if asked.table.phase == "lobby" else say.TABLE_RUNNING)
    try:
        preset, rules = asked.hall.rules_for(venue.id, words[0] if words else None)
    except RulesError as error:
        raise asked.bad_rules(error) from None
    table = asked.hall.new_table(venue, mode, preset, rules, asked.now)
    if rules.one_table and asked.hall.tables_of(asked.person.id):
        raise asked.refuse(say.ONE_TABLE)
    asked.count("tables")
    asked.hall.tables[venue.id] = asked.table = table
    table.host = asked.person.id
    table.take_seat(asked.person)
    sealed = fill(say.SEALED, seal=fingerprint(table.secret))
    asked.announce(say.OPENED, player=asked.person, mode=say.MODES[mode], preset=preset, sealed=sealed)
    for person in asked.hall.notified(venue.id):
        if person.id != asked.person.id:
            line = asked.line(say.NOTIFIED, player=asked.person, venue=venue.name, preset=preset)
            asked.effects.outs.append(Tell(person, line, asked.hall.prefs(person.id)))


def open_for(
    hall: Hall, venue: Venue, preset: str, rules: Rules, people: Iterable[Person], levels: Iterable[str], now: float
) -> Effects:
    """A sandbox table for these people and computer players, dealt at once. RulesError if it cannot be."""
    effects = Effects()
    table = hall.tables[venue.id] = hall.new_table(venue, "sandbox", preset, rules, now)
    for person in people:
        table.take_seat(person)
    for name, level in zip(BOT_NAMES, levels, strict=False):
        table.take_seat(Person(f"bot:{name}", name), level)
    table.computers_only = not table.people()
    table.host = table.seats[0].person.id
    hall.announce(table, fill(say.SEALED, seal=fingerprint(table.secret)), effects)
    playing.deal_round(hall, table, effects, now)
    hall.save(effects)
    return effects


def sit_down(asked: Asked) -> None:
    """`jo [WORD]`: a free seat, a seat that was offered, or one in the running round."""
    table = asked.at_table()
    seat = table.seat_of(asked.person.id)
    word = clean(asked.words[0], LONGEST_WORD) if asked.words else ""
    if seat:
        if not word or table.phase not in ("lobby", "ended"):
            raise asked.refuse(say.ALREADY_SEATED)
        table.words.append(word)
        asked.answer(say.WORD_ADDED)
        return
    name = asked.person.name.casefold()
    offered = next((other for other in table.seats if (other.offered or "").casefold() == name), None)
    if table.rules.one_table and asked.hall.tables_of(asked.person.id):
        raise asked.refuse(say.ONE_TABLE)
    if offered:
        _take_over(asked, table, offered)
    elif table.phase == "playing":
        _join_round(asked, table)
    else:
        _join_lobby(asked, table)
    if table.host is None:
        _take_charge(asked, table)
    if word:
        table.words.append(word)
        asked.answer(say.WORD_ADDED)


def _take_charge(asked: Asked, table: Table) -> None:
    """The first person at a table that stood ready (ready.py) is its host, and the lobby's time begins."""
    table.host = asked.person.id
    table.closes = table.time(asked.now) + asked.hall.settings.lobby_seconds
    sealed = fill(say.SEALED, seal=fingerprint(table.secret))
    asked.announce(say.TAKES_CHARGE, player=asked.person, sealed=sealed)


def _old_number(table: Table, person: Person) -> int | None:
    """The chair on which this person sat before in this match."""
    return next((number for number, other in table.names.items() if other.id == person.id), None)


def _chair(table: Table, person: Person) -> Seat:
    """A seat for a person: their old chair if they had one."""
    number = _old_number(table, person)
    if number is None:
        return table.take_seat(person)
    seat = Seat(number, person)
    table.seats.append(seat)
    return seat


def _join_lobby(asked: Asked, table: Table) -> None:
    if len(table.seats) >= table.rules.players_max:
        raise asked.refuse(say.TABLE_FULL, count=table.rules.players_max)
    number = _old_number(table, asked.person)
    if table.match and not table.match.over and number in table.match.eliminated:
        raise asked.refuse(say.REFUSED[Reason.ELIMINATED])
    seat = _chair(table, asked.person)
    if table.match and not table.match.over:
        table.match.join(seat.number)
    asked.announce(say.SITS, player=asked.person, everyone=everyone(table))


def _join_round(asked: Asked, table: Table) -> None:
    game, match = table.game, table.match
    assert game is not None and match is not None
    if not asked.hall.settings.join_running:
        raise asked.refuse(say.NO_JOINING)
    number = _old_number(table, asked.person) or table.free_number()
    reason = Reason.ELIMINATED if number in match.eliminated else game.refusal(number, Join())
    if reason:
        raise asked.refuse(say.REFUSED[reason])
    seat = _chair(table, asked.person)
    asked.effects.records.append(Seated(table.round, RoundSeat(seat.number, seat.person)))
    playing.carry_out(asked.hall, table, seat.number, Join(), asked.effects, asked.now)


def _take_over(asked: Asked, table: Table, seat: Seat) -> None:
    before = seat.person
    if table.host == before.id:
        table.host = asked.person.id
    seat.person = table.names[seat.number] = asked.person
    seat.level, seat.minded, seat.expiries, seat.offered, seat.leaving = None, False, 0, None, False
    if table.phase == "playing":
        asked.effects.records.append(Seated(table.round, RoundSeat(seat.number, seat.person)))
    asked.announce(say.TAKES_OVER, player=asked.person, who=before)
    game = table.game
    if game and not game.over and seat.number in game.order:
        if game.turn == seat.number:
            clocks.start_turn(table, asked.now)
        clocks.wake_computers(asked.hall, table, asked.now)
        playing.show_hand(asked.hall, table, seat.number, asked.effects)


def deal(asked: Asked) -> None:
    """`deal`: the host starts the round, or a rematch."""
    table = asked.host()
    if table.phase == "playing":
        raise asked.refuse(say.ROUND_ON)
    if table.phase == "between":
        raise asked.refuse(say.DEAL_BETWEEN)
    if len(table.seats) < 2:
        raise asked.refuse(say.NEED_TWO)
    try:
        playing.deal_round(asked.hall, table, asked.effects, asked.now)
    except RulesError as error:
        raise asked.bad_rules(error) from None


# Computer players


def bot(asked: Asked) -> None:
    """`!uno bot [LEVEL] [NAME]`, `!uno bot off NAME`"""
    table = asked.host()
    words = list(asked.words)
    if words and words[0].lower() == "off":
        if len(words) < 2:
            raise asked.refuse(say.NO_NICK)
        seat = asked.somebody(words[1])
        if seat.level is None:
            raise asked.refuse(say.NOT_A_BOT, who=seat.person)
        _remove(asked, table, seat, asked.line(say.BOT_LEAVES, player=seat.person))
        return
    level = words.pop(0).lower() if words and words[0].lower() in PLAYERS else "medium"
    if len(words) > 1 or (words and words[0].lower() in OTHER_LEVELS):
        raise asked.refuse(say.NO_SUCH_LEVEL, level=words[0], levels=", ".join(PLAYERS))
    name = words[0] if words else next(name for name in BOT_NAMES if not table.called(name))
    _check_name(asked, table, name)
    person = Person(f"bot:{name}", name)
    if table.phase == "playing":
        raise asked.refuse(say.ROUND_ON)
    if len(table.seats) >= table.rules.players_max:
        raise asked.refuse(say.TABLE_FULL, count=table.rules.players_max)
    seat = _chair(table, person)
    seat.level = level
    if table.match and not table.match.over:
        table.match.join(seat.number)
    asked.announce(say.BOT_SITS, player=person, level=level, everyone=everyone(table))


def _check_name(asked: Asked, table: Table, name: str) -> None:
    if not (name.isascii() and name.isalnum() and len(name) <= LONGEST_NAME):
        raise asked.refuse(say.BAD_NAME)
    try:
        parse_cards(name)
    except Unreadable:
        pass
    else:
        raise asked.refuse(say.BAD_NAME)  # it could not be told from a card
    if table.called(name):
        raise asked.refuse(say.NAME_TAKEN, name=name)


# Getting up


def leave(asked: Asked) -> None:
    """`!uno leave`; `!uno drop NICK` for the host and admins."""
    if not asked.words:
        table, seat = asked.seated()
        _leave(asked, table, seat)
        return
    table = asked.host_or_admin()
    seat = asked.somebody(asked.words[0])
    if seat.level:
        _remove(asked, table, seat, asked.line(say.BOT_LEAVES, player=seat.person))
    else:
        _remove(asked, table, seat, asked.line(say.REMOVED, player=asked.person, who=seat.person))


def _leave(asked: Asked, table: Table, seat: Seat) -> None:
    game = table.game
    if game and not game.over and seat.number in game.order:
        reason = attempt(game, seat.number, Leave()).reason
        if reason:
            raise asked.refuse(say.REFUSED[reason])
        get_up(asked, table, seat, ())
    else:
        get_up(asked, table, seat, asked.line(say.LEAVES, player=seat.person))


def _remove(asked: Asked, table: Table, seat: Seat, line: Line) -> None:
    """Somebody is made to get up; where the rules let nobody go in mid-round, when it is over."""
    game = table.game
    playing_now = game is not None and not game.over and seat.number in game.order
    if playing_now and table.rules.leave == "between_rounds":
        seat.leaving = seat.minded = True
        asked.say(join([line, asked.line(say.LEAVES_LATER, who=seat.person)]))
        assert game is not None
        if game.turn == seat.number:
            clocks.start_turn(table, asked.now)
        clocks.wake_computers(asked.hall, table, asked.now)
        asked.hall.find_host(table, asked.effects)
        return
    if playing_now and game is not None and len(game.order) == 2 and seat.level is None:
        asked.say(line)  # nobody wins by removing the last opponent
        asked.hall.close(table, say.CLOSED_NO_RESULT, asked.effects)
        return
    get_up(asked, table, seat, () if playing_now and seat.level else line)


def get_up(asked: Asked, table: Table, seat: Seat, line: Line) -> None:
    """The seat is free: the round goes on without it, or the match, or just the lobby."""
    game = table.game
    table.seats.remove(seat)
    table.votes.discard(seat.person.id)
    if game and not game.over and seat.number in game.order:
        playing.carry_out(asked.hall, table, seat.number, Leave(), asked.effects, asked.now, intro=line)
    else:
        asked.say(line)
        asked.hall.leave_match(table, seat, asked.effects, asked.now)
    asked.hall.settle(table, asked.effects, asked.now)


def replace(asked: Asked) -> None:
    """`!uno replace OLD NEW`"""
    asked.host_or_admin()
    if len(asked.words) != 2:
        raise asked.refuse(say.REPLACE_USAGE)
    seat = asked.somebody(asked.words[0])
    seat.offered = clean(asked.words[1])
    asked.announce(say.OFFERED, who=seat.person, new=seat.offered)


def transfer(asked: Asked) -> None:
    """`!uno transfer NICK`"""
    table = asked.host_or_admin()
    if len(asked.words) != 1:
        raise asked.refuse(say.NO_NICK)
    seat = asked.somebody(asked.words[0])
    if seat.level:
        raise asked.refuse(say.NOT_TO_BOT)
    table.host = seat.person.id
    asked.announce(say.HOST_NOW, player=seat.person)


# The clock and the end


def pause(asked: Asked) -> None:
    table = asked.host_or_admin()
    if "pause" in table.holds:
        raise asked.refuse(say.ALREADY_PAUSED)
    table.hold("pause", asked.now)
    asked.announce(say.PAUSED, player=asked.person)


def resume(asked: Asked) -> None:
    table = asked.host_or_admin()
    if "pause" not in table.holds:
        raise asked.refuse(say.NOT_PAUSED)
    table.release("pause", asked.now)
    asked.announce(say.RESUMED, player=asked.person)


def stop(asked: Asked) -> None:
    """`!uno stop`: the host or an admin ends the table, others vote."""
    table = asked.at_table()
    if asked.is_host() or asked.heard.admin:
        asked.announce(say.STOPPED, player=asked.person)
        asked.hall.close(table, None, asked.effects)
        return
    asked.seated()
    if asked.person.id in table.votes:
        raise asked.refuse(say.VOTED_ALREADY)
    table.votes.add(asked.person.id)
    people = table.people()
    needed = len(people) // 2 + 1
    votes = sum(seat.person.id in table.votes for seat in people)
    if votes >= needed:
        asked.hall.close(table, say.STOPPED_BY_VOTE, asked.effects)
    else:
        asked.announce(say.VOTED, player=asked.person, votes=votes, needed=needed)
