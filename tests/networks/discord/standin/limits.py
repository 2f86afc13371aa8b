"""What Discord refuses, and how it says so: limits of messages, modals, commands and emojis.

Every check raises `Refused` and changes nothing. The numbers are those of Discord's documentation.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

Json = dict[str, Any]

EPHEMERAL, LOADING, COMPONENTS_V2, SUPPRESS_EMBEDS, SILENT = 1 << 6, 1 << 7, 1 << 15, 1 << 2, 1 << 12
ROW, BUTTON, STRING_SELECT, TEXT_INPUT, SECTION, TEXT, THUMBNAIL, GALLERY, FILE = 1, 2, 3, 4, 9, 10, 11, 12, 13
SEPARATOR, CONTAINER, LABEL = 14, 17, 18
SELECTS = (3, 5, 6, 7, 8)
LINK, PREMIUM = 5, 6

UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
UNKNOWN_USER = (404, 10013, "Unknown User")
UNKNOWN_EMOJI = (404, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
TOO_LARGE = (413, 40005, "Request entity too large")
ACKNOWLEDGED = (400, 40060, "Interaction has already been acknowledged.")
MISSING_ACCESS = (403, 50001, "Missing Access")
NOT_YOURS = (403, 50005, "Cannot edit a message authored by another user")
EMPTY = (400, 50006, "Cannot send an empty message")
CANNOT_DM = (403, 50007, "Cannot send messages to this user")
MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
INVALID_TOKEN = (401, 50027, "Invalid Webhook Token")
ARCHIVED = (400, 50083, "Thread is archived")


class Refused(Exception):
    """The answer to a request that Discord would not do."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code} {message} {errors or ''}".rstrip())
        self.status = status
        self.body: Json = {"message": message, "code": code} | ({"errors": errors} if errors else {})


def invalid(where: str, why: str) -> Refused:
    return Refused(400, 50035, "Invalid Form Body", {where: {"_errors": [{"code": "INVALID", "message": why}]}})


def need(fits: object, where: str, why: str) -> None:
    if not fits:
        raise invalid(where, why)


