"""Puzzles for people: asked, judged, played out, rated and asked again. Nobody is told a solution before an answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache, partial
from random import SystemRandom
from typing import Any, Literal

from siegeworks import prompts
from siegeworks.core.phrases import said
from siegeworks.errors import GameOver, SiegeworksError
from siegeworks.games import GAMES, Game
from siegeworks.match import Match
from siegeworks.puzzles import shelf
from siegeworks.puzzles.ratings import NEW, first_of
from siegeworks.puzzles.shelf import Shelved
from siegeworks.puzzles.solving import answer, task
from siegeworks.puzzles.themes import themes_data
from siegeworks.server import questions
from siegeworks.server.acts import Stale
from siegeworks.server.askers import Asker
from siegeworks.server.board_models import StudyWhy
from siegeworks.server.quotas import Quotas
from siegeworks.server.reading import Readers
from siegeworks.server.store import Store
from siegeworks.server.store.solving import Effect, Given, Run, Solver
from siegeworks.server.thinkers import Thinkers
from siegeworks.server.warm import Readiness
from siegeworks.targets import picks

RUN_S, LIVES = 180, 3
"""A run ends after so many seconds, or so many puzzles that were missed."""
LATE_S = 2
"""An answer may be under way for so long when the time runs out."""
LIMIT_S = 120.0
"""Playing an answer out takes a second; the first time of all on a machine something is compiled for it."""
DAY_S = 24 * 3600
MOST_KEPT = 512
"""Positions, and answers that were played out, that are kept."""
UNKNOWN = Solver({}, {}, {}, {})
"""Somebody who has solved nothing."""
Way = Literal["near", "missed"]


class NoPuzzle(SiegeworksError):
    """There is no such puzzle, or none to be asked now."""

    code = "no_puzzle"


class Puzzles:
    """All that people do with puzzles. `clock` tells the seconds since 1970."""

    def __init__(
        self,
        store: Store,
        readiness: Readiness,
        quotas: Quotas,
        thinkers: Thinkers,
        readers: Readers,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._readiness = readiness
        self._quotas = quotas
        self._thinkers = thinkers
        self._readers = readers
        self.clock = clock
        self._dice = SystemRandom()

    async def told(self, person: str | None) -> dict[str, Any]:
        """All there are, with how somebody did."""
        mine = await self._solver(person)
        now, due = self._now(), sorted(mine.due.values())
        games = [game for game in GAMES.values() if shelf.of_game(game)]
        day = shelf.of_the_day(now // 1000 // DAY_S) if games else None
        return {
            "day": day and {"puzzle": day.name, "game": day.game.name, "solved": mine.answers.get(day.name)},
            "games": [_told_of_game(game, mine, now) for game in games],
            "due": sum(at <= now for at in due),
            "later": next((at for at in due if at > now), None),
            "best": mine.best.get("") or None,
        }

    async def next(self, asker: Asker, game: str | None, theme: str | None, way: Way) -> dict[str, Any]:
        """The puzzle to be asked next: near somebody's rating, or one that was missed."""
        mine = await self._solver(asker.person)
        if way == "missed":
            due = sorted((at, name) for name, at in mine.due.items() if name in shelf.shelf() and at <= self._now())
            name = next((name for _, name in due if game in (None, shelf.shelf()[name].game.name)), None)
            if name is None:
                raise NoPuzzle("no-puzzle-due")
            return await self.show(name, asker)
        found = shelf.with_theme(_game(game), theme)
        rating = mine.ratings.get(found[0].game.name, NEW) if found else NEW
        chosen = shelf.near(found, await self._store.ratings(), rating, mine.answers, self._dice)
        if chosen is None:
            raise NoPuzzle("no-such-puzzle")
        return await self.show(chosen.name, asker)

    def lesson(self, game: str, theme: str) -> dict[str, Any]:
        """The puzzles of a lesson."""
        return {"puzzles": [each.name for each in shelf.lesson(_game(game), theme)]}

    async def show(self, name: str, asker: Asker) -> dict[str, Any]:
        """A puzzle as it is asked."""
        found = await self._ready(name)
        mine = await self._solver(asker.person)
        rating = (await self._store.ratings()).get(name, first_of(found.puzzle))
        told = await self._readers.ask(asker, partial(_shown, name))
        return {**told, "rating": round(rating.mu), "solved": mine.answers.get(name)}

    async def why(self, name: str, asker: Asker, asked: StudyWhy) -> dict[str, Any]:
        """Why something cannot be played."""
        found = await self._ready(name)
        return await self._readers.ask(asker, partial(_why_not, found, asked))

    async def answer(self, name: str, asker: Asker, action: str | None) -> dict[str, Any]:
        """Judge an answer, play it out, and store it. Without an action the solution is told, and it was missed."""
        found = await self._ready(name)
        played = found.puzzle.solution if action is None else action
        is_right = action == found.puzzle.solution
        await self._readers.ask(asker, partial(_check, found, played))
        ready = partial(self._readiness.wait_for_code, found.game)
        told = await self._thinkers.hints.run(partial(_played_out, name, played), LIMIT_S, asker, ready)
        async with self._quotas.claim(asker, "answers") as claim:
            effect = await self._store.give(self._given(found, asker, is_right), claim)
        is_told = action is None or is_right
        return {
            "right": is_right,
            "says": told["says"] if action is not None else told["says"][1:],  # without that it was right
            "steps": told["steps"],
            "solution": {"action": played, "says": told["in_words"]} if is_told else None,
            "themes": _themes(found) if is_told else [],
            **_told_of(effect),
        }

    def _given(self, found: Shelved, asker: Asker, is_right: bool, rates: bool = True) -> Given:
        first = first_of(found.puzzle)
        return Given(asker.person, found.game.name, found.name, is_right, self._now(), first, rates)

    # Against the clock

    async def begin_run(self, game: str | None, asker: Asker) -> dict[str, Any]:
        """Another run, of one game or of all."""
        of = "" if game is None else _game(game).name
        async with self._quotas.claim(asker, "answers") as claim:
            run = await self._store.begin_run(asker.person, of, self._now(), claim)
        return await self._told_of_run(of, run, asker)

    async def answer_run(self, game: str | None, name: str, action: str, asker: Asker) -> dict[str, Any]:
        """Judge an answer in a run. It is not played out, and does not count for the ratings.

        The last one may be sent again, by whoever has not heard what came of it; it counts once.
        """
        of = game or ""
        run = await self._store.run(asker.person, of)
        last = None if run is None else _answered_last(of, run)
        if run is not None and last is not None and last.name == name:
            return {"right": action == last.puzzle.solution, "run": await self._told_of_run(of, run, asker)}
        found = None if run is None else self._asked_in(of, run, LATE_S)
        if run is None or found is None:
            raise GameOver("run-over")
        if found.name != name:
            raise Stale("run-went-on")
        await self._readers.ask(asker, partial(_check, found, action))
        is_right = action == found.puzzle.solution
        async with self._quotas.claim(asker, "answers") as claim:
            after = await self._store.go_on(self._given(found, asker, is_right, rates=False), of, run, claim)
        if after is None:
            raise Stale("run-went-on")
        return {"right": is_right, "run": await self._told_of_run(of, after, asker)}

    def _asked_in(self, of: str, run: Run, late_s: int = 0) -> Shelved | None:
        """The puzzle that is asked in a run now; None once it is over."""
        order, at = shelf.run(of, run.began), run.solved + run.missed
        is_over = self._now() > run.began + (RUN_S + late_s) * 1000 or run.missed >= LIVES or at >= len(order)
        return None if is_over else order[at]

    async def _told_of_run(self, of: str, run: Run, asker: Asker) -> dict[str, Any]:
        found = self._asked_in(of, run)
        return {
            "game": of or None,
            "left_ms": max(0, run.began + RUN_S * 1000 - self._now()),
            "solved": run.solved,
            "missed": run.missed,
            "lives": max(0, LIVES - run.missed),
            "best": run.best,
            "next": None if found is None else await self.show(found.name, asker),
        }

    # What is needed for all that

    def _now(self) -> int:
        return int(self.clock() * 1000)

    async def _solver(self, person: str | None) -> Solver:
        return await self._store.solver(person) if person else UNKNOWN

    async def _ready(self, name: str) -> Shelved:
        """A puzzle whose game can be used."""
        found = shelf.shelf().get(name)
        if found is None:
            raise NoPuzzle("no-such-puzzle")
        await self._readiness.wait(found.game)
        return found


