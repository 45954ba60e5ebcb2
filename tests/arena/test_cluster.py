"""Games on a Ray cluster: those of workers here, to the game, also when a worker dies."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from siegeworks import BadSetup
from siegeworks.arena import cluster
from siegeworks.arena.cluster import LOCAL, Cluster, connected
from siegeworks.arena.contest import Contest
from siegeworks.arena.run import play_contest
from siegeworks.arena.sprt import Hypotheses, is_better
from siegeworks.arena.store import Store
from siegeworks.cli import main
from siegeworks.engines import EngineFailed
from siegeworks.games import GAMES
from siegeworks.puzzles.mining import Mine, dig
from tests.arena.test_run import RANDOMS, told
from tests.patience import PATIENCE_S
from tests.test_engines import EXAMPLE

LISTENS = "0A"
SEARCHES = Contest("siegestones", 2, ("uct:60", "search:40"), seed=4)
MORTAL = """
import os, runpy, signal, sys
mark, example, times = sys.argv[1:]
for at in range(int(times)):
    try:
        os.close(os.open(f"{mark}{at}", os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        continue
    os.kill(os.getppid(), signal.SIGKILL)
    sys.exit()
runpy.run_path(example, run_name="__main__")
"""
"""An engine that kills the worker it plays for, so many times in all, and then plays."""


@pytest.fixture(scope="module")
def machines() -> Iterator[Cluster]:
    with connected(LOCAL, 2) as found:
        yield found
    assert cluster.PRIVATE["RAY_AUTH_TOKEN"] not in os.environ.values()


def mortal(folder: Path, times: int) -> str:
    """The name of such an engine as a bot."""
    script = folder / "mortal.py"
    script.write_text(MORTAL)
    command = [sys.executable, str(script), str(folder / "killed"), str(EXAMPLE), str(times)]
    return f"engine:{shlex.join(command)}"


def test_the_same_games_as_with_workers_here(machines: Cluster, tmp_path: Path) -> None:
    store = Store(tmp_path / "there.jsonl", SEARCHES)
    there = play_contest(SEARCHES, 6, store=store, workers=machines)
    here = play_contest(SEARCHES, 6, workers=1)
    assert [told(game) for game in there] == [told(game) for game in here]
    assert machines.most == 2
    assert len(store.played) == 6


def test_a_worker_that_dies_costs_its_game_only(machines: Cluster, tmp_path: Path) -> None:
    contest = Contest("siegestones", 2, ("random", mortal(tmp_path, 2)))
    there = play_contest(contest, 8, workers=machines)
    assert len(list(tmp_path.glob("killed*"))) == 2
    here = play_contest(contest, 8, workers=1)
    assert [told(game) for game in there] == [told(game) for game in here]


def test_a_game_that_kills_every_worker_ends_the_contest_with_a_sentence(
    machines: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "ATTEMPTS", 2)
    contest = Contest("siegestones", 2, (mortal(tmp_path, 99),))
    with pytest.raises(BadSetup, match="ended 2 times"):
        play_contest(contest, 2, workers=machines)


def test_a_test_that_is_sure_stops_and_leaves_the_rest(machines: Cluster) -> None:
    hypotheses = Hypotheses(-400, 0, 0.2, 0.2)
    verdicts = [is_better(RANDOMS, hypotheses, 4000, workers=workers) for workers in (machines, 1)]
    assert verdicts[0] == verdicts[1]
    assert verdicts[0].answer != "unsure"
    assert verdicts[0].share.games < 400


def test_what_a_game_raises_is_raised_here(machines: Cluster) -> None:
    contest = Contest("siegestones", 2, ("random", f"engine:{sys.executable} -c pass"))
    for workers in (machines, 1):
        with pytest.raises(EngineFailed, match="has ended"):
            play_contest(contest, 2, workers=workers)


def test_machines_of_another_version_play_nothing(machines: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "sources", lambda: "another")
    with pytest.raises(BadSetup, match="another version"):
        play_contest(RANDOMS, 2, workers=machines)


def test_a_cluster_of_our_own_listens_on_loopback_only(machines: Cluster) -> None:
    """Of all sockets that Ray's processes and this one have open, none listens elsewhere."""
    assert machines.address.startswith("127.0.0.1:")
    ours = [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and is_of_ray(int(pid))]
    assert len(ours) > 2
    inodes = {inode for pid in ours for inode in sockets_of(pid)}
    listening = [
        (family, line.split()[1])
        for family in ("tcp", "tcp6")
        for line in Path(f"/proc/net/{family}").read_text().splitlines()[1:]
        if line.split()[3] == LISTENS and line.split()[9] in inodes
    ]
    assert listening
    loopback = {"0100007F", "00000000000000000000000001000000", "0000000000000000FFFF00000100007F"}
    assert {address.split(":")[0] for _, address in listening} <= loopback


def is_of_ray(pid: int) -> bool:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_text()
        environment = Path(f"/proc/{pid}/environ").read_text()
    except OSError:
        return False
    return pid == os.getpid() or bool(re.search(r"ray", command) and cluster.PRIVATE["RAY_AUTH_TOKEN"] in environment)


def sockets_of(pid: int) -> set[str]:
    found = set()
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        try:
            target = os.readlink(descriptor)
        except OSError:
            continue
        found |= set(re.findall(r"socket:\[(\d+)\]", target))
    return found


def test_the_same_puzzles_as_with_workers_here(machines: Cluster) -> None:
    """Which are found depends on the games' numbers alone, in whatever order they come back."""
    there, here = (Mine(GAMES["siegestones"], 7) for _ in range(2))
    dig(there, seconds=0.0, most=200, workers=machines, save=lambda mine: None)
    dig(here, seconds=0.0, most=200, workers=1, save=lambda mine: None)
    assert there.done == here.done == 2
    assert there.text() == here.text()


# The command

CALLED = """
import sys
from siegeworks.cli import main
folder, *addresses = sys.argv[1:]
game = ["arena", "siegestones", "random", "thumb", "--games", "4", "--out"]
print([main([*game, f"{folder}/{at}", "--cluster", address]) for at, address in enumerate(addresses)])
"""


def test_the_command_plays_on_a_cluster_or_says_that_there_is_none(machines: Cluster, tmp_path: Path) -> None:
    """In a process of its own: Ray has at most one cluster for each."""
    there = machines.address
    before = set(Path(cluster.SHORT).glob("siegeworks-*/ray"))
    command = [sys.executable, "-c", CALLED, str(tmp_path), LOCAL, there, "127.0.0.1:1", "127.0.0.1:99999"]
    environment = {**os.environ, **cluster.PRIVATE}
    called = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, env=environment)
    assert called.stdout.endswith("[0, 0, 2, 2]\n"), called.stderr
    said = [line for line in called.stderr.splitlines() if not line.startswith("Compiling ")]
    assert [line.startswith("siegeworks: There is no cluster to be used at") for line in said] == [True, True]
    wanted = {game.sitting for game in play_contest(RANDOMS, 4)}
    assert [set(Store(tmp_path / at, RANDOMS).played) for at in "01"] == [wanted] * 2
    assert set(Path(cluster.SHORT).glob("siegeworks-*/ray")) == before


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--cluster", "siegestones", "random", "thumb"], '"siegestones" is no address of a cluster'),
        (["siegestones", "random", "--cluster", "ray://127.0.0.1:10001"], "is no address of a cluster"),
        (["siegestones", "random", "--workers", "0", "--cluster"], "There are 1 to 256 workers"),
        (["levels", "--workers", "257", "--cluster=local"], "There are 1 to 256 workers"),
    ],
)
def test_what_cannot_be_meant_is_refused_first(capsys: pytest.CaptureFixture[str], given: list[str], says: str) -> None:
    assert main(["arena", *given]) == 2
    assert says in capsys.readouterr().err


def test_puzzles_are_mined_on_no_cluster_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = ["puzzles", "mine", "siegestones", "--out", str(tmp_path / "mined.jsonl"), "--cluster", "siegestones"]
    assert main(mine) == 2
    assert '"siegestones" is no address of a cluster' in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_without_ray_a_sentence_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["arena", "siegestones", "random", "--games", "1", "--cluster"]) == 2
    assert 'pip install "siegeworks[cluster]"' in capsys.readouterr().err
