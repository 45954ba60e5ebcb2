"""What comes of a clock that runs out, when clocks begin to run, and that nobody gains time by a trick."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from siegeworks import GAMES, Match
from siegeworks.bots.simple import RandomBot
from siegeworks.server.clocks import Clock
from siegeworks.server.house import FAULTY_MS
from siegeworks.server.manners import ABSENT_MS
from siegeworks.server.room import Room
from siegeworks.server.store import Entry, Event, Shelf, Sitting
from siegeworks.server.table import Table
from siegeworks.server.thinkers import Thinkers
from tests.server.house import House, Person, pair, store_of, wait_for
from tests.server.test_survival import Rogue

MOVE_S = 60
KINDS: list[dict[str, Any]] = [
    {"kind": "move", "seconds": MOVE_S},
    {"kind": "total", "seconds": MOVE_S, "increment": 5},
    {"kind": "days", "seconds": MOVE_S},
]
every_kind = pytest.mark.parametrize("clock", KINDS, ids=[clock["kind"] for clock in KINDS])


def run_out(house: House) -> None:
    """More time passes than anybody has."""
    house.let_pass((MOVE_S + 5) * 1000)


def told_when(person: Person, table: str, is_so: Any) -> dict[str, Any]:
    """The table, once something is so."""
    found: dict[str, Any] = wait_for(lambda: is_so(said := person.sync(table)) and said)
    return found


def is_over(told: dict[str, Any]) -> bool:
    return bool(told["table"]["over"])


def three(house: House, game: str = "siegestones", **wish: Any) -> tuple[list[Person], str]:
    """Three people at a table of three; the first begins where that can be chosen."""
    people = [house.person() for _ in range(3)]
    made = people[0].make(game, "me", "open", "open", start=0, **wish)
    for seat in (1, 2):
        people[seat].join(made, seat)
    return people, made["table"]["id"]


# The flag loses


@every_kind
def test_with_two_seats_who_runs_out_of_time_loses(house: House, clock: dict[str, Any]) -> None:
    ada, ben, table = pair(house, clock=clock)
    assert ada.sync(table)["table"]["clock"]["flag"] == "loses"  # where nothing else is chosen
    run_out(house)
    told = told_when(ben, table, is_over)
    result = told["table"]["result"]
    assert (result["winners"], result["reason"], result["says"]["code"]) == ([1], "time", "end-time")
    assert told["table"]["notice"]["code"] == "resign-time"
    assert told["table"]["seats"][0]["clock_ms"] == 0
    last = told["seats"]["1"]["log"][-1]
    assert (last["seat"], last["action"], last["says"][0]["says"]["code"]) == (0, "resign", "resign-time")
    assert ada.play(table, 0, "stone d4")["code"] == "over"
    record = ben.call("GET", f"/tables/{table}/record").text
    assert "\n0 resign # time\n" in record
    assert Match.from_record(record).ending == "time"


@every_kind
def test_with_three_seats_who_runs_out_of_time_leaves_and_the_others_play_on(
    house: House, clock: dict[str, Any]
) -> None:
    (ada, ben, cyd), table = three(house, clock=clock)
    run_out(house)
    told = told_when(ben, table, lambda told: told["table"]["waiting"] == [1])
    assert not told["table"]["over"]
    assert told["table"]["seats"][0]["gone"]
    assert told["table"]["seats"][1]["clock_ms"] == MOVE_S * 1000  # the others have lost nothing by it
    assert ben.play(table, 1, "stone d4")["type"] == "answer"
    run_out(house)
    result = told_when(ada, table, is_over)["table"]["result"]
    assert (result["winners"], result["reason"]) == ([1], "time")
    assert cyd.sync(table)["table"]["seats"][2]["gone"]


def test_a_fault_at_one_table_stops_no_other_clock(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is it the end of clocks on this server."""
    broken, (_ada, ben, whole) = pair(house, clock=KINDS[0])[2], pair(house, clock=KINDS[0])
    fall, failed = house.inside.flags.fall, list[str]()

    async def fails(room: Room) -> None:
        if room.table.id == broken:
            failed.append(broken)
            raise RuntimeError("a fault of ours")
        await fall(room)

    monkeypatch.setattr(house.inside.flags, "fall", fails)
    run_out(house)
    told_when(ben, whole, is_over)
    assert failed
    failed.clear()
    house.let_pass(FAULTY_MS)
    wait_for(lambda: failed)  # it is tried again


