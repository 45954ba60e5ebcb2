"""The command line: what is typed, what is shown, and how every failure ends."""

from __future__ import annotations

import io
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from siegeworks import GAMES, Match, __version__
from siegeworks.cli import common, main, serve
from siegeworks.cli.play import Table
from tests.matches import played
from tests.patience import PATIENCE_S
from tests.tables import QUICK

TWO_PEOPLE = ("play", "siegestones", "--seats", "human,human", "--plain")


class Ran(NamedTuple):
    """How a command ended and what it wrote."""

    code: int
    out: str
    err: str


Siegeworks = Callable[..., Ran]


@pytest.fixture
def data(tmp_path, monkeypatch) -> Path:
    """Where unfinished matches are kept."""
    folder = tmp_path / "data"
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    return folder / "siegeworks"


@pytest.fixture
def siegeworks(capsys, monkeypatch, data) -> Siegeworks:
    """Runs a command in this process, on a wide screen, with these lines typed."""
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments: object, typed: str | bytes = "") -> Ran:
        given = typed if isinstance(typed, bytes) else typed.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), "utf-8"))
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Ran(code, out, re.sub(r"Compiling .*\n", "", err))

    return run


@pytest.fixture
def record(tmp_path) -> Path:
    """A match that was played to its end."""
    match = played(seed=3)
    match.names = ["Ada [bold]#1[/bold]", "Bo"]
    path = tmp_path / "match.siege"
    path.write_text(match.record(), "utf-8")
    return path


def kept(data: Path) -> list[Match]:
    """The unfinished matches that were kept."""
    return [Match.from_record(path.read_text("utf-8")) for path in sorted(data.glob("*.siege"))]


def assert_refused(ran: Ran, says: str) -> None:
    """One sentence on standard error, and nothing else."""
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("siegeworks: ")
    assert ran.err.count("\n") == 1
    assert re.search(r"\.( \(T-\w+\))?\n$", ran.err), ran.err
    assert "Traceback" not in ran.err
    assert says in ran.err


# The command itself


def test_asked_for_help_it_says_what_there_is(siegeworks, capsys):
    with pytest.raises(SystemExit) as caught:
        siegeworks("--help")
    assert caught.value.code == 0
    out = capsys.readouterr().out
    for command in ("serve", "verify", "games", "play", "replay", "draw", "perft", "bench"):
        assert f"\n    {command} " in out


def test_without_a_command_it_serves_and_opens_the_browser(siegeworks, monkeypatch):
    asked = []
    monkeypatch.setattr(serve, "serve", lambda chosen: asked.append(chosen) or 0)
    assert siegeworks().code == 0
    assert [(chosen.host, chosen.browser) for chosen in asked] == [("127.0.0.1", True)]


def test_its_version_is_the_package_s(siegeworks, capsys):
    with pytest.raises(SystemExit) as caught:
        siegeworks("--version")
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"siegeworks {__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [["fight"], ["replay"], ["draw"], ["perft"], ["bench"], ["bench", "chess"], ["draw", "x", "--ply", "two"]],
)
def test_what_it_does_not_understand_ends_with_one_sentence(siegeworks, arguments):
    ran = siegeworks(*arguments)
    assert ran.code == 2
    assert ran.err.startswith("siegeworks: ")
    assert "--help" in ran.err
    assert ran.err.count("\n") == 1


def test_games_lists_every_game_with_seats_and_options(siegeworks):
    ran = siegeworks("games")
    assert ran.code == 0
    for name in GAMES:
        assert re.search(rf"^{name} ", ran.out, re.MULTILINE)
    assert re.search(r"^siegestones +SiegeStones +2-4 +15 ", ran.out, re.MULTILINE)
    assert "SiegeStones, designed by Patrick Matthews, published by Live Oak Games" in ran.out
    assert "  balanced = false | true: " in ran.out
    assert re.search(r"^  tower_pool = 0 \| 4 to 12: .*\(T-36\)$", ran.out, re.MULTILINE)


