"""What has been chosen: by the configuration for all tables, by admins for their channel, by people for themselves.

Channels' rules and people's preferences are texts under an owner (the id of a venue or a person) and a key; `keep`
changes one and hands out the record of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random

from unobot.chat.people import Person
from unobot.chat.ports import Effects, Prefs, SettingSaved
from unobot.chat.speech.line import Line
from unobot.chat.speech.narrator import voice
from unobot.engine.rules import PRESETS, Preset, Rules, find_preset


def natural_delay(random: Random) -> float:
    """How long a computer player takes, in seconds."""
    return 1.0 + random.random() * 1.5


@dataclass(frozen=True, slots=True)
class Settings:
    """What the configuration says about tables."""

    preset: str = "irc"
    presets: Mapping[str, Preset] = field(default_factory=lambda: PRESETS)
    venue_presets: Mapping[str, str] = field(default_factory=dict)  # venue id -> preset, as configured
    prefix: str = "!"
    prefixes: Mapping[str, str] = field(default_factory=dict)  # venue id -> prefix
    lobby_seconds: int = 600
    between_rounds: int = 10  # seconds until the next round of a match is dealt
    join_running: bool = True
    game_commands_per_minute: int = 60
    tables_per_hour: int = 5
    other_commands_per_15_minutes: int = 100
    delay: Callable[[Random], float] = natural_delay


class Choices:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.kept: dict[tuple[str, str], str] = {}  # (owner, key) -> value

    def choose_again(self, saved: Iterable[SettingSaved]) -> None:
        """As it was kept, and nothing else."""
        self.kept = {(one.owner, one.key): one.value for one in saved if one.value is not None}

    def keep(self, owner: str, key: str, value: str | None, effects: Effects) -> None:
        if self.kept.get((owner, key)) == value:
            return
        if value is None:
            self.kept.pop((owner, key), None)
        else:
            self.kept[owner, key] = value
        effects.records.append(SettingSaved(owner, key, value))

    def line(self, venue: str, template: str, /, **fields: object) -> Line:
        return voice(self.prefix(venue))(template, **fields)

    def prefix(self, venue: str) -> str:
        return self.settings.prefixes.get(venue, self.settings.prefix)

    def colors(self, venue: str) -> bool:
        return self.kept.get((venue, "colors")) != "off"

    def notified(self, venue: str) -> list[Person]:
        """Who wants to know of new tables here."""
        prefix = f"notify {venue}"
        return [Person(owner, name) for (owner, key), name in self.kept.items() if key == prefix]

    def rules_for(self, venue: str, preset: str | None = None) -> tuple[str, Rules]:
        """The rules of a new table: a named preset as it is, or the channel's with its changes."""
        if preset:
            found = find_preset(preset, self.settings.presets)
            return found.name, found.rules
        found = self.preset_of(venue)
        return found.name, found.with_changes(self.changes(venue))

    def preset_of(self, venue: str) -> Preset:
        default = self.settings.venue_presets.get(venue, self.settings.preset)
        return find_preset(self.kept.get((venue, "preset"), default), self.settings.presets)

    def changes(self, venue: str) -> dict[str, str]:
        return {
            key.removeprefix("rule "): value
            for (owner, key), value in self.kept.items()
            if owner == venue and key.startswith("rule ")
        }

    def prefs(self, person: str) -> Prefs:
        kept = self.kept.get
        hands = kept((person, "pref hands"))
        return Prefs(
            hands="notice" if hands == "notice" else "privmsg" if hands == "privmsg" else None,
            colors=kept((person, "pref colors")) != "off",
            sort="figure" if kept((person, "pref sort")) == "figure" else "color",
            highlight=kept((person, "pref highlight")) != "off",
        )
