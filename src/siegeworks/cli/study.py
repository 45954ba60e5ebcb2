"""`analyse`: a match looked at again, decision by decision."""

from __future__ import annotations

import argparse
import json
import sys

from rich.console import Console
from rich.table import Table

from siegeworks.analysis import Analysis, Judged
from siegeworks.analysis import analyse as judge_match
from siegeworks.bots import Budget
from siegeworks.cli.common import bar, console, prepared_bots, read_record
from siegeworks.errors import BadSetup
from siegeworks.match import Match
from siegeworks.sentences import render, seat_name

SECONDS = 1.0
SHOWN = 4  # actions of the best line


def analyse(chosen: argparse.Namespace) -> int:
    """Value per ply, best line, and the largest losses in sentences."""
    budget = _budget(chosen)
    match = read_record(chosen.file)
    prepared_bots(match.game.name)
    with bar("analysing") as progress:
        found = judge_match(match, budget, progress)
    if chosen.json:
        sys.stdout.write(json.dumps(found.as_json(), indent=1) + "\n")
    else:
        _print(console(chosen.plain), match, found)
    return 0


def _budget(chosen: argparse.Namespace) -> Budget:
    if chosen.simulations is not None and chosen.seconds_per_ply is not None:
        raise BadSetup("cli.one-budget-only")
    if chosen.simulations is not None:
        return Budget(simulations=chosen.simulations, threads=chosen.threads)
    return Budget(seconds=SECONDS if chosen.seconds_per_ply is None else chosen.seconds_per_ply, threads=chosen.threads)


def _print(out: Console, match: Match, found: Analysis) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("ply", "seat", "played", "before", "after", "best, and how it might have gone on"):
        table.add_column(heading, justify="right" if heading == "ply" else "left")
    for judged in found.decisions:
        table.add_row(*_row(match, judged))
    out.print(table)
    for moment in found.moments:
        out.print(render(moment.says), markup=False)
    if not found.moments:
        out.print("No decision gave away much.")


def _row(match: Match, judged: Judged) -> tuple[str, ...]:
    line = ", ".join(judged.line[:SHOWN])
    proven = f" ({judged.proven})" if judged.proven else ""
    return (
        str(judged.ply + 1),
        seat_name(match.game.name, judged.seat),
        judged.action,
        f"{100 * judged.value:.0f} %",
        f"{100 * judged.kept:.0f} %",
        f"{line}{proven}",
    )