def _answered_last(of: str, run: Run) -> Shelved | None:
    """The puzzle of a run before the one that is asked; None where it has just begun."""
    at = run.solved + run.missed
    return shelf.run(of, run.began)[at - 1] if at else None


def _game(name: str | None) -> Game:
    found = GAMES.get(name or "")
    if found is None:
        raise NoPuzzle("no-such-puzzle")
    return found


def _told_of_game(game: Game, mine: Solver, now: int) -> dict[str, Any]:
    found = shelf.of_game(game)
    counts = {theme: len(shelf.with_theme(game, theme)) for theme in themes_data(game)["themes"]}
    rating = mine.ratings.get(game.name)
    return {
        "game": game.name,
        "puzzles": len(found),
        "solved": sum(mine.answers.get(each.name, False) for each in found),
        "due": sum(mine.due.get(each.name, now + 1) <= now for each in found),
        "rating": None if rating is None else round(rating.mu),
        "best": mine.best.get(game.name) or None,
        "themes": [
            {"theme": theme, "says": _theme(game, theme), "puzzles": count} for theme, count in counts.items() if count
        ],
    }


def _theme(game: Game, theme: str) -> dict[str, Any]:
    return said(f"{game.name}.theme-{theme}").data()


def _themes(found: Shelved) -> list[dict[str, Any]]:
    return [_theme(found.game, theme) for theme in found.puzzle.themes]


