"""Standing orders: played at once, called off by a surprise, and until then known to their owner alone."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from siegeworks import Match
from siegeworks.server import orders
from siegeworks.server.limits import Limits
from siegeworks.server.messages import MOST_ORDERS
from tests.games.charge.laid import board
from tests.server.house import PATIENCE_S, House, Live, Person, pair, wait_for

CHARGE = {"board": board("b d2 c4 g5; y d4 b4 b5; B g4; Y a4"), "seats": 2, "to_move": 0}
"""Seat 0 can charge d4, which hangs on nothing, from d2; and b4, which the supply stands behind, from c4."""
REMOVED = {"key", "id", "table", "action_id"}
"""Parts of what is told that are drawn by lot at each table."""


def charge(house: House) -> tuple[Person, Person, str]:
    return pair(house, "charge", start=None, position=CHARGE)


def order(person: Person, table: str, seat: int, *rules: str, lines: list[list[str]] | None = None) -> str:
    """Give orders; "answer", or the code of the refusal."""
    told = person.act(table, "order", seat, rules=list(rules), lines=lines or [])
    return str(told["type"] if told["type"] == "answer" else told["says"]["code"])


def standing(person: Person, table: str, seat: int) -> dict[str, Any] | None:
    found: dict[str, Any] | None = person.sync(table)["seats"][str(seat)]["orders"]
    return found


def why(person: Person, table: str, seat: int) -> list[str]:
    """Why a seat's orders were called off."""
    found = standing(person, table, seat)
    return [each["why"]["code"] for each in found["off"]] if found else []


def played(person: Person, table: str, seat: int) -> list[str]:
    return [line["action"] for line in person.sync(table)["seats"][str(seat)]["log"]]


def until(person: Person, table: str, seat: int, action: str) -> dict[str, Any]:
    """The line of the log, once the action has been played."""

    def found() -> Any:
        log = person.sync(table)["seats"][str(seat)]["log"]
        return next((line for line in log if line["action"] == action), None)

    line: dict[str, Any] = wait_for(found)
    return line


# Charge


def test_a_charged_stone_is_yielded_at_once_and_the_log_says_that_it_was_ordered(house: House) -> None:
    ada, ben, table = charge(house)
    assert order(ben, table, 1, "yield d4") == "answer"
    with ada.sit_down(table) as there:
        there.hear("sync")
        assert there.ask(type="play", seat=0, action="move d2 d4")["type"] == "answer"
        while not any(line["action"] == "yield" for line in there.last["seats"]["0"]["log"]):
            there.hear("update")
        says = [said["kind"] for line in there.last["seats"]["0"]["log"] for said in line["says"]]
        assert says[:2] == ["ordered", "yield"]
    assert "\n1 yield # order\n" in ada.call("GET", f"/tables/{table}/record").text
    assert ada.sync(table)["table"]["waiting"] == [0]


def test_a_stone_is_held_for_the_price_that_was_named_and_paid_as_was_said(house: House) -> None:
    ada, ben, table = charge(house)
    assert order(ben, table, 1, "hold any 1 supply") == "answer"
    before = ben.sync(table)["seats"]["1"]["view"]["supply"][1]
    assert ada.play(table, 0, "move c4 b4")["type"] == "answer"
    until(ada, table, 0, "drop supply")
    assert ben.sync(table)["seats"]["1"]["view"]["supply"][1] == before - 1
    assert played(ben, table, 1)[-2:] == ["hold", "drop supply"]


def test_what_costs_more_than_was_named_is_left_to_the_owner(house: House) -> None:
    """A surprise: the order does not answer what is asked, so it is called off, and nothing is played."""
    ada, ben, table = charge(house)
    order(ben, table, 1, "hold any 1 support")
    ada.play(table, 0, "move d2 d4")
    wait_for(lambda: why(ben, table, 1) == ["order-off-asked"])
    assert ben.sync(table)["table"]["waiting"] == [1]
    assert played(ben, table, 1)[-1] == "move d2 d4"


