"""python -m tests.bots.bids [POSITIONS]    how well the bids of BluffStones are mixed, by simulations

Small positions near the end, in which both seats must mix, are solved exactly by linear programming; what the search
gives away in them to somebody who knows how it mixes falls as it looks more often.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from siegeworks import GAMES, Match, SiegeworksError
from siegeworks.bots import Budget, bot
from siegeworks.core.dice import new_dice
from siegeworks.core.hexboard import NAMES
from siegeworks.core.views import States, view
from tests.bots.exact import Exact, Matrix, TooLarge, exploitability, has_saddle

GAME = GAMES["bluffstones"]
COUNTS = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
TOWERS = ("d4", "b2", "b4", "d2", "d6", "f4", "f6")
MOST_POSITIONS = 8_000
STONES_OF_A_COLOUR = 12


def drawn_by_lot(rng: random.Random) -> dict[str, Any]:
    """A position with one tower left to win by, few stones in the piles and nearly all others on the board."""
    towers, top = rng.sample(TOWERS, 1), rng.choice("byg")
    piles = [dict.fromkeys("bygr", 0) for _ in range(2)]
    for pile in piles:
        for _ in range(rng.choice((1, 2, 2))):
            pile[rng.choice((top, top, "r", "r", rng.choice("byg")))] += 1
    stones = [colour for colour in "byg" for _ in range(STONES_OF_A_COLOUR - sum(pile[colour] for pile in piles))]
    free = [name for name in NAMES if name not in towers]
    filled = (stones + ["."] * len(free))[: len(free)]
    rng.shuffle(filled)
    cells = dict(zip(free, filled, strict=True)) | {name: top.upper() for name in towers}
    rows = [[cells[name] for name in NAMES if name[0] == row] for row in "gfedcba"]
    return {
        "seats": 2,
        "options": {"early_end": True},
        "board": "/".join("".join(row) for row in rows),
        "piles": piles,
        "scored": [3, 3],
        "turn_tower": rng.randrange(2),
        "phase": "bid",
    }


def rounds_to_mix(count: int, first_seed: int = 0) -> Iterator[tuple[States, Matrix]]:
    """So many positions in which no single bid is best, with their exact matrix."""
    seed = first_seed
    while count:
        seed += 1
        try:
            match = Match.from_position("bluffstones", drawn_by_lot(random.Random(seed)))
            matrix = Exact(GAME, MOST_POSITIONS).matrix(match._states)
        except (SiegeworksError, TooLarge):
            continue
        if not has_saddle(matrix):
            count -= 1
            yield match._states.copy(), matrix


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
