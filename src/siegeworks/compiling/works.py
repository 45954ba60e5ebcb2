"""What it takes to compile a game: each work calls everything of its kind once, so that it is in the cache."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from siegeworks.bots import DEFAULT_BUDGET, NOTHING_SAID, Budget, Candidate, Thought, bot
from siegeworks.bots.netfile import path_of
from siegeworks.compiling.awaiting import is_awaited
from siegeworks.compiling.ready import mark_compiled, marks_of
from siegeworks.core.dice import new_dice
from siegeworks.games import Game
from siegeworks.match import Match

if TYPE_CHECKING:
    from siegeworks.bots.thinking import SearchBot, TreeSearch
    from siegeworks.core.views import States


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
    from siegeworks.bots.thinking import searcher

    _ask_for_nothing(searcher(game, "search", is_uct=False, budget=DEFAULT_BUDGET))


def compile_net(game: Game) -> None:
    """The same with the net of the game, if it has one."""
    from siegeworks.bots.netbot import net_bot

    player = net_bot(game, "net", DEFAULT_BUDGET)
    if player.net is not None:
        _ask_for_nothing(player.own)


def _ask_for_nothing(player: SearchBot) -> None:
    from siegeworks.bots import search

    own = player.new_search(player.game.seats[0])
    own.reset(np.zeros(1, player.game.rules.STATE), 1)
    search.run(own.tree, own.states, own.observer(0), player.settings, new_dice(0), 0)


def compile_telling(game: Game) -> None:
    """What reads trees and puts them into words: all a search needs besides itself, so it need not wait for it."""
    from siegeworks.bots.netbot import net_bot
    from siegeworks.bots.saying import sentence

    match, player = Match.new(game.name, game.seats[0], seed=0), net_bot(game, "net", DEFAULT_BUDGET)
    if isinstance(match.to_move, int):
        seat, action = match.to_move, game.words.ACTION_NAMES.index(match.legal()[0])
        seen = match.seat_view(seat)
        for each in {player.own, player.other}:
            _read(each.new_search(game.seats[0]), seen, action)
        two = (Candidate(action, 0, 0.0, 0.5),) * 2  # of one alone it would only say that there is no other
        sentence(game, seen, action, Thought(seat, two, 0.0, (action,), 0, 0.0, None, NOTHING_SAID))


def _read(own: TreeSearch, seen: States, action: int) -> None:
    """Read a tree that has nothing but one action."""
    from siegeworks.bots import search

    for _ in range(2):  # the second time the tree is emptied
        own.reset(seen, 1)
    tree: Any = own.tree
    tree.edges["action"][0] = action
    observer = own.observer(int(seen["to_move"][0]))
    search.own_node(tree, own.states, observer, new_dice(0))
    search.follow(tree, own.states, observer, 0)


def choose_once(game: Game, kind: str) -> None:
    """Let a bot choose, so that all it needs is compiled or loaded."""
    match, marks = Match.new(game.name, game.seats[0], seed=0), marks_of(game, kind)
    if isinstance(match.to_move, int):
        elsewhere = ["search"] if f"{game.name}-net" in marks else []  # at tables that the net does not know
        for each in [kind, *elsewhere]:
            bot(game, each).choose(match.seat_view(match.to_move), Budget(20), new_dice(0))
    for mark in marks:
        _mark(game, mark)


def _mark(game: Game, name: str) -> None:
    """Remember that something was compiled; while machine code is awaited it was not."""
    if not is_awaited(game.rules.STATE):
        mark_compiled(game, name)


WORKS: dict[str, Callable[[Game], None]] = {
    "rules": compile_rules,
    "telling": compile_telling,
    "search": compile_search,
    "net": compile_net,
}
"""What another process can do."""


def is_of_use(game: Game, work: str) -> bool:
    """Whether a work does anything for a game."""
    return work != "net" or path_of(game).is_file()