def test_another_stone_than_the_one_named_calls_it_off(house: House) -> None:
    ada, ben, table = charge(house)
    order(ben, table, 1, "yield b4")
    ada.play(table, 0, "move d2 d4")
    wait_for(lambda: why(ben, table, 1) == ["order-off-asked"])
    assert ben.play(table, 1, "yield")["type"] == "answer"
    assert standing(ben, table, 1)["rules"] == []  # type: ignore[index]


def test_an_event_that_was_not_named_calls_it_off_and_is_told_as_the_reason(house: House) -> None:
    ada, ben, table = charge(house)
    order(ben, table, 1, "yield d4")
    ada.play(table, 0, next(action for action in ada.legal(table) if action.startswith("deploy")))
    wait_for(lambda: why(ben, table, 1) == ["order-off-event"])
    off = standing(ben, table, 1)["off"][0]  # type: ignore[index]
    assert off["order"]["code"] == "charge.order-says-yield"
    assert off["why"]["args"]["event"]["say"] == "charge.deploy"


def test_others_may_move_their_stones_while_it_stands(house: House) -> None:
    ada, ben, table = charge(house)
    order(ben, table, 1, "yield d4")
    ada.play(table, 0, "move g5 g6")
    assert standing(ben, table, 1)["off"] == []  # type: ignore[index]
    ada.play(table, 0, "move d2 d4")
    until(ada, table, 0, "yield")


def test_the_owners_turn_ends_it(house: House) -> None:
    ada, ben, table = charge(house)
    order(ben, table, 1, "yield d4")
    ada.play(table, 0, "move g5 g6")
    ada.play(table, 0, "done")
    wait_for(lambda: why(ben, table, 1) == ["order-off-asked"])


# BluffStones


def bidding(house: House) -> tuple[Person, Person, str]:
    return pair(house, "bluffstones")


def test_a_bid_for_the_next_round_is_made_and_stays_secret_until_all_are_in(house: House) -> None:
    ada, ben, table = bidding(house)
    ben.play(table, 1, "bid -")
    assert order(ben, table, 1, "bid yy") == "answer"
    ada.play(table, 0, "bid b")
    ada.play(table, 0, next(action for action in ada.legal(table) if action.startswith("place")))
    wait_for(lambda: ada.sync(table)["table"]["waiting"] == [0])
    assert ben.sync(table)["seats"]["1"]["sealed"] == "bid yy"
    seen = house.person().call("GET", f"/tables/{table}").text
    assert "bid yy" not in seen
    assert "ordered" not in seen
    assert "bid yy" not in played(ada, table, 0)
    ada.play(table, 0, "bid -")
    until(ben, table, 1, "bid yy")
    log = ada.sync(table)["seats"]["0"]["log"]
    assert [[said["kind"] for said in line["says"]][:1] for line in log if line["seat"] == 1][-1] == ["ordered"]
    assert standing(ben, table, 1) is None  # it was for one round


def test_a_stone_is_placed_where_it_was_ordered(house: House) -> None:
    ada, ben, table = bidding(house)
    ben.play(table, 1, "bid g")
    assert order(ben, table, 1, "place e4 always") == "answer"
    ada.play(table, 0, "bid -")
    until(ada, table, 0, "place e4")


def test_a_stone_that_would_not_score_is_left_to_its_owner(house: House) -> None:
    ada, ben, table = bidding(house)
    ben.play(table, 1, "bid g")
    order(ben, table, 1, "place e4 scores")
    ada.play(table, 0, "bid -")
    wait_for(lambda: why(ben, table, 1) == ["order-off-asked"])
    assert ben.sync(table)["table"]["waiting"] == [1]


def test_a_removal_is_ordered_and_called_off_when_another_removes_first(house: House) -> None:
    ada, ben, table = bidding(house)
    for seat, person in enumerate((ada, ben)):
        person.play(table, seat, "bid b")
    for _ in range(2):
        seat = ada.sync(table)["table"]["waiting"][0]
        person = (ada, ben)[seat]
        person.play(table, seat, next(each for each in person.legal(table, seat) if each.startswith("place")))
    first, stones = ben.sync(table)["table"]["waiting"], played(ben, table, 1)
    cells = [action.split()[1] for action in stones if action.startswith("place")]
    assert len(first) == 2
    assert order(ben, table, 1, f"remove {cells[1]}") == "answer"
    assert order(ada, table, 0, f"remove {cells[0]}") == "answer"
    ada.play(table, 0, "bid r")
    ben.play(table, 1, "bid r")
    wait_for(lambda: any(action.startswith("remove") for action in played(ada, table, 0)))
    seats = {0: ada, 1: ben}
    wait_for(lambda: sum(why(person, table, seat) != [] for seat, person in seats.items()) == 1)
    assert sum(action.startswith("remove") for action in played(ada, table, 0)) == 1


