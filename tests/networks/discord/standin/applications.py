"""Handlers for the application itself: who it is, its commands, its emojis, where the gateway is."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import Any

from tests.networks.discord.standin.limits import (
    UNKNOWN_COMMAND,
    UNKNOWN_EMOJI,
    Json,
    Refused,
    check_commands,
    check_emoji,
    invalid,
)
from tests.networks.discord.standin.rest import Request, Routes
from tests.networks.discord.standin.world import World


def routes(shards: Callable[[], int], flags: Callable[[], int]) -> Routes:
    """`shards`: how many the gateway recommends; `flags`: what the application may ask for."""
    route = Routes()

    @route("GET", "/gateway")
    @route("GET", "/gateway/bot")
    def gateway(world: World, request: Request) -> Json:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        url = world.base.replace("http", "ws", 1) + "/"
        return {"url": url, "shards": shards(), "session_start_limit": limit}

    @route("GET", "/applications/@me")
    @route("GET", "/oauth2/applications/@me")
    def application(world: World, request: Request) -> Json:
        owner = next((one for one in world.users.values() if not one.bot), world.bot)
        return {
            "id": str(world.bot.id),
            "name": world.bot.name,
            "description": "",
            "summary": "",
            "icon": None,
            "bot_public": True,
            "bot_require_code_grant": False,
            "bot": world.bot.payload(),
            "owner": owner.payload(),
            "team": None,
            "verify_key": "00" * 32,
            "flags": flags(),
            "integration_types_config": {"0": {}, "1": {}},
        }

    route.table += commands.table
    route.table += emojis.table
    return route


# Commands

commands = Routes()
ROOT, GUILD = "/applications/{app}/commands", "/applications/{app}/guilds/{guild}/commands"


def _registered(world: World, given: Json, guild: int | None) -> Json:
    """As Discord gives it back. A command that keeps its name keeps its id."""
    kind = given.get("type", 1)
    known = {(one["type"], one["name"]): one["id"] for one in world.commands.get(guild, [])}
    rights = given.get("default_member_permissions")
    return {
        "id": known.get((kind, given["name"])) or str(world.clock.id()),
        "application_id": str(world.bot.id),
        "version": str(world.clock.id()),
        "dm_permission": True,
        "contexts": None,
        "integration_types": [0],
        "nsfw": False,
        "description": "",
        **{key: value for key, value in given.items() if value is not None},
        "type": kind,
        "default_member_permissions": None if rights is None else str(rights),
        **({"guild_id": str(guild)} if guild else {}),
    }


@commands("GET", ROOT)
@commands("GET", GUILD)
def command_list(world: World, request: Request, app: int, guild: int | None = None) -> list[Json]:
    return world.commands.get(guild, [])


@commands("PUT", ROOT)
@commands("PUT", GUILD)
def command_sync(world: World, request: Request, app: int, guild: int | None = None) -> list[Json]:
    check_commands(request.body)
    world.commands[guild] = [_registered(world, one, guild) for one in request.body]
    return world.commands[guild]


@commands("POST", ROOT)
@commands("POST", GUILD)
def command_upsert(world: World, request: Request, app: int, guild: int | None = None) -> Json:
    kind, name = request.body.get("type", 1), request.body["name"]
    others = [one for one in world.commands.get(guild, []) if (one["type"], one["name"]) != (kind, name)]
    check_commands([*others, request.body])
    command = _registered(world, request.body, guild)
    world.commands[guild] = [*others, command]
    return command


@commands("PATCH", ROOT + "/{command}")
@commands("PATCH", GUILD + "/{command}")
def command_edit(world: World, request: Request, app: int, *numbers: int) -> Json:
    _, command = _command(world, numbers)
    check_commands([command | request.body])
    command.update(request.body)
    return command


@commands("DELETE", ROOT + "/{command}")
@commands("DELETE", GUILD + "/{command}")
def command_delete(world: World, request: Request, app: int, *numbers: int) -> None:
    guild, command = _command(world, numbers)
    world.commands[guild].remove(command)


def _command(world: World, numbers: tuple[int, ...]) -> tuple[int | None, Json]:
    *guilds, number = numbers
    guild = guilds[0] if guilds else None
    for one in world.commands.get(guild, []):
        if one["id"] == str(number):
            return guild, one
    raise Refused(*UNKNOWN_COMMAND)


# Emojis

emojis = Routes()
EMOJIS = "/applications/{app}/emojis"


def _emoji(world: World, number: int) -> Json:
    if number not in world.emojis:
        raise Refused(*UNKNOWN_EMOJI)
    return world.emojis[number]


@emojis("GET", EMOJIS)
def emoji_list(world: World, request: Request, app: int) -> Json:
    return {"items": list(world.emojis.values())}


@emojis("GET", EMOJIS + "/{emoji}")
def emoji_one(world: World, request: Request, app: int, number: int) -> Json:
    return _emoji(world, number)


@emojis("POST", EMOJIS)
def emoji_create(world: World, request: Request, app: int) -> Json:
    head, _, data = request.body["image"].partition(",")
    try:
        image = base64.b64decode(data, validate=True)
    except binascii.Error:
        raise invalid("image", "Not a data URI.") from None
    if not head.startswith("data:image/") or not head.endswith(";base64"):
        raise invalid("image", "Not a data URI.")
    check_emoji(request.body["name"], image, {one["name"] for one in world.emojis.values()})
    number = world.clock.id()
    world.images[number] = image
    world.emojis[number] = {
        "id": str(number),
        "name": request.body["name"],
        "roles": [],
        "user": world.bot.payload(),
        "require_colons": True,
        "managed": False,
        "animated": image.startswith(b"GIF8"),
        "available": True,
    }
    return world.emojis[number]


@emojis("PATCH", EMOJIS + "/{emoji}")
def emoji_rename(world: World, request: Request, app: int, number: int) -> Any:
    emoji = _emoji(world, number)
    check_emoji(request.body["name"], b"?", {one["name"] for one in world.emojis.values() if one is not emoji})
    emoji["name"] = request.body["name"]
    return emoji


@emojis("DELETE", EMOJIS + "/{emoji}")
def emoji_delete(world: World, request: Request, app: int, number: int) -> None:
    _emoji(world, number)
    del world.emojis[number]
