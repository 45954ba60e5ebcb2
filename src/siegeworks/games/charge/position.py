"""SiegeStones Charge! positions: JSON to and from the record, and which rule an impossible one breaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from siegeworks.core.hexboard import CELLS, bit, cell, cells_of, is_cell, names_of, parse_board
from siegeworks.core.misread import Misread
from siegeworks.core.phrases import listed, phrase
from siegeworks.core.rules import NOBODY
from siegeworks.errors import BadPosition
from siegeworks.games.charge.lines import END, SPACES, WAYS
from siegeworks.games.charge.position_view import PHASES, STONE_LETTERS, TOWER_LETTERS, Charge
from siegeworks.games.charge.position_view import View as View
from siegeworks.games.charge.position_view import describe as describe
from siegeworks.games.charge.rules import (
    DEFEND,
    DEPLOYING,
    MOVING,
    PICK,
    START,
    STONES_EACH,
    can_move,
    deploy_room,
    deploying_towers,
    end_game,
    group_of,
    has_all_passed,
    is_alive,
    is_linked,
    is_too_quiet,
    living,
    occupied,
    owner_of,
    payable,
    pieces,
)

CHARGE_FIELDS = tuple(Charge.__annotations__)
DERIVED = ("alive", "turn", "groups", "price")
FIELD_RULES = {
    "board": "C-7",
    "stock": "C-3",
    "phase": "C-15",
    "leaving": "C-56",
    "to_move": "C-14",
    "turn": "C-14",
    "alive": "C-13",
    "groups": "C-28",
    "price": "C-32",
    "charge": "C-34",
    "supply": "C-5",
    "discard": "C-5",
    "budget": "C-17",
    "moved": "C-22",
    "deployed": "C-48",
    "quiet": "C-54",
    "passes": "C-52",
    "progress": "C-54",
    "out": "C-51",
    "start": "C-7",
}


def fill(state: Any, position: Mapping[str, Any]) -> None:
    """Set a new game's record to the position."""
    if position.get("to_move", position.get("start", 0) is None and "chance") == "chance":
        _check_nobody_out(state)
        return
    _place(state, position)
    _set_out(state, position)
    _set_phase(state, position)
    _set_turn(state, position)
    _set_counts(state, position)
    _set_history(state, position)
    if living(state) == 1 or has_all_passed(state) or is_too_quiet(state):
        _end(state, position)
    elif "to_move" in position and position["to_move"] is None:
        raise BadPosition("charge.game-not-over", "C-13")
    else:
        CHECKS[state.phase](state)


def _check_nobody_out(state: Any) -> None:
    """C-7. Before the draw the state is that of a new game; what else is given is compared with it."""
    if state.gone:
        raise BadPosition("charge.out-before-start", "C-7")


