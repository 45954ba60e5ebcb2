"""The derived planes say what the rules do: what can be charged from how far, and what is then lost for nothing."""

from __future__ import annotations

import random

import numpy as np
import pytest

from siegeworks import Match
from siegeworks.core import inputs
from siegeworks.core.hexboard import CELLS, NAMES
from siegeworks.core.planes import PLACE_OF
from siegeworks.core.views import States
from siegeworks.games.charge import GAME
from siegeworks.games.charge.lines import END, SPACES
from tests.tables import budget, play_out


def derived(states: States) -> dict[str, np.ndarray]:
    """The planes of the seat to move by their names, place by place."""
    seen, flat = inputs.scratch(GAME)
    inputs.list_all(states, seen, flat, inputs.layout_of(GAME), np.zeros((1, inputs.MOST_ON), np.int32))
    return {plane.name: seen[at].ravel() for at, plane in enumerate(inputs.planes_of(GAME))}


def charges(match: Match, seat: int) -> dict[int, tuple[int, str]]:
    """The hardest legal charge at each circle with another seat's piece: its spaces and its name."""
    state = match.states[0]
    pieces = sum(int(state.stones[who] | state.towers[who]) for who in range(int(state.seats)) if who != seat)
    found: dict[int, tuple[int, str]] = {}
    for action in match.legal():
        words = action.split()
        if words[0] == "move" and pieces >> NAMES.index(words[2]) & 1:
            stone, goal = NAMES.index(words[1]), NAMES.index(words[2])
            spaces = 1 + int(np.flatnonzero((END[stone] == goal).any(0))[0])
            found[goal] = max(found.get(goal, (0, "")), (spaces, action))
    return found


@pytest.mark.parametrize("seats", [2, 3])
def test_what_can_be_charged_is_what_the_rules_allow(seats: int) -> None:
    rng, charged, lost = random.Random(seats), 0, set()

    def look(match: Match) -> None:
        nonlocal charged
        if not isinstance(match.to_move, int) or match.states["phase"][0] or rng.randrange(budget(4, 30)):
            return
        planes, found = derived(match.states), charges(match, match.to_move)
        for cell in range(CELLS):
            assert planes["charged by me"][PLACE_OF[cell]] == found.get(cell, (0, ""))[0]
        for goal, (_, action) in found.items():
            if not any(int(stones) >> goal & 1 for stones in match.states["stones"][0]):
                continue
            after = Match.from_record(match.record())
            after.play(action)
            is_lost = "hold" not in after.legal()
            assert planes["others lose"][PLACE_OF[goal]] == is_lost
            lost.add(is_lost)
        charged += len(found)

    for seed in range(3):
        play_out(Match.new(GAME.name, seats, seed=seed), rng, look)
    assert charged
    assert lost == {True, False}


def test_a_tower_that_can_be_brought_down_is_seen_from_both_sides() -> None:
    """A seat without supply whose tower an enemy stone can strike."""
    states = Match.new(GAME.name, 2, seed=1).states
    state = states[0]
    mover = int(state.to_move)
    before = derived(states)
    assert before["others fall"][0] == before["others may fall"][0] == before["I may fall"][0] == 0
    tower = int(state.towers[1 - mover]).bit_length() - 1
    stone = next(int(END[tower, way, 0]) for way in range(6) if END[tower, way, 0] < CELLS)
    state.stones[1 - mover] &= ~(1 << stone)
    state.stones[mover] |= 1 << stone
    state.supply[1 - mover] = 0
    planes = derived(states)
    assert planes["others fall"][0] == planes["others may fall"][0] == 1
    assert 1 <= planes["my strike"][0] <= SPACES
    state.turn = state.to_move = 1 - mover
    planes = derived(states)
    assert planes["I may fall"][0] == 1
    assert planes["I fall"][0] == planes["others fall"][0] == 0
    assert planes["others' strike"][0] >= 1
