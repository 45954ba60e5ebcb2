"""The derived planes say what the rules do: what a piece would take, and whose a new tower would be."""

from __future__ import annotations

import random

import numpy as np
import pytest

from siegeworks import Match
from siegeworks.core import inputs
from siegeworks.core.hexboard import NAMES
from siegeworks.core.planes import PLACE_OF
from siegeworks.games.siegestones import GAME
from siegeworks.games.siegestones.planes import ANOTHERS, MINE, MOST_TAKEN
from tests.tables import budget, play_out


def derived(match: Match) -> dict[str, np.ndarray]:
    """The planes of the seat to move by their names, place by place."""
    seen, flat = inputs.scratch(GAME)
    inputs.list_all(match.states, seen, flat, inputs.layout_of(GAME), np.zeros((1, inputs.MOST_ON), np.int32))
    return {plane.name: seen[at].ravel() for at, plane in enumerate(inputs.planes_of(GAME))}


def held_after(match: Match, action: str) -> list[int]:
    """The towers of each seat after an action, as bits."""
    after = Match.from_record(match.record())
    after.play(action)
    return [int(bits) for bits in after.states["held"][0]]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_a_piece_would_change_is_what_it_changes(seats: int) -> None:
    rng, checked = random.Random(seats), []

    def look(match: Match) -> None:
        if not isinstance(match.to_move, int) or rng.randrange(budget(8, 30)):
            return
        planes, seat = derived(match), match.to_move
        before = [int(bits) for bits in match.states["held"][0]]
        for action in rng.sample(match.legal(), min(6, len(match.legal()))):
            piece, cell = action.split()
            place, after = PLACE_OF[NAMES.index(cell)], held_after(match, action)
            if piece == "stone":
                assert planes["I take"][place] == min((after[seat] & ~before[seat]).bit_count(), MOST_TAKEN)
            else:
                owners = [who for who in range(seats) if after[who] >> NAMES.index(cell) & 1]
                expected = 0 if not owners else MINE if owners == [seat] else ANOTHERS
                assert planes["new tower"][place] == expected
            checked.append(action)

    play_out(Match.new(GAME.name, seats, seed=seats), rng, look)
    assert checked
