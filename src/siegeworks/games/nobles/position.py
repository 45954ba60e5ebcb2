"""Nobles and Peasants positions: JSON to and from the record, and which rule an impossible one breaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from typing_extensions import TypedDict

from siegeworks.core.hexboard import CENTRE, FULL, NAMES, bit, board_text, cells_of, names_of, parse_board
from siegeworks.core.misread import Misread
from siegeworks.core.phrases import listed, phrase
from siegeworks.core.rules import NOBODY
from siegeworks.core.seats import is_in
from siegeworks.errors import BadPosition
from siegeworks.games.nobles.rules import (
    AFTER_MOVE,
    COLOUR_GONE,
    FREE_STONES,
    MOST_ROW,
    ROW,
    TOWERS_EACH,
    TURN,
    WORTH,
    bonus,
    ending,
    reserve,
    seen,
)
from siegeworks.games.nobles.words import END_RULES, LEAVE_RULE, LETTERS, row_letters

TOWER_LETTERS = "1234"
NEUTRAL_LETTER = "N"
Phase = Literal["turn", "row"]
PHASES: tuple[Phase, ...] = get_args(Phase)
DERIVED = ("sight", "reserve")
FIELD_RULES = {
    "board": "N-1",
    "sight": "N-20",
    "reserve": "N-5",
    "row": "N-9",
    "scores": "N-23",
    "phase": "N-17",
    "quiet": "N-28",
    "start": "N-10",
    "to_move": "N-10",
}


class View(TypedDict):
    """What is told of a record; `sight` by the tower's cell, `scores` and `reserve` by seat."""

    start: int | None
    board: str
    row: str
    scores: list[int]
    phase: Phase
    quiet: int
    sight: dict[str, list[str]]
    reserve: list[int]


def describe(state: Any) -> View:
    """The record as JSON."""
    seats, towers = range(state.seats), cells_of(state.blockers)
    board = dict.fromkeys(towers, NEUTRAL_LETTER)
    for seat in seats:
        board.update(dict.fromkeys(cells_of(state.towers[seat]), TOWER_LETTERS[seat]))
    for colour, letter in enumerate(LETTERS):
        board.update(dict.fromkeys(cells_of(state.stones[colour]), letter))
    return {
        "start": None if state.start == NOBODY else int(state.start),
        "board": board_text(board),
        "row": row_letters(state),
        "scores": [int(state.points[seat]) for seat in seats],
        "phase": PHASES[state.phase],
        "quiet": int(state.quiet),
        "sight": {NAMES[tower]: names_of(seen(state, tower, FULL)) for tower in towers},
        "reserve": [int(reserve(state, seat)) for seat in seats],
    }


def fill(state: Any, position: Mapping[str, Any]) -> None:
    """Set a new game's record to the position."""
    _place(state, position)
    _lay_row(state, position)
    _check_stones(state)
    _count_turns(state, position)
    if position.get("to_move", None if "row" in position else "chance") == "chance":
        _deal_on(state, position)
    else:
        _play_on(state, position)
        _check_over(state, position)
        _check_quiet(state)
        _check_row_phase(state)
    _score(state, position)


def _place(state: Any, position: Mapping[str, Any]) -> None:
    """N-1 to N-8. The pieces on the board."""
    seats = int(state.seats)
    neutral = NEUTRAL_LETTER if seats == 2 else ""
    board = position.get("board", board_text({CENTRE: neutral} if neutral else {}))
    try:
        letters = parse_board(board, LETTERS + TOWER_LETTERS[:seats] + neutral)
    except Misread as problem:
        raise BadPosition("board-unread", "N-1", problem=problem.phrase) from None
    if neutral and [cell for cell, letter in letters.items() if letter == neutral] != [CENTRE]:
        raise BadPosition("nobles.neutral-tower-misplaced", "N-6")
    for cell, letter in letters.items():
        state.empty &= ~bit(cell)
        if letter in LETTERS:
            state.stones[LETTERS.index(letter)] |= bit(cell)
            continue
        state.blockers |= bit(cell)
        if letter != neutral:
            state.towers[TOWER_LETTERS.index(letter)] |= bit(cell)
    for seat in range(seats):
        if reserve(state, seat) < 0:
            towers = int(state.towers[seat]).bit_count()
            raise BadPosition(
                "nobles.too-many-towers",
                "N-5",
                seat={"seat": int(seat)},
                towers=towers,
                most=TOWERS_EACH[seats],
            )


def _lay_row(state: Any, position: Mapping[str, Any]) -> None:
    """N-9. The Row, from the left."""
    row = position.get("row", "")
    if not isinstance(row, str) or set(row) - set(LETTERS):
        raise BadPosition("nobles.row-not-letters", "N-9", letters=listed(LETTERS, "space"))
    if len(row) > MOST_ROW:
        raise BadPosition("nobles.row-too-long", "N-9", count=len(row), most=MOST_ROW)
    state.length = len(row)
    for place, letter in enumerate(row):
        state.row[place] = LETTERS.index(letter)
    for colour, letter in enumerate(LETTERS):
        state.in_row[colour] = row.count(letter)


def _check_stones(state: Any) -> None:
    """N-9, N-34. No more stones of a colour in the Row and on circles than the Row had at first."""
    for colour, letter in enumerate(LETTERS):
        stones = int(state.in_row[colour]) + int(state.stones[colour]).bit_count()
        most = int(state.row_per_colour or FREE_STONES[state.seats, colour])
        if stones > most:
            raise BadPosition(
                "nobles.too-many-stones",
                "N-34" if state.row_per_colour else "N-9",
                stones=stones,
                colour=letter,
                most=most,
            )


