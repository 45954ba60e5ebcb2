"""Whether the stored events of all tables are one order that agrees with everything that any client noted.

It is a pure function: notes and rows in, violations out. What a table shows is found by folding its events, one after
the other, and writing what the server would write.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import orjson

from siegeworks.server import wire
from siegeworks.server.store import Damaged, Event
from siegeworks.server.store.database import Row
from siegeworks.server.store.rows import checked
from siegeworks.server.table import MOVES, Table
from tests.server.history.notes import ANSWER, LOST, Notes, Parts, Reader, Seats, Sent, Shown

PERHAPS = {("not_saved", "perhaps-saved"), ("not_saved", "database-unreadable")}
"""Refusals that do not say that nothing was stored."""
PASSING = ("not_saved", "slow_down", "too_many", "full", "fault", "no_table", "damaged", "foreign", "wrong_host")
"""Refusals that are about the server: the act was not judged, and is sent again."""
MOST_OF_A_KIND = 20

DAMAGED, OUT_OF_TURN, BOT_TWICE = "damaged", "out of turn", "a bot moved twice"
LOST_ACT, DOUBLED, SAME_NUMBER, OTHER_NUMBER = "lost", "doubled", "two answers with one number", "another number"
REFUSED_BUT_STORED, REFUSED_AFTERWARDS, NOBODYS = "refused but stored", "stored, then refused", "sent by nobody"
OTHER_ORDER, BACKWARDS, FORGOT, SHOWN_LATE = "another order", "backwards", "older than known", "answered before shown"
NEVER_STORED, TOO_EARLY, PROBLEM = "shown but not stored", "told before stored", "problem"


class Violation(NamedTuple):
    """Something that must not be."""

    kind: str
    table: str
    says: str

    def __str__(self) -> str:
        return f"{self.kind}: table {self.table}: {self.says}"


def check(notes: Notes, stored: dict[str, list[Row]]) -> list[Violation]:
    """Everything that is wrong; `stored`: the rows of each table's events, as they are in the database."""
    shown, sent = by_table(notes.shown), by_table(notes.sent)
    found = [Violation(PROBLEM, *problem) for problem in notes.problems]
    found += [
        Violation(TOO_EARLY, each.table, f"number {each.shown} was shown when {each.stored} was the last one stored")
        for each in notes.found
        if each.stored < each.shown
    ]
    for table in sorted({*shown, *sent, *stored}):
        if table not in stored:
            found += _without(table, sent.get(table, []), shown.get(table, []))
            continue
        story = Story(table, stored[table], shown.get(table, []))
        found += story.problems
        found += _of_acts(story, sent.get(table, []))
        found += _of_sockets(table, shown.get(table, []))
        found += story.disagreeing()
    return found


def by_table(notes: Iterable[Any]) -> dict[str, list[Any]]:
    found = defaultdict(list)
    for note in notes:
        found[note.table].append(note)
    return found


def summary(violations: list[Violation]) -> str:
    """How many of each kind, and the first of them."""
    counts = Counter(each.kind for each in violations)
    lines = [f"{kind}: {count}" for kind, count in counts.items()]
    shown: Counter[str] = Counter()
    for each in violations:
        shown[each.kind] += 1
        if shown[each.kind] <= MOST_OF_A_KIND:
            lines.append(f"  {each}")
    return "\n".join(lines)


def _without(table: str, sent: list[Sent], shown: list[Shown]) -> Iterator[Violation]:
    """Of a table that is not stored at all."""
    if shown or any(each.outcome == ANSWER for each in sent):
        yield Violation(LOST_ACT, table, "nothing is stored of it")


class Story:
    """A table's stored events, and what they show to each reader after each of them."""

    def __init__(self, table: str, rows: list[Row], shown: list[Shown]) -> None:
        self.name = table
        self.problems: list[Violation] = []
        self.events: list[Event] = []
        self.numbers: dict[str, list[int]] = defaultdict(list)
        """[action_id] the events of an act; there should be one."""
        self.heard: dict[int, float] = {}
        """[event] when somebody was first shown a table with it."""
        self._shown = shown
        self._wanted: dict[Seats, set[int]] = defaultdict(set)
        for each in shown:
            self._wanted[each.seats].add(each.seq)
        self._seen: dict[tuple[Seats, int], list[dict[str, bytes]]] = defaultdict(list)
        """[seats, number as they count] what is to be seen; more than once where others did something in private."""
        is_read = self._read(rows)
        self.is_whole = bool(self.events) and self._fold() and is_read
        self._note_heard()

    def _wrong(self, kind: str, says: str) -> None:
        self.problems.append(Violation(kind, self.name, says))

    def _read(self, rows: list[Row]) -> bool:
        for number, row in enumerate(rows):
            try:
                event = checked(self.name, number, row[1:])
            except Damaged:
                self._wrong(DAMAGED, f"event {number} is not there, or not as it was written")
                return False
            self.events.append(event)
            if event.data.get("id") is not None:
                self.numbers[event.data["id"]].append(event.seq)
        return True

    def _fold(self) -> bool:
        self.table = Table(self.events[0])
        self._look()
        for event in self.events[1:]:
            if not self._is_in_turn(event):
                return False
            try:
                self.table.apply(event)
            except Exception as problem:
                self._wrong(DAMAGED, f"event {event.seq} ({event.kind}) does not fit: {problem!r}")
                return False
            self._look()
        return True

    def _is_in_turn(self, event: Event) -> bool:
        """A move is its seat's to make; of a choice made in secret the fold would take a second one."""
        if event.kind not in MOVES or event.data["seat"] in self.table.waiting:
            return True
        kind = OUT_OF_TURN if "id" in event.data else BOT_TWICE
        self._wrong(kind, f"event {event.seq} is a move of seat {event.data['seat']}, who is not to move")
        return False

    def _look(self) -> None:
        """What everybody who looked at this moment should have seen."""
        for seats, numbers in self._wanted.items():
            number = self.table.seq_for(seats)
            if number in numbers:
                self._seen[seats, number].append(dict(seen_by(self.table, seats)))

    def _note_heard(self) -> None:
        """A number as anybody counts is never larger than the event's own."""
        for each in self._shown:
            self.heard[each.seq] = min(each.at, self.heard.get(each.seq, each.at))
        first = float("inf")
        for number in range(max(self.heard, default=-1), -1, -1):
            first = self.heard[number] = min(first, self.heard.get(number, first))

    def number_for(self, seats: Seats, seq: int) -> int:
        """What those who hold some seats call an event."""
        return seq - self.table.hidden_from(seats, seq)

    def disagreeing(self) -> Iterator[Violation]:
        """What was shown and is not what the events show."""
        last = len(self.events) - 1
        for each in self._shown:
            expected = self._seen.get((each.seats, each.seq))
            if expected is None:
                if self.is_whole:
                    says = f"number {each.seq} was shown to {_whom(each.seats)}, and the last one is {last}"
                    yield Violation(NEVER_STORED, self.name, says)
            elif not any(known.items() >= dict(each.parts).items() for known in expected):
                other = [name for name, found in each.parts if all(known.get(name) != found for known in expected)]
                says = f"at number {each.seq} {_whom(each.seats)} saw something else: {', '.join(other)}"
                yield Violation(OTHER_ORDER, self.name, says)


