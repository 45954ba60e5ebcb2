"""Many games in one call: each is the game `Match` plays, whatever stands beside it."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from siegeworks import GAMES, BadSetup, IllegalAction, Match
from siegeworks.core import step
from siegeworks.core.jit import IS_PLAIN
from siegeworks.core.rules import CHANCE
from siegeworks.envs import stepping
from siegeworks.envs.agreement import Follower
from siegeworks.envs.batch import LUCK, PLAY, Batch, streams
from siegeworks.games import Game
from tests.tables import QUICK, Table, budget, every_game, every_seat_count

ARRAYS = ("states", "actions", "legal_mask", "rewards", "to_move", "done", "observations")


def batch_of(table: Table, count: int, **more: Any) -> Batch:
    return Batch(table.game, table.seats, count, options=QUICK.get(table.game, {}), **more)


@pytest.mark.plain
@every_seat_count
def test_every_step_is_what_match_gives(table: Table) -> None:
    games = budget(20, 1)
    batch = batch_of(table, games, seed=3)
    followers = [Follower(batch, at) for at in range(games)]
    batch.reset()
    for _ in range(budget(100_000, 80)):
        if all(follower.finished for follower in followers):
            break
        for follower in followers:
            follower.compare()
        batch.step(batch.random_actions())
        for follower in followers:
            follower.follow()


def test_size_and_threads_change_nothing() -> None:
    """Games 0 to 255 are the same in batches of 1, 256 and 4096, on one thread and on two."""
    for name, game in GAMES.items():
        table, steps = Table(name, game.seats[-1], {}), 60
        batches = [batch_of(table, count, threads=n) for count, n in ((1, 1), (256, 1), (256, 2), (4096, 1), (4096, 2))]
        for batch in batches:
            batch.reset(11)
        for _ in range(steps):
            for batch in batches:
                batch.step(batch.random_actions())
            for batch in batches:
                shared = min(batch.count, 256)
                for array in ARRAYS:
                    assert (getattr(batch, array)[:shared] == getattr(batches[-1], array)[:shared]).all(), (name, array)
        assert batches[3].states.tobytes() == batches[4].states.tobytes()


def test_a_seed_gives_the_same_games_again_and_another_gives_others() -> None:
    batch = Batch("nobles", 3, 64, seed=5)
    found = []
    for seed in (5, 5, 6, None):
        batch.reset(seed)
        for _ in range(30):
            batch.step(batch.random_actions())
        found.append(batch.states.tobytes())
    assert found[0] == found[1]
    assert found[0] != found[2] == found[3]


@pytest.mark.plain
def test_streams_hang_on_seed_and_number_alone_and_never_stop() -> None:
    assert (streams(7, 10)[:4] == streams(7, 4)).all()
    words = np.concatenate([streams(seed, 500, kind) for seed in range(20) for kind in (LUCK, PLAY)])
    assert len(set(words.tolist())) == len(words)
    assert words.all()


def test_arrays_are_the_callers_and_stay_in_place() -> None:
    mine: dict[str, Any] = {
        "legal_mask": np.zeros((8, 74), np.bool_),
        "observations": np.zeros((8, *GAMES["siegestones"].planes.SHAPE), np.float32),
        "rewards": np.zeros((8, 2), np.float64),
    }
    batch, twin = Batch("siegestones", 2, 8, into=mine), Batch("siegestones", 2, 8)
    for each in (batch, twin):
        each.reset()
        for _ in range(40):
            each.step(each.random_actions())
    assert batch.legal_mask is mine["legal_mask"]
    for name, array in mine.items():
        assert (array == getattr(twin, name)).all()


def test_a_game_that_ends_pays_its_winners_and_is_followed_by_another() -> None:
    batch = Batch("siegestones", 3, 50, seed=1)
    batch.reset()
    ended = 0
    for _ in range(80):
        batch.step(batch.random_actions())
        over = batch.done == stepping.ENDED
        ended += int(over.sum())
        assert np.allclose(batch.rewards[over].sum(axis=1), 1)
        assert not batch.rewards[~over].any()
        assert (batch.to_move >= 0).all()
        assert batch.legal_mask.any(axis=1).all()
        assert (np.bitwise_count(batch.states["empty"][over]) == 37).all()
    assert ended > 50


def test_an_illegal_action_stands_still_and_is_named() -> None:
    batch = Batch("siegestones", 2, 4, seed=1)
    batch.reset()
    batch.step(np.array([0, 1, 2, 3]))
    before = batch.states.copy()
    with pytest.raises(IllegalAction, match="Action 1 is not legal in game 1"):
        batch.step(np.array([5, 1, 6, 99]))
    assert batch.done.tolist() == [0, 2, 0, 2]
    assert (batch.states[[1, 3]] == before[[1, 3]]).all()
    with pytest.raises(IllegalAction, match="Action -1 "):
        batch.step(np.array([-1, 7, 8, 9]))


def test_what_cannot_be_is_refused() -> None:
    for wrong in ({"count": 0}, {"count": True}, {"threads": 0}, {"seats": 7}, {"game": "chess"}):
        chosen: dict[str, Any] = {"game": "siegestones", "seats": 2, "count": 4} | wrong
        with pytest.raises(BadSetup):
            Batch(**chosen)
    with pytest.raises(BadSetup, match="no array"):
        Batch("siegestones", 2, 4, into={"masks": np.zeros(4)})
    with pytest.raises(BadSetup, match="of shape"):
        Batch("siegestones", 2, 4, into={"done": np.zeros(5, np.uint8)})
    for kind in (np.uint8, np.float32, np.bool_):
        with pytest.raises(BadSetup, match="whole numbers that can be -1 and 74"):
            Batch("siegestones", 2, 4, into={"actions": np.zeros(4, kind)})
    with pytest.raises(BadSetup, match="record type"):
        Batch("siegestones", 2, 4, into={"states": np.zeros(4, np.int64)})


@pytest.mark.skipif(IS_PLAIN, reason="plain Python allocates all the time")
def test_a_step_allocates_nothing() -> None:
    from numba.core.runtime import _nrt_python, rtsys

    batch = Batch("siege", 4, 32, options={"max_years": 1})
    batch.reset()
    batch.step(batch.random_actions())
    _nrt_python.memsys_enable_stats()
    try:
        before = rtsys.get_allocation_stats().alloc
        for _ in range(20):
            batch.step(batch.random_actions())
        assert rtsys.get_allocation_stats().alloc == before
    finally:
        _nrt_python.memsys_disable_stats()


def test_luck_is_drawn_by_its_weights() -> None:
    """All seats begin equally often; the follower's own draws are checked against `Match` above."""
    batch = Batch("siegestones", 4, 8000, seed=2, observe=False)
    batch.reset()
    counts = np.bincount(batch.to_move, minlength=4)
    assert (abs(counts - 2000) < 200).all()
    match = Match.new("siegestones", 4)
    assert match.state.to_move == CHANCE
    assert step.weigh(match.states, 0, np.zeros(74, np.int64)) == 4


