"""Monte Carlo tree search: one for all games, compiled once for each.

A simulation determinizes what the seat cannot see and draws chance by its weights. It selects edges down the tree,
expands a node, evaluates it and backs the value up. Every seat maximises its own value. Sealed (simultaneous) choices
are made by regret matching, whose average strategy nobody can exploit. In open games of two seats, results that are
certain are proved upwards.
"""

from __future__ import annotations

import numpy as np

from siegeworks.bots import judgement
from siegeworks.bots.backup import backup, prove_end, use_proof
from siegeworks.bots.net import has_net
from siegeworks.bots.regret import is_regret_matched, is_round_complete, update_regrets
from siegeworks.bots.rollout import evaluate_leaf, terminal_value
from siegeworks.bots.selection import select
from siegeworks.bots.tree import (
    ACTIONS,
    BEFORE_SEALED,
    CURRENT,
    DEEPEST,
    FIRST_KEY,
    MOST_DEPTH,
    NONE,
    SEARCHER,
    SIMULATIONS,
    UNPROVEN,
    USED_NODES,
    VIEW,
    WEIGHTS,
    add_node,
    edge_of,
    find,
    find_or_add,
    node_key,
)
from siegeworks.core import rules
from siegeworks.core.jit import jit, part
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.core.step import draw


@jit
def run(tree, states, observer, settings, dice, simulations):
    """So many more simulations from states[VIEW], fewer once the root is proven; returns how many there are in all."""
    tree.counters[SEARCHER] = observer.seat
    for _ in range(simulations):
        if tree.counters[USED_NODES] > 0 and tree.nodes[0].proof != UNPROVEN:
            break
        simulate(tree, states, observer, settings, dice)
        tree.counters[SIMULATIONS] += 1
    return tree.counters[SIMULATIONS]


@part
def simulate(tree, states, observer, settings, dice):
    """Select down to a node that is new, over or proven, evaluate it, and back the value up."""
    determinize(states, observer.seat, dice)
    state = states[CURRENT]
    at, depth, sealed_at, has_value = np.int64(0), np.int64(0), np.int64(NONE), False
    if tree.counters[USED_NODES] == 0 or judgement.is_sealed_choice(state):
        at = find_or_add(tree, node_key(states, observer, CURRENT), state.to_move)
    while not has_value and at != NONE and depth < MOST_DEPTH:
        if sealed_at == NONE and is_regret_matched(state, settings):
            sealed_at = depth
            states[BEFORE_SEALED] = states[CURRENT]
        offset = select(tree, at, state, settings, dice)
        if offset == NONE:
            break
        is_first = descend(tree, state, at, offset, depth, dice)
        depth += 1
        if sealed_at != NONE and is_round_complete(tree, state, sealed_at, depth):
            update_regrets(tree, states, observer, settings, tree.path[sealed_at:depth])
            sealed_at = np.int64(NONE)
        if state.to_move == NOBODY:
            terminal_value(tree, state, settings)
            prove_end(tree, state, settings, depth)
            at, has_value = np.int64(NONE), True
        elif is_first and tree.path[depth - 1].deterministic and not has_net(tree.net):
            at = np.int64(NONE)
        else:
            at = child_node(tree, states, observer, settings, depth)
            has_value = at != NONE and use_proof(tree, at, depth)
            if at != NONE and tree.nodes[at].visits == 0 and sealed_at == NONE:
                break
    if not has_value:
        evaluate_leaf(tree, at, state, settings, dice)
    if tree.counters[DEEPEST] < depth:
        tree.counters[DEEPEST] = depth
    backup(tree, at, settings, depth)


@part
def determinize(states, seat, dice):
    """A state the seat may be in, at states[CURRENT]; before the first of the sealed choices if they are being made."""
    states[CURRENT] = states[VIEW]
    state = states[CURRENT]
    rules.guess(state, seat, dice)
    if judgement.is_sealed_choice(state):
        judgement.reopen(state)


@part
def descend(tree, state, at, offset, depth, dice):
    """Play the node's edge, and the draws after it; returns whether it is the edge's first visit."""
    step, edge = tree.path[depth], tree.edges[tree.nodes[at].first + offset]
    step.node = at
    step.offset = offset
    step.deterministic = judgement.is_open(state)
    rules.apply(state, np.int64(edge.action))
    while state.to_move == CHANCE:
        rules.apply(state, draw(state, dice, tree.ints[ACTIONS], tree.ints[WEIGHTS]))
        step.deterministic = False
    return edge.visits == 0


@part
def child_node(tree, states, observer, settings, depth):
    """The node the last edge of the path led to, made if it is new; NONE if there is no room."""
    last = tree.path[depth - 1]
    edge, is_deterministic = tree.edges[edge_of(tree, last)], last.deterministic
    if is_deterministic and edge.child != NONE:
        return np.int64(edge.child)
    mover = states[CURRENT].to_move
    if settings.is_uct and is_deterministic and judgement.is_open(states[CURRENT]):
        at = add_node(tree, FIRST_KEY, mover)
    else:
        at = find_or_add(tree, node_key(states, observer, CURRENT), mover)
    if is_deterministic:
        edge.child = at
    return at


# Reading the tree


@jit
def own_node(tree, states, observer, dice):
    """The node where the searching seat is first to move, NONE if never visited; its state is in states[CURRENT]."""
    determinize(states, observer.seat, dice)
    state = states[CURRENT]
    if not judgement.is_sealed_choice(state):
        return np.int64(0)
    while state.to_move != observer.seat:
        rules.legal(state, tree.ints[ACTIONS])
        rules.apply(state, tree.ints[ACTIONS, 0])
    return find(tree, node_key(states, observer, CURRENT))


@jit
def follow(tree, states, observer, edge):
    """Play an edge at states[CURRENT]; the node it leads to, NONE where the seat cannot tell."""
    state = states[CURRENT]
    is_deterministic = judgement.is_open(state)
    rules.apply(state, np.int64(tree.edges[edge].action))
    if state.to_move < 0 or judgement.is_sealed_choice(state):
        return np.int64(NONE)
    if is_deterministic:
        return np.int64(tree.edges[edge].child)
    return find(tree, node_key(states, observer, CURRENT)) if state.to_move == observer.seat else np.int64(NONE)
