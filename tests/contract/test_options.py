"""What a table chose can be read from its states, and from what any seat sees of them: it gives the same table."""

from __future__ import annotations

import random

import pytest

from siegeworks import Match
from siegeworks.core.rules import OptionValue
from siegeworks.games import Game
from tests.tables import every_game, mixed_options

pytestmark = pytest.mark.plain
TABLES, PLIES = 6, 30


@every_game
def test_a_state_and_every_view_of_it_tell_the_options(game: Game) -> None:
    rng = random.Random(7)
    for seats in (game.seats[0], *(rng.choice(game.seats) for _ in range(TABLES))):
        chosen = mixed_options(game.name, seats, rng)
        match = Match.new(game.name, seats, seed=TABLES, options=chosen)
        began, known = match.states.tobytes(), list[dict[str, OptionValue]]()
        for _ in range(PLIES):
            for states in (match.states, *(match.seat_view(seat) for seat in range(seats))):
                read = {option.name: option.value(option.code_in(states[0])) for option in game.rules.OPTIONS}
                if read not in known:
                    assert Match.new(game.name, seats, seed=TABLES, options=read).states.tobytes() == began
                    known.append(read)
            if match.result is not None:
                break
            match.play(rng.choice(match.legal()))
