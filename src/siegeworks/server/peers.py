"""Other processes on the same database: who is alive, whose work it is, and who sees to what only one need see to.

A process says every second that it is alive. One that has not done so for three seconds counts as dead, and what it
held is free. Two may still believe that something is theirs, for a moment: then both do it, and the number of
the event lets one of them through.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Literal, Protocol

import orjson

from siegeworks.errors import SiegeworksError
from siegeworks.server.clocks import Ticks
from siegeworks.server.starting import once_reached
from siegeworks.server.store.news import Hear
from siegeworks.server.store.shared import Alive, Counts, Job, Key, Present, Shared, State

LOG = logging.getLogger("siegeworks.server")
BEAT_S = 1.0
LEASE_MS = 3_000
POLL_S = 1.0
"""How often somebody looks for work that nobody told of: that of a process that died."""
DEAF_S = 10.0
"""A process that has not heard itself for so long listens anew."""
AGAIN_MS, MOST_TRIES = 1_000, 8
"""After how long a job that failed in a way nobody foresaw is tried again, twice as long each time, and how often."""
DAY_MS = 24 * 3600 * 1000
NAME_BYTES = 6
BOT, ANALYSIS = "bot", "analysis"
Kind = Literal["server", "thinker"]


class Peers(Protocol):
    """The processes on one database, as a server asks them: this one alone, or together with others."""

    @property
    def is_keeper(self) -> bool:
        """Whether clocks and old tables are this process's concern."""

    def watched(self) -> dict[str, Callable[[], float]]:
        """What can be counted of others (see `Metrics.watch`)."""

    async def open(self) -> None:
        """Be one of them."""

    async def run(self) -> None:
        """Say again and again that this process is alive."""

    async def close(self) -> None:
        """Others take over at once."""

    async def offer(self, job: Job) -> int | None:
        """Have a job done: 0 if it is this process's to do, else its place in the line; None if another does it now."""

    def jobs(self) -> AsyncIterator[Job]:
        """What waits, one after the other, whenever there is a place for it here: each is this process's to do."""

    async def done(self, job: Job) -> None:
        """A job of this process is done, or need not be done."""

    async def put_back(self, job: Job) -> None:
        """A job of this process was not done; somebody else may."""

    async def put_off(self, job: Job) -> bool:
        """Something nobody foresaw: tried again after a while, by anybody. False if it was so often, and goes on so."""

    async def fail(self, job: Job, why: dict[str, Any]) -> None:
        """A job of this process cannot be done; others may read why."""

    async def call_off(self, job: Job) -> None:
        """A job need not be done any more, whoever does it."""

    async def count(self, job: Job) -> Counts:
        """How many jobs of its kind all processes have."""

    async def note(self, job: Job, so_far: dict[str, Any]) -> bool:
        """Let others know how far a job is; False if it is not this process's any more, or was called off."""

    async def state_of(self, job: Job) -> State | None:
        """What is noted of a job; None if there is none."""

    async def present(self, tables: list[str]) -> dict[str, Present]:
        """Who is at some tables by way of other processes; those with nobody are left out."""


class Alone:
    """The only process on its database."""

    is_keeper = True

    def __init__(self) -> None:
        self._failed: dict[Key, bytes] = {}
        """What could not be done, and why, until it is asked for again."""
        self._tries: Counter[Key] = Counter()
        """How often each job was put off that is to be tried again."""
        self._again: asyncio.Queue[Job] = asyncio.Queue()

    def watched(self) -> dict[str, Callable[[], float]]:
        return {}

    async def present(self, tables: list[str]) -> dict[str, Present]:
        return {}

    async def open(self) -> None:
        pass

    async def run(self) -> None:
        pass

    async def close(self) -> None:
        pass

    async def offer(self, job: Job) -> int | None:
        self._failed.pop(job.key, None)
        return None if job.key in self._tries else 0

    async def jobs(self) -> AsyncIterator[Job]:
        while True:  # what is asked for is done at once; only what was not done then waits
            yield await self._again.get()

    async def done(self, job: Job) -> None:
        self._tries.pop(job.key, None)

    async def put_back(self, job: Job) -> None:
        self._again.put_nowait(job)

    async def put_off(self, job: Job) -> bool:
        tries = self._tries[job.key]
        if tries == MOST_TRIES:
            return False
        self._tries[job.key] += 1
        wait_s = AGAIN_MS / 1000 * 2**tries
        asyncio.get_running_loop().call_later(wait_s, self._try_again, job)
        return True

    def _try_again(self, job: Job) -> None:
        if job.key in self._tries:  # else it was called off meanwhile
            self._again.put_nowait(job)

    async def fail(self, job: Job, why: dict[str, Any]) -> None:
        self._tries.pop(job.key, None)
        self._failed[job.key] = orjson.dumps(why)

    async def call_off(self, job: Job) -> None:
        self._failed.pop(job.key, None)
        self._tries.pop(job.key, None)

    async def count(self, job: Job) -> Counts:
        return Counts()

    async def note(self, job: Job, so_far: dict[str, Any]) -> bool:
        return True

    async def state_of(self, job: Job) -> State | None:
        failed = self._failed.get(job.key)
        return None if failed is None and job.key not in self._tries else (0, failed)