def _whole(value: Any, what: str, rule: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        span = phrase("charge.from-to", least=least, most=most) if least < most else str(least)
        raise BadPosition("charge.number-out-of-range", rule, what=what, span=span, value=repr(str(value)[:20]))
    return value


def _seat(state: Any, value: Any, what: str, rule: str) -> int:
    """A living seat."""
    if type(value) is not int or not 0 <= value < state.seats or not is_alive(state, value):
        raise BadPosition("charge.no-seat-with-tower", rule, what=what, value=repr(str(value)[:20]))
    return value


def _cells(value: Any, what: str, rule: str) -> int:
    """A list of different circles as a set."""
    if not isinstance(value, list) or not all(isinstance(name, str) and is_cell(name) for name in value):
        raise BadPosition("charge.not-circles", rule, what=what)
    if len(set(value)) < len(value):
        raise BadPosition("charge.circle-twice", rule, what=what)
    return sum(1 << cell(name) for name in value)


def _place(state: Any, position: Mapping[str, Any]) -> None:
    """C-3, C-4. The pieces on the board and the towers left; without a board, those of a new game."""
    towers, seats = int(state.stock) + int(state.seats), int(state.seats)
    if "board" in position:
        letters = STONE_LETTERS[:seats] + TOWER_LETTERS[:seats]
        try:
            board = parse_board(position["board"], letters)
        except Misread as problem:
            raise BadPosition("board-unread", "C-4", problem=problem.phrase) from None
        for seat in range(seats):
            state.stones[seat] = sum(1 << at for at, letter in board.items() if letter == letters[seat])
            state.towers[seat] = sum(1 << at for at, letter in board.items() if letter == letters[seats + seat])
    left = towers - sum(int(state.towers[seat]).bit_count() for seat in range(seats))
    if left < 0:
        raise BadPosition("charge.too-many-towers", "C-3", towers=towers)
    state.stock = _whole(position.get("stock", left), "stock", "C-3", 0, left)


def _set_out(state: Any, position: Mapping[str, Any]) -> None:
    """C-13, C-40, C-51. Out are the seats without a tower."""
    out = [seat for seat in range(state.seats) if not is_alive(state, seat)]
    if len(out) == state.seats:
        raise BadPosition("charge.nobody-has-tower", "C-13")
    for seat in out:
        if state.stones[seat]:
            raise BadPosition("charge.stones-without-tower", "C-40", seat={"seat": int(seat)})
    order = out
    for what in ("gone", "out"):
        order = position.get(what, order)
        if not isinstance(order, list) or sorted(order, key=str) != out:
            raise BadPosition("charge.wrong-seats-out", "C-13", what=what, order=str(order)[:20], out=str(out))
    state.gone = sum(1 << seat for seat in out)
    state.first_out = order[0] if order else NOBODY


def _set_phase(state: Any, position: Mapping[str, Any]) -> None:
    """C-15. The phase, and what is remembered within it; a phase not given follows from the rest."""
    charge = position.get("charge")
    moved = _cells(position.get("moved", []), "moved", "C-22")
    deployed = _cells(position.get("deployed", []), "deployed", "C-48")
    natural = START
    if charge is not None:
        natural = PICK if isinstance(charge, Mapping) and charge.get("owed") else DEFEND
    elif deployed:
        natural = DEPLOYING
    elif moved or position.get("budget", SPACES) != SPACES:
        natural = MOVING
    phase = position.get("phase", PHASES[natural])
    if phase not in PHASES:
        raise BadPosition("charge.no-such-phase", "C-15", phases=listed(PHASES, "comma"), phase=repr(str(phase)[:20]))
    state.phase = PHASES.index(phase)
    if state.phase == DEPLOYING:
        state.deployed = deployed
    elif state.phase != START:
        state.moved = moved
        _set_charge(state, charge)
        used = moved.bit_count() + int(state.strength)
        most = SPACES - max(1, used)
        state.budget = _whole(position.get("budget", most), "budget", "C-17", int(state.phase == MOVING), most)


def _set_charge(state: Any, charge: Any) -> None:
    """C-26, C-34. The charge being decided."""
    if state.phase == MOVING:
        return
    if not isinstance(charge, Mapping) or not set(CHARGE_FIELDS) <= set(charge):
        raise BadPosition("charge.not-a-charge", "C-26", fields=listed(CHARGE_FIELDS, "comma"))
    origin, target = (_cells([charge[field]], f"charge {field}", "C-26") for field in ("from", "target"))
    between = _way(origin, target)
    if (origin | between) & occupied(state):
        raise BadPosition("charge.charge-way-blocked", "C-20")
    if not any(target & state.stones[seat] for seat in range(state.seats)):
        raise BadPosition("charge.no-stone-charged", "C-26", cell=charge["target"])
    state.origin, state.target = cells_of(origin)[0], cells_of(target)[0]
    state.strength = between.bit_count() + 1
    if type(charge["strength"]) is not int or charge["strength"] != state.strength:
        raise BadPosition(
            "charge.wrong-charge-strength",
            "C-26",
            origin=charge["from"],
            target=charge["target"],
            strength=state.strength,
        )
    state.to_move = owner_of(state, target)
    group = int(group_of(state.stones[state.to_move], target))
    state.support = group & ~target
    state.linked = int(is_linked(state, state.to_move, group))
    if state.phase == PICK:
        state.owed = _whole(charge["owed"], "charge owed", "C-32", 1, int(state.strength))
        state.support = _cells(charge["support"], "charge support", "C-34")
        state.linked = int(charge["linked"] is True)


def _way(origin: int, target: int) -> int:
    """C-19, C-26. The circles between the ends of a charge."""
    for way in range(WAYS):
        line = [1 << int(end) for end in END[cells_of(origin)[0], way]]
        if target in line:
            return sum(line[: line.index(target)])
    raise BadPosition("charge.charge-not-straight", "C-26", spaces=SPACES)


def _set_turn(state: Any, position: Mapping[str, Any]) -> None:
    """C-14, C-27. Whose turn it is, and who is to move."""
    mover = position.get("to_move")
    alive = [seat for seat in range(state.seats) if is_alive(state, seat)]
    if state.strength:
        others = [seat for seat in alive if seat != state.to_move]
        chosen = position["turn"] if "turn" in position else _charger(state, position, others)
        if chosen not in others:
            raise BadPosition("charge.not-chargers-turn", "C-27")
        state.turn = _seat(state, chosen, "turn", "C-14")
    else:
        state.turn = state.to_move = alive[0] if mover is None else _seat(state, mover, "to_move", "C-14")


def _charger(state: Any, position: Mapping[str, Any], others: list[int]) -> int:
    """C-5. The seat whose stone is in flight: the only other one, or the one that is a stone short."""
    if len(others) > 1:
        supply, discard = (_counts(state, position.get(field), field) for field in ("supply", "discard"))
        rest = [STONES_EACH - int(pieces(state, seat)).bit_count() for seat in range(state.seats)]
        others = [seat for seat in others if supply[seat] + discard[seat] == rest[seat] - 1]
    if len(others) != 1:
        raise BadPosition("charge.one-in-flight", "C-5")
    return others[0]


def _counts(state: Any, value: Any, what: str) -> list[int]:
    if not isinstance(value, list) or len(value) != state.seats:
        raise BadPosition("charge.one-number-a-seat", "C-5", what=what, seats=state.seats)
    return [_whole(number, what, "C-5", 0, STONES_EACH) for number in value]


def _set_counts(state: Any, position: Mapping[str, Any]) -> None:
    """C-5, C-40. Twenty stones each; what is in neither pile lies on the board or is in flight."""
    seats = range(state.seats)
    flying = [int(state.strength != 0 and seat == state.turn) for seat in seats]
    rest = [STONES_EACH - int(pieces(state, seat)).bit_count() - flying[seat] for seat in seats]
    given = {field: _counts(state, position[field], field) for field in ("supply", "discard") if field in position}
    for seat in seats:
        alive = bool(is_alive(state, seat))
        discard = given["discard"][seat] if "discard" in given else None
        natural = rest[seat] - (discard or 0) if alive else 0
        supply = given["supply"][seat] if "supply" in given else natural
        if discard is None:
            discard = rest[seat] - supply if alive else 0
        _check_account(seat, supply, discard, rest[seat] if alive else None)
        state.supply[seat], state.discard[seat] = supply, discard


def _check_account(seat: int, supply: int, discard: int, rest: int | None) -> None:
    """C-5, C-40. One seat's stones that are not on circles; `rest` is what they must come to, None for a seat out."""
    if rest is None:
        if supply:
            raise BadPosition("charge.out-with-supply", "C-40", seat={"seat": int(seat)})
        if discard == STONES_EACH:
            raise BadPosition("charge.all-stones-discarded", "C-39", seat={"seat": int(seat)})
    elif supply + discard != rest or min(supply, discard) < 0:
        raise BadPosition(
            "charge.stones-do-not-add",
            "C-5",
            seat={"seat": int(seat)},
            all=STONES_EACH,
            placed=STONES_EACH - rest,
            rest=rest,
            found=supply + discard,
        )


def _set_history(state: Any, position: Mapping[str, Any]) -> None:
    """C-52, C-54, C-56. Who began, quiet turns and passes, and who is leaving."""
    state.progress = int(state.phase in (DEPLOYING, DEFEND, PICK))
    if state.phase == MOVING:
        state.progress = int(position.get("progress", state.moved == 0) is True)
    alive = living(state)
    passes = _whole(position.get("passes", 0), "passes", "C-52", 0, alive) if state.phase == START else 0
    most = 0 if state.progress else int(state.quiet_rounds) * int(state.seats)
    state.quiet = _whole(position.get("quiet", passes), "quiet", "C-54", passes, most)
    state.passed = sum(1 << seat for seat in _seats_before(state)[:passes])
    state.leaving = _leaving(state, position.get("leaving", []))
    start = position.get("start", int(state.turn))
    if type(start) is not int or not 0 <= start < state.seats:
        raise BadPosition("charge.start-no-seat", "C-7", last=state.seats - 1)
    state.start = start


def _seats_before(state: Any) -> list[int]:
    """C-14. The living seats, from the one whose turn was last backwards."""
    around = [(int(state.turn) - back) % int(state.seats) for back in range(1, int(state.seats) + 1)]
    return [seat for seat in around if is_alive(state, seat)]


def _leaving(state: Any, value: Any) -> int:
    """C-56. Seats whose resignation waits for the end of another seat's turn."""
    if not isinstance(value, list) or len({str(seat) for seat in value}) < len(value):
        raise BadPosition("charge.leaving-not-seats", "C-56")
    seats = [_seat(state, seat, "leaving", "C-56") for seat in value]
    if living(state) > 1 and state.turn in seats:
        raise BadPosition("charge.leaving-on-own-turn", "C-56", seat={"seat": int(state.turn)})
    return sum(1 << seat for seat in seats)


def _end(state: Any, position: Mapping[str, Any]) -> None:
    """C-41, C-52, C-54. Over: nobody is to move, and no turn is being taken."""
    rule = "C-41" if living(state) == 1 else "C-52" if has_all_passed(state) else "C-54"
    if position.get("to_move") is not None or state.phase != START:
        raise BadPosition("charge.game-over", rule)
    if living(state) > 1 and state.leaving:
        raise BadPosition("charge.leaving-before-draw", "C-56")
    end_game(state)


def _check_start(state: Any) -> None:
    """C-15. Anything on the board can be the start of a turn."""


def _check_own(state: Any, cells: int, what: str, rule: str) -> None:
    strange = names_of(int(cells) & ~int(state.stones[state.turn]))
    if strange:
        raise BadPosition(
            "charge.no-stone-of-seat", rule, what=what, strange=strange[0], seat={"seat": int(state.turn)}
        )


def _check_moving(state: Any) -> None:
    """C-18, C-25. A Move that has begun and can go on."""
    _check_own(state, state.moved, "moved", "C-22")
    if not state.moved and not state.progress:
        raise BadPosition("charge.no-move-begun", "C-18")
    if not can_move(state):
        raise BadPosition("charge.no-move-left", "C-25")


def _check_deploying(state: Any) -> None:
    """C-48, C-49. A Deploy that has begun and can go on."""
    _check_own(state, state.deployed, "deployed", "C-48")
    if not state.deployed:
        raise BadPosition("charge.no-deploy-begun", "C-48")
    if not deploying_towers(state, int(state.turn)):
        raise BadPosition("charge.no-shared-tower", "C-48", seat={"seat": int(state.turn)})
    if not deploy_room(state):
        raise BadPosition("charge.no-deploy-left", "C-49")


def _check_defend(state: Any) -> None:
    """C-22, C-27. A charge that waits for its answer."""
    _check_own(state, state.moved, "moved", "C-22")


def _check_pick(state: Any) -> None:
    """C-32 to C-34. A payment that leaves a choice, out of a support that can have been fixed at the charge."""
    _check_own(state, state.moved, "moved", "C-22")
    if state.support == 0 or payable(state) <= state.owed:
        raise BadPosition("charge.payment-is-forced", "C-33")
    if not any(_was_support(state, sum(dropped)) for dropped in _drops_before(state)):
        raise BadPosition("charge.support-does-not-fit", "C-34")


def _drops_before(state: Any) -> Iterator[tuple[int, ...]]:
    """C-33. The circles the stones already paid may have come from; the rest of them came from the supply."""
    paid = int(state.strength) - int(state.owed)
    closed = occupied(state) | bit(state.origin) | _way(int(bit(state.origin)), int(bit(state.target)))
    room = [1 << at for at in range(CELLS) if not closed >> at & 1]
    for dropped in range(paid + 1):
        if dropped == paid or state.linked:
            yield from combinations(room, dropped)


def _was_support(state: Any, dropped: int) -> bool:
    """C-28, C-29. Whether support and link are what a charge would have found with these stones still there."""
    seat, target = int(state.to_move), int(bit(state.target))
    group = int(group_of(int(state.stones[seat]) | dropped, target))
    return group == int(state.support) | target | dropped and bool(is_linked(state, seat, group)) == bool(state.linked)


CHECKS = (_check_start, _check_moving, _check_deploying, _check_defend, _check_pick)
