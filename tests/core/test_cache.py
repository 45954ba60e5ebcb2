"""The cache of compiled code: named after all it depends on, and nothing else."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from siegeworks.core import cache

SOURCES = set(cache.compiled_sources())


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


def test_whatever_compiled_code_reads_is_in_the_fingerprint() -> None:
    compiled = {
        path
        for path in cache.PACKAGE.rglob("*.py")
        if re.search("^@(jit|part)$", path.read_text(encoding="utf-8"), re.M)
    }
    assert compiled
    todo, seen = list(compiled), set(compiled)
    while todo:
        for path in imported(todo.pop()) - seen:
            seen.add(path)
            todo.append(path)
    assert seen <= SOURCES


def test_the_fingerprint_changes_with_any_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.fingerprint()
    (tmp_path / "core").mkdir()
    changed = tmp_path / "core" / "rules.py"
    changed.write_text("THREAT_TO_CONTROL = 4\n")
    monkeypatch.setattr(cache, "PACKAGE", tmp_path)
    other = cache.fingerprint()
    changed.write_text("THREAT_TO_CONTROL = 5\n")
    assert len({before, other, cache.fingerprint()}) == 3


def test_old_folders_are_removed_and_recent_ones_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIEGEWORKS_CACHE", str(tmp_path))
    old, recent = tmp_path / "old", tmp_path / "recent"
    old.mkdir()
    recent.mkdir()
    long_ago = time.time() - (cache.KEPT_DAYS + 1) * 86_400
    os.utime(old, (long_ago, long_ago))
    folder = cache._open_cache()
    assert folder is not None
    assert folder.parent == tmp_path
    assert recent.exists()
    assert not old.exists()


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
