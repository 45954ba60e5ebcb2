"""What the sentences of an analysis claim, played on the board, secrets and all; and who reads one finds the action.

Nothing here is taken from how the sentences are made: a line is played with `Match`, and what then happened is put into
words again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from siegeworks.analysis import Analysis, Judged, Moment
from siegeworks.core.game import Told
from siegeworks.core.phrases import Sentence
from siegeworks.core.views import has_secrets
from siegeworks.errors import SiegeworksError
from siegeworks.given import ANSWER, AT_ONCE, HIDDEN, LINE, MISSED, MOST_STEPS, PASSED_UP, gains_of
from siegeworks.match import Match
from siegeworks.sentences import render

Problem = Literal["cli.claim-false", "cli.claim-not-found"]


class Claim(NamedTuple):
    """A sentence that was checked, and what is wrong with it; None if all of it is so."""

    moment: Moment
    problem: Problem | None


def checked(match: Match, found: Analysis) -> Iterator[Claim]:
    """Each sentence of an analysis about what an action gave away."""
    judged = {each.ply: each for each in found.decisions}
    for moment in found.moments:
        yield Claim(moment, _problem(match, moment, judged[moment.ply]))


def _problem(match: Match, moment: Moment, judged: Judged) -> Problem | None:
    if not _is_true(match, moment, judged):
        return "cli.claim-false"
    sought = moment.line[1] if moment.gave.code in (LINE, ANSWER) else moment.line[0]
    past = match.until(moment.ply)
    if moment.gave.code in (LINE, ANSWER, AT_ONCE):
        past.play(judged.action)
    if moment.gave.code == AT_ONCE:  # nobody has to answer: what the reader looks for has just been played
        return None if sought == judged.action else "cli.claim-not-found"
    return None if pointed_at(past, render(moment.gave)) == sought else "cli.claim-not-found"


def pointed_at(match: Match, text: str) -> str | None:
    """The action that a sentence tells a reader to look at: the first that can be played and stands in it in words."""
    told = {name: match.say_action(name) for name in match.legal()}
    places = {name: text.find(words) for name, words in told.items() if words in text}
    return min(places, key=lambda name: (places[name], -len(told[name])), default=None)


def _is_true(match: Match, moment: Moment, judged: Judged) -> bool:
    """Whether every part of a sentence is so."""
    code, args, past = moment.gave.code, moment.gave.args, match.until(moment.ply)
    if code in (PASSED_UP, HIDDEN):
        return _is_better(past, moment.gave, judged)
    begins = judged.line if code == MISSED else judged.answer
    if tuple(begins[: len(moment.line)]) != moment.line:
        return False
    try:
        brought = played_out(past, moment.line)
    except SiegeworksError:
        return False
    if not all(words in render(moment.gave) for words in _told(past, moment)):
        return False
    if code == ANSWER:
        return True
    seat = moment.seat if code == MISSED else args["seat"]["seat"]
    if not all(gain in brought[-1].get(seat, []) for gain in args["gains"]["list"]):
        return False
    other = judged.answer if code == MISSED else judged.line
    return has_secrets(match.state.dtype) or _never(match.until(moment.ply), other, seat, args["gains"]["list"])


def _told(past: Match, moment: Moment) -> list[str]:
    """The actions that a sentence must name, in words."""
    at, words = past.copy(), []
    for name in moment.line:
        words.append(at.say_action(name))
        at.play(name)
    return words if moment.gave.code == MISSED else words[1:]


def _is_better(past: Match, gave: Sentence, judged: Judged) -> bool:
    """What is told of the better action alone."""
    game, view = past.game, past.seat_view(judged.seat)[0]
    if judged.best not in past.legal() or past.say_action(judged.best) not in render(gave):
        return False
    if gave.code == HIDDEN:
        return bool(gave.args["percent"] == round(100 * judged.value) - round(100 * judged.kept))
    remark, numbers = game.judgement.remark, game.action_numbers
    if remark is None:
        return False
    best, played = (remark(view.copy(), numbers[name]) for name in (judged.best, judged.action))
    return bool(gave.args["fact"] == best != played)


def _never(past: Match, line: Sequence[str], seat: int, gains: list[Any]) -> bool:
    """Whether none of this happens in a line, as far as it goes without luck."""
    for name in line[:MOST_STEPS]:
        if past.to_move is None or name not in past.legal():
            break
        ply = past.ply
        (brought,) = played_out(past, [name])
        if any(gain in gains for gain in brought.get(seat, [])):
            return False
        past.play(name)
        if past.ply > ply + 1:
            break
    return True


def played_out(past: Match, line: Sequence[str]) -> list[dict[int, list[Any]]]:
    """What each action of a line brings each seat, by what `Match` says of it; raises what `play` does."""
    match, found = past.copy(), []
    for name in line:
        mover = match.to_move
        events = match.play(name)
        told: list[Told] = [(e["kind"], e["args"], e["rule"]) for e in events if e["seat"] == mover]
        result = match.result
        winners = (result["winners"], result["rule"]) if result else ([], "")
        gains: dict[int, list[Any]] = {}
        assert isinstance(mover, int)
        for seat, gain in gains_of(match.game, match.seats, mover, told, winners):
            gains.setdefault(seat, []).append(gain.says)
        found.append(gains)
    return found