# Refusals


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "chess"], 'No game is called "chess"'),
        (["play", "siegestone"], 'did you mean "siegestones"'),
        (["play", "siegestones", "--option", "fast"], 'no option "fast"'),
        (
            ["play", "siegestones", "--option", "balanced=maybe"],
            'Option balanced is true or false, not "maybe". (T-30)',
        ),
        (["play", "siegestones", "--option", "tower_pool=3"], "(T-36)"),
        (["play", "siegestones", "--option", "tower_pool"], "(T-36)"),
        (["play", "siegestones", "--option", "="], 'no option ""'),
        (["play", "siegestones", "--seats", "human,robot"], "A seat is human, a bot (random, "),
        (["play", "siegestones", "--seats", ""], 'not ""'),
        (["play", "siegestones", "--seats", "human"], "for 2 to 4 seats, not 1. (T-2)"),
        (["play", "siegestones", "--seats", ",".join(["random"] * 5)], "not 5. (T-2)"),
        (["play", "siegestones", "--seed", "x"], 'A seed is a whole number, not "x"'),
        (["play", "siegestones", "--seed", "1.5"], "A seed is a whole number"),
        (["play", "siegestones", "--seed", "-1"], "whole number from 0 up"),
        (["play", "siegestones", "--seed", str(2**256)], "at most 32 bytes"),
        (["play", "siegestones", "--seed", "9" * 5000], "A seed is a whole number"),
        (["perft", "chess"], 'No game is called "chess"'),
        (["perft", "siegestones", "--depth", "0"], "depth is from 1 to 30, not 0"),
        (["perft", "siegestones", "--depth", "31"], "not 31"),
        (["perft", "siegestones", "--count-seats", "0"], "for 2 to 4 seats, not 0. (T-2)"),
        (["perft", "siegestones", "--count-seats", "5"], "not 5. (T-2)"),
        (["bench", "games", "--game", "chess"], 'No game is called "chess"'),
        (["bench", "games", "--game", "siegestones", "--count", "0"], "--count is at least 1"),
        (["bench", "rules", "--game", "siegestones", "--seconds", "0"], "--seconds is above 0"),
        (["bench", "rules", "--game", "siegestones", "--seconds", "nan"], "--seconds is above 0"),
        (["bench", "rules", "--game", "siegestones", "--seconds", "inf"], "at most 600"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_a_request_that_cannot_be_met_ends_with_one_sentence(siegeworks, arguments, says):
    assert_refused(siegeworks(*arguments), says)


@pytest.mark.parametrize("command", [["replay"], ["draw"], ["play", "--resume"]], ids=" ".join)
def test_a_file_that_is_no_record_ends_with_one_sentence(siegeworks, tmp_path, command):
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("Dear Ada,\nthe match was a draw.\n")
    (tmp_path / "cut").write_text(played(seed=3).record()[:-20])
    (tmp_path / "huge").write_bytes(b"Siegeworks: 1\n" + b"#" * common.MOST_BYTES)
    for name, says in (
        ("missing", "No such file or directory."),
        (".", "Is a directory."),
        ("binary", "not UTF-8 text (byte 128)."),
        ("empty", "line 1: this is not a Siegeworks record"),
        ("text", "line 1: this is not a Siegeworks record"),
        ("cut", "cut off"),
        ("huge", "larger than any record (8,000,000 bytes)."),
    ):
        assert_refused(siegeworks(*command, tmp_path / name), says)


# Playing


def test_two_people_play_a_match_to_its_end(siegeworks, data):
    match = played(seed=3)
    script = "\n".join(match.actions[1:])
    ran = siegeworks(*TWO_PEOPLE, "--seed", 3, typed=f"{script}\n\n")
    assert (ran.code, ran.err) == (0, "")
    for event in match.events:
        assert f"{match.say(event)} ({event['rule']})" in ran.out
    assert ran.out.count("> ") == match.ply  # each action, and the question at the end
    assert not data.exists()


def test_every_word_of_help_does_what_it_says(siegeworks, tmp_path):
    saved = tmp_path / "a match.siege"
    script = [
        "help",
        "?",
        "",
        "   ",
        "stone d4",
        "STONE  D5",
        "legal d6",
        "legal nowhere",
        "try stone d3",
        "try d3",
        "try",
        "why d4",
        "why stone d4",
        "why stone d3",
        "why zebra",
        "why",
        "board",
        "log",
        f"save {saved}",
        "undo",
        "quit",
    ]
    ran = siegeworks(*TWO_PEOPLE, "--seed", 3, typed="\n".join(script))
    assert ran.code == 0
    for line in (
        "save FILE      write the record to a file",
        "An action is stone CELL or tower CELL.",
        "stone d6, tower d6\n",
        "nothing\n",
        "d3 could be stone d3 or tower d3.",
        'There is no action ""',
        " stone, and a circle holds one piece. (T-12)",
        "stone d3: it can be played.",
        'zebra: There is no action "zebra"',
        "stones left 19",
        f"Saved to {saved}.",
    ):
        assert line in ran.out, line
    assert ran.out.count("places a stone on d3. (T-8)") == 1
    assert ran.out.count("d4: ") == 2
    assert ran.out.count("places a stone on d5. (T-8)") == 2
    assert Match.from_record(saved.read_text("utf-8")).actions[1:] == ["stone d4", "stone d5"]
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    "typed",
    ["nonsense", "stone", "stone d9", "stone d4 now", "start 0", "0", "\0", "\x1b[2J", "石", "[bold]x[/bold]", "/"],
)
def test_nonsense_is_answered_and_play_goes_on(siegeworks, data, typed):
    ran = siegeworks(*TWO_PEOPLE, typed=f"{typed}\nstone d4\nquit\n")
    assert ran.code == 0
    assert re.search(r"\(T-[68]\)", ran.out)
    assert "\x1b" not in ran.out
    assert [match.actions[1:] for match in kept(data)] == [["stone d4"]]


