"""What an accepted action does to a game.

Everything here may assume that legality.py has let the action through. The windows for catching, jumping in and
answering a Wild close together: `_close_windows` is called by every play, pick, pass, challenge and expiry, and by
nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, assert_never

from unobot.engine import phase
from unobot.engine.actions import (
    Action,
    CallUno,
    Catch,
    Challenge,
    Draw,
    Expire,
    Foul,
    Join,
    Leave,
    Name,
    Pass,
    Play,
)
from unobot.engine.cards import NO_CARDS, WD4, Card, Color, Figure, points
from unobot.engine.events import (
    AnsweredWild,
    CalledUno,
    Caught,
    Challenged,
    DrawWaits,
    Drew,
    Event,
    Expired,
    FalselyCalled,
    FalselyCaught,
    Fouled,
    HandsPassed,
    Joined,
    JumpedIn,
    Left,
    MissedUno,
    Named,
    Passed,
    Played,
    Reshuffled,
    RoundWon,
    Skipped,
    Swapped,
    Turned,
    Why,
)
from unobot.engine.legality import (
    answers_wild,
    calls_own,
    catches_other,
    dishonest,
    fits_now,
    joining_hand,
    penalty,
    playable,
    swaps,
)
from unobot.engine.phase import Bluff
from unobot.engine.shuffle import shuffled

if TYPE_CHECKING:
    from unobot.engine.game import Game

P = ParamSpec("P")


def carry_out(game: Game, seat: int, action: Action) -> None:
    if type(action) is Play:
        _play(game, seat, action)
        return
    match action:
        case Draw():
            _pick(game, seat)
        case Pass():
            _pass(game, seat)
        case Name():
            _name(game, seat, action.color)
        case Challenge():
            _challenge(game, seat)
        case CallUno():
            _call_uno(game, seat)
        case Catch():
            _catch(game, seat, action.target)
        case Expire():
            _expire(game, seat)
        case Leave():
            _leave(game, seat)
        case Join():
            _join(game, seat)
        case Foul():
            _tell(game, Fouled, seat, action.reason)
            draw_cards(game, seat, penalty(game, action.reason), Why.FOUL)
        case _:
            assert_never(action)


def _tell(game: Game, event: Callable[P, Event], *args: P.args, **kwargs: P.kwargs) -> None:
    """Note what happened, if anybody wants to know."""
    if game.log is not None:
        game.log.append(event(*args, **kwargs))


# Turns


def begin_turn(game: Game, seat: int) -> None:
    top = game.discard[-1]
    game.turn = seat
    game.phase = phase.TURN
    game.picked = None
    game.fits = fits_now(game) if game.pile or game.color is not top.color else top.takes
    if game.barred:
        game.barred = frozenset()


def point_draw(game: Game, seat: int) -> None:
    """The pile now points at this seat: it waits if the rules allow any answer, otherwise it is drawn at once."""
    begin_turn(game, seat)
    if game.rules.answers[game.kind] or game.bluff:
        game.phase = phase.DRAW
        _tell(game, DrawWaits, seat, game.pile)
    else:
        take_pile(game, seat)
        _tell(game, Skipped, seat)


def take_pile(game: Game, seat: int) -> None:
    """Draw what waits and lose the turn."""
    count = game.pile
    _clear_pile(game)
    draw_cards(game, seat, count, Why.PILE)
    _end_turn(game, seat)


def _clear_pile(game: Game) -> None:
    game.pile = 0
    game.bluff = None


def _owe_color(game: Game, seat: int) -> None:
    begin_turn(game, seat)
    game.phase = phase.COLOR
    game.color = None
    game.fits = NO_CARDS


def _close_windows(game: Game) -> None:
    game.played_by = None
    game.wild_open = False
    game.catchable = None


# Drawing


def draw_cards(game: Game, seat: int, count: int, why: Why) -> None:
    """Draw so many cards, or as many as there are."""
    cards = _take(game, seat, count)
    if game.log is not None:
        game.log.append(Drew(seat, len(cards), why, tuple(cards)))


def _take(game: Game, seat: int, count: int) -> list[Card]:
    """Move cards into a hand; whoever draws has no call any more, and cannot be caught."""
    cards: list[Card] = []
    while len(cards) < count and (game.draw or _reshuffle(game)):
        cards.append(game.draw.pop())
    if cards:
        game.hands[seat] += cards
        if game.called:
            game.called -= {seat}
        if seat == game.catchable:
            game.catchable = None
    return cards


def _reshuffle(game: Game) -> bool:
    """The discards but for the top card become the draw pile; wilds lose their colour. False if there are none."""
    discard = game.discard
    if len(discard) == 1:
        return False
    game.draw = fresh_order(game, [card.face for card in discard[:-1]])
    del discard[:-1]
    _tell(game, Reshuffled, len(game.draw))
    return True


def fresh_order(game: Game, cards: list[Card]) -> list[Card]:
    """The next shuffle of this round; the first card is the last of the list, as in the draw pile."""
    number = game.shuffles
    game.shuffles += 1
    return shuffled(cards, game.seed, f"shuffle {number}")[::-1]


# Playing


def _play(game: Game, seat: int, action: Play) -> None:
    rules = game.rules
    cards = action.cards
    card = cards[0]
    hand = game.hands[seat]
    answers = game.wild_open and answers_wild(game, seat, action)
    swap = rules.seven_zero and swaps(game, seat, action)
    if card is WD4:
        game.bluff = _bluff(game, seat)
    if seat != game.turn:
        _tell(game, JumpedIn, seat)
        _end_call(game, game.turn)
    hand.remove(card)
    if len(cards) == 2:
        hand.remove(card)
        game.discard.append(card)
    laid = action.laid
    game.discard.append(laid)
    game.color = laid.color
    game.played_by = seat
    game.wild_open = False
    game.catchable = None
    if game.log is not None:
        game.log.append(Played(seat, cards, action.color))
    if not hand:
        _go_out(game, seat, action, answers)
        return
    left = len(hand)
    effect = _EFFECTS.get(card.figure)
    if answers:
        _answer_wild(game, seat)
    elif swap:
        assert action.partner is not None
        _swap(game, seat, action.partner)
    elif effect:
        effect(game, seat, len(cards))
    else:
        begin_turn(game, game.after[seat])
    if left == 1 or action.uno or game.called:
        _settle_call(game, seat, action, left)


def _bluff(game: Game, seat: int) -> Bluff | None:
    if not game.rules.challengeable:
        return None
    hand = game.hands[seat]
    return Bluff(seat, tuple(hand), dishonest(game, hand))


def turn_round(game: Game) -> None:
    game.direction = -game.direction
    game.after, game.before = game.before, game.after
    _tell(game, Turned, game.direction)


def _skip(game: Game, seat: int, copies: int) -> None:
    if game.pile:
        _pass_pile_on(game, seat)
        return
    for _ in range(copies):
        seat = game.after[seat]
        _tell(game, Skipped, seat)
    begin_turn(game, game.after[seat])


def _reverse(game: Game, seat: int, copies: int) -> None:
    if copies == 1:
        turn_round(game)
    follower = after_reverse(game, seat, copies)
    if not game.pile:
        begin_turn(game, follower)
    elif game.rules.no_u:
        _pass_pile_on(game, seat)
    else:
        point_draw(game, follower)


def after_reverse(game: Game, seat: int, copies: int) -> int:
    """Who is on turn, or faces the pile, after this seat's Reverse has turned the direction."""
    if copies == 2:
        again = game.rules.double_reverse == "again"
    else:
        again = len(game.order) == 2 and game.rules.reverse_two == "skip" and not game.pile
    return seat if again else game.after[seat]


