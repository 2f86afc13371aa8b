"""The stand-in itself: one port with the gateway, the REST side and the CDN, the world behind them, and the knobs.

The bot may be in this process or another one; it may be killed and come back: the world stays.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any

from aiohttp import web

from tests.networks.discord.standin import applications, callbacks, routes
from tests.networks.discord.standin.faults import Bucket, Fault
from tests.networks.discord.standin.gateway import RECONNECT, Gateway
from tests.networks.discord.standin.guilds import Guild
from tests.networks.discord.standin.limits import Json
from tests.networks.discord.standin.people import User
from tests.networks.discord.standin.rest import ROOT, Request, Rest
from tests.networks.discord.standin.world import World

# A picture of one pixel, for everybody's avatar.
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)


class Standin:
    """`async with Standin() as standin:`; then `standin.api` and `standin.gateway_url` are the bot's settings."""

    def __init__(self, bot: str = "unobot", token: str = "a.token.for-tests", shards: int = 1) -> None:
        self.token, self.shards = token, shards
        self.world = World(bot)
        self.gateway = Gateway(self.world, token)
        tables = [applications.routes(lambda: self.shards, lambda: self.gateway.flags), callbacks.route, routes.route]
        self.rest = Rest(self.world, token, tables)
        self.port = 0

    async def __aenter__(self) -> Standin:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_get("/", self.gateway.serve)
        app.router.add_get("/attachments/{channel}/{id}/{name}", self._attachment)
        app.router.add_get("/emojis/{name}", self._emoji)
        app.router.add_get("/{kind:avatars|embed}/{rest:.*}", self._avatar)
        app.router.add_route("*", ROOT + "/{rest:.*}", self.rest.serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.world.base = self.url
        return self

    async def __aexit__(self, *reason: object) -> None:
        self.rest.closing.set()
        self.drop()
        await self._runner.cleanup()
        if self.rest.broken and reason[0] is None:
            raise self.rest.broken[0]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def api(self) -> str:
        return f"{self.url}{ROOT}"

    @property
    def gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/"

    # The world

    @property
    def bot(self) -> User:
        return self.world.bot

    def user(self, name: str) -> User:
        """Somebody new, or the one of this name."""
        found = (one for one in self.world.users.values() if one.name == name)
        return next(found, None) or User(self.world, name)

    def guild(self, name: str, bot: bool = True) -> Guild:
        """A new one, or the one of this name. `bot=False`: without the bot; `guild.add(standin.bot)` lets it in."""
        for one in self.world.guilds.values():
            if one.name == name:
                return one
        guild = Guild(self.world, name, self.user(f"owner of {name}"))
        guild.add(guild.owner)
        if bot:
            guild.add(self.bot)
        return guild

    @property
    def commands(self) -> dict[int | None, list[Json]]:
        """What the bot has registered: everywhere (None), and by guild id."""
        return self.world.commands

    @property
    def emojis(self) -> dict[str, Json]:
        """The application's, by name."""
        return {one["name"]: one for one in self.world.emojis.values()}

    @property
    def requests(self) -> list[Request]:
        return self.rest.requests

    def asked(self, method: str, pattern: str = "") -> list[Request]:
        """The requests of this method whose path fits the pattern."""
        return [one for one in self.requests if one.method == method and re.search(pattern, one.path)]

    async def until(self, want: Callable[[], Any], patience: float | None = None, what: str = "it") -> Any:
        return await self.world.until(want, patience, what)

    async def until_connected(self, patience: float | None = None) -> None:
        """Every shard has a session and a socket."""

        def look() -> bool:
            here = [one for one in self.gateway.sessions.values() if one.socket]
            return bool(here) and {one.shard for one in here} >= set(range(here[0].shards))

        await self.until(look, patience, "the bot")

    async def until_gone(self, patience: float | None = None) -> None:
        """No socket is left, as after the bot was killed."""
        await self.until(lambda: not self.gateway.sockets, patience, "the end of the bot's sockets")

    # Knobs: the gateway. `shard=None`: every shard

    def grant(self, *names: str) -> None:
        """The privileged intents that the application has: of "message_content", "members", "presences"."""
        self.gateway.granted = set(names)
        self.world.content_granted = "message_content" in names

    def drop(self, shard: int | None = None) -> None:
        """The sockets break, without a word."""
        for socket in self.gateway.sockets_of(shard) if shard is not None else list(self.gateway.sockets):
            socket.abort()

    def close_sockets(self, code: int, shard: int | None = None) -> None:
        for socket in self.gateway.sockets_of(shard):
            socket.close(code)

    def silence(self, shard: int | None = None) -> None:
        """Nothing more is sent on the present sockets, not even answers to heartbeats; what comes next is kept."""
        for socket in self.gateway.sockets_of(shard):
            socket.muted = True

    def reconnect(self, shard: int | None = None) -> None:
        """Ask the bot to connect again, as Discord does now and then."""
        for socket in self.gateway.sockets_of(shard):
            socket.send(RECONNECT)

    def invalidate(self, shard: int | None = None) -> None:
        """The sessions are forgotten: now, and where the socket is gone, when the bot wants to resume."""
        self.gateway.invalidate(shard)

    @contextlib.contextmanager
    def unreachable(self, gateway: bool = True, rest: bool = True) -> Iterator[None]:
        """Every connection breaks and none is taken."""
        if gateway:
            self.drop()
        self.gateway.refusing, self.rest.refusing = gateway, rest
        try:
            yield
        finally:
            self.gateway.refusing = self.rest.refusing = False

    # Knobs: requests, time

    def fault(self, method: str, pattern: str, times: int = 1, **how: Any) -> Fault:
        """See `Fault`. It counts its `hits`; `fault.times = 0` ends it."""
        fault = Fault(method, pattern, times, **how)
        self.rest.faults.planned.append(fault)
        return fault

    def bucket(self, method: str, pattern: str, limit: int = 5, per: float = 5.0) -> None:
        """A rate limit that counts, with its headers; for each of what the pattern's groups match."""
        self.rest.faults.buckets.append(Bucket(method, pattern, limit, per))

    def shift(self, seconds: float) -> None:
        """Let so much time pass for what expires."""
        self.world.clock.shift(seconds)

    # The CDN

    async def _attachment(self, request: web.Request) -> web.Response:
        found = self.world.attachments.get(int(request.match_info["id"]))
        return _bytes(found.content if found else None)

    async def _emoji(self, request: web.Request) -> web.Response:
        return _bytes(self.world.images.get(int(request.match_info["name"].partition(".")[0])))

    async def _avatar(self, request: web.Request) -> web.Response:
        return _bytes(PIXEL)


def _bytes(content: bytes | None) -> web.Response:
    if content is None:
        return web.Response(status=404)
    return web.Response(body=content, content_type="application/octet-stream")
