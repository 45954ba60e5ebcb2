"""The shapes that positions declare are those of every view, whoever writes it: also compiled code."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import orjson
import pytest
from pydantic import TypeAdapter, ValidationError

from siegeworks import GAMES, Match
from siegeworks.games import Game
from siegeworks.positions import Common
from tests.tables import Table, every_game, every_table, play_out

pytestmark = pytest.mark.plain


@cache
def adapter(shape: Any) -> TypeAdapter[Any]:
    return TypeAdapter(shape)


def check(match: Match, seat: int | None) -> None:
    """Every field has the type it was declared with; nothing is missing, and nothing else is told."""
    view, own = match.view(seat), match.game.position.View
    parts = [(Common, view.keys() & Common.__annotations__), (own, view.keys() & own.__annotations__)]
    assert set().union(*(keys for _, keys in parts)) == view.keys()
    for shape, keys in parts:
        told = orjson.dumps({key: view[key] for key in keys})
        adapter(shape).validate_json(told, strict=True, extra="forbid")


@every_table
def test_every_view_has_the_declared_shape(table: Table) -> None:
    rng = random.Random(3)

    def look(match: Match) -> None:
        check(match, rng.choice([None, *range(table.seats)]))

    match = play_out(table.new(3), rng, look, resign=0.01)
    check(match, None)


@every_game
def test_a_view_after_an_agreed_draw_too(game: Game) -> None:
    match = Match.new(game.name, game.seats[0], seed=1)
    match.agree_draw()
    check(match, None)


@every_game
def test_fields_of_a_game_are_none_of_those_that_all_have(game: Game) -> None:
    assert not Common.__annotations__.keys() & game.position.View.__annotations__.keys()


def test_a_view_that_tells_something_else_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.new("siege", 2, seed=1)
    check(match, 0)
    view = match.view(0)
    for wrong in ({"year": "1"}, {"trick": [[0]]}, {"cities": [{**city, "more": 1} for city in view["cities"]]}):
        monkeypatch.setattr(match, "view", lambda seat, wrong=wrong: {**view, **wrong})
        with pytest.raises(ValidationError):
            check(match, 0)
    monkeypatch.setattr(match, "view", lambda seat: {**view, "more": 1})
    with pytest.raises(AssertionError):
        check(match, 0)


@every_game
def test_games_with_an_arrangement_declare_its_layout_and_tell_what_is_open(game: Game) -> None:
    parts = (game.words.arrange, game.words.Layout, game.words.open_places)
    assert all(part is None for part in parts) or None not in parts
    assert GAMES[game.name].position.View.__total__
