"""Games between bots: the luck of a Match, the same results however many workers play, and nothing lost by a crash."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from siegeworks import GAMES, BadSetup, IllegalAction, Match
from siegeworks.arena import table
from siegeworks.arena.contest import Contest, Sitting
from siegeworks.arena.run import in_order, play_contest, played_one_by_one
from siegeworks.arena.store import Store, _meaning
from siegeworks.arena.table import Board, Played, play_game
from siegeworks.core import step
from siegeworks.core.dice import new_dice
from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]
RANDOMS = Contest("siegestones", 2, ("random", "thumb"))


def told(played: Played) -> dict[str, Any]:
    """All of a game but the time it took."""
    return {key: value for key, value in played.as_json().items() if key != "seconds"}


class Watched:
    """A bot that plays the first legal action and keeps what it was shown."""

    name = "watched"

    def __init__(self) -> None:
        self.seen: list[Any] = []
        self.actions: list[int] = []

    def choose(self, view: Any, budget: Any, dice: Any) -> tuple[int, Any]:
        self.seen.append(view.copy())
        out = np.zeros(2000, np.int64)
        count = step.list_legal(view, 0, out)
        self.actions.append(int(out[len(self.seen) % count]))
        return self.actions[-1], None


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_the_match_of_the_same_luck_and_bots_see_only_views(name: str, monkeypatch) -> None:
    seats = GAMES[name].seats[0]
    contest, watched = Contest(name, seats, ("watched",), opening=0), Watched()
    monkeypatch.setattr(table, "_bot", lambda game, name, options: watched)
    played = play_game(contest, Sitting(3, ("watched",) * seats))
    match = Match.new(name, seats, seed=contest.luck(3))
    assert match.to_move == played.first
    for seen, action in zip(watched.seen, watched.actions, strict=True):
        assert isinstance(match.to_move, int)
        assert seen.tobytes() == match.seat_view(match.to_move).tobytes()
        match.play(match.game.words.ACTION_NAMES[action])
    assert match.result is not None
    assert [*played.winners] == match.result["winners"]
    assert [*played.scores] == match.result["scores"]
    assert [*played.places] == match.result["places"]
    assert sum(played.decisions) == len(watched.actions)


@pytest.mark.parametrize("name", GAMES)
def test_openings_belong_to_the_deal_and_never_end_the_game(name: str) -> None:
    seats = GAMES[name].seats[0]
    contest, other = Contest(name, seats, ("a",)), Contest(name, seats, ("b", "c"))
    begun = [Board(contest, deal).states.tobytes() for deal in range(12)]
    assert begun == [Board(other, deal).states.tobytes() for deal in range(12)]
    assert len(set(begun)) == 12
    assert all(Board(contest, deal).to_move >= 0 for deal in range(40))


def test_even_openings_are_those_the_judge_finds_even(monkeypatch) -> None:
    """Others are drawn again; what was even at once is played as it fell."""
    monkeypatch.setattr(table, "JUDGE", "search:60")
    contest = Contest("siegestones", 2, ("a",), even=True)
    for deal in range(6):
        fallen, even = Board(Contest("siegestones", 2, ("a",)), deal), Board(contest, deal)
        assert even.to_move >= 0
        attempts = [board_after(contest, deal, attempt) for attempt in range(table.MOST_ATTEMPTS)]
        chosen = next(at for at, (board, dice) in enumerate(attempts) if board._is_even(contest, dice))
        assert even.states.tobytes() == attempts[chosen][0].states.tobytes()
        assert (fallen.states.tobytes() == even.states.tobytes()) == (chosen == 0)
    monkeypatch.setattr(table, "EVEN", -1.0)
    with pytest.raises(BadSetup, match="never even after 2 decisions at random, in 100 attempts; choose another"):
        Board(contest, 0)


def board_after(contest: Contest, deal: int, attempt: int) -> tuple[Board, Any]:
    """The board of one attempt at an opening, even or not, and its dice."""
    board = Board(Contest(contest.game, contest.seats, contest.bots, opening=0), deal)
    dice = new_dice(contest.opening_seed(deal, attempt))
    board._open(contest.opening, dice)
    return board, dice


def test_an_even_opening_leaves_about_the_fair_share(monkeypatch) -> None:
    judged: list[float] = []

    class Judge:
        name = "judge"

        def choose(self, view: Any, budget: Any, dice: Any) -> tuple[int, Any]:
            judged.append([0.7, 0.39, 0.61, 0.41][len(judged)])
            return 0, SimpleNamespace(value=judged[-1])

    monkeypatch.setattr(table, "_bot", lambda game, name, options: Judge())
    Board(Contest("siegestones", 2, ("a",), even=True), 0)
    assert len(judged) == 4  # 20 % less than a half is 0.4, 20 % more is 0.6


def test_bots_without_luck_meet_in_different_games() -> None:
    played = play_contest(Contest("siegestones", 2, ("thumb",)), 12)
    assert len({(game.decisions, game.scores) for game in played}) > 3


def test_a_bot_that_plays_what_cannot_be_played_is_named(monkeypatch) -> None:
    class Cheat:
        def choose(self, view: Any, budget: Any, dice: Any) -> tuple[int, Any]:
            return 0, None  # stone a1, again and again

    monkeypatch.setattr(table, "_bot", lambda game, name, options: Cheat())
    with pytest.raises(IllegalAction, match='The bot random chose "stone a1"'):
        play_game(RANDOMS, Sitting(0, ("random", "random")))


def test_same_command_same_games_with_one_worker_or_two(tmp_path: Path) -> None:
    one = play_contest(RANDOMS, 12)
    store = Store(tmp_path / "two.jsonl", RANDOMS)
    two = play_contest(RANDOMS, 12, store=store, workers=2)
    assert [told(game) for game in one] == [told(game) for game in two]
    assert len(one) == 12
    assert [game.sitting for game in one] == list(RANDOMS.sittings(12))


def test_progress_is_told_game_by_game() -> None:
    heard: list[tuple[int, int]] = []
    play_contest(RANDOMS, 4, progress=lambda done, of: heard.append((done, of)))
    assert heard == [(done, 4) for done in range(5)]


def test_what_is_stored_is_not_played_again(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "games.jsonl"
    first = play_contest(RANDOMS, 6, store=Store(path, RANDOMS))
    asked: list[Sitting] = []
    monkeypatch.setattr(
        "siegeworks.arena.run.play_game", lambda contest, sitting: asked.append(sitting) or play_game(contest, sitting)
    )
    more = play_contest(RANDOMS, 10, store=Store(path, RANDOMS))
    assert more[:6] == [Played.from_json(game.as_json()) for game in first]
    assert asked == list(RANDOMS.sittings(10))[6:]


def test_a_line_cut_by_a_crash_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    whole = play_contest(RANDOMS, 4, store=Store(path, RANDOMS))
    path.write_bytes(path.read_bytes()[:-30])
    store = Store(path, RANDOMS)
    assert len(store.played) == 3
    again = play_contest(RANDOMS, 4, store=store)
    assert [told(game) for game in again] == [told(game) for game in whole]
    assert len(path.read_text().splitlines()) == 5


KILLS_ITSELF = """
import multiprocessing, os, signal, sys
from siegeworks.arena.run import play_contest
from siegeworks.arena.store import Store
from tests.arena.test_run import RANDOMS

