"""Nobles and Peasants, slowly and plainly: an oracle written from the rules alone, to check the engine against.

Cells are their names, the board is a dict, the Selection Row is a string, and sight is walked anew each time.
Rule numbers (N-…) are those of docs/rules/nobles.md.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

Event = dict[str, Any]
Actor = int | str

# Section 1: rows a to g, and in each the numbers of the slanting lines that cross it.
ROWS = "abcdefg"
NUMBERS = {row: range(max(1, r - 2), min(7, r + 4) + 1) for r, row in enumerate(ROWS)}
CELLS = [f"{row}{number}" for row in ROWS for number in NUMBERS[row]]  # index order
NAMES_BY_GROUP = [[f"{row}{number}" for number in NUMBERS[row]] for row in reversed(ROWS)]  # as in a board string
DIRECTIONS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)]  # N-21, as steps of (row, number)

EMPTY, NEUTRAL, COLOURS, TOWERS = ".", "N", "bygr", "1234"
CENTRE = "d4"
STONES_PER_COLOUR = 20  # N-1
NOBLES = {2: "bg", 3: "byg", 4: "bygr"}  # N-3, by seats
PEASANTS = {2: "yy", 3: "ygb", 4: "ygrb"}  # N-3
TOWERS_EACH = {2: 4, 3: 3, 4: 2}  # N-5
NEUTRAL_COLOUR = "r"  # N-6, lies on the neutral tower
NOBLE_POINTS, PEASANT_POINTS, FOREIGN_POINTS = 4, 2, 1  # N-23
BONUS_POINTS = 2  # N-29
ROW_SIZES = range(4, 17)  # N-34, stones of each colour
STALL_ROUNDS = range(5, 21)  # N-35
DEFAULTS: dict[str, object] = {"insert_after": "move", "row_per_colour": 0, "stall_rounds": 6}


def ray(cell: str, direction: tuple[int, int]) -> Iterator[str]:
    """N-21. The circles met on the way from a circle to the edge, nearest first."""
    row, number = ROWS.index(cell[0]) + direction[0], int(cell[1]) + direction[1]
    while 0 <= row < len(ROWS) and number in NUMBERS[ROWS[row]]:
        yield f"{ROWS[row]}{number}"
        row, number = row + direction[0], number + direction[1]


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


def event(actor: Actor, event_kind: str, event_rule: str, /, **args: Any) -> Event:
    """An event; the acting seat is apart from a `seat` the event may be about."""
    return {"seat": actor, "kind": event_kind, "args": args, "rule": event_rule}


class Oracle:
    """One game. Board, Row, scores, phase, quiet turns, who is to move and who left are all there is."""

    def __init__(self, seats: int, options: Mapping[str, object] = {}) -> None:
        if seats not in NOBLES:
            raise ValueError("N-2: two, three or four seats")
        if unknown := set(options) - set(DEFAULTS):
            raise ValueError(f"unknown options {sorted(unknown)}")
        self.seats = seats
        self.options = {**DEFAULTS, **options}
        per_colour, rounds = self.options["row_per_colour"], self.options["stall_rounds"]
        if not isinstance(per_colour, int) or (per_colour != 0 and per_colour not in ROW_SIZES):
            raise ValueError("N-34: 4 to 16 stones of each colour, or 0 for the full Row")
        if not isinstance(rounds, int) or rounds not in STALL_ROUNDS:
            raise ValueError("N-35: 5 to 20 rounds")
        if self.options["insert_after"] not in ("move", "any_tower_action"):
            raise ValueError("N-33: insert_after is move or any_tower_action")
        self.per_colour, self.stall_rounds = per_colour, rounds
        self.nobles, self.peasants = NOBLES[seats], PEASANTS[seats]
        self.board = dict.fromkeys(CELLS, EMPTY)  # N-8
        if seats == 2:
            self.board[CENTRE] = NEUTRAL  # N-6
        self.row = ""
        self.scores = [0] * seats  # N-10
        self.phase = "turn"
        self.quiet = 0
        self.start: int | None = None
        self.gone: set[int] = set()
        self.to_move: Actor | None = "chance"  # N-32
        self.result: dict[str, Any] | None = None

    @classmethod
    def from_position(cls, position: Mapping[str, Any]) -> "Oracle":
        """A game set up as a position says. With `to_move` None it is over, and its scores are the final ones."""
        oracle = cls(position["seats"], position.get("options", {}))
        oracle.board = read_board(position.get("board", write_board(oracle.board)))
        oracle.row = position.get("row", "")
        oracle.scores = list(position.get("scores", oracle.scores))
        oracle.phase = position.get("phase", "turn")
        oracle.quiet = position.get("quiet", 0)
        oracle.start = position.get("start")
        oracle.gone = set(position.get("gone", []))
        oracle.to_move = position.get("to_move", 0)
        oracle.refuse_the_impossible()
        if oracle.to_move is None:
            oracle.result = oracle.final_result(oracle.end_rule() or "N-28")
        return oracle

    def refuse_the_impossible(self) -> None:
        """Complains about positions that the rules cannot lead to."""
        signs = {EMPTY, *COLOURS, *TOWERS[: self.seats]} | ({NEUTRAL} if self.seats == 2 else set())
        if wrong := (set(self.board.values()) - signs) | (set(self.row) - set(COLOURS)):
            raise ValueError(f"no such pieces in this game: {sorted(wrong)}")
        if min(self.reserve(seat) for seat in range(self.seats)) < 0:
            raise ValueError("N-5: more towers on the board than a seat owns")
        lying = Counter(self.row) + Counter(sign for sign in self.board.values() if sign in COLOURS)
        if any(lying[colour] > self.free_stones(colour) for colour in COLOURS):
            raise ValueError("N-9: more stones of a colour than are left beside the nobles")
        if isinstance(self.to_move, int):
            if self.to_move in self.gone or self.to_move not in range(self.seats):
                raise ValueError("the seat to move must be one still in")
            if not set(COLOURS) <= set(self.row):
                raise ValueError("N-26: the game is over once a colour has left the Row")
            if self.phase == "turn" and not self.cells_with(EMPTY):
                raise ValueError("N-27: the game is over on a full board")

    # ---- pieces

    def cells_with(self, sign: str) -> list[str]:
        return [cell for cell in CELLS if self.board[cell] == sign]

    def owner(self, cell: str) -> int | None:
        """N-5, N-6. The seat whose tower stands on a circle; the neutral tower is nobody's."""
        sign = self.board[cell]
        return TOWERS.index(sign) if sign in TOWERS else None

    def has_tower(self, cell: str) -> bool:
        return self.board[cell] == NEUTRAL or self.owner(cell) is not None

    def towers(self) -> list[str]:
        return [cell for cell in CELLS if self.has_tower(cell)]

    def reserve(self, seat: int) -> int:
        """N-5, N-8. Towers a seat still has beside the board."""
        return TOWERS_EACH[self.seats] - list(self.board.values()).count(TOWERS[seat])

    def staying(self) -> list[int]:
        """Seats that have not resigned."""
        return [seat for seat in range(self.seats) if seat not in self.gone]

    def free_stones(self, colour: str) -> int:
        """N-1, N-5, N-6, N-9. The stones of a colour that no tower carries."""
        nobles = TOWERS_EACH[self.seats] * self.nobles.count(colour)
        neutral = int(self.seats == 2 and colour == NEUTRAL_COLOUR)
        return STONES_PER_COLOUR - nobles - neutral

    def box(self) -> dict[str, int]:
        """N-9, N-34. While the Row is dealt: the stones of each colour still to come, which are the weights."""
        return {c: (self.per_colour or self.free_stones(c)) - self.row.count(c) for c in COLOURS}

    # ---- sight and points

    def sees(self, tower: str) -> list[str]:
        """N-20 to N-22. All circles in line with no tower strictly between, in index order; stones hide nothing."""
        seen: set[str] = set()
        for direction in DIRECTIONS:
            for cell in ray(tower, direction):
                seen.add(cell)
                if self.has_tower(cell):
                    break
        return [cell for cell in CELLS if cell in seen]

    def value(self, colour: str, seat: int) -> int:
        """N-4, N-23. What a stone is worth to a seat."""
        if colour == self.nobles[seat]:
            return NOBLE_POINTS
        return PEASANT_POINTS if colour == self.peasants[seat] else FOREIGN_POINTS

    def score_stone(self, actor: int, stone: str) -> list[Event]:
        """N-20 to N-24. Points for every owned tower that sees the new stone, whoever placed it."""
        events = []
        for tower in self.towers():
            seat = self.owner(tower)
            if seat is not None and stone in self.sees(tower):
                points = self.value(self.board[stone], seat)
                self.scores[seat] += points
                events.append(event(actor, "score", "N-23", seat=seat, tower=tower, points=points))
        return events

    def score_end(self, actor: int) -> list[Event]:
        """N-29. Two points for each tower on the board and each peasant it sees; seats that left score as well."""
        events = []
        for tower in self.towers():
            seat = self.owner(tower)
            if seat is None:
                continue
            peasants = [cell for cell in self.sees(tower) if self.board[cell] == self.peasants[seat]]
            if peasants:
                points = BONUS_POINTS * len(peasants)
                self.scores[seat] += points
                events.append(event(actor, "bonus", "N-29", seat=seat, tower=tower, points=points))
        return events

    # ---- what may be done

    def legal(self) -> list[str]:
        if self.to_move == "chance":
            if self.start is None:
                return [f"start {seat}" for seat in range(self.seats)]  # N-10
            return [f"row {colour}" for colour, left in self.box().items() if left > 0]  # N-9
        if not isinstance(self.to_move, int):
            return []
        return self.row_choices() if self.phase == "row" else self.turn_choices(self.to_move)

    def turn_choices(self, seat: int) -> list[str]:
        """N-11 to N-15, N-19. A stone or a tower action; passing is not among them."""
        empty, own = self.cells_with(EMPTY), self.cells_with(TOWERS[seat])
        stones = [f"stone {end} {cell}" for end in "LR" for cell in empty]
        places = [f"place {cell}" for cell in empty if self.reserve(seat) > 0]
        removes = [f"remove {cell}" for cell in own]
        moves = [f"move {tower} {cell}" for tower in own for cell in empty]
        return stones + places + removes + moves

    def row_choices(self) -> list[str]:
        """N-17, N-18. Leave the Row alone, or put an end stone at any place in the new Row but the one it had."""
        last = len(self.row) - 1
        from_left = [f"insert L {slot}" for slot in range(1, last + 1)]
        from_right = [f"insert R {slot}" for slot in range(last)]
        return ["skip", *from_left, *from_right]

    def default(self) -> str:
        """Section 6, "Platform". The left stone on the lowest empty circle; no change to the Row; the first draw."""
        return self.legal()[0]

    # ---- doing it

    def play(self, name: str) -> list[Event]:
        """Performs a legal action and tells what happened, in order."""
        if name not in self.legal():
            raise ValueError(f"not legal: {name}")
        kind, *what = name.split()
        if kind in ("start", "row"):
            return self.draw(kind, what[0])
        seat = self.to_move
        assert isinstance(seat, int)
        if kind == "stone":
            return self.play_stone(seat, *what)
        if kind in ("skip", "insert"):
            return self.settle_row(seat, *what)
        return self.act_with_tower(seat, kind, what)

    def draw(self, kind: str, what: str) -> list[Event]:
        """N-9, N-10, N-32. Who begins, then the Row from its left end; after its last stone the game is on."""
        if kind == "start":
            self.start = int(what)
            return [event("chance", "start", "N-10", seat=self.start)]
        self.row += what
        if not any(self.box().values()):
            self.to_move = self.start
        return [event("chance", "row", "N-9", place=len(self.row) - 1, colour=what)]

    def take(self, end: str) -> str:
        """Takes the stone at one end out of the Row."""
        colour = self.row[0] if end == "L" else self.row[-1]
        self.row = self.row[1:] if end == "L" else self.row[:-1]
        return colour

    def play_stone(self, seat: int, end: str, cell: str) -> list[Event]:
        """N-19. An end stone of the Row goes to an empty circle and is scored; a colour may have run out (N-26)."""
        colour = self.take(end)
        self.board[cell] = colour
        events = [event(seat, "stone", "N-19", end=end, cell=cell, colour=colour), *self.score_stone(seat, cell)]
        self.quiet = 0
        return events + self.close_turn(seat)

    def act_with_tower(self, seat: int, kind: str, cells: list[str]) -> list[Event]:
        """N-12 to N-18. Place, move or remove; a move, or with N-33 any of them, opens the Row."""
        if kind != "place":
            self.board[cells[0]] = EMPTY  # N-13, N-14
        if kind != "remove":
            self.board[cells[-1]] = TOWERS[seat]  # N-12, N-13
        rule = {"place": "N-12", "move": "N-13", "remove": "N-14"}[kind]
        args = {"from": cells[0], "to": cells[1]} if kind == "move" else {"cell": cells[0]}
        events = [event(seat, kind, rule, **args)]
        if kind == "move" or self.options["insert_after"] == "any_tower_action":
            self.phase = "row"
            return events
        self.quiet += 1
        return events + self.close_turn(seat)

    def settle_row(self, seat: int, end: str = "", slot: str = "") -> list[Event]:
        """N-17, N-18. The Row is left alone, or an end stone changes its place; that completes the turn."""
        if end:
            colour = self.take(end)
            self.row = self.row[: int(slot)] + colour + self.row[int(slot) :]
            done = event(seat, "insert", "N-18", end=end, slot=int(slot), colour=colour)
        else:
            done = event(seat, "skip", "N-17")
        self.quiet += 1
        return [done, *self.close_turn(seat)]

    def resign(self, seat: int) -> list[Event]:
        """A seat leaves; towers and points stay. A turn it was in the middle of is broken off and not counted."""
        if not isinstance(self.to_move, int) or seat not in self.staying():
            raise ValueError(f"seat {seat} cannot resign now")
        self.gone.add(seat)
        events = [event(seat, "resign", "platform")]
        if seat == self.to_move:
            return events + self.close_turn(seat)
        rule = self.end_rule()
        return events + (self.finish(seat, rule) if rule else [])

    # ---- the end

    def close_turn(self, seat: int) -> list[Event]:
        """Ends the game, or hands the turn to the next seat clockwise that is still in (N-10)."""
        self.phase = "turn"
        if rule := self.end_rule():
            return self.finish(seat, rule)
        following = (seat + 1) % self.seats
        while following in self.gone:
            following = (following + 1) % self.seats
        self.to_move = following
        return []

    def end_rule(self) -> str | None:
        """The rule by which the game is over now, if it is; the first that applies."""
        if len(self.staying()) == 1:
            return "platform"
        if not set(COLOURS) <= set(self.row):  # only a stone can take the last one of a colour away
            return "N-26"
        if self.phase == "turn" and not self.cells_with(EMPTY):  # in the Row phase the turn is not complete
            return "N-27"
        if self.quiet >= self.stall_rounds * len(self.staying()):
            return "N-28"
        return None

    def finish(self, seat: int, rule: str) -> list[Event]:
        """N-29, N-30. Final scoring, then the result."""
        events = self.score_end(seat)
        self.phase, self.to_move = "turn", None
        self.result = self.final_result(rule)
        standing = {key: list(self.result[key]) for key in ("winners", "scores", "places")}
        return [*events, event(seat, "end", rule, **standing)]

    def final_result(self, rule: str) -> dict[str, Any]:
        """N-30. By points, ties shared; seats that left come last, together."""
        standing = [(seat not in self.gone, self.scores[seat] * (seat not in self.gone)) for seat in range(self.seats)]
        places = [1 + sum(other > own for other in standing) for own in standing]
        winners = [seat for seat in range(self.seats) if places[seat] == 1]
        return {"winners": winners, "scores": list(self.scores), "places": places, "rule": rule}

    def position(self) -> dict[str, Any]:
        """The position as JSON, with the fields derived from it."""
        return {
            "seats": self.seats,
            "options": {key: value for key, value in self.options.items() if value != DEFAULTS[key]},
            "to_move": self.to_move,
            "gone": sorted(self.gone),
            "start": self.start,
            "board": write_board(self.board),
            "row": self.row,
            "scores": list(self.scores),
            "phase": self.phase,
            "quiet": self.quiet,
            "sight": {tower: self.sees(tower) for tower in self.towers()},
            "reserve": [self.reserve(seat) for seat in range(self.seats)],
        }
