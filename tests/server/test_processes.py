"""Several servers on one database: any of them serves any table, and when one dies the others go on."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import pytest
from websockets.exceptions import ConnectionClosed

from siegeworks.server import peers
from siegeworks.server.letters import LONGEST_WAIT_S
from siegeworks.server.manners import ABSENT_MS
from siegeworks.server.peers import BOT, Job
from siegeworks.server.store import CannotSave, postgres
from siegeworks.server.store.news import payloads
from siegeworks.server.store.postgres import PostgresStore
from siegeworks.server.store.shared import Present
from tests.patience import Stopwatch
from tests.server.authenticator import Authenticator
from tests.server.house import PATIENCE_S, PROXY, House, Person, wait_for
from tests.server.several import Servers, deafen, peers_of, same

T = TypeVar("T")
GAMES = ("siegestones", "bluffstones", "siege")
LONG, LONG_S = 4_000, 5.0
"""A line, and how long twenty questions about it may take: 0.3 s where nothing else runs, and before it was 17 s."""
TABLES = 12
SOON_S = 60.0
"""For what comes every second; a test that fails need not take longer."""


# Tables


@pytest.mark.parametrize("game", GAMES)
def test_two_people_at_two_servers_play_one_match(servers: Servers, game: str) -> None:
    """Each hears what the other does, as if both were at the same server; both tell the same story in the end."""
    one, two = servers.start(), servers.start()
    ada, ben = one.person(), two.person()
    made = ada.make(game, "me", "open")
    table = made["table"]["id"]
    ben.join(made, 1, "Ben")
    with ada.sit_down(table) as hers, ben.sit_down(table) as his:
        sockets = {0: hers, 1: his}
        hers.hear("sync"), his.hear("sync")
        for _ in range(24):
            told = wait_for(lambda: ready(ada.sync(table), ben.sync(table)))
            if told["table"]["over"]:
                break
            seat = told["table"]["waiting"][0]
            legal = sockets[seat].person.legal(table, seat)
            answer = sockets[seat].ask(type="play", seat=seat, action=legal[len(legal) // 2])
            assert answer["type"] == "answer", answer
            while sockets[1 - seat].last["seq"] < sockets[1 - seat].person.sync(table)["seq"]:
                sockets[1 - seat].hear("update")
        assert ada.sync(table)["table"]["seats"] == ben.sync(table)["table"]["seats"]
    there, record = same(ada, two), f"/tables/{table}/record"
    wait_for(lambda: ada.call("GET", record).text == there.call("GET", record).text)  # the last move may be under way


def ready(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any] | None:
    """What both servers tell, once they agree."""
    return first if first["table"]["waiting"] == second["table"]["waiting"] else None


def with_a_deaf_server(servers: Servers) -> tuple[Person, Person, str]:
    """Somebody at a server, and at another one that knows the table and hears nothing any more; the table."""
    one, two = servers.start(), servers.start()
    ada = one.person()
    table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    there = same(ada, two)
    there.sync(table)
    two.call(deafen(two))
    return ada, there, table


def test_who_has_seen_more_than_a_server_knows_makes_it_look(servers: Servers) -> None:
    """A click that comes by another way than the last one is played, not called stale."""
    ada, there, table = with_a_deaf_server(servers)
    for turn in range(6):
        at = (ada, there)[turn % 2]
        seen = ada.sync(table)["seq"] if turn % 2 else there.sync(table)["seq"]
        legal = at.sync(table, since=seen)["seats"][str(turn % 2)]["legal"]
        told = at.play(table, turn % 2, legal[0]["action"], seq=seen)
        assert told["type"] == "answer", told


def test_the_same_click_at_two_servers_counts_once(servers: Servers) -> None:
    ada, there, table = with_a_deaf_server(servers)
    action = ada.legal(table, 0)[0]
    first = ada.play(table, 0, action, action_id="click")
    assert there.play(table, 0, action, action_id="click") == first
    assert len(servers.ask(f"SELECT 1 FROM events WHERE table_id = '{table}'")) == 2


def test_a_refused_act_that_was_done_elsewhere_since_is_answered_as_done(servers: Servers) -> None:
    """A refusal changes nothing, so another server judges the act anew; once it is done, it is done for all."""
    ada, there, table = with_a_deaf_server(servers)
    first, second = ada.legal(table, 0)[:2]
    assert there.play(table, 1, second, action_id="early")["code"] == "not_your_turn"
    assert ada.play(table, 0, first)["type"] == "answer"
    done = ada.play(table, 1, second, action_id="early")
    assert done["type"] == "answer"
    assert there.play(table, 1, second, action_id="early") == done
    assert len(servers.ask(f"SELECT 1 FROM events WHERE table_id = '{table}'")) == 3


CLOCK = {"kind": "move", "seconds": 60, "increment": 0, "flag": "loses"}


def test_a_move_made_in_time_and_sent_again_later_to_a_server_that_had_not_heard_of_it_counts(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    ada = one.person()
    table = ada.make("siegestones", "me", "me", start=0, clock=CLOCK)["table"]["id"]
    there = same(ada, two)
    there.sync(table)
    two.call(deafen(two))
    action = ada.legal(table, 0)[0]
    first = ada.play(table, 0, action, seq=0, action_id="click")
    assert first["type"] == "answer"
    two.inside.ticks.reach(two.inside.ticks.now() + 61_000)
    assert there.play(table, 0, action, seq=0, action_id="click") == first


def test_a_server_that_has_not_heard_whose_turn_it_is_looks_before_it_refuses(servers: Servers) -> None:
    ada, there, table = with_a_deaf_server(servers)
    first, second = ada.legal(table, 0)[:2]
    assert ada.play(table, 0, first)["type"] == "answer"
    assert there.play(table, 1, second)["type"] == "answer"
    assert ada.act(table, "resign", 0)["type"] == "answer"
    assert there.act(table, "offer", 0, what="rematch")["type"] == "answer"


def test_a_server_that_has_not_heard_who_sits_there_looks_before_it_refuses(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    ada, ben = one.person(), one.person()
    made = ada.make("siegestones", "me", "open", start=1)
    table = made["table"]["id"]
    there, its = same(ada, two), two.person()
    there.sync(table)
    two.call(deafen(two))
    ben.join(made, 1)
    key = {"key": ben.sync(table)["seats"]["1"]["key"]}
    assert its.call("POST", f"/tables/{table}/join", json=key).status_code == 200
    three = servers.start()
    same(ada, three).sync(table)
    three.call(deafen(three))
    cleo = one.person()
    assert cleo.call("POST", f"/tables/{table}/join", json=key).status_code == 200
    assert same(cleo, three).play(table, 1, cleo.legal(table, 1)[0])["type"] == "answer"


def test_a_join_whose_answer_was_lost_is_answered_alike(servers: Servers) -> None:
    """An invitation is good for one person, however often that person sends it, and to whom."""
    one, two = servers.start(), servers.start()
    ada, ben = one.person(), one.person()
    made = ada.make("siegestones", "me", "open")
    ben.get("/me")
    for house in (one, two, one):
        same(ben, house).join(made, 1)
    key = made["links"]["seats"]["1"].split("key=")[1]
    answer = two.person().call("POST", f"/tables/{made['table']['id']}/join", json={"key": key})
    assert answer.json()["code"] == "no_table"
    assert len(servers.ask("SELECT 1 FROM events WHERE kind = 'sit'")) == 1


def test_an_act_that_meets_another_one_elsewhere_is_done_after_it(servers: Servers) -> None:
    """Two seal their bids at the same moment, each at a server that has not heard of the other."""
    one, two = servers.start(), servers.start()
    ada, ben = one.person(), two.person()
    made = ada.make("bluffstones", "me", "open")
    table = made["table"]["id"]
    ben.join(made, 1)
    ada.sync(table), ben.sync(table)
    one.call(deafen(one)), two.call(deafen(two))
    for seat, person in ((0, ada), (1, ben)):
        assert person.play(table, seat, person.legal(table, seat)[0])["type"] == "answer"
    kinds = servers.ask(f"SELECT kind FROM events WHERE table_id = '{table}' ORDER BY seq")
    assert [row[0] for row in kinds].count("seal") == 2


def test_who_listens_where_a_table_is_read_anew_has_its_log_whatever_was_taken_back(servers: Servers) -> None:
    """What was shown and taken back since is replaced, though the log has become longer than it was."""
    one, two = servers.start(), servers.start()
    ada = one.person()
    table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    for seat in (0, 1, 0):
        assert ada.play(table, seat, ada.legal(table, seat)[0])["type"] == "answer"
    with two.person().sit_down(table) as socket:
        log = [line["action"] for line in socket.hear("sync")["seats"]["watch"]["log"]]
        socket.send(type="ping")
        socket.hear("pong")
        two.call(deafen(two))
        assert ada.act(table, "offer", 0, what="undo")["type"] == "answer"
        for seat in (0, 1, 0):
            assert ada.play(table, seat, ada.legal(table, seat)[-1])["type"] == "answer"
        two.call(two.inside.rooms.reread(two.room(table)))
        told = socket.hear("update")["seats"]["watch"]
    shown = [*log[: told["log_from"]], *(line["action"] for line in told["log"])]
    assert shown == [line["action"] for line in ada.sync(table)["seats"]["0"]["log"]]


def test_who_has_become_another_reader_is_told_the_whole_log(servers: Servers) -> None:
    """A server that has not heard that somebody sits there shows a watcher's log, which is not that of the seat."""
    one, two = servers.start(), servers.start()
    ada, ben = one.person(), two.person()
    made = ada.make("siegestones", "me", "open", start=0)
    table = made["table"]["id"]
    ben.get("/me")
    assert ada.play(table, 0, ada.legal(table, 0)[0])["type"] == "answer"
    assert list(ben.sync(table, since=1)["seats"]) == ["watch"]
    two.call(deafen(two))
    there = same(ben, one)
    there.join(made, 1)
    told = there.sync(table, since=1, seats="watch", wait=20)
    assert [line["n"] for line in told["seats"]["1"]["log"]] == [0, 1]
    with same(ben, one).sit_down(table, since=1, seats="watch") as socket:
        assert socket.hear("sync")["seats"] == told["seats"]
    assert there.sync(table, since=2, seats="1")["seats"]["1"]["log"] == []
    assert there.sync(table, since=2)["seats"]["1"]["log"] == []
    assert list(ben.sync(table, since=2, seats="1")["seats"]) == ["1"]


