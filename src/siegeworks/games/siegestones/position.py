"""SiegeStones positions: JSON to and from the record, and which rule an impossible one breaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from typing_extensions import TypedDict

from siegeworks.core.hexboard import NAMES, board_text, parse_board
from siegeworks.core.misread import Misread
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
from siegeworks.games.siegestones.words import result_rule
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


class View(TypedDict):
    """What is told of a record; `control`, `threat` by the tower's cell, `threat` and `supply` by seat."""

    board: str
    start: int | None
    control: dict[str, int | None]
    threat: dict[str, list[int]]
    pool: int
    supply: list[int]


def describe(state: Any) -> View:
    """The record as JSON."""
    return cast(View, read(write, MOST_LETTERS, state))


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
    except Misread as problem:
        raise BadPosition("board-unread", "T-1", problem=problem.phrase) from None
    for cell, letter in letters.items():
        if letter in LETTERS[state.seats :]:
            raise BadPosition("siegestones.foreign-colour", "T-3", cell=NAMES[cell])
        if letter == TOWER_LETTER:
            if pool(state) <= 0:
                by_rule = TOWERS_OF_TWO if state.seats == 2 else TOWERS_OF_MORE
                rule = "T-4" if state.tower_pool == by_rule else "T-36"
                raise BadPosition("siegestones.too-many-towers", rule, most=state.tower_pool)
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
                raise BadPosition("siegestones.pieces-before-start", "T-6")
            return
        start = (mover - pieces) % seats if isinstance(mover, int) and not state.gone else 0
    if type(start) is not int or not 0 <= start < seats:
        raise BadPosition("siegestones.start-no-seat", "T-6", last=seats - 1)
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
                "siegestones.more-stones-than-turns",
                "T-8",
                seat={"seat": int(seat)},
                stones=stones,
                turns=turns,
                pieces=pieces,
                starter={"seat": int(state.start)},
            )


def _check_openings(state: Any) -> None:
    """T-27, T-35. What no order of turns could have led to."""
    pieces, seats = _pieces(state), int(state.seats)
    for seat in range(seats):
        stones = int(state.stones[seat]).bit_count()
        if stones > (pieces + 1) // 2:
            raise BadPosition(
                "siegestones.moved-twice-running", "T-7", seat={"seat": int(seat)}, stones=stones, pieces=pieces
            )
    if state.gone:
        return
    if state.no_first_tower and pieces and not state.stones[state.start]:
        raise BadPosition("siegestones.not-starters-stone", "T-35a", seat={"seat": int(state.start)})
    if state.no_first_tower and state.towers:
        turns = (pieces + seats - 1) // seats
        others = pieces - turns - sum(int(state.stones[s]).bit_count() for s in range(seats) if s != state.start)
        if others < 1:
            raise BadPosition("siegestones.tower-not-starters", "T-35a", seat={"seat": int(state.start)})
    if state.centre_opening and pieces and not CENTRE_SEVEN & (state.towers | state.stones[state.start]):
        raise BadPosition("siegestones.opening-not-central", "T-35b")


def _check_over(state: Any, position: Mapping[str, Any]) -> None:
    """T-23 to T-26. A game that is over has nobody to move, and one that is not has somebody."""
    check_end(state)
    if int(state.gone).bit_count() == state.seats - 1:
        state.to_move = NOBODY
    is_over = state.to_move == NOBODY
    if is_over and position.get("to_move") is not None:
        raise BadPosition("siegestones.game-over", result_rule(state))
    if not is_over and "to_move" in position and position["to_move"] is None:
        raise BadPosition("siegestones.game-not-over", "T-26")
