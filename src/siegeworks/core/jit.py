"""The one decorator of compiled code, and the folder where its machine code is kept.

Numba's own cache looks only at the file a function stands in, so a search would go on playing yesterday's rules. Ours
is a folder named after everything compiled code may read; a change there means a new folder. Nobody has to wait for
the first machine code of a game: until another process has made it, the same functions run as plain Python.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy
import platformdirs
from llvmlite.binding import Linkage
from numba import config, njit
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher
from numba.core.types import Record

PACKAGE = Path(__file__).resolve().parent.parent
COMPILED = ("core/*.py", "games/*/*.py", "bots/*.py", "envs/stepping.py")
PLAIN = ("words.py", "position.py", "picture.py", "arrange.py")  # of a game: never compiled
KEPT_DAYS = 14
MANGLED = "_ZN"  # how Numba's names of compiled functions begin
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
    """Code to be built into other functions, neither optimised, nor linked, nor made runnable by itself.

    Numba would do all that at every level of calls, for everything below: more than half of all its work here.
    """

    def _optimize_functions(self, module: Any) -> None:
        """Left to the function with a door to Python, which has it all."""

    def finalize(self) -> None:
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """With all it calls, for code of others, who know nothing of drafts."""
        linked = self._final_module.clone()
        for other in _link_drafts(self, linked):
            linked.link_in(other._get_module_for_linking(), preserve=True)
        _let_go(linked, keep=set())
        return linked

    @property
    def codegen(self) -> Any:
        return _Unaddressed(self._codegen)


class _Whole(JITCodeLibrary):  # type: ignore[misc]
    """Code with a door to Python: every draft below it is linked in once, then all is optimised together, once."""

    def finalize(self) -> None:
        self._linking_libraries = _link_drafts(self, self._final_module)
        super().finalize()

    def _optimize_final_module(self) -> None:
        """In full at once. Numba's cheap round before helps to prune the counting of references; there is none."""
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def _verify_declare_only_symbols(self) -> None:
        """Numba looks at its own names only; a call of anything else that is missing would crash."""
        for function in self._final_module.functions:
            if function.is_declaration and function.name.startswith(MANGLED):
                raise AssertionError(f"{self.name} calls {function.name}, which is not linked in")


def _link_drafts(library: Any, module: Any) -> list[Any]:
    """Link all drafts a library rests on into its module, each once; returns what else it rests on.

    What may be dropped LLVM does not even link unless it is called by then, so that comes last.
    """
    own = {function.name for function in module.functions if not function.is_declaration}
    todo, seen, others = list(library._linking_libraries), {library}, []
    while todo:
        below = todo.pop()
        if below in seen:
            continue
        seen.add(below)
        if isinstance(below, _Draft):
            library._reload_init.update(below._reload_init)
            module.link_in(below._final_module, preserve=True)
            todo.extend(below._linking_libraries)
        else:
            others.append(below)
    _let_go(module, keep=own)
    return others


def _let_go(module: Any, keep: set[str]) -> None:
    """Whatever a module defines may be dropped once nothing calls it, and may meet itself again; not what is kept."""
    for function in module.functions:
        if not function.is_declaration and function.linkage == Linkage.external and function.name not in keep:
            function.linkage = Linkage.linkonce_odr


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

    library: type[JITCodeLibrary] = _Whole

    def compile_extra(self, function: Any) -> Any:
        codegen = self.state.targetctx.codegen()
        self.state.library = self.library(codegen, function.__qualname__)
        self.state.library.enable_object_caching()
        with _drafting(codegen):
            return super().compile_extra(function)


class _PartCompiler(_WholeCompiler):
    """Compiles to a draft."""

    library = _Draft


class _Part(CPUDispatcher):  # type: ignore[misc]
    """Built into compiled code; Python calls it only where it runs its callers as they are written."""

    def __call__(self, *given: Any) -> Any:
        return self.py_func(*given)


class _Doored(CPUDispatcher):  # type: ignore[misc]
    """Python calls it as it is; in compiled code it stands for its twin, which is a part."""

    twin: CPUDispatcher

    @property
    def _numba_type_(self) -> Any:
        return self.twin._numba_type_


class _Patient(_Doored):
    """The same since machine code was awaited first: what awaits it, or concerns no record, is run as it is written.

    It stays that way: another thread may be in the middle of something that is run so when the code is there.
    """

    def __call__(self, *given: Any) -> Any:
        if _here.is_plain:
            return self.py_func(*given)
        if not _awaited or _here.is_ahead or not _concerns_awaited(given):
            return CPUDispatcher.__call__(self, *given)
        _here.is_plain = True
        try:
            return self.py_func(*given)
        finally:
            _here.is_plain = False


class _Here(threading.local):
    """What a thread is about: whether it runs functions as they are written, or uses machine code ahead of others."""

    is_plain = False
    is_ahead = False


_here = _Here()
_doored: list[_Doored] = []
_awaited: set[numpy.dtype[Any]] = set()


def _concerns_awaited(given: tuple[Any, ...]) -> bool:
    """Whether these are about a record that awaits its machine code, or about no record at all."""
    kinds = [kind for kind in (getattr(each, "dtype", None) for each in given) if kind is not None and kind.names]
    return not kinds or not _awaited.isdisjoint(kinds)


def await_code(record: numpy.dtype[Any]) -> None:
    """From now on, run whatever concerns such records as plain Python: nothing is compiled for them here."""
    if not IS_PLAIN:
        _awaited.add(record)
        for function in _doored:
            function.__class__ = _Patient


@contextlib.contextmanager
def code_ahead() -> Iterator[None]:
    """This thread uses machine code that others still await: it loads it, or compiles what is not there."""
    _here.is_ahead = True
    try:
        yield
    finally:
        _here.is_ahead = False


def use_code(record: numpy.dtype[Any]) -> None:
    """The machine code for such records is there: use it from the next call on."""
    _awaited.discard(record)


def is_awaited(record: numpy.dtype[Any]) -> bool:
    """Whether such records await their machine code."""
    return record in _awaited


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
        compiled.__class__ = _Patient if _awaited else _Doored
        compiled.twin = part(function)
        _doored.append(compiled)
    whole: Callable[..., Any] = compiled
    return whole


def part(function: Callable[..., Any]) -> Callable[..., Any]:
    """A part of compiled functions that Python itself never calls: it is in the cache as a piece of what calls it."""
    compiled: Any = _njit_part(function)
    if not IS_PLAIN:
        compiled.__class__ = _Part
    inner: Callable[..., Any] = compiled
    return inner


def is_compiled(name: str) -> bool:
    """Whether `name` was compiled on this machine before, from the same sources."""
    return IS_PLAIN or (CACHE is not None and (CACHE / f"{name}.ready").exists())


def mark_compiled(name: str) -> None:
    """Remember that `name` is in the cache, so that nobody is told to wait for it again."""
    if CACHE is not None:
        (CACHE / f"{name}.ready").touch()