def test_the_loss_is_heard_over_the_socket(house: House) -> None:
    _ada, ben, table = pair(house, clock=KINDS[0])
    with ben.sit_down(table) as there:
        there.hear("sync")
        run_out(house)
        while not (heard := there.hear("update"))["table"]["over"]:
            pass
        assert heard["table"]["result"]["reason"] == "time"
        assert heard["table"]["notice"]["code"] == "resign-time"


def test_a_loss_on_time_is_the_same_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        _ada, ben, table = pair(house, clock=KINDS[0])
        run_out(house)
        before, cookie = told_when(ben, table, is_over), ben.cookie
    with House(tmp_path) as house:
        assert Person(house.port, cookie).sync(table) == before


def test_who_bids_in_time_is_not_waited_for(house: House) -> None:
    """Of three that choose at once, those without a bid leave, and the others' bids stand."""
    (ada, ben, cyd), table = three(house, "bluffstones", clock=KINDS[0])
    assert ben.play(table, 1, "bid b")["type"] == "answer"
    assert cyd.play(table, 2, "bid yy")["type"] == "answer"
    run_out(house)
    told = told_when(ada, table, lambda told: told["table"]["seats"][0]["gone"])
    assert not told["table"]["over"]
    bids = [line["seat"] for line in told["seats"]["0"]["log"] if line["action"].startswith("bid")]
    assert sorted(bids) == [1, 2]


def test_when_everybody_s_time_runs_out_at_once_they_share_the_result(house: House) -> None:
    ada, _ben, table = pair(house, "bluffstones", clock=KINDS[0], start=None)
    run_out(house)
    result = told_when(ada, table, is_over)["table"]["result"]
    assert (result["winners"], result["reason"], result["says"]["code"]) == ([0, 1], "time", "end-shared-time")


def test_who_is_out_of_time_can_do_nothing_to_escape_it(house: House) -> None:
    """Before the house notices: no undo, no draw that was offered, no bot that sits in."""
    ada, ben, table = pair(house, clock=KINDS[0])
    ada.play(table, 0, "stone d4")
    ben.play(table, 1, "stone e5")
    assert ben.act(table, "offer", 1, what="draw")["type"] == "answer"
    room = house.room(table)
    house.call(room.lock.acquire())  # the house cannot notice yet
    run_out(house)
    room.lock.release()
    for kind, rest in (("accept", {"what": "draw"}), ("offer", {"what": "undo"}), ("sit_in", {"level": 1})):
        assert ada.act(table, kind, 0, **rest)["code"] in ("illegal", "over")
    assert told_when(ben, table, is_over)["table"]["result"]["winners"] == [1]


def test_a_seat_that_has_left_is_on_no_clock(house: House) -> None:
    """In Siege its cards are played on, by the house."""
    (ada, ben, _cyd), table = three(house, "siege", clock=KINDS[0])
    ada.act(table, "resign", 0)
    told = told_when(ben, table, lambda told: told["table"]["waiting"] != [0])
    assert not told["table"]["seats"][0]["clock_runs"]
    assert not told["table"]["over"]


# The clock plays


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[House]:
    """A house whose bots need not think."""
    with House(tmp_path, thinkers=Thinkers(lambda game, name: RandomBot(game))) as house:
        yield house


@every_kind
def test_where_the_clock_plays_it_says_for_whom(quick: House, clock: dict[str, Any]) -> None:
    house = quick
    ada, ben, table = pair(house, clock={**clock, "flag": "plays"})
    ada.play(table, 0, "stone d4")
    ben.play(table, 1, "stone a1")
    run_out(house)
    told = told_when(ben, table, lambda told: told["table"]["waiting"] == [1])
    assert told["table"]["notice"]["code"] == "time-ran-out"
    last = told["seats"]["1"]["log"][-1]
    assert last["says"][0]["kind"] == "clock"
    assert last["says"][0]["says"]["code"] == "time-ran-out"
    assert "# time" in ada.call("GET", f"/tables/{table}/record").text
    assert not told["table"]["over"]


