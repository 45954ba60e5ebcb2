"""The heuristic policy: one compiled decision without search."""

from __future__ import annotations

from siegeworks.bots import opinions
from siegeworks.core import rules
from siegeworks.core.jit import jit


@jit
def rule_of_thumb(states, seat, dice, actions, priors):
    """What the rule of thumb plays at states[0], a view that is determinized: its index, and how many are legal."""
    state = states[0]
    rules.guess(state, seat, dice)
    n = rules.legal(state, actions)
    opinions.urge(state, actions, n, priors)
    return opinions.thumb(state, actions, n, priors), n
