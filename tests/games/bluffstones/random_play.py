"""Random matches of BluffStones, for properties that must hold everywhere."""

from __future__ import annotations

import random
from collections.abc import Iterator

from siegeworks.core.rules import OptionValue
from siegeworks.match import Match

SETTINGS: tuple[tuple[int, dict[str, OptionValue]], ...] = (
    (2, {}),
    (3, {}),
    (2, {"early_end": True}),
    (3, {"layout": "petals", "early_end": True}),
    (3, {"layout": "pinwheel"}),
    (2, {"layout": "corners"}),
)


def matches(number: int) -> Iterator[tuple[Match, random.Random]]:
    """New matches of all kinds, with their luck left open, and dice for each."""
    for game in range(number):
        seats, options = SETTINGS[game % len(SETTINGS)]
        yield Match.new("bluffstones", seats, options=options), random.Random(game)


def advance(match: Match, dice: random.Random, resigning: float = 0.01) -> None:
    """One action or, seldom, a resignation. Bids of nothing are rarer than they could be, so that play lasts."""
    if isinstance(match.to_move, int) and dice.random() < resigning:
        match.resign(dice.choice([seat for seat in range(match.seats) if seat not in match.gone]))
        return
    legal = match.legal()
    if legal[0] == "bid -" and len(legal) > 1 and dice.random() < 0.5:
        legal = legal[1:]
    match.play(dice.choice(legal))