def _whom(seats: Seats) -> str:
    return f"seats {', '.join(map(str, seats))}" if seats else "a watcher"


def seen_by(table: Table, seats: Seats) -> Parts:
    """All that somebody sees of a table."""
    page = wire.Page(table)
    readers: list[int | None] = list(seats) or [None]
    parts = {
        wire.WATCH if seat is None else str(seat): orjson.Fragment(b"".join(page.seat(seat, 0))) for seat in readers
    }
    told = wire.change(table, wire.seats(table, 0, ())) | {"undo": wire.undo(table, seats)}
    return Reader().take(orjson.loads(wire.told({"table": told, "seats": parts})))[1]


# Acts


def _of_acts(story: Story, sent: list[Sent]) -> Iterator[Violation]:
    """Every answer stands for one event, and what was refused left none."""
    acts = defaultdict(list)
    for each in sent:
        acts[each.action_id].append(each)
    answered = defaultdict(set)
    for action_id, tries in acts.items():
        for each in tries:
            if each.outcome == ANSWER:
                answered[each.seats, each.seq].add(action_id)
        yield from _of_act(story, action_id, tries)
    for (_, number), several in answered.items():
        if len(several) > 1:
            yield Violation(SAME_NUMBER, story.name, f"{', '.join(sorted(several))} were all answered with {number}")
    for action_id, numbers in story.numbers.items():
        if len(numbers) > 1:
            yield Violation(DOUBLED, story.name, f"{action_id} is stored as events {numbers}")
        if action_id not in acts:
            yield Violation(NOBODYS, story.name, f"{action_id}, event {numbers[0]}")


def _of_act(story: Story, action_id: str, tries: list[Sent]) -> Iterator[Violation]:
    numbers, what = story.numbers.get(action_id, []), f"{tries[0].kind} {action_id}"
    for each in tries:
        if each.outcome == ANSWER:
            yield from _of_answer(story, each, numbers, what)
    if not numbers:
        return
    if all(is_refused(each) for each in tries):
        codes = ", ".join(sorted({each.outcome for each in tries}))
        yield Violation(REFUSED_BUT_STORED, story.name, f"{what} was refused ({codes}) and is event {numbers[0]}")
        return
    known = story.heard.get(numbers[0], float("inf"))
    for each in tries:
        if is_refused(each) and each.outcome not in PASSING and each.sent > known:
            says = f"{what} is event {numbers[0]}; sent again {each.sent - known:.3f} s after somebody saw it"
            yield Violation(REFUSED_AFTERWARDS, story.name, f"{says} it was refused ({each.outcome} {each.says})")


def is_refused(each: Sent) -> bool:
    """Whether the server said that this try changed nothing."""
    return each.outcome not in (ANSWER, LOST) and (each.outcome, each.says) not in PERHAPS


def _of_answer(story: Story, each: Sent, numbers: list[int], what: str) -> Iterator[Violation]:
    if not numbers:
        yield Violation(LOST_ACT, story.name, f"{what} was answered with {each.seq} and is not stored")
    elif story.is_whole and each.seq != story.number_for(each.seats, numbers[0]):
        yield Violation(OTHER_NUMBER, story.name, f"{what} was answered with {each.seq} and is event {numbers[0]}")
    if each.shown is not None and each.seq is not None and each.shown < each.seq:
        yield Violation(SHOWN_LATE, story.name, f"{what} was answered with {each.seq} when {each.shown} was shown")


# Sockets


def _of_sockets(table: str, shown: list[Shown]) -> Iterator[Violation]:
    """On one socket numbers never become smaller, and a new one begins no earlier than what its reader knew."""
    last: dict[int, Shown] = {}
    for each in shown:
        before = last.get(each.socket)
        if before is not None and before.seats == each.seats and each.seq < before.seq:
            yield Violation(BACKWARDS, table, f"{_whom(each.seats)} saw {before.seq} and then {each.seq}")
        if before is None and each.since is not None and each.seq < each.since:
            yield Violation(FORGOT, table, f"{_whom(each.seats)} knew {each.since} and was shown {each.seq}")
        last[each.socket] = each
