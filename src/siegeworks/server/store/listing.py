"""Which tables are listed, and in what order: the lobby, a person's own tables, and all that is stored."""

from __future__ import annotations

import sqlite3

from siegeworks.server.store import Held, Kept, Mine

LOBBY = """
    SELECT is_full, turn, -made, table_id FROM (
        SELECT table_id, made, open_seats = 0 AS is_full, ROW_NUMBER() OVER (
            PARTITION BY COALESCE(origin, host, table_id), open_seats = 0 ORDER BY made DESC, table_id) AS turn
        FROM shelves WHERE public = 1 AND over = 0 AND kind = 'table')
    WHERE (is_full, turn, -made, table_id) > (?, ?, ?, ?)
    ORDER BY is_full, turn, -made, table_id LIMIT ?"""
"""Open seats first. Hosts take turns, one address being one host: everybody's newest table, then everybody's second."""

MINE = """
    SELECT s.table_id, SUM(1 << t.seat), s.waiting, s.changed, s.over
    FROM sittings AS t JOIN shelves AS s ON s.table_id = t.table_id
    WHERE t.person = ? AND t.hidden = 0 AND s.kind <> 'lesson' GROUP BY s.table_id"""
HOSTED = """
    SELECT table_id, 0, waiting, changed, over FROM shelves
    WHERE host = ? AND kind <> 'lesson'
    AND NOT EXISTS (SELECT 1 FROM sittings AS t WHERE t.table_id = shelves.table_id AND t.person = shelves.host)"""
KEPT = """
    SELECT s.table_id, s.kind, s.game, s.made, s.over, s.origin, COUNT(*), SUM(LENGTH(e.data))
    FROM shelves AS s JOIN events AS e ON e.table_id = s.table_id GROUP BY s.table_id ORDER BY 8 DESC"""


def lobby(db: sqlite3.Connection, after: Held, most: int) -> list[Held]:
    """Public tables after a place in the list."""
    return [Held(*row) for row in db.execute(LOBBY, (*after, most))]


def mine(db: sqlite3.Connection, person: str) -> list[Mine]:
    """The tables somebody sits at or has made, and the records brought; in no order."""
    rows = [*db.execute(MINE, (person,)), *db.execute(HOSTED, (person,))]
    return [Mine(table, seats, waiting, changed, bool(over)) for table, seats, waiting, changed, over in rows]


def kept(db: sqlite3.Connection) -> list[Kept]:
    """All tables with what they take, the largest first."""
    return [Kept(*row) for row in db.execute(KEPT)]


def delete(db: sqlite3.Connection, tables: list[str]) -> list[str]:
    """Delete tables with all that belongs to them."""
    for name in ("events", "sittings", "shelves"):
        db.executemany(f"DELETE FROM {name} WHERE table_id = ?", [(table,) for table in tables])
    return tables


def throw_away(db: sqlite3.Connection, table: str, person: str) -> bool:
    """Take a table from somebody's list; whether nobody has it in theirs any more, so that it can be deleted."""
    db.execute("UPDATE sittings SET hidden = 1 WHERE table_id = ? AND person = ?", (table, person))
    db.execute("UPDATE shelves SET host = NULL WHERE table_id = ? AND host = ?", (table, person))
    others = db.execute("SELECT 1 FROM sittings WHERE table_id = ? AND hidden = 0", (table,)).fetchone()
    host = db.execute("SELECT host FROM shelves WHERE table_id = ?", (table,)).fetchone()
    return others is None and (host is None or host[0] is None)
