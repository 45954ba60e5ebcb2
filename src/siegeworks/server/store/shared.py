"""What several processes on one PostgreSQL know of each other: who is alive, who sits where, and what waits to be done.

None of it is needed to play: what is lost here is written again by whoever needs it. Time is counted in ticks, which
all processes share. A process that has not been heard of for a while counts as dead, and what it held is free.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, Protocol

from siegeworks.server.store import Event, keeping
from siegeworks.server.store.database import Database, T, Work, column
from siegeworks.server.store.news import BEATS, JOBS, PRESENCE, Hear
from siegeworks.server.store.rows import checked

ALIVE = "(SELECT process FROM processes WHERE until > ?)"
BEAT = """INSERT INTO processes (process, kind, since, until) VALUES (?, ?, ?, ?)
    ON CONFLICT (process) DO UPDATE SET until = excluded.until"""
PRESENT = """INSERT INTO presence (process, table_id, here, heard, watchers) SELECT CAST(? AS TEXT), *
    FROM unnest(CAST(? AS TEXT[]), CAST(? AS BIGINT[]), CAST(? AS BIGINT[]), CAST(? AS BIGINT[]))
    ON CONFLICT (table_id, process)
    DO UPDATE SET here = excluded.here, heard = excluded.heard, watchers = excluded.watchers"""
NEXT = """(SELECT COALESCE(GREATEST((SELECT MAX(number) FROM jobs), (SELECT MAX(number) FROM turns)), 0) + 1)"""
ABSENT = "DELETE FROM presence WHERE process = ? AND table_id = ANY (CAST(? AS TEXT[]))"
THERE = f"""SELECT table_id, here, heard, watchers FROM presence
    WHERE table_id = ANY (CAST(? AS TEXT[])) AND process <> ? AND process IN {ALIVE}"""
"""The number of what is asked for or served next; jobs, and places served while more of theirs waited, have one."""
OFFER = f"""INSERT INTO jobs AS job (table_id, what, seat, seq, place, person, asked, number, taken, process)
    SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS BIGINT),
        CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT), {NEXT}, CAST(? AS BIGINT),
        CASE WHEN EXISTS (SELECT 1 FROM jobs WHERE what = ? AND process IS NULL AND due <= ?)
            THEN NULL ELSE CAST(? AS TEXT) END
    ON CONFLICT (table_id, what, seat, seq) DO UPDATE SET process = excluded.process, taken = excluded.taken,
        due = 0, so_far = NULL, place = excluded.place, person = excluded.person, asked = excluded.asked,
        number = CASE WHEN job.due IS NULL THEN excluded.number ELSE job.number END,
        tries = CASE WHEN job.due IS NULL THEN 0 ELSE job.tries END
        WHERE job.due IS NULL OR (job.process IS NOT NULL AND job.process NOT IN {ALIVE})
    RETURNING process"""
"""Asks for a job, and takes it at once if there is a place for it here and nothing waits before it.

