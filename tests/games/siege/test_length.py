"""Games in which everybody does as much as possible and nobody wants to win."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.lengths import Chooser, bound, played, unless_it_ends
from tests.tables import Table

BUSY = ("recall", "stow", "discard", "attack", "siege", "defend", "retreat")


def busy(table: Table) -> Chooser:
    """Every card is taken up and put back, every attack is tried and broken off."""
    safe = unless_it_ends(table)

    def choose(state: Any, legal: list[str], rng: random.Random) -> str:
        for verb in BUSY:
            found = [name for name in legal if name.startswith(verb) and not name.endswith("keep")]
            if found:
                return safe(state, found, rng)
        return safe(state, legal, rng)

    return choose


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("options", [{}, {"attacks": "one"}, {"defence": "may_yield"}])
def test_s68_busy_games_last_long_but_never_longer_than_the_bound(seats: int, options: dict[str, Any]) -> None:
    table = Table("siege", seats, {"max_years": 8, **options})
    found = played(table, 1, busy(table))
    assert 0.2 * bound(table).decisions < found.decisions <= bound(table).decisions
    assert found.draws <= bound(table).draws


def test_s68_every_year_has_its_own_bound() -> None:
    one, two, three = (bound(Table("siege", 4, {"max_years": years})) for years in (1, 2, 3))
    assert two.decisions - one.decisions == three.decisions - two.decisions > 0
    assert two.draws - one.draws == 20
