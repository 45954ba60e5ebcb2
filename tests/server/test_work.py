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

    async def put_off(self, job: Job) -> bool:
        self.told.append("put off")
        return len(self.told) < 2


class Unreadable:
    """Tables none of which can be read."""

    def __init__(self, problem: Exception) -> None:
        self.problem = problem

    async def find(self, name: str) -> Any:
        raise self.problem


@pytest.mark.parametrize(
    ("problem", "told", "logged"),
    [
        (CannotSave("database-unreadable"), ["put back"], 0),
        (NoTable(), ["done"], 0),
        (ValueError(), ["put off"], 1),
    ],
    ids=lambda each: type(each).__name__ if isinstance(each, Exception) else "",
)
def test_a_job_waits_on_while_the_database_is_away_and_nothing_has_failed(
    problem: Exception, told: list[str], logged: int, caplog: pytest.LogCaptureFixture
) -> None:
    """The store says that it is away; a failure is what nobody has a sentence for."""
    assert done_with(problem, OneJob()).told == told
    assert len(caplog.records) == logged


def test_a_job_that_fails_again_and_again_is_given_up_and_that_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    peers = OneJob()
    for _ in range(2):
        done_with(ValueError(), peers)
    assert peers.told == ["put off", "put off", "done"]
    assert "too often" in caplog.messages[-1]


def test_what_waits_to_be_tried_again_is_not_begun_beside_that_nor_once_it_is_called_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("siegeworks.server.peers.AGAIN_MS", 0)
    other = JOB._replace(table="other")

    async def main() -> list[Any]:
        alone = Alone()
        await alone.put_off(JOB)
        offered = [await alone.offer(JOB), await alone.offer(other)]
        await alone.call_off(JOB)
        await alone.put_off(other)
        return [*offered, await anext(alone.jobs()), await alone.state_of(JOB)]

    assert asyncio.run(main()) == [None, 0, other, None]


def done_with(problem: Exception, peers: OneJob) -> OneJob:
    """What becomes of a job at a table that cannot be read."""
    begun = list[Coroutine[Any, Any, Any]]()
    rooms: Any = Unreadable(problem)
    unused: Any = None
    work = Work(rooms, unused, unused, unused, peers, begun.append)

    async def main() -> None:
        await work.take_all()
        await asyncio.gather(*begun)

    asyncio.run(main())
    return peers
