"""What goes on at tables without a person: the turns of bots and of seats that have left, and series.

Where several processes share a database each turn is a job, done by one of them (see `peers`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from siegeworks.errors import SiegeworksError
from siegeworks.lines import ORDER
from siegeworks.server import wire
from siegeworks.server.analyses import Analyses
from siegeworks.server.letters import Letters
from siegeworks.server.peers import ANALYSIS, BOT, Job, Peers
from siegeworks.server.room import Change, NoTable, Room, Rooms, insist, quietly
from siegeworks.server.seating import following
from siegeworks.server.store import Damaged
from siegeworks.server.table import Table
from siegeworks.server.turns import Turn, Turns, asker_of

LOG = logging.getLogger("siegeworks.server")
RETRY_S = 1.0
Spawn = Callable[[Coroutine[Any, Any, Any]], None]


class Work:
    """Sees to all of it. `spawn` starts what nobody waits for."""

    def __init__(
        self,
        rooms: Rooms,
        letters: Letters,
        turns: Turns,
        analyses: Analyses,
        peers: Peers,
        spawn: Spawn,
    ) -> None:
        self._rooms = rooms
        self._letters = letters
        self._turns = turns
        self._analyses = analyses
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
        if table.orders.stand:
            self._letters.later(self._begin, self._obey_soon, room)
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

    # Standing orders

    def heed(self, room: Room) -> None:
        """Something has happened: once all have been told and answered, those who watch too, orders are looked at."""
        if room.table.orders.stand:
            self._letters.later(self._begin, self._heed, room)

    def _begin(self, work: Callable[[Room], Coroutine[Any, Any, None]], room: Room) -> None:
        if not self.is_closing:
            self._spawn(work(room))

    async def _heed(self, room: Room) -> None:
        """The owners, and nobody else, are told what has become of their orders."""
        room.table.orders.settle(room.table)
        for seat in room.table.orders.news():
            self._rooms.tell(room, seat)

    async def _obey_soon(self, room: Room) -> None:
        await self._heed(room)
        if room.table.orders.due() is None:
            return
        try:
            async with room.lock:
                if self._rooms.is_kept(room):
                    await self.obey(room)
        except SiegeworksError as problem:
            LOG.warning("an order at table %s was not played: %s", room.table.id, problem.code)
            await self._try_later(room)

    async def obey(self, room: Room) -> None:
        """Play what has been ordered for now, if it was not played meanwhile. The caller holds the lock."""
        await insist(self._obey, room)

    async def _obey(self, room: Room) -> None:
        table = room.table  # which may have been read anew
        table.orders.settle(table)
        due = table.orders.due()
        if due is not None:
            await self.play_for(room, due[0], Turn([due[1]], reason=ORDER))

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
            await self._attempt(job, partial(self._think, room))
        else:
            room.thinking.discard(seat)

    async def _think(self, room: Room, job: Job) -> None:
        """A bot's turn: choose, and play if the table is still as it was. What fails is replaced by the default."""
        if not is_wanted(room.table, job):  # something has happened while it was asked whose turn to think it is
            room.thinking.discard(job.seat)
            await quietly(self._peers.done, job)
            self.go_on(room)
            return
        try:
            await self._play_turn(room, job)
        except SiegeworksError as problem:
            LOG.warning("a bot's move at table %s was not saved: %s", room.table.id, problem.code)
            await quietly(self._peers.done, job)
            await self._try_later(room)
        else:
            await quietly(self._peers.done, job)

    async def _play_turn(self, room: Room, job: Job) -> None:
        try:
            turn = await self._turns.of(room.table, job.seat)
            await room.lock.acquire()
        finally:
            room.thinking.discard(job.seat)  # here only: what follows may make the same seat think again
        try:
            if self._rooms.is_kept(room):  # else the table was thrown away meanwhile
                await insist(self._play_if_still, room, job, turn)
        finally:
            room.lock.release()

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

    # What other processes have no place for

    async def take_all(self) -> None:
        """Do what waits."""
        async for job in self._peers.jobs():
            self._spawn(self._attempt(job, self._do))

    async def _attempt(self, job: Job, do: Callable[[Job], Awaitable[None]]) -> None:
        """A job of ours. Should this process stop, another one does it; what nobody foresaw is tried again later."""
        try:
            await do(job)
        except asyncio.CancelledError:
            await quietly(self._peers.put_back, job)
            raise
        except Exception:
            LOG.exception("work at table %s has failed", job.table)
            await quietly(self._put_off, job)

    async def _put_off(self, job: Job) -> None:
        if not await self._peers.put_off(job):
            LOG.error("work at table %s has failed too often, and is not tried again", job.table)
            await self._peers.done(job)

    async def _do(self, job: Job) -> None:
        """A job that waited, if there is still something to do."""
        try:
            room = await self._rooms.find(job.table)
            await self._rooms.catch_up(room)
        except (NoTable, Damaged):
            await quietly(self._peers.done, job)
            return
        except SiegeworksError:  # the store has said that the database is away; the job waits until it is back
            await asyncio.sleep(RETRY_S)
            await quietly(self._peers.put_back, job)
            return
        if job.what == ANALYSIS and room.table.is_open and room.table.analysis is None:
            self._analyses.begin(room, job)
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
