"""The table's message: one, edited in place, with news and one ping beside it; and names that are only names."""

from __future__ import annotations

import asyncio
import re

import discord
import pytest

from tests.networks.discord.sim import Sim, tell
from unobot.chat.speech import english as say
from unobot.engine.cards import Color
from unobot.networks.discord.layouts import ACCENTS
from unobot.networks.discord.posting import Job, Worker


def pings(sim: Sim) -> list[str]:
    """Who is called by what stands in the channel."""
    names = {person.id: name for name, person in sim.people.items()}
    return [names[one] for message in sim.messages() for one in message.pings]


def news(sim: Sim) -> list[str]:
    return [text for text in sim.said() if not text.startswith("<@")]


# One message


def test_one_message_is_edited_and_moves_are_not_news():
    async def script(sim: Sim) -> None:
        await sim.says("ann", "!uno")
        board = sim.board()
        assert news(sim) == []
        await sim.slash("bob", "join")
        assert sim.board().id == board.id and news(sim) == []
        await sim.says("ann", "deal")
        await sim.arrange(top="r1", ann="r5 r9 g7 g8", bob="r2 b8 b7", on_turn="ann")
        dealt = news(sim)
        assert len(dealt) == 1 and dealt[0].startswith("Dealt.")
        await sim.says("ann", "r5")
        await sim.says("bob", "r2")
        await sim.says("ann", "pe")
        assert news(sim) == dealt
        assert sim.board().id == board.id
        assert [re.sub(r"\W", "", line)[:8] for line in sim.board().lines[-3:]] == ["annplays", "bobplays", "annpicks"]

    tell(script)


def test_uno_and_the_end_are_news():
    async def script(sim: Sim) -> None:
        await sim.deal("!uno short")
        await sim.arrange(top="r1", ann="r5 r9", bob="r2 b8 b7", on_turn="ann")
        before = len(news(sim))
        await sim.says("ann", "r5 uno")
        assert len(news(sim)) == before + 1 and "UNO" in news(sim)[-1]
        await sim.says("bob", "r2")
        await sim.says("ann", "r9")
        assert any("wins the round" in text for text in news(sim))
        assert any(text.startswith("Standings after round 1") for text in news(sim))
        assert "The next round is dealt" in sim.board().text
        assert pings(sim) == []  # nobody is on turn
        await sim.passes(11)
        assert any(text.startswith("Round 2") for text in news(sim))

    tell(script)


def test_it_says_all_there_is_to_see():
    async def script(sim: Sim) -> None:
        await sim.deal("!uno", "bob", "cid")
        await sim.arrange(
            None, "ann: r+2", top="r1", ann="r+2 r9 g7", bob="r2 b8 b7", cid="y1", on_turn="ann", direction=-1
        )
        lines = sim.board().text.replace("*", "").splitlines()
        assert lines[0] == "### UNO, irc rules, ranked"
        assert lines[1] == "Top: r+2, red counts; 2 cards wait for cid."
        assert lines[2].startswith("Play runs up the list; ")
        assert lines[3] == f"The turn ends <t:{int(sim.table().expires)}:R>."
        assert [line for line in lines if line.startswith("▸")] == ["▸ cid: 1 card, UNO!"]
        assert "ann: 2 cards" in lines and "bob: 3 cards" in lines
        assert lines[-1].startswith("-# ")

    tell(script)


@pytest.mark.parametrize("color", Color)
def test_its_accent_is_the_colour_in_force(color):
    async def script(sim: Sim) -> None:
        await sim.says("ann", "!uno")
        assert sim.board().accent == ACCENTS[None]
        await sim.slash("bob", "join")
        await sim.slash("ann", "deal")
        await sim.arrange(top="r1", ann="w r9 g7", bob="r2 b8 b7", on_turn="ann")
        await sim.says("ann", f"w{color}")
        assert sim.board().accent == ACCENTS[color]

    tell(script)


def test_the_countdown_is_as_long_as_the_clock_runs():
    async def script(sim: Sim) -> None:
        await sim.deal()
        due = sim.table().expires
        assert f"<t:{int(due)}:R>" in sim.board().text
        await sim.slash("ann", "table pause")
        assert "<t:" not in sim.board().text
        await sim.passes(60)
        await sim.slash("ann", "table resume")
        assert f"<t:{int(due + 60)}:R>" in sim.board().text

    tell(script)


@pytest.mark.parametrize("count, moved", [(7, False), (9, True)])
def test_buried_by_chat_it_is_posted_anew(count, moved):
    async def script(sim: Sim) -> None:
        await sim.says("ann", "!uno")
        old = sim.board()
        for number in range(count):
            await sim.says("cid", f"talk {number}")
        assert sim.board().id == old.id  # it changes with the next move
        await sim.slash("bob", "join")
        assert (sim.board().id != old.id) is moved  # there is only one: the old one is gone
        assert "bob sits down" in sim.board().text
        new = sim.board()
        await sim.slash("cid", "join")
        assert sim.board().id == new.id

    tell(script)


def test_deleted_by_a_moderator_it_is_posted_anew():
    async def script(sim: Sim) -> None:
        role = sim.guild.create_role("mods", permissions=discord.Permissions(manage_messages=True))
        sim.person("mod", roles=[role])
        await sim.deal()
        old = sim.board()
        message = next(one for one in sim.uno.history() if one.id == old.id)
        await sim.people["mod"].delete(message)
        await sim.says(sim.on_turn, "pe")
        assert sim.board().id > old.id
        assert await sim.click("ann", sim.board(), "ca")

    tell(script)


def test_the_same_message_after_a_restart():
    async def script(sim: Sim) -> None:
        await sim.deal()
        board = sim.board()
        await sim.restart()
        assert sim.board().id == board.id
        assert "Back again" in sim.board().text
        assert pings(sim) == [sim.on_turn]

    tell(script)


