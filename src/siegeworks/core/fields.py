"""Reading a record from Python, where positions are made: NumPy's own numbers cost ten times as much."""

from __future__ import annotations

import struct
from functools import cache
from typing import Any

import numpy as np

SPELLED = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}
"""How `struct` spells the numbers of records."""


class Fields:
    """A record to read from: plain numbers, all read at once, and lists, each read once when it is asked for."""

    def __init__(self, record: Any) -> None:
        self._record = record
        names, numbers = _numbers(record.dtype)
        self.__dict__.update(zip(names, numbers.unpack_from(record.tobytes()), strict=True))

    def __getattr__(self, name: str) -> Any:
        found = self.__dict__[name] = self._record[name].tolist()
        return found


@cache
def _numbers(dtype: np.dtype[Any]) -> tuple[list[str], struct.Struct]:
    """The fields of a record that are single numbers, and how their bytes are read."""
    fields: Any = dtype.fields or {}
    names, spelled, end = [], "=", 0
    for name, (kind, offset, *_) in sorted(fields.items(), key=lambda field: field[1][1]):
        if not kind.shape:
            spelled += f"{offset - end}x{SPELLED[kind.str[1:]]}"
            end = offset + kind.itemsize
            names.append(name)
    return names, struct.Struct(spelled)
