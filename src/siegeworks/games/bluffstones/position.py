"""BluffStones positions: JSON to and from the record, and which rule an impossible one breaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from typing_extensions import TypedDict

from siegeworks.core.hexboard import NAMES, bit, board_text, cells_of, names_of, parse_board
from siegeworks.core.misread import Misread
from siegeworks.core.phrases import listed, phrase
from siegeworks.core.rules import NOBODY
from siegeworks.core.seats import is_in
from siegeworks.core.views import UNKNOWN
from siegeworks.errors import BadPosition
from siegeworks.games.bluffstones.rules import (
    BIDDING,
    COLOURS,
    LAYOUT_CIRCLES,
    NO_BID,
    NO_STONE,
    NOTHING,
    PLACEABLE,
    PLACING,
    RED,
    REMOVING,
    STONES_TO_SCORE,
    TOPS_OF_A_COLOUR,
    TOWERS,
    bare_towers,
    colour_of,
    has_bid,
    has_use,
    matching,
    next_to_use,
    payable_bids,
    size_of,
    standing_towers,
)
from siegeworks.games.bluffstones.words import (
    BID_NAMES,
    HIDDEN,
    LETTERS,
    left_to_use,
    order_of_use,
    spoken,
    turn_order,
)

STONE_LETTERS = LETTERS[:PLACEABLE]
TOWER_LETTERS = STONE_LETTERS.upper()
Phase = Literal["bid", "remove", "place"]
PHASES: tuple[Phase, ...] = get_args(Phase)
DERIVED = ("matching",)
FIELD_RULES = {
    "board": "B-6",
    "piles": "B-4",
    "scored": "B-16",
    "turn_tower": "B-5",
    "phase": "B-12",
    "bids": "B-7",
    "held": "B-10",
    "revealed": "B-8",
    "matching": "B-16",
    "to_move": "B-5",
}


class Pile(TypedDict):
    """The stones of each colour that a seat has left."""

    b: int
    y: int
    g: int
    r: int


class View(TypedDict):
    """What is told of a record, or of a seat's view of it; lists are by seat, `matching` by the tower's cell."""

    board: str
    piles: list[Pile]
    scored: list[int]
    turn_tower: int | None
    phase: Phase
    bids: list[str | None]
    held: list[str | None]
    revealed: list[str | None]
    matching: dict[str, int]


def describe(state: Any) -> View:
    """The record, or a seat's view of it, as JSON; `revealed` are the bids that were last shown."""
    seats = int(state.seats)
    stones, towers = state.stones.tolist(), state.towers.tolist()
    board, beside = {}, {}
    for colour in range(PLACEABLE):
        board.update(dict.fromkeys(cells_of(stones[colour]), STONE_LETTERS[colour]))
        board.update(dict.fromkeys(cells_of(towers[colour]), TOWER_LETTERS[colour]))
        beside.update({cell: int(matching(state, cell, colour)) for cell in cells_of(towers[colour])})
    return {
        "board": board_text(board),
        "piles": [{"b": b, "y": y, "g": g, "r": r} for b, y, g, r in state.piles.tolist()[:seats]],
        "scored": state.scored.tolist()[:seats],
        "turn_tower": None if state.turn_tower == NOBODY else int(state.turn_tower),
        "phase": PHASES[state.phase],
        "bids": _bids_in(state)[:seats],
        "held": [None if stone == NO_STONE else LETTERS[stone] for stone in state.held.tolist()[:seats]],
        "revealed": [None if bid == NO_BID else BID_NAMES[bid] for bid in state.revealed.tolist()[:seats]],
        "matching": {NAMES[tower]: beside[tower] for tower in sorted(beside)},
    }


def _bids_in(state: Any) -> list[str | None]:
    """B-26. Each seat's bid of this round: none yet, hidden, or what it is."""
    bids_in = int(state.bids_in)
    return [
        None if not bids_in >> seat & 1 else HIDDEN if bid == UNKNOWN else BID_NAMES[bid]
        for seat, bid in enumerate(state.own_bid.tolist())
    ]


def fill(state: Any, position: Mapping[str, Any]) -> None:
    """Set a new game's record to the position."""
    _place(state, position.get("board", board_text({})))
    if _is_set_up(position):
        _check_set_up(state)
        return
    full = state.piles.copy()
    _read_seats(state, position)
    _read_turn_tower(state, position)
    _check_towers(state)
    _check_stones(state, full)
    _check_revealed(state, full)
    _check_over(state, position)


