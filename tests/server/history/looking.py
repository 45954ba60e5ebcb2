"""What is in the database: while clients play, when they rest, and when all is over."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any

import asyncpg

from siegeworks.server.store.database import Row
from siegeworks.server.store.postgres import GONE
from tests.server.cluster import ask
from tests.server.history.clients import World
from tests.server.history.notes import Found

AGAIN_S = 0.1
CLEAN_S = 60.0
"""By then nobody holds anything any more, on however busy a machine."""
MOST_TRACE = 4000
AWAY = (*GONE, asyncpg.PostgresError)


async def look(world: World, url: str) -> None:
    """Whenever somebody is shown a number, see at once that it is stored."""
    seen: dict[str, int] = {}
    table, shown = "", -1
    while True:
        with contextlib.suppress(*AWAY):
            async with connected(url) as connection:
                while True:
                    if shown > seen.get(table, -1):
                        world.notes.found.append(await _found(connection, table, shown))
                        seen[table] = shown
                    table, shown = await world.looks.get()
        await asyncio.sleep(AGAIN_S)


async def _found(connection: Any, table: str, shown: int) -> Found:
    stored = await connection.fetchval("SELECT MAX(seq) FROM events WHERE table_id = $1", table)
    return Found(table, shown, -1 if stored is None else stored, time.monotonic())


@contextlib.asynccontextmanager
async def connected(url: str) -> AsyncIterator[Any]:
    """A connection to the database, which may break."""
    connection = await asyncpg.connect(url, timeout=CLEAN_S, command_timeout=CLEAN_S)
    try:
        yield connection
    finally:
        connection.terminate()
        await asyncio.sleep(0)  # in which it is closed


def waiting_work(url: str) -> list[str]:
    """Where all tables wait for people, nothing waits to be done and nobody does anything; else what does."""
    return _until_empty(url, ("SELECT 'a job is left: ' || jobs::text FROM jobs",))


def left_over(url: str) -> list[str]:
    """What stopped servers have left behind."""
    asked = [f"SELECT '{name} is not empty: ' || {name}::text FROM {name}" for name in ("processes", "presence")]
    return _until_empty(url, tuple(asked))


def failures(said: str) -> list[str]:
    """Whether a server had to say that something failed for which nobody had a sentence."""
    at = said.find("Traceback")
    return [f"a server failed:\n{said[at : at + MOST_TRACE]}"] if at >= 0 else []


def _until_empty(url: str, asked: tuple[str, ...]) -> list[str]:
    until = time.monotonic() + CLEAN_S
    while True:
        found = [str(row[0]) for each in asked for row in ask(url, each)]
        if not found or time.monotonic() > until:
            return found
        time.sleep(0.2)


def rows_of(url: str) -> dict[str, list[Row]]:
    """The events of all tables as they are stored."""
    found: dict[str, list[Row]] = {}
    for row in ask(url, "SELECT table_id, seq, at, tick, kind, data, sum FROM events ORDER BY table_id, seq"):
        found.setdefault(row[0], []).append(tuple(row))
    return found
