"""What is stored of tables and people, and read again: the same statements for every database."""

from __future__ import annotations

from typing import Any

from siegeworks.server.people import fingerprint
from siegeworks.server.store import (
    Claim,
    Entry,
    Event,
    Old,
    Shelf,
    Sitting,
    Standing,
    Stored,
    counting,
    devices,
    listing,
    news,
    noticing,
    solving,
)
from siegeworks.server.store.database import Database, column
from siegeworks.server.store.rows import checked

NEW_SHELF = """INSERT INTO shelves (table_id, game, host, public, open_seats, over, due, kind, origin, made, changed)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
CHANGED_SHELF = """UPDATE shelves SET open_seats = ?, over = ?, due = ?, seq = ?,
    origin = CASE WHEN ? = 1 AND kind <> 'record' THEN NULL ELSE origin END WHERE table_id = ? AND seq <= ?"""
"""From where it was made matters no more once it is over. Another process may have stored a later one already."""
STANDS = "UPDATE shelves SET waiting = ?, changed = ?, noted = ? WHERE table_id = ? AND noted <= ?"
SEATED = """INSERT INTO sittings (table_id, seat, person, name) VALUES (?, ?, ?, ?)
    ON CONFLICT (table_id, seat, person) DO UPDATE SET hidden = 0, name = COALESCE(excluded.name, sittings.name)"""
NAMED = "INSERT INTO people VALUES (?, ?) ON CONFLICT (person) DO UPDATE SET name = excluded.name"
FACT = "INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
LAST = "(SELECT tick FROM events WHERE events.table_id = shelves.table_id ORDER BY seq DESC LIMIT 1)"
"""The tick of a table's last event."""
EVENTS = "SELECT seq, at, tick, kind, data, sum FROM events WHERE table_id = ? AND seq > ? ORDER BY seq"
PASSED = """INSERT INTO facts VALUES ('tick', ?) ON CONFLICT (name)
    DO UPDATE SET value = excluded.value WHERE facts.value < excluded.value"""
SECRET = "signing"
DAY_MS = 24 * 3600 * 1000


# Writing


async def shelve(db: Database, entry: Entry) -> None:
    """All of an entry but its events."""
    await db.many(SEATED, [(one.table, one.seat, one.person, one.name) for one in entry.sittings])
    made = {event.table: event.at for event in entry.events if event.seq == 0}
    for s in entry.shelves:
        if s.table in made:
            at, public, over = made[s.table], int(s.public), int(s.over)
            row = (s.table, s.game, s.host, public, s.open_seats, over, s.due, s.kind, s.origin)
            await db.all(NEW_SHELF, *row, at, at)
        else:  # never the host, nor a table that is gone: both may have been forgotten meanwhile
            await db.all(CHANGED_SHELF, s.open_seats, int(s.over), s.due, s.seq, int(s.over), s.table, s.seq)
    for claim in entry.claims:
        await counting.count(db, claim)


async def set_name(db: Database, person: str, name: str, claim: Claim | None) -> None:
    await db.all(NAMED, person, name)
    await db.tell(news.TABLES, await column(db, "SELECT DISTINCT table_id FROM sittings WHERE person = ?", person))
    if claim is not None:
        await counting.count(db, claim)


async def note(db: Database, standings: dict[str, Standing]) -> None:
    """In the order of all who change several rows at once, or two processes would wait for each other."""
    rows = [(*standing, table, standing.seq) for table, standing in sorted(standings.items())]
    await db.many(STANDS, rows)


