"""How long Siege can last: section 7 of the rules, counted."""

from __future__ import annotations

from collections.abc import Mapping

from siegeworks.core.cards import SUIT_COUNT
from siegeworks.core.rules import OptionValue
from siegeworks.games.siege.cities import GARRISON_MOST, HAND, ROYALS, TRICKS

MANNED = SUIT_COUNT * GARRISON_MOST
"""S-28. The most cards in all garrisons of a seat."""
CITY = SUIT_COUNT + MANNED + ROYALS
"""S-27 to S-29. The most cards in a city that can move."""
WINTER_STEPS = 3


def most_decisions(seats: int, options: Mapping[str, OptionValue]) -> int:
    """S-12, S-15, S-68. A fortification for each suit and seat, then years, each at most so long."""
    year = seats * (TRICKS + most_winter() + most_spring(seats, options) + most_summer())
    return seats * SUIT_COUNT + int(options["max_years"]) * year


def most_winter() -> int:
    """S-26, S-30, a seat on average. A card of the city is recalled once, then stowed or discarded once.

    The Fields hold five cards a seat (S-11, S-61), who won them in tricks does not matter; each is stowed or discarded
    once. Each of the three steps ends with `done`.
    """
    return 2 * CITY + HAND + WINTER_STEPS


def most_spring(seats: int, options: Mapping[str, OptionValue]) -> int:
    """S-35 to S-54, a seat on average. Each attack is declared, and ends in two more decisions at most.

    These are a defence and the retreat from it, or a yield and the prize. Before that an attacker's card meets the
    wall or answers a defence: every such card is discarded (S-54), and there are no more than five in the Field and
    two in each garrison (S-57: what is captured waits). At last the seat passes.
    """
    attacks = 1 if options["attacks"] == "one" else SUIT_COUNT * (seats - 1)  # S-39
    return 3 * attacks + 2 * (HAND + MANNED) + 1


def most_summer() -> int:
    """S-59, S-60. No more is stowed than there are places."""
    return CITY + 1


def most_draws(seats: int, options: Mapping[str, OptionValue]) -> int:
    """S-73. The dealer, the lines, five cards each, one for each fortification (S-13), and five for each new year."""
    later = HAND * (int(options["max_years"]) - 1)
    return 1 + seats * (1 + HAND + SUIT_COUNT + later)
