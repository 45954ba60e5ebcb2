"""python -m tests.determinism [--write]: checksums of what must be equal on every platform, beside determinism.json.

`matches`: records of random play by seed. `batches`: every array of a batch. `datasets`: games of bots that do not
search. `searches`: what two searches by simulations count; floating point is in them. `nets`: the same with a net.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np

from siegeworks.bots import bot
from siegeworks.bots.netfile import path_of
from siegeworks.core.dice import new_dice, roll
from siegeworks.core.views import view
from siegeworks.datasets.file import check_of
from siegeworks.datasets.playing import play_all
from siegeworks.datasets.recipe import Recipe
from siegeworks.envs.batch import Batch
from siegeworks.games import OURS, Game
from siegeworks.match import Match

FILE = Path(__file__).with_name("determinism.json")
SEED, STEPS, GAMES_AT_ONCE, SIMULATIONS = 19, 40, 4, 24


def digest(*parts: bytes) -> str:
    total = hashlib.blake2b(digest_size=8)
    for part in parts:
        total.update(part)
    return total.hexdigest()


def played(game: Game, seats: int, most: int) -> Match:
    """A match by seed in which seats choose at random, at most so many lines long."""
    match, dice = Match.new(game.name, seats, seed=SEED), new_dice(SEED)
    while match.to_move is not None and match.ply < most:
        legal = match.legal()
        match.play(legal[roll(dice, len(legal))])
    return match


def matches(game: Game) -> str:
    return digest(*(played(game, seats, 60).record().encode() for seats in game.seats))


def batches(game: Game) -> str:
    parts = []
    for seats in game.seats:
        batch = Batch(game.name, seats, GAMES_AT_ONCE, seed=SEED)
        batch.reset()
        for _ in range(STEPS):
            batch.step(batch.random_actions())
            arrays: tuple[Any, ...] = (batch.states, batch.legal_mask, batch.observations, batch.rewards, batch.to_move)
            parts += [array.tobytes() for array in arrays]
    return digest(*parts)


def datasets(game: Game) -> str:
    return check_of(play_all(Recipe(game.name, game.seats[0], 2, SEED, bots=("random", "thumb")))._asdict())[:16]


def searched(game: Game, *names: str) -> str:
    """The candidates of each bot with their visits and values, at a few positions of a match."""
    told = []
    for most in (4, 12):
        match = played(game, game.seats[0], most)
        if not isinstance(match.to_move, int):
            continue
        for name in names:
            _, thought = bot(game, name).choose(view(match.states, match.to_move), None, new_dice(SEED))
            told += [f"{each.action} {each.visits} {each.value.hex()}" for each in thought.candidates]
    return digest(" ".join(told).encode())


def searches(game: Game) -> str:
    return searched(game, f"uct:{SIMULATIONS}", f"search:{SIMULATIONS}")


def nets(game: Game) -> str:
    return searched(game, f"net:{SIMULATIONS}") if path_of(game).is_file() else ""


KINDS: dict[str, Callable[[Game], str]] = {each.__name__: each for each in (matches, batches, datasets, searches, nets)}
EXACT = ("matches", "batches", "datasets")
"""Without floating point, or with none that could be rounded otherwise."""
MAY_DIFFER = ("nets",)
"""Sums in single precision, which are added up in an order that depends on the processor."""


def expected() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def main() -> int:
    """Tell line by line whether this machine computes the same; kinds or games can be named."""
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}", end=", ")
    print(f"{platform.system()} {platform.machine()}, compiled: {not numba.config.DISABLE_JIT}", flush=True)
    kinds = [name for name in KINDS if name in sys.argv] or list(KINDS)
    games = [game for game in OURS if game.name in sys.argv] or list(OURS)
    if "--write" in sys.argv:
        sums = {name: {game.name: KINDS[name](game) for game in OURS} for name in KINDS}
        FILE.write_text(json.dumps(sums, indent=1) + "\n", encoding="utf-8", newline="\n")
        return 0
    known, wrong = expected(), 0
    for name in kinds:
        other = [game.name for game in games if KINDS[name](game) != known[name][game.name]]
        wrong += bool(other) and name not in MAY_DIFFER
        print(f"{name}: {'other for ' + ', '.join(other) if other else 'equal'}", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
