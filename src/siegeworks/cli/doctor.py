"""`doctor`: whether a server can run here, and its database with it. A line for each thing, and an exit code."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import shutil
import sqlite3
import stat
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from siegeworks.cli.serve import data_folder, database_of, locked
from siegeworks.errors import BadSetup, SiegeworksError
from siegeworks.server.store import CannotSave
from siegeworks.server.store.database import Database, column
from siegeworks.server.store.schema import MIGRATIONS, is_half_moved, version
from siegeworks.server.store.sqlite import Connected

LEAST_FREE = 200_000_000
MOST_AHEAD_MS = 60_000
"""An event of the future says that this machine's clock was put back, or another's is ahead."""
MOST_DRIFT_S = 5.0
SLOW_MS = 100.0
LATE_MS, HEARD_S = 1000.0, 5.0
"""A notification that takes longer is late; one that takes so long is not waited for."""
CHANNEL = "siegeworks_doctor"
TRIES = 5
ALIVE = "SELECT kind FROM processes WHERE until > (SELECT value FROM facts WHERE name = 'tick')"


class Finding(NamedTuple):
    """What was looked at, whether it is well, and the words about it."""

    what: str
    is_well: bool
    says: str


def doctor(chosen: argparse.Namespace) -> int:
    """Look at everything; 0 if all is well."""
    folder, url = data_folder(chosen.data), database_of(chosen)
    findings = [_disk(folder)]
    if folder.exists():
        findings += [_secret(folder), _server(folder)]
    findings += asyncio.run(_database(folder, url))
    for each in findings:
        print(f"{'ok ' if each.is_well else 'BAD'}  {each.what:<10}  {each.says}")
    return 0 if all(each.is_well for each in findings) else 1


# The folder


def _disk(folder: Path) -> Finding:
    there = next(each for each in (folder.absolute(), *folder.absolute().parents) if each.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        return Finding("disk", False, f"nothing can be written into {there}")
    free = shutil.disk_usage(there).free
    words = f"{free / 1e9:.1f} GB free in {folder}"
    return Finding("disk", free >= LEAST_FREE, words if folder.exists() else f"{words}, which the first start makes")


def _secret(folder: Path) -> Finding:
    path = folder / "secret"
    if not path.exists():
        return Finding("secret", True, "none yet: the first start makes it")
    is_private = os.name == "nt" or not path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    return Finding("secret", is_private, "only its owner can read it" if is_private else f"others can read {path}")


def _server(folder: Path) -> Finding:
    try:
        locked(folder).close()
    except BadSetup:
        return Finding("server", True, "one runs with this folder")
    return Finding("server", True, "none runs with this folder")


# The database


async def _database(folder: Path, url: str | None) -> list[Finding]:
    """What stands there, whichever database it is; if it cannot be reached, that alone."""
    if url is None and not (folder / "tables.sqlite").exists():
        return [Finding("database", True, "none yet: the first start makes it")]
    try:
        async with _postgres(url) if url is not None else _sqlite(folder / "tables.sqlite") as opened:
            return await _looked_at(opened)
    except (SiegeworksError, sqlite3.Error) as problem:
        return [Finding("database", False, str(problem))]


class Opened(NamedTuple):
    """A database: where it is and how it was found, the migrations it has had, and a write that changes nothing.

    One that several processes can share also tells the time, and passes on what they tell each other.
    """

    where: str
    is_whole: bool
    version: int
    db: Database
    write: Callable[[], Awaitable[None]]
    time: Callable[[], Awaitable[float]] | None = None
    notify: Callable[[], Awaitable[None]] | None = None


@contextlib.asynccontextmanager
async def _sqlite(path: Path) -> AsyncIterator[Opened]:
    with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as found:
        if is_half_moved(found):
            raise CannotSave("half-moved")
        whole = found.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"

        async def write() -> None:
            found.execute("BEGIN IMMEDIATE")
            found.execute("INSERT OR REPLACE INTO facts VALUES ('doctor', 1)")
            found.execute("COMMIT")

        found.isolation_level = None
        found.execute("PRAGMA synchronous = FULL")
        size = path.stat().st_size / 1e6
        yield Opened(f"{path}, {size:.1f} MB", whole, version(found), Connected(found), write)


@contextlib.asynccontextmanager
async def _postgres(url: str) -> AsyncIterator[Opened]:
    try:
        from siegeworks.server.store import opening, postgres
    except ModuleNotFoundError:
        raise BadSetup("cli.postgres-not-installed") from None
    async with opening.reached(url) as found:

        async def write() -> None:
            await found.execute("INSERT INTO facts VALUES ('doctor', 1) ON CONFLICT (name) DO UPDATE SET value = 1")

        async def time_there() -> float:
            return float(await found.fetchval("SELECT extract(epoch FROM clock_timestamp())::float8"))

        async def notify() -> None:
            heard = asyncio.Event()
            await found.add_listener(CHANNEL, take := lambda *told: heard.set())
            await found.execute(f"NOTIFY {CHANNEL}")
            async with asyncio.timeout(HEARD_S):
                await heard.wait()
            await found.remove_listener(CHANNEL, take)

        told = await found.fetchval("SELECT current_setting('server_version')")
        where, done = f"{opening.shown(url)}, PostgreSQL {told}", await opening.version(found)
        if done <= len(MIGRATIONS):
            await opening.rehearse(found, opening.shown(url))
        yield Opened(where, True, done, postgres.Connected(found), write, time_there, notify)


async def _looked_at(opened: Opened) -> list[Finding]:
    words = opened.where if opened.is_whole else f"{opened.where}: it is damaged"
    findings = [Finding("database", opened.is_whole, words), _migrations(opened.version)]
    if opened.version != len(MIGRATIONS):
        return findings
    findings += [_clock(await column(opened.db, "SELECT MAX(at) FROM events")), await _lag(opened.write)]
    if opened.time is not None and opened.notify is not None:
        findings += [_drift(time.time() - await opened.time()), await _heard(opened.notify)]
        findings.append(_processes(await column(opened.db, ALIVE)))
    return findings


def _processes(kinds: list[str]) -> Finding:
    """Who uses a database that several can share."""
    told = [f"{kinds.count(kind)} {kind}{'s' * (kinds.count(kind) != 1)}" for kind in ("server", "thinker")]
    return Finding("processes", True, " and ".join(told))


def _migrations(done: int) -> Finding:
    lacking = len(MIGRATIONS) - done
    if lacking < 0:
        return Finding("migrations", False, f"made by a newer Siegeworks: version {done}, here {len(MIGRATIONS)}")
    return Finding(
        "migrations", True, f"{lacking} to come with the next start" if lacking else f"version {done}, all done"
    )


def _clock(newest: list[Any]) -> Finding:
    if newest[0] is None:
        return Finding("clock", True, "nothing is stored yet")
    ahead = int(newest[0]) - time.time() * 1000
    if ahead > MOST_AHEAD_MS:
        return Finding("clock", False, f"the newest event is {ahead / 1000:.0f} s in the future")
    return Finding("clock", True, f"the newest event is {max(0.0, -ahead) / 1000:.0f} s old")


def _drift(seconds: float) -> Finding:
    """How far this machine's clock is from the database's."""
    side = "ahead of" if seconds > 0 else "behind"
    words = f"this machine's clock is {abs(seconds):.1f} s {side} the database's"
    return Finding("drift", abs(seconds) <= MOST_DRIFT_S, words)


async def _lag(write: Callable[[], Awaitable[None]]) -> Finding:
    """How long a commit takes."""
    lag = await _median_ms(write)
    return Finding("lag", lag < SLOW_MS, f"a commit takes {lag:.1f} ms")


async def _heard(notify: Callable[[], Awaitable[None]]) -> Finding:
    """How long it takes until one process hears what another one tells."""
    try:
        lag = await _median_ms(notify)
    except TimeoutError:
        return Finding("notify", False, f"a notification has not come within {HEARD_S:.0f} s: is this a pooler?")
    return Finding("notify", lag < LATE_MS, f"a notification takes {lag:.1f} ms")


async def _median_ms(work: Callable[[], Awaitable[None]]) -> float:
    took = []
    for _ in range(TRIES):
        began = time.perf_counter()
        await work()
        took.append(1000 * (time.perf_counter() - began))
    return median(took)
