"""The bot on the stand-in, in this process, with the real client, hall and store; and people who play there."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.networks.discord.standin import Channel, Interaction, Message, Response, Standin, User
from tests.networks.scripted import hall_settings
from unobot.bot import Bot
from unobot.chat.hall import Hall, Settings
from unobot.config import Discord
from unobot.engine.rules import PRESETS
from unobot.networks.discord import DiscordNetwork
from unobot.store import Store

DECKS = "deck 2"  # the same every time: a number is turned up first, and the first two picks can be passed


def settings_for(standin: Standin, **changes: Any) -> Discord:
    given = {"token": standin.token, "api": standin.api, "gateway": standin.gateway_url, "pictures": False}
    return Discord.model_validate(given | changes)


@contextlib.contextmanager
def addresses_kept() -> Iterator[None]:
    """The library's addresses are the process's: put back what a test has changed."""
    before = Route.BASE, Asset.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    try:
        yield
    finally:
        Route.BASE, Asset.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@contextlib.asynccontextmanager
async def running_bot(
    standin: Standin, database: Path, settings: Settings | None = None, **changes: Any
) -> AsyncIterator[Bot]:
    """The bot, connected; stopped at the end as `unobot run` stops it."""
    with addresses_kept(), Store.open(database) as store:
        chance = Random(DECKS)
        hall = Hall(settings or hall_settings(), store, lambda: chance.randbytes(32))
        network = DiscordNetwork(settings_for(standin, **changes), "!", PRESETS, store.posts(), Random(1))
        bot = Bot(hall, store, {"discord": network})
        bot.start()
        task = asyncio.create_task(bot.run())
        try:
            async with asyncio.timeout(15):
                await bot.until(lambda bot: "discord" not in bot.hall.down)
            yield bot
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


# People at a table, who see only what Discord shows them

CODE = re.compile(r"(?<![A-Za-z0-9+])(?:[rgby](?:\d|s|r|\+2)|wd4|w)(?![A-Za-z0-9+])")


def board_of(channel: Channel) -> Message:
    """The table's message."""
    return next(message for message in channel.messages if "UNO, " in message.text)


def cards_in(message: Message) -> list[str]:
    """The hand that a message shows, as its codes."""
    line = next(line for line in message.text.splitlines() if line.startswith(("Your turn:", "Your hand:", "Name a")))
    return sorted(CODE.findall(re.sub(r"<:\w+:\d+>", "", line.partition(":")[2].partition(" (")[0])))


def moves_in(message: Message) -> list[str]:
    """What its buttons type."""
    return [button.custom_id.split(":", 3)[3] for button in message.buttons]


async def answered(interaction: Interaction) -> Response:
    response = await interaction.response
    assert interaction.answered_in is not None and interaction.answered_in < 3
    return response


async def open_table(channel: Channel, people: Sequence[User], order: str = "!uno") -> None:
    """The first one opens it, the others join by click, the first one deals."""
    await people[0].say(channel, order)
    await channel.until("opens a table")
    for one in people[1:]:
        await answered(await one.click(board_of(channel), "Join"))
    await answered(await people[0].click(board_of(channel), "Deal"))


async def hand_of(user: User, channel: Channel) -> Message:
    """The hand, asked for by the button under the table."""
    await channel.until(lambda: any(button.label == "My hand" for button in board_of(channel).buttons))
    shown = await answered(await user.click(board_of(channel), "My hand"))
    assert shown.ephemeral and shown.message is not None
    return shown.message


async def play(user: User, hand: Message, random: Random) -> str:
    """Click something under the hand, through to the second step; what it was."""
    while True:
        moves = [move for move in moves_in(hand) if move != "ca"]
        cards = [move for move in moves if move not in ("pe", "pa", "ch", "un")] or moves
        move = random.choice(cards)
        response = await answered(await user.click(hand, next(one for one in _ids(hand) if one.endswith(f":{move}"))))
        if not move.startswith("choose "):
            return move
        hand = response.message or hand


def _ids(message: Message) -> list[str]:
    return [button.custom_id for button in message.buttons]