def test_bytes_that_are_no_text_do_not_end_a_match(siegeworks, data):
    ran = siegeworks(*TWO_PEOPLE, typed=b"stone d4\n\xff\xfe\x80\nstone d5\n")
    assert ran.code == 0
    assert "There is no action" in ran.out
    assert [match.actions[1:] for match in kept(data)] == [["stone d4", "stone d5"]]


def test_a_file_that_cannot_be_saved_is_said_and_play_goes_on(siegeworks, data, tmp_path):
    names = ["", ".", "/", "..", str(tmp_path), f"{tmp_path}/none/match", "~nobody-of-this-name/match", "a\0b"]
    script = "stone d4\n" + "".join(f"save {name}\n" for name in names) + "stone d5\n"
    ran = siegeworks(*TWO_PEOPLE, typed=script)
    assert (ran.code, "Saved" in ran.out) == (0, False)
    assert ran.out.count("is not the name of a file.") == 5
    assert ran.out.count("No such file or directory") == 2
    assert "Say where: save FILE." in ran.out
    assert len(kept(data)) == 1
    assert not list(tmp_path.parent.glob("*.part"))


def test_a_match_that_is_left_is_kept_and_the_command_it_tells_goes_on_with_it(siegeworks, data):
    for ending in ("quit\n", "exit\n", ""):
        ran = siegeworks("play", "siegestones", "--seats", "human,random", "--seed", 3, typed=f"stone d4\n{ending}")
        assert ran.code == 0
        command = shlex.split(ran.err.split("Continue with: ")[1])
        before = Match.from_record(Path(command[-1]).read_text("utf-8"))
        assert "stone d4" in before.actions
        again = siegeworks(*command[1:], "--plain", typed="log\nstone e4\nquit\n")
        assert again.code == 0
        assert again.out.count("places a stone on d4.") == 2
        assert "places a stone on e4." in again.out
        assert any("stone e4" in match.actions for match in kept(data))


def test_the_command_that_goes_on_names_kinds_of_seats_and_not_people(siegeworks, tmp_path):
    match = played(3, seed=2, lines=5)
    match.names = ["Ada", "Bo", "Cy, the third"]
    path = tmp_path / "with people.siege"
    path.write_text(match.record(), "utf-8")
    ran = siegeworks("play", "--seats", "human,human,human", "--resume", path)
    command = shlex.split(ran.err.split("Continue with: ")[1])
    assert command[:4] == ["siegeworks", "play", "--seats", "human,human,human"]
    assert Match.from_record(Path(command[-1]).read_text("utf-8")).record() == match.record()


