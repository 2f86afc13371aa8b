"""`unobot play`: a table in the terminal, put together from the rooms."""

from __future__ import annotations

import asyncio
import secrets
import sys
import tempfile
from collections.abc import Iterable
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import TextIO

from unobot.bot import Bot
from unobot.chat import lobby
from unobot.chat.hall import Hall, Settings, natural_delay
from unobot.chat.people import Person
from unobot.chat.ports import Heard
from unobot.engine.rules import RulesError, find_preset
from unobot.engine.shuffle import seed_of
from unobot.networks import terminal
from unobot.store import Store

PLENTY = 10**9  # limits are for strangers


def play(
    preset: str,
    changes: dict[str, str],
    players: int,
    level: str,
    seed: str | None,
    database: Path | None,
    watch: bool,
) -> None:
    """Play until the end; a game that is in the database goes on, whatever else is asked for."""
    with tempfile.TemporaryDirectory() as folder:
        path = database or Path(folder) / "unobot.db"
        with Store.open(path) as store:
            screen = _network(watch)
            bot = Bot(_hall(store, seed, isinstance(screen, terminal.Plain)), store, {"local": screen})
            bot.start()
            goes_on = terminal.TABLE.id in bot.hall.tables and not is_over(bot)
            if goes_on:
                bot.repeat(terminal.TABLE.id)
            else:
                chosen = find_preset(preset)
                seats = _seats(players, level, watch)
                bot.do(
                    lobby.open_for(
                        bot.hall, terminal.TABLE, chosen.name, chosen.with_changes(changes), *seats, bot.clock()
                    )
                )
            _run(bot, screen, watch)


def _network(watch: bool) -> terminal.Plain | terminal.Screen:
    if watch:
        return terminal.Watching() if sys.stdout.isatty() else terminal.Plain(sys.stdout)
    return terminal.Screen() if terminal.has_terminal() else terminal.Plain(sys.stdout)


def _hall(store: Store, seed: str | None, at_once: bool) -> Hall:
    settings = Settings(
        game_commands_per_minute=PLENTY,
        tables_per_hour=PLENTY,
        other_commands_per_15_minutes=PLENTY,
        delay=_no_delay if at_once else natural_delay,
        between_rounds=0 if at_once else Settings().between_rounds,
    )
    numbers = count()
    new_secret = (lambda: secrets.token_bytes(32)) if seed is None else (lambda: _secret(seed, next(numbers)))
    hall = Hall(settings, store, new_secret)
    hall.boardless.add("local")  # what a terminal has shown cannot be edited
    return hall


def _secret(seed: str, number: int) -> bytes:
    """The secret of the first match is the seed; each rematch has one of its own."""
    return seed_of(seed) if number == 0 else sha256(f"{seed} {number}".encode()).digest()


def _no_delay(random: Random) -> float:
    return 0.0


def _seats(players: int, level: str, watch: bool) -> tuple[list[Person], list[str]]:
    people = [] if watch else [terminal.YOU]
    return people, [level] * (players - len(people))


def is_over(bot: Bot) -> bool:
    """Has the match been played to its end, or the table been closed?"""
    table = bot.hall.tables.get(terminal.TABLE.id)
    return table is None or table.phase == "ended"


def _run(bot: Bot, screen: terminal.Plain | terminal.Screen, watch: bool) -> None:
    if isinstance(screen, terminal.Plain):
        _play_plain(bot, None if watch else sys.stdin)
    else:
        asyncio.run(_play_live(bot, watch))


async def _play_live(bot: Bot, watch: bool) -> None:
    """Until the person has had enough; whoever only watches, until the game is over."""
    running = asyncio.create_task(bot.run())
    ended = asyncio.create_task(bot.until(is_over if watch else lambda bot: terminal.TABLE.id not in bot.hall.tables))
    await asyncio.wait({running, ended}, return_when=asyncio.FIRST_COMPLETED)
    for task in (running, ended):
        task.cancel()
    await asyncio.gather(running, ended, return_exceptions=True)


def _play_plain(bot: Bot, commands: TextIO | None) -> None:
    """One command per line until the game or the input ends; without input the computer players are alone."""
    _settle(bot)
    while not is_over(bot):
        line = commands.readline() if commands else ""
        if not line:
            return
        bot.receive(Heard(terminal.YOU, line.strip(), terminal.TABLE, admin=True))
        _settle(bot)


def _settle(bot: Bot) -> None:
    """Work until nothing is due: computer players without a delay are."""
    bot.work()
    while not is_over(bot) and bot.hall.due(bot.clock()) is not None:
        bot.work()


def parse_changes(pairs: Iterable[str]) -> dict[str, str]:
    """`--set OPTION=VALUE`, as often as wanted."""
    changes = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise RulesError(f"--set takes OPTION=VALUE, not {pair!r}")
        changes[name.strip()] = value
    return changes
