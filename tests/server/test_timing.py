"""How long a bot takes tells nothing: a choice and having none look alike, measured on a clock of our own."""

from __future__ import annotations

import asyncio
import random
import time
from itertools import pairwise
from typing import Any

import pytest

from siegeworks.bots import NOTHING_SAID, Candidate, Thought
from siegeworks.core.jit import IS_PLAIN
from siegeworks.games import GAMES
from siegeworks.server.askers import NOBODY
from siegeworks.server.house import House as Inside
from siegeworks.server.thinkers import Thinkers, first_choice
from tests.server.house import ALONE, House, Time
from tests.server.test_survival import legal_at, no_choice

GAME, LEVEL, TIMES = "siege", 3, 400
REFUSED_S = 0.01
FAR_APART = 0.15
"""The greatest distance of two distributions of so many times; one in a thousand of equal ones is farther apart."""


def distance(one: list[float], other: list[float]) -> float:
    """How far two distributions are apart (Kolmogorov-Smirnov)."""
    return max(abs(share(one, at) - share(other, at)) for at in {*one, *other})


def share(times: list[float], most: float) -> float:
    return sum(each <= most for each in times) / len(times)


def test_absurd_options_are_refused_in_ten_milliseconds(house: House) -> None:
    """Of processor time, the client's and the server's together; the quickest of many, as other threads may run."""
    ada = house.person()
    for game in GAMES.values():
        took = []
        for option in game.rules.OPTIONS:
            for value in (10**30, "x" * 10_000, [10**9] * 1000):
                wish = {"game": game.name, "seats": [{"kind": "me"}] * game.seats[0], "options": {option.name: value}}
                began = time.process_time()
                assert ada.call("POST", "/tables", json=wish).status_code == 422
                took.append(time.process_time() - began)
        assert min(took, default=0.0) < REFUSED_S


class Moody:
    """A bot that thinks now shortly, now for long, by the clock of the test."""

    name = "moody"
    simulations = 0

    def __init__(self, clock: Time, dice: random.Random) -> None:
        self.clock, self.dice = clock, dice

    def choose(self, view: Any, budget: Any, dice: Any) -> tuple[int, Thought]:
        action = legal_at(view, GAME)[0]
        if len(legal_at(view, GAME)) > 1:  # who has no choice need not think
            self.clock.now += self.dice.lognormvariate(0.0, 0.8)
        return action, Thought(0, (Candidate(action, 1, 0.5, 1.0),), 0.5, (action,), 1, 0.0, None, NOTHING_SAID)


@pytest.mark.skipif(IS_PLAIN, reason="the same code, only slower")
def test_the_times_of_forced_and_of_real_choices_are_one_distribution() -> None:
    clock, dice = Time(), random.Random(5)

    def sleep(seconds: float) -> None:
        clock.now += seconds

    random.seed(5)
    took: dict[bool, list[float]] = {True: [], False: []}

    async def main() -> None:
        made = Thinkers(lambda game, name: Moody(clock, dice), clock=clock, sleep=sleep)
        inside = Inside(ALONE, identities=None, thinkers=made)  # type: ignore[arg-type]
        free = first_choice(GAMES[GAME], 2)
        choices = {False: (free, legal_at(free, GAME)), True: no_choice(GAME)}
        for _ in range(2 * TIMES):
            is_forced = dice.random() < 0.5
            began = clock.now
            await inside.turns.thought(GAMES[GAME], LEVEL, *choices[is_forced], NOBODY)
            took[is_forced].append(clock.now - began)
        made.close()

    asyncio.run(main())
    assert distance(took[True], took[False]) < FAR_APART
    assert min(took[True]) > 0
    rises = {kind: sum(one < other for one, other in pairwise(times)) / len(times) for kind, times in took.items()}
    assert abs(rises[True] - rises[False]) < FAR_APART  # nor is one kind always the time before again
