"""The derived planes say what the rules do: what a stone scores, what the ends of the Row are worth, and who leads."""

from __future__ import annotations

import random

import numpy as np
import pytest

from siegeworks import Match
from siegeworks.core import inputs
from siegeworks.core.hexboard import NAMES
from siegeworks.core.planes import PLACE_OF
from siegeworks.games.nobles import GAME
from siegeworks.games.nobles.planes import EVEN, SEATS
from tests.tables import budget, play_out


def derived(match: Match) -> dict[str, np.ndarray]:
    """The planes of the seat to move by their names, place by place."""
    seen, flat = inputs.scratch(GAME)
    inputs.list_all(match.states, seen, flat, inputs.layout_of(GAME), np.zeros((1, inputs.MOST_ON), np.int32))
    return {plane.name: seen[at].ravel() for at, plane in enumerate(inputs.planes_of(GAME))}


def points(match: Match) -> list[int]:
    return [int(each) for each in match.states["points"][0]]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_stone_scores_its_worth_for_every_tower_that_sees_it(seats: int) -> None:
    rng, checked = random.Random(seats), []

    def look(match: Match) -> None:
        stones = [action for action in match.legal() if action.startswith("stone")]
        if not isinstance(match.to_move, int) or not stones or rng.randrange(budget(6, 30)):
            return
        planes, seat, before = derived(match), match.to_move, points(match)
        for action in rng.sample(stones, min(6, len(stones))):
            after = Match.from_record(match.record())
            after.play(action)
            if not isinstance(after.to_move, int):
                continue  # the bonus is in the points
            end, place = action.split()[1], PLACE_OF[NAMES.index(action.split()[2])]
            worth = [planes[f"{'left' if end == 'L' else 'right'} stone for {who}"][0] for who in SEATS[:seats]]
            gains = [points(after)[(seat + turn) % seats] - before[(seat + turn) % seats] for turn in range(seats)]
            assert gains[0] == worth[0] * planes["seen by me"][place]
            assert (
                max(gain // each for gain, each in zip(gains[1:], worth[1:], strict=True))
                == (planes["seen by others"][place])
            )
            checked.append(action)

    play_out(Match.new(GAME.name, seats, seed=seats), rng, look)
    assert checked


def test_the_lead_is_what_the_points_would_be_if_the_game_ended_now() -> None:
    rng, checked = random.Random(4), set()

    def look(match: Match) -> None:
        if not isinstance(match.to_move, int) or rng.randrange(budget(4, 20)):
            return
        ended = Match.from_record(match.record())
        ended.resign(1 - match.to_move)
        lead = points(ended)[match.to_move] - points(ended)[1 - match.to_move]
        assert derived(match)["lead over seat +1"][0] == min(max(EVEN + lead, 1), 2 * EVEN - 1)
        checked.add(lead)

    play_out(Match.new(GAME.name, 2, seed=4), rng, look)
    assert len(checked) > 1
