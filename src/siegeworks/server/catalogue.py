"""What there is to play, as data: games, options, series, levels."""

from __future__ import annotations

from functools import cache
from typing import Any

from siegeworks.bots import LEVELS
from siegeworks.core.views import has_secrets
from siegeworks.games import GAMES, Game

LEVEL_WORDS = {
    1: "gentle: sees the next move, and not always that",
    2: "friendly: plays by rule of thumb",
    3: "steady: looks a few moves ahead",
    4: "strong: looks further, and seldom errs",
    5: "the strongest here",
}


@cache
def games() -> list[dict[str, Any]]:
    """All games, in their order."""
    return [game_info(game) for game in GAMES.values()]


def game_info(game: Game) -> dict[str, Any]:
    """One game, with all that can be chosen."""
    return {
        "name": game.name,
        "title": game.title,
        "credit": game.credit,
        "kind": game.kind,
        "minutes": game.minutes,
        "goal": game.words.GOAL,
        "seats": list(game.seats),
        "seat_names": [game.words.seat_name(seat) for seat in range(max(game.seats))],
        "options": [_option(option) for option in game.rules.OPTIONS],
        "series": [
            {"name": name, "says": f"match after match, until one leads alone with {target} towers"}
            for name, target in game.series.items()
        ],
        "levels": [{"level": level, "says": LEVEL_WORDS[level]} for level in LEVELS],
        "secrets": has_secrets(game.rules.STATE),
    }


def _option(option: Any) -> dict[str, Any]:
    return {
        "name": option.name,
        "values": list(option.values),
        "default": option.default,
        "rule": option.rule,
        "says": option.says,
        "seats": list(option.seats),
    }
