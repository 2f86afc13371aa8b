"""What can be set: the rules of a channel by its admins, and how people like to be told things by themselves."""

from __future__ import annotations

from dataclasses import asdict

from unobot.chat.asked import Asked
from unobot.chat.people import Venue
from unobot.chat.speech import english as say
from unobot.chat.speech.line import Line, fill
from unobot.chat.speech.narrator import listed, rows
from unobot.engine.rules import OPTIONS, Rules, RulesError, Value, find_preset, from_text, to_text

PREFS = {
    "hands": ("notice", "privmsg"),
    "colors": ("on", "off"),
    "sort": ("color", "figure"),
    "highlight": ("on", "off"),
}


def here(asked: Asked) -> Venue:
    """The channel that is meant; in private the one of the only table where the person sits."""
    if asked.heard.venue:
        return asked.heard.venue
    if asked.table:
        return asked.table.venue
    raise asked.refuse(say.ONLY_CHANNEL)


def _admin(asked: Asked) -> Venue:
    venue = asked.heard.venue
    if venue is None:
        raise asked.refuse(say.ONLY_CHANNEL)
    if not asked.heard.admin:
        raise asked.refuse(say.NOT_ADMIN)
    return venue


def _options(values: dict[str, Value], usual: dict[str, Value] | None = None) -> Line:
    """Options with their values; those that are not as usual are marked."""
    found = []
    for name, value in values.items():
        template = say.OPTION if usual is None or usual[name] == value else say.OPTION_CHANGED
        found.append(fill(template, name=name, value=to_text(value), usual=to_text((usual or values)[name])))
    return rows(found)


def rules(asked: Asked) -> None:
    """`!uno rules [PRESET]`"""
    if asked.words:
        try:
            preset = find_preset(asked.words[0], asked.hall.settings.presets)
        except RulesError as error:
            raise asked.bad_rules(error) from None
        asked.answer(say.RULES_PRESET, preset=preset.name, options=_options(asdict(preset.rules)))
        return
    venue = here(asked)
    preset = asked.hall.preset_of(venue.id)
    name, in_force = asked.hall.rules_for(venue.id)
    changed = in_force.differences(preset.rules)
    changes = fill(say.RULES_CHANGES, changes=_options(changed)) if changed else ""
    asked.answer(say.RULES_HERE, preset=name, changes=changes)
    asked.answer(say.RULES_ALL, options=_options(asdict(in_force), asdict(preset.rules)))
    _say_running(asked, in_force)


def _say_running(asked: Asked, in_force: Rules) -> None:
    """A game that is on keeps the rules it began with, and says so."""
    venue = asked.heard.venue
    table = asked.hall.tables.get(venue.id) if venue else None
    if table and table.mode != "sandbox" and table.rules != in_force:
        asked.answer(say.RULES_RUNNING)


def set_option(asked: Asked) -> None:
    """`!uno set OPTION VALUE`, `!uno set preset NAME`, `!uno set colors on|off`"""
    venue = _admin(asked)
    if len(asked.words) < 2:
        raise asked.refuse(say.SET_USAGE, options=", ".join(OPTIONS))
    name, text = asked.words[0].lower(), " ".join(asked.words[1:])
    if name == "preset":
        _set_preset(asked, venue, text)
    elif name in ("colors", "colours"):
        _set_colors(asked, venue, text)
    else:
        _set_rule(asked, venue, name, text)


def _set_rule(asked: Asked, venue: Venue, name: str, text: str) -> None:
    hall = asked.hall
    try:
        value = from_text(name, text)
        preset = hall.preset_of(venue.id)
        in_force = preset.with_changes(hall.changes(venue.id) | {name: to_text(value)})
    except RulesError as error:
        raise asked.bad_rules(error) from None
    same = asdict(preset.rules)[name] == value
    hall.keep(venue.id, f"rule {name}", None if same else to_text(value), asked.effects)
    asked.answer(say.SET_DONE, name=name, value=to_text(value))
    _say_running(asked, in_force)


