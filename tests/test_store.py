"""The store on real SQLite files: what is kept comes back, what fails changes nothing, the rest is left alone."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections import defaultdict
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from sqlite_utils import Database

from unobot.chat.people import Person, Venue
from unobot.chat.ports import (
    Archive,
    Best,
    ChannelRecords,
    MatchEnded,
    Moved,
    PostSaved,
    Result,
    RoundBegun,
    RoundEnded,
    RoundSeat,
    Saved,
    SavedRound,
    SavedTable,
    Seated,
    SettingSaved,
    TableClosed,
    TableSaved,
)
from unobot.engine.rules import PRESETS, Rules
from unobot.migrations import migrations
from unobot.ratings import LEAVER, LOSER, WINNER, Rating, rate
from unobot.store import Store, StoreError

HERE, THERE = Venue("irc:example:#uno", "#uno"), Venue("discord:42", "cards")
ANN, BOB, CID = (Person(f"irc:example:account:{name}", name) for name in ("ann", "bob", "cid"))
ROBOT = Person("bot:robbie", "robbie")
NOW = 1000.5


@pytest.fixture
def path(tmp_path):
    return tmp_path / "uno.db"


@pytest.fixture
def store(path):
    with Store.open(path) as opened:
        yield opened


def begun(number=1, venue=HERE, people=(ANN, BOB, CID), **changes):
    seats = tuple(RoundSeat(at, who, "hard" if who == ROBOT else None) for at, who in enumerate(people, 1))
    first = RoundBegun(
        round=number,
        venue=venue,
        mode="ranked",
        preset="irc",
        rules=asdict(Rules()),
        seed="9f" * 32,
        match=f"match {number}",
        number=1,
        words=("lucky", "zwölf"),
        dealer=2,
        seats=seats,
        standings={1: 30, 2: 0, 10: 475},
        engine="1.0",
        at=900.25,
    )
    return replace(first, **changes)


def moves(number=1, count=3):
    return [Moved(number, n, n % 3 + 1, f"r{n % 10}", f"{n:08x}") for n in range(1, count + 1)]


def result(person, points=0, won=False, left=False, seat=1):
    return Result(seat, person, person == ROBOT, points, won, left)


def ended(number, *results, forfeit=False):
    numbered = tuple(replace(one, seat=seat) for seat, one in enumerate(results, 1))
    return RoundEnded(number, 950.75, numbered, forfeit)


def play(store, number, *results, mode="ranked", venue=HERE, length=3, forfeit=False, **changes):
    """A whole round: dealt, moved, over."""
    people = [one.person for one in results]
    dealt = begun(number, venue, people, mode=mode, **changes)
    store.write([dealt, *moves(number, length), ended(number, *results, forfeit=forfeit)], NOW)


def names(standings):
    return [one.person.name for one in standings]


def content(path):
    """The whole database as text."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        text = "\n".join(connection.iterdump())
    connection.close()
    return text


