"""What processes on one database tell each other, by PostgreSQL's notifications.

A notification says where to look, never what is there: a table and a number, or a fingerprint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

EVENTS = "siegeworks_events"
"""`TABLE SEQ`: a table has events up to a number."""
TABLES = "siegeworks_tables"
"""`TABLE`: what is stored of a table besides its events has changed, or it was deleted."""
PRESENCE = "siegeworks_presence"
"""`TABLE PROCESS`: who sits there has come or gone, by way of a process."""
PEOPLE = "siegeworks_people"
"""`FINGERPRINT`: somebody is forgotten, or a device of somebody's is shut out."""
JOBS = "siegeworks_jobs"
"""`WHAT`: work of a kind waits for whoever has a place for it."""
BEATS = "siegeworks_beats"
"""`PROCESS NUMBER`: what a process tells itself, to see how long it takes."""
CHANNELS = (EVENTS, TABLES, PRESENCE, PEOPLE, JOBS, BEATS)
CAUGHT_UP = "caught up"
"""Told by the listening connection itself when it is made: what was told before has not been heard."""

MOST_BYTES = 7_000
"""Of one notification; PostgreSQL takes 8,000."""

Hear = Callable[[str, str], None]
"""Is given a channel and a line."""


def payloads(lines: Iterable[str]) -> Iterator[str]:
    """The same lines in as few notifications as they fit in."""
    kept, size = list[str](), 0
    for line in lines:
        if kept and size + len(line) > MOST_BYTES:
            yield "\n".join(kept)
            kept, size = [], 0
        kept.append(line)
        size += len(line) + 1
    if kept:
        yield "\n".join(kept)
