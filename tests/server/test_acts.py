"""Every act once: the same `action_id` gives the same answer and one event, whatever the act and however it is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from siegeworks.server import messages
from siegeworks.server.acts import ACTS, NotYourSeat
from siegeworks.server.manners import ABSENT_MS
from tests.server.house import House, Live, Person, pair
from tests.server.test_tables import winter

Case = tuple[Person, str, dict[str, Any]]
"""Who acts, at which table, and the act."""


def playing(house: House) -> Case:
    ada, _, table = pair(house)
    return ada, table, {"type": "play", "seat": 0, "action": "stone d4"}


def bidding(house: House) -> Case:
    ada, _, table = pair(house, "bluffstones")
    return ada, table, {"type": "play", "seat": 0, "action": "bid -"}


def arranging(house: House) -> Case:
    people, table, seat = winter(house)
    city = people[seat].sync(table)["seats"][str(seat)]["view"]["cities"][seat]
    owned = [*city["hand"], *city["forts"].values()]
    layout = {"discard": sorted(owned, key=lambda card: card == "JK")[: max(0, len(owned) - 5)]}
    return people[seat], table, {"type": "arrange", "seat": seat, "layout": layout, "confirm": True}


def resigning(house: House) -> Case:
    ada, _, table = pair(house)
    return ada, table, {"type": "resign", "seat": 0}


def undoing(house: House) -> Case:
    """A free undo: sent twice it took back two moves."""
    ada = house.person()
    table = ada.make("siegestones", "me", "me", start=0)["table"]["id"]
    for seat, action in enumerate(("stone d4", "stone e5")):
        ada.play(table, seat, action)
    return ada, table, {"type": "offer", "seat": 1, "what": "undo"}


def offering(house: House) -> Case:
    ada, _, table = pair(house)
    return ada, table, {"type": "offer", "seat": 0, "what": "draw"}


def offering_a_rematch_alone(house: House) -> Case:
    ada = house.person()
    table = ada.make("siegestones", "me", "1", start=0)["table"]["id"]
    ada.act(table, "resign", 0)
    return ada, table, {"type": "offer", "seat": 0, "what": "rematch"}


def accepting(house: House) -> Case:
    ada, ben, table = pair(house)
    ada.act(table, "offer", 0, what="draw")
    return ben, table, {"type": "accept", "seat": 1, "what": "draw"}


def accepting_a_rematch(house: House) -> Case:
    ada, ben, table = pair(house)
    ada.act(table, "resign", 0)
    ada.act(table, "offer", 0, what="rematch")
    return ben, table, {"type": "accept", "seat": 1, "what": "rematch"}


def declining(house: House) -> Case:
    ada, ben, table = pair(house)
    ada.act(table, "offer", 0, what="draw")
    return ben, table, {"type": "decline", "seat": 1, "what": "draw"}


def leaving(house: House) -> Case:
    ada, _, table = pair(house)
    return ada, table, {"type": "leave", "seat": 0}


def sitting_in(house: House) -> Case:
    ada, _, table = pair(house)
    house.let_pass(2 * ABSENT_MS)
    return ada, table, {"type": "sit_in", "seat": 1, "level": 1}


def seating_a_bot(house: House) -> Case:
    ada = house.person()
    table = ada.make("siegestones", "me", "open", start=0)["table"]["id"]
    return ada, table, {"type": "seat_bot", "seat": 1, "level": 1}


def taking_back(house: House) -> Case:
    ada, _, table = pair(house)
    ada.act(table, "sit_in", 0, level=1)
    ada.play(table, 1, "stone d4")
    return ada, table, {"type": "take_back", "seat": 0}


CASES: dict[str, list[Callable[[House], Case]]] = {
    "play": [playing, bidding],
    "arrange": [arranging],
    "resign": [resigning],
    "offer": [offering, undoing, offering_a_rematch_alone],
    "accept": [accepting, accepting_a_rematch],
    "decline": [declining],
    "leave": [leaving],
    "sit_in": [sitting_in],
    "seat_bot": [seating_a_bot],
    "take_back": [taking_back],
}
every_act = pytest.mark.parametrize(
    "case", [case for cases in CASES.values() for case in cases], ids=lambda case: case.__name__
)


def events_of(house: House, table: str, action_id: str) -> int:
    """How many events of a table carry an id."""
    stored = house.call(house.inside.store.load(table))
    assert stored is not None
    return sum(event.data.get("id") == action_id for event in stored.events)


@every_act
def test_an_act_sent_again_happens_once_and_is_answered_alike(house: House, case: Callable[[House], Case]) -> None:
    person, table, act = case(house)
    address, act = f"/tables/{table}/act", {**act, "action_id": "once"}
    first = person.call("POST", address, json=act)
    assert first.status_code == 200, first.text
    assert person.call("POST", address, json=act).json() == first.json()
    with person.sit_down(table) as there:
        assert there.ask(**act) == first.json()
    with person.sit_down(table) as again:
        assert again.ask(**act) == first.json()
    assert events_of(house, table, "once") == 1


@every_act
def test_an_act_sent_again_after_a_restart_happens_once(tmp_path: Path, case: Callable[[House], Case]) -> None:
    with House(tmp_path) as house:
        person, table, act = case(house)
        cookie, act = person.cookie, {**act, "action_id": "once"}
        with Live(person, table) as there:
            first = there.ask(**act)
            assert first["type"] == "answer", first
    with House(tmp_path) as house:
        again = Person(house.port, cookie).call("POST", f"/tables/{table}/act", json=act).json()
        assert again == first
        assert events_of(house, table, "once") == 1


def test_every_kind_of_act_is_tried() -> None:
    asked = {"preview", "why", "hint", "ping"}
    kinds = {get_args(kind.model_fields["type"].annotation)[0] for kind in get_args(get_args(messages.Act)[0])}
    assert kinds - asked == set(ACTS) == set(CASES)


def test_whoever_lost_the_seat_while_waiting_does_not_act_for_it(house: House) -> None:
    ada, _, table = pair(house)
    room = house.room(table)
    (person,) = room.table.seats[0].people
    act = messages.Play(type="play", seat=0, action=ada.legal(table)[0])

    async def race() -> None:
        async with room.lock:
            forgetting = asyncio.ensure_future(house.inside.seating.forget(person))
            while not room.lock._waiters:  # until it waits for the table
                await asyncio.sleep(0)
            waiting = asyncio.ensure_future(house.inside.act(table, person, act))
            while len(room.lock._waiters) < 2:
                await asyncio.sleep(0)
        await forgetting
        with pytest.raises(NotYourSeat):
            await waiting

    house.call(race())
    assert room.table.match.ply == 1
