"""A stage that looks at everything the bot sends, at the moment it is sent.

Whatever a watched stage is used for, these hold, or it fails at once: a hand goes to the person who holds it, whole and
as it is, on a line that shows nothing else; a channel hears of no card but the ones on top and those drawn for the
deal; nobody is told of a card that is not their own, the top card, or one they named themselves; the deck is whole.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import chain
from pathlib import Path

from tests.chat.stage import Stage
from unobot.chat.hall import Hall, Settings
from unobot.chat.people import Person
from unobot.chat.ports import Heard, Out, Say, ShowBoard, ShowHand, Tell
from unobot.chat.speech import english
from unobot.chat.speech.hands import hand_line
from unobot.chat.speech.line import Line, plain
from unobot.chat.table import Table
from unobot.engine.cards import CARDS, DECK, Card
from unobot.engine.deal import choose_dealer
from unobot.engine.game import Game
from unobot.engine.notation import Unreadable, parse_cards

_CODES = "|".join(re.escape(code) for code in sorted(CARDS, key=len, reverse=True))
ALONE = re.compile(rf"(?<![A-Za-z0-9+])(?:{_CODES})(?![A-Za-z0-9+])")  # as programs look for a card in a line
ONE_OR_TWO = re.compile(rf"(?<![\w+])({_CODES})({_CODES})?(?![\w+])")  # `wd4_check` is no card
MOST_TICKS = 5000  # of one stretch of time
REVEALED = english.CHALLENGED_HAND.partition("{who}")[2].partition("{hand}")[0]


def cards_in(line: Line) -> set[Card]:
    """Every card that a line names, painted or not, without the colour of a wild."""
    # A person's name is theirs, whatever it looks like.
    text = "".join(" … " if span.person else span.text for span in line)
    codes = filter(None, chain.from_iterable(ONE_OR_TWO.findall(text)))
    painted = [span.card for span in line if span.card]
    return {card.face for card in chain(painted, map(CARDS.__getitem__, codes))}


def codes_alone(line: Line) -> Counter[str]:
    """The cards that a program finds in a line."""
    return Counter(ALONE.findall(plain(line)))


def check_deck(game: Game) -> None:
    cards = [card.face for card in chain(*game.hands.values(), game.draw, game.discard)]
    assert Counter(cards) == Counter(DECK), "cards were lost or made"


class Watched(Stage):
    """A Stage whose every message is looked at, in view of what came in last and of the tables that were open then."""

    heard_last: Heard | None = None
    open_before: Mapping[str, Table] = {}
    games: Mapping[str, Game] = {}

    def __init__(self, path: Path, settings: Settings, secret: str) -> None:
        super().__init__(path, settings, secret, boards=True)

    def start(self) -> None:
        super().start()
        assert self.store is not None
        self.store._connection.execute("PRAGMA synchronous = OFF")  # only a loss of power would tell the difference

    def happens(self, came) -> None:
        self.heard_last = came if isinstance(came, Heard) else None
        self.look_round()
        super().happens(came)
        self.check_tables()

    def pass_time(self, seconds: float) -> None:
        self.heard_last = None
        end = self.now + seconds
        for _ in range(MOST_TICKS):
            if self.hall.deadline is None or self.hall.deadline > end:
                break
            self.now = max(self.now, self.hall.deadline)
            self.look_round()
            self.bot.work()
        else:
            raise AssertionError("what is due never gets done")
        self.now = end
        self._settle()
        self.check_tables()

    def look_round(self) -> None:
        """Remember what is being played: a table forgets its game when the round is over."""
        self.open_before = dict(self.hall.tables)
        self.games = {venue: table.game for venue, table in self.hall.tables.items() if table.game}

    def check_tables(self) -> None:
        for table in self.hall.tables.values():
            if table.game:
                check_deck(table.game)

    def send(self, out: Out) -> None:
        super().send(out)
        match out:
            case Say(venue=place, line=line):
                table = self.hall.tables.get(place.id) or self.open_before.get(place.id)
                self._check_say(table, (table and table.game) or self.games.get(place.id), line)
            case Tell(person=who, line=line, raw=raw):
                if not raw:
                    self._check_tell(who, line)
            case ShowHand():
                self._check_hand(out)
            case ShowBoard(board=board):
                for line in board.lines:
                    assert REVEALED not in plain(line)
                assert all(isinstance(seat.cards, int) for seat in board.seats)

    def _check_say(self, table: Table | None, game: Game | None, line: Line) -> None:
        named = cards_in(line)
        if not named:
            return
        assert table, f"a card is named where none lies: {plain(line)}"
        allowed = {card.face for card in game.discard[-2:]} if game else set()
        if self.heard_last and self.heard_last.text.lower().split()[1:2] == ["replace"]:
            allowed |= _typed(self.heard_last.text)  # a name may look like a card
        if game and table.moves == 0 and table.match:
            _, draws = choose_dealer(game.rules, table.match.order, game.seed)
            allowed |= {card for drawn in draws for _, card in drawn}
        assert named <= allowed, f"{named - allowed} is nobody's business: {plain(line)}"

    def _check_tell(self, who: Person, line: Line) -> None:
        text = plain(line)
        heard = self.heard_last
        if REVEALED in text:
            minded = any(seat.minded for table in self.hall.tables.values() if (seat := table.seat_of(who.id)))
            challenged = heard and heard.person == who and heard.text.strip().lower() == "ch"
            assert challenged or minded, "only the challenger sees the hand"
            return
        if heard and heard.text.lower().split()[1:2] in (["help"], ["replay"]):
            return  # examples; a game that is over
        allowed = _typed(who.name)  # a name may look like a card
        if heard and heard.person == who:
            allowed |= _typed(heard.text)
        for table in self.hall.tables.values():
            allowed |= {card for other in table.names.values() for card in _typed(other.name)}
            seat, game = table.seat_of(who.id), table.game
            if game:
                allowed |= {game.top.face}
                if seat:
                    allowed |= set(game.hands.get(seat.number, ()))
        if text.startswith(english.WHY_USAGE.partition("{")[0][:11]):
            return  # an example
        assert cards_in(line) <= allowed, f"{cards_in(line) - allowed} is not for {who.name}: {text}"

    def _check_hand(self, out: ShowHand) -> None:
        hand, table = out.hand, self.hall.tables[out.hand.venue.id]
        seat = table.seat_of(out.person.id)
        assert seat and table.game, "a hand for somebody who does not play"
        held = table.game.hands[seat.number]
        assert Counter(hand.cards) == Counter(held), "not the hand that is held"
        assert (hand.game, hand.turn) == (table.round, table.turned) and hand.turn <= table.moves
        assert hand.top is table.game.top
        check_hand_line(hand_line(hand), held)


def check_hand_line(line: Line, held: list[Card]) -> None:
    """Every card once per copy, nothing that could be taken for another, nothing right beside one."""
    assert codes_alone(line) == Counter(card.code for card in held), plain(line)


def _typed(text: str) -> set[Card]:
    """The cards that somebody may have meant."""
    words = text.split()
    found: set[Card] = set()
    for start in range(len(words)):
        for end in range(start + 1, min(start + 7, len(words)) + 1):
            try:
                found |= set(parse_cards(" ".join(words[start:end])).cards)
            except Unreadable:
                continue
    return found


def snapshot(hall: Hall) -> dict[str, object]:
    """Everything about the tables that must survive a stop."""
    kept = {}
    for venue, table in hall.tables.items():
        state = table.state() | table.clock()
        for moving in ("acted", "lost", "held_at"):  # the time that the bot was down is made up for
            del state[moving]
        playing = table.game is not None and table.phase == "playing"
        kept[venue] = (state, table.game.copy() if playing else None, table.moves if playing else None)
    return kept
