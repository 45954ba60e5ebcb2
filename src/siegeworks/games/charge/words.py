"""SiegeStones Charge! in words: names of actions, reasons for refusals, sentences for events, each with its rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from siegeworks.core.hexboard import DIRECTIONS, NAMES, OFF, bit, names_of, neighbours
from siegeworks.core.rules import NOBODY
from siegeworks.games.charge.lines import END, LINES, SPACES
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
COLOURS = ("Blue", "Yellow", "Green")
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
GOAL = "Charge the others' towers until you are the last who has one."

Told = tuple[str, dict[str, Any], str]
Refusal = tuple[str, str]


def path(action: int) -> tuple[int, str, list[int]]:
    """A move's stone, its way, and the circles it passes and ends on, as many of them as are on the board."""
    stone, way, far = action // LINES, action % LINES // SPACES, action % SPACES
    return stone, DIRECTIONS[way], [int(cell) for cell in END[stone, way, : far + 1] if cell != OFF]


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


def seat_name(seat: Any) -> str:
    """What people call a seat."""
    return COLOURS[seat]


WAY_WORDS = dict(zip(DIRECTIONS, ("east", "north-east", "north-west", "west", "south-west", "south-east"), strict=True))
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six")


def _number(count: int) -> str:
    return NUMBER_WORDS[count] if count < len(NUMBER_WORDS) else str(count)


def _some(count: int, noun: str) -> str:
    """No stones, one stone, two stones."""
    return f"{_number(count)} {noun}{'' if count == 1 else 's'}"


def _there(count: int) -> str:
    return "there are none" if count == 0 else "there is one" if count == 1 else f"there are {_number(count)}"


# Why an action is refused


def why_not(state: Any, action: int) -> Refusal:
    """Why the seat to move cannot play this, and the rule."""
    if state.phase in (DEFEND, PICK):
        return _why_not_answer(state, action)
    if DROP <= action < DONE:
        return "No charge is being decided, so there is nothing to yield, to hold or to drop.", "C-27"
    if action == DONE:
        return _why_not_done(state)
    if action == PASS:
        return _why_not_pass(state)
    if state.phase == DEPLOYING and not DEPLOY <= action < DROP:
        return "This turn is a Deploy: go on deploying, or say done.", "C-15"
    if state.phase == MOVING and action >= BUILD:
        return "This turn is a Move: move another stone, or say done.", "C-15"
    if action < BUILD:
        return _why_not_move(state, action)
    return _why_not_build(state, action - BUILD) if action < DEPLOY else _why_not_deploy(state, action - DEPLOY)


def _content(state: Any, cell: int) -> str:
    """What stands on a circle."""
    if not bit(cell) & occupied(state):
        return "nothing"
    seat = owner_of(state, bit(cell))
    return f"a {COLOURS[seat].lower()} {'tower' if bit(cell) & state.towers[seat] else 'stone'}"


def _why_not_done(state: Any) -> Refusal:
    if first_action(state) == PASS:
        return f"{seat_name(state.to_move)} can do nothing this turn, and says so with a Pass.", "C-16"
    return "Nothing has been done this turn yet: the first stone move of a Move is compulsory.", "C-18"


def _why_not_pass(state: Any) -> Refusal:
    if state.phase != START:
        rule = "C-25" if state.phase == MOVING else "C-49"
        return "A turn that has begun ends with done, not with a Pass.", rule
    return f"{seat_name(state.to_move)} can still move, build or deploy, and must while that is so.", "C-16"


def _why_not_move(state: Any, action: int) -> Refusal:
    stone, direction, cells = path(action)
    way = WAY_WORDS[direction]
    name, seat, spaces = NAMES[stone], int(state.turn), action % SPACES + 1
    if bit(stone) & state.towers[seat]:
        return f"{name} holds a tower: the stone on top marks its owner and never moves.", "C-22"
    if not bit(stone) & state.stones[seat]:
        return f"{name} holds {_content(state, stone)}; only a {COLOURS[seat].lower()} stone can be moved.", "C-18"
    if bit(stone) & state.moved:
        return f"The stone on {name} has already moved this turn.", "C-22"
    if len(cells) < spaces:
        return f"From {name} one can go {_some(len(cells), 'space')} to the {way}; then the board ends.", "C-1"
    if spaces > state.budget:
        return f"{name} to {NAMES[cells[-1]]} is {_some(spaces, 'space')}, and {_left(state.budget)}.", "C-18"
    for cell in cells[:-1]:
        if bit(cell) & occupied(state):
            return f"{NAMES[cell]} holds {_content(state, cell)} and blocks the way.", "C-20"
    return f"{NAMES[cells[-1]]} holds {_content(state, cells[-1])}, and a stone never ends on an own piece.", "C-21"


def _left(spaces: int) -> str:
    return f"only {_number(spaces)} {'is' if spaces == 1 else 'are'} left of this turn's {_number(SPACES)}"


def _why_not_build(state: Any, cell: int) -> Refusal:
    name, seat = NAMES[cell], int(state.turn)
    if bit(cell) & occupied(state):
        return f"{name} holds {_content(state, cell)}; a tower is built on an empty circle.", "C-45"
    stones = int(neighbours(cell) & state.stones[seat]).bit_count()
    if stones < STONES_TO_BUILD:
        needs = f"{name} needs {_number(STONES_TO_BUILD)} own stones beside it and {_there(stones)}"
        tops = bool(neighbours(cell) & state.towers[seat])
        return f"{needs}{'; the top of a tower does not count' if tops else ''}.", "C-45"
    if state.stock == 0:
        return "No tower is left in the stock.", "C-46"
    return f"{seat_name(seat)}'s supply is empty, and a new tower needs a stone on top.", "C-46"


