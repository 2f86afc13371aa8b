"""What is announced, and that `public` names no card that a channel may not see."""

from dataclasses import fields
from typing import get_args

import pytest

from tests.engine.position import record
from tests.engine.test_deck import rest
from unobot.engine.cards import CARDS, Color
from unobot.engine.events import (
    AnsweredWild,
    CalledUno,
    Caught,
    Challenged,
    Dealt,
    DealtAgain,
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
    PutBack,
    Reshuffled,
    RoundWon,
    Skipped,
    Swapped,
    Turned,
    TurnedUp,
    Why,
    public,
)
from unobot.engine.notation import parse_hand
from unobot.engine.reasons import Reason
from unobot.engine.replay import Replay


def cards(text):
    return tuple(parse_hand(text))


# One of each; where something is hidden, what the channel gets instead.
OPEN = [
    PutBack(CARDS["w"]),
    DealtAgain(),
    TurnedUp(CARDS["r5"]),
    Played(1, cards("r5 r5"), None),
    Played(1, cards("w"), Color.RED),
    JumpedIn(1),
    AnsweredWild(1),
    Named(1, Color.RED),
    Turned(-1),
    Skipped(1),
    DrawWaits(1, 4),
    Passed(1),
    Reshuffled(40),
    CalledUno(1),
    MissedUno(1),
    Caught(1, 2),
    FalselyCalled(1),
    FalselyCaught(1, 2),
    Swapped(1, 2),
    HandsPassed(1),
    Fouled(1, Reason.NO_MATCH),
    Expired(1),
    Left(1),
    Joined(1),
    RoundWon(1, 42, False),
]
SECRET = [
    (Dealt(1, ((1, cards("r1 r2")), (2, cards("g1 g2")))), Dealt(1, ())),
    *[(Drew(1, 2, why, cards("r1 r2")), Drew(1, 2, why, ())) for why in Why],
    (Challenged(1, 2, True, cards("r1 wd4")), Challenged(1, 2, True, ())),
    (Challenged(1, 2, False, cards("g1 wd4")), Challenged(1, 2, False, ())),
]


class TestPublic:
    @pytest.mark.parametrize("event", OPEN, ids=repr)
    def test_what_everybody_saw_stays(self, event):
        assert public(event) == event

    @pytest.mark.parametrize("event, shown", SECRET)
    def test_what_one_player_saw_is_left_out(self, event, shown):
        before = repr(event)
        assert public(event) == shown
        assert repr(event) == before

    def test_every_event_is_in_this_file(self):
        assert {type(event) for event in OPEN} | {type(event) for event, _ in SECRET} == set(get_args(Event))

    def test_every_event_that_holds_cards_was_thought_of(self):
        """A new field with cards needs a decision here: is it open, or left out?"""
        holding = {
            (kind.__name__, field.name)
            for kind in get_args(Event)
            for field in fields(kind)
            if "Card" in str(field.type)
        }
        shown = {("PutBack", "card"), ("TurnedUp", "card"), ("Played", "cards")}
        left_out = {("Dealt", "hands"), ("Drew", "cards"), ("Challenged", "hand")}
        assert holding == shown | left_out


def drew(seat, why, text):
    return Drew(seat, len(cards(text)), why, cards(text))


def played(seat, text, color=None):
    return Played(seat, cards(text), color and Color(color))


RED, GREEN, BLUE, YELLOW = Color
CLASSIC = {"preset": "classic"}
ANN, BOB, CID = 1, 2, 3
HANDS = {"ann": "g2 g3 r8", "bob": "r1 r2 y5", "cid": "y1 y2 g8"}


def told(*moves, **given):
    """The events of the last move, which must be accepted; `bob` is on turn to begin with."""
    hands = {name: given.pop(name, hand) for name, hand in HANDS.items()}
    replay = Replay(record(*moves, **{"top": "r5", "draw": "y9 y8 y7 y6 g9 g8 b9 b8"} | given | hands))
    return list(replay.play_all())[-1].events


