"""The tree of a search as arrays: nodes are information sets of the searching seat, edges the actions tried there.

A node is found by its key in a transposition table. The key is a hash of the bytes of the state that count: where the
searching seat is to move, what it sees; elsewhere, what everybody sees. So a tree holds no more than its seat may
know, transpositions share a node, and states that differ only in what is hidden from all do too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from siegeworks.bots.net import Net
from siegeworks.core.jit import jit, part
from siegeworks.core.record import fields_of, record_type
from siegeworks.core.views import hidden_bytes

NONE = -1
"""No node, no edge."""
UNPROVEN, LOSS, DRAW, WIN = -1, 0, 1, 2
"""The proven value of an edge or node, for the seat to move there: twice its share of the win."""

USED_NODES, USED_EDGES, SIMULATIONS, DEEPEST, SEARCHER, COUNTERS = 0, 1, 2, 3, 4, 5
"""Places in `Tree.counters`; SEARCHER is the seat that searches."""
VIEW, CURRENT, BEFORE_SEALED, COUNTERFACTUAL, STATES = 0, 1, 2, 3, 4
"""Places in the array of states of a search: the view, the running simulation, the state before the sealed choices of
that simulation, and the state after another sealed choice."""
MOST_NODES, MOST_EDGES, MOST_DEPTH, MOST_DISTANCE = 4_000_000, 16_000_000, 512, 127
EDGES_A_NODE, EDGES_WITH_NET = 24, 96
"""Room for edges; a search with a net has more nodes with edges, and does not choose among few."""
FIRST_KEY = np.uint64(0x9E3779B97F4A7C15)
LEFT, RIGHT, LEFT_AGAIN = np.uint64(13), np.uint64(7), np.uint64(17)

Array = npt.NDArray[Any]


EDGE = record_type(
    [
        ("average", "f8"),  # mean value for the seat that chooses
        ("visits", "i4"),
        ("available", "i4"),  # in how many determinizations it was legal
        ("child", "i4"),  # the node it leads to, where that is deterministic
        ("prior", "f4"),
        ("bonus", "f4"),  # exploration bonus, before the factor that all edges of a node share
        ("rave", "f4"),  # mean value of simulations in which the same seat played the action here or later
        ("rave_visits", "i4"),  # how many there were
        ("action", "i2"),
        ("proof", "i1"),  # proven value, or UNPROVEN
        ("distance", "i1"),  # decisions until the proven end
    ]
)
STRATEGY = record_type(
    [
        ("regret", "f8"),  # regret matching+: cumulative, never below 0
        ("strategy_sum", "f8"),  # of the strategies of all iterations, weighted: normalised, the average strategy
    ]
)
NODE = record_type(
    [
        ("key", "u8"),
        ("first", "i4"),  # its first edge, NONE until it is expanded; the others follow
        ("count", "i4"),  # its edges
        ("capacity", "i4"),  # how many edges its block can hold
        ("visits", "i4"),
        ("distance", "i2"),  # decisions until the proven end
        ("proof", "i2"),  # proven value, or UNPROVEN
        ("mover", "i4"),
    ]
)
JOINT = record_type(
    [
        ("key", "u8"),  # of the node before the first of the sealed choices, and of the choices
        ("child", "u8"),  # the key of the node they lead to
        ("over", "i8"),  # whether the game is over there
    ]
)
STEP = record_type(
    [
        ("node", "i8"),
        ("offset", "i8"),  # the edge, counted from the first of its node
        ("deterministic", "i8"),  # whether the edge always leads to the same node: nothing hidden, nothing drawn
    ]
)


class Tree(NamedTuple):
    """All memory of one search. Nothing is allocated while it grows; once full, it goes on with what it has."""

    nodes: Array  # [nodes] NODE
    value_sums: Array  # [nodes, seats] sum of the values of all simulations
    edges: Array  # [edges] EDGE, in blocks: those of a node stand together
    strategies: Array  # [edges] STRATEGY, used in sealed choices only
    joints: Array  # [a power of two] JOINT, joint actions met in sealed choices
    joint_values: Array  # [joints, seats] static value of what they lead to, until its node has visits
    table: Array  # [a power of two] transposition table: nodes by key, NONE if free
    counters: Array  # [COUNTERS]
    path: Array  # [depth] STEP, of the running simulation
    ints: Array  # [INT_ROWS, actions] scratch
    floats: Array  # [FLOAT_ROWS, actions] scratch
    last_played: Array  # [seats, actions] the last simulation in which the seat played the action, for RAVE
    net: Net | None  # judges states instead of the game's judgement
    second: Array  # [nodes + 1, units] the net's second layer for each node, and for a state without one


ACTIONS, WEIGHTS, OFFSETS, RANKS, INT_ROWS = 0, 1, 2, 3, 4
"""Rows of `ints`: legal actions, weights of draws, each action's edge as an offset, places of the seats."""
PRIORS, ACTION_VALUES, VALUE, EVALUATION, FLOAT_ROWS = 0, 1, 2, 3, 4
"""Rows of `floats`: priors or strategy of the legal actions, counterfactual values of sealed choices, the value of the
simulation for each seat, and the judgement's static evaluation."""


