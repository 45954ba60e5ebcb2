"""Agreement with the slow version written from the rules alone: legal actions, events, positions, results."""

from __future__ import annotations

import random

import pytest

from tests.oracles.agree import play_both
from tests.oracles.nobles import Oracle
from tests.tables import budget, mixed_options

pytestmark = pytest.mark.plain

GAME = "nobles"


def stones_first(rng: random.Random, legal: list[str]) -> str:
    """Mostly stones, so that colours run out and boards fill."""
    stones = [name for name in legal if name.startswith("stone")]
    return rng.choice(stones if stones and rng.random() < 0.7 else legal)


def towers_first(rng: random.Random, legal: list[str]) -> str:
    """Mostly towers, all verbs alike, so that games stall and boards fill up with towers."""
    stones = rng.random() < 0.08
    verbs = sorted({name.split()[0] for name in legal if name.startswith("stone") == stones} or {"stone"})
    verb = rng.choice(verbs)
    return rng.choice([name for name in legal if name.startswith(verb)] or legal)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("part", range(3))
def test_the_oracle_agrees_over_random_games(seats: int, part: int) -> None:
    for game in range(budget(5, 1)):
        rng = random.Random(f"{seats} {part} {game}")
        options = mixed_options(GAME, seats, rng) if part else {}
        play_both(GAME, Oracle, seats, options, rng, resign=0.02 if part == 2 else 0.0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_oracle_agrees_where_colours_run_out_and_boards_fill(seats: int) -> None:
    """N-26, N-27: a short Row ends by colour, the full one by a full board."""
    ends = set()
    for game in range(budget(6, 2)):
        rng = random.Random(f"stones {seats} {game}")
        options = {"row_per_colour": (0, 5)[game % 2], "insert_after": rng.choice(["move", "any_tower_action"])}
        match = play_both(GAME, Oracle, seats, options, rng, choose=stones_first)
        assert match.result is not None
        ends.add(match.result["rule"])
    assert ends == {"N-26", "N-27"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_oracle_agrees_where_nobody_plays_stones(seats: int) -> None:
    """N-28, N-35: a stall; and what leaving does to its limit."""
    ends = set()
    for game in range(budget(8, 2)):
        rng = random.Random(f"towers {seats} {game}")
        options = {"stall_rounds": 5, "insert_after": rng.choice(["move", "any_tower_action"]), "row_per_colour": 4}
        match = play_both(GAME, Oracle, seats, options, rng, resign=0.01 * (game % 2), choose=towers_first)
        assert match.result is not None
        ends.add(match.result["rule"])
    assert "N-28" in ends
