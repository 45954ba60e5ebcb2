"""Positions for the tests of judgement and solver: met in games whose seats follow the game's own prior."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from siegeworks import GAMES
from siegeworks.bots import judgement
from siegeworks.choices import checked_options, option_codes
from siegeworks.core import step
from siegeworks.core.dice import new_dice
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.core.views import States
from siegeworks.games import Game


class Board:
    """One game's state and the arrays to move it on."""

    def __init__(self, game: Game, seats: int, options: dict[str, Any] | None = None) -> None:
        self.game, self.seats = game, seats
        self.states = np.zeros(1, game.rules.STATE)
        width = max(game.rules.ACTIONS, game.rules.CHANCES)
        self.out, self.weights = np.zeros(width, np.int64), np.zeros(width, np.int64)
        self.priors = np.zeros(width)
        self.codes = np.array(option_codes(game, checked_options(game, options or {}, seats)), np.int64)

    def begin(self) -> None:
        step.begin(self.states, 0, self.seats, self.codes, self.out)

    def legal(self, states: States | None = None) -> list[int]:
        states = self.states if states is None else states
        return self.out[: step.list_legal(states, 0, self.out)].tolist()

    def with_priors(self) -> tuple[list[int], list[float]]:
        """What is legal, and the prior of each."""
        n = step.list_legal(self.states, 0, self.out)
        judgement.prior(self.states[0], self.out, n, self.priors)
        return self.out[:n].tolist(), self.priors[:n].tolist()

    def after(self, action: int, states: States | None = None) -> States:
        later = (self.states if states is None else states).copy()
        step.step(later, 0, action, self.out)
        return later

    def winners(self, states: States) -> list[int]:
        """Who won a game that is over."""
        points, places = np.zeros(8, np.int64), np.zeros(8, np.int64)
        step.standings(states, 0, points, places)
        return [seat for seat in range(self.seats) if places[seat] == 1]

    def outcome(self, states: States, seat: int) -> int:
        """Of a game that is over: 1 if the seat alone won, 0 if it shares the win, else -1."""
        winners = self.winners(states)
        return 1 if winners == [seat] else 0 if seat in winners else -1


def walk(
    name: str, seats: int, seed: int, wildness: float = 0.5, options: dict[str, Any] | None = None
) -> Iterator[Board]:
    """A board at each decision of a game; `wildness` is how often a seat plays at random and not by prior."""
    board, rng, dice = Board(GAMES[name], seats, options), random.Random(seed), new_dice(seed)
    board.begin()
    while (mover := int(board.states["to_move"][0])) != NOBODY:
        if mover == CHANCE:
            action = int(step.draw(board.states[0], dice, board.out, board.weights))
        else:
            yield board
            actions, priors = board.with_priors()
            action = rng.choice(actions) if rng.random() < wildness else rng.choices(actions, priors)[0]
        step.step(board.states, 0, action, board.out)
