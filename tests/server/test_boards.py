"""Studies on a server: made of anything, changed by their owner, looked at by all, with an engine beside them."""

from __future__ import annotations

import asyncio
import concurrent.futures
import json
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest

from siegeworks import Match, Study
from siegeworks.analysis import analyse
from siegeworks.bots import Budget
from siegeworks.server.store import CannotSave
from tests.matches import played
from tests.server.house import PATIENCE_S, House, Person, wait_for

EMPTY = {"game": "siegestones", "seats": 2}


def made(person: Person, **wish: Any) -> str:
    answer = person.call("POST", "/studies", json=wish)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def act(person: Person, study: str, do: str, status: int = 200, **rest: Any) -> dict[str, Any]:
    answer = person.call("POST", f"/studies/{study}/act", json={"do": do, **rest})
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


def record_of(person: Person, study: str) -> str:
    return person.call("GET", f"/studies/{study}/record").text


def built(person: Person) -> str:
    """A study with a variation inside another, a comment, marks and an arrow."""
    study = made(person, **EMPTY)
    start = act(person, study, "play", node=0, action="start 0")["node"]
    first = act(person, study, "play", node=start, action="stone d4")["node"]
    other = act(person, study, "play", node=start, action="stone e5")["node"]
    act(person, study, "play", node=other, action="tower d4")
    act(person, study, "play", node=other, action="tower a1")
    act(person, study, "comment", node=other, text="Further out.\nPerhaps.")
    act(person, study, "draw", node=first, marks=["d4"], arrows=[["d4", "e5"]])
    return study


BUILT = """\
chance start 0
0 stone d4
# {"marks": ["d4"], "arrows": [["d4", "e5"]]}
| 0 stone e5
| # Further out.
| # Perhaps.
| 1 tower d4
| | 1 tower a1
"""


def test_a_tree_is_built_kept_and_exported(house: House) -> None:
    ada = house.person()
    study = built(ada)
    assert record_of(ada, study).split("\n\n")[1] == BUILT
    told = ada.get(f"/studies/{study}")
    assert [node["action"] for node in told["nodes"]] == ["", "start 0", "stone d4", "stone e5", "tower d4", "tower a1"]
    assert told["nodes"][3]["comment"] == "Further out.\nPerhaps."
    assert told["nodes"][3]["says"][0]["says"]["code"].startswith("siegestones.")
    assert (told["yours"], told["can_undo"], told["can_redo"]) == (True, True, False)
    again = made(ada, record=record_of(ada, study))
    assert record_of(ada, again) == record_of(ada, study)


def test_a_study_is_there_after_a_restart(house: House) -> None:
    ada = house.person()
    study = built(ada)
    house.inside.boards._open.clear()
    assert record_of(ada, study).split("\n\n")[1] == BUILT
    assert act(ada, study, "undo")["study"]["can_redo"]
    house.inside.boards._open.clear()
    assert act(ada, study, "redo")["study"]["can_redo"] is False
    assert record_of(ada, study).split("\n\n")[1] == BUILT


