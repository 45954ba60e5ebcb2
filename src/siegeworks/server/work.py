"""What goes on at tables without a person: the turns of bots and of seats that have left, series, and analyses.

Where several processes share a database each of these is a job, done by one of them (see `peers`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from siegeworks.errors import SiegeworksError
from siegeworks.server import studies, wire
from siegeworks.server.askers import Asker
from siegeworks.server.letters import Letters
from siegeworks.server.peers import ANALYSIS, BOT, Job, Peers
from siegeworks.server.people import fingerprint
from siegeworks.server.room import Change, NoTable, Room, Rooms, insist, quietly
from siegeworks.server.seating import following
from siegeworks.server.store import Damaged
from siegeworks.server.studies import Study
from siegeworks.server.table import Table
from siegeworks.server.thinkers import Thinkers
from siegeworks.server.turns import Turn, Turns, asker_of
from siegeworks.server.warm import Readiness

LOG = logging.getLogger("siegeworks.server")
RETRY_S = 1.0
NOTED_S = 1.0
"""How often an analysis notes how far it is, where others ask for that."""
Spawn = Callable[[Coroutine[Any, Any, Any]], None]


class Work:
    """Sees to all of it. `spawn` starts what nobody waits for."""

    def __init__(
        self,
        rooms: Rooms,
        letters: Letters,
        turns: Turns,
        thinkers: Thinkers,
        readiness: Readiness,
        peers: Peers,
        spawn: Spawn,
    ) -> None:
        self._rooms = rooms
        self._letters = letters
        self._turns = turns
        self._thinkers = thinkers
        self._readiness = readiness
        self._peers = peers
        self._spawn = spawn
        self.is_closing = False

    def go_on(self, room: Room) -> None:
        """Whatever goes on without a person: bots, seats that have left, the next match of a series."""
        table = room.table
        if self.is_closing or table.is_archive:
            return
        if table.is_over:
            found = wire.series(table)
            if found and not found["over"] and table.next is None:
                self._spawn(quietly(self._next_match, room))
            return
        for seat in table.waiting:
            if seat not in room.thinking and may_move(table, seat):
                room.thinking.add(seat)
                self._spawn(self._begin_turn(room, seat))

    async def _next_match(self, room: Room) -> None:
        async with room.lock:
            await insist(self._follow, room)

    async def _follow(self, room: Room) -> None:
        if room.table.next is None:
            new = following(self._rooms, room.table)
            await self._rooms.commit(room, Change("follow", {"table": new.table.id}, following=new))

    # Turns of bots, and of seats that have left

    async def _begin_turn(self, room: Room, seat: int) -> None:
        """A bot is to move: here, or wherever there is a place to think."""
        job = Job(room.table.id, BOT, seat, room.table.moved, asker_of(room.table).by_place)
        try:
            elsewhere = await self._peers.offer(job)
        except SiegeworksError:
            room.thinking.discard(seat)
            await self._try_later(room)
            return
        except BaseException:
            room.thinking.discard(seat)
            raise
        place = self._turns.place_in_line(room.table, seat) if elsewhere == 0 else elsewhere
        if place:
            self._letters.say(room, {"type": "waiting", "seat": seat, "place": place})
        if elsewhere == 0:
            await self._think(room, job)
        else:
            room.thinking.discard(seat)

    async def _think(self, room: Room, job: Job) -> None:
        """A bot's turn: choose, and play if the table is still as it was. What fails is replaced by the default."""
        seat = job.seat
        if not is_wanted(room.table, job):  # something has happened while it was asked whose turn to think it is
            room.thinking.discard(seat)
            await quietly(self._peers.done, job)
            self.go_on(room)
            return
        try:
            turn = await self._turns.of(room.table, seat)
        except BaseException:
            room.thinking.discard(seat)
            await quietly(self._peers.put_back, job)
            raise
        try:
            async with room.lock:
                room.thinking.discard(seat)  # here only: what follows may make the same seat think again
                if self._rooms.is_kept(room):  # else the table was thrown away meanwhile
                    await insist(self._play_if_still, room, job, turn)
        except SiegeworksError as problem:
            LOG.warning("a bot's move at table %s was not saved: %s", room.table.id, problem.code)
            await quietly(self._peers.done, job)
            await self._try_later(room)
        else:
            await quietly(self._peers.done, job)

    async def _play_if_still(self, room: Room, job: Job, turn: Turn) -> None:
        table = room.table  # which may have been read anew
        if is_wanted(table, job):
            await self.play_for(room, job.seat, turn)
        else:
            self.go_on(room)

    async def play_for(self, room: Room, seat: int, turn: Turn) -> None:
        """A turn nobody sent: a bot's, the clock's, or that of a seat that has left. The caller holds the lock."""
        data: dict[str, Any] = {"seat": seat, "note": turn.note.data()} if turn.note else {"seat": seat}
        if turn.reason is not None:
            data["reason"] = turn.reason
        if seat in room.table.choosing():
            await self._rooms.commit(room, Change("seal", {**data, "action": turn.actions[0]}))
        else:
            room.table.match.check(turn.actions[0], seat)
            await self._rooms.commit(room, Change("act", {**data, "actions": turn.actions}))

    async def _try_later(self, room: Room) -> None:
        await asyncio.sleep(RETRY_S)
        self.go_on(room)

    # Analyses

    async def analyse(self, room: Room, asker: Asker) -> None:
        """Begin to look back at a finished match, unless that is done or under way; raises TooMany."""
        if room.table.analysis is not None or (room.analysing is not None and room.analysing.failed is None):
            return
        place = asker.person if asker.is_exempt else self._letters.identities.origin(asker.by_place)
        job = study_of(room.table, place, fingerprint(asker.person))
        self._thinkers.studies.check(asker, *await self._peers.count(job))
        if await self._peers.offer(job) == 0:
            self._begin_study(room, job, asker)

    def _begin_study(self, room: Room, job: Job, asker: Asker) -> None:
        room.analysing = Study(room.table.match.copy(), asker)
        self._spawn(self._study(room, room.analysing, job))

    async def call_off(self, room: Room) -> None:
        """An analysis is not wanted any more."""
        if room.analysing is not None:
            room.analysing.is_called_off = True
        await self._peers.call_off(study_of(room.table))

    async def told_analysis(self, room: Room) -> dict[str, Any]:
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

    # What other processes have no place for

    async def take_all(self) -> None:
        """Do what waits."""
        async for job in self._peers.jobs():
            self._spawn(self._do(job))

    async def _do(self, job: Job) -> None:
        """A job that waited, if there is still something to do."""
        try:
            room = await self._rooms.find(job.table)
            await self._rooms.catch_up(room)
        except (NoTable, Damaged):
            await quietly(self._peers.done, job)
            return
        except SiegeworksError:  # the store has said that the database is away; the job waits until it is back
            await quietly(self._peers.put_back, job)
            return
        except BaseException:
            await quietly(self._peers.put_back, job)
            raise
        if job.what == ANALYSIS and room.table.is_open and room.table.analysis is None:
            self._begin_study(room, job, Asker("", job.place))
        elif job.what == BOT and is_wanted(room.table, job):
            room.thinking.add(job.seat)
            await self._think(room, job)
        else:
            await quietly(self._peers.done, job)


def may_move(table: Table, seat: int) -> bool:
    """Whether a seat is moved by the house."""
    return seat in table.match.gone or table.seats[seat].is_bot


def is_wanted(table: Table, job: Job) -> bool:
    """Whether a turn is still to be played, as it was when it was asked for."""
    return table.moved == job.seq and job.seat in table.waiting and may_move(table, job.seat)


def study_of(table: Table, place: str = "", person: str = "") -> Job:
    """The job of looking back at a table's match, and for whom."""
    return Job(table.id, ANALYSIS, 0, 0, place, person)
