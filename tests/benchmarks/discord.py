"""What a click costs on Discord, on the stand-in: `python -m tests.benchmarks.discord`.

The time from a click to its response, for a legal move that is kept durably and answered with the hand that is left,
next to a bare discord.py handler of a dynamic item that makes one durable SQLite commit and edits its message. Both are
processes of their own on one stand-in, alternating, in one run. The bar is printed beside the figures.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

import discord
from discord import ui

from tests.networks.discord.scripted import answered, board_of, hand_of, moves_in
from tests.networks.discord.standin import Message, Standin, User
from tests.networks.discord.test_wire import configuration, seated

MOVES = 600


# The floor


class Bare(ui.DynamicItem[ui.Button[Any]], template="bare:(?P<n>[0-9]+)"):
    database: sqlite3.Connection

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: Any) -> Bare:
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        self.database.execute("BEGIN IMMEDIATE")
        self.database.execute("INSERT INTO clicked VALUES (?)", (self.item.custom_id,))
        self.database.execute("COMMIT")
        await interaction.response.edit_message(view=layout())


def layout() -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    buttons = [Bare(ui.Button(label=str(number), custom_id=f"bare:{number}")) for number in range(5)]
    view.add_item(ui.Container(ui.TextDisplay("Press one"), ui.ActionRow(*buttons)))
    return view


class BareClient(discord.AutoShardedClient):
    async def setup_hook(self) -> None:
        self.add_dynamic_items(Bare)

    async def on_message(self, message: discord.Message) -> None:
        if message.content == "bare":
            await message.channel.send(view=layout())


def bare(database: str) -> None:
    from discord.gateway import DiscordWebSocket
    from discord.http import Route
    from yarl import URL

    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = os.environ["API"], URL(os.environ["GATEWAY"])
    Bare.database = sqlite3.connect(database, isolation_level=None)
    Bare.database.execute("PRAGMA journal_mode = WAL")
    Bare.database.execute("PRAGMA synchronous = FULL")
    Bare.database.execute("CREATE TABLE clicked (id TEXT)")
    intents = discord.Intents.none()
    intents.guilds = intents.guild_messages = intents.message_content = True
    BareClient(intents=intents).run(os.environ["TOKEN"], log_handler=None)


# Both


async def start(standin: Standin, *arguments: str) -> asyncio.subprocess.Process:
    environ = os.environ | {
        "API": standin.api,
        "GATEWAY": standin.gateway_url,
        "TOKEN": standin.token,
        "DISCORD_TOKEN": standin.token,
        "UNOBOT_LOG": "error",
    }
    return await asyncio.create_subprocess_exec(sys.executable, *arguments, env=environ)


async def timed(user: User, message: Message, custom_id: str) -> tuple[float, Message]:
    interaction = await user.click(message, custom_id)
    response = await answered(interaction)
    assert interaction.answered_in is not None
    return interaction.answered_in, response.message or message


async def measure(folder: Path) -> None:
    async with Standin() as ours, Standin() as theirs:
        people, uno = seated(ours, 2)
        [talker], channel = seated(theirs, 1)
        bot = await start(ours, "-m", "unobot", "run", "--config", str(configuration(folder, ours)))
        floor = await start(theirs, "-m", "tests.benchmarks.discord", "bare", str(folder / "bare.db"))
        try:
            await ours.until_connected()
            await theirs.until_connected()
            await asyncio.sleep(3)  # both are ready
            await talker.say(channel, "bare")
            pad = await channel.until("Press one")
            await people[0].say(uno, "!uno")
            await uno.until("opens a table")
            await answered(await people[1].click(board_of(uno), "Join"))
            times, floors = [], []
            random = Random(1)
            while len(times) < MOVES:
                spent, pad = await timed(talker, pad, f"bare:{len(floors) % 5}")
                floors.append(spent)
                for user in people:
                    seconds = await one_move(user, uno, random, people)
                    if seconds is not None:
                        times.append(seconds)
                        break
            report(times, floors)
        finally:
            for process in (bot, floor):
                process.kill()
                await process.wait()


async def one_move(user: User, uno: Any, random: Random, people: list[User]) -> float | None:
    """The time of one move, if it is this user's turn."""
    turn = (await answered(await user.slash(uno, "uno show turn"))).text
    if turn.startswith("No round"):
        await answered(await people[0].slash(uno, "uno deal"))
        await uno.until(lambda: any(button.label == "My hand" for button in board_of(uno).buttons))
        return None
    if not turn.startswith(user.name):
        return None
    hand = await hand_of(user, uno)
    while True:
        moves = [move for move in moves_in(hand) if move not in ("ca", "pe", "pa")] or moves_in(hand)
        move = random.choice([move for move in moves if move != "ca"])
        custom_id = next(button.custom_id for button in hand.buttons if button.custom_id.endswith(f":{move}"))
        spent, hand = await timed(user, hand, custom_id)
        if not move.startswith("choose "):
            return spent


def report(times: list[float], floors: list[float]) -> None:
    for name, found in (("click to response", times), ("bare handler with a commit", floors)):
        print(
            f"{name}: median {median(found) * 1000:.2f} ms, 99th percentile {quantiles(found, n=100)[98] * 1000:.2f} ms"
        )
    print(f"  median {median(times) / median(floors):.2f} times (bar 1.5), {len(times)} moves")


if __name__ == "__main__":
    if sys.argv[1:2] == ["bare"]:
        bare(sys.argv[2])
    else:
        with tempfile.TemporaryDirectory() as path:
            asyncio.run(measure(Path(path)))
