"""Buttons: what can be clicked at which moment, what a click does, and that none is left without an answer."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from simcord.components import walk_components

from tests.networks.discord.sim import Shown, Sim, codes, tell
from unobot.chat import playing
from unobot.chat.people import Person
from unobot.chat.ports import ShowHand
from unobot.chat.speech import english as say
from unobot.engine.cards import DECK, FACES
from unobot.engine.rules import PRESETS
from unobot.networks.discord import look, rooms
from unobot.networks.discord.answers import LATE

ID = re.compile(r"uno:\d+:\d+:[^:]+")
PUBLIC = re.compile(r"jo|deal|ca|pe|pa|ch|un|ct #\d+")


async def begin(sim: Sim, *moves: str, opening: str = "!uno", **position: Any) -> None:
    """A table of ann and bob (and cid, if the position has cards for them) at this position."""
    await sim.deal(opening, *(name for name in position if name in sim.people and name != "ann"))
    await sim.arrange(None, *moves, **position)


# Under the table


@pytest.mark.parametrize(
    "opening, moves, position, texts, labels",
    [
        ("!uno", (), {"ann": "r5 g7 g8", "bob": "r9 b8 b7"}, "ca|pe|jo", "My hand|Pick|Join"),
        ("!uno", ("ann: pe",), {"ann": "b5 g7 g8", "bob": "r9 b8 b7"}, "ca|pa|jo", "My hand|Pass|Join"),
        ("!uno", ("ann: r+2",), {"ann": "r+2 g7 g8", "bob": "r9 b8 b7"}, "ca|pa|jo", "My hand|Take 2 cards|Join"),
        ("!uno", ("ann: w",), {"ann": "w g7 g8", "bob": "r9 b8 b7"}, "ca|jo", "My hand|Join"),
        ("!uno duel", (), {"ann": "r5 g7 g8", "bob": "r9 b8 b7"}, "ca|pe|un", "My hand|Pick|UNO!"),
        (
            "!uno one-round",
            ("ann: wd4g",),
            {"ann": "wd4 y7 y8 y9", "bob": "r9 b8 b7"},
            "ca|pa|ch|un|jo",
            "My hand|Take 4 cards|Challenge|UNO!|Join",
        ),
        (
            "!uno one-round",
            ("ann: r5",),
            {"ann": "r5 g7", "bob": "r9 b8 b7", "cid": "y1 y2 y3"},
            "ca|pe|un|ct #1|jo",
            "My hand|Pick|UNO!|Catch ann|Join",
        ),
        (
            "!uno one-round",
            ("ann: r5 uno",),
            {"ann": "r5 g7", "bob": "r9 b8 b7", "cid": "y1 y2 y3"},
            "ca|pe|un|jo",
            "My hand|Pick|UNO!|Join",
        ),
    ],
)
def test_the_table_offers_what_the_moment_allows(opening, moves, position, texts, labels):
    async def script(sim: Sim) -> None:
        await begin(sim, *moves, opening=opening, top="r1", on_turn="ann", **position)
        assert "|".join(sim.board().texts) == texts
        assert "|".join(sim.board().labels) == labels
        table = sim.table()
        assert all(button.id == f"uno:{table.round}:{table.turned}:{button.text}" for button in sim.board().buttons)

    tell(script)


def test_from_the_lobby_to_the_end():
    async def script(sim: Sim) -> None:
        await sim.says("ann", "!uno")
        assert [button.id for button in sim.board().buttons] == ["uno:0:0:jo", "uno:0:0:deal"]
        await sim.click("bob", sim.board(), "jo")
        assert await sim.click("ann", sim.board(), "deal") is not None
        await sim.arrange(top="r1", ann="r5", bob="r9 b8", on_turn="ann")
        await sim.click("ann", sim.hand("ann"), "r5")
        assert sim.table().phase == "ended"
        assert sim.board().texts == ["jo", "deal"]
        await sim.click("ann", sim.board(), "deal")
        assert sim.table().phase == "playing"
        await sim.slash("ann", "table stop")
        assert sim.board().buttons == ()

    tell(script)


def sent(sim: Sim) -> list[tuple[str, list[dict[str, Any]]]]:
    """Everything with buttons that was ever sent: where to, and the buttons."""
    found = []
    for request in sim.env.http_requests:
        body = request.json if isinstance(request.json, dict) else {}
        body = body.get("data") or body
        parts = list(walk_components(body.get("components") or [])) if isinstance(body, dict) else []
        found.append((request.path, [part for part in parts if "custom_id" in part]))
    return found


@pytest.mark.parametrize("preset", PRESETS)
def test_whole_games_by_clicking_and_no_card_is_ever_a_public_button(preset):
    async def script(sim: Sim) -> None:
        random = Random(f"{preset} 1")
        await sim.deal(f"!uno {preset}", *([] if preset == "duel" else ["bob", "cid"]))
        for _ in range(250):
            table = sim.table()
            if table.phase != "playing":
                break
            who, moves = sim.on_turn, table.moves
            await step(sim, who, random)
            assert sim.table() is table and (table.moves > moves or table.phase != "playing")
        assert sim.table().phase in ("ended", "between")
        for path, buttons in sent(sim):
            ids = [button["custom_id"] for button in buttons]
            assert all(ID.fullmatch(one) and len(one) <= 100 for one in ids)
            assert len(set(ids)) == len(ids) <= 25
            if path.startswith(f"/channels/{sim.uno.id}/"):
                assert all(PUBLIC.fullmatch(one.split(":", 3)[3]) for one in ids), ids
        assert all(not one.buttons or one == sim.board() for one in sim.messages())

    tell(script)


async def step(sim: Sim, who: str, random: Random) -> None:
    """Somebody's move, by a click or two under their hand, which stays where it is."""
    hand = sim.hand(who)
    assert playable(hand) == distinct_choices(hand)
    cards = [one for one in hand.buttons if one.text not in ("pe", "pa", "un", "ca", "ch")]
    button = random.choice(cards or [one for one in hand.buttons if one.text in ("pe", "pa", "ch")])
    moves = sim.table().moves
    after = await sim.click(who, hand, button.text)
    if button.text.startswith("choose "):
        assert sim.table().moves == moves
        assert after is not None and after.id == hand.id and after.texts[-1] == "ca"
        await sim.click(who, after, random.choice(after.texts[:-1]))