def kill_at_six(done, games):
    if done == 6:
        print(*[worker.pid for worker in multiprocessing.active_children()], flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

play_contest(RANDOMS, 40, store=Store(sys.argv[1], RANDOMS), workers=2, progress=kill_at_six)
"""


@pytest.mark.slow
def test_a_killed_contest_goes_on_to_the_same_end_and_leaves_no_worker(tmp_path: Path) -> None:
    """It kills itself after its sixth game, so that however fast it is, it is in the middle."""
    path = tmp_path / "games.jsonl"
    running = subprocess.Popen([sys.executable, "-c", KILLS_ITSELF, path], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert running.stdout is not None
    with running.stdout:
        workers = running.stdout.readline().split()
    assert running.wait() == -signal.SIGKILL
    assert len(workers) == 2
    store = Store(path, RANDOMS)
    assert len(store.played) == 6
    assert [told(game) for game in play_contest(RANDOMS, 40, store=store)] == [
        told(game) for game in play_contest(RANDOMS, 40)
    ]
    wait_until(lambda: not any(_is_alive(pid) for pid in workers))


def wait_until(is_so: Callable[[], bool]) -> None:
    """Until something is so; fails if it is not after minutes, in which a slow machine compiles too."""
    deadline = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _is_alive(pid: str) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(
    ("other", "says"),
    [
        (Contest("siegestones", 2, ("random", "thumb"), seed=1), "another seed"),
        (Contest("siegestones", 3, ("random", "thumb")), "another number of seats"),
        (Contest("siegestones", 2, ("random", "thumb"), {"balanced": True}), "another options"),
        (Contest("charge", 2, ("random", "thumb")), "another game"),
        (Contest("siegestones", 2, ("random", "thumb"), opening=4), "another opening"),
        (Contest("siegestones", 2, ("random", "thumb"), even=True), "another choice of openings"),
    ],
)
def test_results_of_another_contest_are_not_mixed_in(tmp_path: Path, other: Contest, says: str) -> None:
    Store(tmp_path / "games.jsonl", RANDOMS)
    with pytest.raises(BadSetup, match=says):
        Store(tmp_path / "games.jsonl", other)
    assert Store(tmp_path / "games.jsonl", other, anew=True).played == {}


def test_results_of_other_bots_are_not_mixed_in(tmp_path: Path, monkeypatch) -> None:
    Store(tmp_path / "games.jsonl", RANDOMS)
    monkeypatch.setattr("siegeworks.arena.store.version_of_bots", lambda game: "newer")
    with pytest.raises(BadSetup, match="version of the bots"):
        Store(tmp_path / "games.jsonl", RANDOMS)


def test_words_about_a_bot_do_not_make_it_another() -> None:
    one = "LEVEL = 3  # by hand\n\ndef play(n):\n    return n + LEVEL\n"
    other = '"""Plays."""\nLEVEL = 3\n"""How well."""\ndef play(n):\n    """Well."""\n    return n+LEVEL\n'
    assert _meaning(one) == _meaning(other)
    assert _meaning(one) != _meaning(one.replace("3", "4"))


@pytest.mark.parametrize("text", ["hello\n", '{"arena": 9}\n', "[]\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(BadSetup, match="does not hold results of the arena"):
        Store(path, RANDOMS)
    assert path.read_text() == text


def test_a_line_that_is_no_game_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    Store(path, RANDOMS)
    path.write_text(path.read_text() + json.dumps({"deal": 1}) + "\n")
    with pytest.raises(BadSetup, match="no game"):
        Store(path, RANDOMS)


@pytest.mark.parametrize("workers", [0, 1000])
def test_workers_are_counted_sensibly(workers: int) -> None:
    with pytest.raises(BadSetup, match="workers"):
        list(played_one_by_one(RANDOMS, list(RANDOMS.sittings(2)), workers=workers))


def test_games_that_end_early_wait_for_their_turn() -> None:
    sittings = list(RANDOMS.sittings(4))
    games = [play_game(RANDOMS, sitting) for sitting in sittings]
    assert list(in_order(sittings, (games[at] for at in (2, 0, 3, 1)))) == games
