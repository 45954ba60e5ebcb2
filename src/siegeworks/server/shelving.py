"""The row of a table in the index of tables: by it lists, limits, clocks and results find it."""

from __future__ import annotations

from siegeworks.server.seats import BOT, OPEN
from siegeworks.server.store import Outcome, Shelf
from siegeworks.server.table import Table

LOST, SHARED, WON = 0, 1, 2


def shelf_of(table: Table) -> Shelf:
    """A table's row, as the table is now."""
    public = bool(table.setup["public"])
    over, kind = table.is_over or table.is_archive, table.kind
    origin = table.origin if kind == "record" or not over else None
    free = sum(seat.kind == OPEN and not (public and table.needs_link(n)) for n, seat in enumerate(table.seats))
    ended = outcomes(table)
    where = table.id, table.game.name, table.host, public
    return Shelf(*where, free, over, table.due(), kind, origin, table.seq, bool(ended), ended)


def outcomes(table: Table) -> tuple[Outcome, ...]:
    """[seat] how the match ended. It counts unless its host chose how it began."""
    result = table.match.result
    if result is None or table.kind != "table" or table.begun_from:
        return ()
    winners = result["winners"]
    share = SHARED if len(winners) > 1 else WON
    return tuple(
        Outcome(share if number in winners else LOST, seat.level if seat.kind == BOT else None)
        for number, seat in enumerate(table.seats)
    )
