"""Match: a game, its options and a list of lines. The one gate that checks; rules behind it trust.

A line is who acted and what: a seat's action, a draw of chance, a resignation, or a draw agreed by all. Everything else
(state, events, result) is a fold over the lines.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypedDict

import numpy as np
import numpy.typing as npt

from siegeworks import errors, positions, records
from siegeworks.choices import checked_game, checked_options, checked_seats, checked_seed, option_codes
from siegeworks.core import luck, step, views
from siegeworks.core.rules import CHANCE, NOBODY, OptionValue, seats_of
from siegeworks.games import Game

Who = int | Literal["chance", "all"]

RESIGN, DRAW = "resign", "draw"
AGREEMENT = "agreement"
"""The rule behind a draw that all seats agreed on."""


class Line(NamedTuple):
    """One line of a match: who acted, the action's name and, if it is in the game's tables, its number."""

    who: Who
    name: str
    number: int | None


class Event(TypedDict):
    """Something that happened, as data; `Match.say` puts it into words."""

    ply: int
    seat: Who
    kind: str
    args: dict[str, Any]
    rule: str


class LogLine(TypedDict):
    """A line as a seat may read it, with what that seat saw happen."""

    ply: int
    seat: Who
    action: str
    events: list[Event]


@dataclass(slots=True)
class Reading:
    """How far a seat's log is made: the lines so far, its length after each line of the match, and the state there."""

    states: views.States
    log: list[LogLine] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    seen: views.States | None = None
    """The seat's view of the state there, if it was needed."""


class Result(TypedDict):
    """Who won, with what, and by which rule."""

    winners: list[int]
    scores: list[int]
    places: list[int]
    rule: str


