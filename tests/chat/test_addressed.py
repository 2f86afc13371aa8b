"""Sentences about the only reader are put into the second person; those about others stay as they are."""

import pytest

from unobot.chat.people import Person
from unobot.chat.speech import english as say
from unobot.chat.speech.english import addressed
from unobot.chat.speech.line import fill, join, plain
from unobot.engine.cards import CARDS

YOU, BOB = Person("local:you", "you"), Person("bot:bob", "bob")
R5 = CARDS["r5"]


@pytest.mark.parametrize(
    ("sentences", "expected"),
    [
        ([fill(say.PLAYS, player=YOU, cards=R5), fill(say.TURN, player=BOB)], "You play r5. bob's turn."),
        ([fill(say.PLAYS, player=BOB, cards=R5), fill(say.TURN, player=YOU)], "bob plays r5. Your turn."),
        ([fill(say.TURNS, player=YOU, cards=R5)], "You play r5 and turn the direction."),
        ([fill(say.SKIPS, player=BOB, cards=R5, who=YOU)], "bob plays r5: you are skipped."),
        (
            [fill(say.DRAWS_AT_ONCE, player=YOU, cards=R5, who=BOB, count=2)],
            "You play r5: bob draws 2 cards and is skipped.",
        ),
        ([fill(say.TOP_TURN, top=R5, player=YOU)], "r5 on top, your turn."),
        ([fill(say.PASSES, player=YOU)], "You pass."),
        ([fill(say.TOO_SLOW_PICKED, player=YOU)], "You were too slow and pass."),
        ([fill(say.UNO, player=YOU)], "You have one card left: UNO!"),
        ([fill(say.WINS, player=BOB, points=30)], "bob wins the round: 30 points."),
    ],
)
def test_addressed(sentences, expected):
    assert plain(addressed(join(sentences), YOU.id)) == expected
