"""A screen that all look at: it is told what a stranger is told, whoever's browser asks, and can do nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.server.house import House, Person, pair

MINUTE = {"kind": "move", "seconds": 60, "flag": "loses"}


def after_a_while(people: dict[int, Person], table: str, moves: int = 30) -> None:
    dice = random.Random(4)
    for _ in range(moves):
        for seat in people[0].sync(table)["table"]["waiting"]:
            people[seat].play(table, seat, dice.choice(people[seat].legal(table, seat)))


def parts(told: dict[str, Any]) -> tuple[Any, Any]:
    return told["table"], told["seats"]


@pytest.mark.parametrize("game", ["siege", "bluffstones"])
def test_a_screen_is_told_what_a_stranger_is_told(house: House, game: str) -> None:
    ada, ben, table = pair(house, game, start=None)
    eve = house.person()
    people = {0: ada, 1: ben}
    with ada.look_on(table) as screen, eve.sit_down(table) as stranger:
        first = [each.hear("sync") for each in (screen, stranger)]
        assert parts(first[0]) == parts(first[1])
        after_a_while(people, table)
        last = stranger.last["seq"]
        while last < eve.sync(table)["seq"]:
            told = [each.hear("update") for each in (screen, stranger)]
            assert told[0] == told[1]
            last = told[1]["seq"]
        assert set(screen.last["seats"]) == {"watch"}
        assert {"0"} == set(ada.sync(table)["seats"])  # the same browser, when it does not ask for the screen
        for seen in ({}, {"since": 3}, {"since": 3, "seats": "0"}, {"since": last, "seats": "watch", "wait": 0.01}):
            assert ada.sync(table, watch=True, **seen) == eve.sync(table, **seen)


def test_nothing_is_done_from_a_screen_and_nobody_is_there_by_it(house: House) -> None:
    ada, ben, table = pair(house)
    with ada.look_on(table) as screen:
        assert screen.hear("sync")["table"]["host"] is False
        assert [seat["here"] for seat in ben.sync(table)["table"]["seats"]] == [False, False]
        for act in ({"type": "play", "seat": 0, "action": "stone d4"}, {"type": "resign", "seat": 0}):
            assert screen.ask(**act)["code"] == "not_your_seat"
        with ada.sit_down(table) as seat:
            seat.hear("sync")
            assert screen.hear("update")["table"]["seats"][0]["here"] is True
            assert seat.ask(type="play", seat=0, action="stone d4")["type"] == "answer"
            assert screen.hear("update")["seats"]["watch"]["log"][-1]["action"] == "stone d4"


def test_a_clock_that_waits_for_somebody_does_not_take_the_screen_for_them(house: House) -> None:
    ada, ben, table = pair(house, clock=MINUTE)
    ada.act(table, "resign", 0)
    for seat, person in enumerate((ada, ben)):
        person.act(table, "offer", seat, what="rematch")
    following = ben.sync(table)["table"]["next"]
    assert 0 in ben.sync(following)["table"]["awaited"]
    ada.sync(following, watch=True)
    with ada.look_on(following) as screen:
        assert 0 in screen.hear("sync")["table"]["awaited"]
    ada.sync(following)
    assert 0 not in ben.sync(following)["table"]["awaited"]


def test_people_at_one_screen_keep_the_names_they_were_given(house: House) -> None:
    """Also in the next match; who sits elsewhere is called as they call themselves."""
    ada, ben = house.person(), house.person()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Grace"}, {"kind": "open"}]
    made = ada.call("POST", "/tables", json={"game": "bluffstones", "seats": seats}).json()
    table = made["table"]["id"]
    ben.join(made, 2, "Ben")
    assert [seat["name"] for seat in ben.sync(table)["table"]["seats"]] == ["Ada", "Grace", "Ben"]
    record = ada.call("GET", f"/tables/{table}/record").text
    assert 'Names: "Ada", "Grace", "Ben"' in record
    ada.call("PUT", "/me", json={"name": "The Smiths"})
    for seat, person in ((0, ada), (1, ada), (2, ben)):
        person.act(table, "resign", seat)
    for seat, person in ((0, ada), (2, ben)):
        person.act(table, "offer", seat, what="rematch")
    following = ben.sync(ben.sync(table)["table"]["next"])
    assert [seat["name"] for seat in following["table"]["seats"]] == ["Ada", "Grace", "Ben"]