class Chooser:
    """A bot that plays the last of the legal actions, and notes what it was shown."""

    name = "chooser"

    def __init__(self, seen: list[Any]) -> None:
        self.seen = seen

    def choose(self, view: Any, budget: Any, dice: Any) -> tuple[int, Any]:
        self.seen.append(view.copy())
        return 48, None


def test_the_clock_s_move_is_the_bot_s_from_the_seat_s_view_and_not_the_default(tmp_path: Path) -> None:
    seen: list[Any] = []
    levels: list[str] = []

    def make(_game: Any, level: str) -> Any:
        levels.append(level)
        return Chooser(seen)

    with House(tmp_path, thinkers=Thinkers(make)) as house:
        ada, ben, table = pair(house, clock={**KINDS[0], "flag": "plays"})
        run_out(house)
        told = told_when(ben, table, lambda told: told["table"]["waiting"] == [1])
        last = told["seats"]["1"]["log"][-1]["action"]
        assert last == GAMES["siegestones"].words.ACTION_NAMES[48]
        assert levels == ["level1"]
        view = Match.new("siegestones", 2, chance=("start 0",)).seat_view(0)
        assert seen[0].tobytes() == view.tobytes()
        assert ada.sync(table)["table"]["seats"][1]["clock_ms"] == MOVE_S * 1000


def test_should_the_bot_fail_the_rules_default_is_played(tmp_path: Path) -> None:
    with House(tmp_path, thinkers=Thinkers(lambda *_: Rogue("crashes", None))) as house:  # type: ignore[arg-type]
        _ada, ben, table = pair(house, clock={**KINDS[0], "flag": "plays"})
        run_out(house)
        told = told_when(ben, table, lambda told: told["table"]["waiting"] == [1])
        assert told["seats"]["1"]["log"][-1]["action"] == "stone a1"
        assert told["table"]["notice"]["code"] == "time-ran-out"


def test_a_secret_choice_of_the_clock_is_told_when_all_are_in(quick: House) -> None:
    house = quick
    ada, ben, table = pair(house, "bluffstones", clock={**KINDS[0], "flag": "plays"}, start=None)
    assert ada.play(table, 0, "bid b")["type"] == "answer"
    run_out(house)
    told = told_when(ada, table, lambda told: len(told["seats"]["0"]["log"]) > 8)
    lines = [line for line in told["seats"]["0"]["log"] if any(said["kind"] == "clock" for said in line["says"])]
    assert [line["seat"] for line in lines] == [1]
    assert ben.sync(table)["table"]["seats"][1]["gone"] is False


def test_tables_begun_before_there_was_a_choice_go_on_as_they_were_begun(tmp_path: Path) -> None:
    """Their events fold to the same match, and their clocks play."""
    setup = {
        "game": "siegestones",
        "version": GAMES["siegestones"].rules.VERSION,
        "options": {},
        "seed": "00" * 32,
        "public": True,
        "clock": {"kind": "move", "seconds": MOVE_S, "increment": 0},
        "seats": [{"kind": "person", "people": ["ada"]}, {"kind": "person", "people": ["ben"]}],
        "start": 0,
    }
    note = {"code": "time-ran-out", "args": {"seat": {"seat": 0, "of": "siegestones"}}, "rule": None}
    events = [
        Event("old", 0, 0, 0, "made", setup),
        Event("old", 1, 0, 60_000, "act", {"seat": 0, "note": note, "actions": ["stone a1"]}),
        Event("old", 2, 0, 70_000, "act", {"seat": 1, "id": "x", "actions": ["stone d4"]}),
    ]

    async def fill() -> None:
        store = store_of(tmp_path)
        await store.open()
        sittings = [Sitting("old", 0, "ada"), Sitting("old", 1, "ben")]
        await store.append(Entry(events, sittings, [Shelf("old", "siegestones", "ada", True, 0, False, 130_000)]))
        await store.keep_tick(70_000)
        await store.close()

    asyncio.run(fill())
    with House(tmp_path) as house:
        watcher = house.person()
        told = watcher.sync("old")
        assert told["table"]["clock"]["flag"] == "plays"
        assert told["table"]["awaited"] == []
        log = told["seats"]["watch"]["log"]
        assert [line["action"] for line in log] == ["start 0", "stone a1", "stone d4"]
        assert not any(said["kind"] == "clock" for line in log for said in line["says"])
        run_out(house)
        told = told_when(watcher, "old", lambda told: told["table"]["waiting"] == [1])
        assert not told["table"]["over"]


