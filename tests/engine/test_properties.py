"""What holds at every table, whatever its rules and whatever anybody tries there.

The examples are the same at every run; with UNOBOT_EXAMPLES=5000 in the environment it looks for so many new ones.
"""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.engine.strategies import (
    STRANGER,
    actions,
    deals,
    newcomer,
    profile,
    records,
    stories,
    universe,
    unlike_pairs,
)
from unobot.engine.actions import Action, CallUno, Catch, Draw, Expire, Foul, Join, Leave, Play
from unobot.engine.cards import DECK, FACES, Card
from unobot.engine.events import Challenged, Event, RoundWon, public
from unobot.engine.game import Game
from unobot.engine.legality import attempt
from unobot.engine.notation import Unreadable, action_text, parse_action
from unobot.engine.phase import Bluff, Phase
from unobot.engine.reasons import Illegal
from unobot.engine.record import Record, RecordError
from unobot.engine.replay import Replay, replay
from unobot.engine.rules import OPTIONS, PRESETS
from unobot.engine.view import view
from unobot.simulate import keen

many = settings(profile, max_examples=2 * profile.max_examples)


# The cards


def all_cards(game: Game) -> Counter[Card]:
    """The cards in hands and draw pile as they are, those on the discard pile by their face."""
    cards = [card.face for card in game.discard] + game.draw
    return Counter(cards + [card for hand in game.hands.values() for card in hand])


@many
@given(stories())
def test_no_card_is_ever_created_or_lost(story):
    for game in story.positions():
        assert all_cards(game) == Counter(DECK)


# What is legal


def assert_legal_is_what_is_not_refused(game: Game, seat: int, asked: list[Action]) -> None:
    legal = game.legal_actions(seat)
    assert Counter(legal) == Counter(action for action in asked if game.refusal(seat, action) is None)
    plays = [action for action in legal if isinstance(action, Play) and not action.uno]
    assert Counter(game.legal_plays(seat)) == Counter(plays)


@profile
@given(stories(), st.integers(4, 16))
def test_legal_actions_are_exactly_those_that_are_not_refused(story, stride):
    for number, game in enumerate(story.positions()):
        if number % stride == 0:
            everything = universe(game.order, FACES)
            for seat in (*game.hands, newcomer(game), STRANGER):
                assert_legal_is_what_is_not_refused(game, seat, everything)


@many
@given(stories())
def test_legal_plays_are_exactly_the_ways_to_play_the_hand_that_are_not_refused(story):
    for number, game in enumerate(story.positions()):
        for seat in {game.turn, game.order[number % len(game.order)]}:
            hand = game.hands[seat]
            asked = [*universe(game.order, dict.fromkeys(hand)), *unlike_pairs(hand)]
            assert_legal_is_what_is_not_refused(game, seat, asked)


@many
@given(stories())
def test_what_is_refused_raises_and_changes_nothing(story):
    for game, seat, action in story.tries():
        reason = game.refusal(seat, action)
        if reason is None:
            continue
        before = game.copy()
        with pytest.raises(Illegal) as refused:
            game.act(seat, action)
        assert refused.value.reason is reason
        with pytest.raises(Illegal):
            game.advance(seat, action)
        assert game == before


@many
@given(stories())
def test_asking_changes_nothing(story):
    for game, seat, action in story.tries():
        before = game.copy()
        game.refusal(seat, action)
        attempt(game, seat, action)
        game.legal_actions(seat)
        view(game, game.turn)
        assert game == before


@many
@given(stories())
def test_the_seat_on_turn_can_always_do_something_until_the_round_is_over(story):
    for game in story.positions():
        assert game.turn in game.order
        if game.over:
            assert not any(game.legal_actions(seat) for seat in game.hands)
        else:
            assert any(not isinstance(action, CallUno | Catch) for action in game.legal_actions(game.turn))
            assert game.refusal(game.turn, Expire()) is None


@many
@given(stories())
def test_the_round_is_over_exactly_when_a_hand_is_empty_or_one_player_is_left(story):
    for game in story.positions():
        out = [seat for seat in game.order if not game.hands[seat]]
        if len(game.order) == 1:
            assert game.winner == game.order[0]
        else:
            assert out == ([game.winner] if game.over else [])


@many
@given(stories())
def test_only_a_seated_player_with_one_card_can_be_caught(story):
    for game in story.positions():
        if game.catchable is not None:
            assert game.catchable in game.order
            assert len(game.hands[game.catchable]) == 1


@many
@given(stories())
def test_an_attempt_comes_to_something_that_is_accepted_or_to_nothing(story):
    for game, seat, meant in story.tries():
        action, reason = attempt(game, seat, meant)
        if action is None:
            assert reason is not None
            assert game.refusal(seat, meant) is not None
        else:
            assert (reason is not None) is (isinstance(action, Foul) and action != meant)
            game.copy().act(seat, action)
        if game.refusal(seat, meant) is None:
            assert (action, reason) == (meant, None)


# The end