def _place(state: Any, board: Any) -> None:
    """B-2, B-3, B-6. The pieces on the board; a tower is the capital letter of its top."""
    try:
        letters = parse_board(board, STONE_LETTERS + TOWER_LETTERS)
    except Misread as problem:
        raise BadPosition("board-unread", "B-6", problem=problem.phrase) from None
    state.empty |= state.layout
    for cell, letter in letters.items():
        is_tower = letter in TOWER_LETTERS
        if is_tower and not bit(cell) & state.layout:
            rule = "B-2" if state.layout == LAYOUT_CIRCLES[0] else "B-28"
            raise BadPosition(
                "bluffstones.no-tower-circle",
                rule,
                cell=NAMES[cell],
                circles=listed(names_of(state.layout), "comma"),
            )
        (state.towers if is_tower else state.stones)[STONE_LETTERS.index(letter.lower())] |= bit(cell)
        state.empty ^= bit(cell)
    for colour in range(PLACEABLE):
        tops = int(state.towers[colour]).bit_count()
        if tops > TOPS_OF_A_COLOUR:
            raise BadPosition("bluffstones.too-many-tops", "B-3", tops=tops, colour=LETTERS[colour])


# The set-up


def _is_set_up(position: Mapping[str, Any]) -> bool:
    """Whether draws are still to come."""
    if "to_move" in position:
        return bool(position["to_move"] == "chance")
    return "board" not in position or ("turn_tower" in position and position["turn_tower"] is None)


def _check_set_up(state: Any) -> None:
    """B-3, B-5. Tops are dealt in the order of the circles, and nothing else has happened."""
    state.empty &= ~state.layout
    dealt, bare = cells_of(standing_towers(state)), cells_of(bare_towers(state))
    if dealt and bare and dealt[-1] > bare[0]:
        raise BadPosition("bluffstones.top-out-of-order", "B-3", cell=NAMES[dealt[-1]], earlier=NAMES[bare[0]])
    if any(state.stones):
        raise BadPosition("bluffstones.stones-before-start", "B-6")
    if state.gone:
        raise BadPosition("bluffstones.left-before-start", "B-5")


# What belongs to the seats


def _read_seats(state: Any, position: Mapping[str, Any]) -> None:
    """B-4, B-7, B-10, B-16. Piles, towers scored, bids and stones in hand, each from its list."""
    for seat, pile in enumerate(_of_seats(state, position, "piles")):
        if pile is not None:
            _read_pile(state, seat, pile)
    for seat, towers in enumerate(_of_seats(state, position, "scored")):
        if towers is not None and (type(towers) is not int or not 0 <= towers <= TOWERS):
            raise BadPosition("bluffstones.scored-not-a-count", "B-16", towers=repr(str(towers)[:20]))
        state.scored[seat] = towers or 0
    for seat, stone in enumerate(_of_seats(state, position, "held")):
        if stone is not None:
            state.held[seat] = _one_of(LETTERS, stone, phrase("bluffstones.a-stone-held"), "B-10")
    for seat, bid in enumerate(_of_seats(state, position, "revealed")):
        if bid is not None:
            state.revealed[seat] = _one_of(BID_NAMES, bid, phrase("bluffstones.a-bid"), "B-7")
    for seat, bid in enumerate(_of_seats(state, position, "bids")):
        if bid is not None:
            _read_bid(state, seat, bid)


def _of_seats(state: Any, position: Mapping[str, Any], field: str) -> list[Any]:
    """A list with a value for each seat; all None if it is not given."""
    seats = int(state.seats)
    values = position.get(field, [None] * seats)
    if not isinstance(values, list) or len(values) != seats:
        raise BadPosition("bluffstones.one-entry-a-seat", FIELD_RULES[field], field=field, seats=seats)
    return values


def _one_of(names: tuple[str, ...] | str, name: Any, what: dict[str, Any], rule: str) -> int:
    if not isinstance(name, str) or name not in tuple(names):
        raise BadPosition(
            "bluffstones.not-one-of", rule, what=what, names=listed(names, "space"), name=repr(str(name)[:20])
        )
    return names.index(name)


