"""What holds in every match, however it is played: cards are conserved, zones keep their limits, five cards a year."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings

from siegeworks import Match
from siegeworks.core.cards import JOKER, KINDS, NATURALS, RANK_COUNT
from siegeworks.core.jit import IS_PLAIN
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.games.siege.cities import (
    AT_AUTUMN,
    AT_NEW_YEAR,
    AT_SUMMER,
    AT_WINTER,
    ATTACK,
    DEFEND,
    FORT,
    GARRISON_MOST,
    HAND,
    PRIZE,
    RECALL,
    RETREAT,
    SIEGE,
    SOURCES,
)
from tests.games.siege.play import BUDGET, walk
from tests.games.siege.tempers import TEMPERS, Course, courses
from tests.games.siege.zones import walls, whole

PERFORMED = settings(
    max_examples=3 if IS_PLAIN else 40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
HOME = ("own_hand", "own_garrison", "keep", "hand_size", "garrison_size")
LEAST_DECK = {2: 12, 3: 44, 4: 24, 5: 56, 6: 36}  # S-62


ATTACKED = Course(3, {"max_years": 3}, ["attacker"] * 3, "even", [*range(5, 8000, 307)])


def hoarding(seats: int, years: int = 6) -> Course:
    """All fill their cities and never let go: the deck has to last."""
    return Course(seats, {"max_years": years}, ["hoarder"] * seats, "even", [*range(3, 8000, 211)])


def check_zones(row: Any, seats: int) -> None:
    """S-5 to S-7, S-27 to S-29: what may lie in a city, and what all can count."""
    garrisons = row["own_garrison"].astype(int)
    assert garrisons.min() >= 0
    assert row["own_hand"].min() >= 0
    assert not garrisons[:, JOKER].any()
    assert not row["captured"][:, JOKER].any()
    by_quarter = garrisons[:, :NATURALS].reshape(len(garrisons), -1, RANK_COUNT).sum(axis=2)
    assert by_quarter.max() <= GARRISON_MOST
    for seat in range(seats):
        assert all(slot == 0 or (slot - 1) // RANK_COUNT == quarter for quarter, slot in enumerate(walls(row, seat)))
        if not row["own_step"][seat]:
            assert by_quarter[seat].tolist() == row["garrison_size"][seat].tolist()
            assert row["own_hand"][seat].sum() == row["hand_size"][seat]
    assert row["sealed_deck"].sum() == row["deck_size"]


@pytest.mark.plain
@PERFORMED
@given(course=courses())
@example(course=hoarding(2, 4))
def test_cards_are_conserved_and_zones_keep_their_limits(course: Course) -> None:
    """S-3, S-7, S-27 to S-31 and the sheet's section 13, numbers 1 and 2, before every action and at the end."""
    winter = NOBODY
    for row, _ in course.states():
        if row["year"] == 1 and row["phase"] == 0:
            cards = row["cards"].copy()
            assert cards.sum() == 52 * ((course.seats + 1) // 2) + course.seats
        assert np.array_equal(whole(row), cards)
        check_zones(row, course.seats)
        if winter != NOBODY and not row["own_step"][winter]:
            assert row["own_hand"][winter].sum() <= HAND
        winter = int(row["to_move"]) if row["phase"] == AT_WINTER else NOBODY


def is_first_of_autumn(row: Any) -> bool:
    """Whether nobody has played a card this Autumn."""
    return row["phase"] == AT_AUTUMN and not row["trick"].any() and not row["tricks_won"].any()


@pytest.mark.plain
@PERFORMED
@given(course=courses(years=6))
@example(course=hoarding(2))
@example(course=hoarding(4))
def test_five_cards_before_each_autumn_and_the_deck_is_never_short(course: Course) -> None:
    """S-18, S-61, S-62 and the sheet's section 13, numbers 3 and 4. The guard against a short deck never acts."""
    deck = before = 0
    for row, _ in course.states():
        if is_first_of_autumn(row):
            assert row["own_hand"][: course.seats].sum(axis=1).tolist() == [HAND] * course.seats
            assert not row["pile"].any()
            assert not row["captured"].any()
            assert not row["hidden"].any()
            if row["year"] > 1:
                assert row["sealed_discard"].sum() == 0
                assert row["sealed_deck"].sum() >= LEAST_DECK[course.seats] >= HAND * course.seats
            deck = int(row["sealed_deck"].sum())
        if row["phase"] == AT_NEW_YEAR and row["to_move"] == CHANCE and before == AT_SUMMER:
            assert row["sealed_deck"].sum() == deck >= HAND * course.seats
        before = int(row["phase"])
    is_decided = course.leaving or (row["keep"] == 7).any() or row["year"] == course.options["max_years"]
    assert is_decided, "nothing but a victory, the year limit or resignations ends a match"


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_hoarders_bring_the_deck_near_its_least(seats: int) -> None:
    """S-62. The play that is hardest on the deck is really tried: nine of a city's fifteen places get filled."""
    least = 1000
    for row, _ in hoarding(seats, 8).states():
        if is_first_of_autumn(row) and row["year"] > 1:
            least = min(least, int(row["sealed_deck"].sum()))
    assert LEAST_DECK[seats] <= least <= LEAST_DECK[seats] + 6 * seats


def attacks(course: Course) -> Iterator[tuple[Any, list[int], Any]]:
    """Each attack of a match: the record before it, its actions, the record after it."""
    before, actions = None, list[int]()
    for row, action in course.states():
        if before is not None and row["attacker"] == NOBODY:
            yield before, actions, row.copy()
            before = None
        if action is not None and row["to_move"] != CHANCE and ATTACK <= action < FORT:
            before, actions = row.copy(), []
        if action is not None:
            actions.append(action)


def bag(kinds: list[int]) -> list[int]:
    """[kinds] How often each is named."""
    return np.bincount(kinds, minlength=KINDS).tolist() if kinds else [0] * KINDS


@pytest.mark.plain
@PERFORMED
@given(course=courses(years=3))
@example(course=ATTACKED)
def test_an_attack_spends_captures_and_puts_back_what_it_should(course: Course) -> None:
    """S-39, S-43, S-49 to S-54 and the sheet's section 13, numbers 5 to 7."""
    made = set()
    for before, (first, *actions), after in attacks(course):
        attacker, defender, quarter = int(before["to_move"]), (first - ATTACK) // 4, (first - ATTACK) % 4
        assert (before["year"], attacker, first) not in made
        made.add((before["year"], attacker, first))
        spent = [(action - SIEGE) % KINDS for action in actions if SIEGE <= action < PRIZE]
        prize = [action - PRIZE for action in actions if PRIZE <= action < RECALL]
        fought = [(action - DEFEND) // SOURCES for action in actions if DEFEND <= action < ATTACK]
        wall = int(before["forts"][defender, quarter]) - 1
        gained = (after["captured"][attacker] - before["captured"][attacker]).tolist()
        assert (after["sealed_discard"] - before["sealed_discard"]).tolist() == bag([*spent, *[JOKER for _ in prize]])
        if RETREAT in actions or after["barred"][attacker] != before["barred"][attacker]:
            assert all(after[zone][defender].tolist() == before[zone][defender].tolist() for zone in HOME)
            assert gained == bag([wall] if after["forts"][defender, quarter] == 0 <= wall else [])
        else:
            assert gained == bag([*fought, *prize, *([wall] if wall >= 0 else [])])
            assert after["forts"][defender, quarter] == 0
    assert made or course is not ATTACKED


@pytest.mark.parametrize("temper", TEMPERS)
def test_every_temper_is_played_to_the_end(temper: str) -> None:
    """The clock alone, or nothing but attacks: a match ends within its years (section 7)."""
    for seats in (2, 5):
        course = Course(seats, {"max_years": 2}, [temper] * seats, "last", [7, 1000, 4321])
        *_, (row, action) = course.states()
        assert action is None
        assert row["year"] <= 2


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_positions_go_there_and_back(seats: int) -> None:
    """Every point of a match can be written down and set up again."""
    rng, looked = random.Random(seats), 0
    for match in walk(40 + seats, seats, resign=0.001):
        if match.to_move in match.gone or rng.random() > 0.15 * BUDGET:
            continue
        looked += 1
        found = match.position()
        again = Match.from_position("siege", found)
        assert again.position() == found
        assert again.legal() == match.legal()
        assert again.result == match.result
    assert looked > 10


def test_records_go_there_and_back() -> None:
    """A record replays to the same bytes."""
    match = Match.new("siege", 2, seed=4, options={"max_years": 2})
    rng = random.Random(4)
    while match.to_move is not None:
        match.play(rng.choice(match.legal()))
    again = Match.from_record(match.record())
    assert again.states.tobytes() == match.states.tobytes()
    assert again.record() == match.record()