class Match:
    """One match of one game. Make it with `new`, `from_position` or `from_record`."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, OptionValue], seed: bytes | None) -> None:
        self.game = game
        self.seats = seats
        self.options = dict(options)
        self.names: list[str] | None = None
        self._seed = seed
        self._seed_hash = luck.seed_hash(seed) if seed is not None else None
        self._fixed = 0  # how many of the first draws a host chose
        self._agreed_at: int | str | None = None  # who was to move when all agreed on a draw
        self._position: dict[str, Any] | None = None
        self._lines: list[Line] = []
        self._events: list[list[Event]] = []
        self._logs: dict[int | None, Reading] = {}
        self._recent: dict[int, views.States] = {}  # the states before the lines of the last change
        self._latest: dict[Who, int] = {}  # how many lines there were when each had last acted
        width = max(game.rules.ACTIONS, game.rules.CHANCES)
        self._out = np.zeros(width, np.int64)
        self._states: views.States = np.zeros(1, game.rules.STATE)
        self._count = step.begin(self._states, 0, seats, option_codes(game, options), self._out)
        self._look()
        self._first = views.copied(self._states)

    # How a match begins

    @classmethod
    def new(
        cls,
        game: str,
        seats: int,
        seed: int | bytes | None = None,
        options: Mapping[str, OptionValue] | None = None,
        chance: Iterable[str] = (),
    ) -> Match:
        """A new match. With a seed chance is drawn at once; without one it is played like any action."""
        found = checked_game(game)
        match = cls(
            found,
            checked_seats(found, seats),
            checked_options(found, {} if options is None else options, seats),
            checked_seed(seed),
        )
        if isinstance(chance, str) or not isinstance(chance, Iterable):
            raise errors.BadSetup('The first draws are a list of names, like ["start 1"].', found.words.CHANCE_RULE)
        for name in chance:
            if match.to_move != "chance":
                raise errors.IllegalAction(
                    f'"{name}" cannot be fixed: no draw is open at that point.', found.words.CHANCE_RULE
                )
            match.check(name)
            match._take("chance", name)
            match._fixed += 1
        match._draw()
        return match

    @classmethod
    def from_position(cls, game: str, position: Mapping[str, Any], seed: int | bytes | None = None) -> Match:
        """A match that goes on from a position. One that could not exist is refused with the rule it breaks."""
        found = checked_game(game)
        seats, options = positions.table(found, position)
        match = cls(found, seats, options, checked_seed(seed))
        positions.fill(found, match._states, position)
        match._restart()
        match._agreed_at = position.get(positions.AGREED)
        match._position = positions.written(found, match.position())
        match._draw()
        return match

    @classmethod
    def from_record(cls, text: str) -> Match:
        """The match a record tells. One that is cut, changed, foreign or newer is refused with the line."""
        return records.read(text, cls)

    def _restart(self) -> None:
        """What is in the state now is where this match began."""
        self._count = step.list_legal(self._states, 0, self._out)
        self._look()
        self._first = views.copied(self._states)

    # Where it stands

    @property
    def state(self) -> Any:
        """The record of the rules. Everything is in it, secrets too."""
        return self._states[0]

    @property
    def to_move(self) -> int | Literal["chance"] | None:
        """A seat, "chance", or None when the match is over."""
        return self._mover

    def _look(self) -> None:
        """Note what is often asked of the state, which has changed."""
        mover = int(self._states["to_move"][0])
        self._mover: int | Literal["chance"] | None = mover
        if mover == NOBODY:
            self._mover = None
        elif mover == CHANCE:
            self._mover = "chance"
        self._gone = _seats_gone(self._states)
        self._numbers: list[int] | None = None

    @property
    def ply(self) -> int:
        """How many lines there are, chance included."""
        return len(self._lines)

    @property
    def lines(self) -> list[Line]:
        """Who did what, complete and private."""
        return list(self._lines)

    def line(self, ply: int) -> Line:
        """One of the lines."""
        return self._lines[ply]

    @property
    def actions(self) -> list[str]:
        """The names of all lines, complete and private."""
        return [line.name for line in self._lines]

    @property
    def seed(self) -> bytes | None:
        """The seed of this match's luck; a secret until the match is over."""
        return self._seed

    @property
    def seed_hash(self) -> str | None:
        """What may be told of the seed before the end."""
        return self._seed_hash

    @property
    def gone(self) -> list[int]:
        """The seats that have left."""
        return list(self._gone)

    @property
    def staying(self) -> list[int]:
        """The seats that may still resign: neither gone nor about to go."""
        resigned = {line.who for line in self._lines if line.name == RESIGN}
        return [seat for seat in range(self.seats) if seat not in self.gone and seat not in resigned]

    def legal(self) -> list[str]:
        """The names of the legal actions, in the order of their numbers."""
        names = self._tables()[0]
        return [names[number] for number in self._listed()]

    def legal_numbers(self) -> list[int]:
        """The numbers of the legal actions, ascending."""
        return list(self._listed())

    def _listed(self) -> list[int]:
        """The same, for those who only read: it is not copied."""
        if self._numbers is None:
            self._numbers = self._out[: self._count].tolist()
        return self._numbers

    def weights(self) -> list[int]:
        """How likely each legal draw is, in the order of `legal`; empty unless a draw comes next."""
        if self.to_move != "chance":
            return []
        weights = np.zeros_like(self._out)
        return list(weights[: step.weigh(self._states, 0, weights)].tolist())

    def _tables(self) -> tuple[tuple[str, ...], dict[str, int]]:
        """Names by number and numbers by name, of whoever is to move: chance has a space of its own."""
        if self.to_move == "chance":
            return self.game.words.CHANCE_NAMES, self.game.chance_numbers
        return self.game.words.ACTION_NAMES, self.game.action_numbers

    @property
    def result(self) -> Result | None:
        """None, or who won."""
        if self.to_move is not None:
            return None
        return _result(self.game, self._states, self._is_agreed())

    def _is_agreed(self) -> bool:
        """Whether the match ended in a draw that all agreed on."""
        return self._agreed_at is not None

    # The gate

    def check(self, name: str, seat: int | None = None) -> None:
        """Raises the error that `play` would raise; changes nothing."""
        refusal = self._refusal(name, seat)
        if refusal is not None:
            raise refusal

    def _refusal(self, name: str, seat: int | None = None) -> errors.SiegeworksError | None:
        words = self.game.words
        if self.to_move is None:
            return errors.GameOver("The match is over.", self._end_rule())
        if seat is not None:
            problem = self._seat_problem(seat)
            if problem is not None:
                return problem
            if seat != self.to_move:
                turn = (
                    "a draw comes next" if self.to_move == "chance" else f"{words.seat_name(self.to_move)} is to move"
                )
                return errors.NotYourTurn(f"It is not {words.seat_name(seat)}'s turn: {turn}.", words.TURN_RULE)
        number = self._tables()[1].get(name) if isinstance(name, str) else None
        if number is None:
            return self._unknown(name)
        if number in self._listed():
            return None
        if self.to_move == "chance":
            return errors.IllegalAction(f'"{name}" cannot be drawn now.', words.CHANCE_RULE)
        seen = views.view(self._states, self.to_move)
        return errors.IllegalAction(*words.why_not(seen[0], number))

    def _end_rule(self) -> str | None:
        return self.result["rule"] if self.result else None

    def _seat_problem(self, seat: object) -> errors.SiegeworksError | None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            return errors.BadSetup(f"There is no seat {seat!r}: the seats are 0 to {self.seats - 1}.")
        return None

    def _check_reader(self, seat: int | None) -> None:
        problem = None if seat is None else self._seat_problem(seat)
        if problem is not None:
            raise problem

    def _unknown(self, name: object) -> errors.SiegeworksError:
        """No such name: say so, and what was probably meant."""
        words = self.game.words
        text = name if isinstance(name, str) else repr(name)
        if text in self.game.chance_numbers:
            return errors.UnknownAction(f'"{text}" is a draw of chance, and a seat is to move.', words.CHANCE_RULE)
        if self.to_move == "chance":
            return errors.UnknownAction(
                f'"{text[:40]}" is not a draw; one of them is "{self.legal()[0]}".', words.CHANCE_RULE
            )
        near = difflib.get_close_matches(text.lower()[:40], list(self.game.action_numbers), 1)
        hint = f'; did you mean "{near[0]}"' if near else f"; an action is {' or '.join(words.SHAPES)}"
        return errors.UnknownAction(f'There is no action "{text[:40]}"{hint}.', words.ACTION_RULE)

    def why_not(self, name: str) -> errors.SiegeworksError | None:
        """Why this action cannot be played now, with the rule; None if it can."""
        return self._refusal(name)

    def preview(self, name: str) -> list[Event]:
        """What playing this would change, as far as the seat to move can know: no secret and no draw is looked at."""
        self.check(name)
        mover = self.to_move
        assert mover is not None
        reader = None if mover == "chance" else mover
        seen = views.view(self._states, reader)
        ply = len(self._log_of(reader)) if views.has_secrets(seen.dtype) else self.ply
        number = self._tables()[1][name]
        if views.has_secrets(seen.dtype) and self.game.words.rests_on_secrets(seen[0], number):
            return self._stamp(ply, mover, self.game.words.own_events(seen[0], number))
        after = views.copied(seen)
        step.step(after, 0, number, np.zeros_like(self._out))
        return self._told(seen, Line(mover, name, number), after, ply)

    # Changes

    def play(self, name: str, seat: int | None = None) -> list[Event]:
        """Play an action of whoever is to move; returns what happened, the luck that follows included."""
        self.check(name, seat)
        mover = self.to_move
        assert mover is not None
        ply = self.ply
        self._recent = {}
        self._take(mover, name)
        self._draw()
        return [event for events in self._events[ply:] for event in events]

    def resign(self, seat: int) -> list[Event]:
        """A seat leaves the match."""
        problem = self._seat_problem(seat)
        if problem is not None:
            raise problem
        if self.to_move is None:
            raise errors.GameOver("The match is over.", self._end_rule())
        if seat not in self.staying:
            name = self.game.words.seat_name(seat)
            raise errors.IllegalAction(f"{name} has already left the match.", self.game.words.LEAVE_RULE)
        if self.to_move == "chance":
            raise errors.IllegalAction("A draw comes first; resign after it.", self.game.words.CHANCE_RULE)
        ply = self.ply
        self._recent = {}
        self._take(seat, RESIGN)
        self._draw()
        return [event for events in self._events[ply:] for event in events]

    def agree_draw(self) -> list[Event]:
        """All seats still in agree to share the result."""
        if self.to_move is None:
            raise errors.GameOver("The match is over.", self._end_rule())
        ply = self.ply
        self._recent = {}
        self._take("all", DRAW)
        return list(self._events[ply])

    def default(self) -> str:
        """The action an expired clock plays."""
        if self.to_move is None:
            raise errors.GameOver("The match is over.", self._end_rule())
        if self.to_move == "chance":
            raise errors.IllegalAction("No clock runs for a draw.", self.game.words.CHANCE_RULE)
        return str(self._tables()[0][step.timeout_action(self._states, 0)])

    def draw_from(self, seed: int | bytes) -> None:
        """Go on with new luck, where the old seed is not known. A record with draws of two seeds names neither."""
        self._seed = checked_seed(seed)
        self._draw()

    def undo(self) -> None:
        """Take back the last seat action and the chance after it. With a seed the same place draws the same luck."""
        kept = len(self._lines)
        while kept and self._lines[kept - 1].who == "chance":
            kept -= 1
        if not kept:
            raise errors.NothingToUndo("There is nothing to take back: no seat has acted yet.")
        self._cut(kept - 1)

    def until(self, ply: int) -> Match:
        """An independent match as this one was after so many lines. Luck that was not drawn yet then is drawn again."""
        past = self.copy()
        past._cut(ply)
        return past

    def history(self) -> Iterator[tuple[Line, views.States]]:
        """Each line with the state it was played in, an array of one; private, as the state is."""
        states = views.copied(self._first)
        for line in list(self._lines):
            yield line, views.copied(states)
            _fold(states, line, np.zeros_like(self._out))

    def _cut(self, ply: int) -> None:
        """Keep the first lines, and fold them anew."""
        lines = self._lines[:ply]
        self._states = views.copied(self._first)
        self._count = step.list_legal(self._states, 0, self._out)
        self._look()
        self._lines, self._latest = [], {}
        self._agreed_at = None if self._position is None else self._position.get(positions.AGREED)
        for line in lines:
            self._apply(line)
        del self._events[ply:]
        self._logs = {}
        self._recent = {}

    def _take(self, who: Who, name: str) -> None:
        """Add a line that has been checked, with its events."""
        number = None if name in (RESIGN, DRAW) else self._tables()[1][name]
        line = Line(who, name, number)
        before = views.copied(self._states)
        if views.has_secrets(before.dtype):
            self._recent[self.ply] = before
        self._apply(line)
        self._events.append(self._told(before, line, self._states, self.ply - 1))

    def _apply(self, line: Line) -> None:
        """Fold one line into the state."""
        self._agreed_at = self.to_move if line.name == DRAW else None
        self._count = _fold(self._states, line, self._out)
        self._look()
        self._lines.append(line)
        self._latest[line.who] = len(self._lines)

    def _draw(self) -> None:
        """Draw chance from the seed until a seat is to move."""
        if self._seed is None or self.to_move != "chance":
            return
        number = sum(line.who == "chance" for line in self._lines)
        while self.to_move == "chance":
            place = luck.pick(self._seed, number, self.weights())
            number += 1
            if self._seed_hash is not None and luck.seed_hash(self._seed) != self._seed_hash:
                self._seed_hash = None
            self._take("chance", self.legal()[place])

    # What happened

    def _told(self, before: views.States, line: Line, after: views.States, ply: int) -> list[Event]:
        """The events of one line, from the states around it."""
        words = self.game.words
        told: list[tuple[str, dict[str, Any], str]] = []
        if line.name == RESIGN:
            told.append((RESIGN, {}, words.LEAVE_RULE))
        if line.name == DRAW:
            told.append((DRAW, {}, AGREEMENT))
        else:
            told.extend(words.events(before[0], line.number, after[0]))
        if after["to_move"][0] == NOBODY:
            result = _result(self.game, after, line.name == DRAW)
            told.append(("end", {key: result[key] for key in ("winners", "scores", "places")}, result["rule"]))
        return self._stamp(ply, line.who, told)

    @staticmethod
    def _stamp(ply: int, who: Who, told: Iterable[tuple[str, dict[str, Any], str]]) -> list[Event]:
        return [{"ply": ply, "seat": who, "kind": kind, "args": args, "rule": rule} for kind, args, rule in told]

    @property
    def events(self) -> list[Event]:
        """Everything that happened, complete and private."""
        return [event for events in self._events for event in events]

    def say(self, event: Event) -> str:
        """An event in one sentence, without its rule."""
        words = self.game.words
        kind, args, who = event["kind"], event["args"], event["seat"]
        if kind == "end":
            return self._say_end(args)
        if kind == RESIGN:
            return f"{words.seat_name(who)} leaves the match."
        if kind == DRAW:
            return "All agree on a draw."
        return str(words.say(kind, args, who))

    def _say_end(self, args: Mapping[str, Any]) -> str:
        """The winners, their points first."""
        winners = [self.game.words.seat_name(seat) for seat in args["winners"]]
        others = [score for seat, score in enumerate(args["scores"]) if seat not in args["winners"]]
        best = [args["scores"][seat] for seat in args["winners"]]
        scores = " to ".join(map(str, best + sorted(others, reverse=True)))
        if len(winners) == 1:
            return f"{winners[0]} wins, {scores}."
        return f"{', '.join(winners[:-1])} and {winners[-1]} share the result, {scores}."

    def log(self, seat: int | None = None) -> list[LogLine]:
        """What a seat, or a spectator (None), may read of the match so far. It only ever grows at its end."""
        self._check_reader(seat)
        return _copied(self._log_of(seat) if views.has_secrets(self._states.dtype) else self._all_told())

    def story(self) -> list[LogLine]:
        """The log without anything hidden: private until the match is over."""
        return _copied(self._all_told())

    def _all_told(self) -> Iterator[LogLine]:
        for ply, line in enumerate(self._lines):
            yield {"ply": ply, "seat": line.who, "action": line.name, "events": self._events[ply]}

    def log_from(self, seat: int | None, number: int) -> list[LogLine]:
        """The log of a seat from a line on, for those who only read: it is not copied."""
        if views.has_secrets(self._states.dtype):
            return self._log_of(seat)[number:]
        lines = enumerate(self._lines[number:], number)
        return [{"ply": ply, "seat": line.who, "action": line.name, "events": self._events[ply]} for ply, line in lines]

    def log_length(self, seat: int | None, ply: int) -> int:
        """How long the log of a seat was after so many lines of the match."""
        if not views.has_secrets(self._states.dtype) or ply == 0:
            return ply
        self._log_of(seat)
        return self._logs[seat].lengths[ply - 1]

    def last_turn(self, seat: int | None) -> int:
        """How long the log of a seat was when it had last acted: what follows is news to it."""
        if not views.has_secrets(self._states.dtype):
            return 0 if seat is None else self._latest.get(seat, 0)
        log = self._log_of(seat)
        return next((at + 1 for at in range(len(log) - 1, -1, -1) if log[at]["seat"] == seat), 0)

    def last_action(self, seat: int) -> int | None:
        """The line of a seat's last action."""
        for at in range(self._latest.get(seat, 0) - 1, -1, -1):
            if self._lines[at].who == seat and self._lines[at].number is not None:
                return at
        return None

    def before(self, ply: int) -> views.States:
        """The states before a line."""
        known = self._recent.get(ply)
        return self.until(ply)._states if known is None else known

    def _log_of(self, seat: int | None) -> list[LogLine]:
        """The log of a match with secrets: public twins, and events made from views alone."""
        reading = self._logs.get(seat)
        if reading is None:
            reading = self._logs[seat] = Reading(views.copied(self._first))
        if len(reading.lengths) == len(self._lines):
            return reading.log
        for ply in range(len(reading.lengths), self.ply):
            before = self._recent.get(ply)
            if before is None:
                before = views.copied(reading.states)
            reading.states = self._advanced(reading.states, ply)
            self._add_to_log(reading, seat, before, self._lines[ply])
            reading.lengths.append(len(reading.log))
        return reading.log

    def _advanced(self, states: views.States, ply: int) -> views.States:
        """Bring the states before a line to where they are after it; what was just played is known already."""
        after = self._states if ply + 1 == self.ply else self._recent.get(ply + 1)
        if after is not None:
            return views.copied(after)
        _fold(states, self._lines[ply], np.zeros_like(self._out))
        return states

    def _add_to_log(self, reading: Reading, seat: int | None, before: views.States, line: Line) -> None:
        """Tell one more line as the seat may know it."""
        words, log = self.game.words, reading.log
        name: str | None = line.name
        number = line.number
        if number is not None and not words.is_open(before[0], number, seat):
            name, number = words.twin(before[0], number), views.UNKNOWN
        seen, reading.seen = reading.seen, None
        if name is not None:
            seen = views.view(before, seat) if seen is None else seen
            then = reading.seen = views.view(reading.states, seat)
            told = self._told(seen, Line(line.who, name, number), then, len(log))
            log.append({"ply": len(log), "seat": line.who, "action": name, "events": told})

    # As data

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat, or a spectator (None), sees, as JSON; after the end it hides nothing."""
        self._check_reader(seat)
        return self._described(self.seen(seat))

    def seen(self, seat: int | None) -> views.States:
        """The state as a seat or a spectator sees it, for those who only read: it may be the state itself."""
        reading = self._logs.get(seat)
        if reading is not None and reading.seen is not None and len(reading.lengths) == self.ply:
            return reading.seen
        return views.view(self._states, seat) if views.has_secrets(self._states.dtype) else self._states

    def view_after(self, number: int, seat: int) -> dict[str, Any] | None:
        """What a seat to move would see after a legal action, made from its view alone.

        None once over, or where that rests on secrets.
        """
        after = views.view(self._states, seat)
        if views.has_secrets(after.dtype) and self.game.words.rests_on_secrets(after[0], number):
            return None
        step.step(after, 0, number, np.zeros_like(self._out))
        if after["to_move"][0] == NOBODY:
            return None
        return positions.describe(self.game, views.view(after, seat), self.options)

    def position(self) -> dict[str, Any]:
        """The whole position as JSON, secrets too."""
        return self._described(self._states)

    def _described(self, states: views.States) -> dict[str, Any]:
        agreed = {positions.AGREED: self._agreed_at} if self._is_agreed() else {}
        return {**positions.describe(self.game, states, self.options), **agreed}

    def record(self) -> str:
        """The whole match as text that opens everywhere."""
        return records.write(self)

    def copy(self) -> Match:
        """An independent match at the same point."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.options = dict(self.options)
        twin.names = None if self.names is None else list(self.names)
        twin._lines = list(self._lines)
        twin._latest = dict(self._latest)
        twin._events = list(self._events)
        twin._logs = {}
        twin._recent = {}
        twin._out = self._out.copy()
        twin._states = views.copied(self._states)
        return twin

    __copy__ = copy

    def svg(self, seat: int | None = None) -> str:
        """The position as a picture, as a seat or a spectator sees it, with the last move marked."""
        return str(self.game.picture.svg(self.view(seat), self.last_cells()))

    def _repr_svg_(self) -> str:
        return self.svg()

    def last_cells(self) -> list[str]:
        """The cells the last seat action named."""
        return [word for word in (self.last_played() or "").split() if word in self.game.picture.CELLS]

    def last_played(self) -> str | None:
        """The name of the last action of a seat."""
        for line in reversed(self._lines):
            if isinstance(line.who, int) and line.number is not None:
                return line.name
        return None

    def __repr__(self) -> str:
        return f"<Match {self.game.name}, {self.seats} seats, ply {self.ply}, to move {self.to_move}>"


