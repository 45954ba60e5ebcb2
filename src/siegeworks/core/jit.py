"""The one decorator of compiled code, and the folder where its machine code is kept.

Numba's own cache looks only at the file a function stands in, so a search would go on playing yesterday's rules. Ours
is a folder named after everything compiled code may read; a change there means a new folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy
import platformdirs
from numba import config, njit
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher
from numba.core.types import Record

PACKAGE = Path(__file__).resolve().parent.parent
COMPILED = ("core/*.py", "games/*/*.py", "bots/*.py", "envs/stepping.py")
PLAIN = ("words.py", "position.py", "picture.py", "arrange.py")  # of a game: never compiled
KEPT_DAYS = 14
IS_PLAIN = bool(config.DISABLE_JIT)
"""True when NUMBA_DISABLE_JIT=1 runs everything as plain Python."""


def compiled_sources() -> Iterator[Path]:
    """Every file compiled code may stand in or take a constant from."""
    for pattern in COMPILED:
        yield from sorted(path for path in PACKAGE.glob(pattern) if path.name not in PLAIN)


def fingerprint() -> str:
    """Names what the machine code depends on: our sources and the compiler's version."""
    digest = hashlib.blake2b(digest_size=8)
    digest.update(f"{numba.__version__} {llvmlite.__version__} {numpy.__version__}".encode())
    for path in compiled_sources():
        digest.update(f"\0{path.relative_to(PACKAGE).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def cache_root() -> Path:
    """The user's cache directory, or SIEGEWORKS_CACHE."""
    chosen = os.environ.get("SIEGEWORKS_CACHE")
    return Path(chosen) if chosen else platformdirs.user_cache_path("siegeworks") / "compiled"


def _open_cache() -> Path | None:
    """This version's folder, made ready to write; None if there is no place to write to."""
    folder = cache_root() / fingerprint()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        return None
    if not os.access(folder, os.W_OK):
        return None
    _remove_old(folder)
    return folder


def _remove_old(folder: Path) -> None:
    """Folders of other versions that nobody has opened for two weeks are removed."""
    limit = time.time() - KEPT_DAYS * 86_400
    for other in folder.parent.iterdir():
        with contextlib.suppress(OSError):  # another process may be removing it too
            if other != folder and other.is_dir() and other.stat().st_mtime < limit:
                shutil.rmtree(other, ignore_errors=True)


CACHE = None if IS_PLAIN else _open_cache()
if CACHE is not None:
    config.CACHE_DIR = str(CACHE)


def _layout(record: Record) -> tuple[str, tuple[str]]:
    """A record's part in the name of machine code: its layout.

    Numba takes a number that each process hands out anew. Code for two games that two processes compiled could then
    have one name, and a third process that loads both would call one game's for the other's record.
    """
    return "Record", (hashlib.blake2b(record.name.encode(), digest_size=8).hexdigest(),)


Record.mangling_args = property(_layout)  # type: ignore[method-assign,assignment]


class _Draft(JITCodeLibrary):  # type: ignore[misc]
    """Code to be built into other functions, neither optimised nor made runnable by itself.

    Numba would do both at every level of calls, for everything below: more than half of all its work here.
    """

    def _optimize_final_module(self) -> None:
        """Left to the function with a door to Python, which has it all."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    @property
    def codegen(self) -> Any:
        return _Unaddressed(self._codegen)


class _Unaddressed:
    """The code generator as a draft sees it: nothing has an address yet."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, env: Any) -> None:
        """An environment is for code that calls back into Python, which no part does."""


@contextlib.contextmanager
def _drafting(codegen: Any) -> Iterator[None]:
    """Whatever Numba compiles meanwhile is built into the function it is compiled for, and so a draft is enough."""
    before = codegen.__dict__.get("create_library")
    codegen.create_library = lambda name, **_: _Draft(codegen, name)
    try:
        yield
    finally:
        if before is None:
            del codegen.create_library
        else:
            codegen.create_library = before


class _WholeCompiler(Compiler):  # type: ignore[misc]
    """Compiles a function with a door to Python, and drafts of all it calls."""

    library = JITCodeLibrary

    def compile_extra(self, function: Any) -> Any:
        codegen = self.state.targetctx.codegen()
        self.state.library = self.library(codegen, function.__qualname__)
        self.state.library.enable_object_caching()
        with _drafting(codegen):
            return super().compile_extra(function)


class _PartCompiler(_WholeCompiler):
    """Compiles to a draft."""

    library = _Draft


class _Doored(CPUDispatcher):  # type: ignore[misc]
    """Python calls it as it is; in compiled code it stands for its twin, which is a part."""

    twin: CPUDispatcher

    @property
    def _numba_type_(self) -> Any:
        return self.twin._numba_type_


_OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}
_njit = njit(**_OPTIONS, cache=CACHE is not None, pipeline_class=_WholeCompiler)
_njit_part = njit(**_OPTIONS, no_cpython_wrapper=True, pipeline_class=_PartCompiler)


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile on first use, keep the machine code on disk, run without the GIL.

    Without Numba's run-time (`_nrt`) nothing can allocate: code that tries does not compile. It is also what the GPU
    needs, and saves the counting of references to every array that is passed on.
    """
    compiled: Any = _njit(function)
    if not IS_PLAIN:
        compiled.__class__ = _Doored
        compiled.twin = _njit_part(function)
    whole: Callable[..., Any] = compiled
    return whole


def part(function: Callable[..., Any]) -> Callable[..., Any]:
    """A part of compiled functions that Python itself never calls: it is in the cache as a piece of what calls it."""
    compiled: Callable[..., Any] = _njit_part(function)
    return compiled


def is_compiled(name: str) -> bool:
    """Whether `name` was compiled on this machine before, from the same sources."""
    return IS_PLAIN or (CACHE is not None and (CACHE / f"{name}.ready").exists())


def mark_compiled(name: str) -> None:
    """Remember that `name` is in the cache, so that nobody is told to wait for it again."""
    if CACHE is not None:
        (CACHE / f"{name}.ready").touch()
