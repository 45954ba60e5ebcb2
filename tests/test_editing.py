"""Positions that people set up: every field has a place and a name, and what follows from the rest need not be said."""

from __future__ import annotations

from typing import Any

import pytest

from siegeworks import Match, editing
from siegeworks.errors import BadPosition
from siegeworks.games import GAMES, Game
from siegeworks.sentences import render
from tests.matches import played
from tests.tables import every_game

pytestmark = pytest.mark.plain


def each_table(game: Game) -> list[tuple[int, dict[str, Any]]]:
    return [(seats, editing.beginning(game, seats, {})) for seats in game.seats]


def at(position: Any, path: tuple[str | int, ...]) -> Any:
    """What stands there; an empty quarter of a city has no entry."""
    for key in path:
        position = position[key] if isinstance(key, int) else position.get(key)
        if position is None:
            return None
    return position


@every_game
def test_every_field_has_a_place_and_every_value_a_name(game: Game) -> None:
    for seats, position in each_table(game):
        for field in editing.fields(game, seats):
            assert field.path[0] in position, field.path
            assert render(field.says)
            assert all(render(choice.says) for choice in field.choices)
            if field.kind == "choice":
                assert at(position, field.path) in [choice.value for choice in field.choices], field.path
            assert field.seat is None or field.seat in field.path


@every_game
def test_what_follows_is_left_out_and_the_rest_says_the_same(game: Game) -> None:
    for seats, position in each_table(game):
        left = editing.tidied(game, position)
        assert len(left) < len(position)
        assert Match.from_position(game.name, left).position() == position
        kept = {field.path[0] for field in editing.fields(game, seats) if not field.follows}
        assert kept <= set(left)


def test_a_piece_more_needs_no_other_change() -> None:
    """T-7: who is to move follows from the board."""
    game = GAMES["siegestones"]
    left = editing.tidied(game, played(lines=8).position())
    assert "to_move" not in left
    first = left["board"].index(".")
    more = {**left, "board": left["board"][:first] + "T" + left["board"][first + 1 :]}
    assert Match.from_position("siegestones", more).position()["board"] == more["board"]


def test_the_first_draw_is_the_first_there_is() -> None:
    assert editing.beginning(GAMES["siegestones"], 4, {})["start"] == 0


def test_an_impossible_one_cannot_be_tidied() -> None:
    with pytest.raises(BadPosition) as caught:
        editing.tidied(GAMES["siegestones"], {"seats": 2, "board": "..../...../....../...y.../....../...../...."})
    assert caught.value.rule == "T-8"
