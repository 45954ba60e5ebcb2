"""Finding puzzles: games between bots are looked through for positions with one best action.

What is found in a game depends on the seed and the game's number alone, so that a file can be continued and made again.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any

from siegeworks import positions
from siegeworks.arena.spread import Workers, spread
from siegeworks.bots import Bot, Budget, bot, pick
from siegeworks.bots.levels import level_of
from siegeworks.choices import checked_options
from siegeworks.core.dice import new_dice, roll
from siegeworks.core.views import States, copied, view
from siegeworks.errors import BadSetup
from siegeworks.games import GAMES, Game
from siegeworks.puzzles import Kind, Puzzle, lines_of, read
from siegeworks.puzzles.board import is_over
from siegeworks.puzzles.proofs import Found, Prover
from siegeworks.puzzles.themes import themes_data, themes_of

PLAYERS = ("level1", "level2", "level3")
"""Where `themes.json` names no others."""
STRONGEST, AGREED = "level5", 4
"""So often the strongest level is asked: what is chosen in secret it draws."""
LEAST_ACTIONS = 4
MOST_OF_A_GAME = 2
APART = 3
"""At least so many decisions lie between two puzzles of a game."""
PATIENCE = 6
"""After so many decisions without a proof, counted from the end, the rest of a game that a solver can solve is left."""
RUNGS = tuple(1 << power for power in range(4, 15))
"""Numbers of simulations that are tried, to find how many it takes."""
LEAST_SIMULATIONS = 64
"""What fewer find is found at a glance."""
NOT_FOUND = 2 * RUNGS[-1]
"""Stands for more than the last of them."""


class Miner:
    """Looks through games of one kind."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.prover = Prover(game)
        self._easy = level_of(game, 1).looks
        self._strongest = bot(game, STRONGEST)

    def puzzles(self, seed: int, number: int) -> list[Puzzle]:
        """The puzzles of a game."""
        tables = themes_data(self.game)["tables"]
        table = tables[number % len(tables)]
        seats = table.get("seats", self.game.seats[0])
        options = checked_options(self.game, table.get("options", {}), seats)
        met = self._played(table.get("players", PLAYERS), seats, options, seed * 1_000_003 + number)
        found: list[Puzzle] = []
        last, unsolved = len(met) + APART, 0
        for at in range(len(met) - 1, -1, -1):
            kinds = self.prover.kinds(met[at])[unsolved > PATIENCE :]
            if last - at < APART or len(found) == MOST_OF_A_GAME or not kinds:
                continue
            if not self._has(met[at], table.get("verbs")):
                continue
            new = self._puzzle(met[at], kinds, options, (seed, number, at))
            unsolved = 0 if new else unsolved + (kinds[0] == "solver")
            if new is not None:
                found.append(new)
                last = at
        return found

    def _played(self, names: Sequence[str], seats: int, options: dict[str, Any], seed: int) -> list[States]:
        """The states of a game at its decisions; who plays is drawn for each seat."""
        dice, board = new_dice(seed), self.prover.board
        players = [_player(self.game, names[roll(dice, len(names))]) for _ in range(seats)]
        states, met = board.begin(seats, options, dice), []
        while not is_over(states):
            met.append(copied(states))
            seat = int(states["to_move"][0])
            states = board.after(states, pick(players[seat], view(states, seat), dice))
            board.draw(states, dice)
        return met

    def _has(self, states: States, verbs: Sequence[str] | None) -> bool:
        """Whether an action with one of these verbs can be played; all will do where none are named."""
        names = (self.game.words.ACTION_NAMES[action] for action in self.prover.board.legal(states))
        return verbs is None or any(name.split()[0] in verbs for name in names)

    def _puzzle(
        self, states: States, kinds: Sequence[Kind], options: dict[str, Any], source: tuple[int, int, int]
    ) -> Puzzle | None:
        """What there is to find in a position, if it is worth a puzzle."""
        if len(self.prover.board.legal(states)) < LEAST_ACTIONS:
            return None
        seen = view(states, int(states["to_move"][0]))
        easy = {self.prover.board.thumb(seen), self._choice(seen, self._easy)}
        found = self.prover.best(states, kinds, lambda action: action not in easy)
        simulations = self.difficulty(seen, found.action) if found else 0
        if found is None or simulations < LEAST_SIMULATIONS:
            return None
        is_judged = found.proof.kind in ("margin", "judges")
        if is_judged and (simulations == NOT_FOUND or not self.agrees(seen, found.action)):
            return None  # two searches disagree
        return self._made(states, options, found, simulations, source)

    def _choice(self, seen: States, simulations: int) -> int:
        """What a search of so many simulations plays."""
        return self.prover.search.think(seen, Budget(max(simulations, 1)), new_dice(1)).candidates[0].action

    def agrees(self, seen: States, action: int) -> bool:
        """Whether the strongest level plays the action too: what only a search says must not be in dispute."""
        return all(self._strongest.choose(seen, None, new_dice(number))[0] == action for number in range(AGREED))

    def difficulty(self, seen: States, action: int) -> int:
        """The least number of simulations from which on a search plays the action."""
        least = NOT_FOUND
        for rung in reversed(RUNGS):
            if self._choice(seen, rung) != action:
                break
            least = rung
        return least

    def _made(
        self, states: States, options: dict[str, Any], found: Found, simulations: int, source: tuple[int, int, int]
    ) -> Puzzle:
        described = positions.written(self.game, positions.describe(self.game, states, options))
        line = tuple(self.game.words.ACTION_NAMES[action] for action in found.line)
        puzzle = Puzzle(described, line, found.goal, found.turns, found.proof, (), simulations, source)
        themes = themes_of(puzzle.match(self.game), line, found.goal, found.turns)
        return Puzzle(described, line, found.goal, found.turns, found.proof, themes, simulations, source)