`due`: the tick before which nobody takes it, NULL once it has failed; then it may be asked for anew.
"""
WAITING = f"""SELECT free.*, ROW_NUMBER() OVER (PARTITION BY free.place ORDER BY free.number, free.table_id)
        + COALESCE(held.jobs, 0) AS turn,
        GREATEST(served.number, MIN(free.number) OVER (PARTITION BY free.place)) AS since
    FROM jobs AS free LEFT JOIN turns AS served ON served.what = free.what AND served.place = free.place
    LEFT JOIN (SELECT place, COUNT(*) AS jobs FROM jobs WHERE what = ? AND process IN {ALIVE} GROUP BY place) AS held
        ON held.place = free.place
    WHERE free.what = ? AND free.due <= ? AND (free.process IS NULL OR free.process NOT IN {ALIVE})"""
"""What waits. Places take turns: everybody's first, then everybody's second, what is under way counted in. Among equals
comes first who has waited longest, since it asked or was last served."""
LINE = "turn, since, number, table_id"
TAKE = f"""UPDATE jobs SET process = ?, taken = ? WHERE (process IS NULL OR process NOT IN {ALIVE})
    AND (table_id, what, seat, seq) IN (
        SELECT table_id, what, seat, seq FROM ({WAITING}) AS waiting ORDER BY {LINE} LIMIT 1)
    RETURNING table_id, what, seat, seq, place"""
MORE = "SELECT 1 FROM jobs WHERE jobs.what = {0}what AND jobs.place = {0}place AND process IS NULL"
SERVED = f"""INSERT INTO turns (what, place, number) SELECT what, place, {NEXT} FROM jobs AS taken
    WHERE table_id = ? AND what = ? AND seat = ? AND seq = ? AND EXISTS ({MORE.format("taken.")})
    ON CONFLICT (what, place) DO UPDATE SET number = excluded.number"""
"""A place of which more waits comes last now."""
FORGET = f"DELETE FROM turns WHERE NOT EXISTS ({MORE.format('turns.')})"
"""Of the others nobody need know when they were served: what they ask for next comes later anyway."""
PLACE = f"""SELECT n FROM (SELECT table_id, seat, seq, ROW_NUMBER() OVER (ORDER BY {LINE}) AS n
    FROM ({WAITING}) AS waiting) AS line WHERE table_id = ? AND seat = ? AND seq = ?"""
AFTER = """SELECT e.table_id, e.seq, e.at, e.tick, e.kind, e.data, e.sum
    FROM unnest(CAST(? AS TEXT[]), CAST(? AS BIGINT[])) AS known (table_id, seq)
    JOIN events AS e ON e.table_id = known.table_id AND e.seq > known.seq ORDER BY e.table_id, e.seq"""
KEY = "table_id = ? AND what = ? AND seat = ? AND seq = ?"
OURS = f"{KEY} AND process = ?"
"""Another process may have it by now, or it was called off and asked for again."""
LET_GO = """UPDATE jobs SET process = NULL WHERE process = ? AND taken < ?
    AND (table_id, what, seat, seq) NOT IN (SELECT * FROM
    unnest(CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS BIGINT[]), CAST(? AS BIGINT[]))) RETURNING what"""
PUT_OFF = f"""UPDATE jobs SET process = NULL, tries = tries + 1, due = ? + CAST(POWER(2, tries) * ? AS BIGINT)
    WHERE {OURS} AND tries < ? RETURNING 1"""
"""The wait before it is tried again grows with each time."""
Key = tuple[str, str, int, int]
"""By what a job is known: its table, its kind, its seat, and the event after which it was to be done."""
State = tuple[int, bytes | None]
"""The place of a job in the line, 0 while it is done and when it has failed, and what is noted of it."""


class Job(NamedTuple):
    """Something to be thought about: once, by whoever has a place for it."""

    table: str
    what: str
    seat: int
    seq: int
    """The event after which it was to be done; 0 where that does not matter."""
    place: str
    """For whom, by which turns are taken."""
    person: str = ""
    """Who asked for it, where that is counted."""

    @property
    def key(self) -> Key:
        return self[:4]


class Counts(NamedTuple):
    """How many jobs of a kind there are: for the same place, for the same person, and in all."""

    of_place: int = 0
    of_person: int = 0
    of_all: int = 0


class Present(NamedTuple):
    """Seats, as bits: whose people are connected, and whose have shown themselves in the last while."""

    here: int
    heard: int
    watchers: int = 0
    """How many people watch."""


NOBODY = Present(0, 0)


class Alive(NamedTuple):
    """A process that was heard of a moment ago."""

    process: str
    kind: str


class Loosely(Protocol):
    """Does work that may be lost."""

    def __call__(self, work: Work[T]) -> Coroutine[Any, Any, T]: ...


class Shared:
    """The calls by which processes know of each other. `own`: the connection by which this one commits."""

    def __init__(self, url: str, loosely: Loosely, beating: Loosely, own: Callable[[], int]) -> None:
        self._url = url
        self._loosely = loosely
        self._beating = beating
        self._own = own

    async def listen(self, hear: Hear) -> None:
        """Hear what others tell from now on."""
        from siegeworks.server.store.listening import Ear  # not before: only this needs PostgreSQL's library

        self._ear = Ear(self._url, self._own, hear)
        self._listening = asyncio.create_task(self._ear.run())

    async def close(self) -> None:
        self._listening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._listening

    def listen_anew(self) -> None:
        """Nothing was heard for too long."""
        self._ear.break_off()

    async def events_after(self, known: dict[str, int]) -> dict[str, list[Event]]:
        """The events of some tables, each after a number."""
        tables, seqs = list(known), list(known.values())
        found: dict[str, list[Event]] = {table: [] for table in tables}
        for table, *row in await self._loosely(lambda db: db.all(AFTER, tables, seqs)):
            found[table].append(checked(table, known[table] + len(found[table]) + 1, tuple(row)))
        return found

    # Processes

    async def beat(self, process: str, kind: str, now: int, lease: int, number: int) -> tuple[int, list[Alive]]:
        """This process is alive for a while longer; how far time has come, and who else is, the oldest first."""

        async def work(db: Database) -> tuple[int, list[Alive]]:
            tick = await keeping.pass_time(db, now)
            await db.all(BEAT, process, kind, tick, tick + lease)
            await db.tell(BEATS, [f"{process} {number}"])
            asked = "SELECT process, kind FROM processes WHERE until > ? ORDER BY since, process"
            return tick, [Alive(*row) for row in await db.all(asked, tick)]

        return await self._beating(work)

    async def leave(self, process: str) -> None:
        """This process goes: what it held is free at once."""

        async def work(db: Database) -> None:
            tables = await column(db, "DELETE FROM presence WHERE process = ? RETURNING table_id", process)
            held = await column(db, "UPDATE jobs SET process = NULL WHERE process = ? RETURNING what", process)
            await db.all("DELETE FROM processes WHERE process = ?", process)
            await db.tell(PRESENCE, [f"{table} {process}" for table in tables])
            await db.tell(JOBS, sorted(set(held)))

        await self._loosely(work)

    async def sweep(self, now: int, old: int) -> None:
        """Forget processes that died, with what they said of people, and jobs nobody has done for very long."""

        async def work(db: Database) -> None:
            await db.all("DELETE FROM processes WHERE until <= ?", now)
            gone = (
                "DELETE FROM presence WHERE process NOT IN (SELECT process FROM processes) RETURNING table_id, process"
            )
            await db.tell(PRESENCE, [f"{table} {process}" for table, process in await db.all(gone)])
            await db.all("DELETE FROM jobs WHERE asked < ?", old)
            await db.all(FORGET)

        await self._loosely(work)

    # Who is there

    async def be_present(self, process: str, present: dict[str, Present]) -> None:
        """Who is at some tables by way of this process."""
        there = [(table, *bits) for table, bits in present.items() if bits != NOBODY]
        left = [table for table, bits in present.items() if bits == NOBODY]

        async def work(db: Database) -> None:
            if there:
                await db.all(PRESENT, process, *map(list, zip(*there, strict=True)))
            if left:
                await db.all(ABSENT, process, left)
            await db.tell(PRESENCE, [f"{table} {process}" for table in present])

        await self._loosely(work)

    async def present(self, process: str, tables: list[str], now: int) -> dict[str, Present]:
        """Who is at some tables by way of other processes; those with nobody are left out."""
        found = dict[str, Present]()
        for table, here, heard, watchers in await self._loosely(lambda db: db.all(THERE, tables, process, now)):
            before = found.get(table, NOBODY)
            found[table] = Present(before.here | here, before.heard | heard, before.watchers + watchers)
        return found

    # Work

    async def offer(self, job: Job, process: str | None, now: int) -> int | None:
        """Have a job done: 0 if it is this process's to do, else its place in the line; None if another does it now."""

        async def work(db: Database) -> int | None:
            given = *job.key, job.place, job.person, now, now, job.what, now, process
            found = await column(db, OFFER, *given, now)
            if found and found[0] is not None:
                return 0
            await db.tell(JOBS, [job.what] if found else [])
            return await _place(db, job, now)

        return await self._loosely(work)

    async def take(self, what: str, process: str, now: int) -> Job | None:
        """The next job of a kind that waits, which is this process's from now on."""

        async def work(db: Database) -> Job | None:
            rows = await db.all(TAKE, process, now, now, *_waiting(what, now))
            if not rows:
                return None
            job = Job(*rows[0])
            await db.all(SERVED, *job.key)
            return job

        return await self._loosely(work)

    async def let_go(self, process: str, held: list[Key], before: int) -> None:
        """Of what a process took before a tick it holds these jobs alone: it does not know of others.

        They were taken as its connection broke.
        """

        async def work(db: Database) -> None:
            given = map(list, zip(*held, strict=True)) if held else ([], [], [], [])
            await db.tell(JOBS, sorted(set(await column(db, LET_GO, process, before, *given))))

        await self._loosely(work)

    async def waiting(self) -> int:
        """How many jobs nobody does yet."""
        return int((await self._loosely(lambda db: db.all("SELECT COUNT(*) FROM jobs WHERE process IS NULL")))[0][0])

    async def count(self, job: Job) -> Counts:
        """How many jobs of its kind wait or are done."""
        of_place, of_person = "COUNT(*) FILTER (WHERE place = ?)", "COUNT(*) FILTER (WHERE person = ?)"
        asked = f"SELECT {of_place}, {of_person}, COUNT(*) FROM jobs WHERE what = ? AND due IS NOT NULL"
        return Counts(*(await self._loosely(lambda db: db.all(asked, job.place, job.person, job.what)))[0])

    async def done(self, job: Job, process: str) -> None:
        """A job that this process holds is done, or need not be done any more."""
        await self._loosely(lambda db: db.all(f"DELETE FROM jobs WHERE {OURS}", *job.key, process))

    async def put_back(self, job: Job, process: str) -> None:
        """A job that this process holds was not done; somebody else may."""

        async def work(db: Database) -> None:
            found = await column(db, f"UPDATE jobs SET process = NULL WHERE {OURS} RETURNING what", *job.key, process)
            await db.tell(JOBS, found)

        await self._loosely(work)

    async def put_off(self, job: Job, process: str, due: int, wait: int, most: int) -> bool:
        """A job that this process holds is tried again, at a tick or later; False if that was so often already."""
        return bool(await self._loosely(lambda db: db.all(PUT_OFF, due, wait, *job.key, process, most)))

    async def fail(self, job: Job, process: str, found: bytes) -> None:
        """A job that this process holds cannot be done; all may read why until it is asked for again."""
        failed = f"UPDATE jobs SET process = NULL, due = NULL, so_far = ? WHERE {OURS}"
        await self._loosely(lambda db: db.all(failed, found, *job.key, process))

    async def call_off(self, job: Job) -> None:
        """A job need not be done any more, whoever holds it."""
        await self._loosely(lambda db: db.all(f"DELETE FROM jobs WHERE {KEY}", *job.key))

    async def so_far(self, job: Job, process: str, found: bytes) -> bool:
        """Note what a job has found so far; whether it is still this process's: it may have been called off."""
        noted = f"UPDATE jobs SET so_far = ? WHERE {OURS} RETURNING 1"
        return bool(await self._loosely(lambda db: db.all(noted, found, *job.key, process)))

    async def state_of(self, job: Job, now: int) -> State | None:
        """How far a job is; None if there is none."""

        async def work(db: Database) -> State | None:
            rows = await db.all(f"SELECT so_far FROM jobs WHERE {KEY}", *job.key)
            if not rows:
                return None
            return await _place(db, job, now) or 0, rows[0][0]

        return await self._loosely(work)


def _waiting(what: str, now: int) -> tuple[Any, ...]:
    """The arguments of WAITING."""
    return what, now, what, now, now


async def _place(db: Database, job: Job, now: int) -> int | None:
    """Where in the line a job waits; None if it does not."""
    line = await column(db, PLACE, *_waiting(job.what, now), job.table, job.seat, job.seq)
    return int(line[0]) if line else None
