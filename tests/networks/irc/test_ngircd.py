"""Whole games on ngircd, which knows hardly anything of IRCv3: people are their nicks."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest

from tests.networks.scripted import bot_is_in, close, network, play, players, running_bot, sit_down
from tests.networks.servers import Ngircd


@pytest.mark.parametrize("secure", [False, True], ids=["plain", "tls"])
def test_a_game(ngircd: Ngircd, database: Path, channel: str, secure: bool) -> None:
    async def story() -> None:
        tls = {"tls": True, "tls_ca": str(ngircd.certificate)} if secure else {}
        settings = network(ngircd.tls_port if secure else ngircd.port, channels=[channel], nick="unobot", **tls)
        context = ssl.create_default_context(cafile=ngircd.certificate) if secure else None
        port = ngircd.tls_port if secure else ngircd.port
        people = await players(port, "ann", "bob", "cid", "dan", channel=channel, tls=context)
        async with running_bot(database, settings):
            await bot_is_in(people[0], channel)
            await sit_down(people, channel)
            people[0].say(channel, "deal")
            won = await people[0].until("wins the round", 30)
            assert won.param(0) == channel
            assert sum(len(player.moves) for player in people) > 10
            refused = [text for player in people for text in player.texts() if text.startswith(("Not now", "You hold"))]
            assert not refused
        await people[0].until(lambda m: m.command == "QUIT" and m.nick == "unobot")
        await close(*people)

    play(story)