async def forget(db: Database, person: str) -> tuple[list[str], list[str]]:
    """The person's name, answers, seats and tables that are nobody else's; returns those, and the shared ones."""
    mine = await column(db, "SELECT table_id FROM sittings WHERE person = ?", person)
    mine += await column(db, "SELECT table_id FROM shelves WHERE host = ?", person)
    shared = "SELECT 1 FROM sittings WHERE table_id = ? AND person <> ?"
    alone = [table for table in sorted(set(mine)) if not await db.all(shared, table, person)]
    is_named = await db.all("SELECT 1 FROM people WHERE person = ?", person)
    await db.all("DELETE FROM people WHERE person = ?", person)
    await db.all("DELETE FROM sittings WHERE person = ?", person)
    await db.all("DELETE FROM counts WHERE who = ?", person)
    await db.all("UPDATE shelves SET host = NULL WHERE host = ?", person)
    known = (
        is_named,
        await solving.forget(db, person),
        await devices.forget(db, person),
        await noticing.forget(db, person),
    )
    if mine or any(known):  # else nothing is behind the cookie, and rows for such would fill the disk
        await db.all("INSERT INTO forgotten VALUES (?) ON CONFLICT DO NOTHING", fingerprint(person))
        await db.tell(news.PEOPLE, [fingerprint(person)])
    shared_ones = sorted(set(mine).difference(alone))
    await db.tell(news.TABLES, shared_ones)
    return await listing.delete(db, alone), shared_ones


async def expire(db: Database, old: Old) -> list[str]:
    """Delete what is old; returns the tables that are gone."""
    await db.all("DELETE FROM counts WHERE day < ?", old.day)
    await db.all("DELETE FROM devices WHERE until < ?", old.day * DAY_MS)
    await noticing.expire(db, old.day * DAY_MS)
    by_end = "CASE over WHEN 1 THEN CAST(? AS BIGINT) ELSE CAST(? AS BIGINT) END"
    asked = f"SELECT table_id FROM shelves WHERE COALESCE({LAST}, 0) < {by_end} LIMIT 500"
    found = await column(db, asked, old.finished, old.unfinished)
    asked = f"SELECT table_id FROM shelves WHERE kind = 'lesson' AND COALESCE({LAST}, 0) < ? LIMIT 500"
    found += await column(db, asked, old.lessons)
    return await listing.delete(db, found)


async def pass_time(db: Database, tick: int) -> int:
    """Note how far time has come; how far it has come for any process."""
    await db.all(PASSED, tick)
    return int((await column(db, "SELECT value FROM facts WHERE name = 'tick'"))[0])


async def secret(db: Database, given: bytes) -> bytes:
    """The secret that all servers of this database sign with: the first one's."""
    await db.all("INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING", SECRET, given)
    return bytes((await column(db, "SELECT value FROM secrets WHERE name = ?", SECRET))[0])


# Reading


async def load_after(db: Database, table: str, seq: int) -> list[Event]:
    """The events of a table after a number."""
    return [checked(table, number, row) for number, row in enumerate(await db.all(EVENTS, table, seq), seq + 1)]


async def load(db: Database, table: str) -> Stored | None:
    events = await load_after(db, table, -1)
    if not events:
        return None
    seated = await db.all("SELECT seat, person, name FROM sittings WHERE table_id = ?", table)
    asked = "SELECT person, name FROM people WHERE person IN (SELECT person FROM sittings WHERE table_id = ?)"
    names = {str(person): str(name) for person, name in await db.all(asked, table)}
    asked = "SELECT game, host, public, open_seats, over, due, kind, origin, seq FROM shelves WHERE table_id = ?"
    shelf = next((_shelf(table, *row) for row in await db.all(asked, table)), None)
    return Stored(events, [Sitting(table, *row) for row in seated], names, None if shelf is None else shelf.host, shelf)


def _shelf(table: str, *row: Any) -> Shelf:
    game, host, public, open_seats, over, *rest = row
    return Shelf(table, game, host, bool(public), open_seats, bool(over), *rest)


async def shared_tables(db: Database, person: str) -> list[str]:
    """The tables at which others sit too."""
    others = "SELECT 1 FROM sittings AS o WHERE o.table_id = s.table_id AND o.person <> s.person"
    return await column(
        db, f"SELECT DISTINCT table_id FROM sittings AS s WHERE person = ? AND EXISTS ({others})", person
    )
