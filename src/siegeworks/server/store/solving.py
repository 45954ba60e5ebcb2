"""What is stored of those who solve puzzles: ratings, answers, when what was missed is due, and runs."""

from __future__ import annotations

from typing import NamedTuple

from siegeworks.puzzles.ratings import NEW, Rating, after
from siegeworks.puzzles.repeating import reviewed
from siegeworks.server.store import Claim, counting
from siegeworks.server.store.database import Database, column

RATED = """INSERT INTO solvers VALUES (?, ?, ?, ?)
    ON CONFLICT (person, game) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma"""
RATED_PUZZLE = """INSERT INTO puzzles VALUES (?, ?, ?)
    ON CONFLICT (puzzle) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma"""
BEGUN = """INSERT INTO runs VALUES (?, ?, ?, 0, 0, 0) ON CONFLICT (person, game)
    DO UPDATE SET began = excluded.began, solved = 0, missed = 0"""
RUN = "UPDATE runs SET solved = ?, missed = ?, best = ? WHERE person = ? AND game = ?"


class Given(NamedTuple):
    """An answer somebody gave. `at`: in ms since 1970. `first`: what the puzzle is rated if nobody answered it yet.

    `rates`: whether a first answer counts for the ratings.
    """

    person: str
    game: str
    puzzle: str
    is_right: bool
    at: int
    first: Rating
    rates: bool = True


class Effect(NamedTuple):
    """What an answer changed: the rating before and after, where it counted, and when the puzzle is asked again."""

    before: Rating | None
    after: Rating | None
    due: int | None


class Run(NamedTuple):
    """Puzzles against the clock: when it began, in ms since 1970, what came of it, and the best of all runs."""

    began: int
    solved: int
    missed: int
    best: int


class Solver(NamedTuple):
    """All that is kept of somebody who solves."""

    ratings: dict[str, Rating]
    """By game."""
    answers: dict[str, bool]
    """By puzzle: whether the first answer was right."""
    due: dict[str, int]
    """By missed puzzle: when it is to be asked again."""
    best: dict[str, int]
    """By game: how many were solved in the best run."""


async def give(db: Database, given: Given, claim: Claim | None) -> Effect:
    """Store an answer. The first one counts; later ones only where a missed puzzle is due, or is missed now."""
    asked = "SELECT card, due FROM answers WHERE person = ? AND puzzle = ?"
    known = await db.all(asked, given.person, given.puzzle)
    if not known:
        if claim is not None:
            await counting.count(db, claim)
        return await _first(db, given)
    card, due = known[0]
    if (card is None and not given.is_right) or (card is not None and due <= given.at):
        card, due = reviewed(card, given.is_right, given.at)
        changed = "UPDATE answers SET card = ?, due = ? WHERE person = ? AND puzzle = ?"
        await db.all(changed, card, due, given.person, given.puzzle)
    return Effect(None, None, due)


async def _first(db: Database, given: Given) -> Effect:
    card, due = (None, None) if given.is_right else reviewed(None, False, given.at)
    row = given.person, given.puzzle, int(given.is_right), card, due
    await db.all("INSERT INTO answers VALUES (?, ?, ?, ?, ?)", *row)
    if not given.rates:
        return Effect(None, None, due)
    mine = await db.all("SELECT mu, sigma FROM solvers WHERE person = ? AND game = ?", given.person, given.game)
    its = await db.all("SELECT mu, sigma FROM puzzles WHERE puzzle = ?", given.puzzle)
    before, puzzle = Rating(*mine[0]) if mine else NEW, Rating(*its[0]) if its else given.first
    rating, puzzle = after(before, puzzle, given.is_right)
    await db.all(RATED, given.person, given.game, *rating)
    await db.all(RATED_PUZZLE, given.puzzle, *puzzle)
    return Effect(before, rating, due)


async def solver(db: Database, person: str) -> Solver:
    """All that is kept of somebody."""
    ratings = await db.all("SELECT game, mu, sigma FROM solvers WHERE person = ?", person)
    answers = await db.all("SELECT puzzle, solved, due FROM answers WHERE person = ?", person)
    runs = await db.all("SELECT game, best FROM runs WHERE person = ?", person)
    return Solver(
        {game: Rating(mu, sigma) for game, mu, sigma in ratings},
        {puzzle: bool(solved) for puzzle, solved, _ in answers},
        {puzzle: due for puzzle, _, due in answers if due is not None},
        dict(runs),
    )


async def ratings(db: Database) -> dict[str, Rating]:
    """Of all puzzles that were answered by anybody."""
    return {puzzle: Rating(mu, sigma) for puzzle, mu, sigma in await db.all("SELECT puzzle, mu, sigma FROM puzzles")}


async def begin_run(db: Database, person: str, game: str, at: int, claim: Claim | None) -> Run:
    """Another run; the one before, if it goes on, ends."""
    if claim is not None:
        await counting.count(db, claim)
    await db.all(BEGUN, person, game, at)
    found = await run(db, person, game)
    assert found is not None
    return found


async def run(db: Database, person: str, game: str) -> Run | None:
    """Somebody's last run."""
    asked = "SELECT began, solved, missed, best FROM runs WHERE person = ? AND game = ?"
    return next((Run(*row) for row in await db.all(asked, person, game)), None)


async def go_on(db: Database, given: Given, of: str, before: Run, claim: Claim | None) -> Run | None:
    """Store an answer in a run (of a game, or of all: ""); None if the run is not as it was any more."""
    if await run(db, given.person, of) != before:
        return None
    await give(db, given, claim)
    solved, missed = before.solved + given.is_right, before.missed + (not given.is_right)
    found = Run(before.began, solved, missed, max(before.best, solved))
    await db.all(RUN, found.solved, found.missed, found.best, given.person, of)
    return found


async def forget(db: Database, person: str) -> bool:
    """Forget somebody's answers; whether there were any."""
    gone = [
        await column(db, f"DELETE FROM {table} WHERE person = ? RETURNING person", person)
        for table in ("solvers", "answers", "runs")
    ]
    return any(gone)
