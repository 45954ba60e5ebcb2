"""Nobles and Peasants in words: names of actions, reasons for refusals, sentences for events, each with its rule."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any

from siegeworks.core.game import Gain, Told
from siegeworks.core.hexboard import CELLS, NAMES, bit, cells_of, names_of
from siegeworks.core.phrases import Sentence, listed, of_event, phrase, said, seats
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
    RIGHT,
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
    "insert L|R PLACE",
    "skip",
)
TARGET_KINDS = {"L|R": "end", "PLACE": "row"}
SEATS_RULE, TURN_RULE, ACTION_RULE, CHANCE_RULE, LEAVE_RULE = "N-2", "N-10", "N-11", "N-32", "platform"
SEATS_HAVE_COLOURS = False
EVENTS = ("start", "row", "stone", "score", "place", "remove", "move", "skip", "insert", "bonus")
MARGIN = "nobles.margin"
ENDINGS = {"N-26": "nobles.colour-gone", "N-27": "nobles.board-is-full", "N-28": "nobles.no-stones-placed"}
END_RULES = {COLOUR_GONE: "N-26", BOARD_FULL: "N-27", STALL: "N-28"}
PROMPT_VERBS = {
    "nobles.ask-turn": ("stone",),
    "nobles.can-place": ("place",),
    "nobles.can-move": ("move",),
    "nobles.can-remove": ("remove",),
    "nobles.ask-row": ("insert", "skip"),
}


def owner(state: Any, cell: int) -> int | None:
    """The seat whose tower stands on the cell."""
    return next((seat for seat in range(state.seats) if bit(cell) & state.towers[seat]), None)


def colour_on(state: Any, cell: int) -> str | None:
    """The colour of the stone on the cell, by its letter."""
    return next((letter for at, letter in enumerate(LETTERS) if bit(cell) & state.stones[at]), None)


def occupant(state: Any, cell: int) -> dict[str, Any] | None:
    """What is on a cell, as a part of a sentence."""
    if bit(cell) & state.blockers:
        seat = owner(state, cell)
        return phrase("nobles.neutral-tower") if seat is None else phrase("nobles.tower-of", seat={"seat": seat})
    colour = colour_on(state, cell)
    return phrase("nobles.a-stone", colour=colour) if colour else None


def row_letters(state: Any) -> str:
    """The Row from left to right."""
    return "".join(LETTERS[colour] for colour in state.row[: state.length].tolist())


# What to do


def instruction(view: Any, action: int) -> Sentence:
    """What a person does who plays this."""
    cell = NAMES[action % CELLS]
    if action < PLACE:
        end = action // CELLS
        return said("nobles.do-stone", "N-19", colour=LETTERS[_end_stone(view, end)], end=ENDS[end], cell=cell)
    if action < REMOVE:
        return said("nobles.do-place", "N-12", cell=cell)
    if action < MOVE:
        return said("nobles.do-remove", "N-14", cell=cell)
    if action < SKIP:
        return said("nobles.do-move", "N-13", cell=NAMES[(action - MOVE) // CELLS], to=cell)
    if action == SKIP:
        return said("nobles.do-skip", "N-17")
    end, slot = divmod(action - INSERT, MOST_ROW)
    told = {"colour": LETTERS[_end_stone(view, end)], "end": ENDS[end]}
    if slot in (0, int(view.length) - 1):
        return said("nobles.do-insert-end", "N-18", **told)
    return said("nobles.do-insert", "N-18", **told, before=slot)


def prompt(view: Any, seat: int | None, waiting: Sequence[int], legal: Sequence[int]) -> Sentence:
    """What the seat is asked for, or whom it waits for."""
    if view.phase == ROW:
        rule = "N-33" if view.insert_after == AFTER_ANY else "N-17"
        if legal:
            return said("nobles.ask-row", rule, ends=_end_colours(view))
        return said("nobles.await-row", rule, seats=seats(waiting))
    if not legal:
        return said("nobles.await-turn", "N-11", seats=seats(waiting))
    can = [phrase("nobles.can-place")] if bisect_left(legal, PLACE) < bisect_left(legal, REMOVE) else []
    can += [phrase("nobles.can-move"), phrase("nobles.can-remove")] if legal[-1] >= MOVE else []
    told = {"ends": _end_colours(view), "can": listed(can, "choice"), "warning": _warning(view)}
    return said("nobles.ask-turn", "N-11", **told)


def _end_colours(view: Any) -> dict[str, Any]:
    """The stones at the ends of the Row, as a part of a sentence."""
    left, right = (LETTERS[_end_stone(view, end)] for end in (LEFT, RIGHT))
    if left == right:
        return phrase("nobles.equal-ends", colour=left)
    return phrase("nobles.two-ends", left=phrase("colour", colour=left), right=phrase("colour", colour=right))


def _warning(view: Any) -> dict[str, Any]:
    """N-26, N-28. What is about to end the game, as a part of a sentence."""
    last = [colour for colour in {_end_stone(view, end) for end in (LEFT, RIGHT)} if view.in_row[colour] == 1]
    if last:
        return phrase("nobles.last-of-colour", colour=LETTERS[min(last)])
    staying = int(view.seats) - int(view.gone).bit_count()
    left = int(view.stall_rounds) * staying - int(view.quiet)
    return phrase("nobles.stall-near", turns=left) if left <= staying else phrase("nobles.nothing-near")


# Why not


def why_not(state: Any, action: int) -> Sentence:
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


def _wrong_phase(state: Any) -> Sentence:
    after, rule = ("any", "N-33") if state.insert_after == AFTER_ANY else ("move", "N-17")
    return said("nobles.row-first" if state.phase == ROW else "nobles.row-closed", rule, after=after)


def _no_insert(state: Any, end: str, slot: int) -> Sentence:
    last = int(state.length) - 1
    if slot > last:
        return said("nobles.no-place", "N-18", stones=last + 1, slot=slot)
    return said("nobles.same-place", "N-18", end=end)


def _not_own(state: Any, cell: int) -> Sentence:
    name, what, mover = NAMES[cell], occupant(state, cell), {"seat": int(state.to_move)}
    if what is None:
        return said("nobles.no-tower", "N-15", cell=name)
    if owner(state, cell) is not None:
        return said("nobles.not-own", "N-15", cell=name, what=what, seat=mover)
    if bit(cell) & state.blockers:
        return said("nobles.neutral-stays", "N-6", cell=name)
    return said("nobles.stones-stay", "N-25", cell=name, what=what)


def _no_move(state: Any, origin: int, goal: int) -> Sentence:
    if owner(state, origin) != state.to_move:
        return _not_own(state, origin)
    if origin == goal:
        return said("nobles.stands-there", "N-13", cell=NAMES[goal])
    return said("nobles.moves-to-empty", "N-13", cell=NAMES[goal], what=occupant(state, goal))


def _no_piece(state: Any, cell: int, rule: str) -> Sentence:
    what = occupant(state, cell)
    if what is not None:
        return said("nobles.not-empty", rule, cell=NAMES[cell], what=what)
    towers = int(TOWERS_EACH[state.seats])
    return said("nobles.no-tower-left", "N-12", towers=towers, seat={"seat": int(state.to_move)})


# What happened


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


def gains(events: Sequence[Told], seat: int, mover: int) -> Iterator[Gain]:
    """N-23, N-29. Points, and the towers that brought them."""
    for kind, code, rule in (("score", "gains-score", "N-23"), ("bonus", "gains-collect", "N-29")):
        found = [args for each, args, _ in events if each == kind and args["seat"] == seat and args["points"]]
        if found:
            told = {"points": sum(args["points"] for args in found), "towers": [args["tower"] for args in found]}
            yield Gain(phrase(f"nobles.{code}", **told), rule)


def result_rule(state: Any) -> str:
    """The rule that ended the game."""
    return END_RULES.get(int(state.ended), LEAVE_RULE)


def winning(state: Any, winner: int) -> list[str]:
    """N-29. The towers that brought the winner points."""
    return [f"cell:{name}" for name in names_of(int(state.towers[winner]))]


def sentence(kind: str, args: dict[str, Any], seat: Any) -> Sentence:
    """An event as a sentence."""
    return of_event("nobles", kind, args, seat)
