"""Furrow positions: JSON to and from the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typing_extensions import TypedDict

from siegeworks.core.hexboard import NAMES, bit, board_text, cells_of, parse_board
from siegeworks.core.misread import Misread
from siegeworks.core.rules import NOBODY
from siegeworks.core.seats import is_in, next_in
from siegeworks.errors import BadPosition
from siegeworks_furrow.rules import empty, has_row
from siegeworks_furrow.words import result_rule

LETTERS = "byg"
FIELD_RULES = {"board": "F-1", "to_move": "F-3"}


class View(TypedDict):
    """What is told of a record."""

    board: str


def describe(state: Any) -> View:
    """The record as JSON."""
    stones = zip(LETTERS, state.stones.tolist(), strict=True)
    return {"board": board_text({cell: letter for letter, cells in stones for cell in cells_of(cells)})}


def fill(state: Any, position: Mapping[str, Any]) -> None:
    """Set a new game's record to the position."""
    try:
        board = parse_board(position.get("board", board_text({})), LETTERS)
    except Misread as problem:
        raise BadPosition("board-unread", "F-1", problem=problem.phrase) from None
    for cell, letter in board.items():
        if LETTERS.index(letter) >= state.seats:
            raise BadPosition("furrow.foreign-colour", "F-2", cell=NAMES[cell])
        state.stones[LETTERS.index(letter)] |= bit(cell)
    _check_turns(state, len(board))
    _set_mover(state, position, len(board))


def _check_turns(state: Any, stones: int) -> None:
    """F-3. One stone a turn, in turn."""
    seats = int(state.seats)
    for seat in range(seats):
        own, most = int(state.stones[seat]).bit_count(), (stones - seat + seats - 1) // seats
        if own != most and not state.gone:
            raise BadPosition("furrow.stones-not", "F-3", seat={"seat": seat}, stones=own, all=stones, most=most)


def _set_mover(state: Any, position: Mapping[str, Any], stones: int) -> None:
    """F-3, F-5 to F-7. Nobody once the game is over; else the seat that is named, or whose turn it is."""
    rows = any(has_row(state, seat) for seat in range(state.seats))
    if rows or empty(state) == 0 or int(state.gone).bit_count() == state.seats - 1:
        state.to_move = NOBODY
        if position.get("to_move") is not None:
            raise BadPosition("furrow.over", result_rule(state))
        return
    turn = stones % int(state.seats)
    mover = position.get("to_move", turn if is_in(state, turn) else int(next_in(state, turn)))
    if not isinstance(mover, int) or (mover != turn and not state.gone):
        raise BadPosition("furrow.other-to-move", "F-3", seat={"seat": turn})
    state.to_move = mover
