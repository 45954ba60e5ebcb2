"""Where games are played and nets learn: on the CPU, or on an NVIDIA GPU. Both run the functions of `trees`.

Arrays that the walk and JAX share are JAX's on the GPU, written in place by the walk: JAX reads what stands in them
when a function is called. Each side waits for the other.
"""

from __future__ import annotations

from typing import Any, Protocol

import jax
import numpy as np

from siegeworks.core.inputs import layout_of, scratch
from siegeworks.core.jit import IS_PLAIN
from siegeworks.core.views import mask
from siegeworks.games import Game
from siegeworks.nets import trees
from siegeworks.nets.halving import considered_table
from siegeworks.nets.trees import Exchange, Fixed, Scratch, Trees

THREADS = 64
"""Games to a block on the GPU."""
EDGES_A_NODE = 96
"""Room for edges; a tree without room evaluates the node and grows no further there."""


class Machine(Protocol):
    """Runs the walk for all games, and says where arrays are."""

    def own(self, array: Any) -> Any:
        """An array for the walk alone."""

    def shared(self, array: Any) -> Any:
        """An array the walk writes and JAX reads."""

    def run(self, work: str, *arguments: Any) -> None:
        """Do one of WORKS for every game."""


LOOPS = {
    "open": trees.open_all,
    "start": trees.start_all,
    "simulate": trees.simulate_all,
    "decide": trees.decide_all,
}
"""What is done for every game, by its name; each takes its arguments and scratch."""
WORKS = tuple(LOOPS)


class Cpu:
    """One core, compiled by Numba."""

    def __init__(self, game: Game, count: int) -> None:
        width = max(game.rules.ACTIONS, game.rules.CHANCES)
        seen, flat = scratch(game)
        actions, draws, ranks = (np.zeros(size, np.int64) for size in (width, width, max(game.seats)))
        self._scratch = Scratch(actions, draws, ranks, seen, flat)

    def own(self, array: Any) -> Any:
        return array

    shared = own

    def run(self, work: str, *arguments: Any) -> None:
        """Loop over all games."""
        told = [tuple(map(np.asarray, each)) if type(each) is tuple else each for each in arguments]
        LOOPS[work](*told, self._scratch)


class Gpu:
    """One thread a game, compiled by numba-cuda."""

    def __init__(self, game: Game, count: int) -> None:
        from siegeworks.nets import kernels

        self._blocks, self._cuda = (count + THREADS - 1) // THREADS, kernels.cuda
        self._kernels = kernels.kernels_of(game)

    def own(self, array: Any) -> Any:
        return self._cuda.to_device(array)

    def shared(self, array: Any) -> Any:
        return jax.device_put(array)

    def run(self, work: str, *arguments: Any) -> None:
        """One kernel; its JAX arrays are complete before it, and its own results after it."""
        self._kernels[work][self._blocks, THREADS](*(self._here(each) for each in arguments))
        self._cuda.synchronize()

    def _here(self, argument: Any) -> Any:
        """JAX's arrays as numba-cuda knows them."""
        if isinstance(argument, Exchange):
            return Exchange(*map(self._cuda.as_cuda_array, argument))
        if type(argument) is tuple:
            return tuple(self._cuda.as_cuda_array(jax.block_until_ready(each)) for each in argument)
        return argument


def has_gpu() -> bool:
    """Whether JAX and numba-cuda both find one."""
    return not IS_PLAIN and jax.default_backend() == "gpu"


def edges_of(game: Game, simulations: int) -> int:
    """Edges a tree has room for."""
    return (simulations + 1) * min(game.rules.ACTIONS, EDGES_A_NODE) + game.rules.ACTIONS


def bytes_a_game(game: Game, simulations: int) -> int:
    """The memory of a tree, most of which is its edges and states."""
    edge = np.dtype(np.int16).itemsize * trees.EDGE_INTS + np.dtype(np.float32).itemsize * trees.EDGE_FLOATS
    return edges_of(game, simulations) * edge + (simulations + 2) * int(game.rules.STATE.itemsize)


def new_trees(machine: Machine, game: Game, count: int, simulations: int, dice: Any) -> Trees:
    """Memory for so many games and simulations."""
    rules, seats, nodes, edges = game.rules, max(game.seats), simulations + 1, edges_of(game, simulations)

    def zeros(shape: tuple[int, ...], kind: Any) -> Any:
        return machine.own(np.zeros(shape, kind))

    def as_states(words: Any) -> Any:
        return words.reshape(words.size).view(rules.STATE)

    game_words, words = (zeros((number, rules.STATE.itemsize // 8), np.uint64) for number in (count, count * nodes))
    return Trees(
        games=as_states(game_words),
        game_words=game_words,
        states=as_states(words),
        words=words,
        nodes=zeros((count, nodes, trees.NODE_INTS), np.int32),
        values=zeros((count, nodes, seats), np.float32),
        sums=zeros((count, seats), np.float32),
        edges=zeros((count, edges, trees.EDGE_INTS), np.int16),
        weights=zeros((count, edges, trees.EDGE_FLOATS), np.float32),
        counters=zeros((count, trees.COUNTERS), np.int32),
        dice=machine.own(dice),
    )


def new_exchange(machine: Machine, game: Game, count: int, features: int) -> Exchange:
    """What the walk and the net pass to each other."""
    seats = max(game.seats)
    return Exchange(
        features=machine.shared(np.full((count, features), -1, np.int32)),
        policy=machine.shared(np.zeros((count, game.rules.ACTIONS), np.float32)),
        value=machine.shared(np.zeros((count, seats), np.float32)),
        outcome=machine.shared(np.zeros((count, seats), np.float32)),
        mover=machine.shared(np.zeros(count, np.int32)),
        ended=machine.shared(np.zeros(count, np.int32)),
    )


def new_fixed(machine: Machine, game: Game, tables: Any, simulations: int) -> Fixed:
    """What the walk reads only."""
    masks = np.stack([mask(game.rules.STATE, seat) for seat in range(max(game.seats))]).view(np.uint64)
    return Fixed(*(machine.own(each) for each in (layout_of(game), masks, tables, considered_table(simulations))))
