"""Fair shares: bots, hints and analyses have places of their own, and nobody who asks for much holds up another."""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from siegeworks.server import studies
from siegeworks.server.guards import TooMany
from siegeworks.server.limits import DEFAULTS
from siegeworks.server.pools import Pool
from siegeworks.server.thinkers import Thinkers
from tests.server.house import House, Person, wait_for

PATIENCE_S = 60.0


def served(wishes: list[str], **bounds: Any) -> list[str]:
    """Who is served when, if all wish while a pool of one place is busy."""
    order: list[str] = []

    async def main() -> None:
        pool, may_end, is_busy = Pool("hints", 1, 10, **bounds), threading.Event(), threading.Event()

        def hold() -> None:
            is_busy.set()
            may_end.wait(PATIENCE_S)

        first = asyncio.create_task(pool.run(hold, PATIENCE_S, "first"))
        await asyncio.to_thread(is_busy.wait, PATIENCE_S)
        waiting = []
        for who in wishes:
            waiting.append(asyncio.create_task(pool.run(partial(order.append, who), PATIENCE_S, who)))
            await asyncio.sleep(0)
        places.update({who: pool.place_in_line(who) for who in wishes})
        may_end.set()
        await asyncio.gather(first, *waiting)
        pool.close()

    places: dict[str, int] = {}
    asyncio.run(main())
    for who, place in places.items():
        assert max(at for at, each in enumerate(order, 1) if each == who) == place
    return order


def test_askers_are_served_in_turn_however_much_one_of_them_asks_for() -> None:
    assert served(["a"] * 40 + ["b"])[:3] == ["a", "b", "a"]
    assert served(["a", "a", "a", "b", "b", "c"]) == ["a", "b", "c", "a", "b", "a"]


def test_what_one_asker_and_all_of_them_may_ask_for_is_bounded_and_said() -> None:
    with pytest.raises(TooMany, match="You have 2 hints under way"):
        served(["a", "a", "a"], each=2)
    with pytest.raises(TooMany, match="There are 4 hints waiting"):
        served(["a", "b", "c", "d"], waiting=3)


def test_who_gives_up_waiting_leaves_the_line_and_nobody_loses_a_place() -> None:
    async def main() -> None:
        pool, may_end = Pool("hints", 1, 10), threading.Event()
        first = asyncio.create_task(pool.run(lambda: may_end.wait(PATIENCE_S), PATIENCE_S, "a"))
        gone = asyncio.create_task(pool.run(lambda: None, PATIENCE_S, "b"))
        last = asyncio.create_task(pool.run(lambda: "served", PATIENCE_S, "c"))
        for _ in range(3):
            await asyncio.sleep(0)
        gone.cancel()
        may_end.set()
        assert await last == "served"
        await first
        assert await pool.run(lambda: "again", PATIENCE_S, "b") == "again"
        pool.close()

    asyncio.run(main())


def test_what_waits_for_something_else_first_is_counted_too() -> None:
    async def main() -> None:
        pool, ready = Pool("hints", 1, 10, each=1), asyncio.Event()

        async def before() -> None:
            await ready.wait()

        first = asyncio.create_task(pool.run(lambda: "done", PATIENCE_S, "a", before))
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await pool.run(lambda: None, PATIENCE_S, "a", before)
        ready.set()
        assert await first == "done"
        assert await pool.run(lambda: "again", PATIENCE_S, "a") == "again"
        pool.close()

    asyncio.run(main())


def finished(person: Person) -> str:
    """A table with a match that is over."""
    table = str(person.make("siegestones", "me", "me", start=0)["table"]["id"])
    person.play(table, 0, "stone d4")
    person.act(table, "resign", 1)
    return table