def _set_preset(asked: Asked, venue: Venue, text: str) -> None:
    hall = asked.hall
    try:
        preset = find_preset(text, hall.settings.presets)
    except RulesError as error:
        raise asked.bad_rules(error) from None
    hall.keep(venue.id, "preset", preset.name, asked.effects)
    _say_preset(asked, venue)


def _say_preset(asked: Asked, venue: Venue) -> None:
    """The preset has changed: changes of the channel that do not go with it are dropped, and said to be."""
    hall = asked.hall
    preset = hall.preset_of(venue.id)
    dropped: list[str] = []
    kept: dict[str, str] = {}
    for name, value in hall.changes(venue.id).items():
        try:
            preset.with_changes(kept | {name: value})
            kept[name] = value
        except RulesError:
            dropped.append(name)
            hall.keep(venue.id, f"rule {name}", None, asked.effects)
    names = fill(say.DROPPED, names=", ".join(dropped)) if dropped else ""
    asked.answer(say.PRESET_DONE, preset=preset.name, dropped=names)
    _say_running(asked, preset.with_changes(kept))


def _set_colors(asked: Asked, venue: Venue, text: str) -> None:
    value = text.strip().lower()
    if value not in PREFS["colors"]:
        raise asked.refuse(say.PREF_BAD, name="colors", allowed=listed(PREFS["colors"]))
    asked.hall.keep(venue.id, "colors", "off" if value == "off" else None, asked.effects)
    asked.answer(say.COLORS_DONE, value=value)


def unset_option(asked: Asked) -> None:
    """`!uno unset OPTION`"""
    venue = _admin(asked)
    hall = asked.hall
    name = asked.words[0].lower() if asked.words else ""
    if name == "preset":
        hall.keep(venue.id, "preset", None, asked.effects)
        _say_preset(asked, venue)
        return
    if name in ("colors", "colours"):
        hall.keep(venue.id, "colors", None, asked.effects)
        asked.answer(say.COLORS_DONE, value="on")
        return
    if name not in hall.changes(venue.id):
        raise asked.refuse(say.NOT_SET, name=name or "?")
    try:
        changes = {key: value for key, value in hall.changes(venue.id).items() if key != name}
        in_force = hall.preset_of(venue.id).with_changes(changes)
    except RulesError as error:
        raise asked.bad_rules(error) from None
    hall.keep(venue.id, f"rule {name}", None, asked.effects)
    asked.answer(say.UNSET_DONE, name=name, value=to_text(asdict(in_force)[name]))
    _say_running(asked, in_force)


def notify(asked: Asked) -> None:
    """`!uno notify on|off`"""
    venue = here(asked)
    wish = asked.words[0].lower() if asked.words else ""
    if wish not in ("on", "off"):
        raise asked.refuse(say.NOTIFY_USAGE)
    name = asked.person.name if wish == "on" else None
    asked.hall.keep(asked.person.id, f"notify {venue.id}", name, asked.effects)
    asked.answer(say.NOTIFY_ON if wish == "on" else say.NOTIFY_OFF)


def prefs(asked: Asked) -> None:
    """`!uno prefs [KEY VALUE]`"""
    current = asked.hall.prefs(asked.person.id)
    if not asked.words:
        asked.answer(
            say.PREFS,
            hands=current.hands or "as the network has it",
            colors=to_text(current.colors),
            sort=current.sort,
            highlight=to_text(current.highlight),
        )
        return
    key = asked.words[0].lower().replace("colours", "colors")
    if key not in PREFS:
        raise asked.refuse(say.PREF_BAD, name="prefs", allowed=listed(tuple(PREFS)))
    value = asked.words[1].lower() if len(asked.words) > 1 else ""
    if value not in PREFS[key]:
        raise asked.refuse(say.PREF_BAD, name=key, allowed=listed(PREFS[key]))
    asked.hall.keep(asked.person.id, f"pref {key}", value, asked.effects)
    asked.answer(say.PREF_DONE, name=key, value=value)
