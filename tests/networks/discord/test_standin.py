"""The stand-in for Discord, seen by a real client: discord.py logs in to it and notices nothing.

Every story is told twice at once: what the people do and see, and what the client hears.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands, ui

from tests.networks.discord.standin import Channel, NotOffered, Standin, Upload, User
from tests.networks.discord.standin.limits import Refused, check_commands, check_emoji, check_modal

CONTENT = discord.Intents(guilds=True, guild_messages=True, dm_messages=True, message_content=True)
BLIND = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (3).to_bytes(4, "big") + (2).to_bytes(4, "big")


class Client(discord.AutoShardedClient):
    """Answers "ping" with "pong", and keeps what it hears."""

    def __init__(self, intents: discord.Intents = CONTENT, **options: Any) -> None:
        super().__init__(intents=intents, guild_ready_timeout=0.05, **options)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[discord.Message] = []
        self.events: list[str] = []
        self.noticed: Callable[[], None] = lambda: None  # what it heard counts as news, for those who wait

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Without the five seconds that Discord wants between two shards."""

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            self.heard.append(message)
            self.noticed()
            if message.content == "ping":
                await message.channel.send("pong")

    async def on_socket_event_type(self, name: str) -> None:
        self.events.append(name)
        self.noticed()


@contextlib.contextmanager
def pointed_at(standin: Standin) -> Any:
    """discord.py takes the stand-in for Discord."""
    places = [
        (discord.http.Route, "BASE", standin.api),
        (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(standin.gateway_url)),
        (discord.asset.Asset, "BASE", standin.url),
    ]
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in places]
    try:
        for owner, name, value in places:
            setattr(owner, name, value)
        yield
    finally:
        for owner, name, value in before:
            setattr(owner, name, value)


@contextlib.asynccontextmanager
async def running(standin: Standin, client: Client) -> AsyncIterator[Client]:
    with pointed_at(standin):
        task = asyncio.create_task(client.start(standin.token))
        try:
            await standin.until_connected()
            await asyncio.wait_for(client.wait_until_ready(), 5)
            yield client
        finally:
            await client.close()
            await asyncio.gather(task, return_exceptions=True)


class Den:
    """A guild with a channel, and Ann in it; the client is there."""

    def __init__(self, standin: Standin, client: Client) -> None:
        self.standin, self.client = standin, client
        client.noticed = standin.world.changed
        self.guild = standin.guild("den")
        self.ann: User = standin.user("ann")
        self.uno: Channel = self.guild.text_channel("uno")
        self.guild.add(self.ann)

    def channel(self) -> discord.TextChannel:
        found = self.client.get_channel(self.uno.id)
        assert isinstance(found, discord.TextChannel)
        return found


def story(script: Callable[[Den], Awaitable[None]], client: Callable[[], Client] = Client) -> None:
    async def told() -> None:
        async with asyncio.timeout(20), Standin() as standin:
            den = Den(standin, client())
            async with running(standin, den.client):
                await script(den)

    asyncio.run(told())


# Talking


def test_the_client_hears_and_answers():
    async def script(den: Den) -> None:
        assert den.client.user and den.client.user.id == den.standin.bot.id
        await den.ann.say(den.uno, "ping")
        answer = await den.uno.until("pong")
        assert answer.author is den.standin.bot
        heard = den.client.heard[0]
        assert isinstance(heard.author, discord.Member)
        assert (heard.author.display_name, heard.guild.name, heard.channel.name) == ("Ann", "den", "uno")
        await den.ann.dm("ping")
        assert (await den.ann.until_dm("pong")).channel is den.ann.private
        assert heard.author.display_avatar and await heard.author.display_avatar.read()

    story(script)


def test_editing_deleting_and_what_is_not_there():
    async def script(den: Den) -> None:
        sent = await den.channel().send("one")
        await sent.edit(content="two")
        assert [one.text for one in den.uno.messages] == ["two"]
        assert (await den.channel().fetch_message(sent.id)).content == "two"
        assert [one.content async for one in den.channel().history()] == ["two"]
        den.uno.messages[0].delete()
        for doing in (sent.edit(content="three"), sent.delete(), den.channel().fetch_message(sent.id)):
            with pytest.raises(discord.NotFound) as caught:
                await doing
            assert caught.value.code == 10008
        channel = den.channel()
        den.uno.delete()
        with pytest.raises(discord.NotFound) as caught:
            await channel.send("anybody?")
        assert caught.value.code == 10003

    story(script)