def playable(hand: Shown) -> set[str]:
    """The cards in brackets."""
    return set(codes(" ".join(re.findall(r"\\\[(.*?)\\\]", hand.text))))


def distinct_choices(hand: Shown) -> set[str]:
    """The cards for which there is a button; there is one for each."""
    cards = [codes(one.text)[0] for one in hand.buttons if codes(one.text) and not one.text.startswith("co ")]
    assert len(cards) == len(set(cards))
    return {re.sub(r"^(w|wd4)[rgby]$", r"\1", card) for card in cards}


# Under the hand


def test_one_button_for_each_distinct_playable_card():
    async def script(sim: Sim) -> None:
        await begin(sim, top="r1", ann="r5 r5 r9 g7 b1 w wd4", bob="r9 b8 b7", on_turn="ann")
        assert sim.hand("ann").texts == ["choose r5", "r9", "b1", "choose w", "choose wd4", "pe"]
        assert sim.hand("ann").labels == ["r5 …", "r9", "b1", "w …", "wd4 …", "Pick"]
        assert sim.hand("bob").texts == ["ca"]  # it is not their turn
        shown = await sim.click("bob", sim.board(), "ca")
        assert sorted(codes(shown.held)) == ["b7", "b8", "r9"] and shown.texts == ["ca"]

    tell(script)


# The way from the hand to the second step: what is clicked first, and what can be clicked then.
WAYS = [
    ("!uno", "r5 r5 g7 g8", "choose r5", "r5|r5r5", "r5|r5 twice"),
    ("!uno", "w g7 g8", "choose w", "wr|wg|wb|wy", "red|green|blue|yellow"),
    ("!uno", "w w g8", "choose w", "wr|wg|wb|wy|wwr|wwg|wwb|wwy", None),
    ("!uno one-round", "r5 g7", "choose r5", "r5|r5 uno", "r5|r5 + UNO!"),
    (
        "!uno one-round",
        "w g7",
        "choose w",
        "wr|wr uno|wg|wg uno|wb|wb uno|wy|wy uno",
        "red|red + UNO!|green|green + UNO!|blue|blue + UNO!|yellow|yellow + UNO!",
    ),
    ("!uno seven-zero", "r7 g8 g9", "choose r7", "r7 #2|r7 #3", "r7 with bob|r7 with cid"),
    (
        "!uno seven-zero",
        "r7 g8",
        "choose r7",
        "r7 #2|r7 #2 uno|r7 #3|r7 #3 uno",
        "r7 with bob|r7 with bob + UNO!|r7 with cid|r7 with cid + UNO!",
    ),
]


