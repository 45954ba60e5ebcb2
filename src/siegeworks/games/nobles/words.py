"""Nobles and Peasants in words: names of actions, reasons for refusals, sentences for events, each with its rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from siegeworks.core.hexboard import CELLS, NAMES, bit, cells_of
from siegeworks.core.phrases import STONE_COLOURS
from siegeworks.core.rules import NOBODY
from siegeworks.games.nobles.rules import (
    AFTER_ANY,
    BOARD_FULL,
    COLOUR_GONE,
    DEAL,
    INSERT,
    LEFT,
    MOST_ROW,
    MOST_SEATS,
    MOVE,
    PLACE,
    REMOVE,
    ROW,
    SKIP,
    STALL,
    TOWERS_EACH,
    WORTH,
    bonus,
    seen,
)

ENDS = "LR"
LETTERS = "bygr"
COLOURS = STONE_COLOURS
END_NAMES = {"L": "left", "R": "right"}
ACTION_NAMES = (
    *(f"stone {end} {name}" for end in ENDS for name in NAMES),
    *(f"place {name}" for name in NAMES),
    *(f"remove {name}" for name in NAMES),
    *(f"move {origin} {goal}" for origin in NAMES for goal in NAMES),
    "skip",
    *(f"insert {end} {slot}" for end in ENDS for slot in range(MOST_ROW)),
)
CHANCE_NAMES = (*(f"start {seat}" for seat in range(MOST_SEATS)), *(f"row {letter}" for letter in LETTERS))
SHAPES: tuple[str, ...] = (
    "stone L|R CELL",
    "place CELL",
    "move CELL CELL",
    "remove CELL",
    "and after a move insert L|R PLACE",
    "skip",
)
TARGET_KINDS = {"L|R": "end", "PLACE": "row"}
SEATS_RULE, TURN_RULE, ACTION_RULE, CHANCE_RULE, LEAVE_RULE = "N-2", "N-10", "N-11", "N-32", "platform"
END_RULES = {COLOUR_GONE: "N-26", BOARD_FULL: "N-27", STALL: "N-28"}
GOAL = "Have the most points: your towers score the stones laid in their sight."

Told = tuple[str, dict[str, Any], str]


def seat_name(seat: Any) -> str:
    """What people call a seat."""
    return f"Player {seat + 1}"


def owner(state: Any, cell: int) -> int | None:
    """The seat whose tower stands on the cell."""
    return next((seat for seat in range(state.seats) if bit(cell) & state.towers[seat]), None)


def colour_on(state: Any, cell: int) -> str | None:
    """The colour of the stone on the cell."""
    return next((name for at, name in enumerate(COLOURS) if bit(cell) & state.stones[at]), None)


def occupant(state: Any, cell: int) -> str | None:
    """What is on a cell, in words."""
    if bit(cell) & state.blockers:
        seat = owner(state, cell)
        return "the neutral tower" if seat is None else f"a tower of {seat_name(seat)}"
    colour = colour_on(state, cell)
    return colour and f"a {colour} stone"


def row_letters(state: Any) -> str:
    """The Row from left to right."""
    return "".join(LETTERS[colour] for colour in state.row[: state.length].tolist())


def why_not(state: Any, action: int) -> tuple[str, str]:
    """Why the seat to move cannot play this, and the rule."""
    if (state.phase == ROW) != (action >= SKIP):
        return _wrong_phase(state)
    if action >= INSERT:
        return _no_insert(state, ENDS[(action - INSERT) // MOST_ROW], (action - INSERT) % MOST_ROW)
    if action >= MOVE:
        return _no_move(state, (action - MOVE) // CELLS, action % CELLS)
    if action >= REMOVE:
        return _not_own(state, action % CELLS)
    return _no_piece(state, action % CELLS, "N-12" if action >= PLACE else "N-19")


def _wrong_phase(state: Any) -> tuple[str, str]:
    after = "a tower action" if state.insert_after == AFTER_ANY else "a move"
    rule = "N-33" if state.insert_after == AFTER_ANY else "N-17"
    if state.phase == ROW:
        return (
            f"Your tower action is made: now put an end stone of the Row elsewhere, or skip; {after} allows that.",
            rule,
        )
    return f"The Row can be changed only right after {after}, and you have not made one this turn.", rule


def _no_insert(state: Any, end: str, slot: int) -> tuple[str, str]:
    last = int(state.length) - 1
    if slot > last:
        return f"The Row has {last + 1} stones, so its places are 0 to {last}; there is no place {slot}.", "N-18"
    return (
        f"The stone at the {END_NAMES[end]} end lies at place {slot} already; it must go elsewhere, or say skip.",
        "N-18",
    )


def _not_own(state: Any, cell: int) -> tuple[str, str]:
    name, what, mover = NAMES[cell], occupant(state, cell), seat_name(state.to_move)
    if what is None:
        return f"{name} is empty: no tower stands there.", "N-15"
    if owner(state, cell) is not None:
        return f"On {name} stands {what}, and {mover} may touch only towers of {mover}.", "N-15"
    if bit(cell) & state.blockers:
        return f"On {name} stands the neutral tower, and nobody moves or removes it.", "N-6"
    return f"On {name} lies {what}, and stones never move or leave the board.", "N-25"


def _no_move(state: Any, origin: int, goal: int) -> tuple[str, str]:
    if owner(state, origin) != state.to_move:
        return _not_own(state, origin)
    if origin == goal:
        return f"The tower stands on {NAMES[goal]} already; a move must end on another circle.", "N-13"
    return f"{NAMES[goal]} holds {occupant(state, goal)}; a tower moves to an empty circle.", "N-13"


def _no_piece(state: Any, cell: int, rule: str) -> tuple[str, str]:
    what = occupant(state, cell)
    if what is not None:
        return f"{NAMES[cell]} holds {what}; the circle must be empty.", rule
    towers = TOWERS_EACH[state.seats]
    return f"All {towers} towers of {seat_name(state.to_move)} are on the board; none is left to place.", "N-12"


def events(before: Any, action: int | None, after: Any) -> Iterator[Told]:
    """What an action (None: a resignation) changed."""
    if action is not None:
        yield from _action_events(before, action, after)
    if after.to_move == NOBODY:
        yield from _bonuses(after)


def _action_events(before: Any, action: int, after: Any) -> Iterator[Told]:
    cell = NAMES[action % CELLS]
    if before.start == NOBODY:
        yield "start", {"seat": int(action)}, "N-10"
    elif after.length > before.length:
        yield "row", {"place": int(before.length), "colour": LETTERS[action - DEAL]}, "N-9"
    elif action < PLACE:
        yield from _stone_events(before, action, after)
    elif action < REMOVE:
        yield "place", {"cell": cell}, "N-12"
    elif action < MOVE:
        yield "remove", {"cell": cell}, "N-14"
    elif action < SKIP:
        yield "move", {"from": NAMES[(action - MOVE) // CELLS], "to": cell}, "N-13"
    elif action == SKIP:
        yield "skip", {}, "N-17"
    else:
        end, slot = divmod(int(action) - INSERT, MOST_ROW)
        yield "insert", {"end": ENDS[end], "slot": slot, "colour": LETTERS[_end_stone(before, end)]}, "N-18"


def _end_stone(state: Any, end: int) -> int:
    """The colour of the stone at an end of the Row."""
    return int(state.row[0 if end == LEFT else state.length - 1])


def _stone_events(before: Any, action: int, after: Any) -> Iterator[Told]:
    """N-19 to N-24. The stone, and what each tower that sees it brings its owner."""
    end, cell = divmod(int(action), CELLS)
    colour = _end_stone(before, end)
    yield "stone", {"end": ENDS[end], "cell": NAMES[cell], "colour": LETTERS[colour]}, "N-19"
    for tower in cells_of(seen(after, cell, after.blockers)):
        seat = owner(after, tower)
        if seat is not None:
            points = int(WORTH[after.seats, seat, colour])
            yield "score", {"seat": seat, "tower": NAMES[tower], "points": points}, "N-23"


def _bonuses(state: Any) -> Iterator[Told]:
    """N-29. What each tower brings its owner in final scoring."""
    for tower in cells_of(state.blockers):
        seat = owner(state, tower)
        points = 0 if seat is None else int(bonus(state, seat, tower))
        if points:
            yield "bonus", {"seat": seat, "tower": NAMES[tower], "points": points}, "N-29"


def result_rule(state: Any) -> str:
    """The rule that ended the game."""
    return END_RULES.get(int(state.ended), LEAVE_RULE)


def say(kind: str, args: dict[str, Any], seat: Any) -> str:
    """An event in one sentence."""
    colour = COLOURS[LETTERS.index(args["colour"])] if "colour" in args else ""
    end = END_NAMES.get(args.get("end", ""), "")
    if kind == "start":
        return f"{seat_name(args['seat'])} begins."
    if kind == "row":
        return f"Place {args['place']} of the Row is {colour}."
    if kind == "stone":
        return (
            f"{seat_name(seat)} takes the {colour} stone from the {end} end of the Row and lays it on {args['cell']}."
        )
    if kind == "insert":
        return f"{seat_name(seat)} puts the {colour} stone from the {end} end of the Row at place {args['slot']}."
    if kind == "score":
        return f"The tower on {args['tower']} sees it: {_points(args['points'])} for {seat_name(args['seat'])}."
    if kind == "bonus":
        return f"Peasants seen from {args['tower']}: {_points(args['points'])} for {seat_name(args['seat'])}."
    return f"{seat_name(seat)} {_say_tower(kind, args)}."


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _say_tower(kind: str, args: dict[str, Any]) -> str:
    if kind == "place":
        return f"places a tower on {args['cell']}"
    if kind == "remove":
        return f"takes the tower on {args['cell']} back into the reserve"
    if kind == "move":
        return f"moves a tower from {args['from']} to {args['to']}"
    return "leaves the Row as it is"
