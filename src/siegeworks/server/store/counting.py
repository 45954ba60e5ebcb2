"""What somebody, or an address, has stored already, and how large the database is."""

from __future__ import annotations

import sqlite3

from siegeworks.server.store import Claim, Usage


def count(db: sqlite3.Connection, claim: Claim) -> None:
    """One more today, for the person and for the address."""
    db.executemany(
        "INSERT INTO counts VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET n = n + 1",
        [(who, claim.what, claim.day) for who in (claim.person, claim.origin)],
    )


def usage(db: sqlite3.Connection, claim: Claim) -> Usage:
    which = "kind = 'record'" if claim.what == "records" else "over = 0 AND kind <> 'record'"
    kept = [
        db.execute(f"SELECT COUNT(*) FROM shelves WHERE {column} = ? AND {which}", (who,)).fetchone()[0]
        for column, who in (("host", claim.person), ("origin", claim.origin))
    ]
    today = [
        db.execute(
            "SELECT n FROM counts WHERE who = ? AND what = ? AND day = ?", (who, claim.what, claim.day)
        ).fetchone()
        for who in (claim.person, claim.origin)
    ]
    return Usage(*kept, *(0 if row is None else row[0] for row in today))


def size(db: sqlite3.Connection) -> int:
    pages, free, size = (
        int(db.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * size
