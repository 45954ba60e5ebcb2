#!/usr/bin/env python3
"""MaskablePPO (sb3-contrib) learns a game against random play: python3 tasks.py tutorial maskable-ppo [GAME] [SECONDS]

First Stable-Baselines3's `check_env` and TorchRL's `check_env_specs` look at every game and seat count.
"""

from __future__ import annotations

import sys
import time
import warnings

import gymnasium
import numpy as np
import torch
from gymnasium.spaces import Box
from gymnasium.wrappers import TransformObservation
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from torchrl.envs import GymWrapper, check_env_specs

import siegeworks.envs.gymnasium  # noqa: F401  # registers the games
from siegeworks.games import GAMES


def made(game: str, seats: int, opponents: str = "random") -> gymnasium.Env:
    return gymnasium.make(f"siegeworks/{game}-v0", seats=seats, opponents=opponents)


def check_all() -> None:
    """What the libraries themselves ask of an environment."""
    warnings.simplefilter("ignore")  # SB3 would rather see images with three channels
    for game in GAMES.values():
        for seats in game.seats:
            check_env(made(game.name, seats).unwrapped, skip_render_check=True)
            check_env_specs(GymWrapper(made(game.name, seats), categorical_action_encoding=True))
            print(f"{game.name}, {seats} seats: check_env and check_env_specs pass", flush=True)


def flat(game: str, opponents: str = "random") -> gymnasium.Env:
    """Two seats; the planes as one row of numbers from 0 to 1, the mask by `action_masks()` alone."""
    env = made(game, 2, opponents)
    most = np.maximum(env.observation_space["observation"].high.ravel(), 1).astype(np.float32)
    space = Box(0, 1, most.shape, np.float32)
    return TransformObservation(env, lambda seen: seen["observation"].ravel() / most, space)


class Until(BaseCallback):
    """Learning stops when the time is over."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.end = time.monotonic() + seconds

    def _on_step(self) -> bool:
        return time.monotonic() < self.end


def share(model: MaskablePPO, game: str, opponents: str, games: int = 200) -> float:
    """How much of the win the policy gets."""
    env, won = flat(game, opponents), 0.0
    for seed in range(games):
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=env.unwrapped.action_masks(), deterministic=False)
            seen, reward, over, _, _ = env.step(int(action))
            won += float(reward)
    return won / games


def main(game: str = "siegestones", seconds: float = 90.0) -> None:
    check_all()
    torch.set_num_threads(1)  # the networks are small
    torch.manual_seed(0)
    envs = make_vec_env(lambda: flat(game), n_envs=8, seed=0)
    model = MaskablePPO("MlpPolicy", envs, n_steps=128, batch_size=256, seed=0, policy_kwargs={"net_arch": [128, 128]})
    print(f"{game}: share of the win before: {share(model, game, 'random'):.2f} against random", flush=True)
    model.learn(10**9, callback=Until(seconds))
    for opponents in ("random", "thumb"):
        print(f"{model.num_timesteps:,} steps, {share(model, game, opponents):.2f} against {opponents}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(float, sys.argv[2:3]))
