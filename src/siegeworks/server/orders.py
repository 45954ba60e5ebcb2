"""Standing orders: what people have said beforehand that their seats shall answer. A fold, as the table is.

An order is either an answer of the game's closed list (`core.orders`), or in a game without secrets a line of moves:
"if they play this I play that, and then". Only its owner knows of it until it is played. What has become of the orders
is found by `settle`, which looks at nothing but what the owner may see. It is called when everybody has been told of
an event and at the latest before the next one, so that an order delays nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from siegeworks.core.orders import Reaction, read
from siegeworks.core.phrases import Sentence, listed, said, seats, within
from siegeworks.lines import ORDERED, LogLine
from siegeworks.match import Match

if TYPE_CHECKING:
    from siegeworks.server.store import Event
    from siegeworks.server.table import Table

MOST_SET = 200
"""Times that one seat may give orders at a table, so that nobody fills its story for the others."""
CHANGES_HANDS = ("sit_in", "take_back", "seat_bot", "vacate")
"""Events after which somebody else plays for a seat: no order has named them."""
MOST_OFF = 8
"""Orders that were called off and are still told."""


@dataclass(slots=True)
class Rule:
    """An answer of the game's list."""

    order: str
    reaction: Reaction
    words: Sequence[str]

    def says(self) -> Sentence:
        return self.reaction.says(self.words)


@dataclass
class Line:
    """Actions as they shall follow one another, others' and the owner's, from a line of a match on."""

    actions: Sequence[str]
    match: Match
    since: int

    @cached_property
    def steps(self) -> list[dict[str, Any]]:
        """The same in words, each with its seat; made when they are told, as most lines never are."""
        trial, found = self.match.until(self.since), []
        for action in self.actions:
            found.append({"seat": trial.to_move, "action": action, "says": trial.instruction(action).data()})
            trial.play(action)
        return found

    def says(self) -> Sentence:
        told = [{"say": each["says"]["code"], "args": each["says"]["args"]} for each in self.steps]
        return said("order-line", steps=listed(told, "comma"))


@dataclass(slots=True)
class Off:
    """An order that was called off, and why."""

    order: Rule | Line
    why: Sentence


@dataclass(slots=True)
class Kept:
    """The orders of one seat."""

    rules: list[Rule]
    lines: list[Line]
    since: int
    """How long the seat's log was when they were given."""
    read: int
    """How much of it has been looked at since."""
    played: int = 0
    """How many actions of its lines have been played."""
    settled: int = 0
    """The event after which they were looked at last."""
    off: list[Off] = field(default_factory=list)
    due: tuple[str, Rule | None] | None = None
    """What the seat plays now, and the rule that says so, if a rule does."""
    told: dict[str, Any] | None = None
    """What the owner is told, if that was made since it last changed."""

    @property
    def stands(self) -> bool:
        return bool(self.rules or self.lines)

    def call_off(self, which: Iterable[Rule | Line], why: Sentence) -> None:
        """These orders are of no use any more."""
        for each in list(which):
            self.off.append(Off(each, why))
            if isinstance(each, Rule):
                self.rules.remove(each)
            else:
                self.lines.remove(each)
        del self.off[:-MOST_OFF]
        self.told = None

    def data(self) -> dict[str, Any]:
        """What the owner is told, made once as long as nothing changes."""
        if self.told is None:
            self.told = self._data()
        return self.told

    def _data(self) -> dict[str, Any]:
        return {
            "rules": [{"order": each.order, "says": each.says().data()} for each in self.rules],
            "lines": [
                {"actions": list(each.actions[self.played :]), "steps": each.steps[self.played :]}
                for each in self.lines
            ],
            "off": [{"order": each.order.says().data(), "why": each.why.data()} for each in self.off],
        }


