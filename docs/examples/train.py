#!/usr/bin/env python3
"""A small agent learns SiegeStones by playing itself, with JAX and optax: python docs/examples/train.py [UPDATES]"""

from __future__ import annotations

import sys
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax

from siegeworks.envs.batch import Batch
from siegeworks.games import GAMES

GAMES_AT_ONCE, STEPS, HIDDEN = 128, 64, 128
USED = ("stones of me", "stones of seat +1", "towers held by me", "towers held by seat +1", "towers", "pool")
USED += ("touched by 1", "touched by 2", "touched by 4")
NAMES = [plane.name for plane in GAMES["siegestones"].planes.PLANES]
PLANES = [NAMES.index(name) for name in USED]
ACTIONS = GAMES["siegestones"].rules.ACTIONS


def new_network(key):
    """Two layers, then a score for each action and the value of the seat to move."""
    sizes = (len(PLANES) * 49, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, ACTIONS + 1)
    keys = jax.random.split(key, len(sizes))
    return [(jax.random.normal(k, size) / np.sqrt(size[0]), jnp.zeros(size[1])) for k, size in zip(keys, sizes)]


def look(network, seen):
    """Scores of all actions, and the value."""
    x = seen
    for weights, bias in network[:-1]:
        x = jax.nn.relu(x @ weights + bias)
    out = x @ network[-1][0] + network[-1][1]
    return out[..., :-1], jax.nn.sigmoid(out[..., -1])


@jax.jit
def choose(network, seen, mask, key):
    """A legal action, drawn by the network's scores."""
    scores, _ = look(network, seen)
    return jax.random.categorical(key, jnp.where(mask > 0, scores, -1e9))


def loss(network, seen, mask, actions, returns, counted):
    """Policy gradient with the value as a baseline, and an entropy bonus."""
    scores, value = look(network, seen)
    chances = jax.nn.log_softmax(jnp.where(mask > 0, scores, -1e9))
    chosen = jnp.take_along_axis(chances, actions[:, None], 1)[:, 0]
    advantage = jax.lax.stop_gradient(returns - value)
    entropy = -(jnp.exp(chances) * chances).sum(axis=1)
    each = -advantage * chosen + (returns - value) ** 2 - 0.01 * entropy
    return (each * counted).sum() / counted.sum()


optimiser = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(2e-3))


@jax.jit
def learn(network, memory, *played):
    slope = jax.grad(loss)(network, *played)
    change, memory = optimiser.update(slope, memory)
    return optax.apply_updates(network, change), memory


def seen_by(batch):
    """The planes the network uses, flat; the pool is brought near the size of the others."""
    seen = batch.observations[:, PLANES].reshape(batch.count, -1).astype(np.float32)
    return np.minimum(seen, 8) / np.where(seen > 1, 8, 1)


def self_play(batch, network, key):
    """STEPS actions in every game; what each seat got in the end is the return of all its actions."""
    kept = []
    for _ in range(STEPS):
        key, one = jax.random.split(key)
        seen, mask, seats = seen_by(batch), batch.legal_mask.copy(), batch.to_move.copy()
        actions = np.asarray(choose(network, seen, mask, one))
        batch.step(actions)
        kept.append((seen, mask, actions, seats, batch.rewards.copy(), batch.done.copy()))
    paid, known = np.zeros((batch.count, 2), np.float32), np.zeros(batch.count, bool)
    rows = []
    for seen, mask, actions, seats, rewards, done in reversed(kept):
        paid[done == 1], known = rewards[done == 1], known | (done == 1)
        rows.append((seen, mask, actions, paid[np.arange(batch.count), seats], known.astype(np.float32)))
    return [np.concatenate(column) for column in zip(*rows)]


def share_against_random(network, games=512, seed=1):
    """How much of the win the network gets against random play, each seat in half of the games."""
    batch = Batch("siegestones", 2, games, seed=seed)
    batch.reset()
    own, over, won, key = np.arange(games) % 2, np.zeros(games, bool), 0.0, jax.random.PRNGKey(seed)
    while not over.all():
        key, one = jax.random.split(key)
        actions = batch.random_actions().copy()
        chosen = np.asarray(choose(network, seen_by(batch), batch.legal_mask, one))
        batch.step(np.where(batch.to_move == own, chosen, actions))
        ended = (batch.done == 1) & ~over
        won += float(batch.rewards[ended, own[ended]].sum())
        over |= ended
    return won / games


def train(updates, said=print):
    """Learn for so many updates; returns the share of the win against random play, before and after."""
    network = new_network(jax.random.PRNGKey(0))
    memory, key = optimiser.init(network), jax.random.PRNGKey(1)
    batch = Batch("siegestones", 2, GAMES_AT_ONCE, seed=0)
    batch.reset()
    before, started = share_against_random(network), time.perf_counter()
    for update in range(1, updates + 1):
        key, one = jax.random.split(key)
        network, memory = learn(network, memory, *self_play(batch, network, one))
        if update % 20 == 0:
            said(f"{update:4} updates, {time.perf_counter() - started:4.0f} s: {share_against_random(network):.2f}")
    return before, share_against_random(network, seed=2)


if __name__ == "__main__":
    first, last = train(int((sys.argv[1:] or [200])[0]))
    print(f"share of the win against random play: {first:.2f} before, {last:.2f} after")
