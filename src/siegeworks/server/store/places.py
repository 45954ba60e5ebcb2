"""A stored database as a whole, for whoever lists it or moves it: SQLite's in a folder, or PostgreSQL's at an address.

Whatever goes wrong with it meanwhile is one sentence, in which no password occurs.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from siegeworks.errors import BadSetup
from siegeworks.server import people
from siegeworks.server.store import CannotSave, keeping, schema
from siegeworks.server.store.database import Database, Row, column
from siegeworks.server.store.sqlite import Connected, use_log

FILE = "tables.sqlite"
AHEAD = 1000
"""Rows that are fetched at once."""
ABOUT = """SELECT system_identifier || ' ' || current_database() || ' ' || current_schema(), EXISTS (
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'siegeworks%')
    FROM pg_control_system()"""
"""Which database it is, and whether servers have connections to it. (Others of ours have no name there.)"""
SIGNS = "INSERT INTO secrets VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
ONE_MOVE, WAIT = 0x4D4F5645, "10s"
"""The number of the advisory lock under which a database is moved to. That of a move that was killed is gone soon."""


@dataclass(frozen=True, slots=True)
class Place:
    """A database, up to date with this version."""

    where: str
    """As it may be printed."""
    identity: str
    """The same for the same database, however it is addressed."""
    db: Database
    rows: Callable[[str], AsyncGenerator[Row, None]]
    """What a statement finds, as it was when the first row was asked for, whatever `db` writes meanwhile."""
    secret: Callable[[], Awaitable[bytes | None]]
    """What servers with this database sign with, if one ever ran."""
    keep_secret: Callable[[bytes], Awaitable[None]]
    by_bytes: str = ""
    """After a column of text: ordered by its bytes."""
    is_served: bool = False
    """Whether a server is connected to it, as PostgreSQL knows. (SQLite's locks its folder.)"""


# SQLite


@contextlib.asynccontextmanager
async def in_folder(folder: Path, mode: str) -> AsyncIterator[Place]:
    """The file of a folder: to read ("ro"), to change ("rw"), or to move to, made if it is not there ("rwc")."""
    path = folder / FILE
    try:
        with contextlib.closing(_connected(path, mode)) as reading, contextlib.closing(_connected(path, mode)) as db:
            if mode == "rwc":
                use_log(db)
                db.execute("PRAGMA synchronous = FULL")
                schema.migrate(db, is_moving=True)
            _check(schema.version(db), str(path), schema.is_half_moved(db) and mode != "rwc")

            async def rows(statement: str) -> AsyncGenerator[Row, None]:
                for row in reading.execute(statement):
                    yield row

            async def secret() -> bytes | None:
                return (folder / "secret").read_bytes() if (folder / "secret").exists() else None

            async def keep_secret(found: bytes) -> None:
                people.keep_secret(folder, found)

            yield Place(str(path), str(path.resolve()), Connected(db), rows, secret, keep_secret)
    except sqlite3.Error as problem:
        raise CannotSave("database-unusable", where=path, why=str(problem)) from None


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None)


# PostgreSQL


@contextlib.asynccontextmanager
async def at_address(url: str, mode: str) -> AsyncIterator[Place]:
    """The database at an address; `mode` as for a folder."""
    try:
        from siegeworks.server.store import opening, postgres
    except ModuleNotFoundError:
        raise BadSetup("cli.postgres-not-installed") from None
    if mode == "rwc":
        await opening.prepare(url, is_moving=True)
    async with opening.reached(url) as reading, opening.reached(url) as connection:
        is_half = mode != "rwc" and await opening.has_table(connection, schema.MOVE)
        _check(await opening.version(connection), opening.shown(url), is_half)
        if mode == "rwc":
            await _be_alone(connection)
        await connection.execute(postgres.DURABLE)

        async def rows(statement: str) -> AsyncGenerator[Row, None]:
            async with reading.transaction(isolation="repeatable_read", readonly=True):
                async for row in reading.cursor(statement, prefetch=AHEAD):
                    yield tuple(row)

        db = postgres.Connected(connection)

        async def secret() -> bytes | None:
            return next(iter(await column(db, "SELECT value FROM secrets WHERE name = ?", keeping.SECRET)), None)

        async def keep_secret(found: bytes) -> None:
            await db.all(SIGNS, keeping.SECRET, found)

        identity, is_served = (await db.all(ABOUT))[0]
        yield Place(opening.shown(url), identity, db, rows, secret, keep_secret, ' COLLATE "C"', is_served)


async def _be_alone(connection: Any) -> None:
    """Hold the lock of moves until the connection ends."""
    import asyncpg

    await connection.execute(f"SET lock_timeout = '{WAIT}'")
    try:
        await connection.execute("SELECT pg_advisory_lock($1)", ONE_MOVE)
    except asyncpg.LockNotAvailableError:
        raise BadSetup("cli.move-under-way") from None
    await connection.execute("RESET lock_timeout")


def opened(address: Path | str, mode: str) -> Any:
    """The database in a folder or at an address."""
    return in_folder(address, mode) if isinstance(address, Path) else at_address(address, mode)


def _check(version: int, where: str, is_half_moved: bool) -> None:
    """Raises unless a database has had exactly the migrations of this version, and is all here."""
    if is_half_moved:
        raise CannotSave("half-moved")
    if version == 0:
        raise BadSetup("cli.no-tables-of-ours", where=where)
    if schema.lacking(version):
        raise BadSetup("cli.data-of-other-version", path=where)
