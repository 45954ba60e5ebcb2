"""The routes of reviews: a moment of a finished match is tried again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from siegeworks.server import messages, reviews
from siegeworks.server.asking import REFUSED, Asking, Here, Known, TableId, send, visitor_of, with_token

PlyAt = Annotated[int, Path(ge=0, le=1_000_000)]

routes = APIRouter(responses=REFUSED, tags=["records"])


@routes.get("/api/tables/{table}/retry/{ply}", response_model=reviews.RetryPosition)
async def look(request: Request, table: TableId, ply: PlyAt, person: Known, house: Here) -> Response:
    """A decision of an analysed match, as its seat saw it."""
    return send(await house.retries.look(table, ply, visitor_of(request, person)))


@routes.post("/api/tables/{table}/retry/{ply}", response_model=reviews.Attempt)
async def judge(
    request: Request, table: TableId, ply: PlyAt, wish: messages.RetryWish, asker: Asking, house: Here
) -> Response:
    """Another action there: whether it is as good as the best, and if not, what it gives away."""
    return with_token(request, asker.person, await house.retries.judge(table, ply, wish.action, asker))
