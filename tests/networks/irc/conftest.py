"""Servers for the stories of this folder: one ngircd and one InspIRCd for all that only need people in a channel."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.networks.servers import Atheme, Inspircd, Ngircd, folder, running


@pytest.fixture(scope="session")
def ngircd() -> Iterator[Ngircd]:
    with folder() as path:
        server = Ngircd(path, tls=True)
        with running(server):
            yield server


@pytest.fixture(scope="session")
def inspircd() -> Iterator[Inspircd]:
    """With services."""
    with folder() as path:
        server = Inspircd(path, tls=True)
        with running(server, Atheme(path, server)):
            yield server


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "unobot.db"


@pytest.fixture
def channel(request: pytest.FixtureRequest) -> str:
    """Each story has a channel of its own on a server that they share."""
    return "#" + request.node.name.removeprefix("test_").split("[")[0][:28]
