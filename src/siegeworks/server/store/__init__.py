"""What the server needs of a database: a few calls, which SQLite and PostgreSQL fill.

A table is its events, numbered from 0 without gaps. Everything else kept is a way to find tables, or a name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from siegeworks.errors import SiegeworksError

if TYPE_CHECKING:
    from siegeworks.puzzles.ratings import Rating
    from siegeworks.server.store.devices import Device, Linked
    from siegeworks.server.store.noticing import NoticeRows
    from siegeworks.server.store.shared import Shared
    from siegeworks.server.store.solving import Effect, Given, Run, Solver


class Taken(SiegeworksError):
    """Somebody else was faster: this number of the table's story is taken."""

    code = "stale"


class CannotSave(SiegeworksError):
    """The database takes nothing at present; nothing was changed."""

    code = "not_saved"


class Unreachable(CannotSave):
    """There is no connection to the database at present."""


class Unsure(Unreachable):
    """The connection to the database broke while it stored something: perhaps it is stored."""


class Damaged(SiegeworksError):
    """What is stored of this table cannot be trusted."""

    code = "damaged"


class Event(NamedTuple):
    """One thing that happened at a table. `at`: the wall clock in ms. `tick`: the time servers have run, in ms."""

    table: str
    seq: int
    at: int
    tick: int
    kind: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sitting:
    """A person at a seat, and what the seat is called if that is not the person's own name."""

    table: str
    seat: int
    person: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where a table is found: in the list of open tables, among the unfinished, by the tick its clock runs out.

    Made with the table's first event, and changed afterwards; whose table it is never changes, but may be forgotten.
    """

    table: str
    game: str
    host: str | None
    public: bool
    open_seats: int
    over: bool
    due: int | None
    kind: str = "table"
    """A table, a record to look at, or, which no list has, a step of a lesson or a study."""
    origin: str | None = None
    """The keyed hash of the address it was made from, as long as that is counted; None for this machine itself."""
    seq: int = field(default=0, compare=False)
    """The event after which the table is so: a later row is never replaced by an earlier one."""


class Claim(NamedTuple):
    """What somebody stores counts for the person and for the address: its keyed hash, never the address itself."""

    person: str
    origin: str
    what: str
    day: int


class Usage(NamedTuple):
    """What a person and an address have: stored now, and stored today whether or not it is still there."""

    kept_by_person: int
    kept_from_address: int
    by_person_today: int
    from_address_today: int


class Standing(NamedTuple):
    """How a table stands, for the order of lists: a bit for each seat that is to act, and when it last changed."""

    waiting: int
    changed: int
    seq: int
    """The event after which it stands so."""

    def is_as(self, other: Standing | None) -> bool:
        """Whether nothing is different for a list."""
        return other is not None and self[:2] == other[:2]


class Mine(NamedTuple):
    """A table of somebody's, the seats they have there as bits."""

    table: str
    seats: int
    waiting: int
    changed: int
    over: bool


class Studied(NamedTuple):
    """A study of somebody's, when it changed last, and what it is called; empty if it has no name."""

    study: str
    game: str
    changed: int
    name: str


class Held(NamedTuple):
    """A place in the lobby's list; also where the next page goes on."""

    is_full: int
    turn: int
    newest: int
    table: str


class Kept(NamedTuple):
    """A table and what it takes; `origin` stands for an address as long as that is counted."""

    table: str
    kind: str
    game: str
    made: int
    over: int
    origin: str | None
    events: int
    size: int


class Old(NamedTuple):
    """What is too old to be kept: tables by the tick of their last event, counts by their day."""

    finished: int
    unfinished: int
    lessons: int
    day: int


@dataclass(slots=True)
class Entry:
    """What is stored together or not at all."""

    events: list[Event] = field(default_factory=list)
    sittings: list[Sitting] = field(default_factory=list)
    shelves: list[Shelf] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    """Who is to be counted for the tables that are made here."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it was stored."""

    events: list[Event]
    sittings: list[Sitting]
    names: dict[str, str]
    host: str | None
    """Who made it, unless that is forgotten."""
    shelf: Shelf | None = None
    """The row it is found by; it may be older than the events if a server died between the two."""


class Store(Protocol):
    """All of it. Writing calls return when the words are safe on disk. `open` comes first, in the loop that calls."""

    shared: Shared | None
    """What several processes know of each other; None where there can be only one."""
    notices: NoticeRows
    """Who is told of their turns, and how."""

    async def open(self) -> None: ...
    async def append(self, entry: Entry) -> None: ...
    async def load(self, table: str) -> Stored | None: ...
    async def load_after(self, table: str, seq: int) -> list[Event]: ...
    async def lobby(self, after: Held, most: int) -> list[Held]: ...
    async def tables_of(self, person: str) -> list[Mine]: ...
    async def studies_of(self, person: str) -> list[Studied]: ...
    async def note(self, standings: dict[str, Standing]) -> None: ...
    async def throw_away(self, table: str, person: str) -> bool: ...
    async def usage(self, claim: Claim) -> Usage: ...
    async def size(self) -> int: ...
    async def due(self, tick: int) -> list[str]: ...
    async def put_off(self, table: str, tick: int) -> None: ...
    async def touched(self, since: int) -> list[str]: ...
    async def name_of(self, person: str) -> str | None: ...
    async def set_name(self, person: str, name: str, claim: Claim | None = None) -> None: ...
    async def shared_tables(self, person: str) -> list[str]: ...
    async def forgotten(self) -> set[str]: ...
    async def forget(self, person: str) -> tuple[list[str], list[str]]: ...
    async def give(self, given: Given, claim: Claim | None) -> Effect: ...
    async def solver(self, person: str) -> Solver: ...
    async def ratings(self) -> dict[str, Rating]: ...
    async def begin_run(self, person: str, game: str, at: int, claim: Claim | None) -> Run: ...
    async def run(self, person: str, game: str) -> Run | None: ...
    async def go_on(self, given: Given, of: str, before: Run, claim: Claim | None) -> Run | None: ...
    async def link_device(self, wish: Linked, claim: Claim | None) -> bool: ...
    async def add_device(self, device: str, name: str, at: int, by: str) -> str | None: ...
    async def drop_device(self, person: str, device: str) -> bool: ...
    async def devices_of(self, person: str) -> list[Device]: ...
    async def expire(self, old: Old) -> list[str]: ...
    async def tick(self) -> int: ...
    async def keep_tick(self, tick: int) -> int: ...
    async def secret(self, given: bytes) -> bytes: ...
    async def ready(self) -> None: ...
    async def close(self) -> None: ...
