"""The same rules on a GPU: python benchmarks/gpu.py [agree] [play] [steps] [vector] [torch] [peers] [GAME ...]

Needs an NVIDIA GPU with numba-cuda, and for the peers JAX and pgx. `play`: random games, each GPU thread playing its
own, the first ones played again on the CPU. `agree`: a batch on the GPU is the batch on the CPU, array by array.
`steps`: environment steps with mask, reward and auto-reset written to memory. `vector`: the vector environment on the
GPU is that on the CPU, and how fast it is beside the batch. `torch`: PyTorch chooses the actions. `peers`: pgx on the
same GPU. For mctx see benchmarks/planning.py.
Without a word, all of it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from siegeworks.envs.gpu import THREADS, GpuBatch  # first: it makes numba-cuda ready for this NumPy

from numba import cuda, int16, int32, uint64  # isort: skip

from siegeworks.choices import checked_options, option_codes
from siegeworks.core import step
from siegeworks.core.dice import new_dice
from siegeworks.envs.batch import Batch
from siegeworks.games import GAMES, Game

CHECKED = 200
PARTS = ("agree", "play", "steps", "vector", "torch", "peers")
ARRAYS = ("states", "actions", "legal_mask", "rewards", "to_move", "done", "observations")
PEERS = ("connect_four", "hex")
BATCH = 262_144


def kernel_of(game: Game) -> Any:
    """A kernel that plays `games` random games in each thread."""
    width = max(game.rules.ACTIONS, game.rules.CHANCES)
    random_games = step.random_games

    @cuda.jit
    def kernel(states, seats, options, dice, games, decisions):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < len(states):
            out = cuda.local.array(width, int16)
            weights = cuda.local.array(width, int32)
            own = cuda.local.array(1, uint64)
            own[0] = dice[at]
            decisions[at] = random_games(states, at, seats, options, own, games, out, weights)
            dice[at] = own[0]

    return kernel


def play(game: Game, seats: int, threads: int = 1 << 17, games: int = 20) -> None:
    """Random games to the end, as many as there are threads times `games`."""
    rules = game.rules
    options = option_codes(game, checked_options(game, {}, seats))
    dice = new_dice(seats, streams=threads)
    kernel = kernel_of(game)
    blocks = (threads + THREADS - 1) // THREADS
    there = cuda.to_device(np.zeros(threads, rules.STATE))
    there_options, there_dice = cuda.to_device(options), cuda.to_device(dice)
    made = cuda.to_device(np.zeros(threads, np.int64))
    started = time.perf_counter()
    kernel[blocks, THREADS](there, seats, there_options, there_dice, 1, made)
    cuda.synchronize()
    compiled = time.perf_counter() - started
    same_games(game, seats, options, dice, there.copy_to_host())
    started = time.perf_counter()
    kernel[blocks, THREADS](there, seats, there_options, there_dice, games, made)
    cuda.synchronize()
    spent = time.perf_counter() - started
    decisions = int(made.copy_to_host().sum())
    print(
        f"{game.name}, {seats} seats: {decisions / spent / 1e6:,.0f} M decisions/s of random play "
        f"({threads:,} threads, {games} games each, {spent:.2f} s; compiled in {compiled:.1f} s; "
        f"{CHECKED} games give the CPU's bytes)",
        flush=True,
    )


def same_games(game: Game, seats: int, options: Any, dice: Any, found: Any) -> None:
    """The first games of the first threads, played again on the CPU."""
    width = max(game.rules.ACTIONS, game.rules.CHANCES)
    out, weights = np.zeros(width, np.int64), np.zeros(width, np.int64)
    states = np.zeros(CHECKED, game.rules.STATE)
    for at in range(CHECKED):
        step.random_games(states, at, seats, options, dice[at : at + 1].copy(), 1, out, weights)
    assert states.tobytes() == found[:CHECKED].tobytes(), f"{game.name}: the GPU played other games"


def agree(game: Game, seats: int, count: int = 4096, steps: int = 150) -> None:
    """Every array after every step, on the GPU and on the CPU."""
    here, there = Batch(game.name, seats, count, seed=seats), GpuBatch(game.name, seats, count, seed=seats)
    here.reset()
    there.reset()
    ended = 0
    for turn in range(steps):
        here.step(here.random_actions())
        there.step(there.random_actions())
        ended += int((here.done == 1).sum())
        if turn % 10 == 9:
            for name in ARRAYS:
                found = getattr(there, name).copy_to_host()
                assert found.tobytes() == getattr(here, name).tobytes(), f"{game.name}, {seats} seats: {name} differ"
    print(f"{game.name}, {seats} seats: {count:,} games, {steps} steps, {ended:,} ended: GPU and CPU agree", flush=True)


def timed(run: Callable[[], None], done: Callable[[], None], times: int) -> float:
    """Runs a second, the best of three goes."""
    run()
    done()
    best = 0.0
    for _ in range(3):
        started = time.perf_counter()
        for _ in range(times):
            run()
        done()
        best = max(best, times / (time.perf_counter() - started))
    return best


def rates(game: Game, seats: int, count: int, observe: bool) -> str:
    """Environment steps a second with random actions, and what picking those takes of it."""
    batch = GpuBatch(game.name, seats, count, observe=observe)
    batch.reset()
    both = timed(lambda: batch.step(batch.random_actions()), cuda.synchronize, 50) * count
    picking = timed(batch.random_actions, cuda.synchronize, 50) * count
    seen = ", observed" if observe else ""
    return f"{count:,}{seen}: {both / 1e6:,.0f} M (picking alone {picking / 1e6:,.0f} M)"


def steps(game: Game, seats: int) -> None:
    """Environment steps a second: with mask and reward, then with observations too."""
    told = [rates(game, seats, count, observe) for count in (BATCH, 4 * BATCH) for observe in (False, True)]
    print(f"{game.name}, {seats} seats, environment steps/s by batch: {'; '.join(told)}", flush=True)


def vector(game: Game, seats: int, count: int = 1024, steps: int = 60) -> None:
    """Every array after every step, for one seat that learns and for a learner at every seat; then steps a second."""
    from siegeworks.envs.gymnasium import name_of
    from siegeworks.envs.vector import SeatVectorEnv

    for opponents in ("random", None):
        asked: dict[str, Any] = {"game": game.name, "seats": seats, "opponents": opponents}
        here, there = (
            SeatVectorEnv(num_envs=count, copy=False, **asked),
            SeatVectorEnv(num_envs=count, device="gpu", **asked),
        )
        here.reset(seed=seats)
        there.reset(seed=seats)
        dice, ended = np.random.default_rng(1), 0
        for _ in range(steps):
            noise = dice.random(here.batch.legal_mask.shape)
            actions = np.where(here.batch.legal_mask, noise, -1).argmax(axis=1).astype(np.int32)
            actions[dice.random(count) < 0.01] = -1  # now and then an illegal one
            told, found = here.step(actions), there.step(there.batch.hold(actions))
            ended += int(told[2].sum())
            same_answers(f"{game.name}, {seats} seats, opponents {opponents}", told, found)
        print(
            f"{name_of(game.name)}, {seats} seats, opponents {opponents}: {count:,} games, {steps} steps, "
            f"{ended:,} ended: GPU and CPU agree",
            flush=True,
        )
    envs = SeatVectorEnv(num_envs=BATCH, device="gpu", **asked)
    envs.reset(seed=1)
    batch = GpuBatch(game.name, seats, BATCH)
    batch.reset()
    vectors = timed(lambda: envs.step(envs.batch.random_actions()), cuda.synchronize, 50) * BATCH
    alone = timed(lambda: batch.step(batch.random_actions()), cuda.synchronize, 50) * BATCH
    print(
        f"{game.name}, {seats} seats, {BATCH:,} games: VectorEnv {vectors / 1e6:,.0f} M steps/s, "
        f"{vectors / alone:.2f} x GpuBatch with observations ({alone / 1e6:,.0f} M)",
        flush=True,
    )


def same_answers(who: str, told: Any, found: Any) -> None:
    """What `step` of two vector environments returned, with arrays here and on the GPU."""
    seen, rewards, over, _, info = told
    pairs = {
        "observation": (seen["observation"], found[0]["observation"]),
        "action_mask": (seen["action_mask"], found[0]["action_mask"]),
        "rewards": (rewards, found[1]),
        "over": (over, found[2]),
        "seat": (info["seat"], found[4]["seat"]),
        "final seat": (info["final_info"]["seat"], found[4]["final_info"]["seat"]),
    }
    for name, (here, there) in pairs.items():
        assert here.tobytes() == there.copy_to_host().tobytes(), f"{who}: {name} differs"
    last = found[4]["final_obs"]["observation"].copy_to_host()
    assert (info["final_obs"]["observation"][over] == last[over]).all(), f"{who}: final_obs differs"


def torch(game: Game, seats: int, count: int = 4096) -> None:
    """PyTorch reads masks and observations in place and chooses the actions; nothing is copied."""
    import torch as library

    batch = GpuBatch(game.name, seats, count, seed=1)
    batch.reset()
    mask = library.as_tensor(batch.legal_mask, device="cuda")
    rewards = library.as_tensor(batch.rewards, device="cuda")
    paid = 0.0
    for _ in range(100):
        noise = library.rand(mask.shape, device="cuda")
        batch.step(library.where(mask > 0, noise, -1.0).argmax(dim=1).int())
        paid += float(rewards.sum())
    assert mask.data_ptr() == batch.legal_mask.__cuda_array_interface__["data"][0]
    assert not (batch.done.copy_to_host() == 2).any()
    print(f"{game.name}, {seats} seats: PyTorch chose 100 x {count:,} actions, all legal; {paid:,.0f} games won")


def peers(name: str, count: int = BATCH, loops: int = 100) -> None:
    """pgx with its own auto-reset and random legal actions, compiled as one loop."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    advance = jax.vmap(auto_reset(env.step, env.init))

    def one(state: Any, key: Any) -> tuple[Any, None]:
        pick, luck = jax.random.split(key)
        noise = jax.random.uniform(pick, state.legal_action_mask.shape)
        action = jnp.argmax(jnp.where(state.legal_action_mask, noise, -1.0), axis=-1)
        return advance(state, action, jax.random.split(luck, count)), None

    loop = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, loops))[0])
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), count))
    held = [loop(state, jax.random.PRNGKey(1))]

    def run() -> None:
        held[0] = loop(held[0], jax.random.PRNGKey(2))

    rate = timed(run, lambda: jax.block_until_ready(held[0]), 3) * count * loops
    kind = jax.devices()[0].platform
    print(f"pgx {name} on {kind}, batch {count:,}: {rate / 1e6:,.0f} M environment steps/s", flush=True)


def main() -> None:
    chosen = [word for word in sys.argv[1:] if word in PARTS] or list(PARTS)
    names = [word for word in sys.argv[1:] if word not in PARTS] or list(GAMES)
    for part, run in (("agree", agree), ("play", play), ("steps", steps), ("vector", vector), ("torch", torch)):
        for name in names if part in chosen else []:
            for seats in GAMES[name].seats:
                run(GAMES[name], seats)
    if "peers" in chosen:
        for name in PEERS:
            peers(name)


if __name__ == "__main__":
    main()
