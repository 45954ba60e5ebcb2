"""Positions for looking at the boards while working on them: real views of real matches, written as JSON.

python web/dev/fixtures.py > web/dev/fixtures.json
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

from siegeworks import GAMES, Match
from siegeworks.targets import picks

Shot = tuple[str, int, int, int, str | None]
SHOTS: tuple[Shot, ...] = (  # game, seats, seed, plies at least, phase to stop at
    ("siegestones", 2, 5, 14, None),
    ("siegestones", 4, 2, 20, None),
    ("nobles", 2, 5, 96, "turn"),
    ("nobles", 4, 3, 92, "row"),
    ("bluffstones", 2, 5, 40, "bid"),
    ("bluffstones", 3, 7, 46, "place"),
    ("charge", 2, 5, 24, "start"),
    ("charge", 3, 11, 20, "defend"),
    ("charge", 2, 4, 20, "pick"),
    ("siege", 2, 5, 20, "autumn"),
    ("siege", 2, 5, 60, "recall"),
    ("siege", 3, 6, 60, "spring"),
    ("siege", 3, 6, 60, "defend"),
    ("siege", 4, 6, 60, "assault"),
    ("siege", 6, 6, 90, "summer"),
    ("siege", 2, 5, 12, "setup"),
)


def play_to(game: str, seats: int, seed: int, plies: int, phase: str | None) -> Match:
    """A match of random actions, stopped at a phase."""
    match, luck = Match.new(game, seats=seats, seed=seed), random.Random(seed)
    while isinstance(match.to_move, int):
        view = match.view(match.to_move)
        if match.ply >= plies and (phase is None or view["phase"] == phase):
            return match
        match.play(luck.choice(match.legal()))
    return match if phase is None else play_to(game, seats, seed + 1, plies, phase)


def log_lines(match: Match, seat: int) -> list[dict[str, Any]]:
    """The last lines of the story with the kinds of their events."""
    lines: dict[int, dict[str, Any]] = {}
    for event in match.events:
        line = {"n": event["ply"], "seat": event["seat"], "action": "", "says": []}
        says = lines.setdefault(event["ply"], line)["says"]
        says.append({"text": match.say(event), **{key: event[key] for key in ("rule", "kind", "args")}})
    return list(lines.values())[-30:]


def shot(game: str, seats: int, seed: int, plies: int, phase: str | None) -> dict[str, Any]:
    """Everything a panel is given."""
    match = play_to(game, seats, seed, plies, phase)
    seat = match.to_move
    assert isinstance(seat, int)
    pick_of = {pick.action: pick for pick in picks(GAMES[game])}
    legal = [pick_of[name]._asdict() for name in match.legal()]
    previews = {}
    for name in match.legal()[:: max(1, len(legal) // 12)]:
        after = match.copy()
        events = after.play(name)
        says = [{"text": match.say(e), "rule": e["rule"], "kind": e["kind"], "args": e["args"]} for e in events]
        previews[name] = {"action": name, "says": says, "view": after.view(seat)}
    return {
        "game": game,
        "seat": seat,
        "view": match.view(seat),
        "legal": legal,
        "story": log_lines(match, seat),
        "previews": previews,
    }


json.dump([shot(*each) for each in SHOTS], sys.stdout)
