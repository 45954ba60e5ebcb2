"""Nobles and Peasants, by Yehuda Berlinger, for the SiegeStones set."""

from siegeworks.core.game import Game

GAME = Game(
    name="nobles",
    title="Nobles and Peasants",
    credit="designed by Yehuda Berlinger for the SiegeStones set by Live Oak Games",
    kind="towers that see stones, all in the open after the Row is laid out",
    minutes=30,
    seats=(2, 3, 4),  # N-2
    package=__name__,
)