class TestWhatIsKeptComesBack:
    def test_a_new_database_is_empty(self, store):
        assert store.load() == Saved()
        assert store.posts() == {}

    def test_a_table_in_its_lobby(self, path):
        state = {"host": ANN.id, "left": 171.5, "votes": [], "minded": None, "seats": {"1": {"name": "ann ☃"}}}
        with Store.open(path) as store:
            store.write([TableSaved(HERE, state)], NOW)
        with Store.open(path) as store:
            assert store.load() == Saved((SavedTable(HERE, state, None),), (), 1, NOW)

    def test_a_table_with_its_running_round(self, path):
        with Store.open(path) as store:
            store.write([begun(7), TableSaved(HERE, {"phase": "playing"})], 1.0)
            for move in moves(7, 12):
                store.write([move, TableSaved(HERE, {"moves": move.n})], 2.0)
        with Store.open(path) as store:
            table = SavedTable(HERE, {"moves": 12}, SavedRound(begun(7), tuple(moves(7, 12))))
            assert store.load() == Saved((table,), (), 8, 2.0)
            assert store.load_table(HERE.id) == table
            assert store.load_table(THERE.id) is None

    @pytest.mark.parametrize("preset", PRESETS)
    def test_the_rules_of_every_preset(self, store, preset):
        rules = asdict(PRESETS[preset].rules)
        store.write([begun(rules=rules, preset=preset), TableSaved(HERE, {})], NOW)
        assert Rules(**store.load().tables[0].round.begun.rules) == PRESETS[preset].rules

    def test_the_newest_state_of_a_table_replaces_the_older_one(self, store):
        store.write([TableSaved(HERE, {"a": 1, "b": 2})], 1.0)
        renamed = Venue(HERE.id, "#UNO")
        store.write([TableSaved(renamed, {"a": 3})], 2.0)
        assert store.load().tables == (SavedTable(renamed, {"a": 3}, None),)

    def test_several_tables_keep_apart(self, store):
        store.write([begun(1), begun(2, THERE), TableSaved(HERE, {"at": 1}), TableSaved(THERE, {"at": 2})], 1.0)
        store.write([*moves(2, 2), *moves(1, 1)], 2.0)
        saved = {table.venue: table for table in store.load().tables}
        assert saved[HERE] == SavedTable(HERE, {"at": 1}, SavedRound(begun(1), tuple(moves(1, 1))))
        assert saved[THERE] == SavedTable(THERE, {"at": 2}, SavedRound(begun(2, THERE), tuple(moves(2, 2))))

    def test_who_sits_down_later_is_not_dealt_in(self, store):
        dan, eve = Person("local:dan", "dan"), Person("local:eve", "eve")
        store.write([begun(), TableSaved(HERE, {}), Seated(1, RoundSeat(4, dan))], 1.0)
        store.write([Seated(1, RoundSeat(5, ROBOT, "hard")), Seated(1, RoundSeat(2, eve))], 2.0)
        assert store.load().tables[0].round.begun == begun()
        assert store.round(1).begun == begun()
        seats = [(seat.seat, seat.person, seat.level) for seat in store.round(1).seats]
        assert seats == [(1, ANN, None), (2, eve, None), (3, CID, None), (4, dan, None), (5, ROBOT, "hard")]

    def test_a_round_that_is_over_is_no_longer_on(self, store):
        store.write([begun(), TableSaved(HERE, {}), *moves()], 1.0)
        over = ended(1, result(ANN, 30, won=True), result(BOB), result(CID, left=True))
        store.write([over, TableSaved(HERE, {"phase": "between"})], 2.0)
        assert store.load().tables == (SavedTable(HERE, {"phase": "between"}, None),)
        past = store.round(1)
        assert (past.begun, past.moves, past.seats) == (begun(), tuple(moves()), begun().seats)
        assert (past.ended, past.secret) == (over, None)

    def test_results_keep_their_order_and_may_share_a_seat(self, store):
        results = (result(CID, seat=3), result(ANN, 30, won=True, seat=2), result(BOB, left=True, seat=2))
        store.write([begun(), RoundEnded(1, 5.5, results, True)], NOW)
        assert store.round(1).ended == RoundEnded(1, 5.5, results, True)

    def test_a_secret_is_known_when_its_match_is_over(self, store):
        for number, match in ((1, "aa"), (2, "aa"), (3, "bb")):
            play(store, number, result(ANN, won=True), result(BOB), match=match)
        assert [store.round(number).secret for number in (1, 2, 3)] == [None, None, None]
        store.write([MatchEnded("aa", "open sesame")], NOW)
        assert [store.round(number).secret for number in (1, 2, 3)] == ["open sesame", "open sesame", None]

    def test_a_fingerprint_that_comes_up_again_leaves_the_older_secret_alone(self, store):
        play(store, 1, result(ANN, won=True), result(BOB), match="aa")
        store.write([MatchEnded("aa", "first")], NOW)
        play(store, 2, result(ANN, won=True), result(BOB), match="aa")
        store.write([MatchEnded("aa", "second")], NOW)
        assert [store.round(number).secret for number in (1, 2)] == ["first", "second"]

    def test_a_closed_table_is_gone_and_its_round_abandoned(self, store):
        store.write([begun(4), TableSaved(HERE, {}), *moves(4)], 1.0)
        store.write([TableClosed(HERE)], 2.0)
        assert store.load() == Saved((), (), 5, 2.0)
        assert store.load_table(HERE.id) is None
        assert store.history(HERE.id, 10) == []
        assert store.channel(HERE.id, False) == ChannelRecords(0, 0, None, None, None)
        assert store.round(4).ended is None
        store.write([TableSaved(HERE, {"new": True})], 3.0)
        assert store.load().tables == (SavedTable(HERE, {"new": True}, None),)

    def test_closing_a_table_that_is_not_there_is_no_error(self, store):
        store.write([TableClosed(HERE)], NOW)

    def test_a_new_round_replaces_one_that_never_ended(self, store):
        store.write([begun(1), TableSaved(HERE, {})], 1.0)
        store.write([begun(2)], 2.0)
        assert store.load().tables[0].round.begun == begun(2)
        assert store.round(1).ended is None

    def test_settings_of_venues_and_people(self, store):
        here, bob = SettingSaved(HERE.id, "rules.stacking", "none"), SettingSaved(BOB.id, "colors", "off")
        store.write([here, bob, SettingSaved(BOB.id, "sort", "figure")], 1.0)
        store.write([SettingSaved(BOB.id, "sort", None), SettingSaved(HERE.id, "nothing", None)], 2.0)
        assert store.load().settings == (here, bob)
        store.write([SettingSaved(HERE.id, "rules.stacking", "")], 3.0)
        assert store.load().settings == (SettingSaved(HERE.id, "rules.stacking", ""), bob)

    def test_posts(self, store):
        store.write([PostSaved("board:discord:42", "1"), PostSaved("hand:7", "2")], 1.0)
        store.write([PostSaved("board:discord:42", "3")], 2.0)
        assert store.posts() == {"board:discord:42": "3", "hand:7": "2"}
        store.write([PostSaved("board:discord:42", "")], 3.0)
        assert store.posts() == {"hand:7": "2"}

    def test_the_heartbeat_and_every_batch_say_when_the_bot_was_alive(self, store):
        assert store.alive_at() is None
        store.alive(5.0)
        assert store.alive_at() == store.load().alive_at == 5.0
        store.write([TableSaved(HERE, {})], 6.5)
        assert store.alive_at() == 6.5
        store.write([], 7.25)
        assert store.load().alive_at == 7.25

    def test_the_next_round_is_the_one_after_the_highest(self, store):
        store.write([begun(41)], NOW)
        assert store.load().next_round == 42


def test_a_store_is_an_archive(store):
    archive: Archive = store
    assert archive.round(1) is None


