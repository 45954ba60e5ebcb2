"""SiegeStones positions: JSON to and from the record, and which rule an impossible one breaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from siegeworks.core.hexboard import NAMES, board_text, parse_board
from siegeworks.core.rules import NOBODY
from siegeworks.core.seats import is_in
from siegeworks.core.writing import read
from siegeworks.errors import BadPosition
from siegeworks.games.siegestones.rules import (
    CENTRE_SEVEN,
    TOWERS_OF_MORE,
    TOWERS_OF_TWO,
    check_end,
    pool,
    put_stone,
    put_tower,
)
from siegeworks.games.siegestones.words import COLOURS, result_rule
from siegeworks.games.siegestones.writing import MOST_LETTERS, write

LETTERS = "bygr"
TOWER_LETTER = "T"
DERIVED = ("control", "threat", "pool", "supply")
FIELD_RULES = {
    "board": "T-1",
    "control": "T-21",
    "threat": "T-16",
    "pool": "T-4",
    "supply": "T-3",
    "to_move": "T-7",
    "start": "T-6",
}


def describe(state: Any) -> dict[str, Any]:
    """The record as JSON."""
    return read(write, MOST_LETTERS, state)


def fill(state: Any, position: Mapping[str, Any]) -> None:
    """Set a new game's record to the position."""
    _place(state, position.get("board", board_text({})))
    _begin(state, position)
    if state.start == NOBODY:
        return
    if state.gone == 0:
        _check_turns(state)
    _check_openings(state)
    _check_over(state, position)


def _place(state: Any, board: Any) -> None:
    """T-1 to T-4, T-12, T-36. The pieces on the board."""
    try:
        letters = parse_board(board, LETTERS + TOWER_LETTER)
    except ValueError as problem:
        raise BadPosition(f"The board cannot be read: {problem}.", "T-1") from None
    for cell, letter in letters.items():
        if letter in LETTERS[state.seats :]:
            raise BadPosition(f"{NAMES[cell]} holds a stone of a colour that nobody plays.", "T-3")
        if letter == TOWER_LETTER:
            if pool(state) <= 0:
                by_rule = TOWERS_OF_TWO if state.seats == 2 else TOWERS_OF_MORE
                rule = "T-4" if state.tower_pool == by_rule else "T-36"
                raise BadPosition(f"There are more than {state.tower_pool} towers on the board.", rule)
            put_tower(state, cell)
        else:
            put_stone(state, cell, LETTERS.index(letter))


def _pieces(state: Any) -> int:
    return sum(int(state.stones[seat]).bit_count() for seat in range(state.seats)) + int(state.towers).bit_count()


def _begin(state: Any, position: Mapping[str, Any]) -> None:
    """T-6, T-7. Who began and who is to move, each from the other where only one is given."""
    mover, pieces, seats = position.get("to_move"), _pieces(state), int(state.seats)
    start = position.get("start")
    if start is None:
        if position.get("to_move") == "chance" or ("start" in position and not pieces and not isinstance(mover, int)):
            if pieces or state.gone:
                raise BadPosition("Pieces are on the board before it was drawn who begins.", "T-6")
            return
        start = (mover - pieces) % seats if isinstance(mover, int) and not state.gone else 0
    if type(start) is not int or not 0 <= start < seats:
        raise BadPosition(f"start is a seat from 0 to {seats - 1}.", "T-6")
    state.start = start
    if not state.gone:
        state.to_move = (start + pieces) % seats
    elif isinstance(mover, int):
        state.to_move = mover
    else:
        state.to_move = next(seat for seat in range(seats) if is_in(state, seat))


def _check_turns(state: Any) -> None:
    """T-7, T-8. One piece a turn, in turn: nobody can have placed more stones than turns taken."""
    pieces, seats = _pieces(state), int(state.seats)
    for turn in range(seats):
        seat = (state.start + turn) % seats
        turns = (pieces - turn + seats - 1) // seats
        stones = int(state.stones[seat]).bit_count()
        if stones > turns:
            raise BadPosition(
                f"{COLOURS[seat]} has {stones} stones on the board after {turns} turns, "
                f"with {pieces} pieces placed and {COLOURS[state.start]} beginning.",
                "T-8",
            )


def _check_openings(state: Any) -> None:
    """T-27, T-35. What no order of turns could have led to."""
    pieces, seats = _pieces(state), int(state.seats)
    for seat in range(seats):
        stones = int(state.stones[seat]).bit_count()
        if stones > (pieces + 1) // 2:
            raise BadPosition(
                f"{COLOURS[seat]} has {stones} of {pieces} pieces, but nobody moves twice running.", "T-7"
            )
    if state.gone:
        return
    if state.no_first_tower and pieces and not state.stones[state.start]:
        raise BadPosition(f"{COLOURS[state.start]} began, so the first piece is a stone of that colour.", "T-35a")
    if state.no_first_tower and state.towers:
        turns = (pieces + seats - 1) // seats
        others = pieces - turns - sum(int(state.stones[s]).bit_count() for s in range(seats) if s != state.start)
        if others < 1:
            raise BadPosition(f"Only {COLOURS[state.start]}, who began, can have placed a tower.", "T-35a")
    if state.centre_opening and pieces and not CENTRE_SEVEN & (state.towers | state.stones[state.start]):
        raise BadPosition("No piece of the opening lies on d4 or beside it.", "T-35b")


def _check_over(state: Any, position: Mapping[str, Any]) -> None:
    """T-23 to T-26. A game that is over has nobody to move, and one that is not has somebody."""
    check_end(state)
    if int(state.gone).bit_count() == state.seats - 1:
        state.to_move = NOBODY
    is_over = state.to_move == NOBODY
    if is_over and position.get("to_move") is not None:
        raise BadPosition("The game is over in this position, so nobody is to move.", result_rule(state))
    if not is_over and "to_move" in position and position["to_move"] is None:
        raise BadPosition("The game is not over in this position, so somebody is to move.", "T-26")
