"""An action judged by itself gets the figures that an analysis gives it, whoever judges at the table."""

from __future__ import annotations

import random

import pytest

from siegeworks import GAMES, Match
from siegeworks.analysis import Judged, analyse
from siegeworks.attempts import Attempt, attempt
from siegeworks.bots import Budget
from siegeworks.decisions import Promise

QUICK = Budget(simulations=300)
TRIED = 3


def short(name: str) -> Match:
    """The beginning of a match, played at random."""
    match, dice = Match.new(name, GAMES[name].seats[0], seed=5), random.Random(5)
    for _ in range(8):
        match.play(dice.choice(match.legal()))
    return match


def tried(past: Match, action: str, known: tuple[Promise, ...] = ()) -> Attempt:
    seat = past.to_move
    assert isinstance(seat, int)
    return attempt(past.game, past.seat_view(seat), past.ply, past.game.action_numbers[action], QUICK, known)


@pytest.mark.parametrize("name", GAMES)
def test_what_was_played_gets_the_figures_of_the_analysis(name: str) -> None:
    match = short(name)
    for judged in analyse(match, QUICK).decisions:
        found = tried(match.until(judged.ply), judged.action)
        assert (found.value, found.kept, found.loss) == (judged.value, judged.kept, judged.loss)


@pytest.mark.parametrize("name", GAMES)
def test_so_does_whatever_else_could_have_been_played(name: str) -> None:
    match, dice = short(name), random.Random(1)
    past = match.until(match.decisions()[-1])
    for action in dice.sample(past.legal(), min(TRIED, len(past.legal()))):
        other = past.copy()
        other.play(action)
        judged = analyse(other, QUICK).decisions[-1]
        found = tried(past, action)
        assert (judged.action, found.value, found.kept) == (action, judged.value, judged.kept)


def test_what_an_analysis_has_found_is_taken_as_it_is() -> None:
    match = short("charge")
    judged = max(analyse(match, QUICK).decisions, key=lambda each: each.loss)
    past = match.until(judged.ply)
    best, played = known(past, judged)
    assert tried(past, judged.action, (best, played._replace(value=0.01))).kept == 0.01
    assert tried(past, judged.best, (best._replace(value=0.99), played)).kept == 0.99
    other = next(name for name in past.legal() if name not in (judged.action, judged.best))
    assert tried(past, other, (best._replace(value=0.99), played))[1:3] == (0.99, tried(past, other).kept)


def known(past: Match, judged: Judged) -> tuple[Promise, Promise]:
    numbers = past.game.action_numbers
    best, played = ([numbers[name] for name in line] for line in (judged.line, judged.answer))
    return Promise(judged.value, best), Promise(judged.kept, played)
