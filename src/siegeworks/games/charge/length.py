"""How long SiegeStones Charge! can last: the proof of section 7 of the rules, counted in decisions.

The material of the living seats is two for each stone in supply and one for each on a circle or a tower. A Deploy or a
Build takes at least one of it, so does every charge; only spoils give some back.
"""

from __future__ import annotations

from collections.abc import Mapping

from siegeworks.core.rules import OptionValue
from siegeworks.games.charge.lines import SPACES
from siegeworks.games.charge.rules import LEAST_SEATS, MOST_SPOILS, STONES_EACH

HOME_STONES = 4  # C-10, C-11: one on the tower, three around it
IN_SUPPLY = 2


def most_decisions(seats: int, options: Mapping[str, OptionValue]) -> int:
    """C-17 to C-33, C-54. Every turn has at most three decisions, and one more for each piece of material it takes.

    A Move has at most three stone moves, or two and `done` (C-17, C-25). An answer to a charge is a `yield`, which
    takes 1, or a `hold` and as many drops as the strength, which take that and the charging stone (C-31, C-32). A
    Deploy of n stones takes n and has n + 1 decisions, a Build takes 1 and has one. Before each turn that takes
    material there are at most L - 1 quiet ones, and L in a row end the game.
    """
    quiet, material = int(options["quiet_rounds"]) * seats, most_material(seats)
    return SPACES * quiet * (material + 1) + material


def most_material(seats: int) -> int:
    """C-12, C-13, C-44. What can be taken while two seats live, each with its tower; spoils are taken once at most."""
    at_first = seats * (IN_SUPPLY * (STONES_EACH - HOME_STONES) + HOME_STONES)
    spoils = IN_SUPPLY * MOST_SPOILS * (seats - LEAST_SEATS)
    return at_first + spoils - LEAST_SEATS


def most_draws(seats: int, options: Mapping[str, OptionValue]) -> int:
    """C-58. Who begins."""
    return 1