class Orders:
    """The orders at a table."""

    def __init__(self) -> None:
        self._kept: dict[int, Kept] = {}
        self._given: dict[int, int] = {}
        self._news: set[int] = set()
        """Seats whose owners have not been told yet what has become of their orders."""
        self.events = 0
        """How many events gave orders: nobody else may count them."""

    @property
    def stand(self) -> bool:
        """Whether somebody has an order that is not called off."""
        return any(kept.stands for kept in self._kept.values())

    def given(self, seat: int) -> int:
        """How often a seat has given orders."""
        return self._given.get(seat, 0)

    def told(self, seat: int | None) -> dict[str, Any] | None:
        """What a seat is told of its own orders."""
        kept = None if seat is None else self._kept.get(seat)
        return kept.data() if kept is not None and (kept.stands or kept.off) else None

    def rules_of(self, seat: int) -> list[str]:
        """The answers of a seat that stand."""
        return [rule.order for rule in self._kept[seat].rules] if seat in self._kept else []

    def due(self) -> tuple[int, str] | None:
        """A seat that is to play what it has ordered, and what that is."""
        return next(((seat, kept.due[0]) for seat, kept in self._kept.items() if kept.due is not None), None)

    # What becomes of them

    def give(self, table: Table, seat: int, rules: Sequence[str], lines: Sequence[Sequence[str]]) -> None:
        """A seat's orders from now on, instead of those before."""
        self._given[seat] = self.given(seat) + 1
        self.events += 1
        reactions, length = table.game.orders.REACTIONS, log_length(table, seat)
        found = [(order, read(reactions, order)) for order in rules]
        kept = [Rule(order, *each) for order, each in found if each is not None]
        self._kept[seat] = Kept(kept, [Line(line, table.match, length) for line in lines], length, length)

    def settle(self, table: Table, seats: Collection[int] | None = None) -> None:
        """Look at what has happened since the last time, for all who have orders or for some seats only."""
        for seat, kept in self._kept.items():
            if kept.settled != table.seq and kept.stands and (seats is None or seat in seats):
                kept.settled = table.seq
                if _settled(table, seat, kept):
                    self._news.add(seat)

    def news(self) -> list[int]:
        """The seats whose orders have changed since this was asked last."""
        found, self._news = sorted(self._news), set()
        return found

    def after(self, event: Event) -> None:
        """What an event changes at once, whatever it says of the match."""
        if event.kind in CHANGES_HANDS:
            self.call_off(said("order-off-hands"))
        if event.kind == "vacate":
            self._kept.pop(event.data["seat"], None)  # whoever sits down there next is not to read them
        kept = self._kept.get(event.data["seat"]) if "seat" in event.data else None
        if kept is not None and kept.due is not None and event.kind in ("act", "seal"):
            rule, kept.due, kept.told = kept.due[1], None, None
            if rule is not None and rule.reaction.once and rule in kept.rules:
                kept.rules.remove(rule)

    def call_off(self, why: Sentence) -> None:
        """Something has happened that no order can have named."""
        for kept in self._kept.values():
            kept.call_off([*kept.rules, *kept.lines], why)
            kept.due = None


def log_length(table: Table, seat: int) -> int:
    """How long the log of a seat is."""
    return table.match.log_length(seat, table.match.ply)


def _settled(table: Table, seat: int, kept: Kept) -> bool:
    """Look at what is new for one seat; whether that has changed its orders."""
    if table.is_over or seat in table.match.gone:
        kept.rules, kept.lines, kept.due, kept.told = [], [], None, None
        return True
    kept.read = min(kept.read, log_length(table, seat))
    news = table.match.log_from(seat, kept.read)
    if not news:
        return False
    kept.told = None
    kept.read += len(news)
    before = len(kept.rules), len(kept.lines), kept.due
    _note_events(table, seat, kept, news)
    _note_moves(table, seat, kept)
    kept.due = None
    if seat in table.waiting:
        kept.due = _answer(table, seat, kept)
        if kept.due is None and any(line["seat"] != seat for line in news):
            whose = seats([seat], table.game.name)[0]
            kept.call_off([*kept.rules, *kept.lines], said("order-off-asked", seat=whose))
    return (len(kept.rules), len(kept.lines), kept.due) != before


def _note_events(table: Table, seat: int, kept: Kept, news: Sequence[LogLine]) -> None:
    """Call off the rules that have not named what others did, or what followed by itself."""
    routine = table.game.words.ROUTINE
    for event in (event for line in news for event in line["events"] if event["kind"] != ORDERED):
        if event["seat"] == seat and event["kind"] not in routine:
            continue
        surprised = [rule for rule in kept.rules if event["kind"] not in rule.reaction.expects]
        kept.call_off(surprised, said("order-off-event", event=within(table.match.sentence(event))))


def _note_moves(table: Table, seat: int, kept: Kept) -> None:
    """Let go of the lines that have been played to their end, and call off those that were left."""
    if not kept.lines:
        return
    log = table.match.log_from(seat, kept.since)
    played = [line["action"] for line in log]
    kept.played = len(played)
    left = [line for line in kept.lines if list(line.actions[: len(played)]) != played[: len(line.actions)]]
    if len(left) < len(kept.lines):  # another one was played: those that were left are alternatives to it
        kept.lines = [line for line in kept.lines if line not in left and len(line.actions) > len(played)]
        return
    for line in left:
        at = next(n for n, (ours, theirs) in enumerate(zip(line.actions, played, strict=False)) if ours != theirs)
        kept.call_off([line], _left_by(table, seat, log[at]))


def _left_by(table: Table, seat: int, line: LogLine) -> Sentence:
    """Why a line is of no use any more: what was played instead."""
    if line["seat"] == seat:
        return said("order-off-own")
    told = [event for event in line["events"] if event["kind"] != ORDERED]
    return said("order-off-event", event=within(table.match.sentence(told[0]))) if told else said("order-off-own")


def _answer(table: Table, seat: int, kept: Kept) -> tuple[str, Rule | None] | None:
    """What the seat, which is to act, has ordered for this."""
    match, game = table.seen_by(seat), table.game
    legal, names = set(match.legal_numbers()), game.words.ACTION_NAMES
    at = log_length(table, seat) - kept.since
    for line in kept.lines:
        if game.action_numbers.get(line.actions[at]) in legal:
            return line.actions[at], None
    seen = match.seat_view(seat)[0]
    for rule in kept.rules:
        number = rule.reaction.answer(seen, seat, rule.words)
        if number in legal:
            return names[number], rule
    return None


def given(table: Table, data: dict[str, Any]) -> None:
    """What the event changes at its table: only its seat may know of it."""
    table.private.append((table.seq + 1, data["seat"]))
    table.orders.give(table, data["seat"], data["rules"], data["lines"])
