"""The bot's client on Discord: what people write, click and choose there comes in here, as `Heard`.

Everything that can be clicked, and every form that is sent in, is read and answered from `on_interaction`, by its id
alone: the library drops a click without a word when it does not find the button in the message that came along, and
forgets forms when the bot restarts. Nothing here knows the game.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
from discord import app_commands

from unobot.chat.people import Venue
from unobot.chat.ports import Board, Gone, Hand, Heard, In, LinkDown, LinkUp, Out
from unobot.chat.speech import english as say
from unobot.config import Discord
from unobot.networks.discord import hearing, slash
from unobot.networks.discord.address import intents, shards
from unobot.networks.discord.controls import CHOOSE, Control, clicked
from unobot.networks.discord.hearing import Interaction
from unobot.networks.discord.layouts import chosen
from unobot.networks.discord.look import Look
from unobot.networks.discord.speaking import Speaking

log = logging.getLogger("unobot.discord")

NAME = "discord"  # the network's
READ = (discord.MessageType.default, discord.MessageType.reply)


class Tree(app_commands.CommandTree["Client"]):
    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """A command that this version does not have any more, or a fault of ours: answered all the same."""
        if interaction.type is discord.InteractionType.autocomplete:
            return  # nothing can be suggested, and nothing else be said
        if not isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            log.error("discord: a slash command failed", exc_info=error)
        answers = self.client.speaking.answers
        answer = answers.watch(interaction)
        if not answer.begun:
            answers.say(answer, say.SLASH_UNKNOWN)


class Client(discord.AutoShardedClient):
    def __init__(
        self,
        settings: Discord,
        prefix: str,
        presets: tuple[str, ...],
        posts: dict[str, str],
        inbox: Callable[[In], None],
        content: bool,
    ) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody wants to speak
        super().__init__(
            intents=intents(content),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,  # what people said is not kept
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            **shards(settings),  # type: ignore[arg-type]
        )
        self.settings, self.prefix, self.presets, self.inbox = settings, prefix, presets, inbox
        look = Look(settings.pictures)
        self.speaking = Speaking(self, look, settings.hands == "dm", posts, inbox)
        self.up = False
        self.shards_down: set[int | None] = set()
        self.tree = Tree(self)
        wiring = slash.Wiring(prefix, presets, self.order, self.ask_value, self._hand, self._board)
        self.tree.add_command(slash.commands(wiring))
        self.background: asyncio.Task[None] | None = None

    def send(self, out: Out) -> None:
        self.speaking.send(out)

    # Being there

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Control)
        self.background = asyncio.create_task(self._bring_up_to_date())

    async def _bring_up_to_date(self) -> None:
        """What may take its time: nobody who plays waits for it."""
        try:
            await self.tree.sync()
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.error("discord: the slash commands could not be brought up to date: %s", error)
        if self.settings.pictures:
            await self.speaking.look.emojis.load(self)

    async def close(self) -> None:
        if self.background:
            self.background.cancel()
        await self.speaking.stop()
        await super().close()

    async def on_ready(self) -> None:
        log.info("discord: connected as %s; servers: %d", self.user, len(self.guilds))
        self._forget_places()
        self.shards_down.clear()
        self._link()

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self.shards_down.add(shard_id)
        self._link()

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.shards_down.discard(shard_id)
        self._link()

    async def on_shard_ready(self, shard_id: int) -> None:
        self.shards_down.discard(shard_id)
        if self.is_ready():
            self._link()

    def _link(self) -> None:
        """Tables wait while anybody might not be heard."""
        up = not self.shards_down
        if up != self.up:
            self.up = up
            self.inbox(LinkUp(NAME) if up else LinkDown(NAME))

    # Places that go away

    def _forget_places(self) -> None:
        """Of the tables that were shown before: those of servers that have thrown the bot out meanwhile."""
        there = {guild.id for guild in self.guilds}
        for key in self.speaking.posts:
            kind, _, venue = key.partition(" ")
            server = venue.split(":")[1] if kind == "board" else ""
            if server and int(server) not in there and self._is_mine(int(server)):
                self.inbox(Gone(venue))

    def _is_mine(self, guild: int) -> bool:
        """Would a server be on one of the shards of this process?"""
        return self.shard_ids is None or (guild >> 22) % (self.shard_count or 1) in self.shard_ids

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self._gone(lambda venue: venue.startswith(f"{NAME}:{guild.id}:"))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self._gone(lambda venue: venue == f"{NAME}:{channel.guild.id}:{channel.id}")

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        self._gone(lambda venue: venue == f"{NAME}:{payload.guild_id}:{payload.thread_id}")

    def _gone(self, was_there: Callable[[str], bool]) -> None:
        for venue in filter(was_there, list(self.speaking.boards)):
            self.inbox(Gone(venue))

    # Text

    async def on_message(self, message: discord.Message) -> None:
        known = message.guild is not None or isinstance(message.channel, discord.DMChannel)
        if message.author == self.user or not known:
            return  # our own, or from a server that we do not know (any more)
        venue = hearing.venue_of_message(message)
        self.speaking.heard(hearing.person_of(message.author), venue)
        if message.author.bot or message.webhook_id or message.type not in READ:
            return
        if not hearing.is_served(self.settings, message.guild.id if message.guild else None, message.channel):
            return
        text, meant = self._text(message, venue)
        if text:
            admin = hearing.admin_of_message(self.settings, message)
            self.inbox(Heard(hearing.person_of(message.author), text, venue, admin, meant=meant))

    def _text(self, message: discord.Message, venue: Venue | None) -> tuple[str, bool]:
        """What was said to the bot, and whether it surely was: in private, and behind a mention."""
        assert self.user is not None
        behind = hearing.without_mention(message.content, self.user.id)
        if behind is not None:
            return behind.strip() or f"{self.prefix}uno help", True
        if venue is not None and not self.settings.text_commands:
            return "", False
        return message.content, venue is None

    # Interactions

    async def on_interaction(self, interaction: Interaction) -> None:
        """In one place for all of them: whatever comes is watched from here on until it is answered."""
        if interaction.type is discord.InteractionType.autocomplete:
            return
        answer = self.speaking.answers.watch(interaction)
        data: Any = interaction.data or {}
        if interaction.type is discord.InteractionType.component:
            click = clicked(str(data.get("custom_id", "")))
            if click is None:
                self.speaking.answers.say(answer, say.GAME_OVER_CLICK)
            elif click.text.startswith(CHOOSE):
                answer.choose = chosen(click.text.removeprefix(CHOOSE))
                self._heard(interaction, "ca", click.at)
            else:
                self._heard(interaction, click.text, click.at)
        elif interaction.type is discord.InteractionType.modal_submit:
            sent_in = slash.submitted(data)
            if sent_in is None:
                self.speaking.answers.say(answer, say.SLASH_UNKNOWN)
            else:
                self._heard(interaction, f"{self.prefix}uno set {sent_in[0]} {sent_in[1]}")

    async def order(self, interaction: Interaction, text: str) -> None:
        """A slash command, as the text that it stands for."""
        self.speaking.answers.watch(interaction)
        self._heard(interaction, text)

    async def ask_value(self, interaction: Interaction, option: str) -> None:
        """The second half of `/uno admin set`: a form, for those who may; others are told by the table."""
        answers = self.speaking.answers
        answer = answers.watch(interaction)
        admin = hearing.admin_of_interaction(self.settings, interaction)
        if admin and option in slash.SETTABLE and self._is_served(interaction) and interaction.guild_id is not None:
            await interaction.response.send_modal(slash.form(option, self.presets))
            answer.begun = True
        else:
            self._heard(interaction, f"{self.prefix}uno set {option} ?")

    def _is_served(self, interaction: Interaction) -> bool:
        return hearing.is_served(self.settings, interaction.guild_id, interaction.channel)

    def _heard(self, interaction: Interaction, text: str, at: tuple[int, int] | None = None) -> None:
        if not self._is_served(interaction):
            self.speaking.answers.say(self.speaking.answers.watch(interaction), say.NOT_SERVED)
            return
        person = hearing.person_of(interaction.user)
        venue = hearing.venue_of_interaction(interaction)
        admin = hearing.admin_of_interaction(self.settings, interaction)
        self.inbox(Heard(person, text, venue, admin, at, str(interaction.id), meant=True))

    # What the boxes of slash commands offer

    def _hand(self, interaction: Interaction) -> Hand | None:
        hands = self.speaking.hands.get(hearing.person_of(interaction.user).id, {})
        venue = hearing.venue_of_interaction(interaction)
        if venue:
            return hands.get(venue.id)
        return next(iter(hands.values())) if len(hands) == 1 else None

    def _board(self, interaction: Interaction) -> Board | None:
        venue = hearing.venue_of_interaction(interaction)
        return self.speaking.boards.get(venue.id) if venue else None
