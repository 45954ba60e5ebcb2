"""Luck and skill told apart: what a draw changed for each seat, beside what the seat's own choices gave away.

What a seat could expect before a draw is the mean over draws that were as likely, made anew from what it could see. A
seat's luck is what it expects after the draw that came, less that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from siegeworks.bots import Budget
from siegeworks.bots.thinking import SearchBot, TreeSearch
from siegeworks.core import step
from siegeworks.core.dice import Dice, new_dice, roll
from siegeworks.core.rules import CHANCE
from siegeworks.core.views import States, copied, view
from siegeworks.games import Game
from siegeworks.match import Match

REDRAWS = 8
"""Other draws that are made from each place, for each seat."""
MOST_SIMULATIONS = 400
"""For each of them."""


@dataclass(frozen=True)
class Drawn:
    """What one draw, or several in a row, changed."""

    ply: int
    """The first of its lines, from 0."""
    expected: tuple[float, ...]
    """[seat] the share of the win that each could expect before it."""
    value: tuple[float, ...]
    """[seat] and after it."""

    @property
    def luck(self) -> tuple[float, ...]:
        """[seat] what the draw brought."""
        return tuple(now - before for now, before in zip(self.value, self.expected, strict=True))


def draws(match: Match, judge: SearchBot) -> tuple[Drawn, ...]:
    """What each draw of a match changed; nothing of a draw that could only come as it came, or that ended the match."""
    own, simulations = judge.new_search(match.seats), _simulations(judge.budget)
    found = []
    for ply, before, after in _runs(match):
        pairs = [_changed(judge, own, before, after, (seat, ply, simulations)) for seat in range(match.seats)]
        expected, value = zip(*pairs, strict=True)
        found.append(Drawn(ply, expected, value))
    return tuple(found)


def _simulations(budget: Budget) -> int:
    return min(budget.simulations or MOST_SIMULATIONS, MOST_SIMULATIONS)


def _runs(match: Match) -> Iterator[tuple[int, States, States]]:
    """The first line of each run of draws, with the states before and after it."""
    out = np.zeros(max(match.game.rules.ACTIONS, match.game.rules.CHANCES), np.int64)
    began: tuple[int, States] | None = None
    is_open = False
    for ply, (line, states) in enumerate(match.history()):
        if line.who == "chance":
            began = began or (ply, states)
            is_open = is_open or step.list_legal(states, 0, out) > 1
        elif began is not None:
            if is_open:
                yield *began, states
            began, is_open = None, False
    if began is not None and is_open and int(match.states["to_move"][0]) >= 0:
        yield *began, copied(match.states)


def _changed(
    judge: SearchBot, own: TreeSearch, before: States, after: States, of: tuple[int, int, int]
) -> tuple[float, float]:
    """What a seat could expect before and after draws."""
    seat, ply, simulations = of

    def value(states: States) -> float:
        return own.value(view(states, seat), seat, judge.settings, new_dice(ply), simulations)

    dice = new_dice(ply)
    others = [_drawn_anew(judge.game, view(before, seat), seat, dice) for _ in range(REDRAWS)]
    return sum(value(each) for each in others) / REDRAWS, value(after)


def _drawn_anew(game: Game, seen: States, seat: int, dice: Dice) -> States:
    """A state the seat may be in after other draws."""
    states = copied(seen)
    step.imagine(states, 0, seat, dice)
    while states["to_move"][0] == CHANCE:
        out, weights = np.zeros(game.rules.CHANCES, np.int64), np.zeros(game.rules.CHANCES, np.int64)
        step.list_legal(states, 0, out)
        count = step.weigh(states, 0, weights)
        place = np.searchsorted(np.cumsum(weights[:count]), roll(dice, int(weights[:count].sum())), side="right")
        step.step(states, 0, int(out[place]), np.zeros(max(game.rules.ACTIONS, game.rules.CHANCES), np.int64))
    return states
