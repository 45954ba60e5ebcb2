"""Exact play in games of two seats where nothing is hidden and nothing is drawn any more: who wins, and how soon.

Iterative deepening over two queries: can the seat to move force a win within so many plies, can the other one? Each is
a boolean depth-first search (alpha-beta with a null window) with move ordering by priors and a transposition table. A
position at the horizon is disproven for this depth only, never for good, so that an answer is a proof. Where the root
is symmetric, turned and mirrored positions share an entry of the table. The stack is kept in arrays, so that the search
can stop anywhere and resume later.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba.extending import overload

from siegeworks.bots import judgement
from siegeworks.core import rules, step
from siegeworks.core.hexboard import SYMMETRIES
from siegeworks.core.jit import IS_PLAIN, jit, part
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.core.views import States, has_secrets

SEATS = 2
DEEPEST = 60  # plies
SLOTS, FEW_SLOTS = 1 << 20, 1 << 15  # of the table, about 15 MB; a small budget clears only a part of it
FIRST_SLICE, MOST_SLICE = 500, 50_000  # positions visited before the clock is read
SLICE_SECONDS = 0.004

UNKNOWN, PROVEN, DISPROVEN = 0, 1, 2
FINAL = 32_000  # disproven at any depth
LEVEL, DEPTH, PROVER, ANSWER, IS_FINAL, NODES, REGISTERS = range(7)  # places in `Stack.registers`, and their number

FIRST_SHIFT, SECOND_SHIFT, THIRD_SHIFT = np.uint64(13), np.uint64(7), np.uint64(17)
Array = npt.NDArray[Any]
SALTS = np.array([0x9E3779B97F4A7C15, 0xD1B54A32D192ED03], np.uint64)  # [prover]


def turn(state, symmetry):
    """Turn or mirror a board in place; only asked of games that can."""
    return rules.GAME_OF[state.dtype].judgement.turn(state, symmetry)


if not IS_PLAIN:

    @overload(turn)
    def _turn(state, symmetry):
        turned = rules.GAME_OF_TYPE[state].judgement.turn
        if turned is None:
            return lambda state, symmetry: None
        return lambda state, symmetry: turned(state, symmetry)


class Stack(NamedTuple):
    """The depth-first search as arrays, a row for each level; `states` goes beside it."""

    registers: Array  # [REGISTERS]
    words: Array  # [levels, words] the states, as words
    actions: Array  # [levels, actions] the legal actions; those tried come first
    priors: Array  # [levels, actions] move ordering
    counts: Array  # [levels] legal actions
    nexts: Array  # [levels] actions tried
    finals: Array  # [levels] whether every DISPROVEN met so far is final
    keys: Array  # [levels] keys of the transposition table
    symmetries: Array  # those that leave the root as it is
    places: Array  # [SEATS] scratch


class Table(NamedTuple):
    """The transposition table, each entry for one prover."""

    keys: Array  # [a power of two]
    proven: Array  # the least depth at which a win is proven, 0 if none
    disproven: Array  # the greatest depth at which it is disproven, FINAL if at any
    replies: Array  # the action that decided it


@part
def hash_of(words, salt):
    """The hash of a state's bytes (xorshift)."""
    key = salt
    for word in words:
        key ^= word
        key ^= key << FIRST_SHIFT
        key ^= key >> SECOND_SHIFT
        key ^= key << THIRD_SHIFT
    return key


@part
def key_of(states, stack, level):
    """The key of states[level]: the least hash of the state under the root's symmetries; the last state is scratch."""
    salt = SALTS[stack.registers[PROVER]]
    key = hash_of(stack.words[level], salt)
    spare = len(states) - 1
    for symmetry in stack.symmetries:
        states[spare] = states[level]
        turn(states[spare], symmetry)
        key = min(key, hash_of(stack.words[spare], salt))
    return key


@part
def outcome_for(state, seat, places):
    """At the end of a game: PROVEN if the seat alone won."""
    rules.places(state, places)
    return PROVEN if places[seat] == 1 and places[1 - seat] > 1 else DISPROVEN


