"""SiegeStones Charge! as a person is asked: what there is to decide, and what each action is, in words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from siegeworks.core.hexboard import DIRECTIONS, NAMES, OFF
from siegeworks.core.phrases import Sentence, listed, phrase, said, seats
from siegeworks.games.charge.lines import END, LINES, SPACES
from siegeworks.games.charge.rules import (
    ACTIONS,
    BUILD,
    DEFEND,
    DEPLOY,
    DEPLOYING,
    DONE,
    DROP,
    DROP_SUPPLY,
    HOLD,
    MOVE,
    MOVING,
    PASS,
    PICK,
    YIELD,
)

NEAR_ROUNDS = 2
"""So many rounds before the end by quiet turns it is said."""
PROMPT_VERBS = {
    "charge.can-move": ("move",),
    "charge.can-build": ("build",),
    "charge.can-deploy": ("deploy",),
    "charge.can-pass": ("pass",),
    "charge.ask-moving": ("move", "done"),
    "charge.ask-deploying": ("deploy", "done"),
    "charge.ask-defend": ("yield", "hold"),
    "charge.ask-price": ("drop",),
}


def path(action: int) -> tuple[int, str, list[int]]:
    """A move's stone, its way, and the circles it passes and ends on, as many of them as are on the board."""
    stone, way, far = action // LINES, action % LINES // SPACES, action % SPACES
    return stone, DIRECTIONS[way], [int(cell) for cell in END[stone, way, : far + 1] if cell != OFF]


# What each action is


def instruction(view: Any, action: int) -> Sentence:
    """What a person does who plays this."""
    if action < BUILD:
        return _move(view, action)
    if action < DEPLOY:
        return said("charge.do-build", "C-47", cell=NAMES[action - BUILD])
    if action < DROP:
        return said("charge.do-deploy", "C-48", cell=NAMES[action - DEPLOY])
    if action < DROP_SUPPLY:
        return said("charge.do-drop", "C-33", cell=NAMES[action - DROP])
    if action == DROP_SUPPLY:
        return said("charge.do-drop-supply", "C-33")
    if action == YIELD:
        return said("charge.do-yield", "C-31", cell=NAMES[view.target])
    if action == HOLD:
        return said("charge.do-hold", "C-32", cell=NAMES[view.target], count=int(view.strength))
    if action == DONE:
        return said("charge.do-done", "C-25" if view.phase == MOVING else "C-49")
    assert action == PASS
    return said("charge.do-pass", "C-16")


def _move(view: Any, action: int) -> Sentence:
    stone, _, cells = path(action)
    end, told = cells[-1], {"cell": NAMES[stone], "to": NAMES[cells[-1]]}
    if any(cells >> end & 1 for cells in view.stones.tolist()):
        return said("charge.do-charge", "C-26", **told)
    if not any(cells >> end & 1 for cells in view.towers.tolist()):
        return said("charge.do-move", "C-17", **told)
    return said("charge.do-assault", "C-36", **told)


# What is asked


def prompt(view: Any, seat: int | None, waiting: Sequence[int], legal: Sequence[int]) -> Sentence:
    """What the seat is asked for, or whom it waits for."""
    return _asked(view, legal) if legal else _awaited(view, seats(waiting))


def _asked(view: Any, legal: Sequence[int]) -> Sentence:
    if view.phase == DEFEND:
        told = {"cell": NAMES[view.target], "seat": {"seat": int(view.turn)}, "count": int(view.strength)}
        return said("charge.ask-defend", "C-31", **told)
    if view.phase == PICK:
        return said("charge.ask-price", "C-33", cell=NAMES[view.target], count=int(view.owed))
    if view.phase == MOVING:
        return said("charge.ask-moving", "C-25", count=int(view.budget))
    if view.phase == DEPLOYING:
        return said("charge.ask-deploying", "C-49", count=int(view.supply[int(view.turn)]))
    at = [bisect_left(legal, first) for first in (MOVE, BUILD, DEPLOY, DROP, ACTIONS)]
    codes = ("charge.can-move", "charge.can-build", "charge.can-deploy", "charge.can-pass")
    can = [phrase(code) for code, (first, end) in zip(codes, pairwise(at), strict=True) if first < end]
    return said("charge.ask-turn", "C-15", can=listed(can, "choice"), warning=_warning(view))


def _warning(view: Any) -> dict[str, Any]:
    """C-54. How many more turns without progress end the game, once there are few."""
    living = sum(towers != 0 for towers in view.towers.tolist())
    left = int(view.quiet_rounds) * living - int(view.quiet)
    return phrase("charge.quiet-near", count=left) if left <= NEAR_ROUNDS * living else phrase("charge.nothing-near")


def _awaited(view: Any, others: list[dict[str, Any]]) -> Sentence:
    if view.phase == DEFEND:
        return said("charge.await-defend", "C-31", seats=others, cell=NAMES[view.target], count=int(view.strength))
    if view.phase == PICK:
        return said("charge.await-price", "C-33", seats=others, cell=NAMES[view.target], count=int(view.owed))
    if view.phase == MOVING:
        return said("charge.await-moving", "C-25", seats=others)
    if view.phase == DEPLOYING:
        return said("charge.await-deploying", "C-49", seats=others)
    return said("charge.await-turn", "C-15", seats=others)
