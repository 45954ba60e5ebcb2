"""SiegeStones in words: names of actions, reasons for refusals, sentences for events, each with its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from siegeworks.core.game import Gain, Told
from siegeworks.core.hexboard import CELLS, NAMES, bit, cells_of, names_of
from siegeworks.core.phrases import Sentence, listed, of_event, phrase, said, seats
from siegeworks.core.rules import NOBODY
from siegeworks.core.seats import is_in
from siegeworks.games.siegestones.rules import (
    MOST_SEATS,
    THREAT_TO_CONTROL,
    TOWER,
    TOWERS_TO_WIN,
    list_threats,
    most_towers,
    pool,
    room,
    seats_with,
)

ACTION_NAMES = (*(f"stone {name}" for name in NAMES), *(f"tower {name}" for name in NAMES))
CHANCE_NAMES = tuple(f"start {seat}" for seat in range(MOST_SEATS))
SHAPES: tuple[str, ...] = ("stone CELL", "tower CELL")
SEATS_RULE, TURN_RULE, ACTION_RULE, CHANCE_RULE, LEAVE_RULE = "T-2", "T-7", "T-8", "T-6", "T-A30"
EVENTS = ("start", "stone", "tower", "control", "shared")
MARGIN = "siegestones.margin"
ENDINGS = {"T-23": "siegestones.most-towers-alone", "T-25": "siegestones.board-is-full"}
MOST_SETS = 4096
"""Sets of cells that are remembered."""
LETTERS = "bygr"
PROMPT_VERBS = {
    "siegestones.ask-piece": ("stone", "tower"),
    "siegestones.ask-opening": ("stone", "tower"),
    "siegestones.ask-winning": ("stone", "tower"),
    "siegestones.ask-stopping": ("stone", "tower"),
    "siegestones.ask-stone": ("stone",),
    "siegestones.ask-no-tower": ("stone",),
}


# What to do


def instruction(view: Any, action: int) -> Sentence:
    """What a person does who plays this."""
    cell = NAMES[action % CELLS]
    return said("siegestones.do-stone" if action < TOWER else "siegestones.do-tower", "T-8", cell=cell)


def prompt(view: Any, seat: int | None, waiting: Sequence[int], legal: Sequence[int]) -> Sentence:
    """What the seat is asked for, or whom it waits for."""
    if seat is None or not legal:
        return said("siegestones.await-piece", "T-8", seats=seats(waiting))
    towers = int(view.towers)
    if legal[-1] < TOWER:
        return said("siegestones.ask-stone", "T-11") if towers else said("siegestones.ask-no-tower", "T-35a")
    if view.centre_opening and towers == 0 and not any(view.stones.tolist()):
        return said("siegestones.ask-opening", "T-35b")
    return _ask_for_piece(view, seat)


def _ask_for_piece(view: Any, seat: int) -> Sentence:
    """T-23. One tower before the end it is said who is about to win."""
    held = [cells.bit_count() for cells in view.held.tolist()[: int(view.seats)]]
    most = max(held)
    if most < TOWERS_TO_WIN - 1:
        return said("siegestones.ask-piece", "T-8")
    leading = [each for each, towers in enumerate(held) if towers == most]
    told = {"towers": most, "wanted": TOWERS_TO_WIN}
    if seat in leading:
        return said("siegestones.ask-winning", "T-23", **told)
    return said("siegestones.ask-stopping", "T-23", seats=seats(leading), **told)


# Why not


def why_not(state: Any, action: int) -> Sentence:
    """Why the seat to move cannot play this, and the rule."""
    cell = action % CELLS
    name = NAMES[cell]
    if bit(cell) & state.towers:
        return said("siegestones.holds-tower", "T-12", cell=name)
    for seat in range(state.seats):
        if bit(cell) & state.stones[seat]:
            return said("siegestones.holds-stone", "T-12", cell=name, colour=LETTERS[seat])
    if not bit(cell) & room(state):
        return said("siegestones.too-far-out", "T-35b", cell=name)
    if action >= TOWER and pool(state) <= 0:
        return said("siegestones.pool-empty", "T-11")
    return said("siegestones.no-first-tower", "T-35a", seat={"seat": int(state.to_move)})


# What happened


def events(before: Any, action: int | None, after: Any) -> Iterator[Told]:
    """What an action (None: a resignation) changed."""
    if action is None:
        yield from _shared(after)
        return
    if before.start == NOBODY:
        yield "start", {"seat": int(action)}, "T-6"
        return
    cell = NAMES[action % CELLS]
    if action < TOWER:
        yield "stone", {"cell": cell}, "T-8"
    else:
        yield "tower", {"cell": cell, "pool": int(after.tower_pool) - int(after.towers).bit_count()}, "T-8"
    was, now = before.held.tolist(), after.held.tolist()
    if was != now:
        yield from _changes(before, was, after, now)
    if max(map(int.bit_count, now)) >= TOWERS_TO_WIN:
        yield from _shared(after)


def _changes(before: Any, was: list[int], after: Any, now: list[int]) -> Iterator[Told]:
    """T-17 to T-21. Towers that are controlled by another seat than before, or by none."""
    former, holding = holders(int(before.towers), was), holders(int(after.towers), now)
    threat = threats(after, holding)
    for tower, seat in holding.items():
        if former.get(tower) != seat:
            yield _control(after, tower, threat[tower], former.get(tower), seat)


def holders(towers: int, held: list[int]) -> dict[int, int | None]:
    """The seat that controls each tower on the board, from the sets that seats hold."""
    found: dict[int, int | None] = dict.fromkeys(known_cells(towers))
    for seat, cells in enumerate(held):
        if cells:
            found.update(dict.fromkeys(known_cells(cells), seat))
    return found


@lru_cache(MOST_SETS)
def known_cells(cells: int) -> tuple[int, ...]:
    """The cells of a set, remembered: after a move most sets are as they were."""
    return tuple(cells_of(cells))


def threats(state: Any, towers: Iterable[int]) -> dict[int, list[int]]:
    """The threat of each seat against each of some towers (T-16)."""
    seats = int(state.seats)
    found = np.zeros((CELLS, seats), np.int64)
    list_threats(state, found)
    listed = found.reshape(-1).tolist()
    return {tower: listed[tower * seats : (tower + 1) * seats] for tower in towers}


def _control(state: Any, tower: int, threat: list[int], was: int | None, now: int | None) -> Told:
    if now is not None:
        rule = "T-30" if threat[now] < max(threat) else "T-17"
    elif max(threat) < THREAT_TO_CONTROL:
        rule = "T-19"
    else:
        rule = "T-30" if state.balanced else "T-18"
    return "control", {"tower": NAMES[tower], "seat": now, "was": was, "threat": threat}, rule


def _shared(state: Any) -> Iterator[Told]:
    """T-24. Several seats lead with four towers or more, and play goes on."""
    most = most_towers(state)
    if state.to_move != NOBODY and most >= TOWERS_TO_WIN and seats_with(state, most) > 1:
        sharing = [s for s in range(state.seats) if is_in(state, s) and int(state.held[s]).bit_count() == most]
        yield "shared", {"seats": sharing, "towers": int(most)}, "T-24"


def result_rule(state: Any) -> str:
    """The rule that ended the game."""
    if int(state.gone).bit_count() == state.seats - 1:
        return "T-A30"
    most = most_towers(state)
    return "T-23" if most >= TOWERS_TO_WIN and seats_with(state, most) == 1 else "T-25"


def winning(state: Any, winner: int) -> list[str]:
    """T-23. The towers that the winner controls."""
    return [f"cell:{name}" for name in names_of(int(state.held[winner]))]


def gains(events: Sequence[Told], seat: int, mover: int) -> Iterator[Gain]:
    """T-17 to T-19. Towers that come under the seat's control, and those its action wrests from others."""
    changes = [(args, rule) for kind, args, rule in events if kind == "control"]
    taken = [args for args, _ in changes if args["seat"] == seat]
    if taken:
        towers = [phrase("siegestones.taken-with", **_threats(args, seat)) for args in taken]
        yield Gain(phrase("siegestones.gains-take", towers=listed(towers, "and")), "T-17")
    for args, rule in changes:
        if args["seat"] is None and args["was"] not in (None, seat) and mover == seat:
            told = {"seat": {"seat": args["was"]}, "tower": args["tower"]}
            yield Gain(phrase("siegestones.gains-free", **told), rule)


