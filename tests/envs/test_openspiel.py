"""The OpenSpiel adapter: its own tests pass, its bots play on ours, and it plays what Match plays."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.tests.games_sim_test import GamesSimTest

import siegeworks.envs.openspiel as adapter
from siegeworks import GAMES, BadSetup, IllegalAction, Match
from siegeworks.core import views
from siegeworks.envs import stepping
from siegeworks.games import Game
from tests.lengths import bound
from tests.tables import Table, every_game, every_seat_count, every_table

SHORT: dict[str, dict[str, Any]] = {"siege": {"max_years": 1}}
"""Strings are made for every player after every action, so games are kept short."""


def load(table: Table) -> Any:
    options = {"seats": table.seats} | SHORT.get(table.game, {}) | table.options
    return pyspiel.load_game(adapter.PREFIX + table.game, options)


@every_seat_count
def test_their_random_sim_test_passes(table: Table, capfd: pytest.CaptureFixture[str]) -> None:
    """With serialisation: states are rebuilt from their histories."""
    pyspiel.random_sim_test(load(table), num_sims=1, serialize=True, verbose=False)
    capfd.readouterr()


@every_seat_count
def test_their_simulation_with_pickles_passes(table: Table, capfd: pytest.CaptureFixture[str]) -> None:
    """Loaded as their multiplayer tests do, by the number of players."""
    game = pyspiel.load_game(adapter.PREFIX + table.game, {"players": table.seats} | SHORT.get(table.game, {}))
    assert game.num_players() == table.seats
    GamesSimTest("sim_game").sim_game(game)
    assert "Sim of game" in capfd.readouterr().out


@every_seat_count
def test_games_and_states_are_copied_and_pickled_whole(table: Table) -> None:
    game, rng = load(table), random.Random(4)
    state = game.new_initial_state()
    for _ in range(12):
        state.apply_action(rng.choice(state.legal_actions()))
    for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert twin is not game
        assert (str(twin), twin.seats, twin.options) == (str(game), game.seats, game.options)
    for other in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert (str(other), other.history()) == (str(state), state.history())
        other.apply_action(other.legal_actions()[0])
        assert str(other) != str(state)


def test_players_is_another_word_for_seats() -> None:
    load_game = pyspiel.load_game
    assert load_game("siegeworks_nobles(players=4)").num_players() == 4
    assert load_game("siegeworks_nobles(players=3,seats=3)").num_players() == 3
    with pytest.raises(BadSetup, match="cannot differ: here 4 and 3"):
        load_game("siegeworks_nobles(players=3,seats=4)")


@every_game
def test_what_cannot_be_played_or_drawn_is_refused_and_changes_nothing(game: Game) -> None:
    state, rng, refused = load(Table(game.name, 2, {})).new_initial_state(), random.Random(6), 0
    while not state.is_terminal():
        before, history = str(state), state.history()
        wrong = set(range(-3, game.rules.ACTIONS + 3)).difference(state.legal_actions(), {pyspiel.INVALID_ACTION})
        for action in rng.sample(sorted(wrong), 3):
            with pytest.raises(IllegalAction):
                state.apply_action(action)
            refused += 1
        assert (str(state), state.history()) == (before, history)
        state.apply_action(rng.choice(state.legal_actions()))
    with pytest.raises(IllegalAction):
        state.apply_action(0)
    assert refused > 20


@every_game
def test_type_and_parameters(game: Game) -> None:
    loaded = load(Table(game.name, max(game.seats), {}))
    kind = loaded.get_type()
    assert loaded.num_players() == max(game.seats)
    assert loaded.num_distinct_actions() == game.rules.ACTIONS
    is_open = kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert is_open == (not views.has_secrets(game.rules.STATE))
    assert (loaded.min_utility(), loaded.max_utility(), loaded.utility_sum()) == (0, 1, 1)
    for option in game.rules.OPTIONS:
        assert kind.parameter_specification[option.name] == option.default
    with contextlib.redirect_stderr(io.StringIO()), pytest.raises(Exception, match="seats"):
        pyspiel.load_game(adapter.PREFIX + game.name, {"seats": 9})


@every_table
def test_the_length_told_is_the_bound_of_the_game(table: Table) -> None:
    """Draws are not counted in it; OpenSpiel tells as many of them at most."""
    loaded, most = load(table), bound(table._replace(options=SHORT.get(table.game, {}) | table.options))
    assert loaded.max_game_length() == most.decisions
    assert most.draws == 0 or loaded.max_chance_nodes_in_history() >= most.draws


@every_game
def test_the_type_says_what_play_shows(game: Game) -> None:
    """A game with draws is stochastic, and one in which somebody cannot see something is of imperfect information."""
    kind, rng = pyspiel.load_game(adapter.PREFIX + game.name).get_type(), random.Random(5)
    match = Match.new(game.name, min(game.seats), options=SHORT.get(game.name))
    has_draws = hides = False
    while match.result is None:
        has_draws |= match.to_move == "chance"
        hides |= any(match.view(seat) != match.position() for seat in range(match.seats))
        match.play(rng.choice(match.legal()))
    chance, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    assert kind.chance_mode == (chance.EXPLICIT_STOCHASTIC if has_draws else chance.DETERMINISTIC)
    assert kind.information == (information.IMPERFECT_INFORMATION if hides else information.PERFECT_INFORMATION)
    assert kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL


def test_options_are_parameters() -> None:
    state = pyspiel.load_game("siegeworks_siegestones(seats=2,centre_opening=True)").new_initial_state()
    state.apply_action(0)
    assert len(state.legal_actions()) == 14


@every_seat_count
def test_it_plays_what_match_plays(table: Table) -> None:
    rng, game = random.Random(1), load(table)
    names = GAMES[table.game].words
    for _ in range(1 + 20 // len(GAMES[table.game].seats)):
        state = game.new_initial_state()
        match = Match.new(table.game, table.seats, options=SHORT.get(table.game))
        while match.result is None:
            assert not state.is_terminal()
            is_draw = match.to_move == "chance"
            assert state.is_chance_node() == is_draw
            numbers = dict(state.chance_outcomes()) if is_draw else dict.fromkeys(state.legal_actions())
            listed = [(names.CHANCE_NAMES if is_draw else names.ACTION_NAMES)[number] for number in numbers]
            assert listed == match.legal()
            if is_draw:
                shares = [weight / sum(match.weights()) for weight in match.weights()]
                assert list(numbers.values()) == pytest.approx(shares)
            else:
                assert state.current_player() == match.to_move
            if rng.randrange(30) == 0:
                same(state, match, table.seats)
            action = rng.choice(list(numbers))
            assert state.action_to_string(state.current_player(), action) == listed[list(numbers).index(action)]
            match.play(listed[list(numbers).index(action)])
            state.apply_action(action)
        assert state.is_terminal()
        winners = match.result["winners"]
        assert state.returns() == [1 / len(winners) if seat in winners else 0 for seat in range(table.seats)]


def same(state: Any, match: Match, seats: int) -> None:
    """Strings and tensors are the match's views."""
    assert json.loads(str(state)) == json.loads(json.dumps(match.position()))
    for seat in range(seats):
        view = json.loads(json.dumps(match.view(seat)))
        assert json.loads(state.observation_string(seat)) == view
        assert json.loads(state.information_state_string(seat))["view"] == view
        read = [" ".join(line.split(" #")[0].split()) for line in state.lines(seat)]
        assert read == [f"{line['seat']} {line['action']}" for line in match.log(seat)]
        expected = np.zeros(match.game.planes.SHAPE, np.uint8)
        stepping.look(match.seat_view(seat), seat, expected)
        assert (np.array(state.observation_tensor(seat)) == expected.ravel()).all()


