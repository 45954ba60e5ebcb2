"""Games played by somebody who wants them to last, and how long they did."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from siegeworks.choices import checked_options, option_codes
from siegeworks.core import step
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.games import GAMES
from tests.tables import Table

Chooser = Callable[[Any, list[str], random.Random], str]
"""From the state and the names of the legal actions to one of them."""


class Length(NamedTuple):
    decisions: int
    draws: int


def bound(table: Table) -> Length:
    """What the game says of itself."""
    game = GAMES[table.game]
    options = checked_options(game, table.options, table.seats)
    length = game.length
    return Length(length.most_decisions(table.seats, options), length.most_draws(table.seats, options))


def played(table: Table, seed: int, choose: Chooser) -> Length:
    """How long a game lasts in which all choose like this; luck is drawn evenly."""
    game, rng = GAMES[table.game], random.Random(seed)
    names, out = game.words.ACTION_NAMES, np.zeros(max(game.rules.ACTIONS, game.rules.CHANCES), np.int64)
    states, decisions, draws = np.zeros(1, game.rules.STATE), 0, 0
    codes = option_codes(game, checked_options(game, table.options, table.seats))
    count = step.begin(states, 0, table.seats, codes, out)
    while (mover := int(states["to_move"][0])) != NOBODY:
        legal = out[:count].tolist()
        if mover == CHANCE:
            draws += 1
            action = rng.choice(legal)
        else:
            decisions += 1
            action = game.action_numbers[choose(states[0], [names[number] for number in legal], rng)]
        count = step.step(states, 0, action, out)
    return Length(decisions, draws)


def at_random(state: Any, legal: list[str], rng: random.Random) -> str:
    return rng.choice(legal)


def unless_it_ends(table: Table) -> Chooser:
    """At random, but nothing that ends the game while there is anything else."""
    game = GAMES[table.game]
    after = np.zeros(1, game.rules.STATE)
    out = np.zeros(max(game.rules.ACTIONS, game.rules.CHANCES), np.int64)

    def choose(state: Any, legal: list[str], rng: random.Random) -> str:
        for name in rng.sample(legal, min(len(legal), 20)):
            after[0] = state
            step.step(after, 0, game.action_numbers[name], out)
            if after["to_move"][0] != NOBODY:
                return name
        return rng.choice(legal)

    return choose
