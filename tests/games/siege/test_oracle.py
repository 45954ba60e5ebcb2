"""The engine and a slow version written from the rules alone say the same, secrets included."""

from __future__ import annotations

import random

import pytest

from siegeworks import Match
from tests.games.siege.play import BUDGET, choose, options
from tests.oracles.agree import play_both, told
from tests.oracles.siege import Oracle


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_agrees_with_the_oracle(seats: int) -> None:
    """Legal actions, defaults, events, positions and results over whole matches, options at random."""
    for number in range(BUDGET):
        rng = random.Random(seats * 100 + number)
        pick = choose if number % 2 else random.Random.choice
        play_both("siege", Oracle, seats, options(rng, seats), rng, 0.002 * (number % 3), pick)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_logs_agree_with_the_oracle(seats: int) -> None:
    """What each seat, and a spectator, may read."""
    rng = random.Random(seats)
    chosen = options(rng, seats) | {"defence": "may_yield", "max_years": 3}
    match, oracle, compared = Match.new("siege", seats, options=chosen), Oracle(seats, chosen), 0
    for ply in range(90 * BUDGET):
        name = choose(rng, match.legal())
        match.play(name)
        oracle.play(name)
        if match.to_move is None:
            break
        if ply % 60 == 59:
            for seat in (*range(seats), None):
                mine = [(line["seat"], line["action"], told(line["events"])) for line in match.log(seat)]
                assert mine == [(line["seat"], line["action"], line["events"]) for line in oracle.log(seat)]
                compared += len(mine)
    assert compared > 100
