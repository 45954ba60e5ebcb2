"""A moment of a finished game is tried again: judged by its analysis, from what its seat could see."""

from __future__ import annotations

import random
from typing import Any

import pytest

from siegeworks import Match
from siegeworks.core.phrases import Sentence
from siegeworks.sentences import render
from tests.compiled import compile_game
from tests.server.house import House, Person, wait_for

# Blue can take a fourth tower at once; if it does not, Yellow can.
WIN_IN_ONE = {"seats": 2, "to_move": 0, "start": 0, "board": "T.Ty/b.T.T/byTy../y..T.../...T.b/Tbb.b/...."}


def missed(house: House) -> tuple[Person, str]:
    """A game in which Blue missed a win, and which Yellow then left."""
    compile_game("siegestones")
    ada = house.person()
    table = str(ada.make("siegestones", "me", "me", position=WIN_IN_ONE)["table"]["id"])
    ada.play(table, 0, "stone a1")
    ada.act(table, "resign", 1)
    return ada, table


def analysed(person: Person, table: str) -> dict[str, Any]:
    assert person.call("POST", f"/tables/{table}/analysis").status_code == 202
    found = wait_for(lambda: (said := person.get(f"/tables/{table}/analysis"))["state"] != "running" and said)
    assert found["state"] == "done", found
    return dict(found)


def tried(person: Person, table: str, action: str, ply: int = 0) -> dict[str, Any]:
    return dict(person.call("POST", f"/tables/{table}/retry/{ply}", json={"action": action}).json())


def words(sentences: list[dict[str, Any]]) -> list[str]:
    return [render(Sentence(each["code"], each["args"], each["rule"])) for each in sentences]


def test_a_missed_win_is_looked_for_until_it_is_found(house: House) -> None:
    ada, table = missed(house)
    found = analysed(ada, table)
    (moment,) = [each for each in found["moments"] if each["ply"] == 0]
    assert moment["gave"]["code"] == "gave-line"
    assert moment["line"][0] == "stone a1"
    stranger = house.person()
    there = stranger.get(f"/tables/{table}/retry/0")
    assert (there["ply"], there["seat"], there["view"]["board"]) == (0, 0, WIN_IN_ONE["board"])
    assert moment["better"] in [each["action"] for each in there["legal"]]
    wrong = tried(stranger, table, "stone a2")
    assert (wrong["found"], words(wrong["says"])[0]) == (False, "Not yet: win chance 0 % instead of 100 %.")
    assert words(wrong["says"])[1].startswith("It lets Yellow win the game")
    right = tried(stranger, table, moment["better"])
    assert (right["found"], words(right["says"])) == (True, ["That is it: win chance 100 %."])


def test_only_decisions_of_an_analysed_game_can_be_tried(house: House) -> None:
    ada, table = missed(house)
    assert ada.call("GET", f"/tables/{table}/retry/0").json()["says"]["code"] == "nothing-to-retry"
    analysed(ada, table)
    assert ada.call("GET", f"/tables/{table}/retry/1").json()["says"]["code"] == "nothing-to-retry"
    assert tried(ada, table, "stone a1", ply=7)["says"]["code"] == "nothing-to-retry"
    assert tried(ada, table, "tower d9")["code"] == "unknown"
    assert tried(ada, table, "stone g4")["code"] == "illegal"
    running = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    assert ada.call("GET", f"/tables/{running}/retry/1").json()["code"] == "over"


def test_what_was_hidden_from_the_seat_stays_hidden(house: House) -> None:
    compile_game("bluffstones")
    ada = house.person()
    table = ada.make("bluffstones", "me", "me", start=0)["table"]["id"]
    for seat in (0, 1):
        ada.play(table, seat, "bid b")
    ada.act(table, "resign", 1)
    found = analysed(ada, table)
    second = found["best"][1]["ply"]
    assert (
        ada.get(f"/tables/{table}/replay/{second}")["view"]["bids"]
        != ada.get(f"/tables/{table}/retry/{second}")["view"]["bids"]
    )


@pytest.mark.parametrize("game", ["charge", "nobles"])
def test_the_action_that_was_played_is_answered_with_the_figures_of_its_moment(house: House, game: str) -> None:
    """In games with a net, which judged the match."""
    compile_game(game)
    ada, dice = house.person(), random.Random(3)
    match = Match.new(game, 2, seed=3)
    for _ in range(6):
        match.play(dice.choice(match.legal()))
    for seat in match.staying[1:]:
        match.resign(seat)
    table = str(ada.call("POST", "/records", content=match.record()).json()["id"])
    found = analysed(ada, table)
    assert found["moments"]
    for moment in found["moments"]:
        (told, *_) = tried(ada, table, moment["action"], moment["ply"])["says"]
        figures = {each: moment["says"]["args"][each] for each in ("kept", "value")}
        assert (told["code"], told["args"]) == ("retry-not", figures)
        (told,) = tried(ada, table, moment["better"], moment["ply"])["says"]
        assert (told["code"], told["args"]["value"]) == ("retry-found", figures["value"])
