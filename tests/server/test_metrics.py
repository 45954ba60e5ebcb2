"""What can be seen of a server from outside: its figures, and a log that programs read."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from siegeworks.server.logs import JsonLines, request_id
from siegeworks.server.store import CannotSave
from tests.server.house import PROXY, House, Person, pair, wait_for

ELSEWHERE = "203.0.113.5"
WATCHER = "198.51.100.7"


def metrics(person: Person) -> httpx.Response:
    return person.call("GET", f"http://127.0.0.1:{person.port}/metrics")


def figures(person: Person) -> dict[str, float]:
    """The figures by their names, as Prometheus reads them."""
    answer = metrics(person)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    lines = [line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[House]:
    """A server at which nothing else is counted."""
    with House(tmp_path) as house:
        yield house


def test_moves_commits_and_refusals_are_counted_and_timed(alone: House) -> None:
    ada, ben, table = pair(alone)
    before = figures(ada)
    with ada.sit_down(table) as here:
        here.hear("sync")
        ada.play(table, 0, "stone d4")
        assert ben.act(table, "play", 1, action="stone d4")["code"] == "illegal"
        ben.act(table, "preview", 1, action="stone e4")
        after = figures(ada)

    def more(name: str) -> float:
        return after[name] - before.get(name, 0.0)

    assert more('siegeworks_events_total{kind="act"}') == 1
    assert more("siegeworks_commit_seconds_count") == 1
    assert 0 < more("siegeworks_commit_seconds_sum") <= more('siegeworks_act_seconds_sum{act="play"}')
    assert more('siegeworks_act_seconds_count{act="play"}') == 2
    assert more('siegeworks_act_seconds_count{act="preview"}') == 1
    assert more('siegeworks_refused_total{code="illegal"}') == 1
    assert (after["siegeworks_tables"], after["siegeworks_sockets"]) == (1, 1)
    assert after['siegeworks_queue{queue="bots"}'] == 0
    assert after["process_resident_memory_bytes"] > 0
    wait_for(lambda: figures(ada)["siegeworks_sockets"] == 0)


def test_what_was_not_stored_is_no_event(alone: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, _, table = pair(alone)
    before = figures(ada)

    async def full(entry: object) -> None:
        raise CannotSave("disk-full")

    with monkeypatch.context() as broken:
        broken.setattr(alone.inside.store, "append", full)
        assert ada.act(table, "play", 0, action="stone d4")["code"] == "not_saved"
    after = figures(ada)
    assert after.get('siegeworks_events_total{kind="act"}', 0) == before.get('siegeworks_events_total{kind="act"}', 0)
    assert after['siegeworks_refused_total{code="not_saved"}'] == 1


def test_figures_are_for_this_machine_and_for_whom_the_operator_names(tmp_path: Path) -> None:
    with House(tmp_path, proxies=PROXY, metrics_for=frozenset({"198.51.100.0/24"})) as house:
        assert metrics(house.person()).status_code == 200
        assert metrics(house.person(WATCHER)).status_code == 200
        refused = metrics(house.person(ELSEWHERE))
        assert (refused.status_code, refused.json()["code"]) == (404, "no_page")


def test_figures_name_no_person_table_or_card(house: House) -> None:
    ada, _, table = pair(house)
    ada.play(table, 0, "stone d4")
    told = metrics(ada).text
    assert table not in told
    assert not re.search(r"d4|stone|203\.", told)


def test_every_answer_carries_the_id_of_its_request(house: House) -> None:
    ada = house.person()
    given = ada.call("GET", "/health", headers={"x-request-id": "from-the.proxy_7"})
    assert given.headers["x-request-id"] == "from-the.proxy_7"
    for odd in ("two words", "x" * 65, "\\n", ""):
        made = ada.call("GET", "/health", headers={"x-request-id": odd}).headers["x-request-id"]
        assert re.fullmatch("[0-9a-f]{16}", made)
    assert ada.call("GET", "/nothing/here").headers["x-request-id"]


def test_a_line_of_json_names_the_act_it_is_about(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the page's `action_id` to what went wrong with the commit."""
    ada, _, table = pair(house)
    written: list[str] = []

    class Keeping(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(self.format(record))

    async def broken(entry: object) -> None:
        raise RuntimeError("the cable was pulled")

    handler = Keeping()
    handler.setFormatter(JsonLines())
    logging.getLogger("siegeworks.server").addHandler(handler)
    monkeypatch.setattr(house.inside.store, "append", broken)
    try:
        with ada.sit_down(table) as here:
            here.hear("sync")
            assert here.ask(type="play", seat=0, action="stone d4", action_id="click-17")["code"] == "fault"
    finally:
        logging.getLogger("siegeworks.server").removeHandler(handler)
    told = next(line for line in map(json.loads, written) if line.get("request") == "click-17")
    assert told["level"] == "error"
    assert told["logger"] == "siegeworks.server"
    assert "the cable was pulled" in told["error"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", told["time"])


def test_a_line_without_a_request_says_so_by_leaving_it_out() -> None:
    record = logging.LogRecord("siegeworks.server", logging.WARNING, "x.py", 1, "table %s", ("t",), None)
    told = json.loads(JsonLines().format(record))
    assert (told["message"], "request" in told, "error" in told) == ("table t", False, False)
    token = request_id.set("a")
    assert json.loads(JsonLines().format(record))["request"] == "a"
    request_id.reset(token)
