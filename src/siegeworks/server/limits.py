"""What one person, one address and the whole server may have: one record, whose names the operator uses too."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from siegeworks.core.phrases import listed
from siegeworks.errors import BadSetup


@dataclass(frozen=True, slots=True)
class Limits:
    """0 means any number. An IPv6 address counts by its /64. This machine itself is not limited, unless it is said."""

    connections: int = 200
    """Connections open at once from one address: enough for a large family, or a school class, behind one router."""
    sockets_person: int = 64
    """Sockets at tables open at once of one person."""
    sockets: int = 200
    """Sockets at tables open at once from one address; behind a named proxy this takes the place of the former."""
    table_sockets: int = 32
    """Sockets at one table of one person who sits there, or of all who watch it from one address."""
    watchers: int = 200
    """Sockets of people without a seat at one table."""
    tables_person: int = 200
    """Unfinished tables one person has made."""
    tables_address: int = 600
    """Unfinished tables made from one address."""
    tables_person_day: int = 300
    """Tables one person makes in a day, lessons and rematches too."""
    tables_address_day: int = 1_000
    """The same for one address."""
    records_person: int = 200
    """Records one person has brought and not thrown away."""
    records_address: int = 600
    """Records brought from one address and not thrown away."""
    records_person_day: int = 50
    """Records one person brings in a day, to look at or to play on from."""
    records_address_day: int = 200
    """The same for one address."""
    names_address_day: int = 300
    """How often people at one address choose a name in a day."""
    devices_address_day: int = 300
    """How many links people at one address make in a day, to open their games on another device."""
    notices_address_day: int = 300
    """How often people at one address change by which channels they hear of their turns in a day."""
    answers_address_day: int = 5_000
    """How many puzzles people at one address answer for the first time in a day, and how many runs they begin."""
    events_table: int = 20_000
    """Events of one table: a few times what the longest matches take."""
    bots: int = 100
    """Turns of bots that wait or are under way at tables made from one address (at this machine: by one person)."""
    hints: int = 2
    """Hints one person has under way."""
    hints_address: int = 20
    """The same for one address."""
    analyses: int = 3
    """Analyses one person has under way."""
    analyses_address: int = 20
    """The same for one address."""
    requests: int = 4
    """Records to read, replays, reasons and layouts that one person has under way."""
    requests_address: int = 20
    """The same for one address."""
    waiting: int = 50
    """Hints, and analyses, and such requests, that wait in all; somebody at this machine may have half of them."""
    database_mb: int = 10_000
    """Megabytes of the database; when they are used up no table is made, and those there are go on."""


DEFAULTS = Limits()


def changed(pairs: list[str]) -> Limits:
    """The limits, some of them given as NAME=N; what is unknown is refused."""
    known = [field.name for field in fields(Limits)]
    given = {}
    for pair in pairs:
        name, _, number = pair.partition("=")
        if name not in known:
            raise BadSetup("no-limit", name=name[:40], known=listed(known, "comma"))
        if not (number.isascii() and number.isdecimal() and len(number) < 10):
            raise BadSetup("limit-not-a-number", name=name, given=number[:40])
        given[name] = int(number)
    return replace(DEFAULTS, **given)
