"""Records: fields are quick to read and write, and to everybody else the record is an ordinary one."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from numba import typeof

from siegeworks.core.jit import IS_PLAIN
from siegeworks.core.record import fields_of, plain_layout, record_type
from siegeworks.core.rules import record
from siegeworks.games import Game
from tests.tables import every_game

FIELDS = [("to_move", "i8"), ("held", "i1", (3,)), ("seats", "i4")]
RECORD = record_type(FIELDS)


def test_fields_are_read_and_written_where_the_array_has_them() -> None:
    rows = np.zeros(3, RECORD)
    row = rows[1]
    row.to_move = 5
    row.held[2] = 7
    assert (row.to_move, row.seats, row.held.tolist()) == (5, 0, [0, 0, 7])
    assert rows["to_move"].tolist() == [0, 5, 0]
    assert rows["held"][1, 2] == 7
    row.held[:] = 1
    rows[1] = rows[0]
    assert row.held.tolist() == [0, 0, 0]
    assert row.dtype == rows.dtype


def test_there_is_no_other_field() -> None:
    row = np.zeros(1, RECORD)[0]
    with pytest.raises(AttributeError):
        _ = row.turn
    with pytest.raises((ValueError, KeyError), match="turn"):
        row.turn = 1


def test_its_layout_is_that_of_any_aligned_record() -> None:
    ordinary = np.dtype((np.record, np.dtype(FIELDS, align=True)))
    assert ordinary == RECORD
    assert hash(ordinary) == hash(RECORD)
    if not IS_PLAIN:
        assert typeof(np.zeros(1, RECORD)[0]) == typeof(np.zeros(1, ordinary)[0])


@every_game
def test_two_games_cannot_have_the_same_fields(game: Game) -> None:
    fields = [(name, kind) for name, (kind, _) in fields_of(game.rules.STATE).items()]
    with pytest.raises(TypeError, match="same fields"):
        record(replace(game, name="other"), fields)


@every_game
def test_the_title_that_names_the_sources_is_no_field(game: Game) -> None:
    """To the compiler the record is one of these sources; whoever reads its fields sees nothing of that."""
    state = game.rules.STATE
    names, plain = state.names or (), plain_layout(state)
    titles = set(state.fields or ()) - set(names)
    assert len(titles) == (0 if IS_PLAIN else 1)
    assert tuple(fields_of(state)) == names
    assert plain.names == names
    assert set(plain.fields or ()) == set(names)
    assert plain.itemsize == state.itemsize


@every_game
def test_states_can_be_pickled(game: Game) -> None:
    states = np.zeros(2, game.rules.STATE)
    states["to_move"] = 1
    again = pickle.loads(pickle.dumps(states))
    assert again.tobytes() == states.tobytes()
    assert again[0].to_move == 1
    assert type(again[0]) is type(states[0])


@every_game
def test_a_game_may_be_loaded_by_its_words_first(game: Game) -> None:
    program = f"import {game.package}.words, {game.package}.rules"
    subprocess.run([sys.executable, "-c", program], check=True)
