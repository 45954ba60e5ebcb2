"""Openings: how games between bots began, position by position. A game's book is `openings.json` in its folder.

A book counts positions, not moves: what leads to positions that are alike (turned, mirrored, or with the seats
exchanged) counts together. Books are of open games for two, with the options that are usual.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from typing import Any, NamedTuple

from siegeworks.arena.shares import wilson
from siegeworks.choices import changed_options
from siegeworks.core.views import States, has_secrets
from siegeworks.errors import BadSetup
from siegeworks.games import Game
from siegeworks.match import Match
from siegeworks.puzzles.board import Board, is_over

FILE = "openings.json"
SEATS = 2
DEPTH = 12
"""Decisions of a game that are counted."""
KEY_BYTES = 6
LEAST = 2
"""What fewer games came to is not told."""


class Tally(NamedTuple):
    """How often a bot came to a position, and what whoever was to move there had of the win in the end."""

    bot: int
    times: int
    wins: float


@dataclass
class Book:
    """What some games between bots were like at first; `positions` by their keys."""

    version: int
    seed: int
    bots: list[str]
    games: int = 0
    positions: dict[str, list[Tally]] = field(default_factory=dict)

    def text(self) -> str:
        """A file."""
        return json.dumps(vars(self), separators=(",", ":")) + "\n"

    def thinned(self, least: int) -> Book:
        """The same without positions that fewer games came to."""
        kept = {key: all_ for key, all_ in self.positions.items() if sum(one.times for one in all_) >= least}
        return Book(self.version, self.seed, self.bots, self.games, kept)


def read(game: Game, text: str) -> Book:
    """A book from its file."""
    data: dict[str, Any] = json.loads(text)
    if data["version"] != game.rules.VERSION:
        raise BadSetup("book-of-other-rules", title=game.title)
    data["positions"] = {key: [Tally(*one) for one in found] for key, found in data["positions"].items()}
    return Book(**data)


@cache
def book_of(game: Game) -> Book | None:
    """The book that comes with a game."""
    path = game.folder / FILE
    return read(game, path.read_text(encoding="utf-8")) if path.is_file() else None


def check_open(game: Game) -> None:
    """Books are of games that hide nothing."""
    if has_secrets(game.rules.STATE) or SEATS not in game.seats:
        raise BadSetup("no-book-of", title=game.title)


def key_of(board: Board, states: States) -> str:
    """The same for positions that are alike."""
    return blake2b(board.looks(states), digest_size=KEY_BYTES).hexdigest()


class Known(NamedTuple):
    """A move of the book: how often games came to where it leads, what the mover had of the win with its 95 % interval,
    which bots played it how often, and which other moves lead to a position that is alike."""

    action: str
    alike: tuple[str, ...]
    times: int
    share: float
    low: float
    high: float
    by: Mapping[str, int]


def known_moves(book: Book, match: Match) -> list[Known]:
    """What the book knows of the moves at a position, those that were played most first."""
    game, seat = match.game, match.to_move
    if not isinstance(seat, int) or match.seats != SEATS or changed_options(game, match.options) or match.gone:
        return []
    board, names = Board(game), game.words.ACTION_NAMES
    leading: dict[tuple[str, bool], list[str]] = defaultdict(list)
    for action in match.legal_numbers():
        after = board.after(match.seat_view(seat), action)
        if not is_over(after) and int(after["to_move"][0]) >= 0:
            leading[key_of(board, after), int(after["to_move"][0]) == seat].append(names[action])
    found = [_known(book, key, is_own, actions) for (key, is_own), actions in leading.items()]
    return sorted((each for each in found if each.times >= LEAST), key=lambda each: (-each.times, each.action))


def _known(book: Book, key: str, is_own: bool, actions: list[str]) -> Known:
    """`is_own`: whoever moved is to move again."""
    tallies = book.positions.get(key, [])
    times = sum(each.times for each in tallies)
    wins = sum(each.wins for each in tallies)
    told = wilson(wins if is_own else times - wins, times)
    by = {book.bots[each.bot]: each.times for each in tallies}
    return Known(actions[0], tuple(actions[1:]), times, told.share, told.low, told.high, by)
