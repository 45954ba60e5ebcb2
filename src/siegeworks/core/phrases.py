"""Small pieces of sentences."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    """Names as people list them: a, b and c."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


STONE_COLOURS = ("blue", "yellow", "green", "red")


def counted(number: int, noun: str) -> str:
    """One tower, 2 towers."""
    return f"one {noun}" if number == 1 else f"{number} {noun}s"
