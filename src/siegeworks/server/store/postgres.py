"""The store on PostgreSQL: one connection that commits all waiting entries at once, a few that read, one that listens.

A move is safe when its commit is (`synchronous_commit`). A call waits a moment for a database that is away. What was
under way when a connection broke is read again; what was being written is refused, and if that happened during
the commit itself, nobody can know: then `Unsure` says so, and the table is read again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator
from functools import cache
from itertools import count
from typing import Any

import asyncpg

from siegeworks.core.phrases import phrase
from siegeworks.errors import SiegeworksError
from siegeworks.server.store import CannotSave, Standing, Stored, Taken, Unreachable, Unsure, keeping, lines
from siegeworks.server.store.database import Row, T, Work, column
from siegeworks.server.store.news import EVENTS, payloads
from siegeworks.server.store.opening import CONNECT_S, prepare
from siegeworks.server.store.opening import GONE as GONE
from siegeworks.server.store.schema import TABLES
from siegeworks.server.store.shared import Shared
from siegeworks.server.store.sql import Job, SqlStore

LOG = logging.getLogger("siegeworks.server")

READERS, LOOSE = 4, 2
AWAY_S, RETRY_S = 2.0, 0.1
"""How long a call waits for a database that cannot be reached, and how often it tries."""
ANSWER_S, CLOSE_S = 15.0, 1.0
"""A statement that takes longer has lost its connection, and so has a connection that does not close."""
INSERT = f"""WITH stored AS (
    INSERT INTO events SELECT * FROM unnest(
        $1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bytea[], $7::bytea[])
    ON CONFLICT DO NOTHING RETURNING table_id, seq)
    SELECT table_id, seq, (SELECT COUNT(pg_notify('{EVENTS}', told)) FROM unnest($8::text[]) AS told) FROM stored"""
"""Stores events, tells other processes, and says which were stored."""
TELL = "SELECT pg_notify($1, told) FROM unnest($2::text[]) AS told"
DELETE = "DELETE FROM events WHERE (table_id, seq) IN (SELECT * FROM unnest($1::text[], $2::bigint[]))"
DURABLE = "SELECT set_config('synchronous_commit', 'on', FALSE) WHERE current_setting('synchronous_commit') = 'off'"
SIZE = "SELECT COALESCE(SUM(pg_total_relation_size(CAST(name AS regclass))), 0) FROM unnest(CAST(? AS text[])) AS name"


class Connected:
    """A connection as statements see it."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def all(self, sql: str, *args: Any) -> list[Row]:
        found: list[Row] = await self._connection.fetch(numbered(sql), *args)
        return found

    async def many(self, sql: str, rows: list[Row]) -> None:
        await self._connection.executemany(numbered(sql), rows)

    async def tell(self, channel: str, lines: list[str]) -> None:
        if lines:
            await self._connection.execute(TELL, channel, list(payloads(lines)))


@cache
def numbered(sql: str) -> str:
    """A statement whose arguments are called as here: $1, $2 and so on."""
    numbers = count(1)
    return re.sub(r"\?", lambda _: f"${next(numbers)}", sql)


