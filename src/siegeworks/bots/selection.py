"""Selection and expansion: which edge a simulation takes at a node, and the edges a new node gets.

Open games: UCB1 for plain UCT, else PUCT with RAVE and first-play urgency. Hidden information: the same over the
actions that are legal in this determinization, by how often each was available (ISMCTS). Sealed choices: `regret`.
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np
from numba.extending import overload

from siegeworks.bots import judgement
from siegeworks.bots.net import has_net, use_policy, use_value
from siegeworks.bots.regret import expand_sealed, is_regret_matched, sample_sealed
from siegeworks.bots.rollout import net_priors, normalised_priors
from siegeworks.bots.tree import ACTION_VALUES, ACTIONS, LOSS, NONE, OFFSETS, PRIORS, add_edge, reserve_edges
from siegeworks.core import rules
from siegeworks.core.dice import roll
from siegeworks.core.jit import IS_PLAIN, part

LOWEST = -1e9
"""Below every score of an edge."""


def select(tree, at, state, settings, dice):
    """The offset of the node's edge to take; NONE if there is no room for its edges."""
    return SELECTORS[judgement.kind(state.dtype)](tree, at, state, settings, dice)


@part
def select_open(tree, at, state, settings, dice):
    """Where nothing is hidden: UCB1 or PUCT."""
    if tree.nodes[at].first == NONE and not expand(tree, at, state, settings, dice):
        return np.int64(NONE)
    return ucb1_edge(tree, at, settings) if settings.is_uct else puct_edge(tree, at, settings)


@part
def select_sealed(tree, at, state, settings, dice):
    """Regret matching for sealed choices, else as in open games; plain UCT makes no difference between them."""
    if not is_regret_matched(state, settings):
        return select_open(tree, at, state, settings, dice)
    if tree.nodes[at].first == NONE and not expand_sealed(tree, at, state, settings):
        return np.int64(NONE)
    return sample_sealed(tree, at, settings, dice)


@part
def expand(tree, at, state, settings, dice):
    """Give the node an edge for every legal action; returns whether there was room."""
    actions, priors = tree.ints[ACTIONS], tree.floats[PRIORS]
    n = rules.legal(state, actions)
    if not reserve_edges(tree, at, n):
        return False
    node, second = tree.nodes[at], tree.second[at]
    if node.visits == 0:
        use_value(tree.net, state, second, tree.floats[ACTION_VALUES])  # the root, which is never a leaf
    if not use_policy(tree.net, second, actions, n, settings.prior_temperature, priors):
        order_and_judge(state, actions, n, priors, settings, dice)
    for offset in range(n):
        edge = tree.edges[node.first + offset]
        edge.action = actions[offset]
        edge.prior = priors[offset]
        edge.bonus = priors[offset]
    node.count = n
    if has_net(tree.net):
        put_best_first(tree, node.first, node.first + n)
    return True


@part
def order_and_judge(state, actions, n, priors, settings, dice):
    """Without a net: any order for plain UCT, else the judgement's priors, a share of them spread uniformly."""
    if settings.is_uct:
        shuffle(actions, n, dice)
        return
    normalised_priors(state, actions, n, priors)
    for offset in range(n):
        priors[offset] += settings.prior_smoothing * (1.0 / n - priors[offset])


@part
def put_best_first(tree, first, last):
    """Of the edges from the first to before the last, none tried yet, the one with the greatest prior goes first."""
    best = first
    for at in range(first + 1, last):
        if tree.edges[at].prior > tree.edges[best].prior:
            best = at
    if best != first:
        one, other = tree.edges[first], tree.edges[best]
        one.action, other.action = other.action, one.action
        one.prior, other.prior = other.prior, one.prior
        one.bonus, other.bonus = other.bonus, one.bonus


@part
def shuffle(actions, n, dice):
    """Any order is equally likely."""
    for at in range(n - 1, 0, -1):
        other = roll(dice, at + 1)
        actions[at], actions[other] = actions[other], actions[at]


@part
def ucb1_edge(tree, at, settings):
    """UCB1: each action once, then the greatest mean with its exploration bonus."""
    node = tree.nodes[at]
    first, count = node.first, node.count
    if node.visits < count and tree.edges[first + node.visits].visits == 0:
        return np.int64(node.visits)
    best, most = np.int64(0), LOWEST
    factor = settings.exploration * sqrt(log(node.visits))
    for offset in range(count):
        edge = tree.edges[first + offset]
        if edge.visits == 0:
            return np.int64(offset)
        score = edge.average + factor * float(edge.bonus)
        if score > most:
            best, most = np.int64(offset), score
    return best


