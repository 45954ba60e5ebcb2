"""Simultaneous moves (sealed choices): regret matching+ in the nodes of the tree.

Each node keeps the regrets of its actions and the sum of its strategies. Once all choices of a round are in, every
seat updates its regrets with the counterfactual value of each of its actions, the others' being what they were.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
from numba.extending import overload

from siegeworks.bots import judgement
from siegeworks.bots.backup import proof_for
from siegeworks.bots.rollout import RESOLUTION, net_priors, normalised_priors, sample, state_value, terminal_value
from siegeworks.bots.tree import (
    ACTION_VALUES,
    ACTIONS,
    BEFORE_SEALED,
    COUNTERFACTUAL,
    NONE,
    PRIORS,
    UNPROVEN,
    VALUE,
    WIN,
    edge_of,
    find,
    mix_in,
    mover_of,
    node_key,
    reserve_edges,
)
from siegeworks.core import rules
from siegeworks.core.dice import roll
from siegeworks.core.jit import IS_PLAIN, part
from siegeworks.core.rules import NOBODY

EPSILON_DECAY = 4000.0
"""After so many visits epsilon is 0.7 of what it was at first; it falls with the square root."""


@part
def is_regret_matched(state, settings):
    """Whether the choice is made by regret matching."""
    return settings.is_uct == 0 and judgement.is_sealed_choice(state)


@part
def is_round_complete(tree, state, sealed_at, depth):
    """Whether all choices of the path since `sealed_at` are in: no more are asked for, or a seat is asked again."""
    if not judgement.is_sealed_choice(state):
        return True
    for at in range(sealed_at, depth):
        if mover_of(tree, tree.path[at]) == state.to_move:
            return True
    return False


@part
def expand_sealed(tree, at, state, settings):
    """Give the node an edge for every legal choice, without regrets; returns whether there was room."""
    actions, priors = tree.ints[ACTIONS], tree.floats[PRIORS]
    n = rules.legal(state, actions)
    if not reserve_edges(tree, at, n):
        return False
    if not net_priors(tree, state, n, settings):
        normalised_priors(state, actions, n, priors)
    node = tree.nodes[at]
    for offset in range(n):
        edge = tree.edges[node.first + offset]
        edge.action = actions[offset]
        edge.prior = priors[offset] + settings.prior_smoothing * (1.0 / n - priors[offset])
        tree.strategies[node.first + offset].regret = 0.0
        tree.strategies[node.first + offset].strategy_sum = 0.0
    node.count = n
    return True


@part
def current_strategy(tree, at):
    """Write the strategy of regret matching into PRIORS: proportional to regrets, uniform if there are none."""
    node, shares, total = tree.nodes[at], tree.floats[PRIORS], 0.0
    for offset in range(node.count):
        shares[offset] = tree.strategies[node.first + offset].regret
        total += shares[offset]
    for offset in range(node.count):
        shares[offset] = shares[offset] / total if total > 0.0 else 1.0 / node.count


@part
def sample_sealed(tree, at, settings, dice):
    """An edge sampled from the current strategy; with a decaying epsilon, from the prior."""
    node, shares = tree.nodes[at], tree.floats[PRIORS]
    decay = sqrt(EPSILON_DECAY / (EPSILON_DECAY + node.visits))
    if roll(dice, RESOLUTION) < settings.sealed_epsilon * RESOLUTION * decay:
        for offset in range(node.count):
            shares[offset] = tree.edges[node.first + offset].prior
    else:
        current_strategy(tree, at)
    return sample(shares, np.int64(node.count), dice)


def update_regrets(tree, states, observer, settings, choices):
    """All sealed choices of a round are in; does nothing in games that have none. `choices`: their part of the path."""
    if judgement.kind(states.dtype) == judgement.SEALED:
        update_sealed(tree, states, observer, settings, choices)


@part
def update_sealed(tree, states, observer, settings, choices):
    """Update regret and average strategy of every seat that chose.

    Strategies are weighted by the square of the iteration: the first ones know little.
    """
    values, shares = tree.floats[ACTION_VALUES], tree.floats[PRIORS]
    for at in range(len(choices)):
        node, expected = tree.nodes[choices[at].node], 0.0
        current_strategy(tree, choices[at].node)
        for offset in range(node.count):
            values[offset] = counterfactual_value(tree, states, observer, settings, choices, at, offset)
            expected += shares[offset] * values[offset]
        for offset in range(node.count):
            edge = tree.strategies[node.first + offset]
            edge.strategy_sum += shares[offset] * (node.visits + 1.0) ** 2
            edge.regret = max(0.0, edge.regret + values[offset] - expected)


@part
def counterfactual_value(tree, states, observer, settings, choices, at, offset):
    """What the seat of choices[at] would have had from its action at `offset`, the others' being what they were."""
    key, mover = joint_key(tree, choices, at, offset), mover_of(tree, choices[at])
    place = np.int64(key >> np.uint64(1)) & (len(tree.joints) - 1)
    joint = tree.joints[place]
    if joint.key != key:
        evaluate_joint(tree, states, observer, settings, choices, at, offset, place)
        joint.key = key
    found = find(tree, joint.child) if joint.over == 0 else np.int64(NONE)
    if found != NONE and tree.nodes[found].proof != UNPROVEN:
        return proof_for(tree.nodes[found], mover) / WIN
    if found != NONE and tree.nodes[found].visits > 0:
        return tree.value_sums[found, mover] / tree.nodes[found].visits
    return tree.joint_values[place, mover]


@part
def chosen_action(tree, choices, when, at, offset):
    """The action of choices[when], that of choices[at] being replaced by the one at `offset`."""
    edge = tree.nodes[choices[at].node].first + offset if when == at else edge_of(tree, choices[when])
    return np.int64(tree.edges[edge].action)


@part
def joint_key(tree, choices, at, offset):
    """The key of a joint action: the sealed choices, that of choices[at] being replaced."""
    key = tree.nodes[choices[0].node].key
    for when in range(len(choices)):
        key = mix_in(key, np.uint64(chosen_action(tree, choices, when, at, offset) + 1))
    return key


@part
def evaluate_joint(tree, states, observer, settings, choices, at, offset, place):
    """Note where a joint action leads, and the static value of that, at `place` of the table of joint actions."""
    states[COUNTERFACTUAL] = states[BEFORE_SEALED]
    state, joint = states[COUNTERFACTUAL], tree.joints[place]
    for when in range(len(choices)):
        rules.apply(state, chosen_action(tree, choices, when, at, offset))
    joint.over = state.to_move == NOBODY
    if joint.over:
        terminal_value(tree, state, settings)
    else:
        joint.child = node_key(states, observer, COUNTERFACTUAL)
        state_value(tree, state)
    for seat in range(tree.joint_values.shape[1]):
        tree.joint_values[place, seat] = tree.floats[VALUE, seat]


if not IS_PLAIN:

    @overload(update_regrets)
    def _update_regrets(tree, states, observer, settings, choices):
        if judgement.kind_of_type(states.dtype) != judgement.SEALED:
            return lambda tree, states, observer, settings, choices: None
        return lambda tree, states, observer, settings, choices: update_sealed(
            tree, states, observer, settings, choices
        )
