"""Seats change hands: bots and people in and out, by the host; and nobody knows two hands by that."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import orjson
import pytest

from siegeworks.server import messages
from siegeworks.server.acts import NotYourSeat
from siegeworks.server.manners import ABSENT_MS
from tests.server.house import House, Live, Person, pair, wait_for
from tests.server.test_absence import autumn


def act(person: Person, table: str, kind: str, seat: int, **rest: Any) -> str:
    """What comes of it: "answer", or the sentence of the refusal."""
    told = person.act(table, kind, seat, **rest)
    return str(told["type"] if told["type"] == "answer" else told["says"]["code"])


def join(person: Person, table: str, **wish: Any) -> str:
    """What comes of it: "sync", or the sentence of the refusal."""
    told = person.call("POST", f"/tables/{table}/join", json=wish).json()
    return str(told["type"] if told["type"] == "sync" else told["says"]["code"])


def key_for(host: Person, table: str, seat: int) -> str:
    """What the host sends to whoever is to take an open seat."""
    return str(host.get(f"/tables/{table}/links")["seats"][str(seat)].split("key=")[1])


def lists(person: Person, table: str, **asked: Any) -> bool:
    """Whether the lobby has a table."""
    told = person.call("GET", "/tables", params={"most": 50, **asked}).json()["tables"]
    return table in [line["id"] for line in told]


def seat_of(person: Person, table: str, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = person.sync(table)["table"]["seats"][seat]
    return found


def three(house: House, game: str = "siege", **wish: Any) -> tuple[Person, Person, Person, str]:
    """Three people, the first of whom is the host."""
    ada, ben, cleo = (house.person() for _ in range(3))
    made = ada.make(game, "me", "open", "open", **wish)
    ben.join(made, 1, "Ben")
    cleo.join(made, 2, "Cleo")
    return ada, ben, cleo, made["table"]["id"]


# A bot's seat for a person


def test_who_takes_over_from_a_bot_has_its_hand_and_nobody_else_sees_it(house: House) -> None:
    ada, ben = house.person(), house.person()
    table = ada.make("siege", "me", "1", start=0)["table"]["id"]
    wait_for(lambda: ada.sync(table)["table"]["waiting"] == [0])
    hand = house.room(table).table.match.view(1)["cities"][1]["hand"]
    assert isinstance(hand, list)
    before = len(ada.heard)
    assert act(ada, table, "open_seat", 1) == "answer"
    assert (seat_of(ada, table, 1)["kind"], seat_of(ada, table, 1)["by_link"]) == ("open", True)
    assert ada.sync(table)["table"]["notice"]["code"] == "seat-is-open"
    assert join(ben, table, key=key_for(ada, table, 1)) == "sync"
    told = ben.sync(table)["seats"]
    assert told.keys() == {"1"}
    assert told["1"]["view"]["cities"][1]["hand"] == hand
    assert "count" in ada.sync(table)["seats"]["0"]["view"]["cities"][1]["hand"]
    key = told["1"]["key"]
    assert not any(key in text for text in ada.heard[before:])


def test_the_seat_of_a_bot_waits_for_who_takes_it(house: House) -> None:
    ada, ben = house.person(), house.person()
    table = ada.make("siegestones", "me", "1", start=0, public=True)["table"]["id"]
    assert lists(ben, table, running=True)
    assert act(ada, table, "open_seat", 1) == "answer"
    wait_for(lambda: not lists(ben, table, running=True))  # it is no longer one to watch, but to sit down at
    assert lists(ben, table)
    assert ada.play(table, 0, "stone d4")["type"] == "answer"
    assert ada.sync(table)["table"]["waiting"] == [1]
    assert join(ben, table, seat=1) == "sync"  # nothing is hidden in this game: no link is needed
    assert ben.play(table, 1, "stone e5")["type"] == "answer"
    assert act(ada, table, "open_seat", 1) == "still-here"


def test_a_seat_with_a_hand_is_taken_by_link_only(house: House) -> None:
    ada, eve = house.person(), house.person()
    table = ada.make("siege", "me", "1", public=True)["table"]["id"]
    assert act(ada, table, "open_seat", 1) == "answer"
    assert join(eve, table) == join(eve, table, seat=1) == "seat-by-link"
    assert join(eve, table, key="0" * 32) == "no-such-table"
    assert join(ada, table, key=key_for(ada, table, 1)) == "knows-another-hand"
    assert eve.call("GET", f"/tables/{table}/links").json()["code"] == "not_your_seat"


# Those who are away


def test_the_host_replaces_who_is_away_for_good(house: House) -> None:
    ada, ben, table = pair(house, "siege")
    key = ben.sync(table)["seats"]["1"]["key"]
    assert act(ada, table, "seat_bot", 1, level=1) == act(ada, table, "open_seat", 1) == "still-here"
    house.let_pass(2 * ABSENT_MS)
    assert act(ada, table, "seat_bot", 1, level=1) == "answer"
    assert seat_of(ada, table, 1)["kind"] == "bot"
    assert ben.sync(table)["seats"].keys() == {"watch"}
    assert act(ben, table, "take_back", 1) == "not-your-seat"
    assert join(ben, table, key=key) == "no-such-table"
    assert table not in [line["id"] for line in ben.get("/me/tables")["tables"]]


def test_only_the_host_gives_seats_away(house: House) -> None:
    _ada, ben, cleo, table = three(house)
    house.let_pass(2 * ABSENT_MS)
    for person in (ben, house.person()):
        person.get("/me")
        for kind in ("seat_bot", "open_seat", "kick", "hand_on"):
            assert act(person, table, kind, 2) == "not-the-host"
    assert cleo.sync(table)["seats"].keys() == {"2"}


# Sent away


def test_who_is_sent_away_sees_at_once_what_a_spectator_sees(house: House) -> None:
    ada, ben, table = autumn(house)
    with ben.sit_down(table) as there:
        there.hear("sync")
        assert act(ada, table, "kick", 1) == "answer"
        while there.last["seats"].keys() != {"watch"}:
            there.hear("sync", "update")
        heard = len(ben.heard)
        new = house.inside.identities.key(table, 1, house.room(table).table.seats[1].round)
        assert there.ask(type="hint", seat=1)["code"] == "not_your_seat"
        ada.play(table, 0, ada.legal(table)[0])
        assert there.hear("update")["seats"].keys() == {"watch"}
    assert not any(new in text for text in ben.heard)
    assert not any('"1":{"seat":1' in text for text in ben.heard[heard:])
    watcher = house.person()
    assert ben.sync(table)["seats"] == watcher.sync(table)["seats"]
    for path in ("record", "picture"):
        told = [each.call("GET", f"/tables/{table}/{path}").text for each in (ben, watcher)]
        assert told[0] == told[1]


def test_who_had_a_hand_takes_no_other_seat_but_may_come_back_to_it(house: House) -> None:
    ada, ben, cleo, table = three(house)
    assert act(ada, table, "kick", 1) == act(ada, table, "kick", 2) == "answer"
    keys = {seat: key_for(ada, table, seat) for seat in (1, 2)}
    assert join(ben, table, key=keys[2]) == "knows-another-hand"
    assert join(cleo, table, key=keys[1]) == "knows-another-hand"
    assert join(ben, table, key=keys[1]) == "sync"


def test_who_held_two_hands_loses_both(house: House) -> None:
    ada, ben = house.person(), house.person()
    made = ada.make("siege", "me", "open", "open")
    table = made["table"]["id"]
    for seat in (1, 2):
        ben.join(made, seat)
    assert act(ada, table, "kick", 1) == "answer"
    assert [seat["kind"] for seat in ada.sync(table)["table"]["seats"]] == ["person", "open", "open"]
    assert ben.sync(table)["seats"].keys() == {"watch"}


def test_who_is_banned_neither_sits_nor_talks_there_and_the_keys_change(house: House) -> None:
    ada, ben, table = pair(house, public=True)
    old = ben.sync(table)["seats"]["1"]["key"]
    assert act(ada, table, "kick", 1, ban=True) == "answer"
    assert ada.sync(table)["table"]["notice"]["code"] == "is-banned"
    assert join(ben, table) == "seat-by-link"
    assert join(ben, table, key=old) == "no-such-table"
    assert join(ben, table, key=key_for(ada, table, 1)) == "you-are-banned"
    assert act(ben, table, "say", 1, phrase="hello") == "not-your-seat"
    assert ben.sync(table)["seats"].keys() == {"watch"}
    stranger = house.person()
    assert join(stranger, table) == "seat-by-link"  # it might be the same person without a cookie
    assert join(stranger, table, key=key_for(ada, table, 1)) == "sync"


def test_who_is_banned_from_a_table_that_is_not_public_does_not_see_it(house: House) -> None:
    ada, ben, table = pair(house)
    with ben.sit_down(table) as there:
        there.hear("sync")
        assert act(ada, table, "kick", 1, ban=True) == "answer"
        assert there.hear("refused")["code"] == "no_table"
    paths = ("", "/record", "/picture", "/replay", "/replay/0", "/analysis", "/retry/0")
    assert {ben.call("GET", f"/tables/{table}{path}").status_code for path in paths} == {404}
    assert {ben.call("POST", f"/tables/{table}{path}", json={}).status_code for path in ("/join", "/analysis")} == {404}
    wish = {"table": table}
    assert ben.call("POST", "/studies", json=wish).json()["code"] == "no_table"
    with ben.sit_down(table) as again:
        assert again.hear()["code"] == "no_table"
    assert ada.sync(table)["table"]["seats"][1]["kind"] == "open"


def test_who_is_banned_while_waiting_for_news_is_told_of_no_table(house: House) -> None:
    ada, ben, table = pair(house)
    seq = ben.sync(table)["seq"]
    with ThreadPoolExecutor(1) as aside:
        asked = aside.submit(ben.call, "GET", f"/tables/{table}?since={seq}&seats=1&wait=25")
        wait_for(lambda: house.room(table).changed)
        assert act(ada, table, "kick", 1, ban=True) == "answer"
        assert (asked.result().status_code, asked.result().json()["code"]) == (404, "no_table")


@pytest.mark.parametrize("ban", [False, True])
def test_who_is_sent_away_while_a_socket_opens_hears_nothing_of_the_seat(house: House, ban: bool) -> None:
    _, ben, table = pair(house, "siege")
    room = house.room(table)
    kick = messages.Kick(type="kick", seat=1, ban=ban)
    cookie = f"siegeworks={ben.cookie}".encode()
    scope = {"path_params": {"table": table}, "headers": [(b"cookie", cookie)], "client": ("127.0.0.1", 1)}
    told: list[dict[str, Any]] = []

    async def opened() -> None:
        is_told = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if told:
                await is_told.wait()
            return {"type": "websocket.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.accept":
                await house.inside.act(table, room.table.seats[0].people[0], kick)
                told.append({})
            elif message["type"] == "websocket.send":
                told.append(orjson.loads(message["text"]))
                if not is_told.is_set():
                    is_told.set()
                    house.inside.letters.show(room)

        await house.app.state.live(scope, receive, send)

    house.call(opened())
    assert told[1:]
    assert all(each.get("code") == "no_table" if ban else each["seats"].keys() == {"watch"} for each in told[1:])
    assert not room.listeners


def test_a_ban_holds_after_a_restart_and_for_the_next_match(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada, ben, cleo, table = three(house, "siegestones")
        assert act(ada, table, "kick", 2, ban=True) == act(ada, table, "seat_bot", 2, level=1) == "answer"
        assert act(ada, table, "resign", 0) == act(ben, table, "resign", 1) == "answer"
        ada.act(table, "offer", 0, what="rematch")
        assert ben.act(table, "accept", 1, what="rematch")["type"] == "answer"
        following = ada.sync(table)["table"]["next"]
        cookie = cleo.cookie
    with House(tmp_path) as house:
        cleo = Person(house.port, cookie)
        for each in (table, following):
            assert cleo.call("GET", f"/tables/{each}").json()["code"] == "no_table"


def test_after_the_end_too_and_a_rematch_waits_for_nobody_who_is_gone(house: House) -> None:
    ada, _ben, table = pair(house)
    assert act(ada, table, "resign", 0) == "answer"
    assert act(ada, table, "kick", 1) == "answer"
    assert ada.act(table, "offer", 0, what="rematch")["type"] == "answer"
    following = ada.sync(table)["table"]["next"]
    assert [seat["kind"] for seat in ada.sync(following)["table"]["seats"]] == ["person", "open"]


def test_who_left_and_gives_the_seat_away_has_no_part_in_it_any_more(house: House) -> None:
    ada, _, table = pair(house)
    assert act(ada, table, "leave", 0) == act(ada, table, "open_seat", 0) == "answer"
    cleo = house.person()
    assert join(cleo, table, key=key_for(ada, table, 0)) == "sync"
    assert act(cleo, table, "resign", 0) == "answer"
    wait_for(lambda: cleo.get("/me/results")["results"])
    assert ada.get("/me/results")["results"] == []


def test_a_name_of_a_seat_goes_with_whoever_is_sent_away_after_the_end(house: House) -> None:
    ada, ben = house.person(), house.person()
    seats = [{"kind": "me", "name": "Countess"}, {"kind": "open"}]
    made = ada.call("POST", "/tables", json={"game": "siegestones", "seats": seats}).json()
    ben.join(made, 1)
    table = made["table"]["id"]
    assert act(ada, table, "hand_on", 1) == act(ada, table, "resign", 0) == "answer"
    assert seat_of(ben, table, 0)["name"] == "Countess"
    assert act(ben, table, "kick", 0) == "answer"
    assert seat_of(ben, table, 0)["name"] is None


def test_nobody_sends_away_themselves_or_an_empty_seat(house: House) -> None:
    ada = house.person()
    table = ada.make("siegestones", "me", "me", "open")["table"]["id"]
    assert [act(ada, table, "kick", seat) for seat in (0, 2, 5)] == ["not-yourself", "nobody-to-ask", "nobody-to-ask"]


def test_what_was_played_with_somebody_who_is_gone_is_not_taken_back(house: House) -> None:
    """Else the host could see an answer, send its player away, and try another move."""
    ada, ben, table = pair(house)
    ada.play(table, 0, "stone d4")
    ben.play(table, 1, "stone e5")
    assert ada.sync(table)["table"]["undo"] == {"0": "ask"}
    assert act(ada, table, "kick", 1) == "answer"
    assert ada.sync(table)["table"]["undo"] == {"0": "no"}
    assert act(ada, table, "seat_bot", 1, level=1) == "answer"
    assert ada.sync(table)["table"]["undo"] == {"0": "no"}


# The host's chair


def test_the_chair_is_handed_on_and_both_are_told(house: House) -> None:
    ada, ben, table = pair(house)
    with ada.sit_down(table) as hers, ben.sit_down(table) as his:
        assert (hers.hear("sync")["table"]["host"], his.hear("sync")["table"]["host"]) == (True, False)
        assert act(ada, table, "hand_on", 1) == "answer"
        assert (hers.hear("sync")["table"]["host"], his.hear("sync")["table"]["host"]) == (False, True)
    assert [seat["host"] for seat in ada.sync(table)["table"]["seats"]] == [False, True]
    assert act(ada, table, "kick", 1) == "not-the-host"
    assert act(ben, table, "kick", 0) == "answer"


def test_a_chair_that_was_handed_on_stays_so_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada, ben, table = pair(house)
        assert act(ada, table, "hand_on", 1) == "answer"
        cookies = ada.cookie, ben.cookie
    with House(tmp_path) as house:
        ada, ben = (Person(house.port, cookie) for cookie in cookies)
        assert (ada.sync(table)["table"]["host"], ben.sync(table)["table"]["host"]) == (False, True)


@pytest.mark.parametrize("way", ["forgotten", "thrown away"])
def test_when_the_host_is_gone_for_good_the_next_one_is_the_host(house: House, way: str) -> None:
    ada, ben, cleo, table = three(house)
    with ben.sit_down(table) as there:
        assert there.hear("sync")["table"]["host"] is False
        ada.call("DELETE", "/me" if way == "forgotten" else f"/tables/{table}")
        while not there.last["table"].get("host"):
            there.hear("sync")
    assert cleo.sync(table)["table"]["host"] is False
    assert act(cleo, table, "kick", 1) == "not-the-host"
    assert act(ben, table, "kick", 2) == "answer"


def test_when_who_took_the_chair_leaves_the_next_one_is_told(house: House) -> None:
    ada, ben, cleo, table = three(house)
    ada.call("DELETE", "/me")
    with cleo.sit_down(table) as there:
        assert there.hear("sync")["table"]["host"] is False
        assert act(ben, table, "leave", 1) == "answer"
        while not there.last["table"].get("host"):
            there.hear("sync")
    assert act(cleo, table, "kick", 1) == "answer"


# Races


def test_a_move_and_being_sent_away_have_one_order(house: House) -> None:
    """The move was on its way when its seat was lost: it is refused, and nothing of it is stored."""
    ada, ben, table = pair(house, start=1)
    room = house.room(table)
    people = [seat.people[0] for seat in room.table.seats]
    kick = messages.Kick(type="kick", seat=1)
    move = messages.Play(type="play", seat=1, action="stone d4")

    async def race() -> None:
        async with room.lock:
            kicking = asyncio.ensure_future(house.inside.act(table, people[0], kick))
            while not room.lock._waiters:
                await asyncio.sleep(0)
            moving = asyncio.ensure_future(house.inside.act(table, people[1], move))
            while len(room.lock._waiters) < 2:
                await asyncio.sleep(0)
        assert (await kicking)["type"] == "answer"
        with pytest.raises(NotYourSeat):
            await moving

    house.call(race())
    assert room.table.match.ply == 1
    with Live(ben, table) as there:
        assert there.hear("sync")["seats"].keys() == {"watch"}
    assert ada.sync(table)["table"]["seats"][1]["kind"] == "open"
