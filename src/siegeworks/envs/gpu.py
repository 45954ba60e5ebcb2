"""The same batch on an NVIDIA GPU: the same rules, compiled by numba-cuda, give the same games for the same seeds.

    batch = GpuBatch(name, seats=2, count=262_144, seed=7)
    batch.reset()
    batch.step(batch.random_actions())
    torch.as_tensor(batch.legal_mask, device="cuda")      # shares the memory, copies nothing

All arrays live on the GPU and have `__cuda_array_interface__`, which PyTorch, JAX and CuPy read and write in place.
Needs the extra `[gpu]`.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping
from functools import cache
from typing import Any, Self, SupportsIndex

import numpy as np

for _old, _new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _old):  # numba-cuda still asks NumPy for names that NumPy has dropped
        setattr(np, _old, getattr(np, _new))

from numba import cuda, int16, int32, uint32, uint64

from siegeworks.choices import checked_number, checked_options, checked_seats, checked_switch, option_codes
from siegeworks.core.planes import observe as see
from siegeworks.core.planes import tick
from siegeworks.core.rules import OptionValue
from siegeworks.envs import stepping
from siegeworks.envs.arrays import Shapes, array_of, check_actions, check_array, check_names, shapes
from siegeworks.envs.batch import LUCK, MOST_GAMES, MOST_SEED, PLAY, streams
from siegeworks.envs.ids import named_game
from siegeworks.envs.stepping import REFUSED
from siegeworks.errors import BadSetup
from siegeworks.games import GAMES

THREADS = 128
"""Games to a block."""
# Lists of actions are narrow here (int16), since what a thread keeps to itself costs the GPU most.
MOST_STAGED = 40_960
"""Bytes of games and masks, or of observations, a block may keep in its shared memory."""
WORD = 4
"""Bytes that are written from the shared memory together."""

NO_GPU = (
    "No NVIDIA GPU can be used here: GpuBatch needs one, with its driver and the extra [gpu]. "
    "Batch plays the same games on the CPU."
)


@cache
def _opening(name: str) -> Any:
    """The kernel that begins games of one kind, compiled on first use; so are the others."""
    width, open_all = longest_list(name), stepping.open_all

    @cuda.jit
    def opens(states, seats, options, luck, to_move, mask, observations):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < len(states):
            out, weights = cuda.local.array(width, int16), cuda.local.array(width, int32)
            one = slice(at, at + 1)
            open_all(states[one], seats, options, luck[one], to_move[one], mask[one], observations[one], out, weights)

    return opens


@cache
def _picking(name: str) -> Any:
    """The kernel that picks random legal actions."""
    width, pick_all = longest_list(name), stepping.pick_all

    @cuda.jit
    def picks(states, play, chosen):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < len(states):
            out = cuda.local.array(width, int16)
            one = slice(at, at + 1)
            pick_all(states[one], play[one], chosen[one], out)

    return picks


@cache
def _stepping(name: str) -> Any:
    """The kernel that plays an action in every game."""
    width, step_all = longest_list(name), stepping.step_all

    @cuda.jit
    def steps(states, chosen, renew, seats, options, luck, rewards, to_move, done, mask, observations):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < len(states):
            out, weights = cuda.local.array(width, int16), cuda.local.array(width, int32)
            one = slice(at, at + 1)
            step_all(
                states[one],
                chosen[one],
                seats,
                options,
                luck[one],
                rewards[one],
                to_move[one],
                done[one],
                mask[one],
                observations[one],
                out,
                weights,
                renew,
            )

    return steps


@cache
def _staged_stepping(name: str) -> Any:
    """The same through the block's shared memory, for games that fit into it."""
    rules, step_all = GAMES[name].rules, stepping.step_all
    width, actions, kind = longest_list(name), rules.ACTIONS, rules.STATE
    held_size, marked_size = THREADS * rules.STATE.itemsize // 8, THREADS * actions // 4

    @cuda.jit
    def staged_steps(  # type: ignore[no-untyped-def]
        state_words, chosen, renew, seats, options, luck, rewards, to_move, done, mask, mask_words, observations
    ):
        """The block's games and masks lie in its shared memory while it works, and come and go side by side."""
        held = cuda.shared.array(held_size, uint64)  # a line each: the simulator knows shared arrays by their lines
        marked = cuda.shared.array(marked_size, uint32)
        states, masks = held.view(kind), marked.view(np.uint8).reshape((THREADS, actions))
        own, first = cuda.threadIdx.x, cuda.blockIdx.x * THREADS
        from_state, from_mask = cuda.blockIdx.x * held_size, cuda.blockIdx.x * marked_size
        last_state = min(held_size, len(state_words) - from_state)
        last_mask = min(marked_size, len(mask_words) - from_mask)
        for word in range(own, last_state, THREADS):
            held[word] = state_words[from_state + word]
        cuda.syncthreads()
        at = first + own
        if at < len(chosen):
            out, weights = cuda.local.array(width, int16), cuda.local.array(width, int32)
            one, mine, action = slice(at, at + 1), slice(own, own + 1), chosen[at]
            if 0 <= action < actions:
                masks[own, action] = mask[at, action]
            step_all(
                states[mine],
                chosen[one],
                seats,
                options,
                luck[one],
                rewards[one],
                to_move[one],
                done[one],
                masks[mine],
                observations[one],
                out,
                weights,
                renew,
            )
            if done[at] == REFUSED:
                tick(states[own], out, masks[own])  # type: ignore[no-untyped-call]
            if states[own].to_move < 0:
                masks[own, :] = 0
        cuda.syncthreads()
        for word in range(own, last_state, THREADS):
            state_words[from_state + word] = held[word]
        for word in range(own, last_mask, THREADS):
            mask_words[from_mask + word] = marked[word]

    return staged_steps


