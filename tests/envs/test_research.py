"""The research pages say what is true: their examples run, their tables are fresh."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from siegeworks.cli import main
from tests.envs.tables import PAGE, page

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs"
BLOCK = re.compile(r"(<!-- needs a GPU -->\n)?```python\n(.*?)```", re.DOTALL)


def examples(name: str) -> list[str]:
    """The runnable examples of a page; those for a GPU are run by benchmarks/gpu.py."""
    return [code for gpu, code in BLOCK.findall((DOCS / name).read_text(encoding="utf-8")) if not gpu]


EXAMPLES = [(page, number) for page in ("research.md", "engine-protocol.md") for number in range(len(examples(page)))]


@pytest.mark.parametrize(("name", "number"), EXAMPLES)
def test_the_examples_run(
    name: str, number: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(examples(name)[number], f"{name} {number}", "exec"), {})
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("name", ["research.md", "engine-protocol.md"])
def test_no_example_is_left_out(name: str) -> None:
    """All that is Python on a page is either run or marked as one for a GPU."""
    page = (DOCS / name).read_text(encoding="utf-8")
    assert examples(name)
    assert len(examples(name)) + page.count("<!-- needs a GPU -->") == len(re.findall("^ *```py", page, re.MULTILINE))


def test_the_tables_are_fresh() -> None:
    """If this fails after a change of planes or actions, read what it does to programs, then: python -m tests.envs"""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_nothing_of_it_is_imported_without_being_asked_for() -> None:
    heavy = "gymnasium", "pettingzoo", "pyspiel", "open_spiel", "jax", "torch", "PIL", "resvg", "numba.cuda"
    code = (
        "import sys, siegeworks, siegeworks.cli, siegeworks.envs.batch, siegeworks.envs.single\n"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_gpu_batch_is_the_batch() -> None:
    """Its kernels in Numba's simulator, as plain Python; benchmarks/gpu.py compares them on a real one.

    32 games: more than one block observes, by whole words; 3: masks and observations are written game by game.
    """
    code = """
from siegeworks.envs.batch import Batch
from siegeworks.envs.gpu import GpuBatch
for game, seats, count, steps in (("siegestones", 2, 3, 12), ("siegestones", 2, 32, 4), ("charge", 2, 4, 6)):
    here, there = Batch(game, seats, count, seed=3), GpuBatch(game, seats, count, seed=3)
    here.reset()
    there.reset()
    for _ in range(steps):
        here.step(here.random_actions())
        there.step(there.random_actions())
    for name in ("states", "actions", "legal_mask", "rewards", "to_move", "done", "observations"):
        assert getattr(there, name).copy_to_host().tobytes() == getattr(here, name).tobytes(), (game, name)
    here.step(here.random_actions(), autoreset=False)
    there.step(there.random_actions(), autoreset=False)
    assert there.states.copy_to_host().tobytes() == here.states.tobytes(), game
print("same")
"""
    assert simulated(code) == "same\n"


def test_learners_on_the_gpu_are_those_on_the_cpu() -> None:
    """One seat that learns, and every seat; an illegal action; games that end and begin again."""
    code = """
import numpy as np
from siegeworks.envs.gpu_learners import GpuLearnerBatch
from siegeworks.envs.learners import EVERY, LearnerBatch
rng = np.random.default_rng(1)
for own in (EVERY, 0):
    here, there = LearnerBatch("siegestones", 2, 4), GpuLearnerBatch("siegestones", 2, 4)
    for batch in (here, there):
        batch.begin(np.arange(4), range(4), [own] * 4)
        batch.turns = int(own == 0)
    ended = 0
    for turn in range(20):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in here.legal_mask], np.int32)
        actions[1] = 99 if turn == 3 else actions[1]
        here.play(actions)
        there.play(there.hold(actions))
        ended += here.over.sum()
        for name in ("states", "legal_mask", "to_move", "observations", "own", "acted", "paid", "over"):
            assert getattr(there, name).copy_to_host().tobytes() == getattr(here, name).tobytes(), (own, turn, name)
        assert (there.last.copy_to_host() == here.last)[here.over].all()
    assert ended > 1
print("same")
"""
    assert simulated(code) == "same\n"


def test_what_a_gpu_is_given_is_looked_at_first() -> None:
    """Kernels would read and write past the end of arrays that are too short."""
    code = """
