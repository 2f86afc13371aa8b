"""Hands: by direct message or only for one's own eyes in the channel, as pictures and always in words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.networks.discord.sim import Shown, Sim, codes, tell
from unobot.chat.speech import english as say

CLOSED: dict[str, Any] = {"status": 403, "code": 50007, "message": "Cannot send messages to this user"}
SAID = "I cannot send you direct messages"


def hand_lines(message: Shown) -> list[str]:
    """The lines of a message that show a hand."""
    return [line for line in message.lines if line.startswith((say.YOUR_TURN, say.YOUR_HAND, say.YOUR_COLOR))]


def check(sim: Sim, who: str, message: Shown) -> None:
    """All of one's cards stand on one line, each once per copy, and other codes only on lines of their own."""
    (line,) = hand_lines(message)
    assert sorted(codes(line)) == sorted(sim.cards(who))
    for other in message.lines:
        if other != line:
            assert not codes(other) or other.startswith(("Top", "Last")), other
    bare = re.sub(r"<a?:\w+:\d+> ?", "", line).replace("*", "").replace("\\", "")
    for code in codes(line):
        assert re.search(rf"(?<![\w+]){re.escape(code)}(?![\w+])", bare)


# By direct message


def test_the_hand_is_one_direct_message_edited_in_place():
    async def script(sim: Sim) -> None:
        await sim.deal()
        first = {name: sim.hand(name).id for name in ("ann", "bob")}
        assert sim.hand("ann").lines[0] == "### Your cards at \\#uno"
        for _ in range(6):
            who = sim.on_turn
            check(sim, who, sim.hand(who))
            await sim.says(who, "pe")
            check(sim, who, sim.hand(who))
            if sim.on_turn == who:
                await sim.says(who, "pa")
        assert {name: sim.hand(name).id for name in ("ann", "bob")} == first
        await sim.restart()
        assert {name: sim.hand(name).id for name in ("ann", "bob")} == first

    tell(script)


def test_a_click_in_the_direct_message_changes_that_message_and_no_other():
    async def script(sim: Sim) -> None:
        await sim.deal()
        await sim.arrange(top="r1", ann="r5 r9 g7 g8", bob="r2 b8 b7", on_turn="ann")
        hand = sim.hand("ann")
        after = await sim.click("ann", hand, "r5")
        assert after.id == hand.id
        check(sim, "ann", after)
        assert len(sim.letters("ann")) == 1 and len(sim.messages(ephemeral=True)) == 2  # for joining and dealing

    tell(script)


def test_buried_or_deleted_it_is_sent_anew():
    async def script(sim: Sim) -> None:
        await sim.deal()
        who = sim.on_turn
        old = sim.hand(who)
        for number in range(8):
            await sim.writes(who, f"!uno help {('cards', 'rules')[number % 2]}")
        await sim.writes(who, "ca")
        assert sim.hand(who).id > old.id
        check(sim, who, sim.hand(who))
        buried = sim.hand(who)
        await sim.happens(lambda: sim.env.backend.delete_message(buried.channel, buried.id))
        await sim.writes(who, "pe")
        assert sim.hand(who).id > buried.id
        check(sim, who, sim.hand(who))

    tell(script)


def test_ca_sends_the_whole_hand_and_the_counts():
    async def script(sim: Sim) -> None:
        await sim.deal()
        await sim.says("ann", "ca")
        hand = sim.hand("ann")
        check(sim, "ann", hand)
        assert hand.lines[-1] in ("ann 7, bob 7.", "bob 7, ann 7.")

    tell(script)


