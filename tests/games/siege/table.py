"""Positions of Siege from a few words, for tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from siegeworks import Match
from siegeworks.core.cards import NAMES

SUITS = "HDSC"


def pile(text: str) -> list[str]:
    """Cards written one after the other, in order of kind."""
    return sorted(text.split(), key=NAMES.index)


def city(
    line: str, hand: str = "", keep: str = "", forts: str = "", garrisons: str = "", captured: str = ""
) -> dict[str, Any]:
    """A city; walls and garrison cards stand in the quarter of their suit."""
    return {
        "line": line,
        "hand": pile(hand),
        "keep": pile(keep),
        "forts": {suit: card for suit in SUITS for card in forts.split() if card[-1] == suit},
        "garrisons": {
            suit: pile(" ".join(cards))
            for suit in SUITS
            if (cards := [card for card in garrisons.split() if card[-1] == suit])
        },
        "tricks": [],
        "captured": pile(captured),
    }


def table(phase: str, *cities: Mapping[str, Any], options: Mapping[str, Any] | None = None, **fields: Any) -> Match:
    """A match at this point; seat 0 is Initiator and to act unless it is said."""
    position = {"seats": len(cities), "options": dict(options or {}), "phase": phase, "cities": list(cities), **fields}
    return Match.from_position("siege", position)


def play(match: Match, actions: str) -> list[dict[str, Any]]:
    """Play actions written one after the other, split by commas; returns all events."""
    return [dict(event) for action in actions.split(",") if action.strip() for event in match.play(action.strip())]


def kinds(events: Iterable[Mapping[str, Any]]) -> list[str]:
    """The kinds of events, in order."""
    return [event["kind"] for event in events]


def find(events: Iterable[Mapping[str, Any]], kind: str) -> dict[str, Any]:
    """The arguments of the first event of a kind."""
    return next(dict(event["args"]) for event in events if event["kind"] == kind)


def zones(match: Match, seat: int) -> dict[str, Any]:
    """A city as JSON."""
    found: dict[str, Any] = match.position()["cities"][seat]
    return found


def legal(match: Match) -> set[str]:
    """The legal actions, as a set."""
    return set(match.legal())
