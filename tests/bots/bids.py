"""python -m tests.bots.bids [POSITIONS]    how well the bids of BluffStones are mixed, by simulations

Small positions near the end, in which both seats must mix, are solved exactly by linear programming; what the search
gives away in them to somebody who knows how it mixes falls as it looks more often.
"""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from siegeworks import GAMES, Match, SiegeworksError
from siegeworks.bots import Budget, bot
from siegeworks.core.dice import new_dice
from siegeworks.core.hexboard import NAMES, cells_of, neighbours
from siegeworks.core.views import States, view
from tests.bots.exact import Exact, Matrix, TooLarge, exploitability, has_saddle

GAME = GAMES["bluffstones"]
COUNTS = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
TOWERS = ("d4", "b2", "b4", "d2", "d6", "f4", "f6")
MOST_POSITIONS = 8_000


def drawn_by_lot(rng: random.Random) -> dict[str, Any]:
    """One tower is left, one stone short of being scored; one seat has that stone, the other a red one against it."""
    tower, top = rng.choice(TOWERS), rng.choice("byg")
    piles = [dict.fromkeys("bygr", 0) for _ in range(2)]
    hunter = rng.randrange(2)
    piles[hunter][top] += 1
    piles[1 - hunter]["r"] += 1
    for pile in rng.choice((piles, piles[:1], piles[1:], [])):
        pile[rng.choice((top, "r", rng.choice("byg")))] += 1
    beside = [NAMES[cell] for cell in cells_of(int(neighbours(NAMES.index(tower))))]
    cells = dict.fromkeys(NAMES, ".") | {tower: top.upper()} | dict.fromkeys(rng.sample(beside, 2), top)
    others = [name for name in NAMES if cells[name] == "." and name not in beside]
    cells |= {name: rng.choice("byg") for name in rng.sample(others, 12)}
    scored = 3 + rng.randrange(2)
    return {
        "seats": 2,
        "options": {"early_end": True},
        "board": "/".join("".join(cells[name] for name in NAMES if name[0] == row) for row in "gfedcba"),
        "piles": piles,
        "scored": [scored, 6 - scored],
        "turn_tower": rng.randrange(2),
        "phase": "bid",
    }


@cache
def round_to_mix(seed: int) -> tuple[States, Matrix] | None:
    """The position of this seed with its exact matrix, if no single bid is best in it and it is small enough."""
    try:
        match = Match.from_position("bluffstones", drawn_by_lot(random.Random(seed)))
        matrix = Exact(GAME, MOST_POSITIONS).matrix(match.states)
    except (SiegeworksError, TooLarge):
        return None
    return None if has_saddle(matrix) else (match.states, matrix)


def rounds_to_mix(count: int) -> Iterator[tuple[States, Matrix]]:
    """The first so many of them."""
    found = (round_to_mix(seed) for seed in itertools.count(1))
    return itertools.islice((each for each in found if each is not None), count)


def given_away(states: States, matrix: Matrix, simulations: int, seed: int = 1) -> float:
    """What the first bidder's mixture costs it, after so many simulations."""
    seat = int(states["to_move"][0])
    _, thought = bot(GAME, "search").choose(view(states, seat), Budget(simulations), new_dice(seed))
    shares = {each.action: each.share for each in thought.candidates}
    mix = np.array([shares[action] for action in sorted(shares)])
    return exploitability(matrix, mix, seat)


def main() -> None:
    rounds = list(rounds_to_mix(int(sys.argv[1]) if len(sys.argv) > 1 else 12))
    print(f"{len(rounds)} positions; exploitability, as a share of the win\nsimulations     mean      most")
    for count in COUNTS:
        costs = [given_away(states, matrix, count) for states, matrix in rounds]
        print(f"{count:>11,}  {np.mean(costs):7.4f}   {max(costs):7.4f}", flush=True)


if __name__ == "__main__":
    main()
