"""Thousands of games stepped in one compiled call.

    batch = Batch(name, seats=2, count=4096, seed=7)
    batch.reset()
    batch.step(batch.random_actions())

Game i draws its luck from a stream of its own, made from the seed and i alone: it is the same game in a batch of any
size, on any number of threads, and on a GPU (`envs.gpu`).
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from siegeworks.choices import checked_game, checked_number, checked_options, checked_seats, option_codes
from siegeworks.core.dice import WORD, Dice
from siegeworks.core.phrases import listed
from siegeworks.core.rules import OptionValue
from siegeworks.envs import stepping
from siegeworks.errors import BadSetup, IllegalAction
from siegeworks.games import Game

Array = npt.NDArray[Any]

MOST_THREADS = 256
MOST_GAMES = 1 << 26
MOST_SEED = (1 << 63) - 1
"""Two streams are made of each seed: above this they would be those of another."""
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
        seats: SupportsIndex,
        count: SupportsIndex,
        seed: SupportsIndex = 0,
        options: Mapping[str, OptionValue] | None = None,
        threads: SupportsIndex = 1,
        observe: bool = True,
        into: Mapping[str, Array] | None = None,
    ) -> None:
        self.game = checked_game(game)
        self.seats = checked_seats(self.game, seats)
        self.options = checked_options(self.game, {} if options is None else options, self.seats)
        self.count = checked_number("count", count, 1, MOST_GAMES)
        self.threads = checked_number("threads", threads, 1, MOST_THREADS)
        self.seed = checked_number("seed", seed, 0, MOST_SEED)
        self._codes = option_codes(self.game, self.options)
        self._own(into or {}, observe)
        self._width = max(self.game.rules.ACTIONS, self.game.rules.CHANCES)
        self.is_begun = False
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

    def reset(self, seed: SupportsIndex | None = None) -> None:
        """New games everywhere, from the seed (again the one the batch was made with, unless another is given)."""
        if seed is not None:
            self.seed = checked_number("seed", seed, 0, MOST_SEED)
        self._luck[:], self._play[:] = streams(self.seed, self.count, LUCK), streams(self.seed, self.count, PLAY)
        self._call(stepping.open_all, self._openings)
        self.rewards[:] = 0
        self.done[:] = stepping.GOES_ON
        self.is_begun = True

    def step(self, actions: Array | list[int] | None = None) -> None:
        """Play one action in every game, those given or those in `self.actions`; all arrays then tell what came of it.

        A game whose action is not legal stands still and has 2 in `done`; IllegalAction names the first of them.
        """
        self._check_begun()
        if actions is not None and actions is not self.actions:
            self._choose(actions)
        found = self._call(stepping.step_all, self._steps)
        for start, wrong in zip(self._starts, found, strict=True):
            if wrong != stepping.NOTHING_WRONG:
                at = start + int(wrong)
                action = self.actions[at] if actions is None else actions[at]
                raise IllegalAction("cli.illegal-in-batch", action=int(action), game=at)

    def _check_begun(self) -> None:
        if not self.is_begun:
            raise BadSetup("cli.reset-first")

    def _choose(self, actions: npt.ArrayLike) -> None:
        """Write these to `actions`. What is too large for them becomes another number that is no action."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != self.actions.shape:
            told = f"{given.dtype} {given.shape}"
            raise BadSetup("cli.actions-are", count=self.count, given=told)
        if not np.can_cast(given.dtype, self.actions.dtype):
            given = np.clip(given, -1 if given.dtype.kind == "i" else 0, self.game.rules.ACTIONS)
        self.actions[:] = given

    def random_actions(self) -> Array:
        """A legal action for every game, all equally likely, from a stream of each game's own; written to `actions`."""
        self._check_begun()
        self._call(stepping.pick_all, self._picks)
        return self.actions

    def clone(self) -> Batch:
        """An independent batch at the same point, with arrays of its own; so are copies."""
        return _restored(*copy.deepcopy(self.__reduce__()[1]))

    def __copy__(self) -> Batch:
        return self.clone()

    def __deepcopy__(self, memo: Any) -> Batch:
        return self.clone()

    def __reduce__(self) -> tuple[Callable[..., Batch], tuple[dict[str, Any], dict[str, Array], bool, Array, Array]]:
        asked: dict[str, Any] = {"game": self.game.name, "options": self.options}
        asked |= {name: getattr(self, name) for name in ("seats", "count", "seed", "threads")}
        asked["observe"] = is_observing = bool(len(self.observations))
        arrays = {name: getattr(self, name) for name in shapes(self.game, self.seats, self.count, is_observing)}
        return _restored, (asked, arrays, self.is_begun, self._luck, self._play)

    def __repr__(self) -> str:
        return f"<Batch of {self.count:,} games of {self.game.name}, {self.seats} seats>"


def _restored(asked: dict[str, Any], arrays: dict[str, Array], is_begun: bool, luck: Array, play: Array) -> Batch:
    """A batch made anew from what it was asked for, its arrays and its streams."""
    batch = Batch(**asked, into=arrays)
    batch.is_begun = is_begun
    batch._luck[:], batch._play[:] = luck, play
    return batch
