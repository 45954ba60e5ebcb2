"""Studies that people keep. A study is its events, as a table is: a record first, then what its owner did.

Whoever has its link may look; whoever made it may change it. What is undone is an event too.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, TypeVar

from siegeworks import editing
from siegeworks.choices import checked_game, checked_seats
from siegeworks.core import luck
from siegeworks.errors import BadPosition, BadSetup, GameOver, IllegalAction, SiegeworksError
from siegeworks.games import GAMES, Game
from siegeworks.match import Match
from siegeworks.nodes import Node, in_text_order
from siegeworks.server import exports, eyes, wire
from siegeworks.server.acts import NotYourSeat
from siegeworks.server.askers import Asker
from siegeworks.server.board_models import PositionWish, StudyWish
from siegeworks.server.engine_lines import lines_at
from siegeworks.server.guards import TooMany
from siegeworks.server.quotas import Quotas
from siegeworks.server.room import NoTable, Rooms, new_id
from siegeworks.server.store import Damaged, Entry, Event, Shelf, Stored
from siegeworks.server.store.listing import STUDY_NAME
from siegeworks.server.thinkers import Thinkers
from siegeworks.server.warm import Readiness
from siegeworks.studies import Study

STUDY, ACT = "study", "study_act"
"""The first event of a study, and all others."""
MOST_ACTS = 5_000
MOST_FRAMES = 200
MOST_OPEN = 64
"""Studies that are kept in memory."""
FIRST_SIMULATIONS, MOST_SIMULATIONS = 500, 64_000
"""Of the engine: it thinks about a position from the beginning, twice as long each time."""
LONGEST_S = 4.0
"""The engine ends after a search that took so long of a processor: what else the machine does is no matter."""
LIMIT_S = 60.0
T = TypeVar("T")


class Board:
    """A study in use. Threads work on it one at a time, under its lock."""

    def __init__(self, name: str, owner: str | None, text: str) -> None:
        self.id = name
        self.owner = owner
        self.name = ""
        self.seq = 0
        self.lock = asyncio.Lock()
        self.is_spoiled = False
        """A change of it was not stored, or failed halfway: it is read anew, also by those who wait for the lock."""
        self._text = text
        self._acts: list[dict[str, Any]] = []
        self._undone: list[dict[str, Any]] = []
        self._begin()

    def _begin(self) -> None:
        self.study = Study.from_record(self._text)
        self._said: dict[tuple[int, int | None], dict[str, Any]] = {}

    @classmethod
    def folded(cls, stored: Stored) -> Board:
        """A study from what is stored of it."""
        first, *rest = stored.events
        if first.kind != STUDY:
            raise NoTable
        try:
            board = cls(first.table, stored.host, first.data["record"])
            for event in rest:
                if event.kind == STUDY_NAME:
                    board.name = event.data["text"]
                else:
                    board.apply(event.data)
                board.seq = event.seq
        except (SiegeworksError, LookupError) as problem:
            raise Damaged("table-does-not-fit") from problem
        return board

    def apply(self, act: dict[str, Any]) -> int:
        """Do what an act says; returns the node to look at. What cannot be done raises, and changes nothing."""
        if act["do"] == "undo":
            return self._undo()
        if act["do"] == "redo":
            if not self._undone:
                raise BadSetup("no-change-to-redo")
            node = _done(self.study, self._undone[-1])
            self._acts.append(self._undone.pop())
        else:
            node = _done(self.study, act)
            self._acts.append(act)
            self._undone = []
        return node.number

    def _undo(self) -> int:
        if not self._acts:
            raise BadSetup("no-change-to-undo")
        self._undone.append(self._acts.pop())
        self._begin()
        for act in self._acts:
            _done(self.study, act)
        return int(self._undone[-1]["node"])

    def told(self, person: str | None, seat: int | None = None) -> dict[str, Any]:
        """All of it, with the lines as a seat may read them."""
        main = self.study.main
        reader = eyes.needed(main, seat)
        nodes = [self.study.root, *(node for _, node in in_text_order(self.study.root))]
        return {
            "id": self.id,
            "game": main.game.name,
            "name": self.name,
            "seats": main.seats,
            "options": main.options,
            "names": main.names,
            "yours": person is not None and person == self.owner,
            "cells": bool(main.game.picture.CELLS),
            "nodes": [self._node(node, reader) for node in nodes],
            "can_undo": bool(self._acts),
            "can_redo": bool(self._undone),
        }

    def _node(self, node: Node, reader: int | None) -> dict[str, Any]:
        if (node.number, reader) not in self._said:
            self._said[node.number, reader] = eyes.line(self.study.match(node), self.study.read(node, reader))
        return {
            "node": node.number,
            "parent": None if node.parent is None else node.parent.number,
            "children": [child.number for child in node.children],
            "seat": node.who,
            **self._said[node.number, reader],
            "comment": node.comment,
            "marks": node.marks,
            "arrows": node.arrows,
        }

    def picture(self, number: int, seat: int | None, moving: bool, language: str) -> str:
        """The position at a node, or the line that leads there, as SVG."""
        node = self.study.node(number)
        if not moving:
            return self.study.svg(node, seat, language)
        if len(node.line) >= MOST_FRAMES:
            raise BadSetup("line-too-long-to-move", most=MOST_FRAMES, count=len(node.line) + 1)
        return self.study.animated(node, seat, language)

    def match(self, number: int) -> Match:
        """The match that leads to a node."""
        return self.study.match(self.study.node(number))


def _done(study: Study, act: dict[str, Any]) -> Node:
    """Do one thing; returns the node to look at."""
    node = study.node(act["node"])
    if act["do"] == "play":
        return study.play(node, act["action"])
    if act["do"] == "roll":
        for action in act["actions"]:
            node = study.play(node, action)
        return node
    if act["do"] == "resign":
        return study.resign(node, act["seat"])
    if act["do"] == "delete":
        study.delete(node)
        return node.parent or node
    if act["do"] == "promote":
        study.promote(node)
    elif act["do"] == "comment":
        study.comment(node, act["text"])
    else:
        study.draw(node, act["marks"], act["arrows"])
    return node


class Boards:
    """All studies in use, and the engine beside them."""

    def __init__(self, rooms: Rooms, readiness: Readiness, quotas: Quotas, thinkers: Thinkers) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._readiness = readiness
        self._quotas = quotas
        self._thinkers = thinkers
        self._open: OrderedDict[str, Board] = OrderedDict()

    async def make(self, wish: StudyWish, asker: Asker) -> Board:
        """Keep a new study."""
        async with self._quotas.claim(asker, "records") as claim:
            given = await self._beginning(wish, asker)
            text = await self._rooms.readers.ask(asker, lambda: Study.from_record(given).record())
            board = await self._rooms.readers.ask(asker, lambda: Board(new_id(), asker.person, text))
            game = board.study.main.game
            first = {"game": game.name, "version": game.rules.VERSION, "record": text}
            origin = None if claim is None else claim.origin
            shelf = Shelf(board.id, game.name, asker.person, False, 0, True, None, STUDY, origin)
            await self._store.append(
                Entry([self._event(board, 0, STUDY, first)], [], [shelf], [] if claim is None else [claim])
            )
        self._keep(board)
        return board

    async def _beginning(self, wish: StudyWish, asker: Asker) -> str:
        """The record that a study begins with."""
        if wish.table is not None:
            table = (await self._rooms.visit(wish.table, asker.person)).table
            exports.check_open(table)
            shot = exports.Snapshot.of(table, asker.person)
            return await self._rooms.readers.ask(asker, lambda: exports.record(shot))
        if wish.record is not None:
            return wish.record
        if wish.game is not None and wish.game in GAMES:
            await self._readiness.wait(GAMES[wish.game])
        return await self._rooms.readers.ask(asker, lambda: _new(wish).record())

    async def judge(self, wish: PositionWish, asker: Asker) -> dict[str, Any]:
        """Whether a position can be, and what can be set of it."""
        game = checked_game(wish.game)
        seats = checked_seats(game, wish.seats)
        await self._readiness.wait(game)
        return await self._rooms.readers.ask(asker, lambda: _judged(game, seats, wish))

    def _event(self, board: Board, seq: int, kind: str, data: dict[str, Any]) -> Event:
        return self._rooms.event(board.id, seq, kind, data)

    def _keep(self, board: Board) -> None:
        self._open[board.id] = board
        self._open.move_to_end(board.id)
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)

    async def find(self, name: str) -> Board:
        """A study. Another process may have changed or deleted it; its last event tells."""
        board = self._open.get(name)
        if board is not None and len(await self._store.load_after(name, board.seq - 1)) != 1:
            board = None
        if board is None:
            stored = await self._store.load(name)
            if stored is None or stored.events[0].kind != STUDY:
                raise NoTable
            await self._readiness.wait(GAMES[stored.events[0].data["game"]])
            board = await self._rooms.readers.load(name, lambda: Board.folded(stored))
        self._keep(board)
        return board

    @contextlib.asynccontextmanager
    async def _held(self, name: str) -> AsyncIterator[Board]:
        """A study as it is stored, which nobody else works on meanwhile."""
        while True:
            board = await self.find(name)
            async with board.lock:
                if not board.is_spoiled:
                    yield board
                    return

    async def look(self, name: str, asker: Asker, work: Callable[[Board], T]) -> T:
        """Something about a study, found in a thread."""
        async with self._held(name) as board:
            return await self._rooms.readers.ask(asker, lambda: work(board))

    async def act(self, name: str, asker: Asker, act: dict[str, Any], seat: int | None) -> dict[str, Any]:
        """Change a study. Nobody sees the change before it is stored: the lock is held, or the study is read anew."""
        async with self._held(name) as board:
            if not asker.person or asker.person != board.owner:
                raise NotYourSeat("not-your-study")
            if board.seq >= MOST_ACTS:
                raise TooMany("study-too-long", most=MOST_ACTS)
            try:
                act, node, told = await self._rooms.readers.ask(
                    asker, partial(_changed, board, act, asker.person, seat)
                )
                kind = STUDY_NAME if act["do"] == "name" else ACT
                await self._store.append(Entry([self._event(board, board.seq + 1, kind, act)]))
            except BaseException:
                board.is_spoiled = True
                self._open.pop(name, None)
                raise
            board.seq += 1
        return {"node": node, "study": told}

    async def of(self, person: str) -> list[dict[str, Any]]:
        """The studies of a person."""
        found = await self._store.studies_of(person)
        return [{"id": each.study, "game": each.game, "name": each.name, "changed": each.changed} for each in found]

    async def throw_away(self, name: str, person: str | None) -> None:
        """Delete a study of one's own."""
        board = await self.find(name)
        if person is None or person != board.owner:
            raise NotYourSeat("not-your-study")
        self._open.pop(name, None)
        await self._store.throw_away(name, person)

    async def think(
        self, name: str, number: int, asker: Asker, simulations: int | None, seat: int | None
    ) -> AsyncIterator[bytes]:
        """What the search finds about a position, each time with more simulations; of the last, that it is done.

        Each search waits in line with those of others, so that many are served in turn.
        """
        match = await self.look(name, asker, lambda board: board.match(number))
        reader = eyes.needed(match, seat)
        if not isinstance(match.to_move, int):
            raise GameOver("nothing-to-choose")
        ready = partial(self._readiness.wait_for_code, match.game)
        count = simulations or FIRST_SIMULATIONS
        while True:
            work = partial(lines_at, match, count, reader)
            found, seconds = await self._thinkers.lines.run(work, LIMIT_S, asker, ready)
            is_last = simulations is not None or count >= MOST_SIMULATIONS or seconds > LONGEST_S
            found["done"] = is_last or found["proven"] is not None or found["simulations"] < count
            yield wire.told(found) + b"\n"
            if found["done"]:
                return
            count *= 2


