"""Typing on Discord: in a channel as on IRC, behind a mention, in private; and what is not listened to."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
from simcord.enums import MessageType

from tests.networks.discord.sim import ANN, GUILD, UNO, Sim, codes, tell
from unobot.chat.speech import english as say

ME = 1456074443980800001
BLIND: dict[str, Any] = {"content": False, "granted": False}


def test_a_game_is_played_by_typing_as_on_irc():
    async def script(sim: Sim) -> None:
        await sim.says("ann", "!uno")
        assert "ann opens a table" in sim.board().text
        await sim.says("bob", "jo lucky")
        assert "bob sits down: ann, bob." in sim.board().text
        assert sim.told("bob") == [say.WORD_ADDED]
        await sim.says("bob", "deal")
        assert sim.told("bob")[-1] == "Only ann can do that here: the host of the table."
        await sim.says("ann", "DEAL")
        await sim.arrange(top="r1", ann="r5 r5 g7", bob="r9 b8 b8", on_turn="ann")
        await sim.says("ann", "r5  R5")
        assert "ann plays r5r5" in sim.board().text.replace("*", "")
        assert sim.cards("ann") == ["g7"]
        await sim.says("bob", "b8")
        assert sim.told("bob")[-1].startswith("**b8** does not go on **r5**")
        await sim.says("bob", "pe")
        assert len(sim.cards("bob")) == 4

    tell(script)


def test_talk_is_not_heard():
    async def script(sim: Sim) -> None:
        await sim.deal()
        before, moves = len(sim.env.http_requests), sim.table().moves
        for text in ("pe please", "hello", "r5r", "uno!", "!unobot", "`pe`"):
            await sim.says(sim.on_turn, text)
        await sim.says("cid", "pe")
        assert (len(sim.env.http_requests), sim.table().moves) == (before, moves)

    tell(script)


def test_us_is_one_message_as_it_stands():
    """For programs: both lines together, and nothing in them escaped."""

    async def script(sim: Sim) -> None:
        sim.person("x_y_z")
        await sim.says("ann", "!uno")
        await sim.says("x_y_z", "jo")
        await sim.says("ann", "deal")
        await sim.arrange(top="r1", ann="r5 r5 g7", x_y_z="r9 b8 b8", on_turn="ann")
        table = (
            "UNO_STATUS_V1 phase=active current=ann top=r1 mode=normal stacked_cards=0 already_picked=0 "
            "players=ann:3,x_y_z:3"
        )
        for who, answer in (
            ("ann", [table, "UNO_STATUS_PRIVATE_V1 picked_card=-"]),
            ("x_y_z", [table]),
            ("bob", ["UNO_STATUS_V1 error=not_player"]),
        ):
            count = len(sim.letters(who))
            await sim.says(who, "us")
            assert len(sim.letters(who)) == count + 1
            assert sim.told(who)[-1].splitlines() == answer
            assert (await sim.slash(who, "status")).lines == answer

    tell(script)


def test_us_without_a_table():
    async def script(sim: Sim) -> None:
        await sim.says("ann", "us")
        await sim.writes("ann", "us")
        assert sim.told("ann") == ["UNO_STATUS_V1 error=no_game", "UNO_STATUS_V1 error=channel_only"]

    tell(script)


# Without the content of messages


def test_without_the_intent_it_is_not_asked_for():
    async def script(sim: Sim) -> None:
        assert not sim.client.intents.message_content
        assert sim.client.intents.value == discord.Intents(guilds=True, guild_messages=True, dm_messages=True).value
        await sim.says("ann", "!uno")
        assert sim.table() is None and sim.messages() == []

    tell(script, **BLIND)


def test_with_it_asked_but_not_granted_the_library_says_so():
    """The network then tries again without (see network.py and the stand-in's tests)."""

    async def script(sim: Sim) -> None:
        raise AssertionError("the bot is let in")

    with pytest.raises(discord.PrivilegedIntentsRequired):
        tell(script, content=True, granted=False)


def test_without_the_intent_a_game_is_played_by_mention_slash_click_and_in_private():
    async def script(sim: Sim) -> None:
        await sim.says("ann", f"<@{ME}> !uno")
        assert "ann opens a table" in sim.board().text
        await sim.click("bob", sim.board(), "jo")
        await sim.slash("cid", "join")
        assert [seat.person.name for seat in sim.table().seats] == ["ann", "bob", "cid"]
        await sim.says("ann", f"<@!{ME}>, deal")
        await sim.arrange(top="r1", ann="r5 g7 g8", bob="r9 b8 b8", cid="r2 r3 y9", on_turn="ann")
        await sim.says("ann", f"<@{ME}> r5")
        assert sim.cards("ann") == ["g7", "g8"]
        await sim.writes("bob", "r9")
        assert sim.cards("bob") == ["b8", "b8"]
        await sim.click("cid", sim.hand("cid"), "r2")
        assert sim.cards("cid") == ["r3", "y9"]
        await sim.slash("ann", "pick")
        assert len(sim.cards("ann")) == 3
        await sim.says("ann", f"<@{ME}>: pa")
        assert sim.on_turn == "bob"

    tell(script, **BLIND)


HELP = f"{say.HELP['']}\n{say.HELP_DISCORD}"
MENTIONS = [
    ("", HELP),
    ("   ", HELP),
    (" help cards", say.HELP["cards"]),
    (" !uno tables", say.NO_TABLES),
    (" tables", say.NO_TABLES),
    (" pe", say.NO_TABLE),
    (" how are you", "I do not know how are you. !uno help lists what I do."),
    (" !uno tabels", "I do not know tabels. Did you mean tables?"),
]


@pytest.mark.parametrize("blind", [True, False])
def test_a_mention_is_always_answered(blind):
    async def script(sim: Sim) -> None:
        for text, answer in MENTIONS:
            await sim.says("ann", f"<@{ME}>{text}")
            assert plain(sim.told("ann")[-1]) == answer
        assert len(sim.told("ann")) == len(MENTIONS) and sim.messages() == []

    tell(script, **(BLIND if blind else {}))


def plain(text: str) -> str:
    """Without the escapes."""
    return re.sub(r"\\(.)", r"\1", text).replace("\u200b", "")


def test_a_mention_elsewhere_in_a_text_is_talk():
    async def script(sim: Sim) -> None:
        await sim.says("ann", f"look, <@{ME}> !uno", f"<@{ME + 50}> !uno")
        assert sim.table() is None and sim.told("ann") == []

    tell(script)


def test_text_commands_can_be_switched_off():
    """Channels are left alone; mentions, slash commands, buttons and direct messages work."""

    async def script(sim: Sim) -> None:
        await sim.says("ann", "!uno")
        assert sim.table() is None
        await sim.says("ann", f"<@{ME}> !uno")
        await sim.says("bob", "jo")
        await sim.click("bob", sim.board(), "jo")
        await sim.slash("ann", "deal")
        who = sim.on_turn
        await sim.says(who, "pe")
        assert len(sim.cards(who)) == 7
        await sim.writes(who, "pe")
        assert len(sim.cards(who)) == 8

    tell(script, text_commands=False)


def test_bots_webhooks_and_notices_are_ignored():
    async def script(sim: Sim) -> None:
        sim.person("robot", bot=True)
        await sim.says("robot", "!uno", f"<@{ME}> !uno")
        await sim.guild.create_webhook(sim.uno, "hook").send("!uno")
        sim.guild.create_system_message(sim.uno, MessageType.NEW_MEMBER, author=sim.people["ann"])
        await sim.env.settle()
        assert sim.table() is None and sim.messages() == [] and sim.env.backend.dm_channels == {}

    tell(script)


def test_a_reply_is_read_too():
    async def script(sim: Sim) -> None:
        first = await sim.people["bob"].send(sim.uno, "shall we?")
        await sim.people["ann"].send(sim.uno, "!uno", reply_to=first)
        assert sim.table() is not None

    tell(script)


# In private


def test_in_private_everything_is_answered():
    async def script(sim: Sim) -> None:
        for text, answer in (
            ("!uno", say.ONLY_CHANNEL),
            ("pe", say.NOT_AT_TABLE),
            ("help", HELP),
            ("good morning", "I do not know good morning. !uno help lists what I do."),
        ):
            await sim.writes("ann", text)
            assert plain(sim.told("ann")[-1]) == answer

    tell(script)


def test_a_move_in_private_counts_at_the_one_table_and_is_shown_in_both_places():
    async def script(sim: Sim) -> None:
        await sim.deal()
        await sim.arrange(top="r1", ann="r5 g7 g8", bob="r9 b8 b8", on_turn="ann")
        await sim.writes("ann", "r5")
        assert "ann plays r5" in sim.board().text.replace("*", "")
        assert sorted(codes(sim.hand("bob").held)) == ["b8", "b8", "r9"]
        other = sim.guild.create_text_channel("two")
        await sim.says("bob", "!uno", channel=other)
        await sim.writes("bob", "pe")
        assert sim.told("bob")[-1] == say.WHICH_TABLE
        assert sim.on_turn == "bob"

    tell(script)


def test_two_tables_keep_two_hands_apart():
    async def script(sim: Sim) -> None:
        two = sim.guild.create_text_channel("two")
        await sim.deal()
        await sim.says("ann", "!uno", channel=two)
        await sim.says("bob", "jo", channel=two)
        await sim.says("ann", "deal", channel=two)
        hands = [one for one in sim.letters("ann") if one.accent is not None]
        assert len(hands) == 2
        assert sorted(one.lines[0] for one in hands) == ["### Your cards at \\#two", "### Your cards at \\#uno"]
        assert "(\\#two)" in hands[1].held
        here, there = sim.table(), sim.table(two)
        assert {button.id.split(":")[1] for hand in hands for button in hand.buttons} == {
            str(here.round), str(there.round)
        }  # fmt: skip
        who = there.name(there.game.turn).name
        mine = next(one for one in sim.letters(who) if one.accent is not None and "two" in one.lines[0])
        moves = (here.moves, there.moves)
        await sim.click(who, mine, "pe")
        assert (here.moves, there.moves) == (moves[0], moves[1] + 1)

    tell(script)


# Where the bot plays


@pytest.mark.parametrize(
    "given, served",
    [
        ({"servers": [GUILD]}, True),
        ({"servers": [GUILD + 1]}, False),
        ({"channels": [UNO]}, True),
        ({"channels": [UNO + 1]}, False),
        ({"servers": [GUILD], "channels": [UNO + 1]}, False),
        ({"servers": [GUILD + 1], "channels": [UNO]}, False),
    ],
)
@pytest.mark.parametrize("thread", [False, True])
def test_only_chosen_servers_and_channels_are_served(given, served, thread):
    """A thread goes with its channel. Commands are answered everywhere; text is left alone."""

    async def script(sim: Sim) -> None:
        where = sim.thread("side table") if thread else sim.uno
        got = await sim.slash("ann", "open", channel=where)
        assert (got.text == say.NOT_SERVED) is not served
        assert (sim.table(where) is not None) is served
        await sim.says("bob", "!uno help", channel=where)
        assert bool(sim.told("bob")) is served
        form = await sim.people["ann"].slash(where, "uno admin set", option="target")
        assert (form.modal is None) is not served
        await sim.people["ann"].autocomplete(where, "uno play", "card", "")
        await sim.writes("bob", "help")
        assert sim.told("bob")  # direct messages are nobody's server

    tell(script, admins=[ANN], **given)


def test_a_table_lives_in_a_thread():
    async def script(sim: Sim) -> None:
        side = sim.thread("side table")
        await sim.says("ann", "!uno", channel=side)
        await sim.says("bob", "jo", channel=side)
        await sim.says("ann", "!uno")  # and another one in the channel itself
        await sim.click("ann", sim.board(side), "deal")
        assert sim.table(side).phase == "playing" and sim.table().phase == "lobby"
        who = sim.table(side).name(sim.table(side).game.turn).name
        hand = next(one for one in sim.letters(who) if one.accent is not None)
        assert hand.lines[0] == "### Your cards at \\#side table"
        await sim.click(who, sim.board(side), "pe")
        assert sim.table(side).moves == 1
        await sim.restart()
        assert sim.board(side).button("pa") or sim.board(side).button("pe")
        await sim.happens(lambda: sim.env.backend.delete_channel(side.id))
        assert sim.table(side) is None and sim.table() is not None
        assert any("side table is gone" in text for text in sim.told("bob"))

    tell(script)
