"""The gateway: websockets, and the sessions that outlive them.

A session keeps every event it was sent, so that a bot whose socket broke gets what it missed (RESUME). It ends when
the bot says goodbye, when a test says so, or when another one identifies for the same shard while its socket is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.networks.discord.standin.guilds import Guild
from tests.networks.discord.standin.limits import Json
from tests.networks.discord.standin.world import MESSAGE_CONTENT, Data, World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT, REQUEST_MEMBERS, INVALID, HELLO, ACK = (
    *range(4),
    *range(6, 12),
)
UNKNOWN_OP, BAD_TOKEN, BAD_SEQUENCE, BAD_SHARD, DISALLOWED_INTENTS = 4001, 4004, 4007, 4010, 4014
PRIVILEGED = {"members": 1 << 1, "presences": 1 << 8, "message_content": MESSAGE_CONTENT}


class Socket:
    """One connection. What is sent is queued, for events come from places that cannot wait."""

    def __init__(self, ws: web.WebSocketResponse, request: web.Request) -> None:
        self.ws, self.transport = ws, request.transport
        self.muted = False
        self._queue: asyncio.Queue[Json | int] = asyncio.Queue()
        self._deflate = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None

    def send(self, op: int, data: Any = None, **more: Any) -> None:
        if not self.muted:
            self._queue.put_nowait({"op": op, "d": data, "s": None, "t": None} | more)

    def close(self, code: int) -> None:
        self._queue.put_nowait(code)

    def abort(self) -> None:
        if self.transport:
            self.transport.abort()

    async def write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                frame = await self._queue.get()
                if isinstance(frame, int):
                    await self.ws.close(code=frame)
                    return
                text = json.dumps(frame)
                if self._deflate:
                    packed = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.ws.send_bytes(packed)
                else:
                    await self.ws.send_str(text)


@dataclass(eq=False)
class Session:
    shard: int
    shards: int
    intents: int
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    log: list[tuple[str, Json]] = field(default_factory=list)  # the first has the sequence number 1
    socket: Socket | None = None

    def event(self, name: str, data: Json) -> None:
        self.log.append((name, data))
        if self.socket:
            self.socket.send(DISPATCH, data, s=len(self.log), t=name)

    def resume(self, socket: Socket, sequence: int) -> None:
        if self.socket:
            self.socket.abort()
        self.socket = socket
        for number, (name, data) in enumerate(self.log[sequence:], sequence + 1):
            socket.send(DISPATCH, data, s=number, t=name)
        self.event("RESUMED", {})

    def wants(self, guild: Guild | None, intents: int) -> bool:
        shard = (guild.id >> 22) % self.shards if guild else 0
        return shard == self.shard and (not intents or bool(intents & self.intents))


class Gateway:
    def __init__(self, world: World, token: str) -> None:
        self.world, self.token = world, token
        self.granted = set(PRIVILEGED)
        self.heartbeat = 41.25  # seconds
        self.refusing = False
        self.refused = 0  # connections
        self.sessions: dict[str, Session] = {}
        self.sockets: set[Socket] = set()
        self.identified: list[Json] = []  # what every IDENTIFY said
        self.resumed = 0
        self.presences: list[Json] = []
        world.dispatch = self.dispatch

    def dispatch(self, name: str, data: Data, guild: Guild | None, intents: int) -> None:
        for session in self.sessions.values():
            if session.wants(guild, intents):
                session.event(name, data(session.intents) if callable(data) else data)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        if self.refusing:
            self.refused += 1
            self.world.changed()
            if request.transport:
                request.transport.abort()
            return web.Response(status=503)
        ws = web.WebSocketResponse(max_msg_size=0, compress=False, timeout=1.0)
        await ws.prepare(request)
        socket = Socket(ws, request)
        self.sockets.add(socket)
        writing = asyncio.create_task(socket.write())
        socket.send(HELLO, {"heartbeat_interval": int(self.heartbeat * 1000)})
        try:
            async for message in ws:
                if message.type is WSMsgType.TEXT:
                    self._handle(socket, json.loads(message.data))
        finally:
            self._left(socket, ws.close_code)
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
        return ws

    def _left(self, socket: Socket, code: int | None) -> None:
        self.sockets.discard(socket)
        for session in list(self.sessions.values()):
            if session.socket is socket:
                session.socket = None
                if code in (1000, 1001):  # it said goodbye
                    del self.sessions[session.id]
        self.world.changed()

    def _handle(self, socket: Socket, frame: Json) -> None:
        data: Any = frame.get("d")
        match frame["op"]:
            case 1:  # HEARTBEAT
                socket.send(ACK)
            case 2:  # IDENTIFY
                self._identify(socket, data)
            case 3:  # PRESENCE
                self.presences.append(data)
            case 6:  # RESUME
                self._resume(socket, data)
            case 8:  # REQUEST_MEMBERS
                self._members(socket, data)
            case _:
                socket.close(UNKNOWN_OP)
        self.world.changed()

    def _identify(self, socket: Socket, data: Json) -> None:
        self.identified.append(data)
        shard, shards = data.get("shard") or (0, 1)
        refused = [bit for name, bit in PRIVILEGED.items() if data["intents"] & bit and name not in self.granted]
        if data["token"] != self.token:
            return socket.close(BAD_TOKEN)
        if refused:
            return socket.close(DISALLOWED_INTENTS)
        if not 0 <= shard < shards:
            return socket.close(BAD_SHARD)
        for old in list(self.sessions.values()):
            if (old.shard, old.shards) == (shard, shards) and not old.socket:
                del self.sessions[old.id]
        session = Session(shard, shards, data["intents"], socket=socket)
        self.sessions[session.id] = session
        inside = [one for one in self.world.guilds.values() if self.world.bot.id in one.members]
        guilds = [one for one in inside if session.wants(one, 0)]
        session.event(
            "READY",
            {
                "v": 10,
                "user": self.world.bot.payload() | {"verified": True, "mfa_enabled": False},
                "session_id": session.id,
                "resume_gateway_url": self.world.base.replace("http", "ws", 1) + "/",
                "shard": [shard, shards],
                "guilds": [{"id": str(one.id), "unavailable": True} for one in guilds],
                "application": {"id": str(self.world.bot.id), "flags": self.flags},
                "private_channels": [],
                "relationships": [],
            },
        )
        if session.intents & 1:
            for one in guilds:
                session.event("GUILD_CREATE", one.payload(session.intents) | {"unavailable": False})
        return None

    @property
    def flags(self) -> int:
        """What the application may ask for, as its page says it to a bot in few guilds."""
        bits = {"presences": 1 << 13, "members": 1 << 15, "message_content": 1 << 19}
        return sum(bit for name, bit in bits.items() if name in self.granted)

    def _resume(self, socket: Socket, data: Json) -> None:
        session = self.sessions.get(data["session_id"])
        if data["token"] != self.token:
            socket.close(BAD_TOKEN)
        elif session is None:
            socket.send(INVALID, False)
        elif data["seq"] > len(session.log):
            socket.close(BAD_SEQUENCE)
        else:
            self.resumed += 1
            session.resume(socket, data["seq"])

    def _members(self, socket: Socket, data: Json) -> None:
        session = next(one for one in self.sessions.values() if one.socket is socket)
        guild = self.world.guilds[int(data["guild_id"])]
        ids, query = {int(one) for one in data.get("user_ids") or ()}, data.get("query") or ""
        found = [
            one.payload()
            for one in guild.members.values()
            if (one.user.id in ids if ids else one.user.name.startswith(query))
        ]
        answer = {"guild_id": str(guild.id), "members": found, "chunk_index": 0, "chunk_count": 1, "not_found": []}
        session.event("GUILD_MEMBERS_CHUNK", answer | {"nonce": data.get("nonce")})

    # What tests do to it; `shard=None`: to every shard

    def _of(self, shard: int | None) -> Iterator[Session]:
        for session in list(self.sessions.values()):
            if shard in (None, session.shard):
                yield session

    def sockets_of(self, shard: int | None) -> list[Socket]:
        return [session.socket for session in self._of(shard) if session.socket]

    def invalidate(self, shard: int | None = None) -> None:
        for session in self._of(shard):
            del self.sessions[session.id]
            if session.socket:
                session.socket.send(INVALID, False)