def _length(value: object, where: str, least: int, most: int) -> None:
    fits = isinstance(value, str) and least <= len(value) <= most
    need(fits, where, f"Must be between {least} and {most} in length.")


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Every component, with those inside it."""
    for one in components:
        yield one
        yield from walk(one.get("components") or ())
        yield from walk([one[key] for key in ("accessory", "component") if one.get(key)])


# Messages


def check_message(state: Mapping[str, Any], emojis: Collection[int]) -> None:
    """A message as it would be: content, embeds, components, flags, attachments."""
    content, embeds, components = state["content"], state["embeds"], state["components"]
    need(len(content) <= 2000, "content", "Must be 2000 or fewer in length.")
    need(len(embeds) <= 10, "embeds", "Must be 10 or fewer in length.")
    for number, embed in enumerate(embeds):
        need(len(embed.get("title") or "") <= 256, f"embeds.{number}.title", "Must be 256 or fewer in length.")
        need(len(embed.get("description") or "") <= 4096, f"embeds.{number}", "Must be 4096 or fewer in length.")
        need(len(embed.get("fields") or ()) <= 25, f"embeds.{number}.fields", "Must be 25 or fewer in length.")
    need(len(state["attachments"]) <= 10, "attachments", "Must be 10 or fewer in length.")
    everything = list(walk(components))
    if state["flags"] & COMPONENTS_V2:
        need(not content, "content", "The 'content' field cannot be used with MessageFlags.IS_COMPONENTS_V2.")
        need(not embeds, "embeds", "The 'embeds' field cannot be used with MessageFlags.IS_COMPONENTS_V2.")
        need(len(everything) <= 40, "components", "Must be 40 or fewer components in total.")
        texts = [one.get("content") or "" for one in everything if one["type"] == TEXT]
        need(sum(map(len, texts)) <= 4000, "components", "The text of all components must be 4000 or fewer in length.")
        allowed = {ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER}
    else:
        need(len(components) <= 5, "components", "Must be 5 or fewer in length.")
        allowed = {ROW}
    for number, one in enumerate(components):
        need(one["type"] in allowed, f"components.{number}", f"Type {one['type']} is not allowed here.")
    if not (content or embeds or components or state["attachments"]):
        raise Refused(*EMPTY)
    _check_custom_ids(everything)
    for number, one in enumerate(everything):
        _check_component(one, f"components.{number}", emojis)


def _check_custom_ids(everything: Sequence[Json]) -> None:
    ids = [one["custom_id"] for one in everything if one.get("custom_id") is not None]
    for one in ids:
        _length(one, "custom_id", 1, 100)
    need(len(ids) == len(set(ids)), "components", "Component custom id cannot be duplicated")


def _check_component(one: Json, where: str, emojis: Collection[int]) -> None:
    inside = one.get("components") or []
    match one["type"]:
        case 1:
            buttons = all(child["type"] == BUTTON for child in inside)
            alone = len(inside) == 1 and inside[0]["type"] in (*SELECTS, TEXT_INPUT)
            need(inside and (buttons or alone), where, "A row holds buttons, or one select.")
            need(len(inside) <= 5, where, "Must be 5 or fewer in length.")
        case 2:
            _check_button(one, where)
        case 3:
            need(1 <= len(one.get("options") or ()) <= 25, where, "Must be between 1 and 25 in length.")
            for option in one["options"]:
                _length(option["label"], f"{where}.label", 1, 100)
                _length(option["value"], f"{where}.value", 1, 100)
                _length(option.get("description") or "", f"{where}.description", 0, 100)
        case 9:
            need(1 <= len(inside) <= 3 and all(child["type"] == TEXT for child in inside), where, "Needs 1 to 3 texts.")
            need(one.get("accessory"), where, "This field is required: accessory")
        case 10:
            _length(one.get("content"), where, 1, 4000)
        case 12:
            need(1 <= len(one.get("items") or ()) <= 10, where, "Must be between 1 and 10 in length.")
        case 17:
            need(inside and all(child["type"] != CONTAINER for child in inside), where, "No container in a container.")
        case 11 | 13 | 14 | 5 | 6 | 7 | 8:
            pass
        case other:
            raise invalid(where, f"Type {other} is not allowed here.")
    _length(one.get("placeholder") or "", f"{where}.placeholder", 0, 150)
    for emoji in (one.get("emoji"), *(option.get("emoji") for option in one.get("options") or ())):
        known = not emoji or not emoji.get("id") or int(emoji["id"]) in emojis
        need(known, f"{where}.emoji", "Invalid emoji")


def _check_button(one: Json, where: str) -> None:
    _length(one.get("label") or "", f"{where}.label", 0, 80)
    if one["style"] == LINK:
        need(one.get("url") and not one.get("custom_id"), where, "A link has a url and no custom id.")
    elif one["style"] != PREMIUM:
        need(one.get("custom_id") and not one.get("url"), where, "A custom id is required.")
    need(one.get("label") or one.get("emoji") or one["style"] == PREMIUM, where, "A label or an emoji is required.")


def check_modal(data: Mapping[str, Any]) -> None:
    components = data.get("components") or []
    _length(data.get("title"), "title", 1, 45)
    _length(data.get("custom_id"), "custom_id", 1, 100)
    need(1 <= len(components) <= 5, "components", "Must be between 1 and 5 in length.")
    everything = list(walk(components))
    _check_custom_ids(everything)
    for one in everything:
        if one["type"] in (LABEL, TEXT_INPUT) and one.get("label") is not None:
            _length(one["label"], "label", 1, 45)
        if one["type"] == LABEL:
            _length(one.get("description") or "", "description", 0, 100)
        if one["type"] == TEXT_INPUT:
            _length(one.get("placeholder") or "", "placeholder", 0, 100)
            _length(one.get("value") or "", "value", 0, 4000)
        need(one["type"] != BUTTON, "components", "No buttons in a modal.")


def check_choices(choices: Sequence[Json]) -> None:
    need(len(choices) <= 25, "choices", "Must be 25 or fewer in length.")
    for one in choices:
        _length(one["name"], "choices.name", 1, 100)
        if isinstance(one["value"], str):
            _length(one["value"], "choices.value", 1, 100)


# Commands and emojis

NAME = re.compile(r"[-_a-z0-9]{1,32}")
EMOJI_NAME = re.compile(r"[A-Za-z0-9_]{2,32}")
SUBCOMMAND, SUBGROUP = 1, 2


def check_commands(commands: Sequence[Json]) -> None:
    need(len([one for one in commands if one.get("type", 1) == 1]) <= 100, "commands", "Max number of commands reached")
    names = [(one.get("type", 1), one.get("name")) for one in commands]
    need(len(names) == len(set(names)), "name", "Application command names must be unique")
    for one in commands:
        if one.get("type", 1) == 1:
            _check_command(one, str(one.get("name")), 0)
            need(_size(one) <= 8000, str(one.get("name")), "Must be 8000 or fewer characters in total.")
        else:
            _length(one.get("name"), "name", 1, 32)


def _check_command(one: Json, where: str, depth: int) -> None:
    need(NAME.fullmatch(one.get("name") or ""), f"{where}.name", "Command name is invalid")
    _length(one.get("description"), f"{where}.description", 1, 100)
    options, choices = one.get("options") or [], one.get("choices") or []
    need(len(options) <= 25, f"{where}.options", "Must be 25 or fewer in length.")
    need(not (choices and one.get("autocomplete")), f"{where}.choices", "No choices beside autocomplete.")
    check_choices(choices)
    names = [option.get("name") for option in options]
    need(len(names) == len(set(names)), f"{where}.options", "Option names must be unique")
    nested = [option["type"] in (SUBCOMMAND, SUBGROUP) for option in options]
    need(all(nested) or not any(nested), f"{where}.options", "Sub-commands and options cannot be mixed.")
    required = [bool(option.get("required")) for option in options if option["type"] not in (SUBCOMMAND, SUBGROUP)]
    need(required == sorted(required, reverse=True), f"{where}.options", "Required options must come first.")
    for option in options:
        need(option["type"] != SUBGROUP or depth == 0, where, "No group in a group.")
        need(option["type"] != SUBCOMMAND or depth < 2, where, "No sub-command in a sub-command.")
        _check_command(option, f"{where}.{option.get('name')}", depth + (1 if option["type"] == SUBGROUP else 2))


def _size(one: Json) -> int:
    inside = [*(one.get("options") or ()), *(one.get("choices") or ())]
    return len(one["name"]) + len(one.get("description") or str(one.get("value", ""))) + sum(map(_size, inside))


def check_emoji(name: object, image: bytes, taken: Collection[str]) -> None:
    need(isinstance(name, str) and EMOJI_NAME.fullmatch(name), "name", "String value did not match validation regex.")
    need(name not in taken, "name", "An emoji with this name exists already.")
    need(0 < len(image) <= 256 * 1024, "image", "File cannot be larger than 256.0 kb.")
    need(len(taken) < 2000, "emojis", "Maximum number of emojis reached (2000)")
