"""Those who hear what happens at a table."""

from __future__ import annotations

from typing import Protocol


class Listener(Protocol):
    """Somebody who hears what happens at a table."""

    person: str | None
    seats: list[int]
    is_host: bool
    address: str
    mark: str
    """Of the person's device (`people.mark`); empty for somebody without a token."""

    def hear(self, message: bytes) -> None: ...
    def turn_out(self) -> None: ...
