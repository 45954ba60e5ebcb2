"""Exact play in games of two seats where nothing is hidden and nothing is drawn any more: who wins, and how soon.

Two questions are asked, each with one ply more until it is answered: can the seat to move force a win, can the other
one? A search for a yes or no is alpha-beta with the narrowest window there is. What it meets at its horizon counts as
"not shown", never as "no", so that an answer is a proof. Positions met before are kept in a table, also turned and
mirrored where the position asked about looks the same that way. The search keeps its whole stack in arrays: it can
stop anywhere and go on later.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numba.extending import overload

from siegeworks.bots import opinions
from siegeworks.core import rules, step
from siegeworks.core.hexboard import SYMMETRIES
from siegeworks.core.jit import IS_PLAIN, jit, part
from siegeworks.core.rules import CHANCE, NOBODY
from siegeworks.core.views import States, has_secrets

SEATS = 2
DEEPEST = 60  # plies
SLOTS, FEW_SLOTS = 1 << 20, 1 << 15  # of the table, about 15 MB; a small question clears only a part of it
FIRST_SLICE, MOST_SLICE = 500, 50_000  # positions looked at before the clock is
SLICE_SECONDS = 0.004

UNDECIDED, YES, NO = 0, 1, 2
FINAL = 32_000  # a "no" that more plies would not change
LEVEL, DEPTH, PROVER, ANSWER, IS_FINAL, LOOKED = range(6)  # places in `note`
NOTES = 6

FIRST_SHIFT, SECOND_SHIFT, THIRD_SHIFT = np.uint64(13), np.uint64(7), np.uint64(17)
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


@part
def mix(words, salt):
    """One number for the bytes of a state."""
    key = salt
    for word in words:
        key ^= word
        key ^= key << FIRST_SHIFT
        key ^= key >> SECOND_SHIFT
        key ^= key << THIRD_SHIFT
    return key


@part
def key_of(states, words, level, symmetries, salt):
    """The table's key: the least of what the state gives turned and mirrored; the last state is scratch."""
    key = mix(words[level], salt)
    spare = len(states) - 1
    for symmetry in symmetries:
        states[spare] = states[level]
        turn(states[spare], symmetry)
        key = min(key, mix(words[spare], salt))
    return key


@part
def outcome_for(state, seat, places):
    """At the end of a game: YES if the seat alone won."""
    rules.places(state, places)
    return YES if places[seat] == 1 and places[1 - seat] > 1 else NO


@part
def open_node(states, level, left, actions, urges, counts, nexts, finals):
    """List what can be played, the most promising to be tried first."""
    counts[level] = rules.legal(states[level], actions[level])
    nexts[level] = 0
    finals[level] = 1
    if left > 1:
        opinions.urge(states[level], actions[level], counts[level], urges[level])
    else:
        urges[level, : counts[level]] = 0.0


@part
def next_action(level, actions, urges, counts, nexts):
    """The most promising action not yet tried."""
    first = nexts[level]
    best = first
    for at in range(first + 1, counts[level]):
        if urges[level, at] > urges[level, best]:
            best = at
    action = actions[level, best]
    actions[level, best] = actions[level, first]
    actions[level, first] = action
    urges[level, best] = urges[level, first]
    nexts[level] += 1
    return action


@jit
def slot_of(keys, key):
    """Where a key has its place; the table's size is a power of two."""
    return np.int64(key & np.uint64(len(keys) - 1))


@part
def look_up(keys, yes, no, key, left):
    """What the table knows: YES, NO or UNDECIDED, and whether a NO is final."""
    slot = slot_of(keys, key)
    if keys[slot] != key:
        return UNDECIDED, 0
    if 0 < yes[slot] <= left:
        return YES, 1
    if no[slot] >= left:
        return NO, 1 if no[slot] == FINAL else 0
    return UNDECIDED, 0


