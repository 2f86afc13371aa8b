"""A Game itself: what is refused raises and changes nothing, a copy is independent, a foul is an action too."""

import re

import pytest

from tests.engine.position import after, record
from unobot.engine.actions import DRAW, PASS, Catch, Expire, Foul, Join, Leave, Play
from unobot.engine.cards import CARDS
from unobot.engine.deal import deal
from unobot.engine.game import checksum
from unobot.engine.legality import attempt
from unobot.engine.notation import parse_action
from unobot.engine.reasons import Illegal, Reason
from unobot.engine.replay import Replay
from unobot.engine.rules import PRESETS, Rules

HANDS = {"ann": "r2 g3 b4", "bob": "r1 g9 w", "cid": "y1 y2 y3"}
ANN, BOB, CID, STRANGER = 1, 2, 3, 9


def game_of(*moves, **given):
    hands = {name: given.pop(name, hand) for name, hand in HANDS.items()}
    replay = Replay(record(*moves, **{"top": "r5"} | given, **hands))
    for step in replay.play_all():
        assert step.reason is None
    return replay.game


class TestIllegal:
    @pytest.mark.parametrize(
        "seat, typed, reason",
        [
            (BOB, "g9", Reason.NO_MATCH),
            (BOB, "r2", Reason.NOT_HELD),
            (BOB, "r1r1", Reason.ONLY_ONE),
            (BOB, "pa", Reason.PICK_FIRST),
            (BOB, "co r", Reason.NO_COLOR_OWED),
            (BOB, "ch", Reason.NOTHING_TO_CHALLENGE),
            (BOB, "jo", Reason.ALREADY_SEATED),
            (ANN, "r2", Reason.NOT_YOUR_TURN),
            (ANN, "timeout", Reason.NOT_YOUR_TURN),
            (STRANGER, "pe", Reason.NOT_SEATED),
            (STRANGER, "leave", Reason.NOT_SEATED),
        ],
    )
    @pytest.mark.parametrize("way", ["act", "advance"])
    def test_raises_its_reason_and_nothing_has_changed(self, way, seat, typed, reason):
        game = game_of()
        before = game.copy()
        action = parse_action(typed)
        assert game.refusal(seat, action) is reason
        with pytest.raises(Illegal) as refused:
            getattr(game, way)(seat, action)
        assert (refused.value.reason, str(refused.value)) == (reason, reason.value)
        assert game == before
        assert game.log is None

    def test_the_round_is_over(self):
        game = game_of("bob: r1", bob="r1")
        for seat, action in ((ANN, DRAW), (BOB, DRAW), (ANN, Leave()), (STRANGER, Join()), (ANN, Catch(BOB))):
            with pytest.raises(Illegal, match="round_over"):
                game.act(seat, action)
        assert game.legal_actions(ANN) == game.legal_actions(BOB) == []


class TestActAndAdvance:
    def test_come_to_the_same(self):
        """Nobody listens to the second one, and it ends where the first does."""
        game = game_of(draw="y9 b9")
        twin = game.copy()
        for seat, action in ((BOB, Play((CARDS["r1"],))), (CID, Expire()), (ANN, DRAW), (ANN, PASS)):
            assert game.act(seat, action)
            assert twin.advance(seat, action) is None
            assert game == twin

    def test_of_every_preset(self):
        for preset in PRESETS.values():
            game, _ = deal(preset.rules, (1, 2), bytes(32), 1)
            for _ in range(30):
                if game.over:
                    break
                twin = game.copy()
                action = game.legal_actions(game.turn)[0]
                twin.advance(game.turn, action)
                game.act(game.turn, action)
                assert game == twin


class TestCopy:
    def test_is_equal_and_independent(self):
        game = game_of("bob: pe")
        twin = game.copy()
        assert twin == game
        assert twin is not game
        before = game.copy()
        twin.act(BOB, PASS)
        twin.act(CID, DRAW)
        assert twin != game == before

    def test_both_go_on_alike(self):
        game = game_of("bob: wb", preset="no-u")
        twin = game.copy()
        for seat, action in ((CID, DRAW), (CID, PASS), (ANN, parse_action("b4")), (BOB, DRAW)):
            assert game.act(seat, action) == twin.act(seat, action)
        assert game == twin


class TestScores:
    def test_none_until_it_is_over(self):
        assert game_of().scores() == {}

    @pytest.mark.parametrize(
        "rules, scores",
        [
            (Rules(min_points=0), {1: 0, 2: 9 + 6, 3: 0}),
            (Rules(min_points=30), {1: 0, 2: 30, 3: 0}),
            (Rules(min_points=0, scoring="own_hand"), {1: 9, 2: 0, 3: 6}),
        ],
    )
    def test_of_a_win(self, rules, scores):
        game = game_of("bob: r1", bob="r1", rules=rules.differences(Rules()))
        assert game.scores() == scores
        assert (game.over, game.winner, game.top) == (True, BOB, CARDS["r1"])

    @pytest.mark.parametrize(
        "scoring, scores", [("winner_takes", {1: 0, 2: 15, 3: 0}), ("own_hand", {1: 0, 2: 0, 3: 0})]
    )
    def test_of_a_forfeit(self, scoring, scores):
        game = game_of("ann: leave", "cid: leave", rules={"min_points": 0, "scoring": scoring})
        assert game.scores() == scores


