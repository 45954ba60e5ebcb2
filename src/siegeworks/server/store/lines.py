"""What was noted of tables for lists, so that a list reads a row for each table and folds none."""

from __future__ import annotations

from typing import NamedTuple

from siegeworks.server.store import Standing
from siegeworks.server.store.database import Database, column

STANDS = "UPDATE shelves SET waiting = ?, changed = ?, noted = ?, line = ? WHERE table_id = ? AND noted <= ?"
LINES = """
    SELECT s.table_id, s.line FROM shelves AS s
    WHERE s.table_id IN ({}) AND s.line IS NOT NULL AND LENGTH(s.line) > 0
    AND s.noted = (SELECT MAX(e.seq) FROM events AS e WHERE e.table_id = s.table_id)"""
"""Only of tables that have no event since."""
SEATED = """
    SELECT t.table_id, t.seat, t.person, COALESCE(t.name, p.name)
    FROM sittings AS t LEFT JOIN people AS p ON p.person = t.person WHERE t.table_id IN ({})
    ORDER BY t.table_id, t.seat, CASE WHEN t.name IS NULL THEN 1 ELSE 0 END, t.person"""
WITHOUT_LINE = """
    SELECT table_id FROM shelves WHERE line IS NULL AND made < ? AND kind IN ('table', 'record')
    ORDER BY made LIMIT ?"""
UNREADABLE = "UPDATE shelves SET line = ? WHERE table_id = ? AND line IS NULL"
MOST_AT_ONCE = 100


class Holder(NamedTuple):
    """Who sits at a seat, and what they are called there."""

    seat: int
    person: str
    name: str | None


class Noted(NamedTuple):
    """The line of a table, without its people, and those."""

    line: bytes
    people: list[Holder]


async def note(db: Database, standings: dict[str, Standing]) -> None:
    """In the order of all who change several rows at once, or two processes would wait for each other."""
    rows = [(s.waiting, s.changed, s.seq, s.line, table, s.seq) for table, s in sorted(standings.items())]
    await db.many(STANDS, rows)


async def lines_of(db: Database, tables: list[str]) -> dict[str, Noted]:
    """What was noted of some tables; those that have changed since are left out."""
    if not tables:
        return {}
    marks = ", ".join("?" * len(tables))
    found = {table: Noted(bytes(line), []) for table, line in await db.all(LINES.format(marks), *tables)}
    for table, *holder in await db.all(SEATED.format(marks), *tables):
        if table in found:
            found[table].people.append(Holder(*holder))
    return found


async def without_line(db: Database, made_before: int) -> list[str]:
    """Some tables of which nothing was noted yet: they are from before there were lines, or a server died."""
    return await column(db, WITHOUT_LINE, made_before, MOST_AT_ONCE)


async def give_up(db: Database, table: str) -> None:
    """A table cannot be read, and need not be tried again: it has no line until it can."""
    await db.all(UNREADABLE, b"", table)