@pytest.mark.parametrize("opening, ann, first, texts, labels", WAYS)
def test_the_second_step_carries_the_whole_move(opening, ann, first, texts, labels):
    """And the first one changes nothing, however often it is clicked."""

    async def script(sim: Sim) -> None:
        await begin(sim, opening=opening, top="r1", ann=ann, bob="r9 b8 b7", cid="y1 y2 y3", on_turn="ann")
        before = (sim.table().moves, sim.board(), sim.hand("ann"), sim.cards("ann"))
        for _ in range(2):
            step = await sim.click("ann", sim.hand("ann"), first)
            assert step.id == before[2].id  # in place
            assert sorted(step.texts[:-1]) == sorted(texts.split("|"))
            if labels:
                assert sorted(step.labels[:-1]) == sorted(labels.split("|"))
            assert (step.texts[-1], step.labels[-1]) == ("ca", "Back")
            assert step.lines[-1].startswith("Last step") and codes(step.held) == codes(before[2].held)
            back = await sim.click("ann", step, "ca")
            assert back.texts == before[2].texts
        assert (sim.table().moves, sim.board(), sim.cards("ann")) == (before[0], before[1], before[3])
        step = await sim.click("ann", sim.hand("ann"), first)
        text = step.texts[-2]
        await sim.click("ann", step, text)
        assert sim.table().moves == before[0] + 1
        called = text.endswith("uno") and "#" not in text  # with the hand a call goes away, too
        assert sim.table().game.called == (frozenset({1}) if called else frozenset())

    tell(script)


def test_a_last_wild_needs_no_colour_and_no_second_step():
    async def script(sim: Sim) -> None:
        await begin(sim, top="r1", ann="w", bob="r9 b8 b7", on_turn="ann")
        assert sim.hand("ann").texts == ["w", "pe"]
        await sim.click("ann", sim.hand("ann"), "w")
        assert sim.table().phase == "ended"

    tell(script)


@pytest.mark.parametrize(
    "opening, moves, position, texts",
    [
        ("!uno", ("bob: w",), {"bob": "w r9 b8", "ann": "r5 g7 g8"}, ["co r", "co g", "co b", "co y"]),
        ("!uno", ("bob: r+2",), {"bob": "r+2 r9 b8", "ann": "r5 g7 g8"}, ["pa"]),
        ("!uno", ("bob: r+2",), {"bob": "r+2 r9 b8", "ann": "g+2 g7 g8"}, ["g+2", "pa"]),
        ("!uno one-round", ("bob: wd4g",), {"bob": "wd4 r9 b8 b9", "ann": "r5 g7 g8"}, ["pa", "ch"]),
        ("!uno", ("bob: pe",), {"bob": "b9 y8 b8", "ann": "r5 g7 g8", "draw": "y9"}, ["pa"]),
        ("!uno one-round", (), {"bob": "r5 g8", "ann": "r5 g7 g8"}, ["choose r5", "un"]),
    ],
)
def test_what_can_be_done_without_a_card(opening, moves, position, texts):
    async def script(sim: Sim) -> None:
        await begin(sim, *moves, opening=opening, top="r1", on_turn="bob", **{"ann": "", **position})
        assert sim.hand(sim.on_turn).texts == texts

    tell(script)


async def push(sim: Sim, who: str, **changes: Any) -> Shown:
    """A hand such as no game would deal."""
    person = Person(f"discord:{sim.people[who].id}", who)
    hand = sim.client.speaking.hands[person.id][sim.venue()]
    with sim.env._bot_scope():
        sim.client.send(ShowHand(person, replace(hand, **changes)))
    await sim.env.settle()
    return sim.hand(who)


