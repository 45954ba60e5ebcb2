"""Who wants to hear of their turns, by which channel, and what is due when: rows that all processes share.

A notice is a row for each channel and seat. It is due at a tick; once it was sent, or need not be, it stays without
one, so that nobody is told of the same turn again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from siegeworks.server.store import Claim, counting
from siegeworks.server.store.database import Database, Work, column

MOST = 8
"""Channels of one person."""
COLUMNS = "channel, person, device, kind, address, made, until, problem"
DUE = """INSERT INTO notices (channel, table_id, seat, turn, due)
    SELECT channel, CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS BIGINT),
        CASE WHEN rests > ? THEN rests ELSE CAST(? AS BIGINT) END
    FROM channels WHERE person = ? AND until IS NULL AND made <= ?
        AND EXISTS (SELECT 1 FROM sittings AS t
            WHERE t.table_id = ? AND t.seat = ? AND t.person = channels.person AND t.hidden = 0)
    ON CONFLICT (channel, table_id, seat) DO UPDATE SET turn = excluded.turn, due = excluded.due, held = 0, tries = 0
        WHERE notices.turn < excluded.turn"""
"""Not of a table that is gone, or that they have thrown away."""
FREE = "due <= ? AND held <= ?"
TAKE = f"""UPDATE notices SET held = ? WHERE {FREE} AND channel = (
        SELECT channel FROM notices WHERE {FREE} ORDER BY due, channel LIMIT 1)
    RETURNING channel, table_id, seat, turn, tries"""
"""All that is due by the channel that waits longest. Of two processes that ask at once one finds the rows held."""
ROW = "channel = ? AND table_id = ? AND seat = ? AND turn = ?"


class Channel(NamedTuple):
    """A way to tell somebody: to which address, asked for on which device. `until`: nobody has confirmed it yet."""

    channel: str
    person: str
    device: str
    kind: str
    address: str
    made: int
    until: int | None = None
    problem: str | None = None
    """Why the last notice could not be sent."""


class Turn(NamedTuple):
    """A seat of somebody's is to act; `turn` is the event since which it is, `began` when that was, in ms."""

    person: str
    table: str
    seat: int
    turn: int
    began: int


class Notice(NamedTuple):
    """What is due by a channel, and how often it was tried."""

    channel: str
    table: str
    seat: int
    turn: int
    tries: int

    @property
    def key(self) -> tuple[str, str, int, int]:
        return self[:4]


class Quiet(NamedTuple):
    """When somebody wants to hear nothing: minutes of a day in a time zone."""

    zone: str
    begins: int
    ends: int


class Taken(NamedTuple):
    """What is to be told by one channel now."""

    channel: Channel
    quiet: Quiet | None
    notices: list[Notice]


