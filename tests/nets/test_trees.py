"""The walk of the trees: sequential halving, and positions that are what was played."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from siegeworks.nets.trees import CANDIDATES, considered_table, considered_visits


@pytest.mark.parametrize("candidates", range(1, CANDIDATES + 1))
@pytest.mark.parametrize("simulations", [4, 16, 32, 64])
def test_sequential_halving_always_finds_an_action_with_so_many_visits(candidates: int, simulations: int) -> None:
    visits = [0] * candidates
    for wanted in considered_visits(candidates, simulations):
        visits[visits.index(wanted)] += 1
    assert sum(visits) == simulations


def test_half_of_the_candidates_are_dropped_again_and_again() -> None:
    """Of four with sixteen simulations: two visits each, then four more for each of the best two, and so on."""
    assert considered_visits(4, 16) == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert considered_visits(1, 3) == [0, 1, 2]
    assert considered_table(8).shape == (CANDIDATES + 1, 8)
    assert np.array_equal(considered_table(8)[4], considered_visits(4, 8))


@pytest.mark.parametrize("name", ["siegestones", "charge", "nobles"])
def test_the_kernels_walk_as_the_cpu_does(name: str) -> None:
    """In Numba's simulator, as plain Python: the same nodes, edges, choices and dice, byte for byte."""
    pytest.importorskip("jax")
    code = """
import sys
import numpy as np
from siegeworks.core import inputs
from siegeworks.envs.batch import streams
from siegeworks.games import GAMES
from siegeworks.nets import kernels, machines, trees
from siegeworks.nets.trainer import tables_of

game, games, simulations = GAMES[sys.argv[1]], 3, 5
here = machines.Cpu(game, games)
walks = kernels.kernels_of(game)
sides = [
    (
        machines.new_trees(here, game, games, simulations, streams(1, games)),
        machines.new_exchange(here, game, games, inputs.MOST_ON),
        machines.new_fixed(here, inputs.layout_of(game), tables_of(game, (2, 3), {}), simulations),
    )
    for _ in range(2)
]

def both(work, exchanges, *more):
    for side, (grown, exchange, fixed) in enumerate(sides):
        given = (grown, exchange, fixed, *more) if exchanges else (grown, fixed)
        if side == 0:
            here.run(work, *given)
        else:
            walks[work][1, games](*given)
    for one, other in zip(sides[0][0] + sides[0][1], sides[1][0] + sides[1][1]):
        assert one.tobytes() == other.tobytes(), work

rng = np.random.default_rng(1)
def answers():
    drawn = rng.normal(size=(games, game.rules.ACTIONS)), rng.random((games, max(game.seats)))
    return tuple(each.astype(np.float32) for each in drawn)

both("open", False)
for _ in range(3):
    both("start", True)
    for simulation in range(simulations):
        both("simulate", True, simulation, answers())
    both("decide", True, answers())
print("same")
"""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1"}
    command = [sys.executable, "-W", "ignore", "-c", code, name]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.stdout == "same\n", done.stderr[-2000:]
