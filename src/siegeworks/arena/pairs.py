"""Many pairs of bots of one game, their games in one file: what pages about strength are made of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from siegeworks.arena.contest import Contest
from siegeworks.arena.run import Progress, play_contest
from siegeworks.arena.spread import Workers
from siegeworks.arena.store import Store, is_current
from siegeworks.arena.table import Played, warm_up
from siegeworks.games import Game

SEATS = 2

Pair = tuple[str, str]


def contest_of(game: Game, pair: Pair, seed: int) -> Contest:
    """A contest of two bots."""
    return Contest(game.name, SEATS, pair, seed=seed)


def play_pairs(
    game: Game,
    pairs: Sequence[Pair],
    path: Path,
    count: int,
    workers: Workers,
    seed: int,
    progress: Progress,
    anew: bool,
) -> None:
    """Every pair plays so many games. Results of another version of the bots are discarded; others are continued."""
    first = contest_of(game, pairs[0], seed)
    store = Store(path, first, anew=anew or not is_current(path, first))
    for at, pair in enumerate(pairs):
        contest = contest_of(game, pair, seed)
        warm_up(contest)
        play_contest(
            contest,
            count,
            store=store,
            workers=workers,
            progress=lambda done, of, at=at: progress(at * of + done, of * len(pairs)),  # type: ignore[misc]
        )


def played_by_today(game: Game, pair: Pair, path: Path, seed: int) -> list[Played]:
    """The games on disk, if the bots that played them are those of today."""
    contest = contest_of(game, pair, seed)
    return list(Store(path, contest).played.values()) if is_current(path, contest) else []
