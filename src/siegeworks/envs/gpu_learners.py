"""`envs.learners` on an NVIDIA GPU: the same arrays in its memory, and the same games for the same seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from siegeworks.envs.gpu import THREADS, GpuBatch, longest_list  # first: it makes numba-cuda ready for this NumPy

from numba import cuda, int16, int32  # isort: skip

from siegeworks.core.rules import OptionValue
from siegeworks.envs import stepping
from siegeworks.envs.arrays import Array, checked_places
from siegeworks.envs.batch import LUCK, PLAY, streams_of
from siegeworks.envs.jax_gpu import kernels_of
from siegeworks.envs.learners import EVERY, check_learners, learner_shapes


@cache
def _playing(name: str) -> Any:
    """The kernel that plays the other seats."""
    width, others_all = longest_list(name), stepping.others_all

    @cuda.jit
    def others(states, own, play, luck, rewards, to_move, done, mask, observations):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < len(states) and own[at] >= 0:
            out, weights = cuda.local.array(width, int16), cuda.local.array(width, int32)
            one = slice(at, at + 1)
            others_all(
                states[one],
                own[one],
                play[one],
                luck[one],
                rewards[one],
                to_move[one],
                done[one],
                mask[one],
                observations[one],
                out,
                weights,
            )

    return others


@cache
def _closing(name: str) -> Any:
    """The kernel that says what came of the action."""
    close_all = stepping.close_all

    @cuda.jit
    def closes(states, acted, rewards, to_move, done, paid, over, last):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < len(states):
            one = slice(at, at + 1)
            close_all(states[one], acted[one], rewards[one], to_move[one], done[one], paid[one], over[one], last[one])

    return closes


@cache
def _renewing(name: str) -> Any:
    """The kernel that begins new games where the old ones are over."""
    width, renew_all = longest_list(name), stepping.renew_all

    @cuda.jit
    def renews(states, over, own, turns, seats, options, play, luck, to_move, mask, observations):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < len(states) and over[at]:
            out, weights = cuda.local.array(width, int16), cuda.local.array(width, int32)
            one = slice(at, at + 1)
            renew_all(
                states[one],
                over[one],
                own[one],
                turns,
                seats,
                options,
                play[one],
                luck[one],
                to_move[one],
                mask[one],
                observations[one],
                out,
                weights,
            )

    return renews


def _write(array: Any, places: Array, values: Any) -> None:
    """Other values at these places of an array on the GPU."""
    here = array.copy_to_host()
    here[places] = values
    array.copy_to_device(here)


class GpuLearnerBatch(GpuBatch):
    """As `envs.learners.LearnerBatch`; all other seats play at random, and no illegal action is raised."""

    own: Any
    acted: Any
    paid: Any
    over: Any
    last: Any

    bound = GpuBatch.bound | {"_others", "_closes", "_renews"}

    def __init__(
        self,
        game: str,
        seats: SupportsIndex,
        count: SupportsIndex,
        options: Mapping[str, OptionValue] | None = None,
    ) -> None:
        super().__init__(game, seats, count, options=options)
        for name, (shape, kind) in learner_shapes(self).items():
            setattr(self, name, cuda.to_device(np.zeros(shape, kind)))
        self.turns, self._has_others = 0, False

    def _bind(self) -> None:
        super()._bind()
        name, size = self.game.name, (self.blocks, THREADS)
        self._others, self._closes, self._renews = _playing(name)[size], _closing(name)[size], _renewing(name)[size]

    def hold(self, array: Any) -> Any:
        """An array where those of the batch are: in the GPU's memory."""
        return cuda.to_device(array)

    def begin(
        self, games: npt.ArrayLike, seeds: Sequence[int], own: Sequence[int], states: Array | None = None
    ) -> None:
        """New games at these places, each from its seed and with this seat as the learner's; or all from one state."""
        places = checked_places(games, self.count)
        check_learners(self, places, seeds, own)
        _write(self._luck, places, streams_of(seeds, LUCK))
        _write(self._play, places, streams_of(seeds, PLAY))
        _write(self.own, places, own)
        self._has_others, self.is_begun = bool((self.own.copy_to_host() != EVERY).any()), True
        over = np.zeros(self.count, np.bool_)
        over[places] = True
        if states is not None:
            over = self._go_on_from(places, states)
        self.over.copy_to_device(over)
        self._renew(turns=0)
        self._observe()

    def _go_on_from(self, places: Array, states: Array) -> Array:
        """Games at these places go on from a state; returns which ended before the learner was to move."""
        _write(self.states, places, states)
        shown = (self.to_move, self.legal_mask, self.observations)
        kernels_of(self.game.name)["tell"][self.blocks, THREADS](self.states, *shown)
        if self._has_others:
            self._others_play()
        over: Array = self.to_move.copy_to_host() < 0
        return over

    def _others_play(self) -> None:
        told = (self.rewards, self.to_move, self.done, self.legal_mask, self._written)
        self._others(self.states, self.own, self._play, self._luck, *told)

    def play(self, actions: Any) -> None:
        """The learner's action in every game, an array on the GPU, then the others' until it is to move again."""
        self.check_begun()
        chosen = self._choose(actions)
        self.acted.copy_to_device(self.own if self._has_others else self.to_move)
        self._advance(chosen, renew=False)
        if self._has_others:
            self._others_play()
        told = (self.rewards, self.to_move, self.done)
        self._closes(self.states, self.acted, *told, self.paid, self.over, self.last)
        self._renew(self.turns)
        self._observe()

    def _renew(self, turns: int) -> None:
        games = (self.states, self.over, self.own, turns, self.seats, self._codes, self._play, self._luck)
        self._renews(*games, self.to_move, self.legal_mask, self._written)
