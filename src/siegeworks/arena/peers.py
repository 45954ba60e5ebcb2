"""Who may sit at a table of the arena: our own bots by their names, and peers where they are installed."""

from __future__ import annotations

from siegeworks.bots import Bot, bot
from siegeworks.games import Game


def contender(game: Game, name: str) -> Bot:
    """The bot of this name."""
    return bot(game, name)
