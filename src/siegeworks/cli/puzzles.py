"""`puzzles`: find positions with one best action in games between bots, choose some, prove them again, measure bots."""

from __future__ import annotations

import argparse
from pathlib import Path

from siegeworks.choices import checked_game
from siegeworks.cli.common import bar, prepared_bots, tell, write_new
from siegeworks.cli.spreading import check_workers, workers_of
from siegeworks.errors import BadSetup
from siegeworks.games import GAMES, Game
from siegeworks.puzzles import FILE, lines_of, puzzles_of, read
from siegeworks.puzzles.check import checked
from siegeworks.puzzles.measuring import SECONDS, TRIES, measured
from siegeworks.puzzles.mining import Mine, dig, opened
from siegeworks.puzzles.selecting import selected
from siegeworks.sentences import word


def puzzles(chosen: argparse.Namespace) -> int:
    """One of the four."""
    return {"mine": _mine, "select": _select, "check": _check, "measure": _measure}[chosen.what](chosen)


def _mine(chosen: argparse.Namespace) -> int:
    """Look through games for so many seconds; a file that is there already is continued."""
    game = checked_game(chosen.game)
    if not chosen.out:
        raise BadSetup("cli.mine-needs-file")
    check_workers(chosen)
    mine = opened(game, chosen.seed, Path(chosen.out))
    prepared_bots(game.name, ("search", "thumb"), language=chosen.language)
    with workers_of(chosen) as workers, bar(word("cli.mining", chosen.language, title=game.title)) as progress:

        def save(now: Mine) -> None:
            write_new(chosen.out, now.text())
            progress(len(now.puzzles), chosen.most)

        dig(mine, chosen.seconds, chosen.most, workers, save)
    tell(word("cli.mined", chosen.language, puzzles=len(mine.puzzles), games=mine.done))
    return 0


def _select(chosen: argparse.Namespace) -> int:
    """Choose among what was mined, for the file that comes with the game."""
    game = checked_game(chosen.game)
    found = [read(line) for path in chosen.files for line in Path(path).read_text(encoding="utf-8").splitlines()[1:]]
    kept = selected(game, found, chosen.most)
    write_new(chosen.out or str(game.folder / FILE), lines_of(kept))
    tell(word("cli.selected", chosen.language, puzzles=len(kept), of=len(found)))
    return 0


def _check(chosen: argparse.Namespace) -> int:
    """Prove the puzzles of a game, or of all, again."""
    return max([_checked(game, chosen.language) for game in _games(chosen)], default=0)


def _games(chosen: argparse.Namespace) -> list[Game]:
    """The game that is named, or all that have puzzles."""
    games = [checked_game(chosen.game)] if chosen.game else list(GAMES.values())
    return [game for game in games if puzzles_of(game)]


def _checked(game: Game, language: str) -> int:
    prepared_bots(game.name, language=language)
    puzzles, wrong = puzzles_of(game), 0
    with bar(word("cli.proving", language, title=game.title)) as progress:
        for number, problem in checked(game, puzzles):
            progress(number, len(puzzles))
            if problem is not None:
                wrong += 1
                tell(word(problem, language, title=game.title, number=number))
    tell(word("cli.proved", language, title=game.title, puzzles=len(puzzles) - wrong, of=len(puzzles)))
    return 1 if wrong else 0


def _measure(chosen: argparse.Namespace) -> int:
    """How many puzzles the strongest level solves, and the gentlest."""
    if chosen.every < 1:
        raise BadSetup("cli.every-range")
    for game in _games(chosen):
        _measured(game, chosen.every, chosen.language)
    return 0


def _measured(game: Game, every: int, language: str) -> None:
    prepared_bots(game.name, language=language)
    puzzles = puzzles_of(game)
    strong = gentle = count = 0
    with bar(word("cli.measuring", language, title=game.title)) as progress:
        for number, is_solved, tries in measured(game, puzzles, every):
            strong, gentle, count = strong + is_solved, gentle + tries, count + 1
            progress(number, len(puzzles))
    shares = {"strong": round(100 * strong / count), "gentle": round(100 * gentle / (TRIES * count))}
    tell(word("cli.measured", language, title=game.title, of=count, seconds=int(SECONDS), **shares))
