"""What holds for every computer player at every table: it does what it may, it makes no call that costs, it gets to
the end.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.strategies import deals, profile, stories
from tests.players.arena import play_round
from unobot.engine.actions import Play
from unobot.engine.events import FalselyCalled, FalselyCaught
from unobot.engine.rules import PRESETS
from unobot.engine.shuffle import seed_of
from unobot.engine.view import view
from unobot.players import EASY, KEEN, MEDIUM, PLAYERS

ALL = (EASY, MEDIUM, KEEN)
every_player = pytest.mark.parametrize("player", ALL, ids=lambda player: player.level)


@every_player
@profile
@given(story=stories(), chance=st.integers())
def test_it_chooses_one_of_its_actions(player, story, chance):
    random = Random(chance)
    for game in story.positions():
        if not game.over:
            seen = view(game, game.turn)
            assert player.choose(seen, random) in seen.actions


@every_player
@profile
@given(story=stories(), chance=st.integers())
def test_it_reacts_with_one_of_its_actions_or_not_at_all(player, story, chance):
    random = Random(chance)
    for game in story.positions():
        for seat in game.order:
            seen = view(game, seat)
            assert player.react(seen, random) in (None, *seen.actions)


@every_player
@profile
@given(story=stories(), chance=st.integers())
def test_it_never_pays_for_a_false_call_or_catch(player, story, chance):
    random = Random(chance)
    for game in story.positions():
        for seat in game.order:
            seen = view(game, seat)
            mine = seat == game.turn and not game.over
            action = player.choose(seen, random) if mine else player.react(seen, random)
            happened = game.copy().act(seat, action) if action else []
            assert not any(isinstance(event, FalselyCalled | FalselyCaught) for event in happened)


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
@profile
@given(story=stories(), chance=st.integers())
def test_it_names_the_colour_with_the_wild(player, story, chance):
    random = Random(chance)
    for game in story.positions():
        if game.over:
            continue
        action = player.choose(view(game, game.turn), random)
        if isinstance(action, Play) and action.cards[0].wild and len(game.hands[game.turn]) > len(action.cards):
            assert action.color is not None


@profile
@given(stories())
def test_medium_leaves_nothing_to_chance(story):
    for game in story.positions():
        if not game.over:
            seen = view(game, game.turn)
            assert MEDIUM.choose(seen, Random(1)) == MEDIUM.choose(seen, Random(2))


@profile
@given(story=deals(), chance=st.integers())
def test_any_company_plays_any_rules_to_the_end(story, chance):
    random = Random(chance)
    players = [random.choice(ALL) for _ in range(story.players)]
    assert play_round(story.rules, players, seed_of(story.seed), random, longest=5000).over


@pytest.mark.parametrize("count", [2, 3, 4, 10])
@pytest.mark.parametrize("preset", PRESETS)
@every_player
def test_each_level_plays_each_preset_to_the_end(player, preset, count):
    rules = PRESETS[preset].rules
    if count <= rules.players_max:
        for number in range(5):
            assert play_round(rules, [player] * count, b"%d" % number, Random(number), longest=5000).over
