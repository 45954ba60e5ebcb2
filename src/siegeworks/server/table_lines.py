"""A table in a list: from the table itself where it is in use, else from what was noted of it.

What is noted names nobody: names and people are rows of their own, which can be forgotten.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import orjson

from siegeworks.games import GAMES
from siegeworks.server import wire
from siegeworks.server.store.lines import Noted
from siegeworks.server.store.shared import NOBODY, Present
from siegeworks.server.table import PERSON, Table


def noted(table: Table) -> bytes:
    """What is kept of a table for lists, as long as it has no later event."""
    told = _line(table, table.tick, ())
    for seat in told["seats"]:
        seat["name"] = None
    kept = {"version": table.game.rules.VERSION, "tick": table.tick, "waiting": table.waiting, "line": told}
    return orjson.dumps(kept)


def recalled(told: Noted, tick: int, person: str | None, present: Present = NOBODY) -> dict[str, Any] | None:
    """The line of a table that is not in use here, `present` elsewhere; None if it is of other rules than ours."""
    kept = orjson.loads(told.line)
    line: dict[str, Any] = kept["line"]
    game = GAMES.get(line["game"])
    if game is None or kept["version"] != game.rules.VERSION:
        return None
    for seat in line["seats"]:
        seat["here"] = seat["here"] or bool(present.here >> seat["seat"] & 1)  # bots always are
        if seat["clock_runs"]:
            seat["clock_ms"] = max(0, seat["clock_ms"] - max(0, tick - kept["tick"]))
        if seat["kind"] == PERSON:
            seat["name"] = next((one.name for one in told.people if one.seat == seat["seat"] and one.name), None)
    yours = sorted({one.seat for one in told.people if one.person == person})
    line["watchers"] = present.watchers
    return line | _yours(yours, kept["waiting"], {one.person for one in told.people}, person)


def line(table: Table, tick: int, person: str | None, here: Collection[int], watchers: int) -> dict[str, Any]:
    """The line of a table in use."""
    people = {one for seat in table.seats for one in seat.people}
    return (
        _line(table, tick, here)
        | {"watchers": watchers}
        | _yours(table.seats_of(person), table.waiting, people, person)
    )


def _line(table: Table, tick: int, here: Collection[int]) -> dict[str, Any]:
    """What is the same for all who ask."""
    series = table.setup.get("series")
    return {
        "id": table.id,
        "game": table.game.name,
        "seats": wire.seats(table, tick, here),
        "options": table.match.options,
        "clock": wire.clock(table),
        "series": series["name"] if series else None,
        "over": table.is_over,
        "result": wire.outcome(table.match),
        "changed": table.openly_at,
        "turn": wire.turn(table),
        "record": table.is_archive,
        "lines": table.match.log_length(None, table.match.ply),
    }


def _yours(yours: list[int], waiting: Collection[int], people: set[str], person: str | None) -> dict[str, Any]:
    """What is different for each."""
    return {"yours": yours, "to_act": any(seat in waiting for seat in yours), "alone": people <= {person}}
