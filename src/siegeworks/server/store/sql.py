"""A store on any SQL database: what each call of a store asks of it, and the queue before its one writer.

All entries that wait are committed at once. How that is done, and how something is read, each database says itself.
"""

from __future__ import annotations

import abc
import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple

from siegeworks.server.store import (
    CannotSave,
    Claim,
    Entry,
    Event,
    Held,
    Mine,
    Old,
    Standing,
    Stored,
    Studied,
    Usage,
    counting,
    devices,
    keeping,
    listing,
    solving,
)
from siegeworks.server.store.database import Row, T, Work, column
from siegeworks.server.store.noticing import NoticeRows
from siegeworks.server.store.rows import row_of

if TYPE_CHECKING:
    from siegeworks.puzzles.ratings import Rating
    from siegeworks.server.store.shared import Shared

CROWD, REST_S = 2, 0.002
"""After a commit that so many shared there is a short rest, and what comes meanwhile shares the next one."""


class Job(NamedTuple):
    """Rows of events, whatever else is to be done together with them, and who waits for it."""

    rows: list[Row]
    work: Work[Any] | None
    done: asyncio.Future[Any]
    table: str
    """Whose row the work changes, if it is one table's: in this order all do that who store several together."""


class SqlStore(abc.ABC):
    """All calls of a store but those that are different for each database."""

    def __init__(self) -> None:
        self.shared: Shared | None = None
        self.notices = NoticeRows(self._queue, lambda work: self._read(work))
        self._waiting: list[Job] = []
        self._is_busy = False  # something waits, or is being written
        self._rested_at = 0.0
        self._closed = False

    @abc.abstractmethod
    def _write(self, batch: list[Job]) -> None:
        """Begin to store a batch; `_settle` is called with what became of it, in the loop of whoever waits."""

    @abc.abstractmethod
    async def _read(self, work: Work[T]) -> T:
        """What comes of work that only reads."""

    # Writing

    def _queue(self, work: Work[Any] | None, rows: list[Row] | None = None, table: str = "") -> asyncio.Future[Any]:
        if self._closed:
            raise CannotSave("closing-nothing-saved")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        self._waiting.append(Job(rows or [], work, done, table))
        if not self._is_busy:
            self._is_busy = True
            loop.call_at(self._rested_at, self._hand_over)
        return done

    def _hand_over(self) -> None:
        """All that waits goes to the writer at once; what comes while it writes and rests goes next."""
        batch, self._waiting = self._waiting, []
        if batch:
            self._write(batch)

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
        first = min([*(one.table for one in entry.sittings), *(shelf.table for shelf in entry.shelves)], default="")
        work = (lambda db: keeping.shelve(db, entry)) if shelved else None
        await self._queue(work, list(map(row_of, entry.events)), first)

    async def set_name(self, person: str, name: str, claim: Claim | None = None) -> None:
        await self._queue(lambda db: keeping.set_name(db, person, name, claim))

    async def keep_tick(self, tick: int) -> int:
        """Note how far time has come; how far it has come for any process."""
        found: int = await self._queue(lambda db: keeping.pass_time(db, tick))
        return found

    async def secret(self, given: bytes) -> bytes:
        """The secret that all servers of this database sign with: the one given, if they have none yet."""
        found: bytes = await self._queue(lambda db: keeping.secret(db, given))
        return found

    async def put_off(self, table: str, tick: int) -> None:
        """Its clock is not asked for before a tick; whoever reads the table puts that right."""
        await self._queue(lambda db: db.all("UPDATE shelves SET due = ? WHERE table_id = ?", tick, table), table=table)

    async def forget(self, person: str) -> tuple[list[str], list[str]]:
        """The person's name, seats and the tables that are nobody else's; returns those, and the shared ones."""
        found: tuple[list[str], list[str]] = await self._queue(lambda db: keeping.forget(db, person))
        return found

    async def note(self, standings: dict[str, Standing]) -> None:
        """How tables stand; should this be lost, only the order of lists suffers."""
        await self._queue(lambda db: keeping.note(db, standings))

    async def throw_away(self, table: str, person: str) -> bool:
        """Take a table from somebody's list; whether it was deleted, since it is in nobody's any more."""
        found: bool = await self._queue(lambda db: listing.throw_away(db, table, person), table=table)
        return found

    async def expire(self, old: Old) -> list[str]:
        """Delete what is old; returns the tables that are gone."""
        found: list[str] = await self._queue(lambda db: keeping.expire(db, old))
        return found

    async def give(self, given: solving.Given, claim: Claim | None) -> solving.Effect:
        """Store an answer to a puzzle; what it changed."""
        found: solving.Effect = await self._queue(lambda db: solving.give(db, given, claim))
        return found

    async def begin_run(self, person: str, game: str, at: int, claim: Claim | None) -> solving.Run:
        """Puzzles against the clock, from now on."""
        found: solving.Run = await self._queue(lambda db: solving.begin_run(db, person, game, at, claim))
        return found

    async def go_on(
        self, given: solving.Given, of: str, before: solving.Run, claim: Claim | None
    ) -> solving.Run | None:
        """Store an answer in a run; None if the run is not as it was any more."""
        found: solving.Run | None = await self._queue(lambda db: solving.go_on(db, given, of, before, claim))
        return found

    async def link_device(self, wish: devices.Linked, claim: Claim | None) -> bool:
        """Keep a link for one more device; False if there are too many."""
        found: bool = await self._queue(lambda db: devices.link(db, wish, claim))
        return found

    async def add_device(self, device: str, name: str, at: int, by: str) -> str | None:
        """Whose device it is from now on; None if its link is not good any more, or whoever opens it has made it."""
        found: str | None = await self._queue(lambda db: devices.add(db, device, name, at, by))
        return found

    async def drop_device(self, person: str, device: str) -> bool:
        """Take a device, or a link that nobody opened, from somebody; whether there was one."""
        found: bool = await self._queue(lambda db: devices.drop(db, person, device))
        return found

    # Reading

    async def devices_of(self, person: str) -> list[devices.Device]:
        """Somebody's devices besides the first, and the link that is still open."""
        return await self._read(lambda db: devices.devices_of(db, person))

    async def solver(self, person: str) -> solving.Solver:
        """What is kept of somebody who solves puzzles."""
        return await self._read(lambda db: solving.solver(db, person))

    async def ratings(self) -> dict[str, Rating]:
        """Of all puzzles that were answered by anybody."""
        return await self._read(solving.ratings)

    async def run(self, person: str, game: str) -> solving.Run | None:
        """Somebody's last run."""
        return await self._read(lambda db: solving.run(db, person, game))

    async def load(self, table: str) -> Stored | None:
        return await self._read(lambda db: keeping.load(db, table))

    async def load_after(self, table: str, seq: int) -> list[Event]:
        return await self._read(lambda db: keeping.load_after(db, table, seq))

    async def lobby(self, after: Held, most: int) -> list[Held]:
        """Public tables that are not over, after a place in the list."""
        return await self._read(lambda db: listing.lobby(db, after, most))

    async def tables_of(self, person: str) -> list[Mine]:
        """The tables a person sits at or has made, in no order."""
        return await self._read(lambda db: listing.mine(db, person))

    async def studies_of(self, person: str) -> list[Studied]:
        """The studies a person has made, those that changed last first."""
        return await self._read(lambda db: listing.studies(db, person))

    async def usage(self, claim: Claim) -> Usage:
        """How much whoever makes a claim has already."""
        return await self._read(lambda db: counting.usage(db, claim))

    async def due(self, tick: int) -> list[str]:
        """Tables whose clocks have run out, the longest ago first; not all of them if there are very many."""
        asked = "SELECT table_id FROM shelves WHERE due IS NOT NULL AND due <= ? ORDER BY due LIMIT 1000"
        return await self._read(lambda db: column(db, asked, tick))

    async def touched(self, since: int) -> list[str]:
        """Tables that count as unfinished and have an event since a tick."""
        asked = f"SELECT table_id FROM shelves WHERE over = 0 AND {keeping.LAST} >= ?"
        return await self._read(lambda db: column(db, asked, since))

    async def shared_tables(self, person: str) -> list[str]:
        """The tables at which others sit too."""
        return await self._read(lambda db: keeping.shared_tables(db, person))

    async def forgotten(self) -> set[str]:
        """The fingerprints of those whose cookies are worth nothing."""
        return set(await self._read(lambda db: column(db, "SELECT person FROM forgotten")))

    async def name_of(self, person: str) -> str | None:
        found = await self._read(lambda db: column(db, "SELECT name FROM people WHERE person = ?", person))
        return str(found[0]) if found else None

    async def tick(self) -> int:
        """The latest moment known to have passed, in ms servers have run."""
        found = await self._read(lambda db: column(db, "SELECT value FROM facts WHERE name = 'tick'"))
        return int(found[0]) if found else 0
