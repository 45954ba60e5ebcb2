"""The routes for whoever is the host of a table."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from siegeworks.server import answers
from siegeworks.server.asked import NotYourSeat
from siegeworks.server.asking import REFUSED, Here, Known, TableId, send
from siegeworks.server.people import Identities
from siegeworks.server.seats import OPEN
from siegeworks.server.table import Table

routes = APIRouter(responses=REFUSED)


@routes.get("/api/tables/{table}/links", response_model=answers.Links, tags=["tables"])
async def links(table: TableId, person: Known, house: Here) -> Response:
    """Where people go, as they are now: to watch, and to each open seat. The host's alone."""
    found = (await house.rooms.visit(table, person)).table
    if person is None or person != found.chair:
        raise NotYourSeat("not-the-host")
    return send(links_to(house.identities, found, OPEN))


def links_to(identities: Identities, table: Table, *kinds: str) -> dict[str, Any]:
    """The links of a table, and of its seats of some kinds."""
    keys = {
        str(seat): f"/t/{table.id}?key={identities.key(table.id, seat, found.round)}"
        for seat, found in enumerate(table.seats)
        if found.kind in kinds
    }
    return {"watch": f"/t/{table.id}", "seats": keys}
