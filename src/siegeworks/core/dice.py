"""The fast random stream of bots and batches: one uint64 that lives in an array.

The same numbers compiled, on the GPU and in plain Python. Matches between people never use it: their luck comes from
`core.luck`, which anyone can verify.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from siegeworks.core.jit import jit

Dice = npt.NDArray[np.uint64]

WORD = 1 << 64
UPPER = np.uint64(32)
FIRST_SHIFT, SECOND_SHIFT, THIRD_SHIFT = np.uint64(13), np.uint64(7), np.uint64(17)


def new_dice(seed: int, streams: int = 1) -> Dice:
    """Independent streams, one word each; neighbouring seeds give unrelated numbers (splitmix64)."""
    dice = np.empty(streams, np.uint64)
    for at in range(streams):
        word = (seed * streams + at + 1) * 0x9E3779B97F4A7C15 % WORD
        word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % WORD
        word = (word ^ (word >> 27)) * 0x94D049BB133111EB % WORD
        dice[at] = (word ^ (word >> 31)) or 1
    return dice


@jit
def roll(dice, sides):
    """A number from 0 to sides - 1; `sides` is below 2**31. Turns the stream in dice[0] (xorshift64)."""
    word = dice[0]
    word ^= word << FIRST_SHIFT
    word ^= word >> SECOND_SHIFT
    word ^= word << THIRD_SHIFT
    dice[0] = word
    return (np.int64(word >> UPPER) * sides) >> 32
