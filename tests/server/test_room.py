"""Rooms: a table is read once for all who ask, and one that was deleted is gone for all."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from siegeworks.server.room import IDLE_MS, NoTable, Room, new_id, quietly
from siegeworks.server.store import CannotSave, Entry, Unsure
from tests.server.house import House


def a_table(house: House) -> str:
    return str(house.person().make("siegestones", "me", "me")["table"]["id"])


def test_after_a_load_that_failed_there_is_one_room_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, rooms = a_table(house), house.inside.rooms
    load, failures = rooms.store.load, [CannotSave("disk-full")]

    async def failing(name: str) -> Any:
        await asyncio.sleep(0)
        if failures:
            raise failures.pop()
        return await load(name)

    async def found() -> list[Room]:
        rooms.drop(table)
        first = [asyncio.ensure_future(rooms.find(table)) for _ in range(2)]
        await asyncio.wait(first)
        assert all(isinstance(each.exception(), CannotSave) for each in first)
        return await asyncio.gather(*(rooms.find(table) for _ in range(3)))

    monkeypatch.setattr(rooms.store, "load", failing)
    assert len(set(house.call(found()))) == 1


def test_a_table_deleted_while_it_is_read_is_not_opened(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, rooms = a_table(house), house.inside.rooms
    load = rooms.readers.load

    async def slowly(name: str, work: Any) -> Any:
        read = await load(name, work)
        rooms.discard(name)
        return read

    async def found() -> None:
        rooms.drop(table)
        with pytest.raises(NoTable):
            await rooms.find(table)

    monkeypatch.setattr(rooms.readers, "load", slowly)
    house.call(found())
    assert rooms.get(table) is None


def test_a_table_nobody_has_asked_for_is_let_go_and_read_again(house: House) -> None:
    ada = house.person()
    table, rooms = ada.make("siegestones", "me", "me")["table"]["id"], house.inside.rooms

    async def let_go() -> bool:
        rooms.drop_idle()
        return rooms.get(table) is None

    house.let_pass(IDLE_MS - 1_000)
    assert not house.call(let_go())
    house.let_pass(2_000)
    assert house.call(let_go())
    assert ada.sync(table)["table"]["id"] == table


def test_who_watches_a_table_hears_that_it_was_forgotten(house: House) -> None:
    ada = house.person()
    table = ada.make("siegestones", "me", "me")["table"]["id"]
    with house.person().sit_down(table) as watcher:
        watcher.hear("sync")
        ada.call("DELETE", "/me")
        assert watcher.hear("refused")["code"] == "no_table"


def test_work_a_stopping_server_no_longer_begins_is_never_called() -> None:
    """It was called at once, and the coroutine nobody awaited was a warning in some other test."""
    called: list[str] = []

    async def work(name: str) -> None:
        called.append(name)

    async def stop_before_it_begins() -> None:
        task = asyncio.get_running_loop().create_task(quietly(work, "stopped"))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(stop_before_it_begins())
    assert called == []
    asyncio.run(quietly(work, "run"))
    assert called == ["run"]


@pytest.mark.parametrize("is_stored", [True, False], ids=["stored", "not stored"])
def test_where_nobody_knows_whether_a_move_was_stored_the_room_looks(
    house: House, monkeypatch: pytest.MonkeyPatch, is_stored: bool
) -> None:
    """The connection to the database broke during a commit: all hear of the move, or nobody does."""
    ada = house.person()
    table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    before, store = ada.sync(table)["seq"], house.inside.store
    append = store.append

    async def doubtful(entry: Entry) -> None:
        if is_stored:
            await append(entry)
        raise Unsure("perhaps-saved")

    with ada.sit_down(table) as there:
        there.hear("sync")
        with monkeypatch.context() as patch:
            patch.setattr(store, "append", doubtful)
            said = there.ask(type="play", seat=0, action="stone d4", action_id="once")
        if is_stored:
            assert (said["type"], said["seq"]) == ("answer", before + 1)
            assert there.last["seq"] == before + 1
        else:
            assert (said["type"], said["code"]) == ("refused", "not_saved")
        again = there.ask(type="play", seat=0, action="stone d4", action_id="once")
        assert (again["type"], again["seq"]) == ("answer", before + 1)
    log = ada.sync(table)["seats"]["0"]["log"]
    assert [line["action"] for line in log] == ["start 0", "stone d4"]


def test_no_table_is_called_like_an_option_of_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """One in 64 was, and `siegeworks tables --delete` did not take it."""
    drawn = iter(["-abcdefghijk", "--bcdefghijk", "a-cdefghijk-"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(drawn))
    assert new_id() == "a-cdefghijk-"