@part
def puct_edge(tree, at, settings):
    """PUCT: the greatest mean, mixed with RAVE, with an exploration bonus by prior; never what is proven lost."""
    node = tree.nodes[at]
    first, count = node.first, node.count
    untried = first_play_urgency(tree, at, settings)
    factor = settings.exploration * sqrt(node.visits + 1.0)
    rave_decay = 1.0 / settings.rave_equivalence if settings.rave_equivalence > 0.0 else 0.0
    best, most = np.int64(0), LOWEST
    for offset in range(count):
        edge = tree.edges[first + offset]
        if edge.proof == LOSS:
            continue
        score = rave_mean(edge, untried, rave_decay) + factor * float(edge.bonus)
        if score > most:
            best, most = np.int64(offset), score
        if edge.visits == 0 and has_net(tree.net):
            break  # it is the best of those not tried yet
    if has_net(tree.net) and tree.edges[first + best].visits == 0:
        put_best_first(tree, first + best + 1, first + count)
    return best


@part
def rave_mean(edge, untried, rave_decay):
    """The mean value of an edge mixed with its RAVE mean; the more visits it has, the less RAVE counts.

    `rave_decay`: 1 / rave_equivalence of the settings.
    """
    if edge.visits == 0:
        return float(edge.rave) if edge.rave_visits > 0 else untried
    if edge.rave_visits == 0:
        return edge.average
    share = edge.rave_visits / (edge.rave_visits + edge.visits * (1.0 + rave_decay * edge.rave_visits))
    return edge.average + share * (float(edge.rave) - edge.average)


@part
def first_play_urgency(tree, at, settings):
    """The value of an untried action for the seat to move."""
    node = tree.nodes[at]
    if node.visits == 0:
        return 1.0 / tree.value_sums.shape[1]
    return tree.value_sums[at, node.mover] / node.visits - settings.fpu_reduction


@part
def select_hidden(tree, at, state, settings, dice):
    """ISMCTS: among what is legal in this determinization; how often an action was available counts as its visits."""
    actions, offsets = tree.ints[ACTIONS], tree.ints[OFFSETS]
    n = rules.legal(state, actions)
    if not add_missing_edges(tree, at, state, settings, n):
        return np.int64(NONE)
    first, total, untried = tree.nodes[at].first, 0.0, first_play_urgency(tree, at, settings)
    for i in range(n):
        total += float(tree.edges[first + offsets[actions[i]]].prior)
    best, most, ties = np.int64(0), 2 * LOWEST, 0
    uniform = settings.prior_smoothing / n
    for i in range(n):
        edge = tree.edges[first + offsets[actions[i]]]
        edge.available += 1
        if settings.is_uct:
            score = ucb1_score(edge, settings)
        else:
            mean = edge.average if edge.visits > 0 else untried
            bonus = (1.0 - settings.prior_smoothing) * float(edge.bonus) / total + uniform / (1 + edge.visits)
            score = mean + settings.exploration * sqrt(edge.available) * bonus
        ties = ties + 1 if score == most else 1
        if score > most or (score == most and roll(dice, ties) == 0):
            best, most = offsets[actions[i]], score
    return best


SELECTORS = {judgement.OPEN: select_open, judgement.SEALED: select_sealed, judgement.HIDDEN: select_hidden}


@part
def ucb1_score(edge, settings):
    """UCB1 by how often the edge was available."""
    if edge.visits == 0:
        return -LOWEST
    return edge.average + settings.exploration * sqrt(log(edge.available)) * float(edge.bonus)


@part
def add_missing_edges(tree, at, state, settings, n):
    """Note in `offsets` the edge of each of n actions, adding those that are new; returns whether there was room."""
    node, actions, offsets, priors = tree.nodes[at], tree.ints[ACTIONS], tree.ints[OFFSETS], tree.floats[PRIORS]
    has_priors = False
    for offset in range(node.count):
        offsets[tree.edges[node.first + offset].action] = offset
    for i in range(n):
        offset = offsets[actions[i]]
        if offset < node.count and tree.edges[node.first + offset].action == actions[i]:
            continue
        if not has_priors and not settings.is_uct:
            if not net_priors(tree, state, n, settings):
                judgement.prior(state, actions, n, priors)
            has_priors = True
        if not add_edge(tree, at, actions[i], priors[i] if has_priors else 1.0):
            return False
        offsets[actions[i]] = node.count - 1
    return True


if not IS_PLAIN:

    @overload(select)
    def _select(tree, at, state, settings, dice):
        selector = SELECTORS[judgement.kind_of_type(state)]
        return lambda tree, at, state, settings, dice: selector(tree, at, state, settings, dice)