import numpy as np
from siegeworks import BadSetup
from siegeworks.envs.gpu import GpuBatch, cuda
from siegeworks.envs.gpu_learners import GpuLearnerBatch
def refused(call, *words, **more):
    try:
        call(**more)
    except BadSetup as refusal:
        assert all(word in str(refusal) for word in words), refusal
    else:
        raise AssertionError(f"{words} was not said")
batch, learners = GpuBatch("siegestones", 2, 3, seed=3), GpuLearnerBatch("siegestones", 2, 3)
for early in (batch.step, batch.random_actions, lambda: learners.play(np.zeros(3, int)), learners.random_actions):
    refused(early, "Call reset() first")
refused(lambda: learners.begin([0, 1], [1, 2], [0, 0]), "Call reset() first")
batch.reset()
learners.begin(range(3), range(3), [0, 1, 0])
shown = lambda: [each.states.copy_to_host().tobytes() for each in (batch, learners)]
before = shown()
arrays = np.zeros(2, int), np.zeros(4, int), np.zeros((3, 1), int), np.zeros(3)
for play in (batch.step, learners.play):
    for odd in (*arrays, [True] * 3, 1, [1, [2], 3], "123"):
        refused(lambda: play(odd), "Actions are an array of 3 whole numbers")
        if isinstance(odd, np.ndarray):
            refused(lambda: play(cuda.to_device(odd)), "Actions are an array of 3 whole numbers")
refused(lambda: learners.play(None), "Actions are an array of 3 whole numbers")
refused(lambda: batch.step(autoreset="x"), "autoreset is True or False")
for games, seeds, own in (([0, 3], [1, 2], [0, 0]), ([0], [1, 2], [0]), ([0], [1], [2]), ([0, 1], [1, 2], [-1, 0])):
    refused(lambda: learners.begin(games, seeds, own))
for array in (np.zeros((3, 2), np.float32), cuda.to_device(np.zeros((2, 2), np.float32))):
    refused(lambda: GpuBatch("siegestones", 2, 3, into={"rewards": array}), "rewards must be writeable")
refused(lambda: GpuBatch("siegestones", 2, 3, into={"reward": array}), "no array")
assert shown() == before
batch.step([2**32 + 5, -1, 74])
assert batch.done.copy_to_host().tolist() == [2, 2, 2]
assert shown() == before
batch.reset()
assert not batch.done.copy_to_host().any()
print("refused")
"""
    assert simulated(code) == "refused\n"


def test_batches_on_a_gpu_are_copied_whole() -> None:
    """Also a vector environment on one, and masks of another type than bytes."""
    code = """
import copy, pickle
import numpy as np
from siegeworks.envs.gpu import GpuBatch, cuda
from siegeworks.envs.vector import SeatVectorEnv
def host(batch):
    return [getattr(batch, name).copy_to_host().tobytes() for name in ("states", "legal_mask", "observations", "done")]
for into in ({}, {"legal_mask": cuda.to_device(np.zeros((4, 74), np.float32))}):
    batch = GpuBatch("siegestones", 2, 4, seed=3, into=into)
    batch.reset()
    batch.step(batch.random_actions())
    before = host(batch)
    twins = [copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    for twin in twins:
        assert host(twin) == before
        for _ in range(3):
            twin.step(twin.random_actions())
    assert host(batch) == before
    for _ in range(3):
        batch.step(batch.random_actions())
    assert all(host(twin) == host(batch) for twin in twins)
    assert into or batch.legal_mask.copy_to_host().any()
envs = SeatVectorEnv("siegestones", 3, device="gpu")
envs.reset(seed=1)
twin, again = copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))
for each in (envs, twin, again):
    for _ in range(3):
        seen, *_ = each.step(each.batch.random_actions())
    assert seen["action_mask"].copy_to_host().any()
assert host(envs.batch) == host(twin.batch) == host(again.batch)
print("same")
"""
    assert simulated(code) == "same\n"


def test_on_a_gpu_games_begin_at_a_position_too() -> None:
    code = """
