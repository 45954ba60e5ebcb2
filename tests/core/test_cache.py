"""The cache of compiled code: named after all it depends on, and nothing else."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from siegeworks.core import cache


def imported(path: Path) -> set[Path]:
    """The files of ours that a file imports from."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            if name.split(".")[0] == "siegeworks":
                file = cache.PACKAGE.joinpath(*name.split(".")[1:]).with_suffix(".py")
                if file.exists():
                    found.add(file)
    return found


def compiled_files() -> set[Path]:
    """The files of ours that compiled functions stand in."""
    files = {path: path.read_text(encoding="utf-8") for path in cache.PACKAGE.rglob("*.py")}
    return {path for path, text in files.items() if re.search("^@(jit|part)$", text, re.M)}


@pytest.mark.parametrize("folder", sorted({path.parent for path in compiled_files()}), ids=lambda folder: folder.name)
def test_whatever_compiled_code_reads_is_in_its_fingerprint(folder: Path) -> None:
    """It reads the shared sources and, if it stands in a game's folder, that one; never another game's."""
    todo = [path for path in compiled_files() if path.parent == folder]
    seen = set(todo)
    while todo:
        for path in imported(todo.pop()) - seen:
            seen.add(path)
            todo.append(path)
    shared = set(cache.shared_sources())
    own = set() if folder.parent == cache.PACKAGE else set(cache.own_sources(folder))
    assert seen <= shared | own


def test_the_digest_changes_with_any_source(tmp_path: Path) -> None:
    source = tmp_path / "rules.py"
    digests = set()
    for text in ("THREAT_TO_CONTROL = 4\n", "THREAT_TO_CONTROL = 5\n"):
        source.write_text(text)
        digests |= {cache.digest_of([source]), cache.digest_of([source], "of another compiler")}
    source.rename(tmp_path / "lines.py")
    digests.add(cache.digest_of(cache.own_sources(tmp_path)))
    assert len(digests) == 5
    (tmp_path / "words.py").write_text("GOAL = 'not compiled'\n")
    assert cache.digest_of(cache.own_sources(tmp_path)) in digests


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Opens the folder for machine code in an empty place, as on the first start."""
    monkeypatch.setenv("SIEGEWORKS_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "IS_PLAIN", False)
    return cache.cache_of.__wrapped__


def test_old_folders_are_removed_and_recent_ones_kept(tmp_path: Path, opened) -> None:
    old, recent = tmp_path / "old", tmp_path / "recent"
    old.mkdir()
    recent.mkdir()
    long_ago = time.time() - (cache.KEPT_DAYS + 1) * 86_400
    os.utime(old, (long_ago, long_ago))
    folder = opened()
    assert folder is not None
    assert folder.parent == tmp_path
    assert recent.exists()
    assert not old.exists()


def test_too_much_machine_code_is_removed_when_more_is_to_come(
    tmp_path: Path, opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    yesterday = time.time() - 2 * 86_400
    for name in ("much", "in use"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "code.1.nbc").write_bytes(bytes(1000))
    os.utime(tmp_path / "much", (yesterday, yesterday))
    monkeypatch.setattr(cache, "MOST_BYTES", 999)
    shared = opened()
    assert not (tmp_path / "much").exists()
    assert (tmp_path / "in use").exists()
    (shared / "code.1.nbc").write_bytes(bytes(1000))
    assert opened() == shared  # opened again, nothing new is to come
    assert (shared / "code.1.nbc").exists()


LOADS = """
import numpy as np
from siegeworks import GAMES
from siegeworks.compiling.ready import is_compiled, mark_compiled
from siegeworks.core.step import list_legal, timeout_action
for name in ("siegestones", "nobles"):
    game = GAMES[name]
    states = np.zeros(1, game.rules.STATE)
    states["to_move"] = -1
    loaded = len(list_legal.stats.cache_hits)
    list_legal(states, 0, np.zeros(game.rules.ACTIONS, np.int64))
    game.rules.default(states[0])
    own = len(game.rules.default.stats.cache_hits)
    print(name, len(list_legal.stats.cache_hits) - loaded, own, int(is_compiled(game, name)))
    mark_compiled(game, name)
"""


@pytest.mark.slow
@pytest.mark.skipif(cache.IS_PLAIN, reason="nothing is compiled")
def test_a_change_to_one_game_leaves_the_machine_code_of_the_others(tmp_path: Path) -> None:
    """Whether shared functions, functions of the game and its mark are found in the cache by the next process."""
    package = tmp_path / "siegeworks"
    shutil.copytree(cache.PACKAGE, package, ignore=shutil.ignore_patterns("web", "static", "__pycache__"))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "SIEGEWORKS_CACHE": str(tmp_path / "cache")}

    def found() -> str:
        command = [sys.executable, "-c", LOADS]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    rules, shared = package / "games" / "nobles" / "rules.py", package / "core" / "grid.py"
    kept = shutil.copy2(rules, tmp_path / "rules.py")
    assert found() == "siegestones 0 0 0\nnobles 0 0 0\n"
    assert found() == "siegestones 1 1 1\nnobles 1 1 1\n"
    rules.write_text(f"{rules.read_text(encoding='utf-8')}\n# changed\n", encoding="utf-8")
    assert found() == "siegestones 1 1 1\nnobles 0 0 0\n"
    shutil.copy2(kept, rules)  # with its time, which Numba before 0.68 looks at
    assert found() == "siegestones 1 1 1\nnobles 1 1 1\n"
    shared.write_text(f"{shared.read_text(encoding='utf-8')}\n# changed\n", encoding="utf-8")
    assert found() == "siegestones 0 0 0\nnobles 0 0 0\n"


def test_without_a_place_to_write_everything_still_works(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code = "from siegeworks import Match; print(len(Match.new('siegestones', 2, seed=1).legal()))"
    environment = {**os.environ, "SIEGEWORKS_CACHE": str(blocked / "cache"), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "74\n"
    monkeypatched = {**environment, "NUMBA_DISABLE_JIT": "0"}
    code = "from siegeworks.core import cache; print(cache.CACHE)"
    done = subprocess.run([sys.executable, "-c", code], env=monkeypatched, capture_output=True, text=True, check=True)
    assert done.stdout == "None\n"
