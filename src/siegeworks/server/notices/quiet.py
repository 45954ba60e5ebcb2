"""Quiet hours: when somebody wants to hear nothing, by the clock on their wall."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime, timedelta
from functools import cache

from siegeworks.server.store.noticing import Quiet

DAY = 24 * 60


@cache
def zones() -> frozenset[str]:
    """The time zones that this machine knows."""
    return frozenset(zoneinfo.available_timezones())


def left_ms(quiet: Quiet | None, now: float) -> int:
    """For how long there is quiet, at a time in seconds since 1970; 0 if anything may be told."""
    if quiet is None or quiet.begins == quiet.ends or quiet.zone not in zones():
        return 0
    zone = zoneinfo.ZoneInfo(quiet.zone)
    here = datetime.fromtimestamp(now, zone)
    minute = here.hour * 60 + here.minute
    if (minute - quiet.begins) % DAY >= (quiet.ends - quiet.begins) % DAY:
        return 0
    day = here.date() + timedelta(days=1 if quiet.ends <= minute else 0)
    end = datetime(day.year, day.month, day.day, quiet.ends // 60, quiet.ends % 60, tzinfo=zone)
    return max(1, round((end.astimezone(UTC).timestamp() - now) * 1000))