class Held:
    """Analyses that take until they are let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.may_end = threading.Event()
        run = studies.Study.run
        held = self

        def wait(self: studies.Study) -> dict[str, Any]:
            held.may_end.wait(PATIENCE_S)
            return run(self)

        monkeypatch.setattr(studies.Study, "run", wait)


def test_an_analysis_holds_up_no_bot_and_no_hint(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held(monkeypatch)
    ada, ben = house.person(), house.person()
    table = finished(ada)
    assert ada.call("POST", f"/tables/{table}/analysis").json()["state"] == "running"
    other = ben.make("siegestones", "me", "1", start=0)["table"]["id"]
    ben.play(other, 0, "stone d4")
    wait_for(lambda: ben.sync(other)["table"]["waiting"] == [0])
    assert ben.act(other, "hint", 0)["type"] == "hint"
    assert ada.get(f"/tables/{table}/analysis")["state"] == "running"
    held.may_end.set()
    wait_for(lambda: ada.get(f"/tables/{table}/analysis")["state"] == "done")


def test_analyses_are_counted_by_person_and_tell_their_place_in_the_line(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch)
    ada, ben = house.person(), house.person()
    tables = [finished(ada) for _ in range(DEFAULTS.analyses + 1)]
    answers = [ada.call("POST", f"/tables/{table}/analysis") for table in tables]
    assert [answer.status_code for answer in answers] == [202] * DEFAULTS.analyses + [429]
    assert answers[-1].json()["code"] == "too_many"
    assert str(DEFAULTS.analyses) in answers[-1].json()["reason"]
    assert ada.call("POST", f"/tables/{tables[0]}/analysis").status_code == 202  # it is under way
    his = finished(ben)
    assert ben.call("POST", f"/tables/{his}/analysis").status_code == 202
    wait_for(lambda: ben.get(f"/tables/{his}/analysis")["place"] == 2)  # after one of Ada's that wait
    held.may_end.set()
    for table in (*tables[:-1], his):
        wait_for(lambda table=table: ada.get(f"/tables/{table}/analysis")["state"] == "done")
    assert ada.call("POST", f"/tables/{tables[-1]}/analysis").status_code == 202
    wait_for(lambda: ada.get(f"/tables/{tables[-1]}/analysis")["state"] == "done")


def test_whoever_asks_for_an_analysis_is_somebody(house: House) -> None:
    table, stranger = finished(house.person()), house.person()
    assert stranger.call("POST", f"/tables/{table}/analysis").status_code == 202
    assert stranger.cookie


def test_one_person_s_hints_are_bounded_and_another_s_is_served(tmp_path: Path) -> None:
    thinkers = Thinkers()
    may_end = threading.Event()
    thinking, begun = thinkers._thinking, threading.Semaphore(0)

    def slow(*asked: Any) -> Any:
        work = thinking(*asked)

        def wait() -> Any:
            begun.release()
            may_end.wait(PATIENCE_S)
            return work()

        return wait

    thinkers._thinking = slow  # type: ignore[method-assign,assignment]
    with House(tmp_path, thinkers=thinkers) as house:
        ada, ben = house.person(), house.person()
        hers = [ada.make("siegestones", "me", "me", start=0)["table"]["id"] for _ in range(DEFAULTS.hints + 1)]
        his = ben.make("siegestones", "me", "me", start=0)["table"]["id"]
        told: dict[str, Any] = {}

        def ask(person: Person, table: str) -> None:
            told[table] = Person(house.port, person.cookie).act(table, "hint", 0)

        asking = [threading.Thread(target=ask, args=(ada, table)) for table in hers[:-1]]
        for thread in asking:
            thread.start()
        assert begun.acquire(timeout=PATIENCE_S)
        wait_for(lambda: sum(thinkers.hints._asked.values()) == DEFAULTS.hints)
        assert ada.act(hers[-1], "hint", 0)["code"] == "too_many"
        asking.append(threading.Thread(target=ask, args=(ben, his)))
        asking[-1].start()
        may_end.set()
        for thread in asking:
            thread.join(PATIENCE_S)
        assert {answer["type"] for answer in told.values()} == {"hint"}
        assert len(told) == DEFAULTS.hints + 1