def test_nothing_is_kept_of_a_match_nobody_played_or_that_is_over(siegeworks, data):
    siegeworks(*TWO_PEOPLE, typed="quit\n")
    siegeworks(*TWO_PEOPLE, typed="stone d4\nresign\n\n")
    siegeworks(*TWO_PEOPLE, typed="stone d4\nundo\nquit\n")
    assert not data.exists()


def test_a_folder_that_cannot_be_written_is_said(siegeworks, data):
    data.parent.mkdir()
    data.write_text("in the way")
    ran = siegeworks(*TWO_PEOPLE, typed="stone d4\nquit\n")
    assert ran.code == 2
    assert re.fullmatch(r"siegeworks: .*(File exists|Not a directory)\.\n", ran.err)


def test_an_interrupt_at_the_keyboard_keeps_the_match(siegeworks, data, monkeypatch):
    lines = iter(["stone d4"])

    def interrupted(*_: object) -> str:
        for line in lines:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    ran = siegeworks(*TWO_PEOPLE)
    assert ran.code == 130
    assert ran.err.endswith("siegeworks: stopped.\n")
    assert [match.actions[1:] for match in kept(data)] == [["stone d4"]]


def test_resigning_and_drawing_end_a_match_and_can_be_taken_back(siegeworks):
    for word, sentence in (("resign", "leaves the game. (T-A30)"), ("draw", "All agree on a draw. (agreement)")):
        ran = siegeworks(*TWO_PEOPLE, typed=f"stone d4\n{word}\nundo\nstone d5\n{word}\n{word}\nstone e4\n\n")
        assert ran.code == 0
        assert ran.out.count(sentence) == 2
        assert "places a stone on d5." in ran.out
        assert ran.out.count("The game is over.") == 2
        assert "places a stone on e4." not in ran.out


def test_a_draw_needs_people_on_every_seat(siegeworks):
    ran = siegeworks("play", "siegestones", "--plain", typed="draw\nquit\n")
    assert "Only people can agree on a draw" in ran.out
    assert "All agree" not in ran.out


def test_with_three_seats_play_goes_on_after_a_resignation(siegeworks):
    ran = siegeworks("play", "--seats", "human,random,random", "--seed", 3, typed="stone d4\nresign\n")
    assert ran.code == 0
    assert "Blue leaves the game. (T-A30)" in ran.out
    assert re.search(r"(Yellow|Green|share).*\(T-(23|25)\)", ran.out)
    assert "(left the game)" in ran.out


def test_the_same_seed_is_the_same_luck_and_the_same_opponent(siegeworks):
    script = "".join(f"{word}\n" for word in Match.new("siegestones", 2, chance=("start 0",)).legal()[:37])
    one, other, third = (siegeworks("play", "siegestones", "--seed", seed, typed=script).out for seed in (5, 5, 6))
    assert one == other != third


def test_random_seats_play_by_themselves(siegeworks, data):
    ran = siegeworks("play", "siegestones", "--seats", "random, random,random,random", "--seed", 8, "--plain")
    assert ran.code == 0
    assert re.search(r"(wins|share the result), \d towers? to \d to \d to \d\.", ran.out)
    assert not data.exists()


def a_seed_where(start: int) -> int:
    return next(seed for seed in range(20) if Match.new("siegestones", 2, seed=seed).to_move == start)


def test_undo_goes_back_to_the_person_s_own_move(siegeworks, data):
    siegeworks("play", "--seed", a_seed_where(0), typed="stone d4\nundo\ntower d4\nquit\n")
    (match,) = kept(data)
    assert [line.name for line in match.lines if line.who == 0] == ["tower d4"]
    assert [line.who for line in match.lines] == ["chance", 0, 1]


def test_undo_never_takes_back_the_opponent_s_first_move(siegeworks, data):
    ran = siegeworks("play", "--seed", a_seed_where(1), typed="undo\nundo\nstone a1\nquit\n")
    assert ran.out.count("nothing to take back") == 2
    assert ran.out.count("Yellow places") == 2
    (match,) = kept(data)
    assert [line.who for line in match.lines] == ["chance", 1, 0, 1]


