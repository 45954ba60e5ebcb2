"""The routes of a person's own things and of the lists: my name, my tables, the lobby."""

from __future__ import annotations

import contextlib
from typing import Any

from fastapi import APIRouter, Request, Response

from siegeworks.errors import SiegeworksError
from siegeworks.server import answers, messages, wire
from siegeworks.server.asking import REFUSED, Asking, Here, Known, Person, send, with_token
from siegeworks.server.house import House
from siegeworks.server.people import COOKIE
from siegeworks.server.room import Room

MOST_LISTED = 50

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
    response = send({"ok": True, "says": "You are forgotten."})
    response.delete_cookie(COOKIE, path="/")
    return response


@routes.get("/api/me/tables", response_model=list[answers.TableLine], tags=["me"])
async def my_tables(person: Known, house: Here) -> Response:
    """The tables I sit at."""
    found = [] if person is None else await house.store.tables_of(person, MOST_LISTED)
    return send(await _listed(house, found, person))


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
        "clock": table.setup.get("clock"),
        "series": series["name"] if series else None,
        "over": table.is_over,
        "turn": wire.turn(table),
        "yours": yours,
        "to_act": any(seat in table.waiting for seat in yours),
    }


# The lobby


@routes.get("/api/tables", response_model=list[answers.TableLine], tags=["tables"])
async def open_tables(person: Known, house: Here) -> Response:
    """Public tables with an open seat."""
    return send(await _listed(house, await house.store.open_tables(MOST_LISTED), person))
