"""What is told of a SiegeStones Charge! record: JSON, with its shape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args

from typing_extensions import TypedDict

from siegeworks.core.hexboard import NAMES, board_text, cells_of, names_of
from siegeworks.core.rules import NOBODY
from siegeworks.games.charge.rules import PICK, group_of, payable, touching

STONE_LETTERS, TOWER_LETTERS = "byg", "BYG"
Phase = Literal["start", "moving", "deploying", "defend", "pick"]
PHASES: tuple[Phase, ...] = get_args(Phase)
Charge = TypedDict(
    "Charge", {"from": str, "target": str, "strength": int, "owed": int, "support": list[str], "linked": bool}
)
"""C-26. The charge being decided: cells, and the stones that support its target."""
Price = TypedDict("Price", {"yield": int, "hold": int | None})
"""C-32. What each answer costs in own stones; None if it cannot be given."""


class Group(TypedDict):
    """C-28. Stones of a seat that support each other."""

    seat: int
    cells: list[str]
    linked: bool


class View(TypedDict):
    """What is told of a record; lists of numbers are by seat."""

    board: str
    supply: list[int]
    discard: list[int]
    stock: int
    alive: list[bool]
    start: int | None
    turn: int | None
    phase: Phase
    budget: int
    moved: list[str]
    deployed: list[str]
    charge: Charge | None
    quiet: int
    progress: bool
    passes: int
    leaving: list[int]
    out: list[int]
    groups: list[Group]
    price: Price | None


def describe(state: Any) -> View:
    """The record as JSON."""
    seats = range(state.seats)
    board = {}
    for seat in seats:
        board.update(dict.fromkeys(cells_of(state.stones[seat]), STONE_LETTERS[seat]))
        board.update(dict.fromkeys(cells_of(state.towers[seat]), TOWER_LETTERS[seat]))
    return {
        "board": board_text(board),
        "supply": [int(state.supply[seat]) for seat in seats],
        "discard": [int(state.discard[seat]) for seat in seats],
        "stock": int(state.stock),
        "alive": [not int(state.gone) >> seat & 1 for seat in seats],
        "start": _seat_or_none(state.start),
        "turn": _seat_or_none(state.turn),
        "phase": PHASES[state.phase],
        "budget": int(state.budget),
        "moved": names_of(state.moved),
        "deployed": names_of(state.deployed),
        "charge": _charge(state),
        "quiet": int(state.quiet),
        "progress": bool(state.progress),
        "passes": int(state.passed).bit_count(),
        "leaving": _seats_in(state.leaving),
        "out": _out(state),
        "groups": list(groups(state)),
        "price": _price(state),
    }


def _seat_or_none(seat: Any) -> int | None:
    return None if seat == NOBODY else int(seat)


def _seats_in(bits: Any) -> list[int]:
    return cells_of(int(bits))


def _out(state: Any) -> list[int]:
    """C-51. The seats that are out, in the order of their going."""
    return sorted(_seats_in(state.gone), key=lambda seat: (seat != state.first_out, seat))


def _charge(state: Any) -> Charge | None:
    if not state.strength:
        return None
    return {
        "from": NAMES[state.origin],
        "target": NAMES[state.target],
        "strength": int(state.strength),
        "owed": int(state.owed),
        "support": names_of(state.support),
        "linked": bool(state.linked),
    }


def groups(state: Any) -> Iterator[Group]:
    """C-28, C-29. Each group of circle stones, by seat and lowest cell, and whether the supply supports it."""
    for seat in range(state.seats):
        left, towers = int(state.stones[seat]), int(state.towers[seat])
        while left:
            group = int(group_of(left, left & -left))
            yield {"seat": seat, "cells": names_of(group), "linked": bool(touching(group) & towers)}
            left &= ~group


def _price(state: Any) -> Price | None:
    """What yielding and holding cost in own stones."""
    if not state.strength:
        return None
    can_hold = state.phase == PICK or payable(state) >= state.strength
    return {"yield": 1, "hold": int(state.strength) if can_hold else None}
