"""BluffStones in words: names of actions, reasons for refusals, sentences for events, each with its rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from siegeworks.core.game import Gain, Told
from siegeworks.core.hexboard import NAMES, NEIGHBOURS, bit, cells_of, names_of
from siegeworks.core.phrases import Sentence, listed, of_event, phrase, said, seats
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.core.seats import is_in
from siegeworks.core.views import UNKNOWN
from siegeworks.games.bluffstones.rules import (
    BIDDING,
    MOST_SEATS,
    NO_STONE,
    NOTHING,
    PAIR,
    PLACE,
    PLACEABLE,
    RED,
    REMOVE,
    REMOVING,
    START,
    STONES_TO_SCORE,
    colour_of,
    legal_count,
    payable_bids,
    pile_size,
    size_of,
    standing_towers,
)

LETTERS = "bygr"
BID_NAMES = ("-", *LETTERS, *(2 * letter for letter in LETTERS))
HIDDEN = "?"
AROUND: list[int] = NEIGHBOURS.tolist()
"""[cells] the circles beside each."""
ACTION_NAMES = (
    *(f"bid {bid}" for bid in BID_NAMES),
    *(f"remove {name}" for name in NAMES),
    *(f"place {name}" for name in NAMES),
)
CHANCE_NAMES = (
    *(f"top {name} {letter}" for name in NAMES for letter in LETTERS[:PLACEABLE]),
    *(f"start {seat}" for seat in range(MOST_SEATS)),
)
BID_SHAPE = "|".join(BID_NAMES)
SHAPES: tuple[str, ...] = (f"bid {BID_SHAPE}", "remove CELL", "place CELL")
TARGET_KINDS = {BID_SHAPE: "bid"}
SEATS_RULE, TURN_RULE, ACTION_RULE, CHANCE_RULE, LEAVE_RULE = "B-1", "B-5", "B-7", "B-27", "platform"
EVENTS = ("start", "top", "bid", "reveal", "discard", "remove", "place", "score", "fizzle", "round")
MARGIN = "bluffstones.margin"
ENDINGS = {"B-23": "bluffstones.most-towers", "B-24": "bluffstones.most-stones-left", "B-25": "bluffstones.all-equal"}
SEATS_HAVE_COLOURS = False
ROUTINE = frozenset({"round"})
DETAILS = frozenset({"top", "bid"})
PROMPT_VERBS = {
    "bluffstones.ask-bid": ("bid",),
    "bluffstones.ask-remove": ("remove",),
    "bluffstones.ask-place": ("place",),
    "bluffstones.ask-score": ("place",),
}


# What to do


def instruction(view: Any, action: int) -> Sentence:
    """What a person does who plays this."""
    if action < REMOVE:
        return said("bluffstones.do-bid", "B-7", bid=spoken(BID_NAMES[action]))
    if action < PLACE:
        cell = action - REMOVE
        return said("bluffstones.do-remove", "B-12", cell=NAMES[cell], colour=LETTERS[colour_on(view, cell)])
    colour = LETTERS[int(view.held[view.to_move])]
    return said("bluffstones.do-place", "B-14", cell=NAMES[action - PLACE], colour=colour)


def prompt(view: Any, seat: int | None, waiting: Sequence[int], legal: Sequence[int]) -> Sentence:
    """What the seat is asked for, or whom it waits for."""
    phase = int(view.phase)
    if phase == BIDDING:
        return said("bluffstones.ask-bid", "B-9") if legal else _await_bids(view, seat, waiting)
    if phase == REMOVING:
        if legal:
            return said("bluffstones.ask-remove", "B-12")
        return said("bluffstones.await-remove", "B-12", seats=seats(waiting))
    colour = int(view.held[view.to_move])
    if not legal:
        return said("bluffstones.await-place", "B-14", seats=seats(waiting), colour=LETTERS[colour])
    ready = _ready_towers(view, colour)
    if ready:
        return said("bluffstones.ask-score", "B-16", colour=LETTERS[colour], cells=listed(ready, "choice"))
    return said("bluffstones.ask-place", "B-14", colour=LETTERS[colour])


def _await_bids(view: Any, seat: int | None, waiting: Sequence[int]) -> Sentence:
    """B-7. Whose bids are not in yet; a seat that is in the game and not waited for has bid."""
    has_bid = seat is not None and seat not in waiting and not int(view.gone) >> seat & 1
    return said("bluffstones.await-others" if has_bid else "bluffstones.await-bids", "B-7", seats=seats(waiting))


def _ready_towers(view: Any, colour: int) -> list[str]:
    """B-16. The towers of the colour that one more stone on a circle beside them scores."""
    stones, empty = int(view.stones[colour]), int(view.empty)
    beside = [(tower, AROUND[tower]) for tower in cells_of(int(view.towers[colour]))]
    return [NAMES[t] for t, around in beside if (around & stones).bit_count() == STONES_TO_SCORE - 1 and around & empty]


# Refusals


def why_not(view: Any, action: int) -> Sentence:
    """Why the seat to move cannot play this, and the rule."""
    seat = {"seat": int(view.to_move)}
    if action < REMOVE:
        return _why_no_bid(view, action)
    if view.phase == BIDDING:
        return said("bluffstones.bids-first", "B-7", seat=seat)
    is_removal, colour = action < PLACE, int(view.held[view.to_move])
    if is_removal and view.phase != REMOVING:
        return said("bluffstones.only-red-removes", "B-12", seat=seat, colour=LETTERS[colour])
    if not is_removal and view.phase == REMOVING:
        return said("bluffstones.red-removes", "B-12", seat=seat)
    if is_removal:
        return _why_not_from(view, action - REMOVE)
    return _occupied(view, action - PLACE, "tower-in-way", "stone-in-way", "B-14")


def _why_no_bid(view: Any, bid: int) -> Sentence:
    seat = {"seat": int(view.to_move)}
    if view.phase == REMOVING:
        return said("bluffstones.must-remove", "B-12", seat=seat)
    if view.phase != BIDDING:
        return said("bluffstones.must-place", "B-14", seat=seat)
    colour = int(colour_of(bid))
    has = int(view.piles[view.to_move, colour])
    return said("bluffstones.bid-lacks", "B-7", seat=seat, stones=size_of(bid), colour=LETTERS[colour], has=has)


def _why_not_from(view: Any, cell: int) -> Sentence:
    if bit(cell) & view.empty:
        return said("bluffstones.no-stone", "B-12", cell=NAMES[cell])
    return _occupied(view, cell, "tower-stays", "stone-stays", "B-12")


def _occupied(view: Any, cell: int, tower: str, stone: str, rule: str) -> Sentence:
    """What stands or lies on a circle that is not empty."""
    if bit(cell) & standing_towers(view):
        return said(f"bluffstones.{tower}", rule, cell=NAMES[cell])
    return said(f"bluffstones.{stone}", rule, cell=NAMES[cell], colour=LETTERS[colour_on(view, cell)])


def colour_on(state: Any, cell: int) -> int:
    """The colour of the stone on a circle, or on top of the tower there."""
    return next(c for c in range(PLACEABLE) if bit(cell) & (state.stones[c] | state.towers[c]))


def is_publicly_forced(view: Any, seat: int) -> bool:
    """B-7, B-12, B-14. An empty pile bids nothing; and one stone to remove, or one empty circle, is no choice."""
    if view.phase == BIDDING:
        return bool(payable_bids(view, seat) == bit(NOTHING))
    return bool(view.to_move == seat and legal_count(view) == 1)


# Events


def events(before: Any, action: int | None, after: Any) -> Iterator[Told]:
    """What an action changed; None is a resignation, UNKNOWN a bid the reader may not know yet."""
    if before.to_move == CHANCE:
        if action is not None:
            yield _drawn(action)
        return
    if before.phase == BIDDING:
        if action is not None:
            yield "bid", {"bid": HIDDEN if action == UNKNOWN else BID_NAMES[action]}, "B-7"
        if after.bids_in != 0 or (action is None and before.bids_in == 0):
            return  # others have yet to bid
        yield from _shown(before, after)
        held = left_to_use(_bids(after))
    else:
        held = _held(before)
        if action is not None:
            held[before.to_move] = NO_STONE
            yield from _used(before, action, after)
    yield from _thrown_away(before, held, after)
    if after.phase == BIDDING and after.to_move != NOBODY:
        yield "round", {"turn_tower": int(after.turn_tower)}, "B-20"


def _drawn(draw: int) -> Told:
    if draw >= START:
        return "start", {"seat": int(draw) - START}, "B-5"
    return "top", {"cell": NAMES[draw // PLACEABLE], "colour": LETTERS[draw % PLACEABLE]}, "B-3"


def _used(before: Any, action: int, after: Any) -> Iterator[Told]:
    """B-12, B-14, B-16. A stone removed, or placed with the towers it scored."""
    if action < PLACE:
        cell = action - REMOVE
        yield "remove", {"cell": NAMES[cell], "colour": LETTERS[colour_on(before, cell)]}, "B-12"
        return
    seat = int(before.to_move)
    colour = LETTERS[before.held[seat]]
    yield "place", {"cell": NAMES[action - PLACE], "colour": colour}, "B-14"
    for tower in names_of(standing_towers(before) & ~standing_towers(after)):
        yield "score", {"seat": seat, "tower": tower, "colour": colour}, "B-16"


def gains(events: Sequence[Told], seat: int, mover: int) -> Iterator[Gain]:
    """B-16. Towers scored."""
    towers = [args["tower"] for kind, args, _ in events if kind == "score" and args["seat"] == seat]
    if towers:
        yield Gain(phrase("bluffstones.gains-score", towers=towers), "B-16")


def _shown(before: Any, after: Any) -> Iterator[Told]:
    """B-8, B-10. The bids, and what a pair among them cost."""
    bids = _bids(after)
    yield "reveal", {"bids": [BID_NAMES[bid] for bid in bids]}, "B-8"
    for seat in turn_order(before):
        if bids[seat] != NOTHING and max(bids) >= PAIR:
            yield "discard", {"seat": seat, "colour": LETTERS[colour_of(bids[seat])]}, "B-10"


def left_to_use(bids: list[int]) -> list[int]:
    """B-10. What each seat holds once the bids are shown and a pair among them is paid for."""
    kept = 2 if max(bids) >= PAIR else 1
    return [colour_of(bid) if size_of(bid) == kept else NO_STONE for bid in bids]


def _bids(state: Any) -> list[int]:
    return list(state.revealed.tolist()[: int(state.seats)])


def _held(state: Any) -> list[int]:
    return list(state.held.tolist()[: int(state.seats)])


def _thrown_away(before: Any, held: list[int], after: Any) -> Iterator[Told]:
    """B-13, B-15. Stones that were held and are not any more, though nobody used them."""
    now = _held(after)
    for seat in order_of_use(before, held):
        if now[seat] == NO_STONE:
            rule = "platform" if not is_in(after, seat) else "B-13" if held[seat] == RED else "B-15"
            yield "fizzle", {"seat": seat, "colour": LETTERS[held[seat]]}, rule


def turn_order(state: Any) -> list[int]:
    """B-5. All seats clockwise from the one that has the turn tower."""
    first, seats = int(state.turn_tower), int(state.seats)
    return [(first + turn) % seats for turn in range(seats)]


def order_of_use(state: Any, held: list[int]) -> list[int]:
    """B-12, B-14. The seats that hold a stone: red ones in turn order, then the others in turn order."""
    holding = [seat for seat in turn_order(state) if held[seat] != NO_STONE]
    return sorted(holding, key=lambda seat: held[seat] != RED)


def result_rule(state: Any) -> str:
    """The rule that decided the game."""
    staying = [seat for seat in range(state.seats) if is_in(state, seat)]
    if len(staying) == 1:
        return "platform"
    most = max(state.scored[seat] for seat in staying)
    leading = [int(pile_size(state, seat)) for seat in staying if state.scored[seat] == most]
    if len(leading) == 1:
        return "B-23"
    return "B-24" if leading.count(max(leading)) == 1 else "B-25"


# Secrets


def is_open(before: Any, action: int, seat: int | None) -> bool:
    """B-26. Everybody may read everything but a bid of another seat that others have still to answer."""
    if before.to_move == CHANCE or action >= REMOVE:
        return True
    return before.to_move == seat or is_last_bid(before)


def is_last_bid(state: Any) -> bool:
    """B-8. Whether the next bid is the one after which all are shown."""
    done = int(state.bids_in) | int(state.gone) | 1 << int(state.to_move)
    return state.phase == BIDDING and done == (1 << int(state.seats)) - 1


def choosing_at_once(state: Any) -> list[int]:
    """B-7. The seats that choose in secret at the same time now and have not done so yet; none outside the bidding."""
    if state.phase != BIDDING or state.to_move < 0:
        return []
    return [seat for seat in turn_order(state) if is_in(state, seat) and not int(state.bids_in) >> seat & 1]


def twin(before: Any, action: int) -> str | None:
    """B-26. What the others read: that there is a bid."""
    return f"bid {HIDDEN}"


def rests_on_secrets(view: Any, action: int) -> bool:
    """B-8. The last bid shows the bids of the others."""
    return view.to_move != CHANCE and action < REMOVE and is_last_bid(view)


def own_events(view: Any, action: int) -> Iterator[Told]:
    """B-7. The bid itself."""
    yield "bid", {"bid": BID_NAMES[action]}, "B-7"


# Sentences


def sentence(kind: str, args: dict[str, Any], seat: Any) -> Sentence:
    """An event as a sentence."""
    if kind == "bid":
        bid = args["bid"]
        shown = {} if bid == HIDDEN else {"bid": spoken(bid)}
        return Sentence(
            "bluffstones.bid-made" if bid == HIDDEN else "bluffstones.bid", {"seat": {"seat": seat}, **shown}
        )
    if kind == "reveal":
        bids = [phrase("bluffstones.bid-of", seat={"seat": at}, bid=spoken(bid)) for at, bid in enumerate(args["bids"])]
        return said("bluffstones.reveal", bids=listed(bids, "comma"))
    if kind == "round":
        return said("bluffstones.round", seat={"seat": args["turn_tower"]})
    return of_event("bluffstones", kind, args, seat)


def spoken(bid: str) -> dict[str, Any]:
    """A bid in words, as a part of a sentence."""
    if bid == BID_NAMES[NOTHING]:
        return phrase("bluffstones.nothing")
    return phrase("bluffstones.stones-bid", stones=len(bid), colour=bid[0])
