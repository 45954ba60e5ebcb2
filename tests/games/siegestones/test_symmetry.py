"""Turn or mirror the board, turn the action, get the turned result: all twelve ways, on random games."""

from __future__ import annotations

import random

import pytest

from siegeworks import Match
from siegeworks.core.hexboard import NAMES, SYMMETRIES, board_text, cell, parse_board
from tests.tables import budget, mixed_options

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_twelve_symmetries_commute_with_play(seats: int) -> None:
    for seed in range(budget(4, 1)):
        rng = random.Random(f"{seats} {seed}")
        options = mixed_options("siegestones", seats, rng)
        matches = [Match.new("siegestones", seats, options=options, chance=("start 0",)) for _ in SYMMETRIES]
        while matches[0].result is None:
            verb, place = rng.choice(matches[0].legal()).split()
            for match, turn in zip(matches, SYMMETRIES, strict=True):
                match.play(f"{verb} {NAMES[turn[cell(place)]]}")
        first = matches[0].view()
        for match, turn in zip(matches, SYMMETRIES, strict=True):
            assert match.result == matches[0].result
            view = match.view()
            assert view["board"] == board_text({turn[c]: x for c, x in parse_board(first["board"], "bygrT").items()})
            for key in ("control", "threat"):
                assert view[key] == {NAMES[turn[cell(tower)]]: value for tower, value in first[key].items()}


def test_permuting_the_seats_permutes_control() -> None:
    for seed in range(budget(20, 2)):
        rng = random.Random(seed)
        options = {"balanced": bool(seed % 2)}
        first = Match.new("siegestones", 3, options=options, chance=("start 0",))
        other = Match.new("siegestones", 3, options=options, chance=("start 1",))
        while first.result is None:
            name = rng.choice(first.legal())
            first.play(name)
            other.play(name)
        moved = {None: None, 0: 1, 1: 2, 2: 0}
        assert other.view()["control"] == {t: moved[seat] for t, seat in first.view()["control"].items()}
        assert other.result is not None
        assert other.result["winners"] == sorted(moved[seat] for seat in first.result["winners"])  # type: ignore[type-var]
