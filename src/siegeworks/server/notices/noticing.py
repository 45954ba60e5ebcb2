"""Notes whose turn has come at which table while they were not there, and sends what is due.

What is due stands in the database, so that it outlives this process. One process sends (the keeper, see `peers`), and
holds what it sends: should two take themselves for the keeper, one of them finds it held.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

import orjson

from siegeworks.errors import SiegeworksError
from siegeworks.server.attendance import seats_in
from siegeworks.server.notices import Message, NotSent, Sender, Wait
from siegeworks.server.notices.quiet import left_ms
from siegeworks.server.peers import Peers
from siegeworks.server.room import NoTable, Room, Rooms
from siegeworks.server.seats import Began
from siegeworks.server.store import Damaged
from siegeworks.server.store.noticing import Notice, NoticeRows, Taken, Turn
from siegeworks.server.store.shared import NOBODY

LOG = logging.getLogger("siegeworks.server")
WAIT_MS = 60_000
"""So long after a turn began its notice is due: whoever comes by until then needs none."""
REST_MS = {"mail": 15 * 60_000}
"""After a message by a channel of a kind the next one waits so long, and then tells of everything."""
RECENT_MS = 10 * 60_000
"""A turn that began before that is old: whoever was to be told was."""
LEASE_MS = 180_000
"""What a process has taken is free again after so long, if it died. Nothing takes so long to send."""
AGAIN_MS, MOST_TRIES = 60_000, 7
"""After how long a notice is tried again, twice as long each time, and how often in all."""
LOOK_S = 0.5
AT_ONCE = 8
RETRY_S = 1.0
Spawn = Callable[[Coroutine[Any, Any, Any]], None]


class Notices:
    """`senders`: by which kinds of channels this server tells people; `base`: where they find it."""

    def __init__(self, rooms: Rooms, peers: Peers, spawn: Spawn, clock: Callable[[], float] = time.time) -> None:
        self._store = rooms.store
        self.senders: dict[str, Sender] = {}
        self.base = ""
        self.clock = clock
        self._rooms = rooms
        self._peers = peers
        self._spawn = spawn
        self._turns: list[Turn] = []
        """Not stored yet."""
        self._is_noting = False

    @property
    def _rows(self) -> NoticeRows:
        return self._store.notices

    # Whose turn it is

    def look(self, room: Room) -> None:
        """Something has happened at a table: whoever is to act now and is not there is told, unless they come soon."""
        if not self.senders or room.table.kind != "table":
            return
        for seat, began in room.table.turns.items():
            if room.noticed.get(seat) != began.seq and may_wait(room, seat):
                room.noticed[seat] = began.seq
                self._consider(room, seat, began)

    def _consider(self, room: Room, seat: int, began: Began) -> None:
        table, is_recent = room.table, self._rooms.ticks.now() - began.tick < RECENT_MS
        if not is_recent or seat in room.here():
            return
        people = table.seats[seat].people
        self._turns += [Turn(person, table.id, seat, began.seq, began.at) for person in people]
        if self._turns and not self._is_noting:
            self._is_noting = True
            self._spawn(self._note())

    async def _note(self) -> None:
        """Store what has come together, as long as there is something."""
        try:
            while self._turns:
                turns, self._turns = self._turns, []
                try:
                    await self._rows.note(turns, self._rooms.ticks.now() + WAIT_MS)
                except SiegeworksError:  # the store has said that the database is away
                    self._turns += turns
                    await asyncio.sleep(RETRY_S)
        finally:
            self._is_noting = False

    # Sending

    async def run(self) -> None:
        """Send what is due, again and again."""
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                if self.senders and self._peers.is_keeper:
                    await self.send_due()
            except SiegeworksError:
                pass  # the store has said that the database is away
            except Exception:
                LOG.exception("notices could not be sent")

    async def send_due(self) -> None:
        """Send all that is due now."""
        now = self._rooms.ticks.now()
        while await self._rows.is_due(now):
            taken = [await self._rows.take(now, now + LEASE_MS) for _ in range(AT_ONCE)]
            await asyncio.gather(*(self._tell(each) for each in taken if each is not None))

    async def _tell(self, taken: Taken) -> None:
        """What is due by one channel, in one message."""
        if quiet := left_ms(taken.quiet, self.clock()):
            await self._rows.settle(taken.notices, self._rooms.ticks.now() + quiet)
            return
        found = [(notice, await self._still(taken.channel.person, notice)) for notice in taken.notices]
        await self._rows.settle([notice for notice, wait in found if wait is None], None)
        due = [notice for notice, wait in found if wait is not None]
        sender = self.senders.get(taken.channel.kind)
        if sender is None or not due:  # the operator may have switched it off
            await self._rows.settle(due, None)
            return
        message = Message([wait for _, wait in found if wait is not None], self.base)
        try:
            await sender.send(taken.channel, message)
        except NotSent as problem:
            await self._failed(taken, due, problem)
        except Exception:
            LOG.exception("a notice by %s could not be sent", taken.channel.kind)
            await self._failed(taken, due, NotSent("notice-failed"))
        else:
            await self._rows.settle(due, None)
            rest = self._rooms.ticks.now() + REST_MS.get(taken.channel.kind, 0)
            await self._rows.rest(taken.channel.channel, rest, None)

    async def _failed(self, taken: Taken, due: list[Notice], problem: NotSent) -> None:
        """Try again later, or give it up; whose channel it is reads why."""
        channel, tries, now = taken.channel, max(each.tries for each in due) + 1, self._rooms.ticks.now()
        if problem.is_gone:
            await self._rows.drop(channel.channel)
            return
        is_over = problem.is_final or tries >= MOST_TRIES
        again = now + AGAIN_MS * 2 ** (tries - 1)
        LOG.warning("a notice by %s was not sent%s: %s", channel.kind, ", and is given up" if is_over else "", problem)
        await self._rows.settle(due, None if is_over else again, tries)
        await self._rows.rest(channel.channel, now if is_over else again, orjson.dumps(problem.says.data()).decode())

    async def _still(self, person: str, notice: Notice) -> Wait | None:
        """The table, if it still waits for the same, and nobody has come there meanwhile."""
        try:
            room = await self._rooms.find(notice.table)
            if self._rooms.store.shared is not None:
                await self._rooms.catch_up(room)
        except (NoTable, Damaged):
            return None
        began = room.table.turns.get(notice.seat)
        if began is None or began.seq != notice.turn or person not in room.table.seats[notice.seat].people:
            return None
        elsewhere = (await self._peers.present([room.table.id])).get(room.table.id, NOBODY)
        is_here = notice.seat in room.here_by_us() | seats_in(elsewhere.here)
        return None if is_here or not may_wait(room, notice.seat) else Wait.at(room.table, notice.seat)


def may_wait(room: Room, seat: int) -> bool:
    """Whether other people wait for a person at a seat."""
    table = room.table
    people = {one for each in table.seats for one in each.people}
    return len(people) > 1 and not table.seats[seat].is_bot and seat not in table.match.gone