def test_what_could_not_be_stored_is_not_there_for_whoever_waited_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the next change would be stored after one that is not, and the study could not be read any more."""
    ada = house.person()
    study = made(ada, **EMPTY)
    start, boards = act(ada, study, "play", node=0, action="start 0")["node"], house.inside.boards
    append, find, found = boards._store.append, boards.find, list[str]()

    async def finding(name: str) -> Any:
        board = await find(name)
        found.append(name)
        return board

    async def failing(entry: Any) -> None:
        while len(found) < 3:
            await asyncio.sleep(0.01)
        monkeypatch.setattr(boards._store, "append", append)
        raise CannotSave("closing-nothing-saved")

    monkeypatch.setattr(boards, "find", finding)
    monkeypatch.setattr(boards._store, "append", failing)
    with concurrent.futures.ThreadPoolExecutor(3) as aside:
        lost = aside.submit(act, ada, study, "play", 503, node=start, action="stone d4")
        wait_for(lambda: len(found) == 1)
        kept = aside.submit(act, ada, study, "play", node=start, action="stone e5")
        wait_for(lambda: len(found) == 2)
        looked = aside.submit(ada.get, f"/studies/{study}")
        lost.result()
        node = kept.result()["node"]
        assert "stone d4" not in [each["action"] for each in looked.result()["nodes"]]
    act(ada, study, "comment", node=node, text="Kept.")
    boards._open.clear()
    assert record_of(ada, study).split("\n\n")[1] == "chance start 0\n0 stone e5\n# Kept.\n"


def test_every_change_can_be_undone_and_done_again(house: House) -> None:
    ada = house.person()
    study = built(ada)
    act(ada, study, "promote", node=4)
    act(ada, study, "delete", node=2)
    texts = [record_of(ada, study)]
    while act(ada, study, "undo")["study"]["can_undo"]:
        texts.append(record_of(ada, study))
    refused = act(ada, study, "undo", 422)
    assert refused["says"]["code"] == "no-change-to-undo"
    assert "\n\n\n" not in texts[-1]
    assert texts[-1].split("\n\n")[1] == "chance start 0\n"
    texts.append(record_of(ada, study))
    for text in reversed(texts[:-1]):
        act(ada, study, "redo")
        assert record_of(ada, study) == text
    assert act(ada, study, "redo", 422)["says"]["code"] == "no-change-to-redo"
    act(ada, study, "undo")
    act(ada, study, "comment", node=0, text="Otherwise.")
    assert act(ada, study, "redo", 422)["says"]["code"] == "no-change-to-redo"


def test_only_its_owner_changes_a_study_and_all_look(house: House) -> None:
    ada, ben = house.person(), house.person()
    study = built(ada)
    told = ben.get(f"/studies/{study}")
    assert told["yours"] is False
    assert act(ben, study, "comment", 403, node=0, text="Mine.")["says"]["code"] == "not-your-study"
    assert ben.call("DELETE", f"/studies/{study}").status_code == 403
    assert ben.call("GET", f"/tables/{study}").status_code == 404
    assert ada.get("/me/tables")["tables"] == []
    assert ada.call("DELETE", f"/studies/{study}").status_code == 200
    assert ada.call("GET", f"/studies/{study}").status_code == 404


def test_who_is_forgotten_takes_their_studies_along(house: House) -> None:
    ada, ben = house.person(), house.person()
    study = built(ada)
    assert ada.call("DELETE", "/me").status_code == 200
    assert ben.call("GET", f"/studies/{study}").status_code == 404


def test_a_study_of_a_finished_table_has_its_match_and_an_unfinished_one_has_none(house: House) -> None:
    ada = house.person()
    table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    refused = ada.call("POST", "/studies", json={"table": table})
    assert (refused.status_code, refused.json()["says"]["code"]) == (409, "replay-not-yet")
    ada.play(table, 0, "stone d4")
    ada.act(table, "resign", 1)
    study = made(ada, table=table)
    assert record_of(ada, study) == ada.call("GET", f"/tables/{table}/record").text
    assert ada.get(f"/studies/{study}")["nodes"][-1]["action"] == "resign"


@pytest.mark.parametrize(
    ("wish", "code", "rule"),
    [
        ({}, "bad_setup", None),
        ({"game": "chess"}, "bad_setup", None),
        ({"game": "siegestones", "seats": 5}, "bad_setup", "T-1"),
        ({"game": "siegestones", "position": {"board": "T"}}, "bad_position", "T-1"),
        ({"record": "Siegeworks: 2\nGame: siegestones 1\nSeats: 2\n\n| chance start 0\n"}, "bad_record", None),
    ],
    ids=["nothing", "no game", "seats", "position", "record"],
)
def test_what_no_study_can_be_of_is_refused(house: House, wish: dict[str, Any], code: str, rule: str | None) -> None:
    answer = house.person().call("POST", "/studies", json=wish)
    assert (answer.status_code, answer.json()["code"]) == (422, code), answer.text
    if rule:
        assert answer.json()["rule"] is not None


def test_an_act_that_cannot_be_is_refused_and_changes_nothing(house: House) -> None:
    ada = house.person()
    study = built(ada)
    assert act(ada, study, "play", 422, node=2, action="stone d4")["rule"] == "T-12"
    assert act(ada, study, "play", 422, node=99, action="stone d4")["says"]["code"] == "no-such-node"
    assert act(ada, study, "play", 422, node=2)["says"]["code"] == "no-draw-now"
    assert act(ada, study, "draw", 422, node=2, marks=["d9"])["says"]["code"] == "no-such-cell"
    assert act(ada, study, "delete", 422, node=0)["says"]["code"] == "root-stays"
    assert act(ada, study, "dance", 422, node=0)["code"] == "malformed"
    assert record_of(ada, study).split("\n\n")[1] == BUILT


def test_eyes_are_chosen_and_draws_are_chosen_or_left_to_chance(house: House) -> None:
    ada = house.person()
    study, node = made(ada, game="siege", seats=2), 0
    first = ada.get(f"/studies/{study}/nodes/0")
    assert (first["to_move"], len(first["draws"]), first["legal"]) == ("chance", 2, [])
    assert sum(draw["share"] for draw in first["draws"]) == pytest.approx(1)
    for _ in range(2):
        node = act(ada, study, "play", node=node)["node"]
    node = act(ada, study, "roll", node=node)["node"]
    assert act(ada, study, "roll", 422, node=node)["says"]["code"] == "no-draw-now"
    shown = ada.get(f"/studies/{study}/nodes/{node}")
    seen = ada.get(f"/studies/{study}/nodes/{node}?seat=1")
    assert isinstance(shown["view"]["cities"][0]["hand"], list)
    assert isinstance(seen["view"]["cities"][1]["hand"], list)
    assert seen["view"]["cities"][0]["hand"]["known"] == []
    assert shown["legal"]
    assert shown["prompt"]["code"]
    assert ada.call("GET", f"/studies/{study}/nodes/{node}?seat=2").status_code == 422


def test_pictures_have_marks_and_may_move(house: House) -> None:
    ada = house.person()
    study = built(ada)
    still = ada.call("GET", f"/studies/{study}/nodes/2/picture")
    moving = ada.call("GET", f"/studies/{study}/nodes/2/picture?moving=true")
    assert still.headers["content-type"] == "image/svg+xml"
    assert "<animate" in moving.text
    assert still.text == Study.from_record(record_of(ada, study)).svg(Study.from_record(record_of(ada, study)).node(2))


def test_the_engine_looks_further_each_time_and_agrees_with_an_analysis(house: House) -> None:
    match = played(lines=12)
    judged = next(each for each in analyse(match, Budget(simulations=300)).decisions if each.ply == 11)
    ada = house.person()
    study = made(ada, record=match.record())
    text = ada.call("GET", f"/studies/{study}/nodes/11/engine?simulations=300").text
    (found,) = map(json.loads, text.splitlines())
    assert found["done"]
    assert found["lines"][0]["action"] == judged.best
    assert found["values"][judged.seat] == judged.value
    assert [line["value"] for line in found["lines"]] == [choice.value for choice in judged.choices[:3]]
    assert sum(found["values"]) == pytest.approx(1)
    assert ada.call("GET", f"/studies/{study}/nodes/0/engine").json()["says"]["code"] == "nothing-to-choose"


def test_the_engine_streams(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siegeworks.server.boards.FIRST_SIMULATIONS", 10)
    monkeypatch.setattr("siegeworks.server.boards.MOST_SIMULATIONS", 40)
    monkeypatch.setattr("siegeworks.server.boards.LONGEST_S", 1_000.0)
    ada = house.person()
    study = made(ada, record=played(lines=6).record())
    found = [json.loads(line) for line in ada.call("GET", f"/studies/{study}/nodes/6/engine").text.splitlines()]
    assert [each["simulations"] for each in found] == [10, 20, 40]
    assert [each["done"] for each in found] == [False, False, True]
    assert all(each["lines"][0]["says"] for each in found)


def test_the_engine_stops_when_its_reader_leaves(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    boards, ended = house.inside.boards, threading.Event()
    think = boards.think

    async def watched(*asked: Any) -> AsyncIterator[bytes]:
        try:
            async for line in think(*asked):
                yield line
        finally:
            ended.set()

    def found(match: Match, count: int, eyes: int | None) -> tuple[dict[str, Any], float]:
        return {"seat": 0, "simulations": count, "values": [], "proven": None, "lines": []}, 0.0

    monkeypatch.setattr(boards, "think", watched)
    monkeypatch.setattr("siegeworks.server.boards.lines_at", found)
    monkeypatch.setattr("siegeworks.server.boards.MOST_SIMULATIONS", float("inf"))
    ada = house.person()
    study = made(ada, record=played(lines=6).record())
    with ada.web.stream("GET", f"/studies/{study}/nodes/6/engine") as answer:
        assert not json.loads(next(answer.iter_lines()))["done"]
    assert ended.wait(PATIENCE_S)


@pytest.mark.parametrize(("path", "is_framed"), [("/embed/abc", True), ("/study/abc", False), ("/api/games", False)])
def test_only_embedded_studies_may_stand_in_a_frame(house: House, path: str, is_framed: bool) -> None:
    headers = house.person().call("GET", f"http://127.0.0.1:{house.port}{path}").headers
    assert ("frame-ancestors *" in headers["content-security-policy"]) is is_framed
    assert ("frame-ancestors 'none'" in headers["content-security-policy"]) is not is_framed
    assert ("x-frame-options" in headers) is not is_framed


def test_studies_count_as_records(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siegeworks.server.boards.MOST_ACTS", 2)
    ada = house.person()
    study = made(ada, **EMPTY)
    for text in ("a", "b"):
        act(ada, study, "comment", node=0, text=text)
    assert act(ada, study, "comment", 429, node=0, text="c")["says"]["code"] == "study-too-long"
    assert Match.from_record(record_of(ada, study)).ply == 0


def judged(person: Person, status: int = 200, **wish: Any) -> dict[str, Any]:
    answer = person.call("POST", "/positions", json=wish)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_every_change_of_a_position_is_judged_by_the_rules(house: House) -> None:
    ada = house.person()
    begun = judged(ada, game="siegestones", tidy=True)
    position = begun["position"]
    assert (begun["says"], begun["whole"]["to_move"], "to_move" in position) == (None, 0, False)
    assert [choice["value"] for choice in begun["fields"][0]["choices"]] == ["b", "y", "T"]
    one = {**position, "board": "..../...../....../...b.../....../...../...."}
    assert judged(ada, game="siegestones", position=one)["whole"]["to_move"] == 1
    other = judged(ada, game="siegestones", position={**one, "board": one["board"].replace("b", "y")})
    assert (other["whole"], other["rule"], other["says"]["code"]) == (None, "T-8", "siegestones.more-stones-than-turns")
    assert other["position"]["board"].count("y") == 1
    study = made(ada, game="siegestones", position=one)
    assert ada.get(f"/studies/{study}/nodes/0")["view"]["board"] == one["board"]
    assert judged(ada, 422, game="chess")["code"] == "bad_setup"
    assert judged(ada, 422, game="siegestones", seats=5)["code"] == "bad_setup"
    assert judged(ada, game="siegestones", position={"seats": 9})["rule"] == "T-2"


def test_the_seats_of_a_position_are_those_of_the_fields(house: House) -> None:
    found = judged(house.person(), game="siegestones", position={"seats": 3})
    assert len(found["fields"][0]["choices"]) == 4  # three colours and the tower


def test_the_engine_tells_the_values_of_every_seat(house: House) -> None:
    ada = house.person()
    study = made(ada, record=played(3, lines=9).record())
    text = ada.call("GET", f"/studies/{study}/nodes/9/engine?simulations=200").text
    (found,) = map(json.loads, text.splitlines())
    assert found["values"][found["seat"]] == found["lines"][0]["value"]
    assert (len(found["values"]), min(found["values"]) >= 0) == (3, True)
    assert sum(found["values"]) == pytest.approx(1)


def why(person: Person, study: str, node: int, eyes: int | None = None, **asked: Any) -> dict[str, Any]:
    place = f"/studies/{study}/nodes/{node}/why" + ("" if eyes is None else f"?seat={eyes}")
    found: dict[str, Any] = person.call("POST", place, json=asked).json()
    return found


def test_what_cannot_be_played_is_told_with_its_rule(house: House) -> None:
    ada = house.person()
    study = built(ada)
    taken = why(ada, study, 2, targets=["cell:d4"], verb="tower")
    assert (taken["ok"], taken["rule"], taken["sentence"]["code"]) == (False, "T-12", "siegestones.holds-stone")
    assert why(ada, study, 2, targets=["cell:e5"])["ok"]
    assert why(ada, study, 0, targets=["cell:d4"])["sentence"]["code"] == "draw-comes-next"
    assert why(ada, study, 2, targets=["row:3"])["sentence"]["code"] == "nothing-points-there"
    assert why(ada, study, 2, 1, targets=["cell:d4"])["sentence"]["code"] == "siegestones.holds-stone"


def test_through_the_eyes_of_another_it_is_not_the_turn_of_these(house: House) -> None:
    ada = house.person()
    study = made(ada, game="siege", seats=2)
    node = act(ada, study, "roll", node=0)["node"]
    mover = ada.get(f"/studies/{study}/nodes/{node}")["to_move"]
    refused = why(ada, study, node, 1 - mover, targets=[f"seat:{mover}"])
    assert refused["sentence"]["code"] == "not-your-turn"


def test_studies_have_names_and_are_listed_for_whoever_made_them(house: House) -> None:
    ada, ben = house.person(), house.person()
    first, second = made(ada, **EMPTY), made(ada, game="siege", seats=2)
    assert act(ada, first, "name", node=0, text="  Corners ")["study"]["name"] == "Corners"
    act(ada, first, "play", node=0, action="start 0")
    assert act(ada, first, "undo")["study"]["name"] == "Corners"
    house.inside.boards._open.clear()
    assert ada.get(f"/studies/{first}")["name"] == "Corners"
    listed = ada.get("/me/studies")["studies"]
    assert sorted((one["id"], one["game"], one["name"]) for one in listed) == sorted(
        [(first, "siegestones", "Corners"), (second, "siege", "")]
    )
    assert listed[0]["changed"] >= listed[1]["changed"]
    assert ben.get("/me/studies") == {"studies": []}
    ben_sees = ben.call("POST", f"/studies/{first}/act", json={"do": "name", "node": 0, "text": "Mine"})
    assert ben_sees.status_code == 403
    assert act(ada, first, "name", 422, node=0, text="x" * 81)["code"] == "malformed"
    assert act(ada, first, "name", 422, node=99, text="x")["says"]["code"] == "no-such-node"
    ada.call("DELETE", f"/studies/{second}")
    assert [one["id"] for one in ada.get("/me/studies")["studies"]] == [first]


def test_the_book_of_openings_is_told_beside_a_line(house: House) -> None:
    ada = house.person()
    study = made(ada, **EMPTY)
    node = act(ada, study, "play", node=0, action="start 0")["node"]
    told = ada.get(f"/studies/{study}/nodes/{node}/openings")
    first = told["moves"][0]
    assert told["games"] >= 500
    assert first["low"] <= first["share"] <= first["high"]
    assert sum(first["by"].values()) == first["times"]
    assert first["targets"] == [f"cell:{first['action'].split()[1]}"]
    siege = made(ada, game="siege", seats=2)
    assert ada.get(f"/studies/{siege}/nodes/0/openings") == {"games": 0, "moves": []}
