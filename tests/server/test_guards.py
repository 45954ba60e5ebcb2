"""What strangers try: nonsense, floods, other sites' pages, hostile names, wrong tokens."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from siegeworks.games import GAMES, Game
from siegeworks.server import guards, sockets
from siegeworks.server.guards import FLOOD, MOST_FRAME, Bucket
from siegeworks.server.hosts import is_ours, known_names
from siegeworks.server.live import parsed
from siegeworks.server.people import clean_name
from tests.server.house import PATIENCE_S, PROXY, House, Live, Time, pair, wait_for

NONSENSE = (
    "",
    "{",
    "null",
    "[]",
    "3",
    '"play"',
    '{"type": "play"}',
    '{"type": "fly", "seat": 0}',
    '{"type": "play", "seat": "0", "action": "stone d4"}',
    '{"type": "play", "seat": true, "action": "stone d4"}',
    '{"type": "play", "seat": 1e99, "action": "stone d4"}',
    '{"type": "play", "seat": 0, "action": "stone d4", "seq": -1}',
    '{"type": "play", "seat": 0, "action": "stone d4", "extra": 1}',
    '{"type": "play", "seat": 0, "action": ' + "9" * 5000 + "}",
    '{"type": "arrange", "seat": 0, "layout": ' + "[" * 5000 + "]" * 5000 + "}",
    '{"type": "play", "seat": 0, "action": "\\ud800"}',
    '{"type": "play", "seat": 0, "action": "' + "x" * 41 + '"}',
    "\x00\x01\x02",
    "NaN",
)


def test_nonsense_is_malformed_and_the_socket_goes_on(house: House) -> None:
    ada, _, table = pair(house)
    with ada.sit_down(table) as here:
        here.hear("sync")
        for text in NONSENSE:
            here.socket.send(text)
            told = here.hear("refused")
            assert told["code"] in ("malformed", "unknown"), (text[:80], told)
            assert told["reason"].endswith(".")
        here.socket.send(b"\xff\xfe\x00")
        assert here.hear("refused")["code"] == "malformed"
        assert here.ask(type="ping")["type"] == "pong"
        assert here.ask(type="play", seat=0, action="stone d4")["type"] == "answer"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
ACTS = (
    '{"type": "play", "seat": 0, "action": "stone d4"}',
    '{"type": "offer", "seat": 1, "what": "undo", "seq": 7, "action_id": "a"}',
    '{"type": "ping"}',
)
FRAMES = (
    st.binary(max_size=200)
    | st.text(max_size=200)
    | JSON.map(json.dumps)
    | st.sampled_from(ACTS)
    | st.fixed_dictionaries(
        {"type": st.sampled_from(["play", "why", "offer", "arrange", "sit_in", "join", "preview"]), "seat": JSON},
        optional={"action": JSON, "layout": JSON, "targets": JSON, "what": JSON, "seq": JSON, "action_id": JSON},
    ).map(json.dumps)
)


@given(FRAMES)
@example(ACTS[0])
@example("{}")
def test_any_frame_is_an_act_or_refused(frame: bytes | str) -> None:
    """An act says what the frame says: nothing is left out, and nothing is taken for something else."""
    found = parsed(frame)
    if isinstance(found, bytes):
        told = json.loads(found)
        assert told["code"] == "malformed"
        assert told["reason"].endswith(".")
        assert told["reason"].isprintable()
    else:
        assert found.model_dump(exclude_unset=True) == json.loads(frame)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(frames=st.lists(FRAMES, min_size=1, max_size=5))
def test_fuzzed_frames_leave_the_server_alive(house: House, frames: list[bytes | str]) -> None:
    ada = house.person()
    table = TABLES.get(house) or TABLES.setdefault(house, ada.make("siege", "me", "2")["table"]["id"])
    with Live(ada, table) as here:
        here.hear("sync")
        for frame in frames:
            here.socket.send(frame.encode("utf-8", "replace") if isinstance(frame, str) else frame)
        assert here.ask(type="ping")["type"] == "pong"


TABLES: dict[House, str] = {}


def test_frames_over_the_limit_close_the_socket(house: House) -> None:
    ada, ben, table = pair(house)
    with ada.sit_down(table) as here, ben.sit_down(table) as there:
        here.hear("sync")
        there.hear("sync")
        here.socket.send("x" * (MOST_FRAME + 1))
        with pytest.raises(ConnectionClosed) as closed:
            here.hear("answer")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        assert there.ask(type="ping")["type"] == "pong"


@pytest.mark.usefixtures("unforgiving")
def test_floods_are_slowed_then_closed_and_others_are_unharmed(house: House) -> None:
    ada, ben, table = pair(house)
    with ada.sit_down(table) as here, ben.sit_down(table) as there:
        here.hear("sync")
        codes: list[str | None] = []
        with pytest.raises(ConnectionClosed):
            flood(here, codes)
        assert "slow_down" in codes
        assert there.ask(type="ping")["type"] == "pong"


def flood(here: Live, codes: list[str | None]) -> None:
    for _ in range(40):
        for _ in range(50):  # at once: on a busy machine one after the other is no flood
            here.socket.send('{"type": "ping"}')
        codes.extend(here.hear().get("code") for _ in range(50))


@pytest.mark.usefixtures("unforgiving")
def test_one_address_that_asks_too_much_over_http_is_slowed(tmp_path: Path) -> None:
    with House(tmp_path, rate=0.005, proxies=PROXY) as small:
        ada = small.person("203.0.113.5")
        answers = [ada.call("GET", "/health") for _ in range(20)]
        assert {answer.status_code for answer in answers} == {200, 429}
        for refused in [answer for answer in answers if answer.status_code == 429]:
            told = refused.json()
            assert (told["code"], told["retry_s"], refused.headers["retry-after"]) == ("slow_down", 2, "2")
            assert told["reason"] == "From one address 1 requests a second are answered; go on in 2 seconds."


@pytest.mark.usefixtures("unforgiving")
def test_a_socket_of_an_address_that_asks_too_much_is_told_so(tmp_path: Path) -> None:
    """It was not opened, and a page cannot read why."""
    with House(tmp_path, rate=0.005, proxies=PROXY) as small:
        ada = small.person("203.0.113.5")
        while ada.call("GET", "/health").status_code == 200:
            pass
        with Live(ada, "anything") as late:
            told = late.hear()
            assert (told["type"], told["code"]) == ("refused", "slow_down")
            assert told["retry_s"] == 2
            assert "1 requests a second" in told["reason"]
            with pytest.raises(ConnectionClosed) as closed:
                late.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == FLOOD


@pytest.mark.usefixtures("unforgiving")
def test_a_large_body_from_an_address_that_sent_much_is_refused_with_the_limit(tmp_path: Path) -> None:
    with House(tmp_path, rate=0.05, proxies=PROXY) as small:
        ada = small.person("203.0.113.5")
        answers = [ada.call("POST", "/records", content=b"x" * 200_000) for _ in range(2)]
        assert answers[-1].status_code == 429
        assert "82 kilobytes a second" in answers[-1].json()["reason"]
        assert answers[-1].json()["retry_s"] == int(answers[-1].headers["retry-after"]) > 1


@pytest.mark.usefixtures("unforgiving")
def test_what_comes_too_fast_over_a_socket_is_refused_with_the_limit(house: House) -> None:
    ada, _, table = pair(house)
    with ada.sit_down(table) as here:
        for _ in range(90):
            here.send(type="ping")
        told = here.hear("refused")
        assert told["reason"] == "From one connection 20 messages a second are heard; go on in a second."
        assert told["retry_s"] == 1


def test_this_machine_may_ask_as_much_as_it_likes_over_http(tmp_path: Path) -> None:
    with House(tmp_path, rate=0.005) as small:
        ada = small.person()
        assert {ada.call("GET", "/health").status_code for _ in range(20)} == {200}


def test_a_bucket_fills_again_with_time_and_says_when() -> None:
    now = Time()
    bucket = Bucket(rate=0.1, burst=2, clock=now)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    assert (bucket.retry_s(), bucket.retry_s(2), bucket.retry_s(50)) == (10, 20, 20)
    now.now += 15
    assert [bucket.take() for _ in range(2)] == [True, False]
    assert bucket.retry_s() == 5


def test_a_reader_who_never_reads_is_let_go_and_others_go_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "MOST_WAITING", 200_000)
    ada, ben, table = pair(house, "nobles")
    with socket.socket() as lazy, ada.sit_down(table) as here:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lazy.connect(("127.0.0.1", house.port))
        request = (
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: siegeworks={ada.cookie}\r\n\r\n"
        )
        lazy.sendall(request.encode())
        here.hear("sync")
        room = house.room(table)
        wait_for(lambda: len(room.listeners) == 2)
        for _ in range(6000):
            house.inside.loop.call_soon_threadsafe(house.inside.letters.show, room)
            if here.hear("update") and len(room.listeners) == 1:
                break
        assert len(room.listeners) == 1
        assert here.ask(type="ping")["type"] == "pong"
    assert ben.sync(table)["table"]["waiting"]


def test_another_site_s_page_is_refused(house: House) -> None:
    ada, _, table = pair(house)
    foreign = {"Origin": "https://evil.example"}
    answer = ada.call("POST", f"/tables/{table}/act", json={"type": "ping"}, headers=foreign)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign")
    assert ada.call("PUT", "/me", json={"name": "x"}, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    with pytest.raises(InvalidStatus) as refused:
        Live(ada, table, Origin="https://evil.example")
    assert refused.value.response.status_code == 403
    with Live(ada, table, Origin=f"http://127.0.0.1:{house.port}") as here:
        assert here.hear("sync")


def test_wrong_tokens_and_wrong_tables_are_refused_alike(house: House) -> None:
    ada, _, table = pair(house)
    seen = set()
    for name, key in ((table, "f" * 32), ("nosuchtable1", "f" * 32), ("nosuchtable1", None), ("x" * 500, None)):
        answer = house.person().call("POST", f"/tables/{name}/join", json={"key": key})
        seen.add((answer.status_code, answer.text))
    assert len(seen) == 1
    good = ada.cookie
    turned = good[:-2] + ("B" if good[-2] == "A" else "A") + good[-1]  # the last letter holds bits that mean nothing
    answers = set()
    for cookie in ("", "x", good[:-1], turned, good + "A", "eyJ9." + good, "a" * 5000):
        stranger = house.person()
        answer = stranger.call("POST", f"/tables/{table}/act", json=PLAY, headers={"cookie": f"siegeworks={cookie}"})
        answers.add((answer.status_code, answer.text))
    assert len(answers) == 1
    assert answers.pop()[0] == 403
    assert ada.play(table, 0, "stone d4")["type"] == "answer"


PLAY = {"type": "play", "seat": 0, "action": "stone d4"}
HOSTILE = "<script>alert(1)</script>\u202e\x00'\"&"


def test_hostile_names_are_inert_text(house: House) -> None:
    ada = house.person()
    name = ada.call("PUT", "/me", json={"name": HOSTILE[:24]}).json()["name"]
    assert not set(name) & set("<>&\"'`\u202e\x00")
    made = ada.make("siegestones", "me", "me")
    assert made["table"]["seats"][0]["name"] == name
    assert ada.call("PUT", "/me", json={"name": "\u202e"}).json()["code"] == "bad_setup"
    assert ada.call("PUT", "/me", json={"name": "x" * 25}).json()["code"] == "malformed"


@given(st.text(max_size=60))
def test_a_clean_name_is_printable_and_short(name: str) -> None:
    kept = clean_name(name)
    assert kept.isprintable()
    assert len(kept) <= 24
    assert clean_name(kept) == kept


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "chess"},
        {"seats": []},
        {"seats": [{"kind": "me"}]},
        {"seats": [{"kind": "me"}] * 7},
        {"options": {"tower_pool": 10**30}},
        {"options": {"tower_pool": "8"}},
        {"options": {"nonsense": True}},
        {"options": {str(number): True for number in range(100)}},
        {"clock": {"kind": "move", "seconds": 10**12}},
        {"series": "empire"},
        {"start": 5},
        {"record": "Siegeworks: 1\n"},
        {"position": {"board": [[[]]]}},
        {"position": {"seats": 3}},
    ],
)
def test_absurd_wishes_are_refused_with_a_sentence(house: House, wish: dict[str, Any]) -> None:
    ada = house.person()
    whole = {"game": "siegestones", "seats": [{"kind": "me"}, {"kind": "open"}], **wish}
    answer = ada.call("POST", "/tables", json=whole)
    assert answer.status_code == 422
    assert answer.json()["reason"].endswith(".")


ABSURD: tuple[Any, ...] = (10**30, -(10**30), -1, 0.5, "", "x" * 10_000, "true", None, [], {}, [10**9] * 1000)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_absurd_options_are_refused_with_a_code_at_once_ready_or_not(tmp_path: Path, game: Game) -> None:
    with House(tmp_path) as house:
        ada = house.person()
        house.inside.readiness._ready[game.name].clear()  # still being compiled
        for option in game.rules.OPTIONS:
            for value in ABSURD:
                wish = {"game": game.name, "seats": [{"kind": "me"}] * game.seats[0], "options": {option.name: value}}
                answer = ada.call("POST", "/tables", json=wish)
                assert answer.status_code == 422
                assert answer.json()["code"] in ("bad_setup", "malformed")
        assert ada.get("/me/tables")["tables"] == []


def test_large_bodies_are_refused_before_they_are_read(house: House) -> None:
    ada = house.person()
    answer = ada.call("PUT", "/me", content=b"x" * 100_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")

    def parts() -> Any:
        for _ in range(100):
            yield b"x" * 10_000

    assert ada.call("PUT", "/me", content=parts()).status_code == 413


def test_a_body_that_never_arrives_is_not_waited_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "BODY_SECONDS", 0.2)
    with socket.create_connection(("127.0.0.1", house.port)) as slow:
        slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        slow.settimeout(PATIENCE_S)
        assert slow.recv(1000).startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1", "192.168.1.20", "[::1]", "[fe80::1]", "Play.Example.org", "app.localhost"]
)
@pytest.mark.parametrize("port", ["", ":8037"])
def test_the_server_knows_its_names(host: str, port: str) -> None:
    names = known_names(["play.example.org"], [])
    assert is_ours(host + port, names)
    assert is_ours("games.example.net", known_names([], ["https://games.example.net:444"]))


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8037", "localhost.evil.example", "127.0.0.1.evil.example", "[", "x:y:z"]
)
def test_under_another_name_nothing_is_served(house: House, host: str) -> None:
    """DNS rebinding: the browser believes that the attacker's page and this server are one site."""
    ada = house.person()
    table = ada.make("siegestones", "me", "me")["table"]["id"]
    foreign = {"host": host, "origin": f"http://{host}"}
    for method, path in (("GET", "/me"), ("PUT", "/me"), ("GET", f"/tables/{table}")):
        answer = ada.call(method, path, headers=foreign)
        assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host")
        assert "--host-name" in answer.json()["reason"]


