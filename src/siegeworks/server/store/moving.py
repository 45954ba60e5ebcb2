"""All that is stored, copied from one database to another and compared row by row.

Both databases are read side by side in the order of their keys. What is missing in the target, different or too much,
is put right, some rows a commit. So whoever was interrupted begins again and finds most of it done. The target carries
a mark from before the first row until all was compared. Meanwhile no server starts with it, and no other move begins.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from siegeworks.errors import BadSetup
from siegeworks.server.store import Damaged
from siegeworks.server.store.database import Row, column
from siegeworks.server.store.places import Place
from siegeworks.server.store.rows import checked
from siegeworks.server.store.schema import MOVE, PASSING, migrate

COMMITTED = 1000
"""Rows of one commit."""
ONLY = {"facts": "name NOT IN ('ready', 'doctor')", "secrets": "name <> 'signing'"}
"""Which rows of a table are moved, where not all are: two facts were written only to see whether it can be, and what
signs is moved by itself, since a folder keeps it in a file."""
OWN = ("facts", "secrets")
"""What a server writes for itself, also where nobody has done anything yet."""

Progress = Callable[[str, int, int], None]
"""Told the name of a table, how many of its rows are done, and of how many."""


class Columns(NamedTuple):
    """A table by its columns, those of the key first."""

    table: str
    keys: list[str]
    others: list[str]

    @property
    def all(self) -> list[str]:
        return [*self.keys, *self.others]

    @property
    def moved(self) -> str:
        """What is moved of it, as the end of a statement."""
        return f"FROM {self.table} WHERE {ONLY.get(self.table, '1 = 1')}"

    @property
    def put(self) -> str:
        """Stores a row, whatever was there."""
        told = ", ".join(f"{name} = excluded.{name}" for name in self.others)
        done = f"UPDATE SET {told}" if told else "NOTHING"
        marks = ", ".join("?" * len(self.all))
        return (
            f"INSERT INTO {self.table} ({', '.join(self.all)}) VALUES ({marks}) "
            f"ON CONFLICT ({', '.join(self.keys)}) DO {done}"
        )

    @property
    def take_away(self) -> str:
        return f"DELETE FROM {self.table} WHERE {' AND '.join(f'{name} = ?' for name in self.keys)}"

    def in_order(self, place: Place, texts: set[str]) -> str:
        """All rows in the order of their keys, which is the same in every database."""
        order = ", ".join(f"{name}{place.by_bytes if name in texts else ''}" for name in self.keys)
        return f"SELECT {', '.join(self.all)} {self.moved} ORDER BY {order}"


@dataclass(slots=True)
class Moved:
    """What came of a move."""

    written: int = 0
    """Rows that were not in the target yet, or other than here."""
    compared: Counter[str] = field(default_factory=Counter)
    """Rows of each table that are the same in both."""
    tables: int = 0
    damaged: list[str] = field(default_factory=list)
    """Tables at which an event's checksum was wrong already."""
    has_secret: bool = False
    """Whether what signs cookies and keys came along."""


@cache
def layout() -> tuple[list[Columns], set[str]]:
    """All tables as the migrations make them, and the names of columns that hold text.

    What is true only while servers run is not moved.
    """
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        migrate(db)
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")]
        told = {name: db.execute(f"PRAGMA table_info({name})").fetchall() for name in names}
    found = []
    for name, columns in told.items():
        if name in PASSING:
            continue
        keys = [column[1] for column in sorted(columns, key=lambda column: column[5]) if column[5]]
        found.append(Columns(name, keys, [column[1] for column in columns if not column[5]]))
    return found, {column[1] for columns in told.values() for column in columns if column[2] == "TEXT"}


async def move(source: Place, target: Place, progress: Progress) -> Moved:
    """Copy everything and compare it; raises if the target is somebody else's, or the source changes meanwhile."""
    moved, (tables, _) = Moved(), layout()
    await _mark(source, target)
    for each in tables:
        moved.written += await _copy(each, source, target, progress)
    for each in tables:
        moved.compared[each.table] = await _same(each, source, target, moved, progress)
    if secret := await source.secret():
        await target.keep_secret(secret)
        moved.has_secret = True
    await target.db.all(f"DROP TABLE {MOVE}")
    return moved