class TestBoards:
    @pytest.fixture
    def played(self, store):
        play(store, 1, result(ANN, 120, won=True), result(BOB), result(CID))
        play(store, 2, result(BOB, 40, won=True), result(ANN))
        play(store, 3, result(BOB, 50, won=True), result(ANN), result(CID, left=True))
        play(store, 4, result(CID, 500, won=True), result(ANN), venue=THERE)
        play(store, 5, result(CID, 300, won=True), result(ROBOT), mode="sandbox")
        play(store, 6, result(CID, 400, won=True), result(ANN), result(BOB), mode="casual")
        return store

    @pytest.mark.parametrize(
        "sort, order",
        [
            ("points", ["ann", "bob", "cid"]),
            ("wins", ["bob", "ann", "cid"]),
            ("average", ["ann", "bob", "cid"]),
            ("rating", ["bob", "ann", "cid"]),
        ],
    )
    def test_sorted_by(self, played, sort, order):
        assert names(played.top(HERE.id, False, sort, 10)) == order
        assert names(played.top(HERE.id, False, sort, 2)) == order[:2]

    def test_the_figures(self, played):
        ann, bob, cid = played.top(HERE.id, False, "points", 10)
        assert (ann.person, ann.points, ann.wins, ann.games) == (ANN, 120, 1, 3)
        assert (bob.person, bob.points, bob.wins, bob.games) == (BOB, 90, 2, 3)
        assert (cid.person, cid.points, cid.wins, cid.games) == (CID, 0, 0, 2)
        assert [one.average for one in (ann, bob, cid)] == [40, 30, 0]

    def test_venues_and_the_sandbox_are_apart(self, played):
        assert names(played.top(THERE.id, False, "points", 10)) == ["cid", "ann"]
        (cid,) = played.top(HERE.id, True, "points", 10)
        assert (cid.person, cid.points, cid.wins, cid.games, cid.rating) == (CID, 300, 1, 1, pytest.approx(1000))
        assert played.top(THERE.id, True, "points", 10) == []

    def test_one_person_s_standing(self, played):
        assert played.standing(HERE.id, False, BOB.id) == played.top(HERE.id, False, "wins", 1)[0]
        assert played.standing(HERE.id, True, BOB.id) is None
        assert played.standing(HERE.id, False, ROBOT.id) is None

    def test_more_than_there_are(self, played):
        assert len(played.top(HERE.id, False, "points", 10**30)) == 3
        assert played.top(HERE.id, False, "points", 0) == []

    def test_equals_always_stand_in_the_same_order(self, store):
        play(store, 1, result(CID), result(BOB), result(ANN))
        for sort in ("points", "wins", "average", "rating"):
            assert names(store.top(HERE.id, False, sort, 10)) == ["ann", "bob", "cid"]

    def test_computer_players_are_never_listed(self, store):
        play(store, 1, result(ROBOT, 90, won=True), result(ANN), mode="sandbox")
        assert names(store.top(HERE.id, True, "points", 10)) == ["ann"]
        assert store.channel(HERE.id, True) == ChannelRecords(1, 1, None, None, None)
        assert store.find_person(HERE.id, "robbie") is None

    def test_own_hands_are_credited_to_the_winner(self, store):
        rules = asdict(PRESETS["standard"].rules)
        play(store, 1, result(ANN, 0, won=True), result(BOB, 35), result(CID, 12), rules=rules)
        ann, bob, _ = store.top(HERE.id, False, "points", 10)
        assert (ann.person, ann.points, bob.points) == (ANN, 47, 0)
        assert store.channel(HERE.id, False).highest == Best(ANN, 47, 1)
        assert [one.points for one in store.round(1).ended.results] == [0, 35, 12]

    def test_two_parts_in_one_round_are_one_game_and_the_better_one_counts(self, store):
        play(store, 1, result(ANN, left=True), result(BOB), result(ANN, 30, won=True))
        ann, bob = store.top(HERE.id, False, "points", 10)
        assert (ann.person, ann.points, ann.wins, ann.games) == (ANN, 30, 1, 1)
        assert ann.rating > 1000 > bob.rating


class TestNames:
    def test_a_person_keeps_one_entry_and_the_newest_name_is_shown(self, store):
        play(store, 1, result(ANN, 30, won=True), result(BOB))
        before = store.standing(HERE.id, False, ANN.id)
        play(store, 2, result(Person(ANN.id, "Annabel"), 40, won=True), result(BOB))
        top = store.top(HERE.id, False, "points", 10)
        assert names(top) == ["Annabel", "bob"]
        assert (top[0].points, top[0].games) == (70, 2)
        assert top[0].rating > before.rating
        assert store.channel(HERE.id, False).streak == Best(Person(ANN.id, "Annabel"), 2, 2)

    def test_the_name_does_not_touch_the_rating(self, tmp_path):
        ratings = []
        for new in ("ann", "Annabel"):
            with Store.open(tmp_path / f"{new}.db") as store:
                play(store, 1, result(ANN, 30, won=True), result(BOB))
                play(store, 2, result(Person(ANN.id, new)), result(BOB, 30, won=True))
                ratings.append([one.rating for one in store.top(HERE.id, False, "rating", 9)])
        assert ratings[0] == ratings[1]

    def test_a_name_is_new_as_soon_as_the_person_sits_down(self, store):
        play(store, 1, result(ANN, 30, won=True), result(BOB))
        anna, bobby = Person(ANN.id, "anna"), Person(BOB.id, "bobby")
        store.write([begun(2, people=(anna, CID)), Seated(2, RoundSeat(3, bobby))], NOW)
        assert names(store.top(HERE.id, False, "points", 10)) == ["anna", "bobby"]

    def test_the_history_keeps_the_names_of_its_day(self, store):
        play(store, 1, result(ANN, 30, won=True), result(BOB))
        play(store, 2, result(Person(ANN.id, "anna"), 30, won=True), result(BOB))
        assert store.round(1).seats[0].person == store.round(1).ended.results[0].person == ANN

    def test_finding_somebody(self, store):
        play(store, 1, result(ANN, 30, won=True), result(BOB))
        play(store, 2, result(CID, 30, won=True), result(BOB), venue=THERE)
        assert store.find_person(HERE.id, "ANN") == ANN
        assert store.find_person(HERE.id, "cid") is None
        assert store.find_person(THERE.id, "cid") == CID
        assert store.find_person(HERE.id, "") is None

    def test_of_two_with_one_name_the_one_who_played_last(self, store):
        other = Person("irc:example:nick:ann", "Ann")
        play(store, 1, result(ANN, 30, won=True), result(BOB))
        play(store, 2, result(other, 30, won=True), result(BOB), mode="casual")
        assert store.find_person(HERE.id, "ann") == other
        play(store, 3, result(ANN, 30, won=True), result(BOB))
        assert store.find_person(HERE.id, "ann") == ANN

    def test_an_old_name_is_free_again(self, store):
        play(store, 1, result(ANN, 30, won=True), result(BOB))
        play(store, 2, result(Person(ANN.id, "anna")), result(BOB, 30, won=True))
        assert store.find_person(HERE.id, "ann") is None
        assert store.find_person(HERE.id, "Anna").id == ANN.id


