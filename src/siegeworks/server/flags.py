"""When a clock runs out: the seat loses, or the clock plays for it, as was chosen when the table was made."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Coroutine
from typing import Any

from siegeworks.core.phrases import said, seats
from siegeworks.lines import TIME
from siegeworks.server.clocks import LOSES
from siegeworks.server.room import Change, Room, Rooms, quietly
from siegeworks.server.store import Taken
from siegeworks.server.table import Table
from siegeworks.server.turns import Turns
from siegeworks.server.work import Work

Spawn = Callable[[Coroutine[Any, Any, Any]], None]


class Flags:
    """What comes of clocks that ran out. `spawn` starts what nobody waits for."""

    def __init__(self, rooms: Rooms, turns: Turns, work: Work, spawn: Spawn) -> None:
        self._rooms = rooms
        self._turns = turns
        self._work = work
        self._spawn = spawn

    async def fall(self, room: Room) -> None:
        """Whatever is due at a table now."""
        async with room.lock:
            await self._work.obey(room)  # what was ordered in time counts, even if a server died before it was played
            table = room.table
            if table.clock is not None and table.clock.flag == LOSES:
                await self._lose(room)
            for seat in room.table.late(self._now()):
                if seat not in room.thinking:
                    room.thinking.add(seat)
                    self._spawn(quietly(self._play_for, room, seat))
            self._rooms.shelve(room)

    def _now(self) -> int:
        return self._rooms.ticks.now()

    async def _lose(self, room: Room) -> None:
        """Those whose time ran out first leave the match; where that is everybody still in, all share the result."""
        while late := room.table.late(self._now()):
            with contextlib.suppress(Taken):  # another process was faster, and the table is read anew
                await self._rooms.commit(room, lost(room.table, late))

    async def _play_for(self, room: Room, seat: int) -> None:
        """The clock's turn for a seat, if nothing has happened until it is chosen."""
        moved = room.table.moved
        try:
            turn = await self._turns.of_clock(room.table, seat)
            async with room.lock:
                table = room.table  # which may have been read anew
                is_as_it_was = self._rooms.is_kept(room) and table.moved == moved
                if is_as_it_was and table.is_late(seat, self._now()):
                    await self._work.play_for(room, seat, turn)
        finally:
            room.thinking.discard(seat)


def lost(table: Table, late: list[int]) -> Change:
    """What is stored where the flag loses: the first of these seats leaves, or all share the result."""
    if set(late) >= set(table.match.staying):
        return Change("agree", {"seat": late[0], "what": "draw", "draw": True, "reason": TIME})
    note = said("resign-time", seat=seats([late[0]], table.game.name)[0])
    return Change("resign", {"seat": late[0], "reason": TIME, "note": note.data()})
