"""What takes long is done in threads: whoever asks for it holds up nobody else."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from siegeworks import Match, positions, records
from siegeworks.games import GAMES
from siegeworks.server import exports, questions, wire
from siegeworks.server.limits import Limits
from siegeworks.server.table import Table
from tests.contract.test_positions import CHANGES, changed, paths, positions_of
from tests.server.house import PATIENCE_S, PROXY, House, Person
from tests.server.test_tables import winter
from tests.tables import Table as Asked
from tests.tables import play_out


@pytest.fixture
def alone(tmp_path) -> Iterator[House]:
    """A server that has nothing to do for other tests meanwhile."""
    with House(tmp_path) as house:
        yield house


def finished(game: str = "siegestones", seed: int = 1) -> str:
    return play_out(Match.new(game, 2, seed=seed), random.Random(seed)).record()


def bring(person: Person, text: str) -> str:
    """Bring a record; the table it is at."""
    answer = person.call("POST", "/records", content=text.encode())
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


class Watch:
    """Notes in which threads something is done."""

    def __init__(self, patch: pytest.MonkeyPatch, place: Any, name: str) -> None:
        self.threads: set[int | None] = set()
        done = getattr(place, name)

        def noted(*given: Any, **named: Any) -> Any:
            self.threads.add(threading.get_ident())
            return done(*given, **named)

        patch.setattr(place, name, noted)

    def assert_off(self, house: House) -> None:
        assert self.threads
        assert house.thread.ident not in self.threads


def test_records_are_read_off_the_loop(alone: House, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, ada = Watch(monkeypatch, records, "read"), alone.person()
    text = finished()
    bring(ada, text)
    ada.make("siegestones", "me", "me", record=text, ply=3)
    reading.assert_off(alone)


def test_positions_are_read_off_the_loop(alone: House, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, ada = Watch(monkeypatch, positions, "fill"), alone.person()
    ada.make("siege", "me", "me", position=Match.new("siege", 2, seed=1).position())
    reading.assert_off(alone)


def test_tables_are_read_from_the_store_off_the_loop(alone: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = alone.person()
    kept = bring(ada, finished("siege"))
    alone.inside.loop.call_soon_threadsafe(alone.inside.rooms.drop, kept)
    folding, logs = Watch(monkeypatch, Table, "folded"), Watch(monkeypatch, wire, "log")
    assert ada.sync(kept)["seats"]["watch"]["log"]
    assert ada.sync(kept)["seats"]["watch"]["log"]
    folding.assert_off(alone)
    logs.assert_off(alone)


@pytest.mark.parametrize(
    ("name", "path"),
    [("replay", "replay"), ("replay_position", "replay/7"), ("record", "record"), ("picture", "picture?ply=7")],
)
def test_what_is_taken_away_is_made_off_the_loop(
    alone: House, monkeypatch: pytest.MonkeyPatch, name: str, path: str
) -> None:
    ada = alone.person()
    kept, making = bring(ada, finished()), Watch(monkeypatch, exports, name)
    assert ada.call("GET", f"/tables/{kept}/{path}").status_code == 200
    making.assert_off(alone)


def test_reasons_are_looked_for_off_the_loop(alone: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, looking = alone.person(), Watch(monkeypatch, questions, "_best_refusal")
    table = ada.make("nobles", "me", "me")["table"]["id"]
    seat = ada.sync(table)["table"]["waiting"][0]
    assert ada.act(table, "why", seat, verb="remove", targets=[])["ok"] is False
    looking.assert_off(alone)


def test_layouts_are_judged_off_the_loop_and_only_played_on_it(alone: House, monkeypatch: pytest.MonkeyPatch) -> None:
    people, table, seat = winter(alone)
    judging, mine = Watch(monkeypatch, questions, "_trial"), people[seat]
    city = mine.sync(table)["seats"][str(seat)]["view"]["cities"][seat]
    owned = [*city["hand"], *city["forts"].values()]
    layout = {"discard": sorted(owned, key=lambda card: card == "JK")[: max(0, len(owned) - 5)]}
    asked = mine.act(table, "arrange", seat, layout=layout)
    assert asked["ok"], asked
    assert mine.act(table, "arrange", seat, layout=layout, confirm=True)["type"] == "answer"
    judging.assert_off(alone)
    refused = mine.act(table, "arrange", seat, layout=layout, confirm=True)
    assert refused["code"] in ("not_your_turn", "illegal")


def held(patch: pytest.MonkeyPatch, is_begun: threading.Event, may_end: threading.Event) -> None:
    """Records are read when they may."""
    read = records.read

    def waits(text: str, make: Any) -> Match:
        is_begun.set()
        assert may_end.wait(PATIENCE_S)
        return read(text, make)

    patch.setattr(records, "read", waits)


def test_a_record_that_takes_long_holds_up_nobody(alone: House, monkeypatch: pytest.MonkeyPatch) -> None:
    is_begun, may_end, text = threading.Event(), threading.Event(), finished()
    ada, ben = alone.person(), alone.person()
    table = ben.make("siegestones", "me", "me", start=0)["table"]["id"]
    held(monkeypatch, is_begun, may_end)
    with ThreadPoolExecutor(1) as others:
        answer = others.submit(bring, ada, text)
        assert is_begun.wait(PATIENCE_S)
        assert ben.play(table, 0, "stone d4")["type"] == "answer"
        assert ben.act(table, "why", 1, action="stone d4")["ok"] is False
        assert not answer.done()
        may_end.set()
        assert answer.result(PATIENCE_S)


def test_one_person_has_only_so_much_under_way(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_begun, may_end, text = threading.Event(), threading.Event(), finished()
    home = "203.0.113.5"
    with House(tmp_path, limits=Limits(requests=1), proxies=PROXY) as house, ThreadPoolExecutor(2) as others:
        ada, ben = house.person(home), house.person(home)
        ada.get("/me"), ben.get("/me")
        other = Person(house.port, ada.cookie, home)
        held(monkeypatch, is_begun, may_end)
        answer = others.submit(bring, ada, text)
        assert is_begun.wait(PATIENCE_S)
        refused = other.call("POST", "/records", content=text.encode())
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        assert refused.json()["reason"].startswith("You have 1 requests under way")
        his = others.submit(bring, ben, text)  # at the same address
        may_end.set()
        assert answer.result(PATIENCE_S)
        assert his.result(PATIENCE_S)


# Nonsense


@pytest.mark.parametrize("game", GAMES)
def test_a_table_from_nonsense_is_refused_or_made(house: House, game: str) -> None:
    dice, ada = random.Random(3), house.person()
    seats = GAMES[game].seats[0]
    for position in positions_of(Asked(game, seats, {}), 3, 2):
        for path in dice.choices(list(paths(position)), k=8):
            for how, value in dice.sample(CHANGES, 5):
                made = json.dumps(changed(position, path, how, value))
                wish = f'{{"game": "{game}", "seats": {json.dumps([{"kind": "me"}] * seats)}, "position": {made}}}'
                assert_sound(ada.call("POST", "/tables", content=wish.encode(), headers=JSON))


JSON = {"content-type": "application/json"}
RAW: dict[str, Callable[[], str]] = {
    "deep lists": lambda: "[" * 20_000 + "]" * 20_000,
    "deep objects": lambda: '{"a":' * 9_000 + "1" + "}" * 9_000,
    "a large number": lambda: "1" + "0" * 5_000,
    "a larger number than 64 bits": lambda: str(2**64),
    "half a letter": lambda: '"\\ud800"',
    "NaN": lambda: "NaN",
    "500 equal cards": lambda: json.dumps(["9H"] * 500),
}


@pytest.mark.parametrize("what", RAW)
@pytest.mark.parametrize("field", ["year", "deck", "cities", "to_move", "seats", "gone", "comment"])
def test_a_field_of_nonsense_is_never_a_fault(house: House, what: str, field: str) -> None:
    wish = (
        f'{{"game": "siege", "seats": [{{"kind": "me"}}, {{"kind": "me"}}], "position": {{"{field}": {RAW[what]()}}}}}'
    )
    assert_sound(house.person().call("POST", "/tables", content=wish.encode(), headers=JSON))


def assert_sound(answer: Any) -> None:
    assert answer.status_code in (201, 400, 422), answer.text
    if answer.status_code != 201:
        assert answer.json()["type"] == "refused"
        assert answer.json()["reason"].isprintable()
