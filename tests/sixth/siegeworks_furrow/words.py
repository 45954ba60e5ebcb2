"""Furrow in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from siegeworks.core.game import Told
from siegeworks.core.hexboard import NAMES
from siegeworks.core.phrases import Sentence, said
from siegeworks_furrow.rules import has_row

ACTION_NAMES = tuple(f"stone {name}" for name in NAMES)
SHAPES: tuple[str, ...] = ("stone CELL",)
SEATS_RULE, TURN_RULE, ACTION_RULE, LEAVE_RULE = "F-2", "F-3", "F-4", "F-7"


def why_not(state: Any, action: int) -> Sentence:
    """Why the seat to move cannot play this, and the rule."""
    return said("furrow.holds-stone", "F-4", cell=NAMES[action])


def instruction(view: Any, action: int) -> Sentence:
    """What a person does who plays this."""
    return said("furrow.do-stone", "F-4", cell=NAMES[action])


def events(before: Any, action: int | None, after: Any) -> Iterator[Told]:
    """What an action changed; a resignation changes nothing else."""
    if action is not None:
        yield "stone", {"cell": NAMES[action]}, "F-4"


def sentence(kind: str, args: dict[str, Any], seat: Any) -> Sentence:
    """An event as a sentence; the words are in text/en.ftl."""
    return said(f"furrow.{kind}", seat={"seat": seat}, cell=args["cell"])


def result_rule(state: Any) -> str:
    """The rule that ended the game."""
    if any(has_row(state, seat) for seat in range(state.seats)):
        return "F-5"
    return "F-7" if int(state.gone).bit_count() == state.seats - 1 else "F-6"
