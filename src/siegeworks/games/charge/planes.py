"""SiegeStones Charge! as numbers, for learning programs: planes of 7 x 7, counted from the seat that looks."""

from __future__ import annotations

from siegeworks.core.bits import lowest
from siegeworks.core.hexboard import FULL, bit
from siegeworks.core.jit import jit
from siegeworks.core.planes import SIDE, Plane, fill, has_seat, lay, lay_seats, put, seat_after
from siegeworks.games.charge.judgement import can_kill, is_doomed, nearest, striking, support_of
from siegeworks.games.charge.lines import END, SPACES, WAYS
from siegeworks.games.charge.rules import (
    MOST_SEATS,
    PICK,
    STONES_EACH,
    alive_stones,
    is_alive,
    occupied,
    pieces,
)

SEATS = ("me", *(f"seat +{turn}" for turn in range(1, MOST_SEATS)))
PHASES = ("starting a turn", "moving", "deploying", "answering a charge", "paying")

PLANES = (
    Plane("board", "1 on the 37 circles", is_fixed=True),
    *(Plane(f"stones of {seat}", "circles with a stone of that seat") for seat in SEATS),
    *(Plane(f"towers of {seat}", "circles with a tower of that seat") for seat in SEATS),
    Plane("moved", "stones that have moved this turn (C-17)"),
    Plane("deployed", "circles chosen in this Deploy (C-48)"),
    Plane("support", "board support of the charged stone (C-28)"),
    Plane("origin", "where the charge came from"),
    Plane("target", "what is charged"),
    *(Plane(f"supply of {seat}", "all over", STONES_EACH) for seat in SEATS),
    *(Plane(f"discard of {seat}", "all over", STONES_EACH) for seat in SEATS),
    *(Plane(f"turn of {seat}", "all over: also while another seat answers a charge") for seat in SEATS),
    *(Plane(f"{seat} is to move", "all over") for seat in SEATS),
    *(Plane(f"{seat} lives", "all over: it has a tower (C-13)") for seat in SEATS),
    *(Plane(f"{seat} passed", "all over: its last turn was a pass (C-52)") for seat in SEATS),
    *(Plane(f"{seat} is leaving", "all over: a resignation waits for the end of the turn (C-56)") for seat in SEATS),
    *(Plane(phase, "all over: the phase") for phase in PHASES),
    Plane("budget", "all over: spaces left in this Move (C-17)", SPACES),
    Plane("strength", "all over: of the charge (C-26)", SPACES),
    Plane("owed", "all over: support stones still to be discarded (C-33)", SPACES),
    Plane("linked", "all over: the supply counts as support (C-29)"),
    Plane("progress", "all over: this turn had a charge, Build or Deploy (C-54)"),
    Plane("stock", "all over: towers not built", 12),
    Plane("quiet", "all over: completed turns in a row without progress (C-54)", 150),
    Plane("quiet_rounds", "all over: the option (C-54)", 50),
    Plane("pass", "all over: 1 for `free` (C-16)"),
    Plane("tiebreak", "all over: 1 for `material` (C-55)"),
)
SHAPE: tuple[int, ...] = (len(PLANES), SIDE, SIDE)

EVEN = 16
DERIVED = (
    Plane("charged by others", "on my pieces: the most spaces another seat's stone can charge from (C-26)", SPACES),
    Plane("charged by me", "on other pieces: the most spaces a stone of mine can charge from (C-26)", SPACES),
    Plane("I lose", "stones of mine that a charge would take for nothing (C-31)"),
    Plane("others lose", "stones of others that a charge of mine would take for nothing (C-31)"),
    Plane("my strike", "all over: supply I could strike off another seat in a whole turn (C-36)", SPACES),
    Plane("others' strike", "all over: the most another seat could strike off in a whole turn (C-36)", SPACES),
    Plane("I may fall", "all over: another seat could bring down a tower of mine in a whole turn (C-38)"),
    Plane("I fall", "all over: the seat whose turn it is can bring down a tower of mine (C-38)"),
    Plane("others may fall", "all over: a tower of another seat could be brought down in a whole turn (C-38)"),
    Plane("others fall", "all over: on my turn, I can bring down a tower of another seat (C-38)"),
    Plane("lead", "all over: 16 and my stones alive less the most of another seat (C-55)", 2 * EVEN - 1),
)


