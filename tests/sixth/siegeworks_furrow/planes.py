"""Furrow as numbers, for learning programs: planes of 7 x 7, counted from the seat that looks."""

from __future__ import annotations

from siegeworks.core.hexboard import FULL
from siegeworks.core.jit import jit
from siegeworks.core.planes import SIDE, Plane, fill, has_seat, lay, lay_seats, seat_after
from siegeworks.core.seats import is_in
from siegeworks_furrow.rules import MOST_SEATS

SEATS = ("me", *(f"seat +{turn}" for turn in range(1, MOST_SEATS)))

PLANES = (
    Plane("board", "1 on the 37 circles", is_fixed=True),
    *(Plane(f"stones of {seat}", "circles with a stone of that seat") for seat in SEATS),
    *(Plane(f"{seat} is to move", "all over") for seat in SEATS),
    *(Plane(f"{seat} plays", "all over: there is such a seat and it has not left") for seat in SEATS),
)
SHAPE: tuple[int, ...] = (len(PLANES), SIDE, SIDE)


@jit
def observe(state, seat, out):
    """Everything is public here."""
    at = lay_seats(state, seat, out, lay(out, 0, FULL), state.stones)
    for turn in range(MOST_SEATS):
        at = fill(out, at, has_seat(state, turn) and state.to_move == seat_after(state, seat, turn))
    for turn in range(MOST_SEATS):
        at = fill(out, at, has_seat(state, turn) and is_in(state, seat_after(state, seat, turn)))