@cache
def _player(game: Game, name: str) -> Bot:
    return bot(game, name)


@cache
def _miner(game: str) -> Miner:
    return Miner(GAMES[game])


def mined(game: str, seed: int, number: int) -> tuple[int, list[Puzzle]]:
    """The puzzles of one game between bots, for any process."""
    return number, _miner(game).puzzles(seed, number)


@dataclass
class Mine:
    """A file that grows: a first line that says what was done, then puzzles, no two alike."""

    game: Game
    seed: int
    done: int = 0
    puzzles: list[Puzzle] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._board = Prover(self.game).board
        self._looks = {self._look(puzzle) for puzzle in self.puzzles}

    def _look(self, puzzle: Puzzle) -> bytes:
        match = puzzle.match(self.game)
        assert isinstance(match.to_move, int)
        return self._board.looks(match.seat_view(match.to_move))

    def add(self, number: int, puzzles: list[Puzzle]) -> None:
        """What was found in the next game."""
        self.done = number + 1
        for puzzle in puzzles:
            look = self._look(puzzle)
            if look not in self._looks:
                self._looks.add(look)
                self.puzzles.append(puzzle)

    def text(self) -> str:
        head = {"game": self.game.name, "seed": self.seed, "done": self.done}
        return json.dumps(head) + "\n" + lines_of(self.puzzles)


def opened(game: Game, seed: int, path: Path) -> Mine:
    """The mine of a file, to be continued; a new one if there is no such file."""
    if not path.exists():
        return Mine(game, seed)
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    head = json.loads(first)
    if (head["game"], head["seed"]) != (game.name, seed):
        raise BadSetup("cli.other-mine", path=str(path), game=head["game"], seed=head["seed"])
    return Mine(game, seed, head["done"], [read(line) for line in rest])


def dig(mine: Mine, seconds: float, most: int, workers: Workers, save: Callable[[Mine], None]) -> None:
    """Look through games until the time is over or there are enough puzzles, and save after each."""
    deadline = time.monotonic() + seconds
    numbers = count(mine.done)
    mine.add(*mined(mine.game.name, mine.seed, next(numbers)))  # compiles what the workers then load
    save(mine)
    work = partial(mined, mine.game.name, mine.seed)
    with contextlib.closing(spread(work, numbers, workers)) as results:
        for number, puzzles in _in_order(mine.done, results):
            mine.add(number, puzzles)
            save(mine)
            if time.monotonic() > deadline or len(mine.puzzles) >= most:
                return


def _in_order(first: int, results: Iterator[tuple[int, list[Puzzle]]]) -> Iterator[tuple[int, list[Puzzle]]]:
    """The results by number, whatever order they come in."""
    waiting: dict[int, list[Puzzle]] = {}
    for number, puzzles in results:
        waiting[number] = puzzles
        while first in waiting:
            yield first, waiting.pop(first)
            first += 1
