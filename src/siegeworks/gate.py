"""The gate: why something cannot be done in a match, with the reason and the rule. It looks, and changes nothing."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

import numpy as np

from siegeworks import errors

if TYPE_CHECKING:
    from siegeworks.match import Match

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
        return errors.IllegalAction(f'"{action}" cannot be drawn now.', words.CHANCE_RULE)
    return errors.IllegalAction(*words.why_not(match.seat_view(match.to_move)[0], number))


def over(match: Match) -> errors.GameOver:
    """The match is over, by which rule."""
    return errors.GameOver("The match is over.", match.result["rule"] if match.result else None)


def seat_problem(match: Match, seat: object) -> errors.SiegeworksError | None:
    """Whether this is no seat of the match."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < match.seats:
        return errors.BadSetup(f"There is no seat {seat!r}: the seats are 0 to {match.seats - 1}.")
    return None


def turn_problem(match: Match, seat: int) -> errors.SiegeworksError | None:
    """Whether it is not this seat's turn."""
    words, mover = match.game.words, match.to_move
    if seat == mover:
        return None
    turn = "a draw comes next" if mover == "chance" else f"{words.seat_name(mover)} is to move"
    return errors.NotYourTurn(f"It is not {words.seat_name(seat)}'s turn: {turn}.", words.TURN_RULE)


def leaving_problem(match: Match, seat: int) -> errors.SiegeworksError | None:
    """Why a seat cannot resign."""
    words = match.game.words
    problem = seat_problem(match, seat)
    if problem is not None:
        return problem
    if match.to_move is None:
        return over(match)
    if seat not in match.staying:
        return errors.IllegalAction(f"{words.seat_name(seat)} has already left the match.", words.LEAVE_RULE)
    if match.to_move == "chance":
        return errors.IllegalAction("A draw comes first; resign after it.", words.CHANCE_RULE)
    return None


def unknown(match: Match, action: object) -> errors.SiegeworksError:
    """No such action: say so, and what was probably meant."""
    words, game = match.game.words, match.game
    text = action if isinstance(action, str) else repr(action)
    if text in game.chance_numbers:
        return errors.UnknownAction(f'"{text}" is a draw of chance, and a seat is to move.', words.CHANCE_RULE)
    if match.to_move == "chance":
        first = match.legal()[0]
        return errors.UnknownAction(f'"{text[:40]}" is not a draw; one of them is "{first}".', words.CHANCE_RULE)
    near = difflib.get_close_matches(text.lower()[:40], list(game.action_numbers), 1)
    hint = f'; did you mean "{near[0]}"' if near else f"; an action is {' or '.join(words.SHAPES)}"
    return errors.UnknownAction(f'There is no action "{text[:40]}"{hint}.', words.ACTION_RULE)