import numpy as np
from siegeworks.envs.vector import SeatVectorEnv
for more in ({"opponents": None}, {"seat": 0}, {"seat": 1}):
    here, there = (SeatVectorEnv("siegestones", 3, device=device, **more) for device in ("cpu", "gpu"))
    marked = np.array([True, False, True])
    for options in ({"position": "late"}, None, {"position": "late", "reset_mask": marked}):
        for envs in (here, there):
            envs.reset(seed=4, options=options)
        for turn in range(3):
            for name in ("states", "legal_mask", "to_move", "observations", "own"):
                theirs = getattr(there.batch, name).copy_to_host()
                assert theirs.tobytes() == getattr(here.batch, name).tobytes(), (more, options, turn, name)
            actions = here.batch.legal_mask.argmax(axis=1)
            here.step(actions)
            there.step(there.batch.hold(actions))
print("same")
"""
    assert simulated(code) == "same\n"


def test_the_rules_inside_jax_on_a_gpu_are_those_of_the_batch() -> None:
    """The kernels alone: what JAX hands them is tried by benchmarks/planning.py on a real GPU."""
    code = """
import numpy as np
from siegeworks.envs.batch import Batch
from siegeworks.envs.gpu import cuda
from siegeworks.envs.jax_gpu import kernels_of
batch, kernels = Batch("siegestones", 2, 3, seed=3), kernels_of("siegestones")
batch.reset()
states, luck = cuda.to_device(batch.states), cuda.to_device(batch.luck)
names = ("rewards", "done", "to_move", "legal_mask", "observations")
told = {name: cuda.to_device(np.zeros_like(getattr(batch, name))) for name in names}
for _ in range(19):
    batch.step(batch.random_actions(), autoreset=False)
    kernels["play"][1, 32](states, cuda.to_device(batch.actions), luck, told["rewards"], told["done"])
    kernels["tell"][1, 32](states, told["to_move"], told["legal_mask"], told["observations"])
    for name in names[:-1]:
        assert told[name].copy_to_host().tobytes() == getattr(batch, name).tobytes(), name
    assert states.copy_to_host().tobytes() == batch.states.tobytes()
kernels["finish"][1, 32](states, luck, told["rewards"])
assert (told["rewards"].copy_to_host().sum(axis=1) == 1).all()
print("same")
"""
    assert simulated(code) == "same\n"


def simulated(code: str) -> str:
    """What a program prints in Numba's simulator of a GPU."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_properties_are_measured_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["properties", "--game", "siegestones", "--count", "300", "--write", str(tmp_path)]) == 0
    page = (tmp_path / "properties.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| SiegeStones")]
    assert [row[1] for row in rows] == ["2", "3", "4"]
    assert all(16 <= int(row[5].split()[0]) <= 37 for row in rows)
    assert all(row[4].endswith("(74)") for row in rows)
    drawn = ElementTree.fromstring((tmp_path / "img" / "properties-siegestones.svg").read_text(encoding="utf-8"))
    assert len(drawn.findall(".//{*}polyline")) == 6
    assert main(["properties", "--count", "5"]) == 2
    assert "--count" in capsys.readouterr().err


def test_properties_are_measured_of_games_that_a_bot_plays(capsys: pytest.CaptureFixture[str]) -> None:
    """The rule of thumb ends SiegeStones sooner than random play; the first action is no tower, so there are 72."""
    told = ["properties", "--game", "siegestones", "--seats", "2", "--count", "100", "--option", "no_first_tower"]
    lengths = []
    for more in ([], ["--bot", "thumb"]):
        assert main([*told, *more]) == 0
        row = capsys.readouterr().out.splitlines()[-1].split(" | ")
        assert row[4].endswith("(72)")
        assert bool(row[7]) == (not more)
        assert row[5].endswith(", 37")
        lengths.append(int(row[5].split()[0]))
    assert lengths[1] < lengths[0]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--bot", "thumb", "--write", "nowhere"], "The page is about random play"),
        (["--option", "tower_pool=4"], "Options belong to one game"),
        (["--game", "charge", "--seats", "4"], "2 to 3 seats, not 4"),
        (["--game", "charge", "--bot", "nobody"], "No bot is called"),
        (["--game", "charge", "--bot", "thumb", "--opening", "21"], "--opening is a whole number from 0 to 20"),
        (["--bot", "thumb", "--count", "99"], "--count"),
    ],
)
def test_properties_that_cannot_be_measured_are_refused(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["properties", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_the_bench_follows_batches_and_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("siegeworks.cli.research.AGREE_BATCH", 5)
    assert main(["bench", "agree", "--game", "siegestones", "--count", "1"]) == 0
    assert "15 games over 3 tables" in capsys.readouterr().out
