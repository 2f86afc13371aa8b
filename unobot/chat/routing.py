"""What somebody says: for which table it is meant, which command it is, and who carries it out.

Talk is not answered, unless it was meant for the bot. Whoever asks gets their answer in private, and a click exactly
one. What the commands do is in lobby.py, playing.py, questions.py, ruling.py and past.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from unobot.chat import clocks, lobby, past, playing, questions, ruling
from unobot.chat.asked import Asked, Refuse
from unobot.chat.commands import Typed, Unknown, parse_around, parse_compact
from unobot.chat.people import Person, network_of
from unobot.chat.ports import Done, Effects, Heard, Out, ShowHand, Tell
from unobot.chat.speech import english as say
from unobot.chat.table import Table
from unobot.engine.actions import CallUno, Catch, Challenge, Draw, Name, Pass, Play
from unobot.engine.cards import Figure
from unobot.engine.notation import Unreadable, parse_action
from unobot.engine.reasons import Reason

if TYPE_CHECKING:
    from unobot.chat.hall import Hall

TYPED_MOVES = (Play, Draw, Pass, Name, Challenge, CallUno, Catch)  # the rest are the table's own actions
ANYTIME = ("jo", "ca")  # what these do does not depend on whose turn it is


def hear(hall: Hall, heard: Heard, effects: Effects, now: float) -> None:
    """Do what somebody asks for, or tell them why not; talk is left alone."""
    asked = Asked(hall, heard, now, effects)
    try:
        _understand(asked)
    except Refuse as refused:
        if refused.line:
            asked.answer_line(refused.line)
    if heard.at is not None:
        _show_after_click(asked)
    if asked.came_back:
        _show_after_return(asked)
    if heard.ref is not None:
        effects.outs = answered(effects.outs, heard.person, heard.ref)


def _understand(asked: Asked) -> None:
    heard = asked.heard
    prefix = asked.hall.prefix(heard.venue.id) if heard.venue else asked.hall.settings.prefix
    around = parse_around(heard.text, prefix, asked.hall.settings.presets)
    meant = heard.meant or heard.venue is None or network_of(heard.person.id) == "local"
    if meant and around is None and parse_compact(heard.text) is None:
        bare = parse_around(f"{prefix}uno {heard.text}", prefix, ()) if heard.text.split() else None
        around = bare if isinstance(bare, Typed) and bare.command.name != "open" else None
    asked.table = _table_for(asked, strict=around is None)
    order = around or _compact(asked)
    if order is None and meant and heard.text.split():
        if _looks_like_a_command(heard.text):
            raise asked.refuse(_not_here(asked))
        order = Unknown(heard.text.removeprefix("pl "), None)
    if order is None:
        return
    asked.count("other" if around else "game")
    _notice(asked)
    if isinstance(order, Unknown):
        template = say.UNKNOWN_NEAR if order.nearest else say.UNKNOWN
        raise asked.refuse(template, word=order.word, near=order.nearest or "")
    if _stale(asked, order):
        return
    if isinstance(order, Typed):
        asked.words = order.arguments
        HANDLERS[order.command.name, order.command.compact](asked)
    else:
        playing.move(asked, order)


def _table_for(asked: Asked, strict: bool) -> Table | None:
    """The table that is meant: of the channel, of the button, or in private the only one where the person sits."""
    heard = asked.heard
    if heard.at is not None and heard.at[0]:  # a lobby has no game yet
        found = next((table for table in asked.hall.tables.values() if table.round == heard.at[0]), None)
        if found and (found.seat_of(heard.person.id) if heard.venue is None else found.venue.id == heard.venue.id):
            return found  # and never another place's table, whose number an old button of another database may bear
    if heard.venue:
        return asked.hall.tables.get(heard.venue.id)
    tables = asked.hall.tables_of(heard.person.id)
    if len(tables) > 1 and strict and _looks_like_a_command(heard.text):
        raise asked.refuse(say.WHICH_TABLE)
    return tables[0] if len(tables) == 1 else None


def _compact(asked: Asked) -> Typed | Play | Draw | Pass | Name | Challenge | CallUno | Catch | None:
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
        action = parse_action(heard.text, lambda name: _seat_number(asked, name))
    except Unreadable as error:
        if error.reason is Reason.UNKNOWN_PLAYER and _names_somebody(heard.text, table):
            raise asked.refuse(say.REFUSED[Reason.UNKNOWN_PLAYER]) from None
        return None
    return action if isinstance(action, TYPED_MOVES) else None


def _seat_number(asked: Asked, name: str) -> int | None:
    found = asked.at_table().called(name)
    if len(found) > 1:
        raise asked.refuse(say.TWO_PLAYERS, name=name, first=found[0].number, second=found[1].number)
    return found[0].number if found else None


def _notice(asked: Asked) -> None:
    """Whoever gives a command is there, and shown under the name they have now."""
    table, person = asked.table, asked.person
    seat = table.seat_of(person.id) if table else None
    if table and seat:
        asked.effects.touched.add(table.venue.id)
        if seat.person.name != person.name:
            seat.person = table.names[seat.number] = person
        asked.came_back = clocks.come_back(asked.hall, table, seat, asked.effects, asked.now)


def _stale(asked: Asked, order: object) -> bool:
    """A click made for another turn: it gets the present hand instead."""
    at, table = asked.heard.at, asked.table
    anytime = isinstance(order, Typed) and order.command.name in ANYTIME
    if at is None or anytime or (table and at == (table.round, table.turned)):
        return False
    _show_after_click(asked)
    if not _told(asked):
        asked.answer(say.GAME_OVER_CLICK)
    return True


def _show_after_click(asked: Asked) -> None:
    """Whoever clicks sees their hand as it is now, unless they are told something else."""
    table = asked.table
    seat = table.seat_of(asked.person.id) if table else None
    if not _told(asked) and table and seat and table.game and seat.number in table.game.order:
        playing.show_hand(asked.hall, table, seat.number, asked.effects, asked=True)


def _show_after_return(asked: Asked) -> None:
    """While somebody was away nobody showed them their hand: now they need it, if it is (still) their turn."""
    table = asked.table
    seat = table.seat_of(asked.person.id) if table else None
    shown = any(isinstance(out, ShowHand) and out.person.id == asked.person.id for out in asked.effects.outs)
    if not shown and table and seat and table.game and table.game.turn == seat.number:
        playing.show_hand(asked.hall, table, seat.number, asked.effects)


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
        seated = asked.table.seat_of(asked.person.id)
        return say.REFUSED[Reason.UNKNOWN_PLAYER] if seated else say.NOT_SEATED  # seated, only the name was wrong
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
