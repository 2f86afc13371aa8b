"""What one seat may know: its own hand and picked card, what lies open, how many cards the others hold; no more."""

import pickle
from dataclasses import fields, replace

import pytest

from tests.engine.position import record
from unobot.engine.actions import CHALLENGE, DRAW, PASS, Catch, Play
from unobot.engine.cards import CARDS, Color, Figure
from unobot.engine.deal import deal
from unobot.engine.notation import parse_action, parse_hand
from unobot.engine.phase import Phase
from unobot.engine.replay import Replay
from unobot.engine.rules import PRESETS, Rules
from unobot.engine.view import View, called_uno, view

HANDS = {"ann": "g2 g3 b2", "bob": "w r1 g1", "cid": "y3 y1 y2"}


def game_after(*moves, **given):
    replay = Replay(record(*moves, **given))
    assert [step.reason for step in replay.play_all()] == [None] * len(moves)
    return replay.game


def cards(text):
    return tuple(parse_hand(text))


class TestWhatASeatSees:
    def test_everything_there_is_to_see(self):
        game = game_after("bob: wb", "cid: pe", top="r5", draw="y9", **HANDS)
        assert view(game, 3) == View(
            seat=3,
            rules=PRESETS["irc"].rules,
            hand=cards("y1 y2 y3 y9"),
            actions=(PASS,),
            order=(1, 2, 3),
            counts={1: 3, 2: 2, 3: 4},
            turn=3,
            phase=Phase.PICKED,
            direction=1,
            discard=(CARDS["r5"], CARDS["wb"]),
            color=Color.BLUE,
            pile=0,
            kind=Figure.DRAW_TWO,
            can_challenge=False,
            picked=CARDS["y9"],
            draw_left=108 - 9 - 1 - 1,
            catchable=None,
            called=frozenset(),
            drew_on={3: Color.BLUE},
            winner=None,
        )

    def test_the_hand_is_sorted(self):
        game = game_after(top="r5", **HANDS)
        assert view(game, 2).hand == cards("r1 g1 w")
        assert game.hands[2] == list(cards("w r1 g1"))

    def test_its_actions_are_the_legal_ones(self):
        game = game_after(top="r5", **HANDS)
        seen = view(game, 2)
        assert seen.actions == tuple(game.legal_actions(2))
        assert set(seen.actions) == {DRAW, *(parse_action(text) for text in ["r1", "w", "wr", "wg", "wb", "wy"])}
        assert view(game, 1).actions == view(game, 3).actions == ()

    @pytest.mark.parametrize(
        "moves, given, seen",
        [
            pytest.param(["bob: r+2"], {}, {"pile": 2, "kind": Figure.DRAW_TWO, "phase": Phase.DRAW}, id="a +2"),
            pytest.param(
                ["bob: wd4b"],
                {"preset": "classic"},
                {"pile": 4, "kind": Figure.WD4, "can_challenge": True, "phase": Phase.DRAW, "turn": 3},
                id="a WD4 that may be a bluff",
            ),
            pytest.param(
                ["bob: wd4b"], {}, {"pile": 4, "can_challenge": False, "phase": Phase.DRAW}, id="one that may not"
            ),
            pytest.param(["bob: wd4"], {}, {"phase": Phase.COLOR, "turn": 2, "color": None}, id="an owed colour"),
            pytest.param(["bob: rr"], {}, {"direction": -1, "turn": 1}, id="a Reverse"),
            pytest.param(
                ["bob: leave"], {}, {"order": (1, 3), "counts": {1: 2, 3: 2}, "turn": 3}, id="somebody has left"
            ),
        ],
    )
    def test_the_position(self, moves, given, seen):
        game = game_after(*moves, top="r5", ann="g2 g3", bob="r1 r+2 rr wd4", cid="y1 y2", **given)
        for seat in (1, 3):
            shown = view(game, seat)
            assert {name: getattr(shown, name) for name in seen} == seen

    def test_the_winner(self):
        game = game_after("bob: r5", top="r9", ann="g2", bob="r5")
        assert (view(game, 1).winner, view(game, 1).phase, view(game, 1).actions) == (2, Phase.OVER, ())

    def test_who_can_be_caught(self):
        game = game_after("bob: r1", top="r5", preset="classic", ann="g2 g3", bob="r1 y1", cid="g4 g5")
        assert view(game, 1).catchable == 2
        assert Catch(2) in view(game, 1).actions


