"""Writes the kinds of events of all games (""), and of each, into web/src/choreography/events.json.

A test of the page finds a scene for each of them.

Run as `python web/tools/events.py` after a game tells of something new.
"""

from __future__ import annotations

import json
from pathlib import Path

from siegeworks import lines
from siegeworks.games import OURS

OUT = Path(__file__).resolve().parents[1] / "src" / "choreography" / "events.json"

if __name__ == "__main__":
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps({"": lines.EVENTS, **{game.name: game.words.EVENTS for game in OURS}}, indent=2) + "\n")
