"""JSON written by compiled code into the caller's buffer. `n`: how many letters there are so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import orjson

from siegeworks.core.jit import jit

ZERO, MINUS, COMMA = b"0-,"
TEN = 10


def letters(text: str) -> npt.NDArray[np.uint8]:
    """A text as compiled code takes it."""
    return np.frombuffer(text.encode(), np.uint8)


def rows_of_letters(texts: tuple[str, ...]) -> npt.NDArray[np.uint8]:
    """[texts, letters] texts of different lengths; what is left of a row is 0."""
    rows = np.zeros((len(texts), max(map(len, texts))), np.uint8)
    for row, text in zip(rows, texts, strict=True):
        row[: len(text)] = letters(text)
    return rows


def read(write: Callable[..., int], most: int, state: Any) -> dict[str, Any]:
    """What a game's `write` tells of a record, in no more than `most` letters."""
    out = np.empty(most, np.uint8)
    size = write(np.asarray(state).reshape(1), 0, out)
    found: dict[str, Any] = orjson.loads(b"{%b}" % out[:size].tobytes())
    return found


NULL = letters("null")


@jit
def put(out, n, text):
    """A text."""
    for at in range(len(text)):
        out[n + at] = text[at]
    return n + len(text)


@jit
def put_row(out, n, rows, row):
    """One of several texts."""
    for at in range(rows.shape[1]):
        if rows[row, at] == 0:
            break
        out[n] = rows[row, at]
        n += 1
    return n


@jit
def put_number(out, n, number):
    """A whole number."""
    if number < 0:
        out[n] = MINUS
        n += 1
        number = -number
    size, power = 1, TEN
    while number >= power:
        power *= TEN
        size += 1
    for at in range(size):
        out[n + size - 1 - at] = ZERO + number % TEN
        number //= TEN
    return n + size


@jit
def put_seat(out, n, seat):
    """A seat, or null for nobody (a negative number)."""
    return put(out, n, NULL) if seat < 0 else put_number(out, n, seat)


@jit
def put_comma(out, n, is_first):
    """What stands between the parts of a list."""
    if is_first:
        return n
    out[n] = COMMA
    return n + 1