@pytest.mark.parametrize("threads", [1, 2])
@every_game
def test_copies_are_whole_and_independent(game: Game, threads: int) -> None:
    batch = batch_of(Table(game.name, game.seats[0], {}), 40, seed=9, threads=threads)
    batch.reset()
    for _ in range(25):
        batch.step(batch.random_actions())
    before = {name: getattr(batch, name).tobytes() for name in ARRAYS}
    copies = [copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch)), batch.clone()]
    for _ in range(25):
        for twin in copies:
            twin.step(twin.random_actions())
    assert {name: getattr(batch, name).tobytes() for name in ARRAYS} == before
    for _ in range(25):
        batch.step(batch.random_actions())
    for twin in copies:
        assert (twin.threads, twin.options, twin.seed) == (threads, batch.options, 9)
        assert all((getattr(twin, name) == getattr(batch, name)).all() for name in ARRAYS)


def test_a_copy_keeps_arrays_of_another_type_and_the_lack_of_observations() -> None:
    seen = np.zeros((8, *GAMES["nobles"].planes.SHAPE), np.float32)
    batch = Batch("nobles", 2, 8, into={"observations": seen})
    batch.reset()
    twin = copy.deepcopy(batch)
    assert twin.observations.dtype == np.float32
    assert not np.shares_memory(twin.observations, seen)
    blind = Batch("nobles", 2, 8, observe=False)
    assert copy.copy(blind).observations.size == 0
    assert blind.select([1, 5]).observations.size == 0
    with pytest.raises(BadSetup, match="count is a whole number"):
        blind.select([])


def test_actions_are_whole_numbers_of_any_kind_and_none_is_wrapped() -> None:
    batches = [Batch("siegestones", 2, 4, seed=2) for _ in range(6)]
    kinds: list[Any] = [np.int8, np.uint8, np.int32, np.uint32, np.int64, list]
    for batch, kind in zip(batches, kinds, strict=True):
        batch.reset()
        batch.step([1, 2, 3, 4] if kind is list else np.array([1, 2, 3, 4], kind))
        assert batch.states.tobytes() == batches[0].states.tobytes()
    batch, before = batches[0], batches[0].states.tobytes()
    for wrong in (2**32 + 5, -(2**32) + 5, 2**63 - 1, -1, 74):
        with pytest.raises(IllegalAction, match=f"Action {wrong} is not legal in game 0"):
            batch.step(np.array([wrong] * 4))
    for odd in ([1.0] * 4, [True] * 4, [2**70] * 4, [1, 2], 3, [None] * 4, "1234"):
        with pytest.raises(BadSetup, match="Actions are an array of 4 whole numbers"):
            batch.step(np.array(odd))
    assert batch.states.tobytes() == before


def test_numpys_numbers_are_numbers_and_what_is_not_whole_is_refused() -> None:
    batch = Batch("siegestones", np.int8(3), np.int64(5), seed=np.uint32(7), threads=np.int16(1))
    batch.reset(np.int64(8))
    chosen: dict[str, Any] = {"balanced": np.True_, "tower_pool": np.int64(0)}
    assert Batch("siegestones", 3, 2, options=chosen).options["balanced"] is True
    assert [type(each) for each in (batch.seats, batch.count, batch.seed, batch.threads)] == [int] * 4
    odd: dict[str, tuple[Any, ...]] = {"count": (2.0, np.True_, 0), "seed": (-1, 2**63, 1.5, "1")}
    for name, values in odd.items():
        for value in values:
            asked: dict[str, Any] = {"count": 4, "seed": 1, name: value}
            with pytest.raises(BadSetup, match=f"{name} is a whole number"):
                Batch("siegestones", 2, **asked)
    with pytest.raises(BadSetup, match="seed is a whole number"):
        batch.reset(2**64 + 8)
    assert batch.seed == 8


def test_before_reset_it_says_that_reset_comes_first() -> None:
    batch = Batch("siegestones", 2, 4)
    for early in (batch.random_actions, batch.step):
        with pytest.raises(BadSetup, match=r"Call reset\(\) first"):
            early()
