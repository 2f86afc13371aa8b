"""The REST side: reads a request, lets a fault have it, finds its handler, answers as Discord does.

Handlers are plain functions that look at the world and change it, kept in tables (`Routes`) beside each other; they
raise `Refused`. Every request is kept for inspection.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from tests.networks.discord.standin.faults import Faults, limited
from tests.networks.discord.standin.limits import Refused
from tests.networks.discord.standin.messages import Upload
from tests.networks.discord.standin.world import World

ROOT = "/api/v10"
Handler = Callable[..., Any]


@dataclass(eq=False)
class Request:
    """What the bot asked for, and what it got; `status` is 0 while it waits, and where it got no answer."""

    method: str
    path: str  # after /api/v10
    query: Mapping[str, str]
    body: Any
    files: dict[str, Upload]
    status: int = 0
    answer: Any = field(default=None, repr=False)


class Routes:
    """A table of handlers: called as `handler(world, request, *what stands in the path's braces)`."""

    def __init__(self) -> None:
        self.table: list[tuple[str, re.Pattern[str], Handler]] = []

    def __call__(self, method: str, path: str) -> Callable[[Handler], Handler]:
        pattern = re.compile(re.sub(r"\{\w+\}", "([^/]+)", path))

        def keep(handler: Handler) -> Handler:
            self.table.append((method, pattern, handler))
            return handler

        return keep


class Rest:
    def __init__(self, world: World, token: str, tables: Sequence[Routes]) -> None:
        self.world, self.token, self.tables = world, token, tables
        self.faults = Faults()
        self.requests: list[Request] = []
        self.broken: list[Exception] = []  # mistakes of the stand-in itself
        self.refusing = False
        self.closing = asyncio.Event()

    async def serve(self, http: web.Request) -> web.StreamResponse:
        if self.refusing:
            return _broken(http)
        request = await _read(http)
        self.requests.append(request)
        fault = self.faults.take(request.method, request.path)
        if fault and fault.stall:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.closing.wait(), fault.stall)
        if fault and fault.refused:
            return _broken(http)
        if fault and fault.status:
            status, answer, headers = fault.answer()
        else:
            room, headers = self.faults.count(request.method, request.path)
            if room:
                status, answer = self._answer(request, http.headers.get("Authorization"))
            else:
                status, answer, more = limited(float(headers["X-RateLimit-Reset-After"]), False)
                headers |= more
        if fault and fault.lost:
            return _broken(http)
        request.status, request.answer = status, answer
        self.world.changed()
        if answer is None:
            return web.Response(status=status, headers=headers)
        # Exactly this content type: discord.py takes anything else for text.
        body = json.dumps(answer).encode()
        return web.Response(status=status, body=body, content_type="application/json", headers=headers)

    def _answer(self, request: Request, authorization: str | None) -> tuple[int, Any]:
        by_token = request.path.startswith(("/interactions/", "/webhooks/"))
        if not by_token and authorization != f"Bot {self.token}":
            return 401, {"message": "401: Unauthorized", "code": 0}
        try:
            answer = self._handle(request)
        except Refused as refused:
            return refused.status, refused.body
        except Exception as mistake:
            self.broken.append(mistake)
            return 400, {"message": f"the stand-in cannot do this: {mistake!r}", "code": 0}
        return (204 if answer is None else 200), answer

    def _handle(self, request: Request) -> Any:
        for method, pattern, handler in (row for routes in self.tables for row in routes.table):
            match = pattern.fullmatch(request.path)
            if match and method == request.method:
                return handler(self.world, request, *(int(one) if one.isdigit() else one for one in match.groups()))
        raise Refused(404, 0, f"404: Not Found: the stand-in has no {request.method} {request.path}")


def _broken(http: web.Request) -> web.StreamResponse:
    if http.transport:
        http.transport.abort()
    return web.Response(status=503)  # which nobody hears


async def _read(http: web.Request) -> Request:
    body: Any = None
    files: dict[str, Upload] = {}
    if http.content_type.startswith("multipart/"):
        async for part in await http.multipart():
            assert isinstance(part, BodyPartReader)
            content = bytes(await part.read())
            if part.name == "payload_json":
                body = json.loads(content)
            elif found := re.fullmatch(r"files\[(\d+)\]", part.name or ""):
                files[found[1]] = Upload(part.filename or "unknown", content)
    elif content := await http.read():
        body = json.loads(content)
    return Request(http.method, http.path.removeprefix(ROOT), http.query, {} if body is None else body, files)
