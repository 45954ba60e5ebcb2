"""What a table may ask for: the game, the seats, the options, the seed; all else is refused with its reason."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siegeworks import GAMES, BadSetup, Match
from siegeworks.choices import checked_game, checked_options, checked_seats, checked_seed, option_codes
from tests.matches import assert_refusal

GAME = GAMES["siegestones"]
DEFAULTS = {"balanced": False, "no_first_tower": False, "centre_opening": False, "tower_pool": 0}


def refused(ask, rule: str | None) -> str:
    """The sentence of a refusal."""
    with pytest.raises(BadSetup) as caught:
        ask()
    assert_refusal(caught.value, "bad_setup", rule)
    assert len(caught.value.reason) < 250
    return caught.value.reason


def test_a_game_is_found_by_its_exact_name():
    assert checked_game("siegestones") is GAME
    assert Match.new("siegestones", 2).game is GAME


@pytest.mark.parametrize(
    "name",
    ["", "chess", "SiegeStones", " siegestones", "siegestones\n", "x" * 10_000, None, 5, True, b"siegestones", [], {}],
    ids=lambda name: repr(name)[:20],
)
def test_no_other_game_is_found(name):
    reason = refused(lambda: checked_game(name), None)
    assert reason.startswith("No game is called ")
    assert refused(lambda: Match.new(name, 2), None) == reason
    assert refused(lambda: Match.from_position(name, {}), None) == reason


def test_a_misspelt_game_is_told_the_nearest_one_and_a_foreign_one_them_all():
    assert 'did you mean "siegestones"' in refused(lambda: checked_game("SiegeStone"), None)
    assert "siegestones" in refused(lambda: checked_game("???"), None)


def test_seats_are_those_the_game_is_played_with():
    assert [checked_seats(GAME, seats) for seats in (2, 3, 4)] == [2, 3, 4]


@pytest.mark.parametrize(
    "seats", [0, 1, 5, -2, 2.0, "2", None, True, [2], (2,), 10**100], ids=lambda seats: repr(seats)[:10]
)
def test_no_other_number_of_seats_is_taken(seats):
    reason = refused(lambda: checked_seats(GAME, seats), "T-2")
    assert reason.startswith("SiegeStones is for 2 to 4 seats, not ")
    assert refused(lambda: Match.new("siegestones", seats), "T-2") == reason


def test_options_not_chosen_have_their_defaults():
    assert checked_options(GAME, {}, 2) == DEFAULTS
    assert checked_options(GAME, {"tower_pool": 12}, 3) == {**DEFAULTS, "tower_pool": 12}
    assert Match.new("siegestones", 2).options == DEFAULTS


def test_every_value_of_the_table_is_taken():
    for name in ("balanced", "no_first_tower", "centre_opening"):
        assert Match.new("siegestones", 2, options={name: True}).options == {**DEFAULTS, name: True}
    for towers in (0, *range(4, 13)):
        match = Match.new("siegestones", 2, options={"tower_pool": towers})
        assert match.view()["pool"] == (towers or 8)


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"balanced": 1}, "T-30"),
        ({"balanced": 0}, "T-30"),
        ({"balanced": "true"}, "T-30"),
        ({"balanced": None}, "T-30"),
        ({"balanced": []}, "T-30"),
        ({"no_first_tower": "yes"}, "T-35a"),
        ({"centre_opening": 1.0}, "T-35b"),
        ({"tower_pool": 3}, "T-36"),
        ({"tower_pool": 13}, "T-36"),
        ({"tower_pool": -4}, "T-36"),
        ({"tower_pool": True}, "T-36"),
        ({"tower_pool": False}, "T-36"),
        ({"tower_pool": 8.0}, "T-36"),
        ({"tower_pool": "8"}, "T-36"),
        ({"tower_pool": {}}, "T-36"),
        ({"Balanced": True}, None),
        ({"": True}, None),
        ({5: True}, None),
        ({None: None}, None),
        ({"x" * 10_000: True}, None),
        ({"balanced": True, "nope": True}, None),
        ([], None),
        ([("balanced", True)], None),
        ("balanced", None),
        (True, None),
        (0, None),
    ],
    ids=lambda value: str(value)[:30],
)
def test_no_other_option_or_value_is_taken(options, rule):
    reason = refused(lambda: checked_options(GAME, options, 2), rule)
    assert refused(lambda: Match.new("siegestones", 2, options=options), rule) == reason


def test_refusals_of_options_say_what_there_is():
    assert "balanced, no_first_tower, centre_opening, tower_pool" in refused(
        lambda: checked_options(GAME, {"fast": True}, 2), None
    )
    assert "true or false" in refused(lambda: checked_options(GAME, {"balanced": 2}, 2), "T-30")
    assert "0, 4, 5" in refused(lambda: checked_options(GAME, {"tower_pool": 3}, 2), "T-36")


def test_a_match_keeps_its_options_to_itself():
    options = {"balanced": True}
    match = Match.new("siegestones", 2, options=options)
    options["balanced"] = False
    assert match.options["balanced"] is True


def test_options_become_the_numbers_the_rules_read():
    assert option_codes(GAME, DEFAULTS).tolist() == [0, 0, 0, 0]
    assert option_codes(GAME, {**DEFAULTS, "balanced": True, "tower_pool": 12}).tolist() == [1, 0, 0, 12]


def test_a_seed_is_32_bytes_or_a_number_that_fits_into_them():
    assert checked_seed(None) is None
    assert checked_seed(7) == (7).to_bytes(32, "big")
    assert checked_seed(2**256 - 1) == b"\xff" * 32
    assert checked_seed(b"\x01" * 32) == b"\x01" * 32


@pytest.mark.parametrize(
    "seed",
    [-1, 2**256, "7", 7.0, True, False, b"", bytes(31), bytes(33), bytearray(32), [7], {}],
    ids=lambda seed: repr(seed)[:12],
)
def test_no_other_seed_is_taken(seed):
    reason = refused(lambda: checked_seed(seed), None)
    assert reason[0] == "A"
    assert refused(lambda: Match.new("siegestones", 2, seed=seed), None) == reason
    assert refused(lambda: Match.from_position("siegestones", {}, seed=seed), None) == reason


ANYTHING: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.just([])
)


@given(ANYTHING, ANYTHING, ANYTHING, st.dictionaries(st.text() | st.just("balanced"), ANYTHING))
def test_a_table_is_set_up_or_refused_whatever_is_asked(game, seats, seed, options):
    asked: tuple[Any, ...]
    for asked in ((game, 2, None, {}), ("siegestones", seats, seed, options), (game, seats, seed, options)):
        try:
            match = Match.new(*asked)
        except BadSetup as problem:
            assert_refusal(problem, "bad_setup", problem.rule)
        else:
            assert match.seats in (2, 3, 4)
