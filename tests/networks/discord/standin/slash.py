"""From "uno play" and card="r5" to what Discord sends: looked up in the commands that the bot has registered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from tests.networks.discord.standin.channels import Channel
from tests.networks.discord.standin.guilds import Role
from tests.networks.discord.standin.limits import SUBCOMMAND, SUBGROUP, Json
from tests.networks.discord.standin.messages import Upload

if TYPE_CHECKING:
    from tests.networks.discord.standin.people import User
    from tests.networks.discord.standin.world import World

STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)


class NotOffered(AssertionError):
    """A person's client would not let them send this."""


def invocation(
    world: World, user: User, channel: Channel, words: str, values: dict[str, Any], focused: str | None = None
) -> Json:
    """The data of the interaction. `focused` is the option that is being typed."""
    name, *path = words.removeprefix("/").split()
    command = _find(world, user, channel, name)
    leaf = command
    for word in path:
        inside = {one["name"]: one for one in leaf.get("options") or () if one["type"] in (SUBCOMMAND, SUBGROUP)}
        if word not in inside:
            raise NotOffered(f"there is no {word!r} in /{leaf['name']}: {sorted(inside)}")
        leaf = inside[word]
    if any(one["type"] in (SUBCOMMAND, SUBGROUP) for one in leaf.get("options") or ()):
        raise NotOffered(f"/{words} needs one more word: {[one['name'] for one in leaf['options']]}")
    resolved: Json = {}
    options = _options(world, channel, leaf, values, focused, resolved)
    for number, _ in reversed(list(enumerate(path))):
        kind = SUBCOMMAND if number == len(path) - 1 else SUBGROUP
        options = [{"name": path[number], "type": kind, "options": options}]
    data: Json = {"id": command["id"], "name": name, "type": 1, "options": options}
    if command.get("guild_id"):
        data["guild_id"] = command["guild_id"]
    return data | ({"resolved": resolved} if resolved else {})


def _find(world: World, user: User, channel: Channel, name: str) -> Json:
    known = [*(world.commands.get(channel.guild.id, []) if channel.guild else []), *world.commands[None]]
    command = next((one for one in known if one["name"] == name and one.get("type", 1) == 1), None)
    if command is None:
        raise NotOffered(f"there is no command /{name}: {[one['name'] for one in known]}")
    contexts = command.get("contexts")
    if channel.guild is None:
        offered = 1 in contexts if contexts is not None else command.get("dm_permission", True)
        if not offered:
            raise NotOffered(f"/{name} is not offered in private")
        return command
    if contexts is not None and 0 not in contexts:
        raise NotOffered(f"/{name} is not offered in guilds")
    held, needed = channel.permissions(user), command.get("default_member_permissions")
    administrator = bool(held & discord.Permissions(administrator=True).value)
    if needed is not None and not administrator and (int(needed) == 0 or held & int(needed) != int(needed)):
        raise NotOffered(f"/{name} is not offered to {user.name}")
    if not (channel.may(user, "view_channel") and channel.may(user, "use_application_commands")):
        raise NotOffered(f"{user.name} may not use commands in {channel.name}")
    return command


def _options(
    world: World, channel: Channel, leaf: Json, values: dict[str, Any], focused: str | None, resolved: Json
) -> list[Json]:
    known = {one["name"]: one for one in leaf.get("options") or ()}
    if strange := sorted(set(values) - set(known)):
        raise NotOffered(f"/{leaf['name']} has no option {strange}: {sorted(known)}")
    missing = [one for one in known.values() if one.get("required") and one["name"] not in values]
    if missing and focused is None:
        raise NotOffered(f"/{leaf['name']} needs {[one['name'] for one in missing]}")
    options = []
    for name, value in values.items():
        option = known[name]
        data: Json = {"name": name, "type": option["type"]}
        if name == focused:
            if not option.get("autocomplete"):
                raise NotOffered(f"/{leaf['name']} suggests nothing for {name}")
            options.append(data | {"value": value, "focused": True})
        else:
            options.append(data | {"value": _value(world, channel, option, value, resolved)})
    return options


def _value(world: World, channel: Channel, option: Json, value: Any, resolved: Json) -> Any:
    kind, name = option["type"], option["name"]
    expected = {STRING: (str,), INTEGER: (int,), BOOLEAN: (bool,), NUMBER: (int, float)}.get(kind)
    if expected:
        if option.get("choices"):
            named = [one["value"] for one in option["choices"] if value in (one["value"], one["name"])]
            if not named:
                raise NotOffered(f"{value!r} is no choice for {name}: {option['choices']}")
            value = named[0]
        low, high = (option.get(f"{end}_{'length' if kind == STRING else 'value'}") for end in ("min", "max"))
        if not isinstance(value, expected) or (kind != BOOLEAN and isinstance(value, bool)):
            raise NotOffered(f"{value!r} does not fit {option}")
        size: Any = len(value) if isinstance(value, str) else value
        if (low is not None and size < low) or (high is not None and size > high):
            raise NotOffered(f"{value!r} does not fit {option}")
        return value
    if isinstance(value, Upload):
        sent = world.attachment(channel, value)
        resolved.setdefault("attachments", {})[str(sent.id)] = sent.payload()
        return str(sent.id)
    _resolve(channel, value, resolved)
    return str(value.id)


def _resolve(channel: Channel, value: Any, resolved: Json) -> None:
    key = str(value.id)
    if isinstance(value, Channel):
        resolved.setdefault("channels", {})[key] = value.payload() | {"permissions": "0"}
    elif isinstance(value, Role):
        resolved.setdefault("roles", {})[key] = value.payload()
    else:
        resolved.setdefault("users", {})[key] = value.payload()
        member = channel.guild.members.get(value.id) if channel.guild else None
        if member:
            rights = {"permissions": str(channel.permissions(value))}
            resolved.setdefault("members", {})[key] = member.payload(user=False) | rights