class TestCalledUno:
    def test_with_auto_everyone_with_one_card(self):
        game = game_after(top="r5", ann="g2", bob="r1 r2", cid="y1")
        assert called_uno(game) == view(game, 2).called == {1, 3}

    def test_with_auto_not_who_has_left(self):
        game = game_after("ann: leave", top="r5", ann="g2", bob="r1 r2", cid="y1")
        assert called_uno(game) == {3}

    def test_with_call_who_has_called(self):
        game = game_after("bob: r1 uno", top="r5", preset="classic", ann="g2", bob="r1 r2", cid="y1 y2")
        assert called_uno(game) == view(game, 1).called == {2}


def hidden(game, seat):
    """The cards that this seat must not know, as the game holds them."""
    return [card for other, hand in game.hands.items() if other != seat for card in hand] + game.draw


class TestWhatIsHidden:
    def test_the_picked_card_of_another(self):
        game = game_after("bob: pe", top="r5", draw="y9", **HANDS)
        assert view(game, 2).picked is CARDS["y9"]
        assert (view(game, 1).picked, view(game, 3).picked) == (None, None)
        assert view(game, 1).phase is Phase.PICKED

    @pytest.mark.parametrize("preset", PRESETS)
    def test_the_other_hands_and_the_draw_pile_make_no_difference(self, preset):
        """The same position with what is hidden dealt otherwise looks the same."""
        game, _ = deal(PRESETS[preset].rules, (1, 2), bytes(32), 1)
        other = game.copy()
        unseen = hidden(game, 1)[::-1]
        other.hands[2] = [unseen.pop() for _ in game.hands[2]][::-1]
        other.hands[2][0], unseen[0] = unseen[0], other.hands[2][0]
        other.draw = unseen
        assert other != game
        assert sorted(card.rank for card in hidden(other, 1)) == sorted(card.rank for card in hidden(game, 1))
        assert view(other, 1) == view(game, 1)

    def test_whether_a_wd4_was_a_bluff(self):
        given = {"top": "r5", "preset": "classic", "ann": "g2 g3"}
        honest = game_after("bob: wd4b", **given, bob="wd4 g1 g4", cid="y1 y2")
        bluff = game_after("bob: wd4b", **given, bob="wd4 r1 r4", cid="y1 y2")
        assert (honest.bluff.guilty, bluff.bluff.guilty) == (False, True)
        assert view(honest, 3) == view(bluff, 3)
        assert CHALLENGE in view(bluff, 3).actions

    def test_there_is_no_field_for_it(self):
        assert {field.name for field in fields(View)} == {
            *("seat", "rules", "hand", "actions", "order", "counts", "turn", "phase", "direction", "discard", "color"),
            *("pile", "kind", "can_challenge", "picked", "draw_left", "catchable", "called", "drew_on", "winner"),
        }


class TestAViewIsACopy:
    def test_it_stays_as_it_was(self):
        game = game_after(top="r5", **HANDS)
        before = view(game, 2)
        kept = replace(before, counts=dict(before.counts), drew_on=dict(before.drew_on))
        game.act(2, DRAW)
        game.act(2, PASS)
        game.act(3, DRAW)
        assert before == kept != view(game, 2)

    def test_looking_changes_nothing(self):
        game = game_after("bob: pe", top="r5", **HANDS)
        untouched = game.copy()
        for seat in (1, 2, 3):
            view(game, seat)
        assert game == untouched

    def test_it_can_be_sent_to_another_process(self):
        seen = view(game_after("bob: wb", top="r5", **HANDS), 3)
        assert pickle.loads(pickle.dumps(seen)) == seen


def test_a_play_seen_can_be_made():
    game, _ = deal(Rules(), (1, 2, 3), bytes(32), 1)
    for action in view(game, game.turn).actions:
        twin = game.copy()
        twin.act(game.turn, action)
        assert (twin != game) and (twin.top is not game.top or not isinstance(action, Play))
