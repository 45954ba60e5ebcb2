"""Openings: books of how games between bots began, which count positions that are alike together."""

from __future__ import annotations

from pathlib import Path

import pytest

from siegeworks import GAMES, BadSetup, Match
from siegeworks.cli import main
from siegeworks.games import Game
from siegeworks.openings import FILE, Book, Tally, book_of, check_open, key_of, known_moves, read
from siegeworks.openings.making import opened, play
from siegeworks.puzzles.board import Board

STONES = GAMES["siegestones"]
BOTS = ["random", "thumb"]
SHIPPED = [game for game in GAMES.values() if book_of(game) is not None]


def made(games: int, book: Book | None = None, seed: int = 1) -> Book:
    book = book or Book(STONES.rules.VERSION, seed, BOTS)
    play(book, STONES, games, lambda now: None)
    return book


def begun(*actions: str) -> Match:
    match = Match.new("siegestones", 2)
    for action in ("start 0", *actions):
        match.play(action)
    return match


def test_a_book_that_is_continued_is_the_same_as_one_made_at_once(tmp_path: Path) -> None:
    path = tmp_path / "book.json"
    path.write_text(made(3).text(), "utf-8")
    assert made(6, opened(STONES, 1, BOTS, path)).text() == made(6).text()
    assert made(6, seed=2).text() != made(6).text()
    with pytest.raises(BadSetup, match="name the same"):
        opened(STONES, 2, BOTS, path)


def test_every_game_counts_once_and_the_shares_are_those_of_the_results() -> None:
    book = made(12)
    whole = Book(book.version, book.seed, book.bots, book.games)
    for key, tallies in book.positions.items():  # so that also what was played once is told
        whole.positions[key] = [Tally(each.bot, 10 * each.times, 10 * each.wins) for each in tallies]
    known = known_moves(whole, begun())
    assert sum(each.times for each in known) == 120
    assert sum(sum(each.by.values()) for each in known) == 120
    assert all(each.low <= each.share <= each.high for each in known)


def test_what_is_alike_counts_together() -> None:
    book = made(40)
    corner, other = begun("stone a1"), begun("stone g7")
    assert [each._replace(action="", alike=()) for each in known_moves(book, corner)] == [
        each._replace(action="", alike=()) for each in known_moves(book, other)
    ]
    first = {action for each in known_moves(book, begun()) for action in (each.action, *each.alike)}
    assert {"stone a1", "stone g7"} <= first or not {"stone a1", "stone g7"} & first


def test_a_share_is_that_of_whoever_moves() -> None:
    """Whoever plays the only known move won all games, so whoever is to move after it won none."""
    book, after = made(0), begun("stone d4")
    book.positions[key_of(Board(STONES), after.seat_view(1))] = [Tally(0, 4, 0.0)]
    (known,) = known_moves(book, begun())
    assert (known.action, known.times, known.share, known.by) == ("stone d4", 4, 1.0, {"random": 4})


def test_thin_keeps_what_enough_games_came_to() -> None:
    book = made(12)
    thin = book.thinned(3)
    assert 0 < len(thin.positions) < len(book.positions)
    assert all(sum(each.times for each in tallies) >= 3 for tallies in thin.positions.values())


@pytest.mark.parametrize("name", ["siege", "bluffstones"])
def test_there_are_no_books_where_something_is_hidden(name: str) -> None:
    with pytest.raises(BadSetup, match="nothing is hidden"):
        check_open(GAMES[name])


def test_other_tables_have_no_book() -> None:
    assert known_moves(made(3), Match.new("siegestones", 3, seed=1)) == []


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: str(game.name))
def test_the_books_that_come_with_games_know_their_beginnings(game: Game) -> None:
    match = Match.new(game.name, 2, seed=1)
    book = book_of(match.game)
    assert book is not None
    assert sum(each.times for each in known_moves(book, match)) > book.games / 2
    assert read(match.game, book.text()) == book


def test_both_games_have_one() -> None:
    assert {game.name for game in SHIPPED} == {"siegestones", "charge"}
    assert (STONES.folder / FILE).stat().st_size < 100_000


def test_the_command_reads_makes_and_thins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, thin = str(tmp_path / "book.json"), str(tmp_path / "thin.json")
    assert main(["openings", "siegestones", "--after", "start 0", "--plain"]) == 0
    assert "Place a stone on" in capsys.readouterr().out
    assert main(["openings", "siegestones", "--bots", *BOTS, "--games", "4", "--out", out]) == 0
    assert "4 games" in capsys.readouterr().err
    assert main(["openings", "siegestones", "--thin", out, "--least", "3", "--out", thin]) == 0
    assert main(["openings", "siegestones", "--thin", out]) == 2
    assert main(["openings", "nobles"]) == 2
    assert "No book comes with" in capsys.readouterr().err
