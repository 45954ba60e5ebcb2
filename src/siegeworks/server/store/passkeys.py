"""Passkeys, and the challenges that are open: each is good once, for a while, at any process."""

from __future__ import annotations

from typing import Any, NamedTuple

from siegeworks.server.store import Claim, counting, devices
from siegeworks.server.store.database import Database

MOST = 16
"""Passkeys of one person."""
FOUND = "SELECT credential, person, public, signed, name, added, used FROM passkeys WHERE "


class Passkey(NamedTuple):
    """A passkey by the id that the device gave it, and its public half; `signed` counts what it has signed."""

    credential: str
    person: str
    public: bytes
    signed: int
    name: str
    added: int
    used: int | None


class Challenge(NamedTuple):
    """Something random that a device is asked to sign. `person`: who wants a passkey; empty for who comes back."""

    challenge: str
    person: str
    until: int


async def ask(db: Database, challenge: Challenge, at: int, claim: Claim | None) -> None:
    """Keep a challenge until it is answered, or its time is up."""
    await db.all("DELETE FROM challenges WHERE until < ?", at)
    await db.all("INSERT INTO challenges VALUES (?, ?, ?)", *challenge)
    if claim is not None:
        await counting.count(db, claim)


async def answered(db: Database, challenge: str, person: str, at: int) -> bool:
    """Whether a challenge was open for somebody; it is no more."""
    gone = "DELETE FROM challenges WHERE challenge = ? AND person = ? AND until >= ? RETURNING challenge"
    return bool(await db.all(gone, challenge, person, at))


async def keep(db: Database, passkey: Passkey) -> bool:
    """Store a new passkey; False if there are too many, or there is one with this id."""
    if len(await of_person(db, passkey.person)) >= MOST:
        return False
    kept = "INSERT INTO passkeys VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING credential"
    return bool(await db.all(kept, *passkey))


async def find(db: Database, credential: str) -> Passkey | None:
    """A passkey by its id."""
    return next((_passkey(*row) for row in await db.all(f"{FOUND} credential = ?", credential)), None)


async def of_person(db: Database, person: str) -> list[Passkey]:
    """Somebody's passkeys, the oldest first."""
    return [_passkey(*row) for row in await db.all(f"{FOUND} person = ? ORDER BY added, credential", person)]


def _passkey(*row: Any) -> Passkey:
    return Passkey(*row)._replace(public=bytes(row[2]))


async def come_back(db: Database, passkey: Passkey, device: str, name: str) -> list[str] | None:
    """A device is its owner's from now on; None if the passkey is not there any more.

    Where there are too many devices the oldest is shut out, since whoever has lost them could not do it: which one.
    """
    used = "UPDATE passkeys SET signed = ?, used = ? WHERE credential = ? AND person = ? RETURNING credential"
    if not await db.all(used, passkey.signed, passkey.used, passkey.credential, passkey.person):
        return None
    known = [each.device for each in await devices.devices_of(db, passkey.person) if each.until is None]
    left = known[:1] if len(known) >= devices.MOST else []
    for each in left:
        await devices.drop(db, passkey.person, each)
    await db.all("INSERT INTO devices VALUES (?, ?, ?, ?, NULL)", device, passkey.person, name, passkey.used)
    return left


async def drop(db: Database, person: str, credential: str) -> bool:
    """Whether somebody had such a passkey, which opens nothing any more."""
    gone = "DELETE FROM passkeys WHERE person = ? AND credential = ? RETURNING credential"
    return bool(await db.all(gone, person, credential))


async def forget(db: Database, person: str) -> bool:
    """Forget somebody's passkeys, and what they were asked; whether there were any."""
    await db.all("DELETE FROM challenges WHERE person = ?", person)
    return bool(await db.all("DELETE FROM passkeys WHERE person = ? RETURNING credential", person))
