"""Siegeworks: the Siege games, from one source of rules.

`GAMES` lists them, `Match` plays them, `Series` counts matches, `Study` adds variations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from siegeworks.errors import (
    BadPosition,
    BadRecord,
    BadSetup,
    GameOver,
    IllegalAction,
    NothingToUndo,
    NotYourTurn,
    SiegeworksError,
    UnknownAction,
)
from siegeworks.games import GAMES

if TYPE_CHECKING:
    from siegeworks.match import Match
    from siegeworks.series import Series
    from siegeworks.studies import Study

__version__ = "0.1.0"
__all__ = [
    "GAMES",
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "GameOver",
    "IllegalAction",
    "Match",
    "NotYourTurn",
    "NothingToUndo",
    "Series",
    "SiegeworksError",
    "Study",
    "UnknownAction",
    "__version__",
]


def __getattr__(name: str) -> Any:
    """Match, Series and Study bring the compiler with them, so they are imported when first asked for."""
    if name == "Match":
        from siegeworks.match import Match

        return Match
    if name == "Series":
        from siegeworks.series import Series

        return Series
    if name == "Study":
        from siegeworks.studies import Study

        return Study
    raise AttributeError(f"module 'siegeworks' has no attribute {name!r}")
