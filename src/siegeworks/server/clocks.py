"""Clocks of tables, in ticks: milliseconds that servers have run.

Ticks stop while no server runs and know nothing of the wall clock, so a clock survives a restart, and setting the time
of the machine flags nobody.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

LEAST_MS = 5_000
"""However little is left, a turn has this long."""
LOSES, PLAYS = "loses", "plays"


class Ticks:
    """The running count of milliseconds, going on from where the last server was known to be."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._first = 0
        self._began = clock()

    def now(self) -> int:
        return self._first + round((self._clock() - self._began) * 1000)

    def go_on_from(self, tick: int) -> None:
        """It is this tick now."""
        self._first, self._began = tick, self._clock()

    def reach(self, tick: int) -> None:
        """Another process is as far as this tick: time is what has passed for any of them."""
        if tick > self.now():
            self.go_on_from(tick)


@dataclass(slots=True)
class Clock:
    """What each seat has left, as of `since`. `kind` is move, total or days.

    `flag` is what happens when nothing is left: the seat loses, or the clock plays for it. Where it loses, nobody
    gains time by taking an action back, or by giving the seat to a bot for a moment.
    """

    kind: str
    full: int
    increment: int
    left: list[int]
    since: int = 0
    flag: str = PLAYS
    had: list[list[int]] = field(default_factory=list)
    """[seat] what was left when it acted, for each of its actions."""
    most: dict[int, int] = field(default_factory=dict)
    """[seat] what it may have at most, since it took an action back."""

    @classmethod
    def of(cls, wish: dict[str, Any], seats: int) -> Clock:
        """The clock of a table. Those that were begun before there was a choice have one that plays."""
        full = int(wish["seconds"]) * 1000
        made = cls(str(wish["kind"]), full, int(wish["increment"]) * 1000, [full] * seats)
        made.flag = wish.get("flag", PLAYS)
        made.had = [[] for _ in range(seats)]
        return made

    def settle(
        self,
        tick: int,
        before: Collection[int],
        acted: Collection[int],
        after: Collection[int],
        waited: Collection[int] = (),
    ) -> None:
        """Time has passed for the seats it ran for; those that acted get what acting gives.

        `waited`: seats that were to act already, whether or not it ran for them.
        """
        used = max(0, tick - self.since)
        for seat in before:
            self.left[seat] = max(0, self.left[seat] - used)
        for seat in acted:
            self.had[seat].append(self.left[seat])
            self.left[seat] = self.left[seat] + self.increment if self.kind == "total" else self.full
        known = {*before, *(waited if self.flag == LOSES else ())}
        for seat in after:
            if seat not in known or seat in acted:
                self.left[seat] = max(self.left[seat] if self.kind == "total" else self.full, LEAST_MS)
        for seat, most in self.most.items():
            self.left[seat] = min(self.left[seat], most)
        self.most = {}
        self.since = tick

    def undo(self, seat: int) -> None:
        """The seat takes its last action back."""
        if self.had[seat]:
            had = self.had[seat].pop()
            if self.flag == LOSES:
                self.most[seat] = had

    def left_at(self, tick: int, seat: int, running: bool) -> int:
        """What a seat has left at a tick."""
        return max(0, self.left[seat] - (max(0, tick - self.since) if running else 0))

    def due(self, waiting: Collection[int]) -> int | None:
        """When the first of the seats waited for has nothing left."""
        return min((self.since + self.left[seat] for seat in waiting), default=None)

    def late(self, tick: int, waiting: Collection[int]) -> list[int]:
        """Of the seats waited for, those whose time has run out, and ran out first."""
        due = self.due(waiting)
        if due is None or due > tick:
            return []
        return [seat for seat in waiting if self.since + self.left[seat] == due]
