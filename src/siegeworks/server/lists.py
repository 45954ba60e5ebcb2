"""The routes of a person's own things and of the lists: my name, my tables, the lobby."""

from __future__ import annotations

import contextlib
import re
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from siegeworks.errors import SiegeworksError
from siegeworks.server import answers, messages, table_lines
from siegeworks.server.asking import REFUSED, Asking, Here, Known, Person, TableId, send, well, with_token
from siegeworks.server.house import House
from siegeworks.server.people import COOKIE
from siegeworks.server.room import NoTable
from siegeworks.server.store import Held, Mine
from siegeworks.server.store.results import Tally
from siegeworks.server.store.shared import NOBODY

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


class WaitingTables(answers.Sent):
    """How many tables at which other people sit wait for me."""

    tables: int


class TablePage(answers.Sent):
    """A part of a list of tables; `next` asks for the part after it as `after`, null at the end."""

    tables: list[TableLine]
    next: str | None


class ResultLine(answers.Sent):
    """How my matches of a game with so many seats ended: all of them, or those against an opponent.

    `opponent`: `person` with a name if there is one, `bot` with its level, or `gone`: forgotten. With three or more
    seats a match counts against each opponent.
    """

    game: str
    seats: int
    opponent: Literal["all", "person", "bot", "gone"]
    name: str | None
    level: int | None
    played: int
    won: int
    shared: int
    lost: int


class Results(answers.Sent):
    """Mine, by game and number of seats: all first, then by opponent, people before bots, the most frequent first."""

    results: list[ResultLine]


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
    person: Known,
    house: Here,
    over: bool | None = None,
    archived: bool = False,
    after: After = None,
    most: Most = USUALLY_LISTED,
) -> Response:
    """The tables I sit at or have made, and my records: where it is my turn first, then the newest.

    Those in my archive are in a list of their own.
    """
    found = [] if person is None else await house.store.tables_of(person)
    listed = (_place(house, one) for one in found if one.archived == archived)
    places = sorted(place for place in listed if over in (None, bool(place[0])))
    begun = places if after is None else [place for place in places if place > _cursor(after)]
    lines = await _listed(house, [name for *_, name in begun[:most]], person)
    return send({"tables": lines, "next": _spelled(begun[most - 1]) if len(begun) > most else None})


@routes.get("/api/me/waiting", response_model=WaitingTables, tags=["me"])
async def waiting(person: Known, house: Here) -> Response:
    """How many tables wait for me; of those that nobody else has, none does."""
    if person is None:
        return send({"tables": 0})
    with_others = set(await house.store.shared_tables(person))
    found = [_place(house, one) for one in await house.store.tables_of(person) if one.table in with_others]
    return send({"tables": sum(place[:2] == (0, 0) for place in found)})


def _place(house: House, mine: Mine) -> tuple[int, int, int, str]:
    """Where a table of mine stands in the list. A table in use knows better than what was last stored of it."""
    room = house.rooms.get(mine.table)
    waiting, changed = (mine.waiting, mine.changed) if room is None else (room.waiting_bits(), room.table.openly_at)
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
    """The lines of some tables. Only those are read of which something was stored since their line was noted."""
    others = [name for name in names if house.rooms.get(name) is None]
    noted, present = await house.store.lines_of(others), await house.peers.present(others)
    now = house.ticks.now()
    found = []
    for name in names:
        who = present.get(name, NOBODY)
        told = table_lines.recalled(noted[name], now, person, who) if name in noted else None
        if told is not None:
            found.append(told)
            continue
        with contextlib.suppress(SiegeworksError):
            room = await house.rooms.find(name)
            found.append(table_lines.line(room.table, now, person, room.here(), room.watchers))
    return found


@routes.put("/api/me/archive/{table}", response_model=answers.Health, tags=["me"])
async def archive(table: TableId, person: Known, house: Here) -> Response:
    """Put a table of mine into my archive. Nothing else changes: others see it as before, and so do I at the table."""
    if person is None or not await house.store.archive(table, person, is_archived=True):
        raise NoTable
    return well("table-archived")


@routes.delete("/api/me/archive/{table}", response_model=answers.Health, tags=["me"])
async def bring_back(table: TableId, person: Known, house: Here) -> Response:
    """Take a table out of my archive."""
    if person is None or not await house.store.archive(table, person, is_archived=False):
        raise NoTable
    return well("table-brought-back")


@routes.get("/api/me/results", response_model=Results, tags=["me"])
async def results(person: Known, house: Here) -> Response:
    """How my finished matches ended. Those I have thrown away do not count, nor those of several seats of mine."""
    found = [] if person is None else await house.store.results_of(person)
    return send({"results": [_result(one) for one in found]})


def _result(one: Tally) -> dict[str, Any]:
    told = one._asdict() | {"opponent": one.kind, "lost": one.played - one.won - one.shared}
    del told["kind"]
    return told


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