def longest_list(name: str) -> int:
    """The longest list of actions."""
    rules = GAMES[name].rules
    return max(rules.ACTIONS, rules.CHANCES)


def _seen_at_once(name: str) -> int:
    """How many games' observations a block makes: whole words of them, as many as its shared memory holds."""
    size: int = math.prod(GAMES[name].planes.SHAPE)
    return min(THREADS, MOST_STAGED // size // WORD * WORD)


@cache
def _observing(name: str) -> Any:
    """What writes the observations of games of one kind."""
    shape, games = GAMES[name].planes.SHAPE, _seen_at_once(name)
    in_block, words = (games, *shape), games * math.prod(shape) // WORD

    @cuda.jit
    def observes(states, seen_words):  # type: ignore[no-untyped-def]
        """Bytes are laid out in the block's shared memory, and all its threads carry the words out side by side."""
        held = cuda.shared.array(words, uint32)
        seen = held.view(np.uint8).reshape(in_block)
        own, start = cuda.threadIdx.x, cuda.blockIdx.x * words
        at = cuda.blockIdx.x * games + own
        if own < games and at < len(states):
            see(states[at], max(states[at].to_move, 0), seen[own])  # type: ignore[no-untyped-call]
        cuda.syncthreads()
        for word in range(own, min(words, len(seen_words) - start), THREADS):
            seen_words[start + word] = held[word]

    return observes


def known(array: Any) -> Any:
    """An array as the kernels know it, if it is in the GPU's memory; else one of NumPy's."""
    if hasattr(array, "copy_to_host"):
        return array
    return cuda.as_cuda_array(array) if hasattr(array, "__cuda_array_interface__") else array_of(array)


class GpuBatch:
    """Many games side by side on the GPU; arrays and meaning as in `envs.batch.Batch`, but no illegal action is raised.

    A game whose action is not legal stands still and has 2 in `done`. Calls return before the GPU is done.
    """

    states: Any
    actions: Any
    legal_mask: Any
    rewards: Any
    to_move: Any
    done: Any
    observations: Any

    bound = frozenset(("_opens", "_picks", "_steps", "_games", "_masks", "_written", "_observes", "_words"))
    """What is made anew for the arrays of each batch: a copy makes its own."""

    def __init__(
        self,
        game: str,
        seats: SupportsIndex,
        count: SupportsIndex,
        seed: SupportsIndex = 0,
        options: Mapping[str, OptionValue] | None = None,
        observe: bool = True,
        into: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = named_game(game)
        self.seats = checked_seats(self.game, seats)
        self.options = checked_options(self.game, {} if options is None else options, self.seats)
        if not cuda.is_available():
            raise BadSetup(NO_GPU)
        self.count = checked_number("count", count, 1, MOST_GAMES)
        self.seed = checked_number("seed", seed, 0, MOST_SEED)
        self._own(
            {} if into is None else into, shapes(self.game, self.seats, self.count, checked_switch("observe", observe))
        )
        self._codes = cuda.to_device(option_codes(self.game, self.options))
        self._luck, self._play = (cuda.to_device(streams(self.seed, self.count, kind)) for kind in (LUCK, PLAY))
        self.is_begun = False
        self._bind()

    def _own(self, given: Mapping[str, Any], wanted: Shapes) -> None:
        """Take the caller's arrays, and make those that are not given."""
        check_names(given, wanted)
        for name, (shape, kind) in wanted.items():
            array = known(given[name]) if name in given else cuda.to_device(np.zeros(shape, kind))
            is_writeable = hasattr(array, "copy_to_host") and array.is_c_contiguous()
            check_array(self.game, name, array, (shape, kind), is_writeable)
            setattr(self, name, array)

    def _bind(self) -> None:
        """The kernels, and the arrays as words where they are written so."""
        name, count = self.game.name, self.count
        blocks = self.blocks = (count + THREADS - 1) // THREADS
        self._opens, self._picks = _opening(name)[blocks, THREADS], _picking(name)[blocks, THREADS]
        self._games, self._masks = self.states, [self.legal_mask]
        if self._is_staged():
            self._steps, self._games = _staged_stepping(name)[blocks, THREADS], self.states.view(np.uint64)
            self._masks.append(self.legal_mask.reshape(count * self.game.rules.ACTIONS).view(np.uint32))
        else:
            self._steps = _stepping(name)[blocks, THREADS]
        self._own_observing()

    def _is_staged(self) -> bool:
        """Whether a block's games and masks fit into its shared memory, and masks, a byte each, into whole words."""
        rules = self.game.rules
        room = THREADS * (rules.STATE.itemsize + rules.ACTIONS)
        is_bytes = self.legal_mask.dtype.itemsize == 1
        return bool(is_bytes and room <= MOST_STAGED and self.count * rules.ACTIONS % WORD == 0)

    def _own_observing(self) -> None:
        """Bytes in whole words are written by a kernel of their own; other numbers game by game as it is stepped."""
        self._written, self._observes = self.observations, None
        room, games = self.observations.size, _seen_at_once(self.game.name)
        if room and room % WORD == 0 and games and self.observations.dtype == np.uint8:
            self._written = cuda.to_device(np.zeros((0, *self.game.planes.SHAPE), np.uint8))
            self._words = self.observations.reshape(room).view(np.uint32)
            self._observes = _observing(self.game.name)[(self.count + games - 1) // games, THREADS]

    def _observe(self) -> None:
        """The observations, unless they are written already."""
        if self._observes is not None:
            self._observes(self.states, self._words)

    def reset(self, seed: SupportsIndex | None = None) -> None:
        """New games everywhere, from the seed (again the one the batch was made with, unless another is given)."""
        if seed is not None:
            self.seed = checked_number("seed", seed, 0, MOST_SEED)
        self._luck.copy_to_device(streams(self.seed, self.count, LUCK))
        self._play.copy_to_device(streams(self.seed, self.count, PLAY))
        self._opens(self.states, self.seats, self._codes, self._luck, self.to_move, self.legal_mask, self._written)
        self._observe()
        for array in (self.rewards, self.done):
            array.copy_to_device(np.zeros(array.shape, array.dtype))
        self.is_begun = True

    def step(self, actions: Any = None, autoreset: bool = True) -> None:
        """Play one action in every game: those of an array on the GPU, or those in `self.actions`.

        Without `autoreset` a game that ends stays over, and whatever is given for it then is not read.
        """
        renew = checked_switch("autoreset", autoreset)
        self.check_begun()
        self._advance(self.actions if actions is None else self._choose(actions), renew)
        self._observe()

    def check_begun(self) -> None:
        """Raises BadSetup before the first `reset`."""
        if not self.is_begun:
            raise BadSetup("cli.reset-first")

    def _choose(self, actions: Any) -> Any:
        """An action for every game; what is not in the GPU's memory is copied there."""
        chosen = known(actions)
        check_actions(chosen, self.count)
        return chosen if hasattr(chosen, "copy_to_host") else cuda.to_device(np.ascontiguousarray(chosen))

    def _advance(self, actions: Any, renew: bool) -> None:
        self._steps(
            self._games,
            actions,
            int(renew),
            self.seats,
            self._codes,
            self._luck,
            self.rewards,
            self.to_move,
            self.done,
            *self._masks,
            self._written,
        )

    def random_actions(self) -> Any:
        """A legal action for every game, all equally likely, from a stream of each game's own; written to `actions`."""
        self.check_begun()
        self._picks(self.states, self._play, self.actions)
        return self.actions

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """By way of the computer's memory."""
        kept = {name: value for name, value in vars(self).items() if name not in self.bound}
        return {name: value.copy_to_host() if hasattr(value, "copy_to_host") else value for name, value in kept.items()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, value in kept.items():
            setattr(self, name, cuda.to_device(value) if isinstance(value, np.ndarray) else value)
        self._bind()
