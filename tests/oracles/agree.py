"""Plays the engine and an oracle side by side and compares all they say."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from siegeworks import Match

Choose = Callable[[random.Random, list[str]], str]


def told(events: list[Any]) -> list[dict[str, Any]]:
    """Events without their ply, which an oracle does not count."""
    return [{key: event[key] for key in ("seat", "kind", "args", "rule")} for event in events]


def play_both(
    game: str,
    oracle: Any,
    seats: int,
    options: Mapping[str, Any],
    rng: random.Random,
    resign: float = 0.0,
    choose: Choose = random.Random.choice,
) -> Match:
    """One whole game. `choose` picks an action, `resign` is how often somebody leaves instead."""
    match, other = Match.new(game, seats, options=dict(options)), oracle(seats, dict(options))
    while match.to_move is not None:
        assert other.to_move == match.to_move
        legal = match.legal()
        assert sorted(other.legal()) == sorted(legal)
        if match.to_move != "chance":
            assert other.default() == match.default()
        if match.to_move != "chance" and match.staying and rng.random() < resign:
            seat = rng.choice(match.staying)
            mine, theirs = match.resign(seat), other.resign(seat)
        else:
            name = choose(rng, legal)
            mine, theirs = match.play(name), other.play(name)
        assert told(mine) == told(theirs), match.actions
        position = match.position()
        assert position == position | other.position(), match.actions
    assert other.to_move is None
    assert other.result == match.result
    return match
