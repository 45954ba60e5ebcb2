"""The PettingZoo adapter: its own tests pass, copies are copies, and it plays what Match plays."""

from __future__ import annotations

import contextlib
import copy
import io
import pickle
import random
import warnings
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from siegeworks import BadSetup, IllegalAction, Match
from siegeworks.envs import stepping
from siegeworks.envs.pettingzoo import GameEnv, env, raw_env
from tests.tables import QUICK, Table, every_seat_count

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of their own games, which their tests import
    from pettingzoo.test import api_test, render_test, seed_test


def env_of(table: Table, **more: Any) -> GameEnv:
    return raw_env(table.game, table.seats, options=QUICK.get(table.game), **more)


@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # said of every dict that is not theirs
@every_seat_count
def test_their_api_test_passes(table: Table) -> None:
    with contextlib.redirect_stdout(io.StringIO()) as said:
        api_test(env_of(table), num_cycles=60)
        api_test(env(table.game, table.seats, options=QUICK.get(table.game)), num_cycles=60)
    assert said.getvalue().count("Passed API test") == 2


@every_seat_count
def test_their_seed_test_passes(table: Table) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        seed_test(lambda: env_of(table), num_cycles=60)


@every_seat_count
def test_their_render_test_passes(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siegeworks.envs.single.PICTURE_WIDTH", 160)  # small ones are soon drawn
    with contextlib.redirect_stdout(io.StringIO()) as said:
        render_test(
            lambda render_mode: env_of(table, render_mode=render_mode),
            custom_tests={"svg": lambda picture: ElementTree.fromstring(picture).tag.endswith("svg")},
        )
    assert said.getvalue().strip()


def chosen(adapter: GameEnv, rng: random.Random) -> int:
    return rng.choice(np.flatnonzero(adapter.observe(adapter.agent_selection)["action_mask"]).tolist())


def same(adapter: GameEnv, match: Match) -> None:
    """The environment shows exactly what the match holds."""
    assert adapter.single.states.tobytes() == match.states.tobytes()
    for seat, name in enumerate(adapter.possible_agents):
        seen = adapter.observe(name)
        expected = np.zeros(match.game.planes.SHAPE, np.uint8)
        stepping.look(match.seat_view(seat), seat, expected)
        assert (seen["observation"] == expected).all()
        legal = [match.game.words.ACTION_NAMES[action] for action in np.flatnonzero(seen["action_mask"])]
        assert legal == (match.legal() if match.to_move == seat else [])


@every_seat_count
def test_it_plays_what_match_plays(table: Table) -> None:
    adapter, rng = env_of(table), random.Random(1)
    for seed in range(1 + 20 // len(adapter.single.game.seats)):
        adapter.reset(seed=seed)
        while not any(adapter.terminations.values()):
            adapter.step(chosen(adapter, rng))
        lines, match = adapter.match().lines, Match.new(table.game, table.seats, options=adapter.single.options)
        again = env_of(table)
        again.reset(seed=seed)
        for line in lines:
            match.play(line.name)
            if isinstance(line.who, int):
                assert again.agent_selection == f"seat_{line.who}"
                again.step(line.number)
            if match.to_move != "chance" and rng.randrange(5) == 0:
                same(again, match)
        assert match.result is not None
        winners = match.result["winners"]
        values = [np.float32(1) / np.float32(len(winners)) if seat in winners else 0 for seat in range(table.seats)]
        assert list(again.rewards.values()) == list(again._cumulative_rewards.values()) == values
        assert match.record().splitlines()[-1] == adapter.match().record().splitlines()[-1]


@every_seat_count
def test_copies_are_whole_and_independent(table: Table) -> None:
    adapter, rng = env_of(table), random.Random(2)
    adapter.reset(seed=3)
    for _ in range(12):
        adapter.step(chosen(adapter, rng))
    before = adapter.single.states.tobytes()
    copies = [copy.deepcopy(adapter), pickle.loads(pickle.dumps(adapter)), adapter.clone()]
    assert all(twin.single.states.tobytes() == before for twin in copies)
    for action_seed in range(12):
        actions = {chosen(each, random.Random(action_seed)) for each in (adapter, *copies)}
        assert len(actions) == 1
        for twin in copies:
            twin.step(next(iter(actions)))
            assert adapter.single.states.tobytes() == before or action_seed > 0
        adapter.step(next(iter(actions)))
        assert len({each.single.states.tobytes() for each in (adapter, *copies)}) == 1
        if any(adapter.terminations.values()):
            break


def test_an_illegal_action_is_refused_with_the_rule_and_changes_nothing() -> None:
    adapter = raw_env("siegestones")
    adapter.reset(seed=1)
    adapter.step(18)
    before = adapter.single.states.tobytes()
    for action, rule in ((18, "T-12"), (18 + 37, "T-12"), (74, None), (-1, None)):
        with pytest.raises(IllegalAction) as refusal:
            adapter.step(action)
        assert refusal.value.rule == rule
    assert adapter.single.states.tobytes() == before
    with pytest.raises(BadSetup):
        env("siegestones", render_mode="film")


def test_seeds_give_luck_and_no_seed_gives_more_of_it() -> None:
    adapter = env("nobles")
    rows = []
    for seed in (1, None, None, 1, None):
        adapter.reset(seed=seed)
        rows.append(adapter.single.states["row"].tobytes())
    assert rows[0] == rows[3]
    assert rows[1] == rows[4]
    assert len(set(rows)) == 3


def test_state_is_what_all_seats_see() -> None:
    adapter = env("bluffstones", 3)
    adapter.reset(seed=1)
    adapter.step(2)
    whole = adapter.state()
    assert adapter.state_space.contains(whole)
    for seat, name in enumerate(adapter.possible_agents):
        assert (whole[seat] == adapter.observe(name)["observation"]).all()


def test_the_usual_wrappers_are_around_env_and_none_around_raw_env() -> None:
    wrapped, raw = env("siegestones"), raw_env("siegestones")
    assert type(raw) is type(wrapped.unwrapped) is GameEnv
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        _ = wrapped.agents
    for adapter in (wrapped, raw):
        adapter.reset(seed=1)
        adapter.step(18)
    with pytest.raises(AssertionError, match="not in action space"):
        wrapped.step(74)
    with pytest.raises(IllegalAction, match="T-12"):
        wrapped.step(18)
    assert wrapped.unwrapped.single.states.tobytes() == raw.single.states.tobytes()
    for twin in (copy.deepcopy(wrapped), pickle.loads(pickle.dumps(wrapped))):
        twin.step(17)
        assert twin.unwrapped.single.taken == [18, 17]
        assert wrapped.unwrapped.single.taken == [18]


def test_before_reset_it_says_that_reset_comes_first() -> None:
    adapter = raw_env("nobles")
    for early in (lambda: adapter.step(0), lambda: adapter.observe("seat_0"), adapter.state, adapter.render):
        with pytest.raises(BadSetup, match=r"Call reset\(\) first"):
            early()
