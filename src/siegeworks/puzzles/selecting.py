"""Which of the puzzles that were found come with a game: no two alike, and from easy to hard as evenly as can be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain, zip_longest

from siegeworks.games import Game
from siegeworks.puzzles import Puzzle
from siegeworks.puzzles.mining import Mine


def selected(game: Game, found: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """At most so many, in turn from each difficulty and each first theme; in the order of their difficulty."""
    distinct = Mine(game, 0)
    distinct.add(0, list(found))
    groups: dict[tuple[int, str], list[Puzzle]] = defaultdict(list)
    for puzzle in distinct.puzzles:
        groups[puzzle.simulations, next(iter(puzzle.themes), "")].append(puzzle)
    in_turn = chain.from_iterable(zip_longest(*(groups[key] for key in sorted(groups))))
    kept = [puzzle for puzzle in in_turn if puzzle is not None][:most]
    return sorted(kept, key=lambda puzzle: puzzle.simulations)
