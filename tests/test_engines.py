"""Engines: other people's programs play through a pipe, see only what their seat sees, and may fail in any way."""

from __future__ import annotations

import base64
import io
import json
import re
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from siegeworks import GAMES, Match
from siegeworks.arena.peers import contender
from siegeworks.bots import Budget, bot
from siegeworks.cli import main
from siegeworks.core import step, views
from siegeworks.core.dice import new_dice
from siegeworks.engines import PROTOCOL, Engine, EngineFailed, layout, serve
from siegeworks.games import Game
from siegeworks.sentences import render
from tests.patience import PATIENCE_S
from tests.tables import QUICK, every_game

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "docs" / "examples" / "engine_bot.py"

RECORDING = """
import json, sys
with open(sys.argv[1], "a") as heard:
    for line in sys.stdin:
        heard.write(line)
        heard.flush()
        message = json.loads(line)
        if message["do"] == "quit":
            break
        print(json.dumps({"protocol": 1, "play": message.get("legal", [""])[-1]}), flush=True)
"""


def program(folder: Path, text: str) -> list[str]:
    """A small engine in a file of its own."""
    path = folder / "engine.py"
    path.write_text(textwrap.dedent(text))
    return [sys.executable, str(path)]


def match_of(game: str, seats: int = 2, seed: int = 1) -> Match:
    return Match.new(game, seats, seed=seed, options=QUICK.get(game))


@pytest.mark.parametrize("game", GAMES)
def test_the_example_plays_every_game_to_its_end(game: str) -> None:
    match, dice = match_of(game), new_dice(1)
    ours = bot(match.game, "random")
    with Engine(f"{sys.executable} {EXAMPLE}", match.game, match.options) as engine:
        read = 0
        while match.to_move is not None:
            log = match.log(0)
            engine.tell(log[read:])
            read = len(log)
            assert isinstance(match.to_move, int)
            player: Any = engine if match.to_move == 0 else ours
            action, _ = player.choose(match.seat_view(match.to_move), None, dice)
            match.play(match.game.words.ACTION_NAMES[action], seat=match.to_move)
        assert match.result is not None
        engine.over(match.result)
        assert engine.name == "Example bot"
        assert engine.faults == []


def test_the_example_is_thirty_lines_and_uses_nothing_of_ours() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert len([line for line in text.splitlines() if line.strip()]) <= 30
    assert set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)) <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("game", ["bluffstones", "siege"])
