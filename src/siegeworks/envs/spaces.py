"""Observations and masks as Gymnasium spaces, for the adapters that need them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from siegeworks.games import Game


def bounds(game: Game) -> npt.NDArray[np.uint8]:
    """The greatest value of each number of an observation, in its shape."""
    planes = game.planes
    return np.concatenate([np.full(plane.size, plane.most, np.uint8) for plane in planes.PLANES]).reshape(planes.SHAPE)


def observation_space(game: Game) -> spaces.Dict:
    """What a seat sees, and which actions it may choose."""
    most = bounds(game)
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(most), most, dtype=np.uint8),
            "action_mask": spaces.Box(0, 1, (game.rules.ACTIONS,), np.int8),
        }
    )
