"""What an action leads to, and how good that is: a chance to win for everything that the medium player can do.

Turns that we get without the others in between (a Skip between two, two Reverses, a draw that is taken) are thought
through to the end of the chain; everything else is judged as it lies after the action. Knows what cards do as rules.md
has it, as far as one can tell without seeing the others' cards.
"""

from __future__ import annotations

from dataclasses import replace

from unobot.engine.cards import WD4, Card, Color, Figure, fitting
from unobot.engine.view import View
from unobot.players.judgement import Position, chance
from unobot.players.table import Table

# The first was tuned by play; the others are guesses about people. Halving or doubling them made no difference that
# could be measured against the keen player.
ANSWERED = 0.7  # what is left of our chances when a draw that we sent off is answered
BLUFFS = 0.5  # how readily the others play a WD4 that is dishonest
STILL_TEMPTED = 0.3  # and how likely they could, having lately picked on that very colour
SUSPECTS = 0.5  # how often the others challenge one that is

_COLORS = tuple(Color)


def now(view: View) -> Position:
    """The position as it lies, before anything is done."""
    return Position(
        list(view.hand),
        0,
        view.color,
        view.discard[-1].figure,
        {seat: count for seat, count in view.counts.items() if seat != view.seat},
        view.direction,
        view.turn,
        view.pile,
        view.kind,
    )


# Cards


def after_play(
    table: Table,
    before: Position,
    card: Card,
    copies: int = 1,
    color: Color | None = None,
    partner: int | None = None,
    depth: int = 0,
) -> float:
    """Having laid this card; `color` is the one that is named for a wild."""
    hand = before.hand.copy()
    for _ in range(copies):
        hand.remove(card)
    if not hand and not before.unknown:
        return 1.0
    rules, me, figure = table.rules, table.seat, card.figure
    position = Position(
        hand,
        before.unknown,
        color if card.wild else card.color,
        figure,
        before.counts,
        before.direction,
        me,
        before.pile,
        before.kind,
    )
    if card is WD4:
        position.pile += 4
        position.kind = figure
        return _send_wd4(table, before, position, depth)
    if figure is Figure.DRAW_TWO:
        position.pile += 2 * copies
        position.kind = figure
        return _send_draw(table, position, table.following(me, position.direction), depth)
    if figure is Figure.REVERSE:
        return _after_reverse(table, position, copies, depth)
    if figure is Figure.SKIP and position.pile:
        return _no_u(table, position, depth)
    if partner is not None:
        _swap(position, partner)
    elif figure is Figure.ZERO and rules.seven_zero:
        _pass_hands(table, position)
    skipped = copies if figure is Figure.SKIP else 0
    position.mover = table.following(me, position.direction, 1 + skipped)
    return _settle(table, position, depth)


def _after_reverse(table: Table, position: Position, copies: int, depth: int) -> float:
    rules, me = table.rules, table.seat
    if copies == 1:
        position.direction = -position.direction
        again = len(position.counts) == 1 and rules.reverse_two == "skip" and not position.pile
    else:
        again = rules.double_reverse == "again"
    follower = me if again else table.following(me, position.direction)
    if not position.pile:
        position.mover = follower
        return _settle(table, position, depth)
    if rules.no_u:
        return _no_u(table, position, depth)
    return _send_draw(table, position, follower, depth)


def _no_u(table: Table, position: Position, depth: int) -> float:
    """A Skip or Reverse sends the draw on; against a WD4 we name the colour."""
    if position.kind is Figure.WD4:
        position.color = favourite(position.hand)
    return _send_draw(table, position, table.following(table.seat, position.direction), depth)


def after_answering_wild(table: Table, before: Position, card: Card, color: Color | None) -> float:
    """The card does nothing but give us the colour."""
    hand = before.hand.copy()
    hand.remove(card)
    if not hand:
        return 1.0
    mover = table.following(table.seat, before.direction)
    return chance(
        table,
        replace(before, hand=hand, color=color or favourite(hand), figure=card.figure, mover=mover),
    )


def _swap(position: Position, partner: int) -> None:
    given = len(position.hand) + position.unknown
    position.hand, position.unknown = [], position.counts[partner]
    position.counts = position.counts | {partner: given}


def _pass_hands(table: Table, position: Position) -> None:
    """A zero: every hand goes on to the next seat."""
    me, direction = table.seat, position.direction
    given = position.counts | {me: len(position.hand) + position.unknown}
    moved = {table.following(giver, direction): count for giver, count in given.items()}
    position.hand, position.unknown = [], moved.pop(me)
    position.counts = moved


# Draws that wait


def _send_wd4(table: Table, before: Position, position: Position, depth: int) -> float:
    target = table.following(table.seat, position.direction)
    sent = _send_draw(table, position, target, depth)
    if not (table.rules.challengeable and _dishonest(table, before)):
        return sent
    caught = replace(position, unknown=position.unknown + position.pile, mover=target, pile=0)
    return SUSPECTS * chance(table, caught) + (1 - SUSPECTS) * sent


