"""Games that begin at a position, and small ones that can be solved exactly with OpenSpiel's own code."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.policy import UniformRandomPolicy

import siegeworks.envs.openspiel as adapter
from siegeworks import BadPosition, BadSetup, Match
from siegeworks.core import step
from siegeworks.core.rules import CHANCE
from siegeworks.envs.gymnasium import SeatEnv
from siegeworks.envs.pettingzoo import raw_env
from siegeworks.envs.vector import SeatVectorEnv
from siegeworks.games import GAMES
from tests.tables import Table, every_seat_count

SMALL = [(game.name, name) for game in GAMES.values() for name in game.small]
MOST_STATES = 5_000
every_small = pytest.mark.parametrize(("game", "name"), SMALL)


def loaded(game: str, name: str, **more: Any) -> Any:
    return pyspiel.load_game(adapter.PREFIX + game, {"position": name, "zero_sum": True, **more})


def states_from(match: Match) -> int:
    """How many states of play follow, counted along every line."""
    out, found, left = np.zeros_like(match._out), 0, [match.states]
    while left:
        states = left.pop()
        found += 1
        assert found <= MOST_STATES
        assert states["to_move"][0] != CHANCE
        for action in out[: step.list_legal(states, 0, out)].tolist():
            after = states.copy()
            step.step(after, 0, action, np.zeros_like(out))
            left.append(after)
    return found


@every_small
def test_small_positions_can_be_and_are_small(game: str, name: str) -> None:
    match = Match.from_position(game, GAMES[game].small[name])
    assert isinstance(match.to_move, int)
    assert 100 < states_from(match) <= MOST_STATES


@every_small
def test_every_adapter_begins_there(game: str, name: str) -> None:
    position = GAMES[game].small[name]
    match = Match.from_position(game, position)
    assert isinstance(match.to_move, int)
    table, learner = raw_env(game, match.seats), SeatEnv(game, match.seats, seat=match.to_move)
    spiel = loaded(game, name).new_initial_state()
    for place in (name, position):
        table.reset(seed=1, options={"position": place})
        learner.reset(seed=1, options={"position": place})
        for single in (table.single, learner.single):
            assert single.states.tobytes() == match.states.tobytes()
            assert single.match().position() == match.position()
            assert np.flatnonzero(single.mask[0]).tolist() == match.legal_numbers()
    assert spiel.table.states.tobytes() == match.states.tobytes()
    assert not spiel.is_chance_node()
    written = loaded(game, adapter.written(position))
    assert str(written.new_initial_state()) == str(spiel)
    again, state = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(written, spiel))
    assert (str(again), str(state)) == (str(written), str(spiel))
    learner.reset(seed=1)
    assert learner.single.states.tobytes() != match.states.tobytes()


@pytest.mark.parametrize("more", [{"opponents": None}, {"opponents": "random"}, {"opponents": "thumb", "threads": 2}])
@every_small
def test_many_games_begin_there(game: str, name: str, more: dict[str, Any]) -> None:
    """Where the seat that learns is to move, and where others are before it; all of them, or those that are marked."""
    position = GAMES[game].small[name]
    match = Match.from_position(game, position)
    for seat in range(match.seats) if more["opponents"] else [None]:
        envs = SeatVectorEnv(game, 4, match.seats, seat=seat, options=match.options, **more)
        for place in (name, position):
            _, info = envs.reset(seed=1, options={"position": place})
            assert seat is None or (info["seat"] == seat).all()
            is_there = (envs.batch.states == match.states).all()
            assert is_there == (seat in (None, match.to_move))
            assert not is_there or (info["action_mask"] == expected_mask(match)).all()
        envs.reset(seed=7)
        before = envs.batch.states.copy()
        assert not (before == match.states).any()
        marked = np.array([True, False, False, True])
        envs.reset(seed=9, options={"position": name, "reset_mask": marked})
        assert (envs.batch.states[~marked] == before[~marked]).all()
        assert (envs.batch.states[marked] == match.states).all() == (seat in (None, match.to_move))


def expected_mask(match: Match) -> npt.NDArray[np.bool_]:
    mask = np.zeros(match.game.rules.ACTIONS, bool)
    mask[match.legal_numbers()] = True
    return mask


def test_what_comes_before_the_learner_is_played_and_what_follows_begins_as_games_do() -> None:
    match = Match.from_position("bluffstones", GAMES["bluffstones"].small["few_stones"])
    assert isinstance(match.to_move, int)
    envs = SeatVectorEnv("bluffstones", 3, seat=1 - match.to_move, opponents="thumb")
    envs.batch.keep_history()
    envs.reset(seed=1, options={"position": "few_stones"})
    told = envs.batch.match(0)
    assert told.until(0).position() == match.position()
    assert [line.who for line in told.lines] == [match.to_move] * len(told.lines)
    over = np.zeros(3, bool)
    while not over[0]:
        over = envs.step(envs.batch.random_actions().copy())[2]
    begun = envs.batch.match(0)
    assert begun.until(0).position() == Match.new("bluffstones", 2).position()


@every_seat_count
def test_any_position_of_a_game_will_do(table: Table) -> None:
    rng, match = random.Random(2), table.new(4)
    for _ in range(9):
        match.play(rng.choice(match.legal()))
    env = raw_env(table.game, table.seats, match.options)
    env.reset(seed=3, options={"position": match.position()})
    assert env.single.match().position() == match.position()
    game = pyspiel.load_game(adapter.PREFIX + table.game, {"position": adapter.written(match.position())})
    assert (game.num_players(), game.options) == (table.seats, match.options)
    state = game.new_initial_state()
    assert state.current_player() == match.to_move
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
    assert sum(state.returns()) == pytest.approx(1)


def test_what_cannot_be_begun_at_is_refused() -> None:
    env = raw_env("siegestones", 2)
    over = Match.new("siegestones", 2, seed=1)
    over.resign(0)
    for position in ("nowhere", 5, over.position(), Match.new("siegestones", 2).position()):
        with pytest.raises(BadSetup):
            env.reset(options={"position": position})
    with pytest.raises(BadSetup, match="one game, number of seats and options"):
        env.reset(options={"position": Match.new("siegestones", 3, seed=1).position()})
    with pytest.raises(BadPosition):
        env.reset(options={"position": {"board": "?"}})
    with pytest.raises(BadSetup, match='no small position "nowhere"; there is late'):
        loaded("siegestones", "nowhere")


def test_their_cfr_comes_near_the_equilibrium() -> None:
    """Far better than uniform play by OpenSpiel's own measure; that needs information states with perfect recall."""
    game = loaded("bluffstones", "few_stones")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(5):
        solver.evaluate_and_update_policy()
    uniform = exploitability.nash_conv(game, UniformRandomPolicy(game))
    assert exploitability.nash_conv(game, solver.average_policy()) < uniform / 5
