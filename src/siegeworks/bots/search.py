"""The search: one for all games, compiled once for each.

Each simulation walks from what the seat sees down the tree, adds a place, judges it and tells everybody on the way.
What the seat cannot see is guessed afresh each time; draws fall by their weights. Every seat chooses what is best for
itself. Choices that are sealed until all are in are made by regret matching, so that they settle on a mixture nobody
can exploit rather than on a habit. Results that are certain are proved upwards where two seats play in the open.
"""

from __future__ import annotations

from math import log, sqrt
from typing import NamedTuple

import numpy as np
from numba.extending import overload

from siegeworks.bots import opinions
from siegeworks.bots.tree import (
    ACTIONS,
    DEEPEST,
    FIRST_KEY,
    GAINS,
    LOSS,
    MOST_DEPTH,
    MOST_DISTANCE,
    NONE,
    OPINION,
    PLACE,
    RANKS,
    SEARCHER,
    SIMULATIONS,
    UNPROVEN,
    URGES,
    USED_NODES,
    VALUE,
    WEIGHTS,
    WIN,
    add_edge,
    add_node,
    find,
    find_or_add,
    key_of,
    make_room,
    spread,
)
from siegeworks.core import rules
from siegeworks.core.dice import roll
from siegeworks.core.jit import IS_PLAIN, jit, part
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.core.step import draw

SEEN, NOW, BEFORE, OTHERWISE, STATES = 0, 1, 2, 3, 4
"""Places in the array of states: the view, the running simulation, before sealed choices, what else could have been."""
FINE = 1 << 30
"""Steps between 0 and 1 when a chance is rolled."""
PROVING_SEATS = 2
SETTLED = 4000.0
"""After so many looks a sealed choice is made by urge 0.7 times as often as at first; it falls with the root."""
LEAST = -1e9
FAMILIAR, SELDOM = 32, 4
"""A place looked at more often than the first of these knows its echoes, and listens only every so many times."""


class Manner(NamedTuple):
    """How a search goes about it."""

    is_plain: int
    """1: plain UCT: random play to the end, no opinions, no proofs, every path a place of its own."""
    cut: int
    """After how many decisions a rollout is judged; below 0: at the end of the game only."""
    most_plies: int
    """A rollout that long counts as shared by all."""
    is_urged: int
    """1: rollouts follow the game's urges; 0: all actions alike."""
    curiosity: float
    """How much little-tried actions are favoured."""
    caution: float
    """How much worse than its node an untried action is thought to be."""
    evenness: float
    """How much of the first impression is spread over all actions alike."""
    wander: float
    """How often a sealed choice is made by urge while searching."""
    echo: float
    """About how often an action must be tried before that counts as much as its echo: how it fared whenever the
    same seat played it later in a simulation. 0: nobody listens."""
    opinion: float
    """How much of a rollout's value is the judgement of where it began."""
    pride: float
    """How much less than its share a win shared with others is worth to the seat that searches, if it comes early."""


@jit
def grow(tree, states, words, masks, seat, manner, dice, simulations):
    """So many more simulations from the view states[SEEN] of the seat, fewer if the result is proven; returns all."""
    tree.used[SEARCHER] = seat
    for _ in range(simulations):
        if tree.used[USED_NODES] > 0 and tree.nodes[0].known != UNPROVEN:
            break
        simulate(tree, states, words, masks, seat, manner, dice)
        tree.used[SIMULATIONS] += 1
    return tree.used[SIMULATIONS]


