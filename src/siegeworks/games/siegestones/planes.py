"""SiegeStones as numbers, for learning programs: planes of 7 x 7, counted from the seat that looks."""

from __future__ import annotations

from siegeworks.core.bits import count, lowest
from siegeworks.core.hexboard import FULL, neighbours
from siegeworks.core.jit import jit
from siegeworks.core.planes import SIDE, Plane, fill, flag, has_seat, lay, lay_seats, put, seat_after
from siegeworks.core.seats import is_in
from siegeworks.games.siegestones.rules import (
    MOST_SEATS,
    THREAT_TO_CONTROL,
    TOWER,
    may_place_tower,
    pool,
    rating,
    room,
    threat_against,
)

SEATS = ("me", *(f"seat +{turn}" for turn in range(1, MOST_SEATS)))

PLANES = (
    Plane("board", "1 on the 37 circles", is_fixed=True),
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

EVEN_MARGIN, MOST_TAKEN, MINE, ANOTHERS = 8, 3, 1, 2
DERIVED = (
    Plane("margin", "on towers: 8 and by how much my threat exceeds the others' (T-17)", 2 * EVEN_MARGIN - 1),
    Plane("room", "on towers: 1 and the empty circles beside it", 7),
    Plane("I take", "on empty circles: towers that a stone of mine would take there", MOST_TAKEN),
    Plane("others take", "on empty circles: towers that a stone of another seat would take there", MOST_TAKEN),
    Plane("new tower", "on empty circles: 1 if a tower there would be mine, 2 if another seat's", ANOTHERS),
    *(Plane(f"count of {seat}", "all over: towers that seat controls (T-23)", 12) for seat in SEATS),
)


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


@jit
def derive(state, seat, out, at):
    """How every tower is contested, and what a piece on each empty circle would change."""
    for plane in range(5):
        fill(out, at + plane, 0)
    towers, cells = state.towers, state.empty
    while towers:
        tower = lowest(towers)
        margin = threat_against(state, tower, seat) - greatest_other(state, tower, seat)
        put(out, at, tower, min(max(EVEN_MARGIN + margin, 1), 2 * EVEN_MARGIN - 1))
        put(out, at + 1, tower, 1 + count(neighbours(tower) & state.empty))
        towers &= towers - 1
    while cells:
        cell = lowest(cells)
        others = 0
        for other in range(state.seats):
            others = max(others, taken(state, cell, other)) if other != seat else others
        put(out, at + 2, cell, min(taken(state, cell, seat), MOST_TAKEN))
        put(out, at + 3, cell, min(others, MOST_TAKEN))
        put(out, at + 4, cell, new_owner(state, cell, seat))
        cells &= cells - 1
    for turn in range(MOST_SEATS):
        fill(out, at + 5 + turn, count(state.held[seat_after(state, seat, turn)]) if has_seat(state, turn) else 0)


@jit
def greatest_other(state, tower, seat):
    """T-17. What the seat's threat must exceed to control the tower."""
    most = THREAT_TO_CONTROL - 1
    for other in range(state.seats):
        if other != seat:
            most = max(most, threat_against(state, tower, other))
    return most


@jit
def taken(state, cell, seat):
    """How many towers the seat does not control would be its own with a stone there."""
    found, threat = 0, rating(state, cell)
    towers = neighbours(cell) & state.towers & ~state.held[seat]
    while towers:
        tower = lowest(towers)
        found += threat_against(state, tower, seat) + threat > greatest_other(state, tower, seat)
        towers &= towers - 1
    return found


@jit
def new_owner(state, cell, seat):
    """Whose a tower there would be, as far as the stones beside it say: MINE, ANOTHERS or 0. It weakens each by one."""
    beside = neighbours(cell)
    mine = threat_against(state, cell, seat) - count(beside & state.stones[seat])
    most, is_tied = THREAT_TO_CONTROL - 1, False
    for other in range(state.seats):
        if other != seat:
            threat = threat_against(state, cell, other) - count(beside & state.stones[other])
            is_tied = threat == most or (is_tied and threat < most)
            most = max(most, threat)
    if mine > most:
        return MINE
    return ANOTHERS if most >= THREAT_TO_CONTROL and most > mine and not is_tied else 0
