"""Positions with a proof: a forced win, or the only actions that do not lose. Kept as data, one file a game.

`python -m tests.tactics GAME` makes a file from self-play, with the solver or exhaustive search as the judge;
`python -m tests.tactics GAME --ask level5 --seconds 0.5` asks a bot for every answer.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from siegeworks import GAMES, Match
from siegeworks.bots import Bot, Budget
from siegeworks.bots.solver import solve
from siegeworks.core.dice import new_dice
from siegeworks.core.rules import NOBODY
from siegeworks.core.views import States
from tests.bots.positions import Board

FOLDER = Path(__file__).parent
CHECK_NODES = 3_000_000
WIN_AT_ONCE, BLOCK_AT_ONCE, FORCED_WIN = "win in one turn", "block in one turn", "forced win"


@dataclass(frozen=True)
class Tactic:
    """A position, what is asked of the seat to move, and every action that is a right answer."""

    kind: str
    position: dict[str, Any]
    best: tuple[str, ...]
    outcome: int
    """What the right answers keep, for the seat to move: 1 a win, 0 a shared win or no loss at once."""

    def match(self, game: str) -> Match:
        return Match.from_position(game, self.position)


def load(game: str) -> list[Tactic]:
    """A game's tactics."""
    found = json.loads((FOLDER / f"{game}.json").read_text())
    return [Tactic(each["kind"], each["position"], tuple(each["best"]), each["outcome"]) for each in found]


def save(game: str, tactics: list[Tactic]) -> None:
    """One line for each position, so that changes can be read."""
    lines = ",\n".join(json.dumps(asdict(each)) for each in tactics)
    (FOLDER / f"{game}.json").write_text(f"[\n{lines}\n]\n")


def answer(bot: Bot, tactic: Tactic, game: str, budget: Budget | None, seed: int = 1) -> str:
    """What a bot plays."""
    match = tactic.match(game)
    assert isinstance(match.to_move, int)
    action, _ = bot.choose(match.seat_view(match.to_move), budget, new_dice(seed))
    return str(GAMES[game].words.ACTION_NAMES[action])


def is_right(tactic: Tactic, game: str, action: str) -> bool:
    """Whether an action is among the right ones, or is proven to win as well (in more plies than were looked at)."""
    if action in tactic.best:
        return True
    if tactic.outcome < 1:
        return False
    match = tactic.match(game)
    mover = match.to_move
    match.play(action)
    if match.result is not None:
        return bool(match.result["winners"] == [mover])
    solution = solve(match.states, nodes=CHECK_NODES)
    return solution is not None and solution.outcome == (1 if match.to_move == mover else -1)


def turn_of(states: States) -> int:
    """Whose turn it is, also while another seat answers within it."""
    names = states.dtype.names or ()
    return int(states["turn" if "turn" in names else "to_move"][0])


def exhaustive(board: Board, states: States, seat: int, known: dict[bytes, int]) -> int:
    """The outcome for a seat of two, by trying everything to the end."""
    if int(states["to_move"][0]) == NOBODY:
        return board.outcome(states, seat)
    key = states.tobytes()
    if key not in known:
        results = [exhaustive(board, board.after(action, states), seat, known) for action in board.legal(states)]
        known[key] = max(results) if int(states["to_move"][0]) == seat else min(results)
    return known[key]