@part
def expand(states, stack, level):
    """List the legal actions of states[level] with their priors, for move ordering."""
    actions, priors = stack.actions[level], stack.priors[level]
    stack.counts[level] = rules.legal(states[level], actions)
    stack.nexts[level] = 0
    stack.finals[level] = 1
    if stack.registers[DEPTH] - level > 1:
        judgement.prior(states[level], actions, stack.counts[level], priors)
    else:
        priors[: stack.counts[level]] = 0.0


@part
def next_action(stack, level):
    """The action with the greatest prior among those not yet tried."""
    actions, priors, first = stack.actions[level], stack.priors[level], stack.nexts[level]
    best = first
    for at in range(first + 1, stack.counts[level]):
        if priors[at] > priors[best]:
            best = at
    action = actions[best]
    actions[best] = actions[first]
    actions[first] = action
    priors[best] = priors[first]
    stack.nexts[level] += 1
    return action


@jit
def slot_of(keys, key):
    """The place of a key in the table, whose size is a power of two."""
    return np.int64(key & np.uint64(len(keys) - 1))


@part
def look_up(table, key, depth):
    """What the table knows about a win within `depth` plies, and whether a DISPROVEN is final."""
    slot = slot_of(table.keys, key)
    if table.keys[slot] != key:
        return UNKNOWN, 0
    if 0 < table.proven[slot] <= depth:
        return PROVEN, 1
    if table.disproven[slot] >= depth:
        return DISPROVEN, 1 if table.disproven[slot] == FINAL else 0
    return UNKNOWN, 0


@part
def store(table, key, depth, answer, is_final, action):
    """Store an answer, beside those known before about the same position."""
    slot = slot_of(table.keys, key)
    if table.keys[slot] != key:
        table.keys[slot] = key
        table.proven[slot] = 0
        table.disproven[slot] = 0
    if answer == PROVEN:
        table.proven[slot] = depth
    else:
        table.disproven[slot] = FINAL if is_final else max(depth, int(table.disproven[slot]))
    table.replies[slot] = action


@jit
def start(states, stack, prover, depth):
    """Begin the query: can `prover` force a win from states[0] within `depth` plies?"""
    registers = stack.registers
    registers[LEVEL] = 0
    registers[DEPTH] = depth
    registers[PROVER] = prover
    registers[ANSWER] = UNKNOWN
    registers[IS_FINAL] = 0
    stack.keys[0] = key_of(states, stack, 0)
    expand(states, stack, 0)


@part
def probe(states, stack, table, level):
    """What is known of states[level] without expanding it: an answer, and whether a DISPROVEN is final."""
    depth, mover = stack.registers[DEPTH] - level, states[level].to_move
    if mover == NOBODY:
        return outcome_for(states[level], stack.registers[PROVER], stack.places), 1
    if depth == 0 or mover == CHANCE:
        return DISPROVEN, 0
    stack.keys[level] = key_of(states, stack, level)
    return look_up(table, stack.keys[level], depth)


@jit
def resume(states, stack, table, limit):
    """Go on with the query for at most `limit` positions; the answer is in the registers."""
    registers, nodes = stack.registers, 0
    while registers[ANSWER] == UNKNOWN and nodes < limit:
        level = registers[LEVEL]
        is_provers = states[level].to_move == registers[PROVER]
        answer, is_final, action = UNKNOWN, stack.finals[level], np.int64(NOBODY)
        if stack.nexts[level] == stack.counts[level]:
            answer = DISPROVEN if is_provers else PROVEN
        else:
            action = next_action(stack, level)
            states[level + 1] = states[level]
            rules.apply(states[level + 1], action)
            nodes += 1
            found, is_sure = probe(states, stack, table, level + 1)
            if found == UNKNOWN:
                registers[LEVEL] = level + 1
                expand(states, stack, level + 1)
            elif found == (PROVEN if is_provers else DISPROVEN):
                answer, is_final = found, is_sure
            elif found == DISPROVEN:
                stack.finals[level] &= is_sure
        backup(states, stack, table, answer, is_final, action)
    registers[NODES] += nodes
    return registers[ANSWER]