# Lines of moves


def test_a_line_is_played_as_long_as_others_follow_it(house: House) -> None:
    ada, ben, table = pair(house)
    line = ["stone d4", "stone e5", "stone a1", "stone a2"]
    assert order(ben, table, 1, lines=[line, ["stone g7", "stone g6"]]) == "answer"
    steps = standing(ben, table, 1)["lines"][0]["steps"]  # type: ignore[index]
    assert [step["seat"] for step in steps] == [0, 1, 0, 1]
    ada.play(table, 0, "stone d4")
    until(ada, table, 0, "stone e5")
    found = standing(ben, table, 1)
    assert found is not None
    assert [each["actions"] for each in found["lines"]] == [line[2:]]
    assert [step["seat"] for step in found["lines"][0]["steps"]] == [0, 1]
    assert order(ben, table, 1, lines=[line[2:], ["stone g7", "stone g6"]]) == "answer"  # with another one beside it
    assert found["off"] == []  # the other one was an alternative
    ada.play(table, 0, "stone a1")
    until(ada, table, 0, "stone a2")
    assert standing(ben, table, 1) is None


def test_a_line_is_called_off_by_another_move(house: House) -> None:
    ada, ben, table = pair(house)
    order(ben, table, 1, lines=[["stone d4", "stone e5"]])
    ada.play(table, 0, "stone d5")
    wait_for(lambda: why(ben, table, 1) == ["order-off-event"])
    assert ben.sync(table)["table"]["waiting"] == [1]


def test_taking_back_calls_it_off(house: House) -> None:
    ada, ben, table = pair(house)
    order(ben, table, 1, lines=[["stone d4", "stone e5", "stone a1", "stone a2"]])
    ada.play(table, 0, "stone d4")
    until(ada, table, 0, "stone e5")
    assert ada.sync(table)["table"]["undo"] == {"0": "ask"}  # the other seat has acted
    ada.act(table, "offer", 0, what="undo")
    ben.act(table, "accept", 1, what="undo")
    assert why(ben, table, 1) == ["order-off-undo"]
    ada.play(table, 0, "stone d4")
    assert ben.sync(table)["table"]["waiting"] == [1]


def test_a_bot_that_sits_in_calls_it_off(house: House) -> None:
    _, ben, table = pair(house)
    order(ben, table, 1, lines=[["stone d4", "stone e5"]])
    ben.act(table, "sit_in", 1, level=1)
    assert why(ben, table, 1) == ["order-off-hands"]
    assert order(ben, table, 1, lines=[["stone d4", "stone e5"]]) == "bot-sits-in-for-you"


# What cannot be ordered


def test_what_cannot_stand_is_refused_with_the_reason(house: House) -> None:
    ada, ben, table = pair(house)
    line = ["stone d4", "stone e5"]
    assert order(ada, table, 0, lines=[line]) == "order-begins-with-others"
    assert order(ben, table, 1, lines=[["stone d4", "stone d4"]]) != "answer"
    assert order(ben, table, 1, lines=[[*line, "stone a1"]]) == "order-ends-with-own"
    assert order(ben, table, 1, lines=[line, ["stone d4", "stone e4"]]) == "order-two-answers"
    assert order(ben, table, 1, "yield d4") == "order-unknown"
    assert order(house.person(), table, 1, lines=[line]) == "not-your-seat"
    assert order(ada, table, 1, lines=[line]) == "not-your-seat"
    assert ben.act(table, "order", 1, rules=["yield d4"] * (MOST_ORDERS + 1))["code"] == "malformed"
    ada, ben, table = bidding(house)
    assert order(ben, table, 1, "bid b") == "order-is-asked-now"
    assert order(ben, table, 1, "bid bg") == "order-unknown"
    assert order(ben, table, 1, lines=[["bid b", "bid b"]]) == "order-lines-are-open"