def test_a_server_that_was_deaf_for_a_while_catches_up(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    ada = one.person()
    table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    with same(ada, two).sit_down(table) as socket:
        socket.hear("sync")
        cut = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
        servers.ask(cut)
        for turn in range(4):
            ada.play(table, turn % 2, ada.legal(table, turn % 2)[0])
        while socket.last["seq"] < 4:
            socket.hear("update")


def test_names_seats_and_presence_reach_other_servers(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    ada, ben = one.person(), two.person()
    made = ada.make("siegestones", "me", "open")
    table = made["table"]["id"]

    def seat_of_ben() -> dict[str, Any]:
        found: dict[str, Any] = ada.sync(table)["table"]["seats"][1]
        return found

    with ada.sit_down(table):
        ben.join(made, 1, "Ben")
        wait_for(lambda: seat_of_ben()["name"] == "Ben")
        assert not seat_of_ben()["here"]
        with ben.sit_down(table):
            wait_for(lambda: seat_of_ben()["here"])
            wait_for(lambda: ben.sync(table)["table"]["seats"][0]["here"])
        wait_for(lambda: not seat_of_ben()["here"])
        assert ben.call("PUT", "/me", json={"name": "Benno"}).status_code == 200
        wait_for(lambda: seat_of_ben()["name"] == "Benno")


def test_who_only_asks_for_news_at_one_server_is_not_away_at_another(servers: Servers) -> None:
    """Though others are not told each time, and the next time may be as late as one may wait for news."""
    one, two = servers.start(), servers.start()
    ada, ben = one.person(), two.person()
    made = ada.make("siegestones", "me", "open", start=1)
    table = made["table"]["id"]
    ben.join(made, 1)
    for _ in range(2):
        let_pass(9_000, one, two)
        asked_at = two.inside.ticks.now()
        ben.sync(table)
        wait_for(lambda since=asked_at: one.room(table).heard_elsewhere.get(1, 0) >= since)
    let_pass(int(LONGEST_WAIT_S * 1000), one, two)
    assert ada.act(table, "sit_in", 1, level=1)["code"] == "illegal"
    let_pass(ABSENT_MS, one, two)
    assert ada.act(table, "sit_in", 1, level=1)["type"] == "answer"


def let_pass(ms: int, *houses: House) -> None:
    """Time passes for all servers, and all are still alive."""
    now = max(house.inside.ticks.now() for house in houses) + ms
    for house in houses:
        house.inside.ticks.reach(now)
        house.call(peers_of(house).beat())


def test_who_is_forgotten_at_one_server_is_a_stranger_at_all(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    ada, ben = one.person(), two.person()
    made = ada.make("siegestones", "me", "open")
    alone = ada.make("siegestones", "me", "2")["table"]["id"]
    ben.join(made, 1, "Ben")
    there = same(ada, two)
    with there.sit_down(alone) as socket:
        socket.hear("sync")
        assert ada.call("DELETE", "/me").status_code == 200
        assert socket.hear("refused")["code"] == "no_table"
    wait_for(lambda: there.call("GET", "/me/tables").json()["tables"] == [])
    wait_for(lambda: ben.sync(made["table"]["id"])["table"]["seats"][0]["kind"] == "open")


def test_no_cookie_and_no_link_of_who_is_forgotten_is_worth_anything_at_another_server(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    ada, ben, phone, late = one.person(), one.person(), two.person(), two.person()
    made = ada.make("siegestones", "me", "open", start=0)
    ben.join(made, 1)
    table, key = made["table"]["id"], ada.sync(made["table"]["id"])["seats"]["0"]["key"]
    for device in (phone, late):
        code = ada.call("POST", "/me/devices").json()["link"].partition("#")[2]
        if device is phone:
            assert phone.call("POST", "/me/carried", json={"code": code}).status_code == 200
    cookies = [ada.cookie, phone.cookie]
    assert phone.sync(table)["seats"].keys() == {"0"}
    assert ada.call("DELETE", "/me").status_code == 200
    assert late.call("POST", "/me/carried", json={"code": code}).json()["code"] == "no_device"
    for cookie in cookies:
        wait_for(lambda cookie=cookie: Person(two.port, cookie).call("GET", "/me").cookies["siegeworks"] != cookie)
        assert Person(two.port, cookie).play(table, 0, "stone d4")["code"] == "not_your_seat"
    assert late.call("POST", f"/tables/{table}/join", json={"key": key}).json()["code"] == "no_table"


def test_a_passkey_is_asked_for_at_one_server_and_shown_at_another_once(servers: Servers) -> None:
    named = {"origins": frozenset({"https://games.example"}), "hosts": frozenset({"games.example"})}
    one, two = servers.start(**named), servers.start(**named)
    ada, back, late = one.person(), two.person(), one.person()
    ada.get("/me")
    device = Authenticator("https://games.example")
    device.site = "games.example"
    at = {"headers": {"origin": "https://games.example", "host": "games.example"}}

    def asked(person: Person, path: str) -> dict[str, Any]:
        answer = person.call("POST", path, **at)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()["options"]
        return found

    wanted = asked(ada, "/me/passkeys/options")
    there = same(ada, two)
    kept = there.call("POST", "/me/passkeys", json={"credential": device.make(wanted)}, **at)
    assert kept.status_code == 201, kept.text
    credential = device.show(asked(late, "/passkeys/options"))
    assert back.call("POST", "/passkeys", json={"credential": credential}, **at).status_code == 200
    assert back.get("/me")["id"] == ada.get("/me")["id"]
    assert late.call("POST", "/passkeys", json={"credential": credential}, **at).json()["code"] == "no_passkey"
    credential = device.show(asked(late, "/passkeys/options"))
    assert there.call("DELETE", "/me").status_code == 200
    assert late.call("POST", "/passkeys", json={"credential": credential}, **at).json()["code"] == "no_passkey"
    wait_for(lambda: Person(one.port, ada.cookie).call("GET", "/me").cookies["siegeworks"] != ada.cookie)


def test_a_device_that_is_shut_out_at_one_server_hears_nothing_more_at_another(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    ada, phone = one.person(), two.person()
    table = ada.make("siegestones", "me", "2", start=0)["table"]["id"]
    code = ada.call("POST", "/me/devices").json()["link"].partition("#")[2]
    phone.call("POST", "/me/carried", json={"code": code})
    with phone.sit_down(table) as socket:
        assert socket.hear("sync")["seats"].keys() == {"0"}
        device = ada.get("/me/devices")["devices"][1]["device"]
        assert ada.call("DELETE", f"/me/devices/{device}").status_code == 200
        with pytest.raises(ConnectionClosed):
            socket.hear("nothing more")
    assert phone.sync(table)["seats"].keys() == {"watch"}


# Work


def test_a_bot_that_two_servers_could_move_moves_once(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    ada = one.person()
    made = [ada.make("siegestones", "me", "1", start=0)["table"]["id"] for _ in range(4)]
    there, seen = same(ada, two), dict.fromkeys(made, 0)
    for turn in range(5):
        for table in made:
            at = (ada, there)[turn % 2]
            legal = wait_for(lambda at=at, table=table: legal_now(at, table, seen[table]))
            told = at.play(table, 0, legal[0])
            assert told["type"] == "answer"
            seen[table] = told["seq"]
    for table in made:
        wait_for(lambda table=table: legal_now(ada, table, seen[table]))
        rows = servers.ask(f"SELECT kind FROM events WHERE table_id = '{table}' AND kind = 'act'")
        assert len(rows) == 10
    wait_for(lambda: servers.ask("SELECT 1 FROM jobs") == [])


def legal_now(person: Person, table: str, seen: int | None = None) -> list[str]:
    """What the first seat may do, if it is its turn; `seen`: what the person has seen, perhaps at another server."""
    told = person.sync(table, since=seen)
    return [each["action"] for each in told["seats"]["0"]["legal"]] if told["table"]["waiting"] == [0] else []


def test_what_a_dead_server_thought_about_is_thought_about_by_another(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is gone held the turn of a bot; within a few seconds somebody else moves, once."""
    monkeypatch.setattr(peers, "LEASE_MS", 500)
    one = servers.start()
    ada = one.person()
    table = ada.make("siegestones", "me", "1", start=0)["table"]["id"]
    servers.ask(
        "INSERT INTO processes SELECT 'dead', 'server', 0, value + 400 FROM facts WHERE name = 'tick'",
        f"INSERT INTO jobs VALUES ('{table}', 'bot', 1, 1, 'x', 0, 'dead', NULL)",
    )
    assert ada.play(table, 0, ada.legal(table, 0)[0])["type"] == "answer"
    wait_for(lambda: legal_now(ada, table))
    wait_for(lambda: servers.ask("SELECT 1 FROM jobs") == [])


def test_what_a_server_took_without_hearing_that_it_did_is_done_all_the_same(servers: Servers) -> None:
    """Its connection broke when the bot's turn had become its own: it lets go of what it does not know of."""
    one = servers.start()
    ada = one.person()
    table = ada.make("siegestones", "me", "1", start=0)["table"]["id"]
    servers.ask(f"INSERT INTO jobs VALUES ('{table}', 'bot', 1, 1, 'x', 0, '{peers_of(one).name}', NULL)")
    assert ada.play(table, 0, ada.legal(table, 0)[0])["type"] == "answer"
    wait_for(lambda: legal_now(ada, table))
    wait_for(lambda: servers.ask("SELECT 1 FROM jobs") == [])


def test_what_a_server_takes_while_it_lets_go_of_what_it_does_not_know_of_stays_its_own(servers: Servers) -> None:
    """What it knew was asked before: another server took the job too, and a bot thought twice."""
    one = servers.start()
    peer, let_go = peers_of(one), peers_of(one).shared.let_go
    peer.places = {}

    async def main(shared: Any) -> list[str | None]:
        is_asked, may_go_on = asyncio.Event(), asyncio.Event()

        async def slowly(*given: Any) -> None:
            is_asked.set()
            await may_go_on.wait()
            await let_go(*given)

        waits = Job("waits", "study", 0, 0, "x")
        await shared.offer(waits, None, 0)
        shared.let_go, peer.places = slowly, {"study": 2}
        beating = asyncio.ensure_future(peer.beat())
        await is_asked.wait()
        assert await peer._take("study") == waits
        assert await peer.offer(Job("asked", "study", 0, 0, "x")) == 0
        may_go_on.set()
        await beating
        del shared.let_go
        return [row[0] for row in servers.ask("SELECT process FROM jobs")]

    assert one.call(main(peer.shared)) == [peer.name] * 2


def test_what_waited_in_a_database_that_died_is_asked_for_again(servers: Servers) -> None:
    """Rows of work are written without waiting for the disk, so the last of them may be gone."""
    one = servers.start()
    places, peers_of(one).places = peers_of(one).places, {}
    ada = one.person()
    table = ada.make("siegestones", "me", "1", start=0)["table"]["id"]
    ada.play(table, 0, ada.legal(table, 0)[0])
    wait_for(lambda: servers.ask("SELECT 1 FROM jobs"))
    servers.ask("DELETE FROM jobs")
    peers_of(one).places = places
    assert servers.ask("SELECT 1 FROM jobs") == []
    servers.ask("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    wait_for(lambda: legal_now(ada, table))


def test_where_there_is_no_place_to_think_another_process_takes_it(servers: Servers) -> None:
    one = servers.start()
    peers_of(one).places = {}
    ada = one.person()
    table = ada.make("siegestones", "me", "1", start=0)["table"]["id"]
    ada.play(table, 0, ada.legal(table, 0)[0])
    wait_for(lambda: servers.ask("SELECT 1 FROM jobs WHERE process IS NULL"))
    assert not legal_now(ada, table)
    servers.start()
    wait_for(lambda: legal_now(ada, table))


def test_what_waits_for_a_place_and_who_only_thinks_is_counted(servers: Servers) -> None:
    one = servers.start()
    peers_of(one).places = {}
    one.person().make("siegestones", "me", "1", start=1)
    servers.ask("INSERT INTO processes VALUES ('x', 'thinker', 0, 9000000000000)")
    counted = {name: peers_of(one).watched()[name] for name in ("processes", "thinkers", "jobs_waiting")}
    wait_for(lambda: {name: count() for name, count in counted.items()} == dict.fromkeys(counted, 1) | {"processes": 2})


def test_a_bot_whose_table_ends_before_it_begins_to_think_does_not_think(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To ask whose turn to think it is takes a moment, in which anybody may resign."""
    one = servers.start()
    ada, asked, thought = one.person(), threading.Event(), list[int]()
    table = ada.make("siegestones", "me", "1", start=0)["table"]["id"]
    offer, over = peers_of(one).offer, one.call(made(asyncio.Event))

    async def offer_slowly(job: Job) -> int | None:
        found = await offer(job)
        asked.set()
        await over.wait()
        return found

    monkeypatch.setattr(peers_of(one), "offer", offer_slowly)
    monkeypatch.setattr(one.inside.turns, "of", lambda table, seat: thought.append(seat))
    assert ada.play(table, 0, ada.legal(table, 0)[0])["type"] == "answer"
    assert asked.wait(PATIENCE_S)
    assert ada.act(table, "resign", 0)["type"] == "answer"
    one.inside.loop.call_soon_threadsafe(over.set)
    wait_for(lambda: servers.ask("SELECT 1 FROM jobs") == [])
    wait_for(lambda: not one.room(table).thinking)
    assert thought == []


async def made(what: Callable[[], T]) -> T:
    """Something that is made in a server's own loop."""
    return what()


def test_work_is_taken_in_turn_between_those_who_asked(servers: Servers) -> None:
    """Somebody with much to think about does not come before somebody with little."""
    one = servers.start()
    shared = one.inside.store.shared
    assert shared is not None
    jobs = [Job(f"t{n}", "study", 0, 0, "ada" if n < 3 else f"p{n}") for n in range(5)]
    assert [one.call(shared.offer(job, None, number)) for number, job in enumerate(jobs)] == [1, 2, 3, 2, 3]
    places = [one.call(shared.state_of(job, 9)) for job in jobs]
    assert [found and found[0] for found in places] == [1, 4, 5, 2, 3]
    servers.ask("INSERT INTO processes VALUES ('other', 'server', 0, 1000000000)")
    taken = [one.call(shared.take("study", "other", 9)) for _ in range(6)]
    assert [job and job.table for job in taken] == ["t0", "t3", "t4", "t1", "t2", None]


def test_who_was_served_comes_after_whoever_asked_meanwhile(servers: Servers) -> None:
    """Though nothing of theirs is under way any more. Asked for in the same millisecond, jobs have their order too."""
    one = servers.start()
    shared = one.inside.store.shared
    assert shared is not None
    jobs = [Job(f"t{9 - n}", "study", 0, 0, "ada" if n < 4 else f"p{n}") for n in range(6)]
    for job in jobs:
        one.call(shared.offer(job, None, 0))
    servers.ask("INSERT INTO processes VALUES ('other', 'server', 0, 1000000000)")
    order = list[str]()
    for turn in range(6):
        taken = one.call(shared.take("study", "other", 0))
        assert taken is not None
        order.append(taken.table)
        one.call(shared.done(taken, "other"))
        if turn == 2:
            one.call(shared.offer(Job("late", "study", 0, 0, "p4"), None, 0))
    assert order == ["t9", "t5", "t4", "t8", "late", "t7"]
    assert len(servers.ask("SELECT 1 FROM turns")) == 1
    one.call(shared.take("study", "other", 0))
    one.call(shared.sweep(0, -1))
    assert servers.ask("SELECT 1 FROM turns") == []


def test_a_long_line_is_read_once_for_each_who_asks(servers: Servers) -> None:
    """For each row all others were counted: four times as many took sixteen times as long."""
    one = servers.start()
    shared, asked = peers_of(one).shared, 10
    servers.ask(
        "INSERT INTO processes VALUES ('other', 'server', 0, 1000000000)",
        f"""INSERT INTO jobs (table_id, what, seat, seq, place, asked, number)
            SELECT 't' || n, 'study', 0, 0, 'p' || n % {LONG // 4}, 0, n FROM generate_series(1, {LONG}) AS n""",
        f"INSERT INTO turns SELECT 'study', 'q' || n, n FROM generate_series(1, {LONG}) AS n",
    )
    last = Job(f"t{LONG}", "study", 0, 0, "")
    with Stopwatch() as watch:
        taken = [one.call(shared.take("study", "other", 0)) for _ in range(asked)]
        places = [one.call(shared.state_of(last, 0)) for _ in range(asked)]
        one.call(shared.sweep(0, -1))
    assert [job and job.table for job in taken] == [f"t{number + 1}" for number in range(asked)]
    assert places == [(LONG - 2 * asked, None)] * asked  # what is left of the places that were served comes after it
    assert watch.seconds < LONG_S


def test_a_server_that_was_taken_for_dead_tells_again_who_is_there(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a pause of the whole process: others had forgotten it."""
    one = servers.start()
    ada = one.person()
    table = ada.make("siegestones", "me", "me")["table"]["id"]
    with ada.sit_down(table) as socket:
        socket.hear("sync")
        wait_for(lambda: servers.ask("SELECT 1 FROM presence"))
        servers.ask("DELETE FROM presence")
        monkeypatch.setattr(peers, "LEASE_MS", -1)  # every beat comes too late
        wait_for(lambda: servers.ask("SELECT 1 FROM presence"))


def test_who_is_there_is_told_once_and_again_when_it_may_be_lost(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Acts of somebody with a socket tell nothing new of them. What could not be told is told after a moment."""
    one = servers.start()
    ada, peer, told = one.person(), peers_of(one), list[Present]()

    async def show(present: dict[str, Present]) -> None:
        told.extend(present.values())
        if len(told) == 1:
            raise CannotSave("disk-full")

    monkeypatch.setattr(peer, "show", show)
    table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    with ada.sit_down(table) as socket:
        socket.hear("sync")
        wait_for(lambda: len(told) == 2)
        for seat in (0, 1, 0):
            assert socket.ask(type="play", seat=seat, action=ada.legal(table, seat)[0])["type"] == "answer"
            let_pass(9_000, one)
        assert [present.here for present in told] == [3, 3]
        peer.shared.listen_anew()
        wait_for(lambda: len(told) == 3)


def test_who_comes_and_goes_within_a_moment_is_gone(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it takes to store that somebody has come."""
    one = servers.start()
    ada, shared = one.person(), peers_of(one).shared
    be_present, may_end, begun, ended = shared.be_present, one.call(made(asyncio.Event)), list[int](), list[int]()

    async def be_present_slowly(*given: Any) -> None:
        begun.append(len(begun))
        if len(begun) == 1:
            await may_end.wait()
        await be_present(*given)
        ended.append(len(begun))

    monkeypatch.setattr(shared, "be_present", be_present_slowly)
    table = ada.make("siegestones", "me", "me")["table"]["id"]
    with ada.sit_down(table) as socket:
        socket.hear("sync")
        wait_for(lambda: begun)
    wait_for(lambda: not one.room(table).listeners)
    for _ in range(9):  # time for what is told next, where that does not wait
        one.call(shared.waiting())
    one.inside.loop.call_soon_threadsafe(may_end.set)
    wait_for(lambda: len(ended) == 2)
    assert servers.ask("SELECT 1 FROM presence WHERE here > 0") == []


def test_a_server_is_alive_however_busy_its_other_connections_are(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when it reads who is at thousands of tables."""
    monkeypatch.setattr(postgres, "ANSWER_S", PATIENCE_S)
    one = servers.start()
    store = one.inside.store
    assert isinstance(store, PostgresStore)
    asleep = f"SELECT pg_sleep({PATIENCE_S})"
    sleeping = [
        asyncio.run_coroutine_threadsafe(store._loosely(lambda db: db.all(asleep)), one.inside.loop)
        for _ in range(postgres.LOOSE)
    ]
    seen = "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query = '{}'"
    wait_for(lambda: len(servers.ask(seen.format(asleep))) == postgres.LOOSE)
    first = until(servers)
    wait_for(lambda: until(servers) > first + peers.LEASE_MS, SOON_S)
    for each in sleeping:
        assert not each.done()
        each.cancel()


def until(servers: Servers) -> int:
    """How long the only process counts as alive."""
    [[found]] = servers.ask("SELECT until FROM processes")
    return int(found)


def test_after_a_reconnection_all_tables_are_asked_for_at_once(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = servers.start()
    ada, shared = one.person(), peers_of(one).shared
    made = {ada.make("siegestones", "me", "me")["table"]["id"] for _ in range(TABLES)}
    asked: dict[str, list[set[str]]] = {name: [] for name in ("present", "be_present", "events_after")}

    def noting(name: str) -> Callable[..., Any]:
        call = getattr(shared, name)

        async def noted(*given: Any) -> Any:
            asked[name].append(set(given[-1] if name == "events_after" else given[1]))
            return await call(*given)

        return noted

    for name in asked:
        monkeypatch.setattr(shared, name, noting(name))
    shared.listen_anew()
    wait_for(lambda: all(made in calls for calls in asked.values()), SOON_S)
    assert all(len(calls) < TABLES / 2 for calls in asked.values())


def test_clocks_run_out_once_though_two_servers_watch(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    wait_for(lambda: sum(house.inside.peers.is_keeper for house in (one, two)) == 1)
    ada, ben = one.person(), two.person()
    made = ada.make("siegestones", "me", "open", clock={"kind": "move", "seconds": 5, "increment": 0, "flag": "loses"})
    table = made["table"]["id"]
    began = time.monotonic()
    ben.join(made, 1)
    ada.sync(table), ben.sync(table)
    wait_for(lambda: ben.sync(table)["table"]["over"])
    assert time.monotonic() - began > 3
    kinds = [row[0] for row in servers.ask(f"SELECT kind FROM events WHERE table_id = '{table}'")]
    assert kinds.count("resign") == 1


def test_a_server_that_stops_hands_everything_over(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    ada = one.person()
    table = ada.make("siegestones", "me", "1", start=0)["table"]["id"]
    with ada.sit_down(table) as socket:
        socket.hear("sync")
        one.close()
        with pytest.raises(Exception, match="1012"):
            socket.hear("never")
    assert [row[0] for row in servers.ask("SELECT process FROM processes")] == [peers_of(two).name]
    assert servers.ask("SELECT 1 FROM presence") == []
    assert two.inside.peers.is_keeper or wait_for(lambda: two.inside.peers.is_keeper)
    there = same(ada, two)
    assert there.play(table, 0, there.legal(table, 0)[0])["type"] == "answer"
    wait_for(lambda: legal_now(there, table))


# Analyses


def test_an_analysis_asked_for_at_one_server_is_told_by_all(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    peers_of(one).places = {BOT: 1}
    ada = one.person()
    table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    for turn in range(4):
        ada.play(table, turn % 2, ada.legal(table, turn % 2)[0])
    ada.act(table, "resign", 0)
    assert ada.call("POST", f"/tables/{table}/analysis").json()["state"] == "running"
    there = same(ada, two)
    for person in (ada, there):
        wait_for(lambda person=person: person.get(f"/tables/{table}/analysis")["state"] == "done")
    assert ada.get(f"/tables/{table}/analysis") == there.get(f"/tables/{table}/analysis")


def test_an_analysis_can_be_called_off_at_any_server(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    for house in (one, two):
        peers_of(house).places = {}
    ada = one.person()
    table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    ada.act(table, "resign", 0)
    asked = ada.call("POST", f"/tables/{table}/analysis").json()
    assert (asked["state"], asked["place"]) == ("running", 1)
    there = same(ada, two)
    assert there.get(f"/tables/{table}/analysis")["state"] == "running"
    assert two.person().call("DELETE", f"/tables/{table}/analysis").status_code == 403
    assert there.call("DELETE", f"/tables/{table}/analysis").json()["state"] == "none"
    assert servers.ask("SELECT 1 FROM jobs") == []


def test_no_address_is_stored_with_work_that_waits(servers: Servers) -> None:
    one = servers.start(proxies=PROXY)
    peers_of(one).places = {}
    ada = one.person("203.0.113.5")
    table = ada.make("siegestones", "me", "me")["table"]["id"]
    ada.act(table, "resign", 0)
    assert ada.call("POST", f"/tables/{table}/analysis").status_code == 202
    [row] = servers.ask("SELECT * FROM jobs")
    assert "203.0.113" not in str(row)


def test_notifications_hold_as_many_lines_as_fit() -> None:
    lines = [f"{'t' * 12} {number}" for number in range(1000)]
    found = list(payloads(lines))
    assert [line for each in found for line in each.split("\n")] == lines
    assert 1 < len(found) < 5
    assert all(len(each) < 8000 for each in found)
    assert list(payloads([])) == []


@pytest.mark.parametrize("attempt", range(4))
def test_two_hosts_acts_at_two_servers_have_one_order(servers: Servers, attempt: int) -> None:
    """The chair is handed on at one server while the old host sends somebody away at the other: all see one outcome."""
    one, two = servers.start(), servers.start()
    ada, ben, cleo = one.person(), two.person(), one.person()
    made = ada.make("siegestones", "me", "open", "open")
    table = made["table"]["id"]
    ben.join(made, 1)
    cleo.join(made, 2)
    there, told = same(ada, two), dict[str, dict[str, Any]]()
    wait_for(lambda: there.sync(table)["table"]["seats"][2]["kind"] == "person")
    threads = [
        threading.Thread(target=lambda: told.update(hand=ada.act(table, "hand_on", 1))),
        threading.Thread(target=lambda: told.update(kick=there.act(table, "kick", 2))),
    ]
    for thread in threads[:: 1 if attempt % 2 else -1]:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert told["hand"]["type"] == "answer"
    is_kicked = told["kick"]["type"] == "answer"
    assert is_kicked or told["kick"]["says"]["code"] == "not-the-host"
    for person in (ben, same(ben, one)):
        wait_for(partial(lambda person: person.sync(table)["table"]["host"], person))
        assert person.sync(table)["table"]["seats"][2]["kind"] == ("open" if is_kicked else "person")
    assert there.act(table, "kick", 1)["says"]["code"] == "not-the-host"


def test_who_is_sent_away_at_one_server_is_a_spectator_at_the_other(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    ada, ben = one.person(), two.person()
    made = ada.make("siege", "me", "open")
    table = made["table"]["id"]
    ben.join(made, 1)
    with ben.sit_down(table) as there:
        assert there.hear("sync")["seats"].keys() == {"1"}
        wait_for(lambda: ada.sync(table)["table"]["seats"][1]["kind"] == "person")
        heard = len(ben.heard)
        assert ada.act(table, "kick", 1)["type"] == "answer"
        while there.last["seats"].keys() != {"watch"}:
            there.hear("sync", "update")
        key = one.inside.identities.key(table, 1, one.room(table).table.seats[1].round)
    assert not any(key in text for text in ben.heard[heard:])
    assert ben.act(table, "resign", 1)["code"] == "not_your_seat"


def test_those_who_watch_at_either_server_are_counted_together(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    ada = one.person()
    table = ada.make("siegestones", "me", "me", public=True)["table"]["id"]
    with ada.sit_down(table) as hers, one.person().sit_down(table):
        with two.person().sit_down(table):
            while hers.last.get("table", {}).get("watchers") != 2:
                hers.hear("sync", "update")
        while hers.last["table"]["watchers"] != 1:
            hers.hear("update")
