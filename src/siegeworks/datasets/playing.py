"""Playing the games of a data set, in any number of processes: a game follows from the recipe and its number alone."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from siegeworks.arena.spread import Workers, spread
from siegeworks.bots import Bot, bot, pick
from siegeworks.choices import option_codes
from siegeworks.core import step
from siegeworks.core.dice import Dice, roll
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.core.views import view
from siegeworks.datasets.recipe import Recipe
from siegeworks.envs.batch import LUCK, PLAY, streams
from siegeworks.games import Game

AT_ONCE = 200
"""Games that a worker plays for one answer."""

Progress = Callable[[int, int], None]
"""Told how many games are done, of how many."""


class Games(NamedTuple):
    """Games one after the other, as arrays."""

    actions: npt.NDArray[Any]  # [all actions of all games], draws of chance among them
    ends: npt.NDArray[np.uint32]  # [games] where the actions of each end
    players: npt.NDArray[np.uint8]  # [games, seats] which entry of the recipe's bots
    scores: npt.NDArray[np.int32]  # [games, seats]
    places: npt.NDArray[np.uint8]  # [games, seats] 1 is best, shared by equals


class Table:
    """A state with its buffers, on which one game after the other is played."""

    def __init__(self, recipe: Recipe) -> None:
        rules = recipe.rules.rules
        width = max(rules.ACTIONS, rules.CHANCES)
        self.states: Any = np.zeros(1, rules.STATE)
        self.out, self.weights = np.zeros(width, np.int64), np.zeros(width, np.int64)
        self.seats, self.codes = recipe.seats, option_codes(recipe.rules, recipe.chosen)

    @property
    def to_move(self) -> int:
        return int(self.states["to_move"][0])

    def begin(self) -> None:
        """A new game."""
        self.count = step.begin(self.states, 0, self.seats, self.codes, self.out)

    def play(self, action: int) -> None:
        """An action of a seat, or a draw."""
        self.count = int(step.step(self.states, 0, action, self.out))

    def is_legal(self, action: int) -> bool:
        return action in self.out[: self.count].tolist()

    def standings(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Points and places of a game that is over."""
        points, ranks = np.zeros(self.seats, np.int64), np.zeros(self.seats, np.int64)
        step.standings(self.states, 0, points, ranks)
        return points, ranks


def action_type(game: Game) -> np.dtype[Any]:
    """The smallest whole numbers that hold every action and every draw of a game."""
    return np.dtype(np.uint8 if max(game.rules.ACTIONS, game.rules.CHANCES) <= 256 else np.uint16)


def play_all(recipe: Recipe, workers: Workers = 1, progress: Progress | None = None) -> Games:
    """All games of a recipe, in their order."""
    starts = range(0, recipe.count, AT_ONCE)
    parts: dict[int, Games] = {}
    with contextlib.closing(spread(partial(play_some, recipe), iter(starts), workers)) as found:
        for start, games in found:
            parts[start] = games
            if progress is not None:
                progress(min(recipe.count, len(parts) * AT_ONCE), recipe.count)
    return joined([parts[start] for start in starts])


def play_some(recipe: Recipe, start: int) -> tuple[int, Games]:
    """AT_ONCE games of a recipe from this one on; the first number is told with them."""
    stop = min(start + AT_ONCE, recipe.count)
    luck, dice = (streams(recipe.seed, stop, kind) for kind in (LUCK, PLAY))
    table = Table(recipe)
    games = [play_game(recipe, table, luck[at : at + 1], dice[at : at + 1]) for at in range(start, stop)]
    return start, joined(games)


def play_game(recipe: Recipe, table: Table, luck: Dice, dice: Dice) -> Games:
    """One game, drawn from `luck`; who plays, and all that they choose, is drawn from `dice`."""
    lineup = [int(roll(dice, len(recipe.bots))) for _ in range(recipe.seats)]
    bots = [_bot(recipe.rules, recipe.bots[each]) for each in lineup]
    table.begin()
    actions = list(_played(recipe, table, bots, luck, dice))
    points, ranks = table.standings()
    return Games(
        np.array(actions, action_type(recipe.rules)),
        np.array([len(actions)], np.uint32),
        np.array([lineup], np.uint8),
        points[None].astype(np.int32),
        ranks[None].astype(np.uint8),
    )


def _played(recipe: Recipe, table: Table, bots: list[Bot], luck: Dice, dice: Dice) -> Iterator[int]:
    """The actions of a game, as they are played on the table."""
    decisions = 0
    while (seat := table.to_move) != NOBODY:
        if seat == CHANCE:
            action = int(step.draw(table.states[0], luck, table.out, table.weights))
        elif decisions < recipe.opening:
            action, decisions = int(table.out[roll(dice, table.count)]), decisions + 1
        else:
            action = pick(bots[seat], view(table.states, seat), dice)
        table.play(action)
        yield action


@lru_cache(maxsize=64)
def _bot(game: Game, name: str) -> Bot:
    return bot(game, name)


def joined(parts: list[Games]) -> Games:
    """Games one after the other."""
    sizes = np.cumsum([0, *(len(part.actions) for part in parts)])
    ends = [part.ends + np.uint32(before) for part, before in zip(parts, sizes, strict=False)]
    columns = {
        name: np.concatenate([getattr(part, name) for part in parts]) for name in Games._fields if name != "ends"
    }
    return Games(**columns, ends=np.concatenate(ends))
