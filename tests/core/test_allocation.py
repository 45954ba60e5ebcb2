"""Compiled code allocates nothing: what tries to does not compile, and nothing is compiled by another decorator."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.errors import NumbaError

from siegeworks.core.cache import PACKAGE
from siegeworks.core.jit import IS_PLAIN, jit

COMPILERS = {"jit", "njit", "vectorize", "guvectorize", "cfunc", "stencil"}


def makes_an_array(given):
    return given[0] + np.zeros(3)[0]


def copies_an_array(given):
    return given.copy()[0]


def adds_to_an_array(given):
    return (given + 0)[0]


def makes_a_list(given):
    return [given[0], given[1]][0]


@jit
def allocating(given):
    return np.zeros_like(given)[0] + given[0]


def calls_what_allocates(given):
    return allocating(given)


@pytest.mark.skipif(IS_PLAIN, reason="plain Python allocates all the time")
@pytest.mark.parametrize(
    "function", [makes_an_array, copies_an_array, adds_to_an_array, makes_a_list, calls_what_allocates]
)
def test_code_that_allocates_does_not_compile(function: Callable[..., Any]) -> None:
    given = np.array([5, 6, 7])
    assert function.__name__ == "calls_what_allocates" or numba.njit(function)(given) == 5
    with pytest.raises(NumbaError):
        jit(function)(given)


def used(source: str) -> set[str]:
    """What a file takes from Numba itself."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "numba":
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "numba":
            found.add(node.attr)
    return found


def test_nothing_is_compiled_by_another_decorator() -> None:
    ours = {PACKAGE / "core" / "jit.py", PACKAGE / "compiling" / "linking.py"}
    files = set(PACKAGE.rglob("*.py")) - ours
    assert used("from numba import njit, types") == {"njit", "types"}
    assert used("import numba\nnumba.vectorize(f)") == {"vectorize"}
    assert len(files) > 100
    assert [path for path in files if used(path.read_text(encoding="utf-8")) & COMPILERS] == []
