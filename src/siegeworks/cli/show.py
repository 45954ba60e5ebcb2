"""`games`, `replay`, `draw`: looking at what there is."""

from __future__ import annotations

import argparse
import sys

from rich.table import Table
from rich.text import Text

from siegeworks.cli.common import console, prepared_game, read_record
from siegeworks.core.rules import Option
from siegeworks.errors import BadSetup
from siegeworks.games import GAMES
from siegeworks.match import Event, Match
from siegeworks.sentences import one_line, value_word, word


def games(chosen: argparse.Namespace) -> int:
    """All games with their seats and options."""
    out = console(plain=False)
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("cli.column-name", "cli.column-game", "cli.column-seats", "cli.column-minutes", "cli.column-kind"):
        table.add_column(word(heading, chosen.language))
    for game in GAMES.values():
        kind = word(f"{game.name}.kind", chosen.language)
        table.add_row(game.name, game.title, f"{min(game.seats)}-{max(game.seats)}", str(game.minutes), kind)
    out.print(table)
    for game in GAMES.values():
        credit = word(f"{game.name}.credit", chosen.language)
        out.print(f"\n{game.title}, {credit}")
        for option in game.rules.OPTIONS:
            says = word(f"{game.name}.option-{option.name}", chosen.language)
            told = "; ".join([says, *_special(game.name, option, chosen.language)])
            out.print(f"  {option.name} = {_values(option, chosen.language)}: {told} ({option.rule})", markup=False)
    return 0


def _special(game: str, option: Option, language: str) -> list[str]:
    """What the values mean that are not told by their own name."""
    kept = [value for value in option.values if not isinstance(value, bool)]
    named = {str(value): value_word(game, option.name, value, language) for value in kept}
    return [f"{value}: {says}" for value, says in named.items() if says != value.replace("_", " ")]


def _values(option: Option, language: str) -> str:
    values = [str(value).lower() for value in option.values]
    if len(values) <= 6:
        return f"{values[0]} | {' | '.join(values[1:])}"
    return f"{values[0]} | {word('list-to', language, first=values[1], next=values[-1])}"


def line_in_words(match: Match, events: list[Event], language: str = "en") -> list[Text]:
    """The events of a line as sentences, each with its rule."""
    return [Text.assemble(match.say(event, language), " ", (f"({event['rule']})", "dim")) for event in events]


def replay(chosen: argparse.Namespace) -> int:
    """A record, line by line, in words."""
    match, language = read_record(chosen.file), chosen.language
    prepared_game(match.game.name, language)
    out = console(chosen.plain)
    head = word("cli.replay-head", language, title=match.game.title, seats=match.seats, lines=match.ply)
    out.print(head, markup=False)
    if match.names:
        out.print(", ".join(map(one_line, match.names)), markup=False)
    for line in match.story():
        for sentence in line_in_words(match, line["events"], language):
            out.print(Text(f"{line['ply'] + 1:>4}  ", "dim") + sentence)
        if chosen.boards:
            past = at_ply(match, line["ply"] + 1)
            out.print(past.game.picture.terminal_picture(past.view(), past.last_cells(), language))
    if not chosen.boards:
        out.print()
        out.print(match.game.picture.terminal_picture(match.view(), match.last_cells(), language))
    return 0


def at_ply(match: Match, ply: int) -> Match:
    """The match as it was after so many lines."""
    if not 0 <= ply <= match.ply:
        raise BadSetup("cli.no-such-ply", wanted=ply, lines=match.ply)
    return match.until(ply)


def draw(chosen: argparse.Namespace) -> int:
    """A position of a record as SVG."""
    match = read_record(chosen.file)
    shown = match if chosen.ply is None else at_ply(match, chosen.ply)
    sys.stdout.write(shown.svg(language=chosen.language) + "\n")
    return 0