def _pass_pile_on(game: Game, seat: int) -> None:
    """A No U: the draw points at the next seat and cannot be challenged any more; a WD4's colour is named anew."""
    game.bluff = None
    if game.kind is Figure.WD4:
        _owe_color(game, seat)
    else:
        point_draw(game, game.after[seat])


def _draw_two(game: Game, seat: int, copies: int) -> None:
    game.pile += 2 * copies
    game.kind = Figure.DRAW_TWO
    game.bluff = None
    point_draw(game, game.after[seat])


def _wild(game: Game, seat: int, copies: int) -> None:
    game.wild_open = game.rules.no_u
    if game.color is None:
        _owe_color(game, seat)
    else:
        begin_turn(game, game.after[seat])


def _wd4(game: Game, seat: int, copies: int) -> None:
    game.pile += 4
    game.kind = Figure.WD4
    if game.color is None:
        _owe_color(game, seat)
    else:
        point_draw(game, game.after[seat])


def _answer_wild(game: Game, seat: int) -> None:
    """The card does nothing but let its owner name the colour, which a Wild may have done already."""
    _tell(game, AnsweredWild, seat)
    game.wild_open = True
    if game.discard[-1].wild and game.color is not None:
        begin_turn(game, game.after[seat])
    else:
        _owe_color(game, seat)


def _swap(game: Game, seat: int, partner: int) -> None:
    hands = game.hands
    hands[seat], hands[partner] = hands[partner], hands[seat]
    game.called -= {seat, partner}
    _tell(game, Swapped, seat, partner)
    begin_turn(game, game.after[seat])


