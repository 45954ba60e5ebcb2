"""A net inside the search: prior and value of a state, in float32 on one core. Two hidden layers over sparse inputs.

A node is evaluated once. The first layer adds up the rows of the features that are on, each other layer the rows of the
units that are above 0. What the second layer says is kept for the node, and the policy is computed from it when the
node is expanded, for legal actions alone. In games with secrets a state of a node is one guess of many: actions that a
guess adds are judged by what the seat to move sees there, evaluated anew. A search without a net has None in its place,
and its code is compiled without all this.
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
from siegeworks.core.jit import IS_PLAIN, jit, part, summing
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
    policy: Any  # [actions, second]
    policy_bias: Any
    value: Any  # [seats, second]: from the seat to move on
    value_bias: Any
    layout: Any  # of the inputs
    features: Any  # scratch, as are the rest
    seen: Any
    flat: Any
    first: Any
    units: Any  # those above 0
    amounts: Any  # by how much


def new_net(game: Game, weights: dict[str, Any]) -> Net:
    """A net of a game from its weights, with memory of its own."""
    turned = {name: weights[name].T if name in ("policy", "value") else weights[name] for name in WEIGHTS}
    held = {name: np.ascontiguousarray(array, np.float32) for name, array in turned.items()}
    held["embed"] = np.vstack([held["embed"], np.zeros_like(held["embed"][:1])])
    seen, flat = inputs.scratch(game)
    room = len(held["hidden"]) + AT_ONCE
    return Net(
        **held,
        layout=inputs.layout_of(game),
        features=np.zeros(inputs.MOST_ON, np.int32),
        seen=seen,
        flat=flat,
        first=np.zeros_like(held["embed_bias"]),
        units=np.zeros(room, np.int32),
        amounts=np.zeros(room, np.float32),
    )


def shapes(game: Game, first: int, second: int) -> dict[str, tuple[int, ...]]:
    """The shape of each array of weights, for a game and two hidden layers."""
    widths = {"embed": first, "hidden": second, "policy": game.rules.ACTIONS, "value": max(game.seats)}
    above = {"embed": inputs.feature_count(inputs.layout_of(game)), "hidden": first, "policy": second, "value": second}
    biases = {f"{name}_bias": (width,) for name, width in widths.items()}
    return {**{name: (above[name], width) for name, width in widths.items()}, **biases}


@part
def run_hidden(net, state, second):
    """Both hidden layers for what the seat to move sees; the second is written."""
    look(state, state.to_move, net.seen)
    n, first = list_features(net.flat, net.layout, net.features), net.first
    for unit in range(len(first)):
        first[unit] = net.embed_bias[unit]
    for at in range(n, n + -n % AT_ONCE):
        net.features[at] = len(net.embed) - 1  # a row of zeros
    for at in range(0, n, AT_ONCE):
        add_rows(first, net.embed, net.features[at : at + AT_ONCE])
    for unit in range(len(second)):
        second[unit] = net.hidden_bias[unit]
    for at in range(0, list_active(net, first), AT_ONCE):
        add_weighted_rows(second, net.hidden, net.units[at : at + AT_ONCE], net.amounts[at : at + AT_ONCE])
    for unit in range(len(second)):
        second[unit] = max(second[unit], ZERO)


@part
def add_rows(sums, rows, which):
    """Add four rows at once: the sums are read and written once for all."""
    one, two, three, four = rows[which[0]], rows[which[1]], rows[which[2]], rows[which[3]]
    for unit in range(len(sums)):
        sums[unit] += (one[unit] + two[unit]) + (three[unit] + four[unit])


@part
def list_active(net, layer):
    """The units of a layer that are above 0, and by how much; returns how many, the last four made full with zeros."""
    n = 0
    for unit in range(len(layer)):
        net.units[n] = unit
        net.amounts[n] = layer[unit]
        n += layer[unit] > ZERO
    for at in range(n, n + -n % AT_ONCE):
        net.units[at] = 0
        net.amounts[at] = ZERO
    return n


@summing
def add_weighted_rows(sums, rows, which, amounts):
    """Add so much of each of four rows."""
    a, b, c, d = amounts[0], amounts[1], amounts[2], amounts[3]
    one, two, three, four = rows[which[0]], rows[which[1]], rows[which[2]], rows[which[3]]
    for unit in range(len(sums)):
        sums[unit] += (a * one[unit] + b * two[unit]) + (c * three[unit] + d * four[unit])


@summing
def product(one, other):
    """The scalar product of two rows."""
    total = ZERO
    for at in range(len(one)):
        total += one[at] * other[at]
    return total


@part
def read_value(net, state, second, out):
    """Each seat's share of the win."""
    for turn in range(state.seats):
        out[(state.to_move + turn) % state.seats] = net.value_bias[turn] + product(second, net.value[turn])
    odds(out, state.seats, state.gone)


@part
def read_policy(net, second, actions, n, temperature, priors):
    """The priors of the first n actions, adding up to 1."""
    top, total = -np.inf, 0.0
    for at in range(n):
        priors[at] = (net.policy_bias[actions[at]] + product(second, net.policy[actions[at]])) / temperature
        top = max(top, priors[at])
    for at in range(n):
        priors[at] = exp(np.float32(priors[at] - top))
        total += priors[at]
    for at in range(n):
        priors[at] /= total


@part
def evaluate(net, state, second, out):
    """The value of a state for every seat; what the second layer says is kept."""
    run_hidden(net, state, second)
    read_value(net, state, second, out)


@jit
def evaluate_often(net, states, second, out, times):
    """For measuring: evaluate states[0] so many times."""
    for _ in range(times):
        evaluate(net, states[0], second, out)
    return out[0]


# What the search asks; a search without a net is told no


def has_net(net):
    """Whether there is one."""
    return net is not None


def use_value(net, state, second, out):
    """Write the net's value of a state, if there is a net, and keep its second layer; returns whether there is."""
    if net is not None:
        evaluate(net, state, second, out)
    return net is not None


def use_policy(net, second, actions, n, temperature, priors):
    """Write the priors of n actions, if there is a net, from the second layer of a state; returns whether there is."""
    if net is not None:
        read_policy(net, second, actions, n, temperature, priors)
    return net is not None


if not IS_PLAIN:

    @overload(has_net)
    def _has_net(net):
        if isinstance(net, types.NoneType):
            return lambda net: False
        return lambda net: True

    @overload(use_value)
    def _use_value(net, state, second, out):
        if isinstance(net, types.NoneType):
            return lambda net, state, second, out: False

        def use(net, state, second, out):
            evaluate(net, state, second, out)
            return True

        return use

    @overload(use_policy)
    def _use_policy(net, second, actions, n, temperature, priors):
        if isinstance(net, types.NoneType):
            return lambda net, second, actions, n, temperature, priors: False

        def use(net, second, actions, n, temperature, priors):
            read_policy(net, second, actions, n, temperature, priors)
            return True

        return use
