"""The value of a leaf: a rollout, the judgement's static evaluation, or both; and the value of a game that is over."""

from __future__ import annotations

import numpy as np

from siegeworks.bots import judgement
from siegeworks.bots.net import use_policy, use_value
from siegeworks.bots.tree import (
    ACTIONS,
    EVALUATION,
    NONE,
    PRIORS,
    RANKS,
    SEARCHER,
    SIMULATIONS,
    VALUE,
    WEIGHTS,
)
from siegeworks.core import rules
from siegeworks.core.dice import roll
from siegeworks.core.jit import part
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.core.step import draw

RESOLUTION = 1 << 30
"""Steps between 0 and 1 when a probability is rolled."""


@part
def terminal_value(tree, state, settings):
    """The value of each seat once the game is over: the win, shared by all who have the first place."""
    ranks, value, winners, searcher = tree.ints[RANKS], tree.floats[VALUE], 0, tree.counters[SEARCHER]
    rules.places(state, ranks)
    for seat in range(state.seats):
        winners += ranks[seat] == 1
    is_scorned = winners > 1 and ranks[searcher] == 1 and judgement.is_early(state)
    for seat in range(state.seats):
        value[seat] = 1.0 / winners if ranks[seat] == 1 else 0.0
        if is_scorned and ranks[seat] == 1:
            value[seat] += -settings.contempt if seat == searcher else settings.contempt / (winners - 1)


@part
def evaluate_leaf(tree, at, state, settings, dice):
    """By the net if there is one, for the node if it has one; else a rollout, then the end's value or the judgement's.

    With a rollout, the static evaluation of the leaf itself is blended in.
    """
    if use_value(tree.net, state, tree.second[at if at != NONE else len(tree.nodes)], tree.floats[VALUE]):
        return
    depth = settings.rollout_depth
    most = depth if 0 <= depth < settings.most_plies else settings.most_plies
    if settings.evaluation_weight > 0.0:
        judgement.value(state, tree.floats[EVALUATION])
    if settings.heavy_rollouts:
        heavy_rollout(tree, state, dice, most)
    else:
        random_rollout(tree, state, dice, most, settings.rave_equivalence > 0.0)
    if state.to_move == NOBODY:
        terminal_value(tree, state, settings)
    elif most == depth:
        judgement.value(state, tree.floats[VALUE])
    else:
        tree.floats[VALUE, :] = 1.0 / state.seats
    if settings.evaluation_weight > 0.0:
        for seat in range(state.seats):
            gap = tree.floats[EVALUATION, seat] - tree.floats[VALUE, seat]
            tree.floats[VALUE, seat] += settings.evaluation_weight * gap


@part
def random_rollout(tree, state, dice, most, has_rave):
    """At most so many actions, each equally likely, and the draws after them; noted in `last_played` for RAVE."""
    actions, weights, plies, now = tree.ints[ACTIONS], tree.ints[WEIGHTS], 0, tree.counters[SIMULATIONS] + 1
    while state.to_move != NOBODY:
        if state.to_move == CHANCE:
            rules.apply(state, draw(state, dice, actions, weights))
        elif plies == most:
            break
        else:
            action = rules.random_action(state, dice, actions)
            if has_rave:
                tree.last_played[state.to_move, action] = now
            rules.apply(state, action)
            plies += 1


@part
def heavy_rollout(tree, state, dice, most):
    """At most so many actions, sampled from the priors, and the draws after them."""
    actions, weights, priors, plies = tree.ints[ACTIONS], tree.ints[WEIGHTS], tree.floats[PRIORS], 0
    while state.to_move != NOBODY:
        if state.to_move == CHANCE:
            rules.apply(state, draw(state, dice, actions, weights))
        elif plies == most:
            break
        else:
            n = rules.legal(state, actions)
            normalised_priors(state, actions, n, priors)
            rules.apply(state, actions[sample(priors, n, dice)])
            plies += 1


@part
def state_value(tree, state):
    """Write the net's value of a state that has no node of its own, or the judgement's, to VALUE."""
    if not use_value(tree.net, state, tree.second[len(tree.nodes)], tree.floats[VALUE]):
        judgement.value(state, tree.floats[VALUE])


@part
def net_priors(tree, state, n, settings):
    """Write the net's priors of the first n of ACTIONS to PRIORS, if there is a net; returns whether there is.

    The state has no node of its own: what its seat sees is evaluated anew.
    """
    second = tree.second[len(tree.nodes)]
    use_value(tree.net, state, second, tree.floats[VALUE])
    return use_policy(tree.net, second, tree.ints[ACTIONS], n, settings.prior_temperature, tree.floats[PRIORS])


@part
def normalised_priors(state, actions, n, priors):
    """Write the judgement's priors of the first n actions, scaled to add up to 1."""
    judgement.prior(state, actions, n, priors)
    total = 0.0
    for at in range(n):
        total += priors[at]
    for at in range(n):
        priors[at] = priors[at] / total if total > 0.0 else 1.0 / n


@part
def sample(shares, n, dice):
    """An index, sampled by shares that add up to 1."""
    left = roll(dice, RESOLUTION) / RESOLUTION
    for at in range(n):
        left -= shares[at]
        if left < 0.0:
            return np.int64(at)
    return np.int64(n - 1)
