"""Records: a few named fields in a row of bytes, for states and for the tree of a search.

NumPy finds a field of a record by searching, four times as slowly as an attribute is found. Compiled code has no such
trouble; plain Python, which runs the same functions, would spend most of its time on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

import numpy as np


def record_type(fields: Sequence[tuple[Any, ...]], name: str = "Record", module: str = __name__) -> np.dtype[Any]:
    """A record with these fields, aligned; to compiled code it is like any other. It can be pickled if its class is
    found in the module by its name."""
    layout = np.dtype(list(fields), align=True)
    direct = {
        "__module__": module,
        "__getattribute__": object.__getattribute__,
        "__setattr__": np.void.__setitem__,
        "__getitem__": np.void.__getitem__,
    }
    attributes = {field: property(itemgetter(field)) for field in layout.names or ()}
    return np.dtype((type(name, (np.record,), {**direct, **attributes}), layout))
