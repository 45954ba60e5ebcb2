"""The accelerator: used with the versions of Numba it was tested with, and what it links."""

from __future__ import annotations

import os
import subprocess
import sys

import numba
import pytest

from siegeworks import compiling
from siegeworks.compiling import LINKING_TESTED, accelerator
from siegeworks.core import jit
from siegeworks.core.cache import ACCELERATOR

linking = ACCELERATOR
only_accelerated = pytest.mark.skipif(ACCELERATOR is None, reason="about the accelerator, which is off")


def test_the_accelerator_is_for_the_versions_it_was_tested_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SIEGEWORKS_STOCK", raising=False)
    monkeypatch.setattr(compiling, "NUMBA", f"{LINKING_TESTED[0]}.1")
    assert accelerator() is not None
    for other in ("0.6.8", "0.680.1", "1.68.1", "0.999.0"):
        monkeypatch.setattr(compiling, "NUMBA", other)
        assert accelerator() is None


def test_stock_numba_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "NUMBA", f"{LINKING_TESTED[0]}.1")
    monkeypatch.setenv("SIEGEWORKS_STOCK", "1")
    assert accelerator() is None
    monkeypatch.setenv("SIEGEWORKS_STOCK", "0")
    assert accelerator() is not None


@only_accelerated
def test_stock_and_accelerated_code_are_kept_apart() -> None:
    def folder(stock: str) -> str:
        code = "from siegeworks.core.cache import CACHE; print(CACHE)"
        environment = {**os.environ, "SIEGEWORKS_STOCK": stock}
        return subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
        ).stdout

    assert folder("1") != folder("0")


@only_accelerated
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


@only_accelerated
def test_others_code_is_compiled_as_ever() -> None:
    @jit.jit
    def ours(x):
        return abs(x) + 1

    assert ours(-3) == 4
    theirs = numba.njit(lambda x: abs(x) + 2)
    assert theirs(-3) == 5
    library = theirs.overloads[theirs.signatures[0]].library
    assert type(library).__name__ == "JITCodeLibrary"


@only_accelerated
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
    assert linking is not None
    assert isinstance(draft, linking.Draft)
    defined = [function.name for function in draft.get_defined_functions()]
    assert any("middle" in name for name in defined)
    assert not any("lowest" in name for name in defined)
    assert theirs(3) == 7


@only_accelerated
def test_code_that_calls_what_is_not_linked_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    @jit.part
    def missing(x):
        return x + 1

    @jit.jit
    def whole(x):
        return missing(x)

    monkeypatch.setattr(linking, "link_drafts", lambda library, module: [])
    with pytest.raises(AssertionError, match="missing"):
        whole(3)
