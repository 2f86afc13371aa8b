"""A person is an id: two people of the same name are never confused, and a name means nothing by itself."""

import pytest

from tests.chat.stage import Stage, settings_of, venue
from unobot.chat.people import Person
from unobot.chat.ports import Heard, Renamed, ShowHand, Tell
from unobot.chat.speech.line import plain

ANN, SAM, OTHER_SAM = (
    Person(f"irc:test:account:{account}", name) for account, name in (("ann", "ann"), ("sam1", "sam"), ("sam2", "sam"))
)


@pytest.fixture
def stage(quick_path):
    stage = Stage(quick_path / "unobot.db", settings_of({}), "people")
    yield stage
    if stage.store:
        stage.store.close()


def say(stage, who, text):
    stage.happens(Heard(who, text, venue("#uno")))
    outs, stage.outs = stage.outs, []
    return outs


def told(outs, who):
    return [plain(out.line) for out in outs if isinstance(out, Tell) and out.person.id == who.id]


def seat_three(stage):
    say(stage, ANN, "!uno")
    say(stage, SAM, "jo")
    say(stage, OTHER_SAM, "jo")


def test_each_gets_their_own_hand(stage):
    seat_three(stage)
    outs = say(stage, ANN, "deal")
    hands = {out.person.id: out.hand.cards for out in outs if isinstance(out, ShowHand)}
    assert set(hands) == {ANN.id, SAM.id, OTHER_SAM.id}
    game = stage.hall.tables[venue("#uno").id].game
    assert sorted(hands[OTHER_SAM.id], key=lambda card: card.rank) == sorted(game.hands[3], key=lambda card: card.rank)


def test_a_name_that_two_have_must_be_told_apart_by_the_seat(stage):
    seat_three(stage)
    assert told(say(stage, ANN, "!uno transfer sam"), ANN) == ["Two here are called sam: write #2 or #3 instead."]
    say(stage, ANN, "!uno transfer #3")
    assert stage.hall.tables[venue("#uno").id].host == OTHER_SAM.id


def test_nobody_acts_for_another_by_taking_their_name(stage):
    seat_three(stage)
    thief = Person("irc:test:nick:ann", "ann")
    assert told(say(stage, thief, "!uno deal"), thief) == ["Only ann can do that here: the host of the table."]
    assert say(stage, thief, "r5") == []


def test_a_seat_follows_its_person_and_settings_do_not(stage):
    seat_three(stage)
    say(stage, SAM, "!uno prefs colors off")
    renamed = Person("irc:test:account:sam3", "sammy")
    stage.happens(Renamed(SAM, renamed))
    table = stage.hall.tables[venue("#uno").id]
    assert table.seat(2).person == renamed
    assert stage.hall.prefs(renamed.id).colors
    assert not stage.hall.prefs(SAM.id).colors
