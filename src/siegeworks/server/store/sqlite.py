"""The store on SQLite: one writer thread that commits all waiting entries at once, and one reader thread.

A move is safe when its commit is (WAL, synchronous=FULL). Each event carries a sum, so that a byte that turned over on
disk is found when the table is read, and only that table suffers.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from siegeworks.core.phrases import phrase
from siegeworks.errors import SiegeworksError
from siegeworks.server.store import CannotSave, Damaged, Taken
from siegeworks.server.store.database import Row, T, Work, at_once
from siegeworks.server.store.schema import migrate
from siegeworks.server.store.sql import Job, SqlStore

LOG = logging.getLogger("siegeworks.server")

COLUMNS = 7
MOST_ROWS = 64
"""Events that one statement stores."""
ROOM_NEEDED = 32_768
"""Bytes that must fit on the disk for a server that is ready."""
MOST_LOGGED, PAGE_BYTES = 8192, 4096
"""Pages that may wait in the write-ahead log: carrying them over makes moves wait, so it is seldom done."""
BUSY_SECONDS, SWITCH_S = 5, 0.01
FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)


class Connected:
    """A connection as statements see it: it answers at once, in the thread that asks."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def all(self, sql: str, *args: Any) -> list[Row]:
        return self._connection.execute(sql, args).fetchall()

    async def many(self, sql: str, rows: list[Row]) -> None:
        self._connection.executemany(sql, rows)

    async def tell(self, channel: str, lines: list[str]) -> None:
        """There is no other process."""


class SqliteStore(SqlStore):
    """One file. `most_pages` bounds its size, for tests of a full disk."""

    def __init__(self, path: Path | str, most_pages: int | None = None) -> None:
        super().__init__()
        self._path = str(path)
        self._most_pages = most_pages
        self._jobs: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._reader = ThreadPoolExecutor(1, "siegeworks-reader")
        self._reading = threading.local()
        writing = self._connect()
        try:
            migrate(writing)
        except Exception:
            writing.close()  # or others would find the database locked
            raise
        writing.execute(f"PRAGMA wal_autocheckpoint = {MOST_LOGGED}")
        _reserve(f"{path}-wal", MOST_LOGGED * PAGE_BYTES)
        self._writer = threading.Thread(target=self._commit_all, args=(writing,), name="siegeworks-writer", daemon=True)
        self._writer.start()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        use_log(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA trusted_schema = OFF")
        if self._most_pages is not None:
            connection.execute(f"PRAGMA max_page_count = {self._most_pages}")
        return connection

    async def open(self) -> None:
        """It is open since it was made."""

    def _write(self, batch: list[Job]) -> None:
        self._jobs.put(batch)

    def _commit_all(self, connection: sqlite3.Connection) -> None:
        """The writer thread: whatever is handed over is committed at once."""
        while (batch := self._jobs.get()) is not None:
            found = _commit(connection, batch)
            with contextlib.suppress(RuntimeError):
                batch[0].done.get_loop().call_soon_threadsafe(self._settle, batch, found)
        connection.close()

    async def _read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._with_connection, work)

    def _with_connection(self, work: Work[T]) -> T:
        if not hasattr(self._reading, "db"):
            self._reading.db = self._connect()
        try:
            return at_once(work(Connected(self._reading.db)))
        except sqlite3.DatabaseError as problem:
            raise Damaged("database-unreadable") from problem

    async def ready(self) -> None:
        """Raises unless there is room for a new table: on a disk that is nearly full a single page may still fit."""
        written = f"INSERT OR REPLACE INTO facts VALUES ('ready', zeroblob({ROOM_NEEDED}))"
        await self._queue(lambda db: db.all(written))

    async def size(self) -> int:
        """The bytes of the database that are in use."""
        asked = "SELECT (page_count - freelist_count) * page_size FROM {}, {}, {}".format(
            *(f"pragma_{name}()" for name in ("page_count", "freelist_count", "page_size"))
        )
        return int((await self._read(lambda db: db.all(asked)))[0][0])

    async def close(self) -> None:
        """Everything queued is written first."""
        self._closed = True
        self._hand_over()
        self._jobs.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._writer.join)
        await asyncio.get_running_loop().run_in_executor(self._reader, self._close_reading)
        self._reader.shutdown()

    def _close_reading(self) -> None:
        if hasattr(self._reading, "db"):
            self._reading.db.close()


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
    done = [job.work and at_once(job.work(Connected(db))) for job in batch]
    db.execute("COMMIT")
    return done


def _insert(db: sqlite3.Connection, rows: list[Row]) -> None:
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
