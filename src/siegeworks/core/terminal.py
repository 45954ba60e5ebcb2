"""The hexagonal board and its pieces in a terminal: letters that can be read without colour, on coloured ground."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.text import Text

from siegeworks.core.drawing import Colour, Piece
from siegeworks.core.hexboard import COORDINATES, NAMES, ROWS

STONE_STYLES: dict[Colour, str] = {
    "blue": "bold white on blue",
    "yellow": "bold black on bright_yellow",
    "green": "bold white on green",
    "red": "bold white on red",
}
TOWER_STYLES: dict[Colour, str] = {
    "blue": "bold blue on wheat1",
    "yellow": "bold dark_goldenrod on wheat1",
    "green": "bold green on wheat1",
    "red": "bold red on wheat1",
}
BARE_TOWER_STYLE = "bold grey35 on wheat1"
EMPTY, TOWER = "·", "T"
HALF_STEP = 2  # characters


def stone_text(colour: Colour, count: int | None = None) -> Text:
    """A stone: the first letter of its colour."""
    text = Text(f" {colour[0]} ", STONE_STYLES[colour])
    return text if count is None else text + Text(f" {count}")


def piece_text(piece: Piece | None, is_last: bool) -> Text:
    """Three characters: b a stone, T a tower, B a tower with a blue stone on it; the last move in brackets."""
    left, right = ("[", "]") if is_last else (" ", " ")
    if piece is None:
        return Text(f"{left}{EMPTY}{right}", "dim")
    if piece.kind == "stone" and piece.colour:
        return Text(f"{left}{piece.colour[0]}{right}", STONE_STYLES[piece.colour])
    if piece.colour is None:
        return Text(f"{left}{TOWER}{right}", BARE_TOWER_STYLE)
    return Text(f"{left}{piece.colour[0].upper()}{right}", TOWER_STYLES[piece.colour])


def hexboard(pieces: Mapping[str, Piece], last: Iterable[str] = ()) -> Text:
    """The board with row letters on the left and line numbers at the lower right end of each line."""
    marked = set(last)
    board = Text()
    for row in range(6, -1, -1):
        cells = [(number, name) for (r, number), name in zip(COORDINATES, NAMES, strict=True) if r == row]
        indent = 2 + HALF_STEP * _half_steps(row, cells[0][0])
        board.append(f"{ROWS[row]:>{indent}} ", "dim")
        for at, (_, name) in enumerate(cells):
            board.append(" " if at else "")
            board.append_text(piece_text(pieces.get(name), name in marked))
        if row < 3:
            board.append(f"  {row + 5}", "dim")
        board.append("\n")
    board.append(" " * (HALF_STEP * _half_steps(-1, 1) + 4) + "   ".join("1234"), "dim")
    board.append("\n")
    return board


def _half_steps(row: int, number: int) -> int:
    """How far right a cell stands, in half steps."""
    return 2 * (number - 1) + (3 - row)