class NoticeRows:
    """The calls. `write` and `read` are the store's own."""

    def __init__(
        self, write: Callable[[Work[Any]], Awaitable[Any]], read: Callable[[Work[Any]], Awaitable[Any]]
    ) -> None:
        self._write = write
        self._read = read

    # Channels

    async def add(self, channel: Channel, claims: list[Claim]) -> bool:
        """Keep a channel; False if its owner has too many. Of one address there is one channel."""

        async def work(db: Database) -> bool:
            same = "DELETE FROM channels WHERE person = ? AND kind = ? AND address = ? RETURNING channel"
            await _forget_notices(db, await column(db, same, channel.person, channel.kind, channel.address))
            if len(await column(db, "SELECT channel FROM channels WHERE person = ?", channel.person)) >= MOST:
                return False
            for claim in claims:
                await counting.count(db, claim)
            await db.all(f"INSERT INTO channels ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *channel)
            return True

        return bool(await self._write(work))

    async def confirm(self, channel: str, at: int) -> bool:
        """Whoever has the address wants it; False if the channel is gone, or was asked for too long ago."""
        ours = "channel = ? AND (until IS NULL OR until >= ?)"
        changed = f"UPDATE channels SET until = NULL WHERE {ours} RETURNING channel"
        return bool(await self._write(lambda db: db.all(changed, channel, at)))

    async def drop(self, channel: str, person: str | None = None) -> bool:
        """End a channel, if it is that person's (None: whosever); whether there was one."""

        async def work(db: Database) -> bool:
            ours = "channel = ? AND (CAST(? AS TEXT) IS NULL OR person = ?)"
            found = await column(db, f"DELETE FROM channels WHERE {ours} RETURNING channel", channel, person, person)
            await _forget_notices(db, found)
            return bool(found)

        return bool(await self._write(work))

    async def of(self, person: str) -> list[Channel]:
        """Somebody's channels, the oldest first."""
        asked = f"SELECT {COLUMNS} FROM channels WHERE person = ? ORDER BY made, channel"
        return [Channel(*row) for row in await self._read(lambda db: db.all(asked, person))]

    async def all(self) -> list[Channel]:
        """Everybody's that are in use."""
        asked = f"SELECT {COLUMNS} FROM channels WHERE until IS NULL ORDER BY made, channel"
        return [Channel(*row) for row in await self._read(lambda db: db.all(asked))]

    async def keep_quiet(self, person: str, quiet: Quiet | None) -> None:
        """When somebody wants to hear nothing; None: always anything."""

        async def work(db: Database) -> None:
            await db.all("DELETE FROM quiet_hours WHERE person = ?", person)
            if quiet is not None:
                await db.all("INSERT INTO quiet_hours VALUES (?, ?, ?, ?)", person, *quiet)

        await self._write(work)

    async def quiet_of(self, person: str) -> Quiet | None:
        return await self._read(lambda db: _quiet_of(db, person))  # type: ignore[no-any-return]

    # What is due

    async def note(self, turns: list[Turn], due: int) -> None:
        """Somebody is to be told of these turns at a tick, unless they were; whoever has no channel never is."""
        rows = [
            (one.table, one.seat, one.turn, due, due, one.person, one.began, one.table, one.seat)
            for one in sorted(turns)
        ]
        await self._write(lambda db: db.many(DUE, rows))

    async def is_due(self, now: int) -> bool:
        """Whether there is anything to take."""
        return bool(await self._read(lambda db: db.all(f"SELECT 1 FROM notices WHERE {FREE} LIMIT 1", now, now)))

    async def take(self, now: int, until: int) -> Taken | None:
        """What is due by one channel, which is the caller's to send until a tick."""

        async def work(db: Database) -> Taken | None:
            notices = [Notice(*row) for row in await db.all(TAKE, until, now, now, now, now)]
            if not notices:
                return None
            name = notices[0].channel
            found = await db.all(f"SELECT {COLUMNS} FROM channels WHERE channel = ?", name)
            if not found:
                await _forget_notices(db, [name])
                return None
            channel = Channel(*found[0])
            return Taken(channel, await _quiet_of(db, channel.person), sorted(notices))

        return await self._write(work)  # type: ignore[no-any-return]

    async def settle(self, notices: list[Notice], due: int | None, tries: int = 0) -> None:
        """What was taken is told, or need not be (None), or is to be told at a tick."""
        changed = f"UPDATE notices SET due = CAST(? AS BIGINT), held = 0, tries = ? WHERE {ROW}"
        await self._write(lambda db: db.many(changed, [(due, tries, *each.key) for each in notices]))

    async def rest(self, channel: str, until: int, problem: str | None) -> None:
        """A channel was used: what is due next waits until a tick. What went wrong with it, if something did."""
        changed = "UPDATE channels SET rests = ?, problem = ? WHERE channel = ?"
        await self._write(lambda db: db.all(changed, until, problem, channel))

    # Keys

    async def key(self, name: str, given: bytes) -> bytes:
        """A key that all servers of this database share: the one given, if there is none yet."""

        async def work(db: Database) -> bytes:
            await db.all("INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING", name, given)
            return bytes((await column(db, "SELECT value FROM secrets WHERE name = ?", name))[0])

        return await self._write(work)  # type: ignore[no-any-return]


async def _quiet_of(db: Database, person: str) -> Quiet | None:
    found = await db.all("SELECT zone, begins, ends FROM quiet_hours WHERE person = ?", person)
    return Quiet(*found[0]) if found else None


async def _forget_notices(db: Database, channels: list[str]) -> None:
    await db.many("DELETE FROM notices WHERE channel = ?", [(channel,) for channel in channels])


async def leave(db: Database, table: str, person: str) -> None:
    """Somebody wants to hear of a table no more."""
    ours = "table_id = ? AND channel IN (SELECT channel FROM channels WHERE person = ?)"
    await db.all(f"DELETE FROM notices WHERE {ours}", table, person)


async def forget(db: Database, person: str, device: str | None = None) -> bool:
    """End somebody's channels, or those that one device asked for; whether there were any."""
    ours = "DELETE FROM channels WHERE person = ? AND (CAST(? AS TEXT) IS NULL OR device = ?) RETURNING channel"
    found = await column(db, ours, person, device, device)
    await _forget_notices(db, found)
    if device is None:
        await db.all("DELETE FROM quiet_hours WHERE person = ?", person)
    return bool(found)


async def expire(db: Database, at: int) -> None:
    """Forget addresses that nobody has confirmed in time."""
    await db.all("DELETE FROM channels WHERE until < ?", at)
