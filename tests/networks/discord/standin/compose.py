"""What a message would become: a new one, or one that is edited.

Nothing is changed here; all of it is checked before anybody keeps it.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tests.networks.discord.standin.limits import (
    COMPONENTS_V2,
    EPHEMERAL,
    LOADING,
    SILENT,
    SUPPRESS_EMBEDS,
    TOO_LARGE,
    Json,
    Refused,
    check_message,
    need,
    walk,
)
from tests.networks.discord.standin.messages import Attachment, Message, Upload, texts_of

if TYPE_CHECKING:
    from tests.networks.discord.standin.channels import Channel
    from tests.networks.discord.standin.people import User
    from tests.networks.discord.standin.world import World

LARGEST_FILE = 10 * 1024 * 1024


def compose(
    world: World, channel: Channel, payload: Json, files: dict[str, Upload], old: Message | None = None
) -> dict[str, Any]:
    """What a new message, or an edited one, would hold; `Refused` where Discord would not have it."""
    if any(len(one.content) > LARGEST_FILE for one in files.values()):
        raise Refused(*TOO_LARGE)
    attachments = _attachments(world, channel, payload, files, old)
    # What an edit does not name stays as it is.
    before = {"content": old.content, "embeds": old.embeds, "components": old.components} if old else {}
    given = copy.deepcopy(before | {key: payload[key] for key in ("content", "embeds", "components") if key in payload})
    state: dict[str, Any] = {
        "content": given.get("content") or "",
        "embeds": given.get("embeds") or [],
        "components": given.get("components") or [],
        "attachments": attachments,
        "flags": _flags(int(payload.get("flags") or 0), old),
    }
    check_message(state, world.emojis)
    _number(state["components"])
    for holder in _media(state["embeds"], state["components"]):
        _resolve(holder, attachments)
    text = "\n".join(texts_of(state["content"], state["embeds"], state["components"]))
    state["mentions"], state["everyone"] = _mentions(world, text, payload.get("allowed_mentions"))
    return state


def _attachments(
    world: World, channel: Channel, payload: Json, files: dict[str, Upload], old: Message | None
) -> list[Attachment]:
    listed = payload.get("attachments")
    kept = list(old.attachments) if old else []
    if "attachments" in payload:  # whoever names some keeps no other
        names = {str(one["id"]) for one in listed or ()}
        kept = [one for one in kept if str(one.id) in names]
    words = {str(one["id"]): one.get("description") for one in listed or ()}
    return kept + [world.attachment(channel, one, words.get(number)) for number, one in files.items()]


def _flags(given: int, old: Message | None) -> int:
    if old is None:
        return given & (EPHEMERAL | COMPONENTS_V2 | SUPPRESS_EMBEDS | SILENT)
    return (old.flags & ~LOADING) | (given & (COMPONENTS_V2 | SUPPRESS_EMBEDS))


def _number(components: list[Json]) -> None:
    """Discord gives every component a number that has none."""
    everything = list(walk(components))
    taken = {one["id"] for one in everything if one.get("id")}
    free = (number for number in range(1, 1000) if number not in taken)
    for one in everything:
        if not one.get("id"):
            one["id"] = next(free)


def _media(embeds: list[Json], components: list[Json]) -> Iterator[Json]:
    for embed in embeds:
        yield from (embed[key] for key in ("image", "thumbnail") if embed.get(key))
    for one in walk(components):
        yield from (one[key] for key in ("media", "file") if one.get(key))
        yield from (item["media"] for item in one.get("items") or ())


def _resolve(holder: Json, attachments: list[Attachment]) -> None:
    scheme, _, name = holder["url"].partition("://")
    if scheme != "attachment":
        need(scheme in ("http", "https"), "url", f"Not a well formed URL: {holder['url']}")
        return
    found = [one for one in attachments if one.filename == name]
    need(found, "url", f"The referenced attachment {name!r} was not found.")
    shown = found[-1].payload()
    holder.update({key: shown[key] for key in ("url", "proxy_url", "content_type", "width", "height") if key in shown})
    holder.update({"attachment_id": shown["id"], "loading_state": 2, "flags": 0})


def _mentions(world: World, text: str, allowed: Json | None) -> tuple[list[User], bool]:
    """Who is pinged: those who are named, as far as `allowed_mentions` lets it."""
    named = dict.fromkeys(int(number) for number in re.findall(r"<@!?(\d+)>", text))
    parse = ("users", "everyone") if allowed is None else allowed.get("parse") or ()
    chosen = {int(one) for one in (allowed or {}).get("users") or ()}
    pinged = [one for one in named if "users" in parse or one in chosen]
    everyone = "everyone" in parse and bool(re.search(r"@(everyone|here)\b", text))
    return [world.users[one] for one in pinged if one in world.users], everyone
