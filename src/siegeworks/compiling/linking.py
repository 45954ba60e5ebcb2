"""An accelerator: links what a compiled function calls once, where Numba does so at every level of calls.

Numba optimises a function, and makes it runnable, together with all it calls, and again for every function above it:
more than half of its work here. With this file only what Python calls is treated so. What compiled code calls is a
draft: linked in once, unoptimised, and optimised there together with everything else. A function that Python and
compiled code call has a twin for compiled code, which is a draft.

It works on inner classes of Numba and llvmlite, so `siegeworks.compiling.accelerator` offers it only for versions of
Numba that it was tested with. Without it everything works; the first compile takes about twice as long.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher

MANGLED = "_ZN"  # how Numba's names of compiled functions begin


class Draft(JITCodeLibrary):  # type: ignore[misc]
    """Code to be built into other functions, neither optimised, nor linked, nor made runnable by itself."""

    def _optimize_functions(self, module: Any) -> None:
        """Left to the function that Python calls, which has it all."""

    def finalize(self) -> None:
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """With all it calls, for code of others, who know nothing of drafts."""
        linked = self._final_module.clone()
        for other in link_drafts(self, linked):
            linked.link_in(other._get_module_for_linking(), preserve=True)
        _let_go(linked, keep=set())
        return linked

    @property
    def codegen(self) -> Any:
        return _Unaddressed(self._codegen)


class Whole(JITCodeLibrary):  # type: ignore[misc]
    """Code that Python calls: every draft below it is linked in once, then all is optimised together, once."""

    def finalize(self) -> None:
        self._linking_libraries = link_drafts(self, self._final_module)
        super().finalize()

    def _optimize_final_module(self) -> None:
        """In full at once. Numba's cheap round before helps to prune the counting of references; there is none."""
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def _verify_declare_only_symbols(self) -> None:
        """Numba looks at its own names only; a call of anything else that is missing would crash."""
        for function in self._final_module.functions:
            if function.is_declaration and function.name.startswith(MANGLED):
                raise AssertionError(f"{self.name} calls {function.name}, which is not linked in")


def link_drafts(library: Any, module: Any) -> list[Any]:
    """Link all drafts a library rests on into its module, each once; returns what else it rests on.

    What may be dropped LLVM does not even link unless it is called by then, so that comes last.
    """
    own = {function.name for function in module.functions if not function.is_declaration}
    todo, seen, others = list(library._linking_libraries), {library}, []
    while todo:
        below = todo.pop()
        if below in seen:
            continue
        seen.add(below)
        if isinstance(below, Draft):
            library._reload_init.update(below._reload_init)
            module.link_in(below._final_module, preserve=True)
            todo.extend(below._linking_libraries)
        else:
            others.append(below)
    _let_go(module, keep=own)
    return others


def _let_go(module: Any, keep: set[str]) -> None:
    """Whatever a module defines may be dropped once nothing calls it, and may meet itself again; not what is kept."""
    for function in module.functions:
        if not function.is_declaration and function.linkage == Linkage.external and function.name not in keep:
            function.linkage = Linkage.linkonce_odr


class _Unaddressed:
    """The code generator as a draft sees it: nothing has an address yet."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, env: Any) -> None:
        """An environment is for code that calls back into Python, which no part does."""


@contextlib.contextmanager
def _drafting(codegen: Any) -> Iterator[None]:
    """Whatever Numba compiles meanwhile is built into the function it is compiled for, and so a draft is enough."""
    before = codegen.__dict__.get("create_library")
    codegen.create_library = lambda name, **_: Draft(codegen, name)
    try:
        yield
    finally:
        if before is None:
            del codegen.create_library
        else:
            codegen.create_library = before


class _WholeCompiler(Compiler):  # type: ignore[misc]
    """Compiles a function that Python calls, and drafts of all it calls."""

    library: type[JITCodeLibrary] = Whole

    def compile_extra(self, function: Any) -> Any:
        codegen = self.state.targetctx.codegen()
        self.state.library = self.library(codegen, function.__qualname__)
        self.state.library.enable_object_caching()
        with _drafting(codegen):
            return super().compile_extra(function)


class _PartCompiler(_WholeCompiler):
    """Compiles to a draft."""

    library = Draft


class _Twinned(CPUDispatcher):  # type: ignore[misc]
    """Python calls it as it is; in compiled code it stands for its twin, which is a part."""

    twin: CPUDispatcher

    @property
    def _numba_type_(self) -> Any:
        return self.twin._numba_type_


def twinned(compiled: Any, twin: Any) -> Any:
    """A function that Python calls, made with `WHOLE`; compiled code calls its twin, made with `PART`."""
    compiled.__class__ = _Twinned
    compiled.twin = twin
    return compiled


WHOLE: dict[str, Any] = {"pipeline_class": _WholeCompiler}
PART: dict[str, Any] = {"pipeline_class": _PartCompiler, "no_cpython_wrapper": True}
"""The options of `njit` for a function that Python calls, and for one that only compiled code calls."""