def test_orders_come_to_an_end_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siegeworks.server.ordering.MOST_SET", 2)
    _, ben, table = charge(house)
    assert [order(ben, table, 1) for _ in range(3)] == ["answer", "answer", "orders-enough"]


def test_nobody_learns_of_orders_by_a_seat_that_cannot_be_taken(tmp_path: Path) -> None:
    with House(tmp_path, limits=Limits(events_table=2)) as house:
        ada, ben = house.person(), house.person()
        made = ada.make("siegestones", "me", "open", start=1)
        for answer in ("stone e5", "stone c3"):
            assert order(ada, made["table"]["id"], 0, lines=[["stone d4", answer]]) == "answer"
        ben.join(made, 1)


def test_what_can_be_ordered_is_told_to_the_seat_alone(house: House) -> None:
    ada, ben, table = charge(house)
    told = ben.act(table, "orders", 1)
    assert [each["name"] for each in told["offered"]] == ["yield", "hold"]
    order(ben, table, 1, "yield d4")
    assert order(ben, table, 1, "yield d4", "hold any 1 supply") == "answer"
    cells = [choice["word"] for choice in told["offered"][0]["fields"][0]["choices"]]
    assert cells == ["any", "b4", "b5", "d4"]
    assert told["next"]["seat"] == 0
    after = ben.act(table, "orders", 1, line=["move d2 d4"])["next"]
    assert after["seat"] == 1
    assert [each["action"] for each in after["actions"]] == ["yield"]
    assert ada.act(table, "orders", 1)["code"] == "not_your_seat"
    assert ada.act(table, "orders", 0)["next"] is None


# Nobody else knows


def story(house: House, game: str, position: Any, ben_does: Callable[[Person, str], None]) -> list[str]:
    """All that Ada and a watcher are told, over sockets and HTTP, while Ben does something or nothing beside."""
    ada, ben, table = pair(house, game, **position)
    watcher = house.person()
    seen: list[str] = []
    with ada.sit_down(table) as there, watcher.sit_down(table) as watching:
        both = (there, watching)
        for socket in both:
            socket.hear("sync")
        for person in (ada, watcher):
            person.heard.clear()
        plays = ["move g5 g6", "move d2 d3"] if game == "charge" else ["bid b"]
        for number, action in enumerate(plays):
            ben_does(ben, table)
            there.ask(type="play", seat=0, action=action, action_id=f"play {number}")
            watching.ask(type="ping", action_id="ping")  # all that was told before is heard
        ben_does(ben, table)
        for person, socket in ((ada, there), (watcher, watching)):
            socket.ask(type="ping", action_id="end")
            person.sync(table)
            person.sync(table, since=1)
            person.call("GET", f"/tables/{table}/record")
            person.call("GET", f"/tables/{table}/picture")
            person.call("GET", "/tables")
        there.ask(type="offer", seat=0, what="undo", action_id="undo")
        ada.call("GET", "/me/tables")
        seen = [text for person in (ada, watcher) for text in person.heard]
    return [re.sub(r'"changed":\d+', "", text.replace(table, "TABLE")) for text in seen]


def same(text: str) -> str:
    """Without what is drawn by lot at each table: keys, seeds and names of people."""
    return re.sub(r'("key":|"seed_hash":|seed=|Seed: |Check: )"?[\w-]+"?', r"\1", text)


@pytest.mark.parametrize("game", ["charge", "bluffstones"])
def test_nobody_else_is_told_a_byte_of_orders_before_they_are_played(tmp_path: Path, game: str) -> None:
    """The same match twice, with and without orders that are given, changed, called off and taken back."""
    wishes: dict[str, Any] = {"start": None, "position": CHARGE}
    if game == "bluffstones":
        wishes = {"start": None, "position": tops()}
    given = iter(
        [["yield d4", "hold any 2 support"], [], ["hold b4 1 supply"]]
        if game == "charge"
        else [["place e4 always", "remove e4"], ["place e5 scores"]]
    )

    def orders_given(ben: Person, table: str) -> None:
        rules = [rule for rule in next(given) if not rule.startswith("remove")]
        assert order(ben, table, 1, *rules) == "answer"

    heard: list[list[str]] = []
    for does in (lambda ben, table: None, orders_given):
        folder = tmp_path / str(len(heard))
        folder.mkdir()
        with House(folder) as house:
            heard.append([same(text) for text in story(house, game, wishes, does)])
    assert len(heard[0]) == len(heard[1])
    assert heard[0] == heard[1]


