"""Very many games of bots in one file: `load(path)`, or `load(name)` for the sample that comes with a game.

    data = load(path)
    data.head.bots, len(data)
    data.actions, data.ends, data.players, data.scores, data.places    # arrays
    data[3]                                                            # a Match
    for record in data.records(): ...

`recipe` says how a data set is made, `playing` plays its games, `file` reads and writes it.
"""

from siegeworks.datasets.file import Dataset, load, save

__all__ = ["Dataset", "load", "save"]