class TestRatings:
    def rating(self, store, person, sandbox=False, venue=HERE):
        return store.standing(venue.id, sandbox, person.id).rating

    def test_winners_rise_losers_fall_leavers_fall_deeper(self, store):
        play(store, 1, result(BOB), result(ANN, 30, won=True), result(CID, left=True))
        assert self.rating(store, ANN) > 1000 >= self.rating(store, BOB) > self.rating(store, CID)

    def test_a_forfeit_is_a_loss(self, store):
        play(store, 1, result(ANN, 30, won=True), result(BOB, left=True), forfeit=True)
        assert self.rating(store, ANN) > 1000 > self.rating(store, BOB)

    def test_casual_and_abandoned_rounds_change_nothing(self, store):
        play(store, 1, result(ANN, 30, won=True), result(BOB))
        before = store.top(HERE.id, False, "rating", 10)
        play(store, 2, result(BOB, 30, won=True), result(ANN), mode="casual")
        store.write([begun(3), TableSaved(HERE, {}), *moves(3), TableClosed(HERE)], NOW)
        assert store.top(HERE.id, False, "rating", 10) == before

    def test_boards_and_venues_are_rated_apart(self, store):
        play(store, 1, result(ANN, 30, won=True), result(BOB))
        play(store, 2, result(BOB, 30, won=True), result(ANN), mode="sandbox")
        play(store, 3, result(BOB, 30, won=True), result(ANN), venue=THERE)
        assert self.rating(store, ANN) > 1000 > self.rating(store, ANN, sandbox=True)
        assert self.rating(store, ANN) > 1000 > self.rating(store, ANN, venue=THERE)

    def test_a_computer_player_s_win_says_nothing_about_people(self, store):
        play(store, 1, result(ROBOT, 30, won=True), result(ANN), result(BOB), mode="sandbox")
        assert self.rating(store, ANN, True) == self.rating(store, BOB, True) == pytest.approx(1000)

    def test_people_are_rated_among_themselves_beside_a_computer_player(self, store):
        play(store, 1, result(ANN, 30, won=True), result(ROBOT), result(BOB), mode="sandbox")
        assert self.rating(store, ANN, True) > 1000 > self.rating(store, BOB, True)


class TestChannelRecords:
    def test_nothing_yet(self, store):
        assert store.channel(HERE.id, False) == ChannelRecords(0, 0, None, None, None)

    def test_the_fastest_win_the_highest_score_the_longest_streak(self, store):
        play(store, 1, result(ANN, 30, won=True), result(BOB), length=40)
        play(store, 2, result(ANN, 99, won=True), result(BOB), length=25)
        play(store, 3, result(BOB, 45, won=True), result(ANN), length=12)
        play(store, 4, result(ANN, 30, won=True), result(CID), length=33)
        records = store.channel(HERE.id, False)
        assert (records.games, records.players) == (4, 3)
        assert records.fastest == Best(BOB, 12, 3)
        assert records.highest == Best(ANN, 99, 2)
        assert records.streak == Best(ANN, 2, 2)

    def test_coming_up_to_a_record_does_not_take_it(self, store):
        play(store, 1, result(ANN, 50, won=True), result(BOB), length=20)
        play(store, 2, result(BOB, 50, won=True), result(ANN), length=20)
        play(store, 3, result(ANN, 50, won=True), result(BOB), length=20)
        first = (Best(ANN, 20, 1), Best(ANN, 50, 1), Best(ANN, 1, 1))
        assert store.channel(HERE.id, False) == ChannelRecords(3, 2, *first)

    def test_a_streak_goes_on_where_somebody_did_not_play(self, store):
        play(store, 1, result(ANN, 30, won=True), result(BOB))
        play(store, 2, result(CID, 30, won=True), result(BOB))
        play(store, 3, result(ANN, 30, won=True), result(BOB))
        assert store.channel(HERE.id, False).streak == Best(ANN, 2, 3)

    def test_nobody_is_fast_because_the_others_left(self, store):
        play(store, 1, result(ANN, 60, won=True), result(BOB, left=True), length=1, forfeit=True)
        records = store.channel(HERE.id, False)
        assert records.fastest is None
        assert records.highest == Best(ANN, 60, 1)
        assert records.streak == Best(ANN, 1, 1)

    def test_the_sandbox_has_its_own(self, store):
        play(store, 1, result(ANN, 60, won=True), result(ROBOT), length=9, mode="sandbox")
        assert store.channel(HERE.id, False).games == 0
        assert store.channel(HERE.id, True) == ChannelRecords(1, 1, Best(ANN, 9, 1), Best(ANN, 60, 1), Best(ANN, 1, 1))

    @pytest.mark.parametrize("seed", range(5))
    def test_boards_agree_with_adding_up_the_history(self, store, seed):
        """Many rounds of all kinds, against a count that is made afresh from what the history says."""
        chance = random.Random(seed)
        people = [*(Person(f"local:{name}", name) for name in "abcdef"), ROBOT]
        for number in range(1, 61):
            sitting = chance.sample(people, chance.randint(2, 5))
            winner = chance.choice(sitting)
            results = [
                result(one, chance.randint(0, 90), True) if one == winner else result(one, left=chance.random() < 0.2)
                for one in sitting
            ]
            mode = "sandbox" if ROBOT in sitting else chance.choice(["ranked", "ranked", "casual"])
            forfeit = chance.random() < 0.1
            play(store, number, *results, mode=mode, length=chance.randint(1, 30), forfeit=forfeit)
        for sandbox in (False, True):
            self.check(store, sandbox)

    def check(self, store, sandbox):
        points, wins, games, streak = (defaultdict(int) for _ in range(4))
        rating = defaultdict(Rating)
        fastest, highest, longest = [], [], []
        mode = "sandbox" if sandbox else "ranked"
        played = [one for one in reversed(store.history(HERE.id, 100)) if one.begun.mode == mode]
        for past in played:
            results = [one for one in past.ended.results if not one.computer]
            ranks = [WINNER if one.won else LEAVER if one.left else LOSER for one in results]
            rated = rate([rating[one.person] for one in results], ranks)
            for one, new in zip(results, rated, strict=True):
                who, number = one.person, past.begun.round
                rating[who] = new
                points[who] += one.points
                wins[who] += one.won
                games[who] += 1
                streak[who] = streak[who] + 1 if one.won else 0
                if one.won:
                    longest.append((-streak[who], number, who))
                    highest.append((-one.points, number, who))
                    if not past.ended.forfeit:
                        fastest.append((len(past.moves), number, who))
        records = store.channel(HERE.id, sandbox)
        assert (records.games, records.players) == (len(played), len(games))
        for best, all_of_them in ((records.fastest, fastest), (records.highest, highest), (records.streak, longest)):
            value, number, who = min(all_of_them)
            assert best == Best(who, abs(value), number)
        top = store.top(HERE.id, sandbox, "points", 100)
        assert {one.person for one in top} == set(games)
        for one in top:
            assert (one.points, one.wins, one.games) == (points[one.person], wins[one.person], games[one.person])
            assert one.rating == pytest.approx(rating[one.person].shown)


