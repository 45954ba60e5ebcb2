"""People who play as fast as they can at a server that is killed again and again, and remember what it promised."""

from __future__ import annotations

import contextlib
import json
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from tests.server.house import Forker, Live, Person, Process, free_port, wait_for

FIRST_MOVE = 2
"""The first move's number, after the table was made and somebody sat down."""
GONE = WebSocketException, OSError, EOFError
"""What a socket says when its server is no more."""


class Witness(Live):
    """A socket that remembers every line it was told of a table, by its number in the log."""

    def __init__(self, person: Person, table: str, told: dict[int, str]) -> None:
        super().__init__(person, table)
        self.told = told

    def hear(self, *kinds: str, **patience: float) -> dict[str, Any]:
        while True:
            message = super().hear(**patience)
            for part in message.get("seats", {}).values() if message["type"] in ("sync", "update") else ():
                self.told.update({line["n"]: line["action"] for line in part["log"]})
            if not kinds or message["type"] in kinds:
                return message

    def hear_the_rest(self) -> None:
        """What had arrived before the server was gone."""
        with contextlib.suppress(*GONE):
            while True:
                self.hear()


class Load:
    """Tables of two, each played by a thread; what the server said to anybody must be there after every kill."""

    def __init__(self, folder: Path, tables: int, forker: Forker | None = None) -> None:
        self.folder = folder
        self.forker = forker
        self.port = free_port()
        self.count = tables
        self.people: list[tuple[Person, Person]] = []
        self.acknowledged: dict[str, dict[int, str]] = {}
        """[table][event] the moves that were answered."""
        self.told: dict[str, dict[int, str]] = {}
        """[table][line] what any socket was told of, whoever moved."""
        self.current: list[str] = []
        self.server: Process | None = None

    def start(self) -> Process:
        self.server = Process(self.folder, port=self.port, forker=self.forker)
        if not self.people:
            for _ in range(self.count):
                self.people.append((self.server.person(), self.server.person()))
                self.current.append(self._new_table(len(self.people) - 1))
        return self.server

    def _new_table(self, number: int) -> str:
        ada, ben = self.people[number]
        made = ada.make("siegestones", "me", "open")
        ben.join(made, 1)
        table = str(made["table"]["id"])
        self.acknowledged[table], self.told[table] = {}, {}
        return table

    def play_and_kill(self, moves: int, end: Callable[[Process], Any] = Process.kill) -> None:
        """Play so many moves, end the server in the middle, start it again and look for all that it had said."""
        server = self.start() if self.server is None else self.server
        stop = threading.Event()
        threads = [threading.Thread(target=self._play, args=(number, stop)) for number in range(self.count)]
        for thread in threads:
            thread.start()
        promised = self.promised() + moves
        wait_for(lambda: self.promised() >= promised)
        end(server)
        stop.set()
        for thread in threads:
            thread.join()
        self.server = None
        self.start()
        self._look()

    def promised(self) -> int:
        """How many moves the server has acknowledged."""
        return sum(map(len, list(self.acknowledged.values())))

    def _play(self, number: int, stop: threading.Event) -> None:
        dice = random.Random(number)
        with contextlib.suppress(*GONE, httpx.TransportError, AssertionError):
            while not stop.is_set():
                self._play_table(number, dice, stop)
                self.current[number] = self._new_table(number)

    def _play_table(self, number: int, dice: random.Random, stop: threading.Event) -> None:
        """Play a table to its end over two sockets, or to the server's."""
        table, (ada, ben) = self.current[number], self.people[number]
        with Witness(ada, table, self.told[table]) as one, Witness(ben, table, self.told[table]) as two:
            try:
                is_over = self._play_on(table, (one, two), dice, stop)
            except GONE:
                is_over = False
            if not is_over:
                one.hear_the_rest()
                two.hear_the_rest()

    def _play_on(
        self, table: str, sockets: tuple[Witness, Witness], dice: random.Random, stop: threading.Event
    ) -> bool:
        """Whether the match came to its end."""
        for socket in sockets:
            socket.hear("sync")
        while not stop.is_set():
            waiting = sockets[0].last["table"]["waiting"]
            if not waiting:
                return True
            mover = sockets[waiting[0]]
            action = dice.choice([each["action"] for each in mover.last["seats"][str(waiting[0])]["legal"]])
            said = mover.ask(type="play", seat=waiting[0], action=action, seq=mover.last["seq"])
            if said["type"] == "answer":
                self.acknowledged[table][said["seq"]] = action
            for socket in sockets:
                while socket.last["seq"] < said.get("seq", 0):
                    socket.hear("update")
        return False

    def _look(self) -> None:
        for number, table in enumerate(self.current):
            self._compare(self.people[number][0], table)

    def _compare(self, person: Person, table: str) -> None:
        """All that was answered or told stands in its place in the log; moves that were neither may be there too."""
        log = person.sync(table)["seats"]["0"]["log"]
        moves = [line["action"] for line in log if line["seat"] in (0, 1)]
        for seq, action in self.acknowledged[table].items():
            at = seq - FIRST_MOVE
            assert moves[at : at + 1] == [action], json.dumps({"log": moves, "place": at, "promised": action})
        lines = {line["n"]: line["action"] for line in log}
        assert lines == {**lines, **self.told[table]}

    def check(self) -> int:
        """Everything that was ever said; returns how many moves were promised."""
        owners = {table: self.people[number][0] for number, table in enumerate(self.current)}
        for table in self.acknowledged:
            self._compare(owners.get(table, self._owner(table)), table)
        return self.promised()

    def close(self) -> None:
        if self.server is not None and self.server.process.poll() is None:
            self.server.stop()

    def _owner(self, table: str) -> Person:
        for ada, _ in self.people:
            seats: dict[str, Any] = ada.sync(table)["seats"]
            if "0" in seats:
                return ada
        raise AssertionError(f"table {table} has lost its people")
