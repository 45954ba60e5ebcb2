"""Thousands of games stepped in one compiled call.

    batch = Batch(name, seats=2, count=4096, seed=7)
    batch.reset()
    batch.step(batch.random_actions())

Game i draws its luck from a stream of its own, made from the seed and i alone: it is the same game in a batch of any
size, on any number of threads, and on a GPU (`envs.gpu`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from siegeworks.choices import checked_game, checked_options, checked_seats, option_codes
from siegeworks.core.dice import WORD, Dice
from siegeworks.core.phrases import listed
from siegeworks.core.rules import OptionValue
from siegeworks.envs import stepping
from siegeworks.errors import BadSetup, IllegalAction
from siegeworks.games import Game

Array = npt.NDArray[Any]

MOST_THREADS = 256
MOST_GAMES = 1 << 26
LUCK, PLAY = 0, 1
"""The streams of a game: its chance, and the choices of `random_actions`."""
_GOLDEN, _FIRST, _SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def _mixed(words: Dice) -> Dice:
    """Neighbouring words become unrelated ones (splitmix64)."""
    words = (words ^ (words >> np.uint64(30))) * _FIRST
    words = (words ^ (words >> np.uint64(27))) * _SECOND
    return words ^ (words >> np.uint64(31))


def streams(seed: int, count: int, kind: int = LUCK) -> Dice:
    """[count] dice: one word a game, from the seed, the game's number and the kind of stream alone."""
    with np.errstate(over="ignore"):
        start = _mixed(np.array([(2 * seed + kind) % WORD], np.uint64) + _GOLDEN)
        dice = _mixed(start + np.arange(1, count + 1, dtype=np.uint64) * _GOLDEN)
    dice[dice == 0] = 1  # a stream of nothing would stay nothing
    return dice


def shapes(game: Game, seats: int, count: int, observe: bool) -> dict[str, tuple[tuple[int, ...], Any]]:
    """Shape and type of each array of a batch."""
    rules = game.rules
    seen = (count if observe else 0, *game.planes.SHAPE)
    return {
        "states": ((count,), rules.STATE),
        "actions": ((count,), np.int32),
        "legal_mask": ((count, rules.ACTIONS), np.uint8),
        "rewards": ((count, seats), np.float32),
        "to_move": ((count,), np.int8),
        "done": ((count,), np.uint8),
        "observations": (seen, np.uint8),
    }


