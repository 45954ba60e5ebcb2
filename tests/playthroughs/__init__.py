"""Golden playthroughs: whole matches told in words, one file each. python -m tests.playthroughs writes missing ones.

A change to one of these files is explained in the commit that makes it.
"""

from __future__ import annotations

import random
from pathlib import Path

from siegeworks import GAMES, Match
from tests.tables import QUICK

FOLDER = Path(__file__).resolve().parent
INDENT = "    "


def told(match: Match) -> str:
    """The record, with what happened after each line, as comments."""
    head, _, _ = match.record().partition("\n\n")
    lines = [head, ""]
    for line in match.story():
        lines.append(f"{line['seat']} {line['action']}")
        lines += [f"{INDENT}# {match.say(event)} ({event['rule']})" for event in line["events"]]
    return "\n".join([*lines, ""])


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def write_missing() -> None:
    """One match for each game and seat count, with the options of the game in turn."""
    for game in GAMES.values():
        for at, seats in enumerate(game.seats):
            path = FOLDER / f"{game.name}-{seats}.txt"
            if path.exists():
                continue
            option = game.rules.OPTIONS[at % len(game.rules.OPTIONS)]
            rng = random.Random(seats)
            chosen = {} if at == 0 or (option.seats and seats not in option.seats) else {option.name: option.values[-1]}
            match = Match.new(game.name, seats, seed=seats, options=QUICK.get(game.name, {}) | chosen)
            while match.result is None:
                match.play(rng.choice(match.legal()))
            path.write_text(told(match), encoding="utf-8")
            print(path.name)
