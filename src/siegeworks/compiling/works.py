"""What it takes to compile a game: each work calls everything of its kind once, so that it is in the cache."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from siegeworks.bots import DEFAULT_BUDGET, NOTHING_SAID, Budget, Candidate, Thought, bot
from siegeworks.compiling.awaiting import is_awaited
from siegeworks.compiling.ready import mark_compiled, marks_of
from siegeworks.core.dice import new_dice
from siegeworks.games import Game
from siegeworks.match import Match


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
    """The search of a game into the cache, by asking it for no simulations."""
    from siegeworks.bots import search
    from siegeworks.bots.thinking import TreeSearch, searcher

    own, player = TreeSearch(game, game.seats[0]), searcher(game, "search", is_uct=False, budget=DEFAULT_BUDGET)
    own.reset(np.zeros(1, game.rules.STATE), 1)
    search.run(own.tree, own.states, own.observer(0), player.settings, new_dice(0), 0)


def compile_telling(game: Game) -> None:
    """What reads a tree and puts it into words: all a search needs besides itself, so it need not wait for it."""
    from siegeworks.bots import search
    from siegeworks.bots.saying import sentence
    from siegeworks.bots.thinking import TreeSearch

    match, own = Match.new(game.name, game.seats[0], seed=0), TreeSearch(game, game.seats[0])
    if isinstance(match.to_move, int):
        seat, action = match.to_move, game.words.ACTION_NAMES.index(match.legal()[0])
        seen = match.seat_view(seat)
        for _ in range(2):  # the second time the tree is emptied
            own.reset(seen, 1)
        tree: Any = own.tree
        tree.edges["action"][0] = action
        search.own_node(tree, own.states, own.observer(seat), new_dice(0))
        search.follow(tree, own.states, own.observer(seat), 0)
        two = (Candidate(action, 0, 0.0, 0.5),) * 2  # of one alone it would only say that there is no other
        sentence(game, seen, action, Thought(seat, two, 0.0, (action,), 0, 0.0, None, NOTHING_SAID))


def choose_once(game: Game, kind: str) -> None:
    """Let a bot choose, so that all it needs is compiled or loaded."""
    match = Match.new(game.name, game.seats[0], seed=0)
    if isinstance(match.to_move, int):
        bot(game, kind).choose(match.seat_view(match.to_move), Budget(20), new_dice(0))
    for mark in marks_of(game, kind):
        _mark(game, mark)


def _mark(game: Game, name: str) -> None:
    """Remember that something was compiled; while machine code is awaited it was not."""
    if not is_awaited(game.rules.STATE):
        mark_compiled(game, name)


WORKS: dict[str, Callable[[Game], None]] = {
    "rules": compile_rules,
    "telling": compile_telling,
    "search": compile_search,
}
"""What another process can do."""