@jit
def observe(state, seat, out):
    """Everything is public here: the board, this turn and its charge, each seat, the table."""
    at = lay(out, 0, FULL)
    at = lay_seats(state, seat, out, at, state.stones)
    at = lay_seats(state, seat, out, at, state.towers)
    at = lay(out, at, state.moved)
    at = lay(out, at, state.deployed)
    at = lay(out, at, state.support)
    at = lay(out, at, bit(state.origin) if state.strength else 0)
    at = lay(out, at, bit(state.target) if state.strength else 0)
    at = observe_seats(state, seat, out, at)
    for phase in range(PICK + 1):
        at = fill(out, at, state.phase == phase)
    at = fill(out, at, state.budget)
    at = fill(out, at, state.strength)
    at = fill(out, at, state.owed)
    at = fill(out, at, state.linked)
    at = fill(out, at, state.progress)
    at = fill(out, at, state.stock)
    at = fill(out, at, state.quiet)
    at = fill(out, at, state.quiet_rounds)
    at = fill(out, at, state.free_pass)
    fill(out, at, state.material)


@jit
def observe_seats(state, seat, out, at):
    """What is said of each seat."""
    for turn in range(MOST_SEATS):
        at = fill(out, at, state.supply[seat_after(state, seat, turn)] if has_seat(state, turn) else 0)
    for turn in range(MOST_SEATS):
        at = fill(out, at, state.discard[seat_after(state, seat, turn)] if has_seat(state, turn) else 0)
    for turn in range(MOST_SEATS):
        at = fill(out, at, has_seat(state, turn) and state.turn == seat_after(state, seat, turn))
    for turn in range(MOST_SEATS):
        at = fill(out, at, has_seat(state, turn) and state.to_move == seat_after(state, seat, turn))
    for turn in range(MOST_SEATS):
        at = fill(out, at, has_seat(state, turn) and is_alive(state, seat_after(state, seat, turn)))
    for turn in range(MOST_SEATS):
        at = fill(out, at, has_seat(state, turn) and state.passed >> seat_after(state, seat, turn) & 1 == 1)
    for turn in range(MOST_SEATS):
        at = fill(out, at, has_seat(state, turn) and state.leaving >> seat_after(state, seat, turn) & 1 == 1)
    return at


@jit
def derive(state, seat, out, at):
    """Who can charge what, and which towers could fall."""
    for plane in range(4):
        fill(out, at + plane, 0)
    mine, others, full = state.stones[seat], 0, occupied(state)
    for other in range(state.seats):
        others |= state.stones[other] if other != seat else 0
    for owner in range(state.seats):
        left, attackers, plane = pieces(state, owner), mine, at + 1
        if owner == seat:
            attackers, plane = others, at
        while left:
            cell = lowest(left)
            spaces = hardest_charge(state, cell, attackers, full)
            put(out, plane, cell, spaces)
            is_stone = state.stones[owner] >> cell & 1
            put(out, plane + 2, cell, is_stone and spaces > 0 and support_of(state, owner, cell) < spaces)
            left &= left - 1
    derive_falls(state, seat, out, at + 4)


@jit
def hardest_charge(state, cell, attackers, full):
    """C-18 to C-26. The most spaces from which one of these stones can charge the circle."""
    most = 0
    for way in range(WAYS):
        spaces = nearest(state, cell, way, full)
        if spaces > most and attackers >> END[cell, way, spaces - 1] & 1:
            most = spaces
    return most


@jit
def derive_falls(state, seat, out, at):
    """What is said all over: strikes at towers, and how many stones live."""
    strike, is_threatened, falls, most = 0.0, False, False, 0
    for other in range(state.seats):
        if other != seat and is_alive(state, other):
            strike = max(strike, striking(state, other))
            is_threatened |= is_doomed(state, other)
            falls |= state.turn == seat and can_kill(state, seat, other)
            most = max(most, alive_stones(state, other))
    at = fill(out, at, striking(state, seat))
    at = fill(out, at, strike)
    at = fill(out, at, is_doomed(state, seat))
    at = fill(out, at, state.turn != seat and can_kill(state, state.turn, seat))
    at = fill(out, at, is_threatened)
    at = fill(out, at, falls)
    fill(out, at, min(max(EVEN + alive_stones(state, seat) - most, 1), 2 * EVEN - 1))
