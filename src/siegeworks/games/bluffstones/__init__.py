"""BluffStones, by Jeff Morrow (Cromulent Games)."""

from siegeworks.core.game import Game

GAME = Game(
    name="bluffstones",
    title="BluffStones",
    credit="designed by Jeff Morrow, published by Cromulent Games, after SiegeStones by Patrick Matthews",
    kind="stones, towers and secret bids",
    minutes=20,
    seats=(2, 3),  # B-1
    package=__name__,
)
