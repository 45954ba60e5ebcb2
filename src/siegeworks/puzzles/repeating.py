"""When a puzzle that was missed is asked again: after ten minutes, then after ever more days. The library is fsrs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

SOON = timedelta(minutes=10)


class Review(NamedTuple):
    """What is known of a missed puzzle, as the library writes it, and when it is due, in ms since 1970."""

    card: str
    due: int


def reviewed(card: str | None, is_right: bool, now: int) -> Review:
    """After an answer at a time in ms; a puzzle that was missed for the first time has no card yet."""
    from fsrs import Card, Rating  # not before: who solves no puzzles need not wait for it

    at = datetime.fromtimestamp(now / 1000, UTC)
    found = Card(card_id=0, due=at) if card is None else Card.from_json(card)
    found, _ = _scheduler().review_card(found, Rating.Good if is_right else Rating.Again, at)
    return Review(found.to_json(), int(found.due.timestamp() * 1000))


@cache
def _scheduler() -> Any:
    from fsrs import Scheduler

    return Scheduler(learning_steps=[SOON], relearning_steps=[SOON], enable_fuzzing=False)
