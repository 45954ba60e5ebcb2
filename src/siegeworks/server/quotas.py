"""How much people store: counted by person and by address, and for the whole server. What is refused says when to come
back.

Addresses are never stored: what is counted is a keyed hash of the network, which only this server can make.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection
from typing import Any, Literal

from siegeworks.core.phrases import phrase
from siegeworks.errors import SiegeworksError
from siegeworks.server.askers import Asker, is_loopback, network_of
from siegeworks.server.guards import TooMany
from siegeworks.server.limits import Limits
from siegeworks.server.listeners import Listener
from siegeworks.server.people import Identities
from siegeworks.server.store import Claim, Store

What = Literal["tables", "records", "names", "answers", "devices", "notices"]
LOG = logging.getLogger("siegeworks.server")
DAY_S = 24 * 3600
HOUR_S = 3600
MEGABYTE = 1_000_000


class Full(SiegeworksError):
    """The whole server stores as much as its operator allows."""

    code = "full"
    retry_s = HOUR_S


class Quotas:
    """Says whether somebody may store one more, and counts it together with what is stored."""

    def __init__(
        self, store: Store, identities: Identities, limits: Limits, clock: Callable[[], float] = time.time
    ) -> None:
        self.limits = limits
        self._store = store
        self._identities = identities
        self._clock = clock
        self._under_way: Counter[tuple[str, str]] = Counter()
        """[who, what] what has been allowed and is not stored yet."""
        self._said_full = False

    @contextlib.asynccontextmanager
    async def claim(self, asker: Asker, what: What) -> AsyncIterator[Claim | None]:
        """One more of something; raises if that is too much. What is yielded is to be stored with it."""
        await self._check_room()
        if asker.is_exempt:
            yield None
            return
        claim = self._claim(asker, what)
        mine = (claim.person, what), (claim.origin, what)
        await self._check(claim, what)
        self._under_way.update(mine)
        try:
            yield claim
        finally:
            self._under_way.subtract(mine)
            for key in mine:
                if not self._under_way[key]:
                    del self._under_way[key]

    def today(self) -> int:
        """The number of the day, which begins at midnight UTC."""
        return int(self._clock()) // DAY_S

    def _claim(self, asker: Asker, what: What) -> Claim:
        return Claim(asker.person, self._identities.origin(network_of(asker.address)), what, self.today())

    async def _check(self, claim: Claim, what: What) -> None:
        """Raises TooMany if one more is one too many."""
        used = await self._store.usage(claim)
        of_person, of_address = (self._under_way[who, what] for who in (claim.person, claim.origin))
        later = DAY_S - int(self._clock()) % DAY_S
        for who, most, count in (
            ("person", self._most(what, "person"), used.kept_by_person + of_person),
            ("address", self._most(what, "address"), used.kept_from_address + of_address),
        ):
            if 0 < most <= count:
                raise TooMany("too-many-kept", who=who, most=most, what=what, retry_s=HOUR_S)
        for who, most, count in (
            ("person", self._most(what, "person_day"), used.by_person_today + of_person),
            ("address", self._most(what, "address_day"), used.from_address_today + of_address),
        ):
            if 0 < most <= count:
                raise TooMany("too-many-a-day", who=who, what=what, most=most, later=_in(later), retry_s=later)

    def _most(self, what: What, whose: str) -> int:
        return int(getattr(self.limits, f"{what}_{whose}", 0))

    async def _check_room(self) -> None:
        """Raises Full once the database is as large as it may be; the log says so once."""
        most = self.limits.database_mb
        is_full = most > 0 and await self._store.size() >= most * MEGABYTE
        if is_full and not self._said_full:
            LOG.warning("the database has %d MB, as much as it may: no more tables are made", most)
        self._said_full = is_full
        if is_full:
            raise Full("storage-full", most=most)


def _in(seconds: int) -> dict[str, Any]:
    """How long, as a part of a sentence."""
    if seconds >= 2 * HOUR_S:
        return phrase("so-many-hours", count=seconds // HOUR_S)
    return phrase("so-many-minutes", count=max(2, seconds // 60))


class Audience:
    """The open sockets: so many of one person, of one address, and at each table. This machine may have any number."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: Counter[tuple[str, str]] = Counter()
        """[person or address, which] the sockets that are open."""

    def check(self, comer: Listener, others: Collection[Listener]) -> None:
        """Raises TooMany if there is no room for one more."""
        limits = self._limits
        if is_loopback(comer.address):
            return
        person, address = (self._open[key] for key in _counted_as(comer))
        if comer.person and 0 < limits.sockets_person <= person:
            raise TooMany("too-many-sockets", who="person", most=limits.sockets_person)
        if 0 < limits.sockets <= address:
            raise TooMany("too-many-sockets", who="address", most=limits.sockets)
        who = _listens_as(comer)
        if who and 0 < limits.table_sockets <= sum(_listens_as(other) == who for other in others):
            raise TooMany("too-many-table-sockets", most=limits.table_sockets)
        if not comer.seats and 0 < limits.watchers <= sum(not other.seats for other in others):
            raise TooMany("too-many-watchers", most=limits.watchers)

    def enter(self, comer: Listener) -> None:
        self._open.update(_counted_as(comer))

    def leave(self, goer: Listener) -> None:
        for key in _counted_as(goer):
            self._open[key] -= 1
            if self._open[key] <= 0:
                del self._open[key]


def _counted_as(listener: Listener) -> tuple[tuple[str, str], tuple[str, str]]:
    return (listener.person or "", "person"), (network_of(listener.address), "address")


def _listens_as(listener: Listener) -> str | None:
    """By whom the sockets at a table are counted: who sits there by person, watchers by their network."""
    return listener.person if listener.seats else network_of(listener.address)
