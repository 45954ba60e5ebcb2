"""What the server needs of a database: a few calls. SQLite fills them here; another database can fill them elsewhere.

A table is its events, numbered from 0 without gaps. Everything else kept is a way to find tables, or a name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from siegeworks.errors import SiegeworksError


class Taken(SiegeworksError):
    """Somebody else was faster: this number of the table's story is taken."""

    code = "stale"


class CannotSave(SiegeworksError):
    """The database takes nothing at present; nothing was changed."""

    code = "not_saved"


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


@dataclass(slots=True)
class Entry:
    """What is stored together or not at all."""

    events: list[Event] = field(default_factory=list)
    sittings: list[Sitting] = field(default_factory=list)
    shelves: list[Shelf] = field(default_factory=list)


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
    """All of it. Writing calls return when the words are safe on disk."""

    async def append(self, entry: Entry) -> None: ...
    async def load(self, table: str) -> Stored | None: ...
    async def open_tables(self, most: int) -> list[str]: ...
    async def tables_of(self, person: str, most: int) -> list[str]: ...
    async def unfinished_of(self, person: str) -> int: ...
    async def due(self, tick: int) -> list[str]: ...
    async def name_of(self, person: str) -> str | None: ...
    async def set_name(self, person: str, name: str) -> None: ...
    async def forget(self, person: str) -> tuple[list[str], list[str]]: ...
    async def expire(self, before: int, unfinished_before: int) -> list[str]: ...
    async def tick(self) -> int: ...
    async def keep_tick(self, tick: int) -> None: ...
    async def ready(self) -> None: ...
    async def close(self) -> None: ...
