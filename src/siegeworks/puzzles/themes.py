"""What a puzzle is about, by patterns over what happens in its line. The patterns are data: each game's `themes.json`.

`"tables"` are the seats, options and bots (`"players"`) of the games that puzzles come from, and which of their actions
(`"verbs"`) are looked at. `"judges"` says that positions the solver cannot solve are judged by two searches.
`"themes"` are patterns by name; a puzzle has every theme of which one pattern fits. A pattern may ask for the goal, for
the turns of a win, and for events: of the first action (`"first"`), of the whole line (`"line"`) or of its last action
(`"last"`). An event is asked for by its kind, by who acts (`"by"`), by its arguments, and by how many of it there are
at least (`"least"`). What is `"own"` is the seat that solves, `"other"` another one, null nobody.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from siegeworks.games import Game
from siegeworks.lines import Event
from siegeworks.match import Match

FILE = "themes.json"
PARTS = ("first", "line", "last")


@cache
def themes_data(game: Game) -> Mapping[str, Any]:
    """`themes.json` of a game; a game without one has puzzles of its default table and no themes."""
    file = game.folder / FILE
    found = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {"tables": [{}], "judges": False, "themes": {}, **found}


def line_events(match: Match, line: Sequence[str]) -> list[list[Event]]:
    """What each action of a line changes, as the seat to move at first sees it; the match itself stays as it is."""
    played, found = match.copy(), list[list[Event]]()
    for action in line:
        found.append(played.preview(action))
        played.play(action)
    return found


def themes_of(match: Match, line: Sequence[str], goal: str, turns: int) -> tuple[str, ...]:
    """The themes of a solution, in the order of the game's list."""
    seat, events = match.to_move, line_events(match, line)
    parts = {"first": events[0], "last": events[-1], "line": [event for each in events for event in each]}
    themes = themes_data(match.game)["themes"]
    return tuple(name for name, patterns in themes.items() if any(_fits(p, parts, seat, goal, turns) for p in patterns))


def _fits(pattern: Mapping[str, Any], parts: Mapping[str, list[Event]], seat: Any, goal: str, turns: int) -> bool:
    """Whether all that a pattern asks for is so."""
    if goal != pattern.get("goal", goal) or pattern.get("turns", turns) != turns:
        return False
    wanted = [(part, each) for part in PARTS for each in pattern.get(part, ())]
    return all(_count(each, parts[part], seat) >= each.get("least", 1) for part, each in wanted)


def _count(wanted: Mapping[str, Any], events: Sequence[Event], seat: Any) -> int:
    """How many events are as wanted."""
    return sum(
        event["kind"] == wanted["kind"]
        and _is_by(wanted.get("by", "any"), event["seat"], seat)
        and all(_is(value, event["args"].get(name), seat) for name, value in wanted.get("args", {}).items())
        for event in events
    )


def _is_by(wanted: str, who: Any, seat: Any) -> bool:
    return wanted == "any" or (wanted == "own") == (who == seat)


def _is(wanted: Any, value: Any, seat: Any) -> bool:
    """Whether an argument is what is asked for."""
    if wanted == "own":
        return bool(value == seat)
    if wanted == "other":
        return value is not None and bool(value != seat)
    return bool(wanted == value)
