"""What an action gave away: every sentence is played on the board, and whoever reads it finds the action."""

from __future__ import annotations

from dataclasses import replace

import pytest

from siegeworks import GAMES, Match
from siegeworks.analysis import Analysis, analyse
from siegeworks.bots import Budget
from siegeworks.claims import checked, pointed_at
from siegeworks.cli import main
from siegeworks.cli.moments import claims_of, game_of_bots
from siegeworks.core.phrases import Sentence
from siegeworks.given import LINE, Choices, given
from siegeworks.sentences import render

QUICK = Budget(simulations=100)
# Blue can take a fourth tower at once; if it does not, Yellow can.
WIN_IN_ONE = {"seats": 2, "to_move": 0, "start": 0, "board": "T.Ty/b.T.T/byTy../y..T.../...T.b/Tbb.b/...."}


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_of_a_game_is_so_and_leads_to_the_action(name: str, number: int) -> None:
    claims = list(claims_of(GAMES[name], number, QUICK.simulations))
    assert claims
    assert [(claim.problem, render(claim.moment.gave)) for claim in claims if claim.problem] == []


def analysed() -> tuple[Match, Analysis]:
    match = game_of_bots(GAMES["siegestones"], 0)
    return match, analyse(match, QUICK)


def test_a_sentence_that_is_not_so_is_found() -> None:
    match, found = analysed()
    at, moment = next((at, each) for at, each in enumerate(found.moments) if each.gave.code == LINE)

    def problem(**changed: object) -> str | None:
        other = replace(moment, gave=Sentence(LINE, {**moment.gave.args, **changed}))
        moments = (*found.moments[:at], other, *found.moments[at + 1 :])
        return list(checked(match, replace(found, moments=moments)))[at].problem

    (gain,) = moment.gave.args["gains"]["list"]
    (tower,) = gain["args"]["towers"]["list"]
    stronger = {**tower, "args": {**tower["args"], "threat": tower["args"]["threat"] + 1}}
    assert problem() is None
    for wrong in (stronger, {**tower, "args": {**tower["args"], "tower": "g4"}}):
        gains = {"list": [{**gain, "args": {"towers": {"list": [wrong], "join": "and"}}}], "join": "and"}
        assert problem(gains=gains) == "cli.claim-false"
    assert problem(line={"list": [], "join": "semicolon"}) == "cli.claim-false"
    assert problem(seat={"seat": moment.seat, "of": "siegestones"}) == "cli.claim-false"


def test_a_missed_win_is_told_by_who_wins_instead() -> None:
    match = Match.from_position("siegestones", WIN_IN_ONE)
    match.play("stone a1")
    (moment, *_) = analyse(match, Budget(simulations=2000)).moments
    match.play(moment.line[1])
    assert match.result is not None
    assert match.result["winners"] == [1]
    assert render(moment.gave).startswith("It lets Yellow win the game and take ")


def test_what_both_lines_bring_is_not_told() -> None:
    """The same line twice gives nothing away; what is left to say is the answer."""
    match = Match.from_position("siegestones", WIN_IN_ONE)
    names = match.game.action_numbers
    line = [names["stone a1"], names["stone a2"], names["stone a3"]]
    found = given(match.game, match.seat_view(0), Choices(line, line, 0.4, 0.5))
    assert render(found.says) == "Yellow has the better answer: Place a stone on a2."


def test_a_reader_takes_the_first_action_that_stands_there() -> None:
    match = Match.from_position("siegestones", WIN_IN_ONE)
    assert pointed_at(match, "Place a stone on a2; Place a stone on a1.") == "stone a2"
    assert pointed_at(match, "Place nothing.") is None


def test_luck_is_what_a_draw_changed_against_draws_as_likely() -> None:
    """Whoever begins has a better chance: what the draw brings one seat it costs the other."""
    luck = [analyse(_begun(seat), QUICK).luck for seat in (0, 1)]
    for first, second in luck:
        assert first == pytest.approx(-second)
    assert luck[0][0] == pytest.approx(luck[1][1], abs=0.1)


def _begun(seat: int) -> Match:
    """A game in which this seat was drawn to begin."""
    seed = next(seed for seed in range(99) if Match.new("siegestones", 2, seed=seed).to_move == seat)
    match = Match.new("siegestones", 2, seed=seed)
    match.play("stone d4")
    return match


def test_a_draw_that_could_only_come_as_it_came_is_no_luck() -> None:
    match = Match.from_position("siegestones", WIN_IN_ONE)
    match.play("stone a1")
    found = analyse(match, QUICK)
    assert (found.draws, found.balance(), found.chances()) == ((), [], [])


def test_the_command_says_how_many_are_wrong(capsys) -> None:
    assert main(["moments", "siegestones", "--games", "1", "--simulations", "50"]) == 0
    assert "none of them wrong" in capsys.readouterr().out
