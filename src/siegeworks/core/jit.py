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
_njit = njit(cache=CACHE is not None, nogil=True, error_model="numpy", no_cfunc_wrapper=True, _nrt=False)


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile on first use, keep the machine code on disk, run without the GIL.

    Without Numba's run-time (`_nrt`) nothing can allocate: code that tries does not compile. It is also what the GPU
    needs, and saves the counting of references to every array that is passed on.
    """
    compiled: Callable[..., Any] = _njit(function)
    return compiled


_njit_part = njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, no_cpython_wrapper=True, _nrt=False)


def part(function: Callable[..., Any]) -> Callable[..., Any]:
    """A part of compiled functions that Python itself never calls: without a door to Python it compiles faster.

    It is in the cache as a piece of what calls it.
    """
    compiled: Callable[..., Any] = _njit_part(function)
    return compiled


def is_compiled(name: str) -> bool:
    """Whether `name` was compiled on this machine before, from the same sources."""
    return IS_PLAIN or (CACHE is not None and (CACHE / f"{name}.ready").exists())


def mark_compiled(name: str) -> None:
    """Remember that `name` is in the cache, so that nobody is told to wait for it again."""
    if CACHE is not None:
        (CACHE / f"{name}.ready").touch()
