"""What other processes on the same database tell becomes so here too: their moves, names, and who is there."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import Any

from siegeworks.errors import SiegeworksError
from siegeworks.server.attendance import Attendance
from siegeworks.server.batches import Batches
from siegeworks.server.letters import Letters
from siegeworks.server.peers import Together
from siegeworks.server.room import Room, Rooms, quietly
from siegeworks.server.starting import once_reached
from siegeworks.server.store import Event, Store, Unreachable, news

LOG = logging.getLogger("siegeworks.server")


class Hearing:
    """Follows what is told. `spawn` starts what nobody waits for."""

    def __init__(
        self, rooms: Rooms, letters: Letters, peers: Together, spawn: Callable[[Coroutine[Any, Any, Any]], None]
    ) -> None:
        self._rooms = rooms
        self._store: Store = rooms.store
        self._letters = letters
        self._peers = peers
        self._spawn = spawn
        self._following = Batches(self._follow, spawn)
        self._reviving: set[str] = set()
        """Tables where what waited to be done may be lost."""
        self.attendance = Attendance(rooms, letters, peers, spawn)

    def hear(self, channel: str, line: str) -> None:
        """Something was told."""
        HANDLERS[channel](self, line)

    # Tables

    def _on_event(self, line: str) -> None:
        table, _, told = line.rpartition(" ")
        room, seq = self._rooms.get(table), int(told)
        if room is None and self._rooms.is_loading(table):
            self._spawn(quietly(self._follow_loaded, table, seq))
        elif room is not None and room.table.seq < seq:
            self._following.add(table)

    async def _follow(self, tables: list[str]) -> None:
        """Read what is new at some tables at once."""
        rooms = {table: room for table in tables if (room := self._rooms.get(table)) is not None}
        try:
            known = {table: room.table.seq for table, room in rooms.items()}
            found = await self._peers.shared.events_after(known)
        except Unreachable:
            raise
        except SiegeworksError:  # one of them may be damaged
            found = {}
            for room in rooms.values():
                self._spawn(quietly(self._rooms.catch_up, room))
        reviving = self._reviving.intersection(tables)
        self._reviving -= reviving
        for table, room in rooms.items():
            self._follow_one(room, found.get(table, []), table in reviving)

    def _follow_one(self, room: Room, events: list[Event], is_reviving: bool) -> None:
        """What is wrong with one table must not keep the others from hearing anything."""
        try:
            if events:
                self._rooms.follow(room, events)
            if is_reviving:
                self._rooms.go_on(room)
        except Exception:
            LOG.exception("what was done elsewhere at table %s could not be followed", room.table.id)

    async def _follow_loaded(self, table: str, seq: int) -> None:
        """The table was being read when it changed: perhaps what was read is older."""
        await self._rooms.catch_up(await self._rooms.find(table), seq)

    def _on_table(self, table: str) -> None:
        room = self._rooms.get(table)
        if room is not None:
            self._spawn(quietly(self._rooms.reread, room))
        elif self._rooms.is_loading(table):
            self._spawn(quietly(self._reread_loaded, table))

    async def _reread_loaded(self, table: str) -> None:
        await self._rooms.reread(await self._rooms.find(table))

    def _on_forgotten(self, fingerprint: str) -> None:
        self._letters.shut_out(self._rooms.open(), fingerprint)

    def _on_caught_up(self, line: str) -> None:
        """Nothing was heard for a while: look after everything. If the database died, work that waited may be lost."""
        tables = [room.table.id for room in self._rooms.open()]
        self._reviving.update(tables)
        self._following.add(*tables)
        self.attendance.show_anew()
        self.attendance.learn(*tables)
        self._spawn(self._learn_forgotten())
        self._peers.tell_work()

    async def _learn_forgotten(self) -> None:
        for fingerprint in await once_reached(self._store.forgotten) - self._letters.identities.forgotten:
            self._letters.shut_out(self._rooms.open(), fingerprint)

    # People

    def _on_presence(self, line: str) -> None:
        table, _, process = line.rpartition(" ")
        if self._rooms.get(table) is not None and process != self._peers.name:
            self.attendance.learn(table)


HANDLERS: dict[str, Callable[[Hearing, str], None]] = {
    news.EVENTS: Hearing._on_event,
    news.TABLES: Hearing._on_table,
    news.PRESENCE: Hearing._on_presence,
    news.PEOPLE: Hearing._on_forgotten,
    news.JOBS: lambda hearing, what: hearing._peers.tell_work(),
    news.BEATS: lambda hearing, line: hearing._peers.heard_beat(line),
    news.CAUGHT_UP: Hearing._on_caught_up,
}
