"""The arguments of `puzzle`, `puzzles` and `openings`."""

from __future__ import annotations

from typing import Any

from siegeworks.cli.spreading import add_workers


def add_openings(commands: Any) -> Any:
    """Name those of `openings`; returns what reads them."""
    book = commands.add_parser("openings", help="how games between bots began: read the book of a game, or make one")
    book.add_argument("game", help="which game")
    book.add_argument("--after", nargs="+", default=[], metavar="ACTION", help="read: what was played so far")
    book.add_argument("--out", metavar="FILE", help="make, thin: where the book is kept; the same command continues it")
    book.add_argument("--games", type=int, default=600, metavar="N", help="make: so many games (default: 600)")
    book.add_argument("--seed", type=int, default=1, help="make: another seed, other games (default: 1)")
    bots = ["level1", "level2", "level3"]
    book.add_argument("--bots", nargs="+", default=bots, metavar="BOT", help="make: each seat draws one of these")
    book.add_argument("--thin", metavar="FILE", help="keep what is in this book and enough games came to")
    book.add_argument("--least", type=int, default=2, metavar="N", help="thin: so many games are enough (default: 2)")
    book.add_argument("--plain", action="store_true", help="no colours")
    return book


def add_puzzles(commands: Any) -> tuple[Any, Any]:
    """Name those of `puzzle` and `puzzles`; returns what reads them."""
    puzzle = commands.add_parser("puzzle", help="solve puzzles in the terminal: find the one best action")
    puzzle.add_argument("game", nargs="?", help="which game (default: the first that has puzzles)")
    puzzle.add_argument("--theme", default="", help="only puzzles of this theme; a wrong name lists them")
    puzzle.add_argument("--number", type=int, metavar="N", help="begin with this one (default: any)")
    puzzle.add_argument("--plain", action="store_true", help="no colours")

    puzzles = commands.add_parser("puzzles", help="find positions with one best action, and prove those that ship")
    puzzles.add_argument(
        "what",
        choices=("mine", "select", "check", "measure"),
        help="mine: look through games between bots; select: choose among what was mined; check: prove them again; "
        "measure: how many the bots solve",
    )
    puzzles.add_argument("game", nargs="?", default="", help="which game (check, measure: all, if none is named)")
    puzzles.add_argument("files", nargs="*", metavar="FILE", help="select: what was mined")
    puzzles.add_argument("--seconds", type=float, default=600.0, help="mine: for how long (default: 600)")
    puzzles.add_argument("--seed", type=int, default=0, help="mine: another seed, other games")
    add_workers(puzzles, "look through games (mine)")
    puzzles.add_argument("--most", type=int, default=200, metavar="N", help="mine, select: so many are enough")
    puzzles.add_argument("--every", type=int, default=1, metavar="N", help="measure: only one of so many")
    puzzles.add_argument("--out", metavar="FILE", help="mine: where they are kept; the same command continues it")
    return puzzle, puzzles
