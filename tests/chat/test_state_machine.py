"""Anything that people, time and bad luck can do to the bot, in any order: commands sensible and not, private messages,
clicks, nick changes, networks that go and come, restarts, and commits that fail.

Every message is looked at by watch.py. Besides, after every step: the deck is whole at every table; a click is answered
exactly once; every table has a next deadline, and nothing that is due is left undone; nothing went wrong but what was
made to; and a restart or a failed commit leaves every table as it was.
"""

from __future__ import annotations

import logging
import os
import tempfile
from itertools import count
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.chat.stage import person, settings_of, venue
from tests.chat.watch import Watched, snapshot
from tests.conftest import MEMORY
from unobot.chat import clocks
from unobot.chat.commands import AROUND, COMPACT
from unobot.chat.ports import Done, Heard, LinkDown, LinkUp, Renamed, ShowHand, Tell
from unobot.engine.cards import FACES
from unobot.engine.notation import action_text
from unobot.engine.rules import OPTIONS, PRESETS, choices
from unobot.store import Store, StoreError

NETWORK = "irc:test"
CHANNELS = ("#uno", "#den")
NICKS = ("ann", "bob", "cid", "dan", "Eva|away", "r5")
OTHER_NICKS = ("zoe", "ANN", "w")  # to be taken by a nick change

names = st.sampled_from(("ann", "Bob", "cid", "dan", "Ada", "r5", "nobody", "#1", "#2", "#99"))
words = names | st.sampled_from(
    ("on", "off", "5", "0", "99999", "wins", "easy", "medium", "cards", "r5", "wd4", "hands")
)
garbage = st.text(max_size=30) | st.sampled_from(
    ("r5 lol", "r5r", "pe please", "\x02uno\x03", "!uno \x00", "!", "", "٣")
)
option_names = st.sampled_from((*OPTIONS, "preset", "colors", "nonsense"))
option_values = st.sampled_from(
    ("on", "off", "0", "1", "2", "7", "60", "x", *PRESETS, *(value for name in OPTIONS for value in choices(name)))
)
settings_typed = st.builds("!uno set {} {}".format, option_names, option_values) | st.builds(
    "!uno unset {}".format, option_names
)
around = st.builds(
    lambda command, rest: " ".join(("!uno", command, *rest)),
    st.sampled_from([word for command in AROUND for word in command.words if word not in ("set", "unset")]),
    st.lists(words, max_size=2),
)
opened = st.builds("!uno {} {}".format, st.sampled_from(("", "", "casual", "sandbox")), st.sampled_from(("", *PRESETS)))
compact = st.sampled_from([word for command in COMPACT for word in command.words])
moves = st.sampled_from(
    ("pe", "pa", "ch", "un", "co r", "blue", "uno", "ct ann", "ct bob", "wr", "wd4b", "w")
) | st.builds(
    "{}{}".format, st.sampled_from([face.code for face in FACES]), st.sampled_from(("", "", " uno", " bob", " #1"))
)
typed = st.one_of(around, opened, settings_typed, compact, moves, garbage)
nicks, channels = st.integers(0, len(NICKS) - 1), st.sampled_from(CHANNELS)


class Caught(logging.Handler):
    """Whatever is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


class FailingStore:
    """A store whose next commit fails, with nothing kept."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.fails = False
        self.failed = False

    def write(self, records, now: float) -> None:
        if self.fails:
            self.fails, self.failed = False, True
            raise StoreError("the disk is full")
        self.store.write(records, now)

    def __getattr__(self, name: str):
        return getattr(self.store, name)


class Room(Watched):
    def start(self) -> None:
        super().start()
        self.bot.store = self.failing = FailingStore(self.store)


