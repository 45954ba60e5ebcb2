"""What is told of a position of a study, by whose eyes it is seen: nothing that rests on what that seat cannot know."""

from __future__ import annotations

from typing import Any

import orjson

from siegeworks.core.views import has_secrets
from siegeworks.match import LogLine, Match
from siegeworks.server import wire
from siegeworks.server.questions import why_at
from siegeworks.targets import picks


def needed(match: Match, eyes: int | None) -> int | None:
    """The seat whose eyes make a difference; None where all is shown, or nothing is hidden."""
    match.view(eyes)  # raises if there is no such seat
    return eyes if has_secrets(match.game.rules.STATE) else None


def position(match: Match, number: int, eyes: int | None) -> dict[str, Any]:
    """The position at a node, as a seat sees it, or with nothing hidden."""
    mover, game, eyes = match.to_move, match.game, needed(match, eyes)
    legal, prompt = [], None
    if isinstance(mover, int):
        numbers = match.legal_numbers() if eyes in (None, mover) else []
        legal = [picks(game)[action]._asdict() for action in numbers]
        prompt = match.prompt(mover if eyes is None else eyes).data()
    told = {"node": number, "to_move": mover, "prompt": prompt, "legal": legal}
    if eyes is None:
        shown = {"view": match.position(), "last": [f"cell:{cell}" for cell in match.last_cells()]}
    else:
        shown = {"view": match.view(eyes), "last": orjson.loads(wire.last_targets(match, eyes))}
    return {**told, **shown, "draws": _draws(match) if eyes is None else [], "result": wire.outcome(match)}


def line(match: Match, lines: list[LogLine]) -> dict[str, Any]:
    """A node as a seat may read it: what was played, or what stands for it, and what it saw happen."""
    action = lines[-1]["action"] if lines else ""
    return {"action": action, "says": wire.said(match, [event for each in lines for event in each["events"]])}


def why(match: Match, eyes: int | None, targets: list[str], verb: str | None) -> dict[str, Any]:
    """Why nothing can be played there. Through the eyes of another than the seat to move: whose turn it is."""
    mover, reader = match.to_move, needed(match, eyes)
    if reader is None:
        reader = mover if isinstance(mover, int) else 0
    return why_at(match, reader, targets, verb)


def _draws(match: Match) -> list[dict[str, Any]]:
    if match.to_move != "chance":
        return []
    weights = match.weights()
    return [
        {"action": name, "share": weight / sum(weights), "says": match.instruction(name).data()}
        for name, weight in zip(match.legal(), weights, strict=True)
    ]