def test_contents_are_hidden_from_those_who_may_not_read_them():
    async def script(den: Den) -> None:
        await den.ann.say(den.uno, "secret", files=[Upload("a.txt", b"x")])
        await den.ann.say(den.uno, f"{den.standin.bot.mention} hello")
        await den.ann.dm("private")
        await den.standin.until(lambda: len(den.client.heard) == 3)
        contents = [one.content for one in den.client.heard]
        assert contents == ["", f"{den.standin.bot.mention} hello", "private"]
        assert den.client.heard[0].attachments == []
        own = await den.channel().send("mine")
        assert (await den.channel().fetch_message(own.id)).content == "mine"

    story(script, lambda: Client(BLIND))


def test_without_the_intent_the_door_is_shut():
    async def told() -> None:
        async with Standin() as standin:
            standin.grant()
            with pointed_at(standin):
                async with Client() as client:
                    with pytest.raises(discord.PrivilegedIntentsRequired):
                        await client.start(standin.token)
                async with Client() as client:
                    with pytest.raises(discord.LoginFailure):
                        await client.start("another token")

    asyncio.run(told())


# Files and pictures


def test_files_go_up_and_come_down():
    async def script(den: Den) -> None:
        sent = await den.channel().send("look", file=discord.File(io.BytesIO(PNG), "card.png", description="a card"))
        there = den.uno.messages[0].attachments[0]
        assert (there.filename, there.content, there.description) == ("card.png", PNG, "a card")
        assert (sent.attachments[0].width, sent.attachments[0].height) == (3, 2)
        assert await sent.attachments[0].read() == PNG
        await sent.edit(attachments=[discord.File(io.BytesIO(b"new"), "new.txt")])
        assert [one.content for one in den.uno.messages[0].attachments] == [b"new"]
        said = await den.ann.say(den.uno, "mine", files=[Upload("ann.txt", b"hello")])
        await den.standin.until(lambda: den.client.heard)
        assert await den.client.heard[0].attachments[0].read() == said.attachments[0].content

    story(script)


def test_emojis_of_the_application():
    async def script(den: Den) -> None:
        made = await den.client.create_application_emoji(name="r5", image=PNG)
        assert [one.name for one in await den.client.fetch_application_emojis()] == ["r5"]
        assert await made.read() == PNG
        assert den.standin.emojis["r5"]["id"] == str(made.id)
        view = ui.View()
        view.add_item(ui.Button(custom_id="a", emoji=made))
        await den.channel().send("x", view=view)
        assert den.uno.messages[0].buttons[0].emoji == "r5"
        await made.delete()
        assert den.standin.emojis == {}
        with pytest.raises(discord.HTTPException) as caught:
            await den.channel().send("x", view=view)
        assert caught.value.code == 50035

    story(script)


# Interactions