def _copied(log: Iterable[LogLine]) -> list[LogLine]:
    """A log of one's own: changing it changes nothing else."""
    return [{**line, "events": [{**event, "args": dict(event["args"])} for event in line["events"]]} for line in log]


def _seats_gone(states: views.States) -> list[int]:
    gone = int(states["gone"][0])
    return seats_of(gone, int(states["seats"][0])) if gone else []


def _result(game: Game, states: views.States, agreed: bool) -> Result:
    """The result of a state that is over; a draw by agreement is between all seats still in."""
    seats = int(states["seats"][0])
    points, ranks = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    step.standings(states, 0, points, ranks)
    places, rule = ranks.tolist(), game.words.result_rule(states[0])
    if agreed:
        gone = _seats_gone(states)
        places = [seats - len(gone) + 1 if seat in gone else 1 for seat in range(seats)]
        rule = AGREEMENT
    winners = [seat for seat, place in enumerate(places) if place == 1]
    return {"winners": winners, "scores": points.tolist(), "places": places, "rule": rule}


def _fold(states: views.States, line: Line, out: npt.NDArray[np.int64]) -> int:
    """Apply one line; returns how many actions are legal next."""
    if line.name == DRAW:
        states["to_move"] = NOBODY
        return 0
    if line.name == RESIGN:
        return int(step.give_up(states, 0, int(line.who), out))
    return int(step.step(states, 0, line.number, out))


__all__ = ["Event", "Line", "LogLine", "Match", "Result"]
