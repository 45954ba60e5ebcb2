"""Plain Python until machine code is there: the same functions run as they are written, and give the same results.

Machine code is awaited by the record it works on. A call runs as plain Python when it is about such a record, or about
no record at all; then everything it calls does so too, to its end.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np

from siegeworks.core.jit import IS_PLAIN, call_compiled, route_calls


class _Here(threading.local):
    """What a thread is doing: running functions as they are written, or using machine code ahead of the others."""

    is_plain = False
    is_ahead = False


_here = _Here()
_awaited: set[np.dtype[Any]] = set()


def await_code(record: np.dtype[Any]) -> None:
    """From now on, run whatever concerns such records as plain Python: nothing is compiled for them here."""
    if not IS_PLAIN:
        _awaited.add(record)
        route_calls(_call)


def use_code(record: np.dtype[Any]) -> None:
    """The machine code for such records is there: use it from the next call on."""
    _awaited.discard(record)


def is_awaited(record: np.dtype[Any]) -> bool:
    """Whether such records await their machine code."""
    return record in _awaited


@contextlib.contextmanager
def code_ahead() -> Iterator[None]:
    """This thread uses machine code that others still await: it loads it, or compiles what is not there."""
    _here.is_ahead = True
    try:
        yield
    finally:
        _here.is_ahead = False


def _call(function: Any, *given: Any) -> Any:
    """A call from Python. A thread in the middle of a plain call when the code is there ends that call so."""
    if _here.is_plain:
        return function.py_func(*given)
    if not _awaited or _here.is_ahead or not _concerns_awaited(given):
        return call_compiled(function, *given)
    _here.is_plain = True
    try:
        return function.py_func(*given)
    finally:
        _here.is_plain = False


def _concerns_awaited(given: tuple[Any, ...]) -> bool:
    """Whether these are about a record that awaits its machine code, or about no record at all."""
    kinds = [kind for kind in (getattr(each, "dtype", None) for each in given) if kind is not None and kind.names]
    return not kinds or not _awaited.isdisjoint(kinds)
