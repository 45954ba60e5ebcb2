"""Each step of each lesson can be done: the position exists, and its answer brings about what the step waits for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from siegeworks.games import OURS
from siegeworks.match import Event, Match

NAMES = [game.name for game in OURS]
LESSONS = Path(__file__).resolve().parents[2] / "web" / "src" / "games" / "lessons" / "en"


def lesson(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((LESSONS / f"{game}.json").read_text())
    return found


STEPS = [
    pytest.param(game, step, id=f"{game}-{n + 1}") for game in NAMES for n, step in enumerate(lesson(game)["steps"])
]


def play_out(match: Match, step: dict[str, Any]) -> list[Event]:
    """The learner's answers, and the replies of the others when it is theirs to act."""
    answers, replies, events = list(step["answer"]), list(step.get("replies", [])), []
    while match.to_move is not None:
        words = answers if match.to_move == step["seat"] else replies
        if not words:
            break
        events += match.play(words.pop(0), match.to_move if match.to_move != "chance" else None)
    assert not answers
    return events


def is_wanted(event: Event, want: dict[str, Any]) -> bool:
    return event["kind"] == want["kind"] and all(event["args"].get(k) == v for k, v in want.get("args", {}).items())


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_a_step_can_be_done(game: str, step: dict[str, Any]) -> None:
    match = Match.from_position(game, step["position"], seed=1)
    assert match.seats == step["seats"]
    assert any(is_wanted(event, step["want"]) for event in play_out(match, step))


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_a_step_can_be_missed(game: str, step: dict[str, Any]) -> None:
    """Another first action does not do it, so the step asks for something."""
    begun = Match.from_position(game, step["position"], seed=1)
    others = [action for action in begun.legal() if action not in (*step["answer"], *step.get("replies", []))]
    missed = [action for action in others if not any(is_wanted(e, step["want"]) for e in begun.copy().play(action))]
    assert missed or step["want"].get("args") is None


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_a_short_lesson(game: str) -> None:
    assert 3 <= len(lesson(game)["steps"]) <= 6
