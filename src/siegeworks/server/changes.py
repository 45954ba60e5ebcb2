"""What is stored at once: a new table, or one event at a table with what belongs to it."""

from __future__ import annotations

from typing import Any, NamedTuple

from siegeworks.server.shelving import shelf_of
from siegeworks.server.store import Chaired, Claim, Entry, Event, Sitting, Vacated
from siegeworks.server.table import Table


class Beginning(NamedTuple):
    """A new table, ready to be stored: its first event, who sits there, and for whom it counts."""

    made: Event
    table: Table
    sittings: list[Sitting]
    claim: Claim | None = None

    def counted(self, claim: Claim | None) -> Beginning:
        """The same, as it counts for somebody."""
        if claim is not None:
            self.table.origin = claim.origin
        return self._replace(claim=claim)

    @property
    def claims(self) -> list[Claim]:
        return [] if self.claim is None else [self.claim]

    def entry(self) -> Entry:
        """All of it, to be stored together."""
        return Entry([self.made], self.sittings, [shelf_of(self.table)], self.claims)


class Change(NamedTuple):
    """One event to be stored, with what belongs to it: who sits down, the table that follows, the seats that nobody has
    any more, and who is the host from now on."""

    kind: str
    data: dict[str, Any]
    sittings: tuple[Sitting, ...] = ()
    following: Beginning | None = None
    vacated: tuple[int, ...] = ()
    host: str | None = None

    def entry(self, event: Event) -> Entry:
        """All that is stored together with its event."""
        new = self.following
        if new is None:
            vacated = [Vacated(event.table, seat) for seat in self.vacated]
            chaired = [] if self.host is None else [Chaired(event.table, self.host)]
            return Entry([event], list(self.sittings), vacated=vacated, chaired=chaired)
        return Entry([event, new.made], [*self.sittings, *new.sittings], [shelf_of(new.table)], new.claims)
