"""What `envs.jax` does on an NVIDIA GPU: the same loops as kernels, one thread a game, on JAX's own stream."""

from __future__ import annotations

from functools import cache
from typing import Any

from siegeworks.envs import gpu as _ready  # first: it makes numba-cuda ready for this NumPy

from numba import cuda, int16, int32  # isort: skip

from siegeworks.envs import stepping
from siegeworks.games import Game

THREADS = 64
"""Games to a block."""


@cache
def kernels_of(name: str) -> dict[str, Any]:
    """The kernels of one game, compiled when they are first run."""
    width = _ready.longest_list(name)
    play_all, tell_all, finish_all = stepping.play_all, stepping.tell_all, stepping.finish_all

    @cuda.jit
    def plays(states, actions, luck, rewards, done):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < len(states):
            out, weights = cuda.local.array(width, int16), cuda.local.array(width, int32)
            one = slice(at, at + 1)
            play_all(states[one], actions[one], luck[one], rewards[one], done[one], out, weights)

    @cuda.jit
    def tells(states, to_move, mask, observations):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < len(states):
            out = cuda.local.array(width, int16)
            one = slice(at, at + 1)
            tell_all(states[one], to_move[one], mask[one], observations[one], out)

    @cuda.jit
    def finishes(states, dice, rewards):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < len(states):
            out, weights = cuda.local.array(width, int16), cuda.local.array(width, int32)
            one = slice(at, at + 1)
            finish_all(states[one], dice[one], rewards[one], out, weights)

    return {"play": plays, "tell": tells, "finish": finishes}


class Gpu:
    """The GPU on which JAX's buffers are; its stream is an address."""

    def __init__(self, game: Game, stream: int) -> None:
        self._kernels, self._stream = kernels_of(game.name), cuda.external_stream(stream)

    def array(self, buffer: Any) -> Any:
        return cuda.as_cuda_array(buffer, sync=False)

    def copy(self, into: Any, array: Any) -> None:
        into.copy_to_device(array, stream=self._stream)

    def run(self, work: str, *arrays: Any) -> None:
        blocks = (len(arrays[0]) + THREADS - 1) // THREADS
        self._kernels[work][blocks, THREADS, self._stream](*arrays)
