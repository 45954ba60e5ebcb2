"""The report and the command: all figures are there, names are inert, every form opens."""

from __future__ import annotations

import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from siegeworks import BadSetup
from siegeworks.arena import leaderboard, levels
from siegeworks.arena.contest import Contest
from siegeworks.arena.pairs import Meeting
from siegeworks.arena.report import html, svg, write_report
from siegeworks.arena.store import Store
from siegeworks.arena.summary import summary
from siegeworks.cli import main
from siegeworks.core.views import has_secrets
from siegeworks.games import GAMES
from tests.arena.made import result, table_of
from tests.test_engines import EXAMPLE

GAMES_OF_TWO = table_of({("a", "<b>"): 30, ("<b>", "a"): 10})
TOLD = summary(Contest("siegestones", 2, ("a", "<b>"), {"balanced": True}), GAMES_OF_TWO)


def test_the_picture_shows_ratings_shares_and_seats() -> None:
    root = ElementTree.fromstring(svg(TOLD))
    texts = [node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "SiegeStones, 2 seats, balanced True: 40 games" in texts
    assert texts.count("<b>") == 2
    assert any(text.startswith("75.0 % (60 to 86)") for text in texts)
    assert {"Rating", "Share of the wins", "Seats", "Order of play", "Blue", "who begins"} <= set(texts)


def test_dots_lie_within_their_intervals_and_the_picture() -> None:
    root = ElementTree.fromstring(svg(TOLD))
    dots = [float(node.get("cx", "")) for node in root.iter("{http://www.w3.org/2000/svg}circle")]
    paths = [node.get("d", "") for node in root.iter("{http://www.w3.org/2000/svg}path") if "H" in node.get("d", "")]
    spans = [tuple(map(float, re.findall(r"M([\d.]+) .*H([\d.]+)", path)[0])) for path in paths]
    assert len(dots) == len(spans) == 8
    for dot, (start, end) in zip(dots, spans, strict=True):
        assert 0 < start - 0.1 <= dot <= end + 0.1 < 720


def test_the_page_has_the_same_as_tables_and_escapes_names() -> None:
    page = html(TOLD)
    assert "<b>" not in page
    assert page.count("<table>") == 3
    assert "<td>&lt;b&gt;</td>" in page


def test_the_data_is_json_and_holds_everything(tmp_path: Path) -> None:
    write_report(tmp_path / "told.json", TOLD)
    told = json.loads((tmp_path / "told.json").read_text())
    assert {pair["bot"]: pair["share"]["share"] for pair in told["pairs"]} == {"a": 0.75, "<b>": 0.25}
    assert [rating["bot"] for rating in told["ratings"]] == ["a", "<b>"]
    assert len(told["balance"]["seats"]) == 2


def test_a_report_of_another_form_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="A report ends in"):
        write_report(tmp_path / "told.pdf", TOLD)


def test_a_contest_from_the_command_line_and_going_on_with_it(tmp_path: Path, capsys) -> None:
    out = str(tmp_path / "games.jsonl")
    report = str(tmp_path / "report.html")
    command = ["arena", "siegestones", "random", "thumb", "--out", out, "--report", report]
    assert main([*command, "--games", "4"]) == 0
    told = capsys.readouterr().out
    assert "SiegeStones, 2 seats: 4 games" in told
    assert "who begins" in told
    assert "<svg" in Path(report).read_text()
    first = Path(out).read_text()
    assert main([*command, "--games", "8"]) == 0
    assert Path(out).read_text().startswith(first)
    assert len(Path(out).read_text().splitlines()) == 9


def test_one_against_a_table_from_the_command_line(capsys) -> None:
    assert main(["arena", "siegestones", "thumb", "random", "--seats", "3", "--one-against", "--games", "3"]) == 0
    assert "fair: 33.3 %" in capsys.readouterr().out


