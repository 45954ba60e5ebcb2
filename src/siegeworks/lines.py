"""The lines of a match: who did what, what it changes, and what is told of it. `Match` has checked them before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple, TypedDict

import numpy as np
import numpy.typing as npt

from siegeworks.core import step, views
from siegeworks.core.phrases import Sentence, listed, phrase, seats
from siegeworks.core.rules import NOBODY, seats_of
from siegeworks.games import Game

Who = int | Literal["chance", "all"]
Reason = Literal["time", "order"]
"""Why a line is there although nobody chose it then: somebody's time ran out, or had ordered it beforehand."""
Ending = Literal["time", "resigned", "agreed"]
"""How a match ended, where its rules alone did not end it."""

RESIGN, DRAW = "resign", "draw"
AGREEMENT = "agreement"
"""The rule behind a draw that all seats agreed on."""
CLOCK, PLATFORM = "clock", "platform"
"""The event before an action that a clock played, and what stands for a rule behind it."""
ORDERED = "ordered"
"""The event before an action that was ordered beforehand."""
EVENTS = (RESIGN, DRAW, CLOCK, ORDERED, "end")
"""The kinds of events of any game."""
TIME: Literal["time"] = "time"
ORDER: Literal["order"] = "order"
LEFT = {"time": "end-time", "resigned": "end-resigned"}
SHARED = {"time": "end-shared-time", "agreed": "end-shared-agreed"}
"""What is said of an ending by somebody's leaving, and of one that all share."""


class Line(NamedTuple):
    """One line of a match: who acted, the action's name and, if it is in the game's tables, its number."""

    who: Who
    name: str
    number: int | None
    reason: Reason | None = None


class Event(TypedDict):
    """Something that happened, as data; `Match.say` puts it into words."""

    ply: int
    seat: Who
    kind: str
    args: dict[str, Any]
    rule: str


class LogLine(TypedDict):
    """A line as a seat may read it, with what that seat saw happen."""

    ply: int
    seat: Who
    action: str
    events: list[Event]


class Result(TypedDict):
    """Who won, with what, and by which rule."""

    winners: list[int]
    scores: list[int]
    places: list[int]
    rule: str


def scratch(game: Game) -> npt.NDArray[np.int64]:
    """Room for a list of actions, of a seat or of chance."""
    return np.zeros(max(game.rules.ACTIONS, game.rules.CHANCES), np.int64)


def fold(states: views.States, line: Line, out: npt.NDArray[np.int64]) -> int:
    """Apply one line; returns how many actions are legal next."""
    if line.name == DRAW:
        states["to_move"] = NOBODY
        return 0
    if line.name == RESIGN:
        return int(step.give_up(states, 0, int(line.who), out))
    return int(step.step(states, 0, line.number, out))


def seats_gone(states: views.States) -> list[int]:
    """The seats that have left."""
    gone = int(states["gone"][0])
    return seats_of(gone, int(states["seats"][0])) if gone else []


def result_of(game: Game, states: views.States, is_agreed: bool) -> Result:
    """The result of a state that is over; a draw by agreement is between all seats still in."""
    seats = int(states["seats"][0])
    points, ranks = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    step.standings(states, 0, points, ranks)
    places, rule = ranks.tolist(), game.words.result_rule(states[0])
    if is_agreed:
        gone = seats_gone(states)
        places = [seats - len(gone) + 1 if seat in gone else 1 for seat in range(seats)]
        rule = AGREEMENT
    winners = [seat for seat, place in enumerate(places) if place == 1]
    return {"winners": winners, "scores": points.tolist(), "places": places, "rule": rule}


def events_of(game: Game, before: views.States, line: Line, after: views.States, ply: int) -> list[Event]:
    """What one line changed, from the states, or a seat's views of them, around it."""
    told: list[tuple[str, dict[str, Any], str]] = []
    why = {} if line.reason is None else {"reason": line.reason}
    if line.name == RESIGN:
        told.append((RESIGN, why, game.words.LEAVE_RULE))
    elif line.name != DRAW and why:
        told.append((ORDERED if line.reason == ORDER else CLOCK, why, PLATFORM))
    if line.name == DRAW:
        told.append((DRAW, why, AGREEMENT))
    else:
        told.extend(game.words.events(before[0], line.number, after[0]))
    if after["to_move"][0] == NOBODY:
        result = result_of(game, after, line.name == DRAW)
        told.append(("end", {key: result[key] for key in ("winners", "scores", "places")}, result["rule"]))
    return stamped(ply, line.who, told)


def stamped(ply: int, who: Who, told: Iterable[tuple[str, dict[str, Any], str]]) -> list[Event]:
    """Events as a log has them: with their line and who acted."""
    return [{"ply": ply, "seat": who, "kind": kind, "args": args, "rule": rule} for kind, args, rule in told]


def sentence(game: Game, event: Event) -> Sentence:
    """An event as a sentence."""
    kind, args, who, rule = event["kind"], event["args"], event["seat"], event["rule"]
    if kind == "end":
        return end_sentence(game, args["winners"], args["scores"], rule)
    if kind in (RESIGN, CLOCK):
        code = "resign" if not args else "resign-time" if kind == RESIGN else "time-ran-out"
        return Sentence(code, {"seat": seats([int(who)], game.name)[0]}, rule)
    if kind == ORDERED:
        return Sentence(ORDERED, {"seat": seats([int(who)], game.name)[0]}, rule)
    if kind == DRAW:
        return Sentence("draw-time" if args else "draw", {}, rule)
    return game.words.sentence(kind, args, who)._replace(rule=rule)


def end_sentence(game: Game, winners: list[int], scores: list[int], rule: str) -> Sentence:
    """Who won, with the winners' points first."""
    told = {"winners": seats(winners, game.name), "points": margin(game, winners, scores)}
    return Sentence("end-won" if len(winners) == 1 else "end-shared", told, rule)


def ending_sentence(game: Game, result: Result, ending: Ending | None, leaver: int | None) -> Sentence:
    """The result of a match. One that its rules alone did not end says how it ended, and by whose leaving."""
    if ending is None:
        return end_sentence(game, result["winners"], result["scores"], result["rule"])
    winners = {"winners": seats(result["winners"], game.name)}
    if leaver is None:
        return Sentence(SHARED[ending], winners, result["rule"])
    return Sentence(LEFT[ending], {**winners, "seat": seats([leaver], game.name)[0]}, result["rule"])


def margin(game: Game, winners: list[int], scores: list[int]) -> dict[str, Any]:
    """How close it was: "4 towers to 2"; only the numbers where the game has no word for what it counts."""
    others = [score for seat, score in enumerate(scores) if seat not in winners]
    points = [scores[seat] for seat in winners] + sorted(others, reverse=True)
    if game.words.MARGIN is None:
        return listed(points, "to")
    return phrase(game.words.MARGIN, best=points[0], others=listed(points[1:], "to"))
