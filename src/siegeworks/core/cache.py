"""Where machine code is kept: a folder for what all games share, and one for each game.

Numba's own cache looks only at the file a function stands in, so a search would go on playing yesterday's rules. Here
the machine code of a function depends on the shared sources (`core`, `bots`, the tree search of `nets`, the compiled
half of `envs`, the accelerator) and on the folder it stands in; a change there means a new folder. A function of the
shared sources that is compiled for a game depends on that game too. It is kept by its signature, and the record in
there is named after the game's sources (`core.rules.record`). So a change to one game leaves the machine code of the
others as it is.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import time
from collections.abc import Iterable, Iterator
from functools import cache
from inspect import getfile
from pathlib import Path
from typing import Any

import llvmlite
import numpy
import platformdirs
from numba import __version__ as NUMBA
from numba import config

from siegeworks.compiling import accelerator

PACKAGE = Path(__file__).resolve().parent.parent
SHARED = ("core/*.py", "bots/*.py", "nets/halving.py", "nets/trees.py", "envs/stepping.py", "compiling/linking.py")
PLAIN = ("words", "prompts", "position", "picture", "arrange", "length", "fields", "orders")
"""How the names of files of a game begin that are never compiled: `position.py`, `position_cities.py`."""
KEPT_DAYS = 14
MOST_BYTES = 1_000_000_000
IS_PLAIN = bool(config.DISABLE_JIT)
"""True when NUMBA_DISABLE_JIT=1 runs everything as plain Python."""
ACCELERATOR = None if IS_PLAIN else accelerator()


@cache
def shared_sources() -> tuple[Path, ...]:
    """Every file that compiled code of all games may stand in or take a constant from."""
    return tuple(path for pattern in SHARED for path in sorted(PACKAGE.glob(pattern)))


def own_sources(folder: Path) -> list[Path]:
    """The same of one game, by its folder."""
    return sorted(path for path in folder.glob("*.py") if path.stem.partition("_")[0] not in PLAIN)


def digest_of(sources: Iterable[Path], of: str = "") -> str:
    """Names what stands in these files."""
    digest = hashlib.blake2b(of.encode(), digest_size=8)
    for path in sources:
        digest.update(f"\0{path.parent.name}/{path.name}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def fingerprint(folder: Path | None = None) -> str:
    """Names what machine code depends on: the compiler, how it links, shared sources, and those of a game's folder."""
    if folder is not None:
        return digest_of(own_sources(folder), fingerprint())
    versions = f"{NUMBA} {llvmlite.__version__} {numpy.__version__}"
    return digest_of(shared_sources(), f"{versions} {'stock' if ACCELERATOR is None else 'accelerated'}")


def cache_root() -> Path:
    """The user's cache directory, or SIEGEWORKS_CACHE."""
    chosen = os.environ.get("SIEGEWORKS_CACHE")
    return Path(chosen) if chosen else platformdirs.user_cache_path("siegeworks") / "compiled"


@cache
def cache_of(folder: Path | None = None) -> Path | None:
    """Where machine code of a game's folder, or of what is shared, is kept; None if there is no place to write to."""
    if IS_PLAIN:
        return None
    kept = cache_root() / f"{folder.name if folder else 'shared'}-{fingerprint(folder)}"
    try:
        is_new = not kept.exists()
        kept.mkdir(parents=True, exist_ok=True)
        os.utime(kept)
        if not os.access(kept, os.W_OK):
            return None
    except OSError:
        return None
    if is_new:
        with contextlib.suppress(OSError):  # another process may be removing the same
            _remove_old(kept)
    return kept


def _remove_old(kept: Path) -> None:
    """Folders that nobody has opened for two weeks are removed; where there is too much, those of a day ago too.

    What was opened since may still be in use: it is never removed.
    """
    others = [other for other in kept.parent.iterdir() if other != kept and other.is_dir()]
    is_full = sum(file.stat().st_size for other in others for file in other.rglob("*.nbc")) > MOST_BYTES
    limit = time.time() - (1 if is_full else KEPT_DAYS) * 86_400
    for other in others:
        with contextlib.suppress(OSError):  # another process may be removing it too
            if other.stat().st_mtime < limit:
                shutil.rmtree(other, ignore_errors=True)


CACHE = cache_of()


@contextlib.contextmanager
def kept_for(function: Any) -> Iterator[bool]:
    """Numba keeps what is decorated meanwhile in this function's folder; whether there is one."""
    file = Path(getfile(function)).resolve()
    kept = cache_of(None if file in shared_sources() or not file.exists() else file.parent)
    before, config.CACHE_DIR = config.CACHE_DIR, str(kept or "")
    try:
        yield kept is not None
    finally:
        config.CACHE_DIR = before
