"""Life on Discord: lost sockets, limits, refusals, slowness, places that go away. Each leaves the table sound."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import discord
import pytest

from tests.networks.discord.scripted import (
    answered,
    board_of,
    hand_of,
    moves_in,
    open_table,
    play,
    running_bot,
)
from tests.networks.discord.standin import Channel, Standin, User
from tests.networks.discord.test_wire import SETTINGS, configuration, on_turn, seated
from tests.networks.processes import BotProcess
from unobot.bot import Bot
from unobot.chat.table import Table
from unobot.networks.discord import network
from unobot.networks.discord.client import Client

pytestmark = pytest.mark.usefixtures("quick")


class Game:
    """Two at a table in #uno."""

    def __init__(self, standin: Standin, bot: Bot, people: list[User], uno: Channel) -> None:
        self.standin, self.bot, self.people, self.uno = standin, bot, people, uno
        self.random = Random(1)

    @property
    def table(self) -> Table:
        [table] = self.bot.hall.tables.values()
        return table

    @property
    def client(self) -> Client:
        client = self.bot.networks["discord"].client  # type: ignore[attr-defined]
        assert isinstance(client, Client)
        return client

    def user(self) -> User:
        user = on_turn(self.bot, self.people)
        assert user
        return user

    async def move(self) -> None:
        """Somebody moves, by clicks, and the table shows it."""
        user, before = self.user(), self.table.moves
        await play(user, await hand_of(user, self.uno), self.random)
        assert self.table.moves > before

    async def up(self, up: bool = True) -> None:
        async with asyncio.timeout(15):
            await self.bot.until(lambda bot: ("discord" in bot.hall.down) is not up)


@contextlib.asynccontextmanager
async def game(path: Path, **changes: object) -> AsyncIterator[Game]:
    async with Standin() as standin:
        people, uno = seated(standin, 2)
        async with running_bot(standin, path / "unobot.db", SETTINGS, **changes) as bot:
            await open_table(uno, people)
            await uno.until("on top")
            yield Game(standin, bot, people, uno)


# The gateway


