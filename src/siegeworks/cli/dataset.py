"""`dataset`: very many games of bots in one file, or what such a file holds."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from siegeworks import datasets
from siegeworks.cli.common import bar, console, parsed_options, prepared_bots, prepared_game
from siegeworks.datasets.playing import play_all
from siegeworks.datasets.recipe import BOTS, Recipe
from siegeworks.errors import BadSetup
from siegeworks.games import GAMES


def dataset(chosen: argparse.Namespace) -> int:
    """Make a data set of a game, or tell and check one that there is."""
    if chosen.what in GAMES and chosen.out is not None:
        return _make(chosen)
    if chosen.what in GAMES:
        raise BadSetup("cli.dataset-needs-out")
    return _tell(chosen.what)


def _make(chosen: argparse.Namespace) -> int:
    names = tuple(chosen.bots or BOTS)
    game = prepared_bots(chosen.what, names)
    seats = min(game.seats) if chosen.count_seats is None else chosen.count_seats
    options = parsed_options(game, chosen.option)
    recipe = Recipe(game.name, seats, chosen.count, chosen.seed, options, names, chosen.opening)
    started = time.perf_counter()
    with bar(game.title) as progress:
        games = play_all(recipe, chosen.workers, progress)
    spent = time.perf_counter() - started
    datasets.save(chosen.out, recipe, games)
    size = Path(chosen.out).stat().st_size
    out = console(plain=True)
    out.print(f"{recipe.count:,} games, {len(games.actions):,} actions, {spent:.0f} s, {size:,} bytes: {chosen.out}")
    return 0


def _tell(path: str) -> int:
    """What a file says of itself and what is in it; every game is played again."""
    data = datasets.load(path)
    prepared_game(data.game.name)
    started = time.perf_counter()
    data.check()
    out = console(plain=True)
    seated = Counter(data.recipe.bots[each] for each in data.players.ravel().tolist())
    out.print(f"{data!r}, made by Siegeworks {data.head.package}", markup=False)
    out.print(f"options {dict(data.recipe.options)}, {data.recipe.opening} decisions at random first", markup=False)
    out.print(f"seats: {', '.join(f'{name} {count:,}' for name, count in seated.most_common())}", markup=False)
    spent = time.perf_counter() - started
    out.print(f"checksum {data.head.sum}; played again in {spent:.0f} s: all actions legal, all results right")
    return 0
