"""Gumbel AlphaZero's search, one small tree a game, many games at once: the same functions on the CPU and on the GPU.

Between two calls of `simulate` the net evaluates the leaves of all trees together. At the root, actions are chosen by
sequential halving over Gumbel noise; below it, so that visits follow the improved policy (Danihelka et al. 2022).
A tree is a few rows of arrays: its nodes with their states, and its edges, one for each legal action.

Games with secrets: the root is a state that fits what the seat to move sees, and the net sees what the seat to move
sees at every node. Where choices are sealed the root's seat chooses first, and below the root they are drawn from the
net's own policy. So the root answers a policy, and no choice that it could not know.
"""

from __future__ import annotations

from math import exp, log
from typing import Any, NamedTuple

import numpy as np

from siegeworks.bots import judgement
from siegeworks.core import rules
from siegeworks.core.dice import roll
from siegeworks.core.inputs import list_features, look
from siegeworks.core.jit import jit, part
from siegeworks.core.rules import NOBODY
from siegeworks.envs.stepping import settle, share_out
from siegeworks.nets.halving import CANDIDATES

NONE = -1
FIRST, COUNT, PARENT, PARENT_EDGE, NODE_INTS = 0, 1, 2, 3, 4
"""Of a node: its first edge, its edges, the node above and the edge that leads here."""
ACTION, VISITS, CHILD, EDGE_INTS = 0, 1, 2, 3
LOGIT, TOTAL, NOISE, EDGE_FLOATS = 0, 1, 2, 3
"""Of an edge: the logarithm of its prior, the sum of its values for the seat that chooses, and, at the root, noise."""
USED_NODES, USED_EDGES, LEAF, COUNTERS = 0, 1, 2, 3

VISIT_OFFSET, VALUE_SCALE = 50.0, 0.5
"""How much values count beside priors: the scale times the most visits of an edge and the offset."""
RESOLUTION = 1 << 30
LOWEST = -1e30
MOST_OPENING, FIRST_OPENING = 6, 128
"""A game begins with fewer random decisions than this, so that games differ; the first of all with up to more, so that
from the beginning there are games in all their stages."""


class Trees(NamedTuple):
    """All trees, a row each, in memory that only the walk uses."""

    games: Any  # [games] STATE, the games themselves
    game_words: Any  # [games, words] the same, as words
    states: Any  # [games * nodes] STATE
    words: Any  # [games * nodes, words] the same, as words
    nodes: Any  # [games, nodes, NODE_INTS]
    values: Any  # [games, nodes, seats] what the net said, for each seat
    sums: Any  # [games, seats] of the values of all simulations
    edges: Any  # [games, edges, EDGE_INTS]
    weights: Any  # [games, edges, EDGE_FLOATS]
    counters: Any  # [games, COUNTERS]
    dice: Any  # [games] a stream a game


class Exchange(NamedTuple):
    """What passes between the walk and the net, a row a game."""

    features: Any  # [games, MOST_ON] of the leaf
    policy: Any  # [games, actions] the improved policy of the root; -1 where an action is not legal
    value: Any  # [games, seats] the value of the root; -1 for seats there are not
    outcome: Any  # [games, seats] the same of a game that has just ended
    mover: Any  # [games] the seat that chose
    ended: Any  # [games] 1 if the game ended with this decision


class Fixed(NamedTuple):
    """What never changes while games are played."""

    layout: Any  # of the inputs
    masks: Any  # [seats, words] the bits of a STATE that each seat may not see
    tables: Any  # [tables, 1 + options] seats and options a game may have, drawn anew for each
    considered: Any  # [CANDIDATES + 1, simulations] visits that an edge of the root has when it is tried next


class Scratch(NamedTuple):
    """What a walk needs for itself; on the GPU each thread has its own."""

    actions: Any
    draws: Any
    ranks: Any
    seen: Any
    flat: Any


# Games


@part
def new_game(trees, fixed, at, most_opening, scratch):
    """A new game for the tree: a table drawn from the list, and some random decisions that do not end it."""
    state, dice = trees.games[at], trees.dice[at : at + 1]
    begun = False
    while not begun:
        plies = roll(dice, most_opening)
        table = roll(dice, len(fixed.tables))
        rules.new_game(state, fixed.tables[table, 0], fixed.tables[table, 1:])
        settle(state, dice, scratch.actions, scratch.draws)
        for _ in range(plies):
            if state.to_move != NOBODY:
                rules.apply(state, np.int64(rules.random_action(state, dice, scratch.actions)))
                settle(state, dice, scratch.actions, scratch.draws)
        begun = state.to_move != NOBODY


