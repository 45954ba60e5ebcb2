"""Why a text cannot be read. The words are made elsewhere: `phrase` is a part of a sentence, as data."""

from __future__ import annotations

from typing import Any


class Misread(ValueError):
    """Text of a board or a card that cannot be read."""

    def __init__(self, code: str, /, **args: Any) -> None:
        super().__init__(code, args)
        self.phrase = {"say": code, "args": args}
