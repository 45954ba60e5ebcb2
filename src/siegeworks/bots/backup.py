"""Backup: values, RAVE statistics and proofs are carried from the end of a path up to the root."""

from __future__ import annotations

from math import sqrt

import numpy as np

from siegeworks.bots.tree import (
    MOST_DISTANCE,
    NONE,
    SIMULATIONS,
    UNPROVEN,
    VALUE,
    WIN,
    edge_of,
    mover_of,
)
from siegeworks.core.jit import part

PROVING_SEATS = 2
RAVE_WARM_UP, RAVE_INTERVAL = 32, 4
"""A node with more visits than the first of these updates its RAVE means only every so many visits."""


@part
def backup(tree, at, settings, depth):
    """Add the value of the simulation to every edge and node of the path, and to the node at its end if any."""
    if at != NONE:
        add_visit(tree, at)
    for when in range(depth - 1, -1, -1):
        step = tree.path[when]
        edge = tree.edges[edge_of(tree, step)]
        edge.visits += 1
        edge.average += (tree.floats[VALUE, mover_of(tree, step)] - edge.average) / edge.visits
        edge.bonus = 1.0 / sqrt(edge.visits) if settings.is_uct else float(edge.prior) / (1 + edge.visits)
        add_visit(tree, step.node)
        if settings.rave_equivalence > 0.0:
            update_rave(tree, step.node, edge.action)


@part
def add_visit(tree, at):
    """One more simulation passed through the node."""
    tree.nodes[at].visits += 1
    for seat in range(tree.value_sums.shape[1]):
        tree.value_sums[at, seat] += tree.floats[VALUE, seat]


@part
def update_rave(tree, at, action):
    """RAVE: add the value to every action that the seat to move at the node played there or later."""
    node, now = tree.nodes[at], tree.counters[SIMULATIONS] + 1
    value, last_played = tree.floats[VALUE, node.mover], tree.last_played[node.mover]
    last_played[action] = now
    if node.visits > RAVE_WARM_UP and node.visits % RAVE_INTERVAL:
        return
    for offset in range(node.count):
        edge = tree.edges[node.first + offset]
        if last_played[edge.action] == now:
            edge.rave_visits += 1
            edge.rave += (value - edge.rave) / edge.rave_visits


# Proofs (MCTS-Solver): in games of two seats, as long as the path is deterministic


@part
def proof_for(node, seat):
    """The proven value of a node, for either of two seats."""
    return np.int64(node.proof) if node.mover == seat else np.int64(WIN - node.proof)


@part
def prove_end(tree, state, settings, depth):
    """The game is over: the path's last edge is proven, and what follows from that."""
    if settings.is_uct == 0 and state.seats == PROVING_SEATS:
        value = tree.floats[VALUE, mover_of(tree, tree.path[depth - 1])]
        backup_proof(tree, depth - 1, np.int64(WIN * value + 0.5), np.int64(1))


@part
def use_proof(tree, at, depth):
    """If the node the path came to is proven, take its value, and back the proof up; returns whether it is."""
    node = tree.nodes[at]
    if node.proof == UNPROVEN:
        return False
    for seat in range(PROVING_SEATS):
        tree.floats[VALUE, seat] = proof_for(node, seat) / WIN
    mover = mover_of(tree, tree.path[depth - 1])
    backup_proof(tree, depth - 1, proof_for(node, mover), np.int64(node.distance) + 1)
    return True


@part
def backup_proof(tree, depth, proof, distance):
    """The edge of the path at this depth is proven; go on upwards as long as that decides its node."""
    while depth >= 0 and tree.path[depth].deterministic:
        edge, node = tree.edges[edge_of(tree, tree.path[depth])], tree.nodes[tree.path[depth].node]
        edge.proof = proof
        edge.distance = min(distance, MOST_DISTANCE)
        if not solve_node(tree, tree.path[depth].node):
            return
        depth -= 1
        if depth >= 0:
            mover = mover_of(tree, tree.path[depth])
            proof, distance = proof_for(node, mover), np.int64(node.distance) + 1


@part
def solve_node(tree, at):
    """Whether a node is solved: by one winning edge, or because all are proven; then it takes the best of them."""
    node, best, is_open = tree.nodes[at], NONE, False
    for offset in range(node.count):
        edge = tree.edges[node.first + offset]
        if edge.proof == UNPROVEN:
            is_open = True
        elif best == NONE or is_better_proof(edge, tree.edges[node.first + best]):
            best = offset
    if best == NONE or (is_open and tree.edges[node.first + best].proof != WIN):
        return False
    node.proof = tree.edges[node.first + best].proof
    node.distance = tree.edges[node.first + best].distance
    return True


@part
def is_better_proof(edge, other):
    """Better proven; or as good, and a quicker win or a slower end of another kind."""
    if edge.proof != other.proof:
        return edge.proof > other.proof
    return edge.distance < other.distance if edge.proof == WIN else edge.distance > other.distance