def test_the_test_from_the_command_line(capsys) -> None:
    assert main(["arena", "sprt", "siegestones", "thumb", "random", "--games", "4"]) == 0
    assert "After 4 games: not sure yet whether thumb is better than random" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chess", "random"], "No game is called"),
        (["siegestones"], "Name at least one bot"),
        (["siegestones", "robot"], 'No bot is called "robot"'),
        (["siegestones", "random", "--report", "x.pdf"], "A report ends in"),
        (["siegestones", "random", "--games", "0"], "at least 1 game"),
        (["sprt", "siegestones", "random"], "two bots"),
        (["sprt", "siegestones", "random", "thumb", "--elo0", "70"], "elo0 is below elo1"),
    ],
)
def test_what_the_arena_cannot_do_ends_with_one_sentence(capsys, arguments: list[str], says: str) -> None:
    assert main(["arena", *arguments]) == 2
    err = re.sub(r"Compiling .*\n", "", capsys.readouterr().err)
    assert says in err
    assert err.count("\n") == 1


def test_the_levels_page_tells_what_was_measured_and_what_was_not(tmp_path: Path, monkeypatch) -> None:
    game = GAMES["charge"]
    monkeypatch.setattr(levels, "BOTS", ("random", "thumb"))
    monkeypatch.setattr(levels, "PAIRS", (("thumb", "random"), ("level2", "level1")))
    contest = Meeting(game, 0).contest(("thumb", "random"))
    store = Store(tmp_path / "charge.jsonl", contest)
    for at in range(8):
        seating = (("thumb", "random"), ("random", "thumb"))[at % 2]
        store.add(result(at // 2, seating, seating.index("thumb") if at else seating.index("random")))
    page = levels.page(tmp_path)
    assert "| a rule of thumb | random | 87.5 % (53 to 98) | 8 | 500.0 ms |" in page
    assert "| level 2 | level 1 | not measured | | |" in page
    assert page.count("Not measured with the bots of this version.") == len(GAMES) - 1
    assert "The levels are not measured with 3 seats." in page
    assert page.count("- Level 5 runs ") == len(GAMES)
    assert page.count("plays the end exactly") == sum(not has_secrets(g.rules.STATE) for g in GAMES.values())


def test_levels_are_measured_at_larger_tables_too_one_against_the_level_below(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(levels, "STEPS", (("thumb", "random"), ("level2", "level1")))
    page = tmp_path / "page.md"
    asked = ["arena", "levels", "nobles", "--seats", "4", "--games", "8", "--out", str(tmp_path), "--report", str(page)]
    assert main(asked) == 0
    games = [json.loads(line) for line in (tmp_path / "nobles-4.jsonl").read_text().splitlines()[1:]]
    assert [game["seating"].count("thumb") for game in games] == [1] * 8 + [0] * 8
    assert [game["seating"].count("level2") for game in games] == [0] * 8 + [1] * 8
    told = page.read_text(encoding="utf-8").partition("## Nobles")[2].partition("## BluffStones")[0]
    assert "The levels are not measured with 2 or 3 seats." in told
    assert "| level | against a table of | 4 seats (even: 25.0 %) |" in told
    row = re.search(r"\| a rule of thumb \| random \| (\d+\.\d) % \(\d+ to \d+\)( \*)? of 8 \|", told)
    assert row is not None
    share = (
        sum(
            1 / len(game["winners"])
            for game in games[:8]
            for seat in game["winners"]
            if game["seating"][seat] == "thumb"
        )
        / 8
    )
    assert float(row[1]) == pytest.approx(100 * share, abs=0.051)


def test_a_star_marks_a_level_that_may_win_no_more_than_its_share(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(levels, "STEPS", (("thumb", "random"), ("level2", "level1")))
    game = GAMES["charge"]
    store = Store(levels.path_of(game, tmp_path, 3), Meeting(game, 0, 3).contest(("thumb", "random")))
    for at in range(60):
        for (one, other), won in ((("thumb", "random"), 30), (("level2", "level1"), 24)):
            seating = [other, other, other]
            seating[at % 3] = one
            store.add(result(at // 3, seating, at % 3 if at < won else (at + 1) % 3))
    page = levels.page(tmp_path)
    assert "| a rule of thumb | random | 50.0 % (38 to 62) of 60 |" in page
    assert "| level 2 | level 1 | 40.0 % (29 to 53) * of 60 |" in page


def test_levels_are_not_measured_at_more_seats_than_a_game_has(capsys) -> None:
    assert main(["arena", "levels", "charge", "--seats", "6"]) == 2
    assert "3" in capsys.readouterr().err.splitlines()[-1]


def test_the_leaderboard_rates_all_that_met_and_goes_on_with_more_games(tmp_path: Path, monkeypatch) -> None:
    game = GAMES["siegestones"]
    monkeypatch.setattr(leaderboard, "bots_of", lambda game: ("random", "thumb", "level1"))
    assert leaderboard.pairs_of("abcd") == [("b", "a"), ("c", "b"), ("d", "c"), ("c", "a"), ("d", "b")]
    leaderboard.measure(game, tmp_path, 2, 1, 0, lambda done, of: None)
    first = (tmp_path / "siegestones.jsonl").read_text()
    leaderboard.measure(game, tmp_path, 4, 1, 0, lambda done, of: None)
    assert (tmp_path / "siegestones.jsonl").read_text().startswith(first)
    page = leaderboard.page(tmp_path)
    assert "12 games." in page
    assert "| 3 | random play | " in page
    assert page.count("Not measured with the bots of this version.") == len(GAMES) - 1
    assert leaderboard.spoken("uct:1000") == "plain UCT, 1,000 simulations"


def test_a_program_stands_on_the_leaderboard_near_the_bot_it_is_put_after(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(leaderboard, "bots_of", lambda game: ("random", "thumb", "level1", "level2", "level3"))
    near = leaderboard.Programs(("engine:x",), "level1").pairs(leaderboard.bots_of(GAMES["siegestones"]))
    assert near == [("engine:x", bot) for bot in ("thumb", "level1", "level2", "level3")]
    command = f"{sys.executable} {EXAMPLE}"
    page = tmp_path / "page.md"
    arguments = ["leaderboard", "siegestones", "--engine", command, "--games", "2"]
    assert main(["arena", *arguments, "--out", str(tmp_path), "--report", str(page)]) == 0
    told = page.read_text(encoding="utf-8")
    row = next(line for line in told.splitlines() if line.startswith("|") and f"| `{command}` |" in line)
    assert row.endswith("| 6 |")  # two games each with random play, and with the two that come after it


def test_an_engine_cannot_stand_after_a_bot_that_is_not_on_the_list(capsys) -> None:
    assert main(["arena", "leaderboard", "siegestones", "--engine", "x", "--after", "level9"]) == 2
    assert '"level9" is not on the list of the leaderboard: random, thumb' in capsys.readouterr().err


def test_measuring_levels_goes_on_and_begins_again_when_bots_change(tmp_path: Path, monkeypatch) -> None:
    game = GAMES["siegestones"]
    monkeypatch.setattr(levels, "PAIRS", (("thumb", "random"),))
    heard: list[tuple[int, int]] = []
    levels.measure(game, tmp_path, 4, 1, 0, lambda done, of: heard.append((done, of)))
    assert heard[-1] == (4, 4)
    before = (tmp_path / "siegestones.jsonl").read_text()
    levels.measure(game, tmp_path, 4, 1, 0, lambda done, of: None)
    assert (tmp_path / "siegestones.jsonl").read_text() == before
    assert "| a rule of thumb | random | " in levels.page(tmp_path)
    monkeypatch.setattr("siegeworks.arena.store.version_of_bots", lambda game: "newer")
    assert "| a rule of thumb | random | " not in levels.page(tmp_path)
    levels.measure(game, tmp_path, 2, 1, 0, lambda done, of: None)
    assert len((tmp_path / "siegestones.jsonl").read_text().splitlines()) == 3


def test_the_lines_of_the_page_about_the_arena_run(capsys) -> None:
    page = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert code is not None
    exec(compile(code[1], "arena.md", "exec"), {})
    assert re.match(r"(random|thumb) [01]\.\d+ ", capsys.readouterr().out)
