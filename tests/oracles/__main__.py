"""Play engine against oracle for as long as one likes: python -m tests.oracles GAME --minutes 60"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from importlib import import_module

from siegeworks import GAMES
from tests.oracles.agree import play_both
from tests.tables import mixed_options


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    oracle = import_module(f"tests.oracles.{chosen.game}").Oracle
    seats_in_turn = GAMES[chosen.game].seats
    ends: Counter[str] = Counter()
    plies = games = 0
    stop = time.monotonic() + 60 * chosen.minutes
    while time.monotonic() < stop:
        rng = random.Random(f"{chosen.seed} {games}")
        seats = seats_in_turn[games % len(seats_in_turn)]
        options = mixed_options(chosen.game, seats, rng) if games % 2 else {}
        match = play_both(chosen.game, oracle, seats, options, rng, resign=rng.choice([0.0, 0.0, 0.01]))
        assert match.result is not None
        ends[match.result["rule"]] += 1
        plies += match.ply
        games += 1
        if games % 500 == 0:
            print(f"{games:,} games, {plies:,} plies, ends {dict(ends)}", flush=True)
    print(f"{chosen.game}: {games:,} games, {plies:,} plies, ends {dict(ends)}: all agree")


if __name__ == "__main__":
    main()
