"""SiegeStones as a picture, from a view: SVG for pages and notebooks, letters and colours for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from siegeworks import sentences
from siegeworks.core import terminal
from siegeworks.core.drawing import COLOURS, Marks, Piece, board
from siegeworks.core.hexboard import NAMES, parse_board
from siegeworks.games.siegestones.position import LETTERS, TOWER_LETTER

seat_name = partial(sentences.seat_name, "siegestones")
CELLS = frozenset(NAMES)


def pieces(view: Mapping[str, Any]) -> dict[str, Piece]:
    """The piece on each cell; a tower carries the stone of whoever controls it (T-22)."""
    found = {}
    for cell, letter in parse_board(view["board"], LETTERS + TOWER_LETTER).items():
        name = NAMES[cell]
        if letter == TOWER_LETTER:
            holder = view["control"][name]
            found[name] = Piece("tower", None if holder is None else COLOURS[holder])
        else:
            found[name] = Piece("stone", COLOURS[LETTERS.index(letter)])
    return found


def threat_badges(view: Mapping[str, Any]) -> dict[str, str]:
    """The threats against each tower, seat by seat, where there are any."""
    return {tower: ":".join(map(str, threat)) for tower, threat in view["threat"].items() if any(threat)}


def svg(view: Mapping[str, Any], last: Iterable[str] = (), threat: bool = False, title: str = "") -> str:
    """The position as a picture."""
    return board(
        pieces(view),
        Marks(
            last=last,
            badges=threat_badges(view) if threat else {},
            names=not any(letter not in "./" for letter in view["board"]),
        ),
        caption=caption(view),
        title=title or "SiegeStones",
    )


def held(view: Mapping[str, Any], seat: int) -> int:
    """How many towers a seat controls."""
    return sum(holder == seat for holder in view["control"].values())


def caption(view: Mapping[str, Any]) -> list[str]:
    """Who controls how much, and what is left."""
    towers = ", ".join(f"{seat_name(seat)} {held(view, seat)}" for seat in range(view["seats"]))
    return [f"Towers controlled: {towers}", f"Towers left in the pool: {view['pool']}"]


def terminal_picture(view: Mapping[str, Any], last: Iterable[str] = ()) -> RenderableType:
    """The board and what each seat has, for a terminal."""
    lines = [terminal.hexboard(pieces(view), last)]
    for seat in range(view["seats"]):
        left = " (left the match)" if seat in view["gone"] else ""
        text = Text("  ")
        text.append_text(terminal.stone_text(COLOURS[seat]))
        text.append(f" {seat_name(seat):<7}towers {held(view, seat)}   stones left {view['supply'][seat]}{left}")
        lines.append(text)
    lines.append(Text(f"  towers left in the pool: {view['pool']}"))
    return Group(*lines)
