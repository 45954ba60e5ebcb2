"""What somebody, or an address, has stored already."""

from __future__ import annotations

from siegeworks.server.store import Claim, Usage
from siegeworks.server.store.database import Database, column


async def count(db: Database, claim: Claim) -> None:
    """One more today, for the person and for the address."""
    await db.many(
        "INSERT INTO counts VALUES (?, ?, ?, 1) ON CONFLICT (who, what, day) DO UPDATE SET n = counts.n + 1",
        [(who, claim.what, claim.day) for who in (claim.person, claim.origin)],
    )


async def usage(db: Database, claim: Claim) -> Usage:
    which = "kind IN ('record', 'study')" if claim.what == "records" else "over = 0 AND kind NOT IN ('record', 'study')"
    kept = [
        (await column(db, f"SELECT COUNT(*) FROM shelves WHERE {name} = ? AND {which}", who))[0]
        for name, who in (("host", claim.person), ("origin", claim.origin))
    ]
    today = [
        sum(await column(db, "SELECT n FROM counts WHERE who = ? AND what = ? AND day = ?", who, claim.what, claim.day))
        for who in (claim.person, claim.origin)
    ]
    return Usage(*kept, *today)