# When clocks begin


def test_no_clock_runs_before_everybody_sits(house: House) -> None:
    ada, ben = house.person(), house.person()
    made = ada.make("siegestones", "me", "open", start=0, clock=KINDS[0])
    table = made["table"]["id"]
    house.let_pass(10 * MOVE_S * 1000)
    seats = ada.sync(table)["table"]["seats"]
    assert [(seat["clock_ms"], seat["clock_runs"]) for seat in seats] == [(MOVE_S * 1000, False)] * 2
    ben.join(made, 1)
    house.let_pass(1000)
    seats = ada.sync(table)["table"]["seats"]
    assert [(seat["clock_ms"], seat["clock_runs"]) for seat in seats] == [(59_000, True), (60_000, False)]


def rematch(house: House, clock: dict[str, Any]) -> tuple[Person, Person, str]:
    """Two people who agreed to play again; nobody has looked at the new table yet."""
    ada, ben, table = pair(house, clock=clock)
    ada.act(table, "resign", 0)
    ada.act(table, "offer", 0, what="rematch")
    assert ada.sync(table)["table"]["next"] is None  # no table and no clock before all agree
    ben.act(table, "accept", 1, what="rematch")
    return ada, ben, str(ada.sync(table)["table"]["next"])


@every_kind
def test_the_clock_of_a_rematch_waits_until_everybody_has_come(house: House, clock: dict[str, Any]) -> None:
    ada, ben, table = rematch(house, clock)
    watcher = house.person()
    house.let_pass(10 * MOVE_S * 1000)
    assert watcher.sync(table)["table"]["awaited"] == [0, 1]  # who only watches starts no clock
    assert ada.sync(table)["table"]["awaited"] == [1]
    house.let_pass(10 * MOVE_S * 1000)
    told = ada.sync(table)["table"]
    assert not told["over"]
    assert {seat["clock_ms"] for seat in told["seats"]} == {MOVE_S * 1000}
    with ben.sit_down(table) as there:
        assert there.hear("sync")["table"]["awaited"] == []
        assert any(seat["clock_runs"] for seat in there.last["table"]["seats"])
    run_out(house)
    assert told_when(ada, table, is_over)["table"]["result"]["reason"] == "time"


@pytest.mark.parametrize("asker", [0, 1], ids=["who lost", "who won"])
def test_a_rematch_is_agreed_to_by_who_lost_on_time_as_by_who_won(house: House, asker: int) -> None:
    *people, table = pair(house, clock=KINDS[0])
    run_out(house)
    told_when(people[0], table, is_over)
    people[asker].act(table, "offer", asker, what="rematch")
    assert people[0].sync(table)["table"]["next"] is None
    people[1 - asker].act(table, "accept", 1 - asker, what="rematch")
    assert people[0].sync(table)["table"]["next"] is not None


def test_a_rematch_does_not_wait_for_those_who_left_and_went_away(house: House) -> None:
    (ada, ben, cyd), table = three(house)
    cyd.act(table, "resign", 2)
    cyd.act(table, "leave", 2)
    ben.act(table, "resign", 1)
    ada.act(table, "offer", 0, what="rematch")
    assert ada.sync(table)["table"]["next"] is None
    ben.act(table, "accept", 1, what="rematch")
    assert ada.sync(table)["table"]["next"] is not None


def test_who_has_come_is_still_known_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada, ben, table = rematch(house, KINDS[0])
        ada.sync(table)
        cookies = ada.cookie, ben.cookie
    with House(tmp_path) as house:
        watcher, ben = house.person(), Person(house.port, cookies[1])
        assert watcher.sync(table)["table"]["awaited"] == [1]
        ben.sync(table)
        assert watcher.sync(table)["table"]["awaited"] == []