@part
def store(keys, yes, no, replies, key, left, answer, is_final, action):
    """Keep an answer, with those known before about the same position."""
    slot = slot_of(keys, key)
    if keys[slot] != key:
        keys[slot] = key
        yes[slot] = 0
        no[slot] = 0
    if answer == YES:
        yes[slot] = left
    else:
        no[slot] = FINAL if is_final else max(left, int(no[slot]))
    replies[slot] = action


@jit
def ask(states, words, note, prover, depth, actions, urges, counts, nexts, finals, marks, symmetries):
    """Begin the question: can `prover` force a win from states[0] within `depth` plies?"""
    note[LEVEL] = 0
    note[DEPTH] = depth
    note[PROVER] = prover
    note[ANSWER] = UNDECIDED
    note[IS_FINAL] = 0
    marks[0] = key_of(states, words, 0, symmetries, SALTS[prover])
    open_node(states, 0, depth, actions, urges, counts, nexts, finals)


@part
def glance(states, words, note, level, keys, yes, no, marks, symmetries, places):
    """What can be said of states[level] without trying anything: an answer, and whether a NO is final."""
    left, mover = note[DEPTH] - level, states[level].to_move
    if mover == NOBODY:
        return outcome_for(states[level], note[PROVER], places), 1
    if left == 0 or mover == CHANCE:
        return NO, 0
    marks[level] = key_of(states, words, level, symmetries, SALTS[note[PROVER]])
    return look_up(keys, yes, no, marks[level], left)


@jit
def search(
    states, words, note, actions, urges, counts, nexts, finals, marks, keys, yes, no, replies, symmetries, places, limit
):
    """Go on with the question that was asked, for so many positions at most; the answer is in `note`."""
    looked = 0
    while note[ANSWER] == UNDECIDED and looked < limit:
        level = note[LEVEL]
        is_provers = states[level].to_move == note[PROVER]
        answer, is_final, action = UNDECIDED, finals[level], np.int64(NOBODY)
        if nexts[level] == counts[level]:
            answer = NO if is_provers else YES
        else:
            action = next_action(level, actions, urges, counts, nexts)
            states[level + 1] = states[level]
            rules.apply(states[level + 1], action)
            looked += 1
            found, sure = glance(states, words, note, level + 1, keys, yes, no, marks, symmetries, places)
            if found == UNDECIDED:
                note[LEVEL] = level + 1
                left = note[DEPTH] - level - 1
                open_node(states, level + 1, left, actions, urges, counts, nexts, finals)
            elif found == (YES if is_provers else NO):
                answer, is_final = found, sure
            elif found == NO:
                finals[level] &= sure
        while answer != UNDECIDED:  # close this node, and those above it that this decides
            store(keys, yes, no, replies, marks[level], note[DEPTH] - level, answer, is_final, action)
            if level == 0:
                note[ANSWER] = answer
                note[IS_FINAL] = is_final
                break
            level -= 1
            note[LEVEL] = level
            action = actions[level, nexts[level] - 1]
            is_provers = states[level].to_move == note[PROVER]
            if answer == (YES if is_provers else NO):
                continue
            if answer == NO:
                finals[level] &= is_final
            answer = UNDECIDED
    note[LOOKED] += looked
    return note[ANSWER]


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
    looked: int
    """Positions looked at."""


class OutOfTime(Exception):
    """The budget is spent before there is an answer."""


