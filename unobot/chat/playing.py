"""A round at a table: moves, the words about them, the hands, and what happens when it is over.

`carry_out` is the one way in which a game at a table changes, whoever caused it: a person, a computer player or the
clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from unobot import __version__
from unobot.chat import clocks
from unobot.chat.asked import Asked
from unobot.chat.people import Person
from unobot.chat.ports import (
    Board,
    BoardSeat,
    Effects,
    Hand,
    MatchEnded,
    Moved,
    Prefs,
    Result,
    RoundBegun,
    RoundEnded,
    RoundSeat,
    ShowHand,
    Tell,
)
from unobot.chat.speech import english as say
from unobot.chat.speech.line import Line, Span, fill, join
from unobot.chat.speech.narrator import Narrator, rows, scores
from unobot.chat.table import Seat, Table
from unobot.engine import events as e
from unobot.engine.actions import CHALLENGE, Action, Play
from unobot.engine.cards import Card, Figure, in_order
from unobot.engine.game import Game, checksum
from unobot.engine.legality import attempt
from unobot.engine.match import Match
from unobot.engine.notation import action_text
from unobot.engine.phase import Phase
from unobot.engine.reasons import Reason
from unobot.engine.shuffle import fingerprint, round_seed
from unobot.engine.view import called_uno

if TYPE_CHECKING:
    from unobot.chat.hall import Hall

FIGURES = list(Figure)
CHALLENGE_TEXT = action_text(CHALLENGE)


# Moves


def move(asked: Asked, meant: Action) -> None:
    """A person's move: carried out, or refused in private; where the rules charge for it, both."""
    table, seat = asked.seated()
    game = table.game
    if game is None:
        raise asked.refuse(say.NO_ROUND, host=host_name(table))
    if seat.leaving:
        raise asked.refuse(say.REFUSED[Reason.NOT_SEATED])
    action, reason = attempt(game, seat.number, meant)
    refused = Narrator(game, table.name).refusal(meant, reason) if reason else None
    if action:
        carry_out(asked.hall, table, seat.number, action, asked.effects, asked.now)
    if refused:
        asked.answer_line(refused)


def host_name(table: Table) -> Person | str:
    seat = table.seat_of(table.host) if table.host else None
    return seat.person if seat else "?"


def carry_out(
    hall: Hall, table: Table, number: int, action: Action, effects: Effects, now: float, intro: Line = ()
) -> None:
    """Do what the rules allow, keep it, say it (behind the intro), and show the hands that changed."""
    game = table.game
    assert game is not None
    before = game.turn
    events = game.act(number, action)
    table.moves += 1
    effects.records.append(Moved(table.round, table.moves, number, action_text(action), checksum(game)))
    narrator = Narrator(game, table.name)
    told = narrator.tell(events)
    hall.announce(table, join([intro, told.line]), effects, game)
    for line in told.extra:
        hall.announce(table, line, effects, news=True)
    if game.over:
        _finish_round(hall, table, effects, now)
        return
    began = _turn_began(game, events, before)
    if began:
        table.turned = table.moves
        clocks.start_turn(table, now)
    clocks.wake_computers(hall, table, now)
    shown = _whose_hands(game, events, began)
    if hall.shows_boards(table) and number not in shown and any(isinstance(event, e.Played) for event in events):
        shown.insert(0, number)  # whoever has played knows what is left; the message that shows it does not
    for seat in shown:
        show_hand(hall, table, seat, effects)
    for event in events:
        if isinstance(event, e.Challenged):
            _show_challenged(hall, table, event, effects)


def _turn_began(game: Game, events: Iterable[e.Event], before: int) -> bool:
    """Does a new turn begin? Not after a pick, a call, a catch or a foul, nor when somebody else leaves."""
    quiet = (e.CalledUno, e.Caught, e.FalselyCaught, e.FalselyCalled, e.Fouled, e.Joined, e.Drew, e.Reshuffled)
    if any(isinstance(event, e.Left) for event in events):
        return game.turn != before
    taken = any(isinstance(event, e.Drew) and event.why in (e.Why.PILE, e.Why.PICK) for event in events)
    return game.phase is not Phase.PICKED and (taken or not all(isinstance(event, quiet) for event in events))


def _whose_hands(game: Game, events: list[e.Event], turn_began: bool) -> list[int]:
    """Who is shown their hand: whoever drew or got another one, and last the player whose turn begins."""
    changed: dict[int, None] = {}
    for event in events:
        match event:
            case e.Drew(seat=seat, count=count) if count:
                changed[seat] = None
            case e.Swapped(seat=seat, partner=partner):
                changed |= {seat: None, partner: None}
            case e.HandsPassed():
                changed |= dict.fromkeys(game.order)
            case _:
                pass
    if turn_began:
        changed.pop(game.turn, None)
        changed[game.turn] = None
    return [seat for seat in changed if seat in game.order]