class TestWhatIsTold:
    @pytest.mark.parametrize(
        "moves, given, events",
        [
            pytest.param(["bob: r1"], {}, [played(BOB, "r1")], id="a card"),
            pytest.param(["bob: r1r1"], {"bob": "r1 r1 r2 r3"}, [played(BOB, "r1 r1")], id="two cards"),
            pytest.param(["bob: rs"], {"bob": "rs r1 r2"}, [played(BOB, "rs"), Skipped(CID)], id="a Skip"),
            pytest.param(
                ["bob: rsrs"],
                {"bob": "rs rs r1 r2"},
                [played(BOB, "rs rs"), Skipped(CID), Skipped(ANN)],
                id="two Skips",
            ),
            pytest.param(["bob: rr"], {"bob": "rr r1 r2"}, [played(BOB, "rr"), Turned(-1)], id="a Reverse"),
            pytest.param(["bob: rrrr"], {"bob": "rr rr r1 r2"}, [played(BOB, "rr rr")], id="two Reverses turn nothing"),
            pytest.param(
                ["bob: r+2"], {"bob": "r+2 r1 r2"}, [played(BOB, "r+2"), DrawWaits(CID, 2)], id="a +2 in a war"
            ),
            pytest.param(
                ["bob: r+2"],
                {"bob": "r+2 r1 r2"} | CLASSIC,
                [played(BOB, "r+2"), drew(CID, Why.PILE, "y9 y8"), Skipped(CID)],
                id="a +2 that is drawn at once",
            ),
            pytest.param(
                ["bob: r+2", "cid: rr"],
                {"bob": "r+2 r1 r2", "cid": "rr g1 g8"},
                [played(CID, "rr"), Turned(-1), DrawWaits(BOB, 2)],
                id="a Reverse sends the pile back",
            ),
            pytest.param(
                ["bob: r+2", "cid: pa"], {"bob": "r+2 r1 r2"}, [drew(CID, Why.PILE, "y9 y8")], id="taking the pile"
            ),
            pytest.param(["bob: wb"], {"bob": "w r1 r2"}, [played(BOB, "w", "b")], id="a Wild with its colour"),
            pytest.param(["bob: w"], {"bob": "w r1 r2"}, [played(BOB, "w")], id="a Wild without"),
            pytest.param(["bob: w", "bob: co b"], {"bob": "w r1 r2"}, [Named(BOB, BLUE)], id="its colour"),
            pytest.param(
                ["bob: wd4", "bob: co b"], {"bob": "wd4 r1 r2"}, [Named(BOB, BLUE), DrawWaits(CID, 4)], id="a WD4's"
            ),
            pytest.param(["bob: pe"], {}, [drew(BOB, Why.PICK, "y9")], id="a pick"),
            pytest.param(
                ["bob: pe"],
                {"rules": {"draw_until_playable": True}, "draw": "y9 y8 r7"},
                [drew(BOB, Why.PICK, "y9 y8 r7")],
                id="a long pick",
            ),
            pytest.param(["bob: pe", "bob: pa"], {}, [Passed(BOB)], id="a pass"),
            pytest.param(["bob: timeout"], {}, [Expired(BOB), drew(BOB, Why.EXPIRY, "y9")], id="the clock"),
            pytest.param(["bob: pe", "bob: timeout"], {}, [Expired(BOB)], id="the clock after a pick"),
            pytest.param(
                ["bob: w", "bob: timeout"],
                {"bob": "w r1 r2"},
                [Expired(BOB), Named(BOB, RED)],
                id="the clock with a colour owed",
            ),
            pytest.param(
                ["bob: r+2", "cid: timeout"],
                {"bob": "r+2 r1 r2"},
                [Expired(CID), drew(CID, Why.PILE, "y9 y8")],
                id="the clock with a draw waiting",
            ),
            pytest.param(["cid: leave"], {}, [Left(CID)], id="leaving"),
            pytest.param(
                ["bob: r+2", "cid: leave"],
                {"bob": "r+2 r1 r2"},
                [Left(CID), DrawWaits(ANN, 2)],
                id="leaving a draw to the next",
            ),
            pytest.param(
                ["bob: w", "bob: leave"],
                {"bob": "w g1 g4"},
                [Left(BOB), Named(BOB, GREEN)],
                id="leaving while owing a colour",
            ),
            pytest.param(
                ["cid: leave", "ann: leave"],
                {"rules": {"min_points": 0}},
                [Left(ANN), RoundWon(BOB, 11 + 13, True)],
                id="a forfeit",
            ),
            pytest.param(["dan: jo"], {}, [Joined(4), drew(4, Why.JOIN, "y9 y8 y7")], id="joining"),
            pytest.param(["bob: r1"], {"bob": "r1 r2"}, [played(BOB, "r1"), CalledUno(BOB)], id="UNO by the bot"),
            pytest.param(
                ["bob: r1"],
                {"bob": "r1", "rules": {"min_points": 0}},
                [played(BOB, "r1"), RoundWon(BOB, 13 + 11, False)],
                id="the last card",
            ),
            pytest.param(
                ["bob: r+2"],
                {"bob": "r+2", "preset": "official"},
                [played(BOB, "r+2"), drew(CID, Why.PILE, "y9 y8"), RoundWon(BOB, 13 + 11 + 17, False)],
                id="a last draw that counts",
            ),
        ],
    )
    def test_of_moves(self, moves, given, events):
        assert told(*moves, **given) == events

    @pytest.mark.parametrize(
        "moves, given, events",
        [
            pytest.param(["bob: r1 uno"], {}, [played(BOB, "r1"), CalledUno(BOB)], id="a call behind a card"),
            pytest.param(["bob: un"], {}, [CalledUno(BOB)], id="a call before it"),
            pytest.param(["bob: r1", "bob: un"], {}, [CalledUno(BOB)], id="a call after it"),
            pytest.param(
                ["bob: r1", "ann: un"], {}, [Caught(ANN, BOB), drew(BOB, Why.MISSED_UNO, "y9 y8")], id="un catches"
            ),
            pytest.param(
                ["bob: r1", "ann: ct bob"], {}, [Caught(ANN, BOB), drew(BOB, Why.MISSED_UNO, "y9 y8")], id="a catch"
            ),
            pytest.param(
                ["bob: r1"],
                {"rules": {"uno_enforcement": "automatic"}},
                [played(BOB, "r1"), MissedUno(BOB), drew(BOB, Why.MISSED_UNO, "y9 y8")],
                id="a missed call that costs at once",
            ),
            pytest.param(
                ["ann: un"],
                {"rules": {"false_uno_penalty": 1}},
                [FalselyCalled(ANN), drew(ANN, Why.FALSE_UNO, "y9")],
                id="a false call",
            ),
            pytest.param(
                ["bob: r1 uno"],
                {"bob": "r1 r2 r3", "rules": {"false_uno_penalty": 1}},
                [played(BOB, "r1"), FalselyCalled(BOB), drew(BOB, Why.FALSE_UNO, "y9")],
                id="a false call behind a card",
            ),
            pytest.param(
                ["ann: ct bob"],
                {"rules": {"false_catch_penalty": 1}},
                [FalselyCaught(ANN, BOB), drew(ANN, Why.FALSE_CATCH, "y9")],
                id="a false catch",
            ),
            pytest.param(
                ["bob: r1", "cid: un"],
                {"cid": "y1 y2"},
                [CalledUno(CID), Caught(CID, BOB), drew(BOB, Why.MISSED_UNO, "y9 y8")],
                id="one's own call and a catch at once",
            ),
        ],
    )
    def test_of_uno(self, moves, given, events):
        assert told(*moves, **CLASSIC | {"bob": "r1 r2"} | given) == events

    @pytest.mark.parametrize(
        "bob, events",
        [
            pytest.param(
                "wd4 r1 g1",
                [Challenged(CID, BOB, True, cards("wd4 r1 g1")), drew(BOB, Why.CHALLENGE, "y9 y8 y7 y6")],
                id="guilty",
            ),
            pytest.param(
                "wd4 b1 g1",
                [
                    Challenged(CID, BOB, False, cards("wd4 b1 g1")),
                    drew(CID, Why.CHALLENGE, "y9 y8 y7 y6 g9 g8"),
                    Skipped(CID),
                ],
                id="innocent",
            ),
        ],
    )
    def test_of_a_challenge(self, bob, events):
        """The hand is the one from which the WD4 was played, that card included."""
        assert told("bob: wd4y", "cid: ch", bob=bob, cid="y1 y2", **CLASSIC) == events

    @pytest.mark.parametrize(
        "moves, given, events",
        [
            pytest.param(
                ["bob: r7 cid"],
                {"bob": "r7 r1 r2", "preset": "seven-zero"},
                [played(BOB, "r7"), Swapped(BOB, CID)],
                id="a seven",
            ),
            pytest.param(
                ["bob: r0"], {"bob": "r0 r1 r2", "preset": "seven-zero"}, [played(BOB, "r0"), HandsPassed(1)], id="a 0"
            ),
            pytest.param(
                ["bob: r1", "ann: r1"],
                {"ann": "r1 g1 g2", "rules": {"jump_in": True}},
                [JumpedIn(ANN), played(ANN, "r1")],
                id="a jump-in",
            ),
            pytest.param(
                ["bob: wb", "ann: gs"],
                {"bob": "w r1 r2", "ann": "gs g1 g2", "preset": "no-u"},
                [JumpedIn(ANN), played(ANN, "gs"), AnsweredWild(ANN)],
                id="an answer to a Wild, out of turn",
            ),
            pytest.param(
                ["bob: wb", "cid: gs"],
                {"bob": "w r1 r2", "cid": "gs g1 g8", "preset": "no-u"},
                [played(CID, "gs"), AnsweredWild(CID)],
                id="an answer to a Wild on turn",
            ),
            pytest.param(
                ["bob: r+2", "cid: rs"],
                {"bob": "r+2 r1 r2", "cid": "rs g1 g8", "preset": "no-u"},
                [played(CID, "rs"), DrawWaits(ANN, 2)],
                id="a No U",
            ),
            pytest.param(
                ["bob: y5"],
                {"bob": "g7 r1 r2", "preset": "official"},
                [],
                id="a card that is not held is no foul",
            ),
            pytest.param(
                ["bob: g7"],
                {"bob": "g7 r1 r2", "preset": "official"},
                [Fouled(BOB, Reason.NO_MATCH), drew(BOB, Why.FOUL, "y9 y8")],
                id="a foul",
            ),
            pytest.param(
                ["cid: pe"],
                {"preset": "official"},
                [Fouled(CID, Reason.NOT_YOUR_TURN), drew(CID, Why.FOUL, "y9 y8")],
                id="a foul out of turn",
            ),
        ],
    )
    def test_of_rarer_rules(self, moves, given, events):
        assert told(*moves, **given) == events

    def test_of_a_reshuffle(self):
        """ann holds whatever nobody else does, so only the card under the top one can be drawn."""
        events = told("bob: r1", "cid: pe", ann=rest("r5", HANDS["bob"], HANDS["cid"]), draw="")
        assert events == [Reshuffled(1), drew(CID, Why.PICK, "r5")]

    def test_of_a_pick_when_nothing_is_left(self):
        events = told("bob: pe", ann=rest("r5", HANDS["bob"], HANDS["cid"]), draw="")
        assert events == [Drew(BOB, 0, Why.PICK, ())]
