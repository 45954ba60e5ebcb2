"""Puzzles: positions from games between bots in which one action is proved best. Each game's are in its folder.

`puzzles.jsonl` has one puzzle a line, `themes.json` says where they come from and what they are about. `mining` finds
them, `proofs` says why an action is best, `check` proves those that ship again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Literal

from siegeworks.games import Game
from siegeworks.match import Match

FILE = "puzzles.jsonl"
SEED = 0
"""Of the draws after a position."""

Goal = Literal["win", "hold", "share", "best"]
"""What the one action does: it wins by force, alone does not lose, alone shares the win, or is better than the rest."""
Kind = Literal["solver", "judges", "exhaustive", "margin"]
"""By the solver, by two searches that judge in different ways, by trying everything to the end, or by many searches, of
which the margin has an interval."""

NO_MARGIN, NO_LEADS = (0.0, 0.0, 0.0), (0.0, 0.0)


@dataclass(frozen=True)
class Proof:
    """Why the solution is the only one."""

    kind: Kind
    plies: int = 0
    """solver: within so many actions the solution wins, or every other action loses."""
    beyond: int = 0
    """solver: within so many actions no other action wins, or the solution does not lose."""
    runs: int = 0
    simulations: int = 0
    """margin: so many searches of every action, with so many simulations each. judges: so many simulations by each."""
    margin: tuple[float, float, float] = NO_MARGIN
    """margin: by how much of the win the next best is worse, and the ends of its 95 % interval."""
    leads: tuple[float, float] = NO_LEADS
    """judges: by how much of the win the next best is worse, by the game's judgement and by its net."""

    @property
    def least(self) -> float:
        """By how much of the win anything else is worse at least, where nobody wins by force."""
        return min(self.leads) if self.kind == "judges" else self.margin[1]


@dataclass(frozen=True)
class Puzzle:
    """A position, the one right action with the line it leads to, and why it is the only one."""

    position: Mapping[str, Any]
    line: tuple[str, ...]
    goal: Goal
    turns: int
    """How many turns of the winner a win takes; 0 where nobody wins by force."""
    proof: Proof
    themes: tuple[str, ...]
    simulations: int
    """How many a search needs to find it: one that makes as many, or more, plays the solution."""
    source: tuple[int, int, int]
    """The seed, the game's number and the decision it comes from."""

    @property
    def solution(self) -> str:
        return self.line[0]

    def match(self, game: Game) -> Match:
        """A match that goes on from the position, always with the same luck."""
        return Match.from_position(game.name, self.position, seed=SEED)

    def written(self) -> str:
        """One line of JSON, without what is nothing."""
        data = asdict(self)
        data["proof"] = {key: value for key, value in data["proof"].items() if value not in (0, NO_MARGIN, NO_LEADS)}
        return json.dumps(data, separators=(",", ":"))


def read(line: str) -> Puzzle:
    """A puzzle from its line."""
    data = json.loads(line)
    proof = data["proof"]
    for name in ("margin", "leads"):
        if name in proof:
            proof[name] = tuple(proof[name])
    for name in ("line", "themes", "source"):
        data[name] = tuple(data[name])
    return Puzzle(**{**data, "proof": Proof(**proof)})


def lines_of(puzzles: Iterable[Puzzle]) -> str:
    """A file of puzzles."""
    return "".join(f"{puzzle.written()}\n" for puzzle in puzzles)


@cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game."""
    file = game.folder / FILE
    return tuple(map(read, file.read_text(encoding="utf-8").splitlines())) if file.is_file() else ()
