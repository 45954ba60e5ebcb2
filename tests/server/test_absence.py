"""Those who are away: when a bot may sit in, and that nobody learns from it what they may not know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from siegeworks.server.manners import ABSENT_MS
from tests.server.house import House, Person, pair, wait_for
from tests.server.test_tables import winter


def let_time_pass(house: House) -> None:
    """So much that whoever is not at the table counts as away."""
    house.let_pass(2 * ABSENT_MS)


def autumn(house: House) -> tuple[Person, Person, str]:
    """Two people at a table of Siege where the first leads to a trick, and the second is to answer."""
    ada, ben = house.person(), house.person()
    made = ada.make("siege", "me", "open", start=1)
    ben.join(made, 1)
    table = made["table"]["id"]
    people = {0: ada, 1: ben}
    while True:
        told = ada.sync(table)
        view, waiting = told["seats"]["0"]["view"], told["table"]["waiting"]
        if view["phase"] == "autumn" and waiting == [0] and not view["trick"]:
            return ada, ben, table
        seat = waiting[0]
        people[seat].play(table, seat, people[seat].legal(table, seat)[0])


def log_of(ada: Person, table: str) -> list[dict[str, Any]]:
    """What the first seat has read."""
    found: list[dict[str, Any]] = ada.sync(table)["seats"]["0"]["log"]
    return found


def test_a_bot_that_sits_in_does_not_make_undo_free(house: House) -> None:
    ada, ben, table = autumn(house)
    let_time_pass(house)
    assert ada.act(table, "sit_in", 1, level=1)["type"] == "answer"
    before = len(log_of(ada, table))
    ada.play(table, 0, ada.legal(table)[0])
    wait_for(lambda: 1 in [line["seat"] for line in log_of(ada, table)[before:]])
    wait_for(lambda: ada.sync(table)["table"]["waiting"] == [0])
    played = log_of(ada, table)
    assert ada.sync(table)["table"]["undo"] == {"0": "ask"}
    assert ada.act(table, "offer", 0, what="undo")["type"] == "answer"
    assert log_of(ada, table) == played  # it waits for Ben
    assert ben.act(table, "accept", 1, what="undo")["type"] == "answer"
    assert len(log_of(ada, table)) < len(played)


def test_what_was_taken_back_stays_to_be_read_by_all(house: House) -> None:
    ada, ben, table = pair(house)
    ada.play(table, 0, "stone d4")
    ben.play(table, 1, "stone e5")
    lines = ben.sync(table)["seats"]["1"]["log"]
    with ben.sit_down(table) as there:
        assert there.hear("sync")["seats"]["1"]["taken_back"] == []
        ada.act(table, "offer", 0, what="undo")
        ben.act(table, "accept", 1, what="undo")
        while len(there.last["seats"]["1"]["log"]) or there.last["seats"]["1"]["log_from"] > 1:
            there.hear("update")
        kept = there.last["seats"]["1"]["taken_back"]
    assert [(back["n"], back["seat"]) for back in kept] == [(1, 0)]
    assert kept[0]["says"] == [said for line in lines[1:] for said in line["says"]]
    assert house.person().sync(table)["seats"]["watch"]["taken_back"] == kept
    ada.play(table, 0, "stone c3")
    assert ada.sync(table)["seats"]["0"]["taken_back"] == kept


def test_what_was_taken_back_tells_each_reader_only_what_it_knew(house: House) -> None:
    ada, ben, table = autumn(house)
    card = ada.legal(table)[0]
    ada.play(table, 0, card)
    before = {seat: person.sync(table)["seats"][str(seat)]["log"] for seat, person in ((0, ada), (1, ben))}
    ada.act(table, "offer", 0, what="undo")
    if ada.sync(table)["table"]["offers"]:
        ben.act(table, "accept", 1, what="undo")
    for seat, person in ((0, ada), (1, ben)):
        side = person.sync(table)["seats"][str(seat)]
        told = [said for line in before[seat][len(side["log"]) :] for said in line["says"]]
        assert [back["says"] for back in side["taken_back"]] == [told]


def test_a_private_undo_leaves_no_trace_and_keeps_an_offer(house: House) -> None:
    people, table, seat = winter(house)
    mine, other = people[seat], people[1 - seat]
    other.act(table, "offer", 1 - seat, what="draw")
    mine.play(table, seat, "done")  # no more recalls
    assert mine.act(table, "offer", seat, what="undo")["type"] == "answer"
    assert [offer["what"] for offer in other.sync(table)["table"]["offers"]] == ["draw"]
    assert other.sync(table)["seats"][str(1 - seat)]["taken_back"] == []


def test_nobody_counts_as_away_right_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada, _ben, table = pair(house)
        ada.play(table, 0, "stone d4")
        cookie = ada.cookie
        let_time_pass(house)
    with House(tmp_path) as house:
        ada = Person(house.port, cookie)
        assert ada.act(table, "sit_in", 1, level=1)["code"] == "illegal"
        let_time_pass(house)
        assert ada.act(table, "sit_in", 1, level=1)["type"] == "answer"


def test_who_was_at_the_table_until_now_is_not_away(house: House) -> None:
    ada, ben, table = pair(house)
    with ben.sit_down(table) as there:
        there.hear("sync")
        let_time_pass(house)  # Ben looks on, and does nothing
    wait_for(lambda: not ada.sync(table)["table"]["seats"][1]["here"])
    assert ada.act(table, "sit_in", 1, level=1)["code"] == "illegal"


def test_with_days_for_a_move_nobody_is_replaced_before_the_clock_has_played_for_them(house: House) -> None:
    day = 24 * 3600
    ada, ben, table = pair(house, clock={"kind": "days", "seconds": day, "flag": "plays"})
    house.let_pass((day - 60) * 1000)  # Ada thinks for long
    ada.play(table, 0, "stone d4")
    let_time_pass(house)
    assert ada.act(table, "sit_in", 1, level=1)["code"] == "illegal"  # Ben has nearly a day left
    house.let_pass(day * 1000)
    wait_for(lambda: ada.sync(table)["table"]["waiting"] == [0])  # the clock played
    assert ada.act(table, "sit_in", 1, level=1)["type"] == "answer"
    ben.act(table, "take_back", 1)
    assert ada.act(table, "sit_in", 1, level=1)["code"] == "illegal"
    ben.act(table, "leave", 1)
    assert ada.act(table, "sit_in", 1, level=1)["type"] == "answer"  # who says so has left


def test_who_left_and_plays_on_is_not_away(house: House) -> None:
    ada, ben, table = pair(house)
    ben.act(table, "leave", 1)
    ada.play(table, 0, "stone d4")
    ben.play(table, 1, "stone e5")
    assert ada.act(table, "sit_in", 1, level=1)["code"] == "illegal"


def test_an_undo_that_was_asked_for_goes_back_to_where_it_was_asked(house: House) -> None:
    """Private steps made meanwhile are taken back with it, and nobody learns of them before."""
    people, table, seat = winter(house)
    mine, other = people[seat], people[1 - seat]
    lines = other.sync(table)["seats"][str(1 - seat)]["log"]
    last = max(at for at, line in enumerate(lines) if line["seat"] == seat)
    assert mine.act(table, "offer", seat, what="undo")["type"] == "answer"
    mine.play(table, seat, "done")
    assert other.act(table, "accept", 1 - seat, what="undo")["type"] == "answer"
    side = other.sync(table)["seats"][str(1 - seat)]
    assert len(side["log"]) == last
    assert [back["n"] for back in side["taken_back"]] == [last]


def test_a_private_step_of_the_next_seat_does_not_change_what_i_may_take_back(house: House) -> None:
    people, table, first = winter(house)
    while people[first].sync(table)["table"]["waiting"] == [first]:
        legal = people[first].legal(table, first)
        people[first].play(table, first, "done" if "done" in legal else legal[0])
    (second,) = people[first].sync(table)["table"]["waiting"]
    before = people[first].sync(table)
    people[second].play(table, second, "done")
    assert people[first].sync(table) == before


def test_who_was_away_during_an_undo_gets_the_log_as_it_is(house: House) -> None:
    ada, ben, table = pair(house)
    ada.play(table, 0, "stone d4")
    ben.play(table, 1, "stone e5")
    seen = ben.sync(table)
    ada.act(table, "offer", 0, what="undo")
    ben.act(table, "accept", 1, what="undo")
    for person, seat, action in ((ada, 0, "stone c3"), (ben, 1, "stone f4"), (ada, 0, "stone a1")):
        person.play(table, seat, action)
    news = ben.sync(table, since=seen["seq"])["seats"]["1"]
    merged = [line for line in seen["seats"]["1"]["log"] if line["n"] < news["log_from"]] + news["log"]
    assert merged == ben.sync(table)["seats"]["1"]["log"]


def test_a_watcher_who_comes_back_after_an_undo_misses_no_line(house: House) -> None:
    ada = house.person()
    table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    with ada.sit_down(table) as here:
        here.hear("sync")
        with house.person().sit_down(table) as there:
            there.hear("sync")
            for seat, action in enumerate(("stone d4", "stone e5")):
                ada.play(table, seat, action)
        wait_for(lambda: len(house.room(table).listeners) == 1)
        for seat in (1, 0):
            ada.act(table, "offer", seat, what="undo")
        with house.person().sit_down(table) as again:
            again.hear("sync")
            ada.play(table, 0, "stone c3")
            news = again.hear("update")["seats"]["watch"]
            assert [line["action"] for line in news["log"]] == ["stone c3"]
