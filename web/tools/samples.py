"""Writes the short scenes that the small boards of the home page play: web/src/games/samples/GAME.json.

Run as `python web/tools/samples.py` after a game's view has changed shape.
"""

from __future__ import annotations

import json
from pathlib import Path

from siegeworks.bots import bot
from siegeworks.core import views
from siegeworks.core.dice import Dice, new_dice
from siegeworks.games import GAMES
from siegeworks.match import Match
from siegeworks.server.wire import last_targets

OUT = Path(__file__).resolve().parents[1] / "src" / "games" / "samples"
SEED = 11
FRAMES = 8
BEGIN_AT = 0.45
"""A scene begins after this share of a game, when there is much to see."""


def play_one(match: Match, dice: Dice) -> None:
    seat = match.to_move
    assert isinstance(seat, int)
    action, _ = bot(match.game, "thumb").choose(views.view(match.state.reshape(1), seat), None, dice)
    match.play(match.game.words.ACTION_NAMES[action], seat)


def scene(game: str) -> list[dict[str, object]]:
    """A few frames in a row, as a spectator sees them."""
    match = Match.new(game, min(GAMES[game].seats), seed=SEED)
    dice = new_dice(SEED)
    frames: list[dict[str, object]] = []
    while match.to_move is not None:
        play_one(match, dice)
        frames.append({"view": match.view(), "last": last_targets(match, None)})
    first = int(len(frames) * BEGIN_AT)
    return frames[first : first + FRAMES]


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        (OUT / f"{game}.json").write_text(json.dumps(scene(game), separators=(",", ":")) + "\n")
        print(f"{game}: written")


if __name__ == "__main__":
    main()