def keen_and_calling(game: Game, random: Random) -> Play:
    """The keen player, who also never forgets to call UNO."""
    action = keen(game, random)
    if isinstance(action, Play) and len(game.hands[game.turn]) - len(action.cards) == 1:
        calling = replace(action, uno=True)
        return calling if game.refusal(game.turn, calling) is None else action
    return action


@many
@given(deals())
def test_every_round_among_keen_players_ends(story):
    game, random = story.deal(), Random(story.seed)
    for _ in range(5000):
        if game.over:
            break
        game.advance(game.turn, keen_and_calling(game, random))
    assert game.over


# Games as values


@many
@given(stories())
def test_acting_in_a_copy_never_changes_the_game(story):
    for game, seat, action in story.tries():
        if game.refusal(seat, action) is not None:
            continue
        twin = game.copy()
        assert twin == game
        kept = deepcopy(game, {id(game.rules): game.rules})
        twin.act(seat, action)
        assert game == kept


@many
@given(stories())
def test_acting_in_a_game_never_changes_its_copy(story):
    twins = []
    for game in story.positions():
        twins.append((game.copy(), deepcopy(game, {id(game.rules): game.rules})))
    for twin, kept in twins:
        assert twin == kept


@many
@given(stories())
def test_a_copy_goes_on_as_the_game_does(story):
    twin = story.deal().copy()
    for game, seat, action in story.tries():
        assert twin == game
        twin = twin.copy()
        if twin.refusal(seat, action) is None:
            twin.act(seat, action)


@many
@given(stories())
def test_advance_does_what_act_does(story):
    quiet = story.deal()
    for game, seat, action in story.tries():
        assert quiet == game
        if quiet.refusal(seat, action) is None:
            quiet.advance(seat, action)


@many
@given(stories())
def test_the_record_of_a_round_replays_to_an_equal_game(story):
    deeds = [(seat, action) for game, seat, action in story.tries() if game.refusal(seat, action) is None]
    accepted = replace(story, deeds=tuple(deeds))
    replayed = replay(Record.from_toml(accepted.record().to_toml()))
    assert [step.reason for step in replayed.steps] == [None] * len(deeds)
    assert replayed.game == story.end()


@many
@given(stories())
def test_the_record_of_all_that_was_tried_replays_to_the_game_with_its_fouls(story):
    game, deeds, refused = story.deal(), [], []
    for seat, meant in story.deeds:
        if isinstance(meant, Join) and seat not in (*game.hands, newcomer(game)):
            break  # a foul kept somebody else from joining, so this one would get another number
        action, reason = attempt(game, seat, meant)
        if action is not None:
            game.act(seat, action)
        deeds.append((seat, meant))
        refused.append(reason is not None)
    replayed = replay(replace(story, deeds=tuple(deeds)).record())
    assert [step.reason is not None for step in replayed.steps] == refused
    assert replayed.game == game


# Secrets


def disguised(game: Game, seat: int, random: Random) -> Game:
    """The same table as far as this seat can know: all that is hidden from it is shuffled."""
    other = game.copy()
    strangers = [each for each in game.order if each != seat]
    hidden = game.draw + [card for each in strangers for card in game.hands[each]]
    random.shuffle(hidden)
    for each in strangers:
        other.hands[each] = [hidden.pop() for _ in game.hands[each]]
    other.draw = hidden
    if game.picked and game.turn != seat:
        other.picked = random.choice(other.hands[game.turn])
    if game.bluff and game.bluff.seat != seat:
        hand = random.sample(DECK, len(game.bluff.hand))
        other.bluff = Bluff(game.bluff.seat, tuple(hand), random.random() < 0.5)
    return other


def heard(events: list[Event]) -> list[Event]:
    """What the channel hears, without what may depend on hidden cards: points, and a challenge's verdict and end."""
    told: list[Event] = []
    for event in map(public, events):
        if isinstance(event, Challenged):
            return [*told, replace(event, guilty=False)]
        told.append(replace(event, points=0) if isinstance(event, RoundWon) else event)
    return told


@profile
@given(stories(), st.integers(0, 2**32))
def test_a_view_does_not_depend_on_what_is_hidden_from_the_seat(story, number):
    for at, game in enumerate(story.positions()):
        random = Random(number + at)
        seat = random.choice(game.order)
        assert view(disguised(game, seat, random), seat) == view(game, seat)


@profile
@given(stories(), st.integers(0, 2**32))
def test_what_a_seat_does_tells_the_channel_nothing_hidden(story, number):
    for at, game in enumerate(story.positions()):
        random = Random(number + at)
        seat = random.choice(game.order)
        secret = disguised(game, seat, random)
        for action in (*game.legal_actions(seat), Expire(), Leave()):
            if game.refusal(seat, action) is not None:
                assert secret.refusal(seat, action) is game.refusal(seat, action)
                continue
            if game.rules.draw_until_playable and action == Draw() and game.phase is Phase.TURN:
                continue  # how many are drawn depends on them
            assert heard(secret.copy().act(seat, action)) == heard(game.copy().act(seat, action))


