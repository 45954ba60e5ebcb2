"""An event as a row, with a checksum: a byte that turned over on disk is found when the table is read."""

from __future__ import annotations

import hashlib

import orjson

from siegeworks.server.store import Damaged, Event
from siegeworks.server.store.database import Row

SUM_BYTES = 8


def sum_of(table: str, seq: int, at: int, tick: int, kind: str, data: bytes) -> bytes:
    """A short sum over all of an event."""
    head = f"{table} {seq} {at} {tick} {kind} ".encode()
    return hashlib.blake2b(head + data, digest_size=SUM_BYTES).digest()


def row_of(event: Event) -> Row:
    """An event in the order of the columns."""
    data = orjson.dumps(event.data)
    told = (event.table, event.seq, event.at, event.tick, event.kind, data)
    return (*told, sum_of(*told))


def checked(table: str, number: int, row: Row) -> Event:
    """The event of a row, without its table, that should have a number; raises Damaged."""
    *told, found = row
    try:
        if told[0] == number and sum_of(table, *told) == found:
            seq, at, tick, kind, data = told
            return Event(table, seq, at, tick, kind, orjson.loads(data))
    except (TypeError, ValueError):
        pass
    raise Damaged("event-damaged", number=number)
