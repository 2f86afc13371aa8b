"""The bot as a process of its own, on one IRC network, so that a test can kill it: `python -m tests.networks.program
DATABASE SETTINGS`, the settings as JSON. Prints `up` when the network is there for the first time."""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from collections.abc import Callable

from tests.networks.scripted import FAST, hall_settings
from unobot.bot import Bot
from unobot.chat.hall import Hall
from unobot.chat.ports import In, LinkUp
from unobot.config import Network
from unobot.networks.irc import IrcNetwork
from unobot.store import Store


class Telling(IrcNetwork):
    async def run(self, inbox: Callable[[In], None]) -> None:
        def told(came: In) -> None:
            inbox(came)
            if isinstance(came, LinkUp):
                print("up", flush=True)

        await super().run(told)


def main(database: str, settings: str) -> None:
    network = Network.model_validate(json.loads(settings))
    with Store.open(database) as store:
        hall = Hall(hall_settings(), store, lambda: secrets.token_bytes(32))
        bot = Bot(hall, store, {f"irc:{network.name}": Telling(network, FAST)})
        bot.start()
        asyncio.run(bot.run())


if __name__ == "__main__":
    main(*sys.argv[1:])
