"""The store on SQLite: one writer thread that commits all waiting entries at once, and one reader thread.

A move is safe when its commit is (WAL, synchronous=FULL). Each event carries a sum, so that a byte that turned over on
disk is found when the table is read, and only that table suffers.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

import orjson

from siegeworks.core.phrases import phrase
from siegeworks.errors import SiegeworksError
from siegeworks.server.people import fingerprint
from siegeworks.server.store import (
    CannotSave,
    Claim,
    Damaged,
    Entry,
    Event,
    Held,
    Mine,
    Old,
    Shelf,
    Sitting,
    Standing,
    Stored,
    Taken,
    Usage,
    counting,
    listing,
)
from siegeworks.server.store.schema import migrate

T = TypeVar("T")
LOG = logging.getLogger("siegeworks.server")
Work = Callable[[sqlite3.Connection], Any]

COLUMNS = 7
NEW_SHELF = """INSERT INTO shelves (table_id, game, host, public, open_seats, over, due, kind, origin, made, changed)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
CHANGED_SHELF = """UPDATE shelves SET open_seats = ?, over = ?, due = ?,
    origin = CASE WHEN ? AND kind <> 'record' THEN NULL ELSE origin END WHERE table_id = ?"""
"""From where it was made matters no more once it is over."""
MOST_ROWS = 64
"""Events that one statement stores."""
ROOM_NEEDED = 32_768
"""Bytes that must fit on the disk for a server that is ready."""
SUM_BYTES = 8
MOST_LOGGED, PAGE_BYTES = 8192, 4096
"""Pages that may wait in the write-ahead log: carrying them over makes moves wait, so it is seldom done."""
CROWD, REST_S = 2, 0.002
"""After a commit that so many shared there is a short rest, and what comes meanwhile shares the next one."""
BUSY_SECONDS, SWITCH_S = 5, 0.01
FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)


def sum_of(table: str, seq: int, at: int, tick: int, kind: str, data: bytes) -> bytes:
    """A short sum over all of an event."""
    head = f"{table} {seq} {at} {tick} {kind} ".encode()
    return hashlib.blake2b(head + data, digest_size=SUM_BYTES).digest()


def _row(event: Event) -> tuple[Any, ...]:
    data = orjson.dumps(event.data)
    told = (event.table, event.seq, event.at, event.tick, event.kind, data)
    return (*told, sum_of(*told))


class Job(NamedTuple):
    """Rows of events, whatever else is to be done together with them, and who waits for it."""

    rows: list[tuple[Any, ...]]
    work: Work | None
    done: asyncio.Future[Any]


