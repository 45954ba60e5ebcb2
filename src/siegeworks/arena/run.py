"""Playing a contest: in this process, several or a cluster; what is in the store already is not played again."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Sequence
from functools import partial

from siegeworks.arena.contest import Contest, Sitting
from siegeworks.arena.spread import Workers, spread
from siegeworks.arena.store import Store
from siegeworks.arena.table import Played, play_game

Progress = Callable[[int, int], None]
"""Told how many games are done, of how many."""


def play_contest(
    contest: Contest, games: int, *, store: Store | None = None, workers: Workers = 1, progress: Progress | None = None
) -> list[Played]:
    """Play every sitting that is not in the store yet; returns all, in the order of the schedule."""
    sittings = list(contest.sittings(games))
    tell = progress or (lambda done, of: None)
    done: dict[Sitting, Played] = {}
    tell(0, len(sittings))
    for game in played_one_by_one(contest, sittings, store=store, workers=workers):
        done[game.sitting] = game
        tell(len(done), len(sittings))
    return [done[sitting] for sitting in sittings]


def played_one_by_one(
    contest: Contest, sittings: Sequence[Sitting], *, store: Store | None = None, workers: Workers = 1
) -> Generator[Played, None, None]:
    """Games as they end: first those in the store, then the others, each stored before it is told."""
    known = {} if store is None else store.played
    yield from [known[sitting] for sitting in sittings if sitting in known]
    missing = [sitting for sitting in sittings if sitting not in known]
    with contextlib.closing(spread(partial(play_game, contest), iter(missing), workers)) as games:
        for game in games:
            if store is not None:
                store.add(game)
            yield game


def in_order(sittings: Sequence[Sitting], games: Generator[Played, None, None]) -> Generator[Played, None, None]:
    """Games in the order of the schedule, in whatever order they end."""
    done: dict[Sitting, Played] = {}
    at = 0
    with contextlib.closing(games):
        for game in games:
            done[game.sitting] = game
            while at < len(sittings) and sittings[at] in done:
                yield done.pop(sittings[at])
                at += 1
