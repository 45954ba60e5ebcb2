"""The OpenSpiel adapter: its own tests pass, its bots play on ours, and it plays what Match plays."""

from __future__ import annotations

import contextlib
import copy
import importlib
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
from siegeworks.envs.observers import TableObserver
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


ODD: tuple[Any, ...] = (1.9, 1.0, True, np.True_, np.float32(1), np.float64(1), "1", None, 2**70, -(2**70), 2**63)


@every_game
def test_nothing_is_made_a_whole_number_that_is_none(game: Game) -> None:
    """Also in copies that OpenSpiel makes; NumPy's whole numbers are whole numbers."""
    state = load(Table(game.name, 2, {})).new_initial_state().clone()
    while state.is_chance_node():
        state.apply_action(np.int64(state.legal_actions()[0]))
    before, history, legal = str(state), state.history(), state.legal_actions()
    for odd in ODD:
        for do in (state.apply_action, state.apply_action_with_legality_check, state.child, state.action_to_string):
            with pytest.raises(IllegalAction):
                do(odd)
    assert (str(state), state.history()) == (before, history)
    assert str(state.child(np.int16(legal[0]))) != before


@every_game
def test_names_of_actions_that_there_are_not_are_refused(game: Game) -> None:
    state, most = load(Table(game.name, 2, {})).new_initial_state(), game.rules.ACTIONS
    draws = len(game.words.CHANCE_NAMES)
    for told in ((0, most), (0, -1), (1, 999_999), (-1, draws), (-1, -1), (-5,), (0, 1.5), (True, 1), (0, 2**70)):
        with pytest.raises(IllegalAction, match="There is no action"):
            state.action_to_string(*told)
    for player in (2, -2, 9):
        with pytest.raises(BadSetup, match="player is a whole number from 0 to 1"):
            state.action_to_string(player, 0)
    assert [state.action_to_string(1, action) for action in range(most)] == list(game.words.ACTION_NAMES)
    assert [state.action_to_string(-1, draw) for draw in range(draws)] == list(game.words.CHANCE_NAMES)


@every_game
def test_only_those_who_play_look_and_only_chance_draws(game: Game) -> None:
    """A player that there is not would be shown bytes beside those of the others."""
    state = load(Table(game.name, 2, {})).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    observer = TableObserver(game, 2, None)
    looks = (
        state.view,
        state.lines,
        lambda seat: observer.set_from(state, seat),
        lambda seat: state.resample_from_infostate(seat, random.random),
    )
    for look in (*looks, lambda seat: observer.string_from(state, seat)):
        for player in (2, -1, 9, 1.5, True, "0"):
            with pytest.raises(BadSetup, match="player is a whole number from 0 to 1"):
                look(player)
    with pytest.raises(BadSetup, match="Nothing is drawn now"):
        state.chance_outcomes()


@every_game
def test_nobody_is_told_what_another_may_do(game: Game) -> None:
    """The choices of a seat with a hidden hand would show the hand."""
    state, rng = pyspiel.load_game(adapter.PREFIX + game.name).new_initial_state(), random.Random(8)
    for _ in range(60):
        mover = state.current_player()
        if mover >= 0:
            assert state.legal_actions(mover) == state.legal_actions() != []
            assert state.legal_actions(1 - mover) == state.legal_actions(9) == []
            assert sum(state.legal_actions_mask(1 - mover)) == 0
        state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            break


@every_game
def test_classes_can_be_imported_by_their_names(game: Game) -> None:
    """Also those with a version; so a class can be pickled, and not only a game."""
    names = {found.__name__ for found in (adapter.CLASSES[game.name], adapter.VERSIONED[game.name])}
    assert len(names) == 2
    for found in (adapter.CLASSES[game.name], adapter.VERSIONED[game.name]):
        assert found.__name__.isidentifier()
        assert getattr(importlib.import_module(found.__module__), found.__name__) is found
        assert pickle.loads(pickle.dumps(found)) is found


def test_what_the_classes_are_called() -> None:
    from siegeworks.envs.openspiel import NoblesAndPeasantsGame, SiegeStonesGameV0  # type: ignore[attr-defined]

    assert str(NoblesAndPeasantsGame({"seats": 4})) == "siegeworks_nobles(seats=4)"
    assert SiegeStonesGameV0().get_type().short_name == "siegeworks_siegestones_v0"


def test_numpys_numbers_are_parameters_and_a_position_is_one_as_it_is() -> None:
    kind = adapter.CLASSES["siegestones"]
    for made in (
        kind({"seats": np.int64(3), "balanced": np.True_}),
        adapter.load("siegestones-v0", seats=np.int8(3), balanced=np.True_),
    ):
        assert (made.seats, made.options["balanced"], type(made.seats)) == (3, True, int)
        assert pickle.loads(pickle.dumps(made)).seats == 3
    assert adapter.load("siegestones", start=np.int64(1)).new_initial_state().current_player() == 1
    position = GAMES["charge"].small["late"]
    for made in (adapter.load("charge", position=position), adapter.CLASSES["charge"]({"position": position})):
        assert str(made.new_initial_state()) == str(adapter.load("charge", position="late").new_initial_state())
    odd: tuple[dict[str, Any], ...] = (
        {"zero_sum": 5},
        {"position": 5},
        {"seats": 2.0},
        {"start": 1.5},
        {"balanced": np.int64(1)},
        {"other": 1},
    )
    for wrong in odd:
        with pytest.raises(BadSetup):
            kind(wrong)


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
    seen = [TableObserver(GAMES["bluffstones"], 2, chosen) for chosen in (kind, None)]
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
