"""The drawn examples of the rules pages: python -m tests.diagrams draws them anew from docs/rules/img/*.json."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from siegeworks import GAMES, Match
from siegeworks.games import OURS

RULES = Path(__file__).resolve().parent.parent / "docs" / "rules"


def diagrams() -> Iterator[tuple[str, dict[str, Any]]]:
    """Each game's examples: a position, a title, and what else its picture shows."""
    for game in OURS:
        for entry in json.loads((RULES / "img" / f"{game.name}.json").read_text(encoding="utf-8")):
            yield game.name, entry


def drawn(game: str, entry: dict[str, Any]) -> str:
    """The SVG of one example."""
    extras = {key: value for key, value in entry.items() if key not in ("file", "position", "last")}
    view = Match.from_position(game, entry["position"]).position()
    return str(GAMES[game].picture.svg(view, entry.get("last", ()), **extras)) + "\n"


def main() -> None:
    for game, entry in diagrams():
        (RULES / "img" / entry["file"]).write_text(drawn(game, entry), encoding="utf-8")
        print(entry["file"])


if __name__ == "__main__":
    main()
