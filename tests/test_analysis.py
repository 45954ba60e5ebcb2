"""Looking back: mistakes are found and told truly, from what the seat could see; hint says the same at the table."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import numpy as np
import pytest

from siegeworks import GAMES, BadSetup, Match
from siegeworks.analysis import LEAST_LOSS, MOMENTS, Analysis, Moment, analyse, in_words
from siegeworks.bots import Budget, bot, netbot
from siegeworks.bots.netfile import path_of
from siegeworks.bots.saying import reason
from siegeworks.cli import main
from siegeworks.core import step
from siegeworks.core.dice import new_dice
from siegeworks.core.views import has_secrets
from siegeworks.lines import Reason
from siegeworks.sentences import render, spoken
from siegeworks.targets import picks
from tests.bots.untrained import untrained

QUICK = Budget(simulations=300)

# Blue can take a fourth tower at once; if it does not, Yellow can.
WIN_IN_ONE = {"seats": 2, "to_move": 0, "start": 0, "board": "T.Ty/b.T.T/byTy../y..T.../...T.b/Tbb.b/...."}
BLUNDER = "stone a1"


def short(name: str, decisions: int) -> Match:
    """The beginning of a match, played at random."""
    match, dice = Match.new(name, GAMES[name].seats[0], seed=5), random.Random(5)
    for _ in range(decisions):
        match.play(dice.choice(match.legal()))
    return match


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_of_every_seat_is_judged(name: str) -> None:
    match = short(name, 10)
    heard: list[tuple[int, int]] = []
    found = analyse(match, QUICK, lambda done, of: heard.append((done, of)))
    plies = [
        ply
        for ply, (line, states) in enumerate(match.history())
        if isinstance(line.who, int) and step.list_legal(states, 0, np.zeros(2000, np.int64)) > 1
    ]
    assert [judged.ply for judged in found.decisions] == plies
    assert heard == [(done, len(plies)) for done in range(len(plies) + 1)]
    for judged in found.decisions:
        assert judged.action == match.actions[judged.ply]
        assert 0 <= judged.value <= 1
        assert judged.best == judged.line[0] == judged.choices[0].action
        assert judged.best in match.until(judged.ply).legal()
    assert [judged.ply for judged in found.decisions] == match.decisions()


def test_it_changes_nothing_and_the_same_simulations_give_the_same_answer() -> None:
    match = short("siegestones", 8)
    before = match.record()
    assert analyse(match, QUICK) == analyse(match, QUICK)
    assert match.record() == before


def test_it_is_json() -> None:
    found = analyse(short("bluffstones", 6), QUICK)
    data = json.loads(json.dumps(found.as_json()))
    assert [each["loss"] for each in data["decisions"]] == [each.loss for each in found.decisions]
    assert data["game"] == "bluffstones"


def with_secrets(name: str) -> tuple[Match, int, np.ndarray]:
    """A match in which the seat to move cannot see everything, and another state it may be in."""
    for decisions in range(4, 60):
        match = short(name, decisions)
        seat = match.to_move
        assert isinstance(seat, int)
        seen = match.seat_view(seat)
        step.imagine(seen, 0, seat, new_dice(3))
        if seen.tobytes() != match.states.tobytes() and len(match.legal()) > 1:
            return match, seat, seen
    raise AssertionError("nothing was hidden")


@pytest.mark.parametrize("name", [name for name in GAMES if has_secrets(GAMES[name].rules.STATE)])
def test_it_judges_by_what_the_seat_could_see(name: str) -> None:
    """A match with other secrets behind the same view gives the same judgement of that decision."""
    match, seat, seen = with_secrets(name)
    played, judged = match.legal()[0], []
    for one, states in ((match.copy(), match.states), (match, seen)):
        one._states[:] = states
        one._first[:] = states
        one._lines, one._events = [], []
        one._restart()
        one.play(played, seat)
        judged.append(analyse(one, QUICK).decisions[0])
    assert judged[0] == judged[1]


@pytest.mark.parametrize("name", [name for name in GAMES if path_of(GAMES[name]).is_file()])
def test_the_net_judges_where_it_knows_the_table_and_the_judgement_elsewhere(name: str) -> None:
    """The values are those of the bot `net` with the same simulations and dice; at other tables those of `search`."""
    other = Match.new(name, GAMES[name].seats[-1], seed=5)
    for match, kind in ((short(name, 4), "net"), (other, "search")):
        match.play(match.legal()[-1])
        for judged in analyse(match, QUICK).decisions:
            seen = match.until(judged.ply).seat_view(judged.seat)
            thought = bot(match.game, f"{kind}:{QUICK.simulations}").choose(seen, None, new_dice(judged.ply))[1]
            best = thought.candidates[0]
            assert (judged.value, judged.best) == (best.value, match.game.words.ACTION_NAMES[best.action])


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in GAMES if has_secrets(GAMES[name].rules.STATE)])
def test_a_net_judges_by_what_the_seat_could_see(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(netbot, "shipped_net", untrained)
    test_it_judges_by_what_the_seat_could_see(name)


def test_a_missed_win_is_the_moment_to_look_at() -> None:
    match = _missed_win()
    (moment, *_) = analyse(match, Budget(simulations=2000)).moments
    assert moment.ply == 0
    assert moment.seat == 0
    pattern = (
        r"Move 1, Blue: Place a stone on a1\. Better: Place a (stone|tower) on (\w\d): it takes .* and wins\. "
        r"Win chance 100 % instead of 0 %\."
    )
    told = re.fullmatch(pattern, render(moment.says))
    assert told is not None, moment.says
    again = Match.from_position("siegestones", WIN_IN_ONE)
    again.play(f"{told[1]} {told[2]}")
    assert again.result is not None
    assert again.result["winners"] == [0]


def test_what_a_clock_played_is_nobody_s_mistake() -> None:
    late = analyse(_missed_win("time"), Budget(simulations=2000))
    assert [judged.ply for judged in late.decisions] == [0]
    assert late.decisions[0].loss >= LEAST_LOSS
    assert late.moments == ()


def _missed_win(reason: Reason | None = None) -> Match:
    """A match in which a win in one was there and something else was played."""
    match = Match.from_position("siegestones", WIN_IN_ONE)
    match.play(BLUNDER, reason=reason)
    assert any(_wins(match, name) for name in match.legal())
    return match


def _wins(match: Match, name: str) -> bool:
    after = match.copy()
    after.play(name)
    return after.result is not None and after.result["winners"] == [match.to_move]


def test_the_best_choice_loses_nothing() -> None:
    match = Match.from_position("siegestones", WIN_IN_ONE)
    match.play(next(name for name in match.legal() if _wins(match, name)))
    (judged,) = analyse(match, Budget(simulations=2000)).decisions
    assert judged.proven == "win in 1"
    assert judged.value == 1.0
    assert judged.loss == 0.0


def test_a_reason_is_given_only_where_there_is_one() -> None:
    match = Match.from_position("siegestones", WIN_IN_ONE)
    wins = match.game.action_numbers[next(name for name in match.legal() if _wins(match, name))]
    does = reason(match.game, match.seat_view(0), wins)
    assert does is not None
    assert "wins" in spoken(does)
    first = Match.new("siegestones", 2, seed=1, chance=["start 0"])
    assert reason(first.game, first.seat_view(0), first.game.action_numbers["stone a1"]) is None


@pytest.mark.parametrize("name", GAMES)
def test_best_lines_are_told_in_words_that_could_be_played(name: str) -> None:
    match = short(name, 12)
    names = GAMES[name].words.ACTION_NAMES
    for judged in analyse(match, QUICK).decisions:
        past, told = match.until(judged.ply), in_words(match, judged)
        assert told[0].seat == judged.seat
        assert render(told[0].says) == f"{past.say_action(judged.best)}."
        for each, action in zip(told, judged.line, strict=False):
            assert action not in render(each.says)
            assert each.targets == picks(GAMES[name])[names.index(action)].targets


def test_moments_are_each_seat_s_own_in_the_order_of_the_game() -> None:
    found = analyse(short("siegestones", 16), QUICK)
    assert [moment.ply for moment in found.moments] == sorted(moment.ply for moment in found.moments)
    for seat in range(found.seats):
        lost = sorted((each.loss for each in found.decisions if each.seat == seat), reverse=True)
        mine = sorted((moment.loss for moment in found.moments if moment.seat == seat), reverse=True)
        assert mine == [loss for loss in lost[:MOMENTS] if loss >= LEAST_LOSS]


def test_without_decisions_there_is_nothing_to_analyse() -> None:
    with pytest.raises(BadSetup, match="nothing to analyse"):
        analyse(Match.new("siegestones", 2, seed=1), QUICK)


def test_a_seat_that_left_is_not_judged_for_what_the_clock_plays() -> None:
    match = Match.new("charge", 3, seed=2)
    match.play(match.legal()[0])
    gone = match.to_move
    assert isinstance(gone, int)
    match.resign(gone)
    left = match.ply
    while match.result is None and match.ply < left + 10:
        match.play(match.default())
    assert all(judged.seat != gone for judged in analyse(match, QUICK).decisions if judged.ply >= left)


# On the command line


def test_analyse_shows_every_decision_and_the_moments(tmp_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    match = _missed_win()
    path = tmp_path / "match.siege"
    path.write_text(match.record(), encoding="utf-8")
    assert main(["analyse", str(path), "--simulations", "2000", "--plain"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^ *1 +Blue +Place a stone on a1 +100 % +0 %", out, re.MULTILINE), out
    assert "Move 1, Blue: Place a stone on a1. Better: " in out
    assert main(["analyse", str(path), "--simulations", "2000", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert f"{data['moments'][0]['text']} {data['moments'][0]['gave_text']} (T-23)" in out
    assert set(data) == {*Analysis.__dataclass_fields__, "luck", "balance", "chances"}
    assert set(data["moments"][0]) == {*Moment.__dataclass_fields__, "text", "gave_text"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--simulations", "5", "--seconds-per-ply", "1"], "not both"),
        (["--simulations", "0"], "some simulations"),
        (["--seconds-per-ply", "-1"], "at most"),
        (["--threads", "0", "--simulations", "5"], "threads"),
    ],
)
def test_a_budget_that_is_none_is_refused(tmp_path: Path, capsys, arguments: list[str], says: str) -> None:
    path = tmp_path / "match.siege"
    path.write_text(short("siegestones", 3).record(), encoding="utf-8")
    assert main(["analyse", str(path), *arguments]) == 2
    err = capsys.readouterr().err
    assert says in err
    assert err.count("\n") == 1


def test_the_lines_of_the_page_run(capsys) -> None:
    page = (Path(__file__).parents[1] / "docs" / "analysis.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert code is not None
    exec(compile(code[1], "analysis.md", "exec"), {})
    assert re.match(r"0\.\d+ \[", capsys.readouterr().out)