@part
def start_tree(trees, exchange, fixed, at, scratch):
    """A tree of one node, which is shown to the net; where the choice is sealed, the others choose after it."""
    trees.counters[at, USED_NODES] = 0
    trees.counters[at, USED_EDGES] = 0
    for seat in range(trees.sums.shape[1]):
        trees.sums[at, seat] = 0.0
    imagine_root(trees, fixed, at)
    add_node(trees, at, NONE, NONE)
    show_leaf(trees, exchange, fixed, at, 0, scratch)
    root = trees.states[at * trees.nodes.shape[1]]
    if judgement.is_sealed_choice(root):
        judgement.reopen(root)
        root.to_move = trees.games[at].to_move


@part
def imagine_root(trees, fixed, at):
    """The root's state: what the seat to move sees of the game, and a guess at the rest."""
    seat, root = trees.games[at].to_move, at * trees.nodes.shape[1]
    for word in range(trees.words.shape[1]):
        trees.words[root, word] = trees.game_words[at, word] | fixed.masks[seat, word]
    rules.guess(trees.states[root], seat, trees.dice[at : at + 1])


@part
def add_node(trees, at, parent, edge):
    """A node without edges; there is room for as many as there are simulations."""
    node = trees.counters[at, USED_NODES]
    trees.counters[at, USED_NODES] = node + 1
    trees.nodes[at, node, FIRST] = NONE
    trees.nodes[at, node, COUNT] = 0
    trees.nodes[at, node, PARENT] = parent
    trees.nodes[at, node, PARENT_EDGE] = edge
    return node


@part
def show_leaf(trees, exchange, fixed, at, node, scratch):
    """The net is to evaluate this node next; a game that is over needs no net."""
    trees.counters[at, LEAF] = node
    state = trees.states[at * trees.nodes.shape[1] + node]
    if state.to_move != NOBODY:
        look(state, state.to_move, scratch.seen)
        list_features(scratch.flat, fixed.layout, exchange.features[at])


# What the net said


@part
def absorb(trees, at, logits, shares, scratch):
    """Take what the net said of the leaf: its edges and its value, backed up to the root."""
    node = trees.counters[at, LEAF]
    state = trees.states[at * trees.nodes.shape[1] + node]
    values = trees.values[at, node]
    if state.to_move == NOBODY:
        share_out(state, scratch.ranks, values)
    else:
        total = 1e-9
        for turn in range(state.seats):
            total += shares[at, turn]
        for turn in range(state.seats):
            values[(state.to_move + turn) % state.seats] = shares[at, turn] / total
        if trees.nodes[at, node, FIRST] == NONE:
            expand(trees, at, node, state, logits, scratch)
    for seat in range(state.seats):
        trees.sums[at, seat] += values[seat]
    above = trees.nodes[at, node, PARENT]
    edge = trees.nodes[at, node, PARENT_EDGE]
    while above != NONE:
        mover = trees.states[at * trees.nodes.shape[1] + above].to_move
        trees.edges[at, edge, VISITS] += 1
        trees.weights[at, edge, TOTAL] += values[mover]
        edge = trees.nodes[at, above, PARENT_EDGE]
        above = trees.nodes[at, above, PARENT]


@part
def expand(trees, at, node, state, logits, scratch):
    """An edge for every legal action, with its prior; none if there is no room for all."""
    n, first = rules.legal(state, scratch.actions), trees.counters[at, USED_EDGES]
    if first + n > trees.edges.shape[1]:
        return
    trees.counters[at, USED_EDGES] = first + n
    trees.nodes[at, node, FIRST] = first
    trees.nodes[at, node, COUNT] = n
    most, total = LOWEST, 0.0
    for place in range(n):
        most = max(most, logits[at, scratch.actions[place]])
    for place in range(n):
        total += exp(logits[at, scratch.actions[place]] - most)
    for place in range(n):
        edge = first + place
        trees.edges[at, edge, ACTION] = scratch.actions[place]
        trees.edges[at, edge, VISITS] = 0
        trees.edges[at, edge, CHILD] = NONE
        trees.weights[at, edge, LOGIT] = logits[at, scratch.actions[place]] - most - log(total)
        trees.weights[at, edge, TOTAL] = 0.0
        trees.weights[at, edge, NOISE] = 0.0
    if node == 0:
        for edge in range(first, first + n):
            trees.weights[at, edge, NOISE] = gumbel(trees.dice[at : at + 1])


@part
def gumbel(dice):
    """A number from the standard Gumbel distribution."""
    return -log(-log((roll(dice, RESOLUTION) + 0.5) / RESOLUTION))


