"""What decorates compiled code: stock Numba, and the four things beyond what it documents."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from siegeworks.core import cache, jit
from siegeworks.core.cache import PACKAGE
from siegeworks.core.record import record_type
from siegeworks.games import GAMES


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
    ours = files_of(PACKAGE, "siegeworks")
    parts = {f"{module}.{node.name}" for module, tree in ours.items() for node in decorated(tree, "part")}
    assert len(parts) > 50
    for module, tree in (ours | files_of(Path(__file__).parents[1], "tests")).items():
        assert plain_calls(tree, module) & parts == set(), module


def test_a_call_of_a_part_would_be_found() -> None:
    source = "from a.b import c\nfrom a import d\n@jit\ndef e():\n    c()\n\ndef f():\n    return c(d.g())\n"
    assert plain_calls(ast.parse(source), "m") == {"a.b.c", "a.d.g"}


NAMES = """
import sys
from numba.np.numpy_support import from_dtype
from siegeworks.core.record import record_type
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


@pytest.mark.skipif(jit.IS_PLAIN, reason="nothing is compiled")
def test_records_of_others_keep_the_names_numba_gives_them() -> None:
    theirs = numba.from_dtype(np.dtype([("nobody_has_this", "i4")]))
    assert theirs.mangling_args == jit._numbered(theirs)
    ours = numba.from_dtype(record_type([("nobody_has_that", "i4")]))
    assert ours.mangling_args != jit._numbered(ours)


@pytest.mark.skipif(jit.IS_PLAIN, reason="nothing is compiled")
def test_compiled_code_cannot_allocate() -> None:
    @jit.jit
    def allocating(n):
        return np.zeros(n)[0]

    with pytest.raises(numba.core.errors.NumbaError, match="array passed into the function"):
        allocating(3)


@pytest.mark.skipif(jit.IS_PLAIN, reason="nothing is compiled")
def test_calls_from_python_go_where_they_are_routed(monkeypatch: pytest.MonkeyPatch) -> None:
    @jit.part
    def inner(x):
        return x + 1

    @jit.jit
    def outer(x):
        return 2 * inner(x)

    called: list[str] = []

    def plainly(function, *given):
        called.append(function.__name__)
        return function.py_func(*given)

    assert outer(3) == 8
    monkeypatch.setattr(jit, "_functions", [outer])
    monkeypatch.setattr(jit._Routed, "__call__", None, raising=False)
    jit.route_calls(plainly)
    compiled = len(outer.signatures)
    assert outer(3.0) == 8.0
    assert called == ["outer"]
    assert len(outer.signatures) == compiled
    assert jit.call_compiled(outer, 3.0) == 8.0
    assert len(outer.signatures) == compiled + 1

    @jit.jit
    def later(x):
        return outer(x)

    assert later(3) == 8
    assert called == ["outer", "later", "outer"]


def test_machine_code_is_kept_in_the_folder_of_its_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By a setting of Numba that is another one before and after."""
    before, met = numba.config.CACHE_DIR, []
    monkeypatch.setattr(cache, "cache_of", lambda folder=None: met.append(folder) or tmp_path)
    for function, folder in ((jit.jit, None), (test_compiled_code_cannot_allocate, Path(__file__).parent)):
        with cache.kept_for(function) as is_kept:
            assert is_kept
            assert str(tmp_path) == numba.config.CACHE_DIR
        assert met.pop() == folder
        assert before == numba.config.CACHE_DIR


CUDA = {"cuda", "int16", "int32", "uint8", "uint32", "uint64"}
DOCUMENTED = {
    "numba": {"__version__", "from_dtype", "njit", "types"} | CUDA,
    "numba.extending": {"intrinsic", "overload"},
    "numba.types": {"Record"},
    "llvmlite": {"ir"},
}
"""What files may take from where; of a module that is imported whole, nothing but its version."""
ACCELERATOR_FILE = "compiling/linking.py"


def imported_of_numba(tree: ast.Module) -> set[str]:
    """What a file takes from Numba and llvmlite that they do not document."""
    found, whole = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            whole |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            taken = {alias.name for alias in node.names} - DOCUMENTED.get(node.module, set())
            found |= {f"{node.module}.{name}" for name in taken}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in whole and node.attr != "__version__":
            found.add(ast.unparse(node))
    return {name for name in found if name.split(".")[0] in ("numba", "llvmlite")}


def test_what_is_not_documented_would_be_found() -> None:
    source = "import numba\nfrom numba import njit, literally\nfrom numba.core import types\nnumba.core.config\n"
    assert imported_of_numba(ast.parse(source)) == {"numba.literally", "numba.core.types", "numba.core"}


def test_only_the_accelerator_uses_what_numba_does_not_document() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix(): imported_of_numba(ast.parse(path.read_text(encoding="utf-8")))
        for path in PACKAGE.rglob("*.py")
    }
    assert found.pop(ACCELERATOR_FILE) >= {"numba.core.codegen.JITCodeLibrary", "llvmlite.binding.Linkage"}
    assert {path: names for path, names in found.items() if names} == {
        "core/jit.py": {"numba.core.registry.CPUDispatcher"},
        "core/cache.py": {"numba.config"},
    }
    assert jit.OPTIONS == {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}