@part
def simulate(tree, states, words, masks, seat, manner, dice):
    """Down the tree to a place that is new, over or proven, judge it, and tell everybody on the way back."""
    imagine(states, seat, dice)
    state = states[NOW]
    at, depth, sealed_at, is_judged = np.int64(0), np.int64(0), np.int64(NONE), False
    if tree.used[USED_NODES] == 0 or opinions.is_sealed_choice(state):
        at = find_or_add(tree, key_at(states, words, masks, NOW, seat), state.to_move)
    while not is_judged and at != NONE and depth < MOST_DEPTH:
        if sealed_at == NONE and is_matched(state, manner):
            sealed_at = depth
            states[BEFORE] = states[NOW]
        offset = choose(tree, at, state, manner, dice)
        if offset == NONE:
            break
        is_new = play(tree, state, at, offset, depth, dice)
        depth += 1
        if sealed_at != NONE and is_unsealed(tree, state, sealed_at, depth):
            unseal(tree, states, words, masks, seat, manner, sealed_at, depth)
            sealed_at = np.int64(NONE)
        if state.to_move == NOBODY:
            settle(tree, state, manner)
            prove_end(tree, state, manner, depth)
            at, is_judged = np.int64(NONE), True
        elif is_new and tree.path[depth - 1].sure:
            at = np.int64(NONE)
        else:
            at = next_node(tree, states, words, masks, seat, manner, depth)
            is_judged = at != NONE and take_proof(tree, at, depth)
            if at != NONE and tree.nodes[at].looked == 0 and sealed_at == NONE:
                break
    if not is_judged:
        judge(tree, state, manner, dice)
    if tree.used[DEEPEST] < depth:
        tree.used[DEEPEST] = depth
    tell(tree, at, manner, depth)


# Going down


@part
def imagine(states, seat, dice):
    """A state the seat may be in, at states[NOW]; before the first of the sealed choices if they are being made."""
    states[NOW] = states[SEEN]
    state = states[NOW]
    rules.guess(state, seat, dice)
    if opinions.is_sealed_choice(state):
        opinions.reopen(state)


@part
def key_at(states, words, masks, at, seat):
    """The key of states[at]: what the seat sees if it is to move, else what everybody sees."""
    return key_of(words[at], masks[seat if states[at].to_move == seat else len(masks) - 1])


@part
def edge_at(tree, depth):
    """The edge the path takes at this depth."""
    step = tree.path[depth]
    return tree.nodes[step.node].first + step.offset


@part
def mover_at(tree, depth):
    """The seat that chose at this depth of the path."""
    return np.int64(tree.nodes[tree.path[depth].node].mover)


@part
def play(tree, state, at, offset, depth, dice):
    """Take the node's edge, and the draws after it; returns whether it is the first time."""
    step, edge = tree.path[depth], tree.edges[tree.nodes[at].first + offset]
    step.node = at
    step.offset = offset
    step.sure = opinions.is_open(state)
    rules.apply(state, np.int64(edge.action))
    while state.to_move == CHANCE:
        rules.apply(state, draw(state, dice, tree.whole[ACTIONS], tree.whole[WEIGHTS]))
        step.sure = False
    return edge.visits == 0


@part
def next_node(tree, states, words, masks, seat, manner, depth):
    """The node the last edge of the path led to, made if it is new; NONE if there is no room."""
    edge, is_sure = tree.edges[edge_at(tree, depth - 1)], tree.path[depth - 1].sure
    if is_sure and edge.child != NONE:
        return np.int64(edge.child)
    mover = states[NOW].to_move
    if manner.is_plain and is_sure and opinions.is_open(states[NOW]):
        at = add_node(tree, FIRST_KEY, mover)
    else:
        at = find_or_add(tree, key_at(states, words, masks, NOW, seat), mover)
    if is_sure:
        edge.child = at
    return at


# Choosing


def choose(tree, at, state, manner, dice):
    """The place among the node's edges of the one to take; NONE if there is no room for them."""
    return CHOICES[opinions.kind(state.dtype)](tree, at, state, manner, dice)


@part
def choose_open(tree, at, state, manner, dice):
    """Where nothing is hidden: by promise, by number, or both."""
    if tree.nodes[at].first == NONE and not open_node(tree, at, state, manner, dice):
        return np.int64(NONE)
    return plain_edge(tree, at, manner) if manner.is_plain else best_edge(tree, at, manner)


@part
def choose_sealed(tree, at, state, manner, dice):
    """Sealed choices are mixed, others are open; plain search makes no difference between them."""
    if not is_matched(state, manner):
        return choose_open(tree, at, state, manner, dice)
    if tree.nodes[at].first == NONE and not open_sealed(tree, at, state, manner):
        return np.int64(NONE)
    return mixed_edge(tree, at, manner, dice)


