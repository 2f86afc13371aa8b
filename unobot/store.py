"""The database: the journal of every round, tables, results, boards, settings and posts. All SQL lives here.

`write` keeps a batch of records in one durable transaction, before anybody is told of them: either all of it is kept
or, with a StoreError, nothing, and the store goes on working. One process writes (a lock that dies with it sees to
that); any number may read meanwhile. A file that cannot be used is refused with a sentence and left as it was.

What counts where: ranked rounds for the ranked board of their venue, sandbox rounds for its sandbox board, casual
ones for the history only, abandoned ones for nothing. Computer players are neither rated nor listed. Points on a
board are always points won: where everyone scores their own hand (`own_hand`), which is better the less it is, the
winner is credited with the others' hands there, so that boards mean the same under all rules.

It knows the values of chat.ports and nothing of tables, people's words or networks.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, assert_never, cast

from sqlite_utils import Database

from unobot import Mistake
from unobot.chat.people import Person, Venue
from unobot.chat.ports import (
    Best,
    ChannelRecords,
    MatchEnded,
    Mode,
    Moved,
    PastRound,
    PostSaved,
    Record,
    Result,
    RoundBegun,
    RoundEnded,
    RoundSeat,
    Saved,
    SavedRound,
    SavedTable,
    Seated,
    SettingSaved,
    Sort,
    Standing,
    TableClosed,
    TableSaved,
)
from unobot.migrations import migrations, unfit, up_to_date
from unobot.ratings import LEAVER, LOSER, WINNER, Rating, rate

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

SMALLEST_PAGE = 512
BUSY_SECONDS = 2.0  # how long to wait for somebody else's lock: the bot's loop waits along

_LARGEST = 2**63 - 1  # of SQLite's integers; people may ask for more


class StoreError(Mistake):
    """A sentence for whoever runs the bot."""


_MOVE = "INSERT INTO moves (round, n, seat, action, checksum) VALUES (?, ?, ?, ?, ?)"
_TABLE = """
    INSERT INTO tables (venue, name, state) VALUES (?, ?, ?)
    ON CONFLICT (venue) DO UPDATE SET name = excluded.name, state = excluded.state"""
_ALIVE = "UPDATE bot SET alive_at = ? WHERE id = 1"
_PERSON = """
    INSERT INTO persons (id, name, folded) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded WHERE name != excluded.name"""
_BEGIN_ROUND = """
    INSERT INTO rounds (id, venue, venue_name, mode, preset, rules, seed, match_id, number, words, dealer, standings,
        engine, begun_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_ABANDON_ROUND = "UPDATE rounds SET state = 'abandoned' WHERE venue = ? AND state = 'running'"
_END_ROUND = """
    UPDATE rounds SET state = 'ended', ended_at = ?, forfeit = ? WHERE id = ? AND state = 'running'
    RETURNING venue, mode, rules, (SELECT count(*) FROM moves WHERE round = rounds.id)"""
_SEAT = """
    INSERT INTO seats (round, n, seat, person, name, level, dealt_in)
    VALUES (?1, (SELECT count(*) FROM seats WHERE round = ?1), ?2, ?3, ?4, ?5, ?6)"""
_RESULT = """
    INSERT INTO results (round, n, seat, person, name, computer, points, won, has_left)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
# Whatever a row held before is what the bare names on the right-hand sides mean.
_STANDING = """
    INSERT INTO standings (venue, board, person, points, wins, games, mu, sigma, rating,
        streak, fastest, fastest_round, highest, highest_round, longest, longest_round)
    VALUES (:venue, :board, :person, :points, :won, 1, :mu, :sigma, :rating,
        :won, :fastest, iif(:fastest, :round, NULL), :highest, iif(:highest, :round, NULL),
        iif(:won, 1, NULL), iif(:won, :round, NULL))
    ON CONFLICT (venue, board, person) DO UPDATE SET
        points = points + :points, wins = wins + :won, games = games + 1, mu = :mu, sigma = :sigma, rating = :rating,
        streak = iif(:won, streak + 1, 0),
        fastest = iif(:fastest < ifnull(fastest, :fastest + 1), :fastest, fastest),
        fastest_round = iif(:fastest < ifnull(fastest, :fastest + 1), :round, fastest_round),
        highest = iif(:highest > ifnull(highest, 0), :highest, highest),
        highest_round = iif(:highest > ifnull(highest, 0), :round, highest_round),
        longest = iif(:won AND streak + 1 > ifnull(longest, 0), streak + 1, longest),
        longest_round = iif(:won AND streak + 1 > ifnull(longest, 0), :round, longest_round)"""

_ROUND = """
    SELECT id, venue, venue_name, mode, preset, rules, seed, match_id, number, words, dealer, standings, engine,
        begun_at, state, ended_at, forfeit, secret
    FROM rounds"""
_BOARD = """
    SELECT person, name, points, wins, games, rating FROM standings JOIN persons ON persons.id = person
    WHERE venue = ? AND board = ?"""
# The same order for the same figures, always: a board must not shuffle its equals.
_ORDER: dict[Sort, str] = {
    "points": "points DESC, wins DESC, games, person",
    "wins": "wins DESC, points DESC, games, person",
    "average": "points * 1.0 / games DESC, points DESC, wins DESC, person",
    "rating": "rating DESC, points DESC, wins DESC, person",
}


class Store:
    """Use `Store.open`. Belongs to one thread; fulfils chat.ports.Archive."""

    def __init__(self, path: Path, db: Database, lock: _Lock | None) -> None:
        self._path = path
        self._connection = db.conn
        self._lock = lock
        self._states: dict[str, tuple[dict[str, Any], str]] = {}  # by venue: what was kept last, and as text

    @classmethod
    def open(cls, path: str | Path, reader: bool = False, busy_seconds: float = BUSY_SECONDS) -> Store:
        """The bot's own store, made if it is missing; or a reader's, which needs no lock and changes nothing."""
        path = Path(path)
        with _explained(path, "cannot be used"):
            if path.exists() and not path.is_file():
                raise StoreError(f"{path} cannot be used: it is not a file")
            # SQLite takes a file of one byte for an empty one and would write over it. Do not look at the bytes here:
            # closing a file drops all locks that this process has on it, those of other connections as well.
            if path.exists() and 0 < path.stat().st_size < SMALLEST_PAGE:
                raise StoreError(f"{path} cannot be used: it is not a database")
            if reader:
                return cls(path, _open_for_reading(path, busy_seconds), None)
            lock = _Lock(path)
            try:
                return cls(path, _open_for_writing(path, busy_seconds), lock)
            except BaseException:
                lock.release()
                raise

    def close(self) -> None:
        self._connection.close()
        if self._lock:
            self._lock.release()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Keeping

    def write(self, records: Sequence[Record], now: float) -> None:
        """Keep all of it durably, and that the bot was alive; on StoreError nothing has changed."""
        if self._lock is None:
            raise StoreError(f"{self._path} was opened for reading only")
        connection = self._connection
        execute = connection.execute
        try:
            execute("BEGIN IMMEDIATE")
            for record in records:
                self._keep(record)
            execute(_ALIVE, (now,))
            execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):  # the first error is the one to tell
                if connection.in_transaction:  # some errors, a full disk among them, have rolled back already
                    execute("ROLLBACK")
            if isinstance(error, StoreError) or not isinstance(error, Exception):
                raise
            # Also for what is no error of SQLite's, as text that is not Unicode: the batch is lost all the same.
            raise StoreError(f"{self._path} could not be written to: {_why(error)}") from error

    def alive(self, now: float) -> None:
        """The heartbeat of a bot that has nothing to keep."""
        self.write((), now)

    def _keep(self, record: Record) -> None:
        execute = self._connection.execute
        match record:
            case Moved(number, n, seat, text, check):
                execute(_MOVE, (number, n, seat, text, check))
            case TableSaved(venue, state, clock):
                execute(_TABLE, (venue.id, venue.name, self._state_text(venue.id, state, clock)))
            case RoundBegun():
                self._begin_round(record)
            case Seated(number, sitting):
                self._seat(number, sitting, dealt_in=False)
            case RoundEnded():
                self._end_round(record)
            case MatchEnded(fingerprint, secret):
                # A fingerprint is short enough to come up again one day: an older match keeps its own secret.
                execute("UPDATE rounds SET secret = ? WHERE match_id = ? AND secret IS NULL", (secret, fingerprint))
            case TableClosed(venue):
                self._states.pop(venue.id, None)
                execute("DELETE FROM tables WHERE venue = ?", (venue.id,))
                execute(_ABANDON_ROUND, (venue.id,))
            case SettingSaved(owner, key, None):
                execute("DELETE FROM settings WHERE owner = ? AND key = ?", (owner, key))
            case SettingSaved(owner, key, value):
                execute("INSERT OR REPLACE INTO settings (owner, key, value) VALUES (?, ?, ?)", (owner, key, value))
            case PostSaved(key, ""):
                execute("DELETE FROM posts WHERE key = ?", (key,))
            case PostSaved(key, handle):
                execute("INSERT OR REPLACE INTO posts (key, handle) VALUES (?, ?)", (key, handle))
            case _:
                assert_never(record)

    def _state_text(self, venue: str, state: dict[str, Any], clock: dict[str, Any]) -> str:
        """One JSON object of both. Most of a table stays as it is from move to move: its text is made once."""
        last, text = self._states.get(venue, (None, ""))
        if state != last:
            text = _to_json(state)
            self._states[venue] = state, text
        return f"{text[:-1]},{_to_json(clock)[1:]}" if clock else text

    def _begin_round(self, begun: RoundBegun) -> None:
        # A venue plays one round at a time: one that never ended will not end any more.
        self._connection.execute(_ABANDON_ROUND, (begun.venue.id,))
        where = (begun.round, begun.venue.id, begun.venue.name, begun.mode)
        dealt = (begun.preset, _to_json(begun.rules), begun.seed, begun.match, begun.number, _to_json(begun.words))
        rest = (begun.dealer, _to_json(begun.standings), begun.engine, begun.at)
        self._connection.execute(_BEGIN_ROUND, where + dealt + rest)
        for seat in begun.seats:
            self._seat(begun.round, seat, dealt_in=True)

    def _seat(self, number: int, seat: RoundSeat, dealt_in: bool) -> None:
        self._know(seat.person)
        values = (number, seat.seat, seat.person.id, seat.person.name, seat.level, dealt_in)
        self._connection.execute(_SEAT, values)

    def _know(self, person: Person) -> None:
        self._connection.execute(_PERSON, (person.id, person.name, person.name.casefold()))

    def _end_round(self, ended: RoundEnded) -> None:
        execute = self._connection.execute
        rows = execute(_END_ROUND, (ended.at, ended.forfeit, ended.round)).fetchall()
        if not rows:  # counting it twice would be worse than losing the batch
            raise StoreError(f"round {ended.round} cannot end: it is not running")
        venue, mode, rules, moves = rows[0]
        for n, one in enumerate(ended.results):
            self._know(one.person)
            values = (ended.round, n, one.seat, one.person.id, one.person.name, one.computer, one.points, one.won)
            execute(_RESULT, (*values, one.left))
        if mode != "casual":
            own_hand = json.loads(rules).get("scoring") == "own_hand"
            self._count(ended, venue, mode, own_hand, moves)

    def _count(self, ended: RoundEnded, venue: str, board: str, own_hand: bool, moves: int) -> None:
        """Bring the standings of everybody who took part up to date."""
        # Somebody may have had two parts in one round, having handed a seat over: the better one counts.
        people: dict[str, Result] = {}
        for one in sorted(ended.results, key=_rank, reverse=True):
            if not one.computer:
                people[one.person.id] = one
        before = [self._rating(venue, board, person) for person in people]
        after = rate(before, [_rank(one) for one in people.values()])
        all_points = sum(one.points for one in ended.results)
        for (person, one), rating in zip(people.items(), after, strict=True):
            points = (all_points - one.points if one.won else 0) if own_hand else one.points
            values = {
                "venue": venue,
                "board": board,
                "person": person,
                "round": ended.round,
                "points": points,
                "won": int(one.won),
                "mu": rating.mu,
                "sigma": rating.sigma,
                "rating": rating.shown,
                "fastest": moves if one.won and moves and not ended.forfeit else None,  # nobody is fast by being left
                "highest": points if one.won and points else None,
            }
            self._connection.execute(_STANDING, values)

    def _rating(self, venue: str, board: str, person: str) -> Rating:
        query = "SELECT mu, sigma FROM standings WHERE venue = ? AND board = ? AND person = ?"
        row = self._connection.execute(query, (venue, board, person)).fetchone()
        return Rating(*row) if row else Rating()

    # Giving back

    def load(self) -> Saved:
        """Everything that a bot begins with, as it stood at one moment."""
        with self._reading() as execute:
            tables = tuple(self._table(*row) for row in execute("SELECT venue, name, state FROM tables ORDER BY venue"))
            settings = execute("SELECT owner, key, value FROM settings ORDER BY owner, key")
            (next_round,) = execute("SELECT ifnull(max(id), 0) + 1 FROM rounds").fetchone()
            return Saved(tables, tuple(SettingSaved(*row) for row in settings), next_round, self._alive_at())

    def load_table(self, venue: str) -> SavedTable | None:
        """One table, to be restored after a batch that failed."""
        with self._reading() as execute:
            row = execute("SELECT venue, name, state FROM tables WHERE venue = ?", (venue,)).fetchone()
            return self._table(*row) if row else None

    def posts(self) -> dict[str, str]:
        """What the networks posted and will want to edit: the handle of each key."""
        with self._reading() as execute:
            return dict(execute("SELECT key, handle FROM posts ORDER BY key").fetchall())

    def alive_at(self) -> float | None:
        """When the bot that writes here was last known to run."""
        with self._reading():
            return self._alive_at()

    def _alive_at(self) -> float | None:
        row = self._connection.execute("SELECT alive_at FROM bot").fetchone()
        return cast("float | None", row[0])

    def _table(self, venue: str, name: str, state: str) -> SavedTable:
        row = self._connection.execute(f"{_ROUND} WHERE venue = ? AND state = 'running'", (venue,)).fetchone()
        past = self._past_round(row) if row else None
        return SavedTable(Venue(venue, name), json.loads(state), SavedRound(past.begun, past.moves) if past else None)

    @contextmanager
    def _reading(self) -> Iterator[Any]:
        """All that is read inside is of one moment, whatever another process writes meanwhile."""
        connection = self._connection
        with _explained(self._path, "could not be read"):
            connection.execute("BEGIN")
            try:
                yield connection.execute
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    def in_use(self) -> bool:
        """Does a bot hold this database? (One that was killed may seem to for a while: look at `alive_at` too.)"""
        return Path(f"{os.path.realpath(self._path)}.lock").exists()

    def venues(self) -> Sequence[Venue]:
        """Everywhere that a round was played to its end, by name."""
        query = "SELECT venue, max(venue_name) FROM rounds WHERE state = 'ended' GROUP BY venue ORDER BY 2, 1"
        with self._reading() as execute:
            return [Venue(*row) for row in execute(query)]

    # The past (chat.ports.Archive)

    def top(self, venue: str, sandbox: bool, sort: Sort, limit: int) -> Sequence[Standing]:
        with self._reading() as execute:
            rows = execute(f"{_BOARD} ORDER BY {_ORDER[sort]} LIMIT ?", (venue, _board(sandbox), min(limit, _LARGEST)))
            return [_standing(*row) for row in rows]

    def standing(self, venue: str, sandbox: bool, person: str) -> Standing | None:
        with self._reading() as execute:
            row = execute(f"{_BOARD} AND person = ?", (venue, _board(sandbox), person)).fetchone()
            return _standing(*row) if row else None

    def find_person(self, venue: str, name: str) -> Person | None:
        """Whoever is called that now and played here; of several, the one who did so last."""
        query = """
            SELECT persons.id, persons.name FROM persons
            JOIN results ON results.person = persons.id JOIN rounds ON rounds.id = results.round
            WHERE folded = ? AND venue = ? AND NOT computer ORDER BY rounds.id DESC LIMIT 1"""
        with self._reading() as execute:
            row = execute(query, (name.casefold(), venue)).fetchone()
            return Person(*row) if row else None

    def channel(self, venue: str, sandbox: bool) -> ChannelRecords:
        board = (venue, _board(sandbox))
        with self._reading() as execute:
            query = "SELECT count(*) FROM rounds WHERE venue = ? AND mode = ? AND state = 'ended'"
            (games,) = execute(query, board).fetchone()
            (players,) = execute("SELECT count(*) FROM standings WHERE venue = ? AND board = ?", board).fetchone()
            fastest, highest = self._best(board, "fastest", "ASC"), self._best(board, "highest", "DESC")
            return ChannelRecords(games, players, fastest, highest, self._best(board, "longest", "DESC"))

    def _best(self, board: tuple[str, str], what: str, order: str) -> Best | None:
        """The best of everybody's own records; of equal ones the oldest, which the others only came up to."""
        query = f"""
            SELECT person, name, {what}, {what}_round FROM standings JOIN persons ON persons.id = person
            WHERE venue = ? AND board = ? AND {what} IS NOT NULL ORDER BY {what} {order}, {what}_round LIMIT 1"""
        row = self._connection.execute(query, board).fetchone()
        return Best(Person(row[0], row[1]), row[2], row[3]) if row else None

    def history(self, venue: str, limit: int) -> Sequence[PastRound]:
        """The rounds that ended here with a result, the newest first."""
        with self._reading() as execute:
            query = f"{_ROUND} WHERE venue = ? AND state = 'ended' ORDER BY id DESC LIMIT ?"
            rows = execute(query, (venue, min(limit, _LARGEST)))
            return [self._past_round(row) for row in rows.fetchall()]

    def round(self, number: int) -> PastRound | None:
        """Any round that was ever dealt. One that is running or was abandoned has not `ended`: its cards are secret."""
        with self._reading() as execute:
            row = execute(f"{_ROUND} WHERE id = ?", (min(number, _LARGEST),)).fetchone()
            return self._past_round(row) if row else None

    def _past_round(self, row: Sequence[Any]) -> PastRound:
        number, venue, venue_name, mode, preset, rules, seed, match, place, words, dealer, standings, engine = row[:13]
        begun_at, state, ended_at, forfeit, secret = row[13:]
        execute = self._connection.execute
        sat = [
            (bool(dealt_in), RoundSeat(seat, Person(person, name), level))
            for dealt_in, seat, person, name, level in execute(
                "SELECT dealt_in, seat, person, name, level FROM seats WHERE round = ? ORDER BY n", (number,)
            )
        ]
        begun = RoundBegun(
            number,
            Venue(venue, venue_name),
            cast(Mode, mode),
            preset,
            json.loads(rules),
            seed,
            match,
            place,
            tuple(json.loads(words)),
            dealer,
            tuple(seat for dealt_in, seat in sat if dealt_in),
            {int(seat): points for seat, points in json.loads(standings).items()},  # JSON has only text for keys
            engine,
            begun_at,
        )
        moves = execute("SELECT round, n, seat, action, checksum FROM moves WHERE round = ? ORDER BY n", (number,))
        newest = {seat.seat: seat for _, seat in sat}  # whoever took over a seat stands where it stood
        ended = RoundEnded(number, ended_at, self._results(number), bool(forfeit)) if state == "ended" else None
        return PastRound(begun, tuple(Moved(*move) for move in moves), tuple(newest.values()), ended, secret)

    def _results(self, number: int) -> tuple[Result, ...]:
        query = """
            SELECT seat, person, name, computer, points, won, has_left FROM results WHERE round = ? ORDER BY n"""
        return tuple(
            Result(seat, Person(person, name), bool(computer), points, bool(won), bool(left))
            for seat, person, name, computer, points, won, left in self._connection.execute(query, (number,))
        )

    # Copies

    def backup(self, path: str | Path) -> None:
        """Copy the database, which may be in use, as it stands at one moment, into a new file."""
        path = Path(path)
        with _explained(path, "cannot be written"):
            path.open("xb").close()  # never over an existing file, nor over one that appears just now
            try:
                with closing(sqlite3.connect(path, isolation_level=None)) as copy:
                    self._connection.backup(copy)
                    # One file that can be read from anywhere, also where no write-ahead log can be put beside it.
                    copy.execute("PRAGMA journal_mode = DELETE")
            except BaseException:
                path.unlink()
                raise


def _board(sandbox: bool) -> Mode:
    return "sandbox" if sandbox else "ranked"


def _standing(person: str, name: str, points: int, wins: int, games: int, rating: float) -> Standing:
    return Standing(Person(person, name), points, wins, games, rating)


def _rank(result: Result) -> int:
    return WINNER if result.won else LEAVER if result.left else LOSER


_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


# Opening


def _open_for_reading(path: Path, busy_seconds: float) -> Database:
    if not path.exists():
        raise StoreError(f"{path} cannot be read: there is no such file")
    db = _connect(path, "mode=ro", busy_seconds)
    try:
        _check_fitness(path, db)
        if not up_to_date(db):
            raise StoreError(f"{path} cannot be read yet: a bot of this version must have run on it first")
    except BaseException:
        db.close()
        raise
    return db


def _open_for_writing(path: Path, busy_seconds: float) -> Database:
    if path.exists():
        # Looking at the mode as well: to root nothing is read-only, but whoever made it so meant it.
        if not path.stat().st_mode & 0o222 or not os.access(path, os.W_OK):
            raise StoreError(f"{path} cannot be used: it is read-only")
        _inspect(path, busy_seconds)
    db = _connect(path, "mode=rwc", busy_seconds)
    try:
        (mode,) = db.conn.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise StoreError(f"{path} cannot be used: its file system does not allow a write-ahead log")
        db.conn.execute("PRAGMA synchronous = FULL")
        db.conn.execute("PRAGMA foreign_keys = ON")
        migrations.apply(db)
    except BaseException:
        db.close()
        raise
    return db


def _inspect(path: Path, busy_seconds: float) -> None:
    """Refuse what is not ours or is damaged, before it is opened in a way that could change a byte of it."""
    log, journal = Path(f"{path}-wal"), Path(f"{path}-journal")
    # Nothing is left to be taken in and no other bot writes: then not even a file beside it needs to be made.
    how = "mode=ro" if log.exists() or journal.exists() else "immutable=1"
    try:
        with closing(_connect(path, how, busy_seconds)) as db:
            _check_fitness(path, db)
            (first,) = db.conn.execute("PRAGMA quick_check(1)").fetchone()
            if first != "ok":
                raise StoreError(f"{path} cannot be used: it is damaged ({first.splitlines()[-1]})")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
            raise
        # Somebody died while writing without a write-ahead log. Only taking that back shows what the file holds.
        with closing(_connect(path, "mode=rw", busy_seconds)) as db:
            db.conn.execute("SELECT count(*) FROM sqlite_master").fetchone()
        _inspect(path, busy_seconds)


def _check_fitness(path: Path, db: Database) -> None:
    reason = unfit(db)
    if reason:
        raise StoreError(f"{path} cannot be used: {reason}")


def _connect(path: Path, how: str, busy_seconds: float) -> Database:
    uri = f"{path.absolute().as_uri()}?{how}"
    connection = sqlite3.connect(uri, uri=True, timeout=busy_seconds, isolation_level=None)
    return Database(connection, execute_plugins=False)


@contextmanager
def _explained(path: Path, what: str) -> Iterator[None]:
    """Whatever goes wrong inside becomes one sentence about the file."""
    try:
        yield
    except (sqlite3.Error, OSError, ValueError) as error:
        raise StoreError(f"{path} {what}: {_why(error)}") from error


_SENTENCES = {
    sqlite3.SQLITE_NOTADB: "it is not a database",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_BUSY: "another program has locked it",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk has a fault",
}


def _why(error: Exception) -> str:
    if isinstance(error, FileExistsError):
        return "there is a file already"
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without the finer distinctions
    return _SENTENCES.get(code, str(error))


class _Lock:
    """Held by the one bot on a database, as a file beside it. The system lets go of it however the bot dies."""

    def __init__(self, database: Path) -> None:
        self._path = Path(f"{os.path.realpath(database)}.lock")
        self._file = self._take(database)
        if hasattr(os, "register_at_fork"):
            # A worker process must not go on holding it when the bot has been killed.
            os.register_at_fork(after_in_child=self._file.close)

    def _take(self, database: Path) -> IO[str]:
        while True:
            file = self._path.open("a+", encoding="ascii")
            try:
                _lock_file(file)
                # Whoever held it before removed it at the end: if that was just now, this is no longer the file.
                if self._path.exists() and os.path.samestat(os.fstat(file.fileno()), self._path.stat()):
                    file.truncate(0)
                    file.write(str(os.getpid()))
                    file.flush()
                    return file
                file.close()
            except BlockingIOError:
                with file:
                    file.seek(0)
                    holder = file.read(20)
                process = f" (process {holder})" if holder.isdigit() else ""
                raise StoreError(f"{database} cannot be used: another bot is running on it{process}") from None
            except BaseException:
                file.close()
                raise

    def release(self) -> None:
        if self._file.closed:
            return
        if sys.platform == "win32":
            self._file.close()  # where an open file cannot be removed, it stays
        else:
            self._path.unlink(missing_ok=True)
            self._file.close()


def _lock_file(file: IO[str]) -> None:
    """BlockingIOError if somebody else has it."""
    if sys.platform == "win32":
        try:
            file.seek(1 << 20)  # beyond what is written there, which others may read
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
