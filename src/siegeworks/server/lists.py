"""The routes of a person's own things and of the lists: my name, my tables, the lobby."""

from __future__ import annotations

import contextlib
import re
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from siegeworks.errors import SiegeworksError
from siegeworks.server import answers, messages, wire
from siegeworks.server.asking import REFUSED, Asking, Here, Known, Person, TableId, send, well, with_token
from siegeworks.server.house import House
from siegeworks.server.people import COOKIE
from siegeworks.server.room import Room
from siegeworks.server.store import Held, Mine

USUALLY_LISTED, MOST_LISTED = 20, 50
BEGINNING = (-1, 0, 0, "")
RUNNING = (1, 0, 0, "")
"""Before the first table of the lobby at which no seat is open."""
CURSOR_NUMBER = re.compile("-?[0-9]{1,18}")


class Unreadable(SiegeworksError):
    """A cursor that no answer gave."""

    code = "malformed"


class TableLine(answers.Sent):
    """A table in a list. `changed`: when something happened last that everybody may know of, in ms since 1970.
    `record`: it is a record to look at. `alone`: nobody else has it; thrown away, it is gone. `lines`: how long its log
    is for those who watch, and `watchers` how many do.
    """

    id: str
    game: str
    seats: list[answers.SeatInfo]
    options: dict[str, messages.OptionValue]
    clock: answers.ClockInfo | None
    series: str | None
    over: bool
    result: answers.Outcome | None
    changed: int
    turn: answers.Sentence
    yours: list[int]
    to_act: bool
    record: bool
    alone: bool
    lines: int
    watchers: int


class TablePage(answers.Sent):
    """A part of a list of tables; `next` asks for the part after it as `after`, null at the end."""

    tables: list[TableLine]
    next: str | None


routes = APIRouter(responses=REFUSED)


# Me


@routes.get("/api/me", response_model=answers.Me, tags=["me"])
async def me(request: Request, person: Person, house: Here) -> Response:
    """Who I am here."""
    return with_token(request, person, {"id": person[:6], "name": await house.store.name_of(person)})


@routes.put("/api/me", response_model=answers.Me, tags=["me"])
async def rename(request: Request, wish: messages.MeWish, asker: Asking, house: Here) -> Response:
    """What I want to be called."""
    told = {"id": asker.person[:6], "name": await house.seating.rename(asker, wish.name)}
    return with_token(request, asker.person, told)


@routes.delete("/api/me", response_model=answers.Health, tags=["me"])
async def forget(person: Known, house: Here) -> Response:
    """Forget me: my name, and the tables that are nobody else's."""
    if person is not None:
        await house.seating.forget(person)
    response = well("you-are-forgotten")
    response.delete_cookie(COOKIE, path="/")
    return response


After = Annotated[str | None, Query(max_length=80, description="`next` of the part before")]
Most = Annotated[int, Query(ge=1, le=MOST_LISTED)]


@routes.get("/api/me/tables", response_model=TablePage, tags=["me"])
async def my_tables(
    person: Known, house: Here, over: bool | None = None, after: After = None, most: Most = USUALLY_LISTED
) -> Response:
    """The tables I sit at or have made, and my records: where it is my turn first, then the newest."""
    found = [] if person is None else await house.store.tables_of(person)
    places = sorted(place for one in found if (place := _place(house, one)) and over in (None, bool(place[0])))
    begun = places if after is None else [place for place in places if place > _cursor(after)]
    lines = await _listed(house, [name for *_, name in begun[:most]], person)
    return send({"tables": lines, "next": _spelled(begun[most - 1]) if len(begun) > most else None})


def _place(house: House, mine: Mine) -> tuple[int, int, int, str]:
    """Where a table of mine stands in the list. A table in use knows better than what was last stored of it."""
    room = house.rooms.get(mine.table)
    waiting, changed = (mine.waiting, mine.changed) if room is None else room.standing()[:2]
    over = mine.over if room is None else room.table.is_open
    return int(over), int(not waiting & mine.seats), -changed, mine.table


def _spelled(place: tuple[int, int, int, str]) -> str:
    return ".".join(map(str, place))


def _cursor(text: str) -> tuple[int, int, int, str]:
    """What `_spelled` spelled; anything else is refused."""
    numbers, name = text.split(".")[:-1], text.rpartition(".")[2]
    if len(numbers) != 3 or not all(CURSOR_NUMBER.fullmatch(number) for number in numbers):
        raise Unreadable("no-place-in-list")
    first, second, third = map(int, numbers)
    return first, second, third, name


async def _listed(house: House, names: list[str], person: str | None) -> list[dict[str, Any]]:
    rooms = []
    for name in names:
        with contextlib.suppress(SiegeworksError):
            rooms.append(await house.rooms.find(name))
    return [_line(house, room, person) for room in rooms]


def _line(house: House, room: Room, person: str | None) -> dict[str, Any]:
    table = room.table
    yours = table.seats_of(person)
    series = table.setup.get("series")
    return {
        "id": table.id,
        "game": table.game.name,
        "seats": wire.seats(table, house.ticks.now(), room.here()),
        "options": table.match.options,
        "clock": wire.clock(table),
        "series": series["name"] if series else None,
        "over": table.is_over,
        "result": wire.outcome(table.match),
        "changed": table.openly_at,
        "turn": wire.turn(table),
        "yours": yours,
        "to_act": any(seat in table.waiting for seat in yours),
        "record": table.is_archive,
        "alone": {one for seat in table.seats for one in seat.people} <= {person},
        "lines": table.match.log_length(None, table.match.ply),
        "watchers": room.watchers,
    }


# The lobby


@routes.get("/api/tables", response_model=TablePage, tags=["tables"])
async def public_tables(
    person: Known, house: Here, running: bool = False, after: After = None, most: Most = USUALLY_LISTED
) -> Response:
    """Public tables that are not over: those with an open seat first, then those to watch. Hosts take turns.

    `running`: only those to watch.
    """
    begins = RUNNING if running else BEGINNING
    places = await house.store.lobby(Held(*(begins if after is None else _cursor(after))), most + 1)
    lines = await _listed(house, [place.table for place in places[:most]], person)
    return send({"tables": lines, "next": _spelled(places[most - 1]) if len(places) > most else None})


@routes.delete("/api/tables/{table}", response_model=answers.Health, tags=["tables"])
async def throw_away(table: TableId, person: Known, house: Here) -> Response:
    """Throw a table of mine away. If others sit there, I leave it, and it goes on without me."""
    await house.seating.throw_away(table, person)
    return well("table-thrown-away")
