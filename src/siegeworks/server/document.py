"""The OpenAPI document: the routes, what the page comes with, all messages of the socket, and each game's views."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import FastAPI
from pydantic import TypeAdapter

from siegeworks.games import GAMES
from siegeworks.positions import Common
from siegeworks.server import answers, messages

PLACE = "#/components/schemas/"
COMMON = "CommonView"
Mode = Literal["validation", "serialization"]
Schemas = dict[str, Any]


def openapi(app: FastAPI) -> dict[str, Any]:
    """The document of an application, made once."""
    if app.openapi_schema is None:
        document = FastAPI.openapi(app)
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        _add(schemas, "Act", messages.ACT, "validation")
        _add(schemas, "Told", answers.TOLD, "serialization")
        _add(schemas, "First", answers.FIRST, "serialization")
        add_games(schemas)
        app.openapi_schema = document
    return app.openapi_schema


def _add(schemas: Schemas, name: str, adapter: TypeAdapter[Any], mode: Mode, prefix: str = "") -> None:
    """A type under a name, and those it is made of under their own, each behind a prefix."""
    made = adapter.json_schema(ref_template=f"{PLACE}{prefix}{{model}}", mode=mode)
    for key, schema in made.pop("$defs", {}).items():
        schemas.setdefault(prefix + key, schema)
    schemas[prefix + name] = made


def add_games(schemas: Schemas) -> None:
    """What is told and taken of each game's positions: `SiegeView`, `SiegeLayout`, `SiegeCity`; and all by game."""
    _add(schemas, COMMON, TypeAdapter(Common), "serialization")
    views, layouts = {}, {}
    for game in GAMES.values():
        prefix = "".join(part.capitalize() for part in game.name.split("_"))
        _add(schemas, "View", TypeAdapter(game.position.View), "serialization", prefix)
        schemas[f"{prefix}View"] = {"allOf": [{"$ref": PLACE + COMMON}, schemas[f"{prefix}View"]]}
        views[game.name] = {"$ref": f"{PLACE}{prefix}View"}
        if game.words.Layout is not None:
            _add(schemas, "Layout", TypeAdapter(game.words.Layout), "validation", prefix)
            layouts[game.name] = {"$ref": f"{PLACE}{prefix}Layout"}
    schemas["Views"] = {"type": "object", "properties": views, "required": list(views)}
    schemas["Layouts"] = {"type": "object", "properties": layouts, "required": list(layouts)}
