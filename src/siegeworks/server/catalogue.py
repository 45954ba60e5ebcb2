"""What there is to play, as data: games, options, series, levels."""

from __future__ import annotations

from functools import cache
from typing import Any

from siegeworks.bots import LEVELS
from siegeworks.core.views import has_secrets
from siegeworks.games import GAMES, Game
from siegeworks.sentences import seat_name, value_word, word
from siegeworks.server.ordering import is_offered


@cache
def games(language: str = "en") -> list[dict[str, Any]]:
    """All games, in their order."""
    return [game_info(game, language) for game in GAMES.values()]


def game_info(game: Game, language: str = "en") -> dict[str, Any]:
    """One game, with all that can be chosen, in words of a language."""
    return {
        "name": game.name,
        "title": game.title,
        "credit": word(f"{game.name}.credit", language),
        "kind": word(f"{game.name}.kind", language),
        "minutes": game.minutes,
        "goal": word(f"{game.name}.goal", language),
        "seats": list(game.seats),
        "seat_names": [seat_name(game.name, seat, language) for seat in range(max(game.seats))],
        "numbered": not game.words.SEATS_HAVE_COLOURS,
        "options": [_option(game, option, language) for option in game.rules.OPTIONS],
        "series": [
            {"name": name, "says": word("series-until", language, towers=target)}
            for name, target in game.series.items()
        ],
        "levels": [_level(level, language) for level in LEVELS],
        "secrets": has_secrets(game.rules.STATE),
        "orders": is_offered(game),
    }


def _level(level: int, language: str) -> dict[str, Any]:
    name, says = word("bot-name", language, level=level), word(f"level-{level}", language)
    return {"level": level, "name": name, "says": says}


def _option(game: Game, option: Any, language: str) -> dict[str, Any]:
    return {
        "name": option.name,
        "values": list(option.values),
        "labels": [value_word(game.name, option.name, value, language) for value in option.values],
        "default": option.default,
        "rule": option.rule,
        "says": word(f"{game.name}.option-{option.name}", language),
        "seats": list(option.seats),
    }