@pytest.mark.parametrize("pictures", [False, True])
def test_at_most_21_cards_have_buttons_and_the_rest_is_counted(pictures):
    async def script(sim: Sim) -> None:
        await sim.deal()
        who = sim.on_turn
        moves = tuple(card.code for card in FACES if not card.wild)
        hand = await push(sim, who, cards=tuple(FACES), playable=frozenset(FACES), moves=(*moves, "pe"))
        cards = [one for one in hand.texts if codes(one)]
        assert len(cards) == 21 and len(hand.buttons) <= 25 and "pe" in hand.texts
        assert "33 more cards can be played" in hand.text
        assert len(codes(hand.held)) == len(FACES)
        whole = await push(sim, who, cards=tuple(DECK), playable=frozenset(), moves=("pe",))
        assert len(codes(whole.text)) == len(DECK) + 1  # and the top card

    tell(script, pictures=pictures)


def test_a_label_and_an_id_are_never_too_long():
    """A name has up to 32 characters; the id carries the chair instead."""

    async def script(sim: Sim) -> None:
        long = sim.person("n" * 32)
        await sim.says("ann", "!uno seven-zero")
        await sim.says(long.name, "jo")
        await sim.says("bob", "jo")
        await sim.says("ann", "deal")
        await sim.arrange(top="r1", ann="r7 g8", **{long.name: "r9 b8 b7", "bob": "y1 y2"}, on_turn="ann")
        step = await sim.click("ann", sim.hand("ann"), "choose r7")
        assert f"r7 with {long.name} + UNO!" in step.labels
        assert all(len(one.id) <= 40 and len(one.label) <= 80 for one in step.buttons)

    tell(script)


# What a click does


def test_a_click_on_an_old_turn_gets_the_present_hand():
    async def script(sim: Sim) -> None:
        await begin(sim, top="r1", ann="r5 r9 g7 g8", bob="r2 b8 b7", on_turn="ann")
        old = {name: (sim.hand(name), sim.board()) for name in ("ann", "bob")}
        await sim.click("ann", sim.hand("ann"), "r5")
        await sim.click("bob", sim.hand("bob"), "r2")
        moves = sim.table().moves
        again = await sim.forged("ann", sim.hand("ann"), old["ann"][0].button("r5").id)
        assert sim.table().moves == moves
        assert again.id == old["ann"][0].id and sorted(codes(again.held)) == ["g7", "g8", "r9"]
        public = await sim.forged("bob", sim.board(), old["bob"][1].button("pe").id)
        assert sim.table().moves == moves and public.ephemeral
        assert sorted(codes(public.held)) == ["b7", "b8"]
        choose = await sim.forged("ann", sim.hand("ann"), f"uno:{sim.table().round}:0:choose r5")
        assert choose.texts == sim.hand("ann").texts  # it cannot be played any more

    tell(script)


def test_whoever_clicks_under_the_table_acts_for_themselves():
    async def script(sim: Sim) -> None:
        await begin(sim, top="r1", ann="r5 r9 g7 g8", bob="r2 b8 b7", on_turn="ann")
        moves, cards = sim.table().moves, (sim.cards("ann"), sim.cards("bob"))
        refused = await sim.click("bob", sim.board(), "pe")
        assert refused.text == "It is ann's turn." and refused.ephemeral
        assert (await sim.click("cid", sim.board(), "pe")).text == say.NOT_SEATED
        assert (await sim.click("cid", sim.board(), "ca")).text == say.NOT_SEATED
        assert (sim.table().moves, (sim.cards("ann"), sim.cards("bob"))) == (moves, cards)
        own = await sim.click("bob", sim.board(), "ca")
        assert sorted(codes(own.held)) == ["b7", "b8", "r2"]
        await sim.click("cid", sim.board(), "jo")
        assert [seat.person.name for seat in sim.table().seats] == ["ann", "bob", "cid"]
        assert (await sim.click("bob", sim.board(), "jo")).text == say.ALREADY_SEATED
        await sim.click("ann", sim.board(), "pe")
        assert len(sim.cards("ann")) == 5

    tell(script)