def _zero(game: Game, seat: int, copies: int) -> None:
    if game.rules.seven_zero:
        hands = game.hands
        moved = {game.after[giver]: hands[giver] for giver in game.order}
        hands.update(moved)
        game.called = frozenset()
        _tell(game, HandsPassed, game.direction)
    begin_turn(game, game.after[seat])


_EFFECTS: dict[Figure, Callable[[Game, int, int], None]] = {
    Figure.ZERO: _zero,
    Figure.SKIP: _skip,
    Figure.REVERSE: _reverse,
    Figure.DRAW_TWO: _draw_two,
    Figure.WILD: _wild,
    Figure.WD4: _wd4,
}


# The end of the round


def _go_out(game: Game, seat: int, action: Play, answers: bool) -> None:
    """The last card turns the direction and adds to the pile as ever; the pile may still be drawn."""
    figure, copies = action.cards[0].figure, len(action.cards)
    target = game.after[seat]
    if figure is Figure.REVERSE and not answers:
        if copies == 1:
            turn_round(game)
        target = after_reverse(game, seat, copies)
    elif figure is Figure.DRAW_TWO:
        game.pile += 2 * copies
    elif figure is Figure.WD4:
        game.pile += 4
    if action.cards[0].wild:
        game.color = None
    if game.pile and game.rules.last_draw_counts and target != seat:
        draw_cards(game, target, game.pile, Why.PILE)
    _end_round(game, seat)


def _end_round(game: Game, winner: int) -> None:
    forfeit = len(game.order) == 1
    if game.rules.scoring == "winner_takes":
        if forfeit:
            worth = sum(value for _, value in game.left)
        else:
            worth = sum(points(game.hands[seat]) for seat in game.order if seat != winner)
        game.points = max(worth, game.rules.min_points)
    _clear_pile(game)
    _close_windows(game)
    _end_call(game, winner)
    game.winner = winner
    game.turn = winner
    game.phase = phase.OVER
    game.picked = None
    game.fits = NO_CARDS
    _tell(game, RoundWon, winner, game.points, forfeit)


# UNO


def _end_call(game: Game, seat: int) -> None:
    """A call lasts through its turn, and then only while its owner holds one card."""
    if seat in game.called and len(game.hands[seat]) != 1:
        game.called -= {seat}


def _settle_call(game: Game, seat: int, action: Play, left: int) -> None:
    """After a play that left so many cards (before a swap): the call behind it, and a call that is missing."""
    if game.rules.uno_call == "auto":
        if len(game.hands[seat]) == 1:
            _tell(game, CalledUno, seat)
        return
    swapped = game.rules.seven_zero and action.cards[0].figure in (Figure.SEVEN, Figure.ZERO)
    if action.uno:
        if left == 1:
            _tell(game, CalledUno, seat)
            if not swapped:
                game.called |= {seat}
        else:
            _tell(game, FalselyCalled, seat)
            draw_cards(game, seat, game.rules.false_uno_penalty, Why.FALSE_UNO)
    _end_call(game, seat)
    if left == 1 and not swapped and seat not in game.called:
        if game.rules.uno_enforcement == "catch":
            game.catchable = seat
        else:
            _tell(game, MissedUno, seat)
            draw_cards(game, seat, game.rules.uno_penalty, Why.MISSED_UNO)


def _call_uno(game: Game, seat: int) -> None:
    own, other = calls_own(game, seat), catches_other(game, seat)
    if own:
        game.called |= {seat}
        _tell(game, CalledUno, seat)
        if game.catchable == seat:
            game.catchable = None
    if other:
        assert game.catchable is not None
        _catch(game, seat, game.catchable)
    elif not own:
        _tell(game, FalselyCalled, seat)
        draw_cards(game, seat, game.rules.false_uno_penalty, Why.FALSE_UNO)


def _catch(game: Game, seat: int, target: int) -> None:
    if target == game.catchable:
        game.catchable = None
        _tell(game, Caught, seat, target)
        draw_cards(game, target, game.rules.uno_penalty, Why.MISSED_UNO)
    else:
        game.barred |= {seat}
        _tell(game, FalselyCaught, seat, target)
        draw_cards(game, seat, game.rules.false_catch_penalty, Why.FALSE_CATCH)


# The other actions