def _threats(args: dict[str, Any], seat: int) -> dict[str, Any]:
    """A tower, and the threats by which the seat controls it."""
    others = max(value for each, value in enumerate(args["threat"]) if each != seat)
    return {"tower": args["tower"], "threat": args["threat"][seat], "others": others}


def sentence(kind: str, args: dict[str, Any], seat: Any) -> Sentence:
    """An event as a sentence."""
    if kind == "control":
        return _control_sentence(args)
    if kind == "shared":
        return said("siegestones.shared", seats=listed(seats(args["seats"]), "ands"), towers=args["towers"])
    return of_event("siegestones", kind, args, seat)


def _control_sentence(args: dict[str, Any]) -> Sentence:
    threat, now, was = args["threat"], args["seat"], args["was"]
    told = {"tower": args["tower"]}
    if now is not None:
        return Sentence("siegestones.takes-control", {"seat": {"seat": now}, **_threats(args, now)})
    told |= {"seat": {"seat": was}}
    if max(threat) < THREAT_TO_CONTROL:
        return Sentence("siegestones.loses-control", {**told, "least": THREAT_TO_CONTROL})
    threats = [value for value in sorted(threat, reverse=True) if value]
    return Sentence("siegestones.equal-threats", {**told, "threats": listed(threats, "to")})