def test_by_hand_luck_is_typed_in(siegeworks, data):
    script = "stone d4\nundo\nresign\nlegal\nstart 2\n1\nstone d4\nquit\n"
    ran = siegeworks(*TWO_PEOPLE, "--by-hand", typed=script)
    assert ran.code == 0
    assert '"stone d4" is not a draw' in ran.out
    assert "nothing to take back" in ran.out
    assert "A draw comes first; resign after it. (T-6)" in ran.out
    assert "start 0, start 1\n" in ran.out
    assert '"start 2" cannot be drawn now. (T-6)' in ran.out
    assert "Yellow begins. (T-6)" in ran.out
    (match,) = kept(data)
    assert (match.actions, match.seed_hash) == (["start 1", "stone d4"], None)


def test_a_place_alone_will_do_where_only_one_action_goes_there(siegeworks, data):
    towers = "tower a1\ntower a4\ntower g4\ntower g7\n"
    siegeworks(*TWO_PEOPLE, "--option", "tower_pool=4", "--option", "balanced", typed=f"d4\n{towers}d4\nquit\n")
    (match,) = kept(data)
    assert match.actions[-1] == "stone d4"
    assert (match.options["tower_pool"], match.options["balanced"]) == (4, True)


def test_a_saved_match_needs_as_many_seats_as_it_has(siegeworks, tmp_path):
    path = tmp_path / "three.siege"
    path.write_text(played(3, lines=4).record())
    assert_refused(siegeworks("play", "--resume", path), "The saved game has 3 seats")


def test_a_match_that_is_over_can_be_looked_at_and_taken_back(siegeworks, record, data):
    ran = siegeworks("play", "--seats", "human,human", "--resume", record, "--plain", typed="undo\nquit\n")
    assert ran.code == 0
    assert ran.out.count("wins, ") == 1
    (match,) = kept(data)
    assert match.ply == Match.from_record(record.read_text()).ply - 1


# Looking


def test_replay_tells_every_line_in_words(siegeworks, record):
    match = Match.from_record(record.read_text("utf-8"))
    ran = siegeworks("replay", record, "--plain")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"SiegeStones, 2 seats, {match.ply} lines\nAda [bold]#1[/bold], Bo\n")
    for event in match.events:
        assert f"{event['ply'] + 1:>4}  {match.say(event)} ({event['rule']})\n" in ran.out
    assert ran.out.count("towers left in the pool") == 1
    assert "\x1b" not in ran.out


def test_names_in_a_record_cannot_command_the_terminal(siegeworks, record):
    match = Match.from_record(record.read_text("utf-8"))
    match.names = ["\x1b[2J\x07", "two\nlines"]
    record.write_text(match.record(), "utf-8")
    assert siegeworks("replay", record, "--plain").out.split("\n")[1] == r"\x1b[2J\x07, two\nlines"


def test_replay_draws_a_board_after_every_line_if_asked(siegeworks, record):
    match = Match.from_record(record.read_text("utf-8"))
    ran = siegeworks("replay", record, "--boards")
    assert ran.out.count("towers left in the pool") == match.ply


def test_a_record_can_come_through_standard_input(siegeworks, record):
    assert siegeworks("replay", "-", typed=record.read_bytes()) == siegeworks("replay", record)
    assert siegeworks("draw", "-", typed=record.read_bytes()) == siegeworks("draw", record)
    assert_refused(siegeworks("replay", "-", typed=b"\xff"), "not UTF-8 text (byte 0)")
    assert_refused(siegeworks("replay", "-"), "not a Siegeworks record")


def test_a_screen_that_knows_few_letters_is_no_obstacle(record, monkeypatch):
    screen = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", screen)
    assert main(["replay", str(record)]) == 0
    assert b"towers left in the pool" in screen.buffer.getvalue()


