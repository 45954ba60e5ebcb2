"""The walk of `trees` as CUDA kernels, one thread a game."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from siegeworks.envs import gpu as _ready  # noqa: F401  first: it makes numba-cuda ready for this NumPy

from numba import cuda, int16, int32, uint8  # isort: skip

from siegeworks.core.inputs import shape_of
from siegeworks.games import Game
from siegeworks.nets import trees
from siegeworks.nets.trees import Scratch

__all__ = ["cuda", "kernels_of"]


class Sizes(NamedTuple):
    """How much scratch a thread needs. Each kernel makes the arrays itself: their sizes must be constants there."""

    shape: tuple[int, ...]
    inputs: int
    actions: int
    seats: int


def kernels_of(game: Game) -> dict[str, Any]:
    """The kernels of one game, compiled when they are first run."""
    shape = shape_of(game)
    sizes = Sizes(shape, math.prod(shape), max(game.rules.ACTIONS, game.rules.CHANCES), max(game.seats))
    return {"open": _opens(sizes), "start": _starts(sizes), "simulate": _simulates(sizes), "decide": _decides(sizes)}


def _opens(sizes: Sizes) -> Any:
    """The kernel that begins games."""
    (shape, size, width, seats), new_game, most = sizes, trees.new_game, trees.FIRST_OPENING

    @cuda.jit
    def opens(all_trees, fixed):
        at = cuda.grid(1)
        if at < len(all_trees.dice):
            flat = cuda.local.array(size, uint8)
            actions, draws = cuda.local.array(width, int16), cuda.local.array(width, int32)
            ranks = cuda.local.array(seats, int16)
            scratch = Scratch(actions, draws, ranks, flat.reshape(shape), flat)
            new_game(all_trees, fixed, at, most, scratch)

    return opens


def _starts(sizes: Sizes) -> Any:
    """The kernel that makes the roots of trees."""
    (shape, size, width, seats), start_tree = sizes, trees.start_tree

    @cuda.jit
    def starts(all_trees, exchange, fixed):
        at = cuda.grid(1)
        if at < len(all_trees.dice):
            flat = cuda.local.array(size, uint8)
            actions, draws = cuda.local.array(width, int16), cuda.local.array(width, int32)
            ranks = cuda.local.array(seats, int16)
            start_tree(all_trees, exchange, fixed, at, Scratch(actions, draws, ranks, flat.reshape(shape), flat))

    return starts


def _simulates(sizes: Sizes) -> Any:
    """The kernel that runs one simulation in every tree."""
    (shape, size, width, seats), simulate = sizes, trees.simulate

    @cuda.jit
    def simulates(all_trees, exchange, fixed, simulation, answers):
        at = cuda.grid(1)
        if at < len(all_trees.dice):
            flat = cuda.local.array(size, uint8)
            actions, draws = cuda.local.array(width, int16), cuda.local.array(width, int32)
            ranks = cuda.local.array(seats, int16)
            scratch = Scratch(actions, draws, ranks, flat.reshape(shape), flat)
            simulate(all_trees, exchange, fixed, at, simulation, answers, scratch)

    return simulates


def _decides(sizes: Sizes) -> Any:
    """The kernel that plays an action in every game, as its tree says."""
    (shape, size, width, seats), decide = sizes, trees.decide

    @cuda.jit
    def decides(all_trees, exchange, fixed, answers):
        at = cuda.grid(1)
        if at < len(all_trees.dice):
            flat = cuda.local.array(size, uint8)
            actions, draws = cuda.local.array(width, int16), cuda.local.array(width, int32)
            ranks = cuda.local.array(seats, int16)
            decide(all_trees, exchange, fixed, at, answers, Scratch(actions, draws, ranks, flat.reshape(shape), flat))

    return decides
