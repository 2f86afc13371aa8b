"""What the library itself complains of is an error of ours, unless a test expects it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest

from unobot.networks.discord import posting
from unobot.networks.discord.client import Client

LIBRARY = ("discord.ui", "discord.client", "discord.app_commands", "discord.state", "asyncio")


@pytest.fixture(autouse=True)
def nothing_went_wrong_inside(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    bad = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not [record for record in bad if record.name.startswith(LIBRARY)], bad


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord takes whatever comes: for stories that are not about its pace."""
    monkeypatch.setattr(posting, "BURST", 10_000)
    monkeypatch.setattr(posting, "PAUSE", 0.05)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library waits two seconds for more servers before it is ready, and five before it logs in once more."""
    original = Client.__init__

    def init(self: Client, *arguments: Any, **named: Any) -> None:
        original(self, *arguments, **named)
        self._connection.guild_ready_timeout = 0.1

    async def no_wait(self: Client, shard_id: int | None, *, initial: bool = False) -> None:
        return None

    monkeypatch.setattr(Client, "__init__", init)
    monkeypatch.setattr(Client, "before_identify_hook", no_wait)
