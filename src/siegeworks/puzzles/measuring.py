"""How many puzzles the levels solve: the strongest should nearly all in a second, the gentlest far fewer than half."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from siegeworks.bots import Budget, bot
from siegeworks.core.dice import new_dice
from siegeworks.games import Game
from siegeworks.puzzles import Puzzle

STRONG, GENTLE = "level5", "level1"
SECONDS = 1.0
TRIES = 5
"""How often the gentle level tries each: it errs at random."""


class Measured(NamedTuple):
    """A puzzle by its number: whether the strong level solves it, and how many of the tries of the gentle one do."""

    number: int
    strong: bool
    gentle: int


def measured(game: Game, puzzles: Sequence[Puzzle], every: int = 1) -> Iterator[Measured]:
    """Every so manieth puzzle, tried by both."""
    strong, gentle = bot(game, STRONG), bot(game, GENTLE)
    for number, puzzle in list(enumerate(puzzles, 1))[::every]:
        match = puzzle.match(game)
        assert isinstance(match.to_move, int)
        view, solution = match.seat_view(match.to_move), game.action_numbers[puzzle.solution]
        action, _ = strong.choose(view, Budget(seconds=SECONDS), new_dice(number))
        tries = [gentle.choose(view, None, new_dice(1000 * number + n))[0] for n in range(TRIES)]
        yield Measured(number, action == solution, tries.count(solution))
