"""Exact values of small positions of two seats, sealed choices included: slow and plain, to check the search against.

Nothing here is guessed or cut: every line is played to its end. A round of sealed choices is a matrix, solved by linear
programming.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog

from siegeworks.bots import judgement
from siegeworks.core import step
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.core.views import States
from siegeworks.games import Game

Matrix = npt.NDArray[np.float64]


class TooLarge(Exception):
    """There are more positions than one is willing to look at."""


class Exact:
    """Values of the first seat, by looking at everything; at most so many positions."""

    def __init__(self, game: Game, most: int) -> None:
        self.game = game
        self.left = most
        self._known: dict[bytes, float] = {}
        self._width = max(game.rules.ACTIONS, game.rules.CHANCES)

    def value(self, states: States) -> float:
        """The share of the win the first seat can count on at states[0]."""
        key = states.tobytes()
        if key not in self._known:
            self.left -= 1
            if self.left < 0:
                raise TooLarge
            self._known[key] = self._value(states)
        return self._known[key]

    def _value(self, states: States) -> float:
        mover = int(states["to_move"][0])
        if mover == NOBODY:
            return _share(self.game, states)
        if mover == CHANCE:
            raise TooLarge
        if judgement.is_sealed_choice(states[0]):
            return solved(self.matrix(states))
        best, wanted = 1.0 - float(mover == 0), float(mover == 0)
        for _, after in self.choices(states):
            value = self.value(after)
            best = max(best, value) if mover == 0 else min(best, value)
            if best == wanted:
                break
        return best

    def choices(self, states: States) -> Iterator[tuple[int, States]]:
        """Each legal action with the position after it."""
        out = np.zeros(self._width, np.int64)
        for action in out[: step.list_legal(states, 0, out)].tolist():
            after = states.copy()
            step.step(after, 0, action, np.zeros(self._width, np.int64))
            yield action, after

    def matrix(self, states: States) -> Matrix:
        """[choices of seat 0, choices of seat 1]: the value once both are in, whoever is asked first."""
        rows = [[self.value(after) for _, after in self.choices(half)] for _, half in self.choices(states)]
        found = np.array(rows)
        return found if int(states["to_move"][0]) == 0 else found.T


def _share(game: Game, states: States) -> float:
    seats = int(states["seats"][0])
    points, ranks = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    step.standings(states, 0, points, ranks)
    return float(ranks[0] == 1) / int((ranks[:seats] == 1).sum())


def solved(matrix: Matrix) -> float:
    """What the first seat can count on in a matrix, if it mixes well."""
    if has_saddle(matrix):
        return float(matrix.min(axis=1).max())
    rows, columns = matrix.shape
    found = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.column_stack([-matrix.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return float(-found.fun)


def exploitability(matrix: Matrix, mix: npt.NDArray[np.float64], seat: int) -> float:
    """What a seat that mixes like this gives away to somebody who knows how it mixes."""
    best = solved(matrix)
    return best - float((mix @ matrix).min()) if seat == 0 else float((matrix @ mix).max()) - best


def has_saddle(matrix: Matrix) -> bool:
    """Whether one choice each is best for both, so that nobody needs to mix."""
    return bool(matrix.min(axis=1).max() == matrix.max(axis=0).min())