class SqliteStore:
    """One file. `most_pages` bounds its size, for tests of a full disk."""

    def __init__(self, path: Path | str, most_pages: int | None = None) -> None:
        self._path = str(path)
        self._most_pages = most_pages
        self._jobs: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._waiting: list[Job] = []
        self._is_busy = False  # something waits, or is being written
        self._rested_at = 0.0
        self._reader = ThreadPoolExecutor(1, "siegeworks-reader")
        self._reading = threading.local()
        self._closed = False
        writing = self._connect()
        try:
            migrate(writing)
        except Exception:
            writing.close()  # or others would find the database locked
            raise
        writing.execute(f"PRAGMA wal_autocheckpoint = {MOST_LOGGED}")
        _reserve(f"{path}-wal", MOST_LOGGED * PAGE_BYTES)
        self._writer = threading.Thread(target=self._write, args=(writing,), name="siegeworks-writer", daemon=True)
        self._writer.start()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        use_log(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA trusted_schema = OFF")
        if self._most_pages is not None:
            connection.execute(f"PRAGMA max_page_count = {self._most_pages}")
        return connection

    # Writing

    def _queue(self, work: Work | None, rows: Iterable[tuple[Any, ...]] = ()) -> asyncio.Future[Any]:
        if self._closed:
            raise CannotSave("closing-nothing-saved")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        self._waiting.append(Job(list(rows), work, done))
        if not self._is_busy:
            self._is_busy = True
            loop.call_at(self._rested_at, self._hand_over)
        return done

    def _hand_over(self) -> None:
        """All that waits goes to the writer at once; what comes while it writes and rests goes next."""
        batch, self._waiting = self._waiting, []
        if batch:
            self._jobs.put(batch)

    def _write(self, connection: sqlite3.Connection) -> None:
        """The writer thread: whatever is handed over is committed at once."""
        while (batch := self._jobs.get()) is not None:
            found = _commit(connection, batch)
            with contextlib.suppress(RuntimeError):
                batch[0].done.get_loop().call_soon_threadsafe(self._settle, batch, found)
        connection.close()

    def _settle(self, batch: list[Job], found: list[Any]) -> None:
        """Tell all who wait, and give the writer what came meanwhile once it has rested."""
        loop = batch[0].done.get_loop()
        self._rested_at = loop.time() + (REST_S if len(batch) >= CROWD else 0.0)
        self._is_busy = bool(self._waiting)
        if self._is_busy:
            loop.call_at(self._rested_at, self._hand_over)
        for job, what in zip(batch, found, strict=True):
            if job.done.done():
                continue
            if isinstance(what, Exception):
                job.done.set_exception(what)
            else:
                job.done.set_result(what)

    async def append(self, entry: Entry) -> None:
        shelved = entry.sittings or entry.shelves or entry.claims
        await self._queue((lambda db: _shelve(db, entry)) if shelved else None, map(_row, entry.events))

    async def set_name(self, person: str, name: str, claim: Claim | None = None) -> None:
        await self._queue(lambda db: _set_name(db, person, name, claim))

    async def keep_tick(self, tick: int) -> None:
        await self._queue(lambda db: db.execute("INSERT OR REPLACE INTO facts VALUES ('tick', ?)", (tick,)) and None)

    async def put_off(self, table: str, tick: int) -> None:
        """Its clock is not asked for before a tick; whoever reads the table puts that right."""
        await self._queue(
            lambda db: db.execute("UPDATE shelves SET due = ? WHERE table_id = ?", (tick, table)) and None
        )

    async def ready(self) -> None:
        """Raises unless there is room for a new table: on a disk that is nearly full a single page may still fit."""
        written = f"INSERT OR REPLACE INTO facts VALUES ('ready', zeroblob({ROOM_NEEDED}))"
        await self._queue(lambda db: db.execute(written) and None)

    async def forget(self, person: str) -> tuple[list[str], list[str]]:
        """The person's name, seats and the tables that are nobody else's; returns those, and the shared ones."""
        found: tuple[list[str], list[str]] = await self._queue(lambda db: _forget(db, person))
        return found

    async def note(self, standings: dict[str, Standing]) -> None:
        """How tables stand; should this be lost, only the order of lists suffers."""
        rows = [(*standing, table) for table, standing in standings.items()]
        noted = "UPDATE shelves SET waiting = ?, changed = ? WHERE table_id = ?"
        await self._queue(lambda db: db.executemany(noted, rows) and None)

    async def throw_away(self, table: str, person: str) -> bool:
        """Take a table from somebody's list; whether it was deleted, since it is in nobody's any more."""
        found: bool = await self._queue(
            lambda db: listing.throw_away(db, table, person) and bool(listing.delete(db, [table]))
        )
        return found

    async def expire(self, old: Old) -> list[str]:
        """Delete what is old; returns the tables that are gone."""
        found: list[str] = await self._queue(lambda db: _expire(db, old))
        return found

    # Reading

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._with_connection, work)

    def _with_connection(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if not hasattr(self._reading, "db"):
            self._reading.db = self._connect()
        try:
            return work(self._reading.db)
        except sqlite3.DatabaseError as problem:
            raise Damaged("database-unreadable") from problem

    async def load(self, table: str) -> Stored | None:
        return await self._read(lambda db: _load(db, table))

    async def lobby(self, after: Held, most: int) -> list[Held]:
        """Public tables that are not over, after a place in the list."""
        return await self._read(lambda db: listing.lobby(db, after, most))

    async def tables_of(self, person: str) -> list[Mine]:
        """The tables a person sits at or has made, in no order."""
        return await self._read(lambda db: listing.mine(db, person))

    async def usage(self, claim: Claim) -> Usage:
        """How much whoever makes a claim has already."""
        return await self._read(lambda db: counting.usage(db, claim))

    async def size(self) -> int:
        """The bytes of the database that are in use."""
        return await self._read(counting.size)

    async def due(self, tick: int) -> list[str]:
        """Tables whose clocks have run out, the longest ago first; not all of them if there are very many."""
        asked = "SELECT table_id FROM shelves WHERE due IS NOT NULL AND due <= ? ORDER BY due LIMIT 1000"
        return await self._read(lambda db: [row[0] for row in db.execute(asked, (tick,))])

    async def touched(self, since: int) -> list[str]:
        """Tables that count as unfinished and have an event since a tick."""
        last = "(SELECT tick FROM events WHERE events.table_id = shelves.table_id ORDER BY seq DESC LIMIT 1)"
        asked = f"SELECT table_id FROM shelves WHERE over = 0 AND {last} >= ?"
        return await self._read(lambda db: [row[0] for row in db.execute(asked, (since,))])

    async def shared_tables(self, person: str) -> list[str]:
        """The tables at which others sit too."""
        others = "SELECT 1 FROM sittings AS o WHERE o.table_id = s.table_id AND o.person <> s.person"
        asked = f"SELECT DISTINCT table_id FROM sittings AS s WHERE person = ? AND EXISTS ({others})"
        return await self._read(lambda db: [row[0] for row in db.execute(asked, (person,))])

    async def forgotten(self) -> set[str]:
        """The fingerprints of those whose cookies are worth nothing."""
        return await self._read(lambda db: {row[0] for row in db.execute("SELECT person FROM forgotten")})

    async def name_of(self, person: str) -> str | None:
        asked = "SELECT name FROM people WHERE person = ?"
        row = await self._read(lambda db: db.execute(asked, (person,)).fetchone())
        return None if row is None else str(row[0])

    async def tick(self) -> int:
        """The latest moment known to have passed, in ms servers have run."""
        return await self._read(_latest_tick)

    async def close(self) -> None:
        """Everything queued is written first."""
        self._closed = True
        self._hand_over()
        self._jobs.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._writer.join)
        await self._read(lambda db: db.close())
        self._reader.shutdown()


