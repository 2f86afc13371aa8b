"""`/uno …`: every command of chat/commands.py as a slash command, made from that same table.

A slash command is nothing but another way to type: it is turned into the text that somebody would have typed. What is
particular here is only what Discord's boxes offer: choices, members, and one's own cards.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

import discord
from discord import app_commands

from unobot.chat.commands import AROUND, COMPACT, MOVES, Kind, Parameter, Slash
from unobot.chat.past import SORTS
from unobot.chat.ports import Board, Hand, Mode
from unobot.chat.ruling import PREFS
from unobot.chat.speech import english as say
from unobot.engine.cards import Color
from unobot.engine.rules import OPTIONS, choices, meaning
from unobot.engine.rules import allowed as rule_values
from unobot.networks.discord.hearing import Interaction
from unobot.players import PLAYERS

log = logging.getLogger("unobot.discord")

Words = list[tuple[str, str]]  # what is shown, and what it types
MOST = 25  # entries of a list
SETTABLE = ("preset", "colors", *OPTIONS)
COLORS_SWITCH = ("on", "off")


@dataclass(frozen=True, slots=True)
class Wiring:
    """What the commands need of the network."""

    prefix: str
    presets: tuple[str, ...]
    order: Callable[[Interaction, str], Awaitable[None]]
    ask_value: Callable[[Interaction, str], Awaitable[None]]  # the form for the value of an option
    hand: Callable[[Interaction], Hand | None]
    board: Callable[[Interaction], Board | None]


def commands(wiring: Wiring) -> app_commands.Group:
    uno = _group("uno")
    uno.allowed_contexts = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
    uno.allowed_installs = app_commands.AppInstallationType(guild=True, user=False)
    groups = {"": uno}
    for command in (*MOVES, *COMPACT, *AROUND):
        for slash in command.slash:
            first, _, name = slash.path.rpartition(" ")
            if first not in groups:
                groups[first] = _group(first, parent=uno)
            groups[first].add_command(_command(name, slash.about or command.summary, slash, wiring))
    return uno


def _group(name: str, parent: app_commands.Group | None = None) -> app_commands.Group:
    return app_commands.Group(name=name, description=say.SLASH_GROUPS[name], parent=parent)


def _command(name: str, summary: str, slash: Slash, wiring: Wiring) -> app_commands.Command[Any, Any, None]:
    form = [parameter.kind for parameter in slash.takes] == ["option", "value"]
    takes = slash.takes[:1] if form else slash.takes

    async def call(interaction: Interaction, /, **given: Any) -> None:
        if form:
            await wiring.ask_value(interaction, str(given["option"]))
        else:
            texts = {key: _typed(value) for key, value in given.items() if value is not None}
            await wiring.order(interaction, slash.typed(wiring.prefix, texts))

    call.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY), *map(_parameter, takes)]
    )
    app_commands.describe(**{parameter.name: say.SLASH_KINDS[parameter.kind] for parameter in takes})(call)
    for parameter in takes:
        fixed = _choices(parameter.kind, wiring)
        if fixed and len(fixed) <= MOST:
            offered = [app_commands.Choice(name=shown, value=value) for shown, value in fixed]
            app_commands.choices(**{parameter.name: offered})(call)
        elif fixed or parameter.kind in SUGGESTED:
            app_commands.autocomplete(**{parameter.name: _completion(parameter, fixed, wiring)})(call)
    return app_commands.Command(name=name, description=summary[:100], callback=call)


def _parameter(parameter: Parameter) -> inspect.Parameter:
    default = inspect.Parameter.empty if parameter.required else None
    annotation = ANNOTATIONS.get(parameter.kind, str)
    if not parameter.required:
        annotation = annotation | None
    return inspect.Parameter(
        parameter.name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=annotation
    )


ANNOTATIONS: dict[Kind, Any] = {
    "player": discord.User,
    "member": discord.User,
    "number": app_commands.Range[int, 1, 20],
    "id": app_commands.Range[int, 1, 2**53 - 1],  # the largest that Discord takes
    "card": app_commands.Range[str, 1, 80],
    "word": app_commands.Range[str, 1, 40],
    "name": app_commands.Range[str, 1, 16],
}


def _typed(value: object) -> str:
    return value.name if isinstance(value, discord.User | discord.Member) else str(value)


# What the boxes offer


def _choices(kind: Kind, wiring: Wiring) -> Words:
    """Everything that there is of a kind, if that is known beforehand."""
    words: dict[Kind, Iterable[str]] = {
        "preset": wiring.presets,
        "level": PLAYERS,
        "mode": [mode for mode in get_args(Mode) if mode != "ranked"],
        "sort": SORTS,
        "switch": COLORS_SWITCH,
        "topic": ("commands", *(topic for topic in say.HELP if topic), "admin"),
        "option": SETTABLE,
        "pref": PREFS,
    }
    if kind == "color":
        return [(say.COLORS[color], color.value) for color in Color]
    return [(word, word) for word in words.get(kind, ())]


def _hand_words(interaction: Interaction, wiring: Wiring) -> Words:
    """Plays first, then the cards that cannot be played now."""
    hand = wiring.hand(interaction)
    if hand is None:
        return []
    names = {f"#{number}": name for number, name in hand.partners}
    plays = [move for move in hand.moves if move.split()[0] not in NO_PLAYS]
    cards = [card.code for card in dict.fromkeys(hand.cards)]
    shown = {move: " ".join(names.get(word, word) for word in move.split()) for move in (*plays, *cards)}
    return [(text, move) for move, text in shown.items()]


def _computers(interaction: Interaction, wiring: Wiring) -> Words:
    board = wiring.board(interaction)
    return [(seat.person.name, seat.person.name) for seat in board.seats if seat.computer] if board else []


def _pref_values(interaction: Interaction, wiring: Wiring) -> Words:
    every = tuple(dict.fromkeys(value for values in PREFS.values() for value in values))
    return [(value, value) for value in PREFS.get(str(getattr(interaction.namespace, "key", "")), every)]


NO_PLAYS = ("pe", "pa", "ch", "un", "co", "ct")
SUGGESTED: Mapping[Kind, Callable[[Interaction, Wiring], Words]] = {
    "card": _hand_words,
    "computer": _computers,
    "value": _pref_values,
}


def _completion(parameter: Parameter, fixed: Words, wiring: Wiring) -> Any:
    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            words = fixed or SUGGESTED[parameter.kind](interaction, wiring)
        except Exception:
            log.exception("discord: nothing can be suggested for %s", parameter.name)
            return []
        sought = current.strip().lower()
        first = [word for word in words if word[0].lower().startswith(sought)]
        others = [word for word in words if sought in word[0].lower() and word not in first]
        return [app_commands.Choice(name=shown[:100], value=value) for shown, value in (*first, *others)][:MOST]

    return complete


# The form for one option


def form(option: str, presets: tuple[str, ...]) -> discord.ui.Modal:
    """One field: a choice where there are few, text otherwise. Its submission is read by `submitted`."""
    if option == "preset":
        allowed: tuple[str, ...] = presets
    elif option == "colors":
        allowed = COLORS_SWITCH
    else:
        allowed = tuple(choices(option) or ())
    modal = discord.ui.Modal(title=option, custom_id=f"{FORM}{option}", timeout=600)
    field: discord.ui.Item[Any]
    if 0 < len(allowed) <= MOST:
        field = discord.ui.Select(options=[discord.SelectOption(label=word) for word in allowed], custom_id="value")
    else:
        values = rule_values(option) if option in OPTIONS else None
        field = discord.ui.TextInput(custom_id="value", max_length=30, placeholder=values)
    described = meaning(option) if option in OPTIONS else say.SLASH_KINDS["value"]
    modal.add_item(discord.ui.Label(text=option, description=described[:100], component=field))
    return modal


FORM = "uno:set:"


def submitted(data: Mapping[str, Any]) -> tuple[str, str] | None:
    """The option and the value of a form that was sent in; it works in forms that the bot no longer remembers."""
    custom_id = str(data.get("custom_id", ""))
    if not custom_id.startswith(FORM):
        return None
    return custom_id.removeprefix(FORM), " ".join(_values(data.get("components", ())))


def _values(components: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    for component in components:
        inner = [component["component"]] if "component" in component else component.get("components", ())
        yield from _values(inner)
        if "value" in component:
            yield str(component["value"])
        yield from map(str, component.get("values", ()))