def _count_turns(state: Any, position: Mapping[str, Any]) -> None:
    """N-10, N-17, N-28. Who began, the phase, and the turns without a stone."""
    seats = int(state.seats)
    start, phase, quiet = position.get("start"), position.get("phase", PHASES[TURN]), position.get("quiet", 0)
    if start is not None and (type(start) is not int or not 0 <= start < seats):
        raise BadPosition("nobles.start-no-seat", "N-10", last=seats - 1)
    if phase not in PHASES:
        raise BadPosition("nobles.no-such-phase", "N-17", phases=listed(PHASES, "or"))
    most = int(state.stall_rounds) * seats
    if type(quiet) is not int or not 0 <= quiet <= most:
        raise BadPosition("nobles.quiet-out-of-range", "N-28", most=most)
    state.start = NOBODY if start is None else start
    state.phase, state.quiet = PHASES.index(phase), quiet


def _deal_on(state: Any, position: Mapping[str, Any]) -> None:
    """N-9, N-10, N-32. Before play: who begins and the Row are being drawn, and nothing else has happened."""
    if state.start == NOBODY and state.length:
        raise BadPosition("nobles.row-before-start", "N-10")
    if sum(state.stones) or sum(state.towers) or state.gone or state.quiet or state.phase != TURN:
        raise BadPosition("nobles.acted-before-row", "N-9")
    for colour in range(len(LETTERS)):
        state.boxed[colour] -= state.in_row[colour]
    if not sum(state.boxed):
        raise BadPosition("nobles.row-complete", "N-9")


def _play_on(state: Any, position: Mapping[str, Any]) -> None:
    """N-10. Who is to move and who began, each from the other where only one is given."""
    state.boxed[:] = 0
    seats, mover, start = int(state.seats), position.get("to_move"), int(state.start)
    if mover is None:
        first = max(start, 0)
        mover = next(seat % seats for seat in range(first, first + seats) if is_in(state, seat % seats))
    if start == NOBODY:
        start = (mover - int(state.quiet)) % seats
    state.to_move, state.start = mover, start
    is_known = "start" in position and "quiet" in position and not state.gone and not sum(state.stones)
    if is_known and position.get("to_move") is not None and (start + int(state.quiet)) % seats != mover:
        raise BadPosition(
            "nobles.wrong-mover",
            "N-10",
            starter={"seat": int(start)},
            turns=state.quiet,
            mover={"seat": int(mover)},
        )


def _check_over(state: Any, position: Mapping[str, Any]) -> None:
    """N-26 to N-28. A game that is over has nobody to move, and one that is not has somebody."""
    missing = [phrase("colour", colour=letter) for at, letter in enumerate(LETTERS) if not state.in_row[at]]
    state.ended = ending(state)
    rule = END_RULES.get(int(state.ended), LEAVE_RULE)
    if state.ended and position.get("to_move") is not None:
        raise BadPosition("nobles.game-over", rule, rule=rule)
    if not state.ended and "to_move" in position and position["to_move"] is None:
        raise BadPosition("nobles.game-not-over", "N-26")
    if len(missing) > (state.ended == COLOUR_GONE):
        raise BadPosition("nobles.row-lacks-colour", "N-26", missing=listed(missing, "and-no"))
    if state.ended:
        state.to_move = NOBODY


def _check_quiet(state: Any) -> None:
    """N-28. The game ends when the limit is reached; only a resignation, which lowers it, can leave more turns."""
    staying = int(state.seats) - int(state.gone).bit_count()
    most = int(state.stall_rounds) * (staying + 1) - 1 if state.gone else int(state.stall_rounds) * staying
    if state.ended == COLOUR_GONE:
        most = 0
    if state.quiet > most:
        raise BadPosition("nobles.too-many-quiet-turns", "N-28", quiet=state.quiet, most=most)


def _check_row_phase(state: Any) -> None:
    """N-13, N-17. After a move the mover has a tower on the board, and the circle it left is empty."""
    if state.phase != ROW:
        return
    if state.ended:
        raise BadPosition("nobles.no-decision-open", "N-17")
    if state.insert_after == AFTER_MOVE and not (state.towers[state.to_move] and state.empty):
        what = phrase("nobles.tower-on-board" if state.empty else "nobles.empty-circle-left")
        raise BadPosition("nobles.no-tower-moved", "N-17", seat={"seat": int(state.to_move)}, what=what)


def _score(state: Any, position: Mapping[str, Any]) -> None:
    """N-23, N-29. The points, which stones on the board must have brought; in the end the bonus is among them."""
    seats = range(state.seats)
    extras = [_bonus(state, seat) if state.ended else 0 for seat in seats]
    points = position.get("scores", extras)
    if not isinstance(points, list) or len(points) != len(seats) or any(type(p) is not int or p < 0 for p in points):
        raise BadPosition("nobles.scores-not-numbers", "N-10", count=len(seats))
    for seat in seats:
        least, most = extras[seat], extras[seat] + _most_points(state, seat)
        if not least <= points[seat] <= most:
            raise BadPosition(
                "nobles.points-out-of-reach",
                "N-29" if points[seat] < least else "N-23",
                seat={"seat": int(seat)},
                points=points[seat],
                least=least,
                most=most,
            )
        state.points[seat] = points[seat]


def _bonus(state: Any, seat: int) -> int:
    """N-29. The final scoring of one seat."""
    return sum(int(bonus(state, seat, tower)) for tower in cells_of(state.towers[seat]))


def _most_points(state: Any, seat: int) -> int:
    """N-23, N-24. What the stones on circles bring a seat if each is seen by all its towers."""
    worth = sum(int(WORTH[state.seats, seat, c]) * int(state.stones[c]).bit_count() for c in range(len(LETTERS)))
    return int(TOWERS_EACH[state.seats]) * worth
