"""`games`, `replay`, `draw`: looking at what there is."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from siegeworks.cli.common import console, prepared_game, read_study
from siegeworks.core.rules import Option
from siegeworks.errors import BadSetup
from siegeworks.games import GAMES
from siegeworks.match import Event, Match
from siegeworks.nodes import Node, in_text_order, remarks
from siegeworks.pictures import checked_form, image
from siegeworks.sentences import one_line, value_word, word
from siegeworks.studies import Study


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
    """A record, line by line, in words; variations stand behind bars, after the line they replace."""
    study, language = read_study(chosen.file), chosen.language
    match = study.main
    prepared_game(match.game.name, language)
    out = console(chosen.plain)
    head = word("cli.replay-head", language, title=match.game.title, seats=match.seats, lines=match.ply)
    out.print(head, markup=False)
    if match.names:
        out.print(", ".join(map(one_line, match.names)), markup=False)
    _print_remarks(out, "      ", study.root)
    for number, (depth, node) in enumerate(in_text_order(study.root), 1):
        now, bars = study.match(node), "| " * depth
        for sentence in line_in_words(now, [each for each in now.events if each["ply"] == now.ply - 1], language):
            out.print(Text(f"{number:>4}  {bars}", "dim") + sentence)
        _print_remarks(out, f"      {bars}", node)
        if chosen.boards:
            out.print(now.game.picture.terminal_picture(now.view(), now.last_cells(), language))
    if not chosen.boards:
        out.print()
        out.print(match.game.picture.terminal_picture(match.view(), match.last_cells(), language))
    return 0


def _print_remarks(out: Console, before: str, node: Node) -> None:
    """What is noted at a node, in the words of the record."""
    for remark in remarks(node):
        out.print(Text(before, "dim") + Text(one_line(remark), "italic"))


def draw(chosen: argparse.Namespace) -> int:
    """A position of a record, or a line of it as one that moves, as SVG or as an image."""
    study = read_study(chosen.file)
    form = None if chosen.out is None or chosen.out.endswith(".svg") else checked_form(chosen.out)
    wanted = {"node": _node(study, chosen), "seat": chosen.seat, "language": chosen.language}
    if form is None:
        picture = study.animated(**wanted) if chosen.animate else study.svg(**wanted) + "\n"
        _write(chosen.out, picture.encode())
    else:
        _write(chosen.out, image(list(study.frames(**wanted)) if chosen.animate else [study.svg(**wanted)], form))
    return 0


def _node(study: Study, chosen: argparse.Namespace) -> Node:
    """The node that is asked for: by its number as `replay` counts, or a line of the main line (default: the last)."""
    if chosen.node is not None:
        return study.node(chosen.node)
    line = [study.root, *study.root.main_line]
    ply = len(line) - 1 if chosen.ply is None else chosen.ply
    if not 0 <= ply < len(line):
        raise BadSetup("cli.no-such-ply", wanted=ply, lines=len(line) - 1)
    return line[ply]


def _write(path: str | None, data: bytes) -> None:
    """To a file, or to standard output."""
    if path is not None:
        Path(path).write_bytes(data)
    else:
        sys.stdout.write(data.decode())
