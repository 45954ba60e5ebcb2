"""What a seat may see: a STATE of the same type in which the rest is UNKNOWN.

Secrecy is declared by a field's name. `own_hand` has one row a seat, and only that seat sees its row; `sealed_deck` is
seen by nobody. A game that is over hides nothing.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from siegeworks.core.record import fields_of
from siegeworks.core.rules import NOBODY

UNKNOWN = -1
"""What a hidden value reads as. All bits set, so that one byte mask serves fields of every width."""
OWN, SEALED = "own_", "sealed_"

States = npt.NDArray[Any]


@cache
def has_secrets(dtype: np.dtype[Any]) -> bool:
    """Whether some field of the record is hidden from somebody."""
    return any(name.startswith((OWN, SEALED)) for name in dtype.names or ())


@cache
def hidden_bytes(dtype: np.dtype[Any], seat: int | None) -> npt.NDArray[np.bool_]:
    """[bytes of the record]: those the seat, or a spectator (None), may not see."""
    hidden = np.zeros(dtype.itemsize, bool)
    for name, (kind, offset) in fields_of(dtype).items():
        if name.startswith(SEALED):
            hidden[offset : offset + kind.itemsize] = True
        elif name.startswith(OWN):
            hidden[offset : offset + kind.itemsize] = True
            if seat is not None:
                row = kind.itemsize // kind.shape[0]
                hidden[offset + seat * row : offset + (seat + 1) * row] = False
    return hidden


@cache
def mask(dtype: np.dtype[Any], seat: int | None) -> npt.NDArray[np.uint8]:
    """[bytes of the record]: all bits set where the seat, or a spectator, may not look."""
    return hidden_bytes(dtype, seat) * np.uint8(0xFF)


def copied(states: States) -> States:
    """A copy of states, byte by byte: NumPy's own goes through every field, which takes ten times as long."""
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))


def view(states: States, seat: int | None) -> States:
    """A copy of a state, or of an array of them, as the seat sees it; None is a spectator."""
    if states.shape == (1,):
        return _view_of_one(states, seat)
    seen = np.array(states)
    if has_secrets(seen.dtype):
        raw = seen.reshape(-1).view(np.uint8).reshape(seen.size, -1)
        running = seen["to_move"].reshape(-1) != NOBODY
        hidden = hidden_bytes(seen.dtype, seat)
        raw[np.ix_(running, hidden)] = np.uint8(0xFF)
    return seen if seen.ndim else seen[()]


def _view_of_one(states: States, seat: int | None) -> States:
    """The same for an array of one, as a table asks for it: quicker."""
    seen = bytearray(states.tobytes())
    if has_secrets(states.dtype) and states["to_move"][0] != NOBODY:
        raw = np.frombuffer(seen, np.uint8)
        np.bitwise_or(raw, mask(states.dtype, seat), out=raw)
    return np.ndarray(1, states.dtype, seen)
