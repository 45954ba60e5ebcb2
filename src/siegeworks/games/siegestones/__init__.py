"""SiegeStones, by Patrick Matthews (Live Oak Games)."""

from siegeworks.core.game import Game

GAME = Game(
    name="siegestones",
    title="SiegeStones",
    minutes=15,
    seats=(2, 3, 4),  # T-2
    package=__name__,
    series={"village": 10, "castle": 15, "city": 20, "fortress": 30},  # T-31, in towers
)
