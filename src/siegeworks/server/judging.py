"""Whether a process knows enough to say no: another one on the same database may have stored more than it has heard."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from siegeworks.errors import SiegeworksError
from siegeworks.server.room import Room, Rooms
from siegeworks.server.store import CannotSave

T = TypeVar("T")


async def unless_behind(rooms: Rooms, room: Room, judge: Callable[[], Awaitable[T]]) -> T | SiegeworksError:
    """What `judge` finds, or why it refuses. Before that counts, all that is stored of the table is read.

    If that was not known, it judges again: what it was asked may be done already, or be possible now.
    """
    known = room.table.seq
    found = await _judged(judge)
    if rooms.store.shared is None or not is_refusal(found):
        return found
    await rooms.catch_up(room)
    return found if room.table.seq == known else await _judged(judge)


async def _judged(judge: Callable[[], Awaitable[T]]) -> T | SiegeworksError:
    try:
        return await judge()
    except CannotSave:  # the database is away
        raise
    except SiegeworksError as problem:
        return problem


def is_refusal(found: object) -> bool:
    """Whether it says no: an error, or a layout that cannot be had."""
    return isinstance(found, SiegeworksError) or (isinstance(found, dict) and not found.get("ok", True))
