"""What each listener is sent: everything at first, then what is new. The same seats get the same letter."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

import orjson

from siegeworks.server import wire
from siegeworks.server.clocks import Ticks
from siegeworks.server.people import Identities
from siegeworks.server.room import Room

LONGEST_WAIT_S = 25.0
READER, MOST_READER = r"^(watch|[0-9](,[0-9])*)$", 20
"""How a reader is called: by the names in the `seats` of what is told."""


class Seen(NamedTuple):
    """How much of a table somebody has seen: the last number, and as whom it was counted (see `reader_of`), if told."""

    seq: int
    reader: str | None = None

    def number(self, room: Room, person: str | None) -> int:
        """The last event that was seen, as this process counts all of them."""
        seats = room.table.seats_of(person) if self.reader is None else seats_in(self.reader)
        return room.table.seq_from(self.seq, seats)

    def since(self, room: Room, person: str | None) -> int | None:
        """The number as the person counts now; None for whoever has become another reader, with another log."""
        return self.seq if self.reader in (None, reader_of(room.table.seats_of(person))) else None

    def is_all(self, room: Room, person: str | None) -> bool:
        """Whether there is nothing new."""
        since = self.since(room, person)
        return since is not None and room.table.seq_for(room.table.seats_of(person)) <= since


def reader_of(seats: Collection[int]) -> str:
    """What somebody who holds some seats is called, by the names of what they are sent."""
    return ",".join(map(str, seats)) or wire.WATCH


def seats_in(called: str) -> list[int]:
    """The seats of a reader by its name."""
    return [int(seat) for seat in called.split(",") if seat.isdecimal()]


class Letters:
    """Writes to those who listen at a room."""

    def __init__(self, identities: Identities, ticks: Ticks) -> None:
        self.identities = identities
        self.ticks = ticks
        self.is_closing = False
        self.shown: Callable[[Room], None] = lambda room: None
        """Called when people have come to a table, or gone, or shown themselves."""

    def show(self, room: Room, only: int | None = None) -> None:
        """Send the news to all who listen, or only to one seat."""
        table = room.table
        if not room.listeners:
            room.told = {}
            return
        written: dict[tuple[int, ...], bytes] = {}
        change = wire.update(table, self._seated(room))
        page = wire.Page(table)
        for listener in list(room.listeners):
            seats = tuple(listener.seats)
            if only is not None and only not in seats:
                continue
            if seats not in written:
                written[seats] = self._letter(room, seats, change, page)
            listener.hear(written[seats])

    def say(self, room: Room, message: dict[str, Any]) -> None:
        """Tell all who listen the same thing, which is no part of the table's story."""
        told = wire.told(message)
        for listener in list(room.listeners):
            listener.hear(told)

    def reseat(self, room: Room) -> None:
        """Whoever has other seats than before is told everything anew."""
        for listener in list(room.listeners):
            seats = room.table.seats_of(listener.person)
            if seats != listener.seats:
                listener.seats = seats
                listener.hear(wire.told(self.sync(room, listener.person)))

    def shut_out(self, rooms: Iterable[Room], mark: str) -> None:
        """A device, or a person, is known no more. What a device hears ends at once; it may come back and watch."""
        self.identities.forgotten.add(mark)
        for room in rooms:
            for listener in list(room.listeners):
                if listener.mark == mark:
                    listener.turn_out()

    def _seated(self, room: Room) -> bytes:
        """Who sits where; moves alone do not change that, unless a clock runs."""
        table, here = room.table, room.here()
        known = table.manned, here, list(table.names.values()), table.match.gone
        if table.clock or known != room.seated[0]:
            room.seated = known, orjson.dumps(wire.seats(table, self.ticks.now(), here))
        return room.seated[1]

    def _letter(self, room: Room, seats: tuple[int, ...], change: bytes, page: wire.Page) -> bytes:
        """The update for somebody who holds these seats."""
        table = room.table
        head = b'{"type":"update","seq":%d,"table":{' % table.seq_for(seats)
        pieces = [head, change, b',"undo":', orjson.dumps(wire.undo(table, seats)), b'},"seats":{']
        for seat in seats or (None,):
            pieces.append(wire.WATCHING if seat is None else b'"%d":' % seat)
            pieces += self._news(room, seat, page)
            pieces.append(b",")
        pieces[-1] = b"}}"
        return b"".join(pieces)

    def _news(self, room: Room, seat: int | None, page: wire.Page) -> list[bytes]:
        """What is new for a reader since the last telling."""
        if seat not in page.news:
            table, match = room.table, room.table.match
            length = match.log_length(seat, match.ply)
            first = min(room.told.get(seat, 0), length)
            key = None if seat is None else self._key(room, seat)
            page.news[seat] = page.seat(seat, first, key, with_taken_back=table.cut_at == table.seq)
            room.told[seat] = length
        return page.news[seat]

    def sync(self, room: Room, person: str | None, seen: Seen | None = None) -> dict[str, Any]:
        """Everything the person may know; where they have seen something, the log only from there on."""
        table = room.table
        mine, since = table.seats_of(person), seen and seen.since(room, person)
        table.orders.settle(table, mine)
        seats: list[int | None] = list(mine) or [None]
        known = None if since is None else table.seq_from(since, mine)
        ply = min(table.plies[known:]) if known is not None and known <= table.seq else 0  # an undo may have cut since
        page = wire.Page(table)
        parts = {
            wire.WATCH if seat is None else str(seat): self._read(room, seat, min(ply, table.match.ply), page)
            for seat in seats
        }
        self.note_presence(room, mine)
        info = wire.info(table, self.ticks.now(), room.here(), person)
        return {"type": "sync", "seq": table.seq_for(mine), "table": info, "seats": parts}

    def _read(self, room: Room, seat: int | None, ply: int, page: wire.Page) -> orjson.Fragment:
        match = room.table.match
        length = match.log_length(seat, match.ply)
        room.told[seat] = min(room.told.get(seat, length), length)
        key = None if seat is None else self._key(room, seat)
        return orjson.Fragment(b"".join(page.seat(seat, match.log_length(seat, ply), key)))

    def _key(self, room: Room, seat: int) -> str:
        """What opens a seat, worked out once."""
        asked = seat, room.table.seats[seat].round
        if asked not in room.keys:
            room.keys[asked] = self.identities.key(room.table.id, *asked)
        return room.keys[asked]

    def note_presence(self, room: Room, seats: Iterable[int]) -> None:
        """These seats have shown themselves just now."""
        for seat in seats:
            room.heard[seat] = self.ticks.now()
        self.shown(room)

    async def wait(self, room: Room, person: str | None, seen: Seen | None, seconds: float) -> None:
        """Until the table has news for a person after what they have seen, or the time is up."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(seconds, LONGEST_WAIT_S)):
                while seen and not self.is_closing and seen.is_all(room, person):
                    room.changed = room.changed or asyncio.Event()
                    await room.changed.wait()