def test_nobody_sees_anybody_elses_private_answer():
    async def script(sim: Sim) -> None:
        await begin(sim, top="r1", ann="r5 r9 g7 g8", bob="r2 b8 b7", on_turn="ann")
        shown = await sim.click("ann", sim.board(), "ca")
        mine = [one.id for one in sim.uno.history(viewer=sim.people["ann"])]
        others = [one.id for one in sim.uno.history(viewer=sim.people["bob"])]
        assert shown.id in mine and shown.id not in others

    tell(script)


def test_a_double_click_counts_once():
    """The second one comes in before the first is answered: it is for a turn that is over then."""

    async def script(sim: Sim) -> None:
        await begin(sim, top="r1", ann="r5 r5 r9 g8", bob="r2 b8 b7", on_turn="ann")
        hand, settle = sim.hand("ann"), sim.env._settle_internal

        async def at_once(**how: Any) -> None:
            pass

        sim.env._settle_internal = at_once  # type: ignore[method-assign]
        first = await sim.clicked("ann", hand, "r9")
        other = await sim.clicked("bob", sim.board(), "ca")
        sim.env._settle_internal = settle  # type: ignore[method-assign]
        assert not first.acknowledged and not other.acknowledged
        second = await sim.click("ann", hand, "r9")
        assert first.acknowledged and other.acknowledged
        assert sim.cards("ann") == ["r5", "r5", "g8"] and sim.on_turn == "bob"
        assert sorted(codes(second.held)) == ["g8", "r5", "r5"]
        assert sorted(codes(sim.answer(other).held)) == ["b7", "b8", "r2"]

    tell(script)


def test_challenging_and_catching_by_click():
    async def script(sim: Sim) -> None:
        position: dict[str, Any] = {"bob": "r9 b8 b7", "cid": "y1 y2 y3", "top": "r1", "on_turn": "ann"}
        await begin(sim, "ann: wd4g", opening="!uno one-round", ann="wd4 y7 y8 y9", **position)
        count = len(sim.cards("bob"))
        told = await sim.click("bob", sim.board(), "ch")
        assert "challenges" in sim.board().text
        assert told is not None and len(sim.cards("bob")) == count + 6  # ann held no red card
        await sim.arrange(None, "ann: r5", ann="r5 g7", **position)
        await sim.click("cid", sim.board(), "ct #1")
        assert "cid catches ann" in sim.board().text and len(sim.cards("ann")) == 3
        await sim.arrange(None, "ann: r5", ann="r5 g7", **position)
        await sim.click("ann", sim.board(), "un")
        assert "ann calls UNO" in sim.board().text
        assert "ct #1" not in sim.board().texts

    tell(script)


# Messages that the bot no longer remembers


def test_buttons_work_after_a_restart():
    async def script(sim: Sim) -> None:
        await sim.says("ann", "!uno")
        lobby = sim.board()
        await sim.restart()
        await sim.click("bob", lobby, "jo")
        await sim.click("ann", lobby, "deal")
        assert sim.table().phase == "playing" and sim.board().id == lobby.id
        who, other = sim.on_turn, sim.other
        hand, board = sim.hand(who), sim.board()
        private = await sim.click(who, board, "ca")
        await sim.restart()
        assert (sim.hand(who).id, sim.board().id) == (hand.id, board.id)
        await sim.click(who, private, "pe" if "pe" in private.texts else private.texts[0])
        assert sim.table().moves == 1
        assert len(sim.hand(who).buttons) > 0
        await sim.restart()
        still = await sim.click(other, sim.board(), "ca")
        assert sorted(codes(still.held)) == sorted(sim.cards(other))

    tell(script)


def test_a_click_that_its_message_does_not_have_is_answered():
    async def script(sim: Sim) -> None:
        await begin(sim, top="r1", ann="r5 r9 g7 g8", bob="r2 b8 b7", on_turn="ann")
        at = f"uno:{sim.table().round}:{sim.table().turned}"
        shown = await sim.forged("ann", sim.board(), f"{at}:choose r5")
        assert shown.ephemeral and sorted(codes(shown.held)) == ["g7", "g8", "r5", "r9"]
        await sim.forged("ann", sim.board(), f"{at}:r5")
        assert "r5" not in sim.cards("ann")
        for foreign in ("uno:x:y:pe", "other", f"{at}:", "uno:1:2", "tictactoe:3"):
            assert (await sim.forged("ann", sim.board(), foreign)).text == say.GAME_OVER_CLICK
        assert (await sim.forged("cid", sim.board(), "uno:77:0:pe")).text == say.NOT_SEATED
        nonsense = await sim.forged("ann", sim.board(), f"{at}:make me a sandwich")
        assert nonsense is not None and nonsense.text

    tell(script)


