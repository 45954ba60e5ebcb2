"""What DeepMind's mctx asks for, so that its searches plan on our games for two seats.

    game = JaxGame(name)
    told = game.tell(games)
    output = mctx.gumbel_muzero_policy(
        params, key, root(game, evaluate, params, key, games), recurrent(game, evaluate),
        num_simulations=32, invalid_actions=told.legal_mask == 0)

`evaluate(params, key, games, told)` gives logits of actions, [games, actions], and the value of the seat to move from
-1 to 1, [games]: a net's, or `rollouts(game)`. A search sees the whole state: of a game with secrets give it states in
which the hidden cards are dealt anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax.numpy as jnp
import mctx

from siegeworks.envs.jax import Games, JaxGame, Told
from siegeworks.envs.stepping import REFUSED
from siegeworks.errors import BadSetup

SEATS = 2
NEVER = -1e9
"""The logit of an action that is not legal."""

Evaluate = Callable[[Any, Any, Games, Told], tuple[Any, Any]]


class Node(NamedTuple):
    """What the tree keeps of a position: the game, and its seat to move, below 0 once it is over."""

    games: Games
    to_move: Any  # int8 [games]


def root(game: JaxGame, evaluate: Evaluate, params: Any, key: Any, games: Games) -> mctx.RootFnOutput:
    """The positions from which to plan."""
    if game.seats != SEATS:
        raise BadSetup("cli.mctx-for-two", seats=game.seats)
    told = game.tell(games)
    logits, value = evaluate(params, key, games, told)
    return mctx.RootFnOutput(prior_logits=_masked(logits, told), value=value, embedding=Node(games, told.to_move))


def recurrent(game: JaxGame, evaluate: Evaluate) -> Callable[..., Any]:
    """One action further: mctx's `recurrent_fn`. The value of the other seat counts with the opposite sign."""

    def advance(params: Any, key: Any, actions: Any, node: Node) -> tuple[mctx.RecurrentFnOutput, Node]:
        games, told = game.step(node.games, actions)
        logits, value = evaluate(params, key, games, told)
        is_over = told.done != 0
        sign = jnp.where(told.to_move == node.to_move, 1.0, -1.0)
        output = mctx.RecurrentFnOutput(
            reward=_paid(node, told),
            discount=jnp.where(is_over, 0.0, sign),
            prior_logits=_masked(logits, told),
            value=jnp.where(is_over, 0.0, value),
        )
        return output, Node(games, jnp.where(is_over, -1, told.to_move).astype(jnp.int8))

    return advance


def _paid(node: Node, told: Told) -> Any:
    """What the seat that acted gets, 1 or -1: once, when the game ends; an illegal action loses."""
    acted = jnp.maximum(node.to_move, 0)[:, None]
    share = jnp.take_along_axis(told.rewards, acted, axis=1)[:, 0]
    won = jnp.where(told.done == REFUSED, -1.0, SEATS * share - 1)
    return jnp.where((told.done != 0) & (node.to_move >= 0), won, 0.0)


def _masked(logits: Any, told: Told) -> Any:
    return jnp.where(told.legal_mask > 0, logits, NEVER)


def rollouts(game: JaxGame) -> Evaluate:
    """Without a net: all actions alike, and the value of one game played on at random."""

    def evaluate(params: Any, key: Any, games: Games, told: Told) -> tuple[Any, Any]:
        values = game.rollout(games, key)
        own = jnp.take_along_axis(values, jnp.maximum(told.to_move, 0)[:, None], axis=1)[:, 0]
        return jnp.zeros(told.legal_mask.shape), SEATS * own - 1

    return evaluate
