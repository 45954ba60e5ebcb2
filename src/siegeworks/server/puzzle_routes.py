"""The routes of puzzles: which there are, one of them, an answer, and runs against the clock."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from siegeworks.server import puzzle_models as models
from siegeworks.server.answers import WhyNot
from siegeworks.server.asking import REFUSED, Asking, Here, Known, send, visitor_of, with_token
from siegeworks.server.board_models import StudyWhy
from siegeworks.server.puzzles import Way

PuzzleId = Annotated[str, "a puzzle's name in its link"]
Named = Annotated[str | None, Query(max_length=40)]

routes = APIRouter(responses=REFUSED, tags=["puzzles"])


@routes.get("/api/puzzles", response_model=models.PuzzleShelf)
async def shelf(person: Known, house: Here) -> Response:
    """All puzzles, with the one of the day, and how I did."""
    return send(await house.puzzles.told(person))


@routes.get("/api/puzzles/next", response_model=models.PuzzleInfo)
async def next_puzzle(
    request: Request, person: Known, house: Here, game: Named = None, theme: Named = None, way: Way = "near"
) -> Response:
    """A puzzle near my rating, or one that I missed and that is to be asked again."""
    return send(await house.puzzles.next(visitor_of(request, person), game, theme, way))


@routes.post("/api/puzzles/run", response_model=models.RunInfo)
async def begin_run(request: Request, wish: models.RunWish, asker: Asking, house: Here) -> Response:
    """Begin a run against the clock."""
    return with_token(request, asker.person, await house.puzzles.begin_run(wish.game, asker))


@routes.post("/api/puzzles/run/answer", response_model=models.RunAnswer)
async def answer_run(wish: models.RunTry, request: Request, asker: Asking, house: Here) -> Response:
    """Answer the puzzle that is asked in a run."""
    found = await house.puzzles.answer_run(wish.game, wish.puzzle, wish.action, asker)
    return with_token(request, asker.person, found)


@routes.get("/api/puzzles/lessons/{game}/{theme}", response_model=models.PuzzleNames)
async def lesson(game: str, theme: str, house: Here) -> Response:
    """The puzzles of a lesson about a theme."""
    return send(house.puzzles.lesson(game, theme))


@routes.get("/api/puzzles/{puzzle}", response_model=models.PuzzleInfo)
async def look(request: Request, puzzle: PuzzleId, person: Known, house: Here) -> Response:
    """A puzzle, without its solution."""
    return send(await house.puzzles.show(puzzle, visitor_of(request, person)))


@routes.post("/api/puzzles/{puzzle}/answer", response_model=models.PuzzleAnswer)
async def answer(request: Request, puzzle: PuzzleId, wish: models.PuzzleTry, asker: Asking, house: Here) -> Response:
    """Answer a puzzle, or ask for its solution. What comes of it is played out."""
    return with_token(request, asker.person, await house.puzzles.answer(puzzle, asker, wish.action))


@routes.post("/api/puzzles/{puzzle}/why", response_model=WhyNot)
async def why(request: Request, puzzle: PuzzleId, wish: StudyWhy, person: Known, house: Here) -> Response:
    """Why nothing that points at some targets can be played."""
    return send(await house.puzzles.why(puzzle, visitor_of(request, person), wish))
