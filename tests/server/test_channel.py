"""One channel: socket and HTTP give the same answers and refusals, and an act is told of before it is answered."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from siegeworks import Match
from siegeworks.bots import Thought
from siegeworks.bots.plans import Plan
from siegeworks.core.phrases import said
from siegeworks.server import acts, questions
from siegeworks.server.live import parsed
from siegeworks.server.manners import ABSENT_MS
from tests.server.house import PATIENCE_S, House, Live, Person, pair, wait_for
from tests.server.test_acts import Case, arranging, every_act


def by_http(person: Person, table: str, act: Any) -> dict[str, Any]:
    told: dict[str, Any] = person.call("POST", f"/tables/{table}/act", json=act).json()
    return told


# Acts


@every_act
def test_an_act_is_answered_alike_by_socket_and_by_http(house: House, case: Callable[[House], Case]) -> None:
    """At two tables that are alike; private steps may make one story longer, so an answer tells where the table is."""
    person, table, act = case(house)
    with person.sit_down(table) as there:
        over_socket = there.ask(**act, action_id="a")
        assert over_socket["seq"] == person.sync(table)["seq"]
    person, table, act = case(house)
    over_http = by_http(person, table, {**act, "action_id": "a"})
    assert over_http["seq"] == person.sync(table)["seq"]
    assert {**over_socket, "seq": 0} == {**over_http, "seq": 0} == {"type": "answer", "action_id": "a", "seq": 0}


@every_act
def test_what_an_act_changed_is_told_before_its_answer(house: House, case: Callable[[House], Case]) -> None:
    person, table, act = case(house)
    with person.sit_down(table) as there:
        before = there.hear("sync")["seq"]
        answer = there.ask(**act, action_id="a")
        assert before < answer["seq"] == there.last["seq"]
        assert there.last["type"] == "update"
    with person.sit_down(table, since=before) as again:
        assert again.ask(**act, action_id="a") == answer
        assert again.last["seq"] >= answer["seq"]


# Questions


class Asked(NamedTuple):
    """A question, and a sign of the answer it gets."""

    act: dict[str, Any]
    sign: dict[str, Any]


QUESTIONS = {
    "preview": Asked({"type": "preview", "seat": 0, "action": "stone d4"}, {"type": "preview", "action": "stone d4"}),
    "why": Asked({"type": "why", "seat": 0, "targets": ["cell:d5"]}, {"type": "why", "ok": True}),
    "why of others": Asked({"type": "why", "seat": 1, "action": "stone d4"}, {"code": "not_your_seat"}),
    "ping": Asked({"type": "ping"}, {"type": "pong"}),
}
REFUSED = {
    "not one's seat": Asked({"type": "play", "seat": 1, "action": "stone d4"}, {"code": "not_your_seat"}),
    "no such seat": Asked({"type": "play", "seat": 5, "action": "stone d4"}, {"code": "not_your_seat"}),
    "no such action": Asked({"type": "play", "seat": 0, "action": "fly"}, {"code": "unknown"}),
    "stale": Asked({"type": "play", "seat": 0, "action": "stone d4", "seq": 9999}, {"code": "stale"}),
    "a preview of nothing": Asked({"type": "preview", "seat": 0, "action": "fly"}, {"code": "unknown"}),
    "nothing to arrange": Asked({"type": "arrange", "seat": 0, "layout": {}}, {"code": "illegal"}),
    "nothing to undo": Asked({"type": "offer", "seat": 0, "what": "undo"}, {"code": "illegal"}),
    "no rematch yet": Asked({"type": "offer", "seat": 0, "what": "rematch"}, {"code": "illegal"}),
    "no such offer": Asked({"type": "accept", "seat": 0, "what": "draw"}, {"code": "illegal"}),
    "nothing to decline": Asked({"type": "decline", "seat": 0, "what": "draw"}, {"code": "illegal"}),
    "a bot for nobody": Asked({"type": "sit_in", "seat": 5}, {"code": "illegal"}),
    "another's seat": Asked({"type": "take_back", "seat": 1}, {"code": "not_your_seat"}),
    "another leaves": Asked({"type": "leave", "seat": 1}, {"code": "not_your_seat"}),
    "another resigns": Asked({"type": "resign", "seat": 1}, {"code": "not_your_seat"}),
    "a hint for another": Asked({"type": "hint", "seat": 1}, {"code": "not_your_seat"}),
    "no such act": Asked({"type": "dance", "seat": 0}, {"code": "malformed"}),
    "a seat that is none": Asked({"type": "play", "seat": "0", "action": "stone d4"}, {"code": "malformed"}),
    "a word too many": Asked({"type": "ping", "loud": True}, {"code": "malformed"}),
}
every_question = pytest.mark.parametrize("asked", [*QUESTIONS.values(), *REFUSED.values()], ids=[*QUESTIONS, *REFUSED])


@every_question
def test_a_question_and_a_refusal_are_the_same_by_socket_and_by_http(house: House, asked: Asked) -> None:
    ada, _, table = pair(house)
    act = {**asked.act, "action_id": "q"}
    with ada.sit_down(table) as there:
        told = there.ask(**act)
    assert told == by_http(ada, table, act)
    assert {**told, **asked.sign, "action_id": "q"} == told


def test_a_layout_is_judged_alike_by_socket_and_by_http(house: House) -> None:
    person, table, act = arranging(house)
    for layout in (act["layout"], {"keep": ["2C", "2D", "2H", "2S"]}, {"nonsense": 1}):
        asked = {**act, "layout": layout, "confirm": False, "action_id": "q"}
        with person.sit_down(table) as there:
            assert there.ask(**asked) == by_http(person, table, asked)


def test_a_hint_is_the_same_by_socket_and_by_http(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def sure(*asked: Any) -> Plan:
        thought = Thought(0, (), 0.5, (), 1, 0.0, None, said("said", text="It is strong."))
        return Plan(((Match.new("siegestones", 2, seed=1).seat_view(0), 0),), thought)

    monkeypatch.setattr(house.inside.thinkers, "hint", sure)
    ada, _, table = pair(house, hints=True)
    act = {"type": "hint", "seat": 0, "action_id": "q"}
    with ada.sit_down(table) as there:
        told = there.ask(**act)
    assert told == by_http(ada, table, act)
    assert (told["type"], told["says"]) == ("hint", {"code": "said", "args": {"text": "It is strong."}, "rule": None})


# Without a socket


def test_whoever_reads_the_table_by_http_is_not_away(house: House) -> None:
    """The page without sockets asks every 20 seconds at the latest."""
    ada, ben, table = pair(house)
    for _ in range(4):
        house.let_pass(20_000)
        ben.sync(table)
    told = ada.act(table, "sit_in", 1)
    assert (told["type"], told["code"]) == ("refused", "illegal")
    house.let_pass(2 * ABSENT_MS)
    assert ada.act(table, "sit_in", 1)["type"] == "answer"


# What cannot be done is answered too


def test_a_refusal_names_the_act_wherever_that_can_be_known() -> None:
    nameless = (b"", b"{", b"[]", b'"a"', b'{"action_id": 7}', b'{"action_id": ""}', b'{"action_id": "\\ud800"}')
    for message in (*nameless, json.dumps({"action_id": "x" * 41}).encode()):
        assert json.loads(parsed(message))["action_id"] is None, message
    for message in (b'{"action_id": "a"}', b'{"type": "play", "layout": {"action_id": "b"}, "action_id": "a"}'):
        assert json.loads(parsed(message))["action_id"] == "a", message


@pytest.mark.usefixtures("unforgiving")
def test_whoever_is_too_fast_hears_which_act_was_not_done(house: House) -> None:
    ada, _, table = pair(house)
    with ada.sit_down(table) as there:
        names = [str(number) for number in range(90)]
        for name in names:
            there.send(type="ping", action_id=name)
        told = [there.hear("pong", "refused") for _ in names]
    assert [each["action_id"] for each in told] == names
    assert {each.get("code") for each in told} == {None, "slow_down"}


def test_an_act_that_fails_here_is_answered_and_the_socket_stays(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*asked: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(questions, "why", fail)
    monkeypatch.setitem(acts.ACTS, "leave", fail)
    ada, _, table = pair(house)
    with ada.sit_down(table) as there:
        for kind in ("why", "leave"):
            act = {"type": kind, "seat": 0, "action_id": kind}
            told = there.ask(**act)
            assert (told["type"], told["code"], told["action_id"]) == ("refused", "fault", kind)
            assert told["reason"] == by_http(ada, table, act)["reason"]
        assert there.ask(type="ping")["type"] == "pong"


def test_what_waited_when_a_socket_closed_is_not_begun(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was being done is finished; what came after it goes with the socket."""
    ada = house.person()
    table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    room, act, begun, may_end = house.room(table), house.inside.act, [], threading.Event()

    async def held(name: str, person: str | None, message: Any, *rest: Any) -> dict[str, Any]:
        begun.append(message.action_id)
        await asyncio.to_thread(may_end.wait, PATIENCE_S)
        return await act(name, person, message, *rest)

    monkeypatch.setattr(house.inside, "act", held)
    with ada.sit_down(table) as here:
        here.hear("sync")
        for number, action in enumerate(("stone d4", "stone e5", "stone c3")):
            here.send(type="play", seat=number % 2, action=action, action_id=str(number))
        (socket,) = room.listeners
        wait_for(lambda: len(socket._unread or ()) == 2)  # type: ignore[attr-defined]
    wait_for(lambda: not room.listeners)
    may_end.set()
    wait_for(lambda: not house.app.state.live._working)
    assert begun == ["0"]
    assert [line["action"] for line in ada.sync(table)["seats"]["0"]["log"]] == ["start 0", "stone d4"]


def test_a_move_on_its_way_when_the_socket_is_lost_is_answered_once_to_the_next(house: House) -> None:
    """The page's way back: the same act again on a new socket, whether or not the first was done."""
    ada, ben, table = pair(house)
    act = {"type": "play", "seat": 0, "action": "stone d4", "seq": ada.sync(table)["seq"], "action_id": "once"}
    with ben.sit_down(table) as other:
        other.hear("sync")
        with Live(ada, table) as there:
            there.hear("sync")
            there.send(**act)
        with Live(ada, table) as again:
            answer = again.ask(**act)
        assert answer["type"] == "answer"
        other.hear("update", seconds=PATIENCE_S)
    log = ben.sync(table)["seats"]["1"]["log"]
    assert [line["action"] for line in log if line["seat"] == 0] == ["stone d4"]
