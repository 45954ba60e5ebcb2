"""BluffStones, slowly and plainly: an oracle written from the rules alone, to check the engine against.

Cells are their names, the board is a dict, and whose turn it is follows each time anew from bids and stones in hand.
Rule numbers (B-…) are those of docs/rules/bluffstones.md; "platform" marks what only a table on a computer needs.
"""

from collections.abc import Mapping
from typing import Any

Event = dict[str, Any]
Actor = int | str

# Section 1: rows a to g, and in each the numbers of the slanting lines that cross it.
ROWS = "abcdefg"
NUMBERS = {row: range(max(1, r - 2), min(7, r + 4) + 1) for r, row in enumerate(ROWS)}
CELLS = [f"{row}{number}" for row in ROWS for number in NUMBERS[row]]  # index order
STEPS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)]  # E W NW SE NE SW, as (row, number)
NAMES_BY_GROUP = [[f"{row}{number}" for number in NUMBERS[row]] for row in reversed(ROWS)]  # as in a board string

EMPTY, RED, NOTHING = ".", "r", "-"
PLACEABLE = "byg"  # stones that can lie on a circle; a tower is written as the capital of the colour on its top
COLOURS = PLACEABLE + RED
BIDS = [NOTHING, *COLOURS, *(2 * colour for colour in COLOURS)]  # B-7

TOPS_PER_COLOUR = 3  # B-3
PILES = {2: {"b": 6, "y": 6, "g": 6, "r": 4}, 3: {"b": 5, "y": 5, "g": 5, "r": 3}}  # B-4
STONES_TO_SCORE = 3  # B-16
LAYOUTS = {  # B-2, B-28
    "standard": "d4 b2 b4 d2 d6 f4 f6",
    "petals": "d4 b3 c2 c5 e3 e6 f5",
    "pinwheel": "d4 a3 b1 c6 e2 f7 g5",
    "corners": "d4 a1 a4 d1 d7 g4 g7",
}
DEFAULTS: dict[str, object] = {"layout": "standard", "early_end": False}


def neighbours(cell: str) -> list[str]:
    """Section 1. The circles next to a circle, at most six."""
    row, number = ROWS.index(cell[0]), int(cell[1])
    around = [(row + up, number + along) for up, along in STEPS]
    return [f"{ROWS[r]}{n}" for r, n in around if 0 <= r < len(ROWS) and n in NUMBERS[ROWS[r]]]


def read_board(text: str) -> dict[str, str]:
    """The contents of every circle, from a board string (section 1)."""
    groups = text.split("/")
    if [len(group) for group in groups] != [len(names) for names in NAMES_BY_GROUP]:
        raise ValueError(f"not a board of 37 circles: {text}")
    found = {
        name: sign
        for names, group in zip(NAMES_BY_GROUP, groups, strict=True)
        for name, sign in zip(names, group, strict=True)
    }
    return {cell: found[cell] for cell in CELLS}


def write_board(board: Mapping[str, str]) -> str:
    """The board string of the contents of every circle (section 1)."""
    return "/".join("".join(board[name] for name in names) for names in NAMES_BY_GROUP)


def event(actor: Actor | None, event_kind: str, event_rule: str, /, **args: Any) -> Event:
    """An event; the acting seat is apart from a `seat` the event may be about."""
    return {"seat": actor, "kind": event_kind, "args": args, "rule": event_rule}


