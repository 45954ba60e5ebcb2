"""Information states with perfect recall, observers of every kind, and games without the draw of who begins."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import minimax
from open_spiel.python.observation import make_observation

import siegeworks.envs.openspiel as adapter
from siegeworks import BadSetup
from siegeworks.core import views
from siegeworks.envs import stepping
from siegeworks.games import GAMES, Game
from tests.envs.test_openspiel import load
from tests.tables import Table, every_game, every_seat_count

NONE, OWN, ALL = (getattr(pyspiel.PrivateInfoType, name) for name in ("NONE", "SINGLE_PLAYER", "ALL_PLAYERS"))


def played(game: Any, names: list[str]) -> Any:
    """The state after these actions and draws."""
    state = game.new_initial_state()
    for name in names:
        state.apply_action(state.string_to_action(state.current_player(), name))
    return state


@every_seat_count
def test_a_player_remembers_everything_it_was_told_and_did(table: Table) -> None:
    """What it knew before is always the beginning of what it knows now, and its own actions are in it in order."""
    state, rng = load(table).new_initial_state(), random.Random(7)
    known: dict[int | None, tuple[str, ...]] = {}
    own: dict[int, list[str]] = {seat: [] for seat in range(table.seats)}
    while not state.is_terminal():
        if rng.randrange(6) == 0:
            for reader in (*range(table.seats), None):
                lines = state.lines(reader)
                before = known.get(reader, ())
                assert lines[: len(before)] == before
                known[reader] = lines
                if reader is not None:
                    mine = [line.split(" #")[0] for line in lines if line.startswith(f"{reader} ")]
                    assert mine == own[reader]
                    told = json.loads(state.information_state_string(reader))
                    assert told["lines"] == list(lines)
            state = state.clone() if rng.randrange(2) else state
        mover, action = state.current_player(), rng.choice(state.legal_actions())
        if mover >= 0:
            own[mover].append(f"{mover} {state.action_to_string(mover, action)}")
        state.apply_action(action)
    assert all(state.lines(seat)[: len(known[seat])] == known[seat] for seat in range(table.seats))


def test_positions_that_look_alike_are_told_apart_by_how_they_came() -> None:
    game = load(Table("siegestones", 2, {}))
    one = played(game, ["start 0", "stone a1", "stone g7", "stone a2", "stone g6"])
    other = played(game, ["start 0", "stone a2", "stone g7", "stone a1", "stone g6"])
    for player in (0, 1):
        assert one.observation_string(player) == other.observation_string(player)
        assert one.information_state_string(player) != other.information_state_string(player)


def test_what_is_hidden_makes_no_difference_until_it_is_shown() -> None:
    game = load(Table("bluffstones", 2, {}))
    tops = ["top b2 b", "top b4 b", "top d2 y", "top d4 y", "top d6 g", "top f4 g", "top f6 b", "start 0"]
    first, second = (played(game, [*tops, bid]) for bid in ("bid b", "bid rr"))
    assert first.information_state_string(1) == second.information_state_string(1)
    assert first.information_state_string(0) != second.information_state_string(0)
    for state in (first, second):
        state.apply_action(0)
    assert first.information_state_string(1) != second.information_state_string(1)


@every_game
def test_a_resampled_state_is_remembered_by_its_player(game: Game) -> None:
    state, rng = load(Table(game.name, game.seats[0], {})).new_initial_state(), random.Random(3)
    resampled = 0
    while resampled < 8 and not state.is_terminal():
        if not state.is_chance_node() and rng.randrange(2) == 0:
            player = state.current_player()
            other = state.resample_from_infostate(player, rng.random)
            action = rng.choice(state.legal_actions())
            assert other.information_state_string(player) == state.information_state_string(player)
            other.apply_action(action)
            assert other.lines(player)[:-1] == state.lines(player)
            resampled += 1
        state.apply_action(rng.choice(state.legal_actions()))
    assert resampled > 3


@pytest.mark.parametrize("name", ["bluffstones", "siege"])
def test_observers_show_what_they_are_asked_for(name: str) -> None:
    game, rng = load(Table(name, 2, {})), random.Random(5)
    state, planes = game.new_initial_state(), GAMES[name].planes.SHAPE
    differed = 0
    while not state.is_terminal():
        if rng.randrange(3) == 0:
            differed += compare(game, state, planes)
        state.apply_action(rng.choice(state.legal_actions()))
    assert differed


def compare(game: Any, state: Any, planes: tuple[int, ...]) -> int:
    """Every kind of observer, beside views and planes; returns whether a player sees something of its own."""
    found = {
        (public, private): make_observation(game, pyspiel.IIGObservationType(public, False, private))
        for public in (True, False)
        for private in (NONE, OWN, ALL)
    }
    states = state.table.states
    looked = np.zeros((3, *planes), np.uint8)
    for seat in (0, 1):
        stepping.look(states, seat, looked[seat])
    stepping.look(views.view(states, None), 0, looked[2])
    for observer in found.values():
        observer.set_from(state, 0)
    assert (found[True, OWN].dict["observation"] == looked[0]).all()
    assert (found[True, NONE].dict["observation"] == looked[2]).all()
    assert (found[True, ALL].dict["observation"] == looked[:2]).all()
    assert not found[False, NONE].tensor.any()
    alone = found[False, OWN].dict["observation"]
    assert (alone == np.where(looked[0] == looked[2], 0, looked[0])).all()
    told = {kind: json.loads(observer.string_from(state, 0)) for kind, observer in found.items()}
    assert told[True, OWN] == json.loads(state.observation_string(0))
    assert told[True, ALL] == json.loads(str(state))
    assert told[False, NONE] == {}
    assert {**told[True, NONE], **told[False, OWN]} == told[True, OWN]
    return int(bool(told[False, OWN]))


def test_with_perfect_recall_there_is_a_string_and_no_tensor() -> None:
    game = load(Table("bluffstones", 2, {}))
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    mover = state.current_player()
    state.apply_action(1)
    kinds = {private: pyspiel.IIGObservationType(True, True, private) for private in (NONE, OWN, ALL)}
    seen = {private: make_observation(game, kind) for private, kind in kinds.items()}
    assert all(observer.tensor is None for observer in seen.values())
    lines = {private: json.loads(observer.string_from(state, mover))["lines"] for private, observer in seen.items()}
    assert lines[NONE][-1].startswith(f"{mover} bid ?")
    assert lines[OWN][-1].startswith(f"{mover} bid b")
    assert lines[ALL][-1] == f"{mover} bid b"
    assert seen[OWN].string_from(state, mover) == state.information_state_string(mover)
    with pytest.raises(BadSetup, match="public information too"):
        make_observation(game, pyspiel.IIGObservationType(False, True, OWN))


@every_game
def test_the_type_promises_what_there_is(game: Game) -> None:
    kind = pyspiel.load_game(adapter.PREFIX + game.name).get_type()
    assert kind.provides_information_state_string
    assert not kind.provides_information_state_tensor
    assert kind.provides_observation_string
    assert kind.provides_observation_tensor


@pytest.mark.parametrize("name", ["siegestones", "charge"])
def test_a_game_that_only_draws_who_begins_can_be_told(name: str) -> None:
    for seats in GAMES[name].seats:
        for start in range(seats):
            game = pyspiel.load_game(adapter.PREFIX + name, {"seats": seats, "start": start})
            state = game.new_initial_state()
            assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
            assert game.max_chance_outcomes() == 0
            assert state.current_player() == start
            drawn = played(load(Table(name, seats, {})), [f"start {start}"])
            assert str(drawn) == str(state)
            again, copied = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
            assert (str(again), str(copied)) == (str(game), str(state))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_what_cannot_be_told_is_refused() -> None:
    for name, start in (("nobles", 0), ("bluffstones", 1), ("siege", 0), ("furrow", 0)):
        with pytest.raises(BadSetup, match="games that draw who begins and nothing else"):
            pyspiel.load_game(adapter.PREFIX + name, {"start": start})
    for start in (2, -2):
        with pytest.raises(BadSetup, match="start is the number of a seat, 0 to 1"):
            pyspiel.load_game("siegeworks_siegestones", {"start": start})


@every_seat_count
def test_zero_sums_are_the_values_moved_and_stretched(table: Table) -> None:
    options = {"seats": table.seats, **({"max_years": 1} if table.game == "siege" else {})}
    plain, zero = (pyspiel.load_game(adapter.PREFIX + table.game, {**options, "zero_sum": z}) for z in (False, True))
    states, rng = [game.new_initial_state() for game in (plain, zero)], random.Random(2)
    while not states[0].is_terminal():
        action = rng.choice(states[0].legal_actions())
        for state in states:
            state.apply_action(action)
    values, paid = (state.returns() for state in states)
    assert paid == pytest.approx([table.seats * value - 1 for value in values])
    assert sum(paid) == pytest.approx(0)
    assert zero.utility_sum() == 0
    assert (zero.min_utility(), zero.max_utility()) == (-1, table.seats - 1)
    assert zero.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM


def test_their_alpha_beta_takes_it() -> None:
    """With the fourth tower within reach it finds the win."""
    game = pyspiel.load_game("siegeworks_siegestones(start=0,zero_sum=True)")
    line = ["tower a1", "stone g7", "tower a4", "stone g6", "tower d1", "stone f7", "stone b1", "stone g5", "stone b5"]
    state = played(game, [*line, "stone g4", "stone c1", "tower d7"])
    value, action = minimax.alpha_beta_search(game, state, lambda state: 0.0, maximum_depth=1, maximizing_player_id=0)
    assert value == 1.0
    assert state.child(action).returns() == [1.0, -1.0]
