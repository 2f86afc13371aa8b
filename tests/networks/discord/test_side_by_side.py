"""IRC and Discord in one `unobot run`: either may be absent, fail or come back, and the other does not notice."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import AsyncIterator
from pathlib import Path

from tests.networks.discord.scripted import answered, board_of
from tests.networks.discord.standin import Standin
from tests.networks.discord.test_wire import configuration, seated
from tests.networks.processes import BotProcess
from tests.networks.scripted import Client, bot_is_in, close, play
from unobot.networks.irc.server import Server


def irc_network(port: int) -> str:
    return f"""
[[irc]]
name = "test"
servers = ["127.0.0.1:{port}"]
tls = false
pace = {{ burst = 1000, per_second = 1000.0 }}
"""


@contextlib.asynccontextmanager
async def both(folder: Path, standin: Standin) -> AsyncIterator[tuple[BotProcess, Server]]:
    """The bot as a process on both networks."""
    server = Server({"#uno": "cards"}, ["hello"], "")
    port = await server.start()
    path = configuration(folder, standin)
    path.write_text(path.read_text() + irc_network(port))
    bot = BotProcess(folder, "--config", str(path), environ={"DISCORD_TOKEN": standin.token})
    try:
        yield bot, server
    finally:
        bot.stop(signal.SIGKILL)
        await server.stop()


def test_a_table_here_and_a_table_there(tmp_path: Path) -> None:
    async def story() -> None:
        async with Standin() as standin:
            people, uno = seated(standin, 2)
            async with both(tmp_path, standin) as (bot, server):
                await standin.until_connected()
                eve: Client = await Client.connect(server.port, "eve")
                await eve.join("#uno")
                await bot_is_in(eve, "#uno")
                await people[0].say(uno, "!uno")
                await uno.until("opens a table")
                eve.say("#uno", "!uno classic")
                await eve.until("eve opens a table, classic rules")
                # What is played on Discord is not IRC's business, nor the other way round.
                eve.say("#uno", "!uno tables")
                assert "classic: eve" in (await eve.until("Open tables")).params[-1]
                shown = await answered(await people[1].slash(uno, "uno show tables"))
                assert "ann" in shown.text and "eve" not in shown.text

                standin.drop()  # Discord stumbles; IRC plays on
                eve.say("#uno", "!uno bot")
                await eve.until("sits down")
                eve.say("#uno", "deal")
                await eve.until("on top")
                await standin.until_connected()

                await server.stop()  # IRC is gone; Discord plays on
                await answered(await people[1].click(board_of(uno), "Join"))
                await uno.until("sits down: ann, bob")
                await close(eve)
                assert bot.stop(signal.SIGTERM) == 0
                assert "Traceback" not in bot.err.read_text()

    play(story)


def test_a_token_that_is_not_accepted_leaves_irc_alone(tmp_path: Path) -> None:
    async def story() -> None:
        async with Standin() as standin:
            seated(standin, 2)
            standin.fault("GET", "/users/@me", times=100, status=401, code=0)
            async with both(tmp_path, standin) as (bot, server):
                eve: Client = await Client.connect(server.port, "eve")
                await eve.join("#uno")
                await bot_is_in(eve, "#uno")
                eve.say("#uno", "!uno")
                await eve.until("eve opens a table")
                await close(eve)
                assert bot.stop(signal.SIGTERM) == 0
                said = bot.err.read_text()
                assert "discord.token" in said and standin.token not in said and "Traceback" not in said

    play(story)
