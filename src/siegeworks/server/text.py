"""The words of sentences, for pages and programs: catalogues as they are, in Fluent's syntax."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from siegeworks.choices import checked_game
from siegeworks.games import Game
from siegeworks.sentences import ENGLISH, PSEUDO, catalogue, languages
from siegeworks.server.asking import REFUSED, TEXT
from siegeworks.server.catalogue import game_info

Language = Annotated[str, Path(max_length=20)]
routes = APIRouter(responses=REFUSED)


def known_language(wanted: str) -> str:
    """The language asked for, if there are words in it; else English."""
    return wanted if wanted in (*languages(), PSEUDO) else ENGLISH


@routes.get("/api/text/{language}", tags=["house"], response_class=Response, responses=TEXT)
async def shared_text(request: Request, language: Language) -> Response:
    """The words of all sentences that games share."""
    return _sent(request, "", language)


@routes.get("/api/games/{game}/text/{language}", tags=["house"], response_class=Response, responses=TEXT)
async def game_text(request: Request, game: str, language: Language) -> Response:
    """The words of a game's own sentences."""
    return _sent(request, checked_game(game).name, language)


@cache
def first_words(game: Game, language: str) -> dict[str, Any]:
    """A game and the words of its sentences, as the first look at a table needs them."""
    words = {place: catalogue(place, language) for place in ("", game.name)}
    return {"game": game_info(game, language), "words": words, "language": language}


@cache
def _tagged(place: str, language: str) -> tuple[bytes, str]:
    """A catalogue, and the tag by which a browser knows whether it has it."""
    text = catalogue(place, language).encode()
    return text, f'"{hashlib.blake2b(text, digest_size=8).hexdigest()}"'


def _sent(request: Request, place: str, language: str) -> Response:
    """A browser that has it asks only whether it is still the same."""
    text, tag = _tagged(place, known_language(language))
    headers = {"cache-control": "no-cache", "etag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")
