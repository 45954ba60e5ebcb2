"""Which tables are listed, and in what order: the lobby, a person's own tables, and all that is stored."""

from __future__ import annotations

import orjson

from siegeworks.server.store import Held, Kept, Mine, Studied, news, noticing
from siegeworks.server.store.database import Database

LOBBY = """
    SELECT is_full, turn, -made, table_id FROM (
        SELECT table_id, made, CASE open_seats WHEN 0 THEN 1 ELSE 0 END AS is_full, ROW_NUMBER() OVER (
            PARTITION BY COALESCE(origin, host, table_id), open_seats = 0 ORDER BY made DESC, table_id) AS turn
        FROM shelves WHERE public = 1 AND over = 0 AND kind = 'table') AS listed
    WHERE (is_full, turn, -made, table_id) > (?, ?, ?, ?)
    ORDER BY is_full, turn, -made, table_id LIMIT ?"""
"""Open seats first. Hosts take turns, one address being one host: everybody's newest table, then everybody's second."""

ARCHIVED = "EXISTS (SELECT 1 FROM archived AS a WHERE a.person = ? AND a.table_id = {}.table_id)"
MINE = f"""
    SELECT s.table_id, CAST(SUM(1 << CAST(t.seat AS INTEGER)) AS BIGINT), s.waiting, s.changed, s.over,
        {ARCHIVED.format("s")}
    FROM sittings AS t JOIN shelves AS s ON s.table_id = t.table_id
    WHERE t.person = ? AND t.hidden = 0 AND s.kind IN ('table', 'record') GROUP BY s.table_id"""
HOSTED = f"""
    SELECT table_id, 0, waiting, changed, over, {ARCHIVED.format("shelves")} FROM shelves
    WHERE host = ? AND kind IN ('table', 'record')
    AND NOT EXISTS (SELECT 1 FROM sittings AS t WHERE t.table_id = shelves.table_id AND t.person = shelves.host)"""
OWNED = """
    SELECT 1 FROM shelves AS s WHERE s.table_id = ? AND s.kind IN ('table', 'record') AND (s.host = ? OR EXISTS (
        SELECT 1 FROM sittings AS t WHERE t.table_id = s.table_id AND t.person = ? AND t.hidden = 0))"""
STUDIES = """
    SELECT s.table_id, s.game,
        (SELECT e.at FROM events AS e WHERE e.table_id = s.table_id ORDER BY e.seq DESC LIMIT 1),
        (SELECT e.data FROM events AS e WHERE e.table_id = s.table_id AND e.kind = ? ORDER BY e.seq DESC LIMIT 1)
    FROM shelves AS s WHERE s.host = ? AND s.kind = 'study' ORDER BY 3 DESC, s.table_id"""
STUDY_NAME = "study_name"
"""The event by which a study gets another name."""
KEPT = """
    SELECT s.table_id, s.kind, s.game, s.made, s.over, s.origin, COUNT(*), SUM(LENGTH(e.data))
    FROM shelves AS s JOIN events AS e ON e.table_id = s.table_id GROUP BY s.table_id ORDER BY 8 DESC"""


async def lobby(db: Database, after: Held, most: int) -> list[Held]:
    """Public tables after a place in the list."""
    return [Held(*row) for row in await db.all(LOBBY, *after, most)]


async def mine(db: Database, person: str) -> list[Mine]:
    """The tables somebody sits at or has made, and the records brought; in no order."""
    rows = [*await db.all(MINE, person, person), *await db.all(HOSTED, person, person)]
    return [
        Mine(table, seats, waits, changed, bool(over), bool(away)) for table, seats, waits, changed, over, away in rows
    ]


async def studies(db: Database, person: str) -> list[Studied]:
    """The studies somebody has made, those that changed last first."""
    rows = await db.all(STUDIES, STUDY_NAME, person)
    named = [(row[:3], orjson.loads(bytes(row[3]))["text"] if row[3] else "") for row in rows]
    return [Studied(study, game, changed, name) for (study, game, changed), name in named]


async def kept(db: Database) -> list[Kept]:
    """All tables with what they take, the largest first."""
    return [Kept(*row) for row in await db.all(KEPT)]


async def delete(db: Database, tables: list[str]) -> list[str]:
    """Delete tables with all that belongs to them."""
    for name in ("events", "sittings", "shelves", "archived", "outcomes", "notices"):
        await db.many(f"DELETE FROM {name} WHERE table_id = ?", [(table,) for table in tables])
    await db.tell(news.TABLES, tables)
    return tables


async def archive(db: Database, table: str, person: str) -> bool:
    """Put a table into somebody's archive; whether it is theirs. It may be there already."""
    is_theirs = bool(await db.all(OWNED, table, person, person))
    if is_theirs:
        await db.all("INSERT INTO archived VALUES (?, ?) ON CONFLICT DO NOTHING", person, table)
    return is_theirs


async def bring_back(db: Database, table: str, person: str) -> bool:
    """Take a table out of somebody's archive; whether it is theirs."""
    await db.all("DELETE FROM archived WHERE person = ? AND table_id = ?", person, table)
    return bool(await db.all(OWNED, table, person, person))


async def throw_away(db: Database, table: str, person: str) -> bool:
    """Take a table from somebody's list; whether it was deleted, since it is in nobody's any more."""
    await db.all("UPDATE sittings SET hidden = 1 WHERE table_id = ? AND person = ?", table, person)
    await db.all("UPDATE shelves SET host = NULL WHERE table_id = ? AND host = ?", table, person)
    await bring_back(db, table, person)
    await noticing.leave(db, table, person)
    await db.tell(news.TABLES, [table])
    others = await db.all("SELECT 1 FROM sittings WHERE table_id = ? AND hidden = 0", table)
    hosts = await db.all("SELECT 1 FROM shelves WHERE table_id = ? AND host IS NOT NULL", table)
    return not others and not hosts and bool(await delete(db, [table]))