def test_an_engine_is_told_what_its_seat_sees_and_nothing_else(game: str, tmp_path: Path) -> None:
    """Of two states that look alike to the seat it hears the same, to the last byte."""
    command = program(tmp_path, RECORDING)
    match, heard, dice = match_of(game, 3), [], new_dice(7)
    dealt = match.states
    while dealt.tobytes() == match.states.tobytes():
        match.play(match.legal()[len(match.legal()) // 2])
        assert isinstance(match.to_move, int)
        dealt = match.seat_view(match.to_move)
        step.imagine(dealt, 0, match.to_move, dice)
    assert isinstance(match.to_move, int)
    for number, states in enumerate((match.states, dealt)):
        path = tmp_path / f"heard{number}"
        with Engine([*command, str(path)], match.game, match.options) as engine:
            engine.tell(match.log(match.to_move))
            engine.choose(views.view(states, match.to_move), None, new_dice(1))
        heard.append(path.read_text())
    assert heard[0] == heard[1]
    question = json.loads(heard[0].splitlines()[2])
    assert question["view"] == json.loads(json.dumps(match.view(match.to_move)))
    assert question["legal"] == match.legal()
    record = np.frombuffer(base64.b64decode(question["record"]), match.game.rules.STATE)
    assert record.tobytes() == match.seat_view(match.to_move).tobytes()
    assert match.seed is not None
    assert match.seed.hex() not in heard[0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("import sys; sys.exit(1)", "has ended"),
        ("print('hello there', flush=True); input()", "not JSON"),
        ("print('[1]', flush=True); input()", "not a JSON object"),
        ("print('{\"protocol\": 9}', flush=True); input()", "speaks protocol 9"),
        ('print(\'{"protocol": 1, "games": ["go"]}\', flush=True); input()', "does not play SiegeStones"),
        ("for _ in range(9): input(); print('{\"protocol\": 1}', flush=True)", 'without "play"'),
        ('for _ in range(9): input(); print(\'{"protocol": 1, "play": "stone z9"}\', flush=True)', "not legal"),
        ('for _ in range(9): input(); print(\'{"protocol": 1, "error": "no"}\', flush=True)', "says: no"),
        ("import time\nfor _ in range(2): input(); print('{\"protocol\": 1}', flush=True)\ntime.sleep(6000)", "within"),
    ],
)
def test_whatever_it_does_wrong_is_said_in_one_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    match = match_of("siegestones")
    assert isinstance(match.to_move, int)
    view, budget = match.seat_view(match.to_move), Budget(seconds=0.1)
    grace = 0.5 if sentence == "within" else 60.0
    command = program(tmp_path, text.replace(": input(); print", ":\n    input()\n    print"))
    engine = Engine(command, match.game, grace=grace)
    with pytest.raises(EngineFailed, match=re.escape(sentence)) as failure:
        engine.choose(view, budget, new_dice(1))
    assert failure.value.code == "engine"
    assert failure.value.reason.endswith(".")
    assert engine._process is None
    forgiving = Engine(engine.command, match.game, forgiving=True, grace=grace)
    started = time.monotonic()
    action, thought = forgiving.choose(view, budget, new_dice(1))
    assert match.game.words.ACTION_NAMES[action] == match.default()
    assert sentence in render(thought.says)
    assert len(forgiving.faults) == 1
    assert time.monotonic() - started < PATIENCE_S  # it is not waited for until it wakes up


def test_a_program_that_is_not_there() -> None:
    match = match_of("siegestones")
    assert isinstance(match.to_move, int)
    for command in ("/no/such/engine", ""):
        with pytest.raises(EngineFailed):
            Engine(command, match.game).choose(match.seat_view(match.to_move), None, new_dice(1))


def test_our_own_bots_speak_it() -> None:
    match = match_of("siege", 3)
    mover = match.to_move
    assert isinstance(mover, int)
    view = match.seat_view(mover)
    questions = [
        {"do": "hello", "protocol": PROTOCOL},
        {"do": "begin", "game": "siege", "version": 1, "seats": 3, "seat": mover, "options": match.options},
        {
            "do": "choose",
            "layout": layout(match.game),
            "record": base64.b64encode(view.tobytes()).decode(),
            "seed": 5,
        },
        {"do": "choose", "layout": "other", "record": ""},
        {"do": "dance"},
        {"do": "over", "result": {}},
        {"do": "quit"},
        {"do": "hello"},
    ]
    said = io.StringIO()
    serve("random", io.StringIO("".join(json.dumps(q) + "\n" for q in questions) + "not json\n"), said)
    answers = [json.loads(line) for line in said.getvalue().splitlines()]
    assert len(answers) == 6
    assert answers[0]["protocol"] == PROTOCOL
    assert answers[2]["play"] in match.legal()
    assert "another game or version" in answers[3]["error"]
    assert "not understood" in answers[4]["error"]
    assert answers[5] == {}


def test_ours_hosts_ours() -> None:
    match = match_of("bluffstones")
    assert isinstance(match.to_move, int)
    command = [sys.executable, "-m", "siegeworks", "engine", "--bot", "random"]
    with Engine(command, match.game, match.options) as engine:
        action, _ = engine.choose(match.seat_view(match.to_move), Budget(10), new_dice(3))
        assert match.game.words.ACTION_NAMES[action] in match.legal()
        assert engine.name.startswith("Siegeworks")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["first", "second"])
def test_an_engine_is_seated_in_play_and_named_in_the_arena_in_any_order(
    order: tuple[int, int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    both = f"engine:{sys.executable} {EXAMPLE}", "random"
    seated = [both[at] for at in order]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert main(["play", "siegestones", "--plain", "--seed", "1", "--seats", ",".join(seated)]) == 0
    assert "over>" in capsys.readouterr().out
    assert main(["arena", "siegestones", *seated, "--games", "2", "--plain"]) == 0
    assert "2 games" in capsys.readouterr().out


def test_an_engine_that_does_not_start_in_play_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "siegestones", "--plain", "--seats", "engine:no-such-program,random"]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == (
        "siegeworks: no-such-program does not start: No such file or directory."
    )


@every_game
def test_every_bot_shows_its_name_and_game(game: Game) -> None:
    for name in ("random", "thumb", "uct:10", "search:0.1s", "level1", "level5"):
        assert repr(contender(game, name)) == f"<bot {name} for {game.name}>"
    assert repr(contender(game, f"engine:{sys.executable} x.py")).endswith(f" for {game.name}>")