def commands_of(client: Client) -> app_commands.Group:
    group = app_commands.Group(name="uno", description="UNO")

    @group.command(description="Play a card")
    async def play(interaction: discord.Interaction, card: str, against: discord.User | None = None) -> None:
        name = against.display_name if against else "nobody"
        await interaction.response.send_message(f"{interaction.user.display_name} plays {card} against {name}")

    @play.autocomplete("card")
    async def suggest(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=one, value=one) for one in ("r5", "r7", "g1") if one.startswith(typed)]

    @group.command(description="Think, then show the hand")
    async def hand(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.edit_original_response(content="your hand")
        await interaction.followup.send("and a hint", ephemeral=True)
        await interaction.followup.send("for all")

    client.tree.add_command(group)
    return group


def test_a_slash_command_there_and_back():
    async def script(den: Den) -> None:
        commands_of(den.client)
        await den.client.tree.sync()
        assert [one["name"] for one in den.standin.commands[None]] == ["uno"]
        bob = den.standin.user("bob")
        den.guild.add(bob, nick="Bobby")
        played = await den.ann.slash(den.uno, "uno play", card="r5", against=bob)
        answer = await played.response
        assert (answer.type, answer.text, answer.ephemeral) == (4, "Ann plays r5 against Bobby", False)
        assert played.answered_in is not None and played.answered_in < 3
        assert den.uno.messages == [answer.message]
        private = await den.ann.slash(None, "uno play", card="g1")
        assert (await private.response).text == "Ann plays g1 against nobody"
        assert [one.name for one in await den.ann.autocomplete(den.uno, "uno play", "card", "r")] == ["r5", "r7"]
        for words, options in (("uno", {}), ("uno fly", {}), ("uno play", {}), ("uno play", {"card": 5}), ("x", {})):
            with pytest.raises(NotOffered):
                await den.ann.slash(den.uno, words, **options)

    story(script)


def test_an_ephemeral_answer_and_what_follows():
    async def script(den: Den) -> None:
        commands_of(den.client)
        await den.client.tree.sync()
        bob = den.standin.user("bob")
        den.guild.add(bob)
        asked = await den.ann.slash(den.uno, "uno hand")
        first = await asked.response
        assert (first.type, first.ephemeral) == (5, True)
        await asked.until(lambda: len(asked.followups) == 2)
        assert (await asked.settled()).text == "your hand"
        assert [one.text for one in den.uno.seen_by(den.ann)] == ["your hand", "and a hint", "for all"]
        assert [one.text for one in den.uno.seen_by(bob)] == ["for all"] == [one.text for one in den.uno.messages]
        with pytest.raises(discord.NotFound):  # only its token reaches it
            await den.channel().fetch_message(asked.followups[0].id)

    story(script)


class Draw(ui.DynamicItem[ui.Button[Any]], template=r"draw:(?P<turn>\d+)"):
    def __init__(self, turn: int) -> None:
        super().__init__(ui.Button(label="Draw", custom_id=f"draw:{turn}"))
        self.turn = turn

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: re.Match[str]) -> Draw:
        return cls(int(match["turn"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        view = ui.View(timeout=None)
        view.add_item(Draw(self.turn + 1))
        await interaction.response.edit_message(content=f"turn {self.turn + 1}", view=view)


def test_a_button_that_outlives_its_view():
    async def script(den: Den) -> None:
        den.client.add_dynamic_items(Draw)
        view = ui.View(timeout=None)
        view.add_item(Draw(1))
        await den.channel().send("turn 1", view=view)
        message = den.uno.messages[0]
        for turn, wanted in ((2, "Draw"), (3, "draw:2")):
            answer = await (await den.ann.click(message, wanted)).response
            assert (answer.type, answer.message, message.text) == (7, message, f"turn {turn}")
        assert [one.custom_id for one in message.buttons] == ["draw:3"]
        with pytest.raises(NotOffered):
            await den.ann.click(message, "draw:1")
        late = await den.ann.click(message, "draw:1", force=True)  # it was still on her screen
        assert (await late.response).text == "turn 2"

    story(script)


class Form(ui.Modal, title="A card"):
    card: ui.TextInput[Any] = ui.TextInput(label="Which?", custom_id="card")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"you typed {self.card.value}", ephemeral=True)


def test_a_form():
    async def script(den: Den) -> None:
        @den.client.tree.command(description="Ask")
        async def ask(interaction: discord.Interaction) -> None:
            await interaction.response.send_modal(Form())

        await den.client.tree.sync()
        for key in ("card", "Which?"):
            modal = (await (await den.ann.slash(den.uno, "ask")).response).modal
            assert modal and modal.title == "A card"
            answer = await (await den.ann.submit(modal, {key: "r5"})).response
            assert (answer.text, answer.ephemeral) == ("you typed r5", True)

    story(script)


def test_a_layout_of_the_new_kind():
    async def script(den: Den) -> None:
        view = ui.LayoutView()
        gallery: ui.MediaGallery[Any] = ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png"))
        row: ui.ActionRow[Any] = ui.ActionRow(ui.Button(label="Join", custom_id="join"))
        view.add_item(ui.Container(ui.TextDisplay("# UNO"), gallery, row))
        sent = await den.channel().send(view=view, file=discord.File(io.BytesIO(PNG), "board.png"))
        message = den.uno.messages[0]
        assert (message.text, message.buttons[0].label, message.flags) == ("# UNO", "Join", 1 << 15)
        shown = message.components[0]["components"][1]["items"][0]["media"]
        assert shown["url"] == message.attachments[0].url
        await sent.edit(view=ui.LayoutView().add_item(ui.TextDisplay("over")), attachments=[])
        assert (message.text, message.attachments) == ("over", [])
        with pytest.raises(discord.HTTPException) as caught:
            await sent.edit(content="both")
        assert caught.value.code == 50035 and message.text == "over"

    story(script)


def test_answers_that_come_twice_late_or_much_too_late():
    async def script(den: Den) -> None:
        kept: list[discord.Interaction] = []

        @den.client.tree.command(description="Keep it")
        async def keep(interaction: discord.Interaction) -> None:
            kept.append(interaction)
            den.client.noticed()

        await den.client.tree.sync()

        async def fresh() -> discord.Interaction:
            kept.clear()
            await den.ann.slash(den.uno, "keep")
            return (await den.standin.until(lambda: kept))[0]

        twice = await fresh()
        await twice.response.send_message("one")
        twice.response._response_type = None  # as another process would
        with pytest.raises(discord.HTTPException) as caught:
            await twice.response.send_message("two")
        assert (caught.value.status, caught.value.code) == (400, 40060)
        late = await fresh()
        den.standin.shift(3.1)
        with pytest.raises(discord.NotFound) as caught:
            await late.response.send_message("late")
        assert caught.value.code == 10062
        old = await fresh()
        await old.response.send_message("old")
        den.standin.shift(15 * 60 + 1)
        with pytest.raises(discord.HTTPException) as caught:
            await old.edit_original_response(content="older")
        assert caught.value.code == 50027

    story(script)


# Trouble with the connection


def test_a_closed_door_is_tried_again():
    async def script(den: Den) -> None:
        standin = den.standin
        with standin.unreachable():
            await standin.until(lambda: standin.gateway.refused)
            with pytest.raises(aiohttp.ClientError):
                await den.channel().send("hello?")
        await standin.until_connected()
        # Once it was refused discord.py does not resume: what was said meanwhile is lost to it.
        assert (standin.gateway.resumed, len(standin.gateway.identified)) == (0, 2)
        await den.ann.say(den.uno, "ping")
        await den.uno.until("pong")

    story(script)


def test_resuming_and_starting_anew():
    async def script(den: Den) -> None:
        standin, gateway = den.standin, den.standin.gateway
        standin.drop()
        await standin.until_gone()
        await den.ann.say(den.uno, "after the drop")
        await standin.until(lambda: den.client.heard)
        assert gateway.resumed == 1
        standin.reconnect()
        await standin.until(lambda: gateway.resumed == 2)
        assert len(gateway.identified) == 1
        standin.invalidate()
        await standin.until(lambda: len(gateway.identified) == 2)
        await standin.until_connected()
        await den.ann.say(den.uno, "ping")
        await den.uno.until("pong")
        assert [one.content for one in den.client.heard] == ["after the drop", "ping"]

    story(script)


def test_a_silent_socket_is_given_up():
    async def script(den: Den) -> None:
        standin = den.standin
        standin.silence()
        await den.ann.say(den.uno, "ping")
        await den.uno.until("pong")
        assert standin.gateway.resumed == 1

    story(script, lambda: Client(heartbeat_timeout=0.5))


def test_two_shards():
    async def told() -> None:
        async with Standin(shards=2) as standin:
            guilds = [standin.guild("even"), standin.guild("odd")]
            ann = standin.user("ann")
            for one in guilds:
                one.add(ann)
            async with running(standin, Client()) as client:
                assert sorted(client.shards) == [0, 1]
                assert [client.get_guild(one.id).shard_id for one in guilds] == [0, 1]  # type: ignore[union-attr]
                for one in guilds:
                    await ann.say(one.text_channel("uno"), "ping")
                    await one.text_channel("uno").until("pong")
                await ann.dm("ping")
                await ann.until_dm("pong")
                standin.drop(shard=1)
                await standin.until(lambda: standin.gateway.resumed == 1)
                await standin.until_connected()

    asyncio.run(told())


PROGRAM = """
import sys
import discord
import yarl

api, gateway, token = sys.argv[1:]
discord.http.Route.BASE = api
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
client = discord.AutoShardedClient(intents=discord.Intents(guilds=True, guild_messages=True, message_content=True))

@client.event
async def on_message(message):
    if message.author != client.user:
        before = [one async for one in message.channel.history(before=message)]
        await message.channel.send(f"{message.content}, after {len(before)}")

client.run(token, log_handler=None)
"""


def test_a_bot_that_is_killed_finds_the_world_as_it_was():
    async def told() -> None:
        async with Standin() as standin:
            den, ann = standin.guild("den"), standin.user("ann")
            uno = den.text_channel("uno")
            den.add(ann)
            for text, answer in (("one", "one, after 0"), ("three", "three, after 3")):
                arguments = [standin.api, standin.gateway_url, standin.token]
                bot = subprocess.Popen([sys.executable, "-W", "ignore", "-c", PROGRAM, *arguments])
                try:
                    await standin.until_connected()
                    await ann.say(uno, text)
                    await uno.until(answer)
                finally:
                    bot.kill()
                    bot.wait()
                await standin.until_gone()
                await ann.say(uno, "two, which nobody hears")
            assert len(standin.gateway.identified) == 2

    asyncio.run(told())


# Trouble with requests


def test_limits_errors_and_delays():
    async def script(den: Den) -> None:
        standin, channel = den.standin, den.channel()
        messages = r"^/channels/\d+/messages"
        standin.fault("POST", messages, status=429, retry_after=0.1)
        await channel.send("limited")
        standin.fault("POST", messages, status=500)
        await channel.send("broken")
        standin.fault("POST", messages, stall=0.2)
        before = time.monotonic()
        await channel.send("slow")
        assert time.monotonic() - before >= 0.2
        standin.fault("POST", messages, status=403, code=50013)
        with pytest.raises(discord.Forbidden):
            await channel.send("forbidden")
        standin.fault("POST", messages, lost=True)
        with pytest.raises(aiohttp.ClientError):
            await channel.send("arrived all the same")
        assert [one.text for one in den.uno.messages] == ["limited", "broken", "slow", "arrived all the same"]
        statuses = [one.status for one in standin.asked("POST", messages)]
        assert statuses == [429, 200, 500, 200, 200, 403, 0]

    story(script)


def test_what_is_sent_again_is_not_said_twice():
    async def script(den: Den) -> None:
        den.standin.fault("POST", "messages", lost=True)
        with pytest.raises(aiohttp.ClientError):
            await den.channel().send("once", nonce=7)
        again = await den.channel().send("once", nonce=7)
        assert [one.id for one in den.uno.messages] == [again.id]

    story(script)


def test_a_limit_for_everything():
    async def script(den: Den) -> None:
        den.standin.fault("*", "", status=429, retry_after=0.3, everywhere=True)
        before = time.monotonic()
        await asyncio.gather(den.channel().send("a"), den.client.fetch_user(den.ann.id))
        assert time.monotonic() - before >= 0.3

    story(script)


def test_a_bucket_that_counts():
    async def script(den: Den) -> None:
        den.standin.bucket("POST", r"^/channels/(\d+)/messages$", limit=2, per=0.3)
        before = time.monotonic()
        for number in range(5):
            await den.channel().send(str(number))
        assert time.monotonic() - before >= 0.5
        assert [one.status for one in den.standin.asked("POST", "messages")] == [200] * 5
        assert len(den.uno.messages) == 5

    story(script)


def test_doors_that_are_closed():
    async def script(den: Den) -> None:
        den.ann.dms_closed = True
        ann = await den.client.fetch_user(den.ann.id)
        with pytest.raises(discord.Forbidden) as caught:
            await ann.send("hello?")
        assert caught.value.code == 50007
        den.uno.overwrite(den.standin.bot, deny=discord.Permissions(send_messages=True))
        with pytest.raises(discord.Forbidden) as caught:
            await den.channel().send("hello?")
        assert caught.value.code == 50013
        channel = den.channel()
        den.uno.overwrite(den.standin.bot, deny=discord.Permissions(view_channel=True))
        with pytest.raises(discord.Forbidden) as caught:
            await channel.send("hello?")
        assert caught.value.code == 50001

    story(script)


def test_rights_and_who_is_pinged():
    async def script(den: Den) -> None:
        rights: list[discord.Permissions] = []

        @den.client.tree.command(description="For managers")
        @app_commands.default_permissions(manage_guild=True)
        @app_commands.guild_only()
        async def manage(interaction: discord.Interaction) -> None:
            rights.extend([interaction.permissions, interaction.app_permissions])
            quiet = discord.AllowedMentions.none()
            await interaction.response.send_message(den.ann.mention, allowed_mentions=quiet)
            await interaction.followup.send(den.ann.mention)

        await den.client.tree.sync()
        bob = den.standin.user("bob")
        den.guild.add(bob, permissions=discord.Permissions(manage_guild=True), roles=["keeper"])
        asked = await bob.slash(den.uno, "manage")
        await asked.until(lambda: asked.followups)
        assert [one.mentions for one in den.uno.messages] == [[], [den.ann]]
        assert rights[0].manage_guild and not rights[1].manage_guild and rights[1].send_messages
        for where in (den.uno, None):
            with pytest.raises(NotOffered):
                await den.ann.slash(where, "manage")

    story(script)


def test_a_select_and_a_reply():
    async def script(den: Den) -> None:
        class Colours(ui.View):
            @ui.select(custom_id="colour", options=[discord.SelectOption(label=one) for one in ("red", "blue")])
            async def chosen(self, interaction: discord.Interaction, select: ui.Select[Any]) -> None:
                await interaction.response.defer()
                await interaction.edit_original_response(content=f"{select.values[0]} it is", view=None)
                await interaction.followup.send("thanks", ephemeral=True)

        asked = await den.ann.say(den.uno, "which?")
        await den.standin.until(lambda: den.client.heard)
        await den.client.heard[0].reply("choose", view=Colours())
        message = den.uno.messages[-1]
        assert message.reply_to is asked
        with pytest.raises(NotOffered):
            await den.ann.choose(message, "colour", "green")
        chosen = await den.ann.choose(message, "colour", "blue")
        assert (await chosen.response).type == 6
        await chosen.until(lambda: chosen.followups)
        assert (message.text, message.buttons, chosen.followups[0].only_for) == ("blue it is", [], den.ann)

    story(script)


def test_members_for_those_who_may_know_them():
    async def script(den: Den) -> None:
        guild = den.client.get_guild(den.guild.id)
        assert guild and guild.get_member(den.ann.id)
        den.guild.remove(den.ann)
        await den.standin.until(lambda: "GUILD_MEMBER_REMOVE" in den.client.events)
        assert guild.get_member(den.ann.id) is None
        with pytest.raises(NotOffered):
            await den.ann.say(den.uno, "am I here?")

    story(script, lambda: Client(discord.Intents(guilds=True, members=True)))


def test_coming_and_going():
    async def script(den: Den) -> None:
        joined = den.standin.guild("new", bot=False)
        thread = den.guild.thread(den.uno, "a thread")
        await den.ann.say(thread, "ping")
        await thread.until("pong")
        assert isinstance(den.client.heard[-1].channel, discord.Thread)
        joined.add(den.standin.bot)
        den.uno.delete()
        den.guild.remove(den.standin.bot)
        den.standin.guild("new").text_channel("x")
        joined.add(den.ann)
        await den.ann.say(joined.text_channel("x"), "ping")
        await joined.text_channel("x").until("pong")
        told = [name for name in den.client.events if name.startswith(("GUILD", "CHANNEL", "THREAD"))]
        assert told == [
            "GUILD_CREATE",
            "THREAD_CREATE",
            "GUILD_CREATE",
            "CHANNEL_DELETE",
            "GUILD_DELETE",
            "CHANNEL_CREATE",
        ]

    story(script)


# What Discord refuses


def view(*rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"type": 1, "components": row} for row in rows]


def button(number: int, **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": str(number), "custom_id": str(number)} | more


LABEL = {"type": 18, "label": "x", "component": {"type": 4, "custom_id": "a", "style": 1}}


@pytest.mark.parametrize(
    "payload",
    [
        {"content": "x" * 2001},
        {"components": view([button(1), button(1)])},
        {"components": view([button(1, custom_id="x" * 101)])},
        {"components": view([button(1, label="x" * 81)])},
        {"components": view([button(number) for number in range(6)])},
        {"components": view(*([button(number)] for number in range(6)))},
        {"components": view([button(1, emoji={"id": "5", "name": "unknown"})])},
        {"flags": 1 << 15, "content": "x", "components": [{"type": 10, "content": "y"}]},
        {"flags": 1 << 15, "embeds": [{"title": "x"}], "components": [{"type": 10, "content": "y"}]},
        {"flags": 1 << 15, "components": [{"type": 10, "content": "y" * 2001}] * 2},
        {"flags": 1 << 15, "components": [{"type": 17, "components": [{"type": 10, "content": "y"}] * 40}]},
        {"components": [{"type": 10, "content": "y"}]},
        {"flags": 1 << 15, "components": [{"type": 12, "items": [{"media": {"url": "attachment://x.png"}}]}]},
    ],
)
def test_messages_that_are_refused(payload: dict[str, Any]):
    async def told() -> None:
        async with Standin() as standin:
            uno = standin.guild("den").text_channel("uno")
            headers = {"Authorization": f"Bot {standin.token}"}
            url = f"{standin.api}/channels/{uno.id}/messages"
            async with aiohttp.ClientSession(headers=headers) as session, session.post(url, json=payload) as answer:
                assert (answer.status, (await answer.json())["code"]) == (400, 50035)
            assert uno.messages == []

    asyncio.run(told())


def option(number: int, **more: Any) -> dict[str, Any]:
    return {"type": 3, "name": f"o{number}", "description": "x"} | more


def command(**more: Any) -> dict[str, Any]:
    return {"name": "uno", "description": "x"} | more


@pytest.mark.parametrize(
    "check",
    [
        lambda: check_commands([command(name="Uno")]),
        lambda: check_commands([command(description="")]),
        lambda: check_commands([command(description="x" * 101)]),
        lambda: check_commands([command(), command()]),
        lambda: check_commands([command(options=[option(number) for number in range(26)])]),
        lambda: check_commands([command(options=[option(1, type=1), option(2)])]),
        lambda: check_commands([command(options=[option(1), option(2, required=True)])]),
        lambda: check_commands([command(options=[option(1, choices=[{"name": "x", "value": "x"}] * 26)])]),
        lambda: check_modal({"title": "x" * 46, "custom_id": "x", "components": [LABEL]}),
        lambda: check_modal({"title": "x", "custom_id": "x", "components": [LABEL, LABEL]}),
        lambda: check_modal({"title": "x", "custom_id": "x", "components": [{"type": 10, "content": "x"}] * 6}),
        lambda: check_emoji("x", PNG, set()),
        lambda: check_emoji("r-5", PNG, set()),
        lambda: check_emoji("r5", PNG, {"r5"}),
        lambda: check_emoji("r5", b"x" * (256 * 1024 + 1), set()),
    ],
)
def test_what_else_is_refused(check: Callable[[], None]):
    with pytest.raises(Refused) as caught:
        check()
    assert (caught.value.status, caught.value.body["code"]) == (400, 50035)


def test_what_is_allowed_to_the_last_letter():
    check_commands([command(name="u" * 32, options=[option(number, type=1) for number in range(25)])])
    check_modal({"title": "x" * 45, "custom_id": "x" * 100, "components": [LABEL]})
    check_emoji("r5", b"x" * (256 * 1024), {"r6"})
