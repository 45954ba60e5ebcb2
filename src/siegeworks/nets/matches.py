"""Matches between two nets, or a net and random play, by their policies alone: quick enough for every checkpoint."""

from __future__ import annotations

from typing import Any

import numpy as np

from siegeworks.core import inputs
from siegeworks.envs.batch import Batch
from siegeworks.games import Game
from siegeworks.nets.learning import Params, evaluate

OPENING = 2
"""Random decisions before the nets choose."""


def share_won(game: Game, seats: int, one: Params, other: Params | None, count: int, seed: int = 0) -> float:
    """The share of the win that the first takes, sitting in each seat as often; None plays at random.

    An even match gives 1 / seats. Both play the action their policy ranks first.
    """
    batch = Batch(game.name, seats, count, seed=seed, observe=False)
    batch.reset()
    own_seat = np.arange(count) % seats
    features = np.full((count, inputs.MOST_ON), inputs.NONE_ON, np.int32)
    layout, (seen, flat) = inputs.layout_of(game), inputs.scratch(game)
    won = np.full(count, np.nan)
    ply = 0
    while np.isnan(won).any():
        actions = np.array(batch.random_actions())
        if ply >= OPENING:
            inputs.list_all(batch.states, seen, flat, layout, features)
            is_own = batch.to_move == own_seat
            for params, chooses in ((one, is_own), (other, ~is_own)):
                if params is not None:
                    actions = np.where(chooses, _best(params, features, batch.legal_mask), actions)
        batch.step(actions.astype(np.int32))
        ended = (batch.done == 1) & np.isnan(won)
        won[ended] = batch.rewards[ended, own_seat[ended]]
        ply += 1
    return float(won.mean())


def _best(params: Params, features: Any, mask: Any) -> Any:
    logits = np.asarray(evaluate(params, features)[0])
    return np.where(mask > 0, logits, -np.inf).argmax(axis=1)
