"""Random games on a GPU from the same rules as everywhere else: python benchmarks/gpu.py [GAME ...]

Needs an NVIDIA GPU with numba-cuda. Each GPU thread plays its own games with its own dice; the first ones are played
again on the CPU and must give the same bytes.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

for _old, _new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _old):  # numba-cuda still asks NumPy for names that NumPy has dropped
        setattr(np, _old, getattr(np, _new))

from numba import cuda, int64, uint64

from siegeworks.choices import checked_options, option_codes
from siegeworks.core import step
from siegeworks.core.dice import new_dice
from siegeworks.games import GAMES, Game

THREADS_A_BLOCK = 128
CHECKED = 200


def kernel_of(game: Game) -> Any:
    """A kernel that plays `games` random games in each thread."""
    width = max(game.rules.ACTIONS, game.rules.CHANCES)
    random_games = step.random_games

    @cuda.jit
    def kernel(states, seats, options, dice, games, decisions):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < len(states):
            out = cuda.local.array(width, int64)
            weights = cuda.local.array(width, int64)
            own = cuda.local.array(1, uint64)
            own[0] = dice[at]
            decisions[at] = random_games(states, at, seats, options, own, games, out, weights)
            dice[at] = own[0]

    return kernel


def measure(game: Game, seats: int, threads: int, games: int) -> None:
    rules = game.rules
    options = option_codes(game, checked_options(game, {}, seats))
    dice = new_dice(seats, streams=threads)
    kernel = kernel_of(game)
    blocks = (threads + THREADS_A_BLOCK - 1) // THREADS_A_BLOCK
    there = cuda.to_device(np.zeros(threads, rules.STATE))
    there_options, there_dice = cuda.to_device(options), cuda.to_device(dice)
    made = cuda.to_device(np.zeros(threads, np.int64))
    started = time.perf_counter()
    kernel[blocks, THREADS_A_BLOCK](there, seats, there_options, there_dice, 1, made)
    cuda.synchronize()
    compiled = time.perf_counter() - started
    agree(game, seats, options, dice, there.copy_to_host())
    started = time.perf_counter()
    kernel[blocks, THREADS_A_BLOCK](there, seats, there_options, there_dice, games, made)
    cuda.synchronize()
    spent = time.perf_counter() - started
    decisions = int(made.copy_to_host().sum())
    print(
        f"{game.name}, {seats} seats: {decisions / spent / 1e6:,.0f} M decisions/s on the GPU "
        f"({threads:,} threads, {games} games each, {spent:.2f} s; compiled in {compiled:.1f} s; "
        f"{CHECKED} games give the CPU's bytes)",
        flush=True,
    )


def agree(game: Game, seats: int, options: Any, dice: Any, found: Any) -> None:
    """The first games of the first threads, played again on the CPU."""
    width = max(game.rules.ACTIONS, game.rules.CHANCES)
    out, weights = np.zeros(width, np.int64), np.zeros(width, np.int64)
    states = np.zeros(CHECKED, game.rules.STATE)
    for at in range(CHECKED):
        step.random_games(states, at, seats, options, dice[at : at + 1].copy(), 1, out, weights)
    assert states.tobytes() == found[:CHECKED].tobytes(), f"{game.name}: the GPU played other games"


def main() -> None:
    for name in sys.argv[1:] or GAMES:
        for seats in GAMES[name].seats:
            measure(GAMES[name], seats, threads=1 << 17, games=20)


if __name__ == "__main__":
    main()
