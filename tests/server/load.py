"""People who play as fast as they can at a server that is killed again and again, and remember what it promised."""

from __future__ import annotations

import contextlib
import json
import random
import threading
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from tests.server.house import Live, Person, Process, free_port, wait_for

FIRST_MOVE = 2
"""The first move's number, after the table was made and somebody sat down."""


class Load:
    """Tables of two, each played by a thread; what the server said was safe must be there after every kill."""

    def __init__(self, folder: Path, tables: int, game: str = "siegestones") -> None:
        self.folder = folder
        self.game = game
        self.port = free_port()
        self.count = tables
        self.people: list[tuple[Person, Person]] = []
        self.acknowledged: dict[str, dict[int, str]] = {}
        self.current: list[str] = []
        self.server: Process | None = None

    def start(self) -> Process:
        self.server = Process(self.folder, port=self.port)
        if not self.people:
            for _ in range(self.count):
                self.people.append((self.server.person(), self.server.person()))
                self.current.append(self._new_table(len(self.people) - 1))
        return self.server

    def _new_table(self, number: int) -> str:
        ada, ben = self.people[number]
        made = ada.make(self.game, "me", "open")
        ben.join(made, 1)
        table = str(made["table"]["id"])
        self.acknowledged[table] = {}
        return table

    def play_and_kill(self, moves: int) -> None:
        """Play so many moves, kill the server in the middle, start it again and look for every move it had promised."""
        server = self.start() if self.server is None else self.server
        stop = threading.Event()
        threads = [threading.Thread(target=self._play, args=(number, stop)) for number in range(self.count)]
        for thread in threads:
            thread.start()
        promised = self.promised() + moves
        wait_for(lambda: self.promised() >= promised)
        server.kill()
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
        with contextlib.suppress(WebSocketException, httpx.TransportError, OSError, EOFError, AssertionError):
            while not stop.is_set():
                self._play_table(number, dice, stop)
                self.current[number] = self._new_table(number)

    def _play_table(self, number: int, dice: random.Random, stop: threading.Event) -> None:
        """Play a table to its end over two sockets."""
        table = self.current[number]
        ada, ben = self.people[number]
        with Live(ada, table) as one, Live(ben, table) as two:
            sockets = (one, two)
            told = [socket.hear("sync") for socket in sockets]
            while not stop.is_set():
                seat = told[0]["table"]["waiting"][0] if told[0]["table"]["waiting"] else None
                if seat is None:
                    return
                legal = [each["action"] for each in sockets[seat].last["seats"][str(seat)]["legal"]]
                action = dice.choice(legal)
                said = sockets[seat].ask(type="play", seat=seat, action=action, seq=sockets[seat].last["seq"])
                if said["type"] == "answer":
                    self.acknowledged[table][said["seq"]] = action
                for at, socket in enumerate(sockets):
                    while socket.last["seq"] < said.get("seq", 0):
                        socket.hear("update")
                    told[at] = socket.last

    def _look(self) -> None:
        for number, table in enumerate(self.current):
            self._compare(self.people[number][0], table)

    def _compare(self, person: Person, table: str) -> None:
        """Every acknowledged move stands in its place in the log; moves that were not answered may be there too."""
        log = [line["action"] for line in person.sync(table)["seats"]["0"]["log"] if line["seat"] in (0, 1)]
        for seq, action in self.acknowledged[table].items():
            at = seq - FIRST_MOVE
            assert log[at : at + 1] == [action], json.dumps({"log": log, "place": at, "promised": action})

    def check(self) -> int:
        """Everything that was ever promised; returns how many moves that is."""
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