class PostgresStore(SqlStore):
    """One database, by its address."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url
        self._is_away = False
        self._writer_pid = 0
        self.shared = Shared(url, self._loosely, self._beating, lambda: self._writer_pid)

    async def open(self) -> None:
        await prepare(self._url)
        self._writing, self._reading = await self._pool(1, self._begin_writing), await self._pool(READERS)
        self._loose, self._beats = await self._pool(LOOSE, _be_loose), await self._pool(1, _be_loose)
        self._jobs: asyncio.Queue[list[Job] | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._commit_all())

    async def _pool(self, most: int, init: Any = None) -> Any:
        """Connections that are made when they are needed, and again when they broke."""
        return await asyncpg.create_pool(
            self._url,
            min_size=0,
            max_size=most,
            init=init,
            reset=_leave,
            timeout=CONNECT_S,
            command_timeout=ANSWER_S,
            server_settings={"application_name": "siegeworks"},
        )

    async def _begin_writing(self, connection: Any) -> None:
        """Whatever the database's own setting: a commit that is told is on disk."""
        await connection.execute(DURABLE)
        self._writer_pid = connection.get_server_pid()

    def _write(self, batch: list[Job]) -> None:
        self._jobs.put_nowait(batch)

    async def _commit_all(self) -> None:
        """Whatever is handed over is committed at once."""
        while (batch := await self._jobs.get()) is not None:
            self._settle(batch, await self._commit(batch))

    async def _commit(self, batch: list[Job]) -> list[Any]:
        """What became of each job. If the batch is refused, each job is tried alone, so that one spoils no other."""
        try:
            async with self._reached(self._writing) as connection:
                return await _written(connection, batch)
        except Exception as problem:
            if len(batch) > 1 and not isinstance(problem, (*GONE, Unsure)):
                return [found for job in batch for found in await self._commit([job])]
            return [_refusal(problem) for _ in batch]

    async def _read(self, work: Work[T]) -> T:
        return await self._twice(self._reading, work)

    async def _loosely(self, work: Work[T]) -> T:
        """Write something that whoever needs it writes again: when the database dies it may be lost."""
        return await self._twice(self._loose, work)

    async def _beating(self, work: Work[T]) -> T:
        """The same by a connection that nothing else uses: to be late here is to count as dead."""
        return await self._twice(self._beats, work)

    async def _twice(self, pool: Any, work: Work[T]) -> T:
        """Ask; once more if the connection breaks meanwhile."""
        try:
            try:
                return await self._ask(pool, work)
            except GONE:
                return await self._ask(pool, work)
        except GONE as problem:
            raise Unreachable("database-unreadable") from problem
        except asyncpg.PostgresError as problem:
            LOG.error("the database cannot be read", exc_info=problem)
            raise CannotSave("database-unreadable") from problem

    async def _ask(self, pool: Any, work: Work[T]) -> T:
        async with self._reached(pool) as connection:
            return await work(Connected(connection))

    @contextlib.asynccontextmanager
    async def _reached(self, pool: Any) -> AsyncIterator[Any]:
        """A connection, as soon as the database can be reached."""
        connection = await self._acquired(pool)
        try:
            yield connection
        except (*GONE, Unsure):
            with contextlib.suppress(*GONE):
                if pool is self._writing:
                    self._writer_pid = 0
                connection.terminate()  # nothing good comes of it any more
            raise
        finally:
            with contextlib.suppress(*GONE, asyncpg.PostgresError):  # what became of the work is known
                await pool.release(connection)

    async def _acquired(self, pool: Any) -> Any:
        loop = asyncio.get_running_loop()
        until = loop.time() + AWAY_S
        while True:
            try:
                found = await pool.acquire()
                self._note(None)
                return found
            except GONE as problem:
                if loop.time() > until:
                    self._note(problem)
                    raise
                await asyncio.sleep(RETRY_S)

    def _note(self, problem: Exception | None) -> None:
        """Say that the database is away, or back again: once, not at every call."""
        if problem and not self._is_away:
            LOG.warning("the database cannot be reached: %s", problem)
        if self._is_away and not problem:
            LOG.warning("the database is back")
        self._is_away = problem is not None

    async def note(self, standings: dict[str, Standing]) -> None:
        """No move waits for it."""
        await self._loosely(lambda db: lines.note(db, standings))

    async def load(self, table: str) -> Stored | None:
        return None if "\0" in table else await super().load(table)  # which no text can hold here

    async def ready(self) -> None:
        """Raises unless something can be written."""
        await self._queue(lambda db: db.all(keeping.FACT, "ready", 1))

    async def size(self) -> int:
        """The bytes that our tables take."""
        return int((await self._read(lambda db: column(db, SIZE, TABLES)))[0])

    async def close(self) -> None:
        """Everything queued is written first."""
        self._closed = True
        self._hand_over()
        self._jobs.put_nowait(None)
        await self._writer
        for pool in (self._writing, self._reading, self._loose, self._beats):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_S):
                    await pool.close()


async def _be_loose(connection: Any) -> None:
    """What is written here need not wait for the disk."""
    await connection.execute("SET synchronous_commit = off")


async def _leave(connection: Any) -> None:
    """Nothing was set that would have to be reset."""


async def _written(connection: Any, batch: list[Job]) -> list[Any]:
    """What became of each job. Single moves are one statement, which is a transaction of its own."""
    if all(job.work is None and len(job.rows) == 1 for job in batch):
        with _perhaps_stored():
            return [None if is_stored else _taken() for is_stored in await _insert(connection, batch)]
    transaction = connection.transaction()
    await transaction.start()
    try:
        found: list[Any] = [None if is_stored else _taken() for is_stored in await _insert(connection, batch)]
        for number in sorted(range(len(batch)), key=lambda number: batch[number].table):
            if found[number] is None and (work := batch[number].work) is not None:
                found[number] = await work(Connected(connection))
    except BaseException:
        with contextlib.suppress(*GONE):
            await transaction.rollback()
        raise
    with _perhaps_stored():
        await transaction.commit()
    return found


async def _insert(connection: Any, batch: list[Job]) -> list[bool]:
    """Store the events of all jobs whose numbers are free; which those are. A job is stored whole or not at all."""
    rows = sorted((row for job in batch for row in job.rows), key=lambda row: row[:2])  # or two batches would lock up
    told = list(payloads(f"{table} {seq}" for table, seq in {row[0]: row[1] for row in rows}.items()))
    found = await connection.fetch(INSERT, *zip(*rows, strict=True), told) if rows else []
    free = {(table, seq) for table, seq, _ in found}
    stored = []
    for job in batch:
        keys = {row[:2] for row in job.rows}
        stored.append(keys <= free)
        if stored[-1]:
            free -= keys
    if free:
        await connection.execute(DELETE, *zip(*free, strict=True))
    return stored


@contextlib.contextmanager
def _perhaps_stored() -> Any:
    try:
        yield
    except GONE as problem:
        raise Unsure("perhaps-saved") from problem


def _taken() -> Taken:
    return Taken("somebody-was-faster")


def _refusal(problem: Exception) -> SiegeworksError:
    if isinstance(problem, Unsure):
        return Unsure.of(problem.says)
    if isinstance(problem, asyncpg.IntegrityConstraintViolationError):
        return _taken()
    if isinstance(problem, GONE):
        return Unreachable("cannot-save", why=phrase("database-not-well"))
    LOG.error("the store failed", exc_info=problem)
    full = isinstance(problem, asyncpg.DiskFullError)
    return CannotSave("cannot-save", why=phrase("disk-full" if full else "database-not-well"))
