"""Reading a record from Python, where positions are made: NumPy's own numbers cost ten times as much."""

from __future__ import annotations

import struct
from functools import cache
from typing import Any

import numpy as np

from siegeworks.core.record import fields_of

SPELLED = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}
"""How `struct` spells the numbers of records."""


class Fields:
    """A record to read from: its numbers, all read at once, and its lists, each read once when it is asked for."""

    def __init__(self, record: Any) -> None:
        self._record = record
        self._raw: bytes = record.tobytes()
        self._rows = _rows(record.dtype)
        names, numbers = _numbers(record.dtype)
        self.__dict__.update(zip(names, numbers.unpack_from(self._raw), strict=True))

    def __getattr__(self, name: str) -> Any:
        found = self.__dict__[name] = self._record[name].tolist()
        return found

    def row(self, name: str, at: int = 0) -> bytes:
        """A row of a field of small numbers, one byte each: quick to read, to compare and to look up."""
        first, size = self._rows[name]
        start = first + at * size
        return self._raw[start : start + size]


@cache
def _numbers(dtype: np.dtype[Any]) -> tuple[list[str], struct.Struct]:
    """The fields of a record that are single numbers, and how their bytes are read."""
    names, spelled, end = [], "=", 0
    for name, (kind, offset) in sorted(fields_of(dtype).items(), key=lambda field: field[1][1]):
        if not kind.shape:
            spelled += f"{offset - end}x{SPELLED[kind.str[1:]]}"
            end = offset + kind.itemsize
            names.append(name)
    return names, struct.Struct(spelled)


@cache
def _rows(dtype: np.dtype[Any]) -> dict[str, tuple[int, int]]:
    """Where each field of rows begins, and how long a row is."""
    return {
        name: (offset, kind.itemsize // kind.shape[0] if len(kind.shape) > 1 else kind.itemsize)
        for name, (kind, offset) in fields_of(dtype).items()
        if kind.shape
    }
