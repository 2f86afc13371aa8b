"""The one truth about what may be done.

`refusal` decides; `legal_actions` lists exactly what it lets through, and `attempt` turns what a person meant into
what is carried out. Queries only: nothing here changes a game. The effects of an action must agree with what is asked
here about doubles, jumps and answers to a Wild, so effects.py asks the same functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, assert_never

from unobot.engine import phase
from unobot.engine.actions import (
    CALL_UNO,
    CHALLENGE,
    DRAW,
    NAMES,
    PASS,
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
    plays_of,
)
from unobot.engine.cards import FACES, WD4, Card, Figure, fitting
from unobot.engine.reasons import Reason

if TYPE_CHECKING:
    from unobot.engine.game import Game

SINGLES = plays_of(FACES, 1)
DOUBLES = plays_of(FACES, 2)


def refusal(game: Game, seat: int, action: Action) -> Reason | None:
    """Why this seat may not do this now; None if it may."""
    if type(action) is Play:  # before the match: it is what people do most
        card = action.single
        if card in game.fits and seat == game.turn and card in game.hands[seat] and card not in game.rules.careful:
            return None  # by far the most plays end here: a single card that fits and is held, nothing else to check
        return _play(game, seat, action)
    match action:
        case Draw():
            return _draw(game, seat)
        case Pass():
            return _pass(game, seat)
        case Name():
            return _name(game, seat)
        case Challenge():
            return _challenge(game, seat)
        case CallUno():
            return _call_uno(game, seat)
        case Catch():
            return _catch(game, seat, action.target)
        case Expire():
            return _on_turn(game, seat)
        case Leave():
            return _leave(game, seat)
        case Join():
            return _join(game, seat)
        case Foul():
            return _foul(game, seat, action.reason)
        case _:
            assert_never(action)


# Who may act at all


def _seated(game: Game, seat: int) -> Reason | None:
    if game.winner is not None:
        return Reason.ROUND_OVER
    return None if seat in game.order else Reason.NOT_SEATED


def _on_turn(game: Game, seat: int) -> Reason | None:
    if seat == game.turn and game.winner is None:
        return None
    return _seated(game, seat) or Reason.NOT_YOUR_TURN


def _on_turn_owing_nothing(game: Game, seat: int) -> Reason | None:
    if seat == game.turn and game.winner is None:
        return Reason.COLOR_OWED if game.phase is phase.COLOR else None
    return _on_turn(game, seat)


# Cards


def fits_now(game: Game) -> frozenset[Card]:
    """The faces that match the position, or answer the draw that waits; what a pick narrows is not looked at."""
    among = game.rules.answers[game.kind] if game.pile else None
    return fitting(game.color, game.discard[-1].figure, among)


def dishonest(game: Game, hand: list[Card]) -> bool:
    """Is a WD4 played from this hand, with the others of that hand as they are, against `wd4_when`?"""
    when = game.rules.wd4_when
    if when == "always":
        return False
    if when == "no_color":
        color = game.color
        return any(card.color is color for card in hand if not card.wild)
    fits = fits_now(game)
    return any(card in fits for card in hand if card is not WD4)


def playable(game: Game, card: Card, hand: list[Card]) -> bool:
    """May the seat on turn lay this card from this hand, and would it not be a bluff?"""
    return card in game.fits and not (card is WD4 and dishonest(game, hand))


def answers_wild(game: Game, seat: int, action: Play) -> bool:
    """With `no_u`: is this an answer to the Wild that was just played?"""
    if not game.wild_open or game.phase is not phase.TURN or len(action.cards) != 1:
        return False
    figure = action.cards[0].figure
    return figure in (Figure.SKIP, Figure.REVERSE) or (figure is Figure.WILD and seat != game.turn)


def jumps_in(game: Game, seat: int, action: Play) -> bool:
    """Is this a jump-in, made in time, with the twin of the top card?"""
    if not game.rules.jump_in or game.played_by is None or game.phase is phase.COLOR or seat == game.turn:
        return False
    card, top = action.cards[0], game.discard[-1]
    if len(action.cards) != 1 or card is not top.face:
        return False
    if game.pile:
        return card.figure in game.rules.stack_answers[game.kind]
    return card.figure not in (Figure.DRAW_TWO, Figure.WD4)


def _play(game: Game, seat: int, action: Play) -> Reason | None:
    reason = _seated(game, seat)
    if reason:
        return reason
    if game.phase is phase.COLOR:
        return Reason.COLOR_OWED if seat == game.turn else Reason.NOT_YOUR_TURN
    card, hand = action.cards[0], game.hands[seat]
    if action.color is not None and not card.wild:
        return Reason.UNREADABLE  # nobody can type that
    if answers_wild(game, seat, action) and (card in hand or seat == game.turn):
        reason = _held(game, seat, action)
    elif seat == game.turn:
        reason = _double(game, action) or _held(game, seat, action) or _fits(game, action)
    elif not (jumps_in(game, seat, action) and card in hand):
        return Reason.NOT_YOUR_TURN
    return reason or _honest(game, seat, action) or _partner(game, seat, action) or _uno(game, seat, action)


def _double(game: Game, action: Play) -> Reason | None:
    if len(action.cards) == 1:
        return None
    card, twin = action.cards
    if card is not twin:
        return Reason.NOT_IDENTICAL
    if not game.rules.double_play:
        return Reason.NO_DOUBLES
    if card is WD4:
        return Reason.NO_DOUBLE_WD4
    return Reason.NO_DOUBLE_AFTER_PICK if game.picked else None


def _held(game: Game, seat: int, action: Play) -> Reason | None:
    copies = game.hands[seat].count(action.cards[0])
    if copies >= len(action.cards):
        return None
    return Reason.ONLY_ONE if copies else Reason.NOT_HELD


def _fits(game: Game, action: Play) -> Reason | None:
    """The position must take the card; a double may not be one of the single-card answers of `no_u`."""
    card = action.cards[0]
    if game.phase is phase.DRAW:
        rules = game.rules
        fits = card in game.fits and (len(action.cards) == 1 or card.figure in rules.stack_answers[game.kind])
        return None if fits else Reason.DRAW_WAITS
    if card in game.fits:
        return None
    if game.picked:
        after = game.rules.after_draw
        if after == "keep":
            return Reason.NOTHING_AFTER_PICK
        if after == "drawn_card" and card is not game.picked:
            return Reason.ONLY_PICKED_CARD
    return Reason.NO_MATCH


def _honest(game: Game, seat: int, action: Play) -> Reason | None:
    if action.cards[0] in game.rules.careful and action.cards[0] is WD4 and dishonest(game, game.hands[seat]):
        return Reason.WD4_NOT_ALLOWED
    return None


def swaps(game: Game, seat: int, action: Play) -> bool:
    """Does this play swap hands with a partner? Not the last card."""
    return (
        game.rules.seven_zero and action.cards[0].figure is Figure.SEVEN and len(game.hands[seat]) > len(action.cards)
    )


def _partner(game: Game, seat: int, action: Play) -> Reason | None:
    if not swaps(game, seat, action):
        return None if action.partner is None else Reason.NO_PARTNER
    if action.partner is None:
        return Reason.NEEDS_PARTNER
    if action.partner == seat:
        return Reason.NOT_YOURSELF
    return None if action.partner in game.order else Reason.UNKNOWN_PLAYER


def _uno(game: Game, seat: int, action: Play) -> Reason | None:
    """A call in the same breath: `attempt` drops one that neither applies nor costs."""
    if not action.uno:
        return None
    if game.rules.uno_call == "auto":
        return Reason.UNO_IS_AUTOMATIC
    applies = len(game.hands[seat]) - len(action.cards) == 1
    return None if applies or game.rules.false_uno_penalty else Reason.FALSE_UNO


# The other actions


def _draw(game: Game, seat: int) -> Reason | None:
    reason = _on_turn_owing_nothing(game, seat)
    if reason or game.phase is phase.DRAW:
        return reason
    if game.picked:
        return Reason.ALREADY_PICKED
    if game.rules.force_play:
        hand = game.hands[seat]
        for card in hand:
            if playable(game, card, hand):
                return Reason.MUST_PLAY
    return None


def _pass(game: Game, seat: int) -> Reason | None:
    reason = _on_turn_owing_nothing(game, seat)
    if reason or game.phase is phase.DRAW:
        return reason
    if game.picked is None:
        return Reason.PICK_FIRST
    if game.rules.must_play_drawn and playable(game, game.picked, game.hands[seat]):
        return Reason.MUST_PLAY_PICKED
    return None


def _name(game: Game, seat: int) -> Reason | None:
    return _on_turn(game, seat) or (None if game.phase is phase.COLOR else Reason.NO_COLOR_OWED)


def _challenge(game: Game, seat: int) -> Reason | None:
    reason = _on_turn_owing_nothing(game, seat)
    if reason:
        return reason
    return None if game.phase is phase.DRAW and game.bluff else Reason.NOTHING_TO_CHALLENGE


def calls_own(game: Game, seat: int) -> bool:
    """Would a call be this player's own: for the card they were left with, or for the play they are about to make?"""
    if game.catchable == seat:
        return True
    if seat != game.turn or (game.phase is phase.COLOR and not game.stays):
        return False
    hand = game.hands[seat]
    return len(hand) == 2 or (
        len(hand) == 3 and game.rules.double_play and any(card is not WD4 and hand.count(card) > 1 for card in hand)
    )


