"""The OpenAPI document names every game's views, also of a game that comes from another package."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from siegeworks.games import GAMES
from siegeworks.server.app import create_app


@pytest.fixture(scope="module")
def schemas(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder: Path = tmp_path_factory.mktemp("data")
    found: dict[str, Any] = create_app(folder).openapi()["components"]["schemas"]
    return found


def fields(schemas: dict[str, Any], schema: dict[str, Any]) -> set[str]:
    """All that an object has, where it is made of parts too."""
    if "$ref" in schema:
        return fields(schemas, schemas[schema["$ref"].rpartition("/")[2]])
    own = set(schema.get("properties", ()))
    return own.union(*(fields(schemas, part) for part in schema.get("allOf", ())))


def test_every_game_has_its_views(schemas: dict[str, Any]) -> None:
    assert list(schemas["Views"]["properties"]) == list(GAMES)
    for name, game in GAMES.items():
        told = fields(schemas, schemas["Views"]["properties"][name])
        assert told == {"seats", "options", "to_move", "gone", "agreed", *game.position.View.__annotations__}


def test_games_with_an_arrangement_have_their_layout(schemas: dict[str, Any]) -> None:
    with_layout = [name for name, game in GAMES.items() if game.words.Layout is not None]
    assert list(schemas["Layouts"]["properties"]) == with_layout != []


def test_all_that_is_named_is_there(schemas: dict[str, Any]) -> None:
    named = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(schemas)))
    assert named <= set(schemas)
    assert {"Act", "Told", "First", "CommonView"} <= set(schemas)
