"""Acts that were refused, so that one that is sent again is refused again, whatever has changed meanwhile.

An act that is done is an event, and is known by that for ever. A refusal leaves nothing in the database: it is
remembered for as long as the table is in memory. Another process judges the act anew.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from siegeworks.errors import SiegeworksError

MOST_REFUSED = 32
"""The last so many of each person who sits at a table."""


class Refusals:
    """[person][action_id] what was answered: an error, or a message that says no."""

    def __init__(self) -> None:
        self._of: defaultdict[str, dict[str, SiegeworksError | dict[str, Any]]] = defaultdict(dict)

    def keep(self, person: str, action_id: str | None, answer: SiegeworksError | dict[str, Any]) -> None:
        if action_id is None:
            return
        if isinstance(answer, SiegeworksError):
            answer.__context__ = answer.__traceback__ = None  # which would keep all that was looked at
        kept = self._of[person]
        kept[action_id] = answer
        if len(kept) > MOST_REFUSED:
            del kept[next(iter(kept))]

    def has(self, person: str, action_id: str | None) -> bool:
        return action_id is not None and action_id in self._of.get(person, ())

    def again(self, person: str, action_id: str) -> dict[str, Any]:
        """The same answer: raised if it was an error."""
        answer = self._of[person][action_id]
        if isinstance(answer, SiegeworksError):
            raise answer.with_traceback(None)
        return answer
