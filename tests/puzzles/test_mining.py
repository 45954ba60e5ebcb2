"""Mining: what a game gives depends on its number alone, and a file can be continued."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from siegeworks import GAMES
from siegeworks.core.jit import IS_PLAIN
from siegeworks.core.views import States
from siegeworks.errors import BadSetup
from siegeworks.puzzles import Puzzle, mining, read
from siegeworks.puzzles.mining import Mine, Miner, dig, opened
from siegeworks.puzzles.selecting import selected
from tests.puzzles import IN_TWO, SIEGESTONES


def test_a_puzzle_is_written_and_read() -> None:
    assert read(IN_TWO.written()) == IN_TWO


@pytest.mark.skipif(IS_PLAIN, reason="games between bots take too long in plain Python")
def test_the_same_number_gives_the_same_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mining, "LEAST_SIMULATIONS", 0)
    found = [Miner(SIEGESTONES).puzzles(101, 34) for _ in range(2)]
    assert found[0] == found[1]
    assert IN_TWO.line in [puzzle.line for puzzle in found[0]]
    assert all(len(puzzle.match(SIEGESTONES).legal()) >= mining.LEAST_ACTIONS for puzzle in found[0])


def test_what_the_strongest_level_does_not_play_is_in_dispute() -> None:
    miner, match = Miner(SIEGESTONES), IN_TWO.match(SIEGESTONES)
    seen, actions = match.seat_view(0), SIEGESTONES.action_numbers
    assert miner.agrees(seen, actions[IN_TWO.solution])
    assert not miner.agrees(seen, actions["stone a1"])


def test_a_table_may_name_the_verbs_that_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    miner = Miner(GAMES["bluffstones"])
    table = {"seats": 2, "players": ["random"], "verbs": ["remove", "place"]}
    monkeypatch.setattr(mining, "themes_data", lambda game: {"tables": [table], "judges": False, "themes": {}})

    def note(states: States, *rest: object) -> None:
        names = miner.game.words.ACTION_NAMES
        asked.append([names[action] for action in miner.prover.board.legal(states)])

    monkeypatch.setattr(miner, "_puzzle", note)
    assert miner.puzzles(1, 1) == []
    assert asked
    assert all(any(name.startswith(("remove", "place")) for name in names) for names in asked)


def _in_game(game: str, seed: int, number: int) -> tuple[int, list[Puzzle]]:
    return number, [replace(IN_TWO, source=(seed, number, 12))] if number % 2 else []


def test_a_file_is_continued_and_holds_no_two_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mining, "mined", _in_game)
    file = tmp_path / "mined.jsonl"

    def save(mine: Mine) -> None:
        file.write_text(mine.text())

    for wanted in (1, 1):
        dig(opened(SIEGESTONES, 5, file), seconds=0.0, most=wanted, workers=1, save=save)
    mine = opened(SIEGESTONES, 5, file)
    assert (mine.done, len(mine.puzzles)) == (4, 1)
    with pytest.raises(BadSetup):
        opened(SIEGESTONES, 6, file)


def test_puzzles_are_selected_in_turn_from_each_difficulty() -> None:
    boards = ("T.../...../....../......./....../...../....", "TT../...../....../......./....../...../....")
    easy, other = (replace(IN_TWO, position={"seats": 2, "to_move": 0, "board": board}) for board in boards)
    hard = replace(IN_TWO, simulations=512)
    assert selected(SIEGESTONES, [easy, easy, other, hard], most=2) == [easy, hard]
