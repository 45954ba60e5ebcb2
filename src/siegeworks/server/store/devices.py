"""The devices on which somebody's games were opened, and the links that open them on one more."""

from __future__ import annotations

from typing import NamedTuple

from siegeworks.server.people import FIRST, mark
from siegeworks.server.store import Claim, counting, news, noticing
from siegeworks.server.store.database import Database

MOST = 16
"""Devices of one person, besides the first."""
UNOPENED = "DELETE FROM devices WHERE person = ? AND until IS NOT NULL"
FORGOTTEN = "INSERT INTO forgotten VALUES (?) ON CONFLICT DO NOTHING"


class Device(NamedTuple):
    """A device, what it is called, and when it was added, if not the first; `until`: nobody has opened its link yet."""

    device: str
    name: str
    added: int | None
    until: int | None


class Linked(NamedTuple):
    """A link that somebody wants to open their games elsewhere: the device that will be, and how long it is good."""

    person: str
    device: str
    at: int
    until: int


async def link(db: Database, wish: Linked, claim: Claim | None) -> bool:
    """Keep a link in place of the last one that nobody has opened; False if there are too many devices."""
    await db.all(UNOPENED, wish.person)
    if len(await devices_of(db, wish.person)) >= MOST:
        return False
    if claim is not None:
        await counting.count(db, claim)
    await db.all("INSERT INTO devices VALUES (?, ?, '', ?, ?)", wish.device, wish.person, wish.at, wish.until)
    return True


async def add(db: Database, device: str, name: str, at: int, by: str) -> str | None:
    """Whose games a device has from now on; None if its link is not good any more, or `by` has made it.

    A link is good once, and for another device: whoever made it would only have one more that nobody uses.
    """
    changed = """UPDATE devices SET until = NULL, name = ?, added = ? WHERE device = ? AND until >= ? AND person <> ?
        RETURNING person"""
    found = await db.all(changed, name, at, device, at, by)
    return str(found[0][0]) if found else None


async def drop(db: Database, person: str, device: str) -> bool:
    """Whether somebody had such a device, which is theirs no more. What never opened a link has no cookie to refuse.

    A link that is still open ends with any device: whoever has that one may have made it.
    """
    if device != FIRST:
        gone = "DELETE FROM devices WHERE person = ? AND device = ? RETURNING until"
        found = await db.all(gone, person, device)
        if not found or found[0][0] is not None:
            return bool(found)
    elif not any(each.until is None for each in await devices_of(db, person)):  # else nobody might ever come back
        return False
    await db.all(UNOPENED, person)
    await noticing.forget(db, person, device)
    await db.all(FORGOTTEN, mark(person, device))
    await db.tell(news.PEOPLE, [mark(person, device)])
    return True


async def devices_of(db: Database, person: str) -> list[Device]:
    """Somebody's devices besides the first, the oldest first."""
    asked = "SELECT device, name, added, until FROM devices WHERE person = ? ORDER BY added, device"
    return [Device(*row) for row in await db.all(asked, person)]


async def forget(db: Database, person: str) -> bool:
    """Forget somebody's devices; whether there were any."""
    return bool(await db.all("DELETE FROM devices WHERE person = ? RETURNING device", person))
