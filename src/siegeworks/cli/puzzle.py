"""`puzzle`: solve puzzles in the terminal. A wrong answer is played out, a right one confirmed with its line."""

from __future__ import annotations

import argparse
import contextlib
import secrets
from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from siegeworks.choices import checked_game
from siegeworks.cli.common import console, meant, prepared_bots
from siegeworks.core.phrases import Sentence, listed
from siegeworks.errors import BadSetup, SiegeworksError
from siegeworks.games import GAMES, Game
from siegeworks.puzzles import Puzzle, puzzles_of
from siegeworks.puzzles.solving import Answer, answer, task
from siegeworks.puzzles.themes import themes_data
from siegeworks.sentences import render, word

SOLUTION, NEXT, LEGAL, QUIT = "solution", "next", "legal", "quit"


def puzzle(chosen: argparse.Namespace) -> int:
    """Ask for the solutions of puzzles, one after another."""
    game = _game(chosen.game)
    wanted = list(_wanted(game, chosen.theme, chosen.number))
    prepared_bots(game.name, language=chosen.language)
    screen = Screen(game, console(chosen.plain), chosen.language)
    with contextlib.suppress(EOFError):
        while screen.ask(*(wanted[0] if chosen.number else secrets.choice(wanted))):
            chosen.number = None
            wanted = list(_wanted(game, chosen.theme, None))
    return 0


def _game(name: str | None) -> Game:
    found = checked_game(name) if name else next((game for game in GAMES.values() if puzzles_of(game)), None)
    if found is None or not puzzles_of(found):
        raise BadSetup("cli.no-puzzles", title="Siegeworks" if found is None else found.title)
    return found


def _wanted(game: Game, theme: str, number: int | None) -> Iterator[tuple[int, Puzzle]]:
    """The puzzles to choose from, with their numbers."""
    puzzles = puzzles_of(game)
    if theme and theme not in themes_data(game)["themes"]:
        themes = listed(list(themes_data(game)["themes"]), "comma")
        raise BadSetup("cli.no-such-theme", title=game.title, theme=theme[:40], themes=themes)
    if number is not None and not 1 <= number <= len(puzzles):
        raise BadSetup("cli.no-such-puzzle", title=game.title, last=len(puzzles))
    for at, each in enumerate(puzzles, 1):
        if number == at or (number is None and (not theme or theme in each.themes)):
            yield at, each


class Screen:
    """Where puzzles are shown and answered."""

    def __init__(self, game: Game, out: Console, language: str) -> None:
        self.game, self.out, self.language = game, out, language

    def ask(self, number: int, puzzle: Puzzle) -> bool:
        """Show a puzzle until it is solved or left; returns whether another one is wanted."""
        match = puzzle.match(self.game)
        assert isinstance(match.to_move, int)
        self.out.print(Text(word("cli.puzzle-head", self.language, title=self.game.title, number=number), "bold"))
        self.out.print(self.game.picture.terminal_picture(match.view(match.to_move), (), self.language))
        self._say(task(puzzle, match), "bold")
        self.out.print(Text(word("cli.puzzle-help", self.language), "dim"))
        while True:
            typed = self.out.input(f"{word('cli.puzzle-prompt', self.language)}> ", markup=False).strip()
            first, _, rest = typed.lower().partition(" ")
            if first in (QUIT, NEXT):
                return first == NEXT
            if first == LEGAL:
                self.out.print(", ".join(name for name in match.legal() if rest in name.lower()), markup=False)
            elif typed and self._answered(puzzle, puzzle.solution if first == SOLUTION else typed):
                return True

    def _answered(self, puzzle: Puzzle, typed: str) -> bool:
        """Tell what comes of an answer; returns whether it is the solution."""
        try:
            found = answer(self.game, puzzle, meant(puzzle.match(self.game), typed))
        except SiegeworksError as problem:
            self.out.print(Text(problem.told(self.language) + (f" ({problem.rule})" if problem.rule else ""), "red"))
            return False
        self._tell(found)
        return found.is_right

    def _tell(self, found: Answer) -> None:
        for says in found.says:
            self._say(says, "green" if found.is_right else "red")
        for step in found.steps:
            for says in step.says:
                self._say(says)
        last = found.steps[-1]
        self.out.print(self.game.picture.terminal_picture(last.view, last.last, self.language))

    def _say(self, says: Sentence, style: str = "") -> None:
        rule = f" ({says.rule})" if says.rule else ""
        self.out.print(Text(render(says, self.language), style) + Text(rule, "dim"))
