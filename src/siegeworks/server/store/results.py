"""How matches ended, by seat, and what comes of it for somebody: counted by one statement, without any event."""

from __future__ import annotations

from typing import NamedTuple

from siegeworks.server.store import Shelf
from siegeworks.server.store.database import Database

OUTCOME = """
    INSERT INTO outcomes (table_id, seat, share, level)
    SELECT table_id, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT) FROM shelves WHERE table_id = ?
    ON CONFLICT (table_id, seat) DO UPDATE SET share = excluded.share, level = excluded.level"""
"""Not of a table that is gone."""
SUMS = """COUNT(*) AS played, SUM(CASE share WHEN 2 THEN 1 ELSE 0 END) AS won,
            SUM(CASE share WHEN 1 THEN 1 ELSE 0 END) AS shared"""
TALLIES = f"""
    WITH own AS (
        SELECT table_id, MIN(seat) AS seat FROM sittings WHERE person = ? AND hidden = 0
        GROUP BY table_id HAVING COUNT(*) = 1),
    played AS (
        SELECT s.game, own.table_id, own.seat, o.share,
            (SELECT COUNT(*) FROM outcomes AS one WHERE one.table_id = own.table_id) AS seats
        FROM own JOIN outcomes AS o ON o.table_id = own.table_id AND o.seat = own.seat
        JOIN shelves AS s ON s.table_id = own.table_id),
    met AS (
        SELECT DISTINCT p.game, p.seats, p.table_id, p.share, o.level, t.person
        FROM played AS p JOIN outcomes AS o ON o.table_id = p.table_id AND o.seat <> p.seat
        LEFT JOIN sittings AS t ON t.table_id = o.table_id AND t.seat = o.seat AND o.level IS NULL),
    tallies AS (
        SELECT game, seats, 'all' AS kind, CAST(NULL AS BIGINT) AS level, CAST(NULL AS TEXT) AS person, {SUMS}
        FROM played GROUP BY game, seats
        UNION ALL
        SELECT game, seats, CASE WHEN level IS NOT NULL THEN 'bot' WHEN person IS NULL THEN 'gone' ELSE 'person' END,
            level, person, {SUMS} FROM met GROUP BY game, seats, level, person)
    SELECT game, seats, kind, level, name, played, won, shared
    FROM tallies LEFT JOIN people ON people.person = tallies.person
    ORDER BY game, seats, kind <> 'all', kind <> 'person', played DESC, level, name, tallies.person LIMIT ?"""
"""A match in which somebody had several seats was played at one screen, by nobody knows whom: it does not count."""
MOST_TALLIES = 500


class Tally(NamedTuple):
    """How somebody's matches of a game with so many seats ended: all of them, or those against an opponent."""

    game: str
    seats: int
    kind: str
    level: int | None
    name: str | None
    played: int
    won: int
    shared: int


async def tallies(db: Database, person: str) -> list[Tally]:
    """How somebody's matches ended, by game and seats: all of them first, then by opponent, people before bots."""
    rows = await db.all(TALLIES, person, MOST_TALLIES)
    return [Tally(*row[:5], *map(int, row[5:])) for row in rows]


async def keep(db: Database, shelf: Shelf) -> None:
    """How the match of a table ended, for each seat."""
    await db.many(OUTCOME, [(seat, *one, shelf.table) for seat, one in enumerate(shelf.outcome)])
