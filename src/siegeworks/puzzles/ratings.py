"""Ratings of those who solve and of puzzles: each answer is a match between the two. The library is openskill's."""

from __future__ import annotations

from functools import cache
from math import log2
from typing import Any, NamedTuple

from siegeworks.puzzles import Puzzle

MEAN, SPREAD = 1500.0, 350.0
"""Of somebody who has solved nothing yet: where a scale begins is a matter of taste, this one is known from chess."""
CHANCE = 250.0
"""How much of one answer is luck, on the same scale."""
DRIFT = 5.0
"""How much people change from one answer to the next."""
EASIEST, PER_DOUBLING = 1100.0, 100.0
"""What a puzzle is rated at first that 64 simulations find, and how much more one that takes twice as many."""
FEWEST = 64
PUZZLE_SPREAD = 120.0


class Rating(NamedTuple):
    """An estimate of strength, and how unsure it is."""

    mu: float
    sigma: float


NEW = Rating(MEAN, SPREAD)


def first_of(puzzle: Puzzle) -> Rating:
    """What a puzzle is rated before anybody has answered it."""
    return Rating(EASIEST + PER_DOUBLING * log2(max(puzzle.simulations, FEWEST) / FEWEST), PUZZLE_SPREAD)


def after(solver: Rating, puzzle: Rating, is_right: bool) -> tuple[Rating, Rating]:
    """The ratings of both after an answer."""
    teams = [[_model().rating(mu=one.mu, sigma=one.sigma)] for one in (solver, puzzle)]
    rated = _model().rate(teams, ranks=[1, 2] if is_right else [2, 1])
    (first,), (second,) = rated
    return Rating(first.mu, first.sigma), Rating(second.mu, second.sigma)


@cache
def _model() -> Any:
    from openskill.models import BradleyTerryFull  # not before: who solves no puzzles need not wait for it

    return BradleyTerryFull(mu=MEAN, sigma=SPREAD, beta=CHANCE, tau=DRIFT)
