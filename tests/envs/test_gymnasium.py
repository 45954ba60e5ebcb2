"""The Gymnasium adapter: its own test passes, bots play the other seats, and it plays what Match plays."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from siegeworks import GAMES, BadSetup, Match
from siegeworks.envs.gymnasium import SeatEnv, name_of
from tests.tables import QUICK, Table, every_seat_count


def env_of(table: Table, **more: Any) -> SeatEnv:
    made = gymnasium.make(name_of(table.game), seats=table.seats, options=QUICK.get(table.game), **more)
    return made.unwrapped  # type: ignore[return-value]


@every_seat_count
def test_their_check_env_passes(table: Table) -> None:
    check_env(env_of(table), skip_render_check=True)


@pytest.mark.parametrize("mode", ["ansi", "svg", "rgb_array", "human"])
def test_it_draws(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(name_of("bluffstones"), render_mode=mode)
    env.reset(seed=1)
    drawn: Any = env.render()
    if mode == "human":
        assert len(capsys.readouterr().out) > 200
    elif mode == "rgb_array":
        assert drawn.shape[2] == 3
    else:
        assert len(drawn) > 200


@every_seat_count
def test_it_plays_what_match_plays(table: Table) -> None:
    """Fed the actions of a finished game, Match gives its states, its result and the reward."""
    env, rng = env_of(table), np.random.default_rng(1)
    for seed in range(1 + 20 // len(GAMES[table.game].seats)):
        seen, info = env.reset(seed=seed)
        reward, over = 0.0, env.single.to_move < 0
        while not over:
            assert env.single.to_move == info["seat"]
            seen, reward, over, _, info = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        match = env.match()
        again = Match.new(table.game, table.seats, options=env.single.options)
        for line in match.lines:
            again.play(line.name)
        assert again.states.tobytes() == env.single.states.tobytes()
        assert again.result is not None
        winners = again.result["winners"]
        assert reward == pytest.approx(1 / len(winners) if env.seat in winners else 0)


def test_the_seat_is_chosen_or_changes() -> None:
    assert {env_of(Table("siegestones", 3, {}), seat=2).reset(seed=n)[1]["seat"] for n in range(5)} == {2}
    assert {env_of(Table("siegestones", 3, {})).reset(seed=n)[1]["seat"] for n in range(20)} == {0, 1, 2}
    with pytest.raises(BadSetup):
        env_of(Table("siegestones", 3, {}), seat=3)
    with pytest.raises(BadSetup):
        env_of(Table("siegestones", 3, {}), opponents="level9")


def test_an_illegal_action_loses_and_says_why() -> None:
    env = env_of(Table("siegestones", 2, {}))
    seen, _ = env.reset(seed=3)
    _, reward, over, _, info = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]) if env.single.taken else 0)
    if not over:
        _, reward, over, _, info = env.step(0)
    assert (reward, over) == (0.0, True)
    assert "(T-12)" in info["refusal"]
    assert env.step(5)[2]


def test_copies_are_whole_and_independent() -> None:
    env = env_of(Table("siege", 3, {}))
    seen, _ = env.reset(seed=1)
    for _ in range(5):
        seen = env.step(int(np.flatnonzero(seen["action_mask"])[0]))[0]
    before = env.single.states.tobytes()
    action = int(np.flatnonzero(seen["action_mask"])[0])
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        twin.step(action)
        assert env.single.states.tobytes() == before != twin.single.states.tobytes()


def test_opponents_of_a_level_play() -> None:
    env = env_of(Table("siegestones", 2, {}), opponents="level1", seat=0)
    seen, _ = env.reset(seed=1)
    for _ in range(3):
        seen, *_ = env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
    assert len(env.single.taken) >= 6
