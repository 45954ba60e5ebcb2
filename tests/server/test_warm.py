"""Games are made ready although the system runs out of descriptors for a while."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from siegeworks.bots import bot
from siegeworks.compiling import processes, queue, works
from siegeworks.games import GAMES, Game
from siegeworks.server import warm
from tests.server.house import PATIENCE_S, wait_for

TRIES = 3


class Scarce:
    """Something that works at the last of a few tries for each game."""

    def __init__(self, code: int = errno.EMFILE) -> None:
        self.code = code
        self.tries: dict[str, int] = {}
        self.done: list[str] = []

    def __call__(self, game: Game, *rest: Any, **named: Any) -> Scarce:
        self.tries[game.name] = self.tries.get(game.name, 0) + 1
        if self.tries[game.name] < TRIES:
            raise OSError(self.code, os.strerror(self.code))
        self.done.append(game.name)
        return self

    def wait(self) -> bool:
        return True

    def terminate(self) -> None:
        """Nothing is under way."""


@pytest.fixture(name="begin")
def _begin(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[warm.Readiness], Awaitable[None]]], None]:
    """Starts the thread with nothing to do in it but what a test puts there."""
    monkeypatch.setattr(queue, "RETRY_S", 0.0)
    monkeypatch.setattr(warm, "FIRST_COMERS_S", 0.0)
    monkeypatch.setattr(gc, "freeze", lambda: None)
    for name in ("warm_table", "warm_rules", "warm_bots", "mark_warm", "be_nice"):
        monkeypatch.setattr(warm, name, lambda *given: None)
    for name in ("await_code", "use_code", "mark_warm"):
        monkeypatch.setattr(queue, name, lambda *given: None)
    monkeypatch.setattr(queue, "CACHE", None)
    monkeypatch.setattr(warm, "is_cold", lambda game: False)

    def begin(look: Callable[[warm.Readiness], Awaitable[None]]) -> None:
        async def started() -> None:
            readiness = warm.Readiness(bot)
            readiness.start(asyncio.get_running_loop())
            await asyncio.wait_for(look(readiness), PATIENCE_S)
            readiness.close()

        asyncio.run(started())

    return begin


@pytest.mark.parametrize("code", [errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN])
def test_compilers_are_started_once_there_are_descriptors(begin, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    compilers = Scarce(code)
    monkeypatch.setattr(queue, "CACHE", "somewhere")
    monkeypatch.setattr(warm, "is_cold", lambda game: True)
    monkeypatch.setattr(queue, "Compilers", compilers)

    async def look(readiness: warm.Readiness) -> None:
        for game in GAMES.values():
            await readiness.wait_for_code(game)

    begin(look)
    assert sorted(compilers.done) == sorted(GAMES)


@pytest.mark.parametrize("name", ["warm_rules", "warm_bots"])
def test_what_is_loaded_is_tried_again(begin, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    loading = Scarce()
    monkeypatch.setattr(warm, name, loading)

    async def look(readiness: warm.Readiness) -> None:
        await asyncio.to_thread(wait_for, lambda: loading.done == list(GAMES))

    begin(look)


def test_bots_that_fail_otherwise_keep_no_other_game_from_being_made_ready(
    begin, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried: list[str] = []

    def fail(game: Game, make: Any) -> None:
        tried.append(game.name)
        raise FileNotFoundError(errno.ENOENT, "no such file")

    monkeypatch.setattr(warm, "warm_bots", fail)

    async def look(readiness: warm.Readiness) -> None:
        await asyncio.to_thread(wait_for, lambda: tried == list(GAMES))

    begin(look)
    assert "could not be made ready" in caplog.text


def test_a_process_that_compiles_finds_what_a_server_asks_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[str, str]] = []

    def noted(work: str) -> Callable[[Game], None]:
        return lambda game: done.append((work, game.name))

    monkeypatch.setattr(warm, "compile_tables", noted("tables"))
    for name in ("telling", "search"):
        monkeypatch.setitem(works.WORKS, name, noted(name))
    monkeypatch.setattr(sys, "argv", ["compiling", "nobles", "0", *(work for group in warm.WORKS for work in group)])
    processes.main()
    assert done == [("tables", "nobles"), ("telling", "nobles"), ("search", "nobles")]
