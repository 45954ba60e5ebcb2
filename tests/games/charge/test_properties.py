"""What holds in every game (section 12 of the sheet), and that the board has no sides."""

from __future__ import annotations

import random
from typing import Any

import pytest

from siegeworks import Match
from siegeworks.core.hexboard import NAMES, SYMMETRIES, board_text, cell, parse_board
from tests.games.charge.test_oracle import MOODS
from tests.tables import budget

pytestmark = pytest.mark.plain


def on_board(position: dict[str, Any], seat: int) -> tuple[int, int]:
    """Circle stones and towers of a seat."""
    return position["board"].count("byg"[seat]), position["board"].count("BYG"[seat])


def potential(position: dict[str, Any], seats: int) -> int:
    """Twice the supply and once the rest of every living seat: what progress uses up (section 7)."""
    alive = [seat for seat in range(seats) if position["alive"][seat]]
    return sum(2 * position["supply"][seat] + sum(on_board(position, seat)) for seat in alive)


def check(position: dict[str, Any], seats: int, towers: int) -> None:
    """C-5, C-13, C-39: stones and towers are never lost or made."""
    for seat in range(seats):
        stones, tops = on_board(position, seat)
        flying = int(position["charge"] is not None and position["turn"] == seat)
        if position["alive"][seat]:
            assert position["supply"][seat] + position["discard"][seat] + stones + tops + flying == 20
        else:
            assert position["supply"][seat] == stones == 0
        assert position["alive"][seat] == (tops > 0)
        assert min(position["supply"][seat], position["discard"][seat]) >= 0
    assert position["stock"] + sum(on_board(position, seat)[1] for seat in range(seats)) == towers


@pytest.mark.parametrize("seats", [2, 3])
def test_pieces_are_conserved_and_play_uses_itself_up(seats: int) -> None:
    used = 0
    for seed in range(budget(4, 2)):
        rng = random.Random(seed)
        match = Match.new("charge", seats, seed=seed)
        after = match.position()
        while match.result is None:
            before = after
            check(before, seats, 9)
            name = rng.choice(MOODS[seed % 4](match, rng) or match.legal())
            kinds = {event["kind"] for event in match.play(name)}
            after = match.position()
            if "spoils" not in kinds and before["charge"] is None and after["charge"] is None:
                lost = potential(before, seats) - potential(after, seats)
                assert lost > 0 if kinds & {"build", "deploy", "assault"} else lost == 0
                used += lost > 0
        check(after, seats, 9)
    assert used


def turned(position: dict[str, Any], turn: Any) -> dict[str, Any]:
    """The position on a turned or mirrored board."""

    def names(cells: list[str]) -> list[str]:
        return [NAMES[at] for at in sorted(int(turn[cell(name)]) for name in cells)]

    letters = parse_board(position["board"], "bygBYG")
    charge = position["charge"]
    if charge is not None:
        charge = {**charge, "support": names(charge["support"])}
        charge.update({key: names([charge[key]])[0] for key in ("from", "target")})
    return {
        **{key: value for key, value in position.items() if key not in ("groups", "price")},
        "board": board_text({int(turn[at]): letter for at, letter in letters.items()}),
        "moved": names(position["moved"]),
        "deployed": names(position["deployed"]),
        "charge": charge,
    }


def turned_action(name: str, turn: Any) -> str:
    return " ".join(NAMES[turn[cell(word)]] if word in NAMES else word for word in name.split())


@pytest.mark.parametrize("seats", [2, 3])
def test_a_turned_board_plays_the_same(seats: int) -> None:
    """All twelve symmetries commute with legal and play; turned payments may be completed in another order."""
    rng, turns = random.Random(12), 0
    for seed in range(budget(4, 1)):
        match = Match.new("charge", seats, seed=seed)
        while match.result is None:
            name = rng.choice(MOODS[seed % 4](match, rng) or match.legal())
            if rng.random() < 0.08:
                turns += 1
                turn = rng.choice(SYMMETRIES)
                other = Match.from_position("charge", turned(match.position(), turn))
                assert set(other.legal()) == {turned_action(legal, turn) for legal in match.legal()}
                other.play(turned_action(name, turn))
                match.play(name)
                expected = turned(match.position(), turn)
                assert {key: other.position()[key] for key in expected} == expected
            else:
                match.play(name)
    assert turns > 3