def test_draw_writes_xml_for_every_ply(siegeworks, record):
    plies = Match.from_record(record.read_text("utf-8")).ply
    pictures = [siegeworks("draw", record, "--ply", ply).out for ply in range(plies + 1)]
    assert all(ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg" for picture in pictures)
    assert len(set(pictures)) == plies  # the draw of who begins changes nothing on the board
    assert siegeworks("draw", record).out == pictures[-1]


VARIED = """\
Siegeworks: 2
Game: siegestones 1
Seats: 2

chance start 0
0 stone d4
# Look \x1b[2J here.
# {"marks": ["d4"]}
| 0 stone e5
| | 0 tower a1
1 tower e5
"""


@pytest.fixture
def varied(tmp_path):
    path = tmp_path / "varied.siege"
    path.write_text(VARIED, "utf-8")
    return path


def test_replay_tells_variations_after_the_lines_they_replace(siegeworks, varied):
    ran = siegeworks("replay", varied, "--plain")
    told = [line for line in ran.out.split("\n") if " on " in line or "#" in line]
    assert told == [
        "   2  Blue places a stone on d4. (T-8)",
        r"      # Look \x1b[2J here.",
        '      # {"marks": ["d4"]}',
        "   3  | Blue places a stone on e5. (T-8)",
        "   4  | | Blue places a tower on a1; 7 towers are left. (T-8)",
        "   5  Yellow places a tower on e5; 7 towers are left. (T-8)",
    ]
    assert "SiegeStones, 2 seats, 3 lines" in ran.out


def test_draw_draws_a_node_and_a_line_that_moves(siegeworks, varied, tmp_path):
    assert "Towers with no stone: a1" in siegeworks("draw", varied, "--node", 4).out
    assert siegeworks("draw", varied, "--ply", 2).out == siegeworks("draw", varied, "--node", 2).out
    moving = siegeworks("draw", varied, "--node", 4, "--animate").out
    assert len(ElementTree.fromstring(moving).findall("{*}g")) == 3
    for name, begins in (("line.svg", b"<svg"), ("line.png", b"\x89PNG"), ("line.webp", b"RIFF")):
        ran = siegeworks("draw", varied, "--node", 3, "--animate", "--out", tmp_path / name)
        assert (ran.code, ran.out) == (0, "")
        assert (tmp_path / name).read_bytes().startswith(begins)
    assert_refused(siegeworks("draw", varied, "--out", "line.gif"), "its name ends with .svg or .png or .webp")
    assert_refused(siegeworks("draw", varied, "--node", 9), "The study has no line 9")


@pytest.mark.parametrize("ply", [-1, 1000, 10**30])
def test_draw_refuses_a_ply_the_record_does_not_have(siegeworks, record, ply):
    assert_refused(siegeworks("draw", record, "--ply", ply), f"There is no ply {ply}")


# Measuring


def test_perft_counts_the_lines_of_play(siegeworks):
    ran = siegeworks("perft", "siegestones", "--depth", 3)
    assert re.findall(r"^ +(\d) +([\d,]+) ", ran.out, re.MULTILINE) == [("1", "74"), ("2", "5,328"), ("3", "372,960")]
    ran = siegeworks("perft", "siegestones", "--depth", 2, "--count-seats", 4, "--option", "no_first_tower")
    assert re.findall(r"^ +(\d) +([\d,]+) ", ran.out, re.MULTILINE) == [("1", "37"), ("2", "2,664")]


def test_bench_rules_gives_a_rate_for_every_line(siegeworks):
    ran = siegeworks("bench", "rules", "--game", "siegestones", "--seconds", 0.003)
    assert ran.code == 0
    for seats in (2, 3, 4):
        (rate,) = re.findall(rf"siegestones, {seats} seats, compiled loop +([\d,]+)", ran.out)
        assert int(rate.replace(",", "")) > 1000
    assert "one core step a call from Python" in ran.out
    assert "havannah" in ran.out


def test_bench_games_plays_as_many_games_as_asked(siegeworks):
    ran = siegeworks("bench", "games", "--game", "siegestones", "--count", 50)
    assert ran.code == 0
    found = re.search(r"^50 games over (\d+) tables, ([\d,]+) decisions, .* s: all ended\.$", ran.out, re.MULTILINE)
    assert found is not None
    assert 50 * 5 < int(found[2].replace(",", "")) <= 50 * 37


# In a process of its own


def start(*arguments: object, **streams: Any) -> subprocess.Popen[str]:
    """The command as a process that an interrupt reaches, however this one was started."""
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from siegeworks.cli import main; sys.exit(main())"
    )
    words = [sys.executable, "-W", "error", "-c", code, *map(str, arguments)]
    return subprocess.Popen(words, stderr=subprocess.PIPE, text=True, **streams)


