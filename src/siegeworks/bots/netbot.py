"""The search with a net where that knows the table, and with the game's judgement elsewhere."""

from __future__ import annotations

from siegeworks.bots import Budget, Named, Thought
from siegeworks.bots.netfile import NetFile, knows, shipped_net
from siegeworks.bots.thinking import SearchBot, net_searcher, searcher
from siegeworks.core.dice import Dice
from siegeworks.core.views import States
from siegeworks.games import Game


class NetBot(Named):
    """Two searches: `own` with the net, `other` with the judgement, which may have a budget of its own."""

    def __init__(self, game: Game, name: str, budget: Budget, net: NetFile | None, other: Budget | None = None) -> None:
        self.game, self.name, self.net = game, name, net
        self.other = searcher(game, name, is_uct=False, budget=other or budget)
        self.own = net_searcher(game, name, net.weights, budget) if net else self.other

    @property
    def simulations(self) -> int:
        """Simulations for a decision, as far as that is known beforehand."""
        return max(self.own.simulations, self.other.simulations)

    def player(self, view: States) -> SearchBot:
        """The search for a view."""
        return self.own if self.net is not None and knows(self.net, self.game, view) else self.other

    def choose(self, view: States, budget: Budget | None, dice: Dice) -> tuple[int, Thought]:
        """As the search for the view does."""
        return self.player(view).choose(view, budget, dice)

    def pick(self, view: States, dice: Dice) -> int:
        """The same without a word."""
        return self.player(view).pick(view, dice)


def net_bot(game: Game, name: str, budget: Budget) -> NetBot:
    """The bot `net`, and whoever looks for the best there is: with the game's own net, if it has one."""
    return NetBot(game, name, budget, shipped_net(game))
