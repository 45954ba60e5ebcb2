"""Match: a game, its options and a list of lines. The one gate that checks; rules behind it trust.

A line is who acted and what: a seat's action, a draw of chance, a resignation, or a draw agreed by all. Everything else
(state, events, result) is a fold over the lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, SupportsIndex

import numpy as np

from siegeworks import errors, gate, lines, positions, records, spoken
from siegeworks.choices import (
    changed_options,
    checked_game,
    checked_options,
    checked_seats,
    checked_seed,
    option_codes,
)
from siegeworks.core import luck, step, views
from siegeworks.core.phrases import Sentence
from siegeworks.core.rules import CHANCE, NOBODY, OptionValue
from siegeworks.games import Game
from siegeworks.gate import Name
from siegeworks.lines import DRAW, RESIGN, Event, Line, LogLine, Reason, Result, Who
from siegeworks.logs import Logs, copied
from siegeworks.sentences import render


class Match(spoken.Spoken):
    """One match of one game. Make it with `new`, `from_position` or `from_record`."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, OptionValue], seed: bytes | None) -> None:
        self.game = game
        self.seats = seats
        self.options = dict(options)
        self._names: list[str] | None = None
        self._seed = seed
        self._seed_hash = luck.seed_hash(seed) if seed is not None else None
        self._fixed = 0  # how many of the first draws a host chose
        self._agreed_at: int | str | None = None  # who was to move when all agreed on a draw
        self._position: dict[str, Any] | None = None
        self._lines: list[Line] = []
        self._events: list[list[Event]] = []
        self._latest: dict[Who, int] = {}  # how many lines there were when each had last acted
        self._out = lines.scratch(game)
        self._states: views.States = np.zeros(1, game.rules.STATE)
        self._count = step.begin(self._states, 0, seats, option_codes(game, options), self._out)
        self._look()
        self._first = views.copied(self._states)
        self._logs = Logs(game, self._first)

    # How a match begins

    @classmethod
    def new(
        cls,
        game: str,
        seats: SupportsIndex,
        seed: SupportsIndex | bytes | None = None,
        options: Mapping[str, OptionValue] | None = None,
        chance: Iterable[str] = (),
    ) -> Match:
        """A new match. With a seed chance is drawn at once; without one it is played like any action."""
        found = checked_game(game)
        count = checked_seats(found, seats)
        match = cls(found, count, checked_options(found, {} if options is None else options, count), checked_seed(seed))
        if isinstance(chance, str) or not isinstance(chance, Iterable):
            raise errors.BadSetup("draws-are-names", found.words.CHANCE_RULE)
        for name in chance:
            if match.to_move != "chance":
                raise errors.IllegalAction("cannot-be-fixed", found.words.CHANCE_RULE, action=str(name))
            if not isinstance(name, str):
                raise gate.unknown(match, name)
            match.check(name)
            match._take("chance", name)
            match._fixed += 1
        match._draw()
        return match

    @classmethod
    def from_position(cls, game: str, position: Mapping[str, Any], seed: SupportsIndex | bytes | None = None) -> Match:
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
        self._logs = Logs(self.game, self._first)

    def _look(self) -> None:
        """Note what is often asked of the state, which has changed."""
        mover = int(self._states["to_move"][0])
        self._mover: int | Literal["chance"] | None = mover
        if mover == NOBODY:
            self._mover = None
        elif mover == CHANCE:
            self._mover = "chance"
        self._gone = lines.seats_gone(self._states)
        self._numbers: list[int] | None = None

    # The gate

    def check(self, action: Name, seat: int | None = None) -> None:
        """Raises the error that `play` would raise; changes nothing."""
        refusal = gate.refusal(self, action, seat)
        if refusal is not None:
            raise refusal

    def why_not(self, action: Name, language: str = "en") -> errors.SiegeworksError | None:
        """Why this action cannot be played now, with the rule; None if it can. Its `reason` is in the language."""
        refusal = gate.refusal(self, action)
        if refusal is not None:
            refusal.language = language
        return refusal

    def preview(self, action: Name) -> list[Event]:
        """What playing this would change, as far as the seat to move can know: no secret and no draw is looked at."""
        mover, number, name = self._checked(action)
        reader = None if mover == "chance" else mover
        seen = views.view(self._states, reader)
        ply = len(self._log_of(reader)) if views.has_secrets(seen.dtype) else self.ply
        if views.has_secrets(seen.dtype) and self.game.words.rests_on_secrets(seen[0], number):
            return lines.stamped(ply, mover, self.game.words.own_events(seen[0], number))
        after = views.copied(seen)
        step.step(after, 0, number, np.zeros_like(self._out))
        return lines.events_of(self.game, seen, Line(mover, name, number), after, ply)

    def instruction(self, action: Name) -> Sentence:
        """What a person does who plays this, as a sentence without a full stop; of a draw, what it brings."""
        mover, number, _ = self._checked(action)
        if mover == "chance":
            return self.sentence(self.preview(action)[0])
        return self.game.words.instruction(self.seen(mover)[0], number)

    def say_action(self, action: Name, language: str = "en") -> str:
        """The same in words: "Place a tower on f5"."""
        return render(self.instruction(action), language)

    def _checked(self, action: Name, seat: int | None = None) -> tuple[int | Literal["chance"], int, str]:
        """Who is to move, and the number and the name of an action that can be played."""
        self.check(action, seat)
        mover, number = self.to_move, self.number_of(action)
        assert mover is not None
        assert number is not None
        return mover, number, self._tables()[0][number]

    # Changes

    def play(self, action: Name, seat: int | None = None, reason: Reason | None = None) -> list[Event]:
        """Play an action by its name or number; returns what happened, the luck that follows included.

        The reason is "time" where a clock plays for the seat.
        """
        mover, _, name = self._checked(action, seat)
        return self._changed(mover, name, reason)

    def resign(self, seat: int, reason: Reason | None = None) -> list[Event]:
        """A seat leaves the match; the reason is "time" where its time ran out."""
        problem = gate.leaving_problem(self, seat)
        if problem is not None:
            raise problem
        return self._changed(int(seat), RESIGN, reason)

    def agree_draw(self, reason: Reason | None = None) -> list[Event]:
        """All seats still in share the result: they agree, or the time of all ran out in the same moment."""
        if self.to_move is None:
            raise gate.over(self)
        return self._changed("all", DRAW, reason)

    def _changed(self, who: Who, name: str, reason: Reason | None = None) -> list[Event]:
        """Take a line and the luck that follows; returns what happened."""
        ply = self.ply
        self._logs.recent = {}
        self._take(who, name, reason)
        self._draw()
        return [event for events in self._events[ply:] for event in events]

    def default(self) -> str:
        """The action an expired clock plays."""
        if self.to_move is None:
            raise gate.over(self)
        if self.to_move == "chance":
            raise errors.IllegalAction("no-clock-for-draws", self.game.words.CHANCE_RULE)
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
            raise errors.NothingToUndo("nothing-to-undo")
        self._cut(kept - 1)

    def until(self, ply: int) -> Match:
        """An independent match as this one was after so many lines. Luck that was not drawn yet then is drawn again."""
        past = self.copy()
        past._logs = self._logs
        past._cut(ply)
        return past

    def history(self) -> Iterator[tuple[Line, views.States]]:
        """Each line with the state it was played in, an array of one; private, as the state is."""
        states = views.copied(self._first)
        for line in list(self._lines):
            yield line, views.copied(states)
            lines.fold(states, line, np.zeros_like(self._out))

    def decisions(self) -> list[int]:
        """The lines at which a seat still in the match had more than one action to choose from."""
        out, found = np.zeros_like(self._out), []
        for ply, (line, states) in enumerate(self.history()):
            is_choice = isinstance(line.who, int) and line.number is not None
            if is_choice and not int(states["gone"][0]) >> int(line.who) & 1 and step.list_legal(states, 0, out) > 1:
                found.append(ply)
        return found

    def _cut(self, ply: int) -> None:
        """Keep the first lines, and fold them anew."""
        kept = self._lines[:ply]
        self._states = views.copied(self._first)
        self._count = step.list_legal(self._states, 0, self._out)
        self._look()
        self._lines, self._latest = [], {}
        self._agreed_at = None if self._position is None else self._position.get(positions.AGREED)
        for line in kept:
            self._apply(line)
        del self._events[ply:]
        self._logs = self._logs.until(ply, self._states)

    def _take(self, who: Who, name: str, reason: Reason | None = None) -> None:
        """Add a line that has been checked, with its events."""
        number = None if name in (RESIGN, DRAW) else self._tables()[1][name]
        line = Line(who, name, number, reason)
        before = views.copied(self._states)
        if views.has_secrets(before.dtype):
            self._logs.recent[self.ply] = before
        self._apply(line)
        self._events.append(lines.events_of(self.game, before, line, self._states, self.ply - 1))

    def _apply(self, line: Line) -> None:
        """Fold one line into the state."""
        self._agreed_at = self.to_move if line.name == DRAW else None
        self._count = lines.fold(self._states, line, self._out)
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

    @property
    def events(self) -> list[Event]:
        """Everything that happened, complete and private."""
        return [event for events in self._events for event in events]

    def log(self, seat: int | None = None) -> list[LogLine]:
        """What a seat, or a spectator (None), may read of the match so far. It only ever grows at its end."""
        self._check_reader(seat)
        return copied(self._log_of(seat) if views.has_secrets(self._states.dtype) else self._all_told())

    def story(self) -> list[LogLine]:
        """The log without anything hidden: private until the match is over."""
        return copied(self._all_told())

    def _all_told(self) -> Iterator[LogLine]:
        return map(self.line_told, range(self.ply))

    def line_told(self, ply: int) -> LogLine:
        line = self._lines[ply]
        return {"ply": ply, "seat": line.who, "action": line.name, "events": self._events[ply]}

    def log_from(self, seat: int | None, number: int) -> list[LogLine]:
        """The log of a seat from a line on, for those who only read: it is not copied."""
        if views.has_secrets(self._states.dtype):
            return self._log_of(seat)[number:]
        return [self.line_told(ply) for ply in range(number, self.ply)]

    def log_length(self, seat: int | None, ply: int) -> int:
        """How long the log of a seat was after so many lines of the match."""
        if not views.has_secrets(self._states.dtype) or ply == 0:
            return ply
        return self._logs.of(seat, self._lines, self._states).lengths[ply - 1]

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
        known = self._logs.recent.get(ply)
        return self.until(ply)._states if known is None else known

    def _log_of(self, seat: int | None) -> list[LogLine]:
        """The log of a match with secrets."""
        return self._logs.of(seat, self._lines, self._states).log

    # As data

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat, or a spectator (None), sees, as JSON; after the end it hides nothing."""
        self._check_reader(seat)
        return self._described(self.seen(seat))

    def seat_view(self, seat: int | None) -> views.States:
        """The state as a seat, or a spectator (None), sees it, in an array of one: what a bot is handed."""
        self._check_reader(seat)
        return views.view(self._states, seat)

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
        agreed = {positions.AGREED: self._agreed_at} if self.is_agreed else {}
        return {**positions.describe(self.game, states, self.options), **agreed}

    def record(self) -> str:
        """The whole match as text that opens everywhere."""
        return records.write(self)

    def copy(self) -> Match:
        """An independent match at the same point."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.options = dict(self.options)
        twin._names = self.names
        twin._lines = list(self._lines)
        twin._latest = dict(self._latest)
        twin._events = list(self._events)
        twin._logs = Logs(self.game, self._first)
        twin._out = self._out.copy()
        twin._states = views.copied(self._states)
        return twin

    __copy__ = copy

    def svg(self, seat: int | None = None, language: str = "en") -> str:
        """The position as a picture, as a seat or a spectator sees it, with the last move marked."""
        return str(self.game.picture.svg(self.view(seat), self.last_cells(), language=language))

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
        chosen = "".join(f" {name}={value}" for name, value in changed_options(self.game, self.options).items())
        turn = "over" if self.to_move is None else f"{self.to_move} to move"
        return f"<Match {self.game.name}{chosen}, {self.seats} seats, ply {self.ply}, {turn}>"


__all__ = ["Event", "Line", "LogLine", "Match", "Result"]
