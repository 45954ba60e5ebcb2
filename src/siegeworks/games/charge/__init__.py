"""SiegeStones Charge!, by Patrick Matthews (Live Oak Games)."""

from siegeworks.core.game import Game

GAME = Game(
    name="charge",
    title="SiegeStones Charge!",
    minutes=30,
    seats=(2, 3),  # C-2
    package=__name__,
)
