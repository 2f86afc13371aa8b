"""A table that stands ready before anybody has asked for one: a computer player sits at it, and it has no host yet.

The first person who sits down becomes its host and starts with deal (lobby.py sees to that); until then no time runs
against it, and somebody who would rather have another table opens one in its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from unobot.chat.lobby import BOT_NAMES, everyone
from unobot.chat.people import Person, Venue
from unobot.chat.ports import Effects
from unobot.chat.speech import english as say
from unobot.chat.speech.line import fill, join
from unobot.engine.shuffle import fingerprint

if TYPE_CHECKING:
    from unobot.chat.hall import Hall

LEVEL = "medium"


def ready_table(hall: Hall, venue: Venue, now: float) -> Effects:
    """Open it; there must be none at the venue."""
    effects = Effects()
    preset, rules = hall.rules_for(venue.id)
    table = hall.tables[venue.id] = hall.new_table(venue, "ranked", preset, rules, now)
    table.closes = None
    player = Person(f"bot:{BOT_NAMES[0]}", BOT_NAMES[0])
    table.take_seat(player, LEVEL)
    sits = hall.line(venue.id, say.BOT_SITS, player=player, level=LEVEL, everyone=everyone(table))
    hall.announce(table, join([sits, fill(say.SEALED, seal=fingerprint(table.secret))]), effects)
    hall.save(effects)
    return effects
