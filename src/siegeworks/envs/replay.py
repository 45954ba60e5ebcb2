"""Games of environments as matches: their actions played again, with the luck of their own stream."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from siegeworks.core import step
from siegeworks.core.dice import Dice
from siegeworks.match import Match


def play_on(match: Match, luck: Dice, actions: Iterable[int]) -> Match:
    """The same match after these actions of seats; draws come from the stream, which is turned."""
    words, rules = match.game.words, match.game.rules
    width, left = max(rules.ACTIONS, rules.CHANCES), iter(actions)
    out, weights = np.zeros(width, np.int64), np.zeros(width, np.int64)
    while match.to_move is not None:
        if match.to_move == "chance":
            match.play(words.CHANCE_NAMES[step.draw(match.state, luck, out, weights)])
            continue
        action = next(left, None)
        if action is None:
            break
        match.play(words.ACTION_NAMES[action])
    return match
