"""`serve --workers` and `think` as somebody runs them: killed, restarted one after the other, and given nonsense."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from siegeworks.cli import main
from tests.server.cluster import Databases, ask
from tests.server.house import PATIENCE_S, Live, Person, Process, wait_for
from tests.server.test_metrics import figures
from tests.server.test_processes import legal_now
from tests.server.workers import children

DRAIN_S = 10.0
"""Nobody waits for something that never comes."""
MOVES, SOCKETS = 4, 8


def processes(url: str) -> set[str]:
    """Which processes say that they are alive, or were a moment ago."""
    return {row[0] for row in ask(url, "SELECT process FROM processes")}


@contextlib.contextmanager
def thinker(url: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [
        sys.executable,
        "-m",
        "siegeworks",
        "think",
        "--database",
        url,
        "--bots",
        "1",
        "--bot-pause",
        "0",
        "--cold",
    ]
    found = subprocess.Popen(command)
    try:
        yield found
    finally:
        found.kill()
        found.wait(PATIENCE_S)


@pytest.fixture
def url(databases: Databases) -> str:
    return databases.new()


def move(person: Person, table: str) -> None:
    legal = wait_for(lambda: legal_now(person, table))
    assert person.play(table, 0, legal[0])["type"] == "answer"


@pytest.mark.slow
def test_two_workers_and_a_thinker_play_on_while_each_is_killed_or_replaced(tmp_path: Path, url: str) -> None:
    """Nobody's table is lost, and a socket that is closed for a restart is told to come back."""
    server = Process(tmp_path, "--database", url, "--workers", "2", "--bots", "0")
    wait_for(lambda: len(processes(url)) == 2)
    with thinker(url) as thinking:
        ada = server.person()
        table = ada.make("siegestones", "me", "1", start=0)["table"]["id"]
        for _ in range(3):
            move(ada, table)
        before = wait_for(lambda: found if len(found := children(server.process.pid)) == 2 else None)
        with ada.sit_down(table) as socket:
            socket.hear("sync")
            for pid in before:
                os.kill(pid, signal.SIGKILL)
            assert gone(socket) is None  # it had no time to say goodbye
        wait_for(lambda: len(children(server.process.pid) - before) == 2)
        assert {pid for pid in before if f"process {pid} has died" in server.said} == before
        move(again(ada, server), table)
        with again(ada, server).sit_down(table) as socket:
            socket.hear("sync")
            server.process.send_signal(signal.SIGHUP)
            assert gone(socket) == 1012
        move(again(ada, server), table)
        wait_for(lambda: legal_now(again(ada, server), table))
        thinking.terminate()
        assert thinking.wait(PATIENCE_S) == 0
        move(again(ada, server), table)
        told = again(ada, server).sync(table)
        assert told["table"]["waiting"] == [1]
        with thinker(url):
            wait_for(lambda: legal_now(again(ada, server), table))
    acts = ask(url, f"SELECT seq FROM events WHERE table_id = '{table}' AND kind = 'act' ORDER BY seq")
    assert [row[0] for row in acts] == list(range(1, len(acts) + 1))
    assert len(acts) == 12
    server.stop_within(DRAIN_S)


def test_workers_are_one_server_to_whoever_scrapes_it_and_whoever_kills_it(tmp_path: Path, url: str) -> None:
    """Any tells the figures of all. When the parent is killed all end, and the next start finds the port free."""
    server = Process(tmp_path, "--database", url, "--workers", "2")
    before = wait_for(lambda: found if len(found := children(server.process.pid)) == 2 else None)
    tell_the_figures_of_all(server, before)
    workers = wait_for(lambda: found if len(found := children(server.process.pid)) == 2 else None)
    server.kill()
    for pid in workers:
        wait_for(lambda pid=pid: not is_alive(pid))
    wait_for(lambda: len(processes(url)) <= 1)  # that of the one that was killed may be left
    Process(tmp_path, "--database", url, port=server.port).stop()


def tell_the_figures_of_all(server: Process, workers: set[int]) -> None:
    """Also of one that is killed: what it counted stays, its sockets do not."""
    ada = server.person()
    table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    for turn in range(MOVES):
        with again(ada, server).sit_down(table, since=turn) as socket:
            legal = socket.hear("sync")["seats"][str(turn % 2)]["legal"]
            assert socket.ask(type="play", seat=turn % 2, action=legal[0]["action"])["type"] == "answer"
    with contextlib.ExitStack() as closing:
        sockets = [closing.enter_context(again(ada, server).sit_down(table)) for _ in range(SOCKETS)]
        for _ in range(SOCKETS):  # each time another worker may answer
            told = when_told(server, siegeworks_sockets=SOCKETS, siegeworks_processes=len(workers))
            assert told['siegeworks_events_total{kind="act"}'] == MOVES
            assert told["siegeworks_commit_seconds_count"] == MOVES + 1
            assert {cpu_of(pid) for pid in workers} <= told.keys()
        killed = min(workers)
        os.kill(killed, signal.SIGKILL)
        told = when_told(server, siegeworks_sockets=sum(map(is_open, sockets)))
        assert told['siegeworks_events_total{kind="act"}'] == MOVES
        wait_for(lambda: cpu_of(killed) not in figures(server.person()))


def when_told(server: Process, **expected: int) -> dict[str, float]:
    """The figures, once any worker that is asked by a new connection tells what is expected."""
    return wait_for(lambda: told if expected.items() <= (told := figures(server.person())).items() else None)


def is_open(socket: Live) -> bool:
    try:
        return socket.ask(type="ping")["type"] == "pong"
    except ConnectionClosed:
        return False


def cpu_of(pid: int) -> str:
    """The name of a worker's figure."""
    return f'process_cpu_seconds_total{{pid="{pid}"}}'


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def again(person: Person, server: Process) -> Person:
    """The same person with a new connection, which any worker may have."""
    return Person(server.port, person.cookie)


def gone(socket: Live) -> int | None:
    """With which word a socket was closed."""
    with pytest.raises(ConnectionClosed) as closed:
        socket.hear("never")
    return closed.value.rcvd.code if closed.value.rcvd else None


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["serve", "--workers", "2"], "PostgreSQL"),
        (["serve", "--bots", "0"], "PostgreSQL"),
        (["serve", "--workers", "0"], "1 to 64 workers, not 0"),
        (["serve", "--workers", "65"], "1 to 64 workers, not 65"),
        (["think"], "PostgreSQL"),
        (["think", "--database", "postgresql://siegeworks@127.0.0.1:1/none", "--bots", "0"], "from 1 on"),
        (["think", "--database", "mysql://somewhere"], "postgresql://"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    arguments: list[str],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("SIEGEWORKS_DATABASE", raising=False)
    data = ["--data", str(tmp_path), "--port", "0"] if arguments[0] == "serve" else []
    with ThreadPoolExecutor(1) as aside:  # a browser's test may have left this thread a loop that runs
        assert aside.submit(main, [*arguments, *data]).result() == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1
