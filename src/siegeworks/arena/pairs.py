"""Many pairs of bots of one game, their games in one file: what pages about strength are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from siegeworks.arena.contest import Contest
from siegeworks.arena.run import Progress, play_contest
from siegeworks.arena.spread import Workers
from siegeworks.arena.store import Store, is_current
from siegeworks.arena.table import Played, warm_up
from siegeworks.games import Game

SEATS = 2

Pair = tuple[str, str]


@dataclass(frozen=True)
class Meeting:
    """Where pairs meet: at two seats one each, at more the first against a table of the other."""

    game: Game
    seed: int
    seats: int = SEATS

    def contest(self, pair: Pair) -> Contest:
        """A contest of two bots."""
        return Contest(self.game.name, self.seats, pair, seed=self.seed, one_against=self.seats > SEATS)


def play_pairs(
    meeting: Meeting,
    pairs: Sequence[Pair],
    path: Path,
    count: int,
    workers: Workers,
    progress: Progress,
    anew: bool,
) -> None:
    """Every pair plays so many games. Results of another version of the bots are discarded; others are continued."""
    first = meeting.contest(pairs[0])
    store = Store(path, first, anew=anew or not is_current(path, first))
    for at, pair in enumerate(pairs):
        contest = meeting.contest(pair)
        warm_up(contest)
        play_contest(
            contest,
            count,
            store=store,
            workers=workers,
            progress=lambda done, of, at=at: progress(at * of + done, of * len(pairs)),  # type: ignore[misc]
        )


def played_by_today(meeting: Meeting, pair: Pair, path: Path) -> list[Played]:
    """The games on disk, if the bots that played them are those of today."""
    contest = meeting.contest(pair)
    return list(Store(path, contest).played.values()) if is_current(path, contest) else []
