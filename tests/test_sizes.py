"""Modules and functions stay small enough to read: what is longer, or takes more, is named here with its reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from siegeworks.bots.netfile import MOST_BYTES

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "siegeworks"
MOST_LINES, MOST_ARGUMENTS, LONGEST = 450, 8, 40

LONG_MODULES = {
    "games/charge/rules.py": 700,  # the rules of a game are one module: they are read beside the rulebook
    "games/siege/rules.py": 600,
    "games/bluffstones/rules.py": 480,
    "games/siege/words.py": 650,  # all that a game says, in one place
    "games/siege/judgement.py": 520,  # features and their weights, beside each other
}
"""How long each of them may be."""

KERNELS = {
    "envs/stepping.py": {
        "open_all",
        "step_all",
        "refresh_all",
        "others_all",
        "renew_all",
    },  # docs/decisions/0010-arrays-one-by-one.md
    "envs/gpu.py": {"steps", "staged_steps", "_staged_stepping"},  # the same arrays; the last makes its kernel
    "envs/gpu_learners.py": {"others", "renews"},  # likewise
    "games/nobles/rules.py": {"legal"},
}
"""Compiled functions that take their arrays one by one, or are longer than others."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


MOST_BYTES_OF_NETS = 8_000_000
"""Of all games together; each of them is checked when it is read."""


def modules() -> Iterator[tuple[str, str]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path.relative_to(SOURCE).as_posix(), path.read_text(encoding="utf-8")
    for path in sorted(ROOT.glob("benchmarks/*.py")):
        yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def functions() -> Iterator[tuple[str, Function]]:
    for name, text in modules():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, Function) and node.name not in KERNELS.get(name, ()):
                yield f"{name}:{node.lineno} {node.name}", node


def arguments(function: Function) -> list[str]:
    given = function.args
    named = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    more = [each.arg for each in (given.vararg, given.kwarg) if each is not None]
    return [name for name in (*named, *more) if name not in ("self", "cls")]


def test_no_module_is_too_long() -> None:
    lengths = {name: text.count("\n") for name, text in modules()}
    assert {name: lines for name, lines in lengths.items() if lines > LONG_MODULES.get(name, MOST_LINES)} == {}
    assert set(LONG_MODULES) <= set(lengths)


def test_no_function_takes_too_much() -> None:
    assert [where for where, function in functions() if len(arguments(function)) > MOST_ARGUMENTS] == []


def test_no_function_is_too_long() -> None:
    found = {where: (function.end_lineno or 0) - function.lineno + 1 for where, function in functions()}
    assert {where: lines for where, lines in found.items() if lines > LONGEST} == {}


def test_all_that_is_excepted_is_there() -> None:
    texts = dict(modules())
    for name, kernels in KERNELS.items():
        found = {node.name for node in ast.walk(ast.parse(texts[name])) if isinstance(node, Function)}
        assert kernels <= found


def test_the_nets_are_small_enough_for_the_package() -> None:
    sizes = {path.parent.name: path.stat().st_size for path in SOURCE.glob("games/*/net.npz")}
    assert sizes
    assert all(size <= MOST_BYTES for size in sizes.values())
    assert sum(sizes.values()) <= MOST_BYTES_OF_NETS
