"""Games inside JAX: the same as in a batch, and mctx plans on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import jax
import jax.numpy as jnp
import mctx
import numpy as np
import pytest

from siegeworks import GAMES, BadSetup, Match
from siegeworks.core import step
from siegeworks.envs.batch import Batch
from siegeworks.envs.jax import JaxGame
from siegeworks.envs.mctx import recurrent, rollouts, root
from tests.tables import QUICK, Table, every_seat_count

COUNT = 8
FOLLOWED = 20
"""So many games of each table are compared with those of a batch."""


@every_seat_count
def test_games_in_jax_are_those_of_a_batch(table: Table) -> None:
    """Games that are over stay so, and what is illegal is refused."""
    options = QUICK.get(table.game)
    game = JaxGame(table.game, table.seats, options)
    batch = Batch(table.game, table.seats, FOLLOWED, seed=4, options=options)
    batch.reset()
    games, take = game.begin(FOLLOWED, seed=4), jax.jit(game.step)
    told = game.tell(games)
    while (batch.to_move >= 0).any():
        assert game.states(games).tobytes() == batch.states.tobytes()
        for field in ("to_move", "legal_mask", "rewards", "done"):
            assert (np.asarray(getattr(told, field)) == getattr(batch, field)).all(), field
        is_open = batch.to_move >= 0
        assert (np.asarray(told.observations) == batch.observations)[is_open].all()
        actions = batch.random_actions().copy()
        batch.step(actions, autoreset=False)
        games, told = take(games, jnp.asarray(actions))
    assert (np.asarray(told.rewards) == batch.rewards).all()
    assert np.asarray(told.done).all()
    _, told = take(game.begin(FOLLOWED, seed=4), jnp.full(FOLLOWED, game.actions))
    assert (np.asarray(told.done) == 2).all()


def test_games_go_on_from_any_state_and_one_state_may_be_stepped_twice() -> None:
    game, match = JaxGame("siegestones"), Match.new("siegestones", 2, seed=1)
    match.play(match.legal()[5])
    games = game.at(np.repeat(match.states, 2))
    chosen = match.legal_numbers()[:2]
    after, _ = game.step(games, jnp.array(chosen))
    for at, action in enumerate(chosen):
        match.play(action)
        assert game.states(after)[at : at + 1].tobytes() == match.states.tobytes()
        match.undo()
    paid = np.asarray(game.rollout(after, jax.random.PRNGKey(1)))
    assert np.allclose(paid.sum(axis=1), 1)
    with pytest.raises(BadSetup):
        game.at(Match.new("siegestones", 3, seed=1).states)
    with pytest.raises(BadSetup):
        game.at(Match.new("nobles", 2, seed=1).states)
    for actions in ([1], [0.5, 1.5]):
        with pytest.raises(BadSetup):
            game.step(games, actions)


BEYOND = (2**32 + 5, -(2**32) + 5, 2**31, 2**63 - 1, -1, 74)
"""No actions of SiegeStones; the first two are 5 in their last 32 bits, which is one."""


def test_a_number_too_large_for_an_action_is_illegal_and_never_cut_down() -> None:
    game = JaxGame("siegestones")
    games = game.begin(2, seed=1)

    def done(actions: Any) -> list[int]:
        after, told = game.step(games, actions)
        assert game.states(after)[:1].tobytes() == game.states(games)[:1].tobytes()
        return np.asarray(told.done).tolist()

    for wrong in BEYOND:
        assert done([wrong, 5]) == done(np.array([wrong, 5])) == [2, 0], wrong
    for wrong in (2**32 + 5, 2**64 - 1, 2**31, 74):
        assert done(np.array([wrong, 5], np.uint64)) == [2, 0], wrong
        with jax.enable_x64(True):
            assert done(jnp.array([wrong, 5], jnp.uint64)) == [2, 0], wrong
    with jax.enable_x64(True):
        for wrong in BEYOND:
            assert done(jnp.array([wrong, 5], jnp.int64)) == [2, 0], wrong
    for wrong in (200, 255):
        assert done(np.array([wrong, 5], np.uint8)) == [2, 0]
    assert done(np.array([-5, 5], np.int8)) == [2, 0]
    assert jax.jit(lambda games: game.step(games, [games.records[0, 0] * 0 + 74, jnp.int32(5)]))(games)[1].done[1] == 0
    for odd in ([2**70, 5], [True, True], ["1", "2"], [None, 1], [[1], [2]], 3, None):
        with pytest.raises(BadSetup, match="Actions are an array of 2 whole numbers"):
            game.step(games, odd)


@pytest.mark.parametrize("other", [JaxGame("siegestones", 3), JaxGame("nobles", 2)])
def test_games_of_another_table_are_refused(other: JaxGame) -> None:
    """Rules compiled for two seats would pay the third one past the end of the array."""
    game, own, games = JaxGame("siegestones", 2), JaxGame("siegestones", 2).begin(4), other.begin(4)
    calls: list[Callable[[], Any]] = [
        lambda: game.step(games, jnp.zeros(4, jnp.int32)),
        lambda: jax.jit(game.step)(games, jnp.zeros(4, jnp.int32)),
        lambda: game.tell(games),
        lambda: game.rollout(games, jax.random.PRNGKey(1)),
        lambda: game.states(games),
        lambda: other.tell(own),
    ]
    for call in calls:
        with pytest.raises(BadSetup, match="These are not games of"):
            call()
    cut = replace(own, luck=own.luck[:2]), replace(own, records=own.records[:, 1:])
    for odd in (None, (own.records, own.luck), *cut):
        with pytest.raises(BadSetup, match="not games of SiegeStones with 2 seats"):
            game.tell(odd)  # type: ignore[arg-type]
    halves = [jax.tree.map(lambda array, half=half: array[half::2], own) for half in (0, 1)]
    assert game.tell(halves[1]).legal_mask.shape == (2, 74)


def value(states: np.ndarray, seat: int) -> float:
    """What the seat gets with best play, by trying everything."""
    out = np.zeros(128, np.int64)
    legal = out[: step.list_legal(states, 0, out)].tolist()
    mover = int(states["to_move"][0])
    if not legal:
        ranks = np.zeros(2, np.int64)
        step.standings(states, 0, np.zeros(2, np.int64), ranks)
        return float(ranks[seat] == 1)
    values = []
    for action in legal:
        after = states.copy()
        step.step(after, 0, action, out)
        values.append(value(after, seat))
    return max(values) if mover == seat else min(values)


@pytest.mark.slow
def test_mctx_finds_a_winning_move() -> None:
    """Half of the moves of the small position lose; without noise the search plays one that wins, whatever its dice."""
    game, match = JaxGame("siegestones"), Match.from_position("siegestones", GAMES["siegestones"].small["late"])
    assert isinstance(match.to_move, int)
    values = {}
    for action in match.legal_numbers():
        after = match.states.copy()
        step.step(after, 0, action, np.zeros(128, np.int64))
        values[action] = value(after, match.to_move)
    assert set(values.values()) == {0, 1}

    games, evaluate, key = game.at(np.repeat(match.states, COUNT)), rollouts(game), jax.random.PRNGKey(2)

    @jax.jit
    def plan() -> mctx.PolicyOutput:
        first = root(game, evaluate, (), key, games)
        is_illegal = game.tell(games).legal_mask == 0
        advance = recurrent(game, evaluate)
        return mctx.gumbel_muzero_policy((), key, first, advance, 256, invalid_actions=is_illegal, gumbel_scale=0.0)

    assert [values[action] for action in np.asarray(plan().action).tolist()] == [1] * COUNT
    with pytest.raises(BadSetup, match="two seats"):
        root(JaxGame("siegestones", 3), evaluate, (), key, games)
