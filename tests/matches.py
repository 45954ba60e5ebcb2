"""Matches to test with, and what every refusal must look like."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from siegeworks import Match, SiegeworksError
from siegeworks.core.hexboard import NAMES, parse_board

EMPTY_BOARD = "..../...../....../......./....../...../...."
COLOURS = "bygr"

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"balanced": True}),
    (4, {"tower_pool": 12}),
    (2, {"no_first_tower": True, "centre_opening": True}),
    (3, {"no_first_tower": True, "tower_pool": 4}),
]
"""Seats with options: every seat count, every option."""


def random_play(match: Match, seed: int = 0) -> Iterator[Match]:
    """The match before each random action and at the end."""
    dice = random.Random(seed)
    while match.result is None:
        yield match
        match.play(dice.choice(match.legal()))
    yield match


def played(seats: int = 2, seed: int = 0, options: dict[str, Any] | None = None, lines: int | None = None) -> Match:
    """A match of random play: to its end, or so many lines long."""
    match = Match.new("siegestones", seats, seed=seed, options=options)
    for now in random_play(match, seed):
        if now.ply == lines:
            break
    return match


def reach(match: Match, board: str) -> bool:
    """Play until the board is this one, in whatever order nobody wins on the way; False if there is none."""
    left = {NAMES[cell]: letter for cell, letter in parse_board(board, COLOURS + "T").items()}

    def go_on() -> bool:
        if not left or match.result is not None:
            return not left
        assert isinstance(match.to_move, int)
        own = [cell for cell, letter in left.items() if letter == COLOURS[match.to_move]]
        towers = [cell for cell, letter in left.items() if letter == "T"]
        for action, cell in [("stone", own[0])] if own else [("tower", cell) for cell in towers]:
            letter = left.pop(cell)
            match.play(f"{action} {cell}")
            if go_on():
                return True
            match.undo()
            left[cell] = letter
        return False

    return go_on()


def everything(match: Match) -> tuple[Any, ...]:
    """All that can be asked of a match, as plain data."""
    return (
        match.to_move,
        match.legal(),
        match.ply,
        match.lines,
        match.events,
        match.log(),
        match.result,
        match.position(),
        match.view(),
        match.record(),
        match.state.tobytes(),
    )


def assert_refusal(error: SiegeworksError | None, code: str, rule: str | None) -> None:
    """A refusal has a code, a rule, and one printable sentence that says nothing of our insides."""
    assert isinstance(error, SiegeworksError)
    assert (error.code, error.rule) == (code, rule)
    assert error.reason.endswith("."), error.reason
    assert error.reason.isprintable(), error.reason
    assert not re.search(r"[.?!] [A-Z]", error.reason), error.reason
    assert not re.search(r"Traceback|Error|numpy|object at 0x", error.reason), error.reason
    assert str(error) == (f"{error.reason} ({rule})" if rule else error.reason)
