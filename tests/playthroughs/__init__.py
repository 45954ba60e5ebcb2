"""Golden playthroughs: whole matches told in words, one file each. python -m tests.playthroughs writes missing ones.

`views.json` has checksums of the views along each. A change to one of these files is explained in the commit that
makes it.
"""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path

from siegeworks import GAMES, Match
from tests.tables import QUICK

FOLDER = Path(__file__).resolve().parent
VIEWS = FOLDER / "views.json"
INDENT = "    "
APART = 8
"""Lines between two points whose views are compared."""


def told(match: Match) -> str:
    """The record, with what happened after each line, as comments."""
    head, _, _ = match.record().partition("\n\n")
    lines = [head, ""]
    for line in match.story():
        lines.append(f"{line['seat']} {line['action']}")
        lines += [f"{INDENT}# {match.say(event)} ({event['rule']})" for event in line["events"]]
    return "\n".join([*lines, ""])


def seen(match: Match) -> list[str]:
    """Checksums of the position and of every reader's view as JSON text, at points along a match."""
    found, again = [], Match.new(match.game.name, match.seats, options=match.options)
    for line in match.lines:
        again.play(line.name)
        if again.ply % APART == 0 or again.result is not None:
            seen = [again.position(), *(again.view(seat) for seat in (*range(again.seats), None))]
            found.append(hashlib.blake2b(json.dumps(seen).encode(), digest_size=4).hexdigest())
    return found


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def write_missing() -> None:
    """One match for each game and seat count, with the options of the game in turn; and the views of each."""
    for game in GAMES.values():
        for at, seats in enumerate(game.seats):
            path = FOLDER / f"{game.name}-{seats}.txt"
            if path.exists():
                continue
            rng = random.Random(seats)
            offered = [option for option in game.rules.OPTIONS if not option.seats or seats in option.seats]
            option = offered[at % len(offered)] if at and offered else None
            chosen = {option.name: option.values[-1]} if option else {}
            match = Match.new(game.name, seats, seed=seats, options=QUICK.get(game.name, {}) | chosen)
            while match.result is None:
                match.play(rng.choice(match.legal()))
            path.write_text(told(match), encoding="utf-8")
            print(path.name)
    frozen = json.loads(VIEWS.read_text()) if VIEWS.exists() else {}
    for path in files():
        if path.stem not in frozen:
            frozen[path.stem] = seen(Match.from_record(path.read_text(encoding="utf-8")))
    VIEWS.write_text(json.dumps(frozen, indent=1) + "\n")
