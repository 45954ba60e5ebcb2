"""Looking back at finished matches, asked for by people: begun, told how far it is, called off, and stored.

Where several processes share a database each of these is a job, done by one of them (see `peers`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from siegeworks.errors import SiegeworksError
from siegeworks.server import studies
from siegeworks.server.askers import Asker
from siegeworks.server.peers import ANALYSIS, Job, Peers
from siegeworks.server.people import Identities, fingerprint
from siegeworks.server.room import Change, Room, Rooms, insist, quietly
from siegeworks.server.studies import Study
from siegeworks.server.table import Table
from siegeworks.server.thinkers import Thinkers
from siegeworks.server.warm import Readiness

NOTED_S = 1.0
"""How often an analysis notes how far it is, where others ask for that."""
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
        if room.table.analysis is not None or (room.analysing is not None and room.analysing.failed is None):
            return
        place = asker.person if asker.is_exempt else self._identities.origin(asker.by_place)
        job = study_of(room.table, place, fingerprint(asker.person))
        self._thinkers.studies.check(asker, *await self._peers.count(job))
        if await self._peers.offer(job) == 0:
            self._begin(room, job, asker)

    def begin(self, room: Room, job: Job) -> None:
        """Do what waited, and is this process's to do now."""
        self._begin(room, job, Asker("", job.place))

    def _begin(self, room: Room, job: Job, asker: Asker) -> None:
        room.analysing = Study(room.table.match.copy(), asker)
        self._spawn(self._study(room, room.analysing, job))

    async def call_off(self, room: Room) -> None:
        """An analysis is not wanted any more."""
        if room.analysing is not None:
            room.analysing.is_called_off = True
        await self._peers.call_off(study_of(room.table))

    async def told(self, room: Room) -> dict[str, Any]:
        """How far looking back at a match is, and what it found."""
        study = room.analysing
        if study is None and room.table.analysis is None:
            return studies.told_of_job(await self._peers.state_of(study_of(room.table)))
        place = self._thinkers.studies.place_in_line(study.asker) if study and not study.is_begun else 0
        return studies.told(room.table.analysis, study, place)

    async def _study(self, room: Room, study: Study, job: Job) -> None:
        noting = asyncio.ensure_future(self._note(study, job))
        try:
            ready = partial(self._readiness.wait_for_code, room.table.game)
            found = await self._thinkers.studies.run(study.run, studies.LIMIT_S, study.asker, ready)
            if not study.is_called_off:
                async with room.lock:
                    await insist(self._rooms.commit, room, Change("analysed", {"found": found}))
            room.analysing = None
        except SiegeworksError as problem:
            study.failed = problem.says
        finally:
            noting.cancel()
            if study.is_called_off:
                room.analysing = None
            await quietly(self._peers.done, job)

    async def _note(self, study: Study, job: Job) -> None:
        """Let others know how far it is, and hear from them that it is called off."""
        while not study.is_called_off:
            await asyncio.sleep(NOTED_S)
            try:
                if not await self._peers.note(job, study.so_far()):
                    study.is_called_off = True
            except SiegeworksError:
                continue


def study_of(table: Table, place: str = "", person: str = "") -> Job:
    """The job of looking back at a table's match, and for whom."""
    return Job(table.id, ANALYSIS, 0, 0, place, person)
