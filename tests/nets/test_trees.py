"""The walk of the trees: sequential halving, and positions that are what was played."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from siegeworks.nets.halving import CANDIDATES, considered_table, considered_visits


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


BOTH = """
import sys
import numpy as np
from siegeworks.core import inputs, step
from siegeworks.core.dice import new_dice
from siegeworks.core.views import view
from siegeworks.envs.batch import streams
from siegeworks.games import GAMES
from siegeworks.nets import kernels, machines, trees
from siegeworks.nets.trainer import tables_of

game, games, simulations = GAMES[sys.argv[1]], int(sys.argv[2]), 5
here = machines.Cpu(game, games)
walks = kernels.kernels_of(game)
sides = [
    (
        machines.new_trees(here, game, games, simulations, streams(1, games)),
        machines.new_exchange(here, game, games, inputs.MOST_ON),
        machines.new_fixed(here, game, tables_of(game, (2, 3), {}), simulations),
    )
    for _ in range(2)
]

def both(work, exchanges, *more, but=()):
    for side, (grown, exchange, fixed) in enumerate(sides):
        given = (grown, exchange, fixed, *more) if exchanges else (grown, fixed)
        if side == 0:
            here.run(work, *given)
        else:
            walks[work][1, games](*given)
    for part in (0, 1):
        for name, one, other in zip(sides[0][part]._fields, sides[0][part], sides[1][part]):
            assert name in but or one.tobytes() == other.tobytes(), (work, name)

rng = np.random.default_rng(1)
def answers():
    drawn = rng.normal(size=(games, game.rules.ACTIONS)), rng.random((games, max(game.seats)))
    return tuple(each.astype(np.float32) for each in drawn)

both("open", False)
"""


def is_printed(code: str, name: str, games: int) -> None:
    """In Numba's simulator, as plain Python."""
    pytest.importorskip("jax")
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1"}
    command = [sys.executable, "-W", "ignore", "-c", BOTH + code + "\nprint('same')", name, str(games)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.stdout == "same\n", done.stderr[-2000:]


@pytest.mark.parametrize("name", ["siegestones", "charge", "nobles", "bluffstones", "siege"])
def test_the_kernels_walk_as_the_cpu_does(name: str) -> None:
    """The same nodes, edges, choices and dice, byte for byte."""
    code = """
for _ in range(3):
    both("start", True)
    for simulation in range(simulations):
        both("simulate", True, simulation, answers())
    both("decide", True, answers())
"""
    is_printed(code, name, games=3)


@pytest.mark.parametrize("name", ["bluffstones", "siege"])
def test_a_tree_is_the_same_whatever_its_seat_cannot_see(name: str) -> None:
    """Other secrets in the games of one side: the trees and what they tell are the same, byte for byte."""
    code = """
kept, own, changed = ("games", "game_words"), sides[1][0].games, 0
for at in range(games):
    seat = int(own["to_move"][at])
    seen = view(own[at : at + 1], seat)
    step.imagine(seen, 0, seat, new_dice(7))
    changed += seen.tobytes() != own[at : at + 1].tobytes()
    own[at] = seen[0]
assert changed > 0
both("start", True, but=kept)
for simulation in range(simulations):
    both("simulate", True, simulation, answers(), but=kept)
"""
    is_printed(code, name, games=8)
