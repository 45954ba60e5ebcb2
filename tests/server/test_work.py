"""Work that waits for a process with a place for it, when it cannot be done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from typing import Any

import pytest

from siegeworks.server.peers import BOT, Alone, Job
from siegeworks.server.room import NoTable
from siegeworks.server.store import CannotSave
from siegeworks.server.work import Work

JOB = Job("t", BOT, 0, 0, "")


class OneJob(Alone):
    """There is one job; once it is taken nothing more comes."""

    def __init__(self) -> None:
        self.told: list[str] = []

    async def jobs(self) -> AsyncIterator[Job]:
        yield JOB

    async def done(self, job: Job) -> None:
        self.told.append("done")

    async def put_back(self, job: Job) -> None:
        self.told.append("put back")


class Unreadable:
    """Tables none of which can be read."""

    def __init__(self, problem: Exception) -> None:
        self.problem = problem

    async def find(self, name: str) -> Any:
        raise self.problem


@pytest.mark.parametrize(
    ("problem", "told"),
    [(CannotSave("database-unreadable"), "put back"), (NoTable(), "done"), (ValueError(), "put back")],
    ids=lambda each: type(each).__name__ if isinstance(each, Exception) else "",
)
def test_a_job_waits_on_while_the_database_is_away_and_nothing_has_failed(problem: Exception, told: str) -> None:
    """The store says that it is away; a failure is what nobody has a sentence for."""
    peers, begun = OneJob(), list[Coroutine[Any, Any, Any]]()
    rooms: Any = Unreadable(problem)
    unused: Any = None
    work = Work(rooms, unused, unused, unused, peers, begun.append)

    async def main() -> list[Any]:
        await work.take_all()
        return await asyncio.gather(*begun, return_exceptions=True)

    assert asyncio.run(main()) == ([problem] if isinstance(problem, ValueError) else [None])
    assert peers.told == [told]
