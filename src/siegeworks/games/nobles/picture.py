"""Nobles and Peasants as a picture, from a view: SVG for pages and notebooks, letters and colours for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from siegeworks import sentences
from siegeworks.core import terminal
from siegeworks.core.drawing import COLOURS, Marks, Piece, board
from siegeworks.core.hexboard import NAMES, RAY, cell, names_of, parse_board
from siegeworks.games.nobles.position import NEUTRAL_LETTER, TOWER_LETTERS
from siegeworks.games.nobles.rules import NEUTRAL_COLOUR, NOBLE, PEASANT
from siegeworks.games.nobles.words import LETTERS

seat_name = partial(sentences.seat_name, "nobles")
CELLS = frozenset(NAMES)
RISING = 3  # the first three directions lead to higher cells


def pieces(view: Mapping[str, Any]) -> dict[str, Piece]:
    """The piece on each cell; a tower carries a noble of its owner (N-5), the neutral one a red stone (N-6)."""
    nobles = NOBLE[view["seats"]]
    found = {}
    for at, letter in parse_board(view["board"], LETTERS + TOWER_LETTERS + NEUTRAL_LETTER).items():
        if letter in LETTERS:
            found[NAMES[at]] = Piece("stone", COLOURS[LETTERS.index(letter)])
        else:
            top = NEUTRAL_COLOUR if letter == NEUTRAL_LETTER else nobles[TOWER_LETTERS.index(letter)]
            found[NAMES[at]] = Piece("tower", COLOURS[top])
    return found


def sight_lines(view: Mapping[str, Any], places: Iterable[str]) -> Iterator[tuple[str, str]]:
    """From a tower to the last circle it sees in each direction; from any other circle to the towers that see it."""
    for place in places:
        if place not in view["sight"]:
            yield from ((place, tower) for tower, seen in view["sight"].items() if place in seen)
            continue
        seen = set(view["sight"][place])
        for way, ray in enumerate(RAY[cell(place)].tolist()):
            line = [name for name in names_of(ray) if name in seen]
            if line:
                yield place, line[-1] if way < RISING else line[0]


def row_pieces(view: Mapping[str, Any]) -> list[Piece | None]:
    """The Row with a gap beside each end, since only the stones at the ends can be taken (N-18, N-19)."""
    stones: list[Piece | None] = [Piece("stone", COLOURS[LETTERS.index(letter)]) for letter in view["row"]]
    return stones if len(stones) < 3 else [stones[0], None, *stones[1:-1], None, stones[-1]]


def reserve_pieces(view: Mapping[str, Any]) -> list[Piece | None]:
    """The towers beside the board, a gap between the seats (N-8)."""
    towers: list[Piece | None] = []
    for seat, count in enumerate(view["reserve"]):
        towers += [
            *([None] if towers and count else []),
            *[Piece("tower", COLOURS[NOBLE[view["seats"], seat]])] * count,
        ]
    return towers


def trays(view: Mapping[str, Any]) -> list[tuple[str, list[Piece | None]]]:
    """The Row and the reserves, where there is anything to show."""
    shown = [("Row", row_pieces(view)), ("Reserve", reserve_pieces(view))]
    return [(label, row) for label, row in shown if row]


def roles(view: Mapping[str, Any], seat: int) -> str:
    """The colours of a seat (N-3)."""
    seats = view["seats"]
    return f"nobles {COLOURS[NOBLE[seats, seat]]}, peasants {COLOURS[PEASANT[seats, seat]]}"


def caption(view: Mapping[str, Any]) -> list[str]:
    """The points of each seat, and whose turn it is."""
    lines = [
        f"{seat_name(seat)}: {_points(points)} ({roles(view, seat)})" for seat, points in enumerate(view["scores"])
    ]
    return [*lines, turn(view)]


def turn(view: Mapping[str, Any]) -> str:
    """Who has to do what."""
    if view["to_move"] is None:
        return "The game is over."
    if view["to_move"] == "chance":
        return "The Row is being laid out." if view["start"] is not None else "Who begins is being drawn."
    task = "decides about the Row" if view["phase"] == "row" else "is to move"
    return f"{seat_name(view['to_move'])} {task}. Stones in the Row: {len(view['row'])}."


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def svg(view: Mapping[str, Any], last: Iterable[str] = (), title: str = "", sight: Iterable[str] = ()) -> str:
    """The position as a picture; `sight` names the towers or circles whose lines are drawn."""
    return board(
        pieces(view),
        Marks(
            last=last,
            lines=sight_lines(view, sight),
            names=not set(view["board"]) - set(f"./{NEUTRAL_LETTER}"),
        ),
        caption=caption(view),
        trays=trays(view),
        title=title or "Nobles and Peasants",
    )


def terminal_picture(view: Mapping[str, Any], last: Iterable[str] = ()) -> RenderableType:
    """The board, what each seat has, and the Row, for a terminal."""
    lines = [terminal.hexboard(pieces(view), last)]
    nobles = NOBLE[view["seats"]]
    for seat, points in enumerate(view["scores"]):
        left = " (left the match)" if seat in view["gone"] else ""
        text = Text("  ")
        text.append_text(terminal.stone_text(COLOURS[nobles[seat]]))
        reserve = view["reserve"][seat]
        text.append(f" {seat_name(seat)}  {_points(points):<11} towers left {reserve}   {roles(view, seat)}{left}")
        lines.append(text)
    lines.append(row_text(view))
    lines.append(Text(f"  {turn(view)}"))
    return Group(*lines)


def row_text(view: Mapping[str, Any]) -> Text:
    """The Row from left to right, its two ends in brackets."""
    text = Text("  Row ")
    for place, letter in enumerate(view["row"]):
        style = terminal.STONE_STYLES[COLOURS[LETTERS.index(letter)]]
        is_end = place in (0, len(view["row"]) - 1)
        text.append(f"[{letter}]" if is_end else letter, style)
    return text
