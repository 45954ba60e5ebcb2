#!/usr/bin/env python3
"""Tianshou's DQN learns a game against random play: python3 tasks.py tutorial tianshou [GAME] [SECONDS]

First every game and seat count goes through Tianshou's own wrapper for PettingZoo, each to the end of a game.
"""

from __future__ import annotations

import sys
import time

import gymnasium
import numpy as np
import torch
from gymnasium.spaces import Box, Dict
from gymnasium.wrappers import TransformObservation
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import siegeworks.envs.gymnasium  # noqa: F401  # registers the games
from siegeworks.envs.pettingzoo import env as table
from siegeworks.games import GAMES

AT_ONCE = 8


def check_all() -> None:
    """A game of random legal actions through the wrapper."""
    dice = np.random.default_rng(0)
    for game in GAMES.values():
        for seats in game.seats:
            wrapped = PettingZooEnv(table(game.name, seats=seats))
            seen, _ = wrapped.reset(seed=0)
            over = False
            while not over:
                seen, paid, over, _, _ = wrapped.step(int(dice.choice(np.flatnonzero(seen["mask"]))))
            assert abs(sum(paid) - 1) < 1e-6, "one win is shared out"
            print(f"{game.name}, {seats} seats: Tianshou's PettingZooEnv plays to the end", flush=True)


def made(game: str, opponents: str = "random") -> gymnasium.Env:
    """Two seats; the planes as one row of numbers from 0 to 1, and the mask, by the names Tianshou wants."""
    env = gymnasium.make(f"siegeworks/{game}-v0", seats=2, opponents=opponents)
    most = np.maximum(env.observation_space["observation"].high.ravel(), 1).astype(np.float32)
    mask = Box(0, 1, env.observation_space["action_mask"].shape, bool)
    space = Dict({"obs": Box(0, 1, most.shape, np.float32), "mask": mask})

    def told(seen: dict) -> dict:
        return {"obs": seen["observation"].ravel() / most, "mask": seen["action_mask"].astype(bool)}

    return TransformObservation(env, told, space)


def share(policy: DiscreteQLearningPolicy, game: str, opponents: str, games: int = 200) -> float:
    """How much of the win the policy gets, playing the action it likes best."""
    env, won = made(game, opponents), 0.0
    for seed in range(games):
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            rows = Batch(obs=seen["obs"][None], mask=seen["mask"][None])
            with torch.no_grad():
                action = policy(Batch(obs=rows, info=Batch())).act[0]
            seen, reward, over, _, _ = env.step(int(action))
            won += float(reward)
    return won / games


def main(game: str = "siegestones", seconds: float = 90.0) -> None:
    check_all()
    torch.set_num_threads(1)  # the networks are small
    torch.manual_seed(0)
    np.random.seed(0)
    one = made(game)
    model = Net(
        state_shape=one.observation_space["obs"].shape, action_shape=one.action_space.n, hidden_sizes=[128, 128]
    )
    policy = DiscreteQLearningPolicy(model=model, action_space=one.action_space, eps_training=0.1)
    learner = DQN(policy=policy, optim=AdamOptimizerFactory(lr=5e-4), gamma=1.0, target_update_freq=300)
    envs = DummyVectorEnv([lambda: made(game) for _ in range(AT_ONCE)])
    collector = Collector[CollectStats](policy, envs, VectorReplayBuffer(50_000, AT_ONCE), exploration_noise=True)
    print(f"{game}: share of the win before: {share(policy, game, 'random'):.2f} against random", flush=True)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        asked = OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=2_000,
            collection_step_num_env_steps=80,
            batch_size=256,
            update_step_num_gradient_steps_per_sample=0.1,
            show_progress=False,
            verbose=False,
        )
        learner.run_training(asked)
    for opponents in ("random", "thumb"):
        won = share(policy, game, opponents)
        print(f"{collector.collect_step:,} steps, {won:.2f} against {opponents}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(float, sys.argv[2:3]))
