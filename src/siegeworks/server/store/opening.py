"""A PostgreSQL database before a server uses it: reached, ours, up to date, and open to all that is done there.

Whatever stands against it is one sentence, in which no password occurs.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

import asyncpg

from siegeworks.core.phrases import phrase
from siegeworks.server.store import CannotSave, Unreachable
from siegeworks.server.store.schema import MIGRATIONS, MOVE, TABLES, lacking, lacking_in_postgres

SCHEMES = ("postgresql", "postgres")
CONNECT_S = 5.0
ONE_AT_A_TIME = 0x5349454745
"""The number of the advisory lock under which a database is brought up to date."""
DONE = "siegeworks_schema"
"""The table that says how many migrations a database has had."""
LACKING = """SELECT privilege || ' on ' || name
    FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS privilege, unnest($1::text[]) AS name
    WHERE NOT has_table_privilege(name, privilege)"""
REFUSED: dict[type[Exception], str] = {
    asyncpg.InvalidAuthorizationSpecificationError: "database-refuses",
    asyncpg.InvalidCatalogNameError: "database-missing",
    asyncpg.ReadOnlySQLTransactionError: "database-read-only",
    asyncpg.InsufficientPrivilegeError: "database-privilege",
    asyncpg.DuplicateTableError: "database-foreign",
    asyncpg.UndefinedColumnError: "database-foreign",
    asyncpg.CannotConnectNowError: "database-unreachable",
    asyncpg.PostgresError: "database-unusable",
    asyncpg.InternalClientError: "database-unusable",
    asyncpg.InterfaceError: "database-unusable",
    OSError: "database-unreachable",
}
"""What a problem is called; the first that fits."""
ENCODINGS = ("UTF8", "SQL_ASCII")
"""That take any letter. (The second stores the same bytes.)"""
SETTINGS = ("`ssl", "root certificate", "direct TLS", "No such TLS", "Unsupported TLS")
"""How asyncpg begins what it says of a setting; what it says of other parts of an address may repeat them."""
GONE = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
"""The connection broke, or there is none to be had."""


def shown(url: str) -> str:
    """The address of a database as it may be printed: without password and settings; raises CannotSave."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise CannotSave("database-malformed") from None
    rest = f"{parts.path}{parts.query}{parts.fragment}"
    if parts.scheme not in SCHEMES or "@" in rest or parts.fragment:  # else part of a password would be shown
        raise CannotSave("database-malformed")
    user, at, host = parts.netloc.rpartition("@")
    return f"{parts.scheme}://{user.partition(':')[0]}{at}{host}{parts.path}"


@contextlib.asynccontextmanager
async def reached(url: str) -> AsyncIterator[Any]:
    """A connection to a database; whatever goes wrong with it raises CannotSave with a sentence."""
    where = shown(url)
    try:
        try:
            db = await asyncpg.connect(url, timeout=CONNECT_S)
        except (asyncpg.InterfaceError, ValueError, OverflowError) as problem:
            why = _setting(problem)
            if why is None:
                raise CannotSave("database-malformed") from None
            raise CannotSave("database-unusable", where=where, why=why) from None
        try:
            yield db
        finally:
            await db.close(timeout=CONNECT_S)
    except tuple(REFUSED) as problem:
        code = next(code for kind, code in REFUSED.items() if isinstance(problem, kind))
        refused = Unreachable if isinstance(problem, GONE) else CannotSave
        raise refused(code, where=where, why=_why(problem)) from None


async def prepare(url: str, *, is_moving: bool = False) -> None:
    """Bring a database up to date; raises CannotSave if it cannot be used.

    One that is not all here is for nobody but who moves it.
    """
    async with reached(url) as db:
        await _check(db, shown(url), is_moving)
        await _migrate(db)
        await _check_privileges(db, shown(url))


async def rehearse(db: Any, where: str) -> None:
    """Raise what `prepare` would, and change nothing.

    What an older database lacks is not tried: servers that use it would have to wait meanwhile.
    """
    await _check(db, where, is_moving=False)
    done = await version(db)
    if done == len(MIGRATIONS):
        await _check_privileges(db, where)
    elif done == 0:
        attempt = db.transaction()
        await attempt.start()
        try:
            await _migrate(db)
        finally:
            await attempt.rollback()


async def _check(db: Any, where: str, is_moving: bool) -> None:
    """Raises unless a database is all here, takes changes, and any letter."""
    if not is_moving and await has_table(db, MOVE):
        raise CannotSave("half-moved")
    if await db.fetchval("SHOW transaction_read_only") == "on":
        raise Unreachable("database-read-only", where=where)
    if (found := await db.fetchval("SHOW server_encoding")) not in ENCODINGS:
        raise CannotSave("database-encoding", where=where, found=found)


async def _check_privileges(db: Any, where: str) -> None:
    if missing := [row[0] for row in await db.fetch(LACKING, TABLES)]:
        raise CannotSave("database-privilege", where=where, why=", ".join(missing))


def _why(problem: Exception) -> Any:
    if isinstance(problem, TimeoutError):
        return phrase("database-silent")
    if isinstance(problem, OSError) and problem.errno is not None and problem.errno > 0:
        return os.strerror(problem.errno)  # what asyncio says instead names its own calls
    said = getattr(problem, "strerror", None) or getattr(problem, "message", None) or str(problem)
    return said.partition("\n")[0].rstrip(".")


def _setting(problem: Exception) -> str | None:
    """What is wrong with a setting of a connection, if it is one whose words hold nothing of the address."""
    said = str(problem)
    is_known = isinstance(problem, asyncpg.ClientConfigurationError) and said.startswith(SETTINGS)
    return said.partition("\n")[0].partition(", got ")[0] if is_known else None


async def _migrate(db: Any) -> None:
    """Give a database whatever it lacks, or nothing. Of two processes that want to, one waits and finds it done."""
    if not lacking(await version(db)):
        return
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", ONE_AT_A_TIME)
        for statement in lacking_in_postgres(await version(db)):
            await db.execute(statement)
        await db.execute(f"CREATE TABLE IF NOT EXISTS {DONE} (version INTEGER NOT NULL)")
        await db.execute(f"DELETE FROM {DONE}")
        await db.execute(f"INSERT INTO {DONE} VALUES ($1)", len(MIGRATIONS))


async def version(db: Any) -> int:
    """How many migrations a database has had."""
    return int(await db.fetchval(f"SELECT version FROM {DONE}")) if await has_table(db, DONE) else 0


async def has_table(db: Any, name: str) -> bool:
    """Whether there is such a table. (`to_regclass` would answer from a cache what was so before the lock.)"""
    asked = "SELECT 1 FROM pg_tables WHERE tablename = $1 AND schemaname = ANY (current_schemas(FALSE))"
    return await db.fetchval(asked, name) is not None
