"""No text that people can reach has an action's code, a seat 0 or a word of the search in it: neither as it is written
(the list of web/tools/texts.py) nor as it is said at tables where random games are played."""

from __future__ import annotations

import random
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from siegeworks import Match
from siegeworks.bots import bot
from siegeworks.core.dice import new_dice
from siegeworks.games import GAMES, Game
from siegeworks.sentences import render
from tests.tables import every_game

TOOL = Path(__file__).resolve().parents[1] / "web" / "tools" / "texts.py"
CELL = re.compile(r"[a-g][1-7]")
SEAT_ZERO = re.compile(r"\bseat 0\b|\bseats? (?:are|is|from) 0\b", re.IGNORECASE)
SEARCH = re.compile(
    r"\b(?:rollouts?|playouts?|visits?|visited|priors?|nodes?|exploration|simulations?|mcts|p?uct|backups?)\b",
    re.IGNORECASE,
)
"""Words of the search, as textbooks have them."""

NOTATION = {
    "positions.py": "a position is written by a program",
    "position.py": "the same",
    "position_attack.py": "the same",
    "engines.py": "the engine protocol is spoken between programs",
}
"""Headings of catalogues whose sentences are about notation, and why."""

EXCEPTED = {
    "src/siegeworks/text/en.ftl:not-a-card": "tells how cards are written, where one was written wrongly",
    "src/siegeworks/games/siege/text/en.ftl:not-a-card": "the same",
    "src/siegeworks/text/en.ftl:cards-written": "tells it where people write cards",
    "src/siegeworks/text/en.ftl:draws-are-names": "for programs: a list of actions",
    "src/siegeworks/text/en.ftl:no-seat": "for programs, which count seats from 0",
    "src/siegeworks/text/en.ftl:bot-most-budget": "for programs: a bot's budget",
    "src/siegeworks/text/en.ftl:bot-no-budget": "the same",
    "src/siegeworks/text/en.ftl:budget-written": "the same",
    "src/siegeworks/cli/text/en.ftl:one-budget-only": "an option of a command by its name",
    "src/siegeworks/cli/text/en.ftl:peer-needs-simulations": "for those who compare bots",
    "src/siegeworks/cli/__init__.py": "the help of commands, some of them for those who study bots",
    "docs/rules/": "the numbered rules explain notation, and their examples use it",
}
"""Texts that may say so, and why."""

OVERVIEW = {"On one page", "What you do", "An attack", "How you win"}
"""The page that rules open with, for people who have never seen the game."""

ONE_WORD = {
    r"\bmatch\b": "game",
    r"\bField\b": "hand",
    r"\blook again\b|\blook(ed)? at again\b": "review",
    r"\bthrow away\b|\bthrown away\b(?! unused)": "remove",
    r"\bplay again\b": "rematch",
    r"^go on$": "continue",
    r"\bturn the board\b": "rotate",
    r"\bseal\b": "commitment",
    r"\blegal\b": "possible",
}
"""What people read is called by one word: not by the first, but by the second."""


@cache
def texts() -> list[Any]:
    return list(runpy.run_path(str(TOOL))["all_texts"]())


@cache
def codes(game: Game) -> re.Pattern[str]:
    """An action as it is written: its whole name, its shape, a card in letters; a verb if it is quoted."""
    names = (*game.words.ACTION_NAMES, *game.words.CHANCE_NAMES, *game.words.SHAPES)
    whole = {name for name in names if " " in name}
    objects = {each for name in names for each in re.split(r"[ |]", name)[1:] if not CELL.fullmatch(each)}
    letters = {each for each in objects if len(each) > 1 and each != each.lower()}
    verbs = "|".join({name.split()[0] for name in names})
    written = "|".join(map(re.escape, sorted(whole | letters, key=len, reverse=True)))
    return re.compile(rf"(?<![\w-])(?:{written})(?![\w-])|\b[Ss]ay (?:{verbs})\b|[\"“](?:{verbs})\b")


@cache
def letters(game: Game) -> re.Pattern[str]:
    """A quarter or an end by its letter, where no key is meant."""
    names = (*game.words.ACTION_NAMES, *game.words.CHANCE_NAMES)
    found = {each for name in names for each in name.split()[1:] if len(each) == 1 and each.isupper()}
    return re.compile(rf"(?<![\w'])(?:{'|'.join(found) or '(?!)'})(?![\w'])")


def faults(text: str) -> list[str]:
    patterns = (SEAT_ZERO, SEARCH, *map(codes, GAMES.values()))
    return [found[0] for pattern in patterns if (found := pattern.search(text))]