@part
def open_node(tree, at, state, manner, dice):
    """Give the node an edge for every legal action; returns whether there was room."""
    actions, urges = tree.whole[ACTIONS], tree.real[URGES]
    n = rules.legal(state, actions)
    if not make_room(tree, at, n):
        return False
    if manner.is_plain:
        shuffle(actions, n, dice)
    else:
        weigh(state, actions, n, urges)
        for offset in range(n):
            urges[offset] += manner.evenness * (1.0 / n - urges[offset])
    node = tree.nodes[at]
    for offset in range(n):
        edge = tree.edges[node.first + offset]
        edge.action = actions[offset]
        edge.prior = urges[offset]
        edge.pull = urges[offset]
    node.count = n
    return True


@part
def shuffle(actions, n, dice):
    """Any order is equally likely."""
    for at in range(n - 1, 0, -1):
        other = roll(dice, at + 1)
        actions[at], actions[other] = actions[other], actions[at]


@part
def weigh(state, actions, n, urges):
    """The game's urges for the first n actions, adding up to 1."""
    opinions.urge(state, actions, n, urges)
    total = 0.0
    for at in range(n):
        total += urges[at]
    for at in range(n):
        urges[at] = urges[at] / total if total > 0.0 else 1.0 / n


@part
def plain_edge(tree, at, manner):
    """UCB1: each action once, then the greatest mean with a bonus for what was seldom tried."""
    node = tree.nodes[at]
    first, count = node.first, node.count
    if node.looked < count and tree.edges[first + node.looked].visits == 0:
        return np.int64(node.looked)
    best, most = np.int64(0), LEAST
    bonus = manner.curiosity * sqrt(log(node.looked))
    for offset in range(count):
        edge = tree.edges[first + offset]
        if edge.visits == 0:
            return np.int64(offset)
        score = edge.average + bonus * float(edge.pull)
        if score > most:
            best, most = np.int64(offset), score
    return best


@part
def best_edge(tree, at, manner):
    """The greatest mean with a bonus for what looks promising and was seldom tried; never what is proven lost."""
    node = tree.nodes[at]
    first, count = node.first, node.count
    untried = hope(tree, at, manner)
    bonus = manner.curiosity * sqrt(node.looked + 1.0)
    fading = 1.0 / manner.echo if manner.echo > 0.0 else 0.0
    best, most = np.int64(0), LEAST
    for offset in range(count):
        edge = tree.edges[first + offset]
        if edge.proof == LOSS:
            continue
        score = expected(edge, untried, fading) + bonus * float(edge.pull)
        if score > most:
            best, most = np.int64(offset), score
    return best


@part
def expected(edge, untried, fading):
    """What an action promises: the mean of its tries; the fewer they are, the more its echo counts.

    `fading`: 1 / echo of the manner, how much of that a try takes away.
    """
    if edge.visits == 0:
        return float(edge.echo) if edge.echoes > 0 else untried
    if edge.echoes == 0:
        return edge.average
    share = edge.echoes / (edge.echoes + edge.visits * (1.0 + fading * edge.echoes))
    return edge.average + share * (float(edge.echo) - edge.average)


@part
def hope(tree, at, manner):
    """What an untried action is thought to be worth to the seat to move."""
    node = tree.nodes[at]
    if node.looked == 0:
        return 1.0 / tree.worth.shape[1]
    return tree.worth[at, node.mover] / node.looked - manner.caution


