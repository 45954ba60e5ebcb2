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


def record_type(fields: Sequence[tuple[Any, ...]], game: Game | None = None, sources: str = "") -> np.dtype[Any]:
    """A record with these fields, aligned; to compiled code it is like any other. `game`: whose STATE it will be.

    `sources` names the sources of its game. It is the title of the first field, as NumPy calls a second name: to the
    compiler a record of other sources is another type, and its machine code is never taken for that of this one.
    """
    (first, *rest), *others = fields
    layout = np.dtype([((sources, first) if sources else first, *rest), *others], align=True)
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


def fields_of(dtype: np.dtype[Any]) -> dict[str, tuple[np.dtype[Any], int]]:
    """The type and the offset of each field, by its name; titles are left out."""
    fields: Any = dtype.fields or {}
    return {name: fields[name][:2] for name in dtype.names or ()}


def plain_layout(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same record without its titles: what another program may rely on."""
    fields = fields_of(dtype)
    formats, offsets = zip(*fields.values(), strict=True)
    return np.dtype(
        {"names": list(fields), "formats": list(formats), "offsets": list(offsets), "itemsize": dtype.itemsize}
    )