def test_under_another_name_no_socket_opens(house: House) -> None:
    ada = house.person()
    table = ada.make("siegestones", "me", "me")["table"]["id"]
    opening = (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", house.port)) as visitor:
        visitor.settimeout(PATIENCE_S)
        visitor.sendall(opening.encode())
        assert visitor.recv(100).startswith(b"HTTP/1.1 403")


def test_headers_keep_the_page_to_itself(house: House) -> None:
    answer = house.person().web.get(f"http://127.0.0.1:{house.port}/")
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "server" not in answer.headers
    made = house.person().call("GET", "/me")
    cookie = made.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert made.headers["cache-control"] == "no-store"


def test_files_outside_the_page_are_not_served(house: House) -> None:
    for path in ("/../../../../etc/passwd", "/%2e%2e/%2e%2e/app.py", "/api/rules/img/..%2f..%2fsecret", "/api/nothing"):
        answer = house.person().web.get(f"http://127.0.0.1:{house.port}{path}")
        assert answer.status_code == 404 or "Siegeworks" in answer.text
        assert "root:" not in answer.text


@pytest.mark.parametrize("field", ["options", "position"])
@pytest.mark.parametrize("odd", [r'"\ud800": 1', '"tower_pool": 1000000000000000000000000', r'"start": "\ud800"'])
def test_what_json_cannot_hold_is_refused_and_told_all_the_same(house: House, field: str, odd: str) -> None:
    wish = f'{{"game": "siegestones", "seats": [{{"kind": "me"}}, {{"kind": "me"}}], "{field}": {{{odd}}}}}'
    answer = house.person().call("POST", "/tables", content=wish, headers={"content-type": "application/json"})
    assert answer.status_code == 422, answer.text
    assert answer.json()["code"] in ("bad_setup", "bad_position", "malformed")