# Which edge


@part
def mixed_value(trees, at, node, mover):
    """The value of an action without visits: the net's value of the node, mixed with the values found by prior."""
    first, count = trees.nodes[at, node, FIRST], trees.nodes[at, node, COUNT]
    visits, priors, weighted = 0, 0.0, 0.0
    for edge in range(first, first + count):
        tried = trees.edges[at, edge, VISITS]
        if tried > 0:
            prior = exp(trees.weights[at, edge, LOGIT])
            visits += tried
            priors += prior
            weighted += prior * trees.weights[at, edge, TOTAL] / tried
    if visits == 0:
        return float(trees.values[at, node, mover])
    return (trees.values[at, node, mover] + visits * weighted / max(priors, 1e-9)) / (1.0 + visits)


@part
def value_scale(trees, at, node):
    """How much a value counts beside a prior: the more the more visits there are."""
    first, count, most = trees.nodes[at, node, FIRST], trees.nodes[at, node, COUNT], 0
    for edge in range(first, first + count):
        most = max(most, trees.edges[at, edge, VISITS])
    return VALUE_SCALE * (VISIT_OFFSET + most)


@part
def improved_logit(trees, at, edge, scale, untried):
    """The prior and the value found, or the value of the untried, as a logit."""
    visits = trees.edges[at, edge, VISITS]
    value = trees.weights[at, edge, TOTAL] / visits if visits > 0 else untried
    return trees.weights[at, edge, LOGIT] + scale * value


@part
def root_edge(trees, at, mover, visits):
    """Of the root's edges with so many visits, the best by noise, prior and value; NONE if there is none."""
    first, count = trees.nodes[at, 0, FIRST], trees.nodes[at, 0, COUNT]
    scale, untried = value_scale(trees, at, 0), mixed_value(trees, at, 0, mover)
    best, most = np.int64(NONE), LOWEST
    for edge in range(first, first + count):
        if trees.edges[at, edge, VISITS] == visits:
            score = trees.weights[at, edge, NOISE] + improved_logit(trees, at, edge, scale, untried)
            if score > most:
                best, most = np.int64(edge), score
    return best


@part
def inner_edge(trees, at, node, mover):
    """The edge whose share of the visits falls behind the improved policy the most."""
    first, count = trees.nodes[at, node, FIRST], trees.nodes[at, node, COUNT]
    scale, untried = value_scale(trees, at, node), mixed_value(trees, at, node, mover)
    top, total, visits = LOWEST, 0.0, 0
    for edge in range(first, first + count):
        top = max(top, improved_logit(trees, at, edge, scale, untried))
        visits += trees.edges[at, edge, VISITS]
    for edge in range(first, first + count):
        total += exp(improved_logit(trees, at, edge, scale, untried) - top)
    best, most = np.int64(first), LOWEST
    for edge in range(first, first + count):
        share = exp(improved_logit(trees, at, edge, scale, untried) - top) / total
        score = share - trees.edges[at, edge, VISITS] / (1.0 + visits)
        if score > most:
            best, most = np.int64(edge), score
    return best


@part
def drawn_edge(trees, at, node):
    """An edge drawn from the net's own policy."""
    first, last = trees.nodes[at, node, FIRST], trees.nodes[at, node, FIRST] + trees.nodes[at, node, COUNT] - 1
    left = roll(trees.dice[at : at + 1], RESOLUTION) / RESOLUTION
    for edge in range(first, last):
        left -= exp(trees.weights[at, edge, LOGIT])
        if left < 0.0:
            return np.int64(edge)
    return np.int64(last)


@part
def descend(trees, fixed, at, simulation, scratch):
    """Go down to a node that is new, over, or without edges."""
    nodes, node = trees.nodes.shape[1], 0
    candidates = min(trees.nodes[at, 0, COUNT], CANDIDATES)
    while trees.nodes[at, node, FIRST] != NONE:
        mover = trees.states[at * nodes + node].to_move
        if node == 0:
            edge = root_edge(trees, at, mover, fixed.considered[candidates, simulation])
            if edge == NONE:
                edge = inner_edge(trees, at, 0, mover)
        elif judgement.is_sealed_choice(trees.states[at * nodes + node]):
            edge = drawn_edge(trees, at, node)
        else:
            edge = inner_edge(trees, at, node, mover)
        child = trees.edges[at, edge, CHILD]
        if child == NONE:
            child = add_node(trees, at, node, edge)
            trees.edges[at, edge, CHILD] = child
            play(trees, at, node, child, trees.edges[at, edge, ACTION], scratch)
            return child
        node = child
    return node


