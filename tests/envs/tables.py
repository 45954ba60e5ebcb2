"""The page of observations and actions, made from the games: python -m tests.envs writes it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import numpy as np

from siegeworks.games import OURS, Game

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "observations.md"

INTRODUCTION = """# What programs see and do, number by number

Written by `python -m tests.envs` from the games themselves; a test fails when it is out of date. An observation is made
from what one seat may see and counts from that seat: *me*, then *seat +1*, *seat +2* ... clockwise. Numbers are whole
and fit a byte.

A **board** is 7 rows of 7 columns: row a first, a circle's number less one is its column, so `d4` is at [3, 3] and `g7`
at [6, 6]. Twelve of the 49 places are not on the board and are always 0; the plane *board* marks the 37 that are.
*All over* means one number in all 49 places.

Actions are numbered from 0 in the order of the rules' own lists. The numbers never change while the `VERSION` of a
game's rules stays the same: a test compares them with the frozen ones (`tests/contract/frozen.json`).
`GAMES["siegestones"].words.ACTION_NAMES[18]` is `stone d4`, and `GAMES["siegestones"].action_numbers` leads back.
"""


def page() -> str:
    return "\n".join([INTRODUCTION, *(section for game in OURS for section in _sections(game))])


def _sections(game: Game) -> Iterator[str]:
    shape = " x ".join(map(str, game.planes.SHAPE))
    yield f"## {game.title}\n"
    yield f"### Observation, {shape}\n"
    yield "\n".join(["| at | what | greatest | meaning |", "|---|---|---|---|", *_planes(game)]) + "\n"
    yield f"### Actions, {game.rules.ACTIONS}\n"
    yield "\n".join(["| numbers | first | last |", "|---|---|---|", *_actions(game)]) + "\n"


def _planes(game: Game) -> Iterator[str]:
    """Where each plane or block begins; planes of a board are counted one by one."""
    is_flat = len(game.planes.SHAPE) == 1
    sizes = [plane.size if is_flat else 1 for plane in game.planes.PLANES]
    starts = np.cumsum([0, *sizes])
    for plane, start, size in zip(game.planes.PLANES, starts.tolist(), sizes, strict=False):
        at = str(start) if size == 1 else f"{start}-{start + size - 1}"
        yield f"| {at} | {plane.name} | {plane.most} | {plane.says} |"


def _actions(game: Game) -> Iterator[str]:
    """Runs of actions that begin with the same word."""
    names = game.words.ACTION_NAMES
    for _, run in groupby(range(len(names)), key=lambda number: names[number].split()[0]):
        numbers = list(run)
        at = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"
        yield f"| {at} | `{names[numbers[0]]}` | `{names[numbers[-1]]}` |"