class Solver:
    """The arrays of one game's solver. Not to be shared between threads."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        game = rules.GAME_OF[dtype]
        width = max(game.rules.ACTIONS, game.rules.CHANCES)
        self.states = np.zeros(DEEPEST + 3, dtype)
        self._words = self.states.view(np.uint64).reshape(DEEPEST + 3, -1)
        self._note = np.zeros(NOTES, np.int64)
        self._actions = np.zeros((DEEPEST + 2, width), np.int64)
        self._urges = np.zeros((DEEPEST + 2, width))
        self._counts, self._nexts, self._finals = (np.zeros(DEEPEST + 2, np.int64) for _ in range(3))
        self._marks = np.zeros(DEEPEST + 2, np.uint64)
        self._all_keys = np.zeros(SLOTS, np.uint64)
        self._keys = self._all_keys
        self._yes, self._no, self._replies = (np.zeros(SLOTS, np.int16) for _ in range(3))
        self._places = np.zeros(SEATS, np.int64)
        self._symmetries = np.zeros(0, np.int64)
        self._can_turn = game.judgement.turn is not None
        self._deadline, self._nodes, self._slice = 0.0, 0, FIRST_SLICE

    def solve(self, view: States, seconds: float = 0.0, nodes: int = 0) -> Solution | None:
        """The proof, if one is found in so many seconds or positions looked at."""
        self._deadline = time.perf_counter() + seconds if seconds else float("inf")
        self._nodes = nodes or 1 << 62
        self._note[LOOKED] = 0
        self._keys = self._all_keys[: FEW_SLOTS if 0 < nodes < FEW_SLOTS else SLOTS]
        self._keys[:] = 0
        self._symmetries = self._stable(view)
        try:
            return self._prove(view)
        except OutOfTime:
            return None

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
        hopeless = doomed = False
        holding = None
        for depth in range(1, DEEPEST + 1):
            if not hopeless:
                answer, is_final, action = self._ask(view, mover, depth)
                if answer == YES:
                    return self._solution(view, 1, depth, action)
                hopeless = is_final
            if not doomed:
                answer, is_final, action = self._ask(view, 1 - mover, depth)
                if answer == YES:
                    return self._solution(view, -1, depth, self._first_legal(view) if holding is None else holding)
                doomed, holding = is_final, action
            if hopeless and doomed:
                return self._solution(view, 0, 0, self._first_legal(view) if holding is None else holding)
        return None

    def _ask(self, view: States, prover: int, depth: int) -> tuple[int, bool, int]:
        """Can the prover force a win within so many plies? The answer, whether a no is final, and what was played."""
        self.states[0] = view[0]
        arrays = (self._actions, self._urges, self._counts, self._nexts, self._finals, self._marks)
        ask(self.states, self._words, self._note, prover, depth, *arrays, self._symmetries)
        table = (self._keys, self._yes, self._no, self._replies)
        while self._note[ANSWER] == UNDECIDED:
            began = time.perf_counter()
            left = self._nodes - int(self._note[LOOKED])
            if began >= self._deadline or left <= 0:
                raise OutOfTime
            limit = min(self._slice, left)
            search(self.states, self._words, self._note, *arrays, *table, self._symmetries, self._places, limit)
            self._set_slice(limit, time.perf_counter() - began)
        slot = int(slot_of(self._keys, self._marks[0]))
        return int(self._note[ANSWER]), bool(self._note[IS_FINAL]), int(self._replies[slot])

    def _set_slice(self, looked: int, took: float) -> None:
        """As many positions at a time as take a few milliseconds."""
        if looked == self._slice:
            ideal = int(looked * SLICE_SECONDS / max(took, 1e-6))
            self._slice = min(max(ideal, FIRST_SLICE // 10), MOST_SLICE, 2 * looked)

    def _solution(self, view: States, outcome: int, depth: int, action: int) -> Solution:
        line, turns = self._line(view, outcome, depth, action) if outcome else ((action,), 0)
        says = "draw" if not outcome else f"{'win' if outcome > 0 else 'loss'} in {turns}"
        return Solution(outcome, depth, action, line, says, int(self._note[LOOKED]))

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
            return self._ask(now, winner, left)[2]
        for sooner in range(left - 1, 0, -1):
            answer, _, action = self._ask(now, winner, sooner)
            if answer == NO:
                return action
        return self._first_legal(now)

    def _first_legal(self, now: States) -> int:
        step.list_legal(now, 0, self._actions[0])
        return int(self._actions[0, 0])


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
