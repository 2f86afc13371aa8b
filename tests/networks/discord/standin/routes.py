"""Handlers for channels, messages, people and guilds."""

from __future__ import annotations

from typing import Any

from tests.networks.discord.standin.channels import Channel
from tests.networks.discord.standin.limits import (
    ARCHIVED,
    CANNOT_DM,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NOT_YOURS,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_MESSAGE,
    UNKNOWN_USER,
    Json,
    Refused,
)
from tests.networks.discord.standin.messages import REPLY, Message
from tests.networks.discord.standin.rest import Request, Routes
from tests.networks.discord.standin.world import World

NONCE_SECONDS = 300.0
route = Routes()


def _channel(world: World, number: int) -> Channel:
    channel = world.channels.get(number)
    if channel is None:
        raise Refused(*UNKNOWN_CHANNEL)
    if channel.guild and world.bot.id not in channel.guild.members:
        raise Refused(*MISSING_ACCESS)
    if not channel.may(world.bot, "view_channel"):
        raise Refused(*MISSING_ACCESS)
    return channel


def _message(world: World, channel: int, number: int) -> Message:
    message = world.message(_channel(world, channel), number)
    if message is None or message.ephemeral:  # which only its token reaches
        raise Refused(*UNKNOWN_MESSAGE)
    return message


def _need(world: World, channel: Channel, *rights: str) -> None:
    if not all(channel.may(world.bot, one) for one in rights):
        raise Refused(*MISSING_PERMISSIONS)


def _shown(world: World, message: Message) -> Json:
    return world.shown(message, world.content_granted)


# Messages


@route("POST", "/channels/{channel}/messages")
def send(world: World, request: Request, number: int) -> Json:
    channel = _channel(world, number)
    if channel.recipient and channel.recipient.dms_closed:
        raise Refused(*CANNOT_DM)
    _need(world, channel, "send_messages_in_threads" if channel.parent else "send_messages")
    if request.files:
        _need(world, channel, "attach_files")
    if channel.archived and channel.locked:
        raise Refused(*ARCHIVED)
    body: Json = request.body
    nonce = body.get("nonce")
    if body.get("enforce_nonce") and nonce is not None:
        # Sent before, and the answer got lost: Discord gives the message that is there.
        for message in reversed(channel.all):
            young = (world.clock.id() - message.id) >> 22 < NONCE_SECONDS * 1000
            if young and message.author is world.bot and message.nonce == nonce:
                return message.payload()
    more: dict[str, Any] = {"nonce": nonce}
    if body.get("message_reference"):
        more |= {"reply_to": _referenced(world, channel, body["message_reference"]), "kind": REPLY}
    body = body | {"flags": (body.get("flags") or 0) & ~64}  # only answers to interactions are ephemeral
    return world.post(channel, world.bot, body, request.files, **more).payload()


def _referenced(world: World, channel: Channel, reference: Json) -> Message | None:
    message = world.message(channel, int(reference["message_id"]))
    if message is None and reference.get("fail_if_not_exists", True):
        raise Refused(400, 50035, "Invalid Form Body", {"message_reference": {"_errors": [_UNKNOWN_REFERENCE]}})
    return message


_UNKNOWN_REFERENCE = {"code": "REPLIES_UNKNOWN_MESSAGE", "message": "Unknown message"}


@route("GET", "/channels/{channel}/messages/{message}")
def message_one(world: World, request: Request, channel: int, number: int) -> Json:
    message = _message(world, channel, number)
    _need(world, message.channel, "read_message_history")
    return _shown(world, message)


@route("GET", "/channels/{channel}/messages")
def message_list(world: World, request: Request, number: int) -> list[Json]:
    channel = _channel(world, number)
    if not channel.may(world.bot, "read_message_history"):
        return []
    limit, query = int(request.query.get("limit", 50)), request.query
    found = channel.messages
    if "before" in query:
        found = [one for one in found if one.id < int(query["before"])]
    if "after" in query:
        found = [one for one in found if one.id > int(query["after"])][:limit]
    return [_shown(world, one) for one in reversed(found[-limit:])]


@route("PATCH", "/channels/{channel}/messages/{message}")
def edit(world: World, request: Request, channel: int, number: int) -> Json:
    message = _message(world, channel, number)
    if message.author is not world.bot:
        raise Refused(*NOT_YOURS)
    if message.channel.archived:
        raise Refused(*ARCHIVED)
    return world.edit(message, request.body, request.files).payload()


@route("DELETE", "/channels/{channel}/messages/{message}")
def delete(world: World, request: Request, channel: int, number: int) -> None:
    message = _message(world, channel, number)
    if message.author is not world.bot:
        _need(world, message.channel, "manage_messages")
    world.remove(message)


@route("PUT", "/channels/{channel}/messages/{message}/reactions/{emoji}/@me")
def react(world: World, request: Request, channel: int, number: int, emoji: str) -> None:
    message = _message(world, channel, number)
    _need(world, message.channel, "add_reactions", "read_message_history")
    if emoji not in message.reactions:
        message.reactions.append(emoji)


# Channels, people, guilds


@route("POST", "/channels/{channel}/typing")
def typing(world: World, request: Request, number: int) -> None:
    _channel(world, number)


@route("GET", "/channels/{channel}")
def channel_one(world: World, request: Request, number: int) -> Json:
    return _channel(world, number).payload()


@route("POST", "/users/@me/channels")
def private(world: World, request: Request) -> Json:
    user = world.users.get(int(request.body["recipient_id"]))
    if user is None:
        raise Refused(*UNKNOWN_USER)
    if user is world.bot:
        raise Refused(*CANNOT_DM)
    return world.private(user).payload()


@route("GET", "/users/@me")
def me(world: World, request: Request) -> Json:
    return world.bot.payload() | {"verified": True, "mfa_enabled": False, "locale": "en-US"}


@route("GET", "/users/{user}")
def user_one(world: World, request: Request, number: int) -> Json:
    if number not in world.users:
        raise Refused(*UNKNOWN_USER)
    return world.users[number].payload()


@route("GET", "/guilds/{guild}")
def guild_one(world: World, request: Request, number: int) -> Json:
    guild = world.guilds.get(number)
    if guild is None or world.bot.id not in guild.members:
        raise Refused(*UNKNOWN_GUILD)
    data = guild.payload()
    return {key: data[key] for key in data if key not in ("channels", "threads", "members")}


@route("GET", "/guilds/{guild}/members/{user}")
def member_one(world: World, request: Request, number: int, user: int) -> Json:
    guild_one(world, request, number)
    member = world.guilds[number].members.get(user)
    if member is None:
        raise Refused(*UNKNOWN_MEMBER)
    return member.payload()


@route("DELETE", "/users/@me/guilds/{guild}")
def leave(world: World, request: Request, number: int) -> None:
    guild_one(world, request, number)
    world.guilds[number].remove(world.bot)