def use_log(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log. SQLite does not wait for another process that does the same: try until it has."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(SWITCH_S)


def _reserve(path: str, size: int) -> None:
    """Room on disk for the write-ahead log: a sync takes half as long where the file need not grow."""
    if hasattr(os, "posix_fallocate"):
        with contextlib.suppress(OSError), open(path, "r+b") as file:
            os.posix_fallocate(file.fileno(), 0, size)


# In the writer thread


def _commit(db: sqlite3.Connection, batch: list[Job]) -> list[Any]:
    """What became of each job. If the batch fails, each job is tried alone, so that one bad one spoils no other."""
    try:
        return _written(db, batch)
    except Exception as problem:
        with contextlib.suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        if len(batch) > 1:
            return [found for job in batch for found in _commit(db, [job])]
        return [_refusal(problem)]


def _written(db: sqlite3.Connection, batch: list[Job]) -> list[Any]:
    """Moves alone are one statement, which is a transaction of its own: the server is kept from its work but once."""
    rows = [row for job in batch for row in job.rows]
    if len(rows) <= MOST_ROWS and all(job.work is None for job in batch):
        _insert(db, rows)
        return [None] * len(batch)
    db.execute("BEGIN IMMEDIATE")
    for at in range(0, len(rows), MOST_ROWS):
        _insert(db, rows[at : at + MOST_ROWS])
    done = [job.work and job.work(db) for job in batch]
    db.execute("COMMIT")
    return done


def _insert(db: sqlite3.Connection, rows: list[tuple[Any, ...]]) -> None:
    db.execute(_insertion(len(rows)), list(chain.from_iterable(rows)))


@cache
def _insertion(rows: int) -> str:
    row = f"({', '.join('?' * COLUMNS)})"
    return f"INSERT INTO events VALUES {', '.join([row] * rows)}"


def _refusal(problem: Exception) -> SiegeworksError:
    if isinstance(problem, sqlite3.IntegrityError):
        return Taken("somebody-was-faster")
    if not isinstance(problem, (sqlite3.Error, OverflowError)):
        LOG.error("the store failed", exc_info=problem)
    full = isinstance(problem, sqlite3.Error) and getattr(problem, "sqlite_errorcode", 0) & 0xFF in FULL
    why = phrase("disk-full" if full else "database-not-well")
    return CannotSave("cannot-save", why=why)


def _shelve(db: sqlite3.Connection, entry: Entry) -> None:
    for sitting in entry.sittings:
        db.execute(
            """INSERT INTO sittings (table_id, seat, person, name) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET hidden = 0, name = COALESCE(excluded.name, name)""",
            (sitting.table, sitting.seat, sitting.person, sitting.name),
        )
    made = {event.table: event.at for event in entry.events if event.seq == 0}
    for s in entry.shelves:
        if s.table in made:
            at = made[s.table]
            row = (s.table, s.game, s.host, s.public, s.open_seats, s.over, s.due, s.kind, s.origin)
            db.execute(NEW_SHELF, (*row, at, at))
        else:  # never the host, nor a table that is gone: both may have been forgotten meanwhile
            db.execute(CHANGED_SHELF, (s.open_seats, s.over, s.due, s.over, s.table))
    for claim in entry.claims:
        counting.count(db, claim)


def _set_name(db: sqlite3.Connection, person: str, name: str, claim: Claim | None) -> None:
    db.execute("INSERT OR REPLACE INTO people VALUES (?, ?)", (person, name))
    if claim is not None:
        counting.count(db, claim)


def _forget(db: sqlite3.Connection, person: str) -> tuple[list[str], list[str]]:
    mine = [row[0] for row in db.execute("SELECT table_id FROM sittings WHERE person = ?", (person,))]
    mine += [row[0] for row in db.execute("SELECT table_id FROM shelves WHERE host = ?", (person,))]
    shared = "SELECT 1 FROM sittings WHERE table_id = ? AND person <> ?"
    alone = [table for table in sorted(set(mine)) if db.execute(shared, (table, person)).fetchone() is None]
    named = db.execute("DELETE FROM people WHERE person = ?", (person,)).rowcount
    db.execute("DELETE FROM sittings WHERE person = ?", (person,))
    db.execute("DELETE FROM counts WHERE who = ?", (person,))
    db.execute("UPDATE shelves SET host = NULL WHERE host = ?", (person,))
    if mine or named:  # else nothing is behind the cookie, and rows for such would fill the disk
        db.execute("INSERT OR IGNORE INTO forgotten VALUES (?)", (fingerprint(person),))
    return listing.delete(db, alone), sorted(set(mine).difference(alone))


def _expire(db: sqlite3.Connection, old: Old) -> list[str]:
    db.execute("DELETE FROM counts WHERE day < ?", (old.day,))
    last = "COALESCE((SELECT tick FROM events WHERE events.table_id = shelves.table_id ORDER BY seq DESC LIMIT 1), 0)"
    asked = f"SELECT table_id FROM shelves WHERE {last} < CASE over WHEN 1 THEN ? ELSE ? END LIMIT 500"
    found = [row[0] for row in db.execute(asked, (old.finished, old.unfinished))]
    asked = f"SELECT table_id FROM shelves WHERE kind = 'lesson' AND {last} < ? LIMIT 500"
    found += [row[0] for row in db.execute(asked, (old.lessons,))]
    return listing.delete(db, found)


# In the reader thread


def _latest_tick(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT COALESCE(MAX(value), 0) FROM facts WHERE name = 'tick'").fetchone()[0])


def _load(db: sqlite3.Connection, table: str) -> Stored | None:
    rows = db.execute(
        "SELECT seq, at, tick, kind, data, sum FROM events WHERE table_id = ? ORDER BY seq", (table,)
    ).fetchall()
    if not rows:
        return None
    events = [_checked(table, number, row) for number, row in enumerate(rows)]
    seated = db.execute("SELECT seat, person, name FROM sittings WHERE table_id = ?", (table,)).fetchall()
    asked = "SELECT person, name FROM people WHERE person IN (SELECT person FROM sittings WHERE table_id = ?)"
    names = {str(person): str(name) for person, name in db.execute(asked, (table,))}
    asked = "SELECT game, host, public, open_seats, over, due, kind, origin FROM shelves WHERE table_id = ?"
    found = db.execute(asked, (table,)).fetchone()
    shelf = None if found is None else _shelf(table, *found)
    return Stored(events, [Sitting(table, *row) for row in seated], names, found and found[1], shelf)


def _shelf(table: str, *row: Any) -> Shelf:
    game, host, public, open_seats, over, due, kind, origin = row
    return Shelf(table, game, host, bool(public), open_seats, bool(over), due, kind, origin)


def _checked(table: str, number: int, row: tuple[Any, ...]) -> Event:
    *told, found = row
    try:
        if told[0] == number and sum_of(table, *told) == found:
            seq, at, tick, kind, data = told
            return Event(table, seq, at, tick, kind, orjson.loads(data))
    except (TypeError, ValueError):
        pass
    raise Damaged("event-damaged", number=number)
