"""Random tables and what people might do at them, for test_properties.py.

A Story is a deal and a sequence of deeds, sensible ones and nonsense, by anybody. Each deed is chosen in the position
that the deeds before it have led to, so stories go deep; a story prints as the record that replays it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import pairwise, product
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from unobot.engine.actions import (
    CALL_UNO,
    CHALLENGE,
    DRAW,
    NAMES,
    PASS,
    Action,
    Catch,
    Expire,
    Foul,
    Join,
    Leave,
    Play,
)
from unobot.engine.cards import DECK, FACES, Card, Color, in_order
from unobot.engine.deal import deal
from unobot.engine.game import Game
from unobot.engine.notation import action_text
from unobot.engine.reasons import Reason
from unobot.engine.record import Position, Record
from unobot.engine.rules import PRESETS, Rules, choices
from unobot.engine.shuffle import seed_of

# The same examples at every run, unless somebody asks for more: then new ones, or a long run would find nothing new.
_more = int(os.environ.get("UNOBOT_EXAMPLES", "0"))
settings.register_profile(
    "engine",
    derandomize=not _more,
    max_examples=_more or 100,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
profile = settings.get_profile("engine")


# Rules


def _values(option) -> st.SearchStrategy:
    if isinstance(option.default, bool):
        return st.booleans()
    if isinstance(option.default, int):
        low, high = option.metadata["low"], option.metadata["high"]
        return st.integers(low, min(low + 3, high)) | st.integers(low, high)  # large hands take long to play out
    return st.sampled_from(choices(option.name))


def _consistent(values: dict) -> Rules:
    no_u = values["no_u"] and values["stacking"] != "war"
    must_play_drawn = values["must_play_drawn"] and values["after_draw"] != "keep"
    return Rules(**values | {"no_u": no_u, "must_play_drawn": must_play_drawn})


def rules() -> st.SearchStrategy[Rules]:
    """Every option at random, but for the two pairs that exclude each other."""
    return st.fixed_dictionaries({option.name: _values(option) for option in fields(Rules)}).map(_consistent)


# Actions


STRANGER = 77  # a seat that nobody ever has


def others(order: tuple[int, ...]) -> list[Action]:
    """All that can be chosen besides a card."""
    return [DRAW, PASS, CHALLENGE, CALL_UNO, *NAMES, *map(Catch, (*order, STRANGER))]


def universe(order: tuple[int, ...], faces: Iterable[Card]) -> list[Action]:
    """All that anybody at such a table could choose: each face alone and doubled, in every way, and the rest."""
    plays = [
        Play((face,) * copies, color, partner, uno)
        for face, copies, partner, uno in product(faces, (1, 2), (None, *order, STRANGER), (False, True))
        for color in ((None, *Color) if face.wild or (partner is None and not uno) else (None,))
    ]
    return [*plays, *others(order)]


def unlike_pairs(hand: list[Card]) -> list[Play]:
    """Two different cards of this hand at once, which nothing allows."""
    return [Play(pair) for pair in pairwise(dict.fromkeys(hand))]


def _any_play(game: Game, seat: int, random: Random) -> Play:
    held = game.hands.get(seat) or FACES
    card = random.choice(random.choice((held, FACES)))
    cards = random.choice(((card,), (card,), (card, card), (card, random.choice(held))))
    color = random.choice((None, *Color)) if cards[-1].wild else None
    partner = random.choice((None, None, *game.order, STRANGER))
    return Play(cards, color, partner, random.random() < 0.3)


def newcomer(game: Game) -> int:
    """The number that whoever joins next gets."""
    return len(game.hands) + 1


def _deed(game: Game, random: Random) -> tuple[int, Action]:
    """What somebody tries: mostly the player on turn something sensible, at times anybody anything."""
    kind = random.random()
    seat = game.turn if random.random() < 0.8 else random.choice((*game.order, *game.hands, newcomer(game), STRANGER))
    if kind < 0.85:
        plays = game.legal_plays(seat) if random.random() < 0.8 else []
        wishes = plays or game.legal_actions(seat)
        if wishes:
            return seat, random.choice(wishes)
    if kind < 0.9:
        fouls = [Foul(reason) for reason in (Reason.NOT_YOUR_TURN, Reason.NO_MATCH, random.choice(list(Reason)))]
        action = random.choice((Expire(), Expire(), Leave(), Join(), *fouls))
        if isinstance(action, Join) and (seat not in game.hands or random.random() < 0.7):
            seat = newcomer(game)
        return seat, action
    nonsense = (_any_play(game, seat, random), _any_play(game, seat, random), random.choice(others(game.order)))
    return seat, random.choice(nonsense)


_seats = st.integers(0, 9999)


@st.composite
def _plays(draw) -> Play:
    cards = tuple(draw(st.lists(st.sampled_from(FACES), min_size=1, max_size=2)))
    color = draw(st.sampled_from((None, *Color))) if cards[-1].wild else None
    return Play(cards, color, draw(st.none() | _seats), draw(st.booleans()))


def actions() -> st.SearchStrategy[Action]:
    """Every action there is, whatever the position."""
    plain = st.sampled_from((DRAW, PASS, CHALLENGE, CALL_UNO, *NAMES, Expire(), Leave(), Join()))
    return _plays() | _plays() | plain | st.builds(Catch, _seats) | st.builds(Foul, st.sampled_from(Reason))


# Stories


@dataclass(frozen=True)
class Story:
    """A deal, and what was tried after it, accepted or not."""

    rules: Rules
    players: int
    seed: str
    deeds: tuple[tuple[int, Action], ...] = ()

    def deal(self) -> Game:
        return deal(self.rules, range(1, self.players + 1), seed_of(self.seed), 1)[0]

    def tries(self) -> Iterator[tuple[Game, int, Action]]:
        """Every deed with the game in which it is tried."""
        game = self.deal()
        for seat, action in self.deeds:
            yield game, seat, action
            if game.refusal(seat, action) is None:
                game.act(seat, action)

    def positions(self) -> Iterator[Game]:
        """The game after the deal and after every deed that was accepted."""
        game = self.deal()
        yield game
        for seat, action in self.deeds:
            if game.refusal(seat, action) is None:
                game.act(seat, action)
                yield game

    def end(self) -> Game:
        *_, game = self.positions()
        return game

    def record(self) -> Record:
        """Seats are called p1, p2 and so on, those who join later too."""
        names = tuple(f"p{seat}" for seat in range(1, self.players + 1))
        moves = tuple(f"p{seat}: {action_text(action)}" for seat, action in self.deeds)
        return Record(names, self.rules, PRESETS["irc"], self.seed, moves=moves)

    def _repr_pretty_(self, printer, cycle) -> None:
        """How Hypothesis shows it: the record, which can be replayed."""
        printer.text(f"the story of\n{self.record().to_toml()}")


@st.composite
def deals(draw) -> Story:
    """A story that has only just begun: any rules, as many players as they allow, any seed."""
    chosen = draw(rules())
    players = draw(st.integers(2, min(chosen.players_max, 106 // chosen.hand_size)))
    return Story(chosen, players, f"{draw(st.integers(0, 2**32))}")


@st.composite
def stories(draw, longest: int = 120) -> Story:
    begun = draw(deals())
    count = draw(st.integers(0, longest))
    numbers = draw(st.lists(st.integers(0, 2**32), min_size=count, max_size=count))
    game = begun.deal()
    deeds = []
    for number in numbers:
        seat, action = _deed(game, Random(number))
        deeds.append((seat, action))
        try:
            if game.refusal(seat, action) is None:
                game.act(seat, action)
        except Exception:
            break  # the test that gets this story will come across it, and can show the record
        if game.over and number % 4 == 0:
            break
    return Story(begun.rules, begun.players, begun.seed, tuple(deeds))


# Records


def names() -> st.SearchStrategy[str]:
    return st.text(min_size=1, max_size=12).filter(lambda name: name.strip() == name and ":" not in name)


@st.composite
def _positions(draw, players: list[str]) -> Position:
    deck = list(DECK)
    Random(draw(st.integers(0, 2**32))).shuffle(deck)
    hands = {name: in_order([deck.pop() for _ in range(draw(st.integers(1, 8)))]) for name in players}
    above = [deck.pop() for _ in range(draw(st.integers(0, 8)))]
    first = deck.pop()
    if draw(st.booleans()):
        return Position(hands, above, turned_up=first)
    on_turn = draw(st.none() | st.sampled_from(players))
    direction, pile = draw(st.sampled_from((1, -1))), draw(st.integers(0, 108))
    return Position(hands, above, first.laid(draw(st.sampled_from(Color))), None, on_turn, direction, pile)


def _moves(players: list[str]) -> st.SearchStrategy[str]:
    named = st.tuples(st.sampled_from(players), actions()).map(lambda move: f"{move[0]}: {action_text(move[1])}")
    return named | st.text(max_size=20)


@st.composite
def records(draw) -> Record:
    """Any record that can be written down: a preset with changes, a deal or a position, moves of any quality."""
    preset = draw(st.sampled_from(list(PRESETS.values())))
    mixed = draw(rules()).differences(preset.rules)
    free = {name: value for name, value in mixed.items() if name not in {*preset.locked, "stacking", "after_draw"}}
    changes = {name: free[name] for name in draw(st.sets(st.sampled_from(sorted(free)), max_size=4))}
    if preset.name == "irc":
        changes.pop("no_u", None)
    chosen = preset.with_changes(changes)
    players = draw(st.lists(names(), min_size=2, max_size=chosen.players_max, unique_by=lambda name: name.casefold()))
    position = draw(st.none() | _positions(players))
    away = draw(st.lists(names(), max_size=2))
    everyone = {name.casefold(): name for name in (*away, *players)}
    return Record(
        tuple(players),
        chosen,
        preset,
        draw(st.text(max_size=70)) if position is None else None,
        position,
        draw(st.dictionaries(st.sampled_from(list(everyone.values())), st.integers(0, 10**6))),
        tuple(draw(st.lists(_moves(players), max_size=12))),
    )
