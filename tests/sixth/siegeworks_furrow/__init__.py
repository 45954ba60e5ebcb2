"""Furrow: the first to lay three stones in a row wins."""

from siegeworks.core.game import Game

GAME = Game(
    name="furrow",
    title="Furrow",
    minutes=2,
    seats=(2, 3),  # F-2
    package=__name__,
)