@pytest.mark.parametrize("way", ["won", "stopped"])
def test_when_the_round_is_over_nothing_can_be_done_with_the_hand(way):
    async def script(sim: Sim) -> None:
        await sim.deal()
        await sim.arrange(top="r1", ann="r5", bob="r2 b8 b7", on_turn="ann")
        ids = [sim.hand(name).id for name in ("ann", "bob")]
        await sim.says("ann", "r5" if way == "won" else "!uno stop")
        for name in ("ann", "bob"):
            assert sim.hand(name).buttons == () and say.HAND_OVER in sim.hand(name).text
        if way == "won":
            await sim.says("ann", "deal")
            assert [sim.hand(name).id for name in ("ann", "bob")] == ids
            check(sim, "bob", sim.hand("bob"))

    tell(script)


# In the channel, for oneself


@pytest.mark.parametrize("hands", ["dm", "ephemeral"])
def test_my_hand_is_private_in_the_channel_whatever_is_set(hands):
    async def script(sim: Sim) -> None:
        await sim.deal()
        await sim.arrange(top="r1", ann="r5 r9 g7 g8", bob="r2 b8 b7", on_turn="ann")
        pushed = [name for name in ("ann", "bob") if sim.letters(name)]
        assert pushed == (["ann", "bob"] if hands == "dm" else [])
        shown = await sim.click("ann", sim.board(), "ca")
        assert shown.ephemeral and shown.channel == sim.uno.id
        check(sim, "ann", shown)
        assert shown.texts == ["r5", "r9", "pe"]
        after = await sim.click("ann", shown, "r5")
        assert after.id == shown.id  # changed in place
        check(sim, "ann", after)
        assert "r5" not in sim.cards("ann")
        by_slash = await sim.slash("bob", "hand")
        check(sim, "bob", by_slash)
        if hands == "ephemeral":
            assert sim.letters("ann") == sim.letters("bob") == []

    tell(script, hands=hands)


def test_a_new_private_hand_takes_the_place_of_the_one_before():
    async def script(sim: Sim) -> None:
        await sim.deal()
        first = await sim.click("ann", sim.board(), "ca")
        second = await sim.click("ann", sim.board(), "ca")
        ids = [one.id for one in sim.messages(ephemeral=True) if one.accent is not None]
        assert second.id in ids and first.id not in ids
        await sim.passes(16 * 60)
        assert sim.table() is not None

    tell(script, hands="ephemeral", options={"preset": "irc"})


@pytest.mark.parametrize("minutes, new", [(1, False), (13, False), (16, True), (60, True)])
def test_after_a_quarter_of_an_hour_a_private_hand_is_shown_anew(minutes, new):
    """Discord lets it be edited no longer; its buttons still work."""

    async def script(sim: Sim) -> None:
        await sim.says("ann", "!uno sandbox")  # without a clock
        await sim.slash("bob", "join")
        await sim.slash("ann", "deal")
        await sim.arrange(top="r1", ann="r5 r9 g7 g8", bob="r2 b8 b7", on_turn="ann")
        old = await sim.click("ann", sim.board(), "ca")
        await sim.passes(minutes * 60)
        after = await sim.click("ann", old, "r5")
        assert (after.id != old.id) is new and after.ephemeral
        check(sim, "ann", after)
        assert sim.cards("ann") == ["r9", "g7", "g8"]

    tell(script, hands="ephemeral")


# Closed doors


def test_where_direct_messages_are_closed_the_channel_says_once_how_to_see_the_hand():
    async def script(sim: Sim) -> None:
        closed = sim.people["bob"].user.dm_channel.id
        sim.env.inject_error("POST", f"/channels/{closed}/messages", times=None, **CLOSED)
        await sim.says("ann", "!uno")
        await sim.click("bob", sim.board(), "jo")
        await sim.click("ann", sim.board(), "deal")
        assert [text.split(":")[0] for text in sim.said() if SAID in text] == ["bob"]
        tries = attempts(sim, closed)
        assert tries == 1
        for _ in range(4):
            await sim.slash(sim.on_turn, "pick")
            await sim.slash(sim.on_turn, "pass")
        shown = await sim.click("bob", sim.board(), "ca")
        check(sim, "bob", shown)
        assert sum(SAID in text for text in sim.said()) == 1
        assert attempts(sim, closed) == tries  # not in this game
        assert sim.letters("bob") == [] and sim.hand("ann")
        await sim.arrange(top="r1", ann="r5", bob="r2 b8 b7", on_turn="ann")
        await sim.says("ann", "r5")
        await sim.click("ann", sim.board(), "deal")
        assert attempts(sim, closed) == tries + 1  # but in the next one
        assert sum(SAID in text for text in sim.said()) == 1
        sim.env.backend.faults.clear()
        await sim.says("ann", "!uno stop")
        await sim.deal()
        check(sim, "bob", sim.hand("bob"))

    tell(script)