def test_a_bot_may_sit_in_for_somebody_who_does_not_come_to_a_rematch(house: House) -> None:
    ada, _ben, table = rematch(house, KINDS[2])
    ada.sync(table)
    house.let_pass(2 * ABSENT_MS - 1)
    assert ada.act(table, "sit_in", 1, level=1)["code"] == "illegal"  # days for a move
    house.let_pass(MOVE_S * 1000)
    assert ada.act(table, "sit_in", 1, level=1)["type"] == "answer"
    told = told_when(ada, table, lambda told: told["table"]["waiting"] == [0])
    assert told["table"]["seats"][0]["clock_runs"]  # a bot need not come


def test_with_days_and_a_flag_that_loses_nobody_is_replaced_who_has_time_left(house: House) -> None:
    ada, ben, table = pair(house, clock={"kind": "days", "seconds": 24 * 3600})
    ada.play(table, 0, "stone d4")
    house.let_pass(10 * ABSENT_MS)
    assert ada.act(table, "sit_in", 1, level=1)["code"] == "illegal"
    ben.act(table, "leave", 1)
    assert ada.act(table, "sit_in", 1, level=1)["type"] == "answer"  # who says so has left


# No tricks


@pytest.mark.parametrize("clock", KINDS[:2], ids=["move", "total"])
def test_taking_back_gives_no_time(house: House, clock: dict[str, Any]) -> None:
    ada, _ben, table = pair(house, clock=clock)
    house.let_pass(50_000)
    for _ in range(3):
        ada.play(table, 0, "stone d4")
        assert ada.act(table, "offer", 0, what="undo")["type"] == "answer"
        assert ada.sync(table)["table"]["seats"][0]["clock_ms"] == 10_000


def test_a_bot_that_sits_in_for_a_moment_gives_no_time(tmp_path: Path) -> None:
    with House(tmp_path, bot_pause_s=3600.0) as house:
        ada, _ben, table = pair(house, clock=KINDS[0])
        house.let_pass(50_000)
        ada.act(table, "sit_in", 0, level=1)
        ada.act(table, "take_back", 0)
        assert ada.sync(table)["table"]["seats"][0]["clock_ms"] == 10_000


def test_whoever_takes_over_a_seat_has_the_whole_move(house: House) -> None:
    ada, ben, table = pair(house, clock=KINDS[0])
    ada.play(table, 0, "stone d4")
    house.let_pass(50_000)
    ben.call("DELETE", "/me")
    links = ada.sync(table)["table"]["seats"]
    assert links[1]["kind"] == "open"
    key = house.inside.identities.key(table, 1, house.room(table).table.seats[1].round)
    cyd = house.person()
    assert cyd.call("POST", f"/tables/{table}/join", json={"key": key}).status_code == 200
    assert cyd.sync(table)["table"]["seats"][1]["clock_ms"] == MOVE_S * 1000


def test_only_those_whose_time_ran_out_first_are_late() -> None:
    clock = Clock.of({"kind": "total", "seconds": 60, "increment": 0, "flag": "loses"}, 3)
    clock.left = [1000, 500, 500]
    assert clock.late(499, [0, 1, 2]) == []
    assert clock.late(5000, [0, 1, 2]) == [1, 2]
    assert clock.late(5000, [0]) == [0]
    assert clock.late(5000, []) == []


def test_what_is_chosen_about_a_clock_is_checked(house: House) -> None:
    ada = house.person()
    wish = {"game": "siegestones", "seats": [{"kind": "me"}, {"kind": "open"}]}
    answer = ada.call("POST", "/tables", json={**wish, "clock": {**KINDS[0], "flag": "sleeps"}})
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
    made = ada.call("POST", "/tables", json={**wish, "clock": {**KINDS[0], "flag": "plays"}}).json()
    assert made["table"]["clock"] == {"kind": "move", "seconds": MOVE_S, "increment": 0, "flag": "plays"}


def test_a_rematch_keeps_the_clock_and_what_it_does(house: House) -> None:
    ada, _ben, table = rematch(house, {**KINDS[1], "flag": "plays"})
    assert ada.sync(table)["table"]["clock"] == {**KINDS[1], "flag": "plays"}
    stored = house.call(house.inside.store.load(table))
    assert stored is not None
    assert Table.folded(stored).clock == house.room(table).table.clock
