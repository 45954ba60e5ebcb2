"""The heuristic policy: one compiled decision without search."""

from __future__ import annotations

from siegeworks.bots import judgement
from siegeworks.core import rules
from siegeworks.core.jit import jit


@jit
def rule_of_thumb(states, seat, dice, actions, priors):
    """What the rule of thumb plays at states[0], a view that is determinized: its index, and how many are legal."""
    state = states[0]
    rules.guess(state, seat, dice)
    n = rules.legal(state, actions)
    judgement.prior(state, actions, n, priors)
    return judgement.thumb(state, actions, n, priors), n
