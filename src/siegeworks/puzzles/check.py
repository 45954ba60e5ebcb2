"""Proving puzzles again: each by what it states, and no two alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from siegeworks.games import Game
from siegeworks.puzzles import Puzzle
from siegeworks.puzzles.proofs import Prover
from siegeworks.puzzles.themes import themes_of

Problem = Literal["cli.puzzle-not-proved", "cli.puzzle-other-themes", "cli.puzzle-alike"]


class Checked(NamedTuple):
    """A puzzle by its number, and what is wrong with it; None if it is proved again."""

    number: int
    problem: Problem | None


def checked(game: Game, puzzles: Sequence[Puzzle]) -> Iterator[Checked]:
    """Each puzzle proved again."""
    prover, known = Prover(game, is_strict=False), set[bytes]()
    for number, puzzle in enumerate(puzzles, 1):
        yield Checked(number, _problem(prover, puzzle, known))


def _problem(prover: Prover, puzzle: Puzzle, known: set[bytes]) -> Problem | None:
    match = puzzle.match(prover.game)
    assert isinstance(match.to_move, int)
    found = prover.best(match.states, (puzzle.proof.kind,))
    if found is None or prover.game.words.ACTION_NAMES[found.action] != puzzle.solution or found.goal != puzzle.goal:
        return "cli.puzzle-not-proved"
    if found.turns != puzzle.turns:
        return "cli.puzzle-not-proved"
    if themes_of(match, puzzle.line, puzzle.goal, puzzle.turns) != puzzle.themes:
        return "cli.puzzle-other-themes"
    look = prover.board.looks(match.seat_view(match.to_move))
    if look in known:
        return "cli.puzzle-alike"
    known.add(look)
    return None
