"""The net and how it learns, in JAX: two hidden layers over sparse inputs, a policy, each seat's share of the win."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from siegeworks.core.hexboard import NAMES, SYMMETRIES
from siegeworks.core.inputs import feature_count, layout_of, turned_features
from siegeworks.games import Game

Params = dict[str, Any]
"""`embed` [features, first], `hidden` [first, second], `policy` [second, actions], `value` [second, seats]; and the
biases of each layer, such as `embed_bias`."""
LAYERS = ("embed", "hidden", "policy", "value")

LAST_RATE = 1e-4
"""The learning rate is halved from time to time, down to this."""
DECAY, MEAN, SQUARE, TINY = 1e-4, 0.9, 0.999, 1e-8  # AdamW
AVERAGING = 0.002
"""How quickly the averaged weights, which play and are kept, follow those that learn."""
TRACE = 0.9
"""The lambda of TD(lambda): how far a value looks along the game rather than at the next position."""


class Learner(NamedTuple):
    """All that learning changes."""

    params: Params
    average: Params
    """The averaged weights."""
    means: Params
    squares: Params
    steps: Any


class Rate(NamedTuple):
    """The learning rate: with which one to begin, and after how many steps it is halved."""

    first: float = 1e-3
    halved_after: int = 25_000


USUAL_RATE = Rate()


class Lesson(NamedTuple):
    """Positions with what the search found there."""

    features: Any  # [positions, MOST_ON]
    policy: Any  # [positions, actions], -1 where an action is not legal
    value: Any  # [positions, seats], from the seat to move on


class Turns(NamedTuple):
    """The symmetries of the board: what each feature becomes, and which action each one comes from."""

    features: Any  # [symmetries, features + 1]
    actions: Any  # [symmetries, actions]


def new_learner(game: Game, hidden: tuple[int, int], seed: int) -> Learner:
    """A net that knows nothing (He's initial weights; the outputs begin at 0)."""
    widths = (feature_count(layout_of(game)), *hidden)
    outputs = {"policy": game.rules.ACTIONS, "value": max(game.seats)}
    keys, active = jax.random.split(jax.random.PRNGKey(seed)), 64
    params = {
        "embed": jax.random.normal(keys[0], widths[:2]) * (2.0 / active) ** 0.5,
        "hidden": jax.random.normal(keys[1], widths[1:]) * (2.0 / widths[1]) ** 0.5,
        **{name: jnp.zeros((widths[2], width)) for name, width in outputs.items()},
    }
    params |= {f"{name}_bias": jnp.zeros(params[name].shape[1]) for name in LAYERS}
    return learner_of(params)


def learner_of(weights: Params) -> Learner:
    """One that begins with these weights."""
    params = {name: jnp.array(array, jnp.float32) for name, array in weights.items()}
    zeros = jax.tree.map(jnp.zeros_like, params)
    return Learner(params, jax.tree.map(jnp.copy, params), zeros, jax.tree.map(jnp.copy, zeros), jnp.int32(0))


def turns_of(game: Game) -> Turns:
    """Those of the game; only the board as it is where a game has no symmetries."""
    if game.judgement.turn is None:
        names = game.words.ACTION_NAMES
        return Turns(jnp.arange(feature_count(layout_of(game)) + 1)[None], jnp.arange(len(names))[None])
    features = [turned_features(game, cells) for cells in SYMMETRIES]
    beyond = np.full((len(features), 1), len(features[0]), np.int32)
    actions = [np.argsort(turned_actions(game, cells)) for cells in SYMMETRIES]
    return Turns(jnp.array(np.hstack([features, beyond])), jnp.array(actions))


def turned_actions(game: Game, cells: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """[actions]: what each becomes when the board is turned, by the cells in its name.

    Numbers that lead off the board have names that do not turn. They are never legal, and take what is left over.
    """
    goes = {name: NAMES[cell] for name, cell in zip(NAMES, cells.tolist(), strict=True)}
    turned = [" ".join(goes.get(word, word) for word in name.split()) for name in game.words.ACTION_NAMES]
    left = iter(sorted(set(range(len(turned))) - {game.action_numbers.get(name) for name in turned}))
    return np.array([game.action_numbers[name] if name in game.action_numbers else next(left) for name in turned])


def spread(features: Any, count: int, kind: Any) -> Any:
    """[positions, features] with 1 for each that is on: matrix products of that are what GPUs do best."""
    rows = jnp.arange(len(features))[:, None]
    places = jnp.where(features < 0, count, features)
    return jnp.zeros((len(features), count), kind).at[rows, places].set(1, mode="drop")


def outputs(params: Params, features: Any) -> tuple[Any, Any]:
    """Logits of all actions and of each seat's win, from the seat to move on."""
    kind = jnp.bfloat16 if jax.default_backend() == "gpu" else jnp.float32
    product = partial(jnp.matmul, preferred_element_type=jnp.float32)

    def layer(name: str, given: Any) -> Any:
        return product(given, params[name].astype(kind)) + params[f"{name}_bias"]

    first = jax.nn.relu(layer("embed", spread(features, len(params["embed"]), kind))).astype(kind)
    second = jax.nn.relu(layer("hidden", first)).astype(kind)
    return layer("policy", second), layer("value", second)


@jax.jit  # type: ignore[untyped-decorator]
def evaluate(params: Params, features: Any) -> tuple[Any, Any]:
    """Logits of all actions, and each seat's share of the win."""
    logits, shares = outputs(params, features)
    return logits, jax.nn.softmax(shares)


def loss_of(params: Params, lesson: Lesson) -> tuple[Any, Any]:
    """Cross-entropy of policy and value; and both apart, less the least they can be."""
    logits, shares = outputs(params, lesson.features)
    policy = lesson.policy.astype(jnp.float32)
    wanted, value = jnp.maximum(policy, 0.0), lesson.value.astype(jnp.float32)
    told = jax.nn.log_softmax(jnp.where(policy < 0, -1e9, logits))
    parts = jnp.stack([_gap(wanted, told), _gap(value, jax.nn.log_softmax(shares))])
    return parts.sum(), parts


def _gap(wanted: Any, told: Any) -> Any:
    """The mean divergence between what is wanted and what is told (logarithms)."""
    known = jnp.where(wanted > 0, jnp.log(jnp.maximum(wanted, 1e-9)), 0.0)
    return (wanted * (known - jnp.where(wanted > 0, told, 0.0))).sum(-1).mean()


@partial(jax.jit, static_argnames="count", donate_argnums=0)
def learn(learner: Learner, lesson: Lesson, turns: Turns, rate: Rate, key: Any, count: int) -> tuple[Learner, Any]:
    """One step of AdamW on so many positions drawn from a lesson, the board turned at random."""
    rows_key, turn_key = jax.random.split(key)
    rows = jax.random.randint(rows_key, (count,), 0, len(lesson.features))
    turn = jax.random.randint(turn_key, (), 0, len(turns.actions))
    drawn = Lesson(
        turns.features[turn][lesson.features[rows].astype(jnp.int32)],
        lesson.policy[rows][:, turns.actions[turn]],
        lesson.value[rows],
    )
    slopes, parts = jax.grad(loss_of, has_aux=True)(learner.params, drawn)
    return _stepped(learner, slopes, rate), parts


def _stepped(learner: Learner, slopes: Params, begun: Rate) -> Learner:
    steps = learner.steps + 1
    rate = jnp.maximum(LAST_RATE, begun.first * 0.5 ** (steps / begun.halved_after))
    means = jax.tree.map(lambda old, new: MEAN * old + (1 - MEAN) * new, learner.means, slopes)
    squares = jax.tree.map(lambda old, new: SQUARE * old + (1 - SQUARE) * new * new, learner.squares, slopes)

    def move(param: Any, mean: Any, square: Any) -> Any:
        step = (mean / (1 - MEAN**steps)) / (jnp.sqrt(square / (1 - SQUARE**steps)) + TINY)
        return param - rate * (step + DECAY * param)

    params = jax.tree.map(move, learner.params, means, squares)
    follow = jnp.maximum(AVERAGING, 1.0 / (steps + 1))
    average = jax.tree.map(lambda old, new: old + follow * (new - old), learner.average, params)
    return Learner(params, average, means, squares, steps)


@jax.jit  # type: ignore[untyped-decorator]
def lesson_of(features: Any, policy: Any, value: Any, outcome: Any, mover: Any, ended: Any) -> Lesson:
    """What is to be learnt from so many decisions in every game, [decisions, games, ...]: values by TD(lambda)."""

    def back(after: tuple[Any, Any], now: tuple[Any, Any, Any]) -> tuple[tuple[Any, Any], Any]:
        target, following = after
        found, won, is_over = now
        onward = jnp.where(is_over[:, None] > 0, won, TRACE * target + (1 - TRACE) * following)
        return (onward, found), onward

    _, targets = jax.lax.scan(back, (value[-1], value[-1]), (value, outcome, ended), reverse=True)
    seats = (value >= 0).sum(-1, keepdims=True)
    turn = jnp.arange(value.shape[-1])
    seen = jnp.take_along_axis(targets, (mover[..., None] + turn) % seats, axis=-1)
    seen = jnp.where(turn < seats, seen, 0.0)
    flat = [each.reshape(-1, each.shape[-1]) for each in (features, policy, seen)]
    return Lesson(flat[0].astype(jnp.int16), flat[1].astype(jnp.float16), flat[2].astype(jnp.float16))