@pytest.mark.skipif(os.name == "nt", reason="pipes close differently there")
def test_a_reader_that_goes_away_ends_the_command_with_one_sentence(record):
    reader, writer = os.pipe()
    os.close(reader)
    with start("replay", record, stdout=writer) as telling, start("draw", record, stdout=writer) as drawing:
        os.close(writer)
        for process in (telling, drawing):
            _, err = process.communicate(timeout=PATIENCE_S)
            assert process.returncode == 141
            assert re.sub(r"Compiling .*\n", "", err) == "siegeworks: whoever read the output closed it.\n"


@pytest.mark.skipif(os.name == "nt", reason="interrupts are sent differently there")
def test_an_interrupt_ends_play_and_keeps_the_match(data):
    with start(*TWO_PEOPLE, "--by-hand", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("start 0\nstone d4\n")
        process.stdin.flush()
        shown = ""
        while not shown.endswith("Yellow> "):
            letter = process.stdout.read(1)
            assert letter, shown
            shown += letter
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert err.endswith("siegeworks: stopped.\n")
    assert [match.actions for match in kept(data)] == [["start 0", "stone d4"]]


def test_the_package_can_be_run_as_a_module():
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-m", "siegeworks", "play", "chess"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert_refused(Ran(ran.returncode, ran.stdout, ran.stderr), 'No game is called "chess"')


# Secrets at one screen


def test_a_bid_is_not_seen_by_the_next_person(siegeworks):
    typed = "\nbid bb\n\nlog\nquit\n"
    ran = siegeworks("play", "bluffstones", "--seats", "human,human", "--seed", "1", typed=typed)
    before, after = ran.out.split("Hand the screen to ")[1:]
    assert "bids two blue" in before
    assert "two blue" not in after
    assert "press Enter" in after


def test_saving_in_the_middle_warns_of_what_is_in_the_file(siegeworks, tmp_path):
    typed = f"\nbid b\n\nsave {tmp_path / 'secret.siege'}\nquit\n"
    ran = siegeworks("play", "bluffstones", "--seats", "human,human", "--seed", "1", typed=typed)
    assert "every secret" in ran.out
    assert "bid b" in (tmp_path / "secret.siege").read_text("utf-8")


def test_the_next_person_reads_what_happened_meanwhile(siegeworks):
    typed = "\nbid b\n\nbid -\n\nplace a1\n\n"
    ran = siegeworks("play", "bluffstones", "--seats", "human,human", "--seed", "1", typed=typed + "quit\n")
    parts = ran.out.split("Hand the screen to ")
    assert len(parts) >= 4
    assert "B-8" in parts[-1] + parts[-2]


# Whole games


SIZES = [(game.name, seats) for game in GAMES.values() for seats in (min(game.seats), max(game.seats))]


@pytest.mark.parametrize(("game", "seats"), SIZES)
def test_a_person_plays_a_whole_game_whose_record_opens_replays_and_draws(
    siegeworks, monkeypatch, tmp_path, game, seats
):
    rng, path = random.Random(seats), tmp_path / "whole.siege"
    answers = iter([f"save {path}", ""])

    def ask(table: Table, who: str) -> str:
        return next(answers) if who == "over" else rng.choice(table.match.legal())

    monkeypatch.setattr(Table, "_ask", ask)
    options = [f"--option={name}={value}" for name, value in QUICK.get(game, {}).items()]
    kinds = ",".join(["human", *["random"] * (seats - 1)])
    ran = siegeworks("play", game, "--seats", kinds, "--seed", "4", *options)
    assert ran.code == 0
    match = Match.from_record(path.read_text("utf-8"))
    assert match.result is not None
    assert match.say(match.events[-1]) in ran.out
    told = siegeworks("replay", path)
    assert told.code == 0
    assert match.say(match.events[-1]) in told.out
    drawn = siegeworks("draw", path, "--ply", str(match.ply // 2))
    assert ElementTree.fromstring(drawn.out).tag.endswith("svg")
