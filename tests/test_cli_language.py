"""The terminal in the pseudo-language: what is left in plain letters is in no catalogue."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from siegeworks import Match, cli
from siegeworks.bots import KINDS
from siegeworks.cli import play as playing
from siegeworks.games import GAMES, Game
from siegeworks.sentences import PSEUDO
from tests.tables import every_game

WORD = re.compile(r"[A-Za-z]{3,}")
QUOTED = re.compile(r'"[^"]*"')
LETTERS = re.compile(r"[bygr]+")
TYPED = {"human", "level", "platform", "agreement", *KINDS}
"""Kinds of players, and the name of rules that are no game's own."""
TURNS = 4


def notation(game: Game) -> set[str]:
    """The words of actions, of options and of titles, which are typed and printed as they are."""
    words = game.words
    names = [*words.ACTION_NAMES, *words.CHANCE_NAMES, *words.SHAPES, "resign", "draw"]
    options = [str(each) for option in game.rules.OPTIONS for each in (option.name, *option.values)]
    return {part for name in [*names, *options, game.title, game.name] for part in re.findall(r"[A-Za-z]+", name)}


def plain(text: str, known: set[str]) -> set[str]:
    """Plain words that are no notation; commands and names stand in quotation marks."""
    found = set(WORD.findall(QUOTED.sub("", text)))
    return {word for word in found if word not in known | TYPED and not LETTERS.fullmatch(word)}


def typed(capsys: pytest.CaptureFixture[str], command: str) -> str:
    assert cli.main([*shlex.split(command), "--language", PSEUDO]) == 0
    told = capsys.readouterr()
    return told.out + told.err


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What a person will type."""
    lines: list[str] = []

    def read(prompt: str = "") -> str:
        print(prompt)
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr("builtins.input", read)
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path)
    monkeypatch.setattr(playing, "ADVISER", "level1")
    return lines


def turns_of(game: Game) -> list[str]:
    """A few turns for two people at one screen, with all that can be asked meanwhile."""
    match = Match.new(game.name, 2, seed=3)
    lines = ["", "help", "why 12345", "legal xyz", "undo", "save", "try 12345"]
    for _ in range(TURNS):
        seat, action = match.to_move, match.legal()[-1]
        refused = next((name for name in game.words.ACTION_NAMES if match.why_not(name)), action)
        lines += [f"why {refused}", f"try {action}", refused, action]
        match.play(action)
        if match.to_move != seat:
            lines.append("")  # alone with the screen
    return [*lines, "hint", "log", "board", "undo"]


@every_game
def test_a_game_in_accents(game: Game, keyboard: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    keyboard += turns_of(game)
    told = typed(capsys, f"play {game.name} --seats human,human --seed 3 --plain")
    told = told[: told.rfind("siegeworks play")]  # how to go on is a command
    assert keyboard == []
    assert plain(told, notation(game) | {"CELL", "PLACE", "CARD", "FILE", "WORD", "ACTION"}) == set()


@every_game
def test_a_record_in_accents(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match.new(game.name, 2, seed=5)
    for _ in range(TURNS):
        match.play(match.legal()[-1])
    match.resign(0)
    if match.result is None:
        match.agree_draw()
    path = tmp_path / "game.siege"
    path.write_text(match.record(), encoding="utf-8")
    for command in (f"replay {path} --boards --plain", f"analyse {path} --simulations 20 --plain", f"verify {path}"):
        told = typed(capsys, command).replace(str(match.seed), "")
        assert {word for word in plain(told, notation(game)) if not re.fullmatch(r"[a-f]+", word)} == set()


def test_what_goes_wrong_in_accents(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    odd = tmp_path / "odd"
    odd.write_bytes(b"\xff")
    for command in ("play nosuchgame", f"replay {odd}", "play siegestones --seats 7"):
        assert cli.main([*shlex.split(command), f"--language={PSEUDO}"]) == 2
        told = capsys.readouterr().err.replace("siegeworks:", "")
        assert plain(told, {*GAMES, "UTF"}) == set()
