"""Tables in use, and the one commit loop: append, apply, tell. A move is safe on disk before anyone hears of it."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, TypeVar

from siegeworks.errors import SiegeworksError
from siegeworks.games import Game
from siegeworks.match import Match
from siegeworks.server import table_lines, wire
from siegeworks.server.beginnings import game_of
from siegeworks.server.changes import Beginning as Beginning
from siegeworks.server.changes import Change as Change
from siegeworks.server.clocks import Ticks
from siegeworks.server.comings import RESEATING, SEATING
from siegeworks.server.guards import refusal
from siegeworks.server.listeners import Listener
from siegeworks.server.metrics import Metrics
from siegeworks.server.reading import Readers
from siegeworks.server.refusals import Refusals
from siegeworks.server.shelving import shelf_of
from siegeworks.server.store import Entry, Event, Shelf, Sitting, Standing, Store, Stored, Taken, Unsure
from siegeworks.server.store.rows import row_of
from siegeworks.server.store.shared import NOBODY
from siegeworks.server.studies import Study
from siegeworks.server.table import Table
from siegeworks.server.watching import may_look

P = ParamSpec("P")
T = TypeVar("T")

IDLE_MS = 300 * 1000
"""A table nobody has looked at for so long is no longer kept in memory."""
ID_BYTES = 9
MOST_TRIES = 8
NOTED_AT_ONCE = 20
"""So many tables are written down for lists in one turn of the loop: moves go in between."""
LATER_S = 1.0
"""After so long a process sees to what comes of an event that another one stored."""
UNSEATED: tuple[tuple[Any, ...], bytes] = (), b"[]"


class NoTable(SiegeworksError):
    """There is no such table, or it is not for you; nobody is told which."""

    code = "no_table"

    def __init__(self) -> None:
        super().__init__("no-such-table")


class Room:
    """A table in use: its lock, who listens, and what has been told."""

    def __init__(self, table: Table, tick: int, shelf: Shelf | None = None) -> None:
        self.table = table
        self.opened = tick
        """The tick at which it was read from the store, or made."""
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.told: dict[int | None, int] = {}
        """How much of each log the listeners have."""
        self.seated = UNSEATED
        """Who sits where as it was last written, and what it was written from."""
        self.keys: dict[tuple[int, int], str] = {}
        """[seat, round] what opens it."""
        self.changed: asyncio.Event | None = None
        """Set at the next change, if somebody waits for it."""
        self.used = tick
        """The tick at which somebody last asked for it."""
        self.heard: dict[int, int] = {}
        """[seat] the tick at which it last showed itself without doing anything."""
        self.heard_elsewhere: dict[int, int] = {}
        """The same, by way of other processes."""
        self.thinking: set[int] = set()
        self.noticed: dict[int, int] = {}
        """[seat] the event by which its turn began, if somebody has seen to who is to be told of that."""
        self.shelf = shelf or shelf_of(table)
        """The row by which the table is found, as it was last stored."""
        self.noted: int | None = None
        """The event after which was stored how the table stands."""
        self.analysing: Study | None = None
        self.elsewhere: set[int] = set()
        """The seats of people who are here by way of other processes."""
        self.watchers_by_us, self.watchers_elsewhere = 0, 0
        """How many people watch, by way of this process and of others, as was last told."""
        self.is_counting = False
        """Whether those who watch are about to be counted."""
        self.shown = NOBODY
        """Who is here by way of this process, as others were last told."""
        self.shown_at = 0
        self.refusals = Refusals()

    def wake(self) -> None:
        """Those who wait for a change look again."""
        if self.changed is not None:
            self.changed.set()
            self.changed = None

    def standing(self) -> Standing:
        """How the table stands now."""
        table = self.table
        return Standing(self.waiting_bits(), table.openly_at, table.seq, table_lines.noted(table))

    def waiting_bits(self) -> int:
        """A bit for each seat that is to act."""
        return sum(1 << seat for seat in self.table.waiting)

    def here(self) -> set[int]:
        """The seats of people who are here."""
        return self.here_by_us() | self.elsewhere if self.elsewhere else self.here_by_us()

    def heard_at(self, seat: int) -> int:
        """The tick at which the person at a seat last did something, or showed up."""
        return max(self.table.heard[seat], self.heard.get(seat, 0), self.heard_elsewhere.get(seat, 0))

    def here_by_us(self) -> set[int]:
        """The same of this process alone."""
        return {seat for listener in self.listeners for seat in listener.seats}

    @property
    def watchers(self) -> int:
        """How many people watch. Nobody is told who they are."""
        return self.watchers_by_us + self.watchers_elsewhere

    def count_watchers(self) -> int:
        """The same of this process alone, counted now: a person with several windows counts once."""
        return len({listener.person or id(listener) for listener in self.listeners if not listener.seats})

    def is_idle(self, tick: int) -> bool:
        is_studied = self.analysing is not None
        return tick - self.used > IDLE_MS and not (self.listeners or self.thinking or self.lock.locked() or is_studied)


class Rooms:
    """All tables in use. `ready` waits for a game.

    `tell`, `heed` and `go_on` are called after each change of a room (`go_on` later if it was not ours), `reseat` where
    people may have other seats than before, `opened` when it is new in this process, and `ended` when it is not used
    there any more.
    """

    def __init__(
        self,
        store: Store,
        ticks: Ticks,
        readers: Readers,
        ready: Callable[[Game], Awaitable[None]],
        metrics: Metrics | None = None,
    ) -> None:
        self.store = store
        self.metrics = metrics or Metrics()
        self.ticks = ticks
        self.readers = readers
        self.tell: Callable[[Room, int | None], None] = lambda room, only: None
        self.go_on: Callable[[Room], None] = lambda room: None
        self.heed: Callable[[Room], None] = lambda room: None
        self.reseat: Callable[[Room], None] = lambda room: None
        self.opened: Callable[[Room], None] = lambda room: None
        self.ended: Callable[[Room], None] = lambda room: None
        self.spawn: Callable[[Any], None] = lambda work: work.close()
        self._ready = ready
        self._open: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._discarded: set[str] = set()
        """Tables that were deleted while they were being read."""

    # Finding

    def open(self) -> list[Room]:
        """The rooms in use now."""
        return list(self._open.values())

    def get(self, name: str) -> Room | None:
        """The room of a table, if it is in use."""
        return self._open.get(name)

    def is_kept(self, room: Room) -> bool:
        """Whether this is still the room of its table; it is not once the table was thrown away."""
        return self._open.get(room.table.id) is room

    def is_loading(self, name: str) -> bool:
        """Whether a table is being read."""
        return name in self._loading

    async def find(self, name: str) -> Room:
        """The room of a table, read from the store if nobody uses it yet."""
        room = self._open.get(name)
        if room is None:
            room = await asyncio.shield(self._loading.get(name) or self._begin_to_load(name))
        room.used = self.ticks.now()
        return room

    async def visit(self, name: str, person: str | None) -> Room:
        """The same for somebody who looks at it; as if there were none for whoever may not."""
        room = await self.find(name)
        if not may_look(room.table, person):
            raise NoTable
        return room

    def _begin_to_load(self, name: str) -> asyncio.Task[Room]:
        """Read a table once, for all who ask for it meanwhile."""

        def done(task: asyncio.Task[Room]) -> None:
            task.exception()  # those who asked have heard it, if they are still there
            del self._loading[name]
            self._discarded.discard(name)

        task = self._loading[name] = asyncio.ensure_future(self._load(name))
        task.add_done_callback(done)
        return task

    async def _load(self, name: str) -> Room:
        stored = await self.store.load(name)
        if stored is None or (stored.shelf is not None and stored.shelf.kind == "study"):
            raise NoTable
        await self._ready(game_of(stored))
        table = await self.readers.load(name, lambda: wire.read_once(Table.folded(stored)))
        if name in self._discarded:
            raise NoTable
        self.ticks.reach(table.tick)
        room = self._open[name] = Room(table, self.ticks.now(), stored.shelf)
        self.opened(room)
        self.shelve(room)  # the row may have been lost when a server died
        self.go_on(room)
        return room

    def drop(self, name: str) -> None:
        """A table is not used any more; who waits for it looks again."""
        room = self._open.pop(name, None)
        if room:
            room.wake()
            self.ended(room)

    def discard(self, name: str) -> None:
        """A table was deleted; who listens is told so."""
        if name in self._loading:
            self._discarded.add(name)
        room = self.get(name)
        self.drop(name)
        for listener in list(room.listeners) if room else ():
            listener.hear(refusal(NoTable.code, NoTable().says))

    async def note(self) -> None:
        """Store how tables stand where that has changed."""
        changed = [room for room in self.open() if room.noted != room.table.seq]
        for first in range(0, len(changed), NOTED_AT_ONCE):
            found = {room: room.standing() for room in changed[first : first + NOTED_AT_ONCE]}
            await self.store.note({room.table.id: standing for room, standing in found.items()})
            for room, standing in found.items():
                room.noted = standing.seq

    def drop_idle(self) -> None:
        for room in self.open():
            if room.is_idle(self.ticks.now()):
                self.drop(room.table.id)

    # Changing

    def event(self, table: str, seq: int, kind: str, data: dict[str, Any]) -> Event:
        return Event(table, seq, int(time.time() * 1000), self.ticks.now(), kind, data)

    def beginning(self, setup: dict[str, Any], names: dict[int, str], read: Match | None = None) -> Beginning:
        """A new table; the match is made, and so checked. `read`: that of its record, if it was read."""
        made = self.event(new_id(), 0, "made", setup)
        table = Table(made, read)
        sittings = [
            Sitting(made.table, number, one, names.get(number))
            for number, seat in enumerate(table.seats)
            for one in seat.people
        ]
        for sitting in sittings:
            table.name_seat(sitting)
        return Beginning(made, table, sittings)

    async def begin(self, new: Beginning) -> Room:
        """Store a new table, and open it."""
        try:
            with self.metrics.committing(new.made.kind):
                await self.store.append(new.entry())
        except Unsure:
            if not await self.store.load(new.table.id):
                raise
        return self._opened(new)

    def _opened(self, new: Beginning) -> Room:
        room = self._open[new.table.id] = Room(new.table, self.ticks.now())
        self.go_on(room)
        return room

    async def commit(self, room: Room, change: Change) -> Event:
        """Append, apply, tell. The caller holds the lock and has checked."""
        if not self.is_kept(room):
            raise NoTable
        event = self.event(room.table.id, room.table.seq + 1, change.kind, change.data)
        try:
            with self.metrics.committing(change.kind):
                await self.store.append(change.entry(event))
        except (Taken, Unsure):
            if not await self._refresh(room, event):
                raise
            return event
        except asyncio.CancelledError:
            self.spawn(quietly(self.reread, room))  # perhaps it was stored
            raise
        if change.following:
            self._opened(change.following)
        room.table.apply(event)
        for sitting in change.sittings:
            room.table.name_seat(sitting)
        self._reseated(room, event)
        self._told(room, _only(room.table))
        self._settled(room)
        return event

    async def catch_up(self, room: Room, seq: int | None = None) -> None:
        """Another process has stored events, up to a number or in all: apply and tell them as if they were ours.

        What is to be done about them is that process's concern; should it have died, it is ours after a moment.
        """
        async with room.lock:
            table = room.table
            if not self.is_kept(room) or (seq is not None and table.seq >= seq):
                return
            found = await self.store.load_after(table.id, table.seq)
            if any(event.kind in SEATING for event in found):
                await self._reread(room)
            self._apply_theirs(room, found)

    def follow(self, room: Room, events: list[Event]) -> None:
        """The same for events that were read already."""
        if room.lock.locked() or any(event.kind in SEATING for event in events):
            self.spawn(quietly(self.catch_up, room, events[-1].seq))
        elif self.is_kept(room):
            self._apply_theirs(room, events)

    def _apply_theirs(self, room: Room, events: list[Event]) -> None:
        """Nobody else changes the table meanwhile."""
        for event in events:
            self.ticks.reach(event.tick)
            if event.seq > room.table.seq:
                room.table.apply(event)
                self._reseated(room, event)
                self._told(room, _only(room.table))
        if events:
            room.shelf = shelf_of(room.table)  # which that process stores
            asyncio.get_running_loop().call_later(LATER_S, self._go_on_later, room)

    def _go_on_later(self, room: Room) -> None:
        if self.is_kept(room):
            self.shelve(room)
            self.go_on(room)

    async def _refresh(self, room: Room, ours: Event | None = None) -> bool:
        """Read a table anew, because the store knows it better than we do; whether it has an event of ours.

        The caller holds the lock.
        """
        stored = await self._reread(room)
        if stored is None:
            return False
        self._settled(room)
        return ours is not None and row_of(ours) in map(row_of, stored.events[ours.seq :])

    async def _reread(self, room: Room) -> Stored | None:
        """Read a table anew and tell it; None if it was deleted. The caller holds the lock."""
        stored = await self.store.load(room.table.id)
        if stored is None:
            self.discard(room.table.id)
            return None
        room.table = await self.readers.load(room.table.id, lambda: Table.folded(stored))
        self.ticks.reach(room.table.tick)
        room.seated, room.told = UNSEATED, {}  # something that was told may have been taken back meanwhile
        self.reseat(room)
        self._told(room)
        return stored

    async def reread(self, room: Room) -> None:
        """The same for those who do not hold the lock."""
        async with room.lock:
            await self._refresh(room)

    def _reseated(self, room: Room, event: Event) -> None:
        if event.kind in RESEATING or room.table.host is None:  # then who is the host depends on who is away
            self.reseat(room)

    def _told(self, room: Room, only: int | None = None) -> None:
        """Each listener, or only one seat, hears its own view."""
        room.wake()
        self.tell(room, only)
        self.heed(room)

    def _settled(self, room: Room) -> None:
        """What comes of a change: the table is found by it, bots and house rules go on."""
        has_changed_seats = room.table.manned == room.table.seq
        if room.table.clock or room.shelf.open_seats or room.table.is_over or has_changed_seats:
            self.shelve(room)
        self.go_on(room)

    def shelve(self, room: Room, anew: bool = False) -> None:
        """Store by what the table is found, if that has changed. Should this be lost, the next server writes it."""
        shelf = shelf_of(room.table)
        if anew or shelf != room.shelf:
            self.spawn(quietly(self._store_shelf, room, shelf))

    async def _store_shelf(self, room: Room, shelf: Shelf) -> None:
        before, room.shelf = room.shelf, shelf
        try:
            await self.store.append(Entry(shelves=[shelf]))
        except BaseException:
            room.shelf = before  # the next change tries again
            raise


def _only(table: Table) -> int | None:
    """The seat that alone may know of a table's last event; None if all may."""
    private = table.private[-1] if table.private else None
    return private[1] if private and private[0] == table.seq else None


def new_id() -> str:
    """What a new table is called: it cannot be guessed, and is no option where somebody types it after a command."""
    while (found := secrets.token_urlsafe(ID_BYTES)).startswith("-"):
        pass
    return found


async def insist(work: Callable[P, Awaitable[T]], *args: P.args, **kwargs: P.kwargs) -> T:
    """Something that stores an event, tried again while other processes are faster with another at the same table.

    Each time the table is read anew, so what is tried has to look at it anew. The caller holds the lock.
    """
    for _ in range(MOST_TRIES - 1):
        with contextlib.suppress(Taken):
            return await work(*args, **kwargs)
    return await work(*args, **kwargs)


async def quietly(work: Callable[P, Awaitable[Any]], *args: P.args, **kwargs: P.kwargs) -> None:
    """Something that may fail: nobody waits for it.

    It is called only when this runs: a server that stops before then leaves no coroutine that was never awaited.
    """
    with contextlib.suppress(SiegeworksError):
        await work(*args, **kwargs)
