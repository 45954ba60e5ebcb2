"""The folder where machine code is kept.

Numba's own cache looks only at the file a function stands in, so a search would go on playing yesterday's rules. Ours
is a folder named after everything compiled code may read; a change there means a new folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import llvmlite
import numba
import numpy
import platformdirs
from numba import config

from siegeworks.compiling import accelerator

PACKAGE = Path(__file__).resolve().parent.parent
COMPILED = ("core/*.py", "games/*/*.py", "bots/*.py", "envs/stepping.py", "compiling/linking.py")
PLAIN = ("words.py", "position.py", "picture.py", "arrange.py")  # of a game: never compiled
KEPT_DAYS = 14
IS_PLAIN = bool(config.DISABLE_JIT)
"""True when NUMBA_DISABLE_JIT=1 runs everything as plain Python."""
ACCELERATOR = None if IS_PLAIN else accelerator()


def compiled_sources() -> Iterator[Path]:
    """Every file compiled code may stand in or take a constant from."""
    for pattern in COMPILED:
        yield from sorted(path for path in PACKAGE.glob(pattern) if path.name not in PLAIN)


def fingerprint() -> str:
    """Names what the machine code depends on: our sources, the compiler's version and how it links."""
    digest = hashlib.blake2b(digest_size=8)
    versions = f"{numba.__version__} {llvmlite.__version__} {numpy.__version__}"
    digest.update(f"{versions} {'stock' if ACCELERATOR is None else 'accelerated'}".encode())
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