@part
def backup(states, stack, table, answer, is_final, action):
    """Close the deepest node with an answer, and those above it that this decides; UNKNOWN closes nothing."""
    registers, level = stack.registers, stack.registers[LEVEL]
    while answer != UNKNOWN:
        store(table, stack.keys[level], registers[DEPTH] - level, answer, is_final, action)
        if level == 0:
            registers[ANSWER] = answer
            registers[IS_FINAL] = is_final
            break
        level -= 1
        registers[LEVEL] = level
        action = stack.actions[level, stack.nexts[level] - 1]
        is_provers = states[level].to_move == registers[PROVER]
        if answer == (PROVEN if is_provers else DISPROVEN):
            continue
        if answer == DISPROVEN:
            stack.finals[level] &= is_final
        answer = UNKNOWN


@dataclass(frozen=True)
class Solution:
    """A proof: how the game ends for the seat to move if both play their best, and how to play."""

    outcome: int
    """1 a win, 0 shared, -1 a loss."""
    plies: int
    """How many actions a win or loss takes at most."""
    action: int
    line: tuple[int, ...]
    says: str
    """Such as "win in 3": so many turns of the winner."""
    nodes: int
    """Positions visited."""


class OutOfTime(Exception):
    """The budget is spent before there is an answer."""


class Solver:
    """The arrays of one game's solver. Not to be shared between threads."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        game = rules.GAME_OF[dtype]
        width, levels = max(game.rules.ACTIONS, game.rules.CHANCES), DEEPEST + 2
        self.states = np.zeros(levels + 1, dtype)
        self._registers = np.zeros(REGISTERS, np.int64)
        self._stack = Stack(
            registers=self._registers,
            words=self.states.view(np.uint64).reshape(levels + 1, -1),
            actions=np.zeros((levels, width), np.int64),
            priors=np.zeros((levels, width)),
            counts=np.zeros(levels, np.int64),
            nexts=np.zeros(levels, np.int64),
            finals=np.zeros(levels, np.int64),
            keys=np.zeros(levels, np.uint64),
            symmetries=np.zeros(0, np.int64),
            places=np.zeros(SEATS, np.int64),
        )
        self._whole_table = Table(
            keys=np.zeros(SLOTS, np.uint64),
            proven=np.zeros(SLOTS, np.int16),
            disproven=np.zeros(SLOTS, np.int16),
            replies=np.zeros(SLOTS, np.int16),
        )
        self._table = self._whole_table
        self._can_turn = game.judgement.turn is not None
        self._deadline, self._nodes, self._slice = 0.0, 0, FIRST_SLICE

    def solve(self, view: States, seconds: float = 0.0, nodes: int = 0) -> Solution | None:
        """The proof, if one is found in so many seconds or positions visited."""
        self._begin(view, seconds, nodes)
        try:
            return self._prove(view)
        except OutOfTime:
            return None

    def can_win(self, view: States, seat: int, plies: int, nodes: int) -> bool | None:
        """Whether the seat can force a win within so many plies; None if `nodes` positions are too few to tell."""
        self._begin(view, 0.0, nodes)
        try:
            return self._query(view, seat, plies)[0] == PROVEN
        except OutOfTime:
            return None

    def _begin(self, view: States, seconds: float, nodes: int) -> None:
        """A new question: its budget, an empty table, and the symmetries of its root."""
        self._deadline = time.perf_counter() + seconds if seconds else float("inf")
        self._nodes = nodes or 1 << 62
        self._registers[NODES] = 0
        keys = self._whole_table.keys[: FEW_SLOTS if 0 < nodes < FEW_SLOTS else SLOTS]
        keys[:] = 0
        self._table = self._whole_table._replace(keys=keys)
        self._stack = self._stack._replace(symmetries=self._stable(view))

    def _stable(self, view: States) -> Any:
        """The symmetries, besides none, that leave the position as it is."""
        found = []
        for symmetry in range(1, len(SYMMETRIES)) if self._can_turn else ():
            turned = view.copy()
            turn(turned[0], symmetry)
            if turned.tobytes() == view.tobytes():
                found.append(symmetry)
        return np.array(found, np.int64)

    def _prove(self, view: States) -> Solution | None:
        mover = int(view["to_move"][0])
        cannot_win = cannot_lose = False
        holding = None
        for depth in range(1, DEEPEST + 1):
            if not cannot_win:
                answer, is_final, action = self._query(view, mover, depth)
                if answer == PROVEN:
                    return self._solution(view, 1, depth, action)
                cannot_win = is_final
            if not cannot_lose:
                answer, is_final, action = self._query(view, 1 - mover, depth)
                if answer == PROVEN:
                    return self._solution(view, -1, depth, self._first_legal(view) if holding is None else holding)
                cannot_lose, holding = is_final, action
            if cannot_win and cannot_lose:
                return self._solution(view, 0, 0, self._first_legal(view) if holding is None else holding)
        return None

    def _query(self, view: States, prover: int, depth: int) -> tuple[int, bool, int]:
        """Can the prover force a win within so many plies? The answer, whether DISPROVEN is final, and the reply."""
        registers = self._registers
        self.states[0] = view[0]
        start(self.states, self._stack, prover, depth)
        while registers[ANSWER] == UNKNOWN:
            began = time.perf_counter()
            left = self._nodes - int(registers[NODES])
            if began >= self._deadline or left <= 0:
                raise OutOfTime
            limit = min(self._slice, left)
            resume(self.states, self._stack, self._table, limit)
            self._set_slice(limit, time.perf_counter() - began)
        slot = int(slot_of(self._table.keys, self._stack.keys[0]))
        return int(registers[ANSWER]), bool(registers[IS_FINAL]), int(self._table.replies[slot])

    def _set_slice(self, nodes: int, took: float) -> None:
        """As many positions at a time as take a few milliseconds."""
        if nodes == self._slice:
            ideal = int(nodes * SLICE_SECONDS / max(took, 1e-6))
            self._slice = min(max(ideal, FIRST_SLICE // 10), MOST_SLICE, 2 * nodes)

    def _solution(self, view: States, outcome: int, depth: int, action: int) -> Solution:
        line, turns = self._line(view, outcome, depth, action) if outcome else ((action,), 0)
        says = "draw" if not outcome else f"{'win' if outcome > 0 else 'loss'} in {turns}"
        return Solution(outcome, depth, action, line, says, int(self._registers[NODES]))

    def _line(self, view: States, outcome: int, depth: int, action: int) -> tuple[tuple[int, ...], int]:
        """The best play to the end: the winner's quickest, the loser's longest; and how many turns of the winner."""
        now, line, turns, last = view.copy(), [], 0, NOBODY
        winner = int(view["to_move"][0]) if outcome > 0 else 1 - int(view["to_move"][0])
        for left in range(depth, 0, -1):
            whose = _turn_of(now)
            turns += whose == winner and whose != last
            last = whose
            if left < depth:
                action = self._reply(now, winner, left)
            line.append(action)
            rules.apply(now[0], action)
            if int(now["to_move"][0]) == NOBODY:
                break
        return tuple(line), max(turns, 1)

    def _reply(self, now: States, winner: int, left: int) -> int:
        """What is played where the winner wins within so many plies: the quickest win, or the longest resistance."""
        if int(now["to_move"][0]) == winner:
            return self._query(now, winner, left)[2]
        for sooner in range(left - 1, 0, -1):
            answer, _, action = self._query(now, winner, sooner)
            if answer == DISPROVEN:
                return action
        return self._first_legal(now)

    def _first_legal(self, now: States) -> int:
        step.list_legal(now, 0, self._stack.actions[0])
        return int(self._stack.actions[0, 0])


def _turn_of(now: States) -> int:
    """Whose turn it is: in games where a turn is several actions, also while another seat answers."""
    names = now.dtype.names or ()
    return int(now["turn" if "turn" in names else "to_move"][0])


@cache
def _solver(dtype: np.dtype[Any]) -> Solver:
    return Solver(dtype)


def can_solve(view: States) -> bool:
    """Whether exact play can be asked for: two seats, no secrets, and a seat to move."""
    is_theirs = int(view["to_move"][0]) not in (CHANCE, NOBODY)
    return is_theirs and int(view["seats"][0]) == SEATS and not has_secrets(view.dtype)


def solve(view: States, seconds: float = 0.0, nodes: int = 0) -> Solution | None:
    """How the game ends from this view if both play their best, if that is found within the budget; else None."""
    return _solver(view.dtype).solve(view, seconds, nodes) if can_solve(view) else None