def catches_other(game: Game, seat: int) -> bool:
    return game.catchable is not None and game.catchable != seat and seat not in game.barred


def _call_uno(game: Game, seat: int) -> Reason | None:
    reason = _seated(game, seat)
    if reason:
        return reason
    if game.rules.uno_call == "auto":
        return Reason.UNO_IS_AUTOMATIC
    if calls_own(game, seat) or catches_other(game, seat):
        return None
    if game.catchable is not None:
        return Reason.NO_SECOND_CATCH
    return None if game.rules.false_uno_penalty else Reason.FALSE_UNO


def _catch(game: Game, seat: int, target: int) -> Reason | None:
    reason = _seated(game, seat)
    if reason:
        return reason
    if game.rules.uno_call == "auto":
        return Reason.UNO_IS_AUTOMATIC
    if target == seat:
        return Reason.NOT_YOURSELF
    if target not in game.order:
        return Reason.UNKNOWN_PLAYER
    if seat in game.barred:
        return Reason.NO_SECOND_CATCH
    return None if target == game.catchable or game.rules.false_catch_penalty else Reason.FALSE_CATCH


def _leave(game: Game, seat: int) -> Reason | None:
    reason = _seated(game, seat)
    return reason or (Reason.LEAVE_BETWEEN_ROUNDS if game.rules.leave == "between_rounds" else None)


