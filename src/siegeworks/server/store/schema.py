"""The tables of the database, and how an older database gets them."""

from __future__ import annotations

import contextlib
import re
import sqlite3

from siegeworks.server.store import CannotSave

RECORDS = """
    UPDATE shelves SET kind = 'record' WHERE EXISTS (
        SELECT 1 FROM events WHERE table_id = shelves.table_id AND seq = 0
        AND CASE WHEN json_valid(CAST(data AS TEXT)) THEN json_extract(CAST(data AS TEXT), '$.archive') = 1 END);
    """
"""Tells records from tables where both were stored before there was a column for it."""

MIGRATIONS = (
    """
    CREATE TABLE events (
        table_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, tick INTEGER NOT NULL,
        kind TEXT NOT NULL, data BLOB NOT NULL, sum BLOB NOT NULL,
        PRIMARY KEY (table_id, seq)) WITHOUT ROWID;
    CREATE TABLE sittings (
        table_id TEXT NOT NULL, seat INTEGER NOT NULL, person TEXT NOT NULL, name TEXT,
        PRIMARY KEY (table_id, seat, person)) WITHOUT ROWID;
    CREATE INDEX sittings_by_person ON sittings (person);
    CREATE TABLE shelves (
        table_id TEXT PRIMARY KEY, game TEXT NOT NULL, host TEXT, public INTEGER NOT NULL,
        open_seats INTEGER NOT NULL, over INTEGER NOT NULL, due INTEGER) WITHOUT ROWID;
    CREATE INDEX shelves_open ON shelves (table_id) WHERE public = 1 AND open_seats > 0 AND over = 0;
    CREATE INDEX shelves_due ON shelves (due) WHERE due IS NOT NULL;
    CREATE INDEX shelves_host ON shelves (host);
    CREATE TABLE people (person TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    """,
    f"""
    ALTER TABLE shelves ADD COLUMN kind TEXT NOT NULL DEFAULT 'table';
    ALTER TABLE shelves ADD COLUMN origin TEXT;
    ALTER TABLE shelves ADD COLUMN made INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE shelves ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE shelves ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE sittings ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
    UPDATE shelves SET
        made = COALESCE((SELECT at FROM events WHERE table_id = shelves.table_id AND seq = 0), 0),
        changed = COALESCE((SELECT at FROM events WHERE table_id = shelves.table_id ORDER BY seq DESC LIMIT 1), 0);
    {RECORDS}
    DROP INDEX shelves_open;
    CREATE INDEX shelves_public ON shelves (made) WHERE public = 1 AND over = 0;
    CREATE INDEX shelves_origin ON shelves (origin) WHERE origin IS NOT NULL;
    CREATE INDEX shelves_lessons ON shelves (table_id) WHERE kind = 'lesson';
    CREATE TABLE counts (
        who TEXT NOT NULL, what TEXT NOT NULL, day INTEGER NOT NULL, n INTEGER NOT NULL,
        PRIMARY KEY (who, what, day)) WITHOUT ROWID;
    CREATE TABLE forgotten (person TEXT PRIMARY KEY) WITHOUT ROWID;
    """,
    """
    ALTER TABLE shelves ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE processes (
        process TEXT PRIMARY KEY, kind TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE presence (
        table_id TEXT NOT NULL, process TEXT NOT NULL, here INTEGER NOT NULL, heard INTEGER NOT NULL,
        PRIMARY KEY (table_id, process)) WITHOUT ROWID;
    CREATE TABLE jobs (
        table_id TEXT NOT NULL, what TEXT NOT NULL, seat INTEGER NOT NULL, seq INTEGER NOT NULL,
        place TEXT NOT NULL, asked INTEGER NOT NULL, process TEXT, so_far BLOB,
        PRIMARY KEY (table_id, what, seat, seq)) WITHOUT ROWID;
    """,
    "ALTER TABLE jobs ADD COLUMN person TEXT NOT NULL DEFAULT ''",
    """
    ALTER TABLE jobs ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE turns (
        what TEXT NOT NULL, place TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (what, place)) WITHOUT ROWID;
    """,
    """
    CREATE TABLE solvers (
        person TEXT NOT NULL, game TEXT NOT NULL, mu DOUBLE PRECISION NOT NULL, sigma DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (person, game)) WITHOUT ROWID;
    CREATE TABLE answers (
        person TEXT NOT NULL, puzzle TEXT NOT NULL, solved INTEGER NOT NULL, card TEXT, due INTEGER,
        PRIMARY KEY (person, puzzle)) WITHOUT ROWID;
    CREATE TABLE puzzles (
        puzzle TEXT PRIMARY KEY, mu DOUBLE PRECISION NOT NULL, sigma DOUBLE PRECISION NOT NULL) WITHOUT ROWID;
    CREATE TABLE runs (
        person TEXT NOT NULL, game TEXT NOT NULL, began INTEGER NOT NULL, solved INTEGER NOT NULL,
        missed INTEGER NOT NULL, best INTEGER NOT NULL, PRIMARY KEY (person, game)) WITHOUT ROWID;
    """,
    """
    CREATE TABLE devices (
        device TEXT PRIMARY KEY, person TEXT NOT NULL, name TEXT NOT NULL, added INTEGER NOT NULL,
        until INTEGER) WITHOUT ROWID;
    CREATE INDEX devices_by_person ON devices (person);
    """,
    "ALTER TABLE jobs ADD COLUMN due INTEGER DEFAULT 0",
    "ALTER TABLE jobs ADD COLUMN taken INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX jobs_by_place ON jobs (what, place)",
    "ALTER TABLE jobs ADD COLUMN tries INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE shelves ADD COLUMN noted INTEGER NOT NULL DEFAULT 0",
    """
    CREATE TABLE channels (
        channel TEXT PRIMARY KEY, person TEXT NOT NULL, device TEXT NOT NULL, kind TEXT NOT NULL,
        address TEXT NOT NULL, made INTEGER NOT NULL, until INTEGER, problem TEXT,
        rests INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
    CREATE INDEX channels_by_person ON channels (person);
    CREATE TABLE notices (
        channel TEXT NOT NULL, table_id TEXT NOT NULL, seat INTEGER NOT NULL, turn INTEGER NOT NULL, due INTEGER,
        held INTEGER NOT NULL DEFAULT 0, tries INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (channel, table_id, seat)) WITHOUT ROWID;
    CREATE INDEX notices_due ON notices (due) WHERE due IS NOT NULL;
    CREATE INDEX notices_by_table ON notices (table_id);
    CREATE TABLE quiet_hours (
        person TEXT PRIMARY KEY, zone TEXT NOT NULL, begins INTEGER NOT NULL, ends INTEGER NOT NULL) WITHOUT ROWID;
    """,
)
"""Each is run once, in order; the database remembers how many it has had."""