def _judged(game: Game, seats: int, wish: PositionWish) -> dict[str, Any]:
    position, whole, says = wish.position, None, None
    try:
        if position is None:
            position = editing.beginning(game, seats, wish.options)
        whole = Match.from_position(game.name, position).position()
        position = editing.tidied(game, position) if wish.tidy else position
    except BadPosition as problem:
        says = problem.says
    fields = editing.fields(game, whole["seats"] if whole else seats)
    told = {"position": position, "fields": [each.data() for each in fields], "whole": whole}
    return {**told, "says": says and says.data(), "rule": says and says.rule}


def _changed(
    board: Board, act: dict[str, Any], person: str, seat: int | None
) -> tuple[dict[str, Any], int, dict[str, Any]]:
    """Do an act; returns it as it is stored, with what chance drew, and what came of it."""
    if act["do"] == "name":
        board.name = act["text"]
        return act, board.study.node(act["node"]).number, board.told(person, seat)
    if act["do"] == "play" and act["action"] is None:
        act = {**act, "action": board.study.drawn(board.study.node(act["node"]))}
    elif act["do"] == "roll":
        act = {**act, "actions": _drawn(board.study.match(board.study.node(act["node"])))}
    return act, board.apply(act), board.told(person, seat)


def _drawn(match: Match) -> list[str]:
    """The draws that chance makes from here until somebody is to move."""
    if match.to_move != "chance":
        raise IllegalAction("no-draw-now", match.game.words.CHANCE_RULE)
    past = match.ply
    match.draw_from(secrets.token_bytes(luck.SEED_BYTES))
    return [line.name for line in match.lines[past:]]


def _new(wish: StudyWish) -> Match:
    """An empty table, or a position. What cannot be is refused with the rule it breaks."""
    if wish.game is None:
        raise BadSetup("study-of-nothing")
    if wish.position is not None:
        return Match.from_position(wish.game, wish.position)
    return Match.new(wish.game, wish.seats, options=wish.options)