class Observer(NamedTuple):
    """Who searches, and which bits of a state are visible to whom."""

    seat: int
    words: Array  # [STATES, words] the states of the search, as words
    masks: Array  # [seats + 1, words] the bits each seat sees and, last, those everybody sees


def new_tree(
    width: int,
    seats: int,
    simulations: int,
    edges_a_node: int | None = None,
    *,
    is_sealed: bool = False,
    net: Net | None = None,
) -> Tree:
    """An empty tree for about so many simulations. The system gives memory only once it is written to."""
    nodes = min(simulations + 2, MOST_NODES)
    size = 1 << (2 * nodes - 1).bit_length()
    joints = size if is_sealed else 1
    edges_a_node = edges_a_node or (EDGES_WITH_NET if net else EDGES_A_NODE)
    edges = min(nodes * edges_a_node + 8 * width, MOST_EDGES)
    return Tree(
        nodes=np.empty(nodes, NODE),
        value_sums=np.empty((nodes, seats), np.float64),
        edges=np.empty(edges, EDGE),
        strategies=np.empty(edges, STRATEGY),
        joints=np.zeros(joints, JOINT),
        joint_values=np.empty((joints, seats), np.float64),
        table=np.full(size, NONE, np.int32),
        counters=np.zeros(COUNTERS, np.int64),
        path=np.zeros(MOST_DEPTH, STEP),
        ints=np.zeros((INT_ROWS, width), np.int64),
        floats=np.zeros((FLOAT_ROWS, width), np.float64),
        last_played=np.zeros((seats, width), np.int32),
        net=net,
        second=np.empty((nodes + 1, len(net.hidden_bias) if net else 0), np.float32),
    )


def bytes_used(tree: Tree) -> int:
    """The memory the tree has written to, its transposition table included."""
    nodes, edges = int(tree.counters[USED_NODES]), int(tree.counters[USED_EDGES])
    a_node = (tree.nodes, tree.value_sums, tree.second)
    return sum(array[:nodes].nbytes for array in a_node) + tree.edges[:edges].nbytes + tree.table.nbytes


def contents(tree: Tree) -> bytes:
    """All nodes and edges as bytes, for comparing two trees."""
    nodes, edges = int(tree.counters[USED_NODES]), int(tree.counters[USED_EDGES])
    return tree.nodes[:nodes].tobytes() + tree.value_sums[:nodes].tobytes() + tree.edges[:edges].tobytes()


def masks(dtype: np.dtype[Any], seats: int) -> npt.NDArray[np.uint64]:
    """[seats + 1, words]: the bits of the record each seat may see and, last, those everybody may; no padding."""
    shown = np.zeros((seats + 1, dtype.itemsize), np.uint8)
    for kind, offset in fields_of(dtype).values():
        shown[:, offset : offset + kind.itemsize] = 0xFF
    for row in range(seats + 1):
        shown[row, hidden_bytes(dtype, row if row < seats else None)] = 0
    return shown.view(np.uint64)