class TestHistory:
    def test_the_newest_first_with_casual_rounds(self, store):
        for number, mode in ((1, "ranked"), (2, "casual"), (3, "sandbox")):
            play(store, number, result(ANN, 30, won=True), result(BOB), mode=mode)
        play(store, 4, result(ANN, 30, won=True), result(BOB), venue=THERE)
        store.write([begun(5), *moves(5)], NOW)
        assert [past.begun.round for past in store.history(HERE.id, 10)] == [3, 2, 1]
        assert [past.begun.round for past in store.history(HERE.id, 2)] == [3, 2]
        assert store.history(HERE.id, 10)[0] == store.round(3)
        assert store.history("irc:example:#nowhere", 10) == []

    def test_a_round_that_there_is_not(self, store):
        assert store.round(1) is None
        assert store.round(10**40) is None

    def test_a_round_that_is_on_has_not_ended(self, store):
        store.write([begun(1), *moves()], NOW)
        assert (store.round(1).ended, store.round(1).secret) == (None, None)


class TestFailedBatches:
    """Whatever goes wrong: a StoreError, nothing of the batch is kept, and the next batch is."""

    BATCH = (*moves(1, 4)[3:], TableSaved(HERE, {"moves": 4}), SettingSaved(ANN.id, "colors", "off"))

    @pytest.fixture
    def busy(self, path):
        """A store in the middle of a round, impatient with those who hold a lock."""
        with Store.open(path, busy_seconds=0.05) as store:
            store.write([begun(), TableSaved(HERE, {"moves": 3}), *moves(1, 3)], NOW)
            yield store

    def refuse(self, store, batch=BATCH):
        before = store.load()
        with pytest.raises(StoreError) as refused:
            store.write(batch, NOW + 1)
        assert store.load() == before
        return str(refused.value)

    def go_on(self, store):
        store.write(self.BATCH, NOW + 2)
        saved = store.load()
        assert saved.tables == (SavedTable(HERE, {"moves": 4}, SavedRound(begun(), tuple(moves(1, 4)))),)
        assert (saved.settings, saved.alive_at) == ((SettingSaved(ANN.id, "colors", "off"),), NOW + 2)

    def test_read_only(self, busy):
        busy._connection.execute("PRAGMA query_only = ON")
        assert self.refuse(busy).endswith("uno.db could not be written to: it is read-only")
        busy._connection.execute("PRAGMA query_only = OFF")
        self.go_on(busy)

    def test_locked_by_another_program(self, busy, path):
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        assert self.refuse(busy).endswith("could not be written to: another program has locked it")
        with pytest.raises(StoreError):
            busy.alive(NOW + 1)
        other.execute("ROLLBACK")
        other.close()
        self.go_on(busy)

    def test_the_disk_is_full(self, busy):
        execute = busy._connection.execute
        (pages,) = execute("PRAGMA page_count").fetchone()
        execute(f"PRAGMA max_page_count = {pages}")
        large = TableSaved(THERE, {"much": "x" * 100_000})
        assert self.refuse(busy, [*self.BATCH, large]).endswith("could not be written to: the disk is full")
        execute(f"PRAGMA max_page_count = {pages + 1000}")
        self.go_on(busy)

    def test_a_move_that_is_there_already(self, busy):
        self.refuse(busy, [*self.BATCH, *moves(1, 1)])
        self.go_on(busy)

    def test_a_move_of_a_round_that_was_never_dealt(self, busy):
        self.refuse(busy, [*self.BATCH, *moves(2, 1)])
        self.go_on(busy)

    def test_a_round_that_is_dealt_twice(self, busy):
        self.refuse(busy, [*self.BATCH, begun(1, THERE)])
        self.go_on(busy)

    @pytest.mark.parametrize("number", [1, 2])
    def test_an_end_that_counts_twice_or_for_no_round(self, busy, number):
        over = ended(number, result(ANN, 30, won=True), result(BOB))
        board = busy.top(HERE.id, False, "points", 10)
        assert "it is not running" in self.refuse(busy, [ended(1, result(ANN, 30, won=True)), over])
        assert busy.top(HERE.id, False, "points", 10) == board == []
        self.go_on(busy)

    @pytest.mark.parametrize(
        "record",
        [
            TableSaved(Venue("local:x", "\udc80"), {}),
            TableSaved(HERE, {"what": {1, 2}}),
            Moved(1, 10**30, 1, "r5", "00"),
            Moved(1, 9, 1, None, "00"),
        ],
    )
    def test_what_cannot_be_kept_at_all(self, busy, record):
        self.refuse(busy, [*self.BATCH, record])
        self.go_on(busy)

    def test_an_interrupt_is_passed_on(self, busy, monkeypatch):
        def interrupted(self, record):
            raise KeyboardInterrupt

        before = busy.load()
        monkeypatch.setattr(Store, "_end_round", interrupted)
        with pytest.raises(KeyboardInterrupt):
            busy.write([*self.BATCH, ended(1)], NOW)
        assert busy.load() == before
        self.go_on(busy)

    def test_a_store_that_was_closed(self, path):
        with Store.open(path) as store:
            pass
        with pytest.raises(StoreError):
            store.alive(NOW)
        with pytest.raises(StoreError):
            store.load()

    def test_ratings_are_taken_back_with_the_rest(self, busy):
        over = ended(1, result(ANN, 30, won=True), result(BOB))
        self.refuse(busy, [over, *moves(9, 1)])
        assert busy.top(HERE.id, False, "rating", 10) == []
        assert busy.history(HERE.id, 10) == []
        busy.write([over], NOW)
        assert names(busy.top(HERE.id, False, "rating", 10)) == ["ann", "bob"]


