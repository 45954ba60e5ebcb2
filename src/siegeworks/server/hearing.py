"""What other processes on the same database tell becomes so here too: their moves, names, and who is there."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from siegeworks.errors import SiegeworksError
from siegeworks.server import manners
from siegeworks.server.letters import LONGEST_WAIT_S, Letters
from siegeworks.server.peers import Together
from siegeworks.server.room import Room, Rooms, quietly
from siegeworks.server.store import Store, news
from siegeworks.server.store.shared import NOBODY, Present

SPARE_MS = 1_000
SHOWN_MS = manners.ABSENT_MS - round(LONGEST_WAIT_S * 1000) - SPARE_MS
"""How often others are told of people who show themselves without a connection.

Whoever asks for news and waits for it as long as may be must not be taken for away meanwhile.
"""


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
        self._behind: set[str] = set()
        """Tables of which something new was told."""
        self._is_following = False

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
            self._behind.add(table)
            if not self._is_following:
                self._is_following = True
                self._spawn(self._follow_all())

    async def _follow_all(self) -> None:
        """Read what is new at all tables at once; what is told meanwhile is read next."""
        try:
            while self._behind:
                behind, self._behind = self._behind, set()
                rooms = {table: room for table in behind if (room := self._rooms.get(table)) is not None}
                try:
                    known = {table: room.table.seq for table, room in rooms.items()}
                    found = await self._peers.shared.events_after(known)
                except SiegeworksError:  # one table may be damaged, or the database away
                    for room in rooms.values():
                        self._spawn(quietly(self._rooms.catch_up, room))
                    continue
                for table, events in found.items():
                    if events:
                        self._rooms.follow(rooms[table], events)
        finally:
            self._is_following = False

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
        """Nothing was heard for a while: look after everything."""
        self._spawn(quietly(self._look_after_all))

    async def _look_after_all(self) -> None:
        for fingerprint in await self._store.forgotten() - self._letters.identities.forgotten:
            self._letters.shut_out(self._rooms.open(), fingerprint)
        self.show_anew()
        for room in self._rooms.open():
            self._spawn(quietly(self._look_after, room))
            self._spawn(quietly(self.learn, room))
        self._peers.tell_work()

    async def _look_after(self, room: Room) -> None:
        """What waited to be done may be lost too, if the database died."""
        await self._rooms.catch_up(room)
        self._rooms.go_on(room)

    # People

    def _on_presence(self, line: str) -> None:
        table, _, process = line.rpartition(" ")
        room = self._rooms.get(table)
        if room is not None and process != self._peers.name:
            self._spawn(quietly(self.learn, room))

    async def learn(self, room: Room) -> None:
        """Who is at a table by way of other processes."""
        found = await self._peers.present(room.table.id)
        before, room.elsewhere = room.elsewhere, seats_in(found.here)
        for seat in (before - room.elsewhere) | seats_in(found.heard):
            room.heard_elsewhere[seat] = self._rooms.ticks.now()
        if before != room.elsewhere:
            self._letters.show(room)

    def show(self, room: Room) -> None:
        """Tell others who is at a table by way of this process, if that has changed."""
        here, now = room.here_by_us(), self._rooms.ticks.now()
        recent = {seat for seat, tick in room.heard.items() if now - tick < manners.ABSENT_MS} - here
        found, told = Present(bits_of(here), bits_of(recent)), room.shown
        is_due = now - room.shown_at > SHOWN_MS and found.heard
        if told is None or found.here != told.here or is_due or bool(found.heard) < bool(told.heard):
            room.shown, room.shown_at = found, now
            self._spawn(self._tell(room, found))

    async def _tell(self, room: Room, found: Present) -> None:
        try:
            await self._peers.show(room.table.id, found)
        except SiegeworksError:
            room.shown = None

    def show_anew(self) -> None:
        """The same for all tables, because others may have forgotten it."""
        for room in self._rooms.open():
            if room.shown is not None:
                room.shown = NOBODY
            self.show(room)


HANDLERS: dict[str, Callable[[Hearing, str], None]] = {
    news.EVENTS: Hearing._on_event,
    news.TABLES: Hearing._on_table,
    news.PRESENCE: Hearing._on_presence,
    news.PEOPLE: Hearing._on_forgotten,
    news.JOBS: lambda hearing, what: hearing._peers.tell_work(),
    news.BEATS: lambda hearing, line: hearing._peers.heard_beat(line),
    news.CAUGHT_UP: Hearing._on_caught_up,
}


def bits_of(seats: Iterable[int]) -> int:
    """A bit for each seat."""
    return sum(1 << seat for seat in seats)


def seats_in(bits: int) -> set[int]:
    return {seat for seat in range(bits.bit_length()) if bits >> seat & 1}