class TestFoulsAsActions:
    """A foul can be read from a record, but only where somebody could have committed it."""

    def test_is_what_an_attempt_comes_to(self):
        game = game_of(preset="official")
        assert attempt(game, BOB, parse_action("g9")) == (Foul(Reason.NO_MATCH), Reason.NO_MATCH)
        assert attempt(game, ANN, DRAW) == (Foul(Reason.NOT_YOUR_TURN), Reason.NOT_YOUR_TURN)

    @pytest.mark.parametrize(
        "move, holder",
        [
            pytest.param("bob: foul no_match", "bob", id="a card"),
            pytest.param("ann: foul not_your_turn", "ann", id="turn"),
        ],
    )
    def test_costs_two_cards(self, move, holder):
        out = after(move, preset="official", top="r5", draw="y8 y9", **HANDS)
        assert (out.reasons, len(out.hands[holder]), out.on_turn) == ([], 5, "bob")

    @pytest.mark.parametrize(
        "move, given",
        [
            pytest.param("bob: foul not_your_turn", {}, id="but it is their turn"),
            pytest.param("ann: foul no_match", {}, id="but it is not their turn"),
            pytest.param("bob: foul not_held", {}, id="that costs nothing"),
            pytest.param("bob: foul no_match", {"preset": "classic"}, id="these rules charge nothing"),
            pytest.param("ann: foul not_your_turn", {"preset": "classic"}, id="nor for this"),
            pytest.param("bob: foul no_match", {"bob": "r1 r2 w"}, id="but every card matches"),
            pytest.param("bob: foul no_match", {"top": "r+2", "pile": 2}, id="but a draw waits"),
        ],
    )
    def test_that_could_not_have_been(self, move, given):
        hands = {name: given.get(name, hand) for name, hand in (HANDS | {"ann": "g2 g3 b4"}).items()}
        settings = {key: value for key, value in given.items() if key not in hands}
        out = after(move, **{"top": "r5", "preset": "official"} | settings, **hands)
        assert out.reasons == ["unreadable"]
        assert {name: len(hand) for name, hand in out.hands.items()} == {"ann": 3, "bob": 3, "cid": 3}

    def test_of_a_stranger(self):
        assert game_of(preset="official").refusal(STRANGER, Foul(Reason.NOT_YOUR_TURN)) is Reason.NOT_SEATED

    def test_after_the_end(self):
        game = game_of("bob: r1", bob="r1", preset="official")
        assert game.refusal(ANN, Foul(Reason.NOT_YOUR_TURN)) is Reason.ROUND_OVER


class TestSecondCatch:
    """After a false catch no other in that turn, neither by `ct` nor by `un`, though somebody can be caught."""

    @pytest.mark.parametrize("move", ["ann: un", "ann: ct bob"])
    def test_is_refused(self, move):
        hands = {"ann": "g3 g4 g5", "bob": "r1 r2", "cid": "y1 y2 y3"}
        out = after("bob: r1", "ann: ct cid", move, "cid: ct bob", preset="official", top="r5", **hands)
        assert out.reasons == ["no_second_catch"]
        assert {name: len(hand) for name, hand in out.hands.items()} == {"ann": 5, "bob": 3, "cid": 3}


class TestChecksum:
    def test_eight_digits_and_the_same_for_the_same_position(self):
        game = game_of("bob: pe")
        assert re.fullmatch("[0-9a-f]{8}", checksum(game))
        assert checksum(game) == checksum(game.copy()) == checksum(game_of("bob: pe"))

    def test_it_is_another_after_every_move(self):
        game = game_of(preset="classic", bob="r1 wd4 g9", draw="y9 y8 y7 y6 b9 b8")
        seen = [checksum(game)]
        for seat, typed in ((BOB, "wd4"), (BOB, "co y"), (CID, "ch"), (CID, "y1"), (ANN, "pe"), (ANN, "pa")):
            game.act(seat, parse_action(typed))
            seen.append(checksum(game))
        assert len(set(seen)) == len(seen)

    @pytest.mark.parametrize(
        "moves, others",
        [
            pytest.param(["bob: r1"], ["bob: r1 uno"], id="a call"),
            pytest.param([], ["ann: leave"], id="a seat"),
            pytest.param([], ["dan: jo"], id="a newcomer"),
        ],
    )
    def test_what_hardly_shows_counts_too(self, moves, others):
        given = {"preset": "classic", "bob": "r1 g9"}
        assert checksum(game_of(*moves, **given)) != checksum(game_of(*others, **given))

    def test_the_order_of_what_is_drawn_counts(self):
        assert checksum(game_of(draw="y8 y9")) != checksum(game_of(draw="y9 y8"))