def refusal(path, **how):
    """What is said about a file, which must be left as it was, with nothing beside it that was not there."""

    def files():
        """All but SQLite's scratch pad, which has no lasting meaning, and a log with nothing in it."""
        found = {each.name: each.read_bytes() for each in path.parent.iterdir() if each.is_file()}
        return {name: data for name, data in found.items() if not name.endswith("-shm") and (data or name == path.name)}

    before = files()
    with pytest.raises(StoreError) as refused:
        Store.open(path, busy_seconds=0.05, **how)
    assert files() == before
    text = str(refused.value)
    assert text.startswith(f"{path} cannot be ") and "\n" not in text
    return text


class TestRefusals:
    @pytest.fixture
    def used(self, path):
        """A database that was in use and is closed."""
        with Store.open(path) as store:
            for number in range(1, 30):
                play(store, number, result(ANN, 30, won=True), result(BOB), length=60)
            store.write([begun(99), TableSaved(HERE, {"long": "x" * 3000})], NOW)
        return path

    @pytest.fixture
    def killed(self, used):
        """One whose bot was killed: what it kept last is still in the write-ahead log."""
        aside = used.with_name("aside")
        aside.mkdir()
        with Store.open(used) as store:
            store.write([TableSaved(HERE, {"the": "last"})], NOW)
            for name in (used.name, f"{used.name}-wal"):
                shutil.copy(used.with_name(name), aside / name)
        return aside / used.name

    @pytest.mark.parametrize("reader", [False, True])
    @pytest.mark.parametrize("text", [b"hello, world\n" * 100, b"x", b"SQLite format 3\0", os.urandom(5000)])
    def test_not_a_database(self, path, text, reader):
        path.write_bytes(text)
        assert refusal(path, reader=reader).endswith(("it is not a database", "it is damaged"))

    @pytest.mark.parametrize("reader", [False, True])
    def test_not_a_file(self, path, reader):
        path.mkdir()
        assert refusal(path, reader=reader).endswith("it is not a file")

    def test_no_such_directory(self, path):
        refused = refusal(path.parent.parent / path.parent.name / "uno.db", reader=True)
        assert refused.endswith("there is no such file")
        with pytest.raises(StoreError, match="no such file or directory"):
            Store.open(path / "deeper" / "uno.db")
        assert list(path.parent.iterdir()) == []

    @pytest.mark.parametrize("page", [1, 2, 10, 30])
    def test_damaged(self, used, page):
        data = bytearray(used.read_bytes())
        start = (page - 1) * 4096
        data[start + 100 * (page == 1) : start + 4096] = os.urandom(4096 - 100 * (page == 1))
        used.write_bytes(data)
        assert "it is damaged" in refusal(used)
        # A reader finds out when it comes to that page, and has no other kind of error for it.
        with suppress(StoreError), Store.open(used, reader=True) as store:
            for read in (store.load, lambda: store.history(HERE.id, 100), lambda: store.top(HERE.id, False, "wins", 9)):
                with suppress(StoreError):
                    read()
        assert used.read_bytes() == bytes(data)

    def test_cut_short(self, used):
        used.write_bytes(used.read_bytes()[:-9000])
        assert "it is damaged" in refusal(used)

    @pytest.mark.parametrize("reader", [False, True])
    def test_newer_than_the_program(self, used, reader):
        connection = sqlite3.connect(used)
        connection.execute("PRAGMA journal_mode = DELETE")
        with connection:
            connection.execute("INSERT INTO _sqlite_migrations VALUES (99, 'unobot', 'm099_teleport', '2099-01-01')")
        connection.close()
        text = refusal(used, reader=reader)
        assert text.endswith("it was made by a newer version of unobot (step m099_teleport)")

    def test_newer_and_killed_with_its_log_beside_it(self, killed):
        connection = sqlite3.connect(killed, isolation_level=None)
        connection.execute("INSERT INTO _sqlite_migrations VALUES (99, 'unobot', 'm099_teleport', '2099-01-01')")
        copy = killed.with_name("copy")
        copy.mkdir()
        for name in (killed.name, f"{killed.name}-wal"):
            shutil.copy(killed.with_name(name), copy / name)
        connection.close()
        assert "newer version" in refusal(copy / killed.name)

    @pytest.mark.parametrize("reader", [False, True])
    def test_another_program_s_database(self, path, reader):
        with Database(path) as db:
            db["bookmarks"].insert({"url": "https://example.invalid"})
        assert refusal(path, reader=reader).endswith("it is the database of another program")

    def test_read_only(self, used):
        used.chmod(0o444)
        assert refusal(used).endswith("it is read-only")
        with Store.open(used, reader=True) as store:
            assert store.load().alive_at == NOW

    def test_locked_by_another_program(self, used):
        other = sqlite3.connect(used, isolation_level=None)
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("UPDATE bot SET alive_at = 1")
        with pytest.raises(StoreError, match="another program has locked it"):
            Store.open(used, busy_seconds=0.05)
        other.close()
        Store.open(used).close()

    def test_an_odd_name_is_only_a_name(self, tmp_path):
        path = tmp_path / "a b?mode=memory#%41.db"
        with Store.open(path) as store:
            store.alive(NOW)
        assert path.is_file()
        with Store.open(path, reader=True) as store:
            assert store.alive_at() == NOW

    def test_after_a_kill_everything_is_there(self, killed):
        with Store.open(killed, reader=True) as store:
            assert store.load_table(HERE.id).state == {"the": "last"}
        with Store.open(killed) as store:
            assert store.load_table(HERE.id).state == {"the": "last"}
            assert store.round(5).ended

    def test_a_kill_while_the_file_was_made_is_taken_back(self, path, tmp_path):
        """The moment before the write-ahead log exists: a journal beside a file says what it held."""
        other = tmp_path / "other.db"
        connection = sqlite3.connect(other, isolation_level=None)
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE filler (x)")
        for _ in range(50):
            connection.execute("INSERT INTO filler VALUES (randomblob(3000))")
        shutil.copy(other, path)
        shutil.copy(f"{other}-journal", f"{path}-journal")
        connection.close()
        assert path.stat().st_size > 4096
        with Store.open(path) as store:
            assert store.load() == Saved()


