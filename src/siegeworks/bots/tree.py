"""The tree of a search as arrays: nodes are what a seat can tell apart, edges the actions tried there.

A node is found by its key, a sum over the bytes of the state that count: what the searching seat sees where it is to
move itself, what everybody sees where another is. So a bot's tree cannot hold more than its seat may know, states that
are reached in different orders meet, and what is hidden from all falls together by itself.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from siegeworks.core.jit import jit, part
from siegeworks.core.record import fields_of, record_type
from siegeworks.core.views import hidden_bytes

NONE = -1
"""No node, no edge."""
UNPROVEN, LOSS, DRAW, WIN = -1, 0, 1, 2
"""What is certain of an edge or node, for the seat to move there: twice its share of the win."""

USED_NODES, USED_EDGES, SIMULATIONS, DEEPEST, SEARCHER, USED = 0, 1, 2, 3, 4, 5
"""Places in `Tree.used`."""
MOST_NODES, MOST_EDGES, MOST_DEPTH, MOST_DISTANCE = 4_000_000, 16_000_000, 512, 127
EDGES_A_NODE = 24
FIRST_KEY = np.uint64(0x9E3779B97F4A7C15)
LEFT, RIGHT, LEFT_AGAIN = np.uint64(13), np.uint64(7), np.uint64(17)

Array = npt.NDArray[Any]


EDGE = record_type(
    [
        ("average", "f8"),  # of the value for the seat that chooses
        ("visits", "i4"),
        ("available", "i4"),  # how often it could have been chosen
        ("child", "i4"),  # the node it leads to, where that is certain
        ("prior", "f4"),  # how promising it looked
        ("pull", "f4"),  # what is added to the mean for having been tried so seldom, before a factor
        ("echo", "f4"),  # average of the value where the same seat played the action here or later
        ("echoes", "i4"),  # how often it did
        ("action", "i2"),
        ("proof", "i1"),
        ("distance", "i1"),  # decisions until a proven end
    ]
)
SEALED_EDGE = record_type(
    [
        ("regret", "f8"),  # what not choosing it has cost, never below 0
        ("habit", "f8"),  # how often it should be chosen, summed
    ]
)
NODE = record_type(
    [
        ("key", "u8"),
        ("first", "i4"),  # its first edge, NONE until it is opened; the others follow
        ("count", "i4"),  # its edges
        ("room", "i4"),  # how many edges its block can hold
        ("looked", "i4"),  # simulations that came by
        ("far", "i2"),  # decisions until the proven end
        ("known", "i2"),  # what is proven
        ("mover", "i4"),
    ]
)
JOINT = record_type(
    [
        ("key", "u8"),  # of the place before the first of the sealed choices, and of the choices
        ("place", "u8"),  # the key of the place they lead to
        ("over", "i8"),  # whether the game is over there
    ]
)
STEP = record_type(
    [
        ("node", "i8"),
        ("offset", "i8"),  # the edge, counted from the first of its node
        ("sure", "i8"),  # whether what followed the edge was certain
    ]
)


class Tree(NamedTuple):
    """All memory of one search. Nothing is allocated while it grows; full, it goes on with what it has."""

    nodes: Array  # [nodes] NODE
    worth: Array  # [nodes, seats] sum of the values
    edges: Array  # [edges] EDGE, in blocks: those of a node stand together
    sealed: Array  # [edges] SEALED_EDGE, used in sealed choices only
    joints: Array  # [a power of two] JOINT, used in sealed choices only
    met: Array  # [joints, seats] what is thought of where they lead before anybody has looked
    slots: Array  # [a power of two] nodes by key, NONE if free
    used: Array  # counters
    path: Array  # [depth] STEP, of the running simulation
    whole: Array  # [rows, actions] room to think in whole numbers
    real: Array  # [rows, actions] and in others
    heard: Array  # [seats, actions] the last simulation in which the seat played the action


ACTIONS, WEIGHTS, PLACE, RANKS, WHOLE_ROWS = 0, 1, 2, 3, 4
"""Rows of `whole`: legal actions, weights of draws, where an action's edge is, places of the seats."""
URGES, GAINS, VALUE, OPINION, REAL_ROWS = 0, 1, 2, 3, 4
"""Rows of `real`: urges of the legal actions, gains of sealed choices, the value of each seat, and what the judgement
thought of it."""


