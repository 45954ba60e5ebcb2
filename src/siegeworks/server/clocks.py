"""Clocks of tables, in ticks: milliseconds that servers have run.

Ticks stop while no server runs and know nothing of the wall clock, so a clock survives a restart, and setting the time
of the machine flags nobody.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

LEAST_MS = 5_000
"""However little is left, a turn has this long."""


class Ticks:
    """The running count of milliseconds, going on from where the last server was known to be."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._first = 0
        self._began = clock()

    def now(self) -> int:
        return self._first + int((self._clock() - self._began) * 1000)

    def go_on_from(self, tick: int) -> None:
        """It is this tick now."""
        self._first, self._began = tick, self._clock()


@dataclass(slots=True)
class Clock:
    """What each seat has left, as of `since`. `kind` is move, total or days."""

    kind: str
    full: int
    increment: int
    left: list[int]
    since: int = 0

    @classmethod
    def of(cls, wish: dict[str, int | str], seats: int) -> Clock:
        full = int(wish["seconds"]) * 1000
        return cls(str(wish["kind"]), full, int(wish["increment"]) * 1000, [full] * seats)

    def settle(self, tick: int, before: Collection[int], acted: Collection[int], after: Collection[int]) -> None:
        """Time has passed for the seats that were waited for; those that acted get what acting gives."""
        used = max(0, tick - self.since)
        for seat in before:
            self.left[seat] = max(0, self.left[seat] - used)
        for seat in acted:
            self.left[seat] = self.left[seat] + self.increment if self.kind == "total" else self.full
        for seat in after:
            if seat not in before or seat in acted:
                self.left[seat] = max(self.left[seat] if self.kind == "total" else self.full, LEAST_MS)
        self.since = tick

    def left_at(self, tick: int, seat: int, running: bool) -> int:
        """What a seat has left at a tick."""
        return max(0, self.left[seat] - (max(0, tick - self.since) if running else 0))

    def due(self, waiting: Collection[int]) -> int | None:
        """When the first of the seats waited for has nothing left."""
        return min((self.since + self.left[seat] for seat in waiting), default=None)