class Batch:
    """Many games of one kind side by side. All arrays are made once, or given by the caller, and written in place.

    `states` [n] the records, `legal_mask` [n, ACTIONS], `to_move` [n] a seat, `observations` [n, *SHAPE] what it sees;
    of the last action: `rewards` [n, seats], 0 until a game ends and then the value of each seat, and `done` [n].
    A game that ends is at once followed by a new one: rewards and done tell of the old, everything else of the new.
    """

    states: Array
    actions: Array
    legal_mask: Array
    rewards: Array
    to_move: Array
    done: Array
    observations: Array

    def __init__(
        self,
        game: str,
        seats: int,
        count: int,
        seed: int = 0,
        options: Mapping[str, OptionValue] | None = None,
        threads: int = 1,
        observe: bool = True,
        into: Mapping[str, Array] | None = None,
    ) -> None:
        self.game = checked_game(game)
        self.seats = checked_seats(self.game, seats)
        self.options = checked_options(self.game, {} if options is None else options, seats)
        self.count, self.threads = _within("count", count, MOST_GAMES), _within("threads", threads, MOST_THREADS)
        self.seed = seed
        self._codes = option_codes(self.game, self.options)
        self._own(into or {}, observe)
        self._width = max(self.game.rules.ACTIONS, self.game.rules.CHANCES)
        self._cut()

    def _own(self, given: Mapping[str, Array], observe: bool) -> None:
        """Take the caller's arrays, and make those that are not given."""
        wanted = shapes(self.game, self.seats, self.count, observe)
        for name in given:
            if name not in wanted:
                raise BadSetup("cli.no-such-array", name=name, arrays=listed(list(wanted), "comma"))
        for name, (shape, kind) in wanted.items():
            array = given.get(name)
            if array is None:
                array = np.zeros(shape, kind)
            elif array.shape != shape or not array.flags.c_contiguous or not array.flags.writeable:
                raise BadSetup("cli.array-unusable", name=name, shape=shape)
            elif name == "states" and array.dtype != kind:
                raise BadSetup("cli.array-of-other-type", name=name)
            setattr(self, name, array)

    def _cut(self) -> None:
        """A slice of every array for each thread, with scratch of its own."""
        self._luck, self._play = streams(self.seed, self.count, LUCK), streams(self.seed, self.count, PLAY)
        edges = np.linspace(0, self.count, self.threads + 1).astype(int).tolist()
        self._parts = [slice(a, b) for a, b in pairwise(edges) if a < b]
        self._scratch = [(np.zeros(self._width, np.int64), np.zeros(self._width, np.int64)) for _ in self._parts]
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self._starts = [part.start for part in self._parts]
        self._openings = [self._opening(n) for n in range(len(self._parts))]
        self._steps = [self._stepping(n) for n in range(len(self._parts))]
        self._picks = [self._picking(n) for n in range(len(self._parts))]

    def _seen(self, part: slice) -> Array:
        return self.observations[part] if len(self.observations) else self.observations

    def _opening(self, n: int) -> tuple[Any, ...]:
        part, (out, weights) = self._parts[n], self._scratch[n]
        shown = (self.to_move[part], self.legal_mask[part], self._seen(part), out, weights)
        return (self.states[part], self.seats, self._codes, self._luck[part], *shown)

    def _stepping(self, n: int) -> tuple[Any, ...]:
        part, (out, weights) = self._parts[n], self._scratch[n]
        shown = (self.rewards[part], self.to_move[part], self.done[part], self.legal_mask[part], self._seen(part))
        return (
            self.states[part],
            self.actions[part],
            self.seats,
            self._codes,
            self._luck[part],
            *shown,
            out,
            weights,
            1,
        )

    def _picking(self, n: int) -> tuple[Any, ...]:
        part = self._parts[n]
        return (self.states[part], self._play[part], self.actions[part], self._scratch[n][0])

    def _call(self, function: Callable[..., Any], arguments: list[tuple[Any, ...]]) -> list[Any]:
        """The function over all parts, each in a thread: compiled code holds no lock."""
        if self._pool is None:
            return [function(*arguments[0])]
        return list(self._pool.map(lambda given: function(*given), arguments))

    def reset(self, seed: int | None = None) -> None:
        """New games everywhere, from the seed (again the one the batch was made with, unless another is given)."""
        if seed is not None:
            self.seed = seed
        self._luck[:], self._play[:] = streams(self.seed, self.count, LUCK), streams(self.seed, self.count, PLAY)
        self._call(stepping.open_all, self._openings)
        self.rewards[:] = 0
        self.done[:] = stepping.GOES_ON

    def step(self, actions: Array | None = None) -> None:
        """Play one action in every game, those given or those in `self.actions`; all arrays then tell what came of it.

        A game whose action is not legal stands still and has 2 in `done`; IllegalAction names the first of them.
        """
        if actions is not None and actions is not self.actions:
            self.actions[:] = actions
        found = self._call(stepping.step_all, self._steps)
        for start, wrong in zip(self._starts, found, strict=True):
            if wrong != stepping.NOTHING_WRONG:
                at = start + int(wrong)
                raise IllegalAction("cli.illegal-in-batch", action=int(self.actions[at]), game=at)

    def random_actions(self) -> Array:
        """A legal action for every game, all equally likely, from a stream of each game's own; written to `actions`."""
        self._call(stepping.pick_all, self._picks)
        return self.actions

    def __repr__(self) -> str:
        return f"<Batch of {self.count:,} games of {self.game.name}, {self.seats} seats>"


def _within(name: str, value: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise BadSetup("cli.number-out-of-range", name=name, most=most, value=repr(value))
    return value
