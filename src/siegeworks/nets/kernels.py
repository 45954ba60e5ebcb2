"""The walk of `trees` as CUDA kernels, one thread a game."""

from __future__ import annotations

import math
from typing import Any

from siegeworks.envs import gpu as _ready  # noqa: F401  first: it makes numba-cuda ready for this NumPy

from numba import cuda, int16, int32, uint8  # isort: skip

from siegeworks.core.inputs import shape_of
from siegeworks.games import Game
from siegeworks.nets import trees
from siegeworks.nets.trees import Scratch

__all__ = ["cuda", "kernels_of"]


def kernels_of(game: Game) -> dict[str, Any]:
    """The kernels of one game, compiled when they are first run."""
    shape, seats = shape_of(game), max(game.seats)
    size, width = math.prod(shape), max(game.rules.ACTIONS, game.rules.CHANCES)
    new_game, start_tree, simulate, decide = trees.new_game, trees.start_tree, trees.simulate, trees.decide

    @cuda.jit
    def opens(all_trees, fixed):
        at = cuda.grid(1)
        if at < len(all_trees.dice):
            flat = cuda.local.array(size, uint8)
            actions, draws = cuda.local.array(width, int16), cuda.local.array(width, int32)
            ranks = cuda.local.array(seats, int16)
            new_game(all_trees, fixed, at, Scratch(actions, draws, ranks, flat.reshape(shape), flat))

    @cuda.jit
    def starts(all_trees, exchange, fixed):
        at = cuda.grid(1)
        if at < len(all_trees.dice):
            flat = cuda.local.array(size, uint8)
            actions, draws = cuda.local.array(width, int16), cuda.local.array(width, int32)
            ranks = cuda.local.array(seats, int16)
            start_tree(all_trees, exchange, fixed, at, Scratch(actions, draws, ranks, flat.reshape(shape), flat))

    @cuda.jit
    def simulates(all_trees, exchange, fixed, simulation, answers):
        at = cuda.grid(1)
        if at < len(all_trees.dice):
            flat = cuda.local.array(size, uint8)
            actions, draws = cuda.local.array(width, int16), cuda.local.array(width, int32)
            ranks = cuda.local.array(seats, int16)
            scratch = Scratch(actions, draws, ranks, flat.reshape(shape), flat)
            simulate(all_trees, exchange, fixed, at, simulation, answers, scratch)

    @cuda.jit
    def decides(all_trees, exchange, fixed, answers):
        at = cuda.grid(1)
        if at < len(all_trees.dice):
            flat = cuda.local.array(size, uint8)
            actions, draws = cuda.local.array(width, int16), cuda.local.array(width, int32)
            ranks = cuda.local.array(seats, int16)
            decide(all_trees, exchange, fixed, at, answers, Scratch(actions, draws, ranks, flat.reshape(shape), flat))

    return {"open": opens, "start": starts, "simulate": simulates, "decide": decides}