def new_tree(
    width: int, seats: int, simulations: int, edges_a_node: int = EDGES_A_NODE, *, is_sealed: bool = False
) -> Tree:
    """An empty tree for about so many simulations. Memory is only taken once it is written to."""
    nodes = min(simulations + 2, MOST_NODES)
    slots = 1 << (2 * nodes - 1).bit_length()
    joints = slots if is_sealed else 1
    edges = min(nodes * edges_a_node + 8 * width, MOST_EDGES)
    return Tree(
        nodes=np.empty(nodes, NODE),
        worth=np.empty((nodes, seats), np.float64),
        edges=np.empty(edges, EDGE),
        sealed=np.empty(edges, SEALED_EDGE),
        joints=np.zeros(joints, JOINT),
        met=np.empty((joints, seats), np.float64),
        slots=np.full(slots, NONE, np.int32),
        used=np.zeros(USED, np.int64),
        path=np.zeros(MOST_DEPTH, STEP),
        whole=np.zeros((WHOLE_ROWS, width), np.int64),
        real=np.zeros((REAL_ROWS, width), np.float64),
        heard=np.zeros((seats, width), np.int32),
    )


def bytes_used(tree: Tree) -> int:
    """The memory the tree has written to, its table of keys included."""
    nodes, edges = int(tree.used[USED_NODES]), int(tree.used[USED_EDGES])
    return tree.nodes[:nodes].nbytes + tree.worth[:nodes].nbytes + tree.edges[:edges].nbytes + tree.slots.nbytes


def contents(tree: Tree) -> bytes:
    """Everything the tree knows, for comparing two."""
    nodes, edges = int(tree.used[USED_NODES]), int(tree.used[USED_EDGES])
    return tree.nodes[:nodes].tobytes() + tree.worth[:nodes].tobytes() + tree.edges[:edges].tobytes()


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
    """The key of a state for whoever sees what the mask shows; never depends on anything else."""
    key = FIRST_KEY
    for at in range(len(words)):
        key = spread(key, words[at] & mask[at])
    return key


@part
def spread(key, word):
    """A key that takes in one more word."""
    key ^= word
    key ^= key << LEFT
    key ^= key >> RIGHT
    return key ^ (key << LEFT_AGAIN)


@part
def slot_of(tree, key):
    """Where the node with this key is in the table, or would be."""
    most = len(tree.slots) - 1
    slot = np.int64(key >> np.uint64(1)) & most
    while tree.slots[slot] != NONE and tree.nodes[tree.slots[slot]].key != key:
        slot = (slot + 1) & most
    return slot


@part
def find(tree, key):
    """The node with this key, or NONE."""
    return np.int64(tree.slots[slot_of(tree, key)])


@part
def add_node(tree, key, mover):
    """A node nobody has looked at; NONE if there is no room."""
    at = tree.used[USED_NODES]
    if at >= len(tree.nodes):
        return np.int64(NONE)
    tree.used[USED_NODES] += 1
    node = tree.nodes[at]
    node.key = key
    node.first = NONE
    node.count = 0
    node.room = 0
    node.looked = 0
    node.far = 0
    node.known = UNPROVEN
    node.mover = mover
    for seat in range(tree.worth.shape[1]):
        tree.worth[at, seat] = 0.0
    return np.int64(at)


@part
def find_or_add(tree, key, mover):
    """The node with this key; NONE if it is new and there is no room."""
    slot = slot_of(tree, key)
    if tree.slots[slot] == NONE:
        tree.slots[slot] = add_node(tree, key, mover)
    return np.int64(tree.slots[slot])


@part
def make_room(tree, at, edges):
    """Give the node a block for so many edges, moving those it has; returns whether there was room."""
    node, start = tree.nodes[at], tree.used[USED_EDGES]
    if start + edges > len(tree.edges):
        return False
    tree.used[USED_EDGES] += edges
    for offset in range(node.count):
        tree.edges[start + offset] = tree.edges[node.first + offset]
    for offset in range(node.count, edges):
        clear_edge(tree.edges[start + offset])
    node.first = start
    node.room = edges
    return True


@part
def clear_edge(edge):
    """An edge nobody has tried."""
    edge.average = 0.0
    edge.visits = 0
    edge.available = 0
    edge.child = NONE
    edge.prior = 0.0
    edge.pull = 0.0
    edge.echo = 0.0
    edge.echoes = 0
    edge.action = NONE
    edge.proof = UNPROVEN
    edge.distance = 0


@part
def add_edge(tree, at, action, prior):
    """One more action at the node, in a block twice as long if this one is full; returns whether there was room."""
    node = tree.nodes[at]
    if node.count == node.room and not make_room(tree, at, 2 * np.int64(node.room) + 2):
        return False
    edge = tree.edges[node.first + node.count]
    edge.action = action
    edge.prior = prior
    edge.pull = prior
    node.count += 1
    return True


@jit
def forget(tree):
    """Empty the tree for the next search."""
    tree.slots[:] = NONE
    for at in range(len(tree.joints)):
        tree.joints[at].key = 0
    tree.used[:] = 0
    tree.heard[:] = 0
