"""BluffStones, by Jeff Morrow (Cromulent Games)."""

from siegeworks.core.game import Game

GAME = Game(
    name="bluffstones",
    title="BluffStones",
    minutes=20,
    seats=(2, 3),  # B-1
    package=__name__,
)
