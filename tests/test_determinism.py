"""Every platform computes the same: checksums of matches, batches and data sets; the command compares searches too."""

from __future__ import annotations

import pytest

from siegeworks.games import OURS, Game
from tests.determinism import EXACT, KINDS, expected


@pytest.mark.plain
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
@pytest.mark.parametrize("kind", EXACT)
def test_what_has_no_rounding_is_the_same_everywhere(kind: str, game: Game) -> None:
    """If this fails after a change of rules or dice, tell it in the changelog: python -m tests.determinism --write"""
    assert KINDS[kind](game) == expected()[kind][game.name]
