"""A batch as somebody who learns meets it: in each game one seat is the learner's, and the others play at random.

    batch = LearnerBatch(name, seats=2, count=256)
    batch.begin(range(256), seeds=range(256), own=[0] * 256)
    batch.play(actions)

`envs.gpu_learners` is the same on a GPU.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from siegeworks.choices import checked_number
from siegeworks.core.rules import OptionValue
from siegeworks.envs import stepping
from siegeworks.envs.arrays import Array
from siegeworks.envs.batch import LUCK, PLAY, Batch, checked_seeds, streams_of
from siegeworks.errors import BadSetup, IllegalAction

EVERY = -1
"""In place of a seat: the learner plays all of them."""


def learner_shapes(batch: Any) -> dict[str, tuple[tuple[int, ...], Any]]:
    """Shape and type of each array that a learner needs besides those of a batch."""
    count = batch.count
    return {
        "own": ((count,), np.int8),
        "acted": ((count,), np.int8),
        "paid": ((count,), np.float32),
        "over": ((count,), np.bool_),
        "last": ((count, *batch.game.planes.SHAPE), np.uint8),
    }


def check_learners(batch: Any, places: Array, seeds: Sequence[int], own: Sequence[int]) -> None:
    """Games that are to begin, at first all, have a seed and a seat that learns each, or EVERY instead of each seat."""
    if len(places) < batch.count:
        batch.check_begun()
    checked_seeds(seeds, len(places))
    if not isinstance(own, Sequence | np.ndarray) or len(own) != len(places):
        raise BadSetup("cli.one-seat-a-game", last=batch.seats - 1)
    if any(seat != EVERY for seat in own):
        for seat in own:
            checked_number("seat", seat, 0, batch.seats - 1)


class LearnerBatch(Batch):
    """`own` [n] the seat that learns, or in all games EVERY. Of the last action: `acted` [n] the seat that chose it,
    `paid` [n] what that seat gets, `over` [n] whether the game ended, or was lost by an illegal action, and `last`
    [n, *SHAPE] what the seat saw of it then. A game that is over is followed by a new one, `turns` seats further on.

    `others` plays the other seats until the learner's is to move; without it they play at random, in compiled code.
    """

    own: Array
    acted: Array
    paid: Array
    over: Array
    last: Array

    def __init__(
        self,
        game: str,
        seats: SupportsIndex,
        count: SupportsIndex,
        options: Mapping[str, OptionValue] | None = None,
        threads: SupportsIndex = 1,
        others: Callable[[LearnerBatch], None] | None = None,
    ) -> None:
        super().__init__(game, seats, count, options=options, threads=threads)
        for name, (shape, kind) in learner_shapes(self).items():
            setattr(self, name, np.zeros(shape, kind))
        self.turns = 0
        self._bots, self._has_others = others, False

    def _rows(self) -> list[str]:
        return [*super()._rows(), *learner_shapes(self)]

    def hold(self, array: Array) -> Array:
        """An array where those of the batch are: in the computer's memory."""
        return array

    def begin(
        self, games: npt.ArrayLike, seeds: Sequence[int], own: Sequence[int], states: Array | None = None
    ) -> None:
        """New games at these places, each from its seed and with this seat as the learner's; or all from one state.

        Where such a game ends before the learner is to move, it is followed by one as games begin.
        """
        places = self._places(games)
        check_learners(self, places, seeds, own)
        self._luck[places], self._play[places] = streams_of(seeds, LUCK), streams_of(seeds, PLAY)
        self.own[places] = own
        self._has_others, self.is_begun = bool((self.own != EVERY).any()), True
        self.over[:] = False
        if states is None:
            self.over[places] = True
        else:
            self.set_states(np.repeat(states, len(places)), places)
            self._others_play()
            np.less(self.to_move, 0, out=self.over)
        self._renew(turns=0)

    def play(self, actions: Any) -> None:
        """The learner's action in every game, then the others' until it is to move again."""
        self.check_begun()
        if actions is not self.actions:
            self._choose(actions)
        np.copyto(self.acted, self.own if self._has_others else self.to_move)
        with contextlib.suppress(IllegalAction):  # which loses the game, and no other
            self.step(self.actions, autoreset=False)
        self._others_play()
        self._call(stepping.close_all, [self._closing(part) for part in self._parts])
        self._renew(self.turns)

    def _others_play(self) -> None:
        if self._bots is not None:
            self._bots(self)
        elif self._has_others:
            self.play_others(self.own)

    def _renew(self, turns: int) -> None:
        """New games in place of those that are over, until the learner is to move everywhere."""
        if self._history is None and self._bots is None:
            self._call(stepping.renew_all, [self._renewing(n, turns) for n in range(len(self._parts))])
            return
        over = np.flatnonzero(self.over)
        if self._has_others:
            self.own[over] = (self.own[over] + turns) % self.seats
        while len(over):
            self.restart(over)
            self._others_play()
            over = np.flatnonzero(self.to_move < 0)

    def _closing(self, part: slice) -> tuple[Any, ...]:
        told = (self.rewards[part], self.to_move[part], self.done[part])
        return (self.states[part], self.acted[part], *told, self.paid[part], self.over[part], self.last[part])

    def _renewing(self, n: int, turns: int) -> tuple[Any, ...]:
        part = self._parts[n]
        games = (self.states[part], self.over[part], self.own[part], turns, self.seats, self._codes)
        shown = (self.to_move[part], self.legal_mask[part], self._seen(part))
        return (*games, self._play[part], self._luck[part], *shown, *self._scratch[n])
