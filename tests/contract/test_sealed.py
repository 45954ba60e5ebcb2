"""Sealed choices are made in turn, but the order tells nobody anything and changes nothing."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from siegeworks import Match
from siegeworks.bots.judgement import is_sealed_choice, reopen
from siegeworks.games import GAMES, Game

pytestmark = pytest.mark.plain
SEALED = [game for game in GAMES.values() if game.rules.is_sealed_choice is not None]
ROUNDS = 6


def sealed_round(game: Game, match: Match) -> dict[int, int]:
    """The choices of a round as they were drawn, by seat; the match is left after the last."""
    rng = random.Random(match.ply)
    chosen: dict[int, int] = {}
    while match.result is None and is_sealed_choice(match.states[0]) and match.to_move not in chosen:
        action = rng.choice(match.legal())
        chosen[int(match.states["to_move"][0])] = game.action_numbers[action]
        match.play(action)
    return chosen


@pytest.mark.parametrize("game", SEALED, ids=lambda game: game.name)
def test_seats_may_choose_in_any_order(game: Game) -> None:
    rules, compared = game.rules, 0
    match, rng = Match.new(game.name, max(game.seats), seed=4), random.Random(4)
    while match.result is None and compared < ROUNDS:
        if not is_sealed_choice(match.states[0]):
            match.play(rng.choice(match.legal()))
            continue
        before = np.array(match.states)
        chosen = sealed_round(game, match)
        for order in itertools.permutations(chosen):
            states = np.array(before)
            reopen(states[0])
            assert states.tobytes() == before.tobytes()
            for seat in order:
                states[0].to_move = seat
                rules.apply(states[0], chosen[seat])
            assert states.tobytes() == match.states.tobytes(), order
        compared += 1
    assert compared > 1