class Oracle:
    """One game: board, piles, scored towers, turn tower, the bids that are in, and the stones still to be used."""

    def __init__(self, seats: int, options: Mapping[str, object] = {}) -> None:
        if seats not in PILES:
            raise ValueError("B-1: two or three seats")
        if unknown := set(options) - set(DEFAULTS):
            raise ValueError(f"unknown options {sorted(unknown)}")
        self.seats = seats
        self.options = {**DEFAULTS, **options}
        if self.options["layout"] not in LAYOUTS:
            raise ValueError(f"B-28: no layout {self.options['layout']}")
        self.board = dict.fromkeys(CELLS, EMPTY)  # B-6; a tower appears here once its top is drawn
        layout = LAYOUTS[str(self.options["layout"])].split()
        self.undealt = [cell for cell in CELLS if cell in layout]  # B-3: towers without a top, in index order
        self.piles = [dict(PILES[seats]) for _ in range(seats)]  # B-4
        self.scored = [0] * seats
        self.turn_tower: int | None = None
        self.bids: list[str | None] = [None] * seats
        self.held: list[str | None] = [None] * seats
        self.gone: set[int] = set()
        self.result: dict[str, Any] | None = None

    @classmethod
    def from_position(cls, position: Mapping[str, Any]) -> "Oracle":
        """A game set up as a position says; what happens by itself from there is done, and who is to move follows."""
        oracle = cls(position["seats"], position.get("options", {}))
        oracle.board = read_board(position.get("board", write_board(oracle.board)))
        if wrong := set(oracle.board.values()) - {EMPTY, *PLACEABLE, *PLACEABLE.upper()}:
            raise ValueError(f"no such pieces in this game: {sorted(wrong)}")
        if "piles" in position:
            oracle.piles = [{colour: pile.get(colour, 0) for colour in COLOURS} for pile in position["piles"]]
        oracle.scored = list(position.get("scored", oracle.scored))
        oracle.bids = list(position.get("bids", oracle.bids))
        oracle.held = list(position.get("held", oracle.held))
        oracle.gone = set(position.get("gone", []))
        given = position.get("to_move")
        dealing = given == "chance"
        oracle.undealt = [cell for cell in oracle.undealt if dealing and oracle.board[cell] == EMPTY]
        oracle.turn_tower = position.get("turn_tower", None if dealing else given or 0)
        if "to_move" in position and given is None:
            oracle.finish(None)
        elif not dealing:
            oracle.go_on(None)
        if "to_move" in position and given != oracle.to_move:
            raise ValueError(f"{oracle.to_move} is to move in this position, not {given}")
        if position.get("phase", oracle.phase()) != oracle.phase():
            raise ValueError(f"this position is in the phase {oracle.phase()}")
        return oracle

    # ---- what is on the board

    def stones(self) -> list[str]:
        """Circles with a stone; those on top of towers are not among them (B-12, B-19)."""
        return [cell for cell in CELLS if self.board[cell] in PLACEABLE]

    def towers(self) -> list[str]:
        return [cell for cell in CELLS if self.board[cell] in PLACEABLE.upper()]

    def empty(self) -> list[str]:
        return [cell for cell in CELLS if self.board[cell] == EMPTY]

    def matching(self, tower: str) -> int:
        """B-16. How many stones beside a tower have the colour of its top."""
        return [self.board[cell] for cell in neighbours(tower)].count(self.board[tower].lower())

    # ---- whose turn it is

    def staying(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.gone]

    def turn_order(self) -> list[int]:
        """B-5. Clockwise from the holder of the turn tower, seats that left included."""
        first = self.turn_tower or 0
        return [(first + step) % self.seats for step in range(self.seats)]

    def bidders(self) -> list[int]:
        """B-7. Seats still to be asked for a bid this round, in turn order; a seat that left is not asked."""
        return [seat for seat in self.turn_order() if self.bids[seat] is None and seat not in self.gone]

    def holder(self) -> int | None:
        """B-12, B-14, B-A22. Whose stone is used next: every red one in turn order, then every other in turn order."""
        holding = [seat for seat in self.turn_order() if self.held[seat] is not None]
        reds = [seat for seat in holding if self.held[seat] == RED]
        return next(iter(reds + holding), None)

    def phase(self) -> str:
        if RED in self.held:
            return "remove"
        return "bid" if self.holder() is None else "place"

    @property
    def to_move(self) -> Actor | None:
        if self.result is not None:
            return None
        if self.undealt or self.turn_tower is None:
            return "chance"
        return self.bidders()[0] if self.phase() == "bid" else self.holder()

    # ---- actions

    def legal(self) -> list[str]:
        if self.result is not None:
            return []
        if self.undealt:  # B-3, B-27: each colour that the shuffled stones still hold
            tops = list(self.board.values())
            left = [colour for colour in PLACEABLE if tops.count(colour.upper()) < TOPS_PER_COLOUR]
            return [f"top {self.undealt[0]} {colour}" for colour in left]
        if self.turn_tower is None:
            return [f"start {seat}" for seat in range(self.seats)]  # B-5
        if self.phase() == "remove":
            return [f"remove {cell}" for cell in self.stones()]  # B-12
        if self.phase() == "place":
            return [f"place {cell}" for cell in self.empty()]  # B-14
        return [f"bid {bid}" for bid in BIDS if self.affords(self.bidders()[0], bid)]

    def affords(self, seat: int, bid: str) -> bool:
        """B-7. Nothing can always be bid; one or two stones of a colour only from a pile that has them."""
        return bid == NOTHING or self.piles[seat][bid[0]] >= len(bid)

    def default(self) -> str:
        """B-A25. What an expired clock plays: no stones in the bidding, afterwards the lowest legal circle."""
        return self.legal()[0]

    def play(self, name: str) -> list[Event]:
        """Performs a legal action and tells what happened, in order."""
        if name not in self.legal():
            raise ValueError(f"not legal: {name}")
        verb, what, *rest = name.split()
        if verb == "top":
            self.undealt.remove(what)
            self.board[what] = rest[0].upper()
            return [event("chance", "top", "B-3", cell=what, colour=rest[0])]
        if verb == "start":
            self.turn_tower = int(what)
            return [event("chance", "start", "B-5", seat=self.turn_tower)]
        seat = self.to_move
        assert isinstance(seat, int)
        if verb == "bid":
            self.bids[seat] = what
            return [event(seat, "bid", "B-7", bid=what), *self.go_on(seat)]
        events = self.remove(seat, what) if verb == "remove" else self.place(seat, what)
        return events + self.use_stones(seat)

    def resign(self, seat: int) -> list[Event]:
        """A seat leaves. A bid of its that is in stands, its stones are spent, and it will not win (platform)."""
        if not isinstance(self.to_move, int) or seat not in self.staying():
            raise ValueError(f"seat {seat} cannot resign now")
        self.gone.add(seat)
        return [event(seat, "resign", "platform"), *self.go_on(seat)]

    # ---- a round after the bidding

    def go_on(self, actor: Actor | None) -> list[Event]:
        """After a bid or a resignation: whatever happens by itself before the next decision."""
        if len(self.staying()) == 1:
            return self.finish(actor)
        if self.phase() != "bid":
            return self.use_stones(actor)
        return [] if self.bidders() else self.reveal(actor)

    def reveal(self, actor: Actor | None) -> list[Event]:
        """B-8 to B-11. All bids are shown and paid for; a pair anywhere costs each bidder one stone."""
        bids = [bid or NOTHING for bid in self.bids]
        self.bids = [None] * self.seats
        events = [event(actor, "reveal", "B-8", bids=bids)]
        if all(bid == NOTHING for bid in bids):  # B-9
            return events + self.finish(actor)
        pair_was_bid = any(len(bid) == 2 for bid in bids)
        for seat in self.turn_order():
            if bids[seat] == NOTHING:
                continue
            colour, count = bids[seat][0], len(bids[seat])
            self.piles[seat][colour] -= count
            if pair_was_bid:  # B-10
                count -= 1
                events.append(event(actor, "discard", "B-10", seat=seat, colour=colour))
            self.held[seat] = colour if count == 1 else None
        return events + self.use_stones(actor)

    def use_stones(self, actor: Actor | None) -> list[Event]:
        """Steps 3 and 4. Throws away each stone that cannot be used, until a seat must decide or the round is over."""
        events: list[Event] = []
        while (seat := self.holder()) is not None:
            colour = self.held[seat]
            if seat in self.gone:
                rule = "platform"
            elif colour == RED and not self.stones():
                rule = "B-13"
            elif colour != RED and not self.empty():
                rule = "B-15"
            else:
                return events
            self.held[seat] = None
            events.append(event(actor, "fizzle", rule, seat=seat, colour=colour))
        return events + self.end_round(actor)

    def remove(self, seat: int, cell: str) -> list[Event]:
        """B-12, B-19. The red stone and the stone of this circle leave the game; that never scores."""
        removed, self.board[cell] = self.board[cell], EMPTY
        self.held[seat] = None
        return [event(seat, "remove", "B-12", cell=cell, colour=removed)]

    def place(self, seat: int, cell: str) -> list[Event]:
        """B-14, B-16 to B-18. The stone goes on the circle and scores each tower beside it that now has three."""
        colour = self.held[seat]
        assert colour is not None
        self.board[cell] = colour
        self.held[seat] = None
        events = [event(seat, "place", "B-14", cell=cell, colour=colour)]
        beside = [tower for tower in self.towers() if tower in neighbours(cell)]
        for tower in [tower for tower in beside if self.matching(tower) >= STONES_TO_SCORE]:
            top = self.board[tower].lower()
            events.append(event(seat, "score", "B-16", seat=seat, tower=tower, colour=top))
            self.board[tower] = EMPTY
            self.scored[seat] += 1
        return events

    def end_round(self, actor: Actor | None) -> list[Event]:
        """B-20. The turn tower goes to the next seat clockwise that is still in; or the game ends early (B-29)."""
        if self.options["early_end"] and not self.towers():
            return self.finish(actor)
        self.turn_tower = next(seat for seat in self.turn_order()[1:] if seat not in self.gone)
        return [event(actor, "round", "B-20", turn_tower=self.turn_tower)]

    # ---- the end

    def finish(self, actor: Actor | None) -> list[Event]:
        """B-23 to B-25. Most towers, then the bigger pile, else shared; seats that left are last together."""
        standing = [
            (1, self.scored[seat], sum(self.piles[seat].values())) if seat not in self.gone else (0, 0, 0)
            for seat in range(self.seats)
        ]
        places = [1 + sum(other > own for other in standing) for own in standing]
        winners = [seat for seat in range(self.seats) if places[seat] == 1]
        most = max(self.scored[seat] for seat in self.staying())
        if len(self.staying()) == 1:
            rule = "platform"
        elif [self.scored[seat] for seat in self.staying()].count(most) == 1:
            rule = "B-23"
        else:
            rule = "B-24" if len(winners) == 1 else "B-25"
        outcome = {"winners": winners, "scores": list(self.scored), "places": places}
        self.result = {**outcome, "rule": rule}
        return [event(actor, "end", rule, **outcome)]

    # ---- what can be seen

    def position(self) -> dict[str, Any]:
        """The position as JSON, with the field derived from it."""
        return {
            "seats": self.seats,
            "options": {key: value for key, value in self.options.items() if value != DEFAULTS[key]},
            "to_move": self.to_move,
            "gone": sorted(self.gone),
            "board": write_board(self.board),
            "piles": [dict(pile) for pile in self.piles],
            "scored": list(self.scored),
            "turn_tower": self.turn_tower,
            "phase": self.phase(),
            "bids": list(self.bids),
            "held": list(self.held),
            "matching": {tower: self.matching(tower) for tower in self.towers()},
        }

    def view(self, seat: int | None) -> dict[str, Any]:
        """B-26. The position without the bids that others have made; once the game is over nothing is hidden."""
        position = self.position()
        if self.result is None:
            position["bids"] = [
                bid if bid is None or owner == seat else "?" for owner, bid in enumerate(position["bids"])
            ]
        return position
