"""What the engine finds about one position of a study, by what the seat knows, and what the book of openings knows."""

from __future__ import annotations

import time
from typing import Any

from siegeworks.bots import Budget
from siegeworks.core.dice import new_dice
from siegeworks.decisions import judge_of
from siegeworks.match import Match
from siegeworks.openings import book_of, known_moves
from siegeworks.targets import picks
from siegeworks.variation import steps

MOST_BOOK_MOVES = 8
MOST_LINES, MOST_STEPS = 3, 4
"""Lines that are told, and the actions of each."""


def lines_at(match: Match, simulations: int, eyes: int | None) -> tuple[dict[str, Any], float]:
    """The best lines after so many simulations, and how many seconds of a processor that took.

    The same match and as many simulations give the same values, which are those of an analysis. Through the eyes of a
    seat that is not to move there are no lines, as it does not know what can be played.
    """
    seat, game = match.to_move, match.game
    assert isinstance(seat, int)
    began, dice = time.thread_time(), new_dice(match.ply)
    judge = judge_of(game, match.seat_view(seat), Budget(simulations=simulations))
    if eyes not in (None, seat):
        values, made = judge.look(match.seat_view(eyes), eyes, dice)
        told: dict[str, Any] = {"seat": eyes, "simulations": made, "values": values, "proven": None, "lines": []}
        return told, time.thread_time() - began
    seen = match.seat_view(seat)
    _, thought = judge.choose(seen, None, dice)
    values = judge.values(thought.candidates[0].value)
    lines = []
    for one in thought.candidates[:MOST_LINES]:
        line = judge.line_after(one.action)
        found = steps(game, seen, line, MOST_STEPS)
        lines.append(
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
    return {**whole, "lines": lines}, time.thread_time() - began


def book_moves(match: Match) -> dict[str, Any]:
    """How games between bots went on from here."""
    game, book = match.game, book_of(match.game)
    if book is None:
        return {"games": 0, "moves": []}
    told = [
        {
            **known._asdict(),
            "says": match.instruction(known.action).data(),
            "targets": picks(game)[game.action_numbers[known.action]].targets,
        }
        for known in known_moves(book, match)[:MOST_BOOK_MOVES]
    ]
    return {"games": book.games, "moves": told}
