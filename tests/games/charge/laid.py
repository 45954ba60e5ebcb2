"""Boards laid out piece by piece, as the rules sheet does: b y g are stones of seats 0 to 2, B Y G their towers."""

from __future__ import annotations

from typing import Any

from siegeworks import Match
from siegeworks.core.hexboard import board_text, cell


def board(pieces: str) -> str:
    """The board string of "b d2 d4; y d6; B g4; Y a4"."""
    found = {}
    for group in pieces.split(";"):
        letter, *names = group.split()
        found.update({cell(name): letter for name in names})
    return board_text(found)


def laid(pieces: str, **fields: Any) -> Match:
    """A match that goes on from these pieces, seat 0 to move unless told otherwise."""
    fields.setdefault("seats", 2)
    return Match.from_position("charge", {"board": board(pieces), **fields})


def at(match: Match, *fields: str) -> list[Any]:
    """Some fields of the position."""
    position = match.position()
    return [position[field] for field in fields]


def kinds(events: Any) -> list[str]:
    """What happened, without the details."""
    return [event["kind"] for event in events]


def ends(match: Match, stone: str) -> set[str]:
    """Where a stone can go."""
    return {name.split()[2] for name in match.legal() if name.startswith(f"move {stone} ")}


def actions(match: Match, verb: str) -> set[str]:
    """The circles open to a verb."""
    return {name.split()[1] for name in match.legal() if name.startswith(f"{verb} ")}


def refused(match: Match, name: str) -> str | None:
    """The rule by which an action is refused; None if it is legal."""
    refusal = match.why_not(name)
    return None if refusal is None else refusal.rule
