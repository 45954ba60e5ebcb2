"""`analyse`: a match looked at again, decision by decision."""

from __future__ import annotations

import argparse
import json
import sys

from rich.console import Console
from rich.table import Table

from siegeworks.analysis import Analysis, Judged, in_words
from siegeworks.analysis import analyse as judge_match
from siegeworks.bots import Budget
from siegeworks.cli.common import bar, console, prepared_bots, read_record
from siegeworks.errors import BadSetup
from siegeworks.match import Match
from siegeworks.sentences import render, seat_name, word

SECONDS = 1.0
SHOWN = 4  # actions of the best line
COLUMNS = (
    "cli.column-ply",
    "cli.column-seat",
    "cli.column-played",
    "cli.column-before",
    "cli.column-after",
    "cli.column-best",
)


def analyse(chosen: argparse.Namespace) -> int:
    """Value per ply, best line, and the largest losses in sentences."""
    budget = _budget(chosen)
    match = read_record(chosen.file)
    prepared_bots(match.game.name, ("net",), language=chosen.language)
    with bar(word("cli.analysing", chosen.language)) as progress:
        found = judge_match(match, budget, progress)
    if chosen.json:
        sys.stdout.write(json.dumps(found.as_json(), indent=1) + "\n")
    else:
        _print(console(chosen.plain), match, found, chosen.language)
    return 0


def _budget(chosen: argparse.Namespace) -> Budget:
    if chosen.simulations is not None and chosen.seconds_per_ply is not None:
        raise BadSetup("cli.one-budget-only")
    if chosen.simulations is not None:
        return Budget(simulations=chosen.simulations, threads=chosen.threads)
    return Budget(seconds=SECONDS if chosen.seconds_per_ply is None else chosen.seconds_per_ply, threads=chosen.threads)


def _print(out: Console, match: Match, found: Analysis, language: str) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in COLUMNS:
        table.add_column(word(heading, language), justify="right" if heading == COLUMNS[0] else "left")
    for number, judged in enumerate(found.decisions, 1):
        table.add_row(*_row(match, number, judged, language))
    out.print(table)
    for moment in found.moments:
        rule = f" ({moment.gave.rule})" if moment.gave.rule else ""
        out.print(render(moment.says, language), render(moment.gave, language) + rule, markup=False)
    for _, says in found.chances():
        out.print(render(says, language), markup=False)
    for says in found.balance():
        out.print(render(says, language), markup=False)
    if not found.moments:
        out.print(word("cli.nothing-given-away", language))


def _row(match: Match, number: int, judged: Judged, language: str) -> tuple[str, ...]:
    line = in_words(match, judged, SHOWN)
    return (
        str(number),
        seat_name(match.game.name, judged.seat, language),
        match.until(judged.ply).say_action(judged.action, language),
        f"{100 * judged.value:.0f} %",
        f"{100 * judged.kept:.0f} %",
        " ".join(render(each.says, language) for each in line),
    )
