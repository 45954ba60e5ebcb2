"""What is told of a study by the eyes of a seat: byte for byte the same, whatever lies where that seat cannot look."""

from __future__ import annotations

import random
from typing import Any

import pytest

from siegeworks import GAMES, Match, Study
from siegeworks.core.dice import new_dice
from siegeworks.server import eyes, wire
from siegeworks.server.engine_lines import lines_at
from siegeworks.targets import picks
from tests.server.test_secrets import SECRET_GAMES, redealt
from tests.tables import QUICK, play_out

STATES = 200
SIMULATIONS = 6


def told(match: Match, seat: int, rng: random.Random) -> list[bytes]:
    """All that is told of a position: what is seen, what can be played, why not, and what the engine finds."""
    every = picks(match.game)
    asked = [list(rng.choice(every).targets) for _ in range(2)]
    found: list[Any] = [eyes.position(match, 1, seat), *(eyes.why(match, seat, each, None) for each in asked)]
    if isinstance(match.to_move, int):
        found.append(lines_at(match, SIMULATIONS, eyes.needed(match, seat))[0])
    return [*map(wire.told, found), match.svg(seat).encode()]


def compare(game: str, states: int) -> int:
    """Compare so many states of random play with others that a seat cannot tell apart; returns how many there were."""
    rng, dice, seen = random.Random(3), new_dice(3), 0
    while seen < states:
        seats = rng.choice(GAMES[game].seats)
        match = Match.new(game, seats, seed=seen, options=QUICK.get(game, {}))
        while match.result is None and seen < states:
            match.play(rng.choice(match.legal()))
            if rng.random() > 0.2 or match.result:
                continue
            reader = rng.randrange(seats)
            match.log_from(reader, 0)
            other = redealt(match, reader, dice)
            real = told(match.copy(), reader, random.Random(seen))
            assert told(other, reader, random.Random(seen)) == real
            seen += 1
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("game", SECRET_GAMES)
def test_nothing_shown_depends_on_what_the_seat_cannot_know(game: str) -> None:
    assert compare(game, STATES) == STATES


@pytest.mark.parametrize("game", SECRET_GAMES)
def test_without_that_care_it_would(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison finds it if all is shown."""
    monkeypatch.setattr(eyes, "needed", lambda match, seat: None)
    with pytest.raises(AssertionError):
        compare(game, STATES)


@pytest.mark.parametrize("game", SECRET_GAMES)
def test_the_lines_of_a_study_are_those_of_the_seats_log(game: str) -> None:
    match = play_out(Match.new(game, 2, seed=4, options=QUICK.get(game, {})), random.Random(4), lambda match: None)
    study = Study.from_record(match.record())
    for seat in range(match.seats):
        read = [line for node in (study.root, *study.root.main_line) for line in study.read(node, seat)]
        assert [(line["seat"], line["action"], line["events"]) for line in read] == [
            (line["seat"], line["action"], line["events"]) for line in match.log(seat)
        ]
    assert [line["action"] for node in study.root.main_line for line in study.read(node)] == [
        line.name for line in match.lines
    ]
