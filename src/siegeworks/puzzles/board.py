"""The arrays it takes to try actions at a position, without the checks and the log of a match."""

from __future__ import annotations

import numpy as np

from siegeworks.bots import heuristic
from siegeworks.choices import option_codes
from siegeworks.core import step
from siegeworks.core.dice import Dice, new_dice
from siegeworks.core.hexboard import SYMMETRIES
from siegeworks.core.rules import CHANCE, NOBODY, OptionValue
from siegeworks.core.views import States, copied
from siegeworks.games import Game


class Board:
    """One game's scratch arrays, and what can be asked of a state with them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        width = max(game.rules.ACTIONS, game.rules.CHANCES)
        self._out, self._weights, self._priors = np.zeros(width, np.int64), np.zeros(width, np.int64), np.zeros(width)
        self._points, self._places = np.zeros(8, np.int64), np.zeros(8, np.int64)

    def begin(self, seats: int, options: dict[str, OptionValue], dice: Dice) -> States:
        """A new game, up to its first decision."""
        states = np.zeros(1, self.game.rules.STATE)
        step.begin(states, 0, seats, option_codes(self.game, options), self._out)
        self.draw(states, dice)
        return states

    def legal(self, states: States) -> list[int]:
        """What the seat to move may play."""
        return list(self._out[: step.list_legal(states, 0, self._out)].tolist())

    def after(self, states: States, action: int) -> States:
        """The state after an action."""
        later = copied(states)
        step.step(later, 0, action, self._out)
        return later

    def draw(self, states: States, dice: Dice) -> None:
        """Draw all that falls to chance before somebody decides."""
        while int(states["to_move"][0]) == CHANCE:
            step.step(states, 0, step.draw(states[0], dice, self._out, self._weights), self._out)

    def by_prior(self, view: States) -> list[int]:
        """The legal actions, those with the greatest prior first."""
        n = self._thumb(view)[1]
        return list(self._out[:n][(-self._priors[:n]).argsort(kind="stable")].tolist())

    def thumb(self, view: States) -> int:
        """What the rule of thumb plays."""
        return int(self._out[self._thumb(view)[0]])

    def _thumb(self, view: States) -> tuple[int, int]:
        """The place of the action that the rule of thumb plays, and how many there are."""
        seat = int(view["to_move"][0])
        at, n = heuristic.rule_of_thumb(copied(view), seat, new_dice(1), self._out, self._priors)
        return int(at), int(n)

    def share(self, states: States, seat: int) -> float:
        """Of a game that is over: the seat's share of the win."""
        step.standings(states, 0, self._points, self._places)
        winners = [each for each in range(int(states["seats"][0])) if self._places[each] == 1]
        return 1 / len(winners) if seat in winners else 0.0

    def looks(self, view: States) -> bytes:
        """The same bytes for positions that are alike: turned, mirrored, or with the seats one further."""
        planes, turn = self.game.planes, self.game.judgement.turn
        found: list[bytes] = []
        for symmetry in range(len(SYMMETRIES)) if turn is not None else (0,):
            turned, seen = copied(view), np.zeros(planes.SHAPE, np.uint8)
            if turn is not None and symmetry:
                turn(turned[0], symmetry)
            planes.observe(turned[0], int(view["to_move"][0]), seen)
            found.append(seen.tobytes())
        return min(found)


def is_over(states: States) -> bool:
    """Whether nobody is to move any more."""
    return int(states["to_move"][0]) == NOBODY
