"""Who is at which table by way of which process: told to others when it changes, and learned when they tell it.

One task writes and one reads, for all tables that wait for it: what is written last is how it is.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from siegeworks.server import manners
from siegeworks.server.batches import Batches
from siegeworks.server.letters import LONGEST_WAIT_S, Letters
from siegeworks.server.peers import Together
from siegeworks.server.room import Room, Rooms
from siegeworks.server.store.shared import NOBODY, Present

SPARE_MS = 1_000
SHOWN_MS = manners.ABSENT_MS - round(LONGEST_WAIT_S * 1000) - SPARE_MS
"""How often others are told of people who show themselves without a connection.

Whoever asks for news and waits for it as long as may be must not be taken for away meanwhile.
"""


class Attendance:
    """Tells and learns. `spawn` starts what nobody waits for."""

    def __init__(
        self, rooms: Rooms, letters: Letters, peers: Together, spawn: Callable[[Coroutine[Any, Any, Any]], None]
    ) -> None:
        self._rooms = rooms
        self._letters = letters
        self._peers = peers
        self._telling = Batches(self._tell, spawn)
        self._learning = Batches(self._learn, spawn)

    # By way of this process

    def show(self, room: Room) -> None:
        """Tell others who is at a table by way of this process, if that has changed."""
        found, told = self._present(room), room.shown
        is_due = self._rooms.ticks.now() - room.shown_at > SHOWN_MS and found.heard
        if (found.here, found.watchers) != (told.here, told.watchers) or is_due or bool(found.heard) < bool(told.heard):
            self._telling.add(room.table.id)

    def show_anew(self) -> None:
        """The same for all tables: others may have forgotten it, or know what was so before."""
        self._telling.add(*(room.table.id for room in self._rooms.open()))

    def end(self, room: Room) -> None:
        """The table is not used here any more."""
        if room.shown != NOBODY:
            self._telling.add(room.table.id)

    def _present(self, room: Room) -> Present:
        if not self._rooms.is_kept(room):
            return NOBODY
        here, now = room.here_by_us(), self._rooms.ticks.now()
        recent = {seat for seat, tick in room.heard.items() if now - tick < manners.ABSENT_MS} - here
        return Present(bits_of(here), bits_of(recent), room.watchers_by_us)

    async def _tell(self, tables: list[str]) -> None:
        """As it is now, whatever it was when it was to be told."""
        told = dict.fromkeys(tables, NOBODY)
        for room in filter(None, map(self._rooms.get, tables)):
            room.shown, room.shown_at = self._present(room), self._rooms.ticks.now()
            told[room.table.id] = room.shown
        await self._peers.show(told)

    # By way of others

    def learn(self, *tables: str) -> None:
        """Who is at some tables by way of others."""
        self._learning.add(*tables)

    async def _learn(self, tables: list[str]) -> None:
        found = await self._peers.present(tables)
        for room in filter(None, map(self._rooms.get, tables)):
            self._learned(room, found.get(room.table.id, NOBODY))

    def _learned(self, room: Room, found: Present) -> None:
        before, room.elsewhere = room.elsewhere, seats_in(found.here)
        watched, room.watchers_elsewhere = room.watchers_elsewhere, found.watchers
        for seat in (before - room.elsewhere) | seats_in(found.heard):
            room.heard_elsewhere[seat] = self._rooms.ticks.now()
        if before != room.elsewhere or watched != found.watchers:
            self._letters.show(room)


def bits_of(seats: Iterable[int]) -> int:
    """A bit for each seat."""
    return sum(1 << seat for seat in seats)


def seats_in(bits: int) -> set[int]:
    return {seat for seat in range(bits.bit_length()) if bits >> seat & 1}