def _why_not_deploy(state: Any, cell: int) -> Refusal:
    name, seat = NAMES[cell], int(state.turn)
    if state.supply[seat] == 0:
        return f"{seat_name(seat)}'s supply is empty, so no stone can be deployed.", "C-50"
    if bit(cell) & occupied(state):
        return f"{name} holds {_content(state, cell)}; stones are deployed on empty circles.", "C-48"
    if not neighbours(cell) & state.towers[seat]:
        return f"{name} is not next to a tower of {seat_name(seat)}.", "C-48"
    chosen = ", ".join(names_of(state.deployed))
    return f"No single tower of {seat_name(seat)} touches {name} as well as {chosen}.", "C-48"


def _why_not_answer(state: Any, action: int) -> Refusal:
    """While a charge on a stone is decided."""
    target, strength = NAMES[state.target], int(state.strength)
    if DROP <= action <= DROP_SUPPLY:
        if state.phase == PICK:
            return _why_not_drop(state, action)
        return f"Say hold first; then {_some(strength, 'supporting stone')} of {target} must be discarded.", "C-32"
    if action in (YIELD, HOLD) and state.phase == PICK:
        owed = _some(int(state.owed), "supporting stone")
        return f"{target} holds already: {owed} must still be discarded.", "C-32"
    if action == HOLD:
        return _why_not_hold(state)
    return f"{target} is charged with strength {strength}: {seat_name(state.to_move)} answers that first.", "C-27"


def _why_not_hold(state: Any) -> Refusal:
    target, strength, seat = NAMES[state.target], int(state.strength), int(state.to_move)
    needs = f"strength {strength} needs {_some(strength, 'supporting stone')} and {_there(int(payable(state)))}"
    unlinked = ""
    if not state.linked and state.supply[seat]:
        tower = f"a {COLOURS[seat].lower()} tower"
        unlinked = f"; the supply does not count, because {target} and its group are not next to {tower}"
    return f"{target} cannot hold: {needs}{unlinked}.", "C-32"


def _why_not_drop(state: Any, action: int) -> Refusal:
    target, seat = NAMES[state.target], int(state.to_move)
    if action == DROP_SUPPLY:
        if state.linked:
            return f"{seat_name(seat)}'s supply is empty.", "C-33"
        return f"The supply does not support {target}: its group is not next to an own tower.", "C-29"
    cell = action - DROP
    name = NAMES[cell]
    if cell == state.target:
        return f"{name} is the charged stone, and a stone is not its own support.", "C-28"
    if bit(cell) & state.towers[seat]:
        return f"{name} is a tower: the stone on top marks its owner and supports nothing.", "C-30"
    if not bit(cell) & state.stones[seat]:
        return (
            f"{name} holds {_content(state, cell)}; only a {COLOURS[seat].lower()} stone can support {target}.",
            "C-28",
        )
    return f"{name} does not support {target}: no chain of {COLOURS[seat].lower()} stones joins them.", "C-28"


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


def result_rule(state: Any) -> str:
    """The rule that ended the game."""
    if living(state) == 1:
        return "C-41"
    if state.material:
        return "C-55"
    return "C-52" if has_all_passed(state) else "C-54"


# What is said of it


def say(kind: str, args: dict[str, Any], seat: Any) -> str:
    """An event in one sentence."""
    if kind in ("start", "pay", "eliminated", "spoils"):
        return _say_of_seat(kind, args)
    if kind in ("charge", "assault"):
        return _say_charge(kind, args, seat)
    sentences = {
        "move": "{seat} moves from {from} to {to}.",
        "yield": "{seat} yields: {cell} is discarded, and the charging stone takes its circle.",
        "hold": "{seat} holds {cell} and discards {stones}.",
        "drop": "{seat} discards {what}.",
        "repelled": "{cell} stands; the charging stone is discarded.",
        "build": "{seat} builds a tower on {cell}.",
        "deploy": "{seat} deploys a stone on {cell}.",
        "done": "{seat} is done.",
        "pass": "{seat} passes.",
    }
    what = "a stone of the supply" if args.get("cell") == "supply" else f"the stone on {args.get('cell')}"
    stones = _some(args.get("strength", 0), "supporting stone")
    return sentences[kind].format(**{**args, "seat": seat_name(seat), "what": what, "stones": stones})


def _say_of_seat(kind: str, args: dict[str, Any]) -> str:
    name, stones = seat_name(args["seat"]), _some(args.get("stones", 0), "stone")
    return {
        "start": f"{name} begins.",
        "pay": f"{name} pays {stones} from the supply, and the tower stands.",
        "eliminated": f"{name} is out: all towers and stones of {name} leave the board.",
        "spoils": f"{name} takes {stones} back from the discard pile as spoils.",
    }[kind]


def _say_charge(kind: str, args: dict[str, Any], seat: Any) -> str:
    what = "stone" if kind == "charge" else "tower"
    target = f"{seat_name(args['seat'])}'s {what} on {args['target']}"
    return f"{seat_name(seat)} charges {target} from {args['from']} with strength {args['strength']}."
