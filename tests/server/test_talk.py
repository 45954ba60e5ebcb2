"""What people say to each other at a table: phrases of a closed list, for everybody there, and never too many."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from siegeworks.server.guards import TooMany
from siegeworks.server.talk import MOST, MOST_A_MINUTE, PHRASES, TOLD, Talk
from tests.server.house import House, Person, pair


def said(person: Person, table: str) -> list[tuple[int, str]]:
    return [(each["seat"], each["phrase"]) for each in person.sync(table)["table"]["talk"]]


def say(person: Person, table: str, seat: int, phrase: str = "hello") -> str:
    """What comes of it: "answer", or the code of the refusal."""
    told = person.act(table, "say", seat, phrase=phrase)
    return str(told["type"] if told["type"] == "answer" else told["says"]["code"])


def test_everybody_there_hears_a_phrase_and_finds_it_again_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada, ben, table = pair(house)
        with ben.sit_down(table) as there, house.person().sit_down(table) as watching:
            assert there.hear("sync")["table"]["talk"] == []
            assert say(ada, table, 0, "good-luck") == "answer"
            for socket in (there, watching):
                told: dict[str, Any] = {}
                while not told.get("table", {}).get("talk"):
                    told = socket.hear("sync", "update")
                assert told["table"]["talk"] == [{"n": 0, "seat": 0, "phrase": "good-luck"}]
        assert say(ben, table, 1, "have-fun") == "answer"
    with House(tmp_path) as house:
        assert said(house.person(), table) == [(0, "good-luck"), (1, "have-fun")]


def test_a_phrase_changes_nothing_of_the_match(house: House) -> None:
    """A move that was on its way is played, an undo stays free, and who is to move stays so."""
    ada, ben, table = pair(house)
    seq = ada.sync(table)["seq"]
    say(ben, table, 1)
    assert ada.play(table, 0, "stone d4", seq=seq)["type"] == "answer"
    say(ben, table, 1)
    assert ada.sync(table)["table"]["undo"] == {"0": "free"}
    assert ben.sync(table)["table"]["waiting"] == [1]
    assert [line["action"] for line in ben.sync(table)["seats"]["1"]["log"]] == ["start 0", "stone d4"]


def test_people_talk_after_the_end_too(house: House) -> None:
    ada, ben, table = pair(house)
    ada.act(table, "resign", 0)
    assert say(ben, table, 1, "good-game") == "answer"
    assert said(ada, table) == [(1, "good-game")]


def test_where_only_bots_and_oneself_sit_nobody_hears(house: House) -> None:
    ada = house.person()
    table = ada.make("siegestones", "me", "2")["table"]["id"]
    assert say(ada, table, 0) == "nobody-to-talk-to"
    shared = ada.make("siegestones", "me", "me")["table"]["id"]
    assert say(ada, shared, 0) == "nobody-to-talk-to"


def test_nobody_talks_from_anothers_seat_or_without_one(house: House) -> None:
    ada, _, table = pair(house)
    assert say(ada, table, 1) == "not-your-seat"
    assert say(house.person(), table, 0) == "not-your-seat"
    assert said(ada, table) == []


def test_only_phrases_of_the_list_can_be_said(house: House) -> None:
    ada, _, table = pair(house)
    for phrase in ("", "rude", "hello ", 7, None, "<b>hello</b>"):
        assert ada.act(table, "say", 0, phrase=phrase)["code"] == "malformed"
    assert len(PHRASES) == len(set(PHRASES)) == 30


def test_who_says_much_has_to_wait_and_the_others_have_not(house: House) -> None:
    ada, ben, table = pair(house)
    assert [say(ada, table, 0) for _ in range(MOST_A_MINUTE + 1)] == ["answer"] * MOST_A_MINUTE + ["said-too-fast"]
    assert ada.act(table, "say", 0, phrase="hello")["retry_s"] == 60
    assert say(ben, table, 1) == "answer"
    house.let_pass(61_000)
    assert say(ada, table, 0) == "answer"


def test_a_seat_has_said_enough_at_last() -> None:
    talk = Talk()
    for tick in range(MOST):
        talk.check(0, tick * 60_000)
        talk.say(0, "hello", tick * 60_000)
    with pytest.raises(TooMany):
        talk.check(0, MOST * 60_000)
    talk.check(1, MOST * 60_000)
    assert len(talk.told()) == TOLD
