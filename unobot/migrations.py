"""The database's schema, as steps that are applied once each and in this order (sqlite_utils.Migrations).

A step that people have is never edited: what comes later is a further step. Each runs in a transaction of its own
together with the note that it was applied, so a program killed in between goes on where it was. `unfit` tells,
without writing anything, whether a database is one that these steps belong to.
"""

from __future__ import annotations

from sqlite_utils import Database, Migrations

migrations = Migrations("unobot")


@migrations()
def m001_journal_and_boards(db: Database) -> None:
    for statement in _FIRST.split(";\n"):
        db.execute(statement)


# Persons keep their newest name, for the boards; seats and results the name of their day, for the history.
# Moves and results hang on their round; a venue has at most one round that is running.
# The rows of `tables` are long and overwritten at every move: with a rowid, each of them stays on one page.
# Standings are what the boards show, brought up to date in the transaction that ends a round, so that a board is one
# short read however long the history is; fastest, highest and longest (streak) are somebody's own records.
_FIRST = """
CREATE TABLE persons (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX persons_by_name ON persons (folded);
CREATE TABLE rounds (
    id INTEGER PRIMARY KEY,
    venue TEXT NOT NULL,
    venue_name TEXT NOT NULL,
    mode TEXT NOT NULL CHECK (mode IN ('ranked', 'casual', 'sandbox')),
    preset TEXT NOT NULL,
    rules TEXT NOT NULL,
    seed TEXT NOT NULL,
    match_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    words TEXT NOT NULL,
    dealer INTEGER NOT NULL,
    standings TEXT NOT NULL,
    engine TEXT NOT NULL,
    begun_at REAL NOT NULL,
    state TEXT NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'ended', 'abandoned')),
    ended_at REAL,
    forfeit INTEGER,
    secret TEXT
) STRICT;
CREATE UNIQUE INDEX rounds_running ON rounds (venue) WHERE state = 'running';
CREATE INDEX rounds_ended ON rounds (venue) WHERE state = 'ended';
CREATE INDEX rounds_counted ON rounds (venue, mode) WHERE state = 'ended';
CREATE INDEX rounds_by_match ON rounds (match_id);
CREATE TABLE seats (
    round INTEGER NOT NULL REFERENCES rounds (id),
    n INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    person TEXT NOT NULL REFERENCES persons (id),
    name TEXT NOT NULL,
    level TEXT,
    dealt_in INTEGER NOT NULL,
    PRIMARY KEY (round, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE moves (
    round INTEGER NOT NULL REFERENCES rounds (id),
    n INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    action TEXT NOT NULL,
    checksum TEXT NOT NULL,
    PRIMARY KEY (round, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE results (
    round INTEGER NOT NULL REFERENCES rounds (id),
    n INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    person TEXT NOT NULL REFERENCES persons (id),
    name TEXT NOT NULL,
    computer INTEGER NOT NULL,
    points INTEGER NOT NULL,
    won INTEGER NOT NULL,
    has_left INTEGER NOT NULL,
    PRIMARY KEY (round, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_by_person ON results (person, round);
CREATE TABLE standings (
    venue TEXT NOT NULL,
    board TEXT NOT NULL CHECK (board IN ('ranked', 'sandbox')),
    person TEXT NOT NULL REFERENCES persons (id),
    points INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    games INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    rating REAL NOT NULL,
    streak INTEGER NOT NULL,
    fastest INTEGER,
    fastest_round INTEGER REFERENCES rounds (id),
    highest INTEGER,
    highest_round INTEGER REFERENCES rounds (id),
    longest INTEGER,
    longest_round INTEGER REFERENCES rounds (id),
    PRIMARY KEY (venue, board, person)
) STRICT, WITHOUT ROWID;
CREATE TABLE tables (
    venue TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    state TEXT NOT NULL
) STRICT;
CREATE TABLE settings (
    owner TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (owner, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE posts (
    key TEXT PRIMARY KEY,
    handle TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE bot (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    alive_at REAL
) STRICT;
INSERT INTO bot (id) VALUES (1)
"""


def unfit(db: Database) -> str | None:
    """Why these steps cannot be applied to a database; None if they can, or all have been. Only reads."""
    applied = {step.name for step in migrations.applied(db)}
    newer = applied - _all_steps()
    if newer:
        return f"it was made by a newer version of unobot (step {min(newer)})"
    if not applied and set(db.table_names()) - {Migrations.migrations_table}:
        return "it is the database of another program"
    return None


def up_to_date(db: Database) -> bool:
    return not migrations.pending(db)


def _all_steps() -> set[str]:
    with Database(memory=True, execute_plugins=False) as empty:
        return {step.name for step in migrations.pending(empty)}
