"""A bot whose game is judged by other weights, as an engine: the arena then tells whether they are better.

    python benchmarks/varied.py siegestones search:150 HELD=0.38 --prepare
    siegeworks arena sprt siegestones search:150 --engine "python benchmarks/varied.py siegestones search:150 HELD=0.38"

Weights are built into compiled code, so each set of them has a cache of its own; `--prepare` fills it beforehand.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from siegeworks.core.game import Game


def weight(text: str) -> tuple[str, float]:
    """A weight as it is written: NAME=VALUE."""
    name, _, value = text.partition("=")
    return name, float(value)


def set_weights(game: Game, changed: dict[str, float]) -> None:
    """Give the judgement of a game other weights, before anything of it is compiled."""
    judgement: Any = game.judgement
    for name, value in changed.items():
        if not isinstance(getattr(judgement, name, None), float):
            raise SystemExit(f"{game.title} has no weight called {name}.")
        setattr(judgement, name, value)


def main() -> None:
    """Serve the bot, or only compile it."""
    parser = argparse.ArgumentParser(description="A bot with other weights, as an engine.")
    parser.add_argument("game")
    parser.add_argument("bot", help="such as search:150")
    parser.add_argument("weights", nargs="+", type=weight, metavar="NAME=VALUE")
    parser.add_argument("--prepare", action="store_true", help="compile, and end")
    asked = parser.parse_args()
    name = "-".join([asked.game, *(f"{key}-{value:g}" for key, value in sorted(asked.weights))])
    os.environ["SIEGEWORKS_CACHE"] = str(Path(tempfile.gettempdir()) / "siegeworks-varied" / name)

    from siegeworks.cli.common import prepared_bots
    from siegeworks.engines import serve
    from siegeworks.games import GAMES

    set_weights(GAMES[asked.game], dict(asked.weights))
    prepared_bots(asked.game, [asked.bot], alone=True)
    if not asked.prepare:
        serve(asked.bot, sys.stdin, sys.stdout)


if __name__ == "__main__":
    main()
