"""mctx on our games beside mctx on pgx's: python benchmarks/planning.py [--batch N] [--simulations N] [GAME ...]

The same search from the beginning of each game, on whatever device JAX has: Gumbel MuZero's policy with the same
simulations and batch, all actions alike and no net, so that what is measured is the tree and the rules. `nothing` is a
game without rules, of as many actions as our first: what mctx itself takes. `rollouts` values a position by a game
played on at random. Rounds alternate; medians are told. First of all, games are stepped by JAX and by Batch alike.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import jax
import jax.numpy as jnp
import mctx
import numpy as np

from siegeworks.envs.batch import Batch
from siegeworks.envs.jax import Games, JaxGame, Told
from siegeworks.envs.mctx import recurrent, rollouts, root
from siegeworks.games import GAMES

PGX = ("connect_four", "hex")
ROUNDS = 5
Plan = Callable[[Any], Any]
"""A key into an array that is ready when the search is."""


def unvalued(params: Any, key: Any, games: Games, told: Told) -> tuple[Any, Any]:
    """All actions alike, and every position worth nothing."""
    return jnp.zeros(told.legal_mask.shape), jnp.zeros(told.to_move.shape)


def searched(key: Any, first: mctx.RootFnOutput, advance: Any, legal: Any, simulations: int) -> Any:
    """The actions that the search chooses."""
    return mctx.gumbel_muzero_policy((), key, first, advance, simulations, invalid_actions=~legal).action


def ours(name: str, batch: int, simulations: int, has_rollouts: bool) -> Plan:
    game = JaxGame(name)
    games = game.begin(batch)
    evaluate = rollouts(game) if has_rollouts else unvalued

    def plan(key: Any, games: Games) -> Any:
        legal = game.tell(games).legal_mask > 0
        return searched(key, root(game, evaluate, (), key, games), recurrent(game, evaluate), legal, simulations)

    compiled = jax.jit(plan)
    return lambda key: compiled(key, games)


def theirs(name: str, batch: int, simulations: int) -> Plan:
    import pgx

    env = pgx.make(name)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), batch))
    step = jax.vmap(env.step)

    def logits(state: Any) -> Any:
        return jnp.where(state.legal_action_mask, 0.0, -1e9)

    def advance(params: Any, key: Any, actions: Any, state: Any) -> tuple[mctx.RecurrentFnOutput, Any]:
        acted = state.current_player
        state = step(state, actions)
        reward = jnp.take_along_axis(state.rewards, acted[:, None], axis=1)[:, 0]
        discount = jnp.where(state.terminated, 0.0, -1.0)
        output = mctx.RecurrentFnOutput(
            reward=reward, discount=discount, prior_logits=logits(state), value=jnp.zeros(batch)
        )
        return output, state

    def plan(key: Any, states: Any) -> Any:
        first = mctx.RootFnOutput(prior_logits=logits(states), value=jnp.zeros(batch), embedding=states)
        return searched(key, first, advance, states.legal_action_mask, simulations)

    compiled = jax.jit(plan)
    return lambda key: compiled(key, states)


def nothing(actions: int, batch: int, simulations: int) -> Plan:
    logits, value = jnp.zeros((batch, actions)), jnp.zeros(batch)

    def advance(params: Any, key: Any, chosen: Any, steps: Any) -> tuple[mctx.RecurrentFnOutput, Any]:
        output = mctx.RecurrentFnOutput(reward=value, discount=value - 1, prior_logits=logits, value=value)
        return output, steps + 1

    def plan(key: Any) -> Any:
        first = mctx.RootFnOutput(prior_logits=logits, value=value, embedding=jnp.zeros(batch, jnp.int32))
        return searched(key, first, advance, jnp.ones((batch, actions), bool), simulations)

    return jax.jit(plan)


def agree(name: str, count: int = 256, steps: int = 100) -> None:
    """Games stepped inside JAX, on its device, are those of Batch; random play from there pays out one game each."""
    game, batch = JaxGame(name), Batch(name, 2, count, seed=1)
    batch.reset()
    games, step = game.begin(count, seed=1), jax.jit(game.step)
    for _ in range(steps):
        is_open = batch.to_move >= 0
        actions = batch.random_actions().copy()
        batch.step(actions, autoreset=False)
        games, told = step(games, jnp.asarray(actions))
        assert game.states(games).tobytes() == batch.states.tobytes(), f"{name}: states differ"
        for field in ("to_move", "legal_mask", "rewards", "done"):
            assert np.asarray(getattr(told, field)).tobytes() == getattr(batch, field).tobytes(), (
                f"{name}: {field} differ"
            )
        is_open &= batch.to_move >= 0
        assert (np.asarray(told.observations) == batch.observations)[is_open].all(), f"{name}: observations differ"
    paid = np.asarray(jax.jit(game.rollout)(game.begin(count), jax.random.PRNGKey(1)))
    assert np.allclose(paid.sum(axis=1), 1), f"{name}: a rollout pays something else than one game"
    where = jax.devices()[0].platform
    print(f"{name}: {count} games, {steps} steps inside JAX on {where} and in Batch agree", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("games", nargs="*", default=["siegestones"])
    chosen = parser.parse_args()
    for name in chosen.games:
        agree(name)
    size = chosen.batch, chosen.simulations
    plans = {
        f"nothing, {GAMES[chosen.games[0]].rules.ACTIONS} actions": nothing(GAMES[chosen.games[0]].rules.ACTIONS, *size)
    }
    plans |= {f"pgx {name}": theirs(name, *size) for name in PGX}
    for name in chosen.games:
        plans |= {name: ours(name, *size, False), f"{name}, rollouts": ours(name, *size, True)}
    rates: dict[str, list[float]] = {name: [] for name in plans}
    for turn in range(ROUNDS + 1):
        for name, plan in plans.items():
            started = time.perf_counter()
            plan(jax.random.PRNGKey(turn)).block_until_ready()
            if turn:  # the first compiles
                rates[name].append(size[0] * size[1] / (time.perf_counter() - started))
    print(f"mctx on {jax.devices()[0].platform}, {size[0]:,} games, {size[1]} simulations each:")
    for name, found in rates.items():
        beside = [median(a / b for a, b in zip(found, rates[f"pgx {peer}"], strict=True)) for peer in PGX]
        told = ", ".join(f"{ratio:.2f} x pgx {peer}" for ratio, peer in zip(beside, PGX, strict=True))
        print(f"{name}: {median(found):,.0f} simulations/s ({told})", flush=True)


if __name__ == "__main__":
    main()