def test_a_click_under_a_table_that_is_closed():
    async def script(sim: Sim) -> None:
        await sim.deal()
        board, hand = sim.board(), sim.hand("ann")
        await sim.slash("ann", "table stop")
        for who, message, button in (("bob", board, "pe"), ("ann", hand, "ca"), ("bob", board, "ca")):
            got = await sim.forged(who, message, message.button(button).id)
            assert got.text in (say.GAME_OVER_CLICK, say.NO_TABLE)

    tell(script)


# What goes wrong


def broken(*given: Any, **named: Any) -> Any:
    raise RuntimeError("broken")


def test_an_exception_in_the_hall_is_answered_and_nothing_is_lost(monkeypatch):
    async def script(sim: Sim) -> None:
        await sim.deal()
        who, moves = sim.on_turn, sim.table().moves
        sim.expected.append("handling Heard failed")
        with monkeypatch.context() as patched:
            patched.setattr(playing, "move", broken)
            assert (await sim.click(who, sim.board(), "pe")).text == say.TRY_AGAIN
            assert (await sim.slash(who, "pick")).text == say.TRY_AGAIN
        assert len(sim.log.records) == 2
        await sim.click(who, sim.board(), "pe")
        assert sim.table().moves == moves + 1

    tell(script)


def test_an_exception_while_a_hand_is_laid_out_is_answered(monkeypatch):
    async def script(sim: Sim) -> None:
        await sim.deal()
        sim.expected += ["an answer could not be given", "something cannot be shown"]
        with monkeypatch.context() as patched:
            patched.setattr(look, "hand_layout", broken)
            assert (await sim.click("ann", sim.board(), "ca")).text == LATE
            assert (await sim.click("bob", sim.hand("bob"), sim.hand("bob").texts[0])).text == LATE
        assert sim.log.records
        assert sorted(codes((await sim.click("ann", sim.board(), "ca")).held)) == sorted(sim.cards("ann"))

    tell(script)


def test_an_exception_while_the_table_is_laid_out_does_not_stop_the_game(monkeypatch):
    async def script(sim: Sim) -> None:
        await sim.deal()
        sim.expected.append("something cannot be shown")
        who = sim.on_turn
        with monkeypatch.context() as patched:
            patched.setattr(rooms, "board_layout", broken)
            await sim.click(who, sim.board(), "pe")
        assert sim.table().moves == 1
        await sim.slash(who, "pass")
        assert sim.board().text.count("passes") or sim.table().moves == 2

    tell(script)


@pytest.mark.parametrize("way", ["click", "slash"])
def test_silence_is_broken_in_time(way):
    """Should nothing come back from the tables: whoever clicked is told within three seconds, and the log."""

    async def script(sim: Sim) -> None:
        await sim.deal()
        sim.client.inbox = lambda came: None
        sim.expected.append("was not answered in time")
        if way == "click":
            result = await sim.clicked("ann", sim.board(), "ca")
        else:
            result = await sim.people["ann"].slash(sim.uno, "uno hand")
        assert not result.acknowledged
        await sim.passes(2.9)
        assert result.acknowledged and result.response.content == LATE and result.ephemeral
        assert len(sim.log.records) == 1

    tell(script)


@pytest.mark.parametrize("times", [1, None])
def test_an_answer_that_discord_does_not_take_is_tried_once_more_and_logged(times):
    async def script(sim: Sim) -> None:
        await sim.deal()
        sim.expected.append("an answer could not be given")
        sim.env.inject_error("POST", "/interactions/*/callback", status=500, times=times)
        result = await sim.clicked("ann", sim.board(), "ca")
        assert len(sim.log.records) == 1
        if times:
            assert result.response.content == LATE
        else:
            assert not result.acknowledged
            sim.asked.remove(result._interaction)
            sim.env.backend.faults.clear()
        assert (await sim.click("ann", sim.board(), "ca")).text != LATE

    tell(script)
