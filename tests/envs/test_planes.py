"""What a seat sees as numbers: as documented, seat-relative, and never a hidden field."""

from __future__ import annotations

import random

import numpy as np
import pytest

from siegeworks import Match
from siegeworks.core import step, views
from siegeworks.core.dice import new_dice
from siegeworks.core.hexboard import COORDINATES, NAMES, parse_board
from siegeworks.core.planes import MOST, PLACES, SIDE
from siegeworks.envs import stepping
from siegeworks.games import GAMES, Game
from tests.tables import Table, budget, every_game, every_seat_count, play_out


def seen(match: Match, seat: int, states: views.States | None = None) -> np.ndarray:
    """What the seat observes; the array is dirty before, so that nothing may be left unwritten."""
    found = np.full(match.game.planes.SHAPE, 77, np.uint8)
    stepping.look(match.states if states is None else states, seat, found)
    return found


def planes_named(game: Game, observed: np.ndarray) -> dict[str, np.ndarray]:
    """The observation by the names of its planes."""
    planes = game.planes.PLANES
    ends = np.cumsum([plane.size for plane in planes])[:-1]
    return dict(zip([plane.name for plane in planes], np.split(observed.ravel(), ends), strict=True))


@pytest.mark.plain
@every_game
def test_planes_are_named_once_and_fill_the_shape(game: Game) -> None:
    planes = game.planes.PLANES
    assert len({plane.name for plane in planes}) == len(planes)
    assert sum(plane.size for plane in planes) == np.prod(game.planes.SHAPE)
    assert all(plane.says and 1 <= plane.most <= MOST for plane in planes)
    if len(game.planes.SHAPE) == 3:
        assert (len(planes), SIDE, SIDE) == game.planes.SHAPE
        assert all(plane.size == PLACES for plane in planes)


@pytest.mark.plain
@every_seat_count
def test_everything_is_written_and_stays_within_its_bounds(table: Table) -> None:
    rng = random.Random(1)
    looked: list[int] = []
    bounds = np.concatenate([np.full(p.size, p.most) for p in GAMES[table.game].planes.PLANES])

    def look(match: Match) -> None:
        if not looked or rng.randrange(budget(2, 25)) == 0:
            looked.append(match.ply)
            for seat in range(table.seats):
                observed = seen(match, seat).ravel()
                assert (observed <= bounds).all(), np.flatnonzero(observed > bounds)

    play_out(table.new(1), rng, look, resign=0.01)


@every_seat_count
def test_nothing_hidden_is_read(table: Table) -> None:
    """The view gives the same numbers as the state, and so does anything else that fits the view."""
    rng, dice = random.Random(2), new_dice(2)
    looked: list[int] = []

    def look(match: Match) -> None:
        if not looked or rng.randrange(budget(2, 25)) == 0:
            looked.append(match.ply)
            for seat in range(table.seats):
                view = match.seat_view(seat)
                observed = seen(match, seat)
                assert (seen(match, seat, view) == observed).all()
                step.imagine(view, 0, seat, dice)
                assert (seen(match, seat, view) == observed).all()

    play_out(table.new(2), rng, look)


@pytest.mark.plain
def test_the_board_lies_as_the_page_says() -> None:
    """Row a first, a circle's number its column; me first, then clockwise."""
    match = Match.new("siegestones", 3, seed=None)
    for action in ("start 1", "stone d4", "tower g4", "stone a1"):
        match.play(action)
    for seat in range(3):
        planes = planes_named(match.game, seen(match, seat))
        owner = parse_board(match.view()["board"], "bygrT")
        for turn, name in enumerate(("me", "seat +1", "seat +2")):
            stones = planes[f"stones of {name}"].reshape(SIDE, SIDE)
            expected = {COORDINATES[cell] for cell, letter in owner.items() if letter == "bygr"[(seat + turn) % 3]}
            assert {(row, column + 1) for row, column in np.argwhere(stones).tolist()} == expected
            assert planes[f"{name} is to move"].all() == (match.to_move == (seat + turn) % 3)
            assert planes[f"{name} plays"].all()
        assert not planes["seat +3 plays"].any()
        assert planes["board"].sum() == len(NAMES)
        assert planes["pool"].tolist() == [8] * PLACES


@pytest.mark.plain
def test_a_hidden_bid_is_seen_by_its_owner_alone() -> None:
    match = Match.new("bluffstones", 2, seed=1)
    first = match.to_move
    assert isinstance(first, int)
    match.play("bid yy")
    own, other = (planes_named(match.game, seen(match, seat)) for seat in (first, 1 - first))
    assert own["my bid, yellow"].tolist() == [2] * PLACES
    assert not any(other[f"my bid, {colour}"].any() for colour in ("blue", "yellow", "green", "red"))
    assert own["bid of me is in"].all()
    assert other["bid of seat +1 is in"].all()


@pytest.mark.plain
def test_a_hand_is_counted_by_kind() -> None:
    match = Match.new("siege", 3, seed=5)
    for seat in range(3):
        planes = planes_named(match.game, seen(match, seat))
        hand = match.view(seat)["cities"][seat]["hand"]
        assert planes["my hand"].sum() == len(hand)
        assert planes["hand sizes"].tolist()[:3] == [int(match.state.hand_size[(seat + turn) % 3]) for turn in range(3)]