def _dishonest(table: Table, before: Position) -> bool:
    """Must agree with `dishonest` in legality.py."""
    if table.rules.wd4_when == "no_color":
        return any(card.color is before.color for card in before.hand if not card.wild)
    among = table.rules.answers[before.kind] if before.pile else None
    fits = fitting(before.color, before.figure, among)
    return any(card in fits for card in before.hand if card is not WD4)


def _send_draw(table: Table, position: Position, target: int, depth: int) -> float:
    """The pile points at this seat, who takes it or, where the rules allow that, answers."""
    if target == table.seat:
        return after_taking(table, position)
    pile, held = position.pile, position.counts[target]
    follower = table.following(target, position.direction)
    taken = _settle(
        table, replace(position, counts=position.counts | {target: held + pile}, mover=follower, pile=0), depth
    )
    answers = table.rules.answers[position.kind]
    if not answers:
        return taken
    stuck = table.stuck(target, held, position.color, position.figure, answers)
    if held <= 1:
        return stuck * taken  # whoever answers with the last card has won
    answered = replace(position, counts=position.counts | {target: held - 1}, mover=target, pile=0)
    return stuck * taken + (1 - stuck) * ANSWERED * chance(table, answered)


def after_taking(table: Table, position: Position, penalty: int = 0) -> float:
    """We draw what waits, and lose the turn."""
    mover = table.following(table.seat, position.direction)
    return chance(table, replace(position, unknown=position.unknown + position.pile + penalty, mover=mover, pile=0))


def after_challenge(table: Table, position: Position, depth: int) -> float:
    offender = table.following(table.seat, -position.direction)
    drawn = position.counts | {offender: position.counts[offender] + position.pile}
    guilty = _settle(table, replace(position, counts=drawn, mover=table.seat, pile=0), depth)
    innocent = after_taking(table, position, table.rules.challenge_penalty)
    doubt = guilt(table, offender)
    return doubt * guilty + (1 - doubt) * innocent


def guilt(table: Table, offender: int) -> float:
    """How likely it is that the WD4 before us was dishonest, from the cards left to whoever played it."""
    discard = table.view.discard
    if len(discard) < 2:
        return 0.0
    under, held = discard[-2], table.view.counts[offender]
    if table.rules.wd4_when == "no_color":
        tempted = 1 - table.without_color(held, under.color)
    else:
        tempted = 1 - table.stuck(offender, held, under.color, under.figure)
    if table.view.drew_on.get(offender) is under.color:
        tempted *= STILL_TEMPTED
    return tempted * BLUFFS / (tempted * BLUFFS + 1 - tempted)


# The other actions


def after_pick(table: Table, position: Position) -> float:
    """Having picked, and been rid of the card at once if it fits."""
    rules = table.rules
    fits = table.share(position.color, position.figure)
    cards = min(1 / max(fits, 0.1), 10) if rules.draw_until_playable else 1
    kept = cards if rules.after_draw == "keep" else cards - fits
    mover = table.following(table.seat, position.direction)
    return chance(table, replace(position, unknown=position.unknown + kept, mover=mover))


def after_pass(table: Table, position: Position) -> float:
    return chance(table, replace(position, mover=table.following(table.seat, position.direction)))


def after_naming(table: Table, position: Position, color: Color, depth: int) -> float:
    """The colour that we owed is named."""
    follower = table.following(table.seat, position.direction)
    named = replace(position, color=color, mover=follower)
    if named.pile:
        return _send_draw(table, named, follower, depth)
    if len(table.view.discard) == 1 and table.rules.first_wild == "next_chooses":
        named.mover = table.seat  # a turned-up Wild, whose colour is for the first player to name and to use
    return _settle(table, named, depth)


# Chains of turns


def _settle(table: Table, position: Position, depth: int) -> float:
    if position.mover == table.seat and depth > 0:
        return _on_turn(table, position, depth - 1)
    return chance(table, position)


def _on_turn(table: Table, position: Position, depth: int) -> float:
    """We are on turn again: the best that we can do then."""
    hand = position.hand
    best = after_pick(table, position)
    fits = fitting(position.color, position.figure)
    before = None
    for card in hand:
        if card is before or card not in fits:
            continue
        before = card
        partners: list[int | None] = [None]
        if table.rules.seven_zero and card.figure is Figure.SEVEN:
            partners = [*position.counts]
        doubles = table.rules.double_play and card is not WD4 and hand.count(card) > 1
        for copies in (1, 2) if doubles else (1,):
            for color in colors_to_name(hand) if card.wild else (None,):
                for partner in partners:
                    best = max(best, after_play(table, position, card, copies, color, partner, depth))
    return best


def colors_to_name(hand: list[Card]) -> tuple[Color, ...]:
    """The colours that are worth naming in a thought: those we hold."""
    held = {card.color for card in hand}
    return tuple([color for color in _COLORS if color in held]) or _COLORS[:1]


def favourite(hand: list[Card]) -> Color:
    """The colour that we hold most of."""
    held = [card.color for card in hand]
    return max(_COLORS, key=held.count)