@part
def key_of(words, mask):
    """The hash of what the mask shows of a state; it depends on nothing else."""
    key = FIRST_KEY
    for at in range(len(words)):
        key = mix_in(key, words[at] & mask[at])
    return key


@part
def mix_in(key, word):
    """A key with one more word hashed into it (xorshift)."""
    key ^= word
    key ^= key << LEFT
    key ^= key >> RIGHT
    return key ^ (key << LEFT_AGAIN)


@part
def slot_of(tree, key):
    """Where the node with this key is in the transposition table, or would be (linear probing)."""
    most = len(tree.table) - 1
    slot = np.int64(key >> np.uint64(1)) & most
    while tree.table[slot] != NONE and tree.nodes[tree.table[slot]].key != key:
        slot = (slot + 1) & most
    return slot


@part
def find(tree, key):
    """The node with this key, or NONE."""
    return np.int64(tree.table[slot_of(tree, key)])


@part
def add_node(tree, key, mover):
    """A new node without visits; NONE if there is no room."""
    at = tree.counters[USED_NODES]
    if at >= len(tree.nodes):
        return np.int64(NONE)
    tree.counters[USED_NODES] += 1
    node = tree.nodes[at]
    node.key = key
    node.first = NONE
    node.count = 0
    node.capacity = 0
    node.visits = 0
    node.distance = 0
    node.proof = UNPROVEN
    node.mover = mover
    for seat in range(tree.value_sums.shape[1]):
        tree.value_sums[at, seat] = 0.0
    return np.int64(at)


@part
def find_or_add(tree, key, mover):
    """The node with this key; NONE if it is new and there is no room."""
    slot = slot_of(tree, key)
    if tree.table[slot] == NONE:
        tree.table[slot] = add_node(tree, key, mover)
    return np.int64(tree.table[slot])


@part
def reserve_edges(tree, at, edges):
    """Give the node a block for so many edges, moving those it has; returns whether there was room."""
    node, start = tree.nodes[at], tree.counters[USED_EDGES]
    if start + edges > len(tree.edges):
        return False
    tree.counters[USED_EDGES] += edges
    for offset in range(node.count):
        tree.edges[start + offset] = tree.edges[node.first + offset]
    for offset in range(node.count, edges):
        clear_edge(tree.edges[start + offset])
    node.first = start
    node.capacity = edges
    return True


@part
def clear_edge(edge):
    """An edge without visits."""
    edge.average = 0.0
    edge.visits = 0
    edge.available = 0
    edge.child = NONE
    edge.prior = 0.0
    edge.bonus = 0.0
    edge.rave = 0.0
    edge.rave_visits = 0
    edge.action = NONE
    edge.proof = UNPROVEN
    edge.distance = 0


@part
def add_edge(tree, at, action, prior):
    """One more action at the node, in a block twice as long if this one is full; returns whether there was room."""
    node = tree.nodes[at]
    if node.count == node.capacity and not reserve_edges(tree, at, 2 * np.int64(node.capacity) + 2):
        return False
    edge = tree.edges[node.first + node.count]
    edge.action = action
    edge.prior = prior
    edge.bonus = prior
    node.count += 1
    return True


@part
def node_key(states, observer, at):
    """The key of states[at]: what the searching seat sees if it is to move, else what everybody sees."""
    seat = observer.seat
    return key_of(observer.words[at], observer.masks[seat if states[at].to_move == seat else len(observer.masks) - 1])


@part
def edge_of(tree, step):
    """The edge a step of the path takes."""
    return tree.nodes[step.node].first + step.offset


@part
def mover_of(tree, step):
    """The seat that chose at a step of the path."""
    return np.int64(tree.nodes[step.node].mover)


@jit
def clear(tree):
    """Empty the tree for the next search."""
    tree.table[:] = NONE
    for at in range(len(tree.joints)):
        tree.joints[at].key = 0
    tree.counters[:] = 0
    tree.last_played[:] = 0
