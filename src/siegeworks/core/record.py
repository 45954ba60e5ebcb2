"""Records: a few named fields in a row of bytes, for states and for the tree of a search.

NumPy finds a field of a record by searching, four times as slowly as an attribute is found. Compiled code has no such
trouble; plain Python, which runs the same functions, would spend most of its time on it.
"""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from operator import itemgetter
from typing import Any

import numpy as np
from numba import from_dtype

from siegeworks.core.game import Game
from siegeworks.core.jit import IS_PLAIN, name_by_layout


class _Kind(type):
    """The class of a record; pickle finds it by the game whose STATE it is."""

    __game__: Game


def _kind_of(game: Game) -> Any:
    return game.rules.STATE.type


copyreg.pickle(_Kind, lambda kind: (_kind_of, (kind.__game__,)))


def record_type(fields: Sequence[tuple[Any, ...]], game: Game | None = None) -> np.dtype[Any]:
    """A record with these fields, aligned; to compiled code it is like any other. `game`: whose STATE it will be."""
    layout = np.dtype(list(fields), align=True)
    direct = {
        "__game__": game,
        "__getattribute__": object.__getattribute__,
        "__setattr__": np.void.__setitem__,
        "__getitem__": np.void.__getitem__,
    }
    attributes = {field: property(itemgetter(field)) for field in layout.names or ()}
    kind = np.dtype((_Kind("Record", (np.record,), {**direct, **attributes}), layout))
    if not IS_PLAIN:
        name_by_layout(from_dtype(kind))
    return kind
