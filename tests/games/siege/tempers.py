"""Ways to play Siege for tests: reckless, greedy, hoarding, and what chance could do at its worst."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from hypothesis import strategies as st

from siegeworks.choices import checked_options, option_codes
from siegeworks.core import step
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.games import GAMES
from siegeworks.games.siege import cities
from siegeworks.games.siege.cities import ATTACK, DEFEND, DISCARD, DONE, FORT, PASS, RECALL, SIEGE, STOW

TEMPERS = ("any", "attacker", "hoarder", "spendthrift", "highest", "lowest", "clock")
CHANCE_TEMPERS = ("even", "first", "last")
WIDTH = max(cities.ACTIONS, cities.CHANCES)


def wanted(temper: str, actions: Sequence[int], clock: int) -> list[int]:
    """What a seat of this temper would play, all of it equally gladly."""
    chosen = {
        "attacker": [a for a in actions if SIEGE <= a < RECALL or DEFEND <= a < FORT],
        "hoarder": [a for a in actions if STOW <= a < DEFEND] or [a for a in actions if a in (DONE, PASS)],
        "spendthrift": [a for a in actions if DISCARD <= a < SIEGE or RECALL <= a < STOW or ATTACK <= a < FORT],
        "highest": [actions[-1]],
        "lowest": [actions[0]],
        "clock": [clock],
    }
    return chosen.get(temper) or list(actions)


@dataclass
class Course:
    """How a match goes: table, tempers, and numbers that pick among what they want; it follows from these alone."""

    seats: int
    options: dict[str, Any]
    tempers: list[str]
    chance: str
    picks: list[int]
    leaving: dict[int, int] = field(default_factory=dict)
    """[plies] A seat that resigns at its first decision from then on."""

    def pick(self, ply: int, actions: Sequence[int]) -> int:
        return actions[self.picks[ply % len(self.picks)] * (ply + 1) % 8191 % len(actions)]

    def states(self) -> Iterator[tuple[Any, int | None]]:
        """The record before each action, with the action; at the end None. One record, changed in place."""
        game = GAMES["siege"]
        states, out = np.zeros(1, cities.STATE), np.zeros(WIDTH, np.int64)
        codes = option_codes(game, checked_options(game, self.options, self.seats))
        count, ply, leaving = step.begin(states, 0, self.seats, codes, out), 0, dict(self.leaving)
        while (mover := int(states["to_move"][0])) != NOBODY:
            actions = out[:count].tolist()
            if mover == CHANCE:
                action = {"first": actions[0], "last": actions[-1]}.get(self.chance) or self.pick(ply, actions)
            else:
                ready = [seat for at, seat in leaving.items() if at <= ply]
                if ready:
                    leaving = {at: seat for at, seat in leaving.items() if seat not in ready}
                    count = step.give_up(states, 0, ready[0], out)
                    continue
                is_moody = self.picks[ply % len(self.picks)] % 8 == 0
                clock = int(step.timeout_action(states, 0))
                choices = actions if is_moody else wanted(self.tempers[mover], actions, clock)
                action = self.pick(ply, choices)
            yield states[0], action
            count = step.step(states, 0, action, out)
            ply += 1
        yield states[0], None


@st.composite
def courses(draw: st.DrawFn, years: int = 4) -> Course:
    """Any table, any tempers, any resignations."""
    seats = draw(st.integers(2, 6))
    options: dict[str, Any] = {
        option.name: draw(st.sampled_from(option.values))
        for option in cities.OPTIONS
        if not option.seats or seats in option.seats
    }
    return Course(
        seats,
        options | {"max_years": draw(st.integers(1, years))},
        draw(st.lists(st.sampled_from(TEMPERS), min_size=seats, max_size=seats)),
        draw(st.sampled_from(CHANCE_TEMPERS)),
        draw(st.lists(st.integers(0, 8190), min_size=1, max_size=40)),
        draw(st.dictionaries(st.integers(0, 300), st.integers(0, seats - 1), max_size=seats - 1)),
    )
