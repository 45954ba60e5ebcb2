"""Furrow as a picture, from a view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.text import Text

from siegeworks.core import terminal
from siegeworks.core.drawing import COLOURS, Marks, Piece, board, told
from siegeworks.core.hexboard import NAMES, parse_board
from siegeworks.sentences import ENGLISH, render
from siegeworks_furrow.position import LETTERS

CELLS = frozenset(NAMES)


def pieces(view: Mapping[str, Any]) -> dict[str, Piece]:
    """The stone on each cell."""
    found = parse_board(view["board"], LETTERS)
    return {NAMES[cell]: Piece("stone", COLOURS[LETTERS.index(letter)]) for cell, letter in found.items()}


def svg(view: Mapping[str, Any], last: Iterable[str] = (), title: str = "", language: str = ENGLISH) -> str:
    """The position as a picture."""
    description = render(told(pieces(view)), language)
    return board(pieces(view), Marks(last=last), title=title or "Furrow", description=description)


def terminal_picture(view: Mapping[str, Any], last: Iterable[str] = (), language: str = ENGLISH) -> Text:
    """The board, for a terminal."""
    return terminal.hexboard(pieces(view), last)
