"""Nobles and Peasants, by Yehuda Berlinger, for the SiegeStones set."""

from siegeworks.core.game import Game

GAME = Game(
    name="nobles",
    title="Nobles and Peasants",
    minutes=30,
    seats=(2, 3, 4),  # N-2
    package=__name__,
)