async def _mark(source: Place, target: Place) -> None:
    """Say in the target from where it is moved; raises if it has games, unless such a move was begun."""
    if source.identity == target.identity:
        raise BadSetup("cli.move-to-itself")
    db = target.db
    await db.all("BEGIN")
    try:
        await db.all(f"CREATE TABLE IF NOT EXISTS {MOVE} (identity TEXT NOT NULL, source TEXT NOT NULL)")
        begun = await db.all(f"SELECT identity, source FROM {MOVE}")
        if begun and begun[0][0] != source.identity:
            raise BadSetup("cli.move-of-another", where=target.where, source=begun[0][1])
        if not begun:
            theirs = [each.table for each in layout()[0] if each.table not in OWN]
            if [1 for table in theirs if await db.all(f"SELECT 1 FROM {table} LIMIT 1")]:
                raise BadSetup("cli.move-where-games-are", where=target.where)
            await db.all(f"INSERT INTO {MOVE} VALUES (?, ?)", source.identity, source.where)
    except BaseException:
        await db.all("ROLLBACK")
        raise
    await db.all("COMMIT")


async def _copy(each: Columns, source: Place, target: Place, progress: Progress) -> int:
    """Put a table right; how many rows had to be written."""
    of = int((await column(source.db, f"SELECT COUNT(*) {each.moved}"))[0])
    done = written = 0
    put: list[Row] = []
    gone: list[Row] = []
    async with contextlib.aclosing(_side_by_side(each, source, target)) as pairs:
        async for ours, theirs in pairs:
            done += ours is not None
            if ours is not None and ours != theirs:
                put.append(ours)
            elif ours is None and theirs is not None:
                gone.append(theirs[: len(each.keys)])
            if len(put) + len(gone) >= COMMITTED:
                written += await _commit(each, target, put, gone)
            if not done % COMMITTED:
                progress(each.table, done, of)
    written += await _commit(each, target, put, gone)
    progress(each.table, done, of)
    return written


async def _commit(each: Columns, target: Place, put: list[Row], gone: list[Row]) -> int:
    """Write some rows and delete some, together or not at all, and empty the lists; how many were written."""
    written = len(put)
    await target.db.all("BEGIN")
    await target.db.many(each.put, put)
    await target.db.many(each.take_away, gone)
    await target.db.all("COMMIT")
    put.clear()
    gone.clear()
    return written


async def _same(each: Columns, source: Place, target: Place, moved: Moved, progress: Progress) -> int:
    """Compare a table row by row, its events also with their checksums; how many rows it has."""
    of, done, number = int((await column(source.db, f"SELECT COUNT(*) {each.moved}"))[0]), 0, 0
    at = None
    async with contextlib.aclosing(_side_by_side(each, source, target)) as pairs:
        async for ours, theirs in pairs:
            if ours is None or ours != theirs:
                raise BadSetup("cli.move-differs", table=each.table, row=str((ours or theirs or ())[: len(each.keys)]))
            if each.table == "events":
                table, *row = ours
                number, at = (0 if table != at else number + 1), table
                moved.tables += number == 0
                try:
                    checked(table, number, tuple(row))
                except Damaged:
                    moved.damaged += [table] if table not in moved.damaged[-1:] else []
            done += 1
            if not done % COMMITTED:
                progress(each.table, done, of)
    return done


async def _side_by_side(
    each: Columns, source: Place, target: Place
) -> AsyncGenerator[tuple[Row | None, Row | None], None]:
    """The rows of both by their keys; None where one has no such row."""
    _, texts = layout()
    keys = len(each.keys)
    async with (
        contextlib.aclosing(source.rows(each.in_order(source, texts))) as ours,
        contextlib.aclosing(target.rows(each.in_order(target, texts))) as theirs,
    ):
        one, other = await anext(ours, None), await anext(theirs, None)
        while one is not None or other is not None:
            if other is None or (one is not None and one[:keys] < other[:keys]):
                yield one, None
                one = await anext(ours, None)
            elif one is None or other[:keys] < one[:keys]:
                yield None, other
                other = await anext(theirs, None)
            else:
                yield one, other
                one, other = await anext(ours, None), await anext(theirs, None)
