"""How a round begins: who deals, the shuffle, the hands, and what the first card does."""

from __future__ import annotations

from collections.abc import Sequence

from unobot.engine import phase
from unobot.engine.cards import DECK, NO_CARDS, Card, Figure
from unobot.engine.effects import after_reverse, begin_turn, fresh_order, point_draw, turn_round
from unobot.engine.events import Dealt, DealtAgain, Event, PutBack, Skipped, TurnedUp
from unobot.engine.game import Game
from unobot.engine.rules import Rules, RulesError
from unobot.engine.shuffle import below, shuffled

MOST_CARDS = 107  # hands and the first card: one card must be left to draw


def check_deal(rules: Rules, players: int) -> None:
    """RulesError unless so many players can be dealt in."""
    if not 2 <= players <= rules.players_max:
        many = f"2 to {rules.players_max}" if rules.players_max > 2 else "2"
        raise RulesError(f"a round is for {many} players, not {players}")
    if players * rules.hand_size + 1 > MOST_CARDS:
        largest = (MOST_CARDS - 1) // players
        raise RulesError(f"hand_size {rules.hand_size} is too large for {players} players: it can be at most {largest}")


def choose_dealer(rules: Rules, seats: Sequence[int], seed: bytes) -> tuple[int, list[list[tuple[int, Card]]]]:
    """Who deals the first round, and the cards that were drawn for it, draw by draw (none if chance alone decides)."""
    if rules.dealer == "random":
        return seats[below(len(seats), seed, "dealer")], []
    draws: list[list[tuple[int, Card]]] = []
    tied = list(seats)
    while len(tied) > 1:
        deck = shuffled(DECK, seed, f"dealer {len(draws)}")
        drawn = list(zip(tied, deck, strict=False))
        draws.append(drawn)
        highest = max(card.points for _, card in drawn)
        tied = [seat for seat, card in drawn if card.points == highest]
    return tied[0], draws


def deal(rules: Rules, seats: Sequence[int], seed: bytes, dealer: int) -> tuple[Game, list[Event]]:
    """A fresh round for these seats, in the order in which they sit."""
    check_deal(rules, len(seats))
    order = tuple(seats)
    game = Game(rules, seed, dealer, order, {}, [], [], dealer, shuffles=0)
    game.log = []
    _deal_hands(game)
    return game, turn_up(game)


def _deal_hands(game: Game) -> None:
    """Shuffle everything; one card at a time to everyone, beginning with the seat after the dealer."""
    players = len(game.order)
    size = min(game.rules.hand_size, (MOST_CARDS - 1) // players)  # less only where a position was too small to go on
    draw = fresh_order(game, list(DECK))
    start = game.order.index(game.dealer) + 1
    dealt_first = game.order[start:] + game.order[:start]
    hands = {seat: draw[-1 - place : -1 - size * players : -players] for place, seat in enumerate(dealt_first)}
    game.hands = {seat: hands[seat] for seat in game.order}
    del draw[-size * players :]
    game.draw = draw


def turn_up(game: Game) -> list[Event]:
    """Turn up the first card of a game that has its hands; it takes effect."""
    rules = game.rules
    log = game.log = []
    put_back = [
        figure
        for figure, choice in ((Figure.WILD, rules.first_wild), (Figure.WD4, rules.first_wd4))
        if choice == "redraw"
    ]
    log.append(_dealt(game))
    card = game.draw.pop()
    while card.figure in put_back:
        game.draw.insert(0, card)
        log.append(PutBack(card))
        if all(other.figure in put_back for other in game.draw):
            log.append(DealtAgain())
            _deal_hands(game)
            log.append(_dealt(game))
        card = game.draw.pop()
    log.append(TurnedUp(card))
    game.discard = [card]
    game.color = card.color
    _first_card_acts(game, card)
    game.log = None
    return log


def _dealt(game: Game) -> Dealt:
    return Dealt(game.dealer, tuple((seat, tuple(hand)) for seat, hand in game.hands.items()))


def _first_card_acts(game: Game, card: Card) -> None:
    assert game.log is not None
    dealer, rules = game.dealer, game.rules
    first = game.after[dealer]
    if card.figure is Figure.SKIP:
        game.log.append(Skipped(first))
        begin_turn(game, game.after[first])
    elif card.figure is Figure.REVERSE:
        turn_round(game)
        begin_turn(game, dealer if rules.first_reverse == "dealer_starts" else after_reverse(game, dealer, 1))
    elif card.figure is Figure.DRAW_TWO:
        game.pile = 2
        point_draw(game, first)
    elif card.wild:
        game.stays = card.figure is Figure.WILD and rules.first_wild == "next_chooses"
        game.turn = first if game.stays else dealer
        game.phase = phase.COLOR
        game.fits = NO_CARDS
        if card.figure is Figure.WD4:
            game.pile, game.kind = 4, Figure.WD4
    else:
        begin_turn(game, first)