class TestOneBotAtATime:
    HOLD = """
        import os, sys, time
        from unobot.store import Store
        store = Store.open(sys.argv[1])
        store.alive(5.0)
        child = os.fork() if "fork" in sys.argv else None
        if not child:  # this is the child, or there is none
            print(os.getpid(), flush=True)
        time.sleep(60)
    """

    @contextmanager
    def other(self, path, *options):
        """Another process with the store open, killed at the end; with "fork", also the number of its child."""
        program = [sys.executable, "-c", textwrap.dedent(self.HOLD), path, *options]
        with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
            try:
                yield process, process.stdout.readline().strip()
            finally:
                process.kill()

    def test_a_second_store_is_refused(self, path, store):
        before = path.read_bytes()
        with pytest.raises(StoreError, match=rf"another bot is running on it \(process {os.getpid()}\)"):
            Store.open(path)
        assert path.read_bytes() == before
        store.alive(NOW)

    def test_under_another_name_too(self, path, store):
        link = path.with_name("link.db")
        link.symlink_to(path)
        with pytest.raises(StoreError, match="another bot"):
            Store.open(link)

    def test_closing_lets_go_and_leaves_one_file(self, path):
        for _ in range(3):
            store = Store.open(path)
            store.close()
            store.close()
        assert list(path.parent.iterdir()) == [path]

    def test_a_refused_file_is_not_held(self, path):
        path.write_bytes(b"nonsense" * 100)
        refusal(path)
        path.unlink()
        Store.open(path).close()

    def test_another_process_is_refused_until_that_one_is_killed(self, path):
        with self.other(path) as (process, _):
            with pytest.raises(StoreError, match=rf"another bot is running on it \(process {process.pid}\)"):
                Store.open(path)
            with Store.open(path, reader=True) as reader:
                assert reader.alive_at() == 5.0
        with Store.open(path) as store:
            assert store.alive_at() == 5.0

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
    def test_a_forked_worker_does_not_hold_on(self, path):
        with self.other(path, "fork") as (process, child):
            process.kill()
            process.wait()
            os.kill(int(child), 0)  # it is still there
            Store.open(path).close()
            os.kill(int(child), signal.SIGKILL)


