"""A net inside the search: prior and value of a state, in float32 on one core. Two hidden layers over sparse inputs.

The first layer adds up the rows of the features that are on. The policy, which is as dear as the rest, is computed
only where a node is expanded. A search without a net has None in its place, and its code is compiled without all this.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload

from siegeworks.core import inputs
from siegeworks.core.game import Game
from siegeworks.core.inputs import list_features, look
from siegeworks.core.jit import IS_PLAIN, jit, part
from siegeworks.core.odds import odds

AT_ONCE = 4
"""Rows of weights that are added together; the widths of hidden layers are multiples of it."""
ZERO = np.float32(0.0)
WEIGHTS = ("embed", "embed_bias", "hidden", "hidden_bias", "policy", "policy_bias", "value", "value_bias")


class Net(NamedTuple):
    """The weights of a net, and the memory of one thread that evaluates it."""

    embed: Any  # [features + 1, first], the last row being 0
    embed_bias: Any
    hidden: Any  # [first, second]
    hidden_bias: Any
    policy: Any  # [second, actions]
    policy_bias: Any
    value: Any  # [second, seats]: from the seat to move on
    value_bias: Any
    layout: Any  # of the inputs
    features: Any  # scratch, as are the rest
    seen: Any
    flat: Any
    first: Any
    second: Any
    logits: Any


def new_net(game: Game, weights: dict[str, Any]) -> Net:
    """A net of a game from its weights, with memory of its own."""
    held = {name: np.ascontiguousarray(weights[name], np.float32) for name in WEIGHTS}
    held["embed"] = np.vstack([held["embed"], np.zeros_like(held["embed"][:1])])
    seen, flat = inputs.scratch(game)
    return Net(
        **held,
        layout=inputs.layout_of(game),
        features=np.zeros(inputs.MOST_ON, np.int32),
        seen=seen,
        flat=flat,
        first=np.zeros_like(held["embed_bias"]),
        second=np.zeros_like(held["hidden_bias"]),
        logits=np.zeros_like(held["policy_bias"]),
    )


def shapes(game: Game, first: int, second: int) -> dict[str, tuple[int, ...]]:
    """The shape of each array of weights, for a game and two hidden layers."""
    widths = {"embed": first, "hidden": second, "policy": game.rules.ACTIONS, "value": max(game.seats)}
    above = {"embed": inputs.feature_count(inputs.layout_of(game)), "hidden": first, "policy": second, "value": second}
    biases = {f"{name}_bias": (width,) for name, width in widths.items()}
    return {**{name: (above[name], width) for name, width in widths.items()}, **biases}


@part
def run_hidden(net, state):
    """Both hidden layers for what the seat to move sees, into net.second."""
    look(state, state.to_move, net.seen)
    n, first, second = list_features(net.flat, net.layout, net.features), net.first, net.second
    for unit in range(len(first)):
        first[unit] = net.embed_bias[unit]
    for at in range(n, n + -n % AT_ONCE):
        net.features[at] = len(net.embed) - 1  # a row of zeros
    for at in range(0, n, AT_ONCE):
        add_rows(first, net.embed, net.features[at : at + AT_ONCE])
    add_layer(second, net.hidden, net.hidden_bias, first)


@part
def add_rows(sums, rows, which):
    """Add four rows at once: the sums are read and written once for all."""
    one, two, three, four = rows[which[0]], rows[which[1]], rows[which[2]], rows[which[3]]
    for unit in range(len(sums)):
        sums[unit] += (one[unit] + two[unit]) + (three[unit] + four[unit])


@part
def add_layer(sums, rows, bias, given):
    """A layer over what is above 0 of the one before it, four rows at once."""
    for unit in range(len(sums)):
        sums[unit] = bias[unit]
    for at in range(0, len(given), AT_ONCE):
        a, b, c, d = max(given[at], ZERO), max(given[at + 1], ZERO), max(given[at + 2], ZERO), max(given[at + 3], ZERO)
        one, two, three, four = rows[at], rows[at + 1], rows[at + 2], rows[at + 3]
        for unit in range(len(sums)):
            sums[unit] += (a * one[unit] + b * two[unit]) + (c * three[unit] + d * four[unit])


@part
def read_value(net, state, out):
    """Each seat's share of the win, from net.second."""
    for turn in range(state.seats):
        total = net.value_bias[turn]
        for above in range(len(net.second)):
            if net.second[above] > 0:
                total += net.second[above] * net.value[above, turn]
        out[(state.to_move + turn) % state.seats] = total
    odds(out, state.seats, state.gone)


@part
def read_policy(net, actions, n, temperature, priors):
    """The priors of the first n actions, adding up to 1, from net.second."""
    logits, top, total = net.logits, -np.inf, 0.0
    add_layer(logits, net.policy, net.policy_bias, net.second)
    for at in range(n):
        priors[at] = logits[actions[at]] / temperature
        top = max(top, priors[at])
    for at in range(n):
        priors[at] = exp(priors[at] - top)
        total += priors[at]
    for at in range(n):
        priors[at] /= total


@part
def net_value(net, state, out):
    """The value of a state for every seat."""
    run_hidden(net, state)
    read_value(net, state, out)


@jit
def evaluate_often(net, states, out, times):
    """For measuring: evaluate states[0] so many times."""
    for _ in range(times):
        net_value(net, states[0], out)
    return out[0]


# What the search asks; a search without a net is told no


def has_net(net):
    """Whether there is one."""
    return net is not None


def use_value(net, state, out):
    """Write the net's value of a state, if there is a net; returns whether there is."""
    if net is not None:
        net_value(net, state, out)
    return net is not None


def use_policy(net, state, actions, n, temperature, floats):
    """Write priors of n actions into floats[0] and the value into floats[1]; returns whether there is a net."""
    if net is not None:
        judge(net, state, actions, n, temperature, floats)
    return net is not None


@part
def judge(net, state, actions, n, temperature, floats):
    """Priors and value of a state."""
    run_hidden(net, state)
    read_policy(net, actions, n, temperature, floats[0])
    read_value(net, state, floats[1])


@part
def sort_best_first(actions, priors, n):
    """The n actions in the order of their priors (Shell sort)."""
    gap = 1
    while 3 * gap + 1 < n:
        gap = 3 * gap + 1
    while gap > 0:
        for start in range(gap, n):
            action, prior, at = actions[start], priors[start], start
            while at >= gap and priors[at - gap] < prior:
                actions[at], priors[at] = actions[at - gap], priors[at - gap]
                at -= gap
            actions[at], priors[at] = action, prior
        gap //= 3


if not IS_PLAIN:

    @overload(has_net)
    def _has_net(net):
        if isinstance(net, types.NoneType):
            return lambda net: False
        return lambda net: True

    @overload(use_value)
    def _use_value(net, state, out):
        if isinstance(net, types.NoneType):
            return lambda net, state, out: False

        def use(net, state, out):
            net_value(net, state, out)
            return True

        return use

    @overload(use_policy)
    def _use_policy(net, state, actions, n, temperature, floats):
        if isinstance(net, types.NoneType):
            return lambda net, state, actions, n, temperature, floats: False

        def use(net, state, actions, n, temperature, floats):
            judge(net, state, actions, n, temperature, floats)
            return True

        return use
