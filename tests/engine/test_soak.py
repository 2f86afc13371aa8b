"""Every preset survives round after round among keen players; `pytest -m soak` plays ten thousand at each table."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from unobot.engine.cards import DECK
from unobot.engine.deal import deal
from unobot.engine.rules import PRESETS
from unobot.engine.shuffle import seed_of
from unobot.simulate import keen

SIZES = (2, 3, 4, 10)
LONGEST = 20_000  # actions: a round that is still on then has no end

tables = pytest.mark.parametrize(
    "preset, players",
    [
        pytest.param(preset, players, id=f"{preset.name}, {players}")
        for preset in PRESETS.values()
        for players in SIZES
        if players <= preset.rules.players_max
    ],
)


def play(preset, players, name):
    """One round, with all cards there after every action and no card in another's place at the end."""
    game, _ = deal(preset.rules, range(1, players + 1), seed_of(name), 1)
    random = Random(name)
    for _ in range(LONGEST):
        if game.winner is not None:
            break
        game.advance(game.turn, keen(game, random))
        assert len(game.draw) + len(game.discard) + sum(map(len, game.hands.values())) == len(DECK), name
    assert game.winner is not None, name
    cards = [card.face for card in game.discard] + game.draw
    for hand in game.hands.values():
        cards += hand
    assert Counter(cards) == Counter(DECK), name
    assert [seat for seat in game.order if not game.hands[seat]] == [game.winner], name


@tables
def test_ten_rounds(preset, players):
    for number in range(10):
        play(preset, players, f"{preset.name} {players} {number}")


@pytest.mark.soak
@tables
def test_ten_thousand_rounds(preset, players):
    for number in range(10_000):
        play(preset, players, f"{preset.name} {players} soak {number}")