@part
def hidden_edge(tree, at, state, manner, dice):
    """Among what is legal this time; how often an action could have been chosen counts, not how often all could."""
    actions, place = tree.whole[ACTIONS], tree.whole[PLACE]
    n = rules.legal(state, actions)
    if not meet_actions(tree, at, state, manner, n):
        return np.int64(NONE)
    first, total, untried = tree.nodes[at].first, 0.0, hope(tree, at, manner)
    for i in range(n):
        total += float(tree.edges[first + place[actions[i]]].prior)
    best, most, ties = np.int64(0), 2 * LEAST, 0
    even = manner.evenness / n
    for i in range(n):
        edge = tree.edges[first + place[actions[i]]]
        edge.available += 1
        if manner.is_plain:
            score = plain_score(edge, manner)
        else:
            mean = edge.average if edge.visits > 0 else untried
            pull = (1.0 - manner.evenness) * float(edge.pull) / total + even / (1 + edge.visits)
            score = mean + manner.curiosity * sqrt(edge.available) * pull
        ties = ties + 1 if score == most else 1
        if score > most or (score == most and roll(dice, ties) == 0):
            best, most = place[actions[i]], score
    return best


CHOICES = {opinions.OPEN: choose_open, opinions.SEALED: choose_sealed, opinions.HIDDEN: hidden_edge}


@part
def plain_score(edge, manner):
    """UCB1 by the times the edge could have been chosen."""
    if edge.visits == 0:
        return -LEAST
    return edge.average + manner.curiosity * sqrt(log(edge.available)) * float(edge.pull)


@part
def meet_actions(tree, at, state, manner, n):
    """Note in `place` where each of the first n actions is among the node's edges, adding those that are new."""
    node, actions, place, urges = tree.nodes[at], tree.whole[ACTIONS], tree.whole[PLACE], tree.real[URGES]
    is_weighed = False
    for offset in range(node.count):
        place[tree.edges[node.first + offset].action] = offset
    for i in range(n):
        offset = place[actions[i]]
        if offset < node.count and tree.edges[node.first + offset].action == actions[i]:
            continue
        if not is_weighed and not manner.is_plain:
            opinions.urge(state, actions, n, urges)
            is_weighed = True
        if not add_edge(tree, at, actions[i], urges[i] if is_weighed else 1.0):
            return False
        place[actions[i]] = node.count - 1
    return True


# Sealed choices: regret matching


@part
def is_matched(state, manner):
    """Whether the choice is made by regret matching."""
    return manner.is_plain == 0 and opinions.is_sealed_choice(state)


@part
def is_unsealed(tree, state, sealed_at, depth):
    """Whether all choices of the path since `sealed_at` are in: no more are asked for, or somebody is asked again."""
    if not opinions.is_sealed_choice(state):
        return True
    for at in range(sealed_at, depth):
        if mover_at(tree, at) == state.to_move:
            return True
    return False


@part
def open_sealed(tree, at, state, manner):
    """Give the node an edge for every legal choice: no regrets yet, and how often it is made by urge."""
    actions, urges = tree.whole[ACTIONS], tree.real[URGES]
    n = rules.legal(state, actions)
    if not make_room(tree, at, n):
        return False
    weigh(state, actions, n, urges)
    node = tree.nodes[at]
    for offset in range(n):
        edge = tree.edges[node.first + offset]
        edge.action = actions[offset]
        edge.prior = urges[offset] + manner.evenness * (1.0 / n - urges[offset])
        tree.sealed[node.first + offset].regret = 0.0
        tree.sealed[node.first + offset].habit = 0.0
    node.count = n
    return True


@part
def mix(tree, at):
    """How often regret matching takes each choice, in `urges`: by its share of all regrets, alike if there are none."""
    node, urges, total = tree.nodes[at], tree.real[URGES], 0.0
    for offset in range(node.count):
        urges[offset] = tree.sealed[node.first + offset].regret
        total += urges[offset]
    for offset in range(node.count):
        urges[offset] = urges[offset] / total if total > 0.0 else 1.0 / node.count


@part
def mixed_edge(tree, at, manner, dice):
    """A choice drawn by its regret; now and then, and ever less often, by urge: others have habits too."""
    node, shares = tree.nodes[at], tree.real[URGES]
    if roll(dice, FINE) < manner.wander * FINE * sqrt(SETTLED / (SETTLED + node.looked)):
        for offset in range(node.count):
            shares[offset] = tree.edges[node.first + offset].prior
    else:
        mix(tree, at)
    return drawn(shares, np.int64(node.count), dice)


