"""What is sent and answered about puzzles, as models."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import StringConstraints

from siegeworks.server.answers import LegalAction, Sent, Sentence
from siegeworks.server.messages import Incoming, Words

PuzzleName = Annotated[str, StringConstraints(max_length=60)]


class PuzzleTry(Incoming):
    """An answer; without an action whoever asks gives up, and is told the solution."""

    action: Words | None = None


class RunWish(Incoming):
    """Puzzles of one game against the clock, or of all."""

    game: Words | None = None


class RunTry(Incoming):
    """An answer to the puzzle of a run that is asked now."""

    game: Words | None = None
    puzzle: PuzzleName
    action: Words


class PuzzleTheme(Sent):
    """What puzzles of a game are about, and how many there are."""

    theme: str
    says: Sentence
    puzzles: int


class PuzzleGame(Sent):
    """The puzzles of a game. `solved`: at the first attempt. `due`: missed ones to be asked again now.

    `rating`: null until the asker has answered one. `best`: how many the best run against the clock solved.
    """

    game: str
    puzzles: int
    solved: int
    due: int
    rating: int | None
    best: int | None
    themes: list[PuzzleTheme]


class PuzzleOfDay(Sent):
    """The puzzle of the day, the same for everybody; `solved` is null until the asker has answered it."""

    puzzle: str
    game: str
    solved: bool | None


class PuzzleShelf(Sent):
    """All puzzles. `due`: missed ones to be asked again now; `later`: when the next of them is, in ms since 1970."""

    day: PuzzleOfDay | None
    games: list[PuzzleGame]
    due: int
    later: int | None
    best: int | None


class PuzzleInfo(Sent):
    """A puzzle as it is asked: what its seat sees, and what it can play. `solved` is null until it was answered."""

    puzzle: str
    game: str
    seats: int
    seat: int
    view: dict[str, Any]
    legal: list[LegalAction]
    prompt: Sentence
    task: Sentence
    rating: int
    solved: bool | None


class PuzzleNames(Sent):
    """The puzzles of a lesson, in their order."""

    puzzles: list[str]


class PuzzleStep(Sent):
    """One action that was played after an answer: what happened, and what the seat that solves then sees."""

    seat: int
    says: list[Sentence]
    view: dict[str, Any]
    last: list[str]


class PuzzleSolution(Sent):
    """The one action that solves a puzzle, and the same in words."""

    action: str
    says: Sentence


class PuzzleRating(Sent):
    """The asker's rating before and after an answer that counted."""

    before: int
    after: int


class PuzzleAnswer(Sent):
    """What came of an answer: whether it is right and why, how play goes on, and what it changed.

    `solution`: told where the answer is right, or was asked for. `again`: when the puzzle is asked again, in ms since
    1970, if it was missed.
    """

    right: bool
    says: list[Sentence]
    steps: list[PuzzleStep]
    solution: PuzzleSolution | None
    themes: list[Sentence]
    rating: PuzzleRating | None
    again: int | None


class RunInfo(Sent):
    """A run against the clock. `left_ms`: the time left; `lives`: how many may still be missed.

    `next` is null once it is over.
    """

    game: str | None
    left_ms: int
    solved: int
    missed: int
    lives: int
    best: int
    next: PuzzleInfo | None


class RunAnswer(Sent):
    """Whether an answer in a run was right, and how the run goes on."""

    right: bool
    run: RunInfo
