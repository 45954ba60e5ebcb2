"""A table: a fold over its events, as a match is a fold over its lines. Nothing here waits, stores or sends."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Literal

import orjson

from siegeworks.choices import changed_options
from siegeworks.core.phrases import said
from siegeworks.core.views import has_secrets
from siegeworks.errors import SiegeworksError
from siegeworks.games import GAMES, Game
from siegeworks.lines import ORDER, Reason
from siegeworks.match import Match
from siegeworks.sentences import told_as
from siegeworks.server import agreements, comings, orders, talk
from siegeworks.server.beginnings import first_match
from siegeworks.server.clocks import Clock
from siegeworks.server.seats import BOT, OPEN, PERSON, Began, Offer, Seat, TakenBack
from siegeworks.server.store import Damaged, Event, Sitting, Stored

MOST_ANSWERED = 256
MOST_TAKEN_BACK = 200
"""Lines that were taken back and are still told."""
MOVES = ("act", "seal")
FOR_OTHERS = ("sit_in", "seat_bot", "open_seat", "kick", "hand_on")
"""Events by which somebody does something about the seat of another."""
ORDERS = "order"


class Table:
    """All that is known of a table after its events so far."""

    def __init__(self, made: Event, read: Match | None = None) -> None:
        self.id = made.table
        self.setup: dict[str, Any] = made.data
        self.game: Game = GAMES[self.setup["game"]]
        self.match = first_match(self.setup, read)
        self.options = orjson.dumps(changed_options(self.game, self.match.options))
        """Those that are not the default, written."""
        self._choosing = self.game.words.choosing_at_once
        self.seats = [
            Seat(wish["kind"], wish.get("level"), list(wish.get("people", ()))) for wish in self.setup["seats"]
        ]
        self.names: dict[str, str] = {}
        self._count_people()
        self.origin: str | None = None
        """Stands for the address it was made from, as long as that is counted; None for this machine itself."""
        self.sealed: dict[int, str] = {}
        self._late_choices: dict[int, Reason] = {}
        """[seat] why a choice is there that its seat did not make."""
        self.offers: dict[str, Offer] = {}
        self.talk = talk.Talk()
        self.orders = orders.Orders()
        self.next: str | None = None
        self.notice: dict[str, Any] | None = None
        self.analysis: dict[str, Any] | None = None
        wish = self.setup.get("clock")
        self.clock = Clock.of(wish, len(self.seats)) if wish else None
        if self.clock:
            self.clock.since = made.tick
        is_awaiting = self.clock is not None and self.setup.get("arrivals", False)
        self.awaited = {n for n, seat in enumerate(self.seats) if is_awaiting and seat.kind == PERSON}
        """Seats whose people have not looked at the table yet, where a clock waits for them."""
        self._count_from(made)

    def _count_people(self) -> None:
        """Who may do what here, from the first one on."""
        self.held: dict[str, set[int]] = {}
        """[person] the seats they have, or have had."""
        for number, seat in enumerate(self.seats):
            for person in seat.people:
                self.held.setdefault(person, set()).add(number)
        self.banned: set[str] = set(self.setup.get("banned", ()))
        """Whom the host does not want here."""
        self.by_link = bool(self.banned)
        """Whether open seats of a public table need a link too."""
        self.kept_ply = 0
        """Nothing before this line is taken back: somebody who has a say in it is not here any more."""
        self.host: str | None = self.setup.get("host")
        """Who made it, unless that is forgotten."""

    def _count_from(self, made: Event) -> None:
        """What is noted of the events, from the first one on."""
        self.at, self.tick, self.seq = made.at, made.tick, made.seq
        self.openly_at = made.at  # when something happened last that everybody may know of
        self.moved = made.seq
        """The last event that changed the match."""
        self._moved_openly = made.seq
        """The last of these that is not private."""
        self._mover_in_private: int | None = None
        """The seat that alone knows of `moved`."""
        self.manned = made.seq
        """The last event that was no move: it may have changed who sits where."""
        self.company: tuple[tuple[int, list[int]], dict[int, list[int]]] = (made.seq, []), {}
        """The other people at the table of each seat, as long as nothing changes who is there."""
        self.plies = [self.match.ply]
        """[seq] the match's length after each event."""
        self.private: list[tuple[int, int]] = []
        """Events that only one seat may know of: their number, and the seat."""
        self._private_lines: set[int] = set()
        self._held: dict[str, list[int]] = {}
        self._waiting: list[int] | None = None
        self.turns = dict.fromkeys(self.waiting, Began(made.seq, made.at, made.tick))
        """[seat] since when it is to act, without a break."""
        self.taken_back: dict[int | None, list[TakenBack]] = {}
        """[reader] what the log said before it was taken back."""
        self.final_logs: dict[tuple[int | None, int], bytes] = {}
        """[reader, first line] logs of a match that is over, as they were written."""
        self.cut_at: int | None = None
        """The last event that took something back."""
        self.heard = [made.tick] * len(self.seats)
        """[seat] the tick at which the person there last did something."""
        self.flagged: set[int] = set()
        """Seats whose clock has played for them since they last did something."""
        self.answered: dict[int, dict[str, int]] = {}
        """[seat][action_id] the event of the last acts of each seat."""

    @classmethod
    def folded(cls, stored: Stored) -> Table:
        """A table from what is stored of it."""
        first, *rest = stored.events
        try:
            if first.kind != "made" or first.data["version"] != GAMES[first.data["game"]].rules.VERSION:
                raise Damaged("table-of-other-rules")
            table = cls(first)
            for event in rest:
                table.apply(event)
        except (SiegeworksError, LookupError, TypeError, ValueError) as problem:
            if isinstance(problem, Damaged):
                raise
            raise Damaged("table-does-not-fit") from problem
        table.names = dict(stored.names)
        table.host = stored.host
        table.origin = stored.shelf.origin if stored.shelf else None
        for sitting in stored.sittings:
            table.name_seat(sitting)
        return table

    def name_seat(self, sitting: Sitting) -> None:
        """What a seat is called, if it has a name of its own."""
        if sitting.name is not None and sitting.person in self.seats[sitting.seat].people:
            self.seats[sitting.seat].name = sitting.name

    # Questions

    @property
    def is_over(self) -> bool:
        return self.match.to_move is None

    @property
    def is_archive(self) -> bool:
        """Whether this is a record to look at, not a table to play at."""
        return bool(self.setup.get("archive"))

    @property
    def kind(self) -> str:
        """By what lists and limits know it."""
        return "record" if self.is_archive else "lesson" if self.setup.get("lesson") else "table"

    @property
    def begun_from(self) -> Literal["position", "record"] | None:
        """What the host chose as its beginning, hidden cards included; None for a new game or a record to look at."""
        if self.is_archive:
            return None
        return "record" if self.setup.get("record") else "position" if self.setup.get("position") else None

    @property
    def is_open(self) -> bool:
        """Whether everything may be seen: the match is over, or it is a record somebody brought."""
        return self.is_over or self.is_archive

    def choosing(self) -> list[int]:
        """The seats that choose in secret at the same time, in turn order, whether or not they have chosen yet."""
        return list(self._choosing(self.match.state)) if self._choosing else []

    @property
    def waiting(self) -> list[int]:
        """The seats that are to act; found once for every event."""
        if self._waiting is None:
            self._waiting = self._awaited()
        return self._waiting

    def _awaited(self) -> list[int]:
        mover = self.match.to_move
        if self.is_archive or not isinstance(mover, int):
            return []
        return [seat for seat in self.choosing() if seat not in self.sealed] or [mover]

    def seats_of(self, person: str | None) -> list[int]:
        """The seats a person holds; found once as long as nobody sits down."""
        if person is None:
            return []
        found = self._held.get(person)
        if found is None:
            found = [n for n, seat in enumerate(self.seats) if person in seat.people]
            if found:
                self._held[person] = found
        return found

    @property
    def open_seats(self) -> int:
        return sum(seat.kind == OPEN for seat in self.seats)

    @property
    def chair(self) -> str | None:
        """The host. Where the host is forgotten or gone for good, it is who sits first of those who are still here."""
        if self.host is not None:
            return self.host
        taken = [(seat.away or n in self.match.gone, n) for n, seat in enumerate(self.seats) if seat.people]
        return self.seats[min(taken)[1]].people[0] if taken else None

    def needs_link(self, seat: int) -> bool:
        """Whether a seat is for those who have its link. With it goes what it knows, so nobody takes one by chance."""
        is_told = self.seats[seat].was_held and has_secrets(self.game.rules.STATE)
        return not self.setup["public"] or self.by_link or is_told

    def on_clock(self) -> list[int]:
        """The people the clock runs for: once all seats are taken and all have come, those that are to act."""
        if self.clock is None or self.open_seats or any(not self.seats[seat].is_bot for seat in self.awaited):
            return []
        return [seat for seat in self.waiting if not self.seats[seat].is_bot and seat not in self.match.gone]

    def due(self) -> int | None:
        """The tick at which a clock runs out."""
        return self.clock.due(self.on_clock()) if self.clock else None

    def late(self, tick: int) -> list[int]:
        """The seats whose time has run out, and ran out first."""
        return self.clock.late(tick, self.on_clock()) if self.clock else []

    def is_late(self, seat: int, tick: int) -> bool:
        """Whether a seat has no time left, and something is about to come of it."""
        return self.clock is not None and seat in self.on_clock() and self.clock.left_at(tick, seat, running=True) == 0

    def seen_by(self, seat: int) -> Match:
        """The match as it is when this seat chooses: choices made at the same time, before it, stand as any would."""
        choosing = self.choosing()
        if seat not in choosing or seat == self.match.to_move:
            return self.match
        past = self.match.copy()
        for earlier in choosing[: choosing.index(seat)]:
            past.play(past.default(), earlier)
        return past

    def moved_for(self, seats: Collection[int]) -> int:
        """The last event that changed the match as these seats know it."""
        is_known = self._mover_in_private is None or self._mover_in_private in seats
        return self.moved if is_known else self._moved_openly

    def seq_for(self, seats: Collection[int]) -> int:
        """The number of the last event as these seats count: what others did in private is not counted."""
        return self.seq - self.hidden_from(seats, self.seq)

    def hidden_from(self, seats: Collection[int], seq: int) -> int:
        """How many events up to one others did in private."""
        return sum(number <= seq and seat not in seats for number, seat in self.private) if self.private else 0

    def seq_from(self, told: int, seats: Collection[int]) -> int:
        """The event that these seats call by a number."""
        found = told
        for seq, seat in self.private:
            if seat not in seats and seq <= found:
                found += 1
        return found

    def name_of(self, seat: int) -> str | None:
        """What the person who sits there is called, if they gave a name."""
        found = self.seats[seat]
        if found.is_bot:
            return None
        own = next((self.names[person] for person in found.people if person in self.names), None)
        return found.name or own

    # The fold

    def apply(self, event: Event) -> None:
        """One more event, which has been checked."""
        if event.seq != self.seq + 1:
            raise Damaged("event-missing")
        self.orders.settle(self)
        before = self.on_clock()
        waited = [seat for seat in self.waiting if self.seats[seat].kind != OPEN] if self.clock else []
        ply, was_over = self.match.ply, self.match.result is not None
        acted = HANDLERS[event.kind](self, event.data) or ()
        self._waiting = None
        self.orders.after(event)
        self.seq = event.seq
        self.at, self.tick = event.at, event.tick
        is_private = bool(self.private) and self.private[-1][0] == event.seq
        if not is_private and not (was_over and self.match.result is not None):
            self.openly_at = event.at
        if self.match.ply != ply or event.kind == "undo" or (event.kind == "agree" and "ply" in event.data):
            self.moved = event.seq
            self._mover_in_private = self.private[-1][1] if is_private else None
            if not is_private:
                self._moved_openly = event.seq
        if event.kind not in (*MOVES, ORDERS):
            self.manned = event.seq
            self._held = {}
        self.plies.append(self.match.ply)
        comings.note_turns(self, event, acted)
        self._remember(event)
        if self.clock:
            self.clock.settle(event.tick, before, acted, self.on_clock(), waited)

    def _remember(self, event: Event) -> None:
        """Who did it has been heard (bots and clocks send no id), and is answered in the same way again."""
        if event.kind in ("sit", "arrive") or ("id" in event.data and event.kind not in (*FOR_OTHERS, ORDERS)):
            seat = event.data["seat"]
            self.heard[seat] = event.tick
            self.flagged.discard(seat)
            self.seats[seat].away = event.kind == "leave"
        elif event.kind in MOVES and not self.seats[event.data["seat"]].is_bot and event.data.get("reason") != ORDER:
            self.flagged.add(event.data["seat"])
        identity = event.data.get("id")
        if identity is not None:
            answered = self.answered.setdefault(event.data["seat"], {})
            answered[identity] = event.seq
            if len(answered) > MOST_ANSWERED:
                del answered[next(iter(answered))]

    def _act(self, data: dict[str, Any]) -> Collection[int]:
        private = [self._play(name, data) for name in data["actions"]]
        if all(private):
            self.private.append((self.seq + 1, data["seat"]))
            return ()
        self.notice = told_as(data.get("note"))
        self.offers = {}
        return (data["seat"],)

    def _play(self, name: str, data: dict[str, Any]) -> bool:
        """Play an action; whether nobody else may know of it."""
        hidden = is_unseen(self.match, name)
        if hidden:
            self._private_lines.add(self.match.ply)
        self.match.play(name, data["seat"], data.get("reason"))
        return hidden

    def _seal(self, data: dict[str, Any]) -> Collection[int]:
        self.sealed[data["seat"]] = data["action"]
        if "reason" in data:
            self._late_choices[data["seat"]] = data["reason"]
        self.notice = told_as(data.get("note"))
        self._open_sealed()
        return (data["seat"],)

    def _open_sealed(self) -> None:
        """Once all have chosen, their choices are played in turn order."""
        choosing = self.choosing()
        self.sealed = {seat: action for seat, action in self.sealed.items() if seat in choosing}
        if choosing and all(seat in self.sealed for seat in choosing):
            chosen, self.sealed, self.offers = self.sealed, {}, {}
            late, self._late_choices = self._late_choices, {}
            for seat in choosing:
                self.match.play(chosen[seat], seat, late.get(seat))

    def _resign(self, data: dict[str, Any]) -> Collection[int]:
        self.match.resign(data["seat"], data.get("reason"))
        self.notice = told_as(data.get("note")) or self.notice
        self.offers = {}
        self._open_sealed()
        return () if "reason" in data else (data["seat"],)

    def _undo(self, data: dict[str, Any]) -> None:
        ply = data["ply"]
        if self._private_lines.issuperset(range(ply, self.match.ply)):
            self.private.append((self.seq + 1, data["seat"]))
            self._cut(ply)
        else:
            self.take_back_lines(ply, data["seat"])

    def take_back_lines(self, ply: int, seat: int) -> None:
        """Take back what others saw. It stays to be read beside the log, as each reader knew it."""
        readers = (None, *range(len(self.seats))) if has_secrets(self.game.rules.STATE) else (None,)
        for reader in readers:
            kept = self.taken_back.setdefault(reader, [])
            at = self.match.log_length(reader, ply)
            for earlier in kept:
                earlier.at = min(earlier.at, at)
            lines = self.match.log_from(reader, at)
            if lines:
                kept.append(TakenBack(seat, at, lines))
            while sum(len(each.lines) for each in kept) > MOST_TAKEN_BACK:
                del kept[0]
        self._cut(ply)
        self.orders.call_off(said("order-off-undo"))
        if self.clock:
            self.clock.undo(seat)
        self.offers, self.notice, self.cut_at = {}, None, self.seq + 1

    def taken_back_for(self, reader: int | None) -> list[TakenBack]:
        """What was taken back, as a reader knew it."""
        return self.taken_back.get(reader if has_secrets(self.game.rules.STATE) else None, [])

    def _cut(self, ply: int) -> None:
        self.sealed, self._late_choices = {}, {}
        self._private_lines -= set(range(ply, self.match.ply))
        self.match = self.match.until(ply)

    def _analysed(self, data: dict[str, Any]) -> None:
        self.analysis = data["found"]

    def _follow(self, data: dict[str, Any]) -> None:
        self.next = data["table"]


HANDLERS: dict[str, Callable[[Table, dict[str, Any]], Collection[int] | None]] = {
    "act": Table._act,
    "seal": Table._seal,
    "resign": Table._resign,
    "undo": Table._undo,
    **agreements.HANDLERS,
    **comings.HANDLERS,
    "say": talk.say,
    ORDERS: orders.given,
    "follow": Table._follow,
    "analysed": Table._analysed,
}


def is_unseen(match: Match, name: str) -> bool:
    """Whether others will not even read that an action was played."""
    words, state = match.game.words, match.state
    if not has_secrets(state.dtype):
        return False
    number = match.game.action_numbers[name]
    return not words.is_open(state, number, None) and words.twin(state, number) is None


__all__ = ["BOT", "OPEN", "PERSON", "Offer", "Seat", "Table"]
