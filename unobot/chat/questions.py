"""What people can ask about the table they sit at, and the line that programs read. Answers are private."""

from __future__ import annotations

import re

from unobot.chat import clocks, playing
from unobot.chat.asked import Asked
from unobot.chat.commands import AROUND, COMPACT, MOVES, Command
from unobot.chat.people import Person, neighbourhood, network_of
from unobot.chat.speech import english as say
from unobot.chat.speech.line import Line, Span, fill, plain
from unobot.chat.speech.narrator import Narrator, rows
from unobot.chat.table import Seat, Table
from unobot.engine.cards import Figure
from unobot.engine.game import Game
from unobot.engine.legality import attempt, fits_now
from unobot.engine.notation import Unreadable, action_text, parse_cards
from unobot.engine.phase import Phase
from unobot.engine.reasons import Reason
from unobot.engine.rules import OPTIONS
from unobot.engine.view import view
from unobot.players import PLAYERS

STATUS = "UNO_STATUS_V1"
LONGEST_STATUS = 380  # bytes: fits an IRC line whatever stands before it


def in_round(asked: Asked) -> tuple[Table, Seat, Game]:
    table, seat = asked.seated()
    if table.game is None or table.phase != "playing":
        raise asked.refuse(say.NO_ROUND, host=playing.host_name(table))
    return table, seat, table.game


def cards(asked: Asked) -> None:
    table, seat, game = in_round(asked)
    if seat.number not in game.order:
        raise asked.refuse(say.REFUSED[Reason.NOT_SEATED])
    playing.show_hand(asked.hall, table, seat.number, asked.effects, counts=True, asked=True)


def top(asked: Asked) -> None:
    table, _, game = in_round(asked)
    asked.answer_line(Narrator(game, table.name).top())


def counts(asked: Asked) -> None:
    table, _, game = in_round(asked)
    found = [fill(say.COUNT, player=table.name(at), count=len(game.hands[at])) for at in playing.turn_order(game)]
    asked.answer(say.COUNTS, counts=rows(found))


def turn(asked: Asked) -> None:
    table, _, game = in_round(asked)
    asked.answer(say.WHOSE_TURN, player=table.name(game.turn))


def order(asked: Asked) -> None:
    table, _ = asked.seated()
    game = table.game if table.phase == "playing" else None
    numbers = playing.turn_order(game) if game else [seat.number for seat in table.order()]
    asked.answer(say.ORDER, everyone=[table.name(number) for number in numbers])


def time(asked: Asked) -> None:
    table, _, _ = in_round(asked)
    minutes, seconds = divmod(int(asked.now - table.began), 60)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    asked.answer(say.RUNNING, time=clock, moves=table.moves)


def stock(asked: Asked) -> None:
    _, _, game = in_round(asked)
    asked.answer(say.DRAW_LEFT, count=len(game.draw), discards=len(game.discard) - 1)


# For programs


def status(asked: Asked) -> None:
    """`us`: what existing UNO clients read, as they read it."""
    table = asked.table
    if asked.heard.venue is None:
        _status_line(asked, f"{STATUS} error=channel_only")
    elif table is None:
        _status_line(asked, f"{STATUS} error=no_game")
    elif table.seat_of(asked.person.id) is None:
        _status_line(asked, f"{STATUS} error=not_player")
    else:
        _status_line(asked, status_text(table))
        game = table.game
        seat = table.seat_of(asked.person.id)
        if game and table.phase == "playing" and seat and seat.number == game.turn:
            picked = game.picked.code if game.picked else "-"
            _status_line(asked, f"UNO_STATUS_PRIVATE_V1 picked_card={picked}")


def _status_line(asked: Asked, text: str) -> None:
    asked.answer_line((Span(text),), raw=True)


def status_text(table: Table) -> str:
    game = table.game if table.phase == "playing" else None
    phase = {"lobby": "waiting", "between": "waiting", "playing": "active", "ended": "ended"}[table.phase]
    if game:
        entries = [f"{_nick(table.name(seat))}:{len(game.hands[seat])}" for seat in playing.turn_order(game)]
        current, card = _nick(table.name(game.turn)), game.top.code
    else:
        entries = [f"{_nick(seat.person)}:0" for seat in table.order()]
        current = card = "-"
    text = (
        f"{STATUS} phase={phase} current={current} top={card} mode={_mode(game)} "
        f"stacked_cards={game.pile if game else 0} already_picked={int(bool(game and game.picked))} players="
    )
    while len((text + ",".join(entries)).encode()) > LONGEST_STATUS:
        entries.pop()
    return text + ",".join(entries)


