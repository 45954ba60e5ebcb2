"""Reading a record from Python, where words and positions are made: NumPy's own attributes cost ten times as much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Fields:
    """A record to read from; each field is fetched once. Changes made to the record later are not seen."""

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        found = self.__dict__[name] = self._record[name]
        return found


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """The plain Python behind a compiled function: right for one call with Fields, which compiled code cannot take."""
    found: Callable[..., Any] = getattr(function, "py_func", function)
    return found
