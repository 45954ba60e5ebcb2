"""Games in which nobody wants to fight."""

from __future__ import annotations

import random
from typing import Any

import pytest

from siegeworks.core.hexboard import NAMES, NEIGHBOURS
from siegeworks.games.charge.rules import START, occupied
from tests.lengths import bound, played
from tests.tables import Table


def is_step(state: Any, name: str) -> bool:
    """Whether it is a move of one space to an empty circle."""
    verb, *cells = name.split()
    if verb != "move":
        return False
    origin, goal = map(NAMES.index, cells)
    return bool(int(NEIGHBOURS[origin]) >> goal & 1 and not int(occupied(state)) >> goal & 1)


def is_due(state: Any) -> bool:
    """Whether something has to happen soon, or the game would end: a seat that can do something now must do it."""
    return bool(state.phase == START and state.quiet >= (state.quiet_rounds - 1) * state.seats)


def keep_quiet(state: Any, legal: list[str], rng: random.Random) -> str:
    """Single steps as long as they may be; then one stone from the supply or, if none can come, a charge."""
    steps = [name for name in legal if is_step(state, name)]
    verbs = [("yield",), ("done",)] if state.deployed else [("yield",)]
    if is_due(state):
        verbs += [("deploy",), ("build",), ("move",)]
    for verb in verbs:
        found = [name for name in legal if name.startswith(verb) and name not in steps and is_weak(state, name)]
        if found:
            return rng.choice(found)
    return rng.choice(steps or legal)


def is_weak(state: Any, name: str) -> bool:
    """Whether it takes as little as it can: of moves only a charge on a stone, which is given up."""
    verb, *cells = name.split()
    if verb != "move":
        return True
    stones = sum(int(state.stones[seat]) for seat in range(state.seats))
    return bool(stones >> NAMES.index(cells[1]) & 1)


@pytest.mark.parametrize("seats", [2, 3])
def test_c54_quiet_games_last_long_but_never_longer_than_the_bound(seats: int) -> None:
    table = Table("charge", seats, {"quiet_rounds": 10})
    found = max(played(table, seed, keep_quiet).decisions for seed in range(2))
    assert 0.4 * bound(table).decisions < found <= bound(table).decisions


def test_c54_the_bound_of_two_seats() -> None:
    """71 times 40 turns of three decisions, and 70 for the material."""
    assert bound(Table("charge", 2, {})) == (3 * 71 * 40 + 70, 1)