@every_seat_count
def test_clones_and_serialised_states_are_whole_and_independent(table: Table) -> None:
    rng, state = random.Random(2), load(table).new_initial_state()
    while state.is_chance_node() or rng.randrange(8):
        state.apply_action(rng.choice(state.legal_actions()))
    text = str(state)
    copied = state.clone()
    loaded, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert str(copied) == str(again) == text
    assert loaded.num_players() == table.seats
    copied.apply_action(copied.legal_actions()[0])
    assert str(state) == text != str(copied)


@every_seat_count
def test_a_resampled_state_looks_the_same_to_its_player(table: Table) -> None:
    rng, state = random.Random(3), load(table).new_initial_state()
    differed = False
    while not state.is_terminal():
        if not state.is_chance_node() and rng.randrange(4) == 0:
            player = state.current_player()
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
            differed |= str(other) != str(state)
        state.apply_action(rng.choice(state.legal_actions()))
    assert differed == views.has_secrets(GAMES[table.game].rules.STATE)


def test_an_observer_without_private_information_sees_what_all_see() -> None:
    match = Match.new("bluffstones", 2, seed=4)
    state = load(Table("bluffstones", 2, {})).new_initial_state()
    for line in match.lines:
        state.apply_action(line.number)
    state.apply_action(1)
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    seen = [adapter.TableObserver(GAMES["bluffstones"], 2, chosen) for chosen in (kind, None)]
    mover = 1 - state.current_player()
    for observer in seen:
        observer.set_from(state, mover)
    assert seen[0].tensor.sum() < seen[1].tensor.sum()
    assert '"bids":["?"' in seen[0].string_from(state, mover) or ',"?"]' in seen[0].string_from(state, mover)


@every_game
def test_their_search_bots_play_on_ours(game: Game) -> None:
    """MCTS where everything is open, ISMCTS where not: each makes moves that are legal."""
    loaded = load(Table(game.name, 2, {}))
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    if views.has_secrets(game.rules.STATE):
        kind = ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot: Any = ismcts.ISMCTSBot(loaded, evaluator, 2.0, 6, final_policy_type=kind, random_state=rng)
    else:
        bot = mcts.MCTSBot(loaded, 2.0, 6, evaluator, random_state=rng)
    state, moves = loaded.new_initial_state(), 0
    while moves < 3:
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        moves += 1


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if not views.has_secrets(game.rules.STATE)])
def test_their_search_in_cpp_plays_on_ours(name: str) -> None:
    """By `step_with_policy`: `step` lets go of Python's lock, which no game written in Python survives."""
    loaded = load(Table(name, 2, {}))
    bot = pyspiel.MCTSBot(loaded, pyspiel.RandomRolloutEvaluator(1, 7), 1.0, 6, 10, False, 7, False)
    state, moves = loaded.new_initial_state(), 0
    while moves < 3:
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
            continue
        _, action = bot.step_with_policy(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        moves += 1
