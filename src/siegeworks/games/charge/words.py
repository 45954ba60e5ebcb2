"""SiegeStones Charge! in words: names of actions, reasons for refusals, sentences for events, each with its rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from siegeworks.core.game import Gain, Told
from siegeworks.core.hexboard import NAMES, bit, names_of, neighbours
from siegeworks.core.phrases import Sentence, listed, phrase, said
from siegeworks.core.rules import NOBODY
from siegeworks.games.charge.lines import SPACES
from siegeworks.games.charge.prompts import PROMPT_VERBS as PROMPT_VERBS
from siegeworks.games.charge.prompts import instruction as instruction
from siegeworks.games.charge.prompts import path
from siegeworks.games.charge.prompts import prompt as prompt
from siegeworks.games.charge.rules import (
    BUILD,
    DEFEND,
    DEPLOY,
    DEPLOYING,
    DONE,
    DROP,
    DROP_SUPPLY,
    HOLD,
    MOST_SEATS,
    MOST_SPOILS,
    MOVE,
    MOVING,
    PASS,
    PICK,
    START,
    STONES_TO_BUILD,
    YIELD,
    first_action,
    has_all_passed,
    living,
    occupied,
    owner_of,
    payable,
    payable_supply,
)

OFF_BOARD = "off-"
"""Marks the numbers of moves that would leave the board: never legal, named by way and length, as in move d4 off-E5."""
SEATS_RULE, TURN_RULE, ACTION_RULE, CHANCE_RULE, LEAVE_RULE = "C-2", "C-14", "C-15", "C-7", "C-56"
SHAPES: tuple[str, ...] = (
    "move CELL CELL",
    "build CELL",
    "deploy CELL",
    "done",
    "yield",
    "hold",
    "drop CELL",
    "drop supply",
    "pass",
)
EVENTS = (
    "start",
    "move",
    "charge",
    "assault",
    "pay",
    "eliminated",
    "spoils",
    "build",
    "deploy",
    "drop",
    "repelled",
    "yield",
    "hold",
    "done",
    "pass",
)
DETAILS = frozenset({"drop"})
MARGIN = "charge.margin"
ENDINGS = {
    "C-41": "charge.last-with-tower",
    "C-52": "charge.all-passed",
    "C-54": "charge.no-progress",
    "C-55": "charge.most-stones-alive",
}
LETTERS = "byg"


def _move_name(action: int) -> str:
    stone, way, cells = path(action)
    spaces = action % SPACES + 1
    end = NAMES[cells[-1]] if len(cells) == spaces else f"{OFF_BOARD}{way}{spaces}"
    return f"move {NAMES[stone]} {end}"


ACTION_NAMES = (
    *(_move_name(action) for action in range(MOVE, BUILD)),
    *(f"build {name}" for name in NAMES),
    *(f"deploy {name}" for name in NAMES),
    *(f"drop {name}" for name in NAMES),
    "drop supply",
    "yield",
    "hold",
    "done",
    "pass",
)
CHANCE_NAMES = tuple(f"start {seat}" for seat in range(MOST_SEATS))


# Why an action is refused


def why_not(state: Any, action: int) -> Sentence:
    """Why the seat to move cannot play this, and the rule."""
    if state.phase in (DEFEND, PICK):
        return _why_not_answer(state, action)
    if DROP <= action < DONE:
        return said("charge.no-charge", "C-27")
    if action == DONE:
        return _why_not_done(state)
    if action == PASS:
        return _why_not_pass(state)
    if state.phase == DEPLOYING and not DEPLOY <= action < DROP:
        return said("charge.turn-is-deploy", "C-15")
    if state.phase == MOVING and action >= BUILD:
        return said("charge.turn-is-move", "C-15")
    if action < BUILD:
        return _why_not_move(state, action)
    return _why_not_build(state, action - BUILD) if action < DEPLOY else _why_not_deploy(state, action - DEPLOY)


def _content(state: Any, cell: int) -> dict[str, Any]:
    """What stands on a circle, as a part of a sentence."""
    if not bit(cell) & occupied(state):
        return phrase("charge.nothing")
    seat = owner_of(state, bit(cell))
    is_tower = bit(cell) & state.towers[seat]
    return phrase("charge.a-tower" if is_tower else "charge.a-stone", colour=LETTERS[seat])


def _why_not_done(state: Any) -> Sentence:
    if first_action(state) == PASS:
        return said("charge.say-pass", "C-16", seat=_mover(state))
    return said("charge.nothing-done", "C-18")


def _mover(state: Any) -> dict[str, int]:
    return {"seat": int(state.to_move)}


def _why_not_pass(state: Any) -> Sentence:
    if state.phase != START:
        return said("charge.say-done", "C-25" if state.phase == MOVING else "C-49")
    return said("charge.must-act", "C-16", seat=_mover(state))


def _why_not_move(state: Any, action: int) -> Sentence:
    stone, direction, cells = path(action)
    name, seat, spaces = NAMES[stone], int(state.turn), action % SPACES + 1
    if bit(stone) & state.towers[seat]:
        return said("charge.tower-stays", "C-22", cell=name)
    if not bit(stone) & state.stones[seat]:
        return said("charge.not-own", "C-18", cell=name, what=_content(state, stone), colour=LETTERS[seat])
    if bit(stone) & state.moved:
        return said("charge.has-moved", "C-22", cell=name)
    if len(cells) < spaces:
        return said("charge.board-ends", "C-1", cell=name, count=len(cells), way=direction)
    if spaces > state.budget:
        left = int(state.budget)
        return said("charge.too-far", "C-18", cell=name, to=NAMES[cells[-1]], count=spaces, left=left)
    for cell in cells[:-1]:
        if bit(cell) & occupied(state):
            return said("charge.in-the-way", "C-20", cell=NAMES[cell], what=_content(state, cell))
    return said("charge.own-piece", "C-21", cell=NAMES[cells[-1]], what=_content(state, cells[-1]))


def _why_not_build(state: Any, cell: int) -> Sentence:
    name, seat = NAMES[cell], int(state.turn)
    if bit(cell) & occupied(state):
        return said("charge.build-on-empty", "C-45", cell=name, what=_content(state, cell))
    stones = int(neighbours(cell) & state.stones[seat]).bit_count()
    if stones < STONES_TO_BUILD:
        tops = "yes" if neighbours(cell) & state.towers[seat] else "no"
        return said("charge.too-few-beside", "C-45", cell=name, count=STONES_TO_BUILD, there=stones, tops=tops)
    if state.stock == 0:
        return said("charge.no-stock", "C-46")
    return said("charge.no-top", "C-46", seat={"seat": seat})


def _why_not_deploy(state: Any, cell: int) -> Sentence:
    name, seat = NAMES[cell], {"seat": int(state.turn)}
    if state.supply[int(state.turn)] == 0:
        return said("charge.no-supply", "C-50", seat=seat)
    if bit(cell) & occupied(state):
        return said("charge.deploy-on-empty", "C-48", cell=name, what=_content(state, cell))
    if not neighbours(cell) & state.towers[int(state.turn)]:
        return said("charge.not-beside-tower", "C-48", cell=name, seat=seat)
    chosen = listed(names_of(state.deployed), "comma")
    return said("charge.not-one-tower", "C-48", seat=seat, cell=name, chosen=chosen)


def _why_not_answer(state: Any, action: int) -> Sentence:
    """While a charge on a stone is decided."""
    target, strength = NAMES[state.target], int(state.strength)
    if DROP <= action <= DROP_SUPPLY:
        if state.phase == PICK:
            return _why_not_drop(state, action)
        return said("charge.hold-first", "C-32", count=strength, target=target)
    if action in (YIELD, HOLD) and state.phase == PICK:
        return said("charge.holds-already", "C-32", target=target, count=int(state.owed))
    if action == HOLD:
        return _why_not_hold(state)
    return said("charge.answer-first", "C-27", target=target, strength=strength, seat=_mover(state))


def _why_not_hold(state: Any) -> Sentence:
    seat = int(state.to_move)
    is_unlinked = not state.linked and state.supply[seat]
    return said(
        "charge.cannot-hold",
        "C-32",
        target=NAMES[state.target],
        count=int(state.strength),
        there=int(payable(state)),
        supply="apart" if is_unlinked else "counted",
        colour=LETTERS[seat],
    )


def _why_not_drop(state: Any, action: int) -> Sentence:
    target, seat = NAMES[state.target], int(state.to_move)
    if action == DROP_SUPPLY:
        if state.linked:
            return said("charge.supply-empty", "C-33", seat={"seat": seat})
        return said("charge.supply-apart", "C-29", target=target)
    cell = action - DROP
    name = NAMES[cell]
    if cell == state.target:
        return said("charge.own-support", "C-28", cell=name)
    if bit(cell) & state.towers[seat]:
        return said("charge.tower-supports-not", "C-30", cell=name)
    told = {"cell": name, "colour": LETTERS[seat], "target": target}
    if not bit(cell) & state.stones[seat]:
        return said("charge.foreign-support", "C-28", what=_content(state, cell), **told)
    return said("charge.no-chain", "C-28", **told)


# What happened


def events(before: Any, action: int | None, after: Any) -> Iterator[Told]:
    """What an action (None: a resignation) changed; those who leave at the end of the turn come last."""
    told = list(_resigned(before, after) if action is None else _acted(before, action))
    yield from told
    out = {args["seat"] for kind, args, _ in told if kind == "eliminated"}
    for seat in range(after.seats):
        if _has_fallen(before, after, seat) and seat not in out:
            yield "eliminated", {"seat": seat}, "C-56"


def _has_fallen(before: Any, after: Any, seat: int) -> bool:
    return bool(int(after.gone) & ~int(before.gone) & 1 << seat)


def _acted(state: Any, action: int) -> Iterator[Told]:
    """What an action does before the turn ends, told from the state before it."""
    if state.start == NOBODY:
        yield "start", {"seat": int(action)}, "C-7"
    elif action < BUILD:
        yield from _moved(state, action)
    elif action < DEPLOY:
        yield "build", {"cell": NAMES[action - BUILD]}, "C-47"
    elif action < DROP:
        yield "deploy", {"cell": NAMES[action - DEPLOY]}, "C-48"
    elif action <= DROP_SUPPLY:
        yield from _paid(state, NAMES[action - DROP] if action < DROP_SUPPLY else "supply")
    elif action == YIELD:
        yield _yielded(state)
    elif action == HOLD:
        yield "hold", {"cell": NAMES[state.target], "strength": int(state.strength)}, "C-32"
        yield from _paid(state)
    elif action == DONE:
        yield "done", {}, "C-25" if state.phase == MOVING else "C-49"
    else:
        yield "pass", {}, "C-16"


def _resigned(before: Any, after: Any) -> Iterator[Told]:
    """C-56. The seat whose turn it is falls at once; a charged one first settles the charge."""
    if _has_fallen(before, after, int(before.turn)):
        yield "eliminated", {"seat": int(before.turn)}, "C-56"
    elif before.strength and not after.strength:
        if before.phase == DEFEND:
            yield _yielded(before)
        else:
            yield from _paid(before, is_resigning=True)


def _yielded(state: Any) -> Told:
    return "yield", {"cell": NAMES[state.target]}, "C-31"


def _moved(state: Any, action: int) -> Iterator[Told]:
    stone, _, cells = path(action)
    end, strength, seat = cells[-1], len(cells), int(state.turn)
    if not bit(end) & occupied(state):
        yield "move", {"from": NAMES[stone], "to": NAMES[end]}, "C-17"
        return
    owner = int(owner_of(state, bit(end)))
    args = {"from": NAMES[stone], "target": NAMES[end], "strength": strength, "seat": owner}
    if bit(end) & state.stones[owner]:
        yield "charge", args, "C-26"
        return
    yield "assault", args, "C-36"
    if state.supply[owner] >= strength:
        yield "pay", {"seat": owner, "stones": strength}, "C-37"
        return
    yield "eliminated", {"seat": owner}, "C-38"
    if living(state) == MOST_SEATS:
        yield "spoils", {"seat": seat, "stones": min(MOST_SPOILS, int(state.discard[seat]) + 1)}, "C-44"


def _paid(state: Any, first: str | None = None, is_resigning: bool = False) -> Iterator[Told]:
    """C-32, C-33. The stone named, and the rest where it can be paid in one way only or by whoever resigns."""
    cells, supply = names_of(state.support), int(payable_supply(state))
    owed = int(state.owed or state.strength)
    every = [*cells, *["supply"] * supply]
    if first is not None:
        yield _dropped(first)
        every.remove(first)
        owed -= 1
    if is_resigning or every[:1] in ([], ["supply"]) or len(every) == owed:
        for what in every[:owed]:
            yield _dropped(what)
        owed = 0
    if owed == 0:
        yield "repelled", {"cell": NAMES[state.target]}, "C-32"


def _dropped(what: str) -> Told:
    return "drop", {"cell": what}, "C-33"


GAINS = {
    "charge": "charge.gains-charge",
    "assault": "charge.gains-assault",
    "build": "charge.gains-build",
    "deploy": "charge.gains-deploy",
}


def gains(events: Sequence[Told], seat: int, mover: int) -> Iterator[Gain]:
    """C-26 to C-47. What the seat's own action attacked, destroyed or built."""
    if mover != seat:
        return
    for kind, args, rule in events:
        if kind in ("charge", "assault"):
            told = {"owner": {"seat": args["seat"]}, "target": args["target"], "strength": args["strength"]}
            yield Gain(phrase(GAINS[kind], **told), rule)
        elif kind == "eliminated" and args["seat"] != seat:
            yield Gain(phrase("charge.gains-eliminate", owner={"seat": args["seat"]}), rule)
        elif kind == "pay":
            yield Gain(phrase("charge.gains-strike", owner={"seat": args["seat"]}, count=args["stones"]), rule)
        elif kind == "repelled":
            yield Gain(phrase("charge.gains-hold", cell=args["cell"]), rule)
        elif kind in ("build", "deploy"):
            yield Gain(phrase(GAINS[kind], cell=args["cell"]), rule)


def result_rule(state: Any) -> str:
    """The rule that ended the game."""
    if living(state) == 1:
        return "C-41"
    if state.material:
        return "C-55"
    return "C-52" if has_all_passed(state) else "C-54"


def winning(state: Any, winner: int) -> list[str]:
    """C-41. The towers that the winner still has."""
    return [f"cell:{name}" for name in names_of(int(state.towers[winner]))]


# What is said of it


def sentence(kind: str, args: dict[str, Any], seat: Any) -> Sentence:
    """An event as a sentence."""
    told = {**args, "seat": {"seat": seat}}
    if kind in ("charge", "assault"):
        told["owner"] = {"seat": args["seat"]}
    elif "seat" in args:
        told["seat"] = {"seat": args["seat"]}
    if kind == "drop" and args["cell"] == "supply":
        return Sentence("charge.drop-supply", told)
    for count in ("strength", "stones"):
        if kind not in ("charge", "assault") and count in args:
            told["count"] = args[count]
    return Sentence(f"charge.{kind}", told)
