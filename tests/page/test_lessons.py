"""Each step of each lesson can be done: the position exists, and its answer brings about what the step waits for."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from siegeworks.bots import Budget, bot
from siegeworks.core.dice import new_dice
from siegeworks.core.jit import IS_PLAIN
from siegeworks.games import GAMES, OURS
from siegeworks.match import Event, Match
from siegeworks.puzzles import shelf
from siegeworks.sentences import render

LEAST_PUZZLES = 2
NAMES = [game.name for game in OURS]
LESSONS = Path(__file__).resolve().parents[2] / "web" / "src" / "games" / "lessons" / "en"


def lesson(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((LESSONS / f"{game}.json").read_text())
    return found


STEPS = [
    pytest.param(game, step, id=f"{game}-{n + 1}") for game in NAMES for n, step in enumerate(lesson(game)["steps"])
]


def play_out(match: Match, step: dict[str, Any]) -> list[Event]:
    """The learner's answers, and the replies of the others when it is theirs to act."""
    answers, replies, events = list(step["answer"]), list(step.get("replies", [])), []
    while match.to_move is not None:
        words = answers if match.to_move == step["seat"] else replies
        if not words:
            break
        events += match.play(words.pop(0), match.to_move if match.to_move != "chance" else None)
    assert not answers
    return events


def is_wanted(event: Event, want: dict[str, Any]) -> bool:
    return event["kind"] == want["kind"] and all(event["args"].get(k) == v for k, v in want.get("args", {}).items())


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_a_step_can_be_done(game: str, step: dict[str, Any]) -> None:
    match = Match.from_position(game, step["position"], seed=1)
    assert match.seats == step["seats"]
    assert any(is_wanted(event, step["want"]) for event in play_out(match, step))


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_a_step_can_be_missed(game: str, step: dict[str, Any]) -> None:
    """Another first action does not do it, so the step asks for something."""
    begun = Match.from_position(game, step["position"], seed=1)
    others = [action for action in begun.legal() if action not in (*step["answer"], *step.get("replies", []))]
    missed = [action for action in others if not any(is_wanted(e, step["want"]) for e in begun.copy().play(action))]
    assert missed or step["want"].get("args") is None


RANKS, SUITS = {"Ace": "A", "King": "K", "Queen": "Q"}, {"Hearts": "H", "Diamonds": "D", "Spades": "S", "Clubs": "C"}
CARD = re.compile(rf"({'|'.join(RANKS)}|10|[2-9]) of ({'|'.join(SUITS)})")
CELL = re.compile(r"\b[a-g][1-7]\b")
HOLDER = re.compile(r"(Blue|Yellow) (?:holds|controls) the middle tower")


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_what_a_step_says_is_on_the_board(game: str, step: dict[str, Any]) -> None:
    told, view = (
        f"{step['says']} {step['task']}",
        Match.from_position(game, step["position"], seed=1).view(step["seat"]),
    )
    seen = json.dumps([step["position"], step["answer"], step.get("replies")])
    for rank, suit in CARD.findall(told):
        assert f'"{RANKS.get(rank, rank)}{SUITS[suit]}"' in seen
    played = " ".join([*step["answer"], *step.get("replies", [])]).split()
    for cell in CELL.findall(told):
        assert cell in played or cell_of(step["position"]["board"], cell) != "."
    for colour in HOLDER.findall(told):
        assert view["control"]["d4"] == ["Blue", "Yellow"].index(colour)


def cell_of(board: str, cell: str) -> str:
    """What a board string has on a circle."""
    row = "abcdefg".index(cell[0])
    return board.split("/")[6 - row][int(cell[1]) - max(1, row - 2)]


@pytest.mark.parametrize("game", NAMES)
def test_defending_is_taught_where_there_is_defence(game: str) -> None:
    taught = {action.split()[0] for step in lesson(game)["steps"] for action in step["answer"]}
    verbs = {name.split()[0] for name in GAMES[game].words.ACTION_NAMES}
    assert verbs & {"hold", "defend"} <= taught


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_a_short_lesson(game: str) -> None:
    assert 3 <= len(lesson(game)["steps"]) <= 6


@pytest.mark.parametrize("game", NAMES)
def test_two_more_lessons_follow_each_of_puzzles_of_one_theme(game: str) -> None:
    more = lesson(game)["more"]
    assert len(more) == 2
    for each in more:
        puzzles = shelf.lesson(GAMES[game], each["theme"])
        assert len(puzzles) >= LEAST_PUZZLES
        assert each["title"]
        assert each["says"]


DEALS = [game for game in NAMES if "deal" in lesson(game)]


def dealt(game: str) -> Match:
    return Match.from_position(game, lesson(game)["deal"]["position"], seed=1)


def test_siege_has_a_deal_that_is_played_face_up_and_then_face_down() -> None:
    assert "siege" in DEALS


@pytest.mark.parametrize("game", DEALS)
def test_what_a_deal_says_is_so_and_hidden_face_down(game: str) -> None:
    deal, match = lesson(game)["deal"], dealt(game)
    seat = deal["seat"]
    assert (match.seats, match.to_move) == (deal["seats"], seat)
    told, seen = f"{deal['says']} {deal['task']}", json.dumps(deal["position"])
    for rank, suit in CARD.findall(told):
        assert f'"{RANKS.get(rank, rank)}{SUITS[suit]}"' in seen
    own, other = (json.dumps(match.view(each)) for each in (seat, 1 - seat))
    cards = [f'"{RANKS.get(rank, rank)}{SUITS[suit]}"' for rank, suit in CARD.findall(told)]
    assert any(card in other and card not in own for card in cards)


@pytest.mark.skipif(IS_PLAIN, reason="the strongest level thinks too long in plain Python")
@pytest.mark.parametrize("game", DEALS)
def test_a_deal_comes_to_its_end_by_what_the_opponent_would_say(game: str) -> None:
    """Every seat plays what a hint tells it, and each hint is a sentence."""
    deal, match, dice = lesson(game)["deal"], dealt(game), new_dice(1)
    player, events = bot(GAMES[game], "level5"), list[Event]()
    while not any(is_wanted(event, deal["until"]) for event in events):
        assert isinstance(match.to_move, int)
        action, thought = player.choose(match.seat_view(match.to_move), Budget(simulations=100), dice)
        assert render(thought.says)
        events += match.play(match.game.words.ACTION_NAMES[action])
