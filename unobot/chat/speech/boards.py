"""A table as lines, for networks that show it whole: what lies on top, who sits there, what goes on."""

from __future__ import annotations

from unobot.chat.people import Person
from unobot.chat.ports import Board, BoardSeat, Hand
from unobot.chat.speech import english as say
from unobot.chat.speech.line import Line, Strong, fill
from unobot.engine.cards import Card, Color


def title(board: Board) -> Line:
    return fill(say.BOARD_TITLE, preset=board.preset, mode=board.mode)


def state(board: Board) -> list[Line]:
    """How things stand: the top card and what waits, or what the table waits for."""
    if board.top is None:
        return [fill(say.BOARD_PHASES[board.phase])]
    player = next((seat.person for seat in board.seats if seat.on_turn), None)
    lines = [top_line(board.top, board.color, board.pile, player)]
    return [*lines, fill(say.BOARD_COURSE, direction=say.DIRECTIONS[board.direction], count=board.draw_left)]


def seats(board: Board) -> list[Line]:
    return [_seat(board, seat) for seat in board.seats]


def _seat(board: Board, seat: BoardSeat) -> Line:
    if seat.person.id == board.host and board.top is None:
        note = say.BOARD_HOST
    elif seat.computer or seat.minded:
        note = say.BOARD_COMPUTER if seat.computer else say.BOARD_AWAY
    else:
        note = say.BOARD_UNO if seat.called_uno else ""
    template = say.BOARD_ON_TURN if seat.on_turn else say.BOARD_SEAT
    if board.top is None:
        template = say.BOARD_SITS
    return fill(template, player=seat.person, count=seat.cards, note=note)


def top_line(top: Card, color: Color | None, pile: int, player: Person | None) -> Line:
    """Must begin with Top: it is no card of the hand that it may stand beside."""
    if color is None:
        return fill(say.TOP_CARD_OWED, top=top)
    word = Strong(say.COLORS[color])
    if pile and player:
        return fill(say.TOP_CARD_WAR, top=top, color=word, count=pile, player=player)
    return fill(say.TOP_CARD, top=top, color=word)


def hand_top(hand: Hand, person: Person) -> Line:
    return top_line(hand.top, hand.color, hand.pile, person)
