"""`openings`: a book of how games between bots began: made, thinned out, or read in the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.table import Table

from siegeworks.choices import checked_game
from siegeworks.cli.common import bar, console, prepared_bots, tell, write_new
from siegeworks.errors import BadSetup
from siegeworks.games import Game
from siegeworks.match import Match
from siegeworks.openings import Book, book_of, check_open, known_moves, read
from siegeworks.openings.making import opened, play
from siegeworks.sentences import render, word


def openings(chosen: argparse.Namespace) -> int:
    """One of the three."""
    game = checked_game(chosen.game)
    check_open(game)
    if chosen.thin:
        return _thin(game, chosen)
    return _make(game, chosen) if chosen.out else _show(game, chosen)


def _make(game: Game, chosen: argparse.Namespace) -> int:
    """Play until there are so many games; a file that is there already is continued."""
    book = opened(game, chosen.seed, chosen.bots, Path(chosen.out))
    prepared_bots(game.name, ("search", "thumb"), language=chosen.language)
    with bar(word("cli.opening-games", chosen.language, title=game.title)) as progress:

        def save(now: Book) -> None:
            write_new(chosen.out, now.text())
            progress(now.games, chosen.games)

        play(book, game, chosen.games, save)
    tell(word("cli.book-made", chosen.language, games=book.games, positions=len(book.positions)))
    return 0


def _thin(game: Game, chosen: argparse.Namespace) -> int:
    """Keep what enough games came to."""
    if not chosen.out:
        raise BadSetup("cli.book-needs-file")
    book = read(game, Path(chosen.thin).read_text(encoding="utf-8")).thinned(chosen.least)
    write_new(chosen.out, book.text())
    tell(word("cli.book-made", chosen.language, games=book.games, positions=len(book.positions)))
    return 0


def _show(game: Game, chosen: argparse.Namespace) -> int:
    """What the book that comes with the game knows after some moves."""
    book, language = book_of(game), chosen.language
    if book is None:
        raise BadSetup("cli.no-book", title=game.title)
    match = Match.new(game.name, game.seats[0])
    for action in chosen.after:
        match.play(action)
    while match.to_move == "chance":
        match.play(match.legal()[0])
    heads = ("cli.book-move", "cli.book-games", "cli.book-share", "cli.book-by")
    table = Table(*(word(head, language) for head in heads), box=None)
    for known in known_moves(book, match):
        by = ", ".join(f"{name} {times}" for name, times in known.by.items())
        share = f"{known.share:.0%} ({known.low:.0%} – {known.high:.0%})"
        table.add_row(render(match.instruction(known.action), language), str(known.times), share, by)
    console(chosen.plain).print(table)
    return 0
