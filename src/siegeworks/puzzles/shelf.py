"""All puzzles that ship, by name, and which of them to ask next: of the day, near a rating, in a run, in a lesson.

The name of a puzzle comes from its position, so that it stays the same whatever is added to a game's file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from itertools import groupby
from random import Random
from typing import NamedTuple

from siegeworks.games import GAMES, Game
from siegeworks.puzzles import Puzzle, puzzles_of
from siegeworks.puzzles.ratings import Rating, first_of

DIGITS = 10
OF_EACH_RUNG = 4
"""In a run: so many of each difficulty, before all that are left."""
CLOSE = 6
"""Among so many that are nearest to a rating one is drawn."""
MOST_RUNS = 256
"""So many runs have their puzzles at hand; those of others are put in the same order again."""
OF_A_LESSON = 5
ORDER = 20_260_101
"""The seed of the order in which puzzles become those of the day: changed, it would change the past."""


class Shelved(NamedTuple):
    """A puzzle that ships, and where it belongs."""

    name: str
    game: Game
    puzzle: Puzzle


def name_of(game: Game, puzzle: Puzzle) -> str:
    """What a puzzle is called in links: nothing of the solution is in it."""
    position = json.dumps(puzzle.position, sort_keys=True, separators=(",", ":"))
    return f"{game.name}-{hashlib.sha256(position.encode()).hexdigest()[:DIGITS]}"


@cache
def of_game(game: Game) -> tuple[Shelved, ...]:
    """The puzzles of a game, from easy to hard."""
    return tuple(Shelved(name_of(game, puzzle), game, puzzle) for puzzle in puzzles_of(game))


@cache
def shelf() -> Mapping[str, Shelved]:
    """All of them by name."""
    return {each.name: each for game in GAMES.values() for each in of_game(game)}


def of_the_day(day: int) -> Shelved:
    """The puzzle of a day, counted in UTC since 1970: games take turns, and none comes again before all have been."""
    games = [game for game in GAMES.values() if of_game(game)]
    turn, number = divmod(day, len(games))
    order = list(of_game(games[number]))
    Random(ORDER).shuffle(order)
    return order[turn % len(order)]


def with_theme(game: Game, theme: str | None) -> list[Shelved]:
    """The puzzles of a game, or those of one theme."""
    return [each for each in of_game(game) if theme is None or theme in each.puzzle.themes]


def near(
    found: Collection[Shelved], rated: Mapping[str, Rating], rating: Rating, answered: Collection[str], dice: Random
) -> Shelved | None:
    """One whose rating is near another: of those that were not answered yet, as long as there are such."""
    left = [each for each in found if each.name not in answered] or list(found)
    left.sort(key=lambda each: abs(rated.get(each.name, first_of(each.puzzle)).mu - rating.mu))
    return dice.choice(left[:CLOSE]) if left else None


@lru_cache(MOST_RUNS)
def run(game: str, seed: int) -> tuple[Shelved, ...]:
    """The puzzles of a run in their order, from easy to hard; of all games where none is named."""
    dice = Random(f"{game} {seed}")
    found = [each for each in shelf().values() if game in ("", each.game.name)]
    dice.shuffle(found)
    found.sort(key=lambda each: each.puzzle.simulations)
    rungs = [list(rung) for _, rung in groupby(found, key=lambda each: each.puzzle.simulations)]
    first = [each for rung in rungs for each in rung[:OF_EACH_RUNG]]
    return (*first, *(each for rung in rungs for each in rung[OF_EACH_RUNG:]))


def lesson(game: Game, theme: str) -> list[Shelved]:
    """The puzzles of a lesson: the easiest of a theme."""
    return with_theme(game, theme)[:OF_A_LESSON]