def _nick(person: Person) -> str:
    """A name that cannot be taken for something else in the line."""
    return re.sub(r"[\s,:=]", "_", plain(fill("{person}", person=person)))


def _mode(game: Game | None) -> str:
    if game is None:
        return "off"
    if game.phase is Phase.COLOR and not game.top.wild:
        return "unknown"
    if game.pile:
        return "war_wd4" if game.kind is Figure.WD4 else "war_+2"
    return "normal"


# Advice


def why(asked: Asked) -> None:
    """`!uno why CARD`: what the engine says to it."""
    table, seat, game = in_round(asked)
    try:
        play = parse_cards(" ".join(asked.words))
    except Unreadable:
        raise asked.refuse(say.WHY_USAGE) from None
    card, narrator = play.cards[0], Narrator(game, table.name)
    reason = attempt(game, seat.number, play).reason
    if reason in (None, Reason.NEEDS_PARTNER):
        asked.answer(say.WHY_YES, card=tuple(Span(each.code, card=each) for each in play.cards))
    elif reason is not Reason.NOT_YOUR_TURN or game.phase is Phase.COLOR:
        asked.answer_line(narrator.refusal(play, reason))
    elif card not in game.hands[seat.number]:
        asked.answer_line(narrator.refusal(play, Reason.NOT_HELD))
    elif card in fits_now(game):
        asked.answer(say.WHY_YES_LATER, card=card, player=table.name(game.turn))
    else:
        asked.answer(say.WHY_NO_LATER, card=card, top=game.top, player=table.name(game.turn))


def hint(asked: Asked) -> None:
    table, seat, game = in_round(asked)
    if table.counted() == "ranked":
        raise asked.refuse(say.NO_HINT)
    if game.turn != seat.number:
        raise asked.refuse(say.WHOSE_TURN, player=table.name(game.turn))
    action = PLAYERS["medium"].choose(view(game, seat.number), clocks.chance(table, "hint"))
    asked.answer(say.HINT, move=action_text(action))


def tables(asked: Asked) -> None:
    """The tables round here, and one's own: what goes on elsewhere is not this channel's business."""
    venue = asked.heard.venue
    here = neighbourhood(venue.id) if venue else network_of(asked.person.id)
    found = [
        fill(
            say.TABLES_ROW,
            venue=table.venue.name,
            phase=say.PHASES[table.phase],
            preset=table.preset,
            everyone=[seat.person for seat in table.order()],
        )
        for table in sorted(asked.hall.tables.values(), key=lambda table: table.venue.name)
        if neighbourhood(table.venue.id) == here or table.seat_of(asked.person.id)
    ]
    if not found:
        raise asked.refuse(say.NO_TABLES)
    asked.answer(say.TABLES, rows=rows(found))


# Help


def give_help(asked: Asked) -> None:
    topic = asked.words[0].lower() if asked.words else ""
    if topic == "commands":
        asked.answer(say.HELP_MOVES, commands=_usages(asked, [*MOVES, *COMPACT]))
        for about, title in say.HELP_TOPICS.items():
            asked.answer(title, commands=_usages(asked, [entry for entry in AROUND if entry.topic == about]))
    elif topic == "admin":
        entries = [entry for entry in AROUND if "admin" in entry.who]
        asked.answer(say.HELP_ADMIN, commands=_usages(asked, entries))
        asked.answer(say.HELP_OPTIONS, options=", ".join(OPTIONS))
    elif topic in say.HELP:
        asked.answer(say.HELP[topic])
        if not topic and network_of(asked.person.id) == "discord":
            asked.answer(say.HELP_DISCORD)
    else:
        raise asked.refuse(say.HELP_NO_TOPIC, topic=topic)


def _usages(asked: Asked, entries: list[Command]) -> Line:
    prefix = asked.hall.prefix(asked.heard.venue.id if asked.heard.venue else "")
    return rows([fill(say.HELP_ENTRY, usage=_usage(entry, prefix), summary=entry.summary) for entry in entries], " · ")


def _usage(entry: Command, prefix: str) -> str:
    """How to type it: an example for what has no prefix, the form for what has one."""
    if entry.compact:
        return entry.example
    name = "" if entry.name == "open" else f" {entry.name}"
    return f"{prefix}uno{name} {entry.usage}".strip()
