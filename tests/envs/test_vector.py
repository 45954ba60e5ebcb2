"""Many games as one vector environment: Gymnasium's own behaviour, what Match plays, and what the batch plays."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from siegeworks import BadSetup, Match
from siegeworks.envs import stepping
from siegeworks.envs.batch import Batch
from siegeworks.envs.gymnasium import name_of
from siegeworks.envs.learners import LearnerBatch
from siegeworks.envs.vector import SeatVectorEnv
from siegeworks.games import Game
from tests.tables import QUICK, Table, every_game, every_seat_count

WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda made: pickle.loads(pickle.dumps(made)),
}


def envs_of(table: Table, count: int = 6, **more: Any) -> SeatVectorEnv:
    made = gymnasium.make_vec(
        name_of(table.game), num_envs=count, seats=table.seats, options=QUICK.get(table.game), **more
    )
    assert isinstance(made, SeatVectorEnv)
    return made


def legal_choices(info: dict[str, Any], rng: np.random.Generator) -> Any:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])


@every_seat_count
def test_what_it_returns_fits_its_spaces_and_their_names(table: Table) -> None:
    envs, rng = envs_of(table), np.random.default_rng(1)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, info = envs.reset(seed=5)
    ended = 0
    for _ in range(120):
        assert seen in envs.observation_space
        assert (seen["action_mask"].astype(bool) == info["action_mask"]).all()
        assert (envs.action_masks() == info["action_mask"]).all()
        assert (info["seat"] == envs.own).all()
        actions = legal_choices(info, rng)
        assert actions in envs.action_space
        seen, rewards, over, cut, info = envs.step(actions)
        assert rewards.shape == over.shape == cut.shape == (6,)
        assert not cut.any()
        assert not rewards[~over].any()
        assert ("final_obs" in info) == bool(over.any())
        if over.any():
            assert (info["_final_obs"] == over).all()
            for at in range(6):
                told = info["final_obs"][at]
                assert (told is not None) == over[at]
                assert told is None or told in envs.single_observation_space
        ended += int(over.sum())
    assert ended or table.game == "siege"
    envs.close()


@every_seat_count
def test_a_seed_for_each_game_and_the_game_is_the_same_in_any_company(table: Table) -> None:
    """A game by its seed is the same alone, among others, and at another place."""
    three, one = envs_of(table, 3), envs_of(table, 1)
    seen, info = three.reset(seed=[9, 4, 7])
    alone, alone_info = one.reset(seed=[4])
    for _ in range(60):
        assert (seen["observation"][1] == alone["observation"][0]).all()
        assert info["seat"][1] == alone_info["seat"][0]
        choices = [int(np.flatnonzero(mask)[-1]) for mask in info["action_mask"]]
        seen, rewards, over, _, info = three.step(choices)
        alone, alone_rewards, alone_over, _, alone_info = one.step(choices[1:2])
        assert (rewards[1], over[1]) == (alone_rewards[0], alone_over[0])
    counted, listed = envs_of(table, 2), envs_of(table, 2)
    first, second = counted.reset(seed=11)[0], listed.reset(seed=[11, 12])[0]
    assert (first["observation"] == second["observation"]).all()


@every_seat_count
def test_rewards_and_last_sights_are_those_of_the_game_as_match_plays_it(table: Table) -> None:
    """Played with the learner at every seat, so that all actions are known and Match can follow."""
    envs, rng = envs_of(table, 2, opponents=None), np.random.default_rng(3)
    _, info = envs.reset(seed=8)
    match = envs.batch.match(0)
    while match.result is None:
        mover = int(info["seat"][0])
        actions = legal_choices(info, rng)
        _, rewards, over, _, info = envs.step(actions)
        match.play(int(actions[0]))
        assert over[0] == (match.to_move is None)
        if match.to_move == "chance":  # drawn inside the batch
            match = envs.batch.match(0)
    winners = match.result["winners"]
    assert rewards[0] == pytest.approx(1 / len(winners) if mover in winners else 0)
    expected = np.zeros(match.game.planes.SHAPE, np.uint8)
    stepping.look(match.states, mover, expected)
    assert (info["final_obs"][0]["observation"] == expected).all()
    assert info["final_info"]["seat"][0] == mover


@every_seat_count
def test_the_learner_of_every_seat_plays_what_the_batch_plays(table: Table) -> None:
    envs = envs_of(table, 20, opponents=None)
    batch = Batch(table.game, table.seats, 20, options=QUICK.get(table.game))
    envs.reset(seed=2)
    batch.restart(seeds=range(2, 22))
    for _ in range(200):
        actions = batch.random_actions().copy()
        seen, _, over, *_ = envs.step(actions)
        batch.step(actions)
        assert (seen["observation"] == batch.observations).all()
        assert (seen["action_mask"] == batch.legal_mask).all()
        assert (over == (batch.done == stepping.ENDED)).all()


@pytest.mark.parametrize("opponents", ["random", "thumb", "level1"])
def test_bots_play_the_other_seats(opponents: str) -> None:
    """The seat that learns is always to move, and is another from game to game unless one is chosen."""
    envs = envs_of(Table("siegestones", 3, {}), 4, opponents=opponents)
    rng = np.random.default_rng(2)
    _, info = envs.reset(seed=1)
    learned: list[set[int]] = [set() for _ in range(4)]
    for _ in range(45):
        for at, seat in enumerate(info["seat"]):
            learned[at].add(int(seat))
        *_, info = envs.step(legal_choices(info, rng))
    assert all(len(seats) == 3 for seats in learned)
    fixed = envs_of(Table("siegestones", 3, {}), 4, opponents=opponents, seat=2)
    assert set(fixed.reset(seed=1)[1]["seat"]) == {2}


def test_a_level_is_stronger_than_chance_inside_the_batch() -> None:
    rewards = {}
    for opponents in ("random", "level2"):
        envs, rng = envs_of(Table("siegestones", 2, {}), 8, opponents=opponents), np.random.default_rng(1)
        total, games = 0.0, 0
        _, info = envs.reset(seed=1)
        for _ in range(50):
            _, paid, over, _, info = envs.step(legal_choices(info, rng))
            total, games = total + float(paid.sum()), games + int(over.sum())
        rewards[opponents] = total / games
    assert rewards["level2"] < 0.2 < 0.35 < rewards["random"]


def test_an_illegal_action_loses_its_game_and_no_other() -> None:
    envs = envs_of(Table("siegestones", 2, {}), 3)
    _, info = envs.reset(seed=1)
    legal = legal_choices(info, np.random.default_rng(1))
    wrong = legal.copy()
    wrong[1] = 99
    _, rewards, over, _, info = envs.step(wrong)
    assert over.tolist() == [False, True, False]
    assert rewards.tolist() == [0, 0, 0]
    assert info["_final_obs"].tolist() == [False, True, False]


def test_only_marked_games_are_reset() -> None:
    envs = envs_of(Table("nobles", 2, {}), 3)
    seen, info = envs.reset(seed=1)
    for _ in range(4):
        seen, *_, info = envs.step(legal_choices(info, np.random.default_rng(1)))
    marked = np.array([False, True, False])
    again, _ = envs.reset(seed=[1, 2, 3], options={"reset_mask": marked})
    first, _ = envs_of(Table("nobles", 2, {}), 3).reset(seed=1)
    assert (again["observation"][[0, 2]] == seen["observation"][[0, 2]]).all()
    assert (again["observation"][1] == first["observation"][1]).all()
    with pytest.raises(BadSetup, match="reset_mask"):
        envs.reset(options={"reset_mask": np.array([1, 0, 0])})


def test_what_is_returned_stays_unless_it_is_shared() -> None:
    for is_copied in (True, False):
        envs = envs_of(Table("siegestones", 2, {}), 4, copy=is_copied)
        seen, info = envs.reset(seed=1)
        before = seen["observation"].copy()
        envs.step(legal_choices(info, np.random.default_rng(1)))
        assert (seen["observation"] == before).all() == is_copied


def test_shared_last_sights_are_those_that_are_copied() -> None:
    """One array for all games, where Gymnasium has an object for each that is over."""
    whole, each = (envs_of(Table("siegestones", 2, {}), 8, copy=is_copied) for is_copied in (False, True))
    rng, ended = np.random.default_rng(1), 0
    _, info = each.reset(seed=1)
    whole.reset(seed=1)
    for _ in range(30):
        actions = legal_choices(info, rng)
        _, rewards, over, _, shared = whole.step(actions)
        _, copied_rewards, copied_over, _, info = each.step(actions)
        assert (rewards == copied_rewards).all()
        assert (over == copied_over).all()
        assert shared["_final_obs"] is over
        for at in np.flatnonzero(over):
            assert (shared["final_obs"]["observation"][at] == info["final_obs"][at]["observation"]).all()
            assert not shared["final_obs"]["action_mask"][at].any()
            assert shared["final_info"]["seat"][at] == info["final_info"]["seat"][at]
            ended += 1
    assert ended > 8


def test_games_can_be_told_from_their_beginning() -> None:
    envs = envs_of(Table("siegestones", 2, {}), 3, opponents=None)
    envs.batch.keep_history()
    rng = np.random.default_rng(1)
    _, info = envs.reset(seed=1)
    played = 0
    for _ in range(40):
        *_, over, _, info = envs.step(legal_choices(info, rng))
        played = 0 if over[1] else played + 1
    match = envs.batch.match(1)
    assert (len(match.actions) - 1, match.to_move) == (played, info["seat"][1])  # one line is the draw of who begins


def test_without_a_seed_games_differ_and_go_on_from_the_last_one() -> None:
    envs = envs_of(Table("nobles", 2, {}), 3)
    found = []
    for seed in (3, None, 3, None):
        envs.reset(seed=seed)
        found.append(envs.batch.states.tobytes())
    assert found[0] == found[2]
    assert found[1] == found[3] != found[0]


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat": 2},
        {"seat": 0, "opponents": None},
        {"opponents": "level9"},
        {"num_envs": 0},
        {"game": "siegestones-v7"},
        {"device": "tpu"},
        {"device": "gpu"},  # there is none here
        {"device": "gpu", "opponents": "level1"},
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadSetup):
        SeatVectorEnv(**{"game": "siegestones", "num_envs": 2, **wrong})


def test_wrong_calls_say_so_and_change_nothing() -> None:
    envs = SeatVectorEnv("siegestones-v0", 3)
    with pytest.raises(BadSetup, match="reset"):
        envs.step(np.zeros(3, int))
    with pytest.raises(BadSetup, match="reset"):
        envs.reset(options={"reset_mask": np.array([True, False, True])})
    envs.reset(seed=1)
    luck = str(envs.np_random.bit_generator.state)
    odd: tuple[Any, ...] = ([1, 2], -1, [None, 2, -3], 2**63 - 2, "123")
    for seed in odd:
        with pytest.raises(BadSetup):
            envs.reset(seed=seed)
    for options in ({"position": "nowhere"}, {"position": 5}, {"position": "late", "reset_mask": [[1], [2, 3], 4]}):
        with pytest.raises(BadSetup):
            envs.reset(options=options)
    with pytest.raises(BadSetup, match="one game, number of seats and options"):
        envs.reset(options={"position": Match.new("siegestones", 3, seed=1).position()})
    assert str(envs.np_random.bit_generator.state) == luck
    before = envs.batch.states.tobytes()
    for actions in (np.zeros(3), [1, 2], "abc", None, [1, [2], 3]):
        with pytest.raises(BadSetup, match="Actions are an array of 3 whole numbers"):
            envs.step(actions)
    assert envs.batch.states.tobytes() == before


def test_a_record_of_a_running_game() -> None:
    envs = SeatVectorEnv("siege", 2, 3)
    envs.reset(seed=1)
    match = envs.batch.match(1)
    assert Match.from_record(match.record()).position() == match.position()


def contents(envs: SeatVectorEnv) -> dict[str, Any]:
    """Everything that could differ: all arrays, whose turn it is, what comes next without a seed."""
    arrays = {name: value.tobytes() for name, value in vars(envs.batch).items() if isinstance(value, np.ndarray)}
    return arrays | {"turns": envs.batch.turns, "luck to come": str(envs.np_random.bit_generator.state)}


def played(envs: SeatVectorEnv, steps: int) -> list[Any]:
    """What it told in so many steps of random actions, with a new game by no seed among them."""
    found: list[Any] = []
    for step in range(steps):
        seen, rewards, over, _, info = envs.step(envs.batch.random_actions().copy())
        found += [seen["observation"].tobytes(), rewards.tobytes(), over.tobytes(), info["action_mask"].tobytes()]
        found += [repr(info.get("final_obs")), contents(envs)]
        if step == steps // 2:
            envs.reset(options={"reset_mask": np.arange(envs.num_envs) % 3 == 0})
    return found


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("opponents", ["random", None, "thumb"])
@every_game
def test_a_copy_is_independent_and_plays_on_alike(game: Game, opponents: str | None, way: str) -> None:
    for threads in (1, 2):
        envs = envs_of(Table(game.name, game.seats[-1], {}), 6, opponents=opponents, threads=threads)
        envs.reset(seed=3)
        played(envs, 9)
        before = contents(envs)
        twin = WAYS[way](envs)
        assert (type(twin), type(twin.batch), twin.batch.threads) == (SeatVectorEnv, LearnerBatch, threads)
        assert contents(twin) == before
        on = played(twin, 20)
        assert contents(envs) == before
        assert played(envs, 20) == on
        assert twin.close() is None


@pytest.mark.parametrize("way", [*WAYS, "clone", "select"])
@pytest.mark.parametrize("threads", [1, 2])
def test_learners_are_copied_whole_also_without_their_environment(threads: int, way: str) -> None:
    ways = WAYS | {"clone": LearnerBatch.clone, "select": lambda batch: batch.select(np.arange(7))}
    batch = LearnerBatch("nobles", 3, 7, threads=threads)
    batch.begin(np.arange(7), range(7), [at % 3 for at in range(7)])
    batch.turns = 1
    for _ in range(30):
        batch.play(batch.random_actions())
    twin = ways[way](batch)
    assert (type(twin), twin.turns) == (LearnerBatch, 1)
    for _ in range(30):
        for each in (twin, batch):
            each.play(each.random_actions())
        for name in ("states", "own", "acted", "paid", "over", "last", "to_move", "legal_mask", "observations"):
            assert getattr(twin, name).tobytes() == getattr(batch, name).tobytes(), name


def test_a_copy_keeps_the_history() -> None:
    envs = envs_of(Table("siegestones", 2, {}), 3, opponents=None)
    envs.batch.keep_history()
    envs.reset(seed=1)
    played(envs, 5)
    twin = copy.deepcopy(envs)
    played(envs, 3)
    played(twin, 3)
    for at in range(3):
        assert twin.batch.match(at).record() == envs.batch.match(at).record()