@pytest.mark.parametrize("how", ["dropped", "reconnect", "invalid"])
def test_a_lost_socket_stops_the_clocks_and_nothing_else(how: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with game(tmp_path) as here:
            knobs = {
                "dropped": here.standin.drop,
                "reconnect": here.standin.reconnect,
                "invalid": here.standin.invalidate,
            }
            knobs[how]()
            await here.up(False)
            assert here.table.holds == {"link"}
            await here.up()
            assert here.table.holds == set()
            assert (here.standin.gateway.resumed > 0) is (how != "invalid")
            await here.move()

    asyncio.run(story())


def test_what_was_said_while_the_socket_was_gone_is_heard_after_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with game(tmp_path) as here:
            user, before = here.user(), here.table.moves
            here.standin.drop()
            await user.say(here.uno, "pe")
            await here.bot.until(lambda bot: here.table.moves == before + 1)

    asyncio.run(story())


def test_without_discord_at_the_start_it_comes_when_discord_does(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(network, "backoff", lambda failures, random, most: 0.05)
    monkeypatch.setattr(network, "REFUSED", 0.05)

    async def story() -> None:
        async with Standin() as standin:
            people, uno = seated(standin, 2)
            fault = standin.fault("GET", "/users/@me", times=50, status=401, code=0)
            running = running_bot(standin, tmp_path / "unobot.db", SETTINGS)
            entering = asyncio.create_task(running.__aenter__())
            await standin.until(lambda: fault.hits >= 2, what="two attempts")
            fault.times = 0
            await entering
            await open_table(uno, people)
            await running.__aexit__(None, None, None)

    asyncio.run(story())


def test_alone_with_a_token_that_is_not_accepted_it_ends(tmp_path: Path) -> None:
    """`unobot run` with nothing else to do: a sentence, and status 2."""

    async def story() -> None:
        async with Standin() as standin:
            standin.fault("GET", "/users/@me", times=9, status=401, code=0)
            path = configuration(tmp_path, standin)
            bot = BotProcess(tmp_path, "--config", str(path), environ={"DISCORD_TOKEN": standin.token})
            try:
                await asyncio.to_thread(bot.process.wait, 15)
                said = bot.err.read_text()
                assert bot.process.returncode == 2 and "discord.token" in said
                assert standin.token not in said and "Traceback" not in said
            finally:
                bot.stop()

    asyncio.run(story())


def test_without_the_intent_it_says_so_once_and_is_playable(tmp_path: Path, caplog) -> None:
    async def story() -> None:
        async with Standin() as standin:
            standin.grant()
            people, uno = seated(standin, 2)
            ann, bob = people
            async with running_bot(standin, tmp_path / "unobot.db", SETTINGS) as bot:
                await ann.say(uno, "!uno")  # not heard
                await answered(await ann.slash(uno, "uno open"))
                await bob.say(uno, f"{standin.bot.mention} jo")
                await uno.until("sits down")
                await ann.say(uno, f"{standin.bot.mention} deal")
                await uno.until("on top")
                user = on_turn(bot, people)
                assert user
                await user.dm("ca")
                await user.until_dm("Your turn")
                [table] = bot.hall.tables.values()
                await play(user, await hand_of(user, uno), Random(1))
                assert table.moves == 1
        told = [record for record in caplog.records if "message content intent" in record.getMessage()]
        assert len(told) == 1 and standin.token not in caplog.text

    asyncio.run(story())


def test_only_its_own_shards_are_served(tmp_path: Path) -> None:
    async def story() -> None:
        async with Standin(shards=2) as standin:
            first, second = standin.guild("first"), standin.guild("second")
            ann = standin.user("ann")
            channels = []
            for guild in (first, second):
                guild.add(ann)
                channels.append(guild.text_channel("uno"))
            shards = {"count": 2, "ids": [1]}
            async with running_bot(standin, tmp_path / "unobot.db", SETTINGS, shards=shards, hands="ephemeral") as bot:
                for channel in channels:
                    await ann.say(channel, "!uno")
                await channels[1].until("opens a table")
                assert [venue.split(":")[1] for venue in bot.hall.tables] == [str(second.id)]
                assert not any(message.author is standin.bot for message in channels[0].messages)

    asyncio.run(story())


# Requests that fail


@pytest.mark.parametrize("fault", [{"status": 429, "retry_after": 0.3}, {"status": 500}, {"status": 502}])
def test_what_fails_on_discords_side_is_done_again(fault: dict[str, object], tmp_path: Path) -> None:
    async def story() -> None:
        async with game(tmp_path) as here:
            planned = here.standin.fault("PATCH", r"/channels/\d+/messages", times=2, **fault)
            await here.move()
            count = here.table.moves
            await here.uno.until(lambda: f"{here.user().name}: " in board_of(here.uno).text)
            await here.standin.until(lambda: planned.hits == 2, what="both faults")
            turn = f"uno:{here.table.round}:{here.table.turned}:"
            await here.uno.until(lambda: any(b.custom_id.startswith(turn) for b in board_of(here.uno).buttons))
            assert here.table.moves == count

    asyncio.run(story())


def test_a_stalled_edit_keeps_nobody_waiting(tmp_path: Path) -> None:
    """Five seconds for the table's message: clicks are answered meanwhile, and then it shows the latest."""

    async def story() -> None:
        async with game(tmp_path) as here:
            stalled = here.standin.fault("PATCH", r"/channels/\d+/messages", times=1, stall=5.0)
            hand = await hand_of(here.user(), here.uno)
            await play(here.user(), hand, here.random)
            await here.standin.until(lambda: stalled.hits == 1, what="the stall")
            shown = await answered(await here.user().slash(here.uno, "uno hand"))
            assert shown.message and "Your turn" in shown.message.text
            turn = f"uno:{here.table.round}:{here.table.turned}:"
            await here.uno.until(
                lambda: any(b.custom_id.startswith(turn) for b in board_of(here.uno).buttons), patience=15
            )

    asyncio.run(story())


def test_an_answer_that_discord_does_not_take_loses_nothing(tmp_path: Path, caplog) -> None:
    """The callback fails for good: the move counts, the log says so, and the next click works."""

    async def story() -> None:
        async with game(tmp_path) as here:
            user, before = here.user(), here.table.moves
            hand = await hand_of(user, here.uno)
            move = next(move for move in moves_in(hand) if not move.startswith(("choose", "ca")))
            refused = here.standin.fault("POST", "/interactions/", times=1, status=404, code=10062)
            await user.click(hand, next(b.custom_id for b in hand.buttons if b.custom_id.endswith(f":{move}")))
            await here.bot.until(lambda bot: here.table.moves == before + 1)
            await here.standin.until(lambda: refused.hits == 1, what="the refusal")
            await here.move()
        assert "an answer could not be given" in caplog.text

    asyncio.run(story())


# Direct messages


def test_closed_direct_messages_are_said_once_and_the_game_goes_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with Standin() as standin:
            people, uno = seated(standin, 2)
            people[1].dms_closed = True
            async with running_bot(standin, tmp_path / "unobot.db", SETTINGS) as bot:
                await open_table(uno, people)
                here = Game(standin, bot, people, uno)
                await uno.until("cannot send you direct messages")
                for _ in range(6):
                    await here.move()
                hints = [message for message in uno.messages if "cannot send you direct messages" in message.text]
                assert len(hints) == 1 and hints[0].mentions == [] and "bob" in hints[0].text
                assert people[1].dms == []
                assert any("Your cards" in message.text for message in people[0].dms)

    asyncio.run(story())


# Places that go away


def test_a_deleted_channel_closes_its_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with game(tmp_path) as here:
            here.uno.delete()
            await here.bot.until(lambda bot: not bot.hall.tables)
            for one in here.people:
                await one.until_dm("is gone: the table there is closed")

    asyncio.run(story())


def test_thrown_out_of_a_server_its_tables_close(tmp_path: Path) -> None:
    async def story() -> None:
        async with game(tmp_path) as here:
            guild = here.uno.guild
            assert guild
            guild.remove(here.standin.bot)
            await here.bot.until(lambda bot: not bot.hall.tables)

    asyncio.run(story())


def test_a_channel_that_went_away_while_the_bot_was_down(tmp_path: Path) -> None:
    async def story() -> None:
        async with Standin() as standin:
            people, uno = seated(standin, 2)
            async with running_bot(standin, tmp_path / "unobot.db", SETTINGS):
                await open_table(uno, people)
                await uno.until("on top")
            uno.delete()
            async with running_bot(standin, tmp_path / "unobot.db", SETTINGS) as bot:
                await bot.until(lambda bot: not bot.hall.tables)
                await people[0].until_dm("is gone")

    asyncio.run(story())


def test_a_deleted_table_message_is_posted_anew(tmp_path: Path) -> None:
    async def story() -> None:
        async with game(tmp_path) as here:
            user, hand = here.user(), await hand_of(here.user(), here.uno)
            old = board_of(here.uno)
            old.delete()
            await play(user, hand, here.random)
            new = await here.uno.until(
                lambda: next((m for m in here.uno.messages if "UNO, " in m.text and m is not old), None)
            )
            assert new.buttons
            await here.move()

    asyncio.run(story())


def test_where_it_may_not_write_the_host_is_told_and_the_table_is_sound(tmp_path: Path) -> None:
    async def story() -> None:
        async with Standin() as standin:
            people, uno = seated(standin, 2)
            ann, bob = people
            uno.overwrite(standin.bot, deny=discord.Permissions(send_messages=True))
            async with running_bot(standin, tmp_path / "unobot.db", SETTINGS) as bot:
                await answered(await ann.slash(uno, "uno open"))
                await ann.until_dm("may not write in")
                await answered(await bob.slash(uno, "uno join"))
                await answered(await ann.slash(uno, "uno deal"))
                user = on_turn(bot, people)
                assert user
                await user.until_dm("Your turn")
                [table] = bot.hall.tables.values()
                await play(user, user.dms[-1], Random(1))
                assert table.moves == 1
                assert len([message for message in ann.dms if "may not write" in message.text]) == 1

    asyncio.run(story())


def test_a_table_may_live_in_a_thread(tmp_path: Path) -> None:
    async def story() -> None:
        async with Standin() as standin:
            people, uno = seated(standin, 2)
            assert uno.guild
            thread = uno.guild.thread(uno, "cards")
            async with running_bot(standin, tmp_path / "unobot.db", SETTINGS, channels=[uno.id]) as bot:
                await open_table(thread, people)
                here = Game(standin, bot, people, thread)
                await here.move()
                assert not any(message.author is standin.bot for message in uno.messages)

    asyncio.run(story())
