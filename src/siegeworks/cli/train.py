"""`train`: a net teaches itself a game."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from siegeworks.bots import netfile
from siegeworks.choices import checked_game, checked_seats
from siegeworks.cli.common import console, parsed_options
from siegeworks.core.rules import OptionValue
from siegeworks.errors import BadSetup
from siegeworks.games import Game

NO_JAX = 'Training needs JAX: pip install "siegeworks[train]".'


def trained_options(game: Game, chosen: dict[str, OptionValue], *, varied: bool) -> tuple[int, ...]:
    """Which options a net has met, as its file says it."""
    return tuple(
        netfile.ANY if varied and option.name not in chosen else option.code(chosen.get(option.name, option.default))
        for option in game.rules.OPTIONS
    )


def train(chosen: argparse.Namespace) -> int:
    """Play and learn for a while, telling how it goes; with `--resume` from where it stopped."""
    try:
        from siegeworks.nets import trainer
        from siegeworks.nets.learning import Rate
        from siegeworks.nets.machines import has_gpu
    except ModuleNotFoundError:
        raise BadSetup(NO_JAX) from None
    game = checked_game(chosen.game)
    seats = tuple(checked_seats(game, count) for count in chosen.count_seats or game.seats[:1])
    begun = netfile.load_net(Path(chosen.begin), game).weights if chosen.begin else None
    size = trainer.ON_GPU if has_gpu() else trainer.ON_CPU
    hidden = tuple(chosen.hidden or size.hidden) if begun is None else begun["hidden"].shape
    asked = {name: getattr(chosen, name) for name in ("simulations", "batch", "uses") if getattr(chosen, name)}
    size = replace(size, **asked, hidden=hidden, rate=Rate(chosen.rate, chosen.halved_after))
    size = replace(size, games=chosen.games) if chosen.games else trainer.size_for(game, size)
    folder = Path(chosen.resume) if chosen.resume else None
    tables = trainer.tables_of(game, seats, parsed_options(game, chosen.option), chosen.varied, chosen.seed)
    learner = trainer.Trainer(game, tables, size, chosen.seed)
    if begun is not None:
        learner.begin_with(begun)
    if folder is not None:
        learner.resume(folder)
    out = console(plain=True)
    out.print(f"{game.title}, seats {', '.join(map(str, seats))}, on the {'GPU' if has_gpu() else 'CPU'}: {size}")
    for report in learner.train(chosen.seconds, folder):
        progress = report.progress
        out.print(
            f"{progress.seconds:6.0f} s  {progress.games:,} games  {progress.positions:,} positions  "
            f"{report.rate:,.0f}/s  policy {report.losses[0]:.3f}  value {report.losses[1]:.3f}  "
            f"{report.won:.0%} against the checkpoint before"
        )
    if chosen.net:
        told = f"seats {seats}, options {chosen.option}, varied {chosen.varied}, seed {chosen.seed}"
        card = f"Trained for {learner.progress.seconds:.0f} s: {learner.progress}, {size}, {told}"
        options = trained_options(game, parsed_options(game, chosen.option), varied=chosen.varied > 0)
        kept = netfile.NetFile(learner.weights(), tuple(sorted(set(seats))), card, options)
        netfile.save_net(Path(chosen.net), game, kept)
    return 0