def _read_pile(state: Any, seat: int, pile: Any) -> None:
    """B-4. A pile only ever shrinks."""
    if not isinstance(pile, Mapping) or set(pile) != set(LETTERS) or any(type(n) is not int for n in pile.values()):
        raise BadPosition("bluffstones.not-a-pile", "B-4", seat={"seat": int(seat)})
    for colour, letter in enumerate(LETTERS):
        most = int(state.piles[seat, colour])
        if not 0 <= pile[letter] <= most:
            name = phrase("colour", colour=LETTERS[colour])
            raise BadPosition(
                "bluffstones.pile-out-of-range",
                "B-4",
                seat={"seat": int(seat)},
                pile=pile[letter],
                name=name,
                most=most,
            )
        state.piles[seat, colour] = pile[letter]


def _read_bid(state: Any, seat: int, bid: Any) -> None:
    """B-7. A bid that is in, while the pile still holds its stones."""
    if bid == HIDDEN:
        raise BadPosition("bluffstones.bid-hidden", "B-26", seat={"seat": int(seat)})
    number = _one_of(BID_NAMES, bid, phrase("bluffstones.a-bid"), "B-7")
    if not bit(number) & payable_bids(state, seat):
        has = int(state.piles[seat, colour_of(number)])
        raise BadPosition("bluffstones.bid-beyond-pile", "B-7", seat={"seat": int(seat)}, spoken=spoken(bid), has=has)
    state.own_bid[seat] = number
    state.bids_in |= bit(seat)


# Whose turn it is


def _read_turn_tower(state: Any, position: Mapping[str, Any]) -> None:
    """B-5. The turn tower and the seat to move, each from the other where only one is given."""
    seats, mover = int(state.seats), position.get("to_move")
    holding = [int(state.held[seat]) for seat in range(seats)]
    state.phase = BIDDING if set(holding) == {NO_STONE} else REMOVING if RED in holding else PLACING
    if state.phase != BIDDING and state.bids_in:
        raise BadPosition("bluffstones.held-before-reveal", "B-8")
    holder = position.get("turn_tower")
    if holder is not None or "turn_tower" in position:
        if type(holder) is not int or not 0 <= holder < seats:
            raise BadPosition("bluffstones.turn-tower-no-seat", "B-5", last=seats - 1)
        state.turn_tower = holder
        return
    first = mover if type(mover) is int else 0
    candidates = [(first + turn) % seats for turn in range(seats)]
    state.turn_tower = next((seat for seat in candidates if _fits(state, seat, mover)), first)


def _fits(state: Any, holder: int, mover: Any) -> bool:
    """Whether the bids and the seat to move are possible with the turn tower at this seat."""
    state.turn_tower = holder
    return (type(mover) is not int or _mover(state) == mover) and not _bids_too_early(state)


def _mover(state: Any) -> int | None:
    """B-7, B-12, B-14. The first in turn order to bid, or to use a stone; None if there is none."""
    if state.phase != BIDDING:
        return int(next_to_use(state))
    return next((seat for seat in turn_order(state) if is_in(state, seat) and not has_bid(state, seat)), None)


# What cannot be


def _check_towers(state: Any) -> None:
    """B-1, B-16. Seven towers, on the board or scored, and none that should have been scored already."""
    standing, scored = int(standing_towers(state)).bit_count(), int(state.scored.sum())
    if standing + scored != TOWERS:
        raise BadPosition("bluffstones.towers-not-seven", "B-1", standing=standing, scored=scored)
    for colour in range(PLACEABLE):
        for tower in cells_of(state.towers[colour]):
            stones = int(matching(state, tower, colour))
            if stones >= STONES_TO_SCORE:
                name = phrase("colour", colour=LETTERS[colour])
                raise BadPosition("bluffstones.tower-not-scored", "B-16", stones=stones, name=name, cell=NAMES[tower])


def _check_stones(state: Any, full: Any) -> None:
    """B-8, B-16. Stones on the board and in hands come out of the piles, and towers were scored with three."""
    seats = range(int(state.seats))
    could_be_scored = 0
    for colour in range(COLOURS):
        name = phrase("colour", colour=LETTERS[colour])
        for seat in seats:
            if state.held[seat] == colour and state.piles[seat, colour] == full[seat, colour]:
                raise BadPosition("bluffstones.held-not-from-pile", "B-8", seat={"seat": int(seat)}, name=name)
        if colour == RED:
            continue
        held = sum(state.held[seat] == colour for seat in seats)
        spent = int(full[:, colour].sum() - state.piles[:, colour].sum()) - held
        lying = int(state.stones[colour]).bit_count()
        if lying > spent:
            raise BadPosition("bluffstones.stones-do-not-add", "B-8", lying=lying, name=name, spent=spent)
        if spent >= STONES_TO_SCORE:
            could_be_scored += TOPS_OF_A_COLOUR - int(state.towers[colour]).bit_count()
    scored = int(state.scored.sum())
    if scored > could_be_scored:
        raise BadPosition("bluffstones.too-few-stones-spent", "B-16", scored=scored)


