"""Boards drawn in the tests: seven lines, row g on top, as one would draw them on paper."""

from __future__ import annotations

from typing import Any

from siegeworks import Match


def board(drawing: str) -> str:
    """The board string of a drawing."""
    rows = [line.replace(" ", "") for line in drawing.strip().splitlines()]
    return "/".join(rows)


def position(game: str, drawing: str, **fields: Any) -> Match:
    """A match that begins at a drawn board."""
    fields.setdefault("seats", 2)
    return Match.from_position(game, {"board": board(drawing), **fields})
