"""Machine code for the games: whether it is there (`ready`), who makes it (`works`, `processes`, `queue`), plain Python
in the meantime (`awaiting`), and an accelerator that works on what Numba does not document (`linking`).

`core.jit` is all that compiled code needs; this package decides when and by whom a game is compiled. Its modules are
imported one by one: this file imports nothing of ours, since `core.jit` asks it for the accelerator.
"""

from __future__ import annotations

import os
from types import ModuleType

from numba import __version__ as NUMBA

LINKING_TESTED = ("0.66", "0.67", "0.68")
"""The minor releases of Numba that `linking` was tested with."""


def accelerator() -> ModuleType | None:
    """The quicker linking; None with SIEGEWORKS_STOCK=1, and for a Numba that it was not tested with."""
    if os.environ.get("SIEGEWORKS_STOCK", "0") != "0" or _minor(NUMBA) not in LINKING_TESTED:
        return None
    from siegeworks.compiling import linking

    return linking


def _minor(version: str) -> str:
    return ".".join(version.split(".")[:2])
