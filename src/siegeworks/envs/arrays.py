"""The arrays of a batch, on a CPU or a GPU: their shapes and types, and what a caller may hand in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from siegeworks.core.phrases import listed
from siegeworks.errors import BadSetup
from siegeworks.games import Game

Array = npt.NDArray[Any]
Shapes = dict[str, tuple[tuple[int, ...], Any]]
"""Shape and type of arrays by their names."""


def shapes(game: Game, seats: int, count: int, observe: bool) -> Shapes:
    """Shape and type of each array of a batch."""
    rules = game.rules
    seen = (count if observe else 0, *game.planes.SHAPE)
    return {
        "states": ((count,), rules.STATE),
        "actions": ((count,), np.int32),
        "legal_mask": ((count, rules.ACTIONS), np.uint8),
        "rewards": ((count, seats), np.float32),
        "to_move": ((count,), np.int8),
        "done": ((count,), np.uint8),
        "observations": (seen, np.uint8),
    }


def check_names(given: object, wanted: Shapes) -> None:
    """Arrays that a caller hands in have names that a batch knows."""
    if not isinstance(given, Mapping):
        raise BadSetup("cli.arrays-are", given=repr(given)[:40])
    for name in given:
        if name not in wanted:
            raise BadSetup("cli.no-such-array", name=str(name)[:40], arrays=listed(list(wanted), "comma"))


def is_writeable(array: object) -> bool:
    """Whether it is an array of NumPy's, in one piece, that can be written."""
    return isinstance(array, np.ndarray) and array.flags.c_contiguous and array.flags.writeable


def check_array(game: Game, name: str, array: Any, wanted: tuple[tuple[int, ...], Any], is_writeable: bool) -> None:
    """A caller's array can be written by compiled rules: `is_writeable` says that it is in one piece, too."""
    shape, kind = wanted
    if not is_writeable or tuple(array.shape) != shape:
        raise BadSetup("cli.array-unusable", name=name, shape=shape)
    if name == "states":
        if array.dtype != kind:
            raise BadSetup("cli.array-of-other-type", name=name)
    elif array.dtype.kind not in "biuf":
        raise BadSetup("cli.array-of-numbers", name=name)
    if name == "actions" and (array.dtype.kind != "i" or np.iinfo(array.dtype).max < game.rules.ACTIONS):
        raise BadSetup("cli.array-of-actions", name=name, last=game.rules.ACTIONS)


def array_of(given: Any) -> Array:
    """Whatever somebody gives as an array of NumPy's; where it cannot be one, an array that is nothing's."""
    try:
        return np.asarray(given)
    except (ValueError, TypeError, OverflowError):  # lists of different lengths, for one
        return np.asarray(None)


def check_actions(given: Any, count: int) -> None:
    """Actions are whole numbers, one for each game, in an array of any library."""
    if given.dtype.kind not in "iu" or tuple(given.shape) != (count,):
        raise BadSetup("cli.actions-are", count=count, given=f"{given.dtype} {tuple(given.shape)}")


def checked_actions(given: Any, count: int, actions: int, kind: npt.DTypeLike) -> Any:
    """Actions, NumPy's or JAX's, as numbers that fit into this kind: what does not is illegal anyway."""
    check_actions(given, count)
    return given if np.can_cast(given.dtype, kind) else given.clip(-1 if given.dtype.kind == "i" else 0, actions)


def checked_places(games: npt.ArrayLike | None, count: int) -> npt.NDArray[np.int64]:
    """The numbers of games, each once; all of them if none are named."""
    places = np.arange(count) if games is None else np.atleast_1d(array_of(games))
    if len(places) and (places.dtype.kind not in "iu" or places.ndim != 1):
        raise BadSetup("cli.games-are", last=count - 1)
    places = places.astype(np.int64)
    if len(places) and (places.min() < 0 or places.max() >= count):
        raise BadSetup("cli.games-are", last=count - 1)
    if not (places[1:] > places[:-1]).all() and len(np.unique(places)) != len(places):
        raise BadSetup("cli.games-are", last=count - 1)
    return places
