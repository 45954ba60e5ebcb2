"""Watching: running public games are listed, and those who watch are counted, without their names."""

from __future__ import annotations

from typing import Any

from tests.server.house import House, Live, Person, pair, wait_for


def hear_count(there: Live, count: int) -> None:
    """Until so many watch, as somebody at the table is told."""
    while there.last["table"].get("watchers") != count:
        there.hear("sync", "update")


def running(person: Person, **asked: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.call("GET", "/tables", params={"running": True, **asked}).json()["tables"]
    return found


def test_those_who_watch_are_counted_and_not_named(house: House) -> None:
    ada, _ben, table = pair(house)
    eve = house.person()
    eve.call("PUT", "/me", json={"name": "Evelyn"})
    with ada.sit_down(table) as hers:
        hers.hear("sync")
        assert hers.last["table"]["watchers"] == 0
        with eve.sit_down(table), eve.sit_down(table), house.person().sit_down(table):
            hear_count(hers, 2)  # two windows of one person count once
            ada.play(table, 0, "stone d4")
            hers.hear("update")
            assert hers.last["table"]["watchers"] == 2
        hear_count(hers, 0)
    assert not any("Evelyn" in text for text in ada.heard)


def test_who_sits_down_watches_no_more(house: House) -> None:
    ada, ben = house.person(), house.person()
    made = ada.make("siegestones", "me", "open", start=0)
    table = made["table"]["id"]
    ben.get("/me")
    with ada.sit_down(table) as hers, ben.sit_down(table):
        hers.hear("sync")
        hear_count(hers, 1)
        ben.join(made, 1)
        hear_count(hers, 0)


def test_running_public_games_are_listed_with_how_far_they_are(house: House) -> None:
    ada = house.person()
    is_there = {"public": True, "start": 0}
    table, open_one = (ada.make("siegestones", "me", other, **is_there)["table"]["id"] for other in ("me", "open"))
    private = ada.make("siegestones", "me", "me")["table"]["id"]
    for seat, action in enumerate(("stone d4", "stone e5")):
        ada.play(table, seat, action)
    found = {line["id"]: line for line in running(house.person(), most=50)}
    assert found[table]["lines"] == 3
    assert found[table]["watchers"] == 0
    assert open_one not in found
    assert private not in found
    with house.person().sit_down(table):
        wait_for(lambda: next(line for line in running(ada, most=50) if line["id"] == table)["watchers"] == 1)
    ada.act(table, "resign", 0)
    wait_for(lambda: table not in [line["id"] for line in running(ada, most=50)])


def test_the_list_of_running_games_comes_in_parts(house: House) -> None:
    ada = house.person()
    made = {ada.make("siegestones", "me", "me", public=True)["table"]["id"] for _ in range(3)}
    found, after = list[str](), None
    while True:
        part = ada.call(
            "GET", "/tables", params={"running": True, "most": 1} | ({"after": after} if after else {})
        ).json()
        found += [line["id"] for line in part["tables"]]
        after = part["next"]
        if after is None:
            break
    assert made <= set(found)
    assert len(found) == len(set(found))


def test_a_private_step_is_not_counted_in_the_list(house: House) -> None:
    """How far a game is, is as far as everybody may know."""
    ada, ben = house.person(), house.person()
    made = ada.make("bluffstones", "me", "open", public=True, start=0)
    ben.join(made, 1)
    table = made["table"]["id"]
    (before,) = wait_for(lambda: [line["lines"] for line in running(ada, most=50) if line["id"] == table])
    assert ada.play(table, 0, "bid -")["type"] == "answer"
    assert [line["lines"] for line in running(ada, most=50) if line["id"] == table] == [before]