def joining_hand(game: Game) -> int:
    """How many cards a newcomer gets: the average hand, rounded up."""
    return -(-sum(len(game.hands[seat]) for seat in game.order) // len(game.order))


def _join(game: Game, seat: int) -> Reason | None:
    if game.winner is not None:
        return Reason.ROUND_OVER
    if seat in game.order:
        return Reason.ALREADY_SEATED
    if seat in game.hands:
        return Reason.LEFT_THIS_ROUND
    if len(game.order) >= game.rules.players_max:
        return Reason.TABLE_FULL
    enough = len(game.draw) + len(game.discard) - 1 >= joining_hand(game)
    return None if enough else Reason.TOO_FEW_CARDS


def penalty(game: Game, reason: Reason) -> int:
    """What an action costs that was refused for this reason, where the rules charge for it."""
    if reason is Reason.NOT_YOUR_TURN:
        return game.rules.out_of_turn_penalty
    return game.rules.illegal_play_penalty if reason is Reason.NO_MATCH else 0


def _foul(game: Game, seat: int, reason: Reason) -> Reason | None:
    """A foul is possible where somebody could have committed it."""
    out_of_turn = reason is Reason.NOT_YOUR_TURN
    refused = _seated(game, seat)
    if refused:
        return refused
    if out_of_turn is (seat == game.turn) or not penalty(game, reason):
        return Reason.UNREADABLE
    if not out_of_turn and not any(_play(game, seat, Play((card,))) is reason for card in game.hands[seat]):
        return Reason.UNREADABLE
    return None


# What can be done


def legal_plays(game: Game, seat: int) -> list[Play]:
    """Every play that `refusal` lets through, but for those that call UNO in the same breath."""
    rules = game.rules
    if seat != game.turn or game.wild_open:
        if not (rules.jump_in or rules.no_u):
            return []
        held = dict.fromkeys(game.hands.get(seat, ()))
        return [play for face in held for play in _ways(game, seat, face) if refusal(game, seat, play) is None]
    fits = game.fits
    if not fits:
        return []
    hand = game.hands[seat]
    plays: list[Play] = []
    faces: list[Card] = []
    pairs = False
    for card in hand:
        if card in fits:
            if card in faces:
                pairs = True
            else:
                faces.append(card)
                plays += SINGLES[card]
    if rules.careful:
        return [play for face in faces for play in _ways(game, seat, face) if refusal(game, seat, play) is None]
    if pairs and rules.double_play:
        for face in faces:
            doubles = DOUBLES.get(face, ())
            if doubles and hand.count(face) > 1 and refusal(game, seat, doubles[0]) is None:
                plays += doubles  # whatever colour is named
    return plays


def _ways(game: Game, seat: int, card: Card) -> Iterator[Play]:
    """All plays of one card that may be worth asking for: alone and doubled, with each colour and each partner."""
    for play in SINGLES[card] + DOUBLES.get(card, ()):
        if swaps(game, seat, play):
            for partner in game.order:
                yield replace(play, partner=partner)
        else:
            yield play


def legal_actions(game: Game, seat: int) -> list[Action]:
    """All that this seat can choose to do now."""
    plays = legal_plays(game, seat)
    # Left out is what could not but be refused: asking for each of them costs more than all the rest.
    others: list[Action] = []
    if seat == game.turn:
        others += NAMES if game.phase is phase.COLOR else (DRAW, PASS, CHALLENGE)
    if game.rules.uno_call == "call":
        others += [CALL_UNO, *map(Catch, game.order), *(replace(play, uno=True) for play in plays)]
    return [*plays, *(action for action in others if refusal(game, seat, action) is None)]


# From what a person meant to what is carried out


class Attempt(NamedTuple):
    """The action to carry out, if any, and why what was meant is refused, if it is. Both: a foul."""

    action: Action | None
    reason: Reason | None


def attempt(game: Game, seat: int, meant: Action) -> Attempt:
    """What comes of an action that a person tried: itself, a refusal, or a refusal that costs cards."""
    action = _tidy(game, seat, meant) if isinstance(meant, Play) else meant
    reason = refusal(game, seat, action)
    if reason is None:
        return Attempt(action, None)
    chargeable = isinstance(action, Play | Draw) and not (
        reason is Reason.NO_MATCH and isinstance(action, Play) and len(action.cards) > 1
    )
    if chargeable and penalty(game, reason):
        return Attempt(Foul(reason), reason)
    return Attempt(None, reason)


def _tidy(game: Game, seat: int, play: Play) -> Play:
    """Leave out what people may say but does not matter, and add what goes without saying."""
    if seat not in game.order:
        return play
    if play.uno and _uno(game, seat, play):
        play = replace(play, uno=False)
    if game.rules.seven_zero and play.cards[0].figure is Figure.SEVEN:
        if not swaps(game, seat, play):
            play = replace(play, partner=None)
        elif play.partner is None and len(game.order) == 2:
            play = replace(play, partner=next(other for other in game.order if other != seat))
    return play
