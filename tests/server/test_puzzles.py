"""Puzzles on a server: asked without their solution, judged, rated, asked again, run against the clock, forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from siegeworks.puzzles import shelf, solving
from siegeworks.puzzles.shelf import Shelved
from siegeworks.server.puzzles import LIVES, RUN_S
from siegeworks.server.store.solving import Solver
from tests.server.house import House, Person

GAME = "siegestones"
NOON = 1_800_000_000.0
MINUTE_S, DAY_S = 60, 24 * 3600
ASKED = {"puzzle", "game", "seats", "seat", "view", "legal", "prompt", "task", "rating", "solved"}


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """A server gives up what takes very long, and compiling may."""
    found = first()
    for action in (found.puzzle.solution, wrong(found)):
        solving.answer(found.game, found.puzzle, action)


@pytest.fixture(autouse=True)
def clock(house: House) -> Iterator[list[float]]:
    """The seconds since 1970, which stand still."""
    now, before = [NOON], house.inside.puzzles.clock
    house.inside.puzzles.clock = lambda: now[0]
    yield now
    house.inside.puzzles.clock = before


def first(game: str = GAME) -> Shelved:
    return next(each for each in shelf.shelf().values() if each.game.name == game)


def wrong(found: Shelved) -> str:
    legal = found.puzzle.match(found.game).legal()
    return next(action for action in legal if action != found.puzzle.solution)


def answer(person: Person, found: Shelved, action: str | None, status: int = 200) -> dict[str, Any]:
    told = person.call("POST", f"/puzzles/{found.name}/answer", json={"action": action})
    assert told.status_code == status, told.text
    data: dict[str, Any] = told.json()
    return data


def game_of(person: Person) -> dict[str, Any]:
    return next(each for each in person.get("/puzzles")["games"] if each["game"] == GAME)


def codes(sentences: list[dict[str, Any]]) -> list[str]:
    return [each["code"] for each in sentences]


def test_a_puzzle_is_asked_without_its_solution_and_solved(house: House) -> None:
    ada, found = house.person(), first()
    asked = ada.get(f"/puzzles/{found.name}")
    assert asked.keys() == ASKED
    assert asked["solved"] is None
    assert found.puzzle.solution in [each["action"] for each in asked["legal"]]
    told = answer(ada, found, found.puzzle.solution)
    assert told["right"]
    assert codes(told["says"])[0] == "puzzle-right"
    assert told["solution"]["action"] == found.puzzle.solution
    assert [each["code"] for each in told["themes"]] == [f"{GAME}.theme-{theme}" for theme in found.puzzle.themes]
    assert told["rating"]["after"] > told["rating"]["before"]
    assert told["again"] is None
    assert (game_of(ada)["solved"], game_of(ada)["rating"]) == (1, told["rating"]["after"])
    assert ada.get(f"/puzzles/{found.name}")["solved"] is True
    assert answer(ada, found, found.puzzle.solution)["rating"] is None


def test_a_wrong_answer_is_played_out_with_rules_and_the_solution_stays_here(house: House) -> None:
    ada, found = house.person(), first()
    told = answer(ada, found, wrong(found))
    assert not told["right"]
    assert codes(told["says"])[0] == "puzzle-wrong"
    assert (told["solution"], told["themes"]) == (None, [])
    assert len(told["steps"]) > 1
    assert all(says["rule"] for step in told["steps"] for says in step["says"])
    assert told["rating"]["after"] < told["rating"]["before"]
    after = answer(ada, found, found.puzzle.solution)
    assert after["right"]
    assert after["rating"] is None
    assert game_of(ada)["solved"] == 0


def test_whoever_gives_up_is_told_the_solution_but_not_that_it_was_right(house: House) -> None:
    ada, found = house.person(), first()
    told = answer(ada, found, None)
    assert not told["right"]
    assert told["solution"]["action"] == found.puzzle.solution
    assert "puzzle-right" not in codes(told["says"])
    assert told["rating"]["after"] < told["rating"]["before"]


def test_what_was_missed_is_asked_again_when_it_is_due(house: House, clock: list[float]) -> None:
    ada, found = house.person(), first()
    assert answer(ada, found, wrong(found))["again"] == (NOON + 10 * MINUTE_S) * 1000
    assert ada.get("/puzzles")["later"] == (NOON + 10 * MINUTE_S) * 1000
    refused = ada.call("GET", "/puzzles/next?way=missed")
    assert (refused.status_code, refused.json()["says"]["code"]) == (404, "no-puzzle-due")
    clock[0] += 10 * MINUTE_S
    assert (ada.get("/puzzles")["due"], game_of(ada)["due"]) == (1, 1)
    assert ada.get("/puzzles/next?way=missed")["puzzle"] == found.name
    assert ada.call("GET", "/puzzles/next?way=missed&game=siege").status_code == 404
    told = answer(ada, found, found.puzzle.solution)
    assert told["rating"] is None
    assert told["again"] >= (clock[0] + DAY_S) * 1000
    assert ada.get("/puzzles")["due"] == 0


def test_what_cannot_be_played_is_refused_with_its_rule_and_changes_nothing(house: House) -> None:
    ada, found = house.person(), first()
    legal = found.puzzle.match(found.game).legal()
    action = next(name for name in found.game.words.ACTION_NAMES if name.startswith("stone") and name not in legal)
    refused = answer(ada, found, action, 422)
    assert refused["rule"]
    assert ada.get(f"/puzzles/{found.name}")["solved"] is None
    asked = {"targets": [f"cell:{action.split()[1]}"], "verb": "stone"}
    told = ada.call("POST", f"/puzzles/{found.name}/why", json=asked).json()
    assert (told["ok"], told["rule"]) == (False, refused["rule"])
    assert ada.call("GET", "/puzzles/siegestones-0000000000").status_code == 404


def test_the_puzzle_of_the_day_is_the_same_for_all_until_midnight(house: House, clock: list[float]) -> None:
    ada, ben = house.person(), house.person()
    while ada.get("/puzzles")["day"]["game"] != GAME:
        clock[0] += DAY_S
    day = ada.get("/puzzles")["day"]
    answer(ben, shelf.shelf()[day["puzzle"]], None)
    assert ben.get("/puzzles")["day"] == {**day, "solved": False}
    clock[0] += DAY_S - NOON % DAY_S - 1
    assert ada.get("/puzzles")["day"] == day
    clock[0] += 1
    assert ada.get("/puzzles")["day"]["puzzle"] != day["puzzle"]


def test_one_near_my_rating_is_asked_and_of_a_theme_if_it_is_named(house: House) -> None:
    ada = house.person()
    asked = ada.get(f"/puzzles/next?game={GAME}&theme=block")
    assert "block" in shelf.shelf()[asked["puzzle"]].puzzle.themes
    assert ada.call("GET", f"/puzzles/next?game={GAME}&theme=nonsense").status_code == 404
    assert ada.call("GET", "/puzzles/next?game=chess").status_code == 404
    lesson = ada.get(f"/puzzles/lessons/{GAME}/block")["puzzles"]
    assert all("block" in shelf.shelf()[name].puzzle.themes for name in lesson)


def begin(person: Person, game: str | None = GAME) -> dict[str, Any]:
    told: dict[str, Any] = person.call("POST", "/puzzles/run", json={"game": game}).json()
    return told


def go_on(person: Person, run: dict[str, Any], is_right: bool, status: int = 200) -> dict[str, Any]:
    found = shelf.shelf()[run["next"]["puzzle"]]
    action = found.puzzle.solution if is_right else wrong(found)
    wish = {"game": run["game"], "puzzle": found.name, "action": action}
    told = person.call("POST", "/puzzles/run/answer", json=wish)
    assert told.status_code == status, told.text
    data: dict[str, Any] = told.json()
    return data


def test_a_run_ends_with_the_third_miss_and_the_best_is_kept(house: House) -> None:
    ada = house.person()
    run = begin(ada)
    assert (run["left_ms"], run["lives"]) == (RUN_S * 1000, LIVES)
    run = go_on(ada, run, is_right=True)["run"]
    before = run
    for lives in range(LIVES - 1, -1, -1):
        told = go_on(ada, run, is_right=False)
        assert not told["right"]
        run = told["run"]
        assert run["lives"] == lives
    assert (run["next"], run["solved"], run["best"]) == (None, 1, 1)
    assert go_on(ada, before, is_right=True, status=409)["says"]["code"] == "run-over"
    assert game_of(ada)["best"] == 1
    assert game_of(ada)["rating"] is None
    assert begin(ada)["best"] == 1


def test_a_run_ends_with_its_time_and_an_answer_counts_once(house: House, clock: list[float]) -> None:
    ada = house.person()
    begun = begin(ada, None)
    second = go_on(ada, begun, is_right=True)["run"]
    run = go_on(ada, second, is_right=True)["run"]
    assert go_on(ada, begun, is_right=True, status=409)["says"]["code"] == "run-went-on"
    clock[0] += RUN_S + 1
    last = go_on(ada, run, is_right=True)["run"]  # it was under way when the time ran out
    assert (last["next"], last["left_ms"], last["solved"]) == (None, 0, 3)
    clock[0] += RUN_S
    assert go_on(ada, second, is_right=True, status=409)["says"]["code"] == "run-over"
    assert ada.get("/puzzles")["best"] == 3


def test_an_answer_in_a_run_that_is_sent_again_counts_once_and_the_run_goes_on(house: House) -> None:
    """The first time its answer was lost, and whoever sent it knows nothing of the next puzzle."""
    ada = house.person()
    run = begin(ada)
    told = go_on(ada, run, is_right=False)
    assert go_on(ada, run, is_right=False) == told
    for _ in range(LIVES - 1):
        run = told["run"]
        told = go_on(ada, run, is_right=False)
    assert told["run"]["next"] is None
    assert go_on(ada, run, is_right=False) == told


def test_what_was_missed_in_a_run_is_asked_again_too(house: House, clock: list[float]) -> None:
    ada = house.person()
    run = begin(ada)
    go_on(ada, run, is_right=False)
    clock[0] += 10 * MINUTE_S
    assert ada.get("/puzzles/next?way=missed")["puzzle"] == run["next"]["puzzle"]


def test_who_is_forgotten_leaves_no_answer_behind(house: House) -> None:
    ada, found = house.person(), first()
    answer(ada, found, wrong(found))
    begin(ada)
    person = house.inside.identities.person(ada.cookie)
    assert person is not None
    assert house.call(house.inside.store.solver(person)).answers == {found.name: False}
    cookie = ada.cookie
    assert ada.call("DELETE", "/me").status_code == 200
    assert house.call(house.inside.store.solver(person)) == Solver({}, {}, {}, {})
    assert Person(house.port, cookie).get(f"/puzzles/{found.name}")["solved"] is None


def test_puzzles_are_rated_by_all_who_answer(house: House) -> None:
    found = shelf.of_game(first().game)[5]
    before = house.person().get(f"/puzzles/{found.name}")["rating"]
    for _ in range(3):
        answer(house.person(), found, None)
    assert house.person().get(f"/puzzles/{found.name}")["rating"] > before