def _pick(game: Game, seat: int) -> None:
    _close_windows(game)
    if game.phase is phase.DRAW:
        take_pile(game, seat)
        return
    rules = game.rules
    wd4_before = rules.drawn_wd4 and WD4 in game.hands[seat]
    game.drew_on[seat] = game.color
    cards = more = _take(game, seat, 1)
    while rules.draw_until_playable and more and not playable(game, more[0], game.hands[seat]):
        more = _take(game, seat, 1)
        cards += more
    if game.log is not None:
        game.log.append(Drew(seat, len(cards), Why.PICK, tuple(cards)))
    if not cards:
        _end_turn(game, seat)
        return
    game.picked = picked = cards[-1]
    game.phase = phase.PICKED
    game.fits = _fits_after_pick(game, picked, wd4_before)


def _fits_after_pick(game: Game, picked: Card, wd4_before: bool) -> frozenset[Card]:
    after = game.rules.after_draw
    if after == "any_card":
        return game.fits
    if after == "drawn_card" and picked in game.fits:
        return picked.or_wd4 if wd4_before else picked.alone
    return WD4.alone if wd4_before else NO_CARDS


def _pass(game: Game, seat: int) -> None:
    _close_windows(game)
    if game.phase is phase.DRAW:
        take_pile(game, seat)
    else:
        if game.log is not None:
            game.log.append(Passed(seat))
        _end_turn(game, seat)


def _end_turn(game: Game, seat: int) -> None:
    begin_turn(game, game.after[seat])
    _end_call(game, seat)


def _name(game: Game, seat: int, color: Color) -> None:
    _name_for(game, seat, color, seat if game.stays else game.after[seat])


def _name_for(game: Game, seat: int, color: Color, follower: int) -> None:
    """The colour that this seat owed is named, and the follower faces what lies there."""
    _tell(game, Named, seat, color)
    game.color = color
    game.discard[-1] = game.discard[-1].laid(color)
    game.stays = False
    if game.pile:
        point_draw(game, follower)
    else:
        begin_turn(game, follower)


def _favourite(hand: list[Card]) -> Color:
    """The colour held most, ties in the order of the colours."""
    held = [card.color for card in hand]
    return max(Color, key=held.count)


def _challenge(game: Game, seat: int) -> None:
    _close_windows(game)
    assert game.bluff is not None
    offender, hand, guilty = game.bluff
    count = game.pile
    _clear_pile(game)
    _tell(game, Challenged, seat, offender, guilty, hand)
    if guilty:
        draw_cards(game, offender, count, Why.CHALLENGE)
        begin_turn(game, seat)
    else:
        draw_cards(game, seat, count + game.rules.challenge_penalty, Why.CHALLENGE)
        _tell(game, Skipped, seat)
        _end_turn(game, seat)


def _expire(game: Game, seat: int) -> None:
    _close_windows(game)
    _tell(game, Expired, seat)
    if game.phase is phase.COLOR:
        _name(game, seat, _favourite(game.hands[seat]))
    elif game.phase is phase.DRAW:
        take_pile(game, seat)
    else:
        if game.phase is phase.TURN:
            game.drew_on[seat] = game.color
            draw_cards(game, seat, 1, Why.EXPIRY)
        _end_turn(game, seat)


def _leave(game: Game, seat: int) -> None:
    hand = game.hands[seat]
    follower = game.after[seat]
    _tell(game, Left, seat)
    game.left += ((seat, points(hand)),)
    game.draw[:0] = fresh_order(game, hand)
    game.hands[seat] = []
    game.order = tuple(other for other in game.order if other != seat)
    game.seat_in_circle()
    game.called -= {seat}
    game.barred -= {seat}
    game.drew_on.pop(seat, None)
    if game.played_by == seat:
        game.catchable = None
    if game.bluff and game.bluff.seat == seat:
        game.bluff = None
    if len(game.order) == 1:
        _end_round(game, follower)
    elif seat == game.turn:
        _leave_turn(game, seat, hand, follower)


def _leave_turn(game: Game, seat: int, hand: list[Card], follower: int) -> None:
    """The seat that left was on turn: what it owed is settled for it, what waited for it waits for the next one."""
    if game.phase is phase.COLOR:
        _name_for(game, seat, _favourite(hand), follower)
        return
    begin_turn(game, follower)
    if game.pile:
        game.phase = phase.DRAW
        _tell(game, DrawWaits, follower, game.pile)


def _join(game: Game, seat: int) -> None:
    _tell(game, Joined, seat)
    count = joining_hand(game)
    game.hands[seat] = []
    at = game.order.index(game.turn) + (0 if game.direction == 1 else 1)
    game.order = (*game.order[:at], seat, *game.order[at:])
    game.seat_in_circle()
    draw_cards(game, seat, count, Why.JOIN)
