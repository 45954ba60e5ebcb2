"""SiegeStones, slowly and plainly: an oracle written from the rules alone, to check the engine against.

Cells are their names, the board is a dict, and everything that follows from the board is worked out anew each time.
Rule numbers (T-…) are those of docs/rules/siegestones.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

Event = dict[str, Any]
Actor = int | str

# Section 1: rows a to g, and in each the numbers of the slanting lines that cross it.
ROWS = "abcdefg"
NUMBERS = {row: range(max(1, r - 2), min(7, r + 4) + 1) for r, row in enumerate(ROWS)}
CELLS = [f"{row}{number}" for row in ROWS for number in NUMBERS[row]]  # index order
STEPS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)]  # E W NW SE NE SW, as (row, number)

EMPTY, TOWER, COLOURS = ".", "T", "bygr"
NAMES_BY_GROUP = [[f"{row}{number}" for number in NUMBERS[row]] for row in reversed(ROWS)]  # as in a board string
CENTRE = {"d4", "c3", "c4", "d3", "d5", "e4", "e5"}  # T-35b

STONES_PER_SEAT = 20  # T-3
TOWERS_BY_SEATS = {2: 8, 3: 9, 4: 9}  # T-4
TOWER_POOLS = range(4, 13)  # T-36
FULL_RATING = 6  # T-14
LEAST_THREAT = 5  # T-17
TOWERS_TO_WIN = 4  # T-23
SERIES_GUARD = 50  # T-33
DEFAULTS: dict[str, object] = {"balanced": False, "no_first_tower": False, "centre_opening": False, "tower_pool": 0}


@cache
def neighbours(cell: str) -> list[str]:
    """T-13. The circles next to a circle, at most six."""
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


class Oracle:
    """One game. `start`, `gone`, `to_move` and `board` are all there is; the rest is derived."""

    def __init__(self, seats: int, options: Mapping[str, object] = {}) -> None:
        if seats not in TOWERS_BY_SEATS:
            raise ValueError("T-2: two, three or four seats")
        if unknown := set(options) - set(DEFAULTS):
            raise ValueError(f"unknown options {sorted(unknown)}")
        self.seats = seats
        self.options = {**DEFAULTS, **options}
        pool = self.options["tower_pool"]
        if not isinstance(pool, int) or (pool != 0 and pool not in TOWER_POOLS):
            raise ValueError("T-36: a pool of 4 to 12 towers, or 0 for the rule's number")
        self.towers_in_all = pool or TOWERS_BY_SEATS[seats]  # T-4, T-36
        self.board = dict.fromkeys(CELLS, EMPTY)  # T-5
        self.start: int | None = None
        self.gone: set[int] = set()
        self.to_move: Actor | None = "chance"  # T-6
        self.result: dict[str, Any] | None = None

    @classmethod
    def from_position(cls, position: Mapping[str, Any]) -> "Oracle":
        """A game set up as a position says; whether it is over is judged anew from the position itself."""
        oracle = cls(position["seats"], position.get("options", {}))
        oracle.board = read_board(position.get("board", write_board(oracle.board)))
        if wrong := set(oracle.board.values()) - {EMPTY, TOWER, *COLOURS[: oracle.seats]}:
            raise ValueError(f"no such pieces in this game: {sorted(wrong)}")
        if oracle.pool() < 0 or min(oracle.supply(seat) for seat in range(oracle.seats)) < 0:
            raise ValueError("T-3, T-4: more pieces on the board than there are")
        oracle.gone = set(position.get("gone", []))
        oracle.start = position.get("start")
        oracle.to_move = position["to_move"]
        if oracle.to_move != "chance":
            oracle.finish_or_pass_on(oracle.to_move, oracle.to_move)
        return oracle

    # ---- what is on the board

    def on_board(self, sign: str) -> list[str]:
        return [cell for cell in CELLS if self.board[cell] == sign]

    def staying(self) -> list[int]:
        """Seats still in (T-A30)."""
        return [seat for seat in range(self.seats) if seat not in self.gone]

    def pool(self) -> int:
        """T-4. Towers left to place."""
        return self.towers_in_all - len(self.on_board(TOWER))

    def supply(self, seat: int) -> int:
        """T-3, T-22. Stones left to a seat; the markers on towers use up none."""
        return STONES_PER_SEAT - len(self.on_board(COLOURS[seat]))

    # ---- threat and control

    def rating(self, stone: str) -> int:
        """T-14. Six, less one for each tower beside the stone."""
        return FULL_RATING - sum(self.board[cell] == TOWER for cell in neighbours(stone))

    def threat(self, tower: str) -> list[int]:
        """T-15, T-16. For each seat, gone or not, what its stones beside the tower are worth together."""
        beside = neighbours(tower)
        return [
            sum(self.rating(cell) for cell in beside if self.board[cell] == COLOURS[seat]) for seat in range(self.seats)
        ]

    def controller(self, tower: str) -> int | None:
        """T-17 to T-19. The one seat with the greatest threat, if that is 5 or more; T-30 first strikes out equals."""
        threat = self.threat(tower)
        if self.options["balanced"]:
            threat = [value if threat.count(value) == 1 else 0 for value in threat]
        best = max(threat)
        if best < LEAST_THREAT or threat.count(best) > 1:
            return None
        return threat.index(best)

    def control(self) -> dict[str, int | None]:
        """T-21. Who controls each tower on the board, in index order, from the present position alone."""
        return {tower: self.controller(tower) for tower in self.on_board(TOWER)}

    def control_rule(self, tower: str) -> str:
        """The rule that decides who controls a tower, or that nobody does."""
        threat, owner = self.threat(tower), self.controller(tower)
        if owner is not None:
            return "T-17" if threat[owner] == max(threat) else "T-30"
        if max(threat) < LEAST_THREAT:
            return "T-19"
        return "T-30" if self.options["balanced"] else "T-18"

    def towers_held(self, seat: int) -> int:
        """Section 2.4's n(p): towers a seat controls; those of a seat that left count for nobody (T-A30)."""
        return 0 if seat in self.gone else list(self.control().values()).count(seat)

    # ---- the turn

    def placements(self, seat: int) -> list[str]:
        """T-8 to T-12. What a seat may do if it is its turn; there is no passing."""
        cells = self.on_board(EMPTY)
        first_of_all = len(cells) == len(CELLS)
        if self.options["centre_opening"] and first_of_all and seat == self.start:  # T-35b
            cells = [cell for cell in cells if cell in CENTRE]
        no_tower_yet = not self.on_board(TOWER)
        barred = bool(self.options["no_first_tower"]) and no_tower_yet and seat == self.start  # T-35a
        stones = [f"stone {cell}" for cell in cells] if self.supply(seat) > 0 else []
        towers = [f"tower {cell}" for cell in cells] if self.pool() > 0 and not barred else []
        return stones + towers

    def legal(self) -> list[str]:
        if self.to_move == "chance":
            return [f"start {seat}" for seat in range(self.seats)]  # T-6
        return self.placements(self.to_move) if isinstance(self.to_move, int) else []

    def default(self) -> str:
        """Section 2.6. A stone on the lowest circle it may lie on; a tower there if there is no stone left."""
        return self.legal()[0]

    def play(self, name: str) -> list[Event]:
        """Performs a legal action and tells what happened, in order."""
        if name not in self.legal():
            raise ValueError(f"not legal: {name}")
        kind, what = name.split()
        if kind == "start":
            self.start = self.to_move = int(what)
            return [event("chance", "start", "T-6", seat=self.start)]
        seat = self.to_move
        assert isinstance(seat, int)
        before = self.control()
        self.board[what] = TOWER if kind == "tower" else COLOURS[seat]
        placed = {"cell": what, "pool": self.pool()} if kind == "tower" else {"cell": what}
        events = [event(seat, kind, "T-8", **placed), *self.control_changes(seat, before)]
        return events + self.finish_or_pass_on(seat, self.after(seat))

    def resign(self, seat: int) -> list[Event]:
        """T-A30. A seat leaves; its stones stay and keep threatening, so no tower changes hands."""
        if not isinstance(self.to_move, int) or seat not in self.staying():
            raise ValueError(f"seat {seat} cannot resign now")
        self.gone.add(seat)
        return [event(seat, "resign", "T-A30"), *self.finish_or_pass_on(seat, self.to_move)]

    def control_changes(self, seat: int, before: Mapping[str, int | None]) -> list[Event]:
        """T-21. One event for each tower that changed hands; a new tower was nobody's."""
        return [
            event(
                seat,
                "control",
                self.control_rule(tower),
                tower=tower,
                seat=owner,
                was=before.get(tower),
                threat=self.threat(tower),
            )
            for tower, owner in self.control().items()
            if owner != before.get(tower)
        ]

    def after(self, seat: int) -> int:
        """T-7. The next seat clockwise."""
        return (seat + 1) % self.seats

    # ---- the end

    def finish_or_pass_on(self, actor: Actor | None, upcoming: Actor | None) -> list[Event]:
        """Section 2.4. Ends the game, or gives the turn to the upcoming seat or the first after it that can place."""
        rule = self.end_rule()
        if rule is not None:
            self.to_move = None
            self.result = self.final_result(rule)
            return [event(actor, "end", rule, **{key: self.result[key] for key in ("winners", "scores", "places")})]
        if not isinstance(upcoming, int):
            raise ValueError("the game is not over, so a seat must be to move")
        while upcoming in self.gone or not self.placements(upcoming):
            upcoming = self.after(upcoming)
        self.to_move = upcoming
        most, leaders = self.leaders()
        if most >= TOWERS_TO_WIN and self.on_board(EMPTY):  # T-24; one leader alone would have won
            return [event(actor, "shared", "T-24", seats=leaders, towers=most)]
        return []

    def leaders(self) -> tuple[int, list[int]]:
        """The most towers held by a seat still in, and all seats still in that hold so many."""
        most = max(self.towers_held(seat) for seat in self.staying())
        return most, [seat for seat in self.staying() if self.towers_held(seat) == most]

    def end_rule(self) -> str | None:
        """The rule by which the game is over now, if it is."""
        if len(self.staying()) == 1:
            return "T-A30"
        most, leaders = self.leaders()
        if most >= TOWERS_TO_WIN and len(leaders) == 1:
            return "T-23"
        if not any(self.placements(seat) for seat in self.staying()):  # a full board, or nobody has a piece for it
            return "T-25"
        return None

    def final_result(self, rule: str) -> dict[str, Any]:
        """T-23, T-25, T-A30. Towers, then own stones on circles; seats that left come last, together."""
        scores = [self.towers_held(seat) for seat in range(self.seats)]
        standing = [
            (seat not in self.gone, scores[seat], len(self.on_board(COLOURS[seat])) * (seat not in self.gone))
            for seat in range(self.seats)
        ]
        places = [1 + sum(other > own for other in standing) for own in standing]
        winners = [seat for seat in range(self.seats) if places[seat] == 1]
        return {"winners": winners, "scores": scores, "places": places, "rule": rule}

    def position(self) -> dict[str, Any]:
        """The position as JSON, with the fields derived from it."""
        return {
            "seats": self.seats,
            "options": {key: value for key, value in self.options.items() if value != DEFAULTS[key]},
            "to_move": self.to_move,
            "gone": sorted(self.gone),
            "board": write_board(self.board),
            "start": self.start,
            "control": self.control(),
            "threat": {tower: self.threat(tower) for tower in self.on_board(TOWER)},
            "pool": self.pool(),
            "supply": [self.supply(seat) for seat in range(self.seats)],
        }


def event(actor: Actor | None, event_kind: str, event_rule: str, /, **args: Any) -> Event:
    """An event; the acting seat is apart from a `seat` the event may be about."""
    return {"seat": actor, "kind": event_kind, "args": args, "rule": event_rule}


def series_totals(seats: int, results: Iterable[Mapping[str, Any]]) -> list[int]:
    """T-32. Half towers after these games: two for each tower held at the end, one more for a winner alone."""
    totals = [0] * seats
    for result in results:
        for seat in range(seats):
            totals[seat] += 2 * result["scores"][seat] + (result["winners"] == [seat])
    return totals


def series_winners(seats: int, target: int, results: Sequence[Mapping[str, Any]]) -> list[int] | None:
    """T-33. One leader alone at or past the target (in towers), or whoever leads after 50 games; None: play on."""
    totals = series_totals(seats, results)
    leaders = [seat for seat in range(seats) if totals[seat] == max(totals)]
    reached = max(totals) >= 2 * target and len(leaders) == 1
    return leaders if reached or len(results) >= SERIES_GUARD else None
