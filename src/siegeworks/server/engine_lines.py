"""What the engine finds about one position of a study: the search of `siegeworks analyse`, by what the seat knows."""

from __future__ import annotations

import time
from typing import Any

from siegeworks.bots import Budget
from siegeworks.bots.thinking import searcher
from siegeworks.core.dice import new_dice
from siegeworks.match import Match
from siegeworks.variation import steps

MOST_LINES, MOST_STEPS = 3, 4
"""Lines that are told, and the actions of each."""


def lines_at(match: Match, simulations: int) -> tuple[dict[str, Any], float]:
    """The best lines after so many simulations, and how many seconds that took.

    The same match and as many simulations give the same values, which are those of an analysis.
    """
    seat, game = match.to_move, match.game
    assert isinstance(seat, int)
    began, seen = time.perf_counter(), match.seat_view(seat)
    judge = searcher(game, "search", is_uct=False, budget=Budget(simulations=simulations))
    _, thought = judge.choose(seen, None, new_dice(match.ply))
    best = thought.candidates[0]
    values: list[float | None] = [1.0 - best.value if match.seats == 2 else None] * match.seats
    values[seat] = best.value
    told = []
    for one in thought.candidates[:MOST_LINES]:
        line = judge.line_after(one.action)
        found = steps(game, seen, line, MOST_STEPS)
        told.append(
            {
                "action": game.words.ACTION_NAMES[one.action],
                "value": one.value,
                "visits": one.visits,
                "line": [game.words.ACTION_NAMES[each] for each in line[: len(found)]],
                "says": [each.says.data() for each in found],
                "targets": [list(each.targets) for each in found],
            }
        )
    whole = {"seat": seat, "simulations": thought.simulations, "values": values, "proven": thought.proven}
    return {**whole, "lines": told}, time.perf_counter() - began