@profile
@given(stories(), st.integers(0, 2**32))
def test_what_was_picked_does_not_show(story, number):
    assume(not story.rules.draw_until_playable)
    for at, game in enumerate(story.positions()):
        random = Random(number + at)
        seat = random.choice(game.order)
        secret = disguised(game, seat, random)
        if seat == game.turn or any(each.refusal(game.turn, Draw()) for each in (game, secret)):
            continue
        known = game.copy()
        assert heard(known.act(game.turn, Draw())) == heard(secret.act(game.turn, Draw()))
        assert view(known, seat) == view(secret, seat)


# Texts


@many
@given(actions())
def test_the_text_of_an_action_reads_back(action):
    assert parse_action(action_text(action)) == action


@many
@given(actions(), st.sampled_from((" ", "   ", "\t")), st.booleans())
def test_case_and_extra_blanks_do_not_matter(action, blank, around):
    assume(not isinstance(action, Foul))  # nobody types one
    text = action_text(action).upper().replace(" ", blank)
    assert parse_action(f"{blank}{text}{blank}" if around else text) == action


WORDS = (
    *("pl", "r5", "r5r5", "g+2", "w", "wr", "wd4", "wd4b", "r", "red", "#1", "#9999", "#x", "ann"),
    *("co", "ct", "jo", "foul", "no_match", "timeout", "leave", "uno", "un", "pe", "pa", "ch"),
)
typed = st.one_of(
    st.text(max_size=300),
    st.text("rgbyw0579+24ds#unoct ", max_size=12),
    st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=5).map(" ".join),
)


@many
@given(typed, st.none() | st.integers(1, 10))
def test_reading_a_move_raises_nothing_but_unreadable(text, seat):
    try:
        action = parse_action(text, lambda name: seat)
    except Unreadable:
        return
    assert parse_action(action_text(action)) == action


@many
@given(records())
def test_a_record_reads_back(record):
    assert Record.from_toml(record.to_toml()) == record


@profile
@given(records())
def test_every_record_can_be_replayed(record):
    """Moves of any quality, from any position that the cards of one deck allow."""
    try:
        played = Replay(record)
    except RecordError:
        assert len(record.players) * record.rules.hand_size > 106
        return
    for _ in played.play_all():
        assert all_cards(played.game) == Counter(DECK)
    json.dumps(played.summary())


@st.composite
def spoilt_records(draw) -> str:
    """The text of a record with something cut out of it and something put in."""
    text = draw(records()).to_toml()
    start = draw(st.integers(0, len(text)))
    return text[:start] + draw(st.text(max_size=5)) + text[start + draw(st.integers(0, 20)) :]


KEYS = (
    *("preset", "rules", "players", "seed", "hands", "top", "turned_up", "draw"),
    *("on_turn", "direction", "pile", "standings", "moves", "color"),
)
toml_values = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(),
        st.floats(),
        st.dates(),
        st.text(max_size=8),
        st.sampled_from(["irc", "no-u", "r5", "w", "wr", "r1 r2 r3", "ann", "bob", *PRESETS, *OPTIONS]),
    ),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["ann", "bob", *OPTIONS]) | st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
loose_records = st.dictionaries(st.sampled_from(KEYS), toml_values).map(
    lambda given: {"players": ["ann", "bob"], "seed": "1"} | given
)
positions_with_mistakes = st.dictionaries(st.sampled_from(KEYS), toml_values).map(
    lambda given: {"players": ["ann", "bob"], "hands": {"ann": "r1", "bob": "r2"}, "top": "r3"} | given
)


@many
@given(st.text() | spoilt_records())
def test_reading_a_record_raises_nothing_but_record_errors(text):
    try:
        record = Record.from_toml(text)
    except RecordError:
        return
    assert Record.from_toml(record.to_toml()).to_toml() == record.to_toml()


HUGE = "0x1" + "0" * 5000  # more digits than Python likes to print


@pytest.mark.parametrize(
    "line",
    [f"a = {'9' * 5000}", f"preset = {HUGE}", f"players = [{HUGE}]", f"pile = {HUGE}", f"standings = {{ann = {HUGE}}}"],
    ids=lambda line: line.partition(" ")[0],
)
def test_a_huge_number_in_a_record_is_an_error_like_any_other(line):
    rest = 'hands = {ann = "r1", bob = "r2"}\ntop = "r3"\n'
    if not line.startswith("players"):
        rest = f'players = ["ann", "bob"]\n{rest}'
    with pytest.raises(RecordError):
        Record.from_toml(f"{line}\n{rest}")


@pytest.mark.parametrize("standings", [{"Ann": 5}, {"cid": 5, "Cid": 6}], ids=["player", "away"])
def test_standings_under_another_spelling_of_a_name_can_be_read_or_are_an_error(standings):
    data = {"players": ["ann", "bob"], "seed": "1", "standings": standings}
    try:
        replay(Record.from_dict(data))
    except RecordError:
        return


@many
@given(loose_records | positions_with_mistakes)
def test_a_record_of_wrong_values_raises_nothing_but_record_errors(data):
    try:
        record = Record.from_dict(data)
    except RecordError:
        return
    assert Record.from_toml(record.to_toml()).to_toml() == record.to_toml()
