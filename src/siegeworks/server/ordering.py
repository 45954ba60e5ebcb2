"""What can be ordered beforehand at a table, and whether somebody's orders can stand. Nothing here changes a table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from siegeworks.core.game import Game
from siegeworks.core.orders import Reaction, read
from siegeworks.core.views import has_secrets
from siegeworks.errors import GameOver, IllegalAction
from siegeworks.match import Match
from siegeworks.server import messages
from siegeworks.server.guards import TooMany
from siegeworks.server.orders import MOST_SET
from siegeworks.server.table import Table


def is_offered(game: Game) -> bool:
    """Whether anything can be ordered beforehand in a game: it has answers for that, or no secrets, and so lines."""
    return bool(game.orders.REACTIONS) or not has_secrets(game.rules.STATE)


def offered(table: Table, act: messages.AskOrders) -> dict[str, Any]:
    """What a seat could order now, and what can follow in a line."""
    _check_seat(table, act.seat)
    seen = table.match.seat_view(act.seat)[0]
    found = [_reaction(each, seen, act.seat) for each in table.game.orders.REACTIONS]
    return {"type": "orders", "action_id": act.action_id, "offered": found, "next": _next(table, act.seat, act.line)}


def _reaction(each: Reaction, seen: Any, seat: int) -> dict[str, Any]:
    fields = [
        {
            "name": field.name,
            "says": field.says.data(),
            "choices": [{"word": word, "says": says.data()} for word, says in field.choices(seen, seat)],
        }
        for field in each.fields
    ]
    return {"name": each.name, "says": each.label.data(), "stands": each.stands.data(), "fields": fields}


def _next(table: Table, seat: int, line: Sequence[str]) -> dict[str, Any] | None:
    """Who is to move after a line, and what they can play; None where a line cannot begin or go on."""
    match = table.match
    if has_secrets(match.state.dtype) or match.to_move == seat:
        return None
    trial = match.copy()
    for action in line:
        if not _goes_on(trial, action):
            return None
    if not isinstance(trial.to_move, int):
        return None
    told = [{"action": action, "says": trial.instruction(action).data()} for action in trial.legal()]
    return {"seat": trial.to_move, "actions": told}


def _goes_on(trial: Match, action: str) -> bool:
    """Play one more action of a line; whether others can follow it. What chance brings is nobody's to know."""
    trial.check(action)
    ply = trial.ply
    trial.play(action)
    return trial.ply == ply + 1 and isinstance(trial.to_move, int)


def check(table: Table, act: messages.Order) -> None:
    """Raises what is wrong with some orders."""
    _check_seat(table, act.seat)
    if table.orders.given(act.seat) >= MOST_SET:
        raise TooMany("orders-enough", most=MOST_SET)
    for order in set(act.rules) - set(table.orders.rules_of(act.seat)):  # what stands may be said again with others
        _check_rule(table, act.seat, order)
    if act.lines and has_secrets(table.match.state.dtype):
        raise IllegalAction("order-lines-are-open")
    for line in act.lines:
        _check_line(table.match, act.seat, line)
    for one, other in combinations(act.lines, 2):
        _check_answers(table.match, act.seat, one, other)


def _check_seat(table: Table, seat: int) -> None:
    if table.is_archive:
        raise GameOver("only-a-record")
    if table.is_over or seat in table.match.gone:
        raise GameOver("match-over")
    if table.seats[seat].stand_in is not None:
        raise IllegalAction("bot-sits-in-for-you")


def _check_rule(table: Table, seat: int, order: str) -> None:
    """Whether an order is on the list, with words that can be chosen now, and about something later."""
    found = read(table.game.orders.REACTIONS, order)
    if found is None:
        raise IllegalAction("order-unknown", order=order)
    reaction, words = found
    seen = table.match.seat_view(seat)[0]
    for field, word in zip(reaction.fields, words, strict=True):
        if word not in [choice.word for choice in field.choices(seen, seat)]:
            raise IllegalAction("order-unknown", order=order)
    if seat in table.waiting and reaction.answer(table.seen_by(seat).seat_view(seat)[0], seat, words) is not None:
        raise IllegalAction("order-is-asked-now")


def _check_line(match: Match, seat: int, line: Sequence[str]) -> None:
    """Whether a line begins with another seat's action, ends with an own one, and can be played."""
    if match.to_move == seat:
        raise IllegalAction("order-begins-with-others")
    trial = match.copy()
    for number, action in enumerate(line, 1):
        mover = trial.to_move
        if not _goes_on(trial, action) and number < len(line):
            raise IllegalAction("order-beyond-draw")
    if mover != seat:
        raise IllegalAction("order-ends-with-own")


def _check_answers(match: Match, seat: int, one: Sequence[str], other: Sequence[str]) -> None:
    """Whether two lines answer the same with the same."""
    trial = match.copy()
    for ours, theirs in zip(one, other, strict=False):
        if ours != theirs:
            if trial.to_move == seat:
                raise IllegalAction("order-two-answers")
            return
        trial.play(ours)
