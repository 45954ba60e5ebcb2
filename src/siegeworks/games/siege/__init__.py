"""Siege, by Peter Cobcroft."""

from siegeworks.core.game import Game

GAME = Game(
    name="siege",
    title="Siege",
    minutes=60,
    seats=(2, 3, 4, 5, 6),  # S-1
    package=__name__,
)