def _show_challenged(hall: Hall, table: Table, event: e.Challenged, effects: Effects) -> None:
    seat = table.seat(event.seat)
    if seat.level is None and not seat.minded:
        cards = tuple(_spaced(in_order(list(event.hand))))
        line = hall.line(table.venue.id, say.CHALLENGED_HAND, who=table.name(event.offender), hand=cards)
        effects.outs.append(Tell(seat.person, line, hall.prefs(seat.person.id)))


def _spaced(cards: Iterable[Card]) -> Iterable[Span]:
    for number, card in enumerate(cards):
        if number:
            yield Span(" ")
        yield Span(card.code, card=card)


# Hands


def show_hand(
    hall: Hall, table: Table, number: int, effects: Effects, counts: bool = False, asked: bool = False
) -> None:
    """Send a player their hand; nobody who is away, unless they asked."""
    seat = next((seat for seat in table.seats if seat.number == number), None)
    if seat is None or seat.level or (seat.minded and not asked):
        return
    prefs = hall.prefs(seat.person.id)
    several = len(hall.tables_of(seat.person.id)) > 1
    effects.outs.append(ShowHand(seat.person, hand_of(table, seat, prefs, several, counts), prefs))


def hand_of(table: Table, seat: Seat, prefs: Prefs, several: bool, counts: bool) -> Hand:
    game = table.game
    assert game is not None
    actions = game.legal_actions(seat.number)
    moves = tuple(map(action_text, actions))
    cards = in_order(game.hands[seat.number])
    if prefs.sort == "figure":
        cards = sorted(cards, key=lambda card: (FIGURES.index(card.figure), card.rank))
    others = tuple((table.name(other).name, len(game.hands[other])) for other in turn_order(game)) if counts else ()
    partners: tuple[tuple[int, str], ...] = ()
    if any("#" in move for move in moves):
        partners = tuple((other, table.name(other).name) for other in game.order if other != seat.number)
    return Hand(
        game=table.round,
        turn=table.turned,
        venue=table.venue,
        top=game.top,
        color=game.color,
        cards=tuple(cards),
        playable=frozenset([action.cards[0] for action in actions if isinstance(action, Play)]),
        on_turn=game.turn == seat.number,
        name_table=several,
        moves=moves,
        partners=partners,
        others=others,
        must_name=game.turn == seat.number and game.phase is Phase.COLOR,
        picked=game.turn == seat.number and game.phase is Phase.PICKED,
        pile=game.pile if game.turn == seat.number and game.phase is Phase.DRAW else 0,
        can_challenge=CHALLENGE_TEXT in moves,
    )


def turn_order(game: Game) -> list[int]:
    """The seats in the order of play, whoever is on turn first."""
    order = [game.turn]
    while len(order) < len(game.order):
        order.append(game.after[order[-1]])
    return order


def board_of(hall: Hall, table: Table, closed: bool = False) -> Board:
    game = None if closed else table.game
    called = called_uno(game) if game else frozenset()
    numbers = game.order if game and not game.over else [seat.number for seat in table.order()]
    seats = tuple(
        BoardSeat(
            number=seat.number,
            person=seat.person,
            cards=len(game.hands.get(seat.number, ())) if game else 0,
            computer=seat.level is not None,
            minded=seat.minded,
            on_turn=game is not None and not game.over and game.turn == seat.number,
            called_uno=seat.number in called,
        )
        for number in numbers
        for seat in table.seats
        if seat.number == number
    )
    board = Board(
        game=table.round,
        turn=table.turned,
        venue=table.venue,
        phase="closed" if closed else table.phase,
        preset=table.preset,
        mode=table.counted(),
        host=table.host,
        seats=seats,
        deadline=None if closed or table.expires is None or table.holds else table.expires + table.lost,
        moves=() if closed else _public_moves(hall, table),
        lines=tuple(hall.recent(table.venue.id)),
    )
    if game is None:
        return board
    return replace(
        board,
        top=game.top,
        color=game.color,
        pile=game.pile,
        direction=game.direction,
        draw_left=len(game.draw),
    )


def _public_moves(hall: Hall, table: Table) -> tuple[str, ...]:
    """What could be typed at a table, judged without a look at any hand: whether a pick is allowed may tell one."""
    game = table.game
    free = len(table.seats) < table.rules.players_max and (game is None or hall.settings.join_running)
    join = ["jo"] if free else []
    if game is None:
        return (*join, "deal") if table.phase != "between" else tuple(join)
    moves = []
    if game.phase is Phase.TURN:
        moves.append("pe")
    elif game.phase in (Phase.PICKED, Phase.DRAW):
        moves.append("pa")
    if game.bluff and game.phase is Phase.DRAW:
        moves.append("ch")
    if game.rules.uno_call == "call":
        moves.append("un")
    if game.catchable is not None:
        moves.append(f"ct #{game.catchable}")
    return (*moves, *join)