@part
def drawn(shares, n, dice):
    """A place, drawn by shares that add up to 1."""
    left = roll(dice, FINE) / FINE
    for at in range(n):
        left -= shares[at]
        if left < 0.0:
            return np.int64(at)
    return np.int64(n - 1)


def unseal(tree, states, words, masks, seat, manner, sealed_at, depth):
    """All sealed choices of the path are in; only games that have such learn anything."""
    if opinions.kind(states.dtype) == opinions.SEALED:
        learn(tree, states, words, masks, seat, manner, sealed_at, depth)


@part
def learn(tree, states, words, masks, seat, manner, sealed_at, depth):
    """All choices are in: each seat asks what every other choice of its own would have been worth.

    The later a mixture is, the more it counts (by the square of its number): the first ones know little.
    """
    gains, shares = tree.real[GAINS], tree.real[URGES]
    for at in range(sealed_at, depth):
        node, expected = tree.nodes[tree.path[at].node], 0.0
        mix(tree, tree.path[at].node)
        for offset in range(node.count):
            gains[offset] = worth_otherwise(tree, states, words, masks, seat, manner, sealed_at, depth, at, offset)
            expected += shares[offset] * gains[offset]
        for offset in range(node.count):
            edge = tree.sealed[node.first + offset]
            edge.habit += shares[offset] * (node.looked + 1.0) ** 2
            edge.regret = max(0.0, edge.regret + gains[offset] - expected)


@part
def worth_otherwise(tree, states, words, masks, seat, manner, sealed_at, depth, at, offset):
    """What the seat that chose at path[at] would have had from another choice, the others' being what they were."""
    key, mover = joint_key(tree, sealed_at, depth, at, offset), mover_at(tree, at)
    place = np.int64(key >> np.uint64(1)) & (len(tree.joints) - 1)
    joint = tree.joints[place]
    if joint.key != key:
        meet(tree, states, words, masks, seat, manner, sealed_at, depth, at, offset, place)
        joint.key = key
    found = find(tree, joint.place) if joint.over == 0 else np.int64(NONE)
    if found != NONE and tree.nodes[found].known != UNPROVEN:
        return sided(tree.nodes[found], mover) / WIN
    if found != NONE and tree.nodes[found].looked > 0:
        return tree.worth[found, mover] / tree.nodes[found].looked
    return tree.met[place, mover]


@part
def joint_key(tree, sealed_at, depth, at, offset):
    """One number for the sealed choices of the path, that of path[at] being another one."""
    key = tree.nodes[tree.path[sealed_at].node].key
    for when in range(sealed_at, depth):
        edge = tree.nodes[tree.path[at].node].first + offset if when == at else edge_at(tree, when)
        key = spread(key, np.uint64(tree.edges[edge].action + 1))
    return key


@part
def meet(tree, states, words, masks, seat, manner, sealed_at, depth, at, offset, place):
    """Note where these sealed choices lead, and what is thought of it before anybody has looked."""
    states[OTHERWISE] = states[BEFORE]
    state, joint = states[OTHERWISE], tree.joints[place]
    for when in range(sealed_at, depth):
        edge = tree.nodes[tree.path[at].node].first + offset if when == at else edge_at(tree, when)
        rules.apply(state, np.int64(tree.edges[edge].action))
    joint.over = state.to_move == NOBODY
    if joint.over:
        settle(tree, state, manner)
    else:
        joint.place = key_at(states, words, masks, OTHERWISE, seat)
        opinions.value(state, tree.real[VALUE])
    for other in range(tree.met.shape[1]):
        tree.met[place, other] = tree.real[VALUE, other]


# Judging


@part
def settle(tree, state, manner):
    """The value of each seat once the game is over: the win, shared by all who have the first place."""
    ranks, value, winners, proud = tree.whole[RANKS], tree.real[VALUE], 0, tree.used[SEARCHER]
    rules.places(state, ranks)
    for seat in range(state.seats):
        winners += ranks[seat] == 1
    is_scorned = winners > 1 and ranks[proud] == 1 and opinions.is_early(state)
    for seat in range(state.seats):
        value[seat] = 1.0 / winners if ranks[seat] == 1 else 0.0
        if is_scorned and ranks[seat] == 1:
            value[seat] += -manner.pride if seat == proud else manner.pride / (winners - 1)


