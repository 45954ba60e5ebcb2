"""What a reader of a game saw and did, from its beginning: an information state with perfect recall.

A reader is a seat, or a spectator (None). It is told every line as the log tells it: a public twin instead of an action
that it may not read, and nothing at all of what leaves no trace. In a game with secrets each line ends with a checksum
of all that the reader's view showed until then, since an action alone does not tell what it uncovered.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from siegeworks.core import step, views
from siegeworks.core.rules import CHANCE
from siegeworks.games import Game
from siegeworks.lines import scratch

DIGEST_BYTES = 8


class Reading(NamedTuple):
    """How far somebody has read: the actions so far, the state there, the lines told. It is replaced, never changed."""

    actions: int
    states: views.States
    lines: tuple[str, ...] = ()
    checksum: bytes = b""


def read_on(game: Game, reading: Reading, actions: list[int], reader: int | None) -> Reading:
    """The same after all of these actions, the first of which are known."""
    states, lines, checksum = views.copied(reading.states), list(reading.lines), reading.checksum
    is_open, out = not views.has_secrets(states.dtype), scratch(game)
    for action in actions[reading.actions :]:
        before = states if is_open else views.copied(states)
        name, mover = _told(game, before, action, reader), int(states["to_move"][0])
        step.step(states, 0, action, out)
        if name is None:
            continue
        line = f"{'chance' if mover == CHANCE else mover} {name}"
        if not is_open:
            seen = checksum + line.encode() + views.view(states, reader).tobytes()
            checksum = hashlib.blake2b(seen, digest_size=DIGEST_BYTES).digest()
            line = f"{line} #{checksum.hex()}"
        lines.append(line)
    return Reading(len(actions), states, tuple(lines), checksum)


def _told(game: Game, before: views.States, action: int, reader: int | None) -> str | None:
    """An action as the reader may read it."""
    words = game.words
    names = words.CHANCE_NAMES if before["to_move"][0] == CHANCE else words.ACTION_NAMES
    if views.has_secrets(before.dtype) and not words.is_open(before[0], action, reader):
        return words.twin(before[0], action)
    return names[action]