# Beginning and ending a round


def deal_round(hall: Hall, table: Table, effects: Effects, now: float) -> None:
    """The next round of the match, or the first of a new one. RulesError if so many cannot be dealt in."""
    if table.match is None or table.match.over:
        numbers = [seat.number for seat in table.seats]
        table.match = Match(table.rules, numbers)
    match = table.match
    number = match.rounds + 1
    seed = round_seed(table.secret, table.words, number)
    standings = dict(match.standings)
    game, events, draws = match.deal(seed)
    table.game, table.phase, table.moves, table.turned = game, "playing", 0, 0
    table.round, table.began, table.closes = hall.take_round_number(), now, None
    table.votes.clear()
    hall.said[table.venue.id].clear()  # a board shows what was said about this round
    effects.records.append(
        RoundBegun(
            round=table.round,
            venue=table.venue,
            mode=table.counted(),
            preset=table.preset,
            rules=table.rules.values,
            seed=seed.hex(),
            match=fingerprint(table.secret),
            number=number,
            words=tuple(table.words),
            dealer=game.dealer,
            seats=tuple(RoundSeat(seat, table.name(seat), table.seat(seat).level) for seat in game.order),
            standings=standings,
            engine=__version__,
            at=now,
        )
    )
    public = [e.public(event) for event in events]
    sentences = [_drawn_for_deal(table, draws, game.dealer), Narrator(game, table.name).dealt(public, number)]
    hall.announce(table, join(sentences), effects, game, news=True)
    clocks.start_turn(table, now)
    clocks.wake_computers(hall, table, now)
    for seat in turn_order(game)[::-1]:
        show_hand(hall, table, seat, effects)


def _drawn_for_deal(table: Table, draws: list[list[tuple[int, Card]]], dealer: int) -> Line:
    """The cards that were drawn for the deal; the tied drew again."""
    if not draws:
        return ()
    lines = [
        rows(fill(say.DREW_FOR_DEAL, player=table.name(seat), card=card) for seat, card in drawn) for drawn in draws
    ]
    return fill(say.DEALER_DREW, drawn=rows(lines, say.AGAIN), player=table.name(dealer))


def _finish_round(hall: Hall, table: Table, effects: Effects, now: float) -> None:
    game, match = table.game, table.match
    assert game is not None and match is not None and game.winner is not None
    out_before = set(match.eliminated)
    match.finish(game)
    left = {seat for seat, _ in game.left}
    results = tuple(
        Result(
            seat=seat,
            person=table.name(seat),
            computer=table.name(seat).id.startswith("bot:"),
            points=points,
            won=seat == game.winner,
            left=seat in left,
        )
        for seat, points in game.scores().items()
    )
    effects.records.append(RoundEnded(table.round, now, results, forfeit=len(game.order) == 1))
    clocks.stop_turn(table)
    table.game = None
    out = [seat for seat in match.eliminated - out_before if seat not in left]
    if out:
        template = say.OUT if len(out) == 1 else say.OUT_MANY
        people = [table.name(seat) for seat in sorted(out)]
        hall.announce(table, fill(template, players=people, target=table.rules.target), effects, news=True)
    if match.over:
        end_match(hall, table, effects, now)
    else:
        line = scores(table.rules, {seat: match.standings[seat] for seat in match.order}, table.name)
        seconds = hall.settings.between_rounds
        template = say.STANDINGS if seconds else say.STANDINGS_NOW
        standings = fill(template, number=match.rounds, scores=line, seconds=seconds)
        hall.announce(table, standings, effects, news=True)
        table.phase = "between"
        table.closes = table.time(now) + seconds
    hall.clear_chairs(table, effects, now)


def end_match(hall: Hall, table: Table, effects: Effects, now: float) -> None:
    """Say who has won, tell the secret, and keep the seats for a rematch."""
    match = table.match
    assert match is not None and match.winner is not None
    if table.rules.target:
        line = scores(table.rules, {seat: match.standings[seat] for seat in match.order}, table.name)
        won = fill(say.WINS_MATCH, player=table.name(match.winner), scores=line)
        hall.announce(table, won, effects, news=True)
    effects.records.append(MatchEnded(fingerprint(table.secret), table.secret.hex()))
    told = hall.line(table.venue.id, say.REVEALED, game=table.round, secret=table.secret.hex())
    table.secret = hall.new_secret()
    table.words.clear()
    table.phase = "ended"
    table.closes = table.time(now) + hall.settings.lobby_seconds
    clocks.stop_turn(table)
    rematch = hall.line(table.venue.id, say.REMATCH, seal=fingerprint(table.secret))
    hall.announce(table, join([told, rematch]), effects, news=True)