TABLES = re.findall(r"CREATE TABLE (\w+)", "".join(MIGRATIONS))
"""Their names."""

PASSING = ("processes", "presence", "jobs", "turns")
"""What is true only as long as servers run: nothing is lost with it."""

IN_POSTGRES = {RECORDS: "", " WITHOUT ROWID": "", "INTEGER": "BIGINT", "BLOB": "BYTEA"}
"""What is written otherwise there. It had no database before records had their column."""


MOVE = "siegeworks_move"
"""The table that says from where a database is being moved, as long as not all of it is here (`moving.py`)."""


def lacking(done: int) -> list[str]:
    """The statements that a database needs which has had some migrations; raises CannotSave if it had later ones."""
    if done > len(MIGRATIONS):
        raise CannotSave("database-too-new", version=done)
    return [each for each in ";".join(MIGRATIONS[done:]).split(";") if each.strip()]


def lacking_in_postgres(done: int) -> list[str]:
    """The same for PostgreSQL."""
    script = ";".join(lacking(done))
    for ours, theirs in IN_POSTGRES.items():
        script = script.replace(ours, theirs)
    return [each for each in script.split(";") if each.strip()]


def migrate(db: sqlite3.Connection, *, is_moving: bool = False) -> None:
    """Give a SQLite database whatever it lacks, or nothing. Of two processes that want to, one finds it done.

    One that is not all here is for nobody but who moves it.
    """
    if not is_moving and is_half_moved(db):
        raise CannotSave("half-moved")
    if not lacking(version(db)):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        for statement in lacking(version(db)):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        db.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


def version(db: sqlite3.Connection) -> int:
    """How many migrations a database has had."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def is_half_moved(db: sqlite3.Connection) -> bool:
    """Whether a move into it has not ended."""
    return db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (MOVE,)).fetchone() is not None