def test_a_closed_table_has_no_buttons_and_calls_nobody():
    async def script(sim: Sim) -> None:
        await sim.deal()
        board = sim.board()
        await sim.slash("ann", "table stop")
        assert sim.board().id == board.id and sim.board().buttons == ()
        assert pings(sim) == []
        await sim.says("ann", "!uno")
        boards = [one for one in sim.messages() if one.accent is not None]
        assert boards[0].id == board.id and len(boards) == 2  # the next table is another message

    tell(script)


def test_a_table_closed_in_mid_game_says_so_and_counts_nothing_down():
    async def script(sim: Sim) -> None:
        await sim.deal()
        await sim.slash("ann", "table stop")
        assert say.BOARD_PHASES["closed"] in sim.board().text
        assert "<t:" not in sim.board().text and "▸" not in sim.board().text

    tell(script)


def test_a_lobby_that_closes():
    async def script(sim: Sim) -> None:
        await sim.says("ann", "!uno")
        await sim.passes(601)
        assert sim.table() is None
        assert sim.board().buttons == () and say.BOARD_PHASES["closed"] in sim.board().text

    tell(script)


# One ping


def test_only_the_player_on_turn_is_pinged_once():
    async def script(sim: Sim) -> None:
        await sim.says("ann", "!uno")
        await sim.slash("bob", "join")
        assert pings(sim) == []
        await sim.says("ann", "deal")
        for _ in range(5):
            who = sim.on_turn
            assert pings(sim) == [who]
            ids = [one.id for one in sim.messages() if one.pings]
            await sim.says(who, "pe")
            if sim.on_turn == who:
                assert [one.id for one in sim.messages() if one.pings] == ids  # still the same turn
                await sim.says(who, "pa")
        sent = [one.json for one in sim.env.http_requests if one.method == "POST" and one.path.endswith("/messages")]
        for body in sent:
            allowed = (body.get("allowed_mentions") or {}) if body else {}
            mentioned = re.findall(r"<@(\d+)>", body.get("content") or "")
            assert allowed.get("parse") == []
            assert [str(one) for one in allowed.get("users", [])] == mentioned

    tell(script)


def test_who_does_not_want_to_be_pinged_is_not():
    async def script(sim: Sim) -> None:
        for name in ("ann", "bob"):
            await sim.says(name, "!uno prefs highlight off")
        await sim.deal()
        assert pings(sim) == []

    tell(script)


def test_the_ping_comes_below_the_news():
    async def script(sim: Sim) -> None:
        await sim.deal()
        ids = {bool(one.pings): one.id for one in sim.messages() if one.accent is None}
        assert ids[True] > ids[False]

    tell(script)


def test_news_are_not_kept_waiting_by_moves():
    """Where Discord slows the bot down, each kind has its turn: table, ping and news."""

    async def story() -> list[str]:
        worker, done = Worker("#uno"), []

        def job(name: str) -> Job:
            async def work() -> None:
                done.append(name)

            return work

        worker.put(job("news"))
        for _ in range(3):
            worker.put(job("board"), "board")
            worker.put(job("ping"), "ping")
            taken = worker.outbox.take(0.0)
            assert taken
            await taken[1]()
        worker.stop()
        return done

    assert "news" in asyncio.run(story())


# Names


NAMES = {
    "@everyone": "@\u200beveryone",
    "**bold**": r"\*\*bold\*\*",
    "[a](http://x.y)": r"\[a\](http:\//x.y)",
    "<@123456789>": "\\<@\u200b123456789>",
    "# head": r"\# head",
    "`code`": r"\`code\`",
    "__u__~~s~~||h||": r"\_\_u\_\_\~\~s\~\~\|\|h\|\|",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_only_a_name(name):
    async def script(sim: Sim) -> None:
        sim.person(name)
        await sim.says(name, "!uno")
        board = sim.board()
        assert NAMES[name] in board.text
        await sim.slash("ann", "join")
        await sim.slash(name, "deal")
        assert not any(message.everyone for message in sim.messages())
        assert all(
            one in (sim.people[name].id, sim.people["ann"].id) for message in sim.messages() for one in message.pings
        )
        counts = await sim.slash("ann", "show counts")
        assert NAMES[name] in counts.text

    tell(script)


def test_a_name_from_right_to_left_does_not_turn_the_line_round():
    async def script(sim: Sim) -> None:
        for name in ("שלום", "evil\u202ename"):
            sim.person(name)
        await sim.says("שלום", "!uno")
        assert "\u2068שלום\u2069" in sim.board().text
        await sim.slash("evil\u202ename", "join")
        assert "\u202e" not in sim.board().text

    tell(script)


def test_display_names_are_not_used():
    """Known by the user name, which is unique and can be typed."""

    async def script(sim: Sim) -> None:
        user = sim.env.create_user("dora", global_name="ann")
        sim.people["dora"] = sim.guild.add_member(user, nick="**ann**")
        await sim.says("dora", "!uno")
        assert "dora (host)" in sim.board().text and "ann" not in sim.board().text.replace("ranked", "")

    tell(script)


def test_talk_that_the_bot_repeats_is_harmless():
    async def script(sim: Sim) -> None:
        for text in ("!uno @everyone", "!uno **x**", "!uno set @here 5", "!uno stats <@&1>", "!uno help [x](http://y)"):
            await sim.says("ann", text)
        told = "\n".join(sim.told("ann"))
        assert "@everyone" not in told and "@here" not in told and "**x**" not in told and "[x](" not in told
        assert not any(message.everyone for message in sim.letters("ann"))

    tell(script)
