"""What people ask at a table: what a move would change, why it cannot be played, whether a layout can be had.

Nothing here changes a table, and everything is told from what the asking seat may see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from siegeworks.bots.plans import Plan
from siegeworks.core.phrases import Sentence
from siegeworks.errors import BadSetup, IllegalAction, SiegeworksError
from siegeworks.match import Match
from siegeworks.sentences import render
from siegeworks.server import messages, wire
from siegeworks.server.studies import BUDGET
from siegeworks.server.table import Table
from siegeworks.targets import picks

MOST_CANDIDATES = 5
"""Of a hint."""
MOST_REASONS = 40
"""Actions that are asked about, at most twice as many, where a question is about hundreds of them."""


def own_turn(table: Table, seat: int) -> Match:
    """The match at the seat's own turn; raises what playing would."""
    match = table.seen_by(seat)
    if match.to_move != seat or table.is_archive:
        match.check(match.game.words.ACTION_NAMES[0], seat)
    return match


def preview(table: Table, act: messages.Preview) -> dict[str, Any]:
    """What an action would change."""
    match = own_turn(table, act.seat)
    says = wire.said(match, match.preview(act.action))
    after = match.view_after(match.game.action_numbers[act.action], act.seat)
    told = {"action": act.action, "instruction": match.instruction(act.action).data(), "says": says, "view": after}
    return {"type": "preview", "action_id": act.action_id, **told}


def why(table: Table, act: messages.Why) -> Callable[[], dict[str, Any]]:
    """Why an action, or whatever points at some targets, cannot be played: what finds it, in a thread.

    It has a match of its own, so the table may go on meanwhile.
    """
    told: dict[str, Any] = {"type": "why", "action_id": act.action_id, "ok": False}
    try:
        match = own_turn(table, act.seat).copy()
    except SiegeworksError as problem:
        refusal = {**told, **_why(problem.says)}
        return lambda: refusal
    return lambda: {
        **told,
        **_reason(match, [act.action] if act.action is not None else _matching(match, act.targets, act.verb)),
    }


def why_at(match: Match, seat: int, targets: Sequence[str], verb: str | None) -> dict[str, Any]:
    """Why a seat cannot play what points at some targets, in a match that is nobody else's."""
    told = {"type": "why", "ok": False}
    try:
        if match.to_move != seat:
            match.check(match.game.words.ACTION_NAMES[0], seat)
        return {**told, **_reason(match, _matching(match, targets, verb))}
    except SiegeworksError as problem:
        return {**told, **_why(problem.says)}


def _reason(match: Match, names: list[str]) -> dict[str, Any]:
    action, refusal = _best_refusal(match, names)
    if refusal is None:
        return {"ok": True, "action": action}
    return {"action": action, **_why(refusal.says)}


def _why(says: Sentence) -> dict[str, Any]:
    """A refusal in English, with its rule, and as data."""
    return {"reason": render(says), "rule": says.rule, "sentence": says.data()}


def _matching(match: Match, targets: Sequence[str], verb: str | None) -> list[str]:
    """The actions that have all these targets, and the verb if one is given."""
    wanted = set(targets)
    found = [
        pick.action
        for pick in picks(match.game)
        if wanted <= set(pick.targets) and verb in (None, pick.verb) and (wanted or verb)
    ]
    if not found:
        raise BadSetup("nothing-points-there")
    return found


def _best_refusal(match: Match, names: list[str]) -> tuple[str | None, SiegeworksError | None]:
    """An action that can be played, or the reason that most of them have in common.

    Of very many actions some are asked about, from all over the list: the others have the same few reasons.
    """
    legal = set(match.legal())
    playable = next((name for name in names if name in legal), None)
    if playable is not None:
        return playable, None
    apart = max(1, len(names) // MOST_REASONS)
    reasons: dict[str, tuple[int, str, SiegeworksError]] = {}
    for name in names[::apart]:
        refusal = match.why_not(name)
        assert refusal is not None
        says = repr(refusal.says)  # quicker than words
        times, first, _ = reasons.get(says, (0, name, refusal))
        reasons[says] = times + 1, first, refusal
    _, name, found = max(reasons.values(), key=lambda reason: reason[0])
    return name, found


def arranged(table: Table, act: messages.Arrange) -> Callable[[], dict[str, Any]]:
    """The actions that lead to a layout and what they change, or why it cannot be had: what finds it, in a thread.

    Where its things may go next is told too, but for a layout that is played.
    """
    match = table.match.copy()
    if match.game.words.arrange is None:
        raise IllegalAction("nothing-to-arrange", title=match.game.title)
    if match.to_move != act.seat:
        match.check(match.game.words.ACTION_NAMES[0], act.seat)
    return lambda: {"type": "arranged", "action_id": act.action_id, **_arranging(match, act)}


def _arranging(match: Match, act: messages.Arrange) -> dict[str, Any]:
    words, view = match.game.words, match.seat_view(act.seat)[0]
    assert words.arrange is not None
    assert words.open_places is not None
    judged = _judged(match, words.arrange(view, act.layout))
    if judged["ok"] and act.confirm:
        return judged
    places = words.open_places(view, act.layout)
    return {**judged, "open": None if places is None else [each._asdict() for each in places]}


def _judged(match: Match, found: list[str] | Sentence) -> dict[str, Any]:
    if not isinstance(found, list):
        return {"ok": False, **_why(found)}
    try:
        return {"ok": True, "actions": found, "says": _trial(match, found)}
    except SiegeworksError as problem:
        return {"ok": False, **_why(problem.says)}


def _trial(match: Match, actions: list[str]) -> list[dict[str, Any]]:
    """What each of some actions would change, as far as the seat can know. The match is used up for it."""
    says: list[dict[str, Any]] = []
    for number, action in enumerate(actions, 1):
        says += wire.said(match, match.preview(action))
        if number < len(actions):
            match.play(action)
    return says


def weighed(match: Match, act: messages.Weigh) -> Callable[[], dict[str, Any]]:
    """Whether an action gives away more than a share of the win, by an analysis: what finds it, in a thread."""
    game, seen, ply, number = match.game, match.seat_view(act.seat), match.ply, match.game.action_numbers[act.action]
    told: dict[str, Any] = {"type": "weigh", "action_id": act.action_id, "action": act.action}

    def found() -> dict[str, Any]:
        from siegeworks.attempts import attempt  # not before: it would make every start slower

        tried = attempt(game, seen, ply, number, BUDGET)
        holds = tried.gave is not None and 100 * tried.loss > act.share
        return {**told, "holds": holds, "says": tried.gave.data() if tried.gave and holds else None}

    return found


def hint(match: Match, act: messages.Hint, found: Plan) -> dict[str, Any]:
    """What a bot would play, and what else it thought of."""
    names = match.game.words.ACTION_NAMES
    candidates = [
        {"action": names[one.action], "value": one.value, "share": one.share}
        for one in found.thought.candidates[:MOST_CANDIDATES]
    ]
    plan = [picks(match.game)[number]._asdict() for _, number in found.steps]
    told = {"action": plan[0]["action"], "plan": plan, "says": found.says(match.game).data(), "candidates": candidates}
    return {"type": "hint", "action_id": act.action_id, **told}
