"""Nets that were never trained, for tests of all games."""

from __future__ import annotations

from typing import Any

import numpy as np

from siegeworks.bots.net import shapes
from siegeworks.bots.netfile import ANY, NetFile
from siegeworks.games import Game

WIDTHS = (16, 8)


def weights(game: Game, seed: int = 1) -> dict[str, Any]:
    """Random ones, rounded as a file rounds them."""
    rng = np.random.default_rng(seed)
    drawn = {name: rng.normal(0, 0.3, shape) for name, shape in shapes(game, *WIDTHS).items()}
    return {name: array.astype(np.float16).astype(np.float32) for name, array in drawn.items()}


def untrained(game: Game) -> NetFile:
    """A net for all tables of a game."""
    return NetFile(weights(game), game.seats, "never trained", (ANY,) * len(game.rules.OPTIONS))
