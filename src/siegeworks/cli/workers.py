"""`serve --workers N`: several processes that serve one port, and a parent that starts another when one dies.

uvicorn's own supervisor does that. On SIGHUP it replaces one after the other, the new one being there before the old
one goes. A process is given what was chosen on the command line, and makes everything else itself.
"""

from __future__ import annotations

import argparse
import logging
import os
import shutil
import signal
import socket
import threading
from functools import partial
from multiprocessing import parent_process
from pathlib import Path
from typing import TYPE_CHECKING

from prometheus_client.multiprocess import mark_process_dead
from uvicorn.supervisors import Multiprocess

from siegeworks.cli.serve import database_of, listening, prepared
from siegeworks.server.connections import Http
from siegeworks.server.logs import set_up
from siegeworks.server.metrics import FOLDER
from siegeworks.server.sockets import Handshake
from siegeworks.server.store.postgres import PostgresStore

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

LOG = logging.getLogger("siegeworks.server")
ANSWERS_S, STARTS_S = 30, 120
"""One that does not answer its parent for so long is replaced; one that takes its place has more time to start."""
LOOK_S = 0.1


class WorkersHttp(Http):
    """Its `count` is that of the process it is in."""


class WorkersHandshake(Handshake):
    """The same for sockets."""


STOPS = frozenset({signal.SIGINT, signal.SIGTERM})
FAILED = 1
"""The exit code where a worker could not start: whoever started the server starts it again."""


def run(chosen: argparse.Namespace, folder: Path, listener: socket.socket) -> int:
    """Serve until stopped."""
    made = partial(application, chosen, folder, listener.getsockname()[1])
    more = {"factory": True, "workers": chosen.workers, "timeout_worker_healthcheck": ANSWERS_S}
    os.environ[FOLDER] = str(_emptied(folder / "metrics"))
    set_up(chosen.log)
    workers = Workers(listening(made, http=WorkersHttp, ws=WorkersHandshake, **more), [listener])
    workers.run()
    return FAILED if workers.has_failed else 0


class Workers(Multiprocess):
    """Also notes which processes have ended: they have no tables and sockets any more. What they counted remains.

    uvicorn ends all where one could not start, since it takes it that none could; that is a failure. While it replaces
    processes it reads no signals, so another thread looks whether all are to stop.
    """

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        self.has_failed = False
        self._known: set[int] = set()

    def keep_subprocess_alive(self) -> None:
        is_told, before = self.should_exit.is_set(), {process.pid for process in self.processes}
        super().keep_subprocess_alive()
        for pid in before - {process.pid for process in self.processes}:
            LOG.warning("process %s has died; another one takes its place", pid)
        self.has_failed = self.should_exit.is_set() and not is_told
        alive = {process.pid for process in self.processes if process.pid is not None}
        for pid in self._known - alive:
            mark_process_dead(pid)  # type: ignore[no-untyped-call]
        self._known = alive

    def restart_all(self) -> None:
        done = threading.Event()
        threading.Thread(target=self._stop_when_told, args=(done,), daemon=True).start()
        self.config.timeout_worker_healthcheck = STARTS_S
        try:
            super().restart_all()
        finally:
            self.config.timeout_worker_healthcheck = ANSWERS_S
            done.set()

    def _stop_when_told(self, done: threading.Event) -> None:
        while not done.wait(LOOK_S):
            if not STOPS.isdisjoint(self.signal_queue):
                self.should_exit.set()


def _emptied(folder: Path) -> Path:
    """A folder with nothing in it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def application(chosen: argparse.Namespace, folder: Path, port: int) -> FastAPI:
    """What each process serves."""
    database = database_of(chosen)
    assert database is not None
    app, count = prepared(chosen, folder, port, PostgresStore(database))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    WorkersHttp.count = WorkersHandshake.count = count
    count.closing = lambda: app.state.house.hurry()
    return app


def _end_with_parent() -> None:
    """A parent that was killed starts nobody anew: then its processes stop in order, and the port is free."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