@part
def judge(tree, state, manner, dice):
    """Play on for a while, then ask for an opinion, or settle what is over; or a bit of both."""
    most = manner.cut if 0 <= manner.cut < manner.most_plies else manner.most_plies
    if manner.opinion > 0.0:
        opinions.value(state, tree.real[OPINION])
    if manner.is_urged:
        play_by_urge(tree, state, dice, most)
    else:
        play_at_random(tree, state, dice, most, manner.echo > 0.0)
    if state.to_move == NOBODY:
        settle(tree, state, manner)
    elif most == manner.cut:
        opinions.value(state, tree.real[VALUE])
    else:
        tree.real[VALUE, :] = 1.0 / state.seats
    if manner.opinion > 0.0:
        for seat in range(state.seats):
            tree.real[VALUE, seat] += manner.opinion * (tree.real[OPINION, seat] - tree.real[VALUE, seat])


@part
def play_at_random(tree, state, dice, most, is_heard):
    """At most so many actions, each equally likely, and the draws after them; whether echoes are wanted."""
    actions, weights, plies, now = tree.whole[ACTIONS], tree.whole[WEIGHTS], 0, tree.used[SIMULATIONS] + 1
    while state.to_move != NOBODY:
        if state.to_move == CHANCE:
            rules.apply(state, draw(state, dice, actions, weights))
        elif plies == most:
            break
        else:
            action = rules.random_action(state, dice, actions)
            if is_heard:
                tree.heard[state.to_move, action] = now
            rules.apply(state, action)
            plies += 1


@part
def play_by_urge(tree, state, dice, most):
    """At most so many actions, drawn by the game's urges, and the draws after them."""
    actions, weights, urges, plies = tree.whole[ACTIONS], tree.whole[WEIGHTS], tree.real[URGES], 0
    while state.to_move != NOBODY:
        if state.to_move == CHANCE:
            rules.apply(state, draw(state, dice, actions, weights))
        elif plies == most:
            break
        else:
            n = rules.legal(state, actions)
            weigh(state, actions, n, urges)
            rules.apply(state, actions[drawn(urges, n, dice)])
            plies += 1


# Telling


@part
def tell(tree, at, manner, depth):
    """Everybody on the path, and the node at its end if there is one, takes note of the value."""
    if at != NONE:
        note(tree, at)
    for when in range(depth - 1, -1, -1):
        edge = tree.edges[edge_at(tree, when)]
        edge.visits += 1
        edge.average += (tree.real[VALUE, mover_at(tree, when)] - edge.average) / edge.visits
        edge.pull = 1.0 / sqrt(edge.visits) if manner.is_plain else float(edge.prior) / (1 + edge.visits)
        note(tree, tree.path[when].node)
        if manner.echo > 0.0:
            listen(tree, tree.path[when].node, edge.action)


@part
def listen(tree, at, action):
    """Whatever the seat to move at the node played there or later leaves an echo at the node."""
    node, now = tree.nodes[at], tree.used[SIMULATIONS] + 1
    value, heard = tree.real[VALUE, node.mover], tree.heard[node.mover]
    heard[action] = now
    if node.looked > FAMILIAR and node.looked % SELDOM:
        return
    for offset in range(node.count):
        edge = tree.edges[node.first + offset]
        if heard[edge.action] == now:
            edge.echoes += 1
            edge.echo += (value - edge.echo) / edge.echoes


@part
def note(tree, at):
    """One more simulation came by."""
    tree.nodes[at].looked += 1
    for seat in range(tree.worth.shape[1]):
        tree.worth[at, seat] += tree.real[VALUE, seat]


# Proving


@part
def sided(node, seat):
    """What is proven at a node, for either of two seats."""
    return np.int64(node.known) if node.mover == seat else np.int64(WIN - node.known)


