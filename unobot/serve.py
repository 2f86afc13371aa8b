"""`unobot run`: the bot on its networks, put together from the rooms, from the configuration to the last QUIT.

Without a network in the configuration the bot brings its own: an IRC server on loopback, with a table ready in #uno.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import signal
import sys
import threading
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import click

from unobot import Mistake, config
from unobot.bot import Bot, Network
from unobot.chat.hall import Hall, Settings
from unobot.chat.people import Venue, network_of
from unobot.chat.ready import ready_table
from unobot.engine.rules import RulesError
from unobot.networks.discord import DiscordNetwork
from unobot.networks.irc import IrcNetwork
from unobot.networks.irc.isupport import folding
from unobot.networks.irc.server import ADDRESS, Server
from unobot.store import Store

log = logging.getLogger("unobot")

GOODBYE_SECONDS = 4.5  # for every QUIT together; Ctrl-C and TERM promise 5
AGAIN_SECONDS = 60.0  # until the next attempt to make a table ready
LOCAL = "local"  # the name of the network that the embedded server is
CHANNEL = "#uno"
READY = Venue(f"irc:{LOCAL}:{CHANNEL}", CHANNEL)
TOPIC = "UNO! Type jo to sit down, deal to start, {prefix}uno help for help."


def serve(config_path: Path | None) -> None:
    """Serve until Ctrl-C or TERM. Without a path, ./config.toml if there is one."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # until the loop takes over both
    with contextlib.suppress(KeyboardInterrupt):
        settings = _configuration(config_path)
        _log_to_stderr()
        with Store.open(settings.database) as store:
            asyncio.run(_serve(settings, store))


def _configuration(path: Path | None) -> config.Config:
    usual = Path("config.toml")
    path = path or (usual if usual.exists() else None)
    return config.load(path) if path else config.default()


def _log_to_stderr() -> None:
    """The bot's own log at the level of UNOBOT_LOG. Libraries only warn: what they log otherwise are whole lines of
    the network, passwords included."""
    level = os.environ.get("UNOBOT_LOG", "info").upper()
    if level not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise Mistake("UNOBOT_LOG must be debug, info, warning or error")
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    log.setLevel(level)


# The networks


async def _serve(settings: config.Config, store: Store) -> None:
    networks: dict[str, Network] = {f"irc:{network.name}": IrcNetwork(network) for network in settings.irc}
    if settings.discord:
        networks["discord"] = DiscordNetwork(
            settings.discord, settings.prefix, settings.presets, store.posts(), alone=not settings.irc
        )
    if networks:
        await _until_told(_bot(settings, store, networks))
        return
    async with _embedded(settings) as (server, network):
        bot = _bot(settings, store, {f"irc:{LOCAL}": network})
        await _until_told(bot, _welcome(bot, server, settings))


@asynccontextmanager
async def _embedded(settings: config.Config) -> AsyncIterator[tuple[Server, IrcNetwork]]:
    """The server of our own and the bot's connection to it, which it knows by a password of its own."""
    password = secrets.token_urlsafe(16)
    topic = TOPIC.format(prefix=settings.prefix)
    server = Server({CHANNEL: topic}, [f"Join {CHANNEL}: /join {CHANNEL}"], password, reserved=["unobot"])
    port = await server.start()
    network = config.Network.model_validate(
        {
            "name": LOCAL,
            "servers": [f"{ADDRESS}:{port}"],
            "tls": False,
            "password": password,
            "channels": [CHANNEL],
            "pace": {"burst": 1000, "per_second": 1000.0},
        }
    )
    try:
        yield server, IrcNetwork(network)
    finally:
        await server.stop()


async def _welcome(bot: Bot, server: Server, settings: config.Config) -> None:
    """Say how to connect once the bot is there itself, and see to it that there is always a table to sit down at."""
    await bot.until(lambda bot: f"irc:{LOCAL}" not in bot.hall.down)
    click.echo(_how_to_connect(server.port, settings))
    while True:
        await bot.until(lambda bot: READY.id not in bot.hall.tables)
        try:
            bot.do(ready_table(bot.hall, READY, bot.clock()))
        except RulesError as error:  # the channel has chosen a preset, say, that is no longer configured
            log.warning("no table can be made ready in %s: %s", CHANNEL, error)
        if READY.id not in bot.hall.tables:  # or it could not be kept, which the bot has logged
            await asyncio.sleep(AGAIN_SECONDS)


def _how_to_connect(port: int, settings: config.Config) -> str:
    return f"""\
UNO is on: an IRC server on this machine, {ADDRESS} port {port}, and a table in {CHANNEL}.
Connect with any IRC client, for example
    irssi -c {ADDRESS} -p {port} -n YOURNAME
    weechat irc://YOURNAME@{ADDRESS}:{port}/{CHANNEL}
then /join {CHANNEL}, type jo to sit down and deal to start; {settings.prefix}uno help helps.
Games are kept in {settings.database}. Ctrl-C stops the bot."""


# The bot


def _bot(settings: config.Config, store: Store, networks: Mapping[str, Network]) -> Bot:
    """The bot with every table back at its place. Their clocks stand still until their network is there: for good
    where it is no longer configured."""
    hall = Hall(_hall_settings(settings), store, lambda: secrets.token_bytes(32))
    hall.down.update(networks, (network_of(saved.venue.id) for saved in store.load().tables))
    bot = Bot(hall, store, networks)
    bot.start()
    return bot


def _hall_settings(settings: config.Config) -> Settings:
    channels = [(network.name, channel) for network in settings.irc for channel in network.channels]
    ids = [(f"irc:{name}:{folded}", channel) for name, channel in channels for folded in _folded(channel.name)]
    return Settings(
        preset=settings.preset,
        presets=settings.presets,
        venue_presets={venue: channel.preset for venue, channel in ids if channel.preset},
        prefix=settings.prefix,
        prefixes={venue: channel.prefix for venue, channel in ids if channel.prefix},
        lobby_seconds=settings.lobby_seconds,
        join_running=settings.join_running,
        game_commands_per_minute=settings.limits.game_commands_per_minute,
        tables_per_hour=settings.limits.tables_per_hour,
        other_commands_per_15_minutes=settings.limits.other_commands_per_15_minutes,
    )


def _folded(channel: str) -> set[str]:
    """The channel's name in every case mapping that there is: which one holds is known only when connected."""
    return {folding(mapping)(channel) for mapping in ("ascii", "rfc1459", "rfc1459-strict", "another")}


# The end


async def _until_told(bot: Bot, *beside: Coroutine[None, None, None]) -> None:
    """Run the bot and what goes beside it until Ctrl-C or TERM, or until something fails."""
    told = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # on Windows Ctrl-C cancels everything, which is as good
            asyncio.get_running_loop().add_signal_handler(number, told.set)
    running = [asyncio.create_task(each) for each in (bot.run(), *beside)]
    telling = asyncio.create_task(told.wait())
    try:
        await asyncio.wait([*running, telling], return_when=asyncio.FIRST_COMPLETED)
    finally:
        failed = [task for task in running if task.done() and not task.cancelled() and task.exception()]
        _leave_in_time(1 if failed else 0)
        for task in (*running, telling):
            task.cancel()
        await asyncio.gather(*running, telling, return_exceptions=True)
    for task in failed:
        task.result()


def _leave_in_time(status: int) -> None:
    """End the process after a while, whatever hangs: a name server, say, that answers nobody, for which Python would
    wait. Nothing is lost by it: all that counts was kept before anybody was told of it."""
    timer = threading.Timer(GOODBYE_SECONDS, os._exit, (status,))
    timer.daemon = True
    timer.start()
