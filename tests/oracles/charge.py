"""SiegeStones Charge!, slowly and plainly: an oracle written from the rules alone, to check the engine against.

Cells are their names, the board is a dict, and groups, links and legal actions are worked out anew each time.
Rule numbers (C-…, CA-…) are those of docs/rules/charge.md.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

Event = dict[str, Any]
Actor = int | str

# C-1: rows a to g, and in each the numbers of the slanting lines that cross it.
ROWS = "abcdefg"
NUMBERS = {row: range(max(1, r - 2), min(7, r + 4) + 1) for r, row in enumerate(ROWS)}
CELLS = [f"{row}{number}" for row in ROWS for number in NUMBERS[row]]  # index order
STEPS = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]  # E NE NW W SW SE, as (row, number)
NAMES_BY_GROUP = [[f"{row}{number}" for number in NUMBERS[row]] for row in reversed(ROWS)]  # as in a board string

EMPTY, STONES, TOWERS = ".", "byg", "BYG"  # seat 0 has b and B, seat 1 y and Y, seat 2 g and G
HOME = {2: ["g4", "a4"], 3: ["g4", "d7", "a1"]}  # C-8, C-9

STONES_PER_SEAT = 20  # C-2
BUDGET = 3  # C-17
SPOILS = 4  # C-44
STONES_TO_BUILD = 2  # C-45
OPTIONS: dict[str, tuple[object, ...]] = {  # section 10, the default first
    "towers": (9, 12),
    "pass": ("forced", "free"),
    "quiet_rounds": (20, *range(10, 51)),
    "tiebreak": ("draw", "material"),
}


@cache
def line(cell: str, step: tuple[int, int]) -> tuple[str, ...]:
    """C-19. The circles reached from a circle in one direction, nearest first, as far as a whole budget goes."""
    row, number = ROWS.index(cell[0]), int(cell[1])
    ahead = [(row + step[0] * far, number + step[1] * far) for far in range(1, BUDGET + 1)]
    return tuple(f"{ROWS[r]}{n}" for r, n in ahead if 0 <= r < len(ROWS) and n in NUMBERS[ROWS[r]])


NEXT_TO = {cell: [way[0] for step in STEPS if (way := line(cell, step))] for cell in CELLS}  # C-1


def in_order(cells: set[str]) -> list[str]:
    return sorted(cells, key=CELLS.index)


def read_board(text: str) -> dict[str, str]:
    """The contents of every circle, from a board string."""
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
    """The board string of the contents of every circle."""
    return "/".join("".join(board[name] for name in names) for names in NAMES_BY_GROUP)


class Oracle:
    """One game. `turn` is the seat whose turn it is; `to_move` is who decides next, which may be a charged defender."""

    def __init__(self, seats: int, options: Mapping[str, object] = {}) -> None:
        if seats not in HOME:
            raise ValueError("C-2: two or three seats")
        for key, value in options.items():
            if value not in OPTIONS.get(key, ()):
                raise ValueError(f"no such option: {key}={value}")
        self.seats = seats
        self.options: dict[str, Any] = {key: options.get(key, values[0]) for key, values in OPTIONS.items()}
        self.board = dict.fromkeys(CELLS, EMPTY)
        for seat, home in enumerate(HOME[seats]):  # C-8 to C-11
            self.board[home] = TOWERS[seat]
            self.board.update(dict.fromkeys(NEXT_TO[home], STONES[seat]))
        self.supply = [STONES_PER_SEAT - len(self.pieces(seat)) for seat in range(seats)]  # C-12
        self.discard = [0] * seats
        self.stock: int = self.options["towers"] - seats  # C-3, C-12
        self.alive = [True] * seats
        self.out: list[int] = []  # seats eliminated, first to last (C-51)
        self.leaving: set[int] = set()  # seats whose resignation waits for the end of the turn (C-56)
        self.start: int | None = None
        self.turn = 0  # means nothing before the draw
        self.drawn = False
        self.quiet = 0  # completed turns in a row without a charge, Build or Deploy (C-54)
        self.passed: list[int] = []  # living seats whose turns, the last ones played, were passes (C-52)
        self.result: dict[str, Any] | None = None
        self.actor: Actor = "chance"
        self.events: list[Event] = []
        self.clear_turn()

    def clear_turn(self) -> None:
        """What is remembered within a turn only."""
        self.phase = "start"
        self.budget = BUDGET
        self.moved: set[str] = set()
        self.deployed: set[str] = set()
        self.charge: dict[str, Any] = {}  # empty: no charge is being decided
        self.progress = False  # a charge, Build or Deploy has happened in this turn

    @classmethod
    def from_position(cls, position: Mapping[str, Any]) -> "Oracle":
        """A game set up as a position says. Counts left out follow from the others (C-5)."""
        oracle = cls(position["seats"], position.get("options", {}))
        seats = range(oracle.seats)
        oracle.board = read_board(position.get("board", write_board(oracle.board)))
        if wrong := set(oracle.board.values()) - {EMPTY, *STONES[: oracle.seats], *TOWERS[: oracle.seats]}:
            raise ValueError(f"no such pieces in this game: {sorted(wrong)}")
        gone = position.get("gone", [])
        oracle.alive = list(position.get("alive", [seat not in gone and bool(oracle.towers(seat)) for seat in seats]))
        if oracle.alive != [bool(oracle.towers(seat)) for seat in seats]:
            raise ValueError("C-13, C-40: a seat is alive if it has a tower")
        oracle.out = [*gone, *(seat for seat in seats if not oracle.alive[seat] and seat not in gone)]
        oracle.phase = position.get("phase", "start")
        oracle.moved = set(position.get("moved", []))
        oracle.deployed = set(position.get("deployed", []))
        oracle.leaving = set(position.get("leaving", []))
        oracle.quiet = position.get("quiet", 0)
        oracle.start = position.get("start")
        towers = sum(len(oracle.towers(seat)) for seat in seats)
        oracle.stock = position.get("stock", oracle.options["towers"] - towers)
        if charge := position.get("charge"):
            oracle.charge = {"owed": 0, **oracle.support(charge["target"]), **charge}
            oracle.charge["support"] = list(oracle.charge["support"])
        if oracle.phase not in ("start", "deploying"):
            oracle.budget = position.get("budget", BUDGET - oracle.charge.get("strength", 0))
        oracle.progress = position.get("progress", oracle.phase in ("defend", "pick", "deploying"))
        to_move = position.get("to_move", 0)
        oracle.drawn = to_move != "chance"
        if isinstance(to_move, int):
            oracle.turn = oracle.charging_seat(position) if oracle.charge else to_move
        flying = [int(bool(oracle.charge) and seat == oracle.turn) for seat in seats]
        rest = [STONES_PER_SEAT - len(oracle.pieces(seat)) - flying[seat] for seat in seats]
        piles = position.get("discard", [0] * oracle.seats)
        oracle.supply = list(position.get("supply", [(rest[s] - piles[s]) * oracle.alive[s] for s in seats]))
        oracle.discard = list(position.get("discard", [(rest[s] - oracle.supply[s]) * oracle.alive[s] for s in seats]))
        for seat in oracle.living():
            if oracle.supply[seat] + oracle.discard[seat] != rest[seat]:
                raise ValueError(f"C-5: seat {seat} must have {STONES_PER_SEAT} stones in all")
        if min(*oracle.supply, *oracle.discard, oracle.stock) < 0:
            raise ValueError("more pieces on the board than there are")
        before = [(oracle.turn - far) % oracle.seats for far in range(1, oracle.seats + 1)]
        oracle.passed = [seat for seat in before if oracle.alive[seat]][: position.get("passes", 0)]
        if rule := oracle.end_rule():
            oracle.finish(rule)
        elif to_move is None:
            raise ValueError("the game is not over, so a seat must be to move")
        return oracle

    def charging_seat(self, position: Mapping[str, Any]) -> int:
        """C-5. Whose stone is in flight: the one that is a stone short, or the only seat that can have charged."""
        others = [seat for seat in self.living() if self.board[self.charge["target"]] != STONES[seat]]
        if len(others) > 1:
            counts = zip(position["supply"], position["discard"], strict=True)
            total = [sum(both) + len(self.pieces(seat)) for seat, both in enumerate(counts)]
            others = [seat for seat in others if total[seat] == STONES_PER_SEAT - 1]
        if len(others) != 1:
            raise ValueError("C-5: exactly one stone must be in flight")
        return others[0]

    # ---- what is on the board

    def on_board(self, *signs: str) -> list[str]:
        return [cell for cell in CELLS if self.board[cell] in signs]

    def stones(self, seat: int) -> list[str]:
        """Circle stones; tower tops are not among them (C-30)."""
        return self.on_board(STONES[seat])

    def towers(self, seat: int) -> list[str]:
        return self.on_board(TOWERS[seat])

    def pieces(self, seat: int) -> list[str]:
        """C-4. Circle stones and towers, each of which takes one stone of the seat."""
        return self.on_board(STONES[seat], TOWERS[seat])

    def owner(self, cell: str) -> int:
        """Whose stone or tower it is."""
        return (STONES + TOWERS).index(self.board[cell]) % len(STONES)

    def living(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.alive[seat]]

    def beside(self, cell: str, sign: str) -> int:
        """How many neighbours of a circle hold this."""
        return [self.board[other] for other in NEXT_TO[cell]].count(sign)

    def group(self, stone: str) -> set[str]:
        """C-28. All circle stones of one colour that hang together with this one, itself included."""
        found, edge = {stone}, [stone]
        while edge:
            fresh = {c for c in NEXT_TO[edge.pop()] if self.board[c] == self.board[stone] and c not in found}
            found |= fresh
            edge += fresh
        return found

    def support(self, target: str) -> dict[str, Any]:
        """C-28, C-29. The board support of a stone, and whether its owner's supply counts as well."""
        group = self.group(target)
        linked = any(self.beside(cell, TOWERS[self.owner(target)]) for cell in group)
        return {"support": in_order(group - {target}), "linked": linked}

    # ---- who decides, and between what

    @property
    def to_move(self) -> Actor | None:
        if self.result is not None:
            return None
        if not self.drawn:
            return "chance"
        return self.owner(self.charge["target"]) if self.charge else self.turn  # C-27

    def moves_from(self, stone: str) -> list[str]:
        """C-19 to C-21. Where a stone can go with the budget left: straight on, up to the first piece in the way."""
        ends: list[str] = []
        for step in STEPS:
            for cell in line(stone, step)[: self.budget]:
                if self.board[cell] == EMPTY:
                    ends.append(cell)
                    continue
                if self.owner(cell) != self.owner(stone):  # a charge
                    ends.append(cell)
                break
        return ends

    def moves(self, seat: int) -> list[str]:
        """C-18, C-22. Stone moves of stones that have not moved yet."""
        free = [cell for cell in self.stones(seat) if cell not in self.moved]
        return [f"move {cell} {end}" for cell in free for end in self.moves_from(cell)]

    def builds(self, seat: int) -> list[str]:
        """C-45, C-46."""
        if self.stock == 0 or self.supply[seat] == 0:
            return []
        return [f"build {c}" for c in self.on_board(EMPTY) if self.beside(c, STONES[seat]) >= STONES_TO_BUILD]

    def deploys(self, seat: int) -> list[str]:
        """C-48 to C-50. Circles that share one tower with all circles chosen in this turn."""
        if self.supply[seat] == 0:
            return []
        hosts = [tower for tower in self.towers(seat) if self.deployed <= set(NEXT_TO[tower])]
        return [f"deploy {c}" for c in self.on_board(EMPTY) if any(c in NEXT_TO[tower] for tower in hosts)]

    def payable(self) -> int:
        """C-32. The support stones a charged defender can still discard."""
        supply = self.supply[self.owner(self.charge["target"])] if self.charge["linked"] else 0
        return len(self.charge["support"]) + supply

    def drops(self) -> list[str]:
        """C-33, C-34. What a defender who holds may discard next."""
        cells = [f"drop {cell}" for cell in self.charge["support"]]
        return cells + ["drop supply"] * (self.payable() > len(cells))

    def legal(self) -> list[str]:
        """Section 3, in action-number order."""
        if self.result is not None:
            return []
        if not self.drawn:
            return [f"start {seat}" for seat in range(self.seats)]  # C-7
        if self.phase == "moving":
            return [*self.moves(self.turn), "done"]  # C-25
        if self.phase == "deploying":
            return [*self.deploys(self.turn), "done"]
        if self.phase == "defend":
            return ["yield"] + ["hold"] * (self.payable() >= self.charge["strength"])  # C-31, C-32
        if self.phase == "pick":
            return self.drops()
        acts = self.moves(self.turn) + self.builds(self.turn) + self.deploys(self.turn)  # C-15
        return acts if acts and self.options["pass"] == "forced" else [*acts, "pass"]  # C-16

    def default(self) -> str:
        """Section 3. What an expired clock plays: done, yield, or else the first legal action."""
        fixed = {"moving": "done", "deploying": "done", "defend": "yield"}
        return fixed.get(self.phase) or self.legal()[0]

    # ---- actions

    def tell(self, kind: str, rule: str, /, **args: Any) -> None:
        self.events.append({"seat": self.actor, "kind": kind, "args": args, "rule": rule})

    def play(self, name: str) -> list[Event]:
        """Performs a legal action and tells what happened, in order."""
        if name not in self.legal():
            raise ValueError(f"not legal: {name}")
        actor = self.to_move
        assert actor is not None
        self.actor, self.events = actor, []
        verb, *cells = name.split()
        if self.phase == "start" and verb != "pass":
            self.passed = []
        if verb == "start":
            self.start = self.turn = int(cells[0])
            self.drawn = True
            self.tell("start", "C-7", seat=self.start)
        elif verb == "move":
            self.move(*cells)
        elif verb == "build":
            self.build(cells[0])
        elif verb == "deploy":
            self.deploy(cells[0])
        elif verb == "yield":
            self.give_way()
        elif verb == "hold":
            self.hold()
        elif verb == "drop":
            self.drop(cells[0])
            self.settle()
        else:
            self.tell(verb, "C-16" if verb == "pass" else "C-25" if self.phase == "moving" else "C-49")
            if verb == "pass":
                self.passed.append(self.turn)
            self.end_turn()
        return self.events

    def move(self, start: str, end: str) -> None:
        """C-17 to C-26. A plain move, or the beginning of a charge; the spaces are spent either way (C-24)."""
        strength = next(way.index(end) + 1 for step in STEPS if end in (way := line(start, step)))
        target, self.board[start] = self.board[end], EMPTY
        self.budget -= strength
        self.phase = "moving"
        if target == EMPTY:
            self.board[end] = STONES[self.turn]
            self.moved.add(end)
            self.tell("move", "C-17", **{"from": start, "to": end})
            self.move_on()
            return
        self.make_progress()
        args = {"from": start, "target": end, "strength": strength}
        if target in TOWERS:
            self.tell("assault", "C-36", **args, seat=self.owner(end))
            self.assault(self.owner(end), strength)
            return
        self.tell("charge", "C-26", **args, seat=self.owner(end))
        self.charge = {**args, "owed": 0, **self.support(end)}  # fixed from here on (C-34)
        self.phase = "defend"

    def make_progress(self) -> None:
        """C-54. Something has happened that cannot go on for ever."""
        self.progress, self.quiet = True, 0

    def move_on(self) -> None:
        """C-25. Back to the mover, unless the budget is spent or nothing is left to move."""
        self.charge, self.phase = {}, "moving"
        if not self.moves(self.turn):  # with a budget of 0 there are none
            self.end_turn()

    def assault(self, owner: int, strength: int) -> None:
        """C-36 to C-44. A charge on a tower, settled at once."""
        mover = self.turn
        self.discard[mover] += 1  # C-36
        if self.supply[owner] >= strength:  # C-37
            self.supply[owner] -= strength
            self.discard[owner] += strength
            self.tell("pay", "C-37", seat=owner, stones=strength)
        else:
            self.eliminate(owner, "C-38")
            if self.result is not None:
                return
            spoils = min(SPOILS, self.discard[mover])  # C-44
            self.discard[mover] -= spoils
            self.supply[mover] += spoils
            self.tell("spoils", "C-44", seat=mover, stones=spoils)
        self.move_on()

    def give_way(self) -> None:
        """C-31. The target is discarded and the charging stone takes its circle."""
        target = self.charge["target"]
        self.discard[self.owner(target)] += 1
        self.board[target] = STONES[self.turn]
        self.moved.add(target)
        self.tell("yield", "C-31", cell=target)
        self.move_on()

    def hold(self) -> None:
        """C-32. The defender will pay with support stones."""
        self.phase = "pick"
        self.charge["owed"] = self.charge["strength"]
        self.tell("hold", "C-32", cell=self.charge["target"], strength=self.charge["strength"])
        self.settle()

    def drop(self, what: str) -> None:
        """C-33. One support stone is discarded, from a circle or from the supply."""
        defender = self.owner(self.charge["target"])
        if what == "supply":
            self.supply[defender] -= 1
        else:
            self.board[what] = EMPTY
            self.charge["support"].remove(what)
        self.discard[defender] += 1
        self.charge["owed"] -= 1
        self.tell("drop", "C-33", cell=what)

    def settle(self, whatever_is_lowest: bool = False) -> None:
        """C-32. Finishes a payment that can be made in one way only; once it is made the charging stone is lost."""
        if not self.charge["support"] or self.payable() == self.charge["owed"] or whatever_is_lowest:
            while self.charge["owed"]:
                self.drop(self.drops()[0].removeprefix("drop "))
        if self.charge["owed"] == 0:
            self.discard[self.turn] += 1
            self.tell("repelled", "C-32", cell=self.charge["target"])
            self.move_on()

    def build(self, cell: str) -> None:
        """C-47."""
        mover = self.turn
        self.board[cell] = TOWERS[mover]
        self.supply[mover] -= 1
        self.stock -= 1
        self.make_progress()
        self.tell("build", "C-47", cell=cell)
        self.end_turn()

    def deploy(self, cell: str) -> None:
        """C-48, C-49. One stone at a time; the turn ends when no further one is possible."""
        mover = self.turn
        self.board[cell] = STONES[mover]
        self.supply[mover] -= 1
        self.deployed.add(cell)
        self.phase = "deploying"
        self.make_progress()
        self.tell("deploy", "C-48", cell=cell)
        if not self.deploys(mover):
            self.end_turn()

    def resign(self, seat: int) -> list[Event]:
        """C-56. At once on one's own turn, otherwise at the end of the present turn; a charged stone gives way."""
        if self.result is not None or not self.drawn or not self.alive[seat] or seat in self.leaving:
            raise ValueError(f"seat {seat} cannot resign now")
        charged = bool(self.charge) and self.to_move == seat
        self.actor, self.events = seat, []
        self.tell("resign", "C-56")
        if seat == self.turn:
            if self.charge:  # cancelled: the charging stone is lost, the target stays
                self.charge = {}
                self.discard[seat] += 1
            self.eliminate(seat, "C-56")
            if self.result is None:
                self.next_turn()  # the turn was cut short: it is no completed turn for C-54
            return self.events
        self.leaving.add(seat)
        if charged and self.phase == "defend":
            self.give_way()
        elif charged:
            self.settle(whatever_is_lowest=True)
        return self.events

    # ---- the end of a turn, of a player, of the game

    def eliminate(self, seat: int, rule: str) -> None:
        """C-39 to C-41. Towers return to the stock, stones leave play; the last player alive has won."""
        self.stock += len(self.towers(seat))
        self.board.update(dict.fromkeys(self.pieces(seat), EMPTY))
        self.supply[seat] = 0
        self.alive[seat] = False
        self.out.append(seat)
        self.leaving.discard(seat)
        self.passed = [other for other in self.passed if other != seat]
        self.tell("eliminated", rule, seat=seat)
        if len(self.living()) == 1:
            self.finish("C-41")

    def end_turn(self) -> None:
        """C-54. A completed turn is counted if nothing but plain moves or a pass happened in it."""
        if not self.progress:
            self.quiet += 1
        self.next_turn()

    def next_turn(self) -> None:
        """The turn boundary: waiting resignations (C-56), then the guards (C-52, C-54), then the next seat (C-14)."""
        for seat in sorted(self.leaving):
            self.eliminate(seat, "C-56")
            if self.result is not None:
                return
        if rule := self.end_rule():
            self.finish(rule)
            return
        clockwise = [(self.turn + far) % self.seats for far in range(1, self.seats + 1)]
        self.turn = next(seat for seat in clockwise if self.alive[seat])
        self.clear_turn()

    def end_rule(self) -> str | None:
        """The rule by which the game is over at a turn boundary, if it is."""
        living = self.living()
        if len(living) == 1:
            return "C-41"
        if all(seat in self.passed for seat in living):
            return "C-52"
        return "C-54" if self.quiet >= self.options["quiet_rounds"] * len(living) else None

    def finish(self, rule: str) -> None:
        """C-41, C-51, C-52, C-54, C-55. Survivors first, then whoever was eliminated later."""
        self.clear_turn()
        seats = range(self.seats)
        scores = [(self.supply[seat] + len(self.pieces(seat))) * self.alive[seat] for seat in seats]
        if rule != "C-41" and self.options["tiebreak"] == "material":
            rule = "C-55"
        standing = []
        for seat in seats:
            material = (scores[seat], len(self.towers(seat))) if rule == "C-55" else (0, 0)
            standing.append((1, *material) if self.alive[seat] else (0, self.out.index(seat), 0))
        places = [1 + sum(other > own for other in standing) for own in standing]
        winners = [seat for seat in seats if places[seat] == 1]
        self.result = {"winners": winners, "scores": scores, "places": places, "rule": rule}
        self.tell("end", rule, winners=winners, scores=scores, places=places)

    # ---- the position

    def groups(self) -> list[dict[str, Any]]:
        """C-28, C-29. Every group of circle stones, by seat and lowest cell."""
        found = []
        for seat in range(self.seats):
            left = self.stones(seat)
            while left:
                cells = in_order(self.group(left[0]))
                found.append({"seat": seat, "cells": cells, "linked": self.support(left[0])["linked"]})
                left = [cell for cell in left if cell not in cells]
        return found

    def price(self) -> dict[str, int | None] | None:
        """Section 5. Own stones that yielding and holding cost."""
        if not self.charge:
            return None
        can_hold = self.phase == "pick" or self.payable() >= self.charge["strength"]
        return {"yield": 1, "hold": self.charge["strength"] if can_hold else None}

    def position(self) -> dict[str, Any]:
        """The position as JSON, with the fields derived from it."""
        found = {
            "seats": self.seats,
            "options": {key: value for key, value in self.options.items() if value != OPTIONS[key][0]},
            "to_move": self.to_move,
            "gone": sorted(self.out),
            "board": write_board(self.board),
            "supply": list(self.supply),
            "discard": list(self.discard),
            "stock": self.stock,
            "alive": list(self.alive),
            "phase": self.phase,
            "budget": self.budget,
            "moved": in_order(self.moved),
            "deployed": in_order(self.deployed),
            "charge": {**self.charge, "support": list(self.charge["support"])} if self.charge else None,
            "quiet": self.quiet,
            "groups": self.groups(),
            "price": self.price(),
            "start": self.start,
            "passes": len(self.passed),
            "leaving": sorted(self.leaving),
        }
        if self.phase == "moving" and self.progress:  # in the other phases it goes without saying
            found["progress"] = True
        return found
