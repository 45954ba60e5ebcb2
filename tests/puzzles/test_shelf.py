"""Which puzzle is asked next, what it is called, and what an answer does to the ratings."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from siegeworks import GAMES
from siegeworks.puzzles import shelf
from siegeworks.puzzles.ratings import NEW, Rating, after, first_of
from siegeworks.puzzles.repeating import reviewed
from tests.puzzles import IN_TWO, SIEGESTONES

GAME = GAMES["siegestones"]
NOON = 1_800_000_000_000
MINUTE, DAY = 60_000, 24 * 3600 * 1000


def test_every_puzzle_has_a_name_that_tells_nothing_of_its_solution() -> None:
    assert len(shelf.shelf()) == sum(len(shelf.of_game(game)) for game in GAMES.values())
    other = replace(IN_TWO, line=("stone a1",))
    assert shelf.name_of(SIEGESTONES, IN_TWO) == shelf.name_of(SIEGESTONES, other)


def test_games_take_turns_by_the_day_and_no_puzzle_comes_twice_before_all_have_been() -> None:
    games = len([game for game in GAMES.values() if shelf.of_game(game)])
    first = 20_000 - 20_000 % games
    assert len({shelf.of_the_day(first + number).game.name for number in range(games)}) == games
    count = len(shelf.of_game(shelf.of_the_day(first).game))
    days = [shelf.of_the_day(first + games * number).name for number in range(count + 1)]
    assert len(set(days[:-1])) == count
    assert days[-1] == days[0]


def test_the_one_nearest_to_a_rating_is_asked_and_none_twice_as_long_as_there_are_others() -> None:
    found = shelf.of_game(GAME)
    easiest, hardest = found[0], found[-1]
    for rating, wanted in ((Rating(0, 1), easiest), (Rating(9_000, 1), hardest)):
        chosen = shelf.near(found, {}, rating, (), Random(1))
        assert chosen is not None
        assert chosen.puzzle.simulations == wanted.puzzle.simulations
    rated = {hardest.name: Rating(10.0, 1.0)}
    answered = [each.name for each in found if each is not hardest]
    assert shelf.near(found, rated, Rating(0, 1), answered, Random(1)) == hardest
    assert shelf.near(found, {}, NEW, [each.name for each in found], Random(1)) is not None
    assert shelf.near([], {}, NEW, (), Random(1)) is None


@pytest.mark.parametrize("game", ["", "siegestones"])
def test_a_run_has_all_puzzles_once_and_begins_easy(game: str) -> None:
    order = shelf.run(game, 7)
    wanted = [each.name for each in shelf.shelf().values() if game in ("", each.game.name)]
    assert sorted(each.name for each in order) == sorted(wanted)
    steps = [each.puzzle.simulations for each in order[: 2 * shelf.OF_EACH_RUNG]]
    assert steps == sorted(steps)
    assert steps[0] < steps[-1]
    assert shelf.run(game, 8) != order


def test_a_lesson_has_the_easiest_of_its_theme() -> None:
    found = shelf.lesson(GAME, "double-threat")
    assert len(found) == shelf.OF_A_LESSON
    assert all("double-threat" in each.puzzle.themes for each in found)
    assert [each.puzzle.simulations for each in found] == sorted(each.puzzle.simulations for each in found)


def test_a_right_answer_raises_the_rating_by_more_where_the_puzzle_is_harder() -> None:
    easy, hard = Rating(1_100, 120), Rating(1_900, 120)
    assert first_of(IN_TWO).mu < first_of(replace(IN_TWO, simulations=8192)).mu
    gains = [after(NEW, puzzle, is_right=True)[0].mu - NEW.mu for puzzle in (easy, hard)]
    losses = [NEW.mu - after(NEW, puzzle, is_right=False)[0].mu for puzzle in (easy, hard)]
    assert 0 < gains[0] < gains[1]
    assert losses[0] > losses[1] > 0
    solver, puzzle = after(NEW, easy, is_right=True)
    assert solver.sigma < NEW.sigma
    assert puzzle.mu < easy.mu


def test_what_was_missed_comes_again_after_ever_longer_times() -> None:
    card, due = reviewed(None, is_right=False, now=NOON)
    assert due == NOON + 10 * MINUTE
    waits = []
    for _ in range(3):
        now = due
        card, due = reviewed(card, is_right=True, now=now)
        waits.append(due - now)
    assert waits[0] >= DAY
    assert waits == sorted(waits)
    assert reviewed(card, is_right=False, now=due).due == due + 10 * MINUTE
