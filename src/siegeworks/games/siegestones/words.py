"""SiegeStones in words: names of actions, reasons for refusals, sentences for events, each with its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from siegeworks.core.hexboard import CELLS, NAMES, bit, cells_of
from siegeworks.core.rules import NOBODY
from siegeworks.core.seats import is_in
from siegeworks.games.siegestones.rules import (
    MOST_SEATS,
    THREAT_TO_CONTROL,
    TOWER,
    TOWERS_TO_WIN,
    list_threats,
    most_towers,
    pool,
    room,
    seats_with,
)

ACTION_NAMES = (*(f"stone {name}" for name in NAMES), *(f"tower {name}" for name in NAMES))
CHANCE_NAMES = tuple(f"start {seat}" for seat in range(MOST_SEATS))
SHAPES: tuple[str, ...] = ("stone CELL", "tower CELL")
SEATS_RULE, TURN_RULE, ACTION_RULE, CHANCE_RULE, LEAVE_RULE = "T-2", "T-7", "T-8", "T-6", "T-A30"
COLOURS = ("Blue", "Yellow", "Green", "Red")
MOST_SETS = 4096
"""Sets of cells that are remembered."""
GOAL = "Control four towers, alone, to win."

Told = tuple[str, dict[str, Any], str]


def seat_name(seat: Any) -> str:
    """What people call a seat."""
    return COLOURS[seat]


def why_not(state: Any, action: int) -> tuple[str, str]:
    """Why the seat to move cannot play this, and the rule."""
    cell = action % CELLS
    name = NAMES[cell]
    if bit(cell) & state.towers:
        return f"{name} already holds a tower, and a circle holds one piece.", "T-12"
    for seat in range(state.seats):
        if bit(cell) & state.stones[seat]:
            return f"{name} already holds a {COLOURS[seat].lower()} stone, and a circle holds one piece.", "T-12"
    if not bit(cell) & room(state):
        return f"{name} is too far out: the first piece goes on d4 or a circle beside it.", "T-35b"
    if action >= TOWER and pool(state) <= 0:
        return "The pool is empty: all towers are on the board, so only stones can be placed.", "T-11"
    return f"{seat_name(state.to_move)} began and may not place the first tower of the game.", "T-35a"


def events(before: Any, action: int | None, after: Any) -> Iterator[Told]:
    """What an action (None: a resignation) changed."""
    if action is None:
        yield from _shared(after)
        return
    if before.start == NOBODY:
        yield "start", {"seat": int(action)}, "T-6"
        return
    cell = NAMES[action % CELLS]
    if action < TOWER:
        yield "stone", {"cell": cell}, "T-8"
    else:
        yield "tower", {"cell": cell, "pool": int(after.tower_pool) - int(after.towers).bit_count()}, "T-8"
    was, now = before.held.tolist(), after.held.tolist()
    if was != now:
        yield from _changes(before, was, after, now)
    if max(map(int.bit_count, now)) >= TOWERS_TO_WIN:
        yield from _shared(after)


def _changes(before: Any, was: list[int], after: Any, now: list[int]) -> Iterator[Told]:
    """T-17 to T-21. Towers that are controlled by another seat than before, or by none."""
    former, holding = holders(int(before.towers), was), holders(int(after.towers), now)
    threat = threats(after, holding)
    for tower, seat in holding.items():
        if former.get(tower) != seat:
            yield _control(after, tower, threat[tower], former.get(tower), seat)


def holders(towers: int, held: list[int]) -> dict[int, int | None]:
    """The seat that controls each tower on the board, from the sets that seats hold."""
    found: dict[int, int | None] = dict.fromkeys(known_cells(towers))
    for seat, cells in enumerate(held):
        if cells:
            found.update(dict.fromkeys(known_cells(cells), seat))
    return found


@lru_cache(MOST_SETS)
def known_cells(cells: int) -> tuple[int, ...]:
    """The cells of a set, remembered: after a move most sets are as they were."""
    return tuple(cells_of(cells))


def threats(state: Any, towers: Iterable[int]) -> dict[int, list[int]]:
    """The threat of each seat against each of some towers (T-16)."""
    seats = int(state.seats)
    found = np.zeros((CELLS, seats), np.int64)
    list_threats(state, found)
    listed = found.reshape(-1).tolist()
    return {tower: listed[tower * seats : (tower + 1) * seats] for tower in towers}


def _control(state: Any, tower: int, threat: list[int], was: int | None, now: int | None) -> Told:
    if now is not None:
        rule = "T-30" if threat[now] < max(threat) else "T-17"
    elif max(threat) < THREAT_TO_CONTROL:
        rule = "T-19"
    else:
        rule = "T-30" if state.balanced else "T-18"
    return "control", {"tower": NAMES[tower], "seat": now, "was": was, "threat": threat}, rule


def _shared(state: Any) -> Iterator[Told]:
    """T-24. Several seats lead with four towers or more, and play goes on."""
    most = most_towers(state)
    if state.to_move != NOBODY and most >= TOWERS_TO_WIN and seats_with(state, most) > 1:
        sharing = [s for s in range(state.seats) if is_in(state, s) and int(state.held[s]).bit_count() == most]
        yield "shared", {"seats": sharing, "towers": int(most)}, "T-24"


def result_rule(state: Any) -> str:
    """The rule that ended the game."""
    if int(state.gone).bit_count() == state.seats - 1:
        return "T-A30"
    most = most_towers(state)
    return "T-23" if most >= TOWERS_TO_WIN and seats_with(state, most) == 1 else "T-25"


def say(kind: str, args: dict[str, Any], seat: Any) -> str:
    """An event in one sentence."""
    if kind == "start":
        return f"{seat_name(args['seat'])} begins."
    if kind == "stone":
        return f"{seat_name(seat)} places a stone on {args['cell']}."
    if kind == "tower":
        return f"{seat_name(seat)} places a tower on {args['cell']}; {_left(args['pool'])}."
    if kind == "shared":
        sharing = " and ".join(seat_name(seat) for seat in args["seats"])
        return f"{sharing} control {args['towers']} towers each: play goes on."
    return _say_control(args)


def _left(towers: int) -> str:
    return "none is left" if towers == 0 else "1 tower is left" if towers == 1 else f"{towers} towers are left"


def _say_control(args: dict[str, Any]) -> str:
    threat, now, was = args["threat"], args["seat"], args["was"]
    spoken = " to ".join(str(value) for value in sorted(threat, reverse=True) if value)
    if now is not None:
        others = sorted((value for seat, value in enumerate(threat) if seat != now), reverse=True)
        against = f" against {others[0]}" if others[0] else ""
        return f"{seat_name(now)} takes control of {args['tower']} with {threat[now]}{against}."
    if max(threat) < THREAT_TO_CONTROL:
        return f"{seat_name(was)} loses {args['tower']}: nobody threatens it with {THREAT_TO_CONTROL} any more."
    return f"{seat_name(was)} loses {args['tower']}: the threats are equal, {spoken}."
