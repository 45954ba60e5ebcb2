"""One compiled look at a position, without any search."""

from __future__ import annotations

from siegeworks.bots import opinions
from siegeworks.core import rules
from siegeworks.core.jit import jit


@jit
def rule_of_thumb(states, seat, dice, actions, urges):
    """What a rule of thumb plays at states[0], a view that is filled with a guess: returns its place and how many."""
    state = states[0]
    rules.guess(state, seat, dice)
    n = rules.legal(state, actions)
    opinions.urge(state, actions, n, urges)
    return opinions.thumb(state, actions, n, urges), n
