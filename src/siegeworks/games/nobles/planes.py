"""Nobles and Peasants as numbers, for learning programs: planes of 7 x 7, counted from the seat that looks."""

from __future__ import annotations

from siegeworks.core.hexboard import FULL
from siegeworks.core.jit import jit
from siegeworks.core.planes import MOST, PLACES, SIDE, Plane, fill, has_seat, lay, seat_after
from siegeworks.core.seats import is_in
from siegeworks.games.nobles.rules import (
    AFTER_ANY,
    BLUE,
    COLOURS,
    MOST_ROW,
    MOST_SEATS,
    NOBLE_POINTS,
    ROW,
    WORTH,
    reserve,
)

SEATS = ("me", *(f"seat +{turn}" for turn in range(1, MOST_SEATS)))
COLOUR_NAMES = ("blue", "yellow", "green", "red")

PLANES = (
    Plane("board", "1 on the 37 circles", is_fixed=True),
    *(Plane(f"{colour} stones", "circles with a stone of the colour") for colour in COLOUR_NAMES),
    *(Plane(f"towers of {seat}", "circles with a tower of that seat") for seat in SEATS),
    Plane("neutral tower", "the circle of the tower nobody owns (N-6)"),
    *(
        Plane(
            f"{colour} in the Row, {part} half",
            "places of the Row with the colour, 49 places a plane (N-9)",
            is_board=False,
        )
        for colour in COLOUR_NAMES
        for part in ("left", "right")
    ),
    *(Plane(f"{colour} left", "all over: stones of the colour in the Row", 20) for colour in COLOUR_NAMES),
    *(
        Plane(f"{colour} for {seat}", "all over: what a stone brings to a tower of that seat (N-23)", NOBLE_POINTS)
        for seat in SEATS
        for colour in COLOUR_NAMES
    ),
    *(Plane(f"points of {seat}", "all over", MOST) for seat in SEATS),
    *(Plane(f"reserve of {seat}", "all over: towers beside the board (N-8)", 4) for seat in SEATS),
    *(Plane(f"{seat} is to move", "all over") for seat in SEATS),
    *(Plane(f"{seat} plays", "all over: there is such a seat and it has not left") for seat in SEATS),
    Plane("changing the Row", "all over: a move was made and the Row may be changed (N-17)"),
    Plane("length", "all over: stones in the Row", MOST_ROW),
    Plane("quiet", "all over: completed turns since the last stone (N-28)", 80),
    Plane("stall_rounds", "all over: the option (N-35)", 20),
    Plane("insert_after", "all over: 1 for `any_tower_action` (N-33)"),
)
SHAPE: tuple[int, ...] = (len(PLANES), SIDE, SIDE)


@jit
def observe(state, seat, out):
    """Everything is public here: the board, the Row, each seat, the table."""
    at = lay(out, 0, FULL)
    for colour in range(COLOURS):
        at = lay(out, at, state.stones[colour])
    neutral = state.blockers
    for turn in range(MOST_SEATS):
        towers = state.towers[seat_after(state, seat, turn)] if has_seat(state, turn) else 0
        at = lay(out, at, towers)
        neutral &= ~towers
    at = lay(out, at, neutral)
    at = lay_row(state, out, at)
    for colour in range(COLOURS):
        at = fill(out, at, state.in_row[colour])
    observe_seats(state, seat, out, at)


@jit
def lay_row(state, out, first):
    """The Row from the left, 49 places a plane, two planes a colour."""
    at = first
    for _ in range(2 * COLOURS):
        at = fill(out, at, 0)
    for place in range(state.length):
        plane, spot = first + 2 * int(state.row[place]) + place // PLACES, place % PLACES
        out[plane, spot // SIDE, spot % SIDE] = 1
    return at


@jit
def observe_seats(state, seat, out, at):
    """What is said of each seat, then of the whole table."""
    for turn in range(MOST_SEATS):
        other = seat_after(state, seat, turn)
        for colour in range(BLUE, COLOURS):
            at = fill(out, at, WORTH[state.seats, other, colour] if has_seat(state, turn) else 0)
    for turn in range(MOST_SEATS):
        at = fill(out, at, state.points[seat_after(state, seat, turn)] if has_seat(state, turn) else 0)
    for turn in range(MOST_SEATS):
        at = fill(out, at, reserve(state, seat_after(state, seat, turn)) if has_seat(state, turn) else 0)
    for turn in range(MOST_SEATS):
        at = fill(out, at, has_seat(state, turn) and state.to_move == seat_after(state, seat, turn))
    for turn in range(MOST_SEATS):
        at = fill(out, at, has_seat(state, turn) and is_in(state, seat_after(state, seat, turn)))
    at = fill(out, at, state.phase == ROW)
    at = fill(out, at, state.length)
    at = fill(out, at, state.quiet)
    at = fill(out, at, state.stall_rounds)
    fill(out, at, state.insert_after == AFTER_ANY)
