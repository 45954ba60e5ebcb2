"""What a batch keeps where whole games are wanted from it: how each running game began, and every action since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from siegeworks import positions
from siegeworks.core.dice import Dice
from siegeworks.core.rules import OptionValue
from siegeworks.envs.replay import play_on
from siegeworks.games import Game
from siegeworks.match import Match

Array = npt.NDArray[Any]

NOT_PLAYED = -1
MOST_FORGOTTEN = 256
"""Steps that no running game needs any more are dropped when there are so many."""


class History:
    """The beginnings and actions of the games of one batch. An action takes four bytes a game."""

    def __init__(self, states: Array, luck: Dice) -> None:
        self._steps: list[npt.NDArray[np.int32]] = []
        self._first = np.zeros(len(states), np.int64)  # [games] the step at which each began
        self._is_new = np.ones(len(states), bool)  # [games] whether it began as games begin, not from a state
        self._states, self._luck = states.copy(), luck.copy()  # [games] as they were then

    def begin(self, games: Array, states: Array, luck: Dice, is_new: bool) -> None:
        """These games begin now: as games begin, with this luck to come, or from the states that lie there."""
        self._first[games] = len(self._steps)
        self._is_new[games] = is_new
        self._states[games] = states[games]
        self._luck[games] = luck[games]
        unused = int(self._first.min())
        if unused > MOST_FORGOTTEN:
            del self._steps[:unused]
            self._first -= unused

    def add(self, actions: Array, played: npt.NDArray[np.bool_]) -> None:
        """One action of every game; those that were not played leave their game as it was."""
        self._steps.append(np.where(played, actions, NOT_PLAYED).astype(np.int32))

    def match(self, at: int, game: Game, seats: int, options: Mapping[str, OptionValue]) -> Match:
        """The running game from its beginning."""
        if self._is_new[at]:
            match = Match.new(game.name, seats, options=options)
        else:
            match = from_state(self._states[at : at + 1], game, options)
        steps = [int(step[at]) for step in self._steps[self._first[at] :]]
        return play_on(match, self._luck[at : at + 1].copy(), [action for action in steps if action != NOT_PLAYED])


def from_state(states: Array, game: Game, options: Mapping[str, OptionValue]) -> Match:
    """A match that begins where the state, an array of one, is."""
    return Match.from_position(game.name, positions.describe(game, states, options))
