"""What holds in every match: cards are conserved, zones keep their limits, positions go there and back."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from siegeworks import Match
from siegeworks.games.siege.rules import HAND
from tests.games.siege.play import BUDGET, walk
from tests.games.siege.test_secrets import in_play

PERFORMED = settings(max_examples=2 * BUDGET, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@PERFORMED
@given(seed=st.integers(0, 10_000), seats=st.integers(2, 6))
def test_cards_are_conserved_and_zones_keep_their_limits(seed: int, seats: int) -> None:
    """S-3, S-7, S-27 to S-31, S-62 and the sheet's section 13, numbers 1 to 4."""
    whole = in_play(Match.new("siege", seats))
    for match in walk(seed, seats):
        found = match.position()
        assert in_play(match) == whole
        for home in found["cities"]:
            assert "JK" not in [*home["forts"].values(), *home["captured"], *home["keep"]]
            assert all(card.endswith(suit) for suit, card in home["forts"].items())
            assert all(len(cards) <= 2 for cards in home["garrisons"].values())
            assert all(card.endswith(suit) for suit, cards in home["garrisons"].items() for card in cards)
            assert all(card[1:] == home["line"] and card[0] in "AKQ" for card in home["keep"])
            assert len(set(home["keep"])) == len(home["keep"])
        if match.to_move == "chance" and found["phase"] == "summer" and not found["cities"][0]["hand"]:
            assert len(found["deck"]) + HAND * seats >= HAND * seats
        if found["phase"] == "autumn" and not found["trick"] and not any(found["tricks_won"]):
            assert all(len(home["hand"]) == HAND and not home["captured"] for home in found["cities"])


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_positions_go_there_and_back(seats: int) -> None:
    """Every point of a match can be written down and set up again."""
    rng = random.Random(seats)
    for match in walk(40 + seats, seats, resign=0.001):
        if match.to_move in match.gone or rng.random() > 0.15 * BUDGET:
            continue
        found = match.position()
        again = Match.from_position("siege", found)
        assert again.position() == found
        assert again.legal() == match.legal()
        assert again.result == match.result


def test_records_go_there_and_back() -> None:
    """A record replays to the same bytes."""
    match = Match.new("siege", 2, seed=4, options={"max_years": 2})
    rng = random.Random(4)
    while match.to_move is not None:
        match.play(rng.choice(match.legal()))
    again = Match.from_record(match.record())
    assert again._states.tobytes() == match._states.tobytes()
    assert again.record() == match.record()