@part
def play(trees, at, node, child, action, scratch):
    """The state of a node after an action and the draws that follow, as the state of its child."""
    first = at * trees.nodes.shape[1]
    for word in range(trees.words.shape[1]):
        trees.words[first + child, word] = trees.words[first + node, word]
    state = trees.states[first + child]
    rules.apply(state, np.int64(action))
    settle(state, trees.dice[at : at + 1], scratch.actions, scratch.draws)


# A decision


@part
def simulate(trees, exchange, fixed, at, simulation, answers, scratch):
    """Take the net's answers, then go down to the next leaf and show it."""
    absorb(trees, at, answers[0], answers[1], scratch)
    show_leaf(trees, exchange, fixed, at, descend(trees, fixed, at, simulation, scratch), scratch)


@part
def decide(trees, exchange, fixed, at, answers, scratch):
    """Take the last answers, tell what the search found, play its choice, and go on with a new game after the last."""
    absorb(trees, at, answers[0], answers[1], scratch)
    state = trees.games[at]
    mover = int(state.to_move)
    tell_value(trees, exchange, at, mover, tell_policy(trees, exchange, at, mover))
    exchange.mover[at] = mover
    exchange.ended[at] = 0
    rules.apply(state, np.int64(trees.edges[at, chosen_edge(trees, at, mover), ACTION]))
    settle(state, trees.dice[at : at + 1], scratch.actions, scratch.draws)
    if state.to_move == NOBODY:
        exchange.ended[at] = 1
        share_out(state, scratch.ranks, exchange.outcome[at])
        new_game(trees, fixed, at, MOST_OPENING, scratch)


@part
def chosen_edge(trees, at, mover):
    """Of the edges with the most visits the best by noise, prior and value."""
    first, count, most = trees.nodes[at, 0, FIRST], trees.nodes[at, 0, COUNT], 0
    for edge in range(first, first + count):
        most = max(most, trees.edges[at, edge, VISITS])
    return root_edge(trees, at, mover, most)


@part
def tell_policy(trees, exchange, at, mover):
    """The improved policy of the root; returns the value it has for the seat that chooses."""
    first, count = trees.nodes[at, 0, FIRST], trees.nodes[at, 0, COUNT]
    scale, untried = value_scale(trees, at, 0), mixed_value(trees, at, 0, mover)
    for action in range(exchange.policy.shape[1]):
        exchange.policy[at, action] = -1.0
    top, total, expected = LOWEST, 0.0, 0.0
    for edge in range(first, first + count):
        top = max(top, improved_logit(trees, at, edge, scale, untried))
    for edge in range(first, first + count):
        total += exp(improved_logit(trees, at, edge, scale, untried) - top)
    for edge in range(first, first + count):
        share = exp(improved_logit(trees, at, edge, scale, untried) - top) / total
        exchange.policy[at, trees.edges[at, edge, ACTION]] = share
        visits = trees.edges[at, edge, VISITS]
        expected += share * (trees.weights[at, edge, TOTAL] / visits if visits > 0 else untried)
    return expected


@part
def tell_value(trees, exchange, at, mover, expected):
    """The value of the root: what the improved policy expects; the others share the rest as they did below it."""
    seats, rest = int(trees.states[at * trees.nodes.shape[1]].seats), 1e-9
    for seat in range(exchange.value.shape[1]):
        exchange.value[at, seat] = -1.0
        exchange.outcome[at, seat] = -1.0
    for seat in range(seats):
        rest += trees.sums[at, seat] if seat != mover else 0.0
    for seat in range(seats):
        share = (1.0 - expected) * trees.sums[at, seat] / rest
        exchange.value[at, seat] = expected if seat == mover else share


# All games, on the CPU


@jit
def open_all(trees, fixed, scratch):
    """New games everywhere."""
    for at in range(len(trees.dice)):
        new_game(trees, fixed, at, FIRST_OPENING, scratch)


@jit
def start_all(trees, exchange, fixed, scratch):
    """New trees everywhere."""
    for at in range(len(trees.dice)):
        start_tree(trees, exchange, fixed, at, scratch)


@jit
def simulate_all(trees, exchange, fixed, simulation, answers, scratch):
    """One simulation everywhere."""
    for at in range(len(trees.dice)):
        simulate(trees, exchange, fixed, at, simulation, answers, scratch)


@jit
def decide_all(trees, exchange, fixed, answers, scratch):
    """One decision everywhere."""
    for at in range(len(trees.dice)):
        decide(trees, exchange, fixed, at, answers, scratch)
