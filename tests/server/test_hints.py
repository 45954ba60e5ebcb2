"""Hints at a table with people elsewhere are a choice, and what no seat can choose is told to all alike."""

from __future__ import annotations

import random
from typing import Any

import pytest

from siegeworks.bots import Thought
from siegeworks.bots.plans import Plan
from siegeworks.core.phrases import said
from siegeworks.games import Game
from siegeworks.match import Match
from siegeworks.server import wire
from siegeworks.server.store import Event
from siegeworks.server.table import Table
from tests.server.house import House, Person, pair


@pytest.fixture
def quick(house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """A house whose hints need no thinking."""

    async def sure(game: Game, view: Any, *_: Any) -> Plan:
        thought = Thought(0, (), 0.5, (), 1, 0.0, None, said("said", text="It is strong."))
        return Plan(((view, Match.new(game.name, 2, chance=("start 0",)).legal_numbers()[0]),), thought)

    monkeypatch.setattr(house.inside.thinkers, "hint", sure)
    return house


def asked(person: Person, table: str) -> str:
    """What a hint is answered with: its type, or the code of the sentence that refuses it."""
    told = person.act(table, "hint", 0)
    return str(told["says"]["code"]) if told["type"] == "refused" else str(told["type"])


@pytest.mark.parametrize("others", ["me", "1"], ids=["at the same screen", "a bot"])
def test_where_nobody_plays_against_people_elsewhere_there_are_hints(quick: House, others: str) -> None:
    ada = quick.person()
    made = ada.make("siegestones", "me", others, start=0)
    assert made["table"]["hints"]
    assert asked(ada, made["table"]["id"]) == "hint"


def test_against_people_there_are_none_unless_that_was_chosen(quick: House) -> None:
    ada, ben, table = pair(quick)
    assert [person.sync(table)["table"]["hints"] for person in (ada, ben, quick.person())] == [False] * 3
    assert asked(ada, table) == "hints-off"
    with ada.sit_down(table) as here:
        here.hear("sync")
        told = here.ask(type="hint", seat=0)
        assert (told["type"], told["code"], told["says"]["code"]) == ("refused", "illegal", "hints-off")
        ada.play(table, 0, "stone d4")
        assert here.hear("update")["table"]["hints"] is False


def test_who_chose_hints_has_them_and_everybody_is_told(quick: House) -> None:
    ada, ben, table = pair(quick, hints=True)
    assert [person.sync(table)["table"]["hints"] for person in (ada, ben, quick.person())] == [True] * 3
    assert asked(ada, table) == "hint"
    ada.act(table, "resign", 0)
    ada.act(table, "offer", 0, what="rematch")
    ben.act(table, "accept", 1, what="rematch")
    assert ben.sync(ben.sync(table)["table"]["next"])["table"]["hints"]  # the same at the next table


def test_hints_can_be_switched_off_against_bots_too(quick: House) -> None:
    ada = quick.person()
    table = ada.make("siegestones", "me", "1", start=0, hints=False)["table"]["id"]
    assert asked(ada, table) == "hints-off"


def test_an_open_seat_is_for_somebody_until_a_bot_has_it(quick: House) -> None:
    ada = quick.person()
    table = ada.make("siegestones", "me", "open", start=0)["table"]["id"]
    assert asked(ada, table) == "hints-off"
    ada.act(table, "seat_bot", 1, level=1)
    assert asked(ada, table) == "hint"


def test_a_bot_that_sits_in_for_somebody_brings_no_hints(quick: House) -> None:
    ada, ben, table = pair(quick)
    ben.act(table, "leave", 1)
    ada.act(table, "sit_in", 1, level=1)
    assert asked(ada, table) == "hints-off"


# Where there is no choice


def table_of(match: Match) -> Table:
    """A table whose match goes on from there, with everybody at one screen."""
    setup = {
        "game": match.game.name,
        "version": match.game.rules.VERSION,
        "seed": "00" * 32,
        "public": False,
        "position": match.position(),
        "seats": [{"kind": "person", "people": ["ada"]}] * match.seats,
    }
    return Table(Event("t", 0, 0, 0, "made", setup))


def without_a_choice() -> Match:
    """A match of an open game whose seat to move has one legal action."""
    match, dice = Match.new("charge", 2, seed=1), random.Random(1)
    while len(match.legal()) != 1:
        match.play(dice.choice(match.legal()))
    return match


def test_in_an_open_game_one_legal_action_is_seen_by_all() -> None:
    assert not wire.is_forced(table_of(Match.new("charge", 2, seed=1)), 0)
    match = without_a_choice()
    table, mover = table_of(match), match.to_move
    assert isinstance(mover, int)
    assert [wire.is_forced(table, seat) for seat in (None, mover, 1 - mover)] == [False, True, False]


def test_it_is_told_to_the_seat_that_is_to_act_and_to_no_other(house: House) -> None:
    ada, ben = house.person(), house.person()
    match = without_a_choice()
    made = ada.make("charge", "me", "open", position=match.position())
    ben.join(made, 1)
    told = [person.sync(made["table"]["id"])["seats"][str(seat)]["forced"] for seat, person in enumerate((ada, ben))]
    assert told == [seat == match.to_move for seat in (0, 1)]
    assert house.person().sync(made["table"]["id"])["seats"]["watch"]["forced"] is False


def test_where_cards_are_hidden_a_hand_without_a_choice_is_not_told() -> None:
    """A game that says nothing of it is never forced, whatever its seats hold."""
    match = Match.new("siege", 2, seed=1)
    seen = 0
    for _ in range(300):
        if match.result is not None:
            break
        assert isinstance(match.to_move, int)
        if len(match.legal()) == 1:
            seen += 1
            assert not wire.is_forced(table_of(match), match.to_move)
        match.play(match.default())
    assert seen
