"""Making a book: games between bots are played, and their first positions counted.

A game depends on the seed and its number alone, so that a book can be continued and made again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from siegeworks.bots import Bot, bot, pick
from siegeworks.choices import checked_options
from siegeworks.core.dice import new_dice, roll
from siegeworks.core.views import view
from siegeworks.errors import BadSetup
from siegeworks.games import Game
from siegeworks.openings import DEPTH, SEATS, Book, Tally, key_of, read
from siegeworks.puzzles.board import Board, is_over

APART = 1_000_003
"""Between the dice of two seeds."""
SAVED_EVERY = 10


def opened(game: Game, seed: int, bots: list[str], path: Path) -> Book:
    """The book in a file, to be continued; an empty one where there is no file."""
    if not path.is_file():
        return Book(game.rules.VERSION, seed, bots)
    book = read(game, path.read_text(encoding="utf-8"))
    if (book.seed, book.bots) != (seed, bots):
        raise BadSetup("book-of-other-games", seed=book.seed, bots=", ".join(book.bots))
    return book


def play(book: Book, game: Game, games: int, save: Callable[[Book], None]) -> None:
    """Play until the book has so many games."""
    board, players = Board(game), [bot(game, name) for name in book.bots]
    while book.games < games:
        _add(book, board, players)
        if book.games % SAVED_EVERY == 0 or book.games == games:
            save(book)


def _add(book: Book, board: Board, players: list[Bot]) -> None:
    """Play the next game, and count its first positions."""
    dice = new_dice(book.seed * APART + book.games)
    who = [int(roll(dice, len(players))) for _ in range(SEATS)]
    states = board.begin(SEATS, checked_options(board.game, {}, SEATS), dice)
    met: list[tuple[str, int, int]] = []
    while not is_over(states):
        seat = int(states["to_move"][0])
        states = board.after(states, pick(players[who[seat]], view(states, seat), dice))
        board.draw(states, dice)
        if len(met) < DEPTH and not is_over(states):
            met.append((key_of(board, states), who[seat], int(states["to_move"][0])))
    for key, player, mover in met:
        _count(book, key, player, board.share(states, mover))
    book.games += 1


def _count(book: Book, key: str, player: int, share: float) -> None:
    tallies = book.positions.setdefault(key, [])
    for at, each in enumerate(tallies):
        if each.bot == player:
            tallies[at] = Tally(player, each.times + 1, each.wins + share)
            return
    tallies.append(Tally(player, 1, share))
