"""The routes of studies: make, look, change, think, export."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request, Response
from starlette.responses import StreamingResponse

from siegeworks.sentences import ENGLISH
from siegeworks.server import answers, board_models, eyes, text
from siegeworks.server.answers import Health
from siegeworks.server.asking import (
    PICTURE,
    REFUSED,
    TEXT,
    Asking,
    Here,
    Known,
    Language,
    send,
    svg,
    visitor_of,
    well,
    with_token,
)
from siegeworks.server.boards import MOST_SIMULATIONS
from siegeworks.server.engine_lines import book_moves

NodeAt = Annotated[int, Path(ge=0, le=1_000_000)]
StudyId = Annotated[str, "a study's name in its link"]
Eyes = Annotated[int | None, Query(ge=0, le=5, description="the seat whose eyes to look through; all is shown without")]
LINES: dict[int | str, dict[str, Any]] = {200: {"model": board_models.EngineLines}}

routes = APIRouter(responses=REFUSED, tags=["studies"])


@routes.post("/api/studies", response_model=board_models.StudyMade, status_code=201)
async def make(request: Request, wish: board_models.StudyWish, asker: Asking, house: Here) -> Response:
    """Make a study of a record, a table that is over, a position or an empty table."""
    board = await house.boards.make(wish, asker)
    return with_token(request, asker.person, {"id": board.id, "link": f"/study/{board.id}"}, 201)


@routes.get("/api/me/studies", response_model=board_models.StudyList)
async def mine(person: Known, house: Here) -> Response:
    """The studies I have made."""
    return send({"studies": [] if person is None else await house.boards.of(person)})


@routes.post("/api/positions", response_model=board_models.PositionJudged)
async def judge(request: Request, wish: board_models.PositionWish, person: Known, house: Here) -> Response:
    """Whether a position can be; if not, why. Without a position it is that of a new game."""
    return send(await house.boards.judge(wish, visitor_of(request, person)))


@routes.get("/api/studies/{study}", response_model=board_models.StudyInfo)
async def look(request: Request, study: StudyId, person: Known, house: Here, seat: Eyes = None) -> Response:
    """A whole study, with its lines as a seat may read them."""
    return send(await house.boards.look(study, visitor_of(request, person), lambda board: board.told(person, seat)))


@routes.delete("/api/studies/{study}", response_model=Health)
async def throw_away(study: StudyId, person: Known, house: Here) -> Response:
    """Delete a study of mine."""
    await house.boards.throw_away(study, person)
    return well("table-thrown-away")


@routes.post("/api/studies/{study}/act", response_model=board_models.StudyChange)
async def act(
    request: Request,
    study: StudyId,
    act: Annotated[board_models.StudyAct, Body()],
    person: Known,
    house: Here,
    seat: Eyes = None,
) -> Response:
    """Change a study of mine."""
    return send(await house.boards.act(study, visitor_of(request, person), act.model_dump(), seat))


@routes.get("/api/studies/{study}/record", response_class=Response, responses=TEXT)
async def record(request: Request, study: StudyId, person: Known, house: Here) -> Response:
    """The record, with variations and comments."""
    found = await house.boards.look(study, visitor_of(request, person), lambda board: board.study.record())
    name = f"attachment; filename=study-{study[:20]}.siege"
    return Response(found, media_type="text/plain; charset=utf-8", headers={"content-disposition": name})


@routes.get("/api/studies/{study}/nodes/{node}", response_model=board_models.NodePosition)
async def position(
    request: Request, study: StudyId, node: NodeAt, person: Known, house: Here, seat: Eyes = None
) -> Response:
    """The position at a line."""
    asker = visitor_of(request, person)
    return send(await house.boards.look(study, asker, lambda board: eyes.position(board.match(node), node, seat)))


@routes.post("/api/studies/{study}/nodes/{node}/why", response_model=answers.WhyNot)
async def why(
    request: Request,
    study: StudyId,
    node: NodeAt,
    asked: board_models.StudyWhy,
    person: Known,
    house: Here,
    seat: Eyes = None,
) -> Response:
    """Why nothing can be played there."""
    asker = visitor_of(request, person)
    return send(
        await house.boards.look(
            study, asker, lambda board: eyes.why(board.match(node), seat, asked.targets, asked.verb)
        )
    )


@routes.get("/api/studies/{study}/nodes/{node}/openings", response_model=board_models.OpeningMoves)
async def openings(request: Request, study: StudyId, node: NodeAt, person: Known, house: Here) -> Response:
    """How games between bots went on from a line."""
    asker = visitor_of(request, person)
    return send(await house.boards.look(study, asker, lambda board: book_moves(board.match(node))))


@routes.get("/api/studies/{study}/nodes/{node}/picture", response_class=Response, responses=PICTURE)
async def picture(
    request: Request,
    study: StudyId,
    node: NodeAt,
    person: Known,
    house: Here,
    seat: Eyes = None,
    moving: bool = False,
    language: Language = ENGLISH,
) -> Response:
    """The position at a line as a picture with marks and arrows; `moving`: the whole line, one after another."""
    spoken = text.known_language(language)
    asker = visitor_of(request, person)
    found = await house.boards.look(study, asker, lambda board: board.picture(node, seat, moving, spoken))
    return svg(found)


@routes.get(
    "/api/studies/{study}/nodes/{node}/engine",
    response_class=StreamingResponse,
    responses=LINES,
    response_model=None,
)
async def engine(
    request: Request,
    study: StudyId,
    node: NodeAt,
    person: Known,
    house: Here,
    simulations: Annotated[int | None, Query(ge=1, le=MOST_SIMULATIONS)] = None,
    seat: Eyes = None,
) -> Response:
    """What the search finds about a position, a line of JSON each time it has looked further. It ends with whoever
    reads it, and by itself. With `simulations` it looks once, as far as that. With the eyes of a seat that is not to
    move there are values only, by what that seat knows."""
    found = house.boards.think(study, node, visitor_of(request, person), simulations, seat)
    first = await anext(found)  # what is refused is refused as anything else

    async def lines() -> AsyncIterator[bytes]:
        yield first
        async for line in found:
            yield line

    return StreamingResponse(lines(), media_type="application/x-ndjson")
