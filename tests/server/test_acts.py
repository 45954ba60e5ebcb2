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
from siegeworks.server.refusals import MOST_REFUSED
from siegeworks.server.store import CannotSave
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


def offering_again(house: House) -> Case:
    """What is offered already: nothing changes."""
    ada, _, table = pair(house)
    ada.act(table, "offer", 0, what="draw")
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


def accepting_ones_own_offer(house: House) -> Case:
    ada, _, table = pair(house)
    ada.act(table, "offer", 0, what="draw")
    return ada, table, {"type": "accept", "seat": 0, "what": "draw"}


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


def saying(house: House) -> Case:
    ada, _, table = pair(house)
    return ada, table, {"type": "say", "seat": 0, "phrase": "hello"}


def ordering(house: House) -> Case:
    _, ben, table = pair(house)
    return ben, table, {"type": "order", "seat": 1, "lines": [["stone d4", "stone e5"]]}


CASES: dict[str, list[Callable[[House], Case]]] = {
    "play": [playing, bidding],
    "arrange": [arranging],
    "resign": [resigning],
    "offer": [offering, offering_again, undoing, offering_a_rematch_alone],
    "accept": [accepting, accepting_ones_own_offer, accepting_a_rematch],
    "decline": [declining],
    "leave": [leaving],
    "sit_in": [sitting_in],
    "seat_bot": [seating_a_bot],
    "take_back": [taking_back],
    "say": [saying],
    "order": [ordering],
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


@pytest.mark.parametrize("kind", ["offer", "accept"])
def test_an_act_that_changed_nothing_is_not_done_later_when_it_would(house: House, kind: str) -> None:
    """After the offer was declined its copy made a new offer, or was refused."""
    ada, ben, table = pair(house)
    ada.act(table, "offer", 0, what="draw")
    act: dict[str, Any] = {"what": "draw", "action_id": "again"}
    first = ada.act(table, kind, 0, **act)
    ben.act(table, "decline", 1, what="draw")
    assert ada.act(table, kind, 0, **act) == first
    assert ada.sync(table)["table"]["offers"] == []


def test_agreeing_to_what_one_has_offered_makes_nobody_s_move_stale(house: House) -> None:
    ada, ben, table = pair(house)
    ada.play(table, 0, "stone d4")
    seq = ben.sync(table)["seq"]
    ada.act(table, "offer", 0, what="draw")
    ada.act(table, "accept", 0, what="draw")
    assert ada.sync(table)["table"]["offers"][0]["agreed"] == [0]
    assert ben.play(table, 1, "stone e5", seq=seq)["type"] == "answer"


def test_what_was_refused_stays_refused_when_it_could_be_played(house: House) -> None:
    """Out of turn, without `seq`: its copy was played as soon as it was one's turn."""
    ada, ben, table = pair(house)
    act: dict[str, Any] = {"type": "play", "seat": 1, "action": "stone e5", "action_id": "early"}
    with ben.sit_down(table) as there:
        first = there.ask(**act)
        assert first["code"] == "not_your_turn"
    ada.play(table, 0, "stone d4")
    with ben.sit_down(table) as again:
        assert again.ask(**act) == first
    assert ben.call("POST", f"/tables/{table}/act", json=act).json() == first
    assert events_of(house, table, "early") == 0
    assert ben.act(table, "play", 1, action="stone e5", action_id="now")["type"] == "answer"


REFUSED: dict[str, Callable[[House], Case]] = {
    "accept": lambda house: (*late(house), {"type": "accept", "seat": 1, "what": "draw"}),
    "decline": lambda house: (*late(house), {"type": "decline", "seat": 1, "what": "draw"}),
    "undo": lambda house: (*late(house), {"type": "offer", "seat": 1, "what": "undo"}),
    "rematch": lambda house: (*late(house), {"type": "offer", "seat": 1, "what": "rematch"}),
    "sit_in": lambda house: (*late(house), {"type": "sit_in", "seat": 0}),
}


def late(house: House) -> tuple[Person, str]:
    _, ben, table = pair(house)
    return ben, table


@pytest.mark.parametrize("kind", REFUSED)
def test_every_kind_of_refusal_is_the_same_for_the_same_act(house: House, kind: str) -> None:
    person, table, act = REFUSED[kind](house)
    act = {**act, "action_id": "refused"}
    with Live(person, table) as there:
        first = there.ask(**act)
    assert first["type"] == "refused"
    change(house, table, kind)
    assert person.call("POST", f"/tables/{table}/act", json=act).json() == first
    assert events_of(house, table, "refused") == 0
    assert person.call("POST", f"/tables/{table}/act", json={**act, "action_id": "new"}).status_code == 200


def change(house: House, table: str, kind: str) -> None:
    """What makes such an act possible."""
    room = house.room(table)
    ada, ben = (Person(house.port, house.inside.identities.token(seat.people[0])) for seat in room.table.seats)
    ada.play(table, 0, "stone d4")
    ben.play(table, 1, "stone e5")
    ada.act(table, "offer", 0, what="draw")
    ada.act(table, "resign" if kind == "rematch" else "leave", 0)


def test_a_layout_that_was_refused_stays_refused(house: House) -> None:
    person, table, act = arranging(house)
    wrong = {**act, "layout": {"keep": ["2C", "2D", "2H", "2S"]}, "action_id": "wrong"}
    first = person.call("POST", f"/tables/{table}/act", json=wrong).json()
    assert (first["type"], first["ok"]) == ("arranged", False)
    copy = {**act, "action_id": "wrong"}  # as if it were possible by now
    assert person.call("POST", f"/tables/{table}/act", json=copy).json() == first
    assert person.call("POST", f"/tables/{table}/act", json={**act, "action_id": "right"}).json()["type"] == "answer"


def test_what_could_not_be_saved_is_done_when_it_is_sent_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, _, table = pair(house)
    failures, append = [CannotSave("disk-full")], house.inside.store.append

    async def failing(entry: Any) -> None:
        if failures and any(event.data.get("id") == "once" for event in entry.events):
            raise failures.pop()
        await append(entry)

    monkeypatch.setattr(house.inside.store, "append", failing)
    act: dict[str, Any] = {"action": "stone d4", "action_id": "once"}
    assert ada.act(table, "play", 0, **act)["code"] == "not_saved"
    assert ada.act(table, "play", 0, **act)["type"] == "answer"
    assert events_of(house, table, "once") == 1


def test_only_so_many_refusals_are_remembered(house: House) -> None:
    ada, ben, table = pair(house)
    for number in range(MOST_REFUSED + 1):
        assert ben.act(table, "play", 1, action="stone e5", action_id=f"early {number}")["code"] == "not_your_turn"
    ada.play(table, 0, "stone d4")
    told = [ben.act(table, "play", 1, action="stone e5", action_id=f"early {n}") for n in (MOST_REFUSED, 1, 0)]
    assert [each.get("code") for each in told] == ["not_your_turn", "not_your_turn", None]


def test_every_kind_of_act_is_tried() -> None:
    asked = {"preview", "why", "hint", "weigh", "orders", "ping"}
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