def is_excepted(text: Any) -> bool:
    return text.heading in NOTATION or (text.heading not in OVERVIEW and text.where.startswith(tuple(EXCEPTED)))


def test_no_text_is_written_for_programs() -> None:
    found = {each.where: (faults(each.text), each.text) for each in texts() if not is_excepted(each)}
    assert {where: each for where, each in found.items() if each[0]} == {}


def test_a_thing_is_called_by_one_word() -> None:
    read = [each for each in texts() if "/games/" in each.where or each.where.startswith("web/")]
    found = [
        (each.where, each.text, better)
        for each in read
        for wrong, better in ONE_WORD.items()
        if each.heading not in NOTATION and re.search(wrong, each.text, re.IGNORECASE if wrong.islower() else 0)
    ]
    assert found == []
    said = {each.text for each in read}
    assert {"Rematch", "Review game", "Continue", "Rotate board", "Revealed seed:"} <= said
    assert any(text.endswith("Commitment:") for text in said)


def test_all_that_is_excepted_is_there() -> None:
    for where in EXCEPTED:
        assert [each for each in texts() if each.where.startswith(where) and faults(each.text)], where
    for heading in NOTATION:
        assert [each for each in texts() if each.heading == heading and faults(each.text)], heading


def test_what_is_looked_for_is_found() -> None:
    for text in (
        "fort CARD",
        'hint "bid -"',
        "stow QS keep",
        "1. start 0",
        "walls 9D, 5S",
        "Seat 0 wins",
        "512 visits",
    ):
        assert faults(text), text
    for text in (
        "Place a stone on d4.",
        "Yield, or hold the stone on d5.",
        "The 10 of Clubs was led.",
        "a tower on f5",
    ):
        assert not faults(text), text
    assert letters(GAMES["siege"]).search("the quarter H")
    assert not letters(GAMES["siege"]).search("It is Ada's turn: Hearts")


def test_the_list_has_all_kinds_of_text() -> None:
    told = {each.text for each in texts()}
    for text in (
        "The game is over.",  # a catalogue
        "Seat {…}",  # the page, with what it is given
        "controlled by nobody",  # inside a template
        "[Attack one quarter of another city | Attack a quarter of another city], or end your Spring.",  # a choice
        "The King beats the 10, and both cards are yours.",  # a lesson
        "play in the terminal",  # the help of a command
    ):
        assert any(text in each for each in told), text
    assert not any("./language" in each or each == "JK" for each in told)


def test_the_command_lists_them_one_a_line() -> None:
    shown = subprocess.run(
        [sys.executable, str(TOOL), "game is over"], capture_output=True, text=True, encoding="utf-8", check=True
    )
    lines = [line.split("\t") for line in shown.stdout.splitlines()]
    assert ["src/siegeworks/text/en.ftl:match-over", "The game is over."] in lines
    assert all(len(line) == 2 for line in lines)


# What is said at tables


def said_in(match: Match, dice: random.Random) -> Iterator[str]:
    """Questions, what can be done, hints and refusals at one decision."""
    seat = match.to_move
    assert isinstance(seat, int)
    game, view = match.game, match.seat_view(seat)
    for reader in (None, *range(match.seats)):
        yield render(match.prompt(reader))
    legal = match.legal()
    for name in dice.sample(legal, min(4, len(legal))):
        yield render(game.words.instruction(view[0], game.action_numbers[name]))
    for name in dice.sample(game.words.ACTION_NAMES, 4):
        refusal = match.why_not(name)
        if refusal is not None:
            yield render(refusal.says)


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_said_in_codes(game: Game, seed: int) -> None:
    dice, seats = random.Random(seed), game.seats[seed % len(game.seats)]
    match = Match.new(game.name, seats, seed=seed)
    told = set()
    while isinstance(match.to_move, int) and match.ply < 200:
        told |= set(said_in(match, dice))
        if match.ply % 20 == 0:
            chosen = bot(game, "level1").choose(match.seat_view(match.to_move), None, new_dice(seed))[1]
            told.add(render(chosen.says))
        match.play(dice.choice(match.legal()))
    for reader in (None, *range(seats)):
        for line in match.log(reader):
            told |= {render(match.sentence(event)) for event in line["events"]}
    found = {text: [*faults(text), *letters(game).findall(text)] for text in told}
    assert {text: each for text, each in found.items() if each} == {}
    assert len(told) > 50
