#!/usr/bin/env python3
"""RLlib's PPO learns a game against random play: python3 tasks.py tutorial rllib [GAME] [SECONDS]

First every game and seat count goes through RLlib's own wrapper for PettingZoo, each to the end of a game.
"""

from __future__ import annotations

import os
import sys
import time

os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # a machine without GPUs is no reason to warn

import gymnasium
import numpy as np
import ray
import torch
from gymnasium.spaces import Box, Dict
from gymnasium.wrappers import TransformObservation
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import siegeworks.envs.gymnasium  # noqa: F401  # registers the games
from siegeworks.envs.pettingzoo import env as table
from siegeworks.games import GAMES


def check_all() -> None:
    """A game of random legal actions through the wrapper: one seat at a time is asked, and all are paid."""
    dice = np.random.default_rng(0)
    for game in GAMES.values():
        for seats in game.seats:
            wrapped = PettingZooEnv(table(game.name, seats=seats))
            seen, _ = wrapped.reset(seed=0)
            paid, over = 0.0, False
            while not over:
                ((seat, view),) = seen.items()
                assert wrapped.get_observation_space(seat).contains(view)
                seen, rewards, ended, _, _ = wrapped.step({seat: dice.choice(np.flatnonzero(view["action_mask"]))})
                paid, over = paid + sum(rewards.values()), ended["__all__"]
            assert abs(paid - 1) < 1e-6, "one win is shared out"
            print(f"{game.name}, {seats} seats: RLlib's PettingZooEnv plays to the end", flush=True)


def made(config: dict) -> gymnasium.Env:
    """Two seats; the planes as one row of numbers from 0 to 1, and the mask, by the names RLlib's module wants."""
    env = gymnasium.make(f"siegeworks/{config['game']}-v0", seats=2, opponents=config.get("opponents", "random"))
    most = np.maximum(env.observation_space["observation"].high.ravel(), 1).astype(np.float32)
    mask = Box(0, 1, env.observation_space["action_mask"].shape, np.float32)
    space = Dict({"observations": Box(0, 1, most.shape, np.float32), "action_mask": mask})

    def told(seen: dict) -> dict:
        return {
            "observations": seen["observation"].ravel() / most,
            "action_mask": seen["action_mask"].astype(np.float32),
        }

    return TransformObservation(env, told, space)


def share(learner, game: str, opponents: str, games: int = 200) -> float:
    """How much of the win the policy gets, playing the action it likes best."""
    env, module, won = made({"game": game, "opponents": opponents}), learner.get_module(), 0.0
    for seed in range(games):
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            asked = {"obs": {name: torch.as_tensor(row)[None] for name, row in seen.items()}}
            with torch.no_grad():
                scores = module.forward_inference(asked)["action_dist_inputs"]
            seen, reward, over, _, _ = env.step(int(scores.argmax()))
            won += float(reward)
    return won / games


def main(game: str = "siegestones", seconds: float = 90.0) -> None:
    check_all()
    torch.set_num_threads(1)  # the networks are small
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    register_env("siege", made)
    config = (
        PPOConfig()
        .environment("siege", env_config={"game": game})
        .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
        .training(train_batch_size_per_learner=2048, minibatch_size=256, num_epochs=5, lr=5e-4, gamma=1.0)
        .rl_module(rl_module_spec=RLModuleSpec(ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [128, 128]}))
        .debugging(seed=0)
    )
    learner, end, steps = config.build_algo(), time.monotonic() + seconds, 0
    print(f"{game}: share of the win before: {share(learner, game, 'random'):.2f} against random", flush=True)
    while time.monotonic() < end:
        steps += int(learner.train()["env_runners"]["num_env_steps_sampled"])
    for opponents in ("random", "thumb"):
        print(f"{steps:,} steps, {share(learner, game, opponents):.2f} against {opponents}", flush=True)
    ray.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(float, sys.argv[2:3]))
