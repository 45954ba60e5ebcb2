"""What is private of a match stays so: only the modules it is made of touch it."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "siegeworks"
MADE_OF = ("match.py", "standing.py")
"""The class and its base class."""
TRUSTED = (*MADE_OF, "records.py", "positions.py")
"""A record says which seed its draws came from, so reading one sets that."""
PROGRAMS = [
    *(path for path in sorted(SOURCE.rglob("*.py")) if path.relative_to(SOURCE).as_posix() not in TRUSTED),
    *sorted(ROOT.glob("benchmarks/*.py")),
    *sorted(ROOT.glob("docs/**/*.py")),
]
PAGES = [*sorted(ROOT.glob("docs/**/*.md")), *sorted(ROOT.glob("*.md"))]


def attributes(path: Path) -> Iterator[ast.Attribute]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and re.match(r"_[a-z]", node.attr):
            yield node


def is_own(node: ast.Attribute) -> bool:
    """Whether an object speaks of itself."""
    return isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")


@functools.cache
def private_names() -> set[str]:
    """All that a match keeps to itself."""
    return {node.attr for name in MADE_OF for node in attributes(SOURCE / name) if is_own(node)}


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_other_module_touches_what_is_private_of_a_match(path: Path) -> None:
    private = private_names()
    assert {"_states", "_lines", "_seed"} <= private
    assert [ast.unparse(node) for node in attributes(path) if node.attr in private and not is_own(node)] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_page_does(path: Path) -> None:
    assert re.findall(r"\bmatch\._\w+", path.read_text(encoding="utf-8")) == []


def test_records_set_the_seed_and_nothing_else() -> None:
    touched = {node.attr for node in attributes(SOURCE / "records.py") if node.attr in private_names()}
    assert touched == {"_fixed", "_seed", "_seed_hash"}
