"""Answers to puzzles: whether one is right, why, and how the game goes on from it, in sentences with rules.

A wrong answer is played out: by the solver's line where somebody then wins by force, else by a bot for all seats, each
from what its seat sees. Nothing is told that the seat which solves could not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from siegeworks.bots import Budget
from siegeworks.bots.solver import Solver, can_solve
from siegeworks.bots.thinking import searcher
from siegeworks.core.dice import new_dice
from siegeworks.core.phrases import Sentence, said, seats
from siegeworks.games import Game
from siegeworks.match import Match
from siegeworks.puzzles import Puzzle

NODES = 200_000
"""Positions the solver may visit after an answer."""
SIMULATIONS = 2_000
FORCED, PLAYED = 16, 4
"""How many actions after the answer are shown, of a line that wins by force and of one that a bot plays."""


TASKS = {"hold": "puzzle-hold", "share": "puzzle-share", "best": "puzzle-best"}
FAULTS = {"win": "puzzle-no-win", "hold": "puzzle-no-hold", "share": "puzzle-no-share", "best": "puzzle-no-best"}
TRIED = {"win": "puzzle-proof-win", "share": "puzzle-proof-share"}
"""What is said of a goal: the task, a wrong answer, and a right one where everything was tried."""


class Step(NamedTuple):
    """One action that was played: what happened, and what the seat that solves then sees."""

    seat: int
    says: tuple[Sentence, ...]
    view: dict[str, Any]
    last: tuple[str, ...]
    """The cells it names."""


class Forced(NamedTuple):
    """Who wins by force, in how many turns, and how."""

    winner: int
    turns: int
    line: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """What came of an answer."""

    is_right: bool
    says: tuple[Sentence, ...]
    """Whether it is right and why; what is told of the solution's proof only if it is."""
    steps: tuple[Step, ...]


def task(puzzle: Puzzle, match: Match) -> Sentence:
    """What is to be found."""
    assert isinstance(match.to_move, int)
    seat = seats([match.to_move], match.game.name)[0]
    if puzzle.goal == "win":
        return said("puzzle-win-in", seat=seat, turns=puzzle.turns) if puzzle.turns else said("puzzle-win", seat=seat)
    return said(TASKS[puzzle.goal], seat=seat, plies=puzzle.proof.plies)


def answer(game: Game, puzzle: Puzzle, action: str) -> Answer:
    """Play an action, which the match checks, and what follows."""
    match = puzzle.match(game)
    seat, is_right = match.to_move, action == puzzle.solution
    assert isinstance(seat, int)
    steps = [_played(match, action, seat)]
    forced = _forced(match)
    line = puzzle.line[1:] if is_right and len(puzzle.line) > 1 else forced.line[:FORCED] if forced else ()
    steps += [_played(match, name, seat) for name in line] or _by_bot(match, seat)
    return Answer(is_right, _praise(puzzle) if is_right else _fault(game, puzzle, seat, forced), tuple(steps))


def _played(match: Match, action: str, reader: int) -> Step:
    """Play an action, and tell what the reader sees of it and of the draws after it."""
    seat, ply = match.to_move, match.ply
    assert isinstance(seat, int)
    match.play(action)
    told = match.log_from(reader, match.log_length(reader, ply))
    says = tuple(match.sentence(event) for line in told for event in line["events"])
    return Step(seat, says, match.view(reader), tuple(match.last_cells()))


def _forced(match: Match) -> Forced | None:
    """How somebody now wins by force, if the solver can tell."""
    mover = match.to_move
    if not isinstance(mover, int) or not can_solve(match.states):
        return None
    solution = Solver(match.game.rules.STATE).solve(match.states, nodes=NODES)
    if solution is None or not solution.outcome:
        return None
    line = tuple(match.game.words.ACTION_NAMES[action] for action in solution.line)
    return Forced(mover if solution.outcome > 0 else 1 - mover, int(solution.says.rpartition(" ")[2]), line)


def _by_bot(match: Match, reader: int) -> Iterator[Step]:
    """A few actions as a bot plays them for every seat."""
    player = searcher(match.game, "search", is_uct=False, budget=Budget(SIMULATIONS))
    for number in range(PLAYED):
        if not isinstance(match.to_move, int):
            return
        action, _ = player.choose(match.seat_view(match.to_move), None, new_dice(number))
        yield _played(match, match.game.words.ACTION_NAMES[action], reader)


def _praise(puzzle: Puzzle) -> tuple[Sentence, ...]:
    """That the answer is right, and how it was proved to be the only one."""
    proof = puzzle.proof
    if proof.kind == "margin":
        middle, low, high = (round(100 * share) for share in proof.margin)
        return (said("puzzle-right"), said("puzzle-proof-margin", runs=proof.runs, middle=middle, low=low, high=high))
    if proof.kind == "judges":
        own, net = (round(100 * share) for share in proof.leads)
        return (said("puzzle-right"), said("puzzle-proof-judges", own=own, net=net))
    if proof.kind == "exhaustive":
        return (said("puzzle-right"), said(TRIED[puzzle.goal]))
    code = "puzzle-proof-only-win" if puzzle.goal == "win" else "puzzle-proof-only-hold"
    return (said("puzzle-right"), said(code, plies=proof.beyond))


def _fault(game: Game, puzzle: Puzzle, seat: int, forced: Forced | None) -> tuple[Sentence, ...]:
    """That the answer is wrong, and what it leads to."""
    if forced is None:
        return (said("puzzle-wrong"), said(FAULTS[puzzle.goal], low=round(100 * puzzle.proof.least)))
    told = {"seat": seats([forced.winner], game.name)[0], "turns": forced.turns}
    return (said("puzzle-wrong"), said("puzzle-too-slow" if forced.winner == seat else "puzzle-loses", **told))
