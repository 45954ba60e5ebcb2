"""Machine code for a game: made here, or by other processes while this one plays on in plain Python.

On a new machine a game begins before it is compiled: the same functions run as they are written until their machine
code is in the cache. Only a bot that looks far ahead has to wait for it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from siegeworks.bots import DEFAULT_BUDGET, KINDS, Bot, Budget, Thought, bot
from siegeworks.bots.levels import level_of, plays_exactly
from siegeworks.choices import checked_game
from siegeworks.core.dice import new_dice
from siegeworks.core.jit import CACHE, await_code, is_awaited, is_compiled, mark_compiled, use_code
from siegeworks.games import Game
from siegeworks.match import Match

PLAIN_SIMULATIONS = 300
"""A bot that looks ahead no more often than this manages in plain Python, in seconds at most."""
NICE = 5
"""Those who compile give way to those who play."""


def compile_rules(game: Game) -> None:
    """Play, resign and count once, so that everything a match calls is in the cache."""
    match = Match.new(game.name, game.seats[0], seed=0)
    match.play(match.default())
    match.undo()
    while match.result is None:
        match.resign(match.staying[0])
    match.view()
    _mark(game, game.name)


def compile_search(game: Game) -> None:
    """The search of a game into the cache, by asking it to look ahead not at all."""
    from siegeworks.bots import search
    from siegeworks.bots.thinking import Mind, searcher

    mind, manner = Mind(game, game.seats[0]), searcher(game, "search", is_plain=False, budget=DEFAULT_BUDGET).manner
    mind.begin(np.zeros(1, game.rules.STATE), 1)
    search.grow(mind.tree, mind.states, mind.words, mind.masks, 0, manner, new_dice(0), 0)


def compile_telling(game: Game) -> None:
    """What reads a tree and puts it into words: all a search needs besides itself, so it need not wait for it."""
    from siegeworks.bots import search
    from siegeworks.bots.thinking import Mind, sentence

    match, mind = Match.new(game.name, game.seats[0], seed=0), Mind(game, game.seats[0])
    if isinstance(match.to_move, int):
        seat, action = match.to_move, game.words.ACTION_NAMES.index(match.legal()[0])
        seen = match.seat_view(seat)
        for _ in range(2):  # the second time the tree is emptied
            mind.begin(seen, 1)
        tree: Any = mind.tree
        tree.edges["action"][0] = action
        search.own_node(tree, mind.states, mind.words, mind.masks, seat, new_dice(0))
        search.follow(tree, mind.states, mind.words, mind.masks, seat, 0)
        sentence(game, seen, action, Thought(seat, (), 0.0, (action,), 0, 0.0, None, ""))


def choose_once(game: Game, kind: str) -> None:
    """Let a bot choose, so that all it needs is compiled or loaded."""
    match = Match.new(game.name, game.seats[0], seed=0)
    if isinstance(match.to_move, int):
        bot(game, kind).choose(match.seat_view(match.to_move), Budget(20), new_dice(0))
    for mark in marks_of(game, kind):
        _mark(game, mark)


def marks_of(game: Game, kind: str) -> list[str]:
    """The names of the machine code that bots of a kind use besides the rules: levels share theirs."""
    if not kind.startswith("level"):
        return [f"{game.name}-{'thumb' if kind == 'thumb' else 'search'}"]
    level = level_of(game, int(kind.removeprefix("level")))
    solver = [f"{game.name}-solver"] if plays_exactly(game, level) else []
    return [f"{game.name}-{level.thinks}", *solver]


def _mark(game: Game, name: str) -> None:
    """Remember that something was compiled; while machine code is awaited it was not."""
    if not is_awaited(game.rules.STATE):
        mark_compiled(name)


WORKS = {"rules": compile_rules, "telling": compile_telling, "search": compile_search}
"""What another process can do."""


@contextmanager
def search_compiled_beside(game: Game, is_wanted: bool) -> Iterator[None]:
    """Another process compiles the search meanwhile, if it is wanted. What it does not manage is left to this one."""
    if not is_wanted or CACHE is None or (os.cpu_count() or 1) < 2:
        yield
        return
    with started(game, "search") as other:
        try:
            yield
            other.wait()
        finally:
            other.terminate()


def started(
    game: Game, *works: str, nice: int = 0, module: str = __name__, apart: bool = False
) -> subprocess.Popen[bytes]:
    """Another process that compiles something of a game; `apart`: an interrupt typed at the terminal is not for it."""
    command = [sys.executable, "-m", module, game.name, str(nice), *works]
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=apart)


def main(works: Mapping[str, Callable[[Game], None]]) -> None:
    """What such a process does, by the words it was started with."""
    name, nice, *asked = sys.argv[1:]
    if hasattr(os, "nice"):
        os.nice(int(nice))
    for work in asked:
        works[work](checked_game(name))


def compiled_kinds(bots: Iterable[str]) -> list[str]:
    """The kinds among these names of seats whose bots are compiled."""
    return sorted({name.partition(":")[0] for name in bots}.intersection(KINDS) - {"random"})


def is_ready(game: Game, kinds: list[str]) -> bool:
    """Whether the machine code of the rules, and of bots of these kinds, was made on this machine before."""
    return is_compiled(game.name) and all(is_compiled(mark) for kind in kinds for mark in marks_of(game, kind))


def is_searching(game: Game, kinds: list[str]) -> bool:
    """Whether some bots of these kinds look ahead."""
    return any(f"{game.name}-search" in marks_of(game, kind) for kind in kinds)


class Making:
    """The machine code of a game while other processes make it; this one plays in plain Python until they are done."""

    def __init__(self, game: Game, kinds: list[str]) -> None:
        self.game = game
        self.kinds = kinds
        works = [["rules", "telling"], ["search"]] if is_searching(game, kinds) else [["rules"]]
        self._others: list[subprocess.Popen[bytes]] = []
        await_code(game.rules.STATE)
        try:
            for work in works:
                self._others.append(started(game, *work, nice=NICE))
        except OSError:  # no room for another process: what it would have done is done here
            self.stop()

    def is_done(self) -> bool:
        """Whether the others have ended; then their work is used from now on, and what they left out is done here."""
        if is_awaited(self.game.rules.STATE) and all(other.poll() is not None for other in self._others):
            use_code(self.game.rules.STATE)
            for kind in self.kinds:
                choose_once(self.game, kind)
        return not is_awaited(self.game.rules.STATE)

    def wait(self) -> None:
        """Until they are done."""
        for other in self._others:
            other.wait()
        self.is_done()

    def stop(self) -> None:
        """End those that still work; whatever is called after that is compiled here."""
        for other in self._others:
            other.terminate()
            other.wait()
        use_code(self.game.rules.STATE)


def begun(game: Game, bots: Iterable[str]) -> Making | None:
    """Have others make the machine code of a game and of its bots; None if that is not needed, or of no use."""
    kinds = compiled_kinds(bots)
    return None if is_ready(game, kinds) or CACHE is None else Making(game, kinds)


def looks_far(player: Bot) -> bool:
    """Whether a bot looks ahead too often for plain Python."""
    return bool(getattr(player, "simulations", 0) > PLAIN_SIMULATIONS)


if __name__ == "__main__":
    main(WORKS)