def _told_of(effect: Effect) -> dict[str, Any]:
    rating = None
    if effect.before is not None and effect.after is not None:
        rating = {"before": round(effect.before.mu), "after": round(effect.after.mu)}
    return {"rating": rating, "again": effect.due}


# In threads


def _match(found: Shelved) -> tuple[Match, int]:
    match = found.puzzle.match(found.game)
    assert isinstance(match.to_move, int)
    return match, match.to_move


@lru_cache(MOST_KEPT)
def _shown(name: str) -> dict[str, Any]:
    """What of a puzzle is the same for all."""
    found = shelf.shelf()[name]
    match, seat = _match(found)
    numbers = match.legal_numbers()
    return {
        "puzzle": name,
        "game": found.game.name,
        "seats": match.seats,
        "seat": seat,
        "view": match.view(seat),
        "legal": [picks(found.game)[number]._asdict() for number in numbers],
        "prompt": prompts.prompt(found.game, match.seen(seat), seat, [seat], numbers).data(),
        "task": task(found.puzzle, match).data(),
    }


def _check(found: Shelved, action: str) -> None:
    match, seat = _match(found)
    match.check(action, seat)


@lru_cache(MOST_KEPT)
def _played_out(name: str, action: str) -> dict[str, Any]:
    """An answer, judged and played out: always the same."""
    found = shelf.shelf()[name]
    given = answer(found.game, found.puzzle, action)
    return {
        "in_words": _match(found)[0].instruction(action).data(),
        "says": [says.data() for says in given.says],
        "steps": [
            {
                "seat": step.seat,
                "says": [says.data() for says in step.says],
                "view": step.view,
                "last": [f"cell:{cell}" for cell in step.last],
            }
            for step in given.steps
        ],
    }


def _why_not(found: Shelved, asked: StudyWhy) -> dict[str, Any]:
    match, seat = _match(found)
    return questions.why_at(match, seat, asked.targets, asked.verb)