class TestReaders:
    def test_there_must_be_something_to_read(self, path):
        with pytest.raises(StoreError, match="there is no such file"):
            Store.open(path, reader=True)
        assert list(path.parent.iterdir()) == []

    def test_an_empty_file_is_not_made_into_a_database(self, path):
        path.touch()
        assert "a bot of this version must have run on it first" in refusal(path, reader=True)

    def test_readers_follow_what_is_written(self, path, store):
        with Store.open(path, reader=True) as reader, Store.open(path, reader=True) as another:
            play(store, 1, result(ANN, 30, won=True), result(BOB))
            assert names(reader.top(HERE.id, False, "points", 5)) == ["ann", "bob"]
            play(store, 2, result(BOB, 60, won=True), result(ANN))
            assert names(another.top(HERE.id, False, "points", 5)) == ["bob", "ann"]

    def test_readers_cannot_write(self, path, store):
        with Store.open(path, reader=True) as reader, pytest.raises(StoreError, match="for reading only"):
            reader.alive(NOW)

    def test_a_reader_changes_no_byte(self, path):
        with Store.open(path) as store:
            play(store, 1, result(ANN, 30, won=True), result(BOB))
        before = path.read_bytes()
        with Store.open(path, reader=True) as reader:
            reader.load()
            reader.history(HERE.id, 5)
        assert path.read_bytes() == before


class TestMigrations:
    def test_from_nothing_and_from_an_empty_file_alike(self, tmp_path):
        missing, empty = tmp_path / "missing.db", tmp_path / "empty.db"
        empty.touch()
        for path in (missing, empty):
            Store.open(path).close()
        with Database(missing) as one, Database(empty) as two:
            assert one.schema == two.schema
            assert not migrations.pending(one)

    def test_opening_again_changes_nothing(self, path):
        with Store.open(path) as store:
            play(store, 1, result(ANN, 30, won=True), result(BOB))
        before = path.read_bytes()
        for _ in range(3):
            Store.open(path).close()
        assert path.read_bytes() == before

    def test_a_kill_between_the_note_of_steps_and_the_first_step(self, path):
        with Database(path) as db:
            migrations.ensure_migrations_table(db)
        with Store.open(path) as store:
            assert store.load() == Saved()

    def test_a_step_that_fails_leaves_nothing_behind(self, path, monkeypatch):
        monkeypatch.setattr("unobot.migrations._FIRST", "CREATE TABLE half (x);\nCREATE nonsense")
        with pytest.raises(StoreError, match="cannot be used"):
            Store.open(path)
        monkeypatch.undo()
        with Store.open(path) as store:
            assert store.load() == Saved()
        assert "half" not in content(path)

    def test_durable_and_consistent(self, store):
        pragma = {name: store._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in PRAGMAS}
        assert pragma == PRAGMAS

    def test_no_row_points_nowhere(self, store):
        play(store, 1, result(ANN, 30, won=True), result(BOB))
        assert store._connection.execute("PRAGMA foreign_key_check").fetchall() == []


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


class TestBackup:
    def test_a_copy_is_the_same_database(self, path, store):
        play(store, 1, result(ANN, 30, won=True), result(BOB))
        copy = path.with_name("copy.db")
        store.backup(copy)
        assert content(copy) == content(path)
        assert [each.name for each in path.parent.iterdir() if each.name.startswith("copy")] == ["copy.db"]
        with Store.open(copy) as other:
            assert other.load() == store.load()

    def test_a_copy_needs_nothing_beside_it(self, path, store):
        store.alive(NOW)
        copy = path.with_name("copy.db")
        store.backup(copy)
        with Store.open(copy, reader=True) as other:
            assert other.alive_at() == NOW
            assert not Path(f"{copy}-wal").exists()

    def test_never_over_a_file(self, path, store):
        copy = path.with_name("copy.db")
        copy.write_text("mine")
        with pytest.raises(StoreError, match=r"copy.db cannot be written: there is a file already"):
            store.backup(copy)
        assert copy.read_text() == "mine"
        with pytest.raises(StoreError, match="there is a file already"):
            store.backup(path)
        store.alive(NOW)

    def test_nowhere(self, path, store):
        with pytest.raises(StoreError, match="no such file or directory"):
            store.backup(path.parent / "missing" / "copy.db")

    def test_a_copy_that_fails_is_removed(self, path):
        store = Store.open(path)
        store.close()
        with pytest.raises(StoreError):
            store.backup(path.with_name("copy.db"))
        assert list(path.parent.iterdir()) == [path]

    def test_while_another_process_writes(self, path):
        """Every copy is of one moment: as many moves as the table says."""
        program = textwrap.dedent("""
            import sys
            from unobot.store import Store
            from tests.test_store import HERE, TableSaved, begun, moves
            many = moves(1, 50_000)
            with Store.open(sys.argv[1]) as store:
                store.write([begun(), TableSaved(HERE, {"moves": 0})], 1.0)
                print("open", flush=True)
                for move in many:
                    store.write([move, TableSaved(HERE, {"moves": move.n, "padding": "x" * 2000})], 2.0)
        """)
        seen = []
        with subprocess.Popen([sys.executable, "-c", program, path], stdout=subprocess.PIPE) as writer:
            try:
                assert writer.stdout.readline() == b"open\n"
                with Store.open(path, reader=True) as reader:
                    for number in range(8):
                        copy = path.with_name(f"copy{number}.db")
                        reader.backup(copy)
                        with Store.open(copy, reader=True) as other:
                            (table,) = other.load().tables
                        assert len(table.round.moves) == table.state["moves"]
                        seen.append(table.state["moves"])
                assert writer.poll() is None
                assert seen == sorted(seen) and seen[-1] > seen[0]
            finally:
                writer.kill()
        with Store.open(path) as store:  # and what was being written is whole as well
            (table,) = store.load().tables
            assert len(table.round.moves) == table.state["moves"] >= seen[-1]


def test_the_venues_where_something_was_played(store):
    assert store.venues() == []
    play(store, 1, result(ANN, 30, won=True), result(BOB), venue=THERE)
    play(store, 2, result(ANN, 30, won=True), result(BOB))
    store.write([begun(3, Venue("irc:example:#other", "#other"))], NOW)
    assert store.venues() == [HERE, THERE]
