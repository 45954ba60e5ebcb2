"""SiegeStones Charge! as numbers, for learning programs: planes of 7 x 7, counted from the seat that looks."""

from __future__ import annotations

from siegeworks.core.hexboard import FULL, bit
from siegeworks.core.jit import jit
from siegeworks.core.planes import SIDE, Plane, fill, has_seat, lay, lay_seats, seat_after
from siegeworks.games.charge.lines import SPACES
from siegeworks.games.charge.rules import MOST_SEATS, PICK, STONES_EACH, is_alive

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
