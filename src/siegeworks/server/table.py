"""A table: a fold over its events, as a match is a fold over its lines. Nothing here waits, stores or sends."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Literal

import orjson

from siegeworks.choices import changed_options
from siegeworks.core.views import has_secrets
from siegeworks.errors import SiegeworksError
from siegeworks.games import GAMES, Game
from siegeworks.lines import Reason
from siegeworks.match import Match
from siegeworks.sentences import told_as
from siegeworks.server import comings, talk
from siegeworks.server.beginnings import first_match
from siegeworks.server.clocks import Clock
from siegeworks.server.seats import BOT, OPEN, PERSON, Began, Offer, Seat, TakenBack
from siegeworks.server.store import Damaged, Event, Shelf, Sitting, Stored

MOST_ANSWERED = 256
MOST_TAKEN_BACK = 200
"""Lines that were taken back and are still told."""
MOVES = ("act", "seal")


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
        self.host: str | None = self.setup.get("host")
        """Who made it, unless that is forgotten."""
        self.origin: str | None = None
        """Stands for the address it was made from, as long as that is counted; None for this machine itself."""
        self.sealed: dict[int, str] = {}
        self._late_choices: dict[int, Reason] = {}
        """[seat] why a choice is there that its seat did not make."""
        self.offers: dict[str, Offer] = {}
        self.talk = talk.Talk()
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

    def _count_from(self, made: Event) -> None:
        """What is noted of the events, from the first one on."""
        self.at, self.tick, self.seq = made.at, made.tick, made.seq
        self.openly_at = made.at  # when something happened last that everybody may know of
        self.moved = made.seq
        """The last event that changed the match."""
        self._moved_openly = made.seq
        """The last of these that is not private."""
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
        is_hidden = bool(self.private) and self.private[-1][0] == self.moved and self.private[-1][1] not in seats
        return self._moved_openly if is_hidden else self.moved

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

    def shelf(self) -> Shelf:
        public = bool(self.setup["public"])
        over, kind = self.is_over or self.is_archive, self.kind
        origin = self.origin if kind == "record" or not over else None
        return Shelf(
            self.id, self.game.name, self.host, public, self.open_seats, over, self.due(), kind, origin, self.seq
        )

    # The fold

    def apply(self, event: Event) -> None:
        """One more event, which has been checked."""
        if event.seq != self.seq + 1:
            raise Damaged("event-missing")
        before = self.on_clock()
        waited = [seat for seat in self.waiting if self.seats[seat].kind != OPEN] if self.clock else []
        ply, was_over = self.match.ply, self.match.result is not None
        acted = HANDLERS[event.kind](self, event.data) or ()
        self._waiting = None
        self.seq = event.seq
        self.at, self.tick = event.at, event.tick
        is_private = bool(self.private) and self.private[-1][0] == event.seq
        if not is_private and not (was_over and self.match.result is not None):
            self.openly_at = event.at
        if self.match.ply != ply or event.kind == "undo" or (event.kind == "agree" and "ply" in event.data):
            self.moved = event.seq
            if not is_private:
                self._moved_openly = event.seq
        if event.kind not in MOVES:
            self.manned = event.seq
            self._held = {}
        self.plies.append(self.match.ply)
        self._note_turns(event, acted)
        self._remember(event)
        if self.clock:
            self.clock.settle(event.tick, before, acted, self.on_clock(), waited)

    def _note_turns(self, event: Event, acted: Collection[int]) -> None:
        """Whoever is to act now and was not before begins a turn.

        So does whoever has chosen and chooses again at once, and whoever was alone at the table until now. Who is to
        act is known to all, so that private steps change nothing here.
        """
        anew = Began(event.seq, event.at, event.tick)
        ended = acted if event.kind == "seal" else ()
        if event.kind == "sit" and len({one for seat in self.seats for one in seat.people}) == 2:
            ended = self.waiting
        self.turns = {seat: anew if seat in ended else self.turns.get(seat, anew) for seat in self.waiting}

    def _remember(self, event: Event) -> None:
        """Who did it has been heard (bots and clocks send no id), and is answered in the same way again."""
        if event.kind in ("sit", "arrive") or ("id" in event.data and event.kind != "sit_in"):
            seat = event.data["seat"]
            self.heard[seat] = event.tick
            self.flagged.discard(seat)
            self.seats[seat].away = event.kind == "leave"
        elif event.kind in MOVES and not self.seats[event.data["seat"]].is_bot:
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
            self._take_back_lines(ply, data["seat"])

    def _take_back_lines(self, ply: int, seat: int) -> None:
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

    def _offer(self, data: dict[str, Any]) -> None:
        self.offers[data["what"]] = Offer(data["seat"], [data["seat"]], data.get("ply"))

    def _agree(self, data: dict[str, Any]) -> None:
        """One more agrees; the last one's agreement says what comes of it."""
        what = data["what"]
        if what in self.offers and data["seat"] not in self.offers[what].agreed:
            self.offers[what].agreed.append(data["seat"])
        if "ply" in data:
            asker = self.offers[what].seat if what in self.offers else data["seat"]
            self._take_back_lines(data["ply"], asker)
        elif "table" in data:
            self.next = data["table"]
            self.offers = {}
        elif data.get("draw"):
            self.match.agree_draw(data.get("reason"))
            self.offers, self.sealed = {}, {}

    def _decline(self, data: dict[str, Any]) -> None:
        self.offers.pop(data["what"], None)

    def _analysed(self, data: dict[str, Any]) -> None:
        self.analysis = data["found"]

    def _follow(self, data: dict[str, Any]) -> None:
        self.next = data["table"]


HANDLERS: dict[str, Callable[[Table, dict[str, Any]], Collection[int] | None]] = {
    "act": Table._act,
    "seal": Table._seal,
    "resign": Table._resign,
    "undo": Table._undo,
    "offer": Table._offer,
    "agree": Table._agree,
    "decline": Table._decline,
    **comings.HANDLERS,
    "say": talk.say,
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
