"""The gate: why something cannot be done in a match, with the reason and the rule. It looks, and changes nothing."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

import numpy as np

from siegeworks import errors
from siegeworks.choices import whole
from siegeworks.core.phrases import listed, seats

if TYPE_CHECKING:
    from siegeworks.match import Match
    from siegeworks.standing import Standing

Name = str | int | np.integer[Any]
"""An action as people write it, or its number."""


def refusal(match: Match, action: Name, seat: int | None = None) -> errors.SiegeworksError | None:
    """Why whoever is to move, or a seat, cannot play an action; None if it can be played."""
    words = match.game.words
    if match.to_move is None:
        return over(match)
    problem = None if seat is None else seat_problem(match, seat) or turn_problem(match, seat)
    if problem is not None:
        return problem
    number = match.number_of(action)
    if number is None:
        return unknown(match, action)
    if number in match.legal_numbers():
        return None
    if match.to_move == "chance":
        return errors.IllegalAction("not-drawn-now", words.CHANCE_RULE, action=str(action))
    return errors.IllegalAction.of(words.why_not(match.seat_view(match.to_move)[0], number))


def over(match: Match) -> errors.GameOver:
    """The match is over, by which rule."""
    return errors.GameOver("match-over", match.result["rule"] if match.result else None)


def seat_problem(match: Standing, seat: object) -> errors.SiegeworksError | None:
    """Whether this is no seat of the match."""
    number = whole(seat)
    if number is None or not 0 <= number < match.seats:
        return errors.BadSetup("no-seat", seat=repr(seat), last=match.seats - 1)
    return None


def turn_problem(match: Match, seat: int) -> errors.SiegeworksError | None:
    """Whether it is not this seat's turn."""
    words, mover = match.game.words, match.to_move
    if seat == mover:
        return None
    told = {"seat": _seat(match, seat)}
    if mover == "chance":
        return errors.NotYourTurn("draw-comes-next", words.TURN_RULE, **told)
    assert mover is not None
    return errors.NotYourTurn("not-your-turn", words.TURN_RULE, **told, mover=_seat(match, mover))


def _seat(match: Match, seat: int) -> dict[str, Any]:
    return seats([int(seat)], match.game.name)[0]


def leaving_problem(match: Match, seat: int) -> errors.SiegeworksError | None:
    """Why a seat cannot resign."""
    words = match.game.words
    problem = seat_problem(match, seat)
    if problem is not None:
        return problem
    if match.to_move is None:
        return over(match)
    if seat not in match.staying:
        return errors.IllegalAction("left-already", words.LEAVE_RULE, seat=_seat(match, seat))
    if match.to_move == "chance":
        return errors.IllegalAction("draw-comes-first", words.CHANCE_RULE)
    return None


def unknown(match: Match, action: object) -> errors.SiegeworksError:
    """No such action: say so, and what was probably meant."""
    words, game = match.game.words, match.game
    text = action if isinstance(action, str) else repr(action)
    if text in game.chance_numbers:
        return errors.UnknownAction("is-a-draw", words.CHANCE_RULE, action=text)
    if match.to_move == "chance":
        return errors.UnknownAction("not-a-draw", words.CHANCE_RULE, action=text[:40], one=match.legal()[0])
    near = difflib.get_close_matches(text.lower()[:40], list(game.action_numbers), 1)
    if near:
        return errors.UnknownAction("no-action-near", words.ACTION_RULE, action=text[:40], near=near[0])
    return errors.UnknownAction("no-action", words.ACTION_RULE, action=text[:40], shapes=listed(words.SHAPES, "or"))