def tops() -> dict[str, Any]:
    """A position of BluffStones in which nothing is drawn any more."""
    match = Match.new("bluffstones", 2, seed=1)
    return match.position()


@pytest.mark.parametrize("over", ["socket", "http"])
def test_nobody_waits_while_an_order_is_judged(house: House, monkeypatch: pytest.MonkeyPatch, over: str) -> None:
    """However long it takes to see what an order says to a move, the move has been told and answered before."""
    ada, ben, table = charge(house)
    order(ben, table, 1, "yield d4")
    heard, judged = threading.Event(), threading.Event()
    note_events = orders._note_events

    def slowly(*args: Any) -> None:
        assert heard.wait(PATIENCE_S)
        judged.set()
        note_events(*args)

    monkeypatch.setattr(orders, "_note_events", slowly)
    with ada.sit_down(table) as there, house.person().sit_down(table) as watching:
        there.hear("sync")
        watching.hear("sync")
        act = {"type": "play", "seat": 0, "action": "move g5 g6"}
        if over == "socket":
            there.ask(**act)
        else:
            assert ada.call("POST", f"/tables/{table}/act", json=act).status_code == 200
            there.hear("update")
        watching.hear("update")
        assert not judged.is_set()
        heard.set()
        assert judged.wait(PATIENCE_S)


def test_others_seq_undo_and_moves_do_not_count_an_order(house: House) -> None:
    ada, ben, table = charge(house)
    seq = ada.sync(table)["seq"]
    for _ in range(3):
        order(ben, table, 1, "yield d4")
    assert ada.sync(table)["seq"] == seq
    assert ben.sync(table)["seq"] == seq + 3
    assert ada.play(table, 0, "move g5 g6", seq=seq)["type"] == "answer"
    order(ben, table, 1, "yield d4")
    assert ada.sync(table)["table"]["undo"] == {"0": "free"}


# It lasts


def test_orders_last_over_a_restart_and_what_was_due_is_played_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with House(tmp_path) as house:
        ada, ben, table = charge(house)
        order(ben, table, 1, "yield d4")
        cookies = ada.cookie, ben.cookie
        monkeypatch.setattr(house.inside.work, "is_closing", True)  # it dies before it can play the order
        ada.play(table, 0, "move d2 d4")
        assert played(ada, table, 0)[-1] == "move d2 d4"
    with House(tmp_path) as house:
        again = Person(house.port, cookies[0])
        until(again, table, 0, "yield")
        assert again.sync(table)["table"]["waiting"] == [0]


def test_the_owners_own_answer_and_the_order_are_one(house: House) -> None:
    """Whoever answers by hand in the same moment gets a refusal or the order finds it done; never both."""
    for _ in range(5):
        ada, ben, table = charge(house)
        order(ben, table, 1, "yield d4")
        with Live(ben, table) as there:
            there.hear("sync")
            ada.play(table, 0, "move d2 d4")
            there.ask(type="play", seat=1, action="yield")
        until(ada, table, 0, "yield")
        assert played(ada, table, 0).count("yield") == 1


def test_an_order_counts_even_when_the_clock_has_run_out_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = {"kind": "move", "seconds": 60, "flag": "loses"}
    ada, ben, table = pair(house, "charge", start=None, position=CHARGE, clock=clock)
    order(ben, table, 1, "yield d4")
    with monkeypatch.context() as patch:
        patch.setattr(house.inside.work, "is_closing", True)
        ada.play(table, 0, "move d2 d4")
    house.let_pass(61_000)
    house.call(house.inside.flags.fall(house.room(table)))
    assert played(ada, table, 0)[-1] == "yield"
    assert not ada.sync(table)["table"]["over"]