@part
def prove_end(tree, state, manner, depth):
    """The game is over: the path's last edge is proven, and what follows from that."""
    if manner.is_plain == 0 and state.seats == PROVING_SEATS:
        prove(tree, depth - 1, np.int64(WIN * tree.real[VALUE, mover_at(tree, depth - 1)] + 0.5), np.int64(1))


@part
def take_proof(tree, at, depth):
    """If all is known of the node the path came to, take its value, and what follows from it; returns whether so."""
    node = tree.nodes[at]
    if node.known == UNPROVEN:
        return False
    for seat in range(PROVING_SEATS):
        tree.real[VALUE, seat] = sided(node, seat) / WIN
    prove(tree, depth - 1, sided(node, mover_at(tree, depth - 1)), np.int64(node.far) + 1)
    return True


@part
def prove(tree, depth, proof, distance):
    """The edge of the path at this depth is proven; go on upwards as long as that decides its node."""
    while depth >= 0 and tree.path[depth].sure:
        edge, node = tree.edges[edge_at(tree, depth)], tree.nodes[tree.path[depth].node]
        edge.proof = proof
        edge.distance = min(distance, MOST_DISTANCE)
        if not conclude(tree, tree.path[depth].node):
            return
        depth -= 1
        if depth >= 0:
            proof, distance = sided(node, mover_at(tree, depth)), np.int64(node.far) + 1


@part
def conclude(tree, at):
    """Whether a node is decided: by one winning edge, or because all are proven; the best of them counts."""
    node, best, is_open = tree.nodes[at], NONE, False
    for offset in range(node.count):
        edge = tree.edges[node.first + offset]
        if edge.proof == UNPROVEN:
            is_open = True
        elif best == NONE or is_better_proof(edge, tree.edges[node.first + best]):
            best = offset
    if best == NONE or (is_open and tree.edges[node.first + best].proof != WIN):
        return False
    node.known = tree.edges[node.first + best].proof
    node.far = tree.edges[node.first + best].distance
    return True


@part
def is_better_proof(edge, other):
    """Better proven; or as good, and a quicker win or a slower end of another kind."""
    if edge.proof != other.proof:
        return edge.proof > other.proof
    return edge.distance < other.distance if edge.proof == WIN else edge.distance > other.distance


# Reading the tree


@jit
def own_node(tree, states, words, masks, seat, dice):
    """The node where the seat itself is to move first, with a state it may be in at states[NOW]; NONE if never seen."""
    imagine(states, seat, dice)
    state = states[NOW]
    if not opinions.is_sealed_choice(state):
        return np.int64(0)
    while state.to_move != seat:
        rules.legal(state, tree.whole[ACTIONS])
        rules.apply(state, tree.whole[ACTIONS, 0])
    return find(tree, key_at(states, words, masks, NOW, seat))


@jit
def follow(tree, states, words, masks, seat, edge):
    """Play an edge at states[NOW]; the node it leads to, NONE where what comes is not certain to the seat."""
    state = states[NOW]
    is_sure = opinions.is_open(state)
    rules.apply(state, np.int64(tree.edges[edge].action))
    if state.to_move < 0 or opinions.is_sealed_choice(state):
        return np.int64(NONE)
    if is_sure:
        return np.int64(tree.edges[edge].child)
    return find(tree, key_at(states, words, masks, NOW, seat)) if state.to_move == seat else np.int64(NONE)


if not IS_PLAIN:

    @overload(choose)
    def _choose(tree, at, state, manner, dice):
        way = CHOICES[opinions.kind_of_type(state)]
        return lambda tree, at, state, manner, dice: way(tree, at, state, manner, dice)

    @overload(unseal)
    def _unseal(tree, states, words, masks, seat, manner, sealed_at, depth):
        if opinions.kind_of_type(states.dtype) != opinions.SEALED:
            return lambda tree, states, words, masks, seat, manner, sealed_at, depth: None
        return lambda tree, states, words, masks, seat, manner, sealed_at, depth: learn(
            tree, states, words, masks, seat, manner, sealed_at, depth
        )