class Chat(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)
        self.log = Caught()
        logging.getLogger("unobot").addHandler(self.log)
        self.refs = count(1)
        self.expected_errors = 0

    @initialize(preset=st.sampled_from(sorted(PRESETS)), limit=st.sampled_from((1000, 1000, 12)), sat=st.integers(0, 3))
    def open_house(self, preset: str, limit: int, sat: int) -> None:
        directives = {"preset": preset, "limit": str(limit), "lobby": "60", "join": "on"}
        self.room = Room(Path(self.folder.name) / "unobot.db", settings_of(directives), preset)
        self.nicks = list(NICKS)
        self.down = False
        if sat:
            self.say(0, "#uno", "!uno")
            for number in range(1, sat + 1):
                self.say(number, "#uno", "jo")
            self.say(0, "#uno", "deal")

    def teardown(self) -> None:
        logging.getLogger("unobot").removeHandler(self.log)
        if hasattr(self, "room") and self.room.store:
            self.room.store.close()
        self.folder.cleanup()

    # What happens

    def hear(self, heard: Heard) -> None:
        self.room.outs.clear()
        self.room.happens(heard)
        if heard.ref:
            answers = [
                out for out in self.room.outs if isinstance(out, Tell | ShowHand | Done) and out.ref == heard.ref
            ]
            assert len(answers) == 1, f"{len(answers)} answers to a click on {heard.text!r}"

    def say(self, who: int, where: str | None, text: str, admin: bool = False, at=None, ref=None) -> None:
        place = venue(where) if where else None
        self.hear(Heard(person(self.nicks[who]), text, place, admin=admin, at=at, ref=ref))

    def playing(self):
        return [table for table in self.room.hall.tables.values() if table.phase == "playing" and table.game]

    @rule(who=nicks, where=st.none() | channels | channels, text=typed, admin=st.booleans())
    def somebody_types_something(self, who, where, text, admin):
        self.say(who, where, text, admin)

    @rule(who=nicks, text=opened, where=channels)
    def a_table_fills(self, who, text, where):
        self.say(who, where, text)
        self.say((who + 1) % len(NICKS), where, "jo")
        self.say((who + 2) % len(NICKS), where, "jo lucky")

    @rule(where=channels, level=st.sampled_from(("easy", "medium")))
    def the_host_seats_a_computer_player(self, where, level):
        self._by_host(where, f"!uno bot {level}")

    @rule(
        where=channels,
        text=st.sampled_from(("deal", "deal", "!uno pause", "!uno resume", "!uno leave", "!uno drop bob")),
    )
    def the_host_does_something(self, where, text):
        self._by_host(where, text)

    def _by_host(self, where: str, text: str) -> None:
        table = self.room.hall.tables.get(venue(where).id)
        seat = table.seat_of(table.host) if table and table.host else None
        if seat:
            self.hear(Heard(seat.person, text, table.venue))

    @precondition(lambda self: self.playing())
    @rule(choices=st.lists(st.tuples(st.integers(0, 9999), st.booleans()), min_size=1, max_size=6))
    def the_game_goes_on(self, choices):
        """Somebody on turn makes a move that the rules allow, several times."""
        for number, click in choices:
            tables = self.playing()
            if not tables:
                return
            table = tables[number % len(tables)]
            seat, actions = table.seat(table.game.turn), table.game.legal_actions(table.game.turn)
            if seat.level or not actions:
                self.room.pass_time(2)
                continue
            ref = str(next(self.refs)) if click else None
            text = action_text(actions[number % len(actions)])
            at = (table.round, table.moves) if click else None
            self.hear(Heard(seat.person, text, table.venue, at=at, ref=ref))

    @precondition(lambda self: self.playing())
    @rule(number=st.integers(0, 9999), copies=st.sampled_from((1, 1, 2)))
    def somebody_plays_a_card_they_hold(self, number, copies):
        table = self.playing()[0]
        seats = [seat for seat in table.people() if table.game.hands.get(seat.number)]
        if seats:
            seat = seats[number % len(seats)]
            hand = table.game.hands[seat.number]
            self.hear(Heard(seat.person, hand[number % len(hand)].code * copies, table.venue))

    @rule(who=nicks, where=channels, text=moves | compact | around, stale=st.integers(0, 2), private=st.booleans())
    def somebody_clicks(self, who, where, text, stale, private):
        table = self.room.hall.tables.get(venue(where).id)
        at = (table.round, table.moves - stale) if table else (1, stale)
        self.say(who, None if private else where, text, at=at, ref=str(next(self.refs)))

    @rule(seconds=st.sampled_from((0.5, 2, 5, 10, 15, 45, 61, 180, 200, 3600, 86400)))
    def time_passes(self, seconds):
        self.room.outs.clear()
        self.room.pass_time(seconds)

    @rule(who=nicks, new=st.sampled_from(OTHER_NICKS))
    def somebody_changes_nick(self, who, new):
        if new in self.nicks or any(person(new).id == person(nick).id for nick in self.nicks):
            return
        old, self.nicks[who] = self.nicks[who], new
        seats = {table.venue.id for table in self.room.hall.tables_of(person(old).id)}
        self.room.happens(Renamed(person(old), person(new)))
        assert seats <= {table.venue.id for table in self.room.hall.tables_of(person(new).id)}, "a seat was lost"

    @rule()
    def the_network_goes_or_comes(self):
        self.down = not self.down
        self.room.link = not self.down
        self.room.happens(LinkDown(NETWORK) if self.down else LinkUp(NETWORK))

    @rule(seconds=st.sampled_from((0, 30, 100000)))
    def the_bot_is_killed(self, seconds):
        before, kept = snapshot(self.room.hall), dict(self.room.hall.kept)
        self.room.kill()
        self.room.now += seconds
        self.room.start()
        assert snapshot(self.room.hall) == before
        kept.pop(("hall", "limits"), None)
        assert {key: value for key, value in self.room.hall.kept.items() if key != ("hall", "limits")} == kept
        if self.down:  # it connects anew
            self.down, self.room.link = False, True
            self.room.happens(LinkUp(NETWORK))

    @rule(who=nicks, where=st.none() | channels, text=typed, on_turn=st.booleans(), number=st.integers(0, 9999))
    def a_commit_fails(self, who, where, text, on_turn, number):
        """Nothing has changed, and whoever typed is told."""
        tables = self.playing()
        heard = Heard(person(self.nicks[who]), text, venue(where) if where else None, ref=str(next(self.refs)))
        if on_turn and tables:
            table = tables[number % len(tables)]
            seat, actions = table.seat(table.game.turn), table.game.legal_actions(table.game.turn)
            if seat.level is None and actions:
                heard = Heard(seat.person, action_text(actions[number % len(actions)]), table.venue, ref=heard.ref)
        before, kept = snapshot(self.room.hall), dict(self.room.hall.kept)
        self.room.failing.fails = True
        self.hear(heard)
        self.room.failing.fails = False
        if self.room.failing.failed:
            self.room.failing.failed = False
            self.expected_errors += 1
            assert snapshot(self.room.hall) == before
            assert self.room.hall.kept == kept
            assert any(isinstance(out, Tell) and out.ref == heard.ref for out in self.room.outs), "nobody was told"

    @rule(seconds=st.sampled_from((10, 61, 180)))
    def a_commit_fails_when_something_is_due(self, seconds):
        self.room.failing.fails = True
        self.room.pass_time(seconds)
        self.room.failing.fails = False
        if self.room.failing.failed:
            self.room.failing.failed = False
            self.expected_errors += 1

    # What must hold at any time

    @invariant()
    def nothing_went_wrong(self):
        unexpected = len(self.log.records) - self.expected_errors
        assert not unexpected, self.log.format(self.log.records[-1])

    @invariant()
    def every_table_has_a_deadline_and_nothing_waits(self):
        if not hasattr(self, "room"):
            return
        hall = self.room.hall
        for table in hall.tables.values():
            assert clocks.deadline(table) > self.room.now
            assert ("link" in table.holds) == self.down
        assert hall.deadlines == {venue: clocks.deadline(table) for venue, table in hall.tables.items()}
        assert hall.due(self.room.now) is None

    @invariant()
    def every_table_is_sound(self):
        if not hasattr(self, "room"):
            return
        for table in self.room.hall.tables.values():
            numbers = [seat.number for seat in table.seats]
            assert len(set(numbers)) == len(numbers)
            assert len({seat.person.id for seat in table.seats}) == len(numbers)
            assert table.people(), "a table without people"
            assert any(seat.person.id == table.host for seat in table.people()), "a table without a host"
            if table.phase == "playing":
                assert table.game and not table.game.over
                assert set(table.game.order) <= set(numbers), "somebody plays who does not sit here"


# The same stories at every run, and no shrinking, which takes minutes; whoever looks for more, or has found something,
# asks for new stories (UNOBOT_EXAMPLES=2000) and short ones (UNOBOT_SHRINK=1).
_more = int(os.environ.get("UNOBOT_EXAMPLES", "0"))
_shrink = [Phase.shrink] if os.environ.get("UNOBOT_SHRINK") else []
Chat.TestCase.settings = settings(
    derandomize=not _more,
    max_examples=_more or 120,
    stateful_step_count=50,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, *_shrink],
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestChat = Chat.TestCase
