"""The page has a scene for every kind of event: it is told which there are."""

from __future__ import annotations

import json
from pathlib import Path

from siegeworks import lines
from siegeworks.games import OURS

EVENTS = Path(__file__).resolve().parents[2] / "web" / "src" / "choreography" / "events.json"


def test_the_page_knows_every_kind_of_event() -> None:
    """`python web/tools/events.py` writes the file."""
    assert json.loads(EVENTS.read_text()) == {
        "": list(lines.EVENTS),
        **{game.name: list(game.words.EVENTS) for game in OURS},
    }
