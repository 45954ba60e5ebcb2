"""The cache of compiled code: named after all it depends on, and nothing else."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import numba
import pytest

from siegeworks.core import jit
from siegeworks.games import GAMES

SOURCES = set(jit.compiled_sources())


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
                file = jit.PACKAGE.joinpath(*name.split(".")[1:]).with_suffix(".py")
                if file.exists():
                    found.add(file)
    return found


def decorated(tree: ast.Module, *names: str) -> list[ast.FunctionDef]:
    """The functions of a file that stand under one of the decorators."""

    def is_named(decorator: ast.expr) -> bool:
        by = decorator.func if isinstance(decorator, ast.Call) else decorator
        return isinstance(by, ast.Name) and by.id in names

    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [node for node in functions if any(map(is_named, node.decorator_list))]


def known_names(tree: ast.Module, module: str) -> dict[str, str]:
    """What the names of a file stand for, written with the module they come from."""
    known = {node.name: f"{module}.{node.name}" for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            known |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return known


def twins(tree: ast.Module) -> list[ast.FunctionDef]:
    """The functions that compiled code replaces by an overload; their own bodies run only where nothing is compiled."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = {ast.unparse(call.args[0]) for call in calls if ast.unparse(call.func) == "overload"}
    return [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in names]


def plain_calls(tree: ast.Module, module: str) -> set[str]:
    """What a file's uncompiled code calls."""
    known, found = known_names(tree, module), set()
    functions = decorated(tree, "jit", "part", "overload") + twins(tree)
    compiled = {id(node) for function in functions for node in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and id(node) not in compiled:
            called = node.func
            if isinstance(called, ast.Name):
                found.add(known.get(called.id, called.id))
            elif isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
                found.add(f"{known.get(called.value.id, called.value.id)}.{called.attr}")
    return found


def files_of(folder: Path, name: str) -> dict[str, ast.Module]:
    """The files below a folder by the names of their modules."""
    paths = {path: ".".join((name, *path.relative_to(folder).with_suffix("").parts)) for path in folder.rglob("*.py")}
    return {name: ast.parse(path.read_text(encoding="utf-8")) for path, name in paths.items()}


def test_python_calls_no_part_of_compiled_code() -> None:
    ours = files_of(jit.PACKAGE, "siegeworks")
    parts = {f"{module}.{node.name}" for module, tree in ours.items() for node in decorated(tree, "part")}
    assert len(parts) > 50
    for module, tree in (ours | files_of(Path(__file__).parents[1], "tests")).items():
        assert plain_calls(tree, module) & parts == set(), module


def test_a_call_of_a_part_would_be_found() -> None:
    source = "from a.b import c\nfrom a import d\n@jit\ndef e():\n    c()\n\ndef f():\n    return c(d.g())\n"
    assert plain_calls(ast.parse(source), "m") == {"a.b.c", "a.d.g"}


def test_whatever_compiled_code_reads_is_in_the_fingerprint() -> None:
    compiled = {
        path for path in jit.PACKAGE.rglob("*.py") if re.search("^@(jit|part)$", path.read_text(encoding="utf-8"), re.M)
    }
    assert compiled
    todo, seen = list(compiled), set(compiled)
    while todo:
        for path in imported(todo.pop()) - seen:
            seen.add(path)
            todo.append(path)
    assert seen <= SOURCES


def test_the_fingerprint_changes_with_any_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = jit.fingerprint()
    (tmp_path / "core").mkdir()
    changed = tmp_path / "core" / "rules.py"
    changed.write_text("THREAT_TO_CONTROL = 4\n")
    monkeypatch.setattr(jit, "PACKAGE", tmp_path)
    other = jit.fingerprint()
    changed.write_text("THREAT_TO_CONTROL = 5\n")
    assert len({before, other, jit.fingerprint()}) == 3


def test_old_folders_are_removed_and_recent_ones_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIEGEWORKS_CACHE", str(tmp_path))
    old, recent = tmp_path / "old", tmp_path / "recent"
    old.mkdir()
    recent.mkdir()
    long_ago = time.time() - (jit.KEPT_DAYS + 1) * 86_400
    os.utime(old, (long_ago, long_ago))
    folder = jit._open_cache()
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
    code = "from siegeworks.core import jit; print(jit.CACHE)"
    done = subprocess.run([sys.executable, "-c", code], env=monkeypatched, capture_output=True, text=True, check=True)
    assert done.stdout == "None\n"


@pytest.mark.skipif(jit.IS_PLAIN, reason="about compiled code")
def test_what_compiled_code_calls_is_a_draft_and_still_answers_python() -> None:
    @jit.jit
    def inner(x):
        return x + 1

    @jit.jit
    def outer(x):
        return 2 * inner(x)

    assert outer(3) == 8
    assert not inner.signatures
    assert len(inner.twin.signatures) == 1
    assert inner(3) == 4
    assert outer(3) == 8


@pytest.mark.skipif(jit.IS_PLAIN, reason="about compiled code")
def test_others_code_is_compiled_as_ever() -> None:
    @jit.jit
    def ours(x):
        return abs(x) + 1

    assert ours(-3) == 4
    theirs = numba.njit(lambda x: abs(x) + 2)
    assert theirs(-3) == 5
    library = theirs.overloads[theirs.signatures[0]].library
    assert type(library).__name__ == "JITCodeLibrary"


@pytest.mark.skipif(jit.IS_PLAIN, reason="about compiled code")
def test_a_draft_has_its_own_code_only_and_brings_the_rest_to_code_of_others() -> None:
    @jit.part
    def lowest(x):
        return x + 1

    @jit.part
    def middle(x):
        return 2 * lowest(x)

    @jit.jit
    def whole(x):
        return middle(x) + lowest(x)

    theirs = numba.njit(lambda x: middle(x) - 1)
    assert whole(3) == 12
    draft = middle.overloads[middle.signatures[0]].library
    assert isinstance(draft, jit._Draft)
    defined = [function.name for function in draft.get_defined_functions()]
    assert any("middle" in name for name in defined)
    assert not any("lowest" in name for name in defined)
    assert theirs(3) == 7


@pytest.mark.skipif(jit.IS_PLAIN, reason="about compiled code")
def test_code_that_calls_what_is_not_linked_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    @jit.part
    def missing(x):
        return x + 1

    @jit.jit
    def whole(x):
        return missing(x)

    monkeypatch.setattr(jit, "_link_drafts", lambda library, module: [])
    with pytest.raises(AssertionError, match="missing"):
        whole(3)


NAMES = """
import sys
from numba.np.numpy_support import from_dtype
from siegeworks.games import GAMES
for name in sys.argv[1:]:
    record = from_dtype(GAMES[name].rules.STATE)
    print(name, *record.mangling_args[1])
"""


def record_names(games: list[str]) -> set[str]:
    """How machine code for these games is named in a new process that meets them in this order."""
    told = subprocess.run([sys.executable, "-c", NAMES, *games], capture_output=True, text=True, check=True).stdout
    return set(told.splitlines())


@pytest.mark.skipif(jit.IS_PLAIN, reason="nothing is compiled")
def test_machine_code_of_two_games_has_two_names_whichever_process_compiled_it() -> None:
    games = list(GAMES)
    names = record_names(games)
    assert names == record_names(games[::-1])
    assert len({name.split()[1] for name in names}) == len(games)
