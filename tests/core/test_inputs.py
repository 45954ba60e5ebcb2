"""The inputs of nets: derived from the planes alone, the same for boards that are turned, and true."""

from __future__ import annotations

import random

import numpy as np
import pytest

from siegeworks import GAMES, Match
from siegeworks.bots.solver import turn
from siegeworks.core import inputs
from siegeworks.core.hexboard import SYMMETRIES
from siegeworks.core.jit import jit
from siegeworks.core.views import States, copied
from siegeworks.games import Game
from tests.tables import Table, budget, every_game, every_open_table, every_seat_count, play_out

TURNING = [game for game in GAMES.values() if game.judgement.turn is not None]


@jit
def turn_one(states, symmetry):
    turn(states[0], symmetry)


def looked_at(game: Game, states: States) -> np.ndarray:
    """The planes as a net is shown them; dirty before, so that nothing may be left unwritten."""
    seen, flat = inputs.scratch(game)
    seen[:] = 77
    inputs.list_all(states, seen, flat, inputs.layout_of(game), np.zeros((1, inputs.MOST_ON), np.int32))
    return flat


def features_of(game: Game, states: States) -> set[int]:
    found = np.full((1, inputs.MOST_ON), 77, np.int32)
    inputs.list_all(states, *inputs.scratch(game), inputs.layout_of(game), found)
    return set(found[0].tolist()) - {inputs.NONE_ON}


def positions(table: Table, seed: int) -> list[States]:
    """States of a random game with a seat to move."""
    found: list[States] = []
    rng = random.Random(seed)

    def look(match: Match) -> None:
        if isinstance(match.to_move, int) and rng.randrange(budget(6, 25)) == 0:
            found.append(match.states)

    play_out(table.new(seed), rng, look)
    return found


@every_seat_count
def test_numbers_stand_all_over_their_planes_and_fixed_planes_stay(table: Table) -> None:
    game, first = GAMES[table.game], None
    for states in positions(table, 1):
        seen, at = looked_at(game, states), 0
        for plane in inputs.planes_of(game):
            values = seen[at : at + plane.size]
            at += plane.size
            assert (values <= plane.most).all(), plane.name
            if plane.is_number:
                assert (values == values[0]).all(), plane.name
        fixed = [plane.is_fixed for plane in inputs.planes_of(game) for _ in range(plane.size)]
        first = seen[fixed] if first is None else first
        assert (seen[fixed] == first).all()


@every_open_table
def test_no_feature_is_left_out(table: Table) -> None:
    """What a net reads; there are none for games with secrets."""
    game = GAMES[table.game]
    layout = inputs.layout_of(game)
    for states in positions(table, 2):
        seen = looked_at(game, states)
        assert len(features_of(game, states)) == (seen[layout[:, 0]] > 0).sum() <= inputs.MOST_ON


@pytest.mark.parametrize("game", TURNING, ids=lambda game: game.name)
def test_a_turned_board_turns_its_features(game: Game) -> None:
    for states in positions(Table(game.name, 2, {}), 3)[: budget(8, 2)]:
        before = features_of(game, states)
        for symmetry, cells in enumerate(SYMMETRIES):
            other = copied(states)
            turn_one(other, symmetry)
            goes = inputs.turned_features(game, cells)
            assert features_of(game, other) == {int(goes[each]) for each in before}


@every_game
def test_another_plane_gives_another_digest(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    before = inputs.digest_of(game)
    assert before == inputs.digest_of(game)
    monkeypatch.setattr(game.planes, "DERIVED", (*game.planes.DERIVED, game.planes.PLANES[0]))
    assert inputs.digest_of(game) != before
