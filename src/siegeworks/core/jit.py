"""The one decorator of compiled code, on stock Numba.

Beyond what Numba documents this module and `core/cache.py` use four things. Nothing else in `src/` does but the
accelerator, `compiling/linking.py`, which is used with the versions of Numba it was tested with (SIEGEWORKS_STOCK=1
turns it off). Each has its test in `tests/core/test_jit.py`:

- The option `_nrt=False`: without Numba's run-time nothing can allocate, and code that tries does not compile. The GPU
  needs that too, and it saves the counting of references to every array that is passed on.
- `Record.mangling_args`: how a record enters the name of machine code. Numba takes a number that each process hands out
  anew. Code for two games that two processes compiled could then have one name, and a third process that loads both
  would call one game's for the other's record. Records of ours are named by their layout; others keep Numba's names.
- `CPUDispatcher`, the class of compiled functions: ours may be called as plain Python. A `part` always is when Python
  calls it; the rest when `route_calls` says so, which is how a game is played before it is compiled.
- `numba.config.CACHE_DIR`, set while a function is decorated (`core.cache.kept_for`): documented is the environment
  variable NUMBA_CACHE_DIR, one folder for a whole process. We keep a folder for each game, so that a change to one
  leaves the others' machine code as it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from numba import njit
from numba.core.registry import CPUDispatcher
from numba.types import Record

from siegeworks.core.cache import ACCELERATOR, kept_for
from siegeworks.core.cache import IS_PLAIN as IS_PLAIN

OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}
_WHOLE, _PART = ({}, {}) if ACCELERATOR is None else (ACCELERATOR.WHOLE, ACCELERATOR.PART)


_own_records: set[str] = set()
_numbered = Record.mangling_args.fget


def name_by_layout(record: Record) -> None:
    """From now on machine code for this record is named after its layout, in every process alike."""
    _own_records.add(record.name)


def _mangling_args(record: Record) -> tuple[str, tuple[Any, ...]]:
    if record.name not in _own_records:
        numbered: tuple[str, tuple[Any, ...]] = _numbered(record)
        return numbered
    return "Record", (hashlib.blake2b(record.name.encode(), digest_size=8).hexdigest(),)


Record.mangling_args = property(_mangling_args)


class _Part(CPUDispatcher):  # type: ignore[misc]
    """Built into compiled code; Python calls it only where it runs its callers as they are written."""

    def __call__(self, *given: Any) -> Any:
        return self.py_func(*given)


class _Routed:
    """Calls from Python are answered by what was given to `route_calls`."""

    __slots__ = ()
    __call__: Callable[..., Any]


_functions: list[Any] = []
_routed_kinds: dict[type, type] = {}


def route_calls(route: Callable[..., Any]) -> None:
    """From now on `route(function, *arguments)` answers every call of a compiled function from Python.

    Without a route calls are quicker: nothing stands between Python and machine code.
    """
    _Routed.__call__ = route  # type: ignore[method-assign]
    for function in _functions:
        _route(function)


def _route(function: Any) -> None:
    """Give a function the class that is called by way of the route: its own class with another `__call__`."""
    kind = type(function)
    if not issubclass(kind, _Routed):
        routed = _routed_kinds.get(kind) or type(kind.__name__, (_Routed, kind), {})
        function.__class__ = _routed_kinds.setdefault(kind, routed)


call_compiled: Callable[..., Any] = CPUDispatcher.__call__
"""`call_compiled(function, *arguments)`: what a call does without a route: run machine code, compiled if need be."""


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile on first use, keep the machine code on disk, run without the GIL; nothing can allocate."""
    if IS_PLAIN:
        return function
    with kept_for(function) as is_kept:
        compiled: Any = njit(**OPTIONS, **_WHOLE, cache=is_kept)(function)
    if ACCELERATOR is not None:
        compiled = ACCELERATOR.twinned(compiled, part(function))
    if "__call__" in vars(_Routed):
        _route(compiled)
    _functions.append(compiled)
    whole: Callable[..., Any] = compiled
    return whole


def part(function: Callable[..., Any]) -> Callable[..., Any]:
    """A part of compiled functions that Python itself never calls: it is in the cache as a piece of what calls it."""
    if IS_PLAIN:
        return function
    return _as_part(function)


def summing(function: Callable[..., Any]) -> Callable[..., Any]:
    """A part whose sums may be added up in any order, several at once: for weights, never for rules."""
    return function if IS_PLAIN else _as_part(function, fastmath={"reassoc", "contract"})


def _as_part(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    compiled: Any = njit(**OPTIONS, **_PART, **options)(function)
    compiled.__class__ = _Part
    inner: Callable[..., Any] = compiled
    return inner
