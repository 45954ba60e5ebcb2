"""A database as statements see it: two calls, the same text for every database.

SQLite answers at once and PostgreSQL is waited for; what is to be done is written once, as coroutines that await these.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
Row = tuple[Any, ...]


class Database(Protocol):
    """A connection; `?` stands for an argument."""

    async def all(self, sql: str, *args: Any) -> list[Row]: ...
    async def many(self, sql: str, rows: list[Row]) -> None: ...
    async def tell(self, channel: str, lines: list[str]) -> None:
        """Other processes on the same database hear these lines once the transaction is committed."""


Work = Callable[[Database], Coroutine[Any, Any, T]]


async def column(db: Database, sql: str, *args: Any) -> list[Any]:
    """The first value of each row."""
    return [row[0] for row in await db.all(sql, *args)]


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """What comes of a coroutine that waits for nothing but a database that answers at once."""
    try:
        work.send(None)
    except StopIteration as end:
        found: T = end.value
        return found
    work.close()
    raise RuntimeError("it waits for something else")