def attempts(sim: Sim, channel: int) -> int:
    return sum(one.method == "POST" and one.path == f"/channels/{channel}/messages" for one in sim.env.http_requests)


def test_somebody_who_cannot_be_written_to_is_told_where_they_asked():
    async def script(sim: Sim) -> None:
        closed = sim.people["bob"].user.dm_channel.id
        sim.env.inject_error("POST", f"/channels/{closed}/messages", times=None, **CLOSED)
        await sim.says("bob", "!uno help", "!uno help cards")
        assert sum(SAID in text for text in sim.said()) == 1

    tell(script)


# Pictures


def test_my_hand_is_a_picture_with_words():
    async def script(sim: Sim) -> None:
        await sim.deal()
        await sim.arrange(top="r1", ann="r5 r9 g7 g8", bob="r2 b8 b7", on_turn="ann")
        assert not sim.hand("ann").files  # a move needs none where cards have emojis
        check(sim, "ann", sim.hand("ann"))
        shown = await sim.click("ann", sim.board(), "ca")
        check(sim, "ann", shown)
        alt = "4 cards: r5 r9 g7 g8. Can be played: r5 r9."
        assert shown.files == (("hand.png", alt),) and shown.pictures == (alt,)
        assert all(button.emoji for button in shown.buttons if codes(button.text))
        assert all(codes(button.label) for button in shown.buttons if codes(button.text))  # letters all the same
        after = await sim.click("ann", shown, "r5")
        assert after.files == () and after.pictures == ()

    tell(script, pictures=True)


def test_without_emojis_every_hand_is_a_picture():
    async def script(sim: Sim) -> None:
        sim.client.speaking.look.emojis.found.clear()
        await sim.deal()
        hand = sim.hand("ann")
        assert len(hand.files) == len(hand.pictures) == 1
        check(sim, "ann", hand)
        await sim.says(sim.on_turn, "pe")
        assert len(sim.hand("ann").files) == 1  # edited: the old one is gone

    tell(script, pictures=True)


def test_emojis_are_made_once():
    async def script(sim: Sim) -> None:
        def made() -> int:
            return sum(one.method == "POST" and one.path.endswith("/emojis") for one in sim.env.http_requests)

        assert made() == 54
        await sim.restart()
        assert made() == 54 and sim.client.speaking.look.emojis.complete

    tell(script, pictures=True)


def test_in_words_alone():
    async def script(sim: Sim) -> None:
        await sim.deal()
        for message in (sim.hand("ann"), await sim.click("ann", sim.board(), "ca")):
            assert (message.files, message.pictures) == ((), ())
            check(sim, "ann", message)
            assert not any(button.emoji for button in message.buttons)
        assert not any("emojis" in request.path for request in sim.env.http_requests)

    tell(script, pictures=False)


def test_a_picture_that_cannot_be_drawn_is_left_out(monkeypatch):
    async def script(sim: Sim) -> None:
        from unobot.networks.discord import cards

        await sim.deal()
        sim.expected.append("a picture could not be drawn")
        monkeypatch.setattr(cards, "hand_picture", lambda *given: 1 / 0)
        shown = await sim.click("ann", sim.board(), "ca")
        assert shown.files == ()
        check(sim, "ann", shown)

    tell(script, pictures=True)