def _check_revealed(state: Any, full: Any) -> None:
    """B-8 to B-10. What is still held is the rest of what the bids left."""
    seats = range(int(state.seats))
    bids = [int(state.revealed[seat]) for seat in seats]
    if set(bids) == {NO_BID}:
        return
    if NO_BID in bids:
        raise BadPosition("bluffstones.bids-shown-in-part", "B-8")
    for seat in seats:
        spent = full[seat] - state.piles[seat]
        if bids[seat] != NOTHING and spent[colour_of(bids[seat])] < size_of(bids[seat]):
            shown = spoken(BID_NAMES[bids[seat]])
            raise BadPosition("bluffstones.bid-not-paid", "B-8", seat={"seat": int(seat)}, shown=shown)
    if state.phase == BIDDING:
        return
    left = left_to_use(bids)
    held = [int(state.held[seat]) for seat in seats]
    due, waiting = order_of_use(state, left), order_of_use(state, held)
    if waiting != due[len(due) - len(waiting) :] or any(held[seat] != left[seat] for seat in waiting):
        raise BadPosition("bluffstones.held-not-bid", "B-10")


def _check_over(state: Any, position: Mapping[str, Any]) -> None:
    """B-22, B-29. Sets who is to move; a game that is over has nobody, and one that is not has somebody."""
    says_over = "to_move" in position and position["to_move"] is None
    is_alone = int(state.gone).bit_count() == state.seats - 1
    if state.phase == BIDDING:
        _check_bids(state, is_alone)
    elif not is_alone:
        _check_use(state)
    over_by = "platform" if is_alone else _over_by(state)
    if says_over and over_by is None and not _may_be_over(state):
        raise BadPosition("bluffstones.game-not-over", "B-22")
    if over_by is not None and position.get("to_move") is not None:
        raise BadPosition("bluffstones.game-over", over_by)
    mover = None if says_over or over_by is not None else _mover(state)
    state.to_move = NOBODY if mover is None else mover


def _over_by(state: Any) -> str | None:
    """B-9, B-29. The rule by which a position between rounds is the end of the game, whatever else it says."""
    if state.phase == BIDDING and {int(state.revealed[seat]) for seat in range(state.seats)} == {NOTHING}:
        return "B-9"
    return "B-29" if state.phase == BIDDING and state.early_end and standing_towers(state) == 0 else None


def _may_be_over(state: Any) -> bool:
    """B-9. Between rounds all may have bid nothing, unless it is known what they bid."""
    return state.phase == BIDDING and not state.bids_in and {int(bid) for bid in state.revealed} == {NO_BID}


def _check_bids(state: Any, is_alone: bool) -> None:
    """B-5, B-8. Bids come in turn order, and once all are in they are shown."""
    if _mover(state) is None and not is_alone:
        raise BadPosition("bluffstones.bids-not-shown", "B-8")
    early = _bids_too_early(state)
    if early:
        waiting = {"seat": _mover(state)}
        raise BadPosition("bluffstones.bid-out-of-turn", "B-5", seat={"seat": int(early[0])}, waiting=waiting)


def _bids_too_early(state: Any) -> list[int]:
    """B-5. The seats whose bid is in although one before them in turn order has yet to bid."""
    order, mover = turn_order(state), _mover(state)
    if state.phase != BIDDING or mover is None:
        return []
    return [seat for seat in order[order.index(mover) :] if has_bid(state, seat)]


def _check_use(state: Any) -> None:
    """B-13, B-15. A stone that cannot be used would have been thrown away."""
    seat = int(next_to_use(state))
    if has_use(state, seat):
        return
    name = phrase("colour", colour=LETTERS[state.held[seat]])
    if not is_in(state, seat):
        raise BadPosition("bluffstones.left-holding-stone", "platform", seat={"seat": int(seat)}, name=name)
    missing = phrase("bluffstones.stone-on-circle" if state.held[seat] == RED else "bluffstones.empty-circle")
    rule = "B-13" if state.held[seat] == RED else "B-15"
    raise BadPosition("bluffstones.no-use-for-stone", rule, missing=missing, name=name)
