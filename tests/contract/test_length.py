"""No game lasts longer than it says it can: at random, or played by somebody who wants it to go on."""

from __future__ import annotations

import pytest

from siegeworks.games import GAMES
from tests.lengths import at_random, bound, played, unless_it_ends
from tests.tables import Table, budget, every_seat_count, every_table

pytestmark = pytest.mark.plain


def quick(table: Table) -> Table:
    """The same with years or rounds in which plain Python gets to the end."""
    options = {"siege": {"max_years": budget(6, 1)}, "charge": {"quiet_rounds": 10}, "nobles": {"stall_rounds": 5}}
    return table._replace(options=options.get(table.game, {}) | table.options)


@every_table
def test_no_random_game_is_longer_than_its_bound(table: Table) -> None:
    table = quick(table)
    most = bound(table)
    for seed in range(budget(4, 1)):
        found = played(table, seed, at_random)
        assert found.decisions <= most.decisions
        assert found.draws <= most.draws


@every_seat_count
def test_nor_is_one_that_nobody_wants_to_end(table: Table) -> None:
    table = quick(table)
    most = bound(table)
    for seed in range(budget(4, 1)):
        found = played(table, seed, unless_it_ends(table))
        assert found.decisions <= most.decisions
        assert found.draws <= most.draws


@every_table
def test_bounds_are_numbers_that_programs_can_use(table: Table) -> None:
    most = bound(table)
    assert all(type(number) is int for number in most)
    assert 1 <= most.decisions < 1_000_000
    assert (most.draws == 0) == (GAMES[table.game].rules.CHANCES == 0)
