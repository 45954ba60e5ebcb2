"""BluffStones as numbers, for learning programs: planes of 7 x 7, counted from the seat that looks."""

from __future__ import annotations

from siegeworks.core.hexboard import FULL
from siegeworks.core.jit import jit
from siegeworks.core.planes import SIDE, Plane, fill, has_seat, lay, seat_after
from siegeworks.core.seats import is_in
from siegeworks.games.bluffstones.rules import (
    BIDS,
    COLOURS,
    EACH_OF_TWO,
    MOST_SEATS,
    NOTHING,
    PLACEABLE,
    PLACING,
    TOWERS,
    colour_of,
    has_bid,
    size_of,
)

SEATS = ("me", *(f"seat +{turn}" for turn in range(1, MOST_SEATS)))
COLOUR_NAMES = ("blue", "yellow", "green", "red")
PHASES = ("bidding", "removing", "placing")

PLANES = (
    Plane("board", "1 on the 37 circles", is_fixed=True),
    *(Plane(f"{colour} stones", "circles with a stone of the colour") for colour in COLOUR_NAMES[:PLACEABLE]),
    *(
        Plane(f"{colour} towers", "circles with a tower that has the colour on top")
        for colour in COLOUR_NAMES[:PLACEABLE]
    ),
    *(
        Plane(f"{colour} in the pile of {seat}", "all over: stones left (B-4)", EACH_OF_TWO)
        for seat in SEATS
        for colour in COLOUR_NAMES
    ),
    *(
        Plane(f"my bid, {colour}", "all over: stones in my bid while it lies hidden (B-7)", 2)
        for colour in COLOUR_NAMES
    ),
    *(
        Plane(f"{colour} shown by {seat}", "all over: stones in the bid last shown (B-8)", 2)
        for seat in SEATS
        for colour in COLOUR_NAMES
    ),
    *(
        Plane(f"{colour} held by {seat}", "all over: the stone still to be used this round (B-14)")
        for seat in SEATS
        for colour in COLOUR_NAMES
    ),
    *(Plane(f"towers scored by {seat}", "all over (B-16)", TOWERS) for seat in SEATS),
    *(Plane(f"bid of {seat} is in", "all over: what it is stays hidden") for seat in SEATS),
    *(Plane(f"turn tower at {seat}", "all over (B-5)") for seat in SEATS),
    *(Plane(f"{seat} is to move", "all over") for seat in SEATS),
    *(Plane(f"{seat} plays", "all over: there is such a seat and it has not left") for seat in SEATS),
    *(Plane(phase, "all over: the phase") for phase in PHASES),
    Plane("early_end", "all over: the option (B-29)"),
)
SHAPE: tuple[int, ...] = (len(PLANES), SIDE, SIDE)


@jit
def observe(state, seat, out):
    """The board, the piles, the bids; of hidden bids only the seat's own."""
    at = lay(out, 0, FULL)
    for colour in range(PLACEABLE):
        at = lay(out, at, state.stones[colour])
    for colour in range(PLACEABLE):
        at = lay(out, at, state.towers[colour])
    for turn in range(MOST_SEATS):
        for colour in range(COLOURS):
            at = fill(out, at, state.piles[seat_after(state, seat, turn), colour] if has_seat(state, turn) else 0)
    at = show_bid(out, at, state.own_bid[seat])
    for turn in range(MOST_SEATS):
        at = show_bid(out, at, state.revealed[seat_after(state, seat, turn)] if has_seat(state, turn) else NOTHING)
    for turn in range(MOST_SEATS):
        held = state.held[seat_after(state, seat, turn)]
        for colour in range(COLOURS):
            at = fill(out, at, has_seat(state, turn) and held == colour)
    observe_seats(state, seat, out, at)


@jit
def show_bid(out, at, bid):
    """A plane a colour: how many of its stones the bid has."""
    for colour in range(COLOURS):
        is_of_it = NOTHING < bid < BIDS and colour_of(bid) == colour
        at = fill(out, at, size_of(bid) if is_of_it else 0)
    return at


@jit
def observe_seats(state, seat, out, at):
    """What is said of each seat, then of the whole table."""
    for turn in range(MOST_SEATS):
        at = fill(out, at, state.scored[seat_after(state, seat, turn)] if has_seat(state, turn) else 0)
    for turn in range(MOST_SEATS):
        at = fill(out, at, has_seat(state, turn) and has_bid(state, seat_after(state, seat, turn)))
    for turn in range(MOST_SEATS):
        at = fill(out, at, has_seat(state, turn) and state.turn_tower == seat_after(state, seat, turn))
    for turn in range(MOST_SEATS):
        at = fill(out, at, has_seat(state, turn) and state.to_move == seat_after(state, seat, turn))
    for turn in range(MOST_SEATS):
        at = fill(out, at, has_seat(state, turn) and is_in(state, seat_after(state, seat, turn)))
    for phase in range(PLACING + 1):
        at = fill(out, at, state.phase == phase)
    fill(out, at, state.early_end)
