"""Nobles and Peasants as numbers, for learning programs: planes of 7 x 7, counted from the seat that looks."""

from __future__ import annotations

from siegeworks.core.bits import count, lowest
from siegeworks.core.hexboard import CELLS, FULL
from siegeworks.core.jit import jit
from siegeworks.core.planes import MOST, PLACES, SIDE, Plane, fill, has_seat, lay, put, seat_after
from siegeworks.core.seats import is_in
from siegeworks.games.nobles.rules import (
    AFTER_ANY,
    BLUE,
    COLOURS,
    MOST_ROW,
    MOST_SEATS,
    NOBLE_POINTS,
    PEASANT,
    ROW,
    WORTH,
    bonus,
    reserve,
    seen,
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

MOST_SIGHTS, EVEN, ENDS = 4, 40, ("left", "next to the left", "right", "next to the right")
END_STONES = len(ENDS)
DERIVED = (
    Plane("seen by me", "on empty circles: towers of mine that see them (N-20)", MOST_SIGHTS),
    Plane("seen by others", "on empty circles: the most towers of one other seat that see them (N-20)", MOST_SIGHTS),
    Plane("my peasants", "stones of my peasant colour (N-3)"),
    *(
        Plane(f"{end} stone for {seat}", "all over: what it brings to a tower of that seat (N-23)", NOBLE_POINTS)
        for end in ENDS
        for seat in SEATS
    ),
    *(
        Plane(
            f"lead over {seat}",
            "all over: 40 and my points less that seat's, the bonus in sight included (N-29)",
            2 * EVEN - 1,
        )
        for seat in SEATS[1:]
    ),
    Plane("empty circles", "all over", CELLS),
)


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


@jit
def derive(state, seat, out, at):
    """What each seat's towers see, what the ends of the Row are worth, and who leads."""
    lay_sights(state, seat, out, at)
    at = lay(out, at + 2, state.stones[PEASANT[state.seats, seat]])
    for end in range(END_STONES):
        place = end if end < 2 else state.length + 1 - end
        for turn in range(MOST_SEATS):
            worth = WORTH[state.seats, seat_after(state, seat, turn), int(state.row[place])]
            at = fill(out, at, worth if has_seat(state, turn) else 0)
    own = points_in_sight(state, seat)
    for turn in range(1, MOST_SEATS):
        lead = EVEN + own - points_in_sight(state, seat_after(state, seat, turn))
        at = fill(out, at, min(max(lead, 1), 2 * EVEN - 1) if has_seat(state, turn) else 0)
    fill(out, at, count(state.empty))


@jit
def lay_sights(state, seat, out, at):
    """N-20. On each empty circle, how many towers see it: the seat's, and the most of another."""
    fill(out, at, 0)
    fill(out, at + 1, 0)
    cells = state.empty
    while cells:
        cell, most = lowest(cells), 0
        for other in range(state.seats):
            if other != seat:
                most = max(most, count(seen(state, cell, state.towers[other])))
        put(out, at, cell, count(seen(state, cell, state.towers[seat])))
        put(out, at + 1, cell, most)
        cells &= cells - 1


@jit
def points_in_sight(state, seat):
    """N-29. The points of a seat if the game ended now."""
    found, towers = state.points[seat], state.towers[seat]
    while towers:
        found += bonus(state, seat, lowest(towers))
        towers &= towers - 1
    return found