class Together:
    """This process among others. `places`: how much of each kind of work it does at a time."""

    def __init__(self, shared: Shared, ticks: Ticks, kind: Kind, places: dict[str, int]) -> None:
        self.name = secrets.token_urlsafe(NAME_BYTES)
        self.shared = shared
        self.ticks = ticks
        self.kind = kind
        self.places = places
        self.alive: list[Alive] = []
        self.waiting = 0
        """The jobs that waited in the database at the last beat."""
        self.lag_s = 0.0
        """How long the last notification took from this process back to itself."""
        self.hear: Hear = lambda channel, line: None
        """Called with whatever others tell."""
        self.died: Callable[[], None] = lambda: None
        """Called when another process is not heard of any more."""
        self.returned: Callable[[], None] = lambda: None
        """Called when this process was taken for dead: others have forgotten what it told them."""
        self._busy: Counter[str] = Counter()
        self._held: set[Key] = set()
        """The jobs that are this process's to do, as it knows."""
        self._claims: list[int] = []
        """When it began to ask for each job that may have become its own without its knowing that yet."""
        self._has_work = asyncio.Event()
        self._gone: set[str] = set()
        """Processes that were alive and are not any more, until somebody has seen to what they held."""
        self._beat, self._sent_at, self._echoed_at, self._alive_at = 0, 0.0, 0.0, 0.0

    @property
    def is_keeper(self) -> bool:
        """They are the oldest server's."""
        return next((each.process for each in self.alive if each.kind == "server"), None) == self.name

    def watched(self) -> dict[str, Callable[[], float]]:
        return {
            "processes": lambda: len(self.alive),
            "thinkers": lambda: sum(each.kind == "thinker" for each in self.alive),
            "jobs_waiting": lambda: self.waiting,
            "notify_lag_seconds": lambda: self.lag_s,
        }

    # Being alive

    async def open(self) -> None:
        await self.shared.listen(self.hear)
        await once_reached(self.beat)

    async def run(self) -> None:
        self._echoed_at = time.monotonic()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(_again_and_again(self._beat_and_listen))
            tasks.create_task(_again_and_again(self._look_after))

    async def _beat_and_listen(self) -> None:
        try:
            await self.beat()
        finally:
            if time.monotonic() - self._echoed_at > DEAF_S:
                self._echoed_at = time.monotonic()
                self.shared.listen_anew()

    async def beat(self) -> None:
        """Say once that this process is alive."""
        self._beat += 1
        self._sent_at = time.monotonic()
        now = self.ticks.now()
        tick, alive = await self.shared.beat(self.name, self.kind, now, LEASE_MS, self._beat)
        self.ticks.reach(tick)
        is_back, self._alive_at = time.monotonic() - self._alive_at > LEASE_MS / 1000, time.monotonic()
        if is_back:
            self.returned()
        self._gone |= {each.process for each in self.alive} - {each.process for each in alive}
        self.alive = alive

    async def _look_after(self) -> None:
        """See to what is held by this process, and by those that are gone. No beat waits for that."""
        self.waiting = await self.shared.waiting()
        before = min([*self._claims, self.ticks.now()])
        await self.shared.let_go(self.name, sorted(self._held), before)
        gone = set(self._gone)
        if gone and self.is_keeper:
            await self.shared.sweep(self.ticks.now(), self.ticks.now() - DAY_MS)
            self.died()
        self._gone -= gone

    def heard_beat(self, line: str) -> None:
        """A beat has come round, perhaps our own."""
        if line == f"{self.name} {self._beat}":
            self._echoed_at = time.monotonic()
            self.lag_s = self._echoed_at - self._sent_at

    async def close(self) -> None:
        await self.shared.close()
        with contextlib.suppress(SiegeworksError):
            await self.shared.leave(self.name)

    # Work

    def _has_place(self, what: str) -> bool:
        """Whether one more of a kind can be done here now."""
        return self._busy[what] < self.places.get(what, 0)

    async def offer(self, job: Job) -> int | None:
        if not self._has_place(job.what) or job.key in self._held:
            return await self.shared.offer(job, None, self.ticks.now())
        self._busy[job.what] += 1
        self._held.add(job.key)
        is_ours = False
        try:
            with self._claiming() as now:
                place = await self.shared.offer(job, self.name, now)
            is_ours = place == 0
        finally:
            if not is_ours:
                self._busy[job.what] -= 1
                self._held.discard(job.key)
        return place

    async def jobs(self) -> AsyncIterator[Job]:
        while True:
            await self._wait_for_work()
            for what in (BOT, ANALYSIS):
                while self._has_place(what) and (job := await self._take_if_possible(what)) is not None:
                    yield job

    async def _take_if_possible(self, what: str) -> Job | None:
        try:
            return await self._take(what)
        except SiegeworksError:
            pass  # the store has said that the database is away
        except Exception:
            LOG.exception("work that waits could not be taken")
        return None

    async def _take(self, what: str) -> Job | None:
        """Something of a kind that waits, which is this process's to do from now on."""
        self._busy[what] += 1
        job = None
        try:
            with self._claiming() as now:
                job = await self.shared.take(what, self.name, now)
                if job is not None:
                    self._held.add(job.key)
        finally:
            if job is None:
                self._busy[what] -= 1
        return job

    @contextlib.contextmanager
    def _claiming(self) -> Iterator[int]:
        """A job may become this process's own from this tick on, and is known as such at the end if it did."""
        now = self.ticks.now()
        self._claims.append(now)
        try:
            yield now
        finally:
            self._claims.remove(now)

    async def done(self, job: Job) -> None:
        with self._freed(job):
            await self.shared.done(job, self.name)

    async def put_back(self, job: Job) -> None:
        with self._freed(job):
            await self.shared.put_back(job, self.name)

    async def put_off(self, job: Job) -> bool:
        is_put_off = True
        try:
            now = self.ticks.now()
            is_put_off = await self.shared.put_off(job, self.name, now, AGAIN_MS, MOST_TRIES)
        finally:
            if is_put_off:
                self._free(job)
        return is_put_off

    async def fail(self, job: Job, why: dict[str, Any]) -> None:
        with self._freed(job):
            await self.shared.fail(job, self.name, orjson.dumps(why))

    async def call_off(self, job: Job) -> None:
        await self.shared.call_off(job)

    async def count(self, job: Job) -> Counts:
        return await self.shared.count(job)

    async def note(self, job: Job, so_far: dict[str, Any]) -> bool:
        return await self.shared.so_far(job, self.name, orjson.dumps(so_far))

    async def state_of(self, job: Job) -> State | None:
        return await self.shared.state_of(job, self.ticks.now())

    @contextlib.contextmanager
    def _freed(self, job: Job) -> Iterator[None]:
        """A place is free once the job is given up in the database too: else it might be taken again before that."""
        try:
            yield
        finally:
            self._free(job)

    def _free(self, job: Job) -> None:
        if job.key in self._held:
            self._busy[job.what] -= 1
            self._held.discard(job.key)
            self._has_work.set()  # something may have waited for the place

    def tell_work(self) -> None:
        """Something waits."""
        self._has_work.set()

    async def _wait_for_work(self) -> None:
        """Until something may wait that could be done here."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(POLL_S):
                await self._has_work.wait()
        self._has_work.clear()

    # People

    async def show(self, present: dict[str, Present]) -> None:
        """Who is at some tables by way of this process."""
        await self.shared.be_present(self.name, present)

    async def present(self, tables: list[str]) -> dict[str, Present]:
        """Who is at some tables by way of others; those with nobody are left out."""
        return await self.shared.present(self.name, tables, self.ticks.now())


async def _again_and_again(work: Callable[[], Awaitable[None]]) -> None:
    """Do it every BEAT_S, whatever comes of it."""
    while True:
        try:
            await work()
        except SiegeworksError:
            pass  # the store has said that the database is away
        except Exception:
            LOG.exception("being one of several processes")
        await asyncio.sleep(BEAT_S)


__all__ = ["ANALYSIS", "BOT", "Alone", "Job", "Kind", "Peers", "Together"]
