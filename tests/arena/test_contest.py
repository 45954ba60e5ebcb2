"""Who plays whom: every rotation, every order, the same luck for all, and nothing twice."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from siegeworks import BadSetup
from siegeworks.arena.contest import Contest, Sitting, seatings


def test_two_bots_sit_both_ways_at_every_deal() -> None:
    contest = Contest("siegestones", 2, ("a", "b"))
    found = list(contest.sittings(6))
    assert found == [Sitting(deal, seating) for deal in range(3) for seating in (("a", "b"), ("b", "a"))]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_after_all_orders_every_permutation_was_seated_once(seats: int) -> None:
    lineup = tuple("abcde"[:seats])
    orders = len(list(itertools.permutations(lineup[1:])))
    met = Counter(seating for deal in range(orders) for seating in seatings(lineup, deal))
    assert met == Counter(itertools.permutations(lineup))


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_within_one_deal_every_bot_has_every_seat_once(seats: int) -> None:
    for deal in range(4):
        found = seatings(tuple("abcdef"[:seats]), deal)
        for seat in range(seats):
            assert sorted(seating[seat] for seating in found) == sorted("abcdef"[:seats])


def test_one_against_a_table_takes_every_seat() -> None:
    contest = Contest("siege", 4, ("one", "other"), one_against=True)
    found = [sitting.seating for sitting in contest.sittings(4)]
    assert [seating.index("one") for seating in found] == [0, 3, 2, 1]
    assert all(seating.count("other") == 3 for seating in found)


def test_fewer_bots_than_seats_share_the_table_fairly() -> None:
    contest = Contest("siegestones", 3, ("a", "b"))
    seats = Counter((seat, name) for each in contest.sittings(12) for seat, name in enumerate(each.seating))
    assert set(seats.values()) == {12}


def test_more_bots_than_seats_meet_in_all_groups() -> None:
    contest = Contest("siegestones", 2, ("a", "b", "c"))
    met = Counter(frozenset(each.seating) for each in contest.sittings(10))
    assert met == {frozenset("ab"): 10, frozenset("ac"): 10, frozenset("bc"): 10}


def test_games_come_in_whole_deals() -> None:
    assert len(list(Contest("siegestones", 3, ("a", "b", "c")).sittings(4))) == 6
    assert len(list(Contest("siegestones", 2, ("a",)).sittings(5))) == 5


def test_luck_belongs_to_the_deal_and_dice_to_the_seat_of_a_game() -> None:
    contest, other = Contest("siegestones", 2, ("a", "b")), Contest("siegestones", 2, ("a", "b"), seed=1)
    assert contest.luck(0) == Contest("siegestones", 2, ("c", "d")).luck(0)
    assert len({contest.luck(0), contest.luck(1), other.luck(0)}) == 3
    seeds = [contest.dice_seed(sitting, seat) for sitting in contest.sittings(6) for seat in (0, 1)]
    assert len(set(seeds)) == len(seeds)


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: Contest("chess", 2, ("a",)), "No game"),
        (lambda: Contest("siegestones", 7, ("a",)), "2 to 4 seats"),
        (lambda: Contest("siegestones", 2, ()), "at least one bot"),
        (lambda: Contest("siegestones", 2, ("a", "a")), "named once"),
        (lambda: Contest("siegestones", 2, ("a",), one_against=True), "two bots"),
        (lambda: Contest("siegestones", 2, ("a",), {"fast": True}), 'no option "fast"'),
        (lambda: Contest("siegestones", 2, ("a",), opening=-1), "0 to 20 decisions"),
        (lambda: list(Contest("siegestones", 2, ("a",)).sittings(0)), "at least 1 game"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(made, says: str) -> None:
    with pytest.raises(BadSetup, match=says):
        made()
