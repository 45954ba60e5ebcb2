"""SiegeStones as numbers, for learning programs: planes of 7 x 7, counted from the seat that looks."""

from __future__ import annotations

from siegeworks.core.hexboard import FULL
from siegeworks.core.jit import jit
from siegeworks.core.planes import SIDE, Plane, fill, flag, has_seat, lay, lay_seats, seat_after
from siegeworks.core.seats import is_in
from siegeworks.games.siegestones.rules import MOST_SEATS, TOWER, may_place_tower, pool, room

SEATS = ("me", *(f"seat +{turn}" for turn in range(1, MOST_SEATS)))

PLANES = (
    Plane("board", "1 on the 37 circles"),
    *(Plane(f"stones of {seat}", "circles with a stone of that seat") for seat in SEATS),
    *(Plane(f"towers held by {seat}", "circles with a tower that seat controls (T-17)") for seat in SEATS),
    Plane("towers", "circles with a tower, controlled or not"),
    *(
        Plane(f"touched by {towers}", f"the {towers}'s bit of how many towers touch a circle (T-14)")
        for towers in (1, 2, 4)
    ),
    *(Plane(f"{seat} is to move", "all over") for seat in SEATS),
    *(Plane(f"{seat} plays", "all over: there is such a seat and it has not left") for seat in SEATS),
    *(Plane(f"{seat} began", "all over (T-6)") for seat in SEATS),
    Plane("pool", "all over: towers not yet placed (T-4)", 12),
    Plane("balanced", "all over: the option (T-30)"),
    Plane("no_first_tower", "all over: the option (T-35a)"),
    Plane("centre_opening", "all over: the option (T-35b)"),
)
SHAPE: tuple[int, ...] = (len(PLANES), SIDE, SIDE)


@jit
def observe(state, seat, out):
    """Everything is public here."""
    at = lay(out, 0, FULL)
    at = lay_seats(state, seat, out, at, state.stones)
    at = lay_seats(state, seat, out, at, state.held)
    at = lay(out, at, state.towers)
    for place in range(3):
        at = lay(out, at, state.touched[place])
    for turn in range(MOST_SEATS):
        at = fill(out, at, has_seat(state, turn) and state.to_move == seat_after(state, seat, turn))
    for turn in range(MOST_SEATS):
        at = fill(out, at, has_seat(state, turn) and is_in(state, seat_after(state, seat, turn)))
    for turn in range(MOST_SEATS):
        at = fill(out, at, has_seat(state, turn) and state.start == seat_after(state, seat, turn))
    at = fill(out, at, pool(state))
    at = fill(out, at, state.balanced)
    at = fill(out, at, state.no_first_tower)
    fill(out, at, state.centre_opening)


@jit
def tick(state, mask):
    """T-8 to T-12. The legal actions of a seat, straight from the set of circles."""
    flag(mask, 0, room(state))
    flag(mask, TOWER, room(state) if may_place_tower(state) else 0)
