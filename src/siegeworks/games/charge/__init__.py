"""SiegeStones Charge!, by Patrick Matthews (Live Oak Games)."""

from siegeworks.core.game import Game

GAME = Game(
    name="charge",
    title="SiegeStones Charge!",
    credit="designed by Patrick Matthews, published by Live Oak Games",
    kind="stones that charge towers, all in the open",
    minutes=30,
    seats=(2, 3),  # C-2
    package=__name__,
)
