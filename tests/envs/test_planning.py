"""States into batches and games out of them: what a program that plans ahead needs."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from siegeworks import BadSetup, Match
from siegeworks.core import views
from siegeworks.envs import stepping
from siegeworks.envs.batch import Batch
from siegeworks.games import Game
from tests.envs.test_batch import ARRAYS, batch_of
from tests.tables import Table, budget, every_game, every_seat_count


def played(batch: Batch, steps: int) -> Batch:
    """The batch after so many random actions."""
    for _ in range(steps):
        batch.step(batch.random_actions())
    return batch


def begun(table: Table, count: int, **more: Any) -> Batch:
    batch = batch_of(table, count, **more)
    batch.reset()
    return batch


def same(one: Batch, other: Batch, games: Any = slice(None), others: Any = slice(None)) -> bool:
    """Whether these games are at the same point in both."""
    names = [name for name in ARRAYS if name not in ("actions", "rewards", "done")]
    return all((getattr(one, name)[games] == getattr(other, name)[others]).all() for name in names)


@pytest.mark.plain
@every_seat_count
def test_states_that_are_written_back_are_played_from(table: Table) -> None:
    """What lies there is told as after a step; with the same luck to come the games go on alike."""
    batch = played(begun(table, 12, seed=4), budget(9, 2))
    kept = batch.clone()
    played(batch, budget(11, 2))
    batch.set_states(kept.states)
    assert same(batch, kept)
    assert not batch.rewards.any()
    assert not batch.done.any()
    other = begun(table, 12, seed=9)
    other.set_states(kept.states[3:7], [0, 5, 2, 8])
    assert same(other, kept, [0, 5, 2, 8], slice(3, 7))
    assert (other.legal_mask.any(axis=1)).all()


@every_seat_count
def test_threads_change_nothing_of_it(table: Table) -> None:
    one, two = (played(begun(table, 9, seed=4, threads=threads), 8) for threads in (1, 2))
    for batch in (one, two):
        batch.set_states(batch.states[::-1].copy())
        batch.restart([1, 6], [7, 8])
        played(batch, 5)
    assert same(one, two)
    assert (one.observe_all() == two.observe_all()).all()


@pytest.mark.plain
@every_seat_count
def test_every_seat_sees_its_own_in_one_call(table: Table) -> None:
    batch = played(begun(table, 5, seed=2), budget(7, 2))
    seen = batch.observe_all()
    assert seen.shape == (5, table.seats, *batch.game.planes.SHAPE)
    expected = np.zeros(batch.game.planes.SHAPE, np.uint8)
    for at in range(5):
        for seat in range(table.seats):
            stepping.look(views.view(batch.states[at : at + 1], seat), seat, expected)
            assert (seen[at, seat] == expected).all()
        assert (seen[at, batch.to_move[at]] == batch.observations[at]).all()
    mine = np.zeros(seen.shape, np.float32)
    assert batch.observe_all(into=mine) is mine
    assert (mine == seen).all()


@pytest.mark.plain
@every_game
def test_selected_games_go_on_as_they_would_have(game: Game) -> None:
    batch = played(begun(Table(game.name, game.seats[-1], {}), 8, seed=6), 5)
    chosen = batch.select([6, 1, 3])
    assert chosen.count == 3
    assert same(chosen, batch, slice(None), [6, 1, 3])
    for each in (batch, chosen):
        played(each, budget(60, 5))
    assert same(chosen, batch, slice(None), [6, 1, 3])
    chosen.states["to_move"] = 0
    assert chosen.states.base is not batch.states


@pytest.mark.plain
@every_game
def test_a_game_is_begun_again_by_its_seed(game: Game) -> None:
    """As game 0 of a batch with that seed; the others are left alone."""
    table = Table(game.name, game.seats[0], {})
    batch, before = played(begun(table, 6, seed=1), 4), begun(table, 6, seed=1)
    played(before, 4)
    batch.restart([4, 2], seeds=[70, np.int64(71)])
    for at, seed in ((4, 70), (2, 71)):
        fresh = begun(table, 1, seed=seed)
        assert same(batch, fresh, [at], [0])
        assert played(fresh, budget(30, 3)).states[0] == played(batch.select([at]), budget(30, 3)).states[0]
    assert same(batch, before, [0, 1, 3, 5], [0, 1, 3, 5])


def test_without_autoreset_games_stay_over_until_they_are_begun_again() -> None:
    batch = Batch("siegestones", 2, 40, seed=3)
    batch.reset()
    for _ in range(37):
        batch.step(batch.random_actions(), autoreset=False)
    assert (batch.to_move < 0).all()
    assert not batch.legal_mask.any()
    over = batch.states.tobytes()
    batch.step(np.full(40, 99), autoreset=False)
    assert batch.states.tobytes() == over
    assert (batch.done == stepping.ENDED).all()
    assert not batch.rewards.any()
    batch.restart([5])
    assert batch.to_move[5] >= 0
    assert batch.legal_mask[5].sum() == 74
    assert (np.delete(batch.to_move, 5) < 0).all()


@pytest.mark.plain
@every_seat_count
def test_a_game_comes_out_as_a_match_and_goes_into_another_batch(table: Table) -> None:
    batch = played(begun(table, 3, seed=8), budget(25, 3))
    for at in range(3):
        match = batch.match(at)
        assert match.position() == Match.from_record(match.record()).position()
        numbers = [match.game.words.ACTION_NAMES[action] for action in np.flatnonzero(batch.legal_mask[at])]
        assert match.legal() == numbers
        assert match.to_move == batch.to_move[at]
    matches = [batch.match(at) for at in range(3)]
    other = Batch.from_matches(matches)
    assert (other.legal_mask == batch.legal_mask).all()
    assert (other.to_move == batch.to_move).all()
    last = begun(table, 2, seed=1)
    last.set_match(1, Match.from_record(matches[0].record()))
    assert (last.legal_mask[1] == batch.legal_mask[0]).all()
    if not views.has_secrets(batch.states.dtype):  # a position does not tell who remembers which hidden card
        assert (other.observations == batch.observations).all()
        assert (last.observations[1] == batch.observations[0]).all()


@pytest.mark.plain
@every_seat_count
def test_with_a_history_the_record_is_of_the_whole_game(table: Table) -> None:
    """Through many games in the same place, with refused actions among them, copied and pickled."""
    batch, twin = batch_of(table, 4, seed=5), batch_of(table, 4, seed=5)
    batch.keep_history()
    for each in (batch, twin):
        each.reset()
    for number in range(budget(150, 4)):
        for each in (batch, twin):
            each.step(each.random_actions())
        assert same(batch, twin)
        if number % 40 == 3:
            with pytest.raises(Exception, match="not legal"):
                batch.step(np.full(4, -1))
            batch = pickle.loads(pickle.dumps(copy.deepcopy(batch)))
            for at in range(4):
                match = batch.match(at)
                assert match.states.tobytes() == batch.states[at : at + 1].tobytes()
                assert Match.from_record(match.record()).record() == match.record()
                assert match.ply == 0 or match.first_position is None


def test_with_a_history_a_written_game_begins_where_it_was_written() -> None:
    batch = Batch("siege", 3, 2, seed=5)
    batch.keep_history()
    batch.reset()
    played(batch, 30)
    batch.set_match(1, Match.new("siege", 3, seed=4))
    played(batch, 20)
    assert batch.match(0).first_position is None
    match = batch.match(1)
    assert match.first_position is not None
    assert match.position() == Match.from_record(match.record()).position()
    assert match.states.tobytes() == batch.states[1:].tobytes()
    assert sum(isinstance(line.who, int) for line in match.lines) == 20


def test_history_forgets_what_no_running_game_needs() -> None:
    batch = Batch("siegestones", 2, 3, seed=5)
    batch.keep_history()
    batch.reset()
    played(batch, 1500)
    assert batch._history is not None
    assert len(batch._history._steps) < 1000
    assert batch.match(2).states.tobytes() == batch.states[2:].tobytes()


def test_what_does_not_fit_is_refused_and_changes_nothing() -> None:
    batch = Batch("siegestones", 2, 4, seed=1)
    with pytest.raises(BadSetup, match="reset"):
        batch.match(0)
    with pytest.raises(BadSetup, match="reset"):
        batch.observe_all()
    batch.reset()
    played(batch, 3)
    before = batch.states.tobytes()
    three = Batch("siegestones", 3, 4)
    three.reset()
    other = Batch("nobles", 2, 4)
    other.reset()
    for wrong in (three.states, other.states, batch.states[:3], np.zeros(4)):
        with pytest.raises(BadSetup):
            batch.set_states(wrong)
    for games in ([4], [-1], [0, 0], [0.5], ["a"], [[0, 1]], [True]):
        with pytest.raises(BadSetup, match="Games are different whole numbers"):
            batch.restart(games)
        with pytest.raises(BadSetup):
            batch.set_states(batch.states[: len(games)], games)
        with pytest.raises(BadSetup):
            batch.select(games)
    with pytest.raises(BadSetup, match="one seed for each of the 2 games, not 1"):
        batch.restart([0, 1], seeds=[3])
    with pytest.raises(BadSetup):
        batch.restart([0], seeds=[-1])
    for match in (Match.new("siegestones", 3), Match.new("siegestones", 2, options={"balanced": True})):
        with pytest.raises(BadSetup, match="one game, number of seats and options"):
            batch.set_match(0, match)
        with pytest.raises(BadSetup, match="one game, number of seats and options"):
            Batch.from_matches([Match.new("siegestones", 2, seed=1), match])
    with pytest.raises(BadSetup, match="one match or more"):
        Batch.from_matches([])
    with pytest.raises(BadSetup):
        batch.match(4)
    with pytest.raises(BadSetup):
        batch.observe_all(into=np.zeros(3))
    assert batch.states.tobytes() == before
