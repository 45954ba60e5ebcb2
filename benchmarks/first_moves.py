"""What the first move of SiegeStones is worth: `python benchmarks/first_moves.py [--simulations N]`.

Each first move is played, and the answer to it is searched with the net. What the searching seat can expect, taken from
1, is the mover's share of the win. Moves that lead to positions that are alike are searched once. The pictures are
docs/img/first-stone.svg and docs/img/first-tower.svg.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

from siegeworks import Match
from siegeworks.bots import Budget
from siegeworks.core.drawing import Marks, board
from siegeworks.core.hexboard import NAMES
from siegeworks.decisions import Decision, judge_of
from siegeworks.openings import key_of
from siegeworks.puzzles.board import Board

IMG = Path(__file__).resolve().parents[1] / "docs" / "img"
GAME, SEATS, FIRST = "siegestones", 2, 0


def begun() -> Match:
    """The empty board, with seat 0 to move."""
    return Match.new(GAME, SEATS, chance=(f"start {FIRST}",), seed=1)


def alike(actions: list[str]) -> list[list[str]]:
    """First moves in groups that lead to positions which are alike."""
    match = begun()
    groups: dict[str, list[str]] = defaultdict(list)
    looked = Board(match.game)
    for action in actions:
        after = looked.after(match.seat_view(FIRST), match.game.action_numbers[action])
        groups[key_of(looked, after)].append(action)
    return list(groups.values())


def value_of(action: str, simulations: int) -> float:
    """The mover's share of the win after a first move."""
    match = begun()
    match.play(action)
    seen = match.seat_view(1 - FIRST)
    judge = judge_of(match.game, seen, Budget(simulations=simulations))
    return 1 - Decision(judge, seen, match.ply).best.value


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--simulations", type=int, default=100_000)
    simulations = reader.parse_args().simulations
    for verb in ("stone", "tower"):
        shares = {}
        for group in alike([f"{verb} {cell}" for cell in NAMES]):
            share = value_of(group[0], simulations)
            print(f"{share:6.1%}  {', '.join(group)}")
            shares.update({action.split()[1]: f"{100 * share:.0f}" for action in group})
        about = f"What a first {verb} is worth on each circle, in percent of the win"
        (IMG / f"first-{verb}.svg").write_text(board({}, Marks(badges=shares), title=about, description=about))


if __name__ == "__main__":
    main()
