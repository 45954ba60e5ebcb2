"""Looking back at finished matches, asked for by people: begun, told how far it is, called off, and stored.

Where several processes share a database each of these is a job, done by one of them (see `peers`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from siegeworks.errors import SiegeworksError
from siegeworks.server import studies
from siegeworks.server.askers import Asker
from siegeworks.server.peers import ANALYSIS, Job, Peers
from siegeworks.server.people import Identities, fingerprint
from siegeworks.server.pools import Stuck
from siegeworks.server.room import Change, NoTable, Room, Rooms, insist, quietly
from siegeworks.server.store import CannotSave, Damaged
from siegeworks.server.studies import Study
from siegeworks.server.table import Table
from siegeworks.server.thinkers import Thinkers
from siegeworks.server.warm import Readiness

LOG = logging.getLogger("siegeworks.server")
NOTED_S = 1.0
"""How often an analysis notes how far it is, where others ask for that."""
RETRY_S, MOST_WAIT_S = 1.0, 30.0
"""How soon what could not be stored is stored again, and how long that is waited for at most, as the wait grows."""
Spawn = Callable[[Coroutine[Any, Any, Any]], None]


class Analyses:
    """Sees to all of them. `spawn` starts what nobody waits for."""

    def __init__(
        self,
        rooms: Rooms,
        identities: Identities,
        thinkers: Thinkers,
        readiness: Readiness,
        peers: Peers,
        spawn: Spawn,
    ) -> None:
        self._rooms = rooms
        self._identities = identities
        self._thinkers = thinkers
        self._readiness = readiness
        self._peers = peers
        self._spawn = spawn

    async def ask(self, room: Room, asker: Asker) -> None:
        """Begin to look back at a finished match, unless that is done or under way; raises TooMany."""
        if room.table.analysis is not None or await self._is_under_way(room):
            return
        place = asker.person if asker.is_exempt else self._identities.origin(asker.by_place)
        job = study_of(room.table, place, fingerprint(asker.person))
        self._thinkers.studies.check(asker, *await self._peers.count(job))
        if await self._peers.offer(job) == 0:
            self._begin(room, job, asker)

    async def _is_under_way(self, room: Room) -> bool:
        """Whether this process does it; it may have been called off at another one a moment ago."""
        study = room.analysing
        if study is None or study.is_stopped:
            return False
        if not await self._peers.note(study_of(room.table), study.so_far()):
            study.is_stopped = True
        return not study.is_stopped

    def begin(self, room: Room, job: Job) -> None:
        """Do what waited, and is this process's to do now."""
        self._begin(room, job, Asker("", job.place))

    def _begin(self, room: Room, job: Job, asker: Asker) -> None:
        room.analysing = Study(room.table.match.copy(), asker)
        self._spawn(self._see_to(room, room.analysing, job))

    async def call_off(self, room: Room) -> None:
        """An analysis is not wanted any more."""
        if room.analysing is not None:
            room.analysing.is_stopped = True
        await self._peers.call_off(study_of(room.table))

    async def told(self, room: Room) -> dict[str, Any]:
        """How far looking back at a match is, and what it found."""
        study = room.analysing
        if study is not None and study.is_stopped:
            study = None
        if study is None and room.table.analysis is None:
            state = await self._peers.state_of(study_of(room.table))
            if state is not None:
                return studies.told_of_job(state)
            await self._rooms.catch_up(room)  # it may have been done elsewhere a moment ago
        place = self._thinkers.studies.place_in_line(study.asker) if study and not study.is_begun else 0
        return studies.told(room.table.analysis, study, place)

    async def _see_to(self, room: Room, study: Study, job: Job) -> None:
        """A job, to whatever end it comes. Where this process has to stop, another one begins anew."""
        try:
            await self._study(room, study, job)
        except asyncio.CancelledError:
            await quietly(self._peers.put_back, job)
            raise
        except (NoTable, Damaged):
            await quietly(self._peers.done, job)
        except SiegeworksError as problem:
            if study.is_stopped:
                await quietly(self._peers.done, job)
            else:
                await quietly(self._peers.fail, job, studies.failure(problem.says))
        except Exception:
            LOG.exception("the analysis of table %s has failed", job.table)
            await quietly(self._put_off, job)
        else:
            await quietly(self._peers.done, job)
        finally:
            study.is_stopped = True
            if room.analysing is study:
                room.analysing = None

    async def _put_off(self, job: Job) -> None:
        if not await self._peers.put_off(job):
            await self._peers.fail(job, studies.failure(Stuck("bot-failed").says))

    async def _study(self, room: Room, study: Study, job: Job) -> None:
        noting = asyncio.ensure_future(self._note(room, study, job))
        try:
            ready = partial(self._readiness.wait_for_code, room.table.game)
            found = await self._thinkers.studies.run(study.run, studies.LIMIT_S, study.asker, ready)
        finally:
            noting.cancel()
        await self._keep(room, study, found)

    async def _keep(self, room: Room, study: Study, found: dict[str, Any]) -> None:
        """Store what was found. A database that is away is waited for: half an hour of thinking may be in it."""
        wait_s = RETRY_S
        while not study.is_stopped:
            try:
                async with room.lock:
                    await insist(self._store, room, found)
                return
            except CannotSave:
                await asyncio.sleep(wait_s)
                wait_s = min(2 * wait_s, MOST_WAIT_S)

    async def _store(self, room: Room, found: dict[str, Any]) -> None:
        if room.table.analysis is None:  # another process may have been faster
            await self._rooms.commit(room, Change("analysed", {"found": found}))

    async def _note(self, room: Room, study: Study, job: Job) -> None:
        """Let others know how far it is, and hear from them whether it is still wanted here."""
        while not study.is_stopped:
            await asyncio.sleep(NOTED_S)
            with contextlib.suppress(SiegeworksError):
                is_ours = await self._peers.note(job, study.so_far())
                study.is_stopped = study.is_stopped or not is_ours or room.table.analysis is not None


def study_of(table: Table, place: str = "", person: str = "") -> Job:
    """The job of looking back at a table's match, and for whom."""
    return Job(table.id, ANALYSIS, 0, 0, place, person)
