#!/usr/bin/env python3
"""A small agent learns SiegeStones by playing itself: proximal policy optimisation (PPO), with JAX and optax.

python docs/examples/train.py [UPDATES] [FILE]    learns, and keeps the network in FILE
python docs/examples/train.py play FILE           is a program for `--engine` (docs/engine-protocol.md)
"""

from __future__ import annotations

import base64
import json
import sys
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

from siegeworks.envs.batch import Batch
from siegeworks.games import GAMES

GAMES_AT_ONCE, STEPS, HIDDEN = 128, 64, 128
EPOCHS, PARTS, CLIP = 3, 4, 0.2
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


def judged(network, seen, mask, actions):
    """The logarithm of each action's chance, the values, and the entropies."""
    scores, value = look(network, seen)
    chances = jax.nn.log_softmax(jnp.where(mask > 0, scores, -1e9))
    chosen = jnp.take_along_axis(chances, actions[:, None], 1)[:, 0]
    return chosen, value, -(jnp.exp(chances) * chances).sum(axis=1)


@jax.jit
def before_learning(network, seen, mask, actions, returns, counted):
    """What the network thought when it played: its choices, and by how much each did better than expected."""
    chosen, value, _ = judged(network, seen, mask, actions)
    advantage = (returns - value) * counted
    return chosen, advantage / (jnp.sqrt((advantage**2).sum() / counted.sum()) + 1e-6)


def loss(network, seen, mask, actions, returns, counted, before, advantage):
    """PPO: no gain from moving a choice further than CLIP; the value's error, and an entropy bonus."""
    chosen, value, entropy = judged(network, seen, mask, actions)
    ratio = jnp.exp(chosen - before)
    gain = jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantage)
    each = -gain + (returns - value) ** 2 - 0.01 * entropy
    return (each * counted).sum() / counted.sum()


optimiser = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(2e-3))


@jax.jit
def learn(network, memory, *played):
    slope = jax.grad(loss)(network, *played)
    change, memory = optimiser.update(slope, memory)
    return optax.apply_updates(network, change), memory


def learn_all(network, memory, dice, *played):
    """Several passes over what was played, each in parts and another order."""
    rows = [*played, *map(np.asarray, before_learning(network, *played))]
    for _ in range(EPOCHS):
        for part in np.split(dice.permutation(len(rows[0])), PARTS):
            network, memory = learn(network, memory, *(row[part] for row in rows))
    return network, memory


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


def train(updates, file=None, said=print):
    """Learn for so many updates; returns the share of the win against random play, before and after."""
    network = new_network(jax.random.PRNGKey(0))
    memory, key, dice = optimiser.init(network), jax.random.PRNGKey(1), np.random.default_rng(0)
    batch = Batch("siegestones", 2, GAMES_AT_ONCE, seed=0)
    batch.reset()
    before, started = share_against_random(network), time.perf_counter()
    for update in range(1, updates + 1):
        key, one = jax.random.split(key)
        network, memory = learn_all(network, memory, dice, *self_play(batch, network, one))
        if file and (update % 20 == 0 or update == updates):
            np.savez(file, *(array for layer in network for array in layer))
        if update % 20 == 0:
            said(f"{update:4} updates, {time.perf_counter() - started:4.0f} s: {share_against_random(network):.2f}")
    return before, share_against_random(network, seed=2)


def play(file):
    """Answer on standard output what the arena asks on standard input: the action with the greatest score."""
    arrays = list(np.load(file).values())
    network, names = list(zip(arrays[::2], arrays[1::2])), GAMES["siegestones"].words.ACTION_NAMES
    batch = Batch("siegestones", 2, 1)
    for line in sys.stdin:
        message, answer = json.loads(line), {}
        if message["do"] == "quit":
            return
        if message["do"] == "hello":
            answer = {"protocol": 1, "name": f"PPO ({Path(file).stem})", "games": ["siegestones"]}
        if message["do"] == "choose":
            batch.set_states(np.frombuffer(base64.b64decode(message["record"]), batch.states.dtype))
            scores, _ = look(network, seen_by(batch))
            answer = {"play": names[int(np.where(batch.legal_mask, scores, -np.inf).argmax())]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["play"]:
        play(sys.argv[2])
    else:
        first, last = train(int((sys.argv[1:] or [200])[0]), *sys.argv[2:3])
        print(f"share of the win against random play: {first:.2f} before, {last:.2f} after")
